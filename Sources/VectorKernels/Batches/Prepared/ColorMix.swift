/// Pairs of colours, prepared for mixing them again and again.
///
/// The work that doesn't depend on the amount is done once, so that a frame only interpolates and converts to the
/// format of the results. Each pair is mixed by the rule of ``Color/mix(with:by:in:hue:)``: missing components, hues
/// and opacities are resolved in `Double`, and the pairs are stored in `Float`.
///
/// ```swift
/// let themes = ColorMix(from: light, to: dark)
/// var pixels = [UInt8](repeating: 0, count: 4 * themes.count)
/// themes.colors(by: 0.3, intoRGBA8: pixels.mutableSpan)
/// ```
public struct ColorMix: Sendable {
  /// The space that the colours are mixed in.
  public let space: CSSColorSpace
  /// The direction in which hues go, in spaces that have a hue.
  public let arc: HueArc

  private var from, to: Columns<SIMD4<Float>>

  /// Creates prepared pairs of colours.
  ///
  /// - Parameters:
  ///   - from: The n colours at an amount of 0.
  ///   - to: The n colours at an amount of 1.
  ///   - space: The space to mix in. The default, Oklab, is also the fastest.
  ///   - arc: The direction in which hues go, in spaces that have a hue.
  /// - Complexity: O(n).
  public init(from: [Color], to: [Color], in space: CSSColorSpace = .oklab, hue arc: HueArc = .shorter) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    self.space = space
    self.arc = arc
    (self.from, self.to) = ([], [])
    self.from.reserveCapacity(from.count)
    self.to.reserveCapacity(from.count)
    for (first, second) in zip(from, to) {
      let pair = ColorPair(first, second, in: space, hue: arc)
      self.from.append(SIMD4<Float>(pair.from))
      self.to.append(SIMD4<Float>(pair.to))
    }
  }

  /// The number of pairs.
  public var count: Int { from.count }

  /// Replaces one pair by another.
  ///
  /// - Parameters:
  ///   - index: The index of the pair, in `0..<count`. Any other index stops the program.
  ///   - first: The colour at an amount of 0.
  ///   - second: The colour at an amount of 1.
  public mutating func replace(_ index: Int, from first: Color, to second: Color) {
    let pair = ColorPair(first, second, in: space, hue: arc)
    from[index] = SIMD4<Float>(pair.from)
    to[index] = SIMD4<Float>(pair.to)
  }

  // MARK: Mixing

  /// Mixes all pairs by one amount, as ``Batch/mix(premultiplied:with:in:by:as:into:)-(_,_,_,Float,_,_)`` does.
  ///
  /// - Parameters:
  ///   - amount: The amount shared by all pairs, usually in 0...1. NaN gives NaN.
  ///   - target: The space of the results.
  ///   - out: Receives the n colours, not premultiplied: three components and the opacity. Missing components are 0.
  /// - Complexity: O(n); moves 48 bytes per colour.
  public func colors(by amount: Float, as target: CSSColorSpace, into out: inout Columns<SIMD4<Float>>) {
    Batch.mix(premultiplied: from, with: to, in: space, by: amount, as: target, into: &out)
  }

  /// Mixes each pair by its own amount, as ``colors(by:as:into:)`` does.
  ///
  /// - Parameters:
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - target: The space of the results.
  ///   - out: Receives the n colours, not premultiplied: three components and the opacity.
  /// - Complexity: O(n); moves 52 bytes per colour.
  public func colors(by amounts: Span<Float>, as target: CSSColorSpace, into out: inout Columns<SIMD4<Float>>) {
    Batch.mix(premultiplied: from, with: to, in: space, by: amounts, as: target, into: &out)
  }

  /// Mixes all pairs by one amount, as 8-bit sRGB.
  ///
  /// - Parameters:
  ///   - amount: The amount shared by all pairs, usually in 0...1. NaN gives zeros.
  ///   - out: Receives n colours of four bytes each: red, green and blue, not premultiplied, and opacity.
  /// - Complexity: O(n); moves 36 bytes per colour.
  public func colors(by amount: Float, intoRGBA8 out: consuming MutableSpan<UInt8>) {
    Batch.mix(premultiplied: from, with: to, in: space, by: amount, intoRGBA8: out)
  }

  /// Mixes each pair by its own amount, as 8-bit sRGB.
  ///
  /// - Parameters:
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - out: Receives n colours of four bytes each: red, green and blue, not premultiplied, and opacity.
  /// - Complexity: O(n); moves 40 bytes per colour.
  public func colors(by amounts: Span<Float>, intoRGBA8 out: consuming MutableSpan<UInt8>) {
    Batch.mix(premultiplied: from, with: to, in: space, by: amounts, intoRGBA8: out)
  }
}
