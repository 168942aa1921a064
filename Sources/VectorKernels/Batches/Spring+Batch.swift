extension Spring {
  /// Where n things moved by this spring are at a time.
  ///
  /// With `t = max(0, time - start)`, in closed form:
  /// `target + e^(-decay t) (displacement * C + quadrature * S)`, where C and S are the cosine and sine of the
  /// oscillation, or 1 and `1 - 2^(frequency t)` above critical damping. The error of `Float` is at most 2e-6 of the
  /// amplitude for damping ratios from 0.05, and 1e-5 undamped after 1000 periods.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds. One that isn't finite gives NaN.
  ///   - target: The n values to arrive at. These, velocities and rates times values have to be finite: of `Float`,
  ///     values up to 1e26 are for every spring.
  ///   - displacement: The n starting values less their targets.
  ///   - quadrature: What ``quadratures(displacement:velocity:into:)`` makes of the starting values and velocities.
  ///   - start: The n times of the start, in seconds, within 1e30 s of 0. Before it a spring waits at its starting
  ///     value. `Float` resolves 1 ms only for 4 hours, so count from a recent moment.
  ///   - out: Receives the n positions.
  /// - Complexity: O(n); moves 20 bytes per `Float`.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public func positions<Element: BatchElement>(
    at time: Double, target: Span<Element>, displacement: Span<Element>, quadrature: Span<Element>,
    start: Span<Element>, into out: consuming MutableSpan<Element>
  ) {
    requireCount(displacement.count, "displacement.count", equals: target.count, "target.count")
    requireCount(quadrature.count, "quadrature.count", equals: target.count, "target.count")
    requireCount(start.count, "start.count", equals: target.count, "target.count")
    requireCount(out.count, "out.count", equals: target.count, "target.count")
    if target.isEmpty { return }
    Element._springShared(
      target.memory, displacement.memory, quadrature.memory, start.memory, decay, frequency, Element.springTime(time),
      out.memory,
      target.count)
  }

  /// Where n things moved by this spring are at a time, and how fast they move.
  ///
  /// The positions of ``positions(at:target:displacement:quadrature:start:into:)`` and their derivatives, per second.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds. One that isn't finite gives NaN.
  ///   - target: The n values to arrive at.
  ///   - displacement: The n starting values less their targets.
  ///   - quadrature: What ``quadratures(displacement:velocity:into:)`` makes of the starting values and velocities.
  ///   - start: The n times of the start, in seconds, within 1e30 s of 0.
  ///   - positions: Receives the n positions.
  ///   - velocities: Receives the n velocities.
  /// - Complexity: O(n); moves 24 bytes per `Float`.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public func motion<Element: BatchElement>(
    at time: Double, target: Span<Element>, displacement: Span<Element>, quadrature: Span<Element>,
    start: Span<Element>, positions: consuming MutableSpan<Element>, velocities: consuming MutableSpan<Element>
  ) {
    requireCount(displacement.count, "displacement.count", equals: target.count, "target.count")
    requireCount(quadrature.count, "quadrature.count", equals: target.count, "target.count")
    requireCount(start.count, "start.count", equals: target.count, "target.count")
    requireCount(positions.count, "positions.count", equals: target.count, "target.count")
    requireCount(velocities.count, "velocities.count", equals: target.count, "target.count")
    if target.isEmpty { return }
    Element._springSharedMotion(
      target.memory, displacement.memory, quadrature.memory, start.memory, decay, frequency,
      Element.springTime(time), positions.memory, velocities.memory, target.count)
  }

  /// The coefficients of the sine that give springs their starting velocities: `(velocity + decay * displacement) / W`,
  /// with W the angular speed of the oscillation (or the difference of the two rates above critical damping).
  ///
  /// - Parameters:
  ///   - displacement: The n starting values less their targets.
  ///   - velocity: The n starting velocities, per second.
  ///   - out: Receives the n coefficients, at most the largest number.
  /// - Complexity: O(n); once per start, not per frame.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public func quadratures<Element: BatchElement>(
    displacement: Span<Element>, velocity: Span<Element>, into out: consuming MutableSpan<Element>
  ) {
    requireCount(velocity.count, "velocity.count", equals: displacement.count, "displacement.count")
    requireCount(out.count, "out.count", equals: displacement.count, "displacement.count")
    if displacement.isEmpty { return }
    Element._springSharedQuadrature(
      displacement.memory, velocity.memory, decay, frequency, out.memory, displacement.count)
  }
}
