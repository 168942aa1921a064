internal import CVectorKernels

// Mixes of colours that were prepared for it: their components are in the space of the interpolation and are multiplied
// by alpha, except for hues. Hues lie on the arc that the mix takes, so they may be outside 0..<360.

extension Batch {
  /// Mixes prepared colours with one amount.
  ///
  /// The premultiplied components are interpolated by the rule of
  /// ``interpolate(from:to:amount:into:)-(Span<Element>,_,_,_)``, divided by the resulting alpha, and converted. If an
  /// amount outside 0...1 takes alpha outside 0...1, alpha is clamped. Where alpha is 0 (below 2^-126), the components
  /// stay as they are, as CSS Color 4 requires. Hues within 1e15 degrees are brought to 0..<360. Nothing else is
  /// clipped.
  ///
  /// - Parameters:
  ///   - from: The n colours at an amount of 0, premultiplied.
  ///   - to: The n colours at an amount of 1, premultiplied.
  ///   - space: The space of `from` and `to`, in which they are interpolated.
  ///   - amount: The amount shared by all colours, usually in 0...1.
  ///   - target: The space of the results.
  ///   - out: Receives the n colours, not premultiplied: three components and alpha.
  /// - Complexity: O(n); moves 48 bytes per colour.
  public static func mix(
    premultiplied from: Columns<SIMD4<Float>>, with to: Columns<SIMD4<Float>>, in space: CSSColorSpace,
    by amount: Float,
    as target: CSSColorSpace, into out: inout Columns<SIMD4<Float>>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    out.withColumns { out, stride in
      ColorConversion(from: space, to: target).run(
        vk_color_source(from, to, amount: amount), into: vk_color_sink(out, stride: stride), count: from.count)
    }
  }

  /// Mixes prepared colours, each with its own amount, by the rule of
  /// ``mix(premultiplied:with:in:by:as:into:)-(_,_,_,Float,_,_)``.
  ///
  /// - Parameters:
  ///   - from: The n colours at an amount of 0, premultiplied.
  ///   - to: The n colours at an amount of 1, premultiplied.
  ///   - space: The space of `from` and `to`, in which they are interpolated.
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - target: The space of the results.
  ///   - out: Receives the n colours, not premultiplied: three components and alpha.
  /// - Complexity: O(n); moves 52 bytes per colour.
  public static func mix(
    premultiplied from: Columns<SIMD4<Float>>, with to: Columns<SIMD4<Float>>, in space: CSSColorSpace,
    by amounts: Span<Float>, as target: CSSColorSpace, into out: inout Columns<SIMD4<Float>>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(amounts.count, "amounts.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    out.withColumns { out, stride in
      ColorConversion(from: space, to: target).run(
        vk_color_source(from, to, amount: 0, each: amounts.memory), into: vk_color_sink(out, stride: stride),
        count: from.count)
    }
  }

  /// Mixes prepared colours in `Double` with one amount, by the rules of
  /// ``mix(premultiplied:with:in:by:as:into:)-(_,_,_,Float,_,_)``. Alpha counts as 0 below 2^-1022.
  ///
  /// The error before the conversion is at most 1 ulp of the larger end, 1.5 where multiply-add isn't fused; the division
  /// by alpha adds alpha's error and 2 ulp. In linear sRGB, mixtures of colours of sRGB's gamut with an alpha of at least
  /// 0.4 are within 3e-13 of the formulas, relative to 1 or to the largest component.
  ///
  /// - Parameters:
  ///   - from: The n colours at an amount of 0, premultiplied.
  ///   - to: The n colours at an amount of 1, premultiplied.
  ///   - space: The space of `from` and `to`, in which they are interpolated.
  ///   - amount: The amount shared by all colours, usually in 0...1.
  ///   - target: The space of the results.
  ///   - out: Receives the n colours, not premultiplied: three components and alpha.
  /// - Complexity: O(n); moves 96 bytes per colour.
  public static func mix(
    premultiplied from: Columns<SIMD4<Double>>, with to: Columns<SIMD4<Double>>, in space: CSSColorSpace,
    by amount: Double, as target: CSSColorSpace, into out: inout Columns<SIMD4<Double>>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    out.withColumns { out, stride in
      ColorConversion(from: space, to: target).run(
        vk_color_source(from, to, amount: amount), into: vk_color_sink(out, stride: stride), count: from.count)
    }
  }

