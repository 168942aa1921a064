internal import CVectorKernels

extension EffectTiming {
  /// Computes the progress, before the easing, of n animations with different starts:
  /// ``Computed/directedProgress``, and NaN where an animation isn't in effect. Curves take this progress.
  ///
  /// The phases are those of ``computed(at:)`` at `time - start`, exactly. The error of the progress is at most 2e-7 of
  /// an iteration, twice that if the direction alternates, for up to 1e7 iterations since time 0, and 1.5e-14
  /// of their number beyond. Where the progress jumps from the end of an iteration to the beginning of the next, the
  /// jump may be early or late by the same error.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds, within 1e16 s of 0. NaN gives NaN.
  ///   - starts: The n times at which the animations are played, in seconds, within 1e16 s of 0. `Float` resolves 1 ms
  ///     for only 4 hours, so count from a recent moment.
  ///   - out: Receives the n progresses, 0...1 or NaN.
  /// - Complexity: O(n); moves 8 bytes per element. With ``Fill/both`` a kernel does it; other fill modes also compare
  ///   every element's time with the phases' ends, in a plain loop. Animations whose active phase is empty or over
  ///   before the local time 0, and those with a playback rate of 0, are computed one by one.
  public func directedProgress(at time: Double, starts: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: starts.count, "starts.count")
    if starts.isEmpty { return }
    evaluate(at: time, starts, out, isEased: false)
  }

  /// Computes the amounts, after the easing, of n animations with different starts: ``Computed/amount``, and NaN where
  /// an animation isn't in effect.
  ///
  /// The error is that of ``directedProgress(at:starts:into:)`` times the largest velocity of the easing, plus that of
  /// ``CSSEasing/values(at:isBefore:into:)``.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds, within 1e16 s of 0. NaN gives NaN.
  ///   - starts: The n times at which the animations are played, in seconds, within 1e16 s of 0.
  ///   - out: Receives the n amounts, or NaN.
  /// - Complexity: O(n), in blocks that stay in the first-level cache; moves 8 bytes per element. With `steps()`, and
  ///   with a `linear()` that jumps at its first stop, elements outside the active phase are computed one by one,
  ///   because each has a before flag of its own.
  public func amounts(at time: Double, starts: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: starts.count, "starts.count")
    if starts.isEmpty { return }
    evaluate(at: time, starts, out, isEased: true)
  }

  /// Computes the current iterations of n animations with different starts: ``Computed/currentIteration``, and NaN
  /// where an animation isn't in effect.
  ///
  /// The iterations are exact as far as `Float` holds them: up to 2^24. From them you can compute the values of
  /// iterations that build upon each other: `value + iteration * final`.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds. NaN gives NaN.
  ///   - starts: The n times at which the animations are played, in seconds.
  ///   - out: Receives the n numbers of iterations, counted from 0, or NaN.
  /// - Complexity: O(n), one by one; moves 8 bytes per element.
  public func currentIterations(at time: Double, starts: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: starts.count, "starts.count")
    if starts.isEmpty { return }
    let (starts, count) = (starts.memory, starts.count)
    let out = out.memory
    for i in 0..<count {
      out[i] = computed(at: time - Double(starts[i])).currentIteration.map { Float($0) } ?? .nan
    }
  }

  /// Writes the progress before or after the easing, block by block.
  private func evaluate(
    at time: Double, _ starts: Span<Float>, _ out: consuming MutableSpan<Float>, isEased: Bool
  ) {
    let (starts, count, size) = (starts.memory, starts.count, 256)
    let (out, level) = (out.memory, vk_level_in_use())
    let timing = KernelTiming(self)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: size) { scratch in
      // `out` may take the place of the starts.
      let copy = scratch.baseAddress!
      for first in stride(from: 0, to: count, by: size) {
        let (values, count) = (out + first, min(size, count - first))
        copy.update(from: starts + first, count: count)
        if let timing {
          timing.evaluate(at: time, copy, values, count, level)
          hide(at: time, copy, values, count)
        } else {
          for i in 0..<count {
            values[i] = computed(at: time - Double(copy[i])).directedProgress.map { Float($0) } ?? .nan
          }
        }
        if isEased { ease(values, at: time, copy, count, level) }
      }
    }
  }

  /// Replaces n progresses at a time, in seconds, by amounts.
  private func ease(
    _ values: UnsafeMutablePointer<Float>, at time: Double, _ starts: UnsafePointer<Float>, _ count: Int,
    _ level: vk_level
  ) {
    easing.values(at: values, isBefore: false, into: values, count, level)
    if !easing.takesBeforeFlag { return }
    let range = activeRange
    for i in 0..<count {
      let elapsed = time - Double(starts[i])
      guard let local = localTime(at: elapsed), phase(atLocal: local, in: range) != .active else { continue }
      values[i] = computed(at: elapsed).amount.map { Float($0) } ?? .nan
    }
  }

  /// Replaces the results of animations that aren't in effect by NaN.
  private func hide(
    at time: Double, _ starts: UnsafePointer<Float>, _ values: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    if fill == .both { return }
    let (range, isForward) = (activeRange, playbackRate > 0)
    let (showsBefore, showsAfter) = (isInEffect(in: .before), isInEffect(in: .after))
    let (rate, end) = (playbackRate, isForward ? 0 : endTime)
    for i in 0..<count {
      let local = (time - Double(starts[i])) * rate + end
      let isBefore = isForward ? local < range.from : local <= range.from
      let isAfter = isForward ? local >= range.to : local > range.to
      if isBefore ? !showsBefore : isAfter && !showsAfter { values[i] = .nan }
    }
  }
}

