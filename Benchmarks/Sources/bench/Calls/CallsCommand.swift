import VectorKernels

/// `bench calls`: the time of calls in Swift, for Scripts/languages.py, which compares them with calls in other
/// languages.
enum CallsCommand: Command {
  static let name = "calls"
  static let summary = "print the times of calls that C and Python can make too, as JSON"

  private static var help: String {
    """
    Prints the least time of calls, in nanoseconds, as JSON: an interpolation and a curve of one and of many elements, and
    an animator's frame. Programs in other languages print the same (Benchmarks/languages).

    Usage: bench calls

    """
  }

  static func run(_ arguments: Arguments) throws -> Int32 {
    var arguments = arguments
    while let option = try arguments.nextOption() {
      guard option == "--help" || option == "-h" else {
        throw UsageError("unknown option '\(option)' ('bench calls' has none)")
      }
      Output.standard.write(help)
      return 0
    }
    var times: [(String, JSON)] = []
    for count in [1, 1024, 16_384] {
      let (from, to) = ((0..<count).map { Float($0) }, (0..<count).map { Float(2 * $0) })
      let progress = (0..<count).map { Float($0) / Float(count) }
      var out = [Float](repeating: 0, count: count)
      let curve = CubicBezier.easeInOut.tabulated()
      let interpolation = least {
        Batch.interpolate(from: from.span, to: to.span, amount: 0.25, into: out.mutableSpan)
      }
      times.append(("interpolation \(count)", .number(interpolation)))
      times.append(("curve \(count)", .number(least { curve.values(at: progress.span, into: out.mutableSpan) })))
    }
    var animator = Animator<SIMD2<Float>>()
    let cards = animator.add(.zero, count: 10_000)
    try animator.animate(cards, to: [1, 2], using: .spring(duration: 1000, bounce: 0.5))
    times.append(("frame 10000", .number(least { animator.advance(by: 1 / 120) })))
    Output.standard.write(JSON.object(times).text(depth: 0) + "\n")
    return 0
  }

  /// Returns the least time of a call in nanoseconds, of ten batches of at least two milliseconds.
  private static func least(_ call: () -> Void) -> Double {
    var (calls, best) = (1, Double.infinity)
    while best == .infinity {
      let start = Clock.now
      for _ in 0..<calls { call() }
      if Clock.now - start >= 2e6 { best = (Clock.now - start) / Double(calls) } else { calls *= 2 }
    }
    for _ in 0..<9 {
      let start = Clock.now
      for _ in 0..<calls { call() }
      best = min(best, (Clock.now - start) / Double(calls))
    }
    return best
  }
}
