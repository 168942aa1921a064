extension PreparedGradient {
  /// Computes the colours of n points on a linear, radial or angular gradient, as 8-bit sRGB: locations and colours in
  /// one call.
  ///
  /// - Parameters:
  ///   - points: The n points. NaN gives zeros.
  ///   - geometry: The mapping from points to locations on the gradient.
  ///   - out: Receives n colours of four bytes each: red, green and blue, not premultiplied, and opacity.
  /// - Complexity: That of ``colors(at:intoRGBA8:)`` and of ``GradientGeometry/locations(of:into:)``; moves 12 bytes
  ///   per colour. The locations stay in a block of 1 KB.
  public func colors(
    at points: Columns<Point2D<Float>>, along geometry: GradientGeometry,
    intoRGBA8 out: consuming MutableSpan<UInt8>
  ) {
    requireCount(out.count, "out.count", equals: 4 * points.count, "4 * points.count")
    if points.isEmpty { return }
    let (x, y, memory) = (points.start(of: 0), points.start(of: 1), out.memory)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 256) { locations in
      locations.initialize(repeating: 0)
      for start in stride(from: 0, to: points.count, by: locations.count) {
        let length = min(points.count - start, locations.count)
        geometry.locations(x + start, y + start, into: locations.baseAddress!, length)
        colors(
          at: locations.extracting(0..<length).span,
          intoRGBA8: MutableSpan(_unsafeStart: memory + 4 * start, count: 4 * length))
      }
    }
  }
}