  /// Mixes prepared colours in `Double`, each with its own amount, by the rules of
  /// ``mix(premultiplied:with:in:by:as:into:)-(_,_,_,Double,_,_)``.
  ///
  /// - Parameters:
  ///   - from: The n colours at an amount of 0, premultiplied.
  ///   - to: The n colours at an amount of 1, premultiplied.
  ///   - space: The space of `from` and `to`, in which they are interpolated.
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - target: The space of the results.
  ///   - out: Receives the n colours, not premultiplied: three components and alpha.
  /// - Complexity: O(n); moves 104 bytes per colour.
  public static func mix(
    premultiplied from: Columns<SIMD4<Double>>, with to: Columns<SIMD4<Double>>, in space: CSSColorSpace,
    by amounts: Span<Double>, as target: CSSColorSpace, into out: inout Columns<SIMD4<Double>>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(amounts.count, "amounts.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: from.count, "from.count")
    if from.isEmpty { return }
    out.withColumns { out, stride in
      ColorConversion(from: space, to: target).run(
        vk_color_source(from, to, amount: 0, each: amounts.memory), into: vk_color_sink(out, stride: stride),
        count: from.count)
    }
  }

  /// Mixes prepared colours with one amount and writes them as 8-bit sRGB.
  ///
  /// The results are those of ``mix(premultiplied:with:in:by:as:into:)-(_,_,_,Float,_,_)`` followed by
  /// ``convert(_:from:intoRGBA8:)``, but nothing is written to memory in between. Oklab is the fastest space, followed
  /// by OKLCH.
  ///
  /// - Parameters:
  ///   - from: The n colours at an amount of 0, premultiplied.
  ///   - to: The n colours at an amount of 1, premultiplied.
  ///   - space: The space of `from` and `to`, in which they are interpolated.
  ///   - amount: The amount shared by all colours, usually in 0...1.
  ///   - out: Receives n colours of four bytes each: red, green and blue, not premultiplied, and alpha.
  /// - Complexity: O(n); moves 36 bytes per colour.
  public static func mix(
    premultiplied from: Columns<SIMD4<Float>>, with to: Columns<SIMD4<Float>>, in space: CSSColorSpace,
    by amount: Float,
    intoRGBA8 out: consuming MutableSpan<UInt8>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: 4 * from.count, "4 * from.count")
    if from.isEmpty { return }
    ColorConversion(from: space, to: .srgb).run(
      vk_color_source(from, to, amount: amount), into: vk_color_sink(rgba8: out.memory), count: from.count)
  }

  /// Mixes prepared colours, each with its own amount, and writes them as 8-bit sRGB, by the rule of
  /// ``mix(premultiplied:with:in:by:intoRGBA8:)``.
  ///
  /// - Parameters:
  ///   - from: The n colours at an amount of 0, premultiplied.
  ///   - to: The n colours at an amount of 1, premultiplied.
  ///   - space: The space of `from` and `to`, in which they are interpolated.
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - out: Receives n colours of four bytes each: red, green and blue, not premultiplied, and alpha.
  /// - Complexity: O(n); moves 40 bytes per colour.
  public static func mix(
    premultiplied from: Columns<SIMD4<Float>>, with to: Columns<SIMD4<Float>>, in space: CSSColorSpace,
    by amounts: Span<Float>, intoRGBA8 out: consuming MutableSpan<UInt8>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    requireCount(amounts.count, "amounts.count", equals: from.count, "from.count")
    requireCount(out.count, "out.count", equals: 4 * from.count, "4 * from.count")
    if from.isEmpty { return }
    ColorConversion(from: space, to: .srgb).run(
      vk_color_source(from, to, amount: 0, each: amounts.memory), into: vk_color_sink(rgba8: out.memory),
      count: from.count)
  }
}
