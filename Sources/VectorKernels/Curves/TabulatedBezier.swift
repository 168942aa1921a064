/// A timing curve tabulated for evaluating many elements: a table of 16 polynomials that stays in registers, or the curve
/// itself if the table would exceed the error bound.
///
/// The table's error bound: y is within 1e-6 of the exact one where the velocity is at most 8, and within 1e-6 *
/// velocity / 8 where it is more, relative to `max(1, abs(y1), abs(y2))`. Curves that start or end vertically or turn
/// sharply exceed the bound; they are evaluated by the solver, at the solver's speed.
public struct TabulatedBezier: Sendable {
  /// The curve that was tabulated.
  public let curve: CubicBezier

  /// The table's largest error, measured against the curve in `Double` at 400 points or more between its knots, at
  /// points that come ever closer to the ends, and where y turns around, with an allowance for `Float` arithmetic. It is
  /// relative to `max(1, abs(y1), abs(y2))` and, where the velocity is over 8, to velocity / 8.
  public let measuredError: Double

  /// Whether the table is used. If `measuredError` exceeds 1e-6, less a fifth as an allowance for errors between the
  /// measured points, the curve is solved instead.
  public var isTable: Bool { measuredError <= Self.bound }

  private static let bound = 0.8e-6

  package let table: KernelTable

  /// Tabulates a curve: about a hundred solutions in `Double`, and eight hundred comparisons with the curve, for each of
  /// up to four tables.
  init(_ curve: CubicBezier) {
    // A table of degree 5 over x is used if its error is small, and else the one with the smallest error; but if one over
    // x is within the bound, no root is tried, because roots take time.
    var best = BakedTable(curve, over: .x, degree: 5)
    if best.error > PolynomialTable.smallError {
      for variable in [PolynomialTable.Variable.x, .rootFromStart, .rootFromEnd]
      where variable == .x || best.error > Self.bound {
        let table = BakedTable(curve, over: variable, degree: 6)
        if table.error < best.error { best = table }
      }
    }
    self.curve = curve
    measuredError = best.error
    table = KernelTable(best.table)
  }
}

extension CubicBezier {
  /// Returns the curve tabulated for evaluating many elements.
  ///
  /// - Complexity: About a hundred solutions in `Double` and eight hundred comparisons with the curve, for each of up to
  ///   four tables; keep the result.
  public func tabulated() -> TabulatedBezier { TabulatedBezier(self) }
}

/// One table of a curve: polynomials over equal intervals of a variable, and their error.
private struct BakedTable {
  private(set) var table: PolynomialTable
  private(set) var error = 0.0

  init(_ curve: CubicBezier, over variable: PolynomialTable.Variable, degree: Int) {
    table = PolynomialTable(over: variable, degree: degree)
    let scale = max(1, abs(curve.y1), abs(curve.y2))
    let (count, fractions) = (degree + 1, PolynomialTable.fractions(degree: degree))
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 3 * count) { memory in
      let (values, nodes, parameters) = (
        memory.baseAddress!, memory.baseAddress! + count, memory.baseAddress! + 2 * count
      )
      var s = variable.x(at: 0)
      for segment in 0..<PolynomialTable.segments {
        let (from, to) = PolynomialTable.range(of: segment)
        for (index, fraction) in fractions.enumerated() {
          let u = from + fraction * (to - from)
          let x = variable.x(at: (Double(segment) + u) / PolynomialTable.scale)
          // At the ends themselves, take 0 and 1: the parameter of a curve whose x has a derivative of 0 there would be
          // inexact.
          s = x <= 0 || x >= 1 ? max(0, min(x, 1)) : curve.parameter(at: x, near: s)
          nodes[index] = u
          parameters[index] = s
          values[index] = x <= 0 || x >= 1 ? x : curve.point(at: s).y
        }
        let polynomial = PolynomialTable.Polynomial(values, at: nodes, count: count)
        table.polynomials.append(polynomial)
        let largest = polynomial.largest
        for index in 0..<degree {
          for fraction in PolynomialTable.errorFractions {
            let s = parameters[index] + fraction * (parameters[index + 1] - parameters[index])
            measure(curve, at: s, in: segment, polynomial, largest, scale)
          }
        }
      }
    }
    // At the ends, the points come ever closer to them, where a curve with a derivative near 0 can hide a turn. Where y
    // turns around between two steep stretches, the strict bound holds, although the stretches' own bound is looser.
    var distance = 1.0 / PolynomialTable.scale
    for _ in 0..<160 {
      distance *= 0.8408964152537145  // four of these factors make a half
      measure(curve, at: distance, scale)
      measure(curve, at: 1 - distance, scale)
    }
    for s in curve.extremaOfY { measure(curve, at: s, scale) }
  }

  /// Includes the error at one parameter of the curve.
  private mutating func measure(_ curve: CubicBezier, at s: Double, _ scale: Double) {
    let segment = table.position(of: curve.point(at: s).x).segment
    let polynomial = table.polynomials[segment]
    measure(curve, at: s, in: segment, polynomial, polynomial.largest, scale)
  }

  @inline(__always)
  private mutating func measure(
    _ curve: CubicBezier, at s: Double, in segment: Int, _ polynomial: PolynomialTable.Polynomial, _ largest: Double,
    _ scale: Double
  ) {
    let (x, y, xVelocity, yVelocity) = curve.point(at: s)
    let tabulated = polynomial.value(at: table.variable.q(at: x) * PolynomialTable.scale - Double(segment))
    // Four ulp of Float are for the kernel's arithmetic, and the rest for the error of y due to the variable's
    // rounding. All terms are multiplied by the slope of x, so that only an error larger than all before needs a
    // division.
    let (dx, dy) = (abs(xVelocity), abs(yVelocity))
    let excess = (abs(tabulated - y) + 4 * 0x1p-24 * largest) * dx + dy * table.variable.rounding(at: x)
    let unit = scale * max(dx, dy / 8)
    if excess <= error * unit, unit > 0 { return }
    let relative = excess / unit
    // A NaN, where both derivatives are 0, and numbers that a Float can't hold count as an infinite error.
    error = relative.isNaN || largest > 1e36 ? .infinity : max(error, relative)
  }
}
