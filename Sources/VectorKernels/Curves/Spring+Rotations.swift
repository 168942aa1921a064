internal import CVectorKernels

// Springs of rotations, in the tangent space of the target: the spring brings the rotation vector from the target to
// the present rotation to 0.

extension Spring {
  /// Returns the rotation after a time, on its way from one rotation to another.
  ///
  /// The spring moves the rotation vector that leads from the target to the rotation: its direction is the axis, and
  /// its length is the angle in radians. At the start the angle is at most half a turn, by the shorter way. The result
  /// is `exp(vector) * target`, of length 1. From rest this is ``Quaternion/slerp(towards:amount:)`` by the spring's
  /// amount. With a velocity across that way, the vector moves along a curve, as any other value does. While the angle
  /// is small, the rotation does the same.
  ///
  /// - Parameters:
  ///   - from: The rotation at the start, of any length but 0.
  ///   - to: The target, of any length but 0.
  ///   - initialVelocity: The angular velocity at the start, in radians per second about fixed axes.
  ///   - time: The seconds since the start. NaN gives NaN.
  /// - Complexity: O(1)
  public func rotation(
    from: Quaternion<Double>, to: Quaternion<Double>, initialVelocity: SIMD3<Double> = .zero, time: Double
  ) -> Quaternion<Double> {
    let target = to.normalized
    let tangent = Tangent(from: from.normalized, to: target, initialVelocity)
    return (Quaternion(rotationVector: tangent.vector(self, at: time)) * target).normalized
  }

  /// Returns the angular velocity after a time: that of ``rotation(from:to:initialVelocity:time:)``, in radians per
  /// second about fixed axes. Another spring can take over with this velocity.
  ///
  /// - Parameters:
  ///   - from: The rotation at the start, of any length but 0.
  ///   - to: The target, of any length but 0.
  ///   - initialVelocity: The angular velocity at the start, in radians per second about fixed axes.
  ///   - time: The seconds since the start. NaN gives NaN.
  public func angularVelocity(
    from: Quaternion<Double>, to: Quaternion<Double>, initialVelocity: SIMD3<Double> = .zero, time: Double
  ) -> SIMD3<Double> {
    let tangent = Tangent(from: from.normalized, to: to.normalized, initialVelocity)
    return turning(of: tangent.vector(self, at: time), changingBy: tangent.velocity(self, at: time))
  }
}

/// A rotation vector from a target, and its velocity.
private struct Tangent {
  let start: SIMD3<Double>
  let startVelocity: SIMD3<Double>

  init(from: Quaternion<Double>, to: Quaternion<Double>, _ angularVelocity: SIMD3<Double>) {
    start = (from * to.conjugate).nearest(to: .identity).rotationVector
    startVelocity = change(of: start, turningBy: angularVelocity)
  }

  func vector(_ spring: Spring, at time: Double) -> SIMD3<Double> {
    start + spring.value(target: -start, initialVelocity: startVelocity, time: time)
  }

  func velocity(_ spring: Spring, at time: Double) -> SIMD3<Double> {
    spring.velocity(target: -start, initialVelocity: startVelocity, time: time)
  }
}

/// Returns the angular velocity of a rotation whose vector has a velocity. With the vector's axis a and length p, it is
/// `sin(p)/p v + (1 - sin(p)/p) (a * v) a + (1 - cos(p))/p a x v`.
private func turning(of vector: SIMD3<Double>, changingBy velocity: SIMD3<Double>) -> SIMD3<Double> {
  let length = vector.magnitudeSquared.squareRoot()
  if length == 0 { return velocity }
  let axis = vector / length
  let (sinc, half) = (vk_sin(length) / length, vk_sin(length / 2))
  return sinc * velocity + (1 - sinc) * (axis * velocity).sum() * axis
    + 2 * half * half / length * cross(axis, velocity)
}

/// Returns the inverse: the velocity of a rotation vector, of a length below a whole turn, whose rotation has an
/// angular velocity w. It is `p/2 cot(p/2) w + (1 - p/2 cot(p/2)) (a * w) a - p/2 a x w`.
private func change(of vector: SIMD3<Double>, turningBy angularVelocity: SIMD3<Double>) -> SIMD3<Double> {
  let half = vector.magnitudeSquared.squareRoot() / 2
  if half == 0 { return angularVelocity }
  let axis = vector / (2 * half)
  let cotangent = half * vk_cos(half) / vk_sin(half)
  return cotangent * angularVelocity + (1 - cotangent) * (axis * angularVelocity).sum() * axis
    - half * cross(axis, angularVelocity)
}

extension Quaternion<Double> {
  /// The logarithm: the axis times the angle in radians.
  fileprivate var rotationVector: SIMD3<Double> {
    let sine = SIMD3(x, y, z).magnitudeSquared.squareRoot()
    return sine == 0 ? .zero : SIMD3(x, y, z) * (2 * vk_atan2(sine, w) / sine)
  }

  fileprivate init(rotationVector: SIMD3<Double>) {
    let angle = rotationVector.magnitudeSquared.squareRoot()
    let scale = angle == 0 ? 0.5 : vk_sin(angle / 2) / angle
    self.init(
      x: rotationVector.x * scale, y: rotationVector.y * scale, z: rotationVector.z * scale, w: vk_cos(angle / 2))
  }
}
