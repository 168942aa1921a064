internal import CVectorKernels

/// A transform of space with perspective: CSS's `matrix3d(m11, m12, m13, m14, m21, ... m44)`.
///
/// ```
/// x' = m11 x + m21 y + m31 z + m41
/// y' = m12 x + m22 y + m32 z + m42
/// z' = m13 x + m23 y + m33 z + m43
/// w' = m14 x + m24 y + m34 z + m44,     and the point is (x', y', z') / w'
/// ```
///
/// ``mix(with:by:)`` interpolates by CSS's rules, with separate translation, rotation, scale, skew and perspective;
/// ``TransformMix3D`` does it for many pairs. As a vector a transform is its 16 components, for ``Columns`` and
/// packing. On the straight line between two matrices, rotating shapes would shrink, so a transform isn't `Animatable`;
/// its ``decomposition`` is.
///
/// The memory layout is m11, m12, m13, m14, m21 and so on, as in `CATransform3D`, and as shaders expect matrices of
/// columns.
@frozen
public struct Transform3D<Component: SIMDBatchElement>: PackedVector, Hashable, Codable {
  public var m11: Component
  public var m12: Component
  public var m13: Component
  public var m14: Component
  public var m21: Component
  public var m22: Component
  public var m23: Component
  public var m24: Component
  public var m31: Component
  public var m32: Component
  public var m33: Component
  public var m34: Component
  public var m41: Component
  public var m42: Component
  public var m43: Component
  public var m44: Component

  @inlinable
  public init(
    m11: Component, m12: Component, m13: Component, m14: Component,
    m21: Component, m22: Component, m23: Component, m24: Component,
    m31: Component, m32: Component, m33: Component, m34: Component,
    m41: Component, m42: Component, m43: Component, m44: Component
  ) {
    self.m11 = m11
    self.m12 = m12
    self.m13 = m13
    self.m14 = m14
    self.m21 = m21
    self.m22 = m22
    self.m23 = m23
    self.m24 = m24
    self.m31 = m31
    self.m32 = m32
    self.m33 = m33
    self.m34 = m34
    self.m41 = m41
    self.m42 = m42
    self.m43 = m43
    self.m44 = m44
  }

  /// Creates a transform from its columns: the images of the axes and of the origin.
  @inlinable
  public init(columns x: SIMD4<Component>, _ y: SIMD4<Component>, _ z: SIMD4<Component>, _ origin: SIMD4<Component>) {
    self.init(
      m11: x.x, m12: x.y, m13: x.z, m14: x.w, m21: y.x, m22: y.y, m23: y.z, m24: y.w,
      m31: z.x, m32: z.y, m33: z.z, m34: z.w, m41: origin.x, m42: origin.y, m43: origin.z, m44: origin.w)
  }

  /// The columns: the images of the axes and of the origin.
  @inlinable
  public var columns: (x: SIMD4<Component>, y: SIMD4<Component>, z: SIMD4<Component>, origin: SIMD4<Component>) {
    (SIMD4(m11, m12, m13, m14), SIMD4(m21, m22, m23, m24), SIMD4(m31, m32, m33, m34), SIMD4(m41, m42, m43, m44))
  }

  /// Creates a transform by rounding the components of another one.
  @inlinable
  public init<Other>(_ other: Transform3D<Other>) {
    let (x, y, z, origin) = other.columns
    self.init(columns: Self.converted(x), Self.converted(y), Self.converted(z), Self.converted(origin))
  }

  @inlinable
  static func converted<Other: SIMDBatchElement>(_ v: SIMD4<Other>) -> SIMD4<Component> {
    SIMD4(Component(v.x), Component(v.y), Component(v.z), Component(v.w))
  }

  /// The transform that leaves every point where it is.
  @inlinable
  public static var identity: Transform3D { Transform3D(scaleX: 1, y: 1, z: 1) }

  /// Creates a translation.
  @inlinable
  public init(translationX tx: Component, y ty: Component, z tz: Component) {
    self.init(columns: SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(tx, ty, tz, 1))
  }

  /// Creates a scaling along the axes, about the origin.
  @inlinable
  public init(scaleX: Component, y scaleY: Component, z scaleZ: Component) {
    self.init(
      columns: SIMD4(scaleX, 0, 0, 0), SIMD4(0, scaleY, 0, 0), SIMD4(0, 0, scaleZ, 0), SIMD4(0, 0, 0, 1))
  }

