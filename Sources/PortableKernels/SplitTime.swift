#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

/// Seconds as a sum of two: `rest` is the part that doesn't fit into `seconds`.
struct SplitTime<V: Lanes> {
  var seconds: V
  var rest: V

  /// The same time for all lanes.
  @inline(__always)
  init(_ time: Double) {
    let head = V.Element(time)
    seconds = V(repeating: head)
    rest = V(repeating: V.Element(time - Double(head)))
  }

  /// From `start` to `time`, at least 0.
  @inline(__always)
  init(since start: V, until time: SplitTime) {
    let zero = V(repeating: 0)
    let difference = time.seconds - start
    if V.isNarrowerThanDouble {
      // The rounding error of a sum whose larger term is known is (larger - sum) + smaller. Here the sum is that of the
      // negated terms, of which the lesser is the larger in magnitude wherever the difference isn't negative.
      let negated = V.negated(time.seconds)
      let error = (difference + V.min(start, negated)) + V.max(start, negated)
      // As much of it and of the time's own rest as fits goes into `seconds`.
      let lost = time.rest - error
      let sum = difference + lost
      let isBefore = V.less(sum, zero)
      seconds = V.select(isBefore, zero, sum)
      rest = V.select(isBefore, zero, lost - (sum - difference))
    } else {
      seconds = V.select(V.less(difference, zero), zero, difference)
      rest = zero
    }
  }
}

#endif
