import Foundation
import VectorKernels

/// A quaternion in the arithmetic that results are compared with: x, y, z, w.
struct ReferenceQuaternion {
  var components: [Reference]

  init(_ components: [Reference]) { self.components = components }

  init<S: Element>(_ q: Quaternion<S>) { components = [q.x, q.y, q.z, q.w].map(\.reference) }

  func dot(_ other: ReferenceQuaternion) -> Reference { zip(components, other.components).map(*).reduce(0, +) }

  var length: Reference { dot(self).squareRoot() }

  static func + (a: Self, b: Self) -> Self { Self(zip(a.components, b.components).map(+)) }
  static func * (a: Self, factor: Reference) -> Self { Self(a.components.map { $0 * factor }) }

  func rounded<S: Element>() -> Quaternion<S> {
    let c = components.map { S($0) }
    return Quaternion(x: c[0], y: c[1], z: c[2], w: c[3])
  }

  /// The largest difference of a component.
  func distance<S: Element>(to other: Quaternion<S>) -> Reference {
    zip(components, ReferenceQuaternion(other).components).map { ($0 - $1).magnitude }.greatest
  }

  /// The point of the great circle through this and another one, of length 1 both, so far along the shorter arc: from
  /// an orthonormal basis of its plane, and not from the quotients of sines.
  func slerp(towards other: Self, amount: Reference) -> Self {
    let near = dot(other) < 0 ? other * -1 : other
    let across = near + self * -dot(near)
    let sine = across.length
    if sine == 0 { return self }
    let angle = amount * atan2(sine, dot(near))
    return self * cos(angle) + across * (sin(angle) / sine)
  }

  /// The point of the line to another one, or to its negative if that is nearer, at length 1.
  func nlerp(towards other: Self, amount: Reference) -> Self {
    let point = self * (1 - amount) + other * (dot(other) < 0 ? -amount : amount)
    return point * (1 / point.length)
  }
}

/// A type of element with promises about quaternions.
protocol RotatingElement: Element, SIMDBatchElement {
  /// The promised errors of rotations of length 1: of a component within 0...1, of a length, and of a component beyond,
  /// for each unit of the amount and at least once. The last one is the bound for a few special pairs within 0...1.
  static var promised: (component: Reference, length: Reference, beyond: Reference, special: Reference) { get }
}

extension Float: RotatingElement {
  static var promised: (component: Reference, length: Reference, beyond: Reference, special: Reference) {
    (3e-7, 4e-7, 1e-6, 2e-7)
  }
}

extension Double: RotatingElement {
  static var promised: (component: Reference, length: Reference, beyond: Reference, special: Reference) {
    // A reference in Double also errs, by the rounding of a dot product, a root, an arctangent and a sine.
    let slack = Reference.ulpOfOne < 1e-18 ? 0 : 8 * Reference.ulpOfOne
    return (6e-16 + slack, 8e-16 + slack, 2e-15 + slack, 6e-16 + slack)
  }
}

/// Pairs of rotations at every angle: nearly equal, opposite, nearly opposite and half a turn apart.
enum Rotations {
  /// Returns a rotation of length 1 in any direction.
  static func random(using generator: inout Generator) -> Quaternion<Double> {
    func number() -> Double { .random(in: -1...1, using: &generator) }
    return Quaternion(x: number(), y: number(), z: number(), w: number() + 1e-3).normalized
  }

  /// Eight numbers for the directions, the angle between the two as vectors, which side it is counted from, an amount.
  static func draws<S: Element>(amount: ClosedRange<S> = 0...1) -> [Draw<S>] {
    Array(repeating: .uniform(-1...1), count: 8)
      + [.logarithmic(1e-9...2), .uniform(-1...1), .uniform(amount)]
  }

  /// The pair of a row, rounded to its type, or nil where the numbers give no directions.
  static func pair<S: Element>(_ cases: Cases<S>, _ i: Int) -> (Quaternion<S>, Quaternion<S>)? {
    let start = ReferenceQuaternion((0..<4).map { cases[$0][i].reference })
    guard start.length > 0.1 else { return nil }
    let a = start * (1 / start.length)
    let direction = ReferenceQuaternion((4..<8).map { cases[$0][i].reference })
    let across = direction + a * -direction.dot(a)
    guard across.length > 0.1 else { return nil }
    // From 0 on, from half a turn of the vectors down, and around a quarter of it.
    let (small, side) = (cases[8][i].reference, cases[9][i])
    let angle: Reference = side < -0.5 ? small : side < 0 ? .pi - small : .pi / 2 + (side < 0.5 ? small : -small) / 2
    let b = a * cos(angle) + across * (sin(angle) / across.length)
    return (a.rounded(), b.rounded())
  }
}
