extension MotionPath {
  /// A cubic Bezier curve from a start to an end. Its tangents lead from the start to the first control point, and from
  /// the second one to the end.
  public struct Segment: Hashable, Sendable {
    public var start: Point2D<Double>
    public var control1: Point2D<Double>
    public var control2: Point2D<Double>
    public var end: Point2D<Double>

    /// Creates a cubic segment.
    public init(
      start: Point2D<Double>, control1: Point2D<Double>, control2: Point2D<Double>, end: Point2D<Double>
    ) {
      self.start = start
      self.control1 = control1
      self.control2 = control2
      self.end = end
    }

    /// Creates a straight line. Its control points divide it into thirds, so the speed along it is constant.
    public init(from start: Point2D<Double>, to end: Point2D<Double>) {
      let third = Self.between(start, end, 1.0 / 3)
      self.init(start: start, control1: third, control2: Self.between(end, start, 1.0 / 3), end: end)
    }

    /// Creates a quadratic curve: its control point is reached by two thirds from each end.
    public init(start: Point2D<Double>, control: Point2D<Double>, end: Point2D<Double>) {
      self.init(
        start: start, control1: Self.between(start, control, 2.0 / 3), control2: Self.between(end, control, 2.0 / 3),
        end: end)
    }

    private static func between(_ a: Point2D<Double>, _ b: Point2D<Double>, _ amount: Double) -> Point2D<Double> {
      Point2D(x: a.x + amount * (b.x - a.x), y: a.y + amount * (b.y - a.y))
    }
  }
}

extension MotionPath.Segment {
  /// Returns the point at a parameter in 0...1, exactly the start and the end there.
  @inline(__always)
  func point(at s: Double) -> Point2D<Double> {
    if s >= 1 { return end }
    let r = 1 - s
    let (a, b, c, d) = (r * r * r, 3 * r * r * s, 3 * r * s * s, s * s * s)
    return Point2D(
      x: a * start.x + b * control1.x + c * control2.x + d * end.x,
      y: a * start.y + b * control1.y + c * control2.y + d * end.y)
  }

  /// Returns the part between two parameters (de Casteljau).
  func part(_ low: Double, _ high: Double) -> MotionPath.Segment {
    if low <= 0, high >= 1 { return self }
    /// The blossom: the control points are its values at the ends of the part.
    func blossom(_ u: Double, _ v: Double, _ w: Double) -> Point2D<Double> {
      func mix(_ a: Double, _ b: Double, _ s: Double) -> Double { (1 - s) * a + s * b }
      func coordinate(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> Double {
        let (q0, q1, q2) = (mix(p0, p1, u), mix(p1, p2, u), mix(p2, p3, u))
        return mix(mix(q0, q1, v), mix(q1, q2, v), w)
      }
      return Point2D(
        x: coordinate(start.x, control1.x, control2.x, end.x), y: coordinate(start.y, control1.y, control2.y, end.y))
    }
    return MotionPath.Segment(
      start: low <= 0 ? start : blossom(low, low, low), control1: blossom(low, low, high),
      control2: blossom(low, high, high), end: high >= 1 ? end : blossom(high, high, high))
  }
}

/// The derivative of a segment by its parameter, a quadratic curve: 3 (r^2 a + 2 r s b + s^2 c) with r = 1 - s.
///
/// Its numbers are in the unit of the largest one, so that squares neither overflow nor vanish. The unit is a power of
/// two, so that it rounds nothing.
struct Hodograph: Sendable {
  private let a, b, c: SIMD2<Double>
  /// The unit.
  let unit: Double

  /// The derivative of a segment, or nil if the segment has no length.
  init?(_ segment: MotionPath.Segment) {
    func vector(_ from: Point2D<Double>, _ to: Point2D<Double>) -> SIMD2<Double> {
      SIMD2(to.x - from.x, to.y - from.y)
    }
    let (a, b, c) = (
      vector(segment.start, segment.control1), vector(segment.control1, segment.control2),
      vector(segment.control2, segment.end)
    )
    let largest = [a, b, c].reduce(0) { max($0, abs($1.x), abs($1.y)) }
    guard largest >= 1e-290 else { return nil }
    unit = Double(sign: .plus, exponent: largest.exponent, significand: 1)
    (self.a, self.b, self.c) = (a / unit, b / unit, c / unit)
  }

