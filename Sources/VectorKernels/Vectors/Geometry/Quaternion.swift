internal import CVectorKernels

/// A rotation in space, as the quaternion `x i + y j + z k + w`.
///
/// A unit quaternion and its negative are the same rotation, and ``slerp(towards:amount:)`` and
/// ``nlerp(towards:amount:)`` take the shorter way. As a vector a quaternion is its four components, so springs and
/// keyframes can move it too. Their results don't have length 1; ``applied(to:)`` allows for that, and ``normalized``
/// corrects it. They don't choose the shorter way either: use ``nearest(to:)``. ``RotationKeyframes`` and
/// ``Spring/rotation(from:to:initialVelocity:time:)`` move rotations as rotations.
///
/// The memory layout is x, y, z and w, as in `simd_quatf`, glTF and most engines.
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

  /// Creates a quaternion by rounding the components of another one.
  @inlinable
  public init<Other>(_ other: Quaternion<Other>) {
    self.init(x: Component(other.x), y: Component(other.y), z: Component(other.z), w: Component(other.w))
  }

  /// The rotation by an angle of 0: the quaternion 1.
  @inlinable
  public static var identity: Quaternion { Quaternion(x: 0, y: 0, z: 0, w: 1) }

  /// Creates a rotation about an axis, counterclockwise as seen from the tip of the axis.
  ///
  /// - Parameters:
  ///   - angle: The angle of the rotation.
  ///   - axis: The axis, of any length. An axis of length 0 gives the identity.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
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

  /// The quaternion of length 1 with the same rotation; the identity if the length is 0.
  public var normalized: Quaternion {
    @specialized(where Component == Float)
    @specialized(where Component == Double)
    get {
      guard let unit = unit(vector) else { return .identity }
      return Quaternion(unit)
    }
  }

  /// The quaternion with the same axis and the opposite angle.
  @inlinable
  public var conjugate: Quaternion { Quaternion(x: -x, y: -y, z: -z, w: w) }

  /// The inverse rotation: the conjugate divided by the square of the length; the identity if the length is 0.
  public var inverse: Quaternion {
    @specialized(where Component == Float)
    @specialized(where Component == Double)
    get {
      let (vector, scale) = squarable(conjugate.vector)
      let square = (vector * vector).sum()
      return square == 0 ? .identity : Quaternion(vector / square * scale)
    }
  }

  /// Returns this quaternion or its negative, whichever is nearer to another one, so that the way to that one is
  /// shorter.
  @inlinable
  public func nearest(to other: Quaternion) -> Quaternion {
    let product: Component = x * other.x + y * other.y + z * other.z + w * other.w
    return product < 0 ? -self : self
  }

  /// The angle of the rotation, in 0...360 degrees, for any length; 0 for length 0.
  public var angle: Angle {
    @specialized(where Component == Float)
    @specialized(where Component == Double)
    get {
      let (v, _) = squarable(vector)
      return Angle(radians: 2 * vk_atan2((v.x * v.x + v.y * v.y + v.z * v.z).squareRoot(), v.w))
    }
  }

  /// The axis of the rotation, of length 1; the z axis if there is no rotation.
  public var axis: SIMD3<Component> {
    @specialized(where Component == Float)
    @specialized(where Component == Double)
    get {
      let v = vector
      guard let unit = unit(SIMD4(v.x, v.y, v.z, 0)) else { return SIMD3(0, 0, 1) }
      return SIMD3(Component(unit.x), Component(unit.y), Component(unit.z))
    }
  }

  /// Returns a vector rotated by the quaternion. The quaternion may have any length; with length 0 the vector stays the
  /// same.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public func applied(to vector: SIMD3<Component>) -> SIMD3<Component> {
    let (q, _) = squarable(self.vector)
    let square = (q * q).sum()
    if square == 0 { return vector }
    let v = SIMD3(Double(vector.x), Double(vector.y), Double(vector.z))
    let u = SIMD3(q.x, q.y, q.z)
    // The formula for length 1 is v + 2 w (u x v) + 2 u x (u x v).
    let t = 2 / square * cross(u, v)
    let result = v + q.w * t + cross(u, t)
    return SIMD3(Component(result.x), Component(result.y), Component(result.z))
  }

  @inlinable
  public static prefix func - (operand: Quaternion) -> Quaternion {
    Quaternion(x: -operand.x, y: -operand.y, z: -operand.z, w: -operand.w)
  }

  /// Returns Hamilton's product: the rotation by `rhs` followed by the one by `lhs`.
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
  /// Returns the rotation on the way to another one, at constant speed along the shorter way.
  ///
  /// The formula is `(sin((1 - amount) t) * self + sin(amount * t) * other) / sin(t)`, where t is the angle between the
  /// two as vectors, and `other` is negated if their dot product is negative. Rotations exactly half a turn apart,
  /// whose product is 0, have two ways of the same length; `other` then isn't negated. Quaternions of other lengths
  /// than 1 are combined in the same way, with t as the angle whose cosine is the product, at most 1. So if one has
  /// length 0, the result is the other one, scaled by the sine.
  ///
  /// - Parameters:
  ///   - other: The rotation at an amount of 1, up to the sign.
  ///   - amount: The amount, usually in 0...1; outside it the rotation continues.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public func slerp(towards other: Quaternion, amount: Double) -> Quaternion {
    let (a, b) = (vector, other.nearest(to: self).vector)
    // Near 1, the cosine determines the angle only roughly, but the weights hardly depend on it.
    let cosine = (a * b).sum()
    let angle = vk_acos(cosine > 1 ? 1 : cosine)
    let (rest, whole) = (1 - amount, sinc(angle))
    return Quaternion(rest * (sinc(rest * angle) / whole) * a + amount * (sinc(amount * angle) / whole) * b)
  }

  /// Returns the rotation on the straight line to another one, normalised to length 1. It takes the path of
  /// ``slerp(towards:amount:)`` with less work, somewhat faster in the middle. If the line meets 0, the result there is
  /// the identity.
  ///
  /// - Parameters:
  ///   - other: The rotation at an amount of 1, up to the sign.
  ///   - amount: The amount, usually in 0...1.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public func nlerp(towards other: Quaternion, amount: Double) -> Quaternion {
    let sum = vector.interpolated(towards: other.nearest(to: self).vector, amount: amount)
    guard let unit = unit(sum) else { return .identity }
    return Quaternion(unit)
  }
}

