package import CVectorKernels

/// A timing curve prepared for many elements: a table of 32 quartics that stays in registers, or the curve itself where
/// the table would miss the promise.
///
/// The promise of the table: y within 1e-6 of the true one where the slope is at most 8, and within 1e-6 * slope / 8
/// where it is more, relative to `max(1, abs(y1), abs(y2))`. Curves that set out or arrive
/// vertically or turn sharply miss it and fall back to the solver, at the solver's speed.
public struct BakedCurve: Sendable {
  /// The curve that was baked.
  public let curve: CubicBezier

  /// The table's largest error, measured against the curve in `Double` at 1024 places between its knots, ever closer to
  /// the ends and where the curve turns round, with an allowance for `Float` arithmetic; relative to
  /// `max(1, abs(y1), abs(y2))` and, where the slope is over 8, to slope / 8.
  public let measuredError: Double

  /// Whether the table is used; false where `measuredError` is over 1e-6, less a fifth for what may lie between the
  /// places, and the curve is solved instead.
  public var isTable: Bool { measuredError <= Self.bound }

  private static let bound = 0.8e-6

  package let table: vk_baked_curve

  /// Bakes a curve: a few thousand solutions in `Double`.
  init(_ curve: CubicBezier) {
    // Over x if that will do: a root takes time.
    let tables = BakedTable.Variable.allCases.lazy.map { BakedTable(curve, over: $0) }
    let best = tables.first { $0.error <= Self.bound } ?? tables.min { $0.error < $1.error }!
    self.curve = curve
    measuredError = best.error
    table = best.kernelTable
  }
}

extension CubicBezier {
  /// The curve prepared for many elements. Costs a few thousand solutions in `Double`; keep the result.
  public func baked() -> BakedCurve { BakedCurve(self) }
}

/// One way to bake a curve: quartics over equal intervals of a variable.
private struct BakedTable {
  /// What the intervals are equal in. A root straightens a curve that sets out, or arrives, like a power of a root.
  enum Variable: CaseIterable {
    case x
    case rootFromStart
    case rootFromEnd

    func x(at q: Double) -> Double {
      switch self {
      case .x: q
      case .rootFromStart: q * q
      case .rootFromEnd: 1 - q * q
      }
    }

    func q(at x: Double) -> Double {
      switch self {
      case .x: min(x, 1)
      case .rootFromStart: min(x, 1).squareRoot()
      case .rootFromEnd: max(0, 1 - x).squareRoot()
      }
    }

    /// How far off `x` the variable's own rounding puts the kernel, in `Float`: that of the root, half an ulp of it,
    /// and that of `1 - x`.
    func rounding(at x: Double) -> Double {
      switch self {
      case .x: 0
      case .rootFromStart: 0x1p-24 * x
      case .rootFromEnd: 0x1p-24 * (1 - x) + 0x1p-25
      }
    }
  }

  /// Segment k is around the k-th of 32 knots, a 31st apart; those at the ends are halves.
  static let segments = 32
  private static let scale = Double(segments - 1)

  /// From where to where a segment's own variable runs, in units of a segment; from the knot on in those at the ends,
  /// so that the ends of the curve are exact.
  private static func range(of segment: Int) -> (from: Double, to: Double) {
    switch segment {
    case 0: (0, 0.5)
    case segments - 1: (0, -0.5)
    default: (-0.5, 0.5)
    }
  }

  /// Where a quartic meets the curve, as fractions of its range: Chebyshev-Lobatto points, which keep the error between
  /// them even.
  private static let fractions = [0, 0.14644660940672624, 0.5, 0.8535533905932737, 1]

  let variable: Variable
  /// Five coefficients of each segment, lowest degree first.
  private(set) var quartics: [[Double]] = []
  private(set) var error = 0.0

