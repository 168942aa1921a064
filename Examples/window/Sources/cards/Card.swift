import Foundation
import VectorKernels

/// What moves when a card moves. One animation moves all of it.
struct Card: PackedVector {
  typealias Component = Float
  /// The middle of the card, in points from the table's top left corner.
  var position: SIMD2<Float>
  /// Radians, clockwise.
  var angle: Float = 0
  /// 0 for a card on the table and 1 for one in the hand, which looks larger and throws a larger shadow.
  var lift: Float = 0

  /// Half the width and half the height, as seen.
  var halfSize: SIMD2<Float> { SIMD2(26, 36) * (1 + 0.15 * lift) }

  /// Returns whether a point is on the card.
  func contains(_ point: SIMD2<Float>) -> Bool {
    // In the card's own axes.
    let (away, half) = ((point - position).turned(by: -angle), halfSize)
    return abs(away.x) < half.x && abs(away.y) < half.y
  }
}

extension SIMD2<Float> {
  var length: Float { (self * self).sum().squareRoot() }

  /// Returns the vector turned clockwise by an angle in radians.
  func turned(by angle: Float) -> SIMD2 {
    let (sine, cosine) = (sin(angle), cos(angle))
    return SIMD2(x * cosine - y * sine, x * sine + y * cosine)
  }
}
