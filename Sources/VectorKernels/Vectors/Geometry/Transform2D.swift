internal import CVectorKernels

/// An affine transform of the plane: CSS's `matrix(a, b, c, d, tx, ty)`.
///
/// ```
/// x' = a x + c y + tx
/// y' = b x + d y + ty
/// ```
///
/// ``mix(with:by:)`` interpolates by CSS's rules, with separate translation, rotation, scale and skew;
/// ``TransformMix2D`` does it for many pairs. As a vector a transform is its six components, for ``Columns`` and
/// packing. On the straight line between two matrices, rotating shapes would shrink, so a transform isn't `Animatable`;
/// its ``decomposition`` is.
///
/// The memory layout is a, b, c, d, tx and ty, as in `CGAffineTransform`. The name isn't `AffineTransform`, because
/// Foundation has a type of that name.
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

  /// Creates a transform by rounding the components of another one.
  @inlinable
  public init<Other>(_ other: Transform2D<Other>) {
    self.init(
      a: Component(other.a), b: Component(other.b), c: Component(other.c), d: Component(other.d),
      tx: Component(other.tx), ty: Component(other.ty))
  }

  /// The transform that leaves every point where it is.
  @inlinable
  public static var identity: Transform2D { Transform2D(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

  /// Creates a translation.
  @inlinable
  public init(translationX tx: Component, y ty: Component) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
  }

  /// Creates a scaling along the axes, about the origin.
  @inlinable
  public init(scaleX: Component, y scaleY: Component) {
    self.init(a: scaleX, b: 0, c: 0, d: scaleY, tx: 0, ty: 0)
  }

  /// Creates a rotation about the origin, from the x axis to the y axis.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public init(rotation angle: Angle) {
    let (sine, cosine) = (Component(vk_sin(angle.radians)), Component(vk_cos(angle.radians)))
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// The factor by which areas grow. It is negative if the plane is turned over.
  @inlinable
  public var determinant: Component { a * d - b * c }

  /// Whether the transform has an inverse: the determinant, computed in `Double`, is finite and not 0.
  public var isInvertible: Bool {
    @specialized(where Component == Float)
    @specialized(where Component == Double)
    get {
      let determinant = Transform2D<Double>(self).determinant
      return determinant.isFinite && determinant != 0
    }
  }

  /// Returns the inverse transform, or nil if the transform isn't invertible.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public func inverted() -> Transform2D? {
    if !isInvertible { return nil }
    let m = Transform2D<Double>(self)
    let determinant = m.determinant
    return Transform2D(
      Transform2D<Double>(
        a: m.d / determinant, b: -m.b / determinant, c: -m.c / determinant, d: m.a / determinant,
        tx: (m.c * m.ty - m.d * m.tx) / determinant, ty: (m.b * m.tx - m.a * m.ty) / determinant))
  }

  /// Returns this transform followed by another.
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

  /// Returns a translation followed by this transform: the order in which CSS lists them.
  @inlinable
  public func translatedBy(x: Component, y: Component) -> Transform2D {
    Transform2D(translationX: x, y: y).concatenating(self)
  }

  /// Returns a scaling followed by this transform.
  @inlinable
  public func scaledBy(x: Component, y: Component) -> Transform2D {
    Transform2D(scaleX: x, y: y).concatenating(self)
  }

  /// Returns a rotation followed by this transform.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public func rotated(by angle: Angle) -> Transform2D {
    Transform2D(rotation: angle).concatenating(self)
  }
}

extension Transform2D {
  /// Returns the transform on the way to another one, by CSS's interpolation of matrices: with separate translation,
  /// scale, shorter rotation and skew.
  ///
  /// If one of the two isn't invertible, the result jumps in the middle, as in CSS. If a component isn't finite, all
  /// components of the result are NaN. Mix ``decomposition``s yourself to pass through a scale of 0 or to count turns.
  ///
  /// - Parameters:
  ///   - other: The transform at an amount of 1.
  ///   - amount: The amount, usually in 0...1; outside it the motion continues.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public func mix(with other: Transform2D, by amount: Double) -> Transform2D {
    switch TransformEnds2D(Transform2D<Double>(self), Transform2D<Double>(other)) {
    case .undefined: .undefined
    case .discrete: amount.isNaN ? .undefined : amount < 0.5 ? self : other
    case .decomposed(let start, let end):
      Transform2D(Transform2D<Double>(start.interpolated(towards: end, amount: amount)))
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
