import VectorKernels

/// Instances of an animation, each at its own phase, played in a loop: the values of all visible properties, by
/// prepared keyframes.
///
/// Instances are kept in the order of their phases, so the instances that see a layer are adjacent, and invisible
/// properties cost nothing.
package final class LottiePlayer {
  /// The most times that compositions may be shown.
  private static let mostShowings = 10_000
  /// The most layers and keyframes of all of them together, so that a small file doesn't take all memory.
  private static let mostParts = 1 << 22
  /// The most components of all instances together: a gibibyte of them.
  private static let mostComponents = 1 << 28

  private struct Job {
    let track: LottieTrack
    /// The values of the first run, component by component, and behind them those of the second.
    let values: UnsafeMutableBufferPointer<Float>
  }

  let animation: LottieAnimation
  let showings: [LottieShowing]
  /// In frames since the first one of the animation, ascending.
  package let phases: [Double]
  /// The contents of one instance, seen or not.
  package private(set) var propertyCount = 0
  package private(set) var componentCount = 0
  private(set) var keyframeCount = 0
  private(set) var pieceCount = 0
  /// The numbers that the last frame computed, in all instances.
  package private(set) var computedProperties = 0
  package private(set) var computedComponents = 0

  private let origins: [Double]
  /// The computed values of each showing, layer and property.
  private var jobs: [[[Job?]]] = []
  /// For each showing and layer who sees it in the last frame.
  private var runs: [[LottieRuns]] = []
  /// For each showing the frame that its composition is at, counted from the origin of its tracks.
  private var times: [UnsafeMutableBufferPointer<Float>] = []

  /// - Throws: ``LottieError`` where compositions are shown too often, ``UsageError`` where instances are too many.
  package init(_ tracks: LottieTracks, instances: Int) throws {
    animation = tracks.animation
    origins = tracks.origins
    showings = try LottieShowing.all(in: animation, most: Self.mostShowings, mostParts: Self.mostParts)
    var random = SplitMix64(state: 8)
    let length = animation.frames.upperBound - animation.frames.lowerBound
    phases = (0..<instances).map { _ in random.unit() * length }.sorted()

    for showing in showings {
      for track in tracks.tracks[showing.composition].joined().lazy.compactMap({ $0 }) {
        propertyCount += 1
        componentCount += track.componentCount
        keyframeCount += track.property.segments.count + 1
        pieceCount += track.pieceCount
      }
    }
    guard componentCount <= Self.mostComponents / instances else {
      throw UsageError("--instances: \(instances) times \(componentCount) components are more than this can hold")
    }
    for showing in showings {
      times.append(.allocate(capacity: instances))
      jobs.append(
        tracks.tracks[showing.composition].map { layer in
          layer.map { track in
            track.map { Job(track: $0, values: .allocate(capacity: instances * $0.componentCount)) }
          }
        })
      runs.append(tracks.tracks[showing.composition].map { _ in LottieRuns() })
    }
    for column in columns { column.initialize(repeating: 0) }
  }

  deinit {
    for column in columns { column.deallocate() }
  }

  private var columns: [UnsafeMutableBufferPointer<Float>] {
    times + jobs.joined().joined().compactMap { $0?.values }
  }

  /// Computes the visible properties at a number of frames after the start.
  package func play(at frame: Double) {
    computedProperties = 0
    computedComponents = 0
    let all = LottieRuns(phases: phases, at: frame, of: animation.frames)
    for index in showings.indices {
      let parent = showings[index].parent
      let shown = parent.map { runs[$0.showing][$0.layer] } ?? all
      if shown.isEmpty {
        for layer in runs[index].indices { runs[index][layer] = shown }
        continue
      }
      setTimes(of: index, in: shown)
      for layer in runs[index].indices {
        let seen = showings[index].seen[layer].map { shown.seen(in: $0, phases) } ?? shown
        runs[index][layer] = seen
        if !seen.isEmpty { compute(layer, of: index, in: seen) }
      }
    }
  }

  private func setTimes(of index: Int, in runs: LottieRuns) {
    let (showing, times) = (showings[index], times[index])
    let origin = origins[showing.composition]
    switch showing.clock {
    case .animation(let start, let stretch):
      let scale = 1 / stretch
      runs.forEach { run in
        let shift = (run.shift - start) * scale - origin
        for instance in run.instances { times[instance] = Float(phases[instance] * scale + shift) }
      }
    case .parent(let start, let stretch):
      guard let parent = showing.parent else { return }
      let parentTimes = self.times[parent.showing]
      let scale = 1 / stretch
      let shift = (origins[showings[parent.showing].composition] - start) * scale - origin
      runs.forEach { run in
        for instance in run.instances { times[instance] = Float(Double(parentTimes[instance]) * scale + shift) }
      }
    case .constant(let frame):
      runs.forEach { run in for instance in run.instances { times[instance] = Float(frame - origin) } }
    case .remapped(let property):
      guard let parent = showing.parent, let job = jobs[parent.showing][parent.layer][property] else { return }
      var next = 0
      runs.forEach { run in
        for instance in run.instances {
          times[instance] = Float(Double(job.values[next]) * animation.frameRate - origin)
          next += 1
        }
      }
    }
  }

  private func compute(_ layer: Int, of showing: Int, in runs: LottieRuns) {
    let times = UnsafeBufferPointer(times[showing])
    for property in jobs[showing][layer].indices {
      guard let job = jobs[showing][layer][property] else { continue }
      var start = 0
      runs.forEach { run in
        let end = start + run.instances.count * job.track.componentCount
        job.track.values(
          at: UnsafeBufferPointer(rebasing: times[run.instances]).span,
          into: UnsafeMutableBufferPointer(rebasing: job.values[start..<end]))
        start = end
      }
      computedProperties += runs.count
      computedComponents += start
    }
  }

  /// Calls `body` with each property that the last frame computed, for each instance: the property's place, the
  /// instance, and the property's components.
  package func forEachValue(
    _ body: (_ showing: Int, _ layer: Int, _ property: Int, _ instance: Int, _ values: [Float]) -> Void
  ) {
    for (showing, layers) in jobs.enumerated() {
      for (layer, properties) in layers.enumerated() {
        for (property, job) in properties.enumerated() {
          guard let job else { continue }
          var start = 0
          runs[showing][layer].forEach { run in
            let count = run.instances.count
            for (offset, instance) in run.instances.enumerated() {
              let values = (0..<job.track.componentCount).map { job.values[start + $0 * count + offset] }
              body(showing, layer, property, instance, values)
            }
            start += count * job.track.componentCount
          }
        }
      }
    }
  }
}

