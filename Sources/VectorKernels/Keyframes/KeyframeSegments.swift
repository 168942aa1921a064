/// A keyframe in a track's list, which doesn't depend on its neighbours yet.
struct Keyframe<Data: VectorArithmetic> {
  indirect enum Motion {
    case linear(UnitCurve)
    case cubic(startVelocity: Data?, endVelocity: Data?)
    case spring(Spring, startVelocity: Data?)
    case move
  }

  let to: Data
  /// The duration in seconds, or nil for the settling duration of a spring.
  let duration: Double?
  let motion: Motion
  /// The seconds that the sum of the durations up to this one lacks by rounding.
  var rounding = 0.0
}

extension Keyframe: Sendable {}
extension Keyframe.Motion: Sendable {}

/// The way of a value from one instant to another.
@usableFromInline
struct KeyframeSegment<Data: VectorArithmetic> {
  @usableFromInline
  indirect enum Path {
    /// A jump, which takes no time; `to` holds from then on.
    case jump
    /// A constant value; `to` holds from the end on.
    case hold
    case line(UnitCurve)
    /// Hermite's curve. Its velocities are per second of time after the timing curve.
    case cubic(startVelocity: Data, endVelocity: Data, UnitCurve)
    case spring(Spring, target: Data, startVelocity: Data)
    case paced(PacedCubic<Data>)
  }

  @usableFromInline
  let start: Double
  @usableFromInline
  let end: Double
  @usableFromInline
  let from: Data
  @usableFromInline
  let to: Data
  @usableFromInline
  let path: Path

  @inlinable
  var duration: Double { end - start }

  /// The amount with which the segment's curve starts.
  @usableFromInline
  var startAmount: Double {
    switch path {
    case .line(let curve), .cubic(_, _, let curve): curve.value(at: 0)
    case .jump, .hold, .spring, .paced: 0
    }
  }

  /// Returns the value at a time from `start` to `end`.
  @inlinable
  func value(at time: Double) -> Data {
    if time >= end { return to }
    if time < start || time == start && startAmount == 0 { return from }
    // Rounding mustn't end a segment before its time.
    let progress = min((time - start) / duration, 1.0.nextDown)
    switch path {
    case .jump: return to
    case .hold: return from
    case .line(let curve):
      return from.interpolated(towards: to, amount: curve.value(at: progress))
    case .cubic(let startVelocity, let endVelocity, let curve):
      return HermiteCubic(from: from, to: to, startVelocity, endVelocity, duration).value(at: curve.value(at: progress))
    case .spring(let spring, let target, let startVelocity):
      return from + spring.value(target: target - from, initialVelocity: startVelocity, time: time - start)
    case .paced(let curve):
      return curve.value(at: progress)
    }
  }

  /// Returns the velocity per second at a time from `start` to `end`, computed from inside the segment.
  func velocity(at time: Double) -> Data {
    guard duration > 0 else {
      if case .spring(_, _, let startVelocity) = path { return startVelocity }
      return .zero
    }
    let progress = min(max((time - start) / duration, 0), 1)
    switch path {
    case .jump, .hold: return .zero
    case .line(let curve):
      return (to - from).scaled(by: curve.finiteVelocity(at: progress) / duration)
    case .cubic(let startVelocity, let endVelocity, let curve):
      let cubic = HermiteCubic(from: from, to: to, startVelocity, endVelocity, duration)
      return cubic.derivative(at: curve.value(at: progress)).scaled(by: curve.finiteVelocity(at: progress) / duration)
    case .spring(let spring, let target, let startVelocity):
      return spring.velocity(target: target - from, initialVelocity: startVelocity, time: progress * duration)
    case .paced(let curve):
      return curve.derivative(at: progress).scaled(by: 1 / duration)
    }
  }
}

extension KeyframeSegment: Sendable {}
extension KeyframeSegment.Path: Sendable {}

extension UnitCurve {
  /// Returns the velocity, or 0 where the curve is vertical, so that no keyframe passes on an infinite velocity.
  fileprivate func finiteVelocity(at progress: Double) -> Double {
    let velocity = velocity(at: progress)
    return velocity.isFinite ? velocity : 0
  }
}

/// The cubic with given values and derivatives at 0 and 1.
@usableFromInline
struct HermiteCubic<Data: VectorArithmetic> {
  @usableFromInline
  let from: Data
  @usableFromInline
  let to: Data
  @usableFromInline
  let startDerivative: Data
  @usableFromInline
  let endDerivative: Data

  /// Creates a cubic from velocities per second, for a curve with a duration in seconds.
  @inlinable
  init(from: Data, to: Data, _ startVelocity: Data, _ endVelocity: Data, _ duration: Double) {
    self.from = from
    self.to = to
    startDerivative = startVelocity.scaled(by: duration)
    endDerivative = endVelocity.scaled(by: duration)
  }

  @inlinable
  func value(at x: Double) -> Data {
    let y = 1 - x
    let middle = from.interpolated(towards: to, amount: x * x * (3 - 2 * x))
    return middle + startDerivative.scaled(by: x * y * y) - endDerivative.scaled(by: x * x * y)
  }

  func derivative(at x: Double) -> Data {
    let y = 1 - x
    return (to - from).scaled(by: 6 * x * y) + startDerivative.scaled(by: y * (1 - 3 * x))
      + endDerivative.scaled(by: x * (3 * x - 2))
  }
}

extension HermiteCubic: Sendable {}

