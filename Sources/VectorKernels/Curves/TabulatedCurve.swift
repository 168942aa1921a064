internal import CVectorKernels

/// A function of 0...1 as a table that kernels read: what a closure becomes.
final class TabulatedCurve: Sendable {
  let table: QuarticTable
  /// Nobody writes to it once it is made.
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
  /// Tabulates a function, so that it is evaluated as fast as any other curve: as 32 quartics or, where these are more
  /// than 1e-6 of its magnitude off and straight lines through 1025 of its values nearer on the whole, as the lines.
  ///
  /// - Parameter function: The progress for a fraction of the time, 0...1. What isn't a number counts as 0, and what is
  ///   beyond ±1e30 as that.
  /// - Returns: The curve, and how far it is off where it has been compared with the function, with an allowance for
  ///   the kernels' rounding: at 640 places between those at which quartics meet it, and ever closer to the ends, or at
  ///   three places between each two lines' ends. For a smooth function that is about 4e-7 of its magnitude; at a corner
  ///   a line is off by up to a 4000th of what its slope changes by, and a jump becomes a steep line.
  /// - Complexity: About a thousand calls of the function, four thousand where lines are tried; keep the result.
  public static func tabulated(_ function: (Double) -> Double) -> (curve: UnitCurve, error: Double) {
    func value(_ x: Double) -> Double {
      let y = function(x)
      return y.isNaN ? 0 : min(1e30, max(-1e30, y))
    }
    let quartics = QuarticTable.fitted(to: value)
    if quartics.error.largest <= 1e-6 * quartics.magnitude {
      return (UnitCurve(.tabulated(TabulatedCurve(quartics.table))), quartics.error.largest)
    }
    let lines = UnitCurve(samples: (0...1024).map { value(Double($0) / 1024) })
    var error = TableError()
    for place in 0..<4096 where place % 4 != 0 {
      let x = Double(place) / 4096
      // What the kernel of lines rounds.
      error.add(abs(lines.value(at: x) - value(x)) + 6e-7 * quartics.magnitude)
    }
    return error.mean < quartics.error.mean
      ? (lines, error.largest) : (UnitCurve(.tabulated(TabulatedCurve(quartics.table))), quartics.error.largest)
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

/// How far a table is off.
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

extension QuarticTable {
  /// Quartics through a function, how far they are off with an allowance for `Float`, and its magnitude, at least 1.
  fileprivate static func fitted(
    to function: (Double) -> Double
  ) -> (table: QuarticTable, error: TableError, magnitude: Double) {
    var table = QuarticTable(over: .x)
    var magnitude = 1.0
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 10) { memory in
      let (values, nodes) = (memory.baseAddress!, memory.baseAddress! + 5)
      for segment in 0..<segments {
        let (from, to) = range(of: segment)
        for (index, fraction) in fractions.enumerated() {
          nodes[index] = from + fraction * (to - from)
          values[index] = function(max(0, min((Double(segment) + nodes[index]) / scale, 1)))
          magnitude = max(magnitude, abs(values[index]))
        }
        table.quartics.append(Quartic(coefficients: Quartic(values, at: nodes).coefficients[...]))
      }
    }
    var error = TableError()
    func measure(_ x: Double) {
      let (segment, u) = table.place(x)
      let quartic = table.quartics[segment]
      error.add(abs(quartic.value(at: u) - function(x)) + 4 * 0x1p-24 * quartic.largest)
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
    return (table, error, magnitude)
  }
}
