/// The ways between the values of a ``KeyframeAnimation``.
struct ValueShape<Data: VectorArithmetic> {
  let values: [Data]
  let timing: [UnitCurve]?
  let tension: [Double]
  let continuity: [Double]
  let bias: [Double]

  func segments(
    _ mode: KeyframeCalculationMode, keyTimes: [Double]?, duration: Double
  ) -> KeyframeSegments<Data> {
    let intervals = mode == .discrete ? values.count : values.count - 1
    guard intervals > 0 else {
      let only = KeyframeSegment(start: 0, end: duration, from: values[0], to: values[0], path: .hold)
      return KeyframeSegments(initial: values[0], segments: [only])
    }
    let even = (0...intervals).map { Double($0) / Double(intervals) }
    let times: [Double]
    let paths: [KeyframeSegment<Data>.Path]
    switch mode {
    case .discrete:
      let starts = keyTimes ?? even
      times = starts.count > values.count ? starts : starts + [1]
      paths = values.map { _ in .hold }
    case .linear:
      times = keyTimes ?? even
      paths = (0..<intervals).map { .line(timing?[$0] ?? .linear) }
    case .paced:
      times = Self.times(after: distances) ?? even
      paths = (0..<intervals).map { _ in .line(.linear) }
    case .cubic:
      times = keyTimes ?? even
      paths = cubics(at: times.map { $0 * duration }).enumerated().map { index, cubic in
        .cubic(startVelocity: cubic.start, endVelocity: cubic.end, timing?[index] ?? .linear)
      }
    case .cubicPaced:
      let knots = Self.times(after: distances) ?? even
      let curves = cubics(at: knots).enumerated().map { index, cubic in
        PacedCubic(
          HermiteCubic(
            from: values[index], to: values[index + 1], cubic.start, cubic.end, knots[index + 1] - knots[index]))
      }
      times = Self.times(after: curves.map { $0.length }) ?? even
      paths = curves.map { .paced($0) }
    }
    return KeyframeSegments(
      initial: values[0],
      segments: paths.enumerated().map { index, path in
        KeyframeSegment(
          start: times[index] * duration, end: times[index + 1] * duration, from: values[index],
          to: values[min(index + 1, values.count - 1)], path: times[index + 1] > times[index] ? path : .jump)
      })
  }

  private var distances: [Double] {
    zip(values, values.dropFirst()).map { ($1 - $0).magnitudeSquared.squareRoot() }
  }

  /// Returns the times from 0 to 1 at which ways of these lengths end at constant speed, or nil if their total length
  /// is 0 or infinite.
  private static func times(after lengths: [Double]) -> [Double]? {
    let sum = lengths.reduce(0, +)
    guard sum > 0, sum.isFinite else { return nil }
    var times = [0.0]
    for length in lengths.dropLast() {
      times.append(min(times.last! + length / sum, 1))
    }
    return times + [1]
  }

  /// The length of an interval, in seconds, at which a velocity could overflow. No clock reads such an interval's values.
  private static var leastLength: Double { 1e-100 }

  /// Returns the velocities at the start and the end of each interval of Kochanek and Bartels' spline, adjusted for
  /// intervals of different length.
  private func cubics(at times: [Double]) -> [(start: Data, end: Data)] {
    let last = values.count - 1
    let arriving = values.indices.map { velocity(at: $0, times, last, continuitySign: -1) }
    let departing = values.indices.map { velocity(at: $0, times, last, continuitySign: 1) }
    return (0..<last).map { (departing[$0], arriving[$0 + 1]) }
  }

  private func velocity(at index: Int, _ times: [Double], _ last: Int, continuitySign: Double) -> Data {
    var (before, after) = (max(index - 1, 0), min(index + 1, last))
    // A jump is an end on both sides.
    if times[before] == times[index] { before = index }
    if times[after] == times[index] { after = index }
    // At an end one of the changes is 0, and the other one takes the whole time: a one-sided tangent.
    let length = times[after] - times[before]
    guard length > Self.leastLength else { return .zero }
    func parameter(_ numbers: [Double]) -> Double { index < numbers.count ? numbers[index] : 0 }
    let (t, c, b) = (parameter(tension), continuitySign * parameter(continuity), parameter(bias))
    let behind = (values[index] - values[before]).scaled(by: (1 - t) * (1 + c) * (1 + b) / length)
    let ahead = (values[after] - values[index]).scaled(by: (1 - t) * (1 - c) * (1 - b) / length)
    return behind + ahead
  }
}
