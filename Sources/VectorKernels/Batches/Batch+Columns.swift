// The calls for columns. Each runs the call for spans on one component after the other.

extension Batch {
  /// Interpolates all values with one amount, by the rule of ``interpolate(from:to:amount:into:)``.
  ///
  /// - Parameters:
  ///   - from: The n values at an amount of 0.
  ///   - to: The n values at an amount of 1.
  ///   - amount: The amount shared by all values, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 12 bytes per `Float` component.
  public static func interpolate<Value: ComponentVector>(
    from: Columns<Value>, to: Columns<Value>, amount: Value.Component, into out: inout Columns<Value>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    for component in 0..<Value.componentCount {
      interpolate(
        from: from.span(component: component), to: to.span(component: component), amount: amount,
        into: out.mutableSpan(component: component))
    }
  }

  /// Interpolates every value with its own amount, by the rule of ``interpolate(from:to:amount:into:)-(_,_,Element,_)``.
  ///
  /// - Parameters:
  ///   - from: The n values at an amount of 0.
  ///   - to: The n values at an amount of 1.
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 16 bytes per `Float` component.
  public static func interpolate<Value: ComponentVector>(
    from: Columns<Value>, to: Columns<Value>, amounts: Span<Value.Component>, into out: inout Columns<Value>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(amounts.count, "amounts.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    for component in 0..<Value.componentCount {
      interpolate(
        from: from.span(component: component), to: to.span(component: component), amounts: amounts,
        into: out.mutableSpan(component: component))
    }
  }

  /// Interpolates in place: moves each value towards `to` by one amount.
  ///
  /// The results are the same as with `values` as both `from` and `out`.
  public static func interpolate<Value: ComponentVector>(
    _ values: inout Columns<Value>, to: Columns<Value>, amount: Value.Component
  ) {
    requireCount(to.count, "to.count", equals: values.count, "values.count")
    for component in 0..<Value.componentCount {
      interpolate(
        values.mutableSpan(component: component), to: to.span(component: component), amount: amount)
    }
  }

  /// Interpolates in place: moves each value towards `to` by its own amount.
  ///
  /// The results are the same as with `values` as both `from` and `out`.
  public static func interpolate<Value: ComponentVector>(
    _ values: inout Columns<Value>, to: Columns<Value>, amounts: Span<Value.Component>
  ) {
    requireCount(to.count, "to.count", equals: values.count, "values.count")
    requireCount(amounts.count, "amounts.count", equals: values.count, "values.count")
    for component in 0..<Value.componentCount {
      interpolate(
        values.mutableSpan(component: component), to: to.span(component: component), amounts: amounts)
    }
  }
}