  /// The length of the control polygon, in the unit.
  var polygon: Double { Self.norm(a) + Self.norm(b) + Self.norm(c) }

  private static func norm(_ vector: SIMD2<Double>) -> Double {
    (vector.x * vector.x + vector.y * vector.y).squareRoot()
  }

  @inline(__always)
  private func third(at s: Double) -> SIMD2<Double> {
    let r = 1 - s
    return (r * r) * a + (2 * r * s) * b + (s * s) * c
  }

  /// Returns the speed at a parameter, in units.
  @inline(__always)
  func speed(at s: Double) -> Double { 3 * Self.norm(third(at: s)) }

  /// The parameters in 0...1 at which the speed is least or largest, in order: at most three, and none where it hardly
  /// changes.
  var extremaOfSpeed: [Double] {
    // Where the derivative hardly changes, as on straight lines, it is nowhere near 0: no cusp is near, and the extrema
    // would be those of rounding.
    if [b - a, c - b].allSatisfy({ max(abs($0.x), abs($0.y)) <= 1.0 / 16 }) { return [] }
    // Half the derivative of the squared speed: the product of the derivative and the second one, a cubic.
    func change(_ s: Double) -> Double {
      let product = third(at: s) * ((1 - s) * (b - a) + s * (c - b))
      return product.x + product.y
    }
    // Its own extrema are roots of a quadratic, and between them it has at most one root. Its values at four places
    // give the quadratic.
    let (p, q, r, t) = (change(0), change(1.0 / 3), change(2.0 / 3), change(1))
    let cubic = 4.5 * (t - 3 * r + 3 * q - p)
    let square = 4.5 * (2 * p - 5 * q + 4 * r - t)
    let linear = 0.5 * (-11 * p + 18 * q - 9 * r + 2 * t)
    let discriminant = max(0, square * square - 3 * cubic * linear)
    let sum = -(square + (square < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()))
    let turns = [sum / (3 * cubic), linear / sum].filter { $0 > 0 && $0 < 1 }.sorted()
    var extrema: [Double] = []
    for (from, to) in zip([0] + turns, turns + [1]) {
      var (low, high) = (from, to)
      let isRising = change(low) < 0
      guard change(low) != 0, change(high) != 0, isRising == (change(high) > 0) else { continue }
      while true {
        let middle = (low + high) / 2
        if middle <= low || middle >= high { break }
        if (change(middle) < 0) == isRising { low = middle } else { high = middle }
      }
      extrema.append(high)
    }
    return extrema
  }

  /// Returns the length between two parameters, in units, by Gauss and Legendre's rule with eight nodes.
  @inline(__always)
  func length(_ low: Double, _ high: Double) -> Double {
    let nodes = SIMD4(0.183434642495649805, 0.525532409916328986, 0.796666477413626740, 0.960289856497536232)
    let weights = SIMD4(0.362683783378361983, 0.313706645877887287, 0.222381034453374471, 0.101228536290376259)
    let (middle, half) = ((low + high) / 2, (high - low) / 2)
    var sum = 0.0
    for index in 0..<4 {
      let offset = half * nodes[index]
      sum += weights[index] * (Self.norm(third(at: middle - offset)) + Self.norm(third(at: middle + offset)))
    }
    return 3 * half * sum
  }

  /// Returns the direction at a parameter. Where the derivative is 0, it is the direction in which the curve goes on,
  /// and at the end the direction in which it arrives.
  func direction(at s: Double) -> Point2D<Double> {
    let derivative = third(at: s)
    // Below this the rounding of the sums shows. The ends have sums of one term.
    let least = s <= 0 || s >= 1 ? 0 : 4 * Double.ulpOfOne
    if let direction = Self.direction(derivative, over: least) { return direction }
    let r = 1 - s
    let second = r * (b - a) + s * (c - b)
    // Before the end the curve comes from the other side of its second derivative.
    if let direction = Self.direction(s >= 1 ? -second : second, over: least) { return direction }
    return Self.direction(a - 2 * b + c, over: 0) ?? Point2D(x: 1, y: 0)
  }

  private static func direction(_ vector: SIMD2<Double>, over least: Double) -> Point2D<Double>? {
    let size = max(abs(vector.x), abs(vector.y))
    guard size > least else { return nil }
    let scaled = vector / size
    let norm = norm(scaled)
    return Point2D(x: scaled.x / norm, y: scaled.y / norm)
  }
}
