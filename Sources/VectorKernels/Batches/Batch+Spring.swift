extension Batch {
  /// Where n things are at a time, each moved by its own spring.
  ///
  /// The formula and the error of ``Spring/positions(at:targets:displacements:sineAmplitudes:starts:into:)``, all three
  /// damping regimes in one pass; `decay` and `frequency` are taken as the exact parameters.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds. One that isn't finite gives NaN.
  ///   - targets: The n values to arrive at. These, velocities and rates times values have to be finite: of `Float`,
  ///     values up to 1e26 are for every ``Spring``.
  ///   - displacements: The n starting values less their targets.
  ///   - sineAmplitudes: What ``springSineAmplitudes(displacements:velocities:decays:frequencies:into:)`` makes of the starting
  ///     values and velocities.
  ///   - decays: Each spring's ``Spring/decay``.
  ///   - frequencies: Each spring's ``Spring/frequency``.
  ///   - starts: The n times of the start, in seconds, within 1e30 s of 0. Before it a spring waits at its starting
  ///     value. `Float` resolves 1 ms only for 4 hours, so count from a recent moment.
  ///   - out: Receives the n positions.
  /// - Complexity: O(n); moves 28 bytes per `Float`.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public static func springPositions<Element: BatchElement>(
    at time: Double, targets: Span<Element>, displacements: Span<Element>, sineAmplitudes: Span<Element>,
    decays: Span<Element>, frequencies: Span<Element>, starts: Span<Element>, into out: consuming MutableSpan<Element>
  ) {
    requireCount(displacements.count, "displacements.count", equals: targets.count, "targets.count")
    requireCount(sineAmplitudes.count, "sineAmplitudes.count", equals: targets.count, "targets.count")
    requireCount(decays.count, "decays.count", equals: targets.count, "targets.count")
    requireCount(frequencies.count, "frequencies.count", equals: targets.count, "targets.count")
    requireCount(starts.count, "starts.count", equals: targets.count, "targets.count")
    requireCount(out.count, "out.count", equals: targets.count, "targets.count")
    if targets.isEmpty { return }
    Element.spring(
      targets.memory, displacements.memory, sineAmplitudes.memory, decays.memory, frequencies.memory, starts.memory,
      Element.springTime(time),
      out.memory, targets.count)
  }

  /// Where n things are at a time and how fast they move, each moved by its own spring.
  ///
  /// The positions of ``springPositions(at:targets:displacements:sineAmplitudes:decays:frequencies:starts:into:)`` and their
  /// derivatives, per second.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds. One that isn't finite gives NaN.
  ///   - targets: The n values to arrive at.
  ///   - displacements: The n starting values less their targets.
  ///   - sineAmplitudes: What ``springSineAmplitudes(displacements:velocities:decays:frequencies:into:)`` makes of the starting
  ///     values and velocities.
  ///   - decays: Each spring's ``Spring/decay``.
  ///   - frequencies: Each spring's ``Spring/frequency``.
  ///   - starts: The n times of the start, in seconds, within 1e30 s of 0.
  ///   - positions: Receives the n positions.
  ///   - velocities: Receives the n velocities.
  /// - Complexity: O(n); moves 32 bytes per `Float`.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public static func springMotion<Element: BatchElement>(
    at time: Double, targets: Span<Element>, displacements: Span<Element>, sineAmplitudes: Span<Element>,
    decays: Span<Element>, frequencies: Span<Element>, starts: Span<Element>,
    into positions: consuming MutableSpan<Element>, velocities: consuming MutableSpan<Element>
  ) {
    requireCount(displacements.count, "displacements.count", equals: targets.count, "targets.count")
    requireCount(sineAmplitudes.count, "sineAmplitudes.count", equals: targets.count, "targets.count")
    requireCount(decays.count, "decays.count", equals: targets.count, "targets.count")
    requireCount(frequencies.count, "frequencies.count", equals: targets.count, "targets.count")
    requireCount(starts.count, "starts.count", equals: targets.count, "targets.count")
    requireCount(positions.count, "positions.count", equals: targets.count, "targets.count")
    requireCount(velocities.count, "velocities.count", equals: targets.count, "targets.count")
    if targets.isEmpty { return }
    Element.springMotion(
      targets.memory, displacements.memory, sineAmplitudes.memory, decays.memory, frequencies.memory, starts.memory,
      Element.springTime(time),
      positions.memory, velocities.memory, targets.count)
  }

  /// The coefficients of the sine that give springs their starting velocities, each for its own spring:
  /// `(velocity + decay * displacement) / W`, with W the angular speed of the oscillation (or the difference of the two
  /// rates above critical damping).
  ///
  /// - Parameters:
  ///   - displacements: The n starting values less their targets.
  ///   - velocities: The n starting velocities, per second.
  ///   - decays: Each spring's ``Spring/decay``.
  ///   - frequencies: Each spring's ``Spring/frequency``.
  ///   - out: Receives the n coefficients, at most the largest number.
  /// - Complexity: O(n); once per start, not per frame.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public static func springSineAmplitudes<Element: BatchElement>(
    displacements: Span<Element>, velocities: Span<Element>, decays: Span<Element>, frequencies: Span<Element>,
    into out: consuming MutableSpan<Element>
  ) {
    requireCount(velocities.count, "velocities.count", equals: displacements.count, "displacements.count")
    requireCount(decays.count, "decays.count", equals: displacements.count, "displacements.count")
    requireCount(frequencies.count, "frequencies.count", equals: displacements.count, "displacements.count")
    requireCount(out.count, "out.count", equals: displacements.count, "displacements.count")
    if displacements.isEmpty { return }
    Element.springQuadrature(
      displacements.memory, velocities.memory, decays.memory, frequencies.memory, out.memory, displacements.count)
  }

  /// The exact step over a time for n springs: the matrices that
  /// ``springStep(positions:velocities:targets:positionToPosition:velocityToPosition:positionToVelocity:velocityToVelocity:)`` takes, less the identity.
  ///
  /// - Parameters:
  ///   - deltaTime: The time of the step, in seconds. A negative one steps back; one that isn't finite gives NaN.
  ///   - decays: Each spring's ``Spring/decay``.
  ///   - frequencies: Each spring's ``Spring/frequency``.
  ///   - positionToPosition: Receives what a displacement of 1 adds to the displacement.
  ///   - velocityToPosition: Receives what a velocity of 1 adds to the displacement.
  ///   - positionToVelocity: Receives what a displacement of 1 adds to the velocity.
  ///   - velocityToVelocity: Receives what a velocity of 1 adds to the velocity.
  /// - Complexity: O(n); once per frame and spring, for however many things it moves.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public static func springTransitions<Element: BatchElement>(
    deltaTime: Double, decays: Span<Element>, frequencies: Span<Element>,
    into positionToPosition: consuming MutableSpan<Element>,
    velocityToPosition: consuming MutableSpan<Element>, positionToVelocity: consuming MutableSpan<Element>,
    velocityToVelocity: consuming MutableSpan<Element>
  ) {
    requireCount(frequencies.count, "frequencies.count", equals: decays.count, "decays.count")
    requireCount(positionToPosition.count, "positionToPosition.count", equals: decays.count, "decays.count")
    requireCount(velocityToPosition.count, "velocityToPosition.count", equals: decays.count, "decays.count")
    requireCount(positionToVelocity.count, "positionToVelocity.count", equals: decays.count, "decays.count")
    requireCount(velocityToVelocity.count, "velocityToVelocity.count", equals: decays.count, "decays.count")
    if decays.isEmpty { return }
    Element.springTransition(
      decays.memory, frequencies.memory, Element.springTime(deltaTime), positionToPosition.memory,
      velocityToPosition.memory, positionToVelocity.memory, velocityToVelocity.memory,
      decays.count)
  }

  /// Moves n things on by one step each of its own spring, in place, with an error of 2e-7 of the amplitude (`Float`).
  /// ``SpringStep`` does it for one spring, and reads
  /// less.
  ///
  /// - Parameters:
  ///   - positions: The n positions, before and after.
  ///   - velocities: The n velocities per second, before and after.
  ///   - targets: The n values to arrive at.
  ///   - positionToPosition: What a displacement of 1 adds to the displacement, as
  ///     ``springTransitions(deltaTime:decays:frequencies:into:velocityToPosition:positionToVelocity:velocityToVelocity:)``
  ///     returns it.
  ///   - velocityToPosition: What a velocity of 1 adds to the displacement.
  ///   - positionToVelocity: What a displacement of 1 adds to the velocity.
  ///   - velocityToVelocity: What a velocity of 1 adds to the velocity.
  /// - Complexity: O(n); moves 36 bytes per `Float`.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public static func springStep<Element: BatchElement>(
    positions: consuming MutableSpan<Element>, velocities: consuming MutableSpan<Element>, targets: Span<Element>,
    positionToPosition: Span<Element>, velocityToPosition: Span<Element>, positionToVelocity: Span<Element>,
    velocityToVelocity: Span<Element>
  ) {
    requireCount(positionToPosition.count, "positionToPosition.count", equals: targets.count, "targets.count")
    requireCount(velocityToPosition.count, "velocityToPosition.count", equals: targets.count, "targets.count")
    requireCount(positionToVelocity.count, "positionToVelocity.count", equals: targets.count, "targets.count")
    requireCount(velocityToVelocity.count, "velocityToVelocity.count", equals: targets.count, "targets.count")
    requireCount(positions.count, "positions.count", equals: targets.count, "targets.count")
    requireCount(velocities.count, "velocities.count", equals: targets.count, "targets.count")
    if targets.isEmpty { return }
    Element.springStepEach(
      positionToPosition.memory, velocityToPosition.memory, positionToVelocity.memory, velocityToVelocity.memory,
      targets.memory, positions.memory, velocities.memory, targets.count)
  }

  /// Which of n things have arrived: within `valueEpsilon` of the target and no faster than `velocityEpsilon`.
  ///
  /// What is NaN hasn't arrived.
  ///
  /// - Parameters:
  ///   - positions: The n positions.
  ///   - velocities: The n velocities, per second.
  ///   - targets: The n values to arrive at.
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
    positions: Span<Element>, velocities: Span<Element>, targets: Span<Element>, valueEpsilon: Element,
    velocityEpsilon: Element, into words: consuming MutableSpan<UInt64>
  ) -> Int {
    requireCount(positions.count, "positions.count", equals: targets.count, "targets.count")
    requireCount(velocities.count, "velocities.count", equals: targets.count, "targets.count")
    requireCount(words.count, "words.count", equals: (targets.count + 63) / 64, "(targets.count + 63) / 64")
    if targets.isEmpty { return 0 }
    return Element.settled(
      positions.memory, velocities.memory, targets.memory, valueEpsilon, velocityEpsilon, words.memory, targets.count)
  }
}
