internal import CVectorKernels

// Colours between two others that are prepared for it: components in the space that is interpolated in, multiplied by
// alpha except for hues, which are on the arc that is meant (so they may be outside 0..<360).

extension Batch {
  /// Mixes prepared colours with one amount.
  ///
  /// The premultiplied components are interpolated by the rule of
  /// ``interpolate(from:to:amount:into:)-(Span<Element>,_,_,_)``, divided by the alpha that results, and converted. Alpha is
  /// clamped to 0...1 where an amount outside 0...1 takes it further. Where it is 0 (below 2^-126) the components stay as
  /// they are, as CSS Color 4 has it. Hues are in 0..<360. Nothing else is clipped.
  ///
  /// - Parameters:
  ///   - from: The n colours at an amount of 0, premultiplied.
  ///   - to: The n colours at an amount of 1, premultiplied.
  ///   - space: The space that these are in, and that is interpolated in.
  ///   - amount: How far from `from` to `to`, usually in 0...1.
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
      vk_color_conversion(from: space, to: target).run(
        vk_color_source(from, to, progress: amount), into: vk_color_sink(out, stride: stride), count: from.count)
    }
  }

  /// Mixes prepared colours, each with its own amount, by the rule of ``mix(premultiplied:with:in:by:as:into:)``.
  ///
  /// - Parameters:
  ///   - from: The n colours at an amount of 0, premultiplied.
  ///   - to: The n colours at an amount of 1, premultiplied.
  ///   - space: The space that these are in, and that is interpolated in.
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
      vk_color_conversion(from: space, to: target).run(
        vk_color_source(from, to, progress: 0, each: amounts.memory), into: vk_color_sink(out, stride: stride),
        count: from.count)
    }
  }

  /// Mixes prepared colours with one amount, to 8-bit sRGB.
  ///
  /// As ``mix(premultiplied:with:in:by:as:into:)-(_,_,_,Float,_,_)`` and ``convert(_:from:intoRGBA8:)`` one after the
  /// other, with nothing written between. Oklab is the fastest space, and OKLCH next.
  ///
  /// - Parameters:
  ///   - from: The n colours at an amount of 0, premultiplied.
  ///   - to: The n colours at an amount of 1, premultiplied.
  ///   - space: The space that these are in, and that is interpolated in.
  ///   - amount: How far from `from` to `to`, usually in 0...1.
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
    vk_color_conversion(from: space, to: .srgb).run(
      vk_color_source(from, to, progress: amount), into: vk_color_sink(rgba8: out.memory), count: from.count)
  }

  /// Mixes prepared colours, each with its own amount, to 8-bit sRGB, by the rule of
  /// ``mix(premultiplied:with:in:by:intoRGBA8:)``.
  ///
  /// - Parameters:
  ///   - from: The n colours at an amount of 0, premultiplied.
  ///   - to: The n colours at an amount of 1, premultiplied.
  ///   - space: The space that these are in, and that is interpolated in.
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
    vk_color_conversion(from: space, to: .srgb).run(
      vk_color_source(from, to, progress: 0, each: amounts.memory), into: vk_color_sink(rgba8: out.memory),
      count: from.count)
  }
}
