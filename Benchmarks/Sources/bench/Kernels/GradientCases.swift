import VectorKernels

extension KernelCase {
  /// Gradients in Oklab, sampled at n locations in any order, to 8-bit sRGB.
  static var gradients: [KernelCase] {
    [5, 20, 100].map { stops in
      KernelCase(name: "colors/gradient/\(stops)/rgba8", bytesPerElement: 8, tolerance: 1.01 / 255) { work in
        let out = work.steps(count: 4 * work.count)
        let locations = work.input(in: 0...1 as ClosedRange<Float>)
        let colors = (0..<stops).map { _ in
          SIMD4<Double>(
            work.uniform(in: 0.3...0.9), work.uniform(in: -0.1...0.1), work.uniform(in: -0.1...0.1),
            work.uniform(in: 0.5...1))
        }
        let gradient = PreparedGradient(
          Gradient(colors: colors.map { Color(.oklab, [$0.x, $0.y, $0.z], alpha: $0.w) }))
        let premultiplied = colors.map { SIMD4<Float>(SIMD4($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w)) }
        let rows = work.input(count: 4 * stops) { premultiplied[$0 / 4][$0 % 4] }
        return Contestants(
          library: { gradient.colors(at: locations.span, intoRGBA8: out.mutableSpan) },
          scalar: { ScalarLoops.gradient(premultiplied, at: locations, into: out) },
          peer: { peer in
            typealias Function = @convention(c) (Peer.In, Int, Peer.In, Peer.Out, Int) -> Void
            return peer.function("vk_gradient_oklab_rgba8_f32", as: Function.self).map { function in
              { function(rows.start, stops, locations.start, out.start, locations.count) }
            }
          })
      }
    }
  }
}
