extension Batch {
  /// Where n things are at a time, each moved by its own spring.
  ///
  /// The formula and the error of ``Spring/positions(at:target:displacement:quadrature:start:into:)``, all three
  /// damping regimes in one pass; `decay` and `frequency` are taken as the exact parameters.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds. One that isn't finite gives NaN.
  ///   - target: The n values to arrive at. These, velocities and rates times values have to be finite: of `Float`,
  ///     values up to 1e26 are for every ``Spring``.
  ///   - displacement: The n starting values less their targets.
  ///   - quadrature: What ``springQuadratures(displacement:velocity:decay:frequency:into:)`` makes of the starting
  ///     values and velocities.
  ///   - decay: Each spring's ``Spring/decay``.
  ///   - frequency: Each spring's ``Spring/frequency``.
  ///   - start: The n times of the start, in seconds, within 1e30 s of 0. Before it a spring waits at its starting
  ///     value. `Float` resolves 1 ms only for 4 hours, so count from a recent moment.
  ///   - out: Receives the n positions.
  /// - Complexity: O(n); moves 28 bytes per `Float`.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public static func springPositions<Element: BatchElement>(
    at time: Double, target: Span<Element>, displacement: Span<Element>, quadrature: Span<Element>,
    decay: Span<Element>, frequency: Span<Element>, start: Span<Element>, into out: consuming MutableSpan<Element>
  ) {
    requireCount(displacement.count, "displacement.count", equals: target.count, "target.count")
    requireCount(quadrature.count, "quadrature.count", equals: target.count, "target.count")
    requireCount(decay.count, "decay.count", equals: target.count, "target.count")
    requireCount(frequency.count, "frequency.count", equals: target.count, "target.count")
    requireCount(start.count, "start.count", equals: target.count, "target.count")
    requireCount(out.count, "out.count", equals: target.count, "target.count")
    if target.isEmpty { return }
    Element._spring(
      target.memory, displacement.memory, quadrature.memory, decay.memory, frequency.memory, start.memory,
      Element.springTime(time),
      out.memory, target.count)
  }

  /// Where n things are at a time and how fast they move, each moved by its own spring.
  ///
  /// The positions of ``springPositions(at:target:displacement:quadrature:decay:frequency:start:into:)`` and their
  /// derivatives, per second.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds. One that isn't finite gives NaN.
  ///   - target: The n values to arrive at.
  ///   - displacement: The n starting values less their targets.
  ///   - quadrature: What ``springQuadratures(displacement:velocity:decay:frequency:into:)`` makes of the starting
  ///     values and velocities.
  ///   - decay: Each spring's ``Spring/decay``.
  ///   - frequency: Each spring's ``Spring/frequency``.
  ///   - start: The n times of the start, in seconds, within 1e30 s of 0.
  ///   - positions: Receives the n positions.
  ///   - velocities: Receives the n velocities.
  /// - Complexity: O(n); moves 32 bytes per `Float`.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public static func springMotion<Element: BatchElement>(
    at time: Double, target: Span<Element>, displacement: Span<Element>, quadrature: Span<Element>,
    decay: Span<Element>, frequency: Span<Element>, start: Span<Element>,
    positions: consuming MutableSpan<Element>, velocities: consuming MutableSpan<Element>
  ) {
    requireCount(displacement.count, "displacement.count", equals: target.count, "target.count")
    requireCount(quadrature.count, "quadrature.count", equals: target.count, "target.count")
    requireCount(decay.count, "decay.count", equals: target.count, "target.count")
    requireCount(frequency.count, "frequency.count", equals: target.count, "target.count")
    requireCount(start.count, "start.count", equals: target.count, "target.count")
    requireCount(positions.count, "positions.count", equals: target.count, "target.count")
    requireCount(velocities.count, "velocities.count", equals: target.count, "target.count")
    if target.isEmpty { return }
    Element._springMotion(
      target.memory, displacement.memory, quadrature.memory, decay.memory, frequency.memory, start.memory,
      Element.springTime(time),
      positions.memory, velocities.memory, target.count)
  }

  /// The coefficients of the sine that give springs their starting velocities, each for its own spring:
  /// `(velocity + decay * displacement) / W`, with W the angular speed of the oscillation (or the difference of the two
  /// rates above critical damping).
  ///
  /// - Parameters:
  ///   - displacement: The n starting values less their targets.
  ///   - velocity: The n starting velocities, per second.
  ///   - decay: Each spring's ``Spring/decay``.
  ///   - frequency: Each spring's ``Spring/frequency``.
  ///   - out: Receives the n coefficients, at most the largest number.
  /// - Complexity: O(n); once per start, not per frame.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public static func springQuadratures<Element: BatchElement>(
    displacement: Span<Element>, velocity: Span<Element>, decay: Span<Element>, frequency: Span<Element>,
    into out: consuming MutableSpan<Element>
  ) {
    requireCount(velocity.count, "velocity.count", equals: displacement.count, "displacement.count")
    requireCount(decay.count, "decay.count", equals: displacement.count, "displacement.count")
    requireCount(frequency.count, "frequency.count", equals: displacement.count, "displacement.count")
    requireCount(out.count, "out.count", equals: displacement.count, "displacement.count")
    if displacement.isEmpty { return }
    Element._springQuadrature(
      displacement.memory, velocity.memory, decay.memory, frequency.memory, out.memory, displacement.count)
  }

  /// The exact step over a time for n springs: the matrices that
  /// ``springStep(xx:xv:vx:vv:target:positions:velocities:)`` takes, less the identity.
  ///
  /// - Parameters:
  ///   - deltaTime: The time of the step, in seconds. A negative one steps back; one that isn't finite gives NaN.
  ///   - decay: Each spring's ``Spring/decay``.
  ///   - frequency: Each spring's ``Spring/frequency``.
  ///   - xx: Receives what a displacement of 1 adds to the displacement.
  ///   - xv: Receives what a velocity of 1 adds to the displacement.
  ///   - vx: Receives what a displacement of 1 adds to the velocity.
  ///   - vv: Receives what a velocity of 1 adds to the velocity.
  /// - Complexity: O(n); once per frame and spring, for however many things it moves.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public static func springTransitions<Element: BatchElement>(
    deltaTime: Double, decay: Span<Element>, frequency: Span<Element>, xx: consuming MutableSpan<Element>,
    xv: consuming MutableSpan<Element>, vx: consuming MutableSpan<Element>, vv: consuming MutableSpan<Element>
  ) {
    requireCount(frequency.count, "frequency.count", equals: decay.count, "decay.count")
    requireCount(xx.count, "xx.count", equals: decay.count, "decay.count")
    requireCount(xv.count, "xv.count", equals: decay.count, "decay.count")
    requireCount(vx.count, "vx.count", equals: decay.count, "decay.count")
    requireCount(vv.count, "vv.count", equals: decay.count, "decay.count")
    if decay.isEmpty { return }
    Element._springTransition(
      decay.memory, frequency.memory, Element.springTime(deltaTime), xx.memory, xv.memory, vx.memory, vv.memory,
      decay.count)
  }

  /// Moves n things on by one step each of its own spring, in place, with an error of 2e-7 of the amplitude (`Float`).
  /// ``SpringStep`` does it for one spring, and reads
  /// less.
  ///
  /// - Parameters:
  ///   - xx: What a displacement of 1 adds to the displacement, as
  ///     ``springTransitions(deltaTime:decay:frequency:xx:xv:vx:vv:)`` gives it.
  ///   - xv: What a velocity of 1 adds to the displacement.
  ///   - vx: What a displacement of 1 adds to the velocity.
  ///   - vv: What a velocity of 1 adds to the velocity.
  ///   - target: The n values to arrive at.
  ///   - positions: The n positions, before and after.
  ///   - velocities: The n velocities per second, before and after.
  /// - Complexity: O(n); moves 36 bytes per `Float`.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public static func springStep<Element: BatchElement>(
    xx: Span<Element>, xv: Span<Element>, vx: Span<Element>, vv: Span<Element>, target: Span<Element>,
    positions: consuming MutableSpan<Element>, velocities: consuming MutableSpan<Element>
  ) {
    requireCount(xx.count, "xx.count", equals: target.count, "target.count")
    requireCount(xv.count, "xv.count", equals: target.count, "target.count")
    requireCount(vx.count, "vx.count", equals: target.count, "target.count")
    requireCount(vv.count, "vv.count", equals: target.count, "target.count")
    requireCount(positions.count, "positions.count", equals: target.count, "target.count")
    requireCount(velocities.count, "velocities.count", equals: target.count, "target.count")
    if target.isEmpty { return }
    Element._springStepEach(
      xx.memory, xv.memory, vx.memory, vv.memory, target.memory, positions.memory, velocities.memory, target.count)
  }

  /// Which of n things have arrived: within `valueEpsilon` of the target and no faster than `velocityEpsilon`.
  ///
  /// What is NaN hasn't arrived.
  ///
  /// - Parameters:
  ///   - positions: The n positions.
  ///   - velocities: The n velocities, per second.
  ///   - target: The n values to arrive at.
  ///   - valueEpsilon: The largest distance that counts as arrived.
  ///   - velocityEpsilon: The largest speed that counts as arrived, per second.
  ///   - words: Receives the answers, (n + 63) / 64 words: bit `i % 64` of word `i / 64` is set where thing i has
  ///     arrived. The bits behind the last thing are 0.
  /// - Returns: How many have arrived.
  /// - Complexity: O(n); reads 12 bytes per `Float`.
  @discardableResult
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public static func settled<Element: BatchElement>(
    positions: Span<Element>, velocities: Span<Element>, target: Span<Element>, valueEpsilon: Element,
    velocityEpsilon: Element, into words: consuming MutableSpan<UInt64>
  ) -> Int {
    requireCount(positions.count, "positions.count", equals: target.count, "target.count")
    requireCount(velocities.count, "velocities.count", equals: target.count, "target.count")
    requireCount(words.count, "words.count", equals: (target.count + 63) / 64, "(target.count + 63) / 64")
    if target.isEmpty { return 0 }
    return Element._settled(
      positions.memory, velocities.memory, target.memory, valueEpsilon, velocityEpsilon, words.memory, target.count)
  }
}
