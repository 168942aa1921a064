/// An animation in the form of a player of one value at a time: flat arrays of plain numbers, in the order in which one
/// instance plays them.
struct ScalarLottieProgram {
  /// Of a motion path: as many as players take.
  private static let intervals = 256

  struct Showing {
    enum Clock {
      case animation
      case parent(start: Double, stretch: Double)
      case constant(Double)
      /// The place, in an instance's row, of the seconds.
      case remapped(Int)
    }

    let clock: Clock
    /// The showing that it is shown in, and the layer that shows it.
    let parent: Int
    let host: Int
    let layers: Range<Int>
  }

  struct Layer {
    let inFrame, outFrame: Double
    let properties: Range<Int>

    /// False at NaN, the frame of what isn't seen.
    func isSeen(at frame: Double) -> Bool { inFrame <= frame && frame < outFrame }
  }

  struct Property {
    let start, end: Double
    let segments: Range<Int>
    /// Places among the numbers.
    let before, after: Int
    let componentCount: Int
    /// The place in an instance's row.
    let out: Int
    /// The unit of differences.
    let extent: Double
  }

  struct Segment {
    enum Motion {
      case hold
      case line(easing: Int)
      /// An easing for each component.
      case lines(easings: Int)
      /// Places at equal distances along the way, among the numbers.
      case curve(places: Int, easing: Int)
    }

    let start, end: Double
    /// Places among the numbers.
    let from, change: Int
    let motion: Motion
  }

  private(set) var showings: [Showing] = []
  private(set) var layers: [Layer] = []
  private(set) var properties: [Property] = []
  private var segments: [Segment] = []
  private var easings: [ScalarEasing] = []
  private var numbers: [Double] = []
  /// The components of an instance.
  private(set) var rowLength = 0
  private let frameRate: Double

  init(_ animation: LottieAnimation, _ list: [LottieShowing]) {
    frameRate = animation.frameRate
    for showing in list {
      let first = layers.count
      for (layer, seen) in zip(animation.compositions[showing.composition].layers, showing.seen) {
        let firstProperty = properties.count
        for property in layer.properties { append(property) }
        layers.append(
          Layer(
            inFrame: seen == nil ? -.infinity : layer.inFrame, outFrame: seen == nil ? .infinity : layer.outFrame,
            properties: firstProperty..<properties.count))
      }
      let parent = showing.parent ?? (showing: 0, layer: 0)
      let host = showings.isEmpty ? 0 : showings[parent.showing].layers.lowerBound + parent.layer
      var clock = Showing.Clock.animation
      if let parent = showing.parent {
        let layer = animation.compositions[list[parent.showing].composition].layers[parent.layer]
        switch layer.timeRemap {
        case .constant(let seconds): clock = .constant(seconds * frameRate)
        case .property(let index): clock = .remapped(properties[layers[host].properties.lowerBound + index].out)
        case nil: clock = .parent(start: layer.start, stretch: layer.stretch)
        }
      }
      showings.append(Showing(clock: clock, parent: parent.showing, host: host, layers: first..<layers.count))
    }
  }

  private mutating func append(_ property: LottieProperty) {
    let first = segments.count
    for segment in property.segments {
      let motion: Segment.Motion
      switch segment.motion {
      case .hold: motion = .hold
      case .line(let list):
        motion = list.count == 1 ? .line(easing: easings.count) : .lines(easings: easings.count)
        easings += list.map(ScalarEasing.init)
      case .curve(let path, let easing):
        let places = (0...Self.intervals).flatMap { path.place(at: Double($0) / Double(Self.intervals)) }
        motion = .curve(places: store(places), easing: easings.count)
        easings.append(ScalarEasing(easing))
      }
      let (from, to) = (segment.from.components, segment.to.components)
      segments.append(
        Segment(
          start: segment.start, end: segment.end, from: store(from), change: store(zip(to, from).map { $0 - $1 }),
          motion: motion))
    }
    properties.append(
      Property(
        start: property.start, end: property.end, segments: first..<segments.count,
        before: store(property.before.components), after: store(property.after.components),
        componentCount: property.componentCount, out: rowLength, extent: property.extent))
    rowLength += property.componentCount
  }

  private mutating func store(_ list: [Double]) -> Int {
    numbers += list
    return numbers.count - list.count
  }

  // MARK: Playing

