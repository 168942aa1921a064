/// The same instances as a player computes them today: one after the other, property by property, in `Double`, with
/// Newton's method for easings, a table of places for motion paths, and a cursor for each property.
package final class ScalarLottiePlayer {
  private struct Layer {
    let layer: LottieLayer
    /// Whether in and out are looked at, as ``LottieShowing/seen`` has it.
    let isBounded: Bool
    let properties: [ScalarProperty]
    /// Where each property's components are among those of an instance.
    let offsets: [Int]
    /// The number of the first property among all.
    let first: Int
    /// What differences in each property are measured by.
    let extents: [Double]
  }

  private let player: LottiePlayer
  private var layers: [[Layer]] = []
  private var propertyCount = 0
  private var componentCount = 0
  private var cursors: [Int]
  private var values: [Double]
  /// For each showing, of the instance in hand, the frame that its composition is at, nil where it isn't seen.
  private var frames: [Double?]

  package init(_ player: LottiePlayer) {
    self.player = player
    let animation = player.animation
    let properties = animation.compositions.map { $0.layers.map { $0.properties.map(ScalarProperty.init) } }
    let extents = animation.compositions.map { $0.layers.map { $0.properties.map(\.extent) } }
    for showing in player.showings {
      var list: [Layer] = []
      for (index, layer) in animation.compositions[showing.composition].layers.enumerated() {
        var offsets: [Int] = []
        let first = propertyCount
        for property in layer.properties {
          offsets.append(componentCount)
          componentCount += property.componentCount
          propertyCount += 1
        }
        list.append(
          Layer(
            layer: layer, isBounded: showing.seen[index] != nil, properties: properties[showing.composition][index],
            offsets: offsets, first: first, extents: extents[showing.composition][index]))
      }
      layers.append(list)
    }
    cursors = Array(repeating: 0, count: propertyCount * player.phases.count)
    values = Array(repeating: 0, count: componentCount * player.phases.count)
    frames = Array(repeating: nil, count: player.showings.count)
  }

  /// Computes what is seen so many frames after the start.
  package func play(at frame: Double) {
    let range = player.animation.frames
    let length = range.upperBound - range.lowerBound
    let offset = frame - (frame / length).rounded(.down) * length
    for (instance, phase) in player.phases.enumerated() {
      var frame = range.lowerBound + offset + phase
      if frame >= range.upperBound { frame -= length }
      for (index, showing) in player.showings.enumerated() {
        frames[index] = showing.parent.map { compositionFrame(of: instance, $0) } ?? frame
        if let frame = frames[index] { play(showing: index, at: frame, instance) }
      }
    }
  }

  private func compositionFrame(of instance: Int, _ parent: (showing: Int, layer: Int)) -> Double? {
    guard let frame = frames[parent.showing] else { return nil }
    let host = layers[parent.showing][parent.layer]
    guard isSeen(host, at: frame) else { return nil }
    switch host.layer.timeRemap {
    case .constant(let seconds): return seconds * player.animation.frameRate
    case .property(let index):
      return values[instance * componentCount + host.offsets[index]] * player.animation.frameRate
    case nil: return (frame - host.layer.start) / host.layer.stretch
    }
  }

  private func isSeen(_ layer: Layer, at frame: Double) -> Bool {
    !layer.isBounded || (layer.layer.inFrame <= frame && frame < layer.layer.outFrame)
  }

  private func play(showing: Int, at frame: Double, _ instance: Int) {
    for index in layers[showing].indices where isSeen(layers[showing][index], at: frame) {
      let layer = layers[showing][index]
      values.withUnsafeMutableBufferPointer { values in
        let row = values.baseAddress! + instance * componentCount
        for (number, property) in layer.properties.enumerated() {
          property.write(
            at: frame, cursor: &cursors[instance * propertyCount + layer.first + number],
            into: row + layer.offsets[number])
        }
      }
    }
  }

  /// The largest difference between what both players computed last, as a fraction of what the property runs through.
  package func largestDeviation() -> Double {
    var largest = 0.0
    player.forEachValue { showing, layer, property, instance, found in
      let place = layers[showing][layer]
      let extent = place.extents[property]
      for (c, value) in found.enumerated() {
        let deviation = abs(Double(value) - values[instance * componentCount + place.offsets[property] + c])
        largest = deviation.isNaN ? .infinity : max(largest, extent > 0 ? deviation / extent : deviation)
      }
    }
    return largest
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

/// A property's segments with what is needed to evaluate them.
private struct ScalarProperty {
  /// Of a motion path: as many as players take.
  private static let intervals = 256

  private enum Motion {
    case hold
    case line([ScalarEasing])
    /// Places at equal distances along the way.
    case curve([[Double]], ScalarEasing)
  }

  private struct Segment {
    let start: Double
    let end: Double
    let from: [Double]
    let change: [Double]
    let motion: Motion
  }

  private let before: [Double]
  private let after: [Double]
  private let start: Double
  private let segments: [Segment]

  init(_ property: LottieProperty) {
    before = property.before.components
    after = property.after.components
    start = property.start
    segments = property.segments.map { segment in
      let motion: Motion =
        switch segment.motion {
        case .hold: .hold
        case .line(let easings): .line(easings.map(ScalarEasing.init))
        case .curve(let path, let easing):
          .curve((0...Self.intervals).map { path.place(at: Double($0) / Double(Self.intervals)) }, ScalarEasing(easing))
        }
      return Segment(
        start: segment.start, end: segment.end, from: segment.from.components,
        change: zip(segment.to.components, segment.from.components).map { $0 - $1 }, motion: motion)
    }
  }

  func write(at frame: Double, cursor: inout Int, into out: UnsafeMutablePointer<Double>) {
    guard frame >= start, let last = segments.last else { return write(frame < start ? before : after, into: out) }
    if frame >= last.end { return write(after, into: out) }
    if frame < segments[cursor].start { cursor = 0 }
    while frame >= segments[cursor].end { cursor += 1 }
    let segment = segments[cursor]
    let time = (frame - segment.start) / (segment.end - segment.start)
    switch segment.motion {
    case .hold: write(segment.from, into: out)
    case .line(let easings):
      var progress = easings[0].value(at: time)
      for c in segment.from.indices {
        if c > 0, easings.count > 1 { progress = easings[c].value(at: time) }
        out[c] = segment.from[c] + segment.change[c] * progress
      }
    case .curve(let table, let easing):
      let place = min(max(easing.value(at: time), 0), 1) * Double(Self.intervals)
      let low = min(Int(place), Self.intervals - 1)
      for c in segment.from.indices {
        out[c] = table[low][c] + (table[low + 1][c] - table[low][c]) * (place - Double(low))
      }
    }
  }

  private func write(_ components: [Double], into out: UnsafeMutablePointer<Double>) {
    for c in components.indices { out[c] = components[c] }
  }
}

/// Newton's method, and bisection where that fails.
private struct ScalarEasing {
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