/// Instances side by side: their frame is their phase and a number that they share.
struct LottieRun {
  var instances: Range<Int> = 0..<0
  var shift = 0.0

  /// The first instance at a frame or after it.
  fileprivate func first(at frame: Double, _ phases: [Double]) -> Int {
    var (low, high) = (instances.lowerBound, instances.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if phases[middle] + shift < frame { low = middle + 1 } else { high = middle }
    }
    return low
  }

  fileprivate func seen(in frames: Range<Double>, _ phases: [Double]) -> LottieRun {
    LottieRun(
      instances: first(at: frames.lowerBound, phases)..<first(at: frames.upperBound, phases), shift: shift)
  }
}

/// The instances that haven't begun anew yet, and those that have.
struct LottieRuns {
  private var ahead = LottieRun()
  private var anew = LottieRun()

  init() {}

  /// All instances, at a number of frames after the start.
  init(phases: [Double], at frame: Double, of frames: Range<Double>) {
    let length = frames.upperBound - frames.lowerBound
    let offset = frame - (frame / length).rounded(.down) * length
    let all = LottieRun(instances: phases.indices, shift: frames.lowerBound + offset)
    let turn = all.first(at: frames.upperBound, phases)
    ahead = LottieRun(instances: 0..<turn, shift: all.shift)
    anew = LottieRun(instances: turn..<phases.count, shift: all.shift - length)
  }

  var count: Int { ahead.instances.count + anew.instances.count }
  var isEmpty: Bool { count == 0 }

  func seen(in frames: Range<Double>, _ phases: [Double]) -> LottieRuns {
    var runs = self
    runs.ahead = ahead.seen(in: frames, phases)
    runs.anew = anew.seen(in: frames, phases)
    return runs
  }

  func forEach(_ body: (LottieRun) -> Void) {
    if !ahead.instances.isEmpty { body(ahead) }
    if !anew.instances.isEmpty { body(anew) }
  }
}
