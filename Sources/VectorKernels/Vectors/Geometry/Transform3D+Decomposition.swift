internal import CVectorKernels

extension Transform3D {
  /// The parts of a transform: a scale, followed by a skew, a rotation, a translation and a perspective. Each part can
  /// be animated on its own.
  ///
  /// The parts are those of CSS Transforms 2, "Decomposing a 3D matrix". As a vector, the rotation moves on the
  /// straight line between quaternions, and ``Transform3D/init(_:)-(Decomposition)`` normalises
  /// it to length 1. ``mix(with:by:)`` rotates at constant speed along the shorter way.
  @frozen
  public struct Decomposition: PackedVector, Animatable, Hashable, Codable {
    public var translationX: Component
    public var translationY: Component
    public var translationZ: Component
    public var scaleX: Component
    public var scaleY: Component
    public var scaleZ: Component
    /// The multiple of the x axis that is added to the y axis.
    public var skewXY: Component
    /// The multiple of the x axis that is added to the z axis.
    public var skewXZ: Component
    /// The multiple of the y axis that is added to the z axis.
    public var skewYZ: Component
    /// The coefficients of w': m14, m24, m34 and m44 of a matrix that has only a perspective.
    public var perspectiveX: Component
    public var perspectiveY: Component
    public var perspectiveZ: Component
    public var perspectiveW: Component
    public var rotation: Quaternion<Component>

    /// Creates parts. By default each part has no effect.
    @inlinable
    public init(
      translationX: Component = 0, translationY: Component = 0, translationZ: Component = 0, scaleX: Component = 1,
      scaleY: Component = 1, scaleZ: Component = 1, skewXY: Component = 0, skewXZ: Component = 0, skewYZ: Component = 0,
      perspectiveX: Component = 0, perspectiveY: Component = 0, perspectiveZ: Component = 0,
      perspectiveW: Component = 1, rotation: Quaternion<Component> = .identity
    ) {
      self.translationX = translationX
      self.translationY = translationY
      self.translationZ = translationZ
      self.scaleX = scaleX
      self.scaleY = scaleY
      self.scaleZ = scaleZ
      self.skewXY = skewXY
      self.skewXZ = skewXZ
      self.skewYZ = skewYZ
      self.perspectiveX = perspectiveX
      self.perspectiveY = perspectiveY
      self.perspectiveZ = perspectiveZ
      self.perspectiveW = perspectiveW
      self.rotation = rotation
    }

    /// Creates parts by rounding those of another type.
    @inlinable
    public init<Other>(_ other: Transform3D<Other>.Decomposition) {
      self.init(
        translationX: Component(other.translationX), translationY: Component(other.translationY),
        translationZ: Component(other.translationZ), scaleX: Component(other.scaleX), scaleY: Component(other.scaleY),
        scaleZ: Component(other.scaleZ), skewXY: Component(other.skewXY), skewXZ: Component(other.skewXZ),
        skewYZ: Component(other.skewYZ), perspectiveX: Component(other.perspectiveX),
        perspectiveY: Component(other.perspectiveY), perspectiveZ: Component(other.perspectiveZ),
        perspectiveW: Component(other.perspectiveW), rotation: Quaternion<Component>(other.rotation))
    }

    /// Returns the parts on the way to others: rotations are normalised to length 1 and interpolated by
    /// ``Quaternion/slerp(towards:amount:)``, the other parts on straight lines.
    ///
    /// - Parameters:
    ///   - other: The parts at an amount of 1.
    ///   - amount: The amount, usually in 0...1; outside it the motion continues.
    @specialized(where Component == Float)
    @specialized(where Component == Double)
    public func mix(with other: Self, by amount: Double) -> Self {
      var result = interpolated(towards: other, amount: amount)
      result.rotation = rotation.normalized.slerp(towards: other.rotation.normalized, amount: amount)
      return result
    }
  }

  /// The parts of the transform, by CSS's decomposition of matrices, or nil if it isn't invertible or m44 is 0. Their
  /// product is the transform, up to rounding and a factor of all components (m44 becomes 1).
  ///
  /// If space is turned inside out, all scales are negative.
  public var decomposition: Decomposition? {
    @specialized(where Component == Float)
    @specialized(where Component == Double)
    get {
      unmatrix(Transform3D<Double>(self)).map(Decomposition.init)
    }
  }

  /// Creates the product of the parts. A quaternion of length 0 gives no rotation.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public init(_ decomposition: Decomposition) {
    let parts = Transform3D<Double>.Decomposition(decomposition)
    let (right, up, forward) = rotationColumns(parts.rotation.normalized.vector)
    let perspective = SIMD3(parts.perspectiveX, parts.perspectiveY, parts.perspectiveZ)
    let translation = SIMD3(parts.translationX, parts.translationY, parts.translationZ)
    func column(_ v: SIMD3<Double>) -> SIMD4<Double> { SIMD4(v, (perspective * v).sum()) }
    let x = column(right)
    let y = column(up) + parts.skewXY * x
    let z = column(forward) + parts.skewYZ * column(up) + parts.skewXZ * x
    var origin = column(translation)
    origin.w += parts.perspectiveW
    self.init(
      Transform3D<Double>(columns: parts.scaleX * x, parts.scaleY * y, parts.scaleZ * z, origin))
  }
}