  /// Creates a rotation about the origin from a quaternion of any length. A quaternion of length 0 gives no rotation.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public init(rotation: Quaternion<Component>) {
    let (x, y, z) = rotationColumns(rotation.normalized.vector)
    self.init(
      Transform3D<Double>(columns: SIMD4(x, 0), SIMD4(y, 0), SIMD4(z, 0), SIMD4(0, 0, 0, 1)))
  }

  /// Creates the perspective of an eye whose distance from the plane z = 0 is `depth`: CSS's `perspective()`.
  ///
  /// - Parameter depth: The distance of the eye. At 0 everything is infinitely small or undefined.
  @inlinable
  public init(perspective depth: Component) {
    self = .identity
    m34 = -1 / depth
  }

  /// Creates a transform of space from a transform of the plane. It leaves z as it is.
  @inlinable
  public init(_ plane: Transform2D<Component>) {
    self.init(
      columns: SIMD4(plane.a, plane.b, 0, 0), SIMD4(plane.c, plane.d, 0, 0), SIMD4(0, 0, 1, 0),
      SIMD4(plane.tx, plane.ty, 0, 1))
  }

  /// Returns the point that the transform maps another one to. If w' is 0 or less, the point is beyond the eye, and the
  /// result is infinite or mirrored.
  @inlinable
  public func applied(to point: SIMD3<Component>) -> SIMD3<Component> {
    let moved = product(with: SIMD4(point.x, point.y, point.z, 1))
    return SIMD3(moved.x, moved.y, moved.z) / moved.w
  }

  /// Returns this transform followed by another.
  @inlinable
  public func concatenating(_ other: Transform3D) -> Transform3D {
    let columns = columns
    return Transform3D(
      columns: other.product(with: columns.x), other.product(with: columns.y), other.product(with: columns.z),
      other.product(with: columns.origin))
  }

  /// Returns the product of the matrix and a column.
  @inlinable
  func product(with column: SIMD4<Component>) -> SIMD4<Component> {
    let (x, y, z, origin) = columns
    return x * column.x + y * column.y + z * column.z + origin * column.w
  }

  /// The factor by which volumes grow if w stays 1. It is negative if space is turned inside out.
  public var determinant: Component {
    @specialized(where Component == Float)
    @specialized(where Component == Double)
    get { Component(Transform3D<Double>(self).cofactors.determinant) }
  }

  /// Whether the transform has an inverse: the determinant is finite and not 0.
  public var isInvertible: Bool {
    @specialized(where Component == Float)
    @specialized(where Component == Double)
    get { inverted() != nil }
  }

  /// Returns the inverse transform, or nil if the transform isn't invertible.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public func inverted() -> Transform3D? {
    let (cofactors, determinant) = Transform3D<Double>(self).cofactors
    guard determinant.isFinite, determinant != 0 else { return nil }
    let (x, y, z, origin) = cofactors.columns
    return Transform3D(
      Transform3D<Double>(columns: x / determinant, y / determinant, z / determinant, origin / determinant))
  }
}

extension Transform3D<Double> {
  /// The inverse times the determinant, and the determinant, from the 2 by 2 minors of the first and last two rows.
  fileprivate var cofactors: (adjugate: Transform3D, determinant: Double) {
    let s0 = m11 * m22 - m21 * m12
    let s1 = m11 * m23 - m21 * m13
    let s2 = m11 * m24 - m21 * m14
    let s3 = m12 * m23 - m22 * m13
    let s4 = m12 * m24 - m22 * m14
    let s5 = m13 * m24 - m23 * m14
    let c5 = m33 * m44 - m43 * m34
    let c4 = m32 * m44 - m42 * m34
    let c3 = m32 * m43 - m42 * m33
    let c2 = m31 * m44 - m41 * m34
    let c1 = m31 * m43 - m41 * m33
    let c0 = m31 * m42 - m41 * m32
    let determinant = s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0
    let x = SIMD4(
      m22 * c5 - m23 * c4 + m24 * c3, -m12 * c5 + m13 * c4 - m14 * c3, m42 * s5 - m43 * s4 + m44 * s3,
      -m32 * s5 + m33 * s4 - m34 * s3)
    let y = SIMD4(
      -m21 * c5 + m23 * c2 - m24 * c1, m11 * c5 - m13 * c2 + m14 * c1, -m41 * s5 + m43 * s2 - m44 * s1,
      m31 * s5 - m33 * s2 + m34 * s1)
    let z = SIMD4(
      m21 * c4 - m22 * c2 + m24 * c0, -m11 * c4 + m12 * c2 - m14 * c0, m41 * s4 - m42 * s2 + m44 * s0,
      -m31 * s4 + m32 * s2 - m34 * s0)
    let w = SIMD4(
      -m21 * c3 + m22 * c1 - m23 * c0, m11 * c3 - m12 * c1 + m13 * c0, -m41 * s3 + m42 * s1 - m43 * s0,
      m31 * s3 - m32 * s1 + m33 * s0)
    return (Transform3D(columns: x, y, z, w), determinant)
  }
}

/// Returns the images of the axes under the rotation by a unit quaternion.
func rotationColumns(_ q: SIMD4<Double>) -> (x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) {
  let (x, y, z, w) = (q.x, q.y, q.z, q.w)
  return (
    SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
    SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
    SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y))
  )
}

extension Transform3D {
  /// Returns the transform on the way to another one, by CSS's interpolation of matrices: with separate translation,
  /// scale, skew, perspective and shorter rotation.
  ///
  /// If one of the two can't be decomposed, because it isn't invertible or has an m44 of 0, the result jumps in the
  /// middle, as in CSS. If a component isn't finite, all components of the result are NaN. Mix ``decomposition``s
  /// yourself to pass through a scale of 0.
  ///
  /// - Parameters:
  ///   - other: The transform at an amount of 1.
  ///   - amount: The amount, usually in 0...1; outside it the motion continues.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public func mix(with other: Transform3D, by amount: Double) -> Transform3D {
    switch TransformEnds3D(Transform3D<Double>(self), Transform3D<Double>(other)) {
    case .undefined: .undefined
    case .discrete: amount.isNaN ? .undefined : amount < 0.5 ? self : other
    case .decomposed(let start, let end): Transform3D(Transform3D<Double>(start.mix(with: end, by: amount)))
    }
  }

  static var undefined: Transform3D {
    let column = SIMD4<Component>(repeating: .nan)
    return Transform3D(columns: column, column, column, column)
  }

  var isFinite: Bool { (0..<16).allSatisfy { self[component: $0].isFinite } }
}

extension Transform3D: CustomStringConvertible {
  public var description: String {
    let components = (0..<16).map { "\(self[component: $0])" }.joined(separator: ", ")
    return "Transform3D(\(components))"
  }
}
