extension PreparedDoubleKeyframes {
  /// Computes the values of n instances at one time, each with its own start.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds, on the same scale as `starts`. An infinite time gives the first or last value, and
  ///     NaN gives NaN.
  ///   - starts: The n start times of the instances, in seconds.
  ///   - out: Receives n values for each component, component by component: component c of instance i is
  ///     `out[c * n + i]`.
  /// - Complexity: O(n) for any order of the times; O(n log p) for p pieces if more than 8192 buckets of equal length
  ///   would be needed to separate them. Moves 8 bytes per instance, 8 per component, and the pieces' coefficients.
  public func values(at time: Double, starts: Span<Double>, into out: consuming MutableSpan<Double>) {
    requireOutput(out.count, instances: starts.count, "starts.count", components: componentCount)
    if starts.isEmpty { return }
    evaluate(starts.memory, direction: -1, time, out.memory, stride: starts.count, starts.count)
  }

  /// Computes the values of n instances at one time, each with its own start, as columns.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds, on the same scale as `starts`. An infinite time gives the first or last value, and
  ///     NaN gives NaN.
  ///   - starts: The n start times of the instances, in seconds.
  ///   - out: Receives the n values, which have `componentCount` components.
  /// - Complexity: O(n), as for ``values(at:starts:into:)-(_,_,MutableSpan<Double>)``.
  public func values<Value: ComponentVector>(
    at time: Double, starts: Span<Double>, into out: inout Columns<Value>
  ) where Value.Component == Double {
    requireCount(out.count, "out.count", equals: starts.count, "starts.count")
    requireCount(Value.componentCount, "Value.componentCount", equals: componentCount, "componentCount")
    if starts.isEmpty { return }
    out.withColumns {
      evaluate(starts.memory, direction: -1, time, $0, stride: $1, starts.count)
    }
  }

  /// Computes the values of n instances, each at its own time.
  ///
  /// - Parameters:
  ///   - times: The n times, in seconds since the start of the timeline, in any order. An infinite time gives the first
  ///     or last value, and NaN gives NaN.
  ///   - out: Receives n values for each component, component by component: component c of instance i is
  ///     `out[c * n + i]`.
  /// - Complexity: O(n), as for ``values(at:starts:into:)-(_,_,MutableSpan<Double>)``.
  public func values(at times: Span<Double>, into out: consuming MutableSpan<Double>) {
    requireOutput(out.count, instances: times.count, "times.count", components: componentCount)
    if times.isEmpty { return }
    evaluate(times.memory, direction: 1, 0, out.memory, stride: times.count, times.count)
  }

  /// Computes the values of n instances, each at its own time, as columns.
  ///
  /// - Parameters:
  ///   - times: The n times, in seconds since the start of the timeline, in any order.
  ///   - out: Receives the n values, which have `componentCount` components.
  /// - Complexity: O(n), as for ``values(at:starts:into:)-(_,_,MutableSpan<Double>)``.
  public func values<Value: ComponentVector>(
    at times: Span<Double>, into out: inout Columns<Value>
  ) where Value.Component == Double {
    requireCount(out.count, "out.count", equals: times.count, "times.count")
    requireCount(Value.componentCount, "Value.componentCount", equals: componentCount, "componentCount")
    if times.isEmpty { return }
    out.withColumns {
      evaluate(times.memory, direction: 1, 0, $0, stride: $1, times.count)
    }
  }

  /// Computes the velocities of n instances at one time, each with its own start.
  ///
  /// They are the derivatives of the prepared polynomials: exact except for rounding in lines and cubics without a
  /// timing curve, and elsewhere within 1e-8 of the component's range plus 200 ulp of its largest magnitude, divided by
  /// the duration of the polynomial in seconds. Before and after the track the velocity is 0. The instant at which two
  /// keyframes meet belongs to the earlier one. The instant of a step, or of a jump at either end of the track, belongs
  /// to what follows. Where a timing curve is vertical, the velocity is large.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds, on the same scale as `starts`. NaN gives NaN.
  ///   - starts: The n start times of the instances, in seconds.
  ///   - out: Receives n velocities, per second, for each component, component by component: component c of instance i
  ///     is `out[c * n + i]`.
  /// - Complexity: O(n), as for ``values(at:starts:into:)-(_,_,MutableSpan<Double>)``. The first call also
  ///   differentiates the polynomials, and keeps as much memory again.
  public func velocities(at time: Double, starts: Span<Double>, into out: consuming MutableSpan<Double>) {
    requireOutput(out.count, instances: starts.count, "starts.count", components: componentCount)
    if starts.isEmpty { return }
    differentiate(starts.memory, direction: -1, time, out.memory, stride: starts.count, starts.count)
  }

  /// Computes the velocities of n instances at one time, each with its own start, as columns.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds, on the same scale as `starts`.
  ///   - starts: The n start times of the instances, in seconds.
  ///   - out: Receives the n velocities, per second, which have `componentCount` components.
  /// - Complexity: O(n), as for ``velocities(at:starts:into:)-(_,_,MutableSpan<Double>)``.
  public func velocities<Value: ComponentVector>(
    at time: Double, starts: Span<Double>, into out: inout Columns<Value>
  ) where Value.Component == Double {
    requireCount(out.count, "out.count", equals: starts.count, "starts.count")
    requireCount(Value.componentCount, "Value.componentCount", equals: componentCount, "componentCount")
    if starts.isEmpty { return }
    out.withColumns {
      differentiate(starts.memory, direction: -1, time, $0, stride: $1, starts.count)
    }
  }

  /// Computes the velocities of n instances, each at its own time.
  ///
  /// - Parameters:
  ///   - times: The n times, in seconds since the start of the timeline, in any order. NaN gives NaN.
  ///   - out: Receives n velocities, per second, for each component, component by component: component c of instance i
  ///     is `out[c * n + i]`.
  /// - Complexity: O(n), as for ``velocities(at:starts:into:)-(_,_,MutableSpan<Double>)``.
  public func velocities(at times: Span<Double>, into out: consuming MutableSpan<Double>) {
    requireOutput(out.count, instances: times.count, "times.count", components: componentCount)
    if times.isEmpty { return }
    differentiate(times.memory, direction: 1, 0, out.memory, stride: times.count, times.count)
  }

  /// Computes the velocities of n instances, each at its own time, as columns.
  ///
  /// - Parameters:
  ///   - times: The n times, in seconds since the start of the timeline, in any order.
  ///   - out: Receives the n velocities, per second, which have `componentCount` components.
  /// - Complexity: O(n), as for ``velocities(at:starts:into:)-(_,_,MutableSpan<Double>)``.
  public func velocities<Value: ComponentVector>(
    at times: Span<Double>, into out: inout Columns<Value>
  ) where Value.Component == Double {
    requireCount(out.count, "out.count", equals: times.count, "times.count")
    requireCount(Value.componentCount, "Value.componentCount", equals: componentCount, "componentCount")
    if times.isEmpty { return }
    out.withColumns {
      differentiate(times.memory, direction: 1, 0, $0, stride: $1, times.count)
    }
  }
}
