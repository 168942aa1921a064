internal import CVectorKernels

// Conversions of colours from one space to another. ``CSSColorSpace`` documents the components and their ranges.

extension Batch {
  /// Converts colours from one space to another.
  ///
  /// Components may be outside their ranges, and results are outside theirs if the colour is outside the other space's
  /// gamut: nothing is clipped, and transfer functions are mirrored for negative numbers. A colour without chroma gets
  /// a hue of 0; a colour whose chroma is only rounding error may get any hue. A negative chroma counts as a positive
  /// one with the opposite hue, whereas ``Color/converted(to:)`` treats it as 0. NaN gives NaN in the components that
  /// depend on it, and infinite components give infinite ones or NaN.
  ///
  /// All pairs of spaces are computed in `Double` between load and store, so a result is the `Float` nearest to the
  /// exact result, or that one's neighbour, unless it is the root of a number near 0. For every colour in the gamut of
  /// sRGB, Display P3, A98 RGB or Rec. 2020, the error is at most 1e-6 of the component's range, including 6e-8 for the
  /// rounding to `Float`, or 1.5e-6 where a component of A98 RGB or Rec. 2020 is nearly 0. In Oklab it is at most 2e-4
  /// where one of the cones is nearly 0, in colours that are nearly black and in some blues of ProPhoto RGB, for which it
  /// is otherwise the same. Hues are as precise as the chroma allows, and saturations in HSL as the distance from black
  /// and white.
  ///
  /// - Parameters:
  ///   - x: The first component of each of n colours.
  ///   - y: The second component.
  ///   - z: The third component.
  ///   - space: The space of these components.
  ///   - other: The space of the results.
  ///   - outX: Receives the n first components.
  ///   - outY: Receives the n second components.
  ///   - outZ: Receives the n third components.
  /// - Complexity: O(n); moves 24 bytes per colour. Arithmetic takes longer than the memory accesses.
  public static func convert(
    _ x: Span<Float>, _ y: Span<Float>, _ z: Span<Float>, from space: CSSColorSpace, to other: CSSColorSpace,
    into outX: consuming MutableSpan<Float>, _ outY: consuming MutableSpan<Float>,
    _ outZ: consuming MutableSpan<Float>
  ) {
    requireCount(y.count, "y.count", equals: x.count, "x.count")
    requireCount(z.count, "z.count", equals: x.count, "x.count")
    requireCount(outX.count, "outX.count", equals: x.count, "x.count")
    requireCount(outY.count, "outY.count", equals: x.count, "x.count")
    requireCount(outZ.count, "outZ.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    ColorConversion(from: space, to: other).run(
      vk_color_source(x.memory, y.memory, z.memory), into: vk_color_sink(outX.memory, outY.memory, outZ.memory),
      count: x.count)
  }

  /// Converts colours in `Double`, by the rules of
  /// ``convert(_:_:_:from:to:into:_:_:)-(Span<Float>,_,_,_,_,_,_,_)``.
  ///
  /// For every colour in the gamut of sRGB, Display P3, A98 RGB or Rec. 2020, the error is at most 2e-13 of the
  /// component's range, but for two cases. Where a component of A98 RGB or Rec. 2020 or one of Oklab's cones is nearly
  /// 0, its root enlarges the error of linear light, to at most 1.5e-6, and in Oklab 2e-4. And the line and the power of
  /// sRGB's transfer function don't meet: where linear light is within 1e-14 of their border, the result may be the other
  /// one's, which differs by 3e-8.
  ///
  /// - Parameters:
  ///   - x: The first component of each of n colours.
  ///   - y: The second component.
  ///   - z: The third component.
  ///   - space: The space of these components.
  ///   - other: The space of the results.
  ///   - outX: Receives the n first components.
  ///   - outY: Receives the n second components.
  ///   - outZ: Receives the n third components.
  /// - Complexity: O(n); moves 48 bytes per colour. Arithmetic takes longer than the memory accesses.
  public static func convert(
    _ x: Span<Double>, _ y: Span<Double>, _ z: Span<Double>, from space: CSSColorSpace, to other: CSSColorSpace,
    into outX: consuming MutableSpan<Double>, _ outY: consuming MutableSpan<Double>,
    _ outZ: consuming MutableSpan<Double>
  ) {
    requireCount(y.count, "y.count", equals: x.count, "x.count")
    requireCount(z.count, "z.count", equals: x.count, "x.count")
    requireCount(outX.count, "outX.count", equals: x.count, "x.count")
    requireCount(outY.count, "outY.count", equals: x.count, "x.count")
    requireCount(outZ.count, "outZ.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    ColorConversion(from: space, to: other).run(
      vk_color_source(x.memory, y.memory, z.memory), into: vk_color_sink(outX.memory, outY.memory, outZ.memory),
      count: x.count)
  }

