import Foundation
import VectorKernels

/// The moving parts of a card. One animation moves all of them.
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

  /// The direction of the side that is to the right of a card that isn't turned.
  var axis: SIMD2<Float> { SIMD2(direction: angle) }

  /// Returns whether a point is on the card.
  func contains(_ point: SIMD2<Float>) -> Bool {
    // In the card's own axes.
    let (away, half) = ((point - position).turned(by: SIMD2(axis.x, -axis.y)), halfSize)
    return abs(away.x) < half.x && abs(away.y) < half.y
  }
}

extension SIMD2<Float> {
  var length: Float { (self * self).sum().squareRoot() }

  /// Creates the vector of length 1 at an angle in radians, clockwise from the right.
  init(direction angle: Float) { self.init(cos(angle), sin(angle)) }

  /// Returns the vector turned by as much as a direction is from the right.
  func turned(by direction: SIMD2) -> SIMD2 {
    SIMD2(x * direction.x - y * direction.y, x * direction.y + y * direction.x)
  }
}
