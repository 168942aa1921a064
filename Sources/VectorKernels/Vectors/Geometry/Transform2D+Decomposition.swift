internal import CVectorKernels

extension Transform2D {
  /// The parts of a transform: a scale, followed by a rotation, a residual skew and a translation. Each part can be
  /// animated on its own.
  ///
  /// ```
  /// | m11 m21 |   | cos -sin |   | scaleX   0    |
  /// | m12 m22 | * | sin  cos | * |   0    scaleY |,   and then translationX and translationY
  /// ```
  ///
  /// The parts are those of CSS Transforms 1, "Decomposing a 2D matrix". The rotation counts turns.
  @frozen
  public struct Decomposition: PackedVector, Animatable, Hashable, Codable {
    public var translationX: Component
    public var translationY: Component
    public var scaleX: Component
    public var scaleY: Component
    /// The angle of the rotation in radians, from the x axis to the y axis.
    public var radians: Component
    public var m11: Component
    public var m12: Component
    public var m21: Component
    public var m22: Component

    /// Creates parts. By default each part has no effect.
    @inlinable
    public init(
      translationX: Component = 0, translationY: Component = 0, scaleX: Component = 1, scaleY: Component = 1,
      radians: Component = 0, m11: Component = 1, m12: Component = 0, m21: Component = 0, m22: Component = 1
    ) {
      self.translationX = translationX
      self.translationY = translationY
      self.scaleX = scaleX
      self.scaleY = scaleY
      self.radians = radians
      self.m11 = m11
      self.m12 = m12
      self.m21 = m21
      self.m22 = m22
    }

    /// Creates parts by rounding those of another type.
    @inlinable
    public init<Other>(_ other: Transform2D<Other>.Decomposition) {
      self.init(
        translationX: Component(other.translationX), translationY: Component(other.translationY),
        scaleX: Component(other.scaleX), scaleY: Component(other.scaleY), radians: Component(other.radians),
        m11: Component(other.m11), m12: Component(other.m12), m21: Component(other.m21), m22: Component(other.m22))
    }
  }

  /// The parts of the transform, by CSS's decomposition of matrices; their product is the transform, up to rounding.
  ///
  /// If the determinant is negative, the scale of the axis with the smaller component on the diagonal is negative. The
  /// angle is in -180...180 degrees. A column of zeros has a scale of 0 and a residual of 0.
  public var decomposition: Decomposition {
    @specialized(where Component == Float)
    @specialized(where Component == Double)
    get {
      let m = Transform2D<Double>(self)
      var (scaleX, a, b) = polar(m.a, m.b)
      var (scaleY, c, d) = polar(m.c, m.d)
      if m.determinant < 0 {
        if m.a < m.d { (scaleX, a, b) = (-scaleX, -a, -b) } else { (scaleY, c, d) = (-scaleY, -c, -d) }
      }
      let radians = vk_atan2(b, a)
      // The rotation is undone; a and b are its cosine and sine, unless they are 0.
      let (cosine, sine) = scaleX == 0 ? (1, 0) : (a, b)
      return Decomposition(
        Transform2D<Double>.Decomposition(
          translationX: m.tx, translationY: m.ty, scaleX: scaleX, scaleY: scaleY, radians: radians,
          m11: cosine * a - sine * c, m12: cosine * b - sine * d,
          m21: sine * a + cosine * c, m22: sine * b + cosine * d))
    }
  }

  /// Creates the product of the parts.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public init(_ decomposition: Decomposition) {
    let parts = Transform2D<Double>.Decomposition(decomposition)
    let (sine, cosine) = (vk_sin(parts.radians), vk_cos(parts.radians))
    self.init(
      Transform2D<Double>(
        a: (parts.m11 * cosine + parts.m21 * sine) * parts.scaleX,
        b: (parts.m12 * cosine + parts.m22 * sine) * parts.scaleX,
        c: (parts.m21 * cosine - parts.m11 * sine) * parts.scaleY,
        d: (parts.m22 * cosine - parts.m12 * sine) * parts.scaleY,
        tx: parts.translationX, ty: parts.translationY))
  }
}

extension Transform2D.Decomposition: CustomStringConvertible {
  public var description: String {
    "Decomposition(translationX: \(translationX), translationY: \(translationY), scaleX: \(scaleX), "
      + "scaleY: \(scaleY), radians: \(radians), m11: \(m11), m12: \(m12), m21: \(m21), m22: \(m22))"
  }
}

/// Two transforms prepared for interpolation by CSS Transforms 1.
enum TransformEnds2D {
  /// Both transforms are decomposed, for the shorter rotation.
  case decomposed(Transform2D<Double>.Decomposition, Transform2D<Double>.Decomposition)
  /// One of the transforms isn't invertible.
  case discrete
  /// One of the transforms isn't finite.
  case undefined

  init(_ from: Transform2D<Double>, _ to: Transform2D<Double>) {
    guard from.isFinite, to.isFinite else {
      self = .undefined
      return
    }
    guard from.isInvertible, to.isInvertible else {
      self = .discrete
      return
    }
    var (start, end) = (from.decomposition, to.decomposition)
    // A flip in x at one end and in y at the other is half a turn, not a flip of each.
    if (start.scaleX < 0 && end.scaleY < 0) || (start.scaleY < 0 && end.scaleX < 0) {
      start.scaleX = -start.scaleX
      start.scaleY = -start.scaleY
      start.radians += start.radians < 0 ? .pi : -.pi
    }
    // An angle of 0 counts as a whole turn, which decides the direction of half a turn.
    let turn = 2 * Double.pi
    if start.radians == 0 { start.radians = turn }
    if end.radians == 0 { end.radians = turn }
    if abs(start.radians - end.radians) > .pi {
      if start.radians > end.radians { start.radians -= turn } else { end.radians -= turn }
    }
    // The sine of a whole turn isn't exactly 0, so subtract it from both.
    if start.radians == turn || end.radians == turn {
      start.radians -= turn
      end.radians -= turn
    }
    self = .decomposed(start, end)
  }
}

/// Returns the length of a vector and its direction, which is (0, 0) for 0. Squares may overflow or underflow.
private func polar(_ x: Double, _ y: Double) -> (length: Double, x: Double, y: Double) {
  let largest = max(abs(x), abs(y))
  if x == 0 && y == 0 { return (0, 0, 0) }
  let (u, v) = (x / largest, y / largest)
  let length = (u * u + v * v).squareRoot()
  return (largest * length, u / length, v / length)
}
