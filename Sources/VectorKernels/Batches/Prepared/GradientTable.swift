internal import CVectorKernels

/// A gradient as the kernels read it: pieces from one stop to the next.
struct GradientTable: Sendable {
  /// A piece of a gradient: two stops in the space that is interpolated in, premultiplied, hues on the arc that is
  /// meant.
  struct Segment {
    var start, end: Double
    var from, to: SIMD4<Double>
  }

  /// Where each piece but the last one ends.
  private let ends: [Float]
  private let starts: [Float]
  /// One over each piece's length, finite also where that is less than a normal number.
  private let scales: [Float]
  /// Eight numbers for each piece: the components at its start, and what is added to them up to its end.
  private let rows: [Float]

  /// - Parameter segments: The pieces, at least one, ascending, each one's end the next one's start. Each has a length
  ///   in `Float`.
  init(_ segments: [Segment]) {
    ends = segments.dropLast().map { Float($0.end) }
    starts = segments.map { Float($0.start) }
    // From the locations as they are stored, so that a piece ends at exactly 1.
    scales = segments.map { min(.greatestFiniteMagnitude, 1 / (Float($0.end) - Float($0.start))) }
    rows = segments.flatMap { segment in
      let from = SIMD4<Float>(segment.from)
      let change = SIMD4<Float>(segment.to - SIMD4<Double>(from))
      return (0..<4).map { from[$0] } + (0..<4).map { change[$0] }
    }
  }

  /// The gradient's colours at locations, those outside its stops being the first and the last one.
  ///
  /// - Parameters:
  ///   - locations: n locations. NaN gives NaN.
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
        vk_color_conversion(from: space, to: target).run(
          vk_color_source(table, at: locations), into: vk_color_sink(out, stride: stride), count: count)
      }
    }
  }

  /// The same as 8-bit sRGB, four bytes to a colour.
  func rgba8(at locations: Span<Float>, in space: CSSColorSpace, into out: consuming MutableSpan<UInt8>) {
    if locations.isEmpty { return }
    let count = locations.count
    let memory = out.memory
    withKernelTable { table in
      vk_color_conversion(from: space, to: .srgb).run(
        vk_color_source(table, at: locations.memory), into: vk_color_sink(rgba8: memory), count: count)
    }
  }

  private func withKernelTable(_ body: (UnsafePointer<vk_gradient>) -> Void) {
    ends.withUnsafeBufferPointer { ends in
      starts.withUnsafeBufferPointer { starts in
        scales.withUnsafeBufferPointer { scales in
          rows.withUnsafeBufferPointer { rows in
            // An empty array may have no memory; nothing is read from it.
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
