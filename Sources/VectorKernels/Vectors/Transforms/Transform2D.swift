internal import CVectorKernels

/// An affine transform of the plane: CSS's `matrix(a, b, c, d, tx, ty)`.
///
/// ```
/// x' = a x + c y + tx
/// y' = b x + d y + ty
/// ```
///
/// ``mix(with:by:)`` interpolates as CSS does, by translation, rotation, scale and skew; ``TransformMix2D`` does it for
/// many. As a vector it is its six components, for ``Columns`` and packing: on the straight line between two matrices
/// what rotates shrinks. So it isn't `Animatable`; its ``decomposition`` is.
///
/// In memory a, b, c, d, tx and ty, as in `CGAffineTransform`. Not `AffineTransform`, which is Foundation's.
@frozen
public struct Transform2D<Component: BatchElement>: PackedVector, Hashable, Codable {
  public var a: Component
  public var b: Component
  public var c: Component
  public var d: Component
  public var tx: Component
  public var ty: Component

  @inlinable
  public init(a: Component, b: Component, c: Component, d: Component, tx: Component, ty: Component) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// A transform whose components are rounded to another type.
  @inlinable
  public init<Other>(_ other: Transform2D<Other>) {
    self.init(
      a: Component(other.a), b: Component(other.b), c: Component(other.c), d: Component(other.d),
      tx: Component(other.tx), ty: Component(other.ty))
  }

  /// What leaves every point where it is.
  @inlinable
  public static var identity: Transform2D { Transform2D(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

  /// A translation.
  @inlinable
  public init(translationX tx: Component, y ty: Component) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
  }

  /// A scaling along the axes, about the origin.
  @inlinable
  public init(scaleX: Component, y scaleY: Component) {
    self.init(a: scaleX, b: 0, c: 0, d: scaleY, tx: 0, ty: 0)
  }

  /// A rotation about the origin, from the x axis to the y axis.
  public init(rotation angle: Angle) {
    let (sine, cosine) = (Component(vk_sin(angle.radians)), Component(vk_cos(angle.radians)))
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// The factor by which areas grow; negative where the plane is turned over.
  @inlinable
  public var determinant: Component { a * d - b * c }

  /// Whether every point can be found again: the determinant is finite and not 0.
  @inlinable
  public var isInvertible: Bool { determinant.isFinite && determinant != 0 }

  /// What takes every point back, or nil if the transform isn't invertible.
  public func inverted() -> Transform2D? {
    let m = Transform2D<Double>(self)
    let determinant = m.determinant
    guard determinant.isFinite, determinant != 0 else { return nil }
    return Transform2D(
      Transform2D<Double>(
        a: m.d / determinant, b: -m.b / determinant, c: -m.c / determinant, d: m.a / determinant,
        tx: (m.c * m.ty - m.d * m.tx) / determinant, ty: (m.b * m.tx - m.a * m.ty) / determinant))
  }

  /// This transform, and then another.
  @inlinable
  public func concatenating(_ other: Transform2D) -> Transform2D {
    let a = other.a * a + other.c * b
    let b = other.b * self.a + other.d * b
    let c = other.a * c + other.c * d
    let d = other.b * self.c + other.d * d
    let tx = other.a * tx + other.c * ty + other.tx
    let ty = other.b * self.tx + other.d * ty + other.ty
    return Transform2D(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// A translation, and then this transform: the order in which CSS lists them.
  @inlinable
  public func translatedBy(x: Component, y: Component) -> Transform2D {
    Transform2D(translationX: x, y: y).concatenating(self)
  }

  /// A scaling, and then this transform.
  @inlinable
  public func scaledBy(x: Component, y: Component) -> Transform2D {
    Transform2D(scaleX: x, y: y).concatenating(self)
  }

  /// A rotation, and then this transform.
  public func rotated(by angle: Angle) -> Transform2D {
    Transform2D(rotation: angle).concatenating(self)
  }
}

extension Transform2D {
  /// The transform on the way to another, as CSS interpolates matrices: by translation, scale, the shorter rotation and
  /// skew, each on its own.
  ///
  /// Where one of the two isn't invertible, it jumps in the middle, as CSS does. Where a component isn't finite, all of
  /// them are NaN. Mix ``decomposition``s yourself to pass through a scale of 0 or to count turns.
  ///
  /// - Parameters:
  ///   - other: The transform by a fraction of 1.
  ///   - fraction: How far to go, usually in 0...1; outside of it the motion goes on.
  public func mix(with other: Transform2D, by fraction: Double) -> Transform2D {
    switch TransformEnds2D(Transform2D<Double>(self), Transform2D<Double>(other)) {
    case .undefined: .undefined
    case .discrete: fraction.isNaN ? .undefined : fraction < 0.5 ? self : other
    case .decomposed(let start, let end):
      Transform2D(Transform2D<Double>(start.interpolated(towards: end, amount: fraction)))
    }
  }

  static var undefined: Transform2D { Transform2D(a: .nan, b: .nan, c: .nan, d: .nan, tx: .nan, ty: .nan) }

  var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }
}

extension Transform2D: CustomStringConvertible {
  public var description: String { "Transform2D(a: \(a), b: \(b), c: \(c), d: \(d), tx: \(tx), ty: \(ty))" }
}
