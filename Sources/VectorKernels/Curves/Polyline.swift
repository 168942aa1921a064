/// The points of CSS's `linear()`, and the table in which its kernels look them up.
struct Polyline: Hashable, Sendable {
  struct Point: Hashable, Sendable {
    var input: Double
    var output: Double
  }

  /// The points, at least one, in ascending order of their inputs.
  let points: [Point]

  /// The kernels' table, which takes up to some kilobytes. Properties that each have a line of their own never read it.
  private let deferredTable = Deferred<PolylineTable>()

  /// Calls `body` with the kernels' table, which the first call makes.
  @inline(never)
  func withTable(_ body: (PolylineTable) -> Void) {
    deferredTable.withValue({ PolylineTable(points.indices.map { Self.line(points, after: $0) }) }, body)
  }

  /// The memory that copies share.
  var memory: ObjectIdentifier { ObjectIdentifier(deferredTable) }

  static func == (a: Polyline, b: Polyline) -> Bool { a.points == b.points }
  func hash(into hasher: inout Hasher) { hasher.combine(points) }

  /// Creates the points of stops by CSS's rules: inputs that go back count as the largest so far, and missing ones are
  /// spread evenly. Returns nil without stops.
  init?(_ stops: [(output: Double, inputs: [Double])]) {
    if stops.isEmpty { return nil }
    var points: [Point] = []
    var missing: [Int] = []
    var largest = -Double.infinity
    for (i, stop) in stops.enumerated() {
      let usual: [Double] = i == 0 ? [0] : i == stops.count - 1 ? [1] : []
      let inputs = stop.inputs.isEmpty ? usual : stop.inputs
      let output = stop.output.isNaN ? 0 : Self.clamped(stop.output)
      if inputs.isEmpty { missing.append(points.count) }
      // Missing inputs are filled in later.
      for input in inputs.isEmpty ? [largest] : inputs {
        largest = max(largest, Self.clamped(input))
        points.append(Point(input: largest, output: output))
      }
    }
    for run in Self.runs(missing) {
      let (before, after) = (points[run.lowerBound - 1].input, points[run.upperBound].input)
      for i in run {
        let fraction = Double(i - run.lowerBound + 1) / Double(run.count + 1)
        points[i].input = before + (after - before) * fraction
      }
    }
    self.init(points: points)
  }

  private init(points: [Point]) { self.points = points }

  /// Creates a line through outputs, at least one, at evenly spaced inputs. A single output makes a constant line.
  init(evenlySpaced outputs: some RandomAccessCollection<Double>) {
    let last = Double(max(1, outputs.count - 1))
    self.init(
      points: outputs.enumerated().map { index, output in
        Point(input: Double(index) / last, output: output.isNaN ? 0 : Self.clamped(output))
      })
  }

  init?(_ stops: [CSSEasing.LinearStop]) {
    self.init(
      stops.map { stop in
        (stop.output, [stop.input, stop.endInput].compactMap { $0 }.filter { !$0.isNaN })
      })
  }

  private static func clamped(_ value: Double) -> Double { min(1e30, max(-1e30, value)) }

  /// Groups ascending numbers into ranges of consecutive ones.
  private static func runs(_ numbers: [Int]) -> [Range<Int>] {
    numbers.reduce(into: []) { runs, number in
      if let last = runs.last, last.upperBound == number {
        runs[runs.count - 1] = last.lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
  }

  /// Returns the index of the last point at or before an input, or of the first point.
  private func index(at x: Double) -> Int {
    var (low, high) = (0, points.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].input <= x { low = middle } else { high = middle }
    }
    return low
  }

  /// Whether the line jumps at the input of its first point.
  var jumpsAtFirst: Bool { points.count > 1 && points[0].input == points[1].input }

  /// Returns the output at an input. Where the line jumps, that is the output of the last point there; at the first
  /// point, with CSS's before flag, it is that of the first one (CSS Easing 2, linear easing output). If it were
  /// inlined, programs would be a kilobyte larger.
  @inline(never)
  func value(at x: Double, isBefore: Bool = false) -> Double {
    if isBefore, x == points[0].input { return points[0].output }
    let low = index(at: x)
    let slope = Self.slope(points, after: low)
    if slope == 0 { return x.isNaN ? x : points[low].output }
    return points[low].output + slope * (x - points[low].input)
  }

  /// Returns the velocity of the line at an input; where two lines meet, that of the later one.
  func velocity(at x: Double) -> Double {
    if x.isNaN { return x }
    return Self.slope(points, after: index(at: x))
  }

  /// The points with their coordinates swapped. New inputs that go back count as the largest so far.
  var inverse: Polyline {
    var largest = -Double.infinity
    return Polyline(
      points: points.map { point in
        largest = max(largest, Self.clamped(point.output))
        return Point(input: largest, output: point.input)
      })
  }

  /// Returns the slope of the line from a point to the next one, or for the last point, of the line that ends at it.
  /// The result is 0 if there is no such line or it is vertical. Lines that continue beyond points nearer than 1e-30 are
  /// limited, so that values between numbers don't overflow.
  private static func slope(_ points: [Point], after i: Int) -> Double {
    let i = i == points.count - 1 ? i - 1 : i
    guard i >= 0, points[i].input < points[i + 1].input else { return 0 }
    let slope = (points[i + 1].output - points[i].output) / (points[i + 1].input - points[i].input)
    return min(1e60, max(-1e60, slope))
  }

  /// Returns the line from a point to the next one, in Floats. A Float is on the line if it is at or after the point,
  /// so the knot is rounded up, and the line begins there.
  private static func line(_ points: [Point], after i: Int) -> PolylineTable.Line {
    let point = points[i]
    let nearest = Float(point.input)
    let knot = Double(nearest) < point.input ? nearest.nextUp : nearest
    let slope = slope(points, after: i)
    let limit = Double(Float.greatestFiniteMagnitude)
    return PolylineTable.Line(
      knot: knot, y: Float(min(limit, max(-limit, point.output + slope * (Double(knot) - point.input)))),
      slope: Float(min(limit, max(-limit, slope))))
  }
}
