internal import CVectorKernels

extension PreparedKeyframes {
  /// Computes the values of n instances at one time, each with its own start.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds, on the same scale as `starts`. An infinite time gives the first or last value, and
  ///     NaN gives NaN.
  ///   - starts: The n start times of the instances, in seconds. `Float` resolves 1 ms for only 4 hours, so count from
  ///     a recent moment.
  ///   - out: Receives n values for each component, component by component: component c of instance i is
  ///     `out[c * n + i]`.
  /// - Complexity: O(n) for any order of the times, because no instance's piece is searched for. Moves 4 bytes per
  ///   instance and 4 per component, and the data in the first-level cache.
  public func values(at time: Double, starts: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireOutput(out.count, instances: starts.count, "starts.count", components: componentCount)
    if starts.isEmpty { return }
    evaluate(starts.memory, direction: -1, time, out.memory, stride: starts.count, starts.count)
  }

  /// Computes the values of n instances at one time, each with its own start, as columns.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds, on the same scale as `starts`, as for ``values(at:starts:into:)``.
  ///   - starts: The n start times of the instances, in seconds.
  ///   - out: Receives the n values, which have `componentCount` components.
  /// - Complexity: O(n), as for ``values(at:starts:into:)-(_,_,MutableSpan<Float>)``.
  public func values<Value: ComponentVector>(
    at time: Double, starts: Span<Float>, into out: inout Columns<Value>
  ) where Value.Component == Float {
    requireCount(out.count, "out.count", equals: starts.count, "starts.count")
    requireCount(Value.componentCount, "Value.componentCount", equals: componentCount, "componentCount")
    if starts.isEmpty { return }
    out.withColumns { evaluate(starts.memory, direction: -1, time, $0, stride: $1, starts.count) }
  }

  /// Computes the values of n instances, each at its own time.
  ///
  /// - Parameters:
  ///   - times: The n times, in seconds since the start of the timeline, in any order. An infinite time gives the first
  ///     or last value, and NaN gives NaN.
  ///   - out: Receives n values for each component, component by component: component c of instance i is
  ///     `out[c * n + i]`.
  /// - Complexity: O(n), as for ``values(at:starts:into:)-(_,_,MutableSpan<Float>)``.
  public func values(at times: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireOutput(out.count, instances: times.count, "times.count", components: componentCount)
    if times.isEmpty { return }
    evaluate(times.memory, direction: 1, 0, out.memory, stride: times.count, times.count)
  }

  /// Computes the values of n instances, each at its own time, as columns.
  ///
  /// - Parameters:
  ///   - times: The n times, in seconds since the start of the timeline, as for ``values(at:into:)``.
  ///   - out: Receives the n values, which have `componentCount` components.
  /// - Complexity: O(n), as for ``values(at:starts:into:)-(_,_,MutableSpan<Float>)``.
  public func values<Value: ComponentVector>(
    at times: Span<Float>, into out: inout Columns<Value>
  ) where Value.Component == Float {
    requireCount(out.count, "out.count", equals: times.count, "times.count")
    requireCount(Value.componentCount, "Value.componentCount", equals: componentCount, "componentCount")
    if times.isEmpty { return }
    out.withColumns { evaluate(times.memory, direction: 1, 0, $0, stride: $1, times.count) }
  }

  /// Computes the velocities of n instances at one time, each with its own start.
  ///
  /// They are the derivatives of the prepared polynomials: exact except for rounding in lines and cubics without a
  /// timing curve, and elsewhere within 1e-5 of the component's range, divided by the duration of the polynomial in
  /// seconds. A polynomial of a spring lasts some tenths of the spring's period. Before and after the track the
  /// velocity is 0. The instant at which two keyframes meet belongs to the earlier one. The instant of a step, or of a
  /// jump at either end of the track, belongs to what follows. Where a timing curve is vertical, the velocity is large.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds, on the same scale as `starts`. NaN gives NaN.
  ///   - starts: The n start times of the instances, in seconds.
  ///   - out: Receives n velocities, per second, for each component, component by component: component c of instance i
  ///     is `out[c * n + i]`.
  /// - Complexity: O(n), as for ``values(at:starts:into:)-(_,_,MutableSpan<Float>)``. The first call also
  ///   differentiates the polynomials, and keeps as much memory again.
  public func velocities(at time: Double, starts: Span<Float>, into out: consuming MutableSpan<Float>) {
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
  /// - Complexity: O(n), as for ``velocities(at:starts:into:)-(_,_,MutableSpan<Float>)``.
  public func velocities<Value: ComponentVector>(
    at time: Double, starts: Span<Float>, into out: inout Columns<Value>
  ) where Value.Component == Float {
    requireCount(out.count, "out.count", equals: starts.count, "starts.count")
    requireCount(Value.componentCount, "Value.componentCount", equals: componentCount, "componentCount")
    if starts.isEmpty { return }
    out.withColumns { differentiate(starts.memory, direction: -1, time, $0, stride: $1, starts.count) }
  }

  /// Computes the velocities of n instances, each at its own time.
  ///
  /// - Parameters:
  ///   - times: The n times, in seconds since the start of the timeline, in any order. NaN gives NaN.
  ///   - out: Receives n velocities, per second, for each component, component by component: component c of instance i
  ///     is `out[c * n + i]`.
  /// - Complexity: O(n), as for ``velocities(at:starts:into:)-(_,_,MutableSpan<Float>)``.
  public func velocities(at times: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireOutput(out.count, instances: times.count, "times.count", components: componentCount)
    if times.isEmpty { return }
    differentiate(times.memory, direction: 1, 0, out.memory, stride: times.count, times.count)
  }

  /// Computes the velocities of n instances, each at its own time, as columns.
  ///
  /// - Parameters:
  ///   - times: The n times, in seconds since the start of the timeline, in any order.
  ///   - out: Receives the n velocities, per second, which have `componentCount` components.
  /// - Complexity: O(n), as for ``velocities(at:starts:into:)-(_,_,MutableSpan<Float>)``.
  public func velocities<Value: ComponentVector>(
    at times: Span<Float>, into out: inout Columns<Value>
  ) where Value.Component == Float {
    requireCount(out.count, "out.count", equals: times.count, "times.count")
    requireCount(Value.componentCount, "Value.componentCount", equals: componentCount, "componentCount")
    if times.isEmpty { return }
    out.withColumns { differentiate(times.memory, direction: 1, 0, $0, stride: $1, times.count) }
  }

  func evaluate(
    _ column: UnsafePointer<Float>, direction: Float, _ time: Double, _ out: UnsafeMutablePointer<Float>, stride: Int,
    _ n: Int
  ) {
    withTables { $0.evaluate(column, direction: direction, time, out, stride: stride, n) }
  }

  private func differentiate(
    _ column: UnsafePointer<Float>, direction: Float, _ time: Double, _ out: UnsafeMutablePointer<Float>, stride: Int,
    _ n: Int
  ) {
    withVelocityTables { $0.evaluate(column, direction: direction, time, out, stride: stride, n) }
  }
}

/// Requires a result for each component of each instance.
func requireOutput(
  _ count: Int, instances: Int, _ name: StaticString, components: Int, in function: StaticString = #function
) {
  let (product, overflow) = instances.multipliedReportingOverflow(by: components)
  if overflow || count != product {
    fatalError("\(function): out.count is \(count), but \(name) is \(instances), with \(components) components each")
  }
}
