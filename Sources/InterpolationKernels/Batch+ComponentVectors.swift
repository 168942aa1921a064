// The calls for values in memory order, on top of the calls for spans of elements. The components of packed values are
// contiguous already; those of other values are gathered, a few values at a time.

extension Batch {
  /// Interpolates values of any component vector with one amount, by the rule of
  /// ``interpolate(from:to:amount:into:)`` for their components.
  ///
  /// - Parameters:
  ///   - from: The n values at an amount of 0.
  ///   - to: The n values at an amount of 1.
  ///   - amount: The amount shared by all values, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 12 bytes per `Float` component of packed values. Values that aren't packed are taken
  ///   apart one by one.
  @inlinable
  public static func interpolate<Value: ComponentVector>(
    from: Span<Value>, to: Span<Value>, amount: Value.Component, into out: consuming MutableSpan<Value>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    if Value.isPacked {
      interpolate(from: from.components, to: to.components, amount: amount, into: out.components)
    } else {
      let count = Value.componentCount
      forEachBlock(from: from, to: to, into: &out) { values, ends, range in
        Value.Component.lerp(values, ends, amount, values, range.count * count)
      }
    }
  }

  /// Interpolates values of any component vector, each with its own amount, by the rule of
  /// ``interpolate(from:to:amount:into:)-(_,_,Element,_)`` for their components.
  ///
  /// - Parameters:
  ///   - from: The n values at an amount of 0.
  ///   - to: The n values at an amount of 1.
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 12 bytes per `Float` component of packed values, and 4 per value. Values that aren't
  ///   packed are taken apart one by one.
  @inlinable
  public static func interpolate<Value: ComponentVector>(
    from: Span<Value>, to: Span<Value>, amounts: Span<Value.Component>, into out: consuming MutableSpan<Value>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(amounts.count, "amounts.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    if Value.isPacked {
      interpolate(
        from: from.components, to: to.components, amounts: amounts, components: Value.componentCount,
        into: out.components)
    } else {
      let memory = amounts.memory
      forEachBlock(from: from, to: to, into: &out) { values, ends, range in
        Value.Component.lerpValues(
          values, ends, memory + range.lowerBound, Value.componentCount, values, range.count)
      }
    }
  }

  /// Runs `body` on the contiguous components of a few values at a time. `body` replaces the components of `from`, and
  /// the result becomes the components of `out`.
  @inlinable
  static func forEachBlock<Value: ComponentVector>(
    from: Span<Value>, to: Span<Value>, into out: inout MutableSpan<Value>,
    _ body: (UnsafeMutablePointer<Value.Component>, UnsafePointer<Value.Component>, Range<Int>) -> Void
  ) {
    let components = Value.componentCount
    // A block this size stays in the first-level cache, on the stack.
    let block = max(1, 512 / components)
    withUnsafeTemporaryAllocation(of: Value.Component.self, capacity: 2 * block * components) { memory in
      let values = memory.baseAddress!
      let ends = values + block * components
      for start in stride(from: 0, to: from.count, by: block) {
        let range = start..<min(start + block, from.count)
        for i in range {
          from[i]._store(values + (i - start) * components, stride: 1)
          to[i]._store(ends + (i - start) * components, stride: 1)
        }
        body(values, ends, range)
        for i in range {
          var value = from[i]
          for component in 0..<components { value[component: component] = values[(i - start) * components + component] }
          out[i] = value
        }
      }
    }
  }
}
