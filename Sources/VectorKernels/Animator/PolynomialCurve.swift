internal import CVectorKernels

/// A curve as polynomials of progress.
final class PolynomialCurve: Sendable {
  let curve: UnitCurve
  /// The amounts, as keyframes whose time is progress, 0...1.
  let keyframes: PreparedKeyframes
  /// The curve's hash: a curve of many points is hashed once.
  private let hash: Int

  /// Finds the polynomials of a curve. They are the curve's own, so their only error is the rounding of coefficients to
  /// `Float`; but a table's polynomials of degree 6 are replaced by two of degree 5 each, within 8e-6 of their last
  /// coefficient: for a smooth function less than the table's own error.
  ///
  /// - Returns: Nil if the curve doesn't consist of a few polynomials of progress, or if one isn't finite in `Float`.
  init?(_ curve: UnitCurve) {
    guard let (instants, degree) = curve.polynomialParts else { return nil }
    let tableDegree = degree <= 3 ? 3 : 5
    var (ends, coefficients): ([Float], [Float]) = ([], [])
    ends.reserveCapacity(instants.count + 1)
    coefficients.reserveCapacity((tableDegree + 1) * (instants.count + 1))
    @inline(never) func append(_ polynomial: SIMD8<Float>, until end: Float) {
      ends.append(end)
      for power in 0...tableDegree { coefficients.append(polynomial[power]) }
    }
    // At the ends, the amounts are exactly the curve's.
    append(SIMD8(lowHalf: SIMD4(Float(curve.value(at: 0)), 0, 0, 0), highHalf: .zero), until: 0)
    for (from, to) in zip(instants, instants.dropFirst()) {
      // Where the curve jumps, the instant of the jump belongs to the part after it.
      let end = Double(Float(to)) < to ? Float(to) : Float(to).nextDown
      if end <= ends[ends.count - 1] { continue }
      append(Self.polynomial(of: curve, degree: degree, from: from, to: to, around: Double(end)), until: end)
    }
    append(
      SIMD8(lowHalf: SIMD4(Float(curve.value(at: 1)), 0, 0, 0), highHalf: .zero), until: .greatestFiniteMagnitude)
    guard coefficients.allSatisfy({ $0.isFinite }) else { return nil }
    self.curve = curve
    hash = curve.hashValue
    keyframes = PreparedKeyframes(
      duration: 1, measuredError: 0, degree: tableDegree, ends: ends, coefficients: [coefficients])
  }

  /// Returns the coefficients, from the lowest degree, of the polynomial that a curve is between two progresses, in the
  /// progress since `origin`. Six are used.
  private static func polynomial(
    of curve: UnitCurve, degree: Int, from: Double, to: Double, around origin: Double
  ) -> SIMD8<Float> {
    let (count, length) = (degree + 1, to - from)
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: 3 * count) { memory in
      let (nodes, values) = (memory.baseAddress!, memory.baseAddress! + count)
      let polynomial = values + count
      // At the ends, the curve may have the value of its neighbour. Chebyshev nodes suit the parts of a table.
      for index in 0..<count {
        let progress = from + (1 - vk_cos(.pi * (Double(index) + 0.5) / Double(count))) / 2 * length
        (nodes + index).initialize(to: (progress - origin) / length)
        (values + index).initialize(to: curve.value(at: progress))
      }
      fitPolynomial(through: values, at: nodes, count: count, into: polynomial)
      var (coefficients, scale) = (SIMD8<Float>.zero, 1.0)
      for power in 0..<count {
        coefficients[power] = Float(polynomial[power] * scale)
        scale /= length
      }
      return coefficients
    }
  }
}

extension PolynomialCurve: Hashable {
  static func == (a: PolynomialCurve, b: PolynomialCurve) -> Bool { a === b || a.hash == b.hash && a.curve == b.curve }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension UnitCurve {
  /// The most parts of a curve that a member may have as its own. Members' parts are in memory one by one, and curves
  /// with more of them are rare.
  private static var mostParts: Int { 256 }

  /// Whether members may have the curve as polynomials: whether it has parameters, and consists of at most 256.
  var hasPolynomialParts: Bool {
    switch shape {
    case .steps(let steps): steps.count <= Self.mostParts
    case .polyline(let line): line.points.count < Self.mostParts
    case .tabulated: true
    case .catmullRom(let curve): curve.pieceCount <= Self.mostParts
    case .eased(let easing, let isInverse): easing.family == .back && !isInverse
    case .linear, .bezier: false
    }
  }

  /// The progresses between which the curve is a polynomial, from 0 to 1, and the polynomials' degree.
  fileprivate var polynomialParts: (instants: [Double], degree: Int)? {
    guard hasPolynomialParts else { return nil }
    func even(_ count: Int) -> [Double] { (0...count).map { Double($0) / Double(count) } }
    switch shape {
    case .steps(let steps): return (even(steps.count), 0)
    case .polyline(let line):
      return ([0] + line.points.map { $0.input }.filter { $0 > 0 && $0 < 1 } + [1], 1)
    case .tabulated(let curve):
      let halves = even(2 * (PolynomialTable.segments - 1))
      if curve.table.degree == 6 { return (halves, 5) }
      return (halves.indices.filter { $0 % 2 == 1 || $0 == 0 || $0 == halves.count - 1 }.map { halves[$0] }, 5)
    case .catmullRom(let curve): return (even(curve.pieceCount - 1), 3)
    // Over the whole curve, the terms of the cubic would cancel out.
    case .eased: return (even(4), 3)
    case .linear, .bezier: return nil
    }
  }
}
