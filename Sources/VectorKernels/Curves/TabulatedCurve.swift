/// A function over 0...1 as a table that kernels read: the tabulated form of a closure.
final class TabulatedCurve: Sendable {
  let table: PolynomialTable
  let kernelTable: KernelTable

  init(_ table: PolynomialTable) {
    self.table = table
    kernelTable = KernelTable(table)
  }

  /// Returns the value at x.
  ///
  /// - Parameter x: The progress, in 0...1, or NaN.
  func value(at x: Double) -> Double {
    if x.isNaN { return x }
    let (segment, u) = table.position(of: x)
    return table.polynomials[segment].value(at: u)
  }

  /// Returns the velocity at x.
  ///
  /// - Parameter x: The progress, in 0...1, or NaN.
  func velocity(at x: Double) -> Double {
    if x.isNaN { return x }
    let (segment, u) = table.position(of: x)
    return table.polynomials[segment].velocity(at: u) * PolynomialTable.scale
  }
}

extension TabulatedCurve: Hashable {
  static func == (a: TabulatedCurve, b: TabulatedCurve) -> Bool { a === b || a.table == b.table }

  func hash(into hasher: inout Hasher) { hasher.combine(table) }
}

// MARK: - Tabulation

extension UnitCurve {
  /// Tabulates a function, so that it is evaluated as fast as any other curve.
  ///
  /// The table has 16 polynomials of degree 5 or 6. If their error exceeds 1e-6 of the function's magnitude and straight lines through 1025
  /// of its values are nearer overall, the table has these lines instead.
  ///
  /// - Parameter function: Returns the amount at a progress, 0...1. NaN counts as 0, and values beyond ±1e30 are
  ///   clamped to it.
  /// - Returns: The curve, and its largest measured error, with an allowance for the kernels' rounding. Polynomials are
  ///   compared with the function at 400 points or more between their nodes and at points that come ever closer to the ends;
  ///   lines, at three points between the ends of each. For a smooth function the error is about 3e-7 of its magnitude.
  ///   At a corner the error of a line is up to a 4000th of the change of velocity, and a jump becomes a steep line.
  /// - Complexity: About 700 calls of the function, twice as many if degree 6 is tried, and four thousand more if
  ///   lines are; keep the result.
  public static func tabulated(_ function: (Double) -> Double) -> (curve: UnitCurve, error: Double) {
    func value(_ x: Double) -> Double {
      let y = function(x)
      return y.isNaN ? 0 : min(1e30, max(-1e30, y))
    }
    var fit = PolynomialTable.fitted(to: value, degree: 5)
    if fit.error.largest > PolynomialTable.smallError * fit.magnitude {
      let next = PolynomialTable.fitted(to: value, degree: 6)
      if next.error.largest < fit.error.largest { fit = next }
    }
    if fit.error.largest <= 1e-6 * fit.magnitude {
      return (UnitCurve(.tabulated(TabulatedCurve(fit.table))), fit.error.largest)
    }
    let lines = UnitCurve(samples: (0...1024).map { value(Double($0) / 1024) })
    var error = TableError()
    for index in 0..<4096 where index % 4 != 0 {
      let x = Double(index) / 4096
      // The allowance is for the rounding in the kernel of lines.
      error.add(abs(lines.value(at: x) - value(x)) + 6e-7 * fit.magnitude)
    }
    return error.mean < fit.error.mean
      ? (lines, error.largest) : (UnitCurve(.tabulated(TabulatedCurve(fit.table))), fit.error.largest)
  }

  /// Creates a curve of straight lines through samples at evenly spaced progresses.
  ///
  /// - Parameter samples: The amounts, at least one; a single sample makes a constant curve. NaN counts as 0, and
  ///   samples beyond ±1e30 are clamped to it.
  public init(samples: [Double]) {
    if samples.isEmpty { fatalError("UnitCurve(samples:): samples is empty, but must have at least one") }
    self.init(.polyline(Polyline(evenlySpaced: samples)))
  }
}

/// The error of a table.
private struct TableError {
  private(set) var largest = 0.0
  private var sum = 0.0
  private var count = 0.0

  var mean: Double { sum / count }

  mutating func add(_ error: Double) {
    largest = max(largest, error)
    sum += error
    count += 1
  }
}

extension PolynomialTable {
  /// Returns polynomials through a function, their error with an allowance for `Float`, and the function's magnitude, at
  /// least 1.
  fileprivate static func fitted(
    to function: (Double) -> Double, degree: Int
  ) -> (table: PolynomialTable, error: TableError, magnitude: Double) {
    var table = PolynomialTable(over: .x, degree: degree)
    var magnitude = 1.0
    let (count, fractions) = (degree + 1, fractions(degree: degree))
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * count) { memory in
      let (values, nodes) = (memory.baseAddress!, memory.baseAddress! + count)
      for segment in 0..<segments {
        let (from, to) = range(of: segment)
        for (index, fraction) in fractions.enumerated() {
          nodes[index] = from + fraction * (to - from)
          values[index] = function(max(0, min((Double(segment) + nodes[index]) / scale, 1)))
          magnitude = max(magnitude, abs(values[index]))
        }
        let polynomial = Polynomial(values, at: nodes, count: count)
        table.polynomials.append(Polynomial(coefficients: (0..<count).map(polynomial.coefficient)[...]))
      }
    }
    var error = TableError()
    func measure(_ x: Double) {
      let (segment, u) = table.position(of: x)
      let polynomial = table.polynomials[segment]
      error.add(abs(polynomial.value(at: u) - function(x)) + 4 * 0x1p-24 * polynomial.largest)
    }
    for segment in 0..<segments {
      let (from, to) = range(of: segment)
      for index in 0..<degree {
        for between in errorFractions {
          let fraction = fractions[index] + between * (fractions[index + 1] - fractions[index])
          measure((Double(segment) + from + fraction * (to - from)) / scale)
        }
      }
    }
    var distance = 1 / scale
    for _ in 0..<80 {
      distance *= 0.7071067811865476
      measure(distance)
      measure(1 - distance)
    }
    return (table, error, magnitude)
  }
}
