internal import CVectorKernels

extension PreparedAnimation {
  /// The progress of n animations that began at different times, in its pass: what a curve takes.
  ///
  /// The way back, in odd passes of what autoreverses, is the way there mirrored in time, as in CSS and Core Animation:
  /// where a pass covers 0.2, here comes 0.8. SwiftUI's way back has the timing of the way there; both are the same for
  /// curves with equal halves, such as linear and ease-in-out. For the others there are
  /// ``amounts(at:starts:into:)`` and ``progress(at:starts:into:reversed:)``.
  ///
  /// The error is at most 2e-7 of a pass (twice that where it autoreverses) times ``progressPerPass``, however many passes there
  /// have been. A progress of what isn't a curve is in units of ``unit`` seconds.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds. NaN gives NaN.
  ///   - starts: The n times of the start, within 1e16 s of 0. Before it an animation waits at its beginning. `Float`
  ///     resolves 1 ms only for 4 hours, so count from a recent moment.
  ///   - out: Receives the n progresses, 0...1; 1 for what is finished.
  /// - Complexity: O(n); moves 8 bytes per element.
  public func progress(at time: Double, starts: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: starts.count, "starts.count")
    if starts.isEmpty { return }
    withUnsafePointer(to: timing(end: 1)) {
      vk_progress_f32($0, starts.memory, shifted(time), out.memory, starts.count)
    }
  }

  /// The progress of n animations that began at different times, in its pass, and which are on their way back.
  ///
  /// What a curve makes of the progress goes to ``Batch/reverse(_:where:)``, for SwiftUI's way back. Otherwise as
  /// ``progress(at:starts:into:)``.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds.
  ///   - starts: The n times of the start, within 1e16 s of 0.
  ///   - out: Receives the n progresses, 0...1.
  ///   - reversed: Receives 1 for those on their way back, 0 for the others.
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

  /// How much of their way n animations have covered that began at different times: what
  /// ``Batch/interpolate(from:to:amounts:into:)-(Span<Element>,_,_,_)`` takes.
  ///
  /// The ``Animation/amount(at:)`` of the animation that was prepared, to the error of
  /// ``progress(at:starts:into:)`` times the slope of the curve and that of the curve or the spring itself.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds. NaN gives NaN.
  ///   - starts: The n times of the start, within 1e16 s of 0. Before it an animation waits at its beginning.
  ///   - out: Receives the n amounts; 1 for what is finished.
  /// - Complexity: O(n), in blocks that stay in the first cache; moves 8 bytes per element.
  public func amounts(at time: Double, starts: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: starts.count, "starts.count")
    if starts.isEmpty { return }
    let (starts, amounts, count) = (starts.memory, out.memory, starts.count)
    // That of all blocks and kernels.
    let level = vk_level_in_use()
    var scratch = Scratch()
    withUnsafeMutableBytes(of: &scratch) { bytes in
      let memory = bytes.assumingMemoryBound(to: Float.self)
      switch shape {
      case .curve(let curve) where curve.value(at: 1) == 1:
        curveAmounts(curve, at: shifted(time), starts, amounts, count, memory.baseAddress!, level)
      case .curve(let curve):
        jumpingAmounts(curve, at: shifted(time), starts, amounts, count, memory.baseAddress!, level)
      case .spring(let spring, let velocity):
        springAmounts(spring, velocity, at: shifted(time), starts, amounts, count, memory.baseAddress!, level)
      }
    }
  }

  private func curveAmounts(
    _ curve: UnitCurve, at time: Double, _ starts: UnsafePointer<Float>, _ amounts: UnsafeMutablePointer<Float>,
    _ count: Int, _ reversed: UnsafeMutablePointer<Float>, _ level: vk_level
  ) {
    let tabulated = table.curve
    withUnsafePointer(to: timing(end: 1)) { timing in
      forEachBlock(of: count, Scratch.columns * Scratch.block) { first, count in
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

  /// The amounts along a curve that doesn't end at 1, to which what is finished jumps.
  private func jumpingAmounts(
    _ curve: UnitCurve, at time: Double, _ starts: UnsafePointer<Float>, _ amounts: UnsafeMutablePointer<Float>,
    _ count: Int, _ memory: UnsafeMutablePointer<Float>, _ level: vk_level
  ) {
    let (progress, reversed) = (memory, memory + Scratch.block)
    withUnsafePointer(to: timing(end: 2)) { timing in
      forEachBlock(of: count, Scratch.block) { first, count in
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
    var (displacement, initialVelocity, coefficient) = (-1.0, velocity, 0.0)
    vk_spring_shared_quadrature_f64_at(level, &displacement, &initialVelocity, decay, frequency, &coefficient, 1)
    // What the kernel takes as columns is the same for all elements.
    let (target, displacements, quadratures) = (memory, memory + Scratch.block, memory + 2 * Scratch.block)
    target.update(repeating: 1, count: Scratch.block)
    displacements.update(repeating: -1, count: Scratch.block)
    // Finite, so that it is nothing where the sine is.
    let limit = Double(Float.greatestFiniteMagnitude)
    quadratures.update(repeating: Float(max(-limit, min(coefficient, limit))), count: Scratch.block)
    if duration == .infinity && passes == 1 && initialPass == 0 {
      // It may run for days: the spring's own kernel keeps its phase.
      forEachBlock(of: count, Scratch.block) { first, count in
        vk_spring_shared_f32_at(
          level, target, displacements, quadratures, starts + first, decay * rate, frequency * rate, time,
          amounts + first,
          count)
      }
      return
    }
    let (times, reversed) = (memory + 3 * Scratch.block, memory + 4 * Scratch.block)
    let seconds = Float(-unit)
    // After 64 times the duration nothing is left of the displacement.
    withUnsafePointer(to: timing(end: 64)) { timing in
      forEachBlock(of: count, Scratch.block) { first, count in
        progress(timing, starts + first, time, amounts + first, reversed, count, level)
        for i in 0..<count { times[i] = seconds * amounts[first + i] }
        vk_spring_shared_f32_at(
          level, target, displacements, quadratures, times, decay, frequency, 0, amounts + first, count)
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

  /// The time as if nothing were delayed, at most 3e8 years from 0: times rates it has to be finite in a `Float`.
  private func shifted(_ time: Double) -> Double {
    time.isNaN ? time : max(-1e16, min(time - delay, 1e16))
  }

  private func timing(end: Float) -> vk_timing {
    let repeats = passes > 1
    let period = autoreverses ? 2.0 : 1.0
    return vk_timing(
      rate: rate, offset: repeats ? initialPass.truncatingRemainder(dividingBy: period) : initialPass,
      total: max(0, duration - delay), pace: Float(progressPerPass), lead: Float(leastProgress),
      limit: duration < .infinity ? 1 : .infinity, end: end, repeats: repeats ? 1 : 0,
      autoreverses: autoreverses ? 1 : 0)
  }
}

/// Five columns of a block of elements, without an allocation.
private struct Scratch {
  static var columns: Int { 5 }
  static var block: Int { 128 }

  var memory:
    (
      SIMD64<Float>, SIMD64<Float>, SIMD64<Float>, SIMD64<Float>, SIMD64<Float>, SIMD64<Float>, SIMD64<Float>,
      SIMD64<Float>, SIMD64<Float>, SIMD64<Float>
    ) = (.zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero)
}
