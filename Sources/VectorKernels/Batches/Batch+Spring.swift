extension Batch {
  /// Computes the positions of n springs at a time, each spring with its own parameters.
  ///
  /// The formula and the error are those of ``Spring/positions(at:targets:displacements:sineAmplitudes:starts:into:)``,
  /// with all three damping regimes in one loop. `decay` and `frequency` are taken as the exact parameters.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds. A time that isn't finite gives NaN.
  ///   - targets: The n targets. Targets, velocities, and products of values and the springs' rates must be finite; for
  ///     `Float`, values up to 1e26 and velocities up to 3e22 work with every ``Spring``.
  ///   - displacements: The n start values minus their targets.
  ///   - sineAmplitudes: The results of ``springSineAmplitudes(displacements:velocities:decays:frequencies:into:)`` for
  ///     the start values and velocities.
  ///   - decays: Each spring's ``Spring/decay``, at least 0.
  ///   - frequencies: Each spring's ``Spring/frequency``.
  ///   - starts: The n start times, in seconds, within 1e30 s of 0. Before its start, a spring waits at its start
  ///     value. `Float` resolves 1 ms for only 4 hours, so count from a recent moment.
  ///   - out: Receives the n positions.
  /// - Complexity: O(n); moves 28 bytes per `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
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

  /// Computes the positions and velocities of n springs at a time, each spring with its own parameters.
  ///
  /// The positions are those of
  /// ``springPositions(at:targets:displacements:sineAmplitudes:decays:frequencies:starts:into:)``; the velocities are
  /// their derivatives, per second.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds. A time that isn't finite gives NaN.
  ///   - targets: The n targets.
  ///   - displacements: The n start values minus their targets.
  ///   - sineAmplitudes: The results of ``springSineAmplitudes(displacements:velocities:decays:frequencies:into:)`` for
  ///     the start values and velocities.
  ///   - decays: Each spring's ``Spring/decay``, at least 0.
  ///   - frequencies: Each spring's ``Spring/frequency``.
  ///   - starts: The n start times, in seconds, within 1e30 s of 0.
  ///   - positions: Receives the n positions.
  ///   - velocities: Receives the n velocities.
  /// - Complexity: O(n); moves 32 bytes per `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
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

  /// Computes the coefficients of the sine that give n springs their start velocities, each spring with its own
  /// parameters.
  ///
  /// A coefficient is `(velocity + decay * displacement) / W`, where W is the angular frequency of the oscillation
  /// (above critical damping, the difference of the two rates).
  ///
  /// - Parameters:
  ///   - displacements: The n start values minus their targets.
  ///   - velocities: The n start velocities, per second.
  ///   - decays: Each spring's ``Spring/decay``, at least 0.
  ///   - frequencies: Each spring's ``Spring/frequency``.
  ///   - out: Receives the n coefficients, which are at most the largest finite number.
  /// - Complexity: O(n); call it once per start, not per frame.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func springSineAmplitudes<Element: BatchElement>(
    displacements: Span<Element>, velocities: Span<Element>, decays: Span<Element>, frequencies: Span<Element>,
    into out: consuming MutableSpan<Element>
  ) {
    requireCount(velocities.count, "velocities.count", equals: displacements.count, "displacements.count")
    requireCount(decays.count, "decays.count", equals: displacements.count, "displacements.count")
    requireCount(frequencies.count, "frequencies.count", equals: displacements.count, "displacements.count")
    requireCount(out.count, "out.count", equals: displacements.count, "displacements.count")
    if displacements.isEmpty { return }
    Element.springSineAmplitude(
      displacements.memory, velocities.memory, decays.memory, frequencies.memory, out.memory, displacements.count)
  }

  /// Computes the exact step of n springs over a time.
  ///
  /// The results are matrices minus the identity, as
  /// ``springStep(positions:velocities:targets:positionToPosition:velocityToPosition:positionToVelocity:velocityToVelocity:)``
  /// takes them.
  ///
  /// Far enough back, a damped spring's motion grows without bound. There its growth is limited: to 2^63 (`Float`) or
  /// 2^900, and above critical damping, that of the faster part to 2^78 or 2^900.
  ///
  /// - Parameters:
  ///   - deltaTime: The time of the step, in seconds. A negative one steps back; one that isn't finite gives NaN.
  ///   - decays: Each spring's ``Spring/decay``, at least 0.
  ///   - frequencies: Each spring's ``Spring/frequency``.
  ///   - positionToPosition: Receives the change of the displacement for a displacement of 1.
  ///   - velocityToPosition: Receives the change of the displacement for a velocity of 1.
  ///   - positionToVelocity: Receives the change of the velocity for a displacement of 1.
  ///   - velocityToVelocity: Receives the change of the velocity for a velocity of 1.
  /// - Complexity: O(n); call it once per frame and spring, for any number of values that the spring moves.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
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

  /// Advances n values by one step, in place, each by the step of its own spring. The error is 4e-7 of the amplitude
  /// (`Float`).
  ///
  /// ``SpringStep`` does this for one shared spring, and reads less memory.
  ///
  /// - Parameters:
  ///   - positions: The n positions. The call changes them in place.
  ///   - velocities: The n velocities, per second. The call changes them in place.
  ///   - targets: The n targets.
  ///   - positionToPosition: The change of the displacement for a displacement of 1, as
  ///     ``springTransitions(deltaTime:decays:frequencies:into:velocityToPosition:positionToVelocity:velocityToVelocity:)``
  ///     returns it.
  ///   - velocityToPosition: The change of the displacement for a velocity of 1.
  ///   - positionToVelocity: The change of the velocity for a displacement of 1.
  ///   - velocityToVelocity: The change of the velocity for a velocity of 1.
  /// - Complexity: O(n); moves 36 bytes per `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
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

  /// Finds which of n values have settled: those within `valueEpsilon` of the target and no faster than
  /// `velocityEpsilon`.
  ///
  /// A value that is NaN hasn't settled.
  ///
  /// - Parameters:
  ///   - positions: The n positions.
  ///   - velocities: The n velocities, per second.
  ///   - targets: The n targets.
  ///   - valueEpsilon: The largest distance from the target that counts as settled.
  ///   - velocityEpsilon: The largest velocity that counts as settled, per second.
  ///   - words: Receives the answers, (n + 63) / 64 words: bit `i % 64` of word `i / 64` is set if value i has settled.
  ///     The bits after the last value are 0.
  /// - Returns: The number of settled values.
  /// - Complexity: O(n); reads 12 bytes per `Float`.
  @discardableResult
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)@_specialize(exported:true,where Element == Double)
  #endif
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