  /// Converts colours with alpha by the rule of ``convert(_:_:_:from:to:into:_:_:)-(Span<Float>,_,_,_,_,_,_,_)``. Alpha
  /// doesn't change, and the components aren't multiplied by it.
  ///
  /// - Parameters:
  ///   - colors: The n colours: three components and alpha.
  ///   - space: The space of these components.
  ///   - other: The space of the results.
  ///   - out: Receives the n colours.
  /// - Complexity: O(n); moves 32 bytes per colour. Arithmetic takes longer than the memory accesses.
  public static func convert(
    _ colors: Columns<SIMD4<Float>>, from space: CSSColorSpace, to other: CSSColorSpace,
    into out: inout Columns<SIMD4<Float>>
  ) {
    requireCount(out.count, "out.count", equals: colors.count, "colors.count")
    if colors.isEmpty { return }
    out.withColumns { out, stride in
      ColorConversion(from: space, to: other).run(
        vk_color_source(colors), into: vk_color_sink(out, stride: stride), count: colors.count)
    }
  }

  /// Converts colours with alpha in `Double`, by the rule of
  /// ``convert(_:_:_:from:to:into:_:_:)-(Span<Double>,_,_,_,_,_,_,_)``. Alpha doesn't change, and the components aren't
  /// multiplied by it.
  ///
  /// - Parameters:
  ///   - colors: The n colours: three components and alpha.
  ///   - space: The space of these components.
  ///   - other: The space of the results.
  ///   - out: Receives the n colours.
  /// - Complexity: O(n); moves 64 bytes per colour. Arithmetic takes longer than the memory accesses.
  public static func convert(
    _ colors: Columns<SIMD4<Double>>, from space: CSSColorSpace, to other: CSSColorSpace,
    into out: inout Columns<SIMD4<Double>>
  ) {
    requireCount(out.count, "out.count", equals: colors.count, "colors.count")
    if colors.isEmpty { return }
    out.withColumns { out, stride in
      ColorConversion(from: space, to: other).run(
        vk_color_source(colors), into: vk_color_sink(out, stride: stride), count: colors.count)
    }
  }

  /// Converts colours in place, by the rule of ``convert(_:_:_:from:to:into:_:_:)-(Span<Float>,_,_,_,_,_,_,_)``. Alpha
  /// doesn't change.
  ///
  /// - Parameters:
  ///   - colors: The n colours: alpha, and three components that aren't multiplied by it.
  ///   - space: The space of the colours before the call.
  ///   - other: The space of the colours after the call.
  /// - Complexity: O(n); moves 24 bytes per colour. Arithmetic takes longer than the memory accesses.
  public static func convert(_ colors: inout Columns<SIMD4<Float>>, from space: CSSColorSpace, to other: CSSColorSpace)
  {
    if colors.isEmpty { return }
    let count = colors.count
    colors.withColumns { columns, stride in
      let (x, y, z) = (columns, columns + stride, columns + 2 * stride)
      ColorConversion(from: space, to: other).run(
        vk_color_source(x, y, z), into: vk_color_sink(x, y, z), count: count)
    }
  }

  /// Converts colours in `Double` in place, by the rule of
  /// ``convert(_:_:_:from:to:into:_:_:)-(Span<Double>,_,_,_,_,_,_,_)``. Alpha doesn't change.
  ///
  /// - Parameters:
  ///   - colors: The n colours: alpha, and three components that aren't multiplied by it.
  ///   - space: The space of the colours before the call.
  ///   - other: The space of the colours after the call.
  /// - Complexity: O(n); moves 48 bytes per colour. Arithmetic takes longer than the memory accesses.
  public static func convert(_ colors: inout Columns<SIMD4<Double>>, from space: CSSColorSpace, to other: CSSColorSpace)
  {
    if colors.isEmpty { return }
    let count = colors.count
    colors.withColumns { columns, stride in
      let (x, y, z) = (columns, columns + stride, columns + 2 * stride)
      ColorConversion(from: space, to: other).run(
        vk_color_source(x, y, z), into: vk_color_sink(x, y, z), count: count)
    }
  }

  // MARK: 8-bit sRGB

