internal import CVectorKernels

extension Batch {
  /// Computes the progress of n animations at a time, each with its own timing. Curves take this progress.
  ///
  /// At `v = rate * max(0, time - start)` passes, the fraction `f = v - floor(v)` of the current pass is done, and the
  /// progress is `max(0, 1 - (1 - f) * progressPerPass)`. It is 1 after the last pass. In odd passes of an animation
  /// that autoreverses, which are its way back, the progress is mirrored in time: 1 minus the progress of the way
  /// there.
  ///
  /// The error is at most 2e-7 of a pass (twice that if the animation autoreverses) times `progressPerPass`, for any
  /// number of passes up to 1e7 since time 0, and 1.5e-14 of their number beyond. `rate` is taken as the exact number
  /// of passes per second.
  ///
  /// A ``PreparedAnimation`` has these parameters if its ``PreparedAnimation/initialPass`` and
  /// ``PreparedAnimation/leastProgress`` are 0. Negative delays lead to others, which this call doesn't support.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds. A time that isn't finite gives NaN.
  ///   - starts: The n times at which the first pass starts, in seconds, within 1e16 s of 0. Add the delay to them.
  ///     `Float` resolves 1 ms for only 4 hours, so count from a recent moment.
  ///   - rates: The n numbers of passes per second, at most 1e15; see ``PreparedAnimation/rate``.
  ///   - passes: The n numbers of passes, or infinity. Negate them for animations that autoreverse; see
  ///     ``PreparedAnimation/passes``.
  ///   - progressPerPass: The n factors by which the progress runs faster than the pass: 1 unless a pass begins with a
  ///     delay; see ``PreparedAnimation/progressPerPass``.
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

  /// Computes the progress of n animations at a time, each with its own timing, and reports which of them are on their
  /// way back. Their progress isn't mirrored.
  ///
  /// This is for SwiftUI's way back: apply the curves to the progress, then pass the result to ``reverse(_:where:)``.
  /// Otherwise the call works as ``progress(at:starts:rates:passes:progressPerPass:into:)`` does.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds.
  ///   - starts: The n times at which the first pass starts, in seconds, within 1e16 s of 0.
  ///   - rates: The n numbers of passes per second.
  ///   - passes: The n numbers of passes, or infinity. Negative numbers are for animations that autoreverse.
  ///   - progressPerPass: The n factors by which the progress runs faster than the pass.
  ///   - out: Receives the n progresses, 0...1.
  ///   - reversed: Receives 1 for animations on their way back, 0 for the others.
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

  /// Replaces each value that is on its way back with 1 minus the value.
  ///
  /// - Parameters:
  ///   - values: The n amounts that the curves gave. The call changes them in place.
  ///   - reversed: 1 for the values to replace, 0 for those that stay.
  /// - Complexity: O(n); moves 12 bytes per element.
  public static func reverse(_ values: consuming MutableSpan<Float>, where reversed: Span<Float>) {
    requireCount(values.count, "values.count", equals: reversed.count, "reversed.count")
    if reversed.isEmpty { return }
    let memory = values.memory
    vk_reverse_f32(memory, reversed.memory, memory, reversed.count)
  }
}

private func requireTimings(
  _ start: Int, _ rate: Int, _ passes: Int, _ progressPerPass: Int, out: Int, in function: StaticString = #function
) {
  requireCount(rate, "rates.count", equals: start, "starts.count", in: function)
  requireCount(passes, "passes.count", equals: start, "starts.count", in: function)
  requireCount(progressPerPass, "progressPerPass.count", equals: start, "starts.count", in: function)
  requireCount(out, "out.count", equals: start, "starts.count", in: function)
}
