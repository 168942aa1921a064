internal import CVectorKernels

// Rotations and angles by the shorter arc, in memory order and in columns.

extension Batch {
  /// Interpolates rotations with one amount, at constant speed along the shorter arc.
  ///
  /// This is ``Quaternion/slerp(towards:amount:)`` for unit quaternions. An amount of 0 gives `from` exactly, and 1
  /// gives `to` exactly, or its negative if that is nearer. The error within 0...1 is at most 3e-7 for each component,
  /// and the length is within 4e-7 of 1; in `Double`, 6e-16 and 8e-16. Other amounts continue along the arc, by more
  /// than a turn if they are large enough. Up to a magnitude of 9 the error is 1e-6 times the amount's magnitude, and
  /// at least 1e-6; in `Double`, 2e-15. Beyond, it is 5e-7 times the amount's magnitude; in `Double`, 1e-15; both
  /// divided by the angle between the two quaternions as vectors, where that is below 1. Quaternions whose length isn't
  /// 1 are combined with the weights for the angle whose cosine is their dot product, at most 1.
  ///
  /// - Parameters:
  ///   - from: The n rotations at an amount of 0.
  ///   - to: The n rotations at an amount of 1.
  ///   - amount: The amount shared by all rotations, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 48 bytes per quaternion of `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func slerp<Element: SIMDBatchElement>(
    from: Span<Quaternion<Element>>, to: Span<Quaternion<Element>>, amount: Element,
    into out: consuming MutableSpan<Quaternion<Element>>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    Element.slerp(from.components.memory, to.components.memory, amount, out.componentMemory, from.count)
  }

  /// Interpolates every rotation with its own amount, by the rule of
  /// ``slerp(from:to:amount:into:)-(Span<Quaternion<Element>>,_,_,_)``.
  ///
  /// - Parameters:
  ///   - from: The n rotations at an amount of 0.
  ///   - to: The n rotations at an amount of 1.
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 52 bytes per quaternion of `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func slerp<Element: SIMDBatchElement>(
    from: Span<Quaternion<Element>>, to: Span<Quaternion<Element>>, amounts: Span<Element>,
    into out: consuming MutableSpan<Quaternion<Element>>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(amounts.count, "amounts.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    Element.slerp(from.components.memory, to.components.memory, amounts.memory, out.componentMemory, from.count)
  }

  /// Interpolates rotations with one amount, on the straight line between the quaternions along the shorter arc,
  /// normalised to length 1.
  ///
  /// This is ``Quaternion/nlerp(towards:amount:)``. It takes the path of
  /// ``slerp(from:to:amount:into:)-(Span<Quaternion<Element>>,_,_,_)``, somewhat faster in the middle, with less work.
  /// The error is at most 3e-7 for each component of results from unit quaternions, in `Double` 6e-16. If the sum of
  /// the squares is 0 or infinite, the result is the identity.
  ///
  /// - Parameters:
  ///   - from: The n rotations at an amount of 0.
  ///   - to: The n rotations at an amount of 1.
  ///   - amount: The amount shared by all rotations, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 48 bytes per quaternion of `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func nlerp<Element: SIMDBatchElement>(
    from: Span<Quaternion<Element>>, to: Span<Quaternion<Element>>, amount: Element,
    into out: consuming MutableSpan<Quaternion<Element>>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    Element.nlerp(from.components.memory, to.components.memory, amount, out.componentMemory, from.count)
  }

  /// Interpolates every rotation with its own amount, by the rule of
  /// ``nlerp(from:to:amount:into:)-(Span<Quaternion<Element>>,_,_,_)``.
  ///
  /// - Parameters:
  ///   - from: The n rotations at an amount of 0.
  ///   - to: The n rotations at an amount of 1.
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 52 bytes per quaternion of `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func nlerp<Element: SIMDBatchElement>(
    from: Span<Quaternion<Element>>, to: Span<Quaternion<Element>>, amounts: Span<Element>,
    into out: consuming MutableSpan<Quaternion<Element>>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(amounts.count, "amounts.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    Element.nlerp(from.components.memory, to.components.memory, amounts.memory, out.componentMemory, from.count)
  }
}

// MARK: - Columns

extension Batch {
  /// Interpolates all rotations with one amount. Gives the same bits as ``slerp(from:to:amount:into:)`` of spans.
  ///
  /// - Parameters:
  ///   - from: The n rotations at an amount of 0.
  ///   - to: The n rotations at an amount of 1.
  ///   - amount: The amount shared by all rotations, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 48 bytes per quaternion of `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func slerp<Element: SIMDBatchElement>(
    from: Columns<Quaternion<Element>>, to: Columns<Quaternion<Element>>, amount: Element,
    into out: inout Columns<Quaternion<Element>>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    out.withColumns { out, stride in
      Element.slerpColumns(
        from.start(of: 0), from.storage.stride, to.start(of: 0), to.storage.stride, amount, out, stride, from.count)
    }
  }

  /// Interpolates every rotation with its own amount. Gives the same bits as ``slerp(from:to:amounts:into:)`` of spans.
  ///
  /// - Parameters:
  ///   - from: The n rotations at an amount of 0.
  ///   - to: The n rotations at an amount of 1.
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 52 bytes per quaternion of `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func slerp<Element: SIMDBatchElement>(
    from: Columns<Quaternion<Element>>, to: Columns<Quaternion<Element>>, amounts: Span<Element>,
    into out: inout Columns<Quaternion<Element>>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(amounts.count, "amounts.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    let memory = amounts.memory
    out.withColumns { out, stride in
      Element.slerpColumns(
        from.start(of: 0), from.storage.stride, to.start(of: 0), to.storage.stride, memory, out, stride, from.count)
    }
  }

  /// Interpolates all rotations with one amount. Gives the same bits as ``nlerp(from:to:amount:into:)`` of spans.
  ///
  /// - Parameters:
  ///   - from: The n rotations at an amount of 0.
  ///   - to: The n rotations at an amount of 1.
  ///   - amount: The amount shared by all rotations, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 48 bytes per quaternion of `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func nlerp<Element: SIMDBatchElement>(
    from: Columns<Quaternion<Element>>, to: Columns<Quaternion<Element>>, amount: Element,
    into out: inout Columns<Quaternion<Element>>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    out.withColumns { out, stride in
      Element.nlerpColumns(
        from.start(of: 0), from.storage.stride, to.start(of: 0), to.storage.stride, amount, out, stride, from.count)
    }
  }

  /// Interpolates every rotation with its own amount. Gives the same bits as ``nlerp(from:to:amounts:into:)`` of spans.
  ///
  /// - Parameters:
  ///   - from: The n rotations at an amount of 0.
  ///   - to: The n rotations at an amount of 1.
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 52 bytes per quaternion of `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func nlerp<Element: SIMDBatchElement>(
    from: Columns<Quaternion<Element>>, to: Columns<Quaternion<Element>>, amounts: Span<Element>,
    into out: inout Columns<Quaternion<Element>>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(amounts.count, "amounts.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    let memory = amounts.memory
    out.withColumns { out, stride in
      Element.nlerpColumns(
        from.start(of: 0), from.storage.stride, to.start(of: 0), to.storage.stride, memory, out, stride, from.count)
    }
  }
}

// MARK: - Angles

extension Batch {
  /// Adds whole turns to angles so that each is as near as possible to its start. An interpolation or a spring that
  /// moves from the start to the result takes the shorter arc.
  ///
  /// The results have the same directions as `to` and are within half a turn of `from`, up to the rounding of the
  /// difference: few turns are exact, and beyond 2^24 turns (`Float`) whole ones are lost. An angle that is already
  /// within half a turn stays as it is, but for the sign of zero. ``Angle/nearest(to:)`` does the same for one angle.
  ///
  /// - Parameters:
  ///   - from: The n start angles.
  ///   - to: The n target angles.
  ///   - turn: A whole turn in the angles' unit, not 0: 360 for degrees, `2 * .pi` for radians, 1 for turns.
  ///   - out: Receives the n results. NaN or infinite where an angle or the difference of the two isn't finite.
  /// - Complexity: O(n); moves 12 bytes per `Float`. Call it once when targets change, not per frame.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func nearestAngles<Element: BatchElement>(
    from: Span<Element>, to: Span<Element>, turn: Double, into out: consuming MutableSpan<Element>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    Element.nearestAngles(from.memory, to.memory, turn, out.memory, from.count)
  }
}