extension Transform3D.Decomposition: CustomStringConvertible {
  public var description: String {
    "Decomposition(translationX: \(translationX), translationY: \(translationY), translationZ: \(translationZ), "
      + "scaleX: \(scaleX), scaleY: \(scaleY), scaleZ: \(scaleZ), skewXY: \(skewXY), skewXZ: \(skewXZ), "
      + "skewYZ: \(skewYZ), perspectiveX: \(perspectiveX), perspectiveY: \(perspectiveY), "
      + "perspectiveZ: \(perspectiveZ), perspectiveW: \(perspectiveW), rotation: \(rotation))"
  }
}

/// Two transforms prepared for interpolation by CSS Transforms 2.
enum TransformEnds3D {
  case decomposed(Transform3D<Double>.Decomposition, Transform3D<Double>.Decomposition)
  /// One of the transforms can't be decomposed.
  case discrete
  /// One of the transforms isn't finite.
  case undefined

  init(_ from: Transform3D<Double>, _ to: Transform3D<Double>) {
    guard from.isFinite, to.isFinite else {
      self = .undefined
      return
    }
    guard let start = unmatrix(from), let end = unmatrix(to) else {
      self = .discrete
      return
    }
    self = .decomposed(start, end)
  }
}

/// Decomposes a transform by Gram and Schmidt's method on the columns, after Thomas, "Decomposing a matrix into simple
/// transformations" (Graphics Gems II).
private func unmatrix(_ transform: Transform3D<Double>) -> Transform3D<Double>.Decomposition? {
  guard transform.m44 != 0, transform.isFinite, transform.isInvertible else { return nil }
  let (c0, c1, c2, c3) = transform.columns
  let w = c3.w
  var (x, y, z) = (c0.xyz / w, c1.xyz / w, c2.xyz / w)
  let translation = c3.xyz / w
  var parts = Transform3D<Double>.Decomposition(
    translationX: translation.x, translationY: translation.y, translationZ: translation.z)
  if c0.w != 0 || c1.w != 0 || c2.w != 0 {
    // The last row is the perspective's row times the matrix without perspective.
    let rest = Transform3D<Double>(columns: SIMD4(x, 0), SIMD4(y, 0), SIMD4(z, 0), SIMD4(translation, 1))
    guard let inverse = rest.inverted() else { return nil }
    let row = SIMD4(c0.w, c1.w, c2.w, w) / w
    let (i0, i1, i2, i3) = inverse.columns
    parts.perspectiveX = (row * i0).sum()
    parts.perspectiveY = (row * i1).sum()
    parts.perspectiveZ = (row * i2).sum()
    parts.perspectiveW = (row * i3).sum()
  }
  parts.scaleX = (x * x).sum().squareRoot()
  x /= parts.scaleX
  let xy = (x * y).sum()
  y -= xy * x
  parts.scaleY = (y * y).sum().squareRoot()
  y /= parts.scaleY
  let xz = (x * z).sum()
  z -= xz * x
  let yz = (y * z).sum()
  z -= yz * y
  parts.scaleZ = (z * z).sum().squareRoot()
  z /= parts.scaleZ
  parts.skewXY = xy / parts.scaleY
  parts.skewXZ = xz / parts.scaleZ
  parts.skewYZ = yz / parts.scaleZ
  let volume = x.x * (y.y * z.z - y.z * z.y) + x.y * (y.z * z.x - y.x * z.z) + x.z * (y.x * z.y - y.y * z.x)
  if volume < 0 {
    (x, y, z) = (-x, -y, -z)
    parts.scaleX = -parts.scaleX
    parts.scaleY = -parts.scaleY
    parts.scaleZ = -parts.scaleZ
  }
  parts.rotation = rotation(x, y, z)
  // A part isn't finite if a product of lengths is too large or too small.
  return (0..<17).allSatisfy { parts[component: $0].isFinite } ? parts : nil
}

/// Returns the quaternion of the rotation that maps the axes to x, y and z. It starts from the quaternion's largest
/// component, which loses nothing to cancellation (Shepperd, "Quaternion from rotation matrix", 1978).
private func rotation(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) -> Quaternion<Double> {
  let trace = x.x + y.y + z.z
  let largest = max(trace, x.x, y.y, z.z)
  let q: SIMD4<Double> =
    if largest == trace {
      SIMD4(y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace)
    } else if largest == x.x {
      SIMD4(1 + x.x - y.y - z.z, x.y + y.x, x.z + z.x, y.z - z.y)
    } else if largest == y.y {
      SIMD4(x.y + y.x, 1 + y.y - x.x - z.z, y.z + z.y, z.x - x.z)
    } else {
      SIMD4(x.z + z.x, y.z + z.y, 1 + z.z - x.x - y.y, x.y - y.x)
    }
  return Quaternion(q).normalized
}

extension SIMD4<Double> {
  fileprivate var xyz: SIMD3<Double> { SIMD3(x, y, z) }
}
