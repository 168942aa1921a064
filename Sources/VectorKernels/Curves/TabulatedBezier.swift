package import CVectorKernels

/// A timing curve prepared for many elements: a table of 32 quartics that stays in registers, or the curve itself where
/// the table would miss the promise.
///
/// The promise of the table: y within 1e-6 of the true one where the slope is at most 8, and within 1e-6 * slope / 8
/// where it is more, relative to `max(1, abs(y1), abs(y2))`. Curves that set out or arrive
/// vertically or turn sharply miss it and fall back to the solver, at the solver's speed.
public struct TabulatedBezier: Sendable {
  /// The curve that was tabulated.
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
    for variable in [QuarticTable.Variable.rootFromStart, .rootFromEnd] where best.error > Self.bound {
      let table = BakedTable(curve, over: variable)
      if table.error < best.error { best = table }
    }
    self.curve = curve
    measuredError = best.error
    table = best.table.kernelTable
  }
}

extension CubicBezier {
  /// The curve prepared for many elements. Costs 160 solutions in `Double` and about a thousand comparisons with the curve,
  /// or three times that for a curve with a vertical end; keep the result.
  public func tabulated() -> TabulatedBezier { TabulatedBezier(self) }
}

/// One way to bake a curve: quartics over equal intervals of a variable, and how far they are off.
private struct BakedTable {
  private(set) var table: QuarticTable
  private(set) var error = 0.0

  init(_ curve: CubicBezier, over variable: QuarticTable.Variable) {
    table = QuarticTable(over: variable)
    let scale = max(1, abs(curve.y1), abs(curve.y2))
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 15) { memory in
      let (values, nodes, parameters) = (memory.baseAddress!, memory.baseAddress! + 5, memory.baseAddress! + 10)
      var s = variable.x(at: 0)
      for segment in 0..<QuarticTable.segments {
        let (from, to) = QuarticTable.range(of: segment)
        for (index, fraction) in QuarticTable.fractions.enumerated() {
          let u = from + fraction * (to - from)
          let x = variable.x(at: (Double(segment) + u) / QuarticTable.scale)
          // The ends themselves, where the parameter of a curve that stands still there would be inexact.
          s = x <= 0 || x >= 1 ? max(0, min(x, 1)) : curve.parameter(at: x, near: s)
          nodes[index] = u
          parameters[index] = s
          values[index] = x <= 0 || x >= 1 ? x : curve.point(at: s).y
        }
        let quartic = QuarticTable.Quartic(values, at: nodes)
        table.quartics.append(quartic)
        let largest = quartic.largest
        for index in 0..<4 {
          for fraction in QuarticTable.places {
            let s = parameters[index] + fraction * (parameters[index + 1] - parameters[index])
            measure(curve, at: s, in: segment, quartic, largest, scale)
          }
        }
      }
    }
    // At the ends ever closer to them, where one that nearly stands still can hide a turn. And where y turns round
    // between two steep stretches, the promise counts though the stretches' own is lax.
    var distance = 1.0 / QuarticTable.scale
    for _ in 0..<160 {
      distance *= 0.8408964152537145  // four of them make a half
      measure(curve, at: distance, scale)
      measure(curve, at: 1 - distance, scale)
    }
    for s in curve.turns { measure(curve, at: s, scale) }
  }

  /// Takes the error at one parameter of the curve into account.
  private mutating func measure(_ curve: CubicBezier, at s: Double, _ scale: Double) {
    let segment = table.place(curve.point(at: s).x).segment
    let quartic = table.quartics[segment]
    measure(curve, at: s, in: segment, quartic, quartic.largest, scale)
  }

  @inline(__always)
  private mutating func measure(
    _ curve: CubicBezier, at s: Double, in segment: Int, _ quartic: QuarticTable.Quartic, _ largest: Double,
    _ scale: Double
  ) {
    let (x, y, xSlope, ySlope) = curve.point(at: s)
    let tabulated = quartic.value(at: table.variable.q(at: x) * QuarticTable.scale - Double(segment))
    // Four ulp of Float for the kernel's arithmetic, and what the variable's rounding moves y by. All of it is times
    // the slope of x, so that nothing has to be divided but what is larger than all before.
    let (dx, dy) = (abs(xSlope), abs(ySlope))
    let excess = (abs(tabulated - y) + 4 * 0x1p-24 * largest) * dx + dy * table.variable.rounding(at: x)
    let unit = scale * max(dx, dy / 8)
    if excess <= error * unit, unit > 0 { return }
    let relative = excess / unit
    // NaN, where the curve stands still, and what Floats don't hold count as an error without bound.
    error = relative.isNaN || largest > 1e36 ? .infinity : max(error, relative)
  }
}