extension CSSEasing {
  /// Whether the before flag may change the amount.
  fileprivate var takesBeforeFlag: Bool {
    switch form {
    case .steps: true
    case .linear(let line): line.jumpsAtFirst
    case .keyword, .cubicBezier: false
    }
  }
}

/// The parameters of the progress kernels: the iterations as passes that run forwards from a start.
///
/// A negative playback rate is a positive one through the mirrored iterations: the position u = -v runs forwards where
/// v runs backwards, the fraction of v is 1 minus that of u, and a pair of iterations there and back is the same in
/// both directions.
private struct KernelTiming {
  private var timing: vk_timing
  private let delay: Double
  private let isInverted: Bool

  /// Creates the timing, or returns nil where nothing moves, or nothing is in effect.
  init?(_ timing: EffectTiming) {
    let (active, rate) = (timing.activeDuration, timing.playbackRate)
    let isForward = rate > 0
    guard rate != 0, active > 0, isForward || timing.endTime < .infinity else { return nil }
    // Before the active phase, the active time may be anything; in it and after it, it ends with the active duration.
    guard timing.activeRange.from <= timing.delay + active else { return nil }
    let speed = rate.magnitude
    let alternates = timing.direction == .alternate || timing.direction == .alternateReverse
    let period = alternates ? 2.0 : 1.0
    var offset = isForward ? timing.iterationStart : -(timing.iterationStart + timing.iterations)
    if timing.direction == .alternateReverse { offset += 1 }
    offset = offset.truncatingRemainder(dividingBy: period)
    if offset < 0 { offset += period }
    isInverted = !alternates && (timing.direction == .reverse) == isForward
    delay = (isForward ? timing.delay : timing.endTime - timing.delay - active) / speed
    let last = timing.computed(
      atActive: isForward ? active : 0, local: 0, in: isForward ? .after : .before
    ).directedProgress!
    let repeats = alternates || !(offset + timing.iterations <= 1)
    self.timing = vk_timing(
      // Kernels multiply it by times of up to 1e16 s.
      rate: min(speed / timing.duration, 1e15), offset: offset, total: active / speed,
      progress_per_pass: 1, least_progress: 0, limit: 1, end: Float(isInverted ? 1 - last : last),
      repeats: repeats ? 1 : 0, autoreverses: alternates ? 1 : 0)
  }

  func evaluate(
    at time: Double, _ starts: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ count: Int,
    _ level: vk_level
  ) {
    let time = time.isNaN ? time : max(-1e16, min(time - delay, 1e16))
    withUnsafePointer(to: timing) { vk_progress_f32_at(level, $0, starts, time, out, count) }
    guard isInverted else { return }
    for i in 0..<count { out[i] = 1 - out[i] }
  }
}
