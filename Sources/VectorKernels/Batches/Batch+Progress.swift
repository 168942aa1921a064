internal import CVectorKernels

extension Batch {
  /// The progress of n animations, each with its own timing: what a curve takes.
  ///
  /// With `v = rate * max(0, time - start)` passes, of which `f = v - floor(v)` of the last one is done, it is
  /// `max(0, 1 - (1 - f) * progressPerPass)`, and 1 when the passes are over. On the way back, in odd passes of what autoreverses,
  /// the progress is mirrored in time: 1 less that.
  ///
  /// The error is at most 2e-7 of a pass (twice that where it autoreverses) times `progressPerPass`, however many passes there
  /// have been. `rate` is taken as the exact number of passes per second.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds. One that isn't finite gives NaN.
  ///   - starts: The n times at which the first pass starts, in seconds, within 1e16 s of 0; a delay belongs into
  ///     it. `Float` resolves 1 ms only for 4 hours, so count from a recent moment.
  ///   - rates: The n numbers of passes per second, at most 1e15: ``PreparedAnimation/rate``.
  ///   - passes: The n numbers of passes, or infinity; below 0 for those that autoreverse:
  ///     ``PreparedAnimation/signedPasses``.
  ///   - progressPerPass: How much faster the progress runs than the pass, 1 unless a pass begins with a delay:
  ///     ``PreparedAnimation/progressPerPass``.
  ///   - out: Receives the n progresses, 0...1.
  /// - Complexity: O(n); moves 20 bytes per element.
  public static func progress(
    at time: Double, starts: Span<Float>, rates: Span<Float>, passes: Span<Float>, progressPerPass: Span<Float>,
    into out: consuming MutableSpan<Float>
  ) {
    requireTimings(starts.count, rates.count, passes.count, progressPerPass.count, out: out.count)
    if starts.isEmpty { return }
    vk_progress_each_f32(
      starts.memory, rates.memory, passes.memory, progressPerPass.memory, progressTime(time), out.memory, starts.count)
  }

  /// The progress of n animations, each with its own timing, and which are on their way back: those aren't mirrored.
  ///
  /// What curves make of the progress goes to ``reverse(_:where:)``, for SwiftUI's way back. Otherwise as
  /// ``progress(at:starts:rates:passes:progressPerPass:into:)``.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds.
  ///   - starts: The n times at which the first pass starts, in seconds, within 1e16 s of 0.
  ///   - rates: The n numbers of passes per second.
  ///   - passes: The n numbers of passes, or infinity; below 0 for those that autoreverse.
  ///   - progressPerPass: How much faster the progress runs than the pass.
  ///   - out: Receives the n progresses, 0...1.
  ///   - reversed: Receives 1 for those on their way back, 0 for the others.
  /// - Complexity: O(n); moves 24 bytes per element.
  public static func progress(
    at time: Double, starts: Span<Float>, rates: Span<Float>, passes: Span<Float>, progressPerPass: Span<Float>,
    into out: consuming MutableSpan<Float>, reversed: consuming MutableSpan<Float>
  ) {
    requireTimings(starts.count, rates.count, passes.count, progressPerPass.count, out: out.count)
    requireCount(reversed.count, "reversed.count", equals: starts.count, "starts.count")
    if starts.isEmpty { return }
    vk_progress_each_reversed_f32(
      starts.memory, rates.memory, passes.memory, progressPerPass.memory, progressTime(time), out.memory,
      reversed.memory, starts.count)
  }

  /// Takes from 1 those values that are on their way back.
  ///
  /// - Parameters:
  ///   - values: The n values of curves, before and after.
  ///   - reversed: 1 for those that are taken from 1, 0 for those that stay.
  /// - Complexity: O(n); moves 12 bytes per element.
  public static func reverse(_ values: consuming MutableSpan<Float>, where reversed: Span<Float>) {
    requireCount(values.count, "values.count", equals: reversed.count, "reversed.count")
    if reversed.isEmpty { return }
    let memory = values.memory
    vk_reverse_f32(memory, reversed.memory, memory, reversed.count)
  }
}

extension PreparedAnimation {
  /// ``passes``, below 0 for what autoreverses: how the batched calls for own timings take it.
  ///
  /// Those also take ``rate`` and ``progressPerPass`` as they are, and ``delay`` with the start. They know neither ``initialPass``
  /// nor ``leastProgress``, which negative delays give.
  public var signedPasses: Double { autoreverses ? -passes : passes }
}

private func requireTimings(
  _ start: Int, _ rate: Int, _ passes: Int, _ progressPerPass: Int, out: Int, in function: StaticString = #function
) {
  requireCount(rate, "rates.count", equals: start, "starts.count", in: function)
  requireCount(passes, "passes.count", equals: start, "starts.count", in: function)
  requireCount(progressPerPass, "progressPerPass.count", equals: start, "starts.count", in: function)
  requireCount(out, "out.count", equals: start, "starts.count", in: function)
}