  /// Converts 8-bit sRGB to a colour space.
  ///
  /// Oklab has a fast path in `Float`, with an error of at most 4e-7 (5e-7 where multiply-add isn't fused); the other
  /// spaces follow the rule of ``convert(_:_:_:from:to:into:_:_:)-(Span<Float>,_,_,_,_,_,_,_)``.
  /// ``convert(_:from:intoRGBA8:)`` returns the same bytes for all colours and every space.
  ///
  /// - Parameters:
  ///   - rgba8: The n colours, four bytes each: red, green and blue, not multiplied by alpha, and alpha.
  ///   - space: The space of the results.
  ///   - out: Receives the n colours: three components and alpha, 0...1.
  /// - Complexity: O(n); moves 20 bytes per colour.
  public static func convert(
    rgba8: Span<UInt8>, to space: CSSColorSpace, into out: inout Columns<SIMD4<Float>>
  ) {
    requireCount(rgba8.count, "rgba8.count", equals: 4 * out.count, "4 * out.count")
    if rgba8.isEmpty { return }
    let count = out.count
    out.withColumns { out, stride in
      ColorConversion(from: .srgb, to: space).run(
        vk_color_source(rgba8: rgba8.memory), into: vk_color_sink(out, stride: stride), count: count)
    }
  }

  /// Converts colours of a space to 8-bit sRGB.
  ///
  /// Each byte is 255 times the component, rounded to the nearest integer. Components outside 0...1 are clipped, and
  /// NaN gives 0. Oklab and OKLCH have a fast path in `Float`, whose bytes may be the other neighbour if the exact
  /// result is within 0.005 of halfway between two integers. Their components must be within 1e12 of 0, hues within
  /// 1e6 degrees: the cubes of larger components may be infinite, and their differences NaN.
  ///
  /// - Parameters:
  ///   - colors: The n colours: alpha, and three components that aren't multiplied by it.
  ///   - space: The space of these components.
  ///   - out: Receives n colours of four bytes each: red, green, blue and alpha.
  /// - Complexity: O(n); moves 20 bytes per colour.
  public static func convert(
    _ colors: Columns<SIMD4<Float>>, from space: CSSColorSpace, intoRGBA8 out: consuming MutableSpan<UInt8>
  ) {
    requireCount(out.count, "out.count", equals: 4 * colors.count, "4 * colors.count")
    if colors.isEmpty { return }
    ColorConversion(from: space, to: .srgb).run(
      vk_color_source(colors), into: vk_color_sink(rgba8: out.memory), count: colors.count)
  }

  /// Converts 8-bit sRGB to columns of a colour space, by the rule of ``convert(rgba8:to:into:)``.
  ///
  /// - Parameters:
  ///   - rgba8: The n colours, four bytes each: red, green and blue, not multiplied by alpha, and alpha.
  ///   - space: The space of the results.
  ///   - x: Receives the n first components.
  ///   - y: Receives the n second components.
  ///   - z: Receives the n third components.
  ///   - alpha: Receives the n alphas, 0...1.
  /// - Complexity: O(n); moves 20 bytes per colour.
  public static func convert(
    rgba8: Span<UInt8>, to space: CSSColorSpace, into x: consuming MutableSpan<Float>,
    _ y: consuming MutableSpan<Float>, _ z: consuming MutableSpan<Float>, alpha: consuming MutableSpan<Float>
  ) {
    let count = x.count
    requireCount(y.count, "y.count", equals: count, "x.count")
    requireCount(z.count, "z.count", equals: count, "x.count")
    requireCount(alpha.count, "alpha.count", equals: count, "x.count")
    requireCount(rgba8.count, "rgba8.count", equals: 4 * count, "4 * x.count")
    if count == 0 { return }
    ColorConversion(from: .srgb, to: space).run(
      vk_color_source(rgba8: rgba8.memory),
      into: vk_color_sink(x.memory, y.memory, z.memory, alpha: alpha.memory), count: count)
  }

  /// Converts columns of a colour space to 8-bit sRGB, by the rule of ``convert(_:from:intoRGBA8:)``.
  ///
  /// - Parameters:
  ///   - x: The first component of each of n colours.
  ///   - y: The second component.
  ///   - z: The third component.
  ///   - alpha: The n alphas. The components aren't multiplied by them.
  ///   - space: The space of these components.
  ///   - out: Receives n colours of four bytes each: red, green, blue and alpha.
  /// - Complexity: O(n); moves 20 bytes per colour.
  public static func convert(
    _ x: Span<Float>, _ y: Span<Float>, _ z: Span<Float>, alpha: Span<Float>, from space: CSSColorSpace,
    intoRGBA8 out: consuming MutableSpan<UInt8>
  ) {
    requireCount(y.count, "y.count", equals: x.count, "x.count")
    requireCount(z.count, "z.count", equals: x.count, "x.count")
    requireCount(alpha.count, "alpha.count", equals: x.count, "x.count")
    requireCount(out.count, "out.count", equals: 4 * x.count, "4 * x.count")
    if x.isEmpty { return }
    ColorConversion(from: space, to: .srgb).run(
      vk_color_source(x.memory, y.memory, z.memory, alpha: alpha.memory),
      into: vk_color_sink(rgba8: out.memory), count: x.count)
  }
}
