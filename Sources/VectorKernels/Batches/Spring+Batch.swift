extension Spring {
  /// Computes the positions, at a time, of n values that this spring moves.
  ///
  /// The positions are computed in closed form: with `t = max(0, time - start)`, they are
  /// `target + e^(-decay t) (displacement * C + sineAmplitude * S)`, where C and S are the cosine and sine of the
  /// oscillation, or 1 and `1 - 2^(frequency t)` above critical damping. The error of `Float` is at most 2e-6 of the
  /// amplitude for damping ratios from 0.05, and 1e-5 for undamped springs after 1000 periods.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds. A time that isn't finite gives NaN.
  ///   - targets: The n targets. Targets, velocities, and products of values and the spring's rates must be finite; for
  ///     `Float`, values up to 1e26 and velocities up to 3e22 work with every spring.
  ///   - displacements: The n start values minus their targets.
  ///   - sineAmplitudes: The results of ``sineAmplitudes(displacements:velocities:into:)`` for the start values and
  ///     velocities.
  ///   - starts: The n start times, in seconds, within 1e30 s of 0. Before its start, a value waits at its start value.
  ///     `Float` resolves 1 ms for only 4 hours, so count from a recent moment.
  ///   - out: Receives the n positions.
  /// - Complexity: O(n); moves 20 bytes per `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
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

  /// Computes the positions and velocities, at a time, of n values that this spring moves.
  ///
  /// The positions are those of ``positions(at:targets:displacements:sineAmplitudes:starts:into:)``; the velocities are
  /// their derivatives, per second.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds. A time that isn't finite gives NaN.
  ///   - targets: The n targets.
  ///   - displacements: The n start values minus their targets.
  ///   - sineAmplitudes: The results of ``sineAmplitudes(displacements:velocities:into:)`` for the start values and
  ///     velocities.
  ///   - starts: The n start times, in seconds, within 1e30 s of 0.
  ///   - positions: Receives the n positions.
  ///   - velocities: Receives the n velocities.
  /// - Complexity: O(n); moves 24 bytes per `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
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

  /// Computes the coefficients of the sine that give n values their start velocities.
  ///
  /// A coefficient is `(velocity + decay * displacement) / W`, where W is the angular frequency of the oscillation
  /// (above critical damping, the difference of the two rates).
  ///
  /// - Parameters:
  ///   - displacements: The n start values minus their targets.
  ///   - velocities: The n start velocities, per second.
  ///   - out: Receives the n coefficients, which are at most the largest finite number.
  /// - Complexity: O(n); call it once per start, not per frame.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public func sineAmplitudes<Element: BatchElement>(
    displacements: Span<Element>, velocities: Span<Element>, into out: consuming MutableSpan<Element>
  ) {
    requireCount(velocities.count, "velocities.count", equals: displacements.count, "displacements.count")
    requireCount(out.count, "out.count", equals: displacements.count, "displacements.count")
    if displacements.isEmpty { return }
    Element.springSharedSineAmplitude(
      displacements.memory, velocities.memory, decay, inverseRate, out.memory, displacements.count)
  }
}

// MARK: - Settling

extension Spring {
  /// Computes for n values the times after which they stay nearer to their targets than a distance:
  /// ``lastCrossing(target:initialVelocity:epsilon:)``.
  ///
  /// - Parameters:
  ///   - targets: The n whole changes.
  ///   - initialVelocities: The n velocities at the start, per second.
  ///   - epsilon: The distance.
  ///   - out: Receives the n times, in seconds since each value's start: computed in `Double` and rounded once. A time
  ///     is infinite where the target or the velocity isn't finite.
  /// - Complexity: O(n), one by one in `Double`: a plain loop without a kernel. Call it once per start, not per frame.
  public func lastCrossings<Element: BatchElement>(
    targets: Span<Element>, initialVelocities: Span<Element>, epsilon: Double,
    into out: consuming MutableSpan<Element>
  ) {
    requireCount(initialVelocities.count, "initialVelocities.count", equals: targets.count, "targets.count")
    requireCount(out.count, "out.count", equals: targets.count, "targets.count")
    for i in targets.indices {
      out[i] = Element(
        lastCrossing(target: Double(targets[i]), initialVelocity: Double(initialVelocities[i]), epsilon: epsilon))
    }
  }
}

// MARK: - Rotations

extension Spring {
  /// Computes the rotations of n springs at one time, each from its own rotation to its own target:
  /// ``rotation(from:to:initialVelocity:time:)``.
  ///
  /// Springs that start at rest move along the arc of slerp. For many such springs, compute the amounts with
  /// ``PreparedAnimation/amounts(at:starts:into:)`` and give them to
  /// ``Batch/slerp(from:to:amounts:into:)-(Span<Quaternion<Element>>,_,_,_)``: kernels do both.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds. NaN gives NaN.
  ///   - from: The n rotations at the start, of any length but 0.
  ///   - to: The n targets, of any length but 0.
  ///   - initialVelocities: The n angular velocities at the start, in radians per second about fixed axes.
  ///   - starts: The n start times, in seconds. Before its start, a spring is at its first rotation.
  ///   - out: Receives the n rotations, rounded to `Float`.
  /// - Complexity: O(n), one by one in `Double`: a plain loop without a kernel.
  public func rotations(
    at time: Double, from: Span<Quaternion<Float>>, to: Span<Quaternion<Float>>,
    initialVelocities: Span<SIMD3<Float>>, starts: Span<Float>, into out: consuming MutableSpan<Quaternion<Float>>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(initialVelocities.count, "initialVelocities.count", equals: from.count, "from.count")
    requireCount(starts.count, "starts.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    for i in from.indices {
      let elapsed = time - Double(starts[i])
      out[i] = Quaternion<Float>(
        rotation(
          from: Quaternion<Double>(from[i]), to: Quaternion<Double>(to[i]),
          initialVelocity: SIMD3<Double>(initialVelocities[i]), time: elapsed < 0 ? 0 : elapsed))
    }
  }
}