/// The motion of a value from 0 to the end of a track, one segment after the other.
@usableFromInline
struct KeyframeSegments<Data: VectorArithmetic> {
  @usableFromInline
  let initial: Data
  @usableFromInline
  private(set) var segments: [KeyframeSegment<Data>] = []

  @inlinable
  var duration: Double { segments.last?.end ?? 0 }
  @inlinable
  var last: Data { segments.last?.to ?? initial }

  /// The longest duration of a keyframe, in seconds: 31 years. Sums of durations stay finite.
  static var longestDuration: Double { 1e9 }
  /// The shortest duration of a keyframe, in seconds. Rounding in differences of times leaves shorter ones, whose
  /// velocities would be enormous.
  static var shortestDuration: Double { 1e-9 }

  init(initial: Data, segments: [KeyframeSegment<Data>]) {
    self.initial = initial
    self.segments = segments
  }

  /// Creates the segments of a track's keyframes.
  init(from initial: Data, through keyframes: [Keyframe<Data>]) {
    self.initial = initial
    segments.reserveCapacity(keyframes.count)
    for index in keyframes.indices {
      append(keyframes[index], before: index + 1 < keyframes.count ? keyframes[index + 1] : nil)
    }
  }

  private mutating func append(_ keyframe: Keyframe<Data>, before next: Keyframe<Data>?) {
    let (start, from, to) = (duration, last, keyframe.to)
    let length: Double
    let path: KeyframeSegment<Data>.Path
    var reached = to
    switch keyframe.motion {
    case .move:
      length = 0
      path = .jump
    case .linear(let curve):
      length = Self.clamped(keyframe.duration)
      path = length > 0 ? .line(curve) : .jump
    case .cubic(let startVelocity, let endVelocity):
      length = Self.clamped(keyframe.duration)
      path =
        length > 0
        ? .cubic(
          startVelocity: startVelocity ?? incomingVelocity(into: keyframe, lasting: length),
          endVelocity: endVelocity ?? Self.outgoingVelocity(from: from, through: keyframe, lasting: length, to: next),
          .linear)
        : .jump
    case .spring(let spring, let startVelocity):
      let velocity = startVelocity ?? lastVelocity
      length = Self.clamped(
        keyframe.duration
          ?? spring.settlingDuration(target: to - from, initialVelocity: velocity, epsilon: 1e-4))
      path = .spring(spring, target: to, startVelocity: velocity)
      reached = from + spring.value(target: to - from, initialVelocity: velocity, time: length)
    }
    let end = start + length + keyframe.rounding
    segments.append(KeyframeSegment(start: start, end: end, from: from, to: reached, path: path))
  }

  private static func clamped(_ duration: Double?) -> Double {
    guard let duration, duration >= shortestDuration else { return 0 }
    return min(duration, longestDuration)
  }

  /// Returns the velocity at the start of the next cubic keyframe, if none is given.
  private func incomingVelocity(into keyframe: Keyframe<Data>, lasting length: Double) -> Data {
    guard let previous = segments.last else { return .zero }
    if case .cubic = previous.path {
      return (keyframe.to - previous.from).scaled(by: 1 / (previous.duration + length))
    }
    return lastVelocity
  }

  /// The velocity at the end of the last segment. If its square overflows, as at the vertical end of a curve, it counts
  /// as zero: the values that follow from it would overflow, too.
  private var lastVelocity: Data {
    guard let last = segments.last else { return .zero }
    let velocity = last.velocity(at: last.end)
    return velocity.magnitudeSquared.isFinite ? velocity : .zero
  }

  /// Returns the velocity at the end of a cubic keyframe, if none is given.
  private static func outgoingVelocity(
    from: Data, through keyframe: Keyframe<Data>, lasting length: Double, to next: Keyframe<Data>?
  ) -> Data {
    guard let next else { return .zero }
    let nextLength = clamped(next.duration)
    switch next.motion {
    case .cubic where nextLength > 0: return (next.to - from).scaled(by: 1 / (length + nextLength))
    case .linear(let curve) where nextLength > 0:
      return (next.to - keyframe.to).scaled(by: curve.finiteVelocity(at: 0) / nextLength)
    case .spring(_, let startVelocity): return startVelocity ?? .zero
    case .cubic, .linear, .move: return .zero
    }
  }

  /// Returns the value at a time in seconds. Times below 0, and NaN, are before the track. The last of the jumps at 0,
  /// or at the end, has happened at that instant already.
  @inlinable
  func value(at time: Double) -> Data {
    guard time >= 0 else { return initial }
    guard time < duration, let segment = segment(at: time) else { return last }
    if time == 0, segment.end == 0, let moving = segments.first(where: { $0.end > 0 }) { return moving.value(at: 0) }
    return segment.value(at: time)
  }

  /// Whether the value jumps at the end of the track.
  var endsWithJump: Bool {
    guard let last = segments.last, last.end == last.start, last.end > 0 else { return false }
    return true
  }

  /// Returns the velocity per second at a time in seconds; 0 before and after the track.
  func velocity(at time: Double) -> Data {
    guard time >= 0, time < duration || !endsWithJump, let segment = segment(at: time) else { return .zero }
    if time == 0, segment.end == 0, let moving = segments.first(where: { $0.end > 0 }) {
      return moving.velocity(at: 0)
    }
    return segment.velocity(at: time)
  }

  /// Returns the first segment that hasn't ended before a time.
  @inlinable
  func segment(at time: Double) -> KeyframeSegment<Data>? {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].end < time { low = middle + 1 } else { high = middle }
    }
    return low < segments.count ? segments[low] : nil
  }
}

extension KeyframeSegments: Sendable {}