extension Quaternion {
  var vector: SIMD4<Double> { SIMD4(Double(x), Double(y), Double(z), Double(w)) }

  /// Returns the angle between two quaternions of length 1 as vectors, in radians: half of that between the rotations.
  func distance(to other: Quaternion) -> Double {
    let (sum, difference) = (vector + other.vector, vector - other.vector)
    return 2 * vk_atan2((difference * difference).sum().squareRoot(), (sum * sum).sum().squareRoot())
  }

  init(_ vector: SIMD4<Double>) {
    self.init(x: Component(vector.x), y: Component(vector.y), z: Component(vector.z), w: Component(vector.w))
  }
}

/// Returns `sin(x) / x`, and 1 at 0.
private func sinc(_ x: Double) -> Double { x == 0 ? 1 : vk_sin(x) / x }

/// Returns a vector multiplied by a power of two, which is 1 unless its square would overflow or underflow.
private func squarable(_ v: SIMD4<Double>) -> (vector: SIMD4<Double>, scale: Double) {
  let square = (v * v).sum()
  if square > 0x1p-900 && square < 0x1p900 { return (v, 1) }
  let largest = Swift.max(abs(v.x), abs(v.y), abs(v.z), abs(v.w))
  let scale = largest > 1 ? 0x1p-600 : 0x1p600
  return (v * scale, scale)
}

/// Returns the vector of length 1 in the direction of `v`, or nil for 0. The length may be too large or too small to be
/// squared.
private func unit(_ v: SIMD4<Double>) -> SIMD4<Double>? {
  if v == .zero { return nil }
  let largest = Swift.max(abs(v.x), abs(v.y), abs(v.z), abs(v.w))
  let scaled = v / largest
  return scaled / (scaled * scaled).sum().squareRoot()
}

func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

extension Quaternion: CustomStringConvertible {
  public var description: String { "Quaternion(x: \(x), y: \(y), z: \(z), w: \(w))" }
}
