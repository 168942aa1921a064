extension Spring {
  /// Where n things moved by this spring are at a time.
  ///
  /// With `t = max(0, time - start)`, in closed form:
  /// `target + e^(-decay t) (displacement * C + sineAmplitude * S)`, where C and S are the cosine and sine of the
  /// oscillation, or 1 and `1 - 2^(frequency t)` above critical damping. The error of `Float` is at most 2e-6 of the
  /// amplitude for damping ratios from 0.05, and 1e-5 undamped after 1000 periods.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds. One that isn't finite gives NaN.
  ///   - targets: The n values to arrive at. These, velocities and rates times values have to be finite: of `Float`,
  ///     values up to 1e26 are for every spring.
  ///   - displacements: The n starting values less their targets.
  ///   - sineAmplitudes: What ``sineAmplitudes(displacements:velocities:into:)`` makes of the starting values and velocities.
  ///   - starts: The n times of the start, in seconds, within 1e30 s of 0. Before it a spring waits at its starting
  ///     value. `Float` resolves 1 ms only for 4 hours, so count from a recent moment.
  ///   - out: Receives the n positions.
  /// - Complexity: O(n); moves 20 bytes per `Float`.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public func positions<Element: BatchElement>(
    at time: Double, targets: Span<Element>, displacements: Span<Element>, sineAmplitudes: Span<Element>,
    starts: Span<Element>, into out: consuming MutableSpan<Element>
  ) {
    requireCount(displacements.count, "displacements.count", equals: targets.count, "targets.count")
    requireCount(sineAmplitudes.count, "sineAmplitudes.count", equals: targets.count, "targets.count")
    requireCount(starts.count, "starts.count", equals: targets.count, "targets.count")
    requireCount(out.count, "out.count", equals: targets.count, "targets.count")
    if targets.isEmpty { return }
    Element.springShared(
      targets.memory, displacements.memory, sineAmplitudes.memory, starts.memory, decay, frequency,
      Element.springTime(time),
      out.memory,
      targets.count)
  }

  /// Where n things moved by this spring are at a time, and how fast they move.
  ///
  /// The positions of ``positions(at:targets:displacements:sineAmplitudes:starts:into:)`` and their derivatives, per second.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds. One that isn't finite gives NaN.
  ///   - targets: The n values to arrive at.
  ///   - displacements: The n starting values less their targets.
  ///   - sineAmplitudes: What ``sineAmplitudes(displacements:velocities:into:)`` makes of the starting values and velocities.
  ///   - starts: The n times of the start, in seconds, within 1e30 s of 0.
  ///   - positions: Receives the n positions.
  ///   - velocities: Receives the n velocities.
  /// - Complexity: O(n); moves 24 bytes per `Float`.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public func motion<Element: BatchElement>(
    at time: Double, targets: Span<Element>, displacements: Span<Element>, sineAmplitudes: Span<Element>,
    starts: Span<Element>, into positions: consuming MutableSpan<Element>, velocities: consuming MutableSpan<Element>
  ) {
    requireCount(displacements.count, "displacements.count", equals: targets.count, "targets.count")
    requireCount(sineAmplitudes.count, "sineAmplitudes.count", equals: targets.count, "targets.count")
    requireCount(starts.count, "starts.count", equals: targets.count, "targets.count")
    requireCount(positions.count, "positions.count", equals: targets.count, "targets.count")
    requireCount(velocities.count, "velocities.count", equals: targets.count, "targets.count")
    if targets.isEmpty { return }
    Element.springSharedMotion(
      targets.memory, displacements.memory, sineAmplitudes.memory, starts.memory, decay, frequency,
      Element.springTime(time), positions.memory, velocities.memory, targets.count)
  }

  /// The coefficients of the sine that give springs their starting velocities: `(velocity + decay * displacement) / W`,
  /// with W the angular speed of the oscillation (or the difference of the two rates above critical damping).
  ///
  /// - Parameters:
  ///   - displacements: The n starting values less their targets.
  ///   - velocities: The n starting velocities, per second.
  ///   - out: Receives the n coefficients, at most the largest number.
  /// - Complexity: O(n); once per start, not per frame.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public func sineAmplitudes<Element: BatchElement>(
    displacements: Span<Element>, velocities: Span<Element>, into out: consuming MutableSpan<Element>
  ) {
    requireCount(velocities.count, "velocities.count", equals: displacements.count, "displacements.count")
    requireCount(out.count, "out.count", equals: displacements.count, "displacements.count")
    if displacements.isEmpty { return }
    Element.springSharedQuadrature(
      displacements.memory, velocities.memory, decay, frequency, out.memory, displacements.count)
  }
}
