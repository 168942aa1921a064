import CAllocations
import Foundation
import VectorKernels

/// The cost of a scene at one size, on a number of cores.
struct SceneMeasurement {
  let scene: String
  let count: Int
  let cores: Int
  let components: Int
  /// Milliseconds of a frame.
  let median: Double
  let percentile99: Double
  let maximum: Double
  /// Milliseconds of the median frame after a rest, as in programs that draw; nil for few components, which cores don't
  /// share.
  let restedMedian: Double?
  /// The relative standard error of the median.
  let uncertainty: Double
  /// Of the median, for each component that moves.
  let nanosecondsPerComponent: Double
  /// Nil where they can't be counted.
  let allocationsPerFrame: Double?
  let bytesPerProperty: Double?
  /// Milliseconds of a copy that reads and writes as many bytes as the frame has to; nil on several cores.
  private(set) var copy: Double?
  /// Milliseconds of a frame with an object for each animation.
  private(set) var baseline: Double?
  /// Of each peer that has such a scene, the milliseconds of a frame, and the largest error as a fraction of the
  /// largest target.
  private(set) var peers: [(name: PeerName, time: Double, error: Double)]

  /// Measures a scene; nil when interrupted. Frames are measured again if other threads share the core, for up to twice
  /// the seconds.
  init?(
    _ scene: Scene, count: Int, cores: Int, seconds: Double, on core: Core, peers: [Peer], interruption: Interruption
  ) {
    let bytesBefore = allocations_bytes()
    let frame = scene.make(count, cores)
    var times: [Double] = []
    times.reserveCapacity(SceneMeasurement.mostFrames)
    var number = 0
    func next() {
      number += 1
      frame(Double(number) / 120)
    }
    for _ in 0..<SceneMeasurement.warmUp { next() }
    let bytes = allocations_bytes() - bytesBefore
    let allocationsBefore = allocations_count()
    let begin = number
    var groups = FrameGroups(on: core, seconds: seconds)
    while times.count < SceneMeasurement.fewestFrames
      || (Clock.now < groups.deadline && times.count < SceneMeasurement.mostFrames)
    {
      if interruption.isRequested { return nil }
      let start = Clock.now
      next()
      let end = Clock.now
      times.append(end - start)
      if end >= groups.end { groups.finish(&times) }
    }
    let allocations = allocations_count() - allocationsBefore
    let framesRun = number - begin
    let frames = times.count
    uncertainty = Statistics.uncertaintyOfMedian(times)
    times.sort()
    var rested: [Double] = []
    if count * scene.components >= Self.leastShared {
      for _ in 0..<Self.restedFrames {
        if interruption.isRequested { return nil }
        usleep(Self.rest)
        let start = Clock.now
        next()
        rested.append(Clock.now - start)
      }
    }

    self.scene = scene.name
    self.count = count
    self.cores = cores
    components = scene.components
    median = times[frames / 2] / 1e6
    percentile99 = times[min(frames - 1, frames * 99 / 100)] / 1e6
    maximum = times[frames - 1] / 1e6
    restedMedian = rested.isEmpty ? nil : Statistics.median(rested) / 1e6
    nanosecondsPerComponent = times[frames / 2] / (Double(count * scene.components) * scene.moving)
    let isCounted = allocations_are_counted()
    allocationsPerFrame = isCounted ? Double(allocations) / Double(framesRun) : nil
    bytesPerProperty = isCounted ? Double(bytes) / Double(count) : nil
    copy = cores > 1 ? nil : scene.bytes.map { Self.copyTime(bytes: $0 * count, on: core) / 1e6 }
    let tweens = scene.tweens.map { $0(count) }
    baseline = (scene.baseline?(count) ?? tweens?.frame).map { frame in
      SceneMeasurement.baselineTime(frame, on: core) / 1e6
    }
    self.peers = peers.compactMap { peer in
      guard let tweens, count <= PeerTweens.mostValues, !interruption.isRequested,
        let objects = PeerTweens(peer, tweens)
      else { return nil }
      return (peer.name, objects.frameTime(on: core) / 1e6, objects.largestError())
    }
  }

  /// The median frame divided by the copy.
  var ratioToCopy: Double? { copy.map { median / $0 } }

  /// The baseline divided by the median frame.
  var timesFasterThanBaseline: Double? { baseline.map { $0 / median } }

  /// Returns the shorter of two measurements of the same, with the shorter times of what it is compared with.
  func better(_ other: SceneMeasurement) -> SceneMeasurement {
    var better = median <= other.median ? self : other
    better.copy = [copy, other.copy].compactMap(\.self).min()
    better.baseline = [baseline, other.baseline].compactMap(\.self).min()
    better.peers = peers.map { peer in
      let time = other.peers.first { $0.name.text == peer.name.text }?.time ?? peer.time
      return (peer.name, min(peer.time, time), peer.error)
    }
    return better
  }

  private static var warmUp: Int { 240 }
  private static var fewestFrames: Int { 240 }
  fileprivate static var mostFrames: Int { 20_000 }

  /// Microseconds between the end of a frame and the next one. A program that draws has to wait for its display, and
  /// meanwhile clocks go down and threads sleep.
  private static var rest: UInt32 { 8000 }
  private static var restedFrames: Int { 40 }
  /// The number of components from which the animator shares a frame.
  private static var leastShared: Int { 1 << 16 }

  /// Nanoseconds of the median copy that reads and writes a number of bytes together, by the faster way to copy.
  private static func copyTime(bytes: Int, on core: Core) -> Double {
    let work = Workload(count: bytes)
    // The copies' memory is the workload's.
    return withExtendedLifetime(work) {
      work.copies(bytes: bytes).map { copy in
        copy.run()
        let times = core.times(21) {
          let start = Clock.now
          copy.run()
          return Clock.now - start
        }
        return Statistics.median(times)
      }.min()!
    }
  }

  /// Nanoseconds of the median frame of the scene as it is written today.
  private static func baselineTime(_ frame: Scene.Frame, on core: Core) -> Double {
    frame(0.5)
    var number = 0
    let times = core.times(20) {
      number += 1
      let start = Clock.now
      frame(0.5 + Double(number) / 120)
      return Clock.now - start
    }
    return Statistics.median(times)
  }
}

/// Groups of frames, of which those count that no other thread on the core disturbed.
private struct FrameGroups {
  /// Nanoseconds of a group, which has a frame at least.
  private static let length = 0.5e6
  /// The time for repeated groups, as a multiple of the time that is asked for.
  private static let patience = 2.0

  private let core: Core
  private var patience: Double
  private var start: Double
  private var wasFree: Bool
  /// The number of frames that may still be repeated, so that no scene comes to its end.
  private var repetitions = SceneMeasurement.mostFrames
  /// The number of times in the groups that are finished.
  private var count = 0
  /// When the last group ends, and when the present one does.
  private(set) var deadline: Double
  var end: Double { start + Self.length }

  init(on core: Core, seconds: Double) {
    self.core = core
    patience = seconds * Self.patience * 1e9
    wasFree = !core.isShared
    start = Clock.now
    deadline = start + seconds * 1e9
  }

  /// Removes the times of the present group if another thread shared the core before or after it, and begins the next.
  mutating func finish(_ times: inout [Double]) {
    var isFree = !core.isShared
    if !(wasFree && isFree), patience > 0, repetitions > 0 {
      repetitions -= times.count - count
      times.removeLast(times.count - count)
      core.wait(atMost: patience)
      let lost = Clock.now - start
      patience -= lost
      deadline += lost
      isFree = true
    }
    (count, wasFree, start) = (times.count, isFree, Clock.now)
  }
}
