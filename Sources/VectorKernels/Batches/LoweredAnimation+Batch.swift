internal import CVectorKernels

extension LoweredAnimation {
  /// The progress of n animations that began at different times, in its pass: what a curve takes.
  ///
  /// The way back, in odd passes of what autoreverses, is the way there mirrored in time, as in CSS and Core Animation:
  /// where a pass covers 0.2, here comes 0.8. SwiftUI's way back has the timing of the way there; both are the same for
  /// curves with equal halves, such as linear and ease-in-out. For the others there are
  /// ``amounts(at:start:into:)`` and ``progress(at:start:into:reversed:)``.
  ///
  /// The error is at most 2e-7 of a pass (twice that where it autoreverses) times ``pace``, however many passes there
  /// have been. A progress of what isn't a curve is in units of ``unit`` seconds.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds. NaN gives NaN.
  ///   - start: The n times of the start, finite, in seconds. Before it an animation waits at its beginning. `Float`
  ///     resolves 1 ms only for 4 hours, so count from a recent moment.
  ///   - out: Receives the n progresses, 0...1; 1 for what is finished.
  /// - Complexity: O(n); moves 8 bytes per element.
  public func progress(at time: Double, start: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: start.count, "start.count")
    if start.isEmpty { return }
    withUnsafePointer(to: timing(end: 1)) {
      Kernels.active.pointee.progress_f32($0, start.memory, shifted(time), out.memory, start.count)
    }
  }

  /// The progress of n animations that began at different times, in its pass, and which are on their way back.
  ///
  /// What a curve makes of the progress goes to ``Batch/reverse(_:where:)``, for SwiftUI's way back. Otherwise as
  /// ``progress(at:start:into:)``.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds.
  ///   - start: The n times of the start, finite, in seconds.
  ///   - out: Receives the n progresses, 0...1.
  ///   - reversed: Receives 1 for those on their way back, 0 for the others.
  /// - Complexity: O(n); moves 12 bytes per element.
  public func progress(
    at time: Double, start: Span<Float>, into out: consuming MutableSpan<Float>,
    reversed: consuming MutableSpan<Float>
  ) {
    requireCount(out.count, "out.count", equals: start.count, "start.count")
    requireCount(reversed.count, "reversed.count", equals: start.count, "start.count")
    if start.isEmpty { return }
    withUnsafePointer(to: timing(end: 1)) {
      Kernels.active.pointee.progress_reversed_f32(
        $0, start.memory, shifted(time), out.memory, reversed.memory, start.count)
    }
  }

  /// How much of their way n animations have covered that began at different times: what
  /// ``Batch/interpolate(from:to:progress:into:)`` takes.
  ///
  /// The ``Animation/progress(at:)`` of the animation that was lowered, to the error of
  /// ``progress(at:start:into:)`` times the slope of the curve and that of the curve or the spring itself.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds. NaN gives NaN.
  ///   - start: The n times of the start, finite, in seconds. Before it an animation waits at its beginning.
  ///   - out: Receives the n amounts; 1 for what is finished.
  /// - Complexity: O(n), in blocks that stay in the first cache; moves 8 bytes per element.
  public func amounts(at time: Double, start: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: start.count, "start.count")
    if start.isEmpty { return }
    let (starts, amounts, count) = (start.memory, out.memory, start.count)
    var scratch = Scratch()
    withUnsafeMutableBytes(of: &scratch) { bytes in
      let memory = bytes.assumingMemoryBound(to: Float.self).baseAddress!
      switch shape {
      case .curve(let curve):
        forEachBlock(of: count) { block in
          progress(at: time, starts, amounts, reversed: memory, block, end: 1)
          let values = UnsafeMutableBufferPointer(start: amounts + block.lowerBound, count: block.count)
          curve.values(at: UnsafeBufferPointer(values).span, into: values.mutableSpan)
          reverse(amounts, memory, block)
        }
      case .spring(let spring, let velocity):
        springAmounts(spring, velocity, at: time, starts, amounts, count, memory)
      }
    }
  }

  /// Progress in -1, 1 and the spring's coefficients as columns that all elements share, and the start that a spring's
  /// time amounts to.
  private func springAmounts(
    _ spring: Spring, _ velocity: Double, at time: Double, _ starts: UnsafePointer<Float>,
    _ amounts: UnsafeMutablePointer<Float>, _ count: Int, _ memory: UnsafeMutablePointer<Float>
  ) {
    let kernels = Kernels.active
    let (decay, frequency) = (spring.decay, spring.frequency)
    var (displacement, initialVelocity, coefficient) = (-1.0, velocity, 0.0)
    kernels.pointee.spring_shared_quadrature_f64(&displacement, &initialVelocity, decay, frequency, &coefficient, 1)
    let (reversed, target) = (memory, memory + Scratch.block)
    let (displacements, quadratures) = (target + Scratch.block, target + 2 * Scratch.block)
    target.update(repeating: 1, count: Scratch.block)
    displacements.update(repeating: -1, count: Scratch.block)
    quadratures.update(repeating: Float(coefficient), count: Scratch.block)
    if duration == .infinity && passes == 1 && headStart == 0 {
      // It may run for days: the spring's own kernel keeps its phase.
      forEachBlock(of: count) { block in
        kernels.pointee.spring_shared_f32(
          target, displacements, quadratures, starts + block.lowerBound, decay * rate, frequency * rate, shifted(time),
          amounts + block.lowerBound, block.count)
      }
      return
    }
    let times = target + 3 * Scratch.block
    let seconds = Float(-unit)
    forEachBlock(of: count) { block in
      // After 64 times the duration nothing is left of the displacement.
      progress(at: time, starts, amounts, reversed: reversed, block, end: 64)
      for i in 0..<block.count { times[i] = seconds * amounts[block.lowerBound + i] }
      kernels.pointee.spring_shared_f32(
        target, displacements, quadratures, times, decay, frequency, 0, amounts + block.lowerBound, block.count)
      reverse(amounts, reversed, block)
    }
  }

  private func progress(
    at time: Double, _ starts: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>,
    reversed: UnsafeMutablePointer<Float>, _ block: Range<Int>, end: Float
  ) {
    withUnsafePointer(to: timing(end: end)) { timing in
      let (starts, out) = (starts + block.lowerBound, out + block.lowerBound)
      if autoreverses {
        Kernels.active.pointee.progress_reversed_f32(timing, starts, shifted(time), out, reversed, block.count)
      } else {
        Kernels.active.pointee.progress_f32(timing, starts, shifted(time), out, block.count)
      }
    }
  }

  private func reverse(
    _ values: UnsafeMutablePointer<Float>, _ reversed: UnsafePointer<Float>, _ block: Range<Int>
  ) {
    guard autoreverses else { return }
    let values = values + block.lowerBound
    Kernels.active.pointee.reverse_f32(values, reversed, values, block.count)
  }

  private func forEachBlock(of count: Int, _ body: (Range<Int>) -> Void) {
    for first in stride(from: 0, to: count, by: Scratch.block) {
      body(first..<min(first + Scratch.block, count))
    }
  }

  /// The time as if nothing were delayed. Finite, so that it can be split.
  private func shifted(_ time: Double) -> Double {
    time.isNaN ? time : max(-1e30, min(time - delay, 1e30))
  }

  private func timing(end: Float) -> vk_timing {
    let repeats = passes > 1
    let period = autoreverses ? 2.0 : 1.0
    return vk_timing(
      rate: rate, offset: repeats ? headStart.truncatingRemainder(dividingBy: period) : headStart,
      total: max(0, duration - delay), pace: Float(pace), lead: Float(lead),
      limit: duration < .infinity ? 1 : .infinity, end: end, repeats: repeats ? 1 : 0,
      autoreverses: autoreverses ? 1 : 0)
  }
}

/// Five columns of a block of elements, without an allocation.
private struct Scratch {
  static var block: Int { 128 }

  var columns:
    (
      SIMD64<Float>, SIMD64<Float>, SIMD64<Float>, SIMD64<Float>, SIMD64<Float>, SIMD64<Float>, SIMD64<Float>,
      SIMD64<Float>, SIMD64<Float>, SIMD64<Float>
    ) = (.zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero)
}
