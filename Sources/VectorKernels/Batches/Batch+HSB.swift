internal import CVectorKernels

// Conversions between HSB (HSV) in sRGB, which isn't a space of CSS, and CSS's spaces.

extension Batch {
  /// Converts hues, saturations and brightnesses in sRGB (HSB, or HSV) to a colour space.
  ///
  /// Each colour is that of ``Color/init(hue:saturation:brightness:opacity:)``: saturation and brightness are clamped
  /// to 0...1. The error is that of ``convert(_:_:_:from:to:into:_:_:)-(Span<Float>,_,_,_,_,_,_,_)``. NaN gives NaN in
  /// the components that depend on it, and so does an infinite hue.
  ///
  /// - Parameters:
  ///   - hsb: The n colours: the hue in turns, the saturation and the brightness, each 0...1, and alpha.
  ///   - space: The space of the results.
  ///   - out: Receives the n colours: three components, which aren't multiplied by alpha, and alpha.
  /// - Complexity: O(n); moves 32 bytes per colour. Arithmetic takes longer than the memory accesses.
  public static func convert(
    hsb: Columns<SIMD4<Float>>, to space: CSSColorSpace, into out: inout Columns<SIMD4<Float>>
  ) {
    requireCount(out.count, "out.count", equals: hsb.count, "hsb.count")
    if hsb.isEmpty { return }
    out.withColumns { out, stride in
      ColorConversion(fromHSBTo: space).run(
        vk_color_source(hsb), into: vk_color_sink(out, stride: stride), count: hsb.count)
    }
  }

  /// Converts hues, saturations and brightnesses in sRGB (HSB, or HSV) to 8-bit sRGB, by the rules of
  /// ``convert(hsb:to:into:)`` and ``convert(_:from:intoRGBA8:)``.
  ///
  /// - Parameters:
  ///   - hsb: The n colours: the hue in turns, the saturation and the brightness, each 0...1, and alpha.
  ///   - out: Receives n colours of four bytes each: red, green and blue, not multiplied by alpha, and alpha.
  /// - Complexity: O(n); moves 20 bytes per colour. Arithmetic takes longer than the memory accesses.
  public static func convert(hsb: Columns<SIMD4<Float>>, intoRGBA8 out: consuming MutableSpan<UInt8>) {
    requireCount(out.count, "out.count", equals: 4 * hsb.count, "4 * hsb.count")
    if hsb.isEmpty { return }
    ColorConversion(fromHSBTo: .srgb).run(
      vk_color_source(hsb), into: vk_color_sink(rgba8: out.memory), count: hsb.count)
  }

  /// Converts colours to hues, saturations and brightnesses in sRGB (HSB, or HSV).
  ///
  /// Each result is the colour's ``Color/hsb``: red, green and blue are clipped to 0...1 first, and the hue of a grey
  /// is 0. The error is that of ``convert(_:_:_:from:to:into:_:_:)-(Span<Float>,_,_,_,_,_,_,_)``; a colour that is grey
  /// except for rounding errors may get any hue. NaN gives NaN in the components that depend on it.
  ///
  /// - Parameters:
  ///   - colors: The n colours: alpha, and three components that aren't multiplied by it.
  ///   - space: The space of these components.
  ///   - out: Receives the n colours: the hue in turns, less than 1, the saturation and the brightness, each 0...1, and
  ///     alpha.
  /// - Complexity: O(n); moves 32 bytes per colour. Arithmetic takes longer than the memory accesses.
  public static func convert(
    _ colors: Columns<SIMD4<Float>>, from space: CSSColorSpace, intoHSB out: inout Columns<SIMD4<Float>>
  ) {
    requireCount(out.count, "out.count", equals: colors.count, "colors.count")
    if colors.isEmpty { return }
    out.withColumns { out, stride in
      ColorConversion(toHSBFrom: space).run(
        vk_color_source(colors), into: vk_color_sink(out, stride: stride), count: colors.count)
    }
  }

  /// Converts 8-bit sRGB to hues, saturations and brightnesses (HSB, or HSV), by the rule of
  /// ``convert(_:from:intoHSB:)``. ``convert(hsb:intoRGBA8:)`` gives the bytes of every
  /// colour back.
  ///
  /// - Parameters:
  ///   - rgba8: The n colours, four bytes each: red, green and blue, not multiplied by alpha, and alpha.
  ///   - out: Receives the n colours: the hue in turns, less than 1, the saturation and the brightness, each 0...1, and
  ///     alpha.
  /// - Complexity: O(n); moves 20 bytes per colour. Arithmetic takes longer than the memory accesses.
  public static func convert(rgba8: Span<UInt8>, intoHSB out: inout Columns<SIMD4<Float>>) {
    requireCount(rgba8.count, "rgba8.count", equals: 4 * out.count, "4 * out.count")
    if rgba8.isEmpty { return }
    let count = out.count
    out.withColumns { out, stride in
      ColorConversion(toHSBFrom: .srgb).run(
        vk_color_source(rgba8: rgba8.memory), into: vk_color_sink(out, stride: stride), count: count)
    }
  }
}
