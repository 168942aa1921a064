extension Batch {
  /// Interpolates every element with one amount.
  ///
  /// The formula is `from + amount * (to - from)`, measured from the nearer end. For finite numbers whose `to - from`
  /// doesn't overflow, an amount of 0 gives `from` exactly and 1 gives `to` exactly, equal ends give that value, 0...1
  /// never leaves the ends by more than 1 ulp, and amounts outside 0...1 extrapolate. The error within 0...1 is at most
  /// 1 ulp of the larger end (1.5 ulp where multiply-add isn't fused). If `to - from` overflows, the result is infinite
  /// or NaN.
  ///
  /// - Parameters:
  ///   - from: The n values at an amount of 0.
  ///   - to: The n values at an amount of 1.
  ///   - amount: The amount shared by all elements, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 12 bytes per `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func interpolate<Element: BatchElement>(
    from: Span<Element>, to: Span<Element>, amount: Element, into out: consuming MutableSpan<Element>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    Element.lerp(from.memory, to.memory, amount, out.memory, from.count)
  }

  /// Interpolates every element with its own amount, by the rule of
  /// ``interpolate(from:to:amount:into:)-(Span<Element>,_,_,_)``.
  ///
  /// - Parameters:
  ///   - from: The n values at an amount of 0.
  ///   - to: The n values at an amount of 1.
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 16 bytes per `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func interpolate<Element: BatchElement>(
    from: Span<Element>, to: Span<Element>, amounts: Span<Element>, into out: consuming MutableSpan<Element>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(amounts.count, "amounts.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    Element.lerpEach(from.memory, to.memory, amounts.memory, out.memory, from.count)
  }

  /// Interpolates values of several components, such as points, rectangles or colours, each value with its own amount,
  /// by the rule of ``interpolate(from:to:amount:into:)-(Span<Element>,_,_,_)``.
  ///
  /// - Parameters:
  ///   - from: The n values at an amount of 0, with contiguous components: x0, y0, x1, y1, ...
  ///   - to: The n values at an amount of 1, in the same layout.
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - components: The number of components per value, at least 1. All numbers are vectorised; 1 to 6 (5 with
  ///     AVX2) and 8 are the fastest.
  ///   - out: Receives the n results, in the same layout.
  /// - Complexity: O(n * components); moves 12 bytes per `Float` component and 4 per value.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func interpolate<Element: BatchElement>(
    from: Span<Element>, to: Span<Element>, amounts: Span<Element>, components: Int,
    into out: consuming MutableSpan<Element>
  ) {
    requireComponents(components, values: amounts.count, from.count, "from.count")
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    Element.lerpValues(from.memory, to.memory, amounts.memory, components, out.memory, amounts.count)
  }

  /// Interpolates in place: moves each value towards `to` by one amount.
  ///
  /// The results are the same as those of ``interpolate(from:to:amount:into:)-(Span<Element>,_,_,_)`` with `values` as
  /// both `from` and `out`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func interpolate<Element: BatchElement>(
    _ values: consuming MutableSpan<Element>, to: Span<Element>, amount: Element
  ) {
    requireCount(to.count, "to.count", equals: values.count, "values.count")
    if to.isEmpty { return }
    let memory = values.memory
    Element.lerp(memory, to.memory, amount, memory, to.count)
  }

  /// Interpolates in place: moves each value towards `to` by its own amount.
  ///
  /// The results are the same as those of ``interpolate(from:to:amounts:into:)-(Span<Element>,_,_,_)`` with `values` as
  /// both `from` and `out`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func interpolate<Element: BatchElement>(
    _ values: consuming MutableSpan<Element>, to: Span<Element>, amounts: Span<Element>
  ) {
    requireCount(to.count, "to.count", equals: values.count, "values.count")
    requireCount(amounts.count, "amounts.count", equals: values.count, "values.count")
    if to.isEmpty { return }
    let memory = values.memory
    Element.lerpEach(memory, to.memory, amounts.memory, memory, to.count)
  }

  /// Interpolates in place: moves each value of several components towards `to` by its own amount.
  ///
  /// The results are the same as those of ``interpolate(from:to:amounts:components:into:)`` with `values` as both
  /// `from` and `out`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func interpolate<Element: BatchElement>(
    _ values: consuming MutableSpan<Element>, to: Span<Element>, amounts: Span<Element>, components: Int
  ) {
    requireComponents(components, values: amounts.count, values.count, "values.count")
    requireCount(to.count, "to.count", equals: values.count, "values.count")
    if to.isEmpty { return }
    let memory = values.memory
    Element.lerpValues(memory, to.memory, amounts.memory, components, memory, amounts.count)
  }

  /// Blends k inputs: adds up the inputs, each multiplied by its weight. The weights needn't add up to 1.
  ///
  /// The error is at most k/2 ulp of the sum of the products' magnitudes (k ulp where multiply-add isn't fused).
  ///
  /// - Parameters:
  ///   - inputs: k inputs of n elements each, one after the other: input j is `inputs[j * n ..< (j + 1) * n]`.
  ///   - weights: The k weights.
  ///   - out: Receives the n sums. Without inputs, all are 0.
  /// - Complexity: O(n * k); moves 4k + 4 bytes per `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func blend<Element: BatchElement>(
    _ inputs: Span<Element>, weights: Span<Element>, into out: consuming MutableSpan<Element>
  ) {
    let (product, overflow) = weights.count.multipliedReportingOverflow(by: out.count)
    requireCount(
      inputs.count, "inputs.count", equals: overflow ? .max : product, "weights.count * out.count")
    let count = out.count
    if count == 0 { return }
    let memory = out.memory
    if weights.isEmpty {
      memory.update(repeating: 0, count: count)
    } else {
      Element.blend(inputs.memory, count, weights.memory, weights.count, memory, count)
    }
  }
}

private func requireComponents(
  _ components: Int, values: Int, _ count: Int, _ name: StaticString, in function: StaticString = #function
) {
  guard components >= 1 else { fatalError("\(function): components is \(components), but must be at least 1") }
  let (product, overflow) = values.multipliedReportingOverflow(by: components)
  requireCount(count, name, equals: overflow ? .max : product, "amounts.count * components", in: function)
}
