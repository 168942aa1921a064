internal import CVectorKernels

/// A rotation in space, as the quaternion `x i + y j + z k + w`.
///
/// A unit quaternion and its negative are the same rotation, and ``slerp(towards:amount:)`` and
/// ``nlerp(towards:amount:)`` take the shorter way. As a vector it is its four components, so springs and keyframes
/// move it too; what they leave isn't of length 1, which ``applied(to:)`` allows for and ``normalized`` repairs. They don't
/// choose the way either: ``nearest(to:)`` does.
///
/// In memory x, y, z and w, as in `simd_quatf`, glTF and most engines.
@frozen
public struct Quaternion<Component: SIMDBatchElement>: PackedVector, Animatable, Hashable, Codable {
  public var x: Component
  public var y: Component
  public var z: Component
  /// The real part: the cosine of half the angle.
  public var w: Component

  @inlinable
  public init(x: Component, y: Component, z: Component, w: Component) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  /// A quaternion whose components are rounded to another type.
  @inlinable
  public init<Other>(_ other: Quaternion<Other>) {
    self.init(x: Component(other.x), y: Component(other.y), z: Component(other.z), w: Component(other.w))
  }

  /// No rotation: 1.
  @inlinable
  public static var identity: Quaternion { Quaternion(x: 0, y: 0, z: 0, w: 1) }

  /// A rotation about an axis, counterclockwise when seen from where the axis points to.
  ///
  /// - Parameters:
  ///   - angle: How far to rotate.
  ///   - axis: The axis, of any length. About one of length 0 nothing rotates.
  public init(angle: Angle, axis: SIMD3<Component>) {
    let direction = unit(SIMD4(Double(axis.x), Double(axis.y), Double(axis.z), 0)) ?? .zero
    let sine = vk_sin(angle.radians / 2)
    self.init(
      SIMD4(
        direction.x * sine, direction.y * sine, direction.z * sine,
        direction == .zero ? 1 : vk_cos(angle.radians / 2)))
  }

  /// The length: 1 for a rotation.
  @inlinable
  public var length: Double { magnitudeSquared.squareRoot() }

  /// The quaternion of length 1 that rotates the same way. Of length 0, the identity.
  public var normalized: Quaternion {
    guard let unit = unit(vector) else { return .identity }
    return Quaternion(unit)
  }

  /// The same axis, the opposite angle.
  @inlinable
  public var conjugate: Quaternion { Quaternion(x: -x, y: -y, z: -z, w: w) }

  /// What undoes the rotation: the conjugate divided by the length squared. Of length 0, the identity.
  public var inverse: Quaternion {
    let square = magnitudeSquared
    return square == 0 ? .identity : Quaternion(conjugate.vector / square)
  }

  /// This or its negative, whichever lies nearer to another: to reach it by the shorter way.
  @inlinable
  public func nearest(to other: Quaternion) -> Quaternion {
    x * other.x + y * other.y + z * other.z + w * other.w < 0 ? -self : self
  }

  /// The angle of the rotation, in 0...360 degrees, for any length; 0 for length 0.
  public var angle: Angle {
    let v = vector
    return Angle(radians: 2 * vk_atan2((v.x * v.x + v.y * v.y + v.z * v.z).squareRoot(), v.w))
  }

  /// The axis of the rotation, of length 1; the z axis where nothing rotates.
  public var axis: SIMD3<Component> {
    let v = vector
    guard let unit = unit(SIMD4(v.x, v.y, v.z, 0)) else { return SIMD3(0, 0, 1) }
    return SIMD3(Component(unit.x), Component(unit.y), Component(unit.z))
  }

  /// Rotates a vector. The quaternion may have any length, and of length 0 does nothing.
  public func applied(to vector: SIMD3<Component>) -> SIMD3<Component> {
    let q = self.vector
    let square = (q * q).sum()
    if square == 0 { return vector }
    let v = SIMD3(Double(vector.x), Double(vector.y), Double(vector.z))
    let u = SIMD3(q.x, q.y, q.z)
    // v + 2 w (u x v) + 2 u x (u x v), for length 1.
    let t = 2 / square * cross(u, v)
    let result = v + q.w * t + cross(u, t)
    return SIMD3(Component(result.x), Component(result.y), Component(result.z))
  }

