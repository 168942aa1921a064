internal import CVectorKernels

extension PreparedAnimation {
  /// Computes the progress, within the current pass, of n animations with different starts. Curves take this progress.
  ///
  /// The way back, in odd passes of an animation that autoreverses, is the way there mirrored in time, as in CSS and
  /// Core Animation: where the progress of the way there is 0.2, that of the way back is 0.8. SwiftUI's way back has
  /// the timing of the way there. Both are the same for curves with equal halves, such as linear and ease-in-out. For
  /// SwiftUI's way back with other curves, use ``amounts(at:starts:into:)`` or ``progress(at:starts:into:reversed:)``.
  ///
  /// The error is at most 2e-7 of a pass (twice that if the animation autoreverses) times ``progressPerPass``, for any
  /// number of passes up to 1e7 since time 0, and 1.5e-14 of their number beyond. Springs take the progress in units of
  /// ``secondsPerProgress`` seconds.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds. NaN gives NaN.
  ///   - starts: The n start times, in seconds, within 1e16 s of 0. Before its start, an animation waits at its first
  ///     value. `Float` resolves 1 ms for only 4 hours, so count from a recent moment.
  ///   - out: Receives the n progresses, 0...1; 1 for finished animations.
  /// - Complexity: O(n); moves 8 bytes per element.
  public func progress(at time: Double, starts: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: starts.count, "starts.count")
    if starts.isEmpty { return }
    withUnsafePointer(to: timing(end: 1)) {
      vk_progress_f32($0, starts.memory, shifted(time), out.memory, starts.count)
    }
  }

  /// Computes the progress, within the current pass, of n animations with different starts, and reports which of them
  /// are on their way back.
  ///
  /// This is for SwiftUI's way back: apply the curve to the progress, then pass the result to
  /// ``Batch/reverse(_:where:)``. Otherwise the call works as ``progress(at:starts:into:)`` does.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds.
  ///   - starts: The n start times, in seconds, within 1e16 s of 0.
  ///   - out: Receives the n progresses, 0...1.
  ///   - reversed: Receives 1 for animations on their way back, 0 for the others.
  /// - Complexity: O(n); moves 12 bytes per element.
  public func progress(
    at time: Double, starts: Span<Float>, into out: consuming MutableSpan<Float>,
    reversed: consuming MutableSpan<Float>
  ) {
    requireCount(out.count, "out.count", equals: starts.count, "starts.count")
    requireCount(reversed.count, "reversed.count", equals: starts.count, "starts.count")
    if starts.isEmpty { return }
    withUnsafePointer(to: timing(end: 1)) {
      vk_progress_reversed_f32(
        $0, starts.memory, shifted(time), out.memory, reversed.memory, starts.count)
    }
  }

  /// Computes the amounts, at a time, of n animations with different starts.
  /// ``Batch/interpolate(from:to:amounts:into:)-(Span<Element>,_,_,_)`` takes these amounts.
  ///
  /// They are the ``Animation/amount(at:)`` of the original animation. Two errors add up: that of
  /// ``progress(at:starts:into:)`` times the velocity of the curve, and that of the curve or the spring itself.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds. NaN gives NaN.
  ///   - starts: The n start times, in seconds, within 1e16 s of 0. Before its start, an animation waits at its first
  ///     value.
  ///   - out: Receives the n amounts; 1 for finished animations.
  /// - Complexity: O(n), in blocks that stay in the first-level cache; moves 8 bytes per element.
  public func amounts(at time: Double, starts: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: starts.count, "starts.count")
    if starts.isEmpty { return }
    let (starts, amounts, count) = (starts.memory, out.memory, starts.count)
    // One level for all blocks and kernels.
    let level = vk_level_in_use()
    StackBlock.lend { block in
      let memory = block.columns
      switch shape {
      case .curve(let curve) where curve.value(at: 1) == 1:
        curveAmounts(curve, at: shifted(time), starts, amounts, count, memory, level)
      case .curve(let curve):
        jumpingAmounts(curve, at: shifted(time), starts, amounts, count, memory, level)
      case .spring(let spring, let velocity):
        springAmounts(spring, velocity, at: shifted(time), starts, amounts, count, memory, level)
      }
    }
  }

  /// The elements of a block, whose columns stay in the first-level cache.
  private static var block: Int { 128 }
  /// The columns that a spring needs.
  private static var columns: Int { 6 }

  private func curveAmounts(
    _ curve: UnitCurve, at time: Double, _ starts: UnsafePointer<Float>, _ amounts: UnsafeMutablePointer<Float>,
    _ count: Int, _ reversed: UnsafeMutablePointer<Float>, _ level: vk_level
  ) {
    let tabulated = table.curve
    withUnsafePointer(to: timing(end: 1)) { timing in
      forEachBlock(of: count, Self.columns * Self.block) { first, count in
        let values = amounts + first
        progress(timing, starts + first, time, values, reversed, count, level)
        if let tabulated {
          tabulated.values(at: values, into: values, count, level)
        } else {
          curve.values(at: values, into: values, count, level)
        }
        reverse(values, reversed, count, level)
      }
    }
  }

  /// Computes the amounts along a curve that doesn't end at 1. Finished animations jump to 1.
  private func jumpingAmounts(
    _ curve: UnitCurve, at time: Double, _ starts: UnsafePointer<Float>, _ amounts: UnsafeMutablePointer<Float>,
    _ count: Int, _ memory: UnsafeMutablePointer<Float>, _ level: vk_level
  ) {
    let (progress, reversed) = (memory, memory + Self.block)
    withUnsafePointer(to: timing(end: 2)) { timing in
      forEachBlock(of: count, Self.block) { first, count in
        let values = amounts + first
        self.progress(timing, starts + first, time, progress, reversed, count, level)
        curve.values(at: progress, into: values, count, level)
        for index in 0..<count where progress[index] > 1 { values[index] = 1 }
        reverse(values, reversed, count, level)
      }
    }
  }

  private func springAmounts(
    _ spring: Spring, _ velocity: Double, at time: Double, _ starts: UnsafePointer<Float>,
    _ amounts: UnsafeMutablePointer<Float>, _ count: Int, _ memory: UnsafeMutablePointer<Float>, _ level: vk_level
  ) {
    let (decay, frequency) = (spring.decay, spring.frequency)
    // These columns, which the kernel takes, have the same value for all elements.
    let (target, displacements, sineAmplitudes) = (memory, memory + Self.block, memory + 2 * Self.block)
    target.update(repeating: 1, count: Self.block)
    displacements.update(repeating: -1, count: Self.block)
    sineAmplitudes.update(repeating: spring.finiteSineAmplitude(velocity: velocity), count: Self.block)
    if duration == .infinity && passes == 1 && initialPass == 0 {
      // The animation may run for days: the spring's own kernel keeps its phase precise.
      forEachBlock(of: count, Self.block) { first, count in
        vk_spring_shared_f32_at(
          level, target, displacements, sineAmplitudes, starts + first, decay * rate, frequency * rate, time,
          amounts + first,
          count)
      }
      return
    }
    let (times, reversed) = (memory + 3 * Self.block, memory + 4 * Self.block)
    let zeros = memory + 5 * Self.block
    zeros.update(repeating: 0, count: Self.block)
    let seconds = Float(-secondsPerProgress)
    // After 64 times the duration, the displacement is 0.
    withUnsafePointer(to: timing(end: 64)) { timing in
      forEachBlock(of: count, Self.block) { first, count in
        progress(timing, starts + first, time, amounts + first, reversed, count, level)
        // A product: a loop here would write narrower registers than the next kernel reads, which then waits for them.
        vk_lerp_f32_at(level, zeros, amounts + first, seconds, times, count)
        vk_spring_shared_f32_at(
          level, target, displacements, sineAmplitudes, times, decay, frequency, 0, amounts + first, count)
        reverse(amounts + first, reversed, count, level)
      }
    }
  }

  private func progress(
    _ timing: UnsafePointer<vk_timing>, _ starts: UnsafePointer<Float>, _ time: Double,
    _ out: UnsafeMutablePointer<Float>, _ reversed: UnsafeMutablePointer<Float>, _ count: Int, _ level: vk_level
  ) {
    if autoreverses {
      vk_progress_reversed_f32_at(level, timing, starts, time, out, reversed, count)
    } else {
      vk_progress_f32_at(level, timing, starts, time, out, count)
    }
  }

  private func reverse(
    _ values: UnsafeMutablePointer<Float>, _ reversed: UnsafePointer<Float>, _ count: Int, _ level: vk_level
  ) {
    if autoreverses { vk_reverse_f32_at(level, values, reversed, values, count) }
  }

  private func forEachBlock(of count: Int, _ size: Int, _ body: (_ first: Int, _ count: Int) -> Void) {
    for first in stride(from: 0, to: count, by: size) { body(first, min(size, count - first)) }
  }

  /// Returns the time minus the delay, at most 3e8 years from 0: its product with rates must be finite in a `Float`.
  private func shifted(_ time: Double) -> Double {
    time.isNaN ? time : max(-1e16, min(time - delay, 1e16))
  }

  private func timing(end: Float) -> vk_timing {
    let repeats = passes > 1
    let period = autoreverses ? 2.0 : 1.0
    return vk_timing(
      rate: rate, offset: repeats ? initialPass.truncatingRemainder(dividingBy: period) : initialPass,
      total: max(0, duration - delay), progress_per_pass: Float(progressPerPass),
      least_progress: Float(leastProgress),
      limit: duration < .infinity ? 1 : .infinity, end: end, repeats: repeats ? 1 : 0,
      autoreverses: autoreverses ? 1 : 0)
  }
}
