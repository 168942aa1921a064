internal import CVectorKernels

/// A function of 0...1 as a table that kernels read: what a closure becomes.
final class TabulatedCurve: Sendable {
  let table: QuarticTable
  nonisolated(unsafe) let kernelTable: UnsafePointer<vk_baked_curve>

  init(_ table: QuarticTable) {
    self.table = table
    let memory = UnsafeMutablePointer<vk_baked_curve>.allocate(capacity: 1)
    memory.initialize(to: table.kernelTable)
    kernelTable = UnsafePointer(memory)
  }

  deinit { kernelTable.deallocate() }

  /// - Parameter x: In 0...1, or NaN.
  func value(at x: Double) -> Double {
    if x.isNaN { return x }
    let (segment, u) = table.place(x)
    return table.quartics[segment].value(at: u)
  }

  /// - Parameter x: In 0...1, or NaN.
  func slope(at x: Double) -> Double {
    if x.isNaN { return x }
    let (segment, u) = table.place(x)
    return table.quartics[segment].slope(at: u) * QuarticTable.scale
  }
}

extension TabulatedCurve: Hashable {
  static func == (a: TabulatedCurve, b: TabulatedCurve) -> Bool { a === b || a.table == b.table }

  func hash(into hasher: inout Hasher) { hasher.combine(table) }
}

// MARK: - Making

extension UnitCurve {
  /// Tabulates a function, so that it is evaluated as fast as any other curve: as 32 quartics or, where straight lines
  /// through 1025 of its values are nearer to it, as these.
  ///
  /// - Parameter function: The progress for a fraction of the time, 0...1. What isn't a number counts as 0, and what is
  ///   beyond ±1e30 as that.
  /// - Returns: The curve, and how far it is off where it has been compared with the function: at 640 places between
  ///   those at which quartics meet it, and ever closer to the ends, or at three places between each two lines' ends.
  ///   For a smooth function that is the kernels' own rounding, about 4e-7; at a corner a line is off by up to a 4000th
  ///   of what its slope changes by, and a jump becomes a steep line.
  /// - Complexity: About a thousand calls of the function, four thousand where lines are tried; keep the result.
  public static func tabulated(_ function: (Double) -> Double) -> (curve: UnitCurve, error: Double) {
    func value(_ x: Double) -> Double {
      let y = function(x)
      return y.isNaN ? 0 : min(1e30, max(-1e30, y))
    }
    let (table, error) = QuarticTable.fitted(to: value)
    // Half of it is what Floats allow.
    if error <= 1e-6 { return (UnitCurve(.tabulated(TabulatedCurve(table))), error) }
    let lines = UnitCurve(samples: (0...1024).map { value(Double($0) / 1024) })
    var linesError = 0.0
    for place in 0..<4096 where place % 4 != 0 {
      let x = Double(place) / 4096
      linesError = max(linesError, abs(lines.value(at: x) - value(x)))
    }
    return linesError < error ? (lines, linesError) : (UnitCurve(.tabulated(TabulatedCurve(table))), error)
  }

  /// Creates a curve of straight lines through samples that are evenly spaced over the time.
  ///
  /// - Parameter samples: The progress at each, at least one; a single one is there all the time. What isn't a number
  ///   counts as 0, and what is beyond ±1e30 as that.
  public init(samples: [Double]) {
    guard let line = Polyline(samples.map { ($0, []) }) else {
      fatalError("UnitCurve(samples:): samples is empty, but must have at least one")
    }
    self.init(.polyline(line))
  }
}

extension QuarticTable {
  /// Quartics through a function, and the largest difference that was measured, with an allowance for `Float`.
  fileprivate static func fitted(to function: (Double) -> Double) -> (QuarticTable, error: Double) {
    var table = QuarticTable(over: .x)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 10) { memory in
      let (values, nodes) = (memory.baseAddress!, memory.baseAddress! + 5)
      for segment in 0..<segments {
        let (from, to) = range(of: segment)
        for (index, fraction) in fractions.enumerated() {
          nodes[index] = from + fraction * (to - from)
          values[index] = function(max(0, min((Double(segment) + nodes[index]) / scale, 1)))
        }
        table.quartics.append(Quartic(coefficients: Quartic(values, at: nodes).coefficients[...]))
      }
    }
    var error = 0.0
    func measure(_ x: Double) {
      let (segment, u) = table.place(x)
      let quartic = table.quartics[segment]
      error = max(error, abs(quartic.value(at: u) - function(x)) + 4 * 0x1p-24 * quartic.largest)
    }
    for segment in 0..<segments {
      let (from, to) = range(of: segment)
      for index in 0..<4 {
        for place in places {
          let fraction = fractions[index] + place * (fractions[index + 1] - fractions[index])
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
    return (table, error)
  }
}
