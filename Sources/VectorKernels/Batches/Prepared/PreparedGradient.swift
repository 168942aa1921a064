/// A gradient, prepared for computing its colours at many locations: a ramp of 256 entries, a row of pixels, the values
/// of a heat map.
///
/// The colours are those of ``Gradient/color(at:in:hue:)`` in `Float`. The locations of its stops are `Float`s too.
///
/// ```swift
/// let gradient = PreparedGradient(Gradient(colors: [.black, .white]))
/// var ramp = [UInt8](repeating: 0, count: 4 * 256)
/// gradient.ramp(intoRGBA8: ramp.mutableSpan)
/// ```
public struct PreparedGradient: Sendable {
  /// The space that the colours between the stops are mixed in.
  public let space: CSSColorSpace

  private let table: GradientTable

  /// Creates a prepared gradient.
  ///
  /// - Parameters:
  ///   - gradient: The gradient, with any number of stops in any order.
  ///   - space: The space to mix in. The default is Oklab, as in SwiftUI.
  ///   - arc: The direction in which hues go, in spaces that have a hue.
  /// - Complexity: O(n) for n stops.
  public init(_ gradient: Gradient, in space: CSSColorSpace = .oklab, hue arc: HueArc = .shorter) {
    self.space = space
    // Stops at locations that are equal in Float meet, and the colour jumps there.
    let stops = gradient.orderedStops.map { Gradient.Stop(color: $0.color, location: Double(Float($0.location))) }
    table = GradientTable(
      GradientPieces(Gradient(stops: stops), in: space, hue: arc).pieces.map { piece in
        GradientTable.Segment(start: piece.start, end: piece.end, from: piece.colors.from, to: piece.colors.to)
      })
  }

  /// Computes the colours at n locations.
  ///
  /// - Parameters:
  ///   - locations: The n locations. NaN gives NaN.
  ///   - target: The space of the results.
  ///   - out: Receives the n colours, not premultiplied: three components and the opacity. Missing components are 0.
  /// - Complexity: O(n) up to 33 stops, beyond that O(n log k) for k stops; moves 20 bytes per colour.
  public func colors(at locations: Span<Float>, as target: CSSColorSpace, into out: inout Columns<SIMD4<Float>>) {
    requireCount(out.count, "out.count", equals: locations.count, "locations.count")
    table.colors(at: locations, in: space, as: target, into: &out)
  }

  /// Computes the colours at n locations, as 8-bit sRGB.
  ///
  /// - Parameters:
  ///   - locations: The n locations. NaN gives zeros.
  ///   - out: Receives n colours of four bytes each: red, green and blue, not premultiplied, and opacity.
  /// - Complexity: The same as that of ``colors(at:as:into:)``; moves 8 bytes per colour.
  public func colors(at locations: Span<Float>, intoRGBA8 out: consuming MutableSpan<UInt8>) {
    requireCount(out.count, "out.count", equals: 4 * locations.count, "4 * locations.count")
    table.rgba8(at: locations, in: space, into: out)
  }

  /// Computes the colours at locations that are evenly spaced over 0...1, both ends included, as 8-bit sRGB: the
  /// content of a ramp texture. A single colour is the one at 0.
  ///
  /// - Parameter out: Receives n colours of four bytes each: red, green and blue, not premultiplied, and opacity.
  public func ramp(intoRGBA8 out: consuming MutableSpan<UInt8>) {
    let count = out.count / 4
    requireCount(out.count, "out.count", equals: 4 * count, "4 * a number of colours")
    if count == 0 { return }
    let memory = out.memory
    let scale = 1 / Double(max(1, count - 1))
    // In blocks, so that the locations need no memory of their own.
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 256) { locations in
      for start in stride(from: 0, to: count, by: locations.count) {
        let length = min(count - start, locations.count)
        for index in 0..<length { locations.initializeElement(at: index, to: Float(Double(start + index) * scale)) }
        colors(
          at: locations.extracting(0..<length).span,
          intoRGBA8: MutableSpan(_unsafeStart: memory + 4 * start, count: 4 * length))
      }
    }
  }
}
