/// The lengths of a path's segments, and the table in which a place is found by its length.
struct PathLengths: Sendable {
  /// An interval of a segment's parameter, in which the rule with eight nodes is exact to within the tolerance.
  fileprivate struct Interval {
    var segment: Int
    var low, high: Double
    /// Its length, in the path's unit.
    var length: Double
    /// The derivatives of the parameter by the length at both ends, relative to the mean, for a first guess. They are
    /// at most 3, so the guess is monotone.
    var lowSlope, highSlope: Double
  }

  /// The segments that have a length.
  private(set) var segments: [MotionPath.Segment] = []
  private(set) var hodographs: [Hodograph] = []
  private var intervals: [Interval] = []
  /// The length from the start of the path to that of each interval.
  private var starts: [Double] = []
  /// The length of the path, and the rounding error of this sum.
  private(set) var total = 0.0
  private var rest = 0.0

  /// The disagreement of halves with the whole, relative to the control polygon. The halves' own error is less.
  private static let tolerance = 1e-12
  /// The shortest interval is a millionth of the longest. Within it a corner of the speed, whose slope is at most 12
  /// polygons on each side, would add less than 12 * 2^-40 / 16 of the polygon, where 1 / 16 is the rule's error for a
  /// corner in an interval of length 1: it has two nodes in each quarter.
  private static let deepest = 20

  init(_ subpaths: [MotionPath.Subpath]) {
    for subpath in subpaths {
      for segment in subpath.segments {
        guard let hodograph = Hodograph(segment) else { continue }
        segments.append(segment)
        hodographs.append(hodograph)
        // Next to a cusp the speed turns round sharply, between two nodes or beyond the last one. So the intervals end
        // where the speed is least.
        let ends = [0] + hodograph.extremaOfSpeed + [1]
        for (low, high) in zip(ends, ends.dropFirst()) {
          measure(hodograph, low, high, hodograph.length(low, high), depth: 0)
        }
      }
    }
  }

  private mutating func measure(
    _ hodograph: Hodograph, _ low: Double, _ high: Double, _ whole: Double, depth: Int
  ) {
    let middle = (low + high) / 2
    let halves = (hodograph.length(low, middle), hodograph.length(middle, high))
    let bound = Self.tolerance * hodograph.polygon
    let isOff = abs(halves.0 + halves.1 - whole) * Double(1 << depth) > bound
    if depth < Self.deepest, isOff || whole > bound / 16 && bendsAtAnEnd(hodograph, low, high, whole) {
      measure(hodograph, low, middle, halves.0, depth: depth + 1)
      measure(hodograph, middle, high, halves.1, depth: depth + 1)
    } else {
      add(hodograph, low, high, halves.0 + halves.1)
    }
  }

  /// Returns whether the speed at one end of an interval is far below its mean, but not 0. It may then bend between
  /// that end and the nodes next to it, which neither the whole nor its halves would see.
  private func bendsAtAnEnd(_ hodograph: Hodograph, _ low: Double, _ high: Double, _ length: Double) -> Bool {
    let slow = 0.1 * length / (high - low)
    let (first, last) = (hodograph.speed(at: low), hodograph.speed(at: high))
    return first > 0 && first < slow || last > 0 && last < slow
  }

  private mutating func add(_ hodograph: Hodograph, _ low: Double, _ high: Double, _ length: Double) {
    let mean = length / (high - low)
    func slope(_ s: Double) -> Double {
      let slope = mean / hodograph.speed(at: s)
      return slope <= 3 ? slope : 1
    }
    intervals.append(
      Interval(
        segment: segments.count - 1, low: low, high: high, length: length * hodograph.unit, lowSlope: slope(low),
        highSlope: slope(high)))
    starts.append(total)
    // The sum keeps what rounding drops, so that many segments add no error.
    let added = length * hodograph.unit + rest
    let sum = total + added
    rest = added - (sum - total)
    total = sum
  }

  /// The fractions of the length at which the segments end.
  var fractions: [Double] {
    var fractions = [Double](repeating: 1, count: segments.count)
    for (interval, start) in zip(intervals, starts) {
      fractions[interval.segment] = min(1, (start + interval.length) / total)
    }
    return fractions
  }

  /// Returns the place after a fraction of the length, which must be a number, or nil if there is no length.
  func place(at amount: Double) -> (segment: Int, parameter: Double)? {
    guard let last = intervals.last, total > 0 else { return nil }
    if amount >= 1 { return (last.segment, 1) }
    return place(at: max(0, amount) * total, in: interval(at: max(0, amount) * total))
  }

  /// Returns the last interval that starts at or before a length.
  private func interval(at length: Double) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= length { low = middle } else { high = middle }
    }
    return low
  }

  private func place(at length: Double, in index: Int) -> (segment: Int, parameter: Double) {
    let interval = intervals[index]
    let within = length - starts[index]
    if within <= 0 { return (interval.segment, interval.low) }
    if within >= interval.length { return (interval.segment, interval.high) }
    let hodograph = hodographs[interval.segment]
    let lengthSought = within / hodograph.unit
    var (low, high) = (interval.low, interval.high)
    var s = low + (high - low) * interval.guess(within / interval.length)
    for _ in 0..<64 {
      let excess = hodograph.length(interval.low, s) - lengthSought
      // At a cusp, where the speed is 0 too, a step from the exact place would be 0/0.
      if excess == 0 { break }
      if excess < 0 { low = s } else { high = s }
      var next = s - excess / hodograph.speed(at: s)
      let isNewtons = next > low && next < high
      if !isNewtons { next = (low + high) / 2 }
      let change = abs(next - s)
      s = next
      // The speed changes by at most 12 polygons per unit, so the remaining length is 6e-14 of the polygon.
      if isNewtons ? change <= 1e-7 : change <= 0x1p-50 { break }
    }
    return (interval.segment, s)
  }
}

extension PathLengths.Interval {
  /// Returns approximately the fraction of the interval at a fraction of its length: a cubic with the derivatives at
  /// the ends.
  fileprivate func guess(_ u: Double) -> Double {
    let v = 1 - u
    return u * u * (3 - 2 * u) + u * v * (v * lowSlope - u * highSlope)
  }
}