  /// Computes what an instance sees at a frame of the animation.
  ///
  /// - Parameters:
  ///   - frames: For each showing a number, which this overwrites.
  ///   - cursors: For each property the segment that it was in last.
  ///   - row: Receives the components.
  func play(
    at frame: Double, frames: UnsafeMutablePointer<Double>, cursors: UnsafeMutablePointer<Int32>,
    row: UnsafeMutablePointer<Double>
  ) {
    for index in showings.indices {
      let showing = showings[index]
      let parent = frames[showing.parent]
      switch showing.clock {
      case .animation: frames[index] = frame
      case _ where !layers[showing.host].isSeen(at: parent): frames[index] = .nan
      case .parent(let start, let stretch): frames[index] = (parent - start) / stretch
      case .constant(let constant): frames[index] = constant
      case .remapped(let seconds): frames[index] = row[seconds] * frameRate
      }
      let now = frames[index]
      for layer in showing.layers where layers[layer].isSeen(at: now) {
        for property in layers[layer].properties {
          evaluate(properties[property], at: now, cursor: &cursors[property], into: row)
        }
      }
    }
  }

  private func evaluate(
    _ property: Property, at frame: Double, cursor: inout Int32, into row: UnsafeMutablePointer<Double>
  ) {
    let out = row + property.out
    if frame < property.start || frame >= property.end {
      let place = frame < property.start ? property.before : property.after
      for c in 0..<property.componentCount { out[c] = numbers[place + c] }
      return
    }
    var index = property.segments.lowerBound + Int(cursor)
    if frame < segments[index].start { index = property.segments.lowerBound }
    while frame >= segments[index].end { index += 1 }
    cursor = Int32(index - property.segments.lowerBound)

    let segment = segments[index]
    let time = (frame - segment.start) / (segment.end - segment.start)
    switch segment.motion {
    case .hold:
      for c in 0..<property.componentCount { out[c] = numbers[segment.from + c] }
    case .line(let easing):
      let progress = easings[easing].value(at: time)
      for c in 0..<property.componentCount {
        out[c] = numbers[segment.from + c] + numbers[segment.change + c] * progress
      }
    case .lines(let first):
      for c in 0..<property.componentCount {
        out[c] = numbers[segment.from + c] + numbers[segment.change + c] * easings[first + c].value(at: time)
      }
    case .curve(let places, let easing):
      let place = min(max(easings[easing].value(at: time), 0), 1) * Double(Self.intervals)
      let whole = min(Int(place), Self.intervals - 1)
      let near = places + whole * property.componentCount
      for c in 0..<property.componentCount {
        let (low, high) = (numbers[near + c], numbers[near + property.componentCount + c])
        out[c] = low + (high - low) * (place - Double(whole))
      }
    }
  }
}

extension LottieProperty {
  /// The largest of what its components run through and of its ways through space; where nothing moves, its magnitude.
  fileprivate var extent: Double {
    let values = [before, after] + segments.flatMap { [$0.from, $0.to] }
    let ranges = (0..<componentCount).map { c in
      let components = values.map { $0.components[c] }
      return (components.max() ?? 0) - (components.min() ?? 0)
    }
    let lengths = segments.map { segment in
      if case .curve(let path, _) = segment.motion { path.length } else { 0.0 }
    }
    let extent = (ranges + lengths).max() ?? 0
    return extent > 0 ? extent : before.components.map(abs).max() ?? 0
  }
}

/// Newton's method, and bisection where that fails.
struct ScalarEasing {
  private let ax, bx, cx: Double
  private let ay, by, cy: Double
  private let isLinear: Bool

  init(_ easing: LottieEasing) {
    cx = 3 * easing.x1
    bx = 3 * (easing.x2 - easing.x1) - cx
    ax = 1 - cx - bx
    cy = 3 * easing.y1
    by = 3 * (easing.y2 - easing.y1) - cy
    ay = 1 - cy - by
    isLinear = easing.isLinear
  }

  func value(at x: Double) -> Double {
    if isLinear { return x }
    let t = parameter(at: x)
    return ((ay * t + by) * t + cy) * t
  }

  private func parameter(at x: Double) -> Double {
    var t = x
    for _ in 0..<8 {
      let error = ((ax * t + bx) * t + cx) * t - x
      if abs(error) < 1e-7 { return t }
      let slope = (3 * ax * t + 2 * bx) * t + cx
      if abs(slope) < 1e-6 { break }
      t -= error / slope
    }
    var (low, high) = (0.0, 1.0)
    t = x
    while high - low > 1e-9 {
      let error = ((ax * t + bx) * t + cx) * t - x
      if abs(error) < 1e-7 { break }
      if error < 0 { low = t } else { high = t }
      t = (low + high) / 2
    }
    return t
  }
}
