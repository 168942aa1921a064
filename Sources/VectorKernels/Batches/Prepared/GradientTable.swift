internal import CVectorKernels

/// The table of a gradient that the kernels read: pieces from one stop to the next.
struct GradientTable: Sendable {
  /// A piece of a gradient: two stops in the space of the interpolation, premultiplied, with hues on the arc of the
  /// gradient.
  struct Segment {
    var start, end: Double
    var from, to: SIMD4<Double>
  }

  /// The end of each piece except the last one.
  private let ends: [Float]
  private let starts: [Float]
  /// The reciprocal of each piece's length, finite also if the length is a subnormal number.
  private let scales: [Float]
  /// Eight numbers for each piece: the components at its start, and their differences from its start to its end.
  private let rows: [Float]

  /// Creates a table of pieces.
  ///
  /// - Parameter segments: The pieces, at least one, in ascending order. Each piece ends where the next one starts and
  ///   has a length that isn't 0 in `Float`.
  init(_ segments: [Segment]) {
    ends = segments.dropLast().map { Float($0.end) }
    starts = segments.map { Float($0.start) }
    // Computed from the stored locations, so that a piece ends at exactly 1.
    scales = segments.map { min(.greatestFiniteMagnitude, 1 / (Float($0.end) - Float($0.start))) }
    rows = segments.flatMap { segment in
      let from = SIMD4<Float>(segment.from)
      let change = SIMD4<Float>(segment.to - SIMD4<Double>(from))
      return (0..<4).map { from[$0] } + (0..<4).map { change[$0] }
    }
  }

  /// Computes the gradient's colours at n locations. Locations outside its stops have the colour of the first or the
  /// last stop.
  ///
  /// - Parameters:
  ///   - locations: The n locations. NaN gives NaN.
  ///   - space: The space of the stops.
  ///   - target: The space of the results.
  ///   - out: Receives the n colours, not premultiplied.
  func colors(
    at locations: Span<Float>, in space: CSSColorSpace, as target: CSSColorSpace, into out: inout Columns<SIMD4<Float>>
  ) {
    if locations.isEmpty { return }
    let locations = locations.memory
    let count = out.count
    out.withColumns { out, stride in
      withKernelTable { table in
        ColorConversion(from: space, to: target).run(
          vk_color_source(table, at: locations), into: vk_color_sink(out, stride: stride), count: count)
      }
    }
  }

  /// Computes the same colours as 8-bit sRGB, four bytes per colour.
  func rgba8(at locations: Span<Float>, in space: CSSColorSpace, into out: consuming MutableSpan<UInt8>) {
    if locations.isEmpty { return }
    let count = locations.count
    let memory = out.memory
    withKernelTable { table in
      ColorConversion(from: space, to: .srgb).run(
        vk_color_source(table, at: locations.memory), into: vk_color_sink(rgba8: memory), count: count)
    }
  }

  private func withKernelTable(_ body: (UnsafePointer<vk_gradient>) -> Void) {
    ends.withUnsafeBufferPointer { ends in
      starts.withUnsafeBufferPointer { starts in
        scales.withUnsafeBufferPointer { scales in
          rows.withUnsafeBufferPointer { rows in
            // An empty array may have no memory, but nothing is read from it.
            let start = starts.baseAddress!
            var table = vk_gradient(
              ends: ends.baseAddress ?? start, starts: start, scales: scales.baseAddress!, rows: rows.baseAddress!,
              segments: starts.count)
            body(&table)
          }
        }
      }
    }
  }
}
