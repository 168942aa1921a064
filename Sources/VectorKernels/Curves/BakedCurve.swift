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

  /// The table's largest error, measured against the curve in `Double` at 640 places between its knots, ever closer to
  /// the ends and where the curve turns round, with an allowance for `Float` arithmetic; relative to
  /// `max(1, abs(y1), abs(y2))` and, where the slope is over 8, to slope / 8.
  public let measuredError: Double

  /// Whether the table is used; false where `measuredError` is over 1e-6, less a fifth for what may lie between the
  /// places, and the curve is solved instead.
  public var isTable: Bool { measuredError <= Self.bound }

  private static let bound = 0.8e-6

  package let table: vk_baked_curve

  /// Bakes a curve: 160 solutions in `Double`, and about a thousand comparisons with the curve, for each of up to three
  /// tables.
  init(_ curve: CubicBezier) {
    // Over x if that will do: a root takes time.
    var best = BakedTable(curve, over: .x)
    for variable in [BakedTable.Variable.rootFromStart, .rootFromEnd] where best.error > Self.bound {
      let table = BakedTable(curve, over: variable)
      if table.error < best.error { best = table }
    }
    self.curve = curve
    measuredError = best.error
    table = best.kernelTable
  }
}

extension CubicBezier {
  /// The curve prepared for many elements. Costs 160 solutions in `Double` and about a thousand comparisons with the curve,
  /// or three times that for a curve with a vertical end; keep the result.
  public func baked() -> BakedCurve { BakedCurve(self) }
}

/// One way to bake a curve: quartics over equal intervals of a variable.
private struct BakedTable {
  /// What the intervals are equal in. A root straightens a curve that sets out, or arrives, like a power of a root.
  enum Variable {
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

  /// A polynomial in a segment's own variable.
  private struct Quartic {
    /// The coefficients, lowest degree first.
    var c = (0.0, 0.0, 0.0, 0.0, 0.0)

    /// Through five values at nodes: Newton's divided differences, multiplied out.
    init(_ values: UnsafePointer<Double>, at nodes: UnsafePointer<Double>) {
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 10) { memory in
        let (differences, coefficients) = (memory.baseAddress!, memory.baseAddress! + 5)
        differences.initialize(from: values, count: 5)
        coefficients.initialize(repeating: 0, count: 5)
        for order in 1..<5 {
          for i in stride(from: 4, through: order, by: -1) {
            differences[i] = (differences[i] - differences[i - 1]) / (nodes[i] - nodes[i - order])
          }
        }
        for i in stride(from: 4, through: 0, by: -1) {
          for k in stride(from: 4, through: 1, by: -1) {
            coefficients[k] = coefficients[k - 1] - nodes[i] * coefficients[k]
          }
          coefficients[0] = differences[i] - nodes[i] * coefficients[0]
        }
        c = (coefficients[0], coefficients[1], coefficients[2], coefficients[3], coefficients[4])
      }
    }

    func value(at u: Double) -> Double { c.0 + u * (c.1 + u * (c.2 + u * (c.3 + u * c.4))) }

    /// The largest coefficient.
    var largest: Double { max(abs(c.0), abs(c.1), abs(c.2), abs(c.3), abs(c.4)) }
  }

  let variable: Variable
  private var quartics: [Quartic] = []
  private(set) var error = 0.0

  init(_ curve: CubicBezier, over variable: Variable) {
    self.variable = variable
    quartics.reserveCapacity(Self.segments)
    let scale = max(1, abs(curve.y1), abs(curve.y2))
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 15) { memory in
      let (values, nodes, parameters) = (memory.baseAddress!, memory.baseAddress! + 5, memory.baseAddress! + 10)
      var s = variable.x(at: 0)
      for segment in 0..<Self.segments {
        let (from, to) = Self.range(of: segment)
        for (index, fraction) in Self.fractions.enumerated() {
          let u = from + fraction * (to - from)
          let x = variable.x(at: (Double(segment) + u) / Self.scale)
          // The ends themselves, where the parameter of a curve that stands still there would be inexact.
          s = x <= 0 || x >= 1 ? max(0, min(x, 1)) : curve.parameter(at: x, near: s)
          nodes[index] = u
          parameters[index] = s
          values[index] = x <= 0 || x >= 1 ? x : curve.point(at: s).y
        }
        let quartic = Quartic(values, at: nodes)
        quartics.append(quartic)
        let largest = quartic.largest
        for index in 0..<4 {
          for fraction in Self.places {
            let s = parameters[index] + fraction * (parameters[index + 1] - parameters[index])
            measure(curve, at: s, in: segment, quartic, largest, scale)
          }
        }
      }
    }
    // At the ends ever closer to them, where one that nearly stands still can hide a turn. And where y turns round
    // between two steep stretches, the promise counts though the stretches' own is lax.
    var distance = 1.0 / Self.scale
    for _ in 0..<160 {
      distance *= 0.8408964152537145  // four of them make a half
      measure(curve, at: distance, scale)
      measure(curve, at: 1 - distance, scale)
    }
    for s in curve.turns { measure(curve, at: s, scale) }
  }

  /// Takes the error at one parameter of the curve into account.
  private mutating func measure(_ curve: CubicBezier, at s: Double, _ scale: Double) {
    let segment = Int(variable.q(at: curve.point(at: s).x) * Self.scale + 0.5)
    let quartic = quartics[segment]
    measure(curve, at: s, in: segment, quartic, quartic.largest, scale)
  }

  @inline(__always)
  private mutating func measure(
    _ curve: CubicBezier, at s: Double, in segment: Int, _ quartic: Quartic, _ largest: Double, _ scale: Double
  ) {
    let (x, y, xSlope, ySlope) = curve.point(at: s)
    let baked = quartic.value(at: variable.q(at: x) * Self.scale - Double(segment))
    // Four ulp of Float for the kernel's arithmetic, and what the variable's rounding moves y by. All of it is times
    // the slope of x, so that nothing has to be divided but what is larger than all before.
    let (dx, dy) = (abs(xSlope), abs(ySlope))
    let excess = (abs(baked - y) + 4 * 0x1p-24 * largest) * dx + dy * variable.rounding(at: x)
    let unit = scale * max(dx, dy / 8)
    if excess <= error * unit, unit > 0 { return }
    let relative = excess / unit
    // NaN, where the curve stands still, and what Floats don't hold count as an error without bound.
    error = relative.isNaN || largest > 1e36 ? .infinity : max(error, relative)
  }

  /// Where a segment's error is measured, as fractions of the way between two of its nodes.
  private static let places = [0.1, 0.3, 0.5, 0.7, 0.9]

  var kernelTable: vk_baked_curve {
    var table = vk_baked_curve()
    table.takes_root = variable == .x ? 0 : 1
    table.scale = variable == .rootFromEnd ? -1 : 1
    table.offset = variable == .rootFromEnd ? 1 : 0
    withUnsafeMutableBytes(of: &table.by_coefficient) { byCoefficient in
      withUnsafeMutableBytes(of: &table.by_segment) { bySegment in
        let size = MemoryLayout<Float>.size
        for (segment, quartic) in quartics.enumerated() {
          let c = quartic.c
          for (degree, coefficient) in [c.0, c.1, c.2, c.3, c.4].enumerated() {
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