  init(_ curve: CubicBezier, over variable: Variable) {
    self.variable = variable
    var parameters: [Double] = []
    for segment in 0..<Self.segments {
      let (from, to) = Self.range(of: segment)
      func x(at fraction: Double) -> Double {
        variable.x(at: (Double(segment) + from + fraction * (to - from)) / Self.scale)
      }
      let values = Self.fractions.map { fraction in
        let x = x(at: fraction)
        // The ends themselves, where the parameter of a curve that stands still there would be inexact.
        return x <= 0 || x >= 1 ? x : curve.point(at: curve.parameter(at: x)).y
      }
      quartics.append(Self.interpolated(values, at: Self.fractions.map { from + $0 * (to - from) }))
      let isAtEnd = segment == 0 || segment == Self.segments - 1
      for fraction in isAtEnd ? Self.placesAtEnd : Self.places {
        parameters.append(curve.parameter(at: x(at: fraction)))
      }
    }
    for s in parameters {
      measure(curve, at: s)
    }
    // Where y turns round between two steep stretches, the promise counts though the stretches' own is lax.
    for s in curve.turns {
      measure(curve, at: s)
    }
  }

  /// Takes the error at one parameter of the curve into account.
  private mutating func measure(_ curve: CubicBezier, at s: Double) {
    let (x, y, xSlope, ySlope) = curve.point(at: s)
    let place = variable.q(at: x) * Self.scale
    let segment = Int(place.rounded())
    let baked = quartics[segment].reversed().reduce(0) { $0 * (place - Double(segment)) + $1 }
    let slope = abs(ySlope / xSlope)
    // Four ulp of Float for the kernel's arithmetic, and what the variable's rounding moves y by.
    let largest = quartics[segment].map(abs).max()!
    let allowance = 4 * 0x1p-24 * largest + slope * variable.rounding(at: x)
    let scale = max(1, abs(curve.y1), abs(curve.y2))
    let relative = (abs(baked - y) + allowance) / scale / max(1, slope / 8)
    // NaN, where the slope is vertical, and what Floats don't hold count as an error without bound.
    error = relative.isNaN || largest > 1e36 ? .infinity : max(error, relative)
  }

  /// Where a segment's error is measured, as fractions of its range: evenly, and at the ends of the curve ever closer
  /// to them, where one that nearly stands still can hide a turn.
  private static let places = (0..<32).map { (Double($0) + 0.5) / 32 }
  private static let placesAtEnd =
    places
    + (0..<40).flatMap { halvings in
      [1, 0.84, 0.71, 0.59].map { Double(sign: .plus, exponent: -halvings, significand: $0) }
    }

  /// The coefficients of the quartic through values at the nodes: Newton's divided differences, multiplied out.
  private static func interpolated(_ values: [Double], at nodes: [Double]) -> [Double] {
    var differences = values
    for order in 1..<nodes.count {
      for i in (order..<nodes.count).reversed() {
        differences[i] = (differences[i] - differences[i - 1]) / (nodes[i] - nodes[i - order])
      }
    }
    var coefficients = [0.0, 0, 0, 0, 0]
    for i in nodes.indices.reversed() {
      for k in (1..<coefficients.count).reversed() {
        coefficients[k] = coefficients[k - 1] - nodes[i] * coefficients[k]
      }
      coefficients[0] = differences[i] - nodes[i] * coefficients[0]
    }
    return coefficients
  }

  var kernelTable: vk_baked_curve {
    var table = vk_baked_curve()
    table.takes_root = variable == .x ? 0 : 1
    table.scale = variable == .rootFromEnd ? -1 : 1
    table.offset = variable == .rootFromEnd ? 1 : 0
    withUnsafeMutableBytes(of: &table.by_coefficient) { byCoefficient in
      withUnsafeMutableBytes(of: &table.by_segment) { bySegment in
        for (segment, quartic) in quartics.enumerated() {
          for (degree, coefficient) in quartic.enumerated() {
            let size = MemoryLayout<Float>.size
            byCoefficient.storeBytes(
              of: Float(coefficient), toByteOffset: (degree * Self.segments + segment) * size, as: Float.self)
            bySegment.storeBytes(of: Float(coefficient), toByteOffset: (segment * 8 + degree) * size, as: Float.self)
          }
        }
      }
    }
    return table
  }
}