  @inlinable
  public static prefix func - (operand: Quaternion) -> Quaternion {
    Quaternion(x: -operand.x, y: -operand.y, z: -operand.z, w: -operand.w)
  }

  /// Hamilton's product: the rotation by `rhs`, and then the one by `lhs`.
  @inlinable
  public static func * (lhs: Quaternion, rhs: Quaternion) -> Quaternion {
    let x = lhs.w * rhs.x + lhs.x * rhs.w + lhs.y * rhs.z - lhs.z * rhs.y
    let y = lhs.w * rhs.y + lhs.y * rhs.w + lhs.z * rhs.x - lhs.x * rhs.z
    let z = lhs.w * rhs.z + lhs.z * rhs.w + lhs.x * rhs.y - lhs.y * rhs.x
    let w = lhs.w * rhs.w - lhs.x * rhs.x - lhs.y * rhs.y - lhs.z * rhs.z
    return Quaternion(x: x, y: y, z: z, w: w)
  }
}

// MARK: - From one rotation to another

extension Quaternion {
  /// The rotation on the way to another, at constant speed and by the shorter way.
  ///
  /// `(sin((1 - amount) t) * self + sin(amount * t) * other) / sin(t)`, where t is the angle between the two as
  /// vectors, and `other` is negated where their dot product is negative. Rotations exactly half a turn apart, whose
  /// product is 0, have two ways of the same length, and take the one of `other` as it is. For lengths other than 1 it
  /// is the same combination, with t as the angle whose cosine is the product, at most 1: so for one of length 0 it is
  /// the other one, scaled by the sine.
  ///
  /// - Parameters:
  ///   - other: The rotation at an amount of 1, up to the sign.
  ///   - amount: How far to go, usually in 0...1; outside of it the rotation goes on.
  public func slerp(towards other: Quaternion, amount: Double) -> Quaternion {
    let (a, b) = (vector, other.nearest(to: self).vector)
    // Where the cosine tells little of the angle, near 1, the weights hardly depend on it.
    let cosine = (a * b).sum()
    let angle = vk_acos(cosine > 1 ? 1 : cosine)
    let (rest, whole) = (1 - amount, sinc(angle))
    return Quaternion(rest * (sinc(rest * angle) / whole) * a + amount * (sinc(amount * angle) / whole) * b)
  }

  /// The rotation on the straight line to another, brought back to length 1: the path of
  /// ``slerp(towards:amount:)`` with less work, somewhat faster in the middle. Where the line meets 0, the identity.
  ///
  /// - Parameters:
  ///   - other: The rotation at an amount of 1, up to the sign.
  ///   - amount: How far to go, usually in 0...1.
  public func nlerp(towards other: Quaternion, amount: Double) -> Quaternion {
    let sum = vector.interpolated(towards: other.nearest(to: self).vector, amount: amount)
    guard let unit = unit(sum) else { return .identity }
    return Quaternion(unit)
  }
}

extension Quaternion {
  var vector: SIMD4<Double> { SIMD4(Double(x), Double(y), Double(z), Double(w)) }

  /// The angle between two of length 1 as vectors, in radians: half of that between the rotations.
  func distance(to other: Quaternion) -> Double {
    let (sum, difference) = (vector + other.vector, vector - other.vector)
    return 2 * vk_atan2((difference * difference).sum().squareRoot(), (sum * sum).sum().squareRoot())
  }

  init(_ vector: SIMD4<Double>) {
    self.init(x: Component(vector.x), y: Component(vector.y), z: Component(vector.z), w: Component(vector.w))
  }
}

/// `sin(x) / x`, 1 at 0.
private func sinc(_ x: Double) -> Double { x == 0 ? 1 : vk_sin(x) / x }

/// The vector of length 1 in the direction of one, or nil for 0. Lengths may be beyond what a square can hold.
private func unit(_ v: SIMD4<Double>) -> SIMD4<Double>? {
  let largest = Swift.max(abs(v.x), abs(v.y), abs(v.z), abs(v.w))
  if largest == 0 { return nil }
  let scaled = v / largest
  return scaled / (scaled * scaled).sum().squareRoot()
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

extension Quaternion: CustomStringConvertible {
  public var description: String { "Quaternion(x: \(x), y: \(y), z: \(z), w: \(w))" }
}
