import VectorKernels

extension KernelCase {
  /// Colours between spaces, and mixtures of prepared pairs.
  static var colors: [KernelCase] {
    [oklabFromRGBA8, mix(ownProgress: false), mix(ownProgress: true), mixOKLCH]
      + [false, true].flatMap { [floatMix(ownProgress: $0), doubleMix(ownProgress: $0)] }
      + [
        (.srgb, .oklab), (.oklab, .srgb), (.srgb, .srgbLinear), (.srgbLinear, .xyzD65), (.srgb, .lch),
        (.a98RGB, .rec2020), (.oklab, .oklch), (.srgb, .hsl),
      ].map(floats)
      + [(.srgb, .oklab), (.oklab, .srgb), (.srgb, .srgbLinear), (.srgbLinear, .xyzD65)].map(doubles)
  }

  private static var oklabFromRGBA8: KernelCase {
    KernelCase(name: "colors/rgba8-to-oklab", bytesPerElement: 20, tolerance: 5e-6) { work in
      let (l, a, b) = (work.output(Float.self), work.output(Float.self), work.output(Float.self))
      let alpha = work.output(Float.self)
      let rgba8 = work.bytes(count: 4 * work.count)
      return Contestants(
        library: {
          Batch.convert(
            rgba8: rgba8.span, to: .oklab, into: l.mutableSpan, a.mutableSpan, b.mutableSpan,
            alpha: alpha.mutableSpan)
        },
        scalar: { ScalarLoops.oklab(rgba8: rgba8, l, a, b, alpha) },
        peer: { peer in
          typealias Function =
            @convention(c) (Peer.In, Peer.Out, Peer.Out, Peer.Out, Peer.Out, Int) -> Void
          return peer.function("vk_oklab_from_rgba8_f32", as: Function.self).map { function in
            { function(rgba8.start, l.start, a.start, b.start, alpha.start, work.count) }
          }
        })
    }
  }

  /// Premultiplied pairs of colours in a space's gamut, at any visible opacity.
  private static func pairs<E: Element>(
    _ work: Workload, in space: CSSColorSpace,
    convert: (inout Columns<SIMD4<E>>, _ from: CSSColorSpace, _ to: CSSColorSpace) -> Void
  ) -> [Columns<SIMD4<E>>] {
    (0..<2).map { _ in
      var colors = Columns<SIMD4<E>>()
      for _ in 0..<work.count {
        colors.append(
          [
            work.uniform(in: 0...1), work.uniform(in: 0...1), work.uniform(in: 0...1), work.uniform(in: 0.5...1),
          ])
      }
      convert(&colors, .srgb, space)
      for index in colors.indices {
        var color = colors[index]
        for component in 0..<3 where component != space.hueIndex { color[component] *= color.w }
        colors[index] = color
      }
      return colors
    }
  }

  private static func mix(ownProgress: Bool) -> KernelCase {
    let name = ownProgress ? "colors/mix-each/oklab-to-rgba8" : "colors/mix/oklab-to-rgba8"
    return KernelCase(name: name, bytesPerElement: ownProgress ? 40 : 36, tolerance: 1.01 / 255) { work in
      let out = work.steps(count: 4 * work.count)
      let pairs = pairs(work, in: .oklab) { Batch.convert(&$0, from: $1, to: $2) } as [Columns<SIMD4<Float>>]
      let progress = work.input(in: 0...1 as ClosedRange<Float>)
      let shared: Float = 0.3
      let (from, to) = (work.columns(pairs[0]), work.columns(pairs[1]))
      return Contestants(
        library: {
          if ownProgress {
            Batch.mix(
              premultiplied: pairs[0], with: pairs[1], in: .oklab, by: progress.span, intoRGBA8: out.mutableSpan)
          } else {
            Batch.mix(premultiplied: pairs[0], with: pairs[1], in: .oklab, by: shared, intoRGBA8: out.mutableSpan)
          }
        },
        scalar: { ScalarLoops.mix(oklab: from, to, ownProgress ? progress : nil, shared, into: out) },
        peer: { peer in
          if ownProgress {
            typealias Function = @convention(c) (Peer.In, Int, Peer.In, Int, Peer.In, Peer.Out, Int) -> Void
            return peer.function("vk_oklab_mix_each_rgba8_f32", as: Function.self).map { function in
              {
                function(
                  from.start, work.columnStride, to.start, work.columnStride, progress.start, out.start, work.count)
              }
            }
          } else {
            typealias Function = @convention(c) (Peer.In, Int, Peer.In, Int, Float, Peer.Out, Int) -> Void
            return peer.function("vk_oklab_mix_rgba8_f32", as: Function.self).map { function in
              { function(from.start, work.columnStride, to.start, work.columnStride, shared, out.start, work.count) }
            }
          }
        })
    }
  }

  private static var mixOKLCH: KernelCase {
    KernelCase(name: "colors/mix/oklch-to-rgba8", bytesPerElement: 36, tolerance: 1.01 / 255) { work in
      let out = work.steps(count: 4 * work.count)
      let pairs = pairs(work, in: .oklch) { Batch.convert(&$0, from: $1, to: $2) } as [Columns<SIMD4<Float>>]
      let (from, to) = (work.columns(pairs[0]), work.columns(pairs[1]))
      return Contestants(
        library: {
          Batch.mix(premultiplied: pairs[0], with: pairs[1], in: .oklch, by: 0.3, intoRGBA8: out.mutableSpan)
        },
        scalar: { ScalarLoops.mix(oklch: from, to, 0.3, into: out) },
        peer: { _ in nil })
    }
  }

  private static func floatMix(ownProgress: Bool) -> KernelCase {
    mixColumns(Float.self, ownProgress: ownProgress, suffix: "") {
      Batch.convert(&$0, from: $1, to: $2)
    } library: {
      if let amounts = $2 {
        Batch.mix(premultiplied: $0, with: $1, in: .oklab, by: amounts.span, as: .srgb, into: &$4)
      } else {
        Batch.mix(premultiplied: $0, with: $1, in: .oklab, by: $3, as: .srgb, into: &$4)
      }
    }
  }

  private static func doubleMix(ownProgress: Bool) -> KernelCase {
    mixColumns(Double.self, ownProgress: ownProgress, suffix: "/f64") {
      Batch.convert(&$0, from: $1, to: $2)
    } library: {
      if let amounts = $2 {
        Batch.mix(premultiplied: $0, with: $1, in: .oklab, by: amounts.span, as: .srgb, into: &$4)
      } else {
        Batch.mix(premultiplied: $0, with: $1, in: .oklab, by: $3, as: .srgb, into: &$4)
      }
    }
  }

  /// Pairs of Oklab to columns of sRGB.
  private static func mixColumns<E: Element>(
    _: E.Type, ownProgress: Bool, suffix: String,
    convert: @escaping (inout Columns<SIMD4<E>>, _ from: CSSColorSpace, _ to: CSSColorSpace) -> Void,
    library:
      @escaping (
        _ from: Columns<SIMD4<E>>, _ to: Columns<SIMD4<E>>, _ amounts: UnsafeMutableBufferPointer<E>?, _ shared: E,
        _ out: inout Columns<SIMD4<E>>
      ) -> Void
  ) -> KernelCase {
    KernelCase(
      name: "colors/\(ownProgress ? "mix-each" : "mix")/oklab-to-srgb\(suffix)",
      bytesPerElement: E.bytes(ownProgress ? 13 : 12), tolerance: tolerance(E.self)
    ) { work in
      let out = work.columnsOutput(SIMD4<E>.self)
      let pairs = pairs(work, in: .oklab, convert: convert)
      let amounts = ownProgress ? work.input(in: 0...1 as ClosedRange<E>) : nil
      let shared: E = 0.3
      let (from, to) = (work.columns(pairs[0]), work.columns(pairs[1]))
      return Contestants(
        library: { library(pairs[0], pairs[1], amounts, shared, &out.values) },
        scalar: { ScalarLoops.mix(oklab: from, to, amounts, shared, into: out.columns) },
        peer: { peer in
          typealias Function =
            @convention(c) (
              Peer.In, Peer.In, Int, Peer.In?, Double, Peer.Out, Peer.Out, Peer.Out, Peer.Out, Int
            ) -> Void
          return peer.function("vk_oklab_mix_srgb_\(E.suffix)", as: Function.self).map { function in
            {
              function(
                from.start, to.start, work.columnStride, amounts?.start, Double(shared), out.columns[0].start,
                out.columns[1].start, out.columns[2].start, out.columns[3].start, work.count)
            }
          }
        })
    }
  }

  /// The tolerance of sRGB from Oklab. Its light is a sum of cones that are up to 7.6 together, and near black its curve is
  /// 12.92 times as steep. In `Float`, the dozen roundings of a cone could add up to 8e-5, and rarely reach half of that.
  /// In `Double`, the published matrices have ten digits, so the formulas differ by some 1e-7.
  private static func tolerance<E: Element>(_: E.Type) -> Double { E.self == Float.self ? 4e-5 : 1e-6 }

  private typealias ThreeColumns<E> = [UnsafeMutableBufferPointer<E>]

  private static func floats(from space: CSSColorSpace, to other: CSSColorSpace) -> KernelCase {
    conversion(Float.self, from: space, to: other, suffix: "") {
      Batch.convert(
        $0[0].span, $0[1].span, $0[2].span, from: $1, to: $2, into: $3[0].mutableSpan, $3[1].mutableSpan,
        $3[2].mutableSpan)
    }
  }

  private static func doubles(from space: CSSColorSpace, to other: CSSColorSpace) -> KernelCase {
    conversion(Double.self, from: space, to: other, suffix: "/f64") {
      Batch.convert(
        $0[0].span, $0[1].span, $0[2].span, from: $1, to: $2, into: $3[0].mutableSpan, $3[1].mutableSpan,
        $3[2].mutableSpan)
    }
  }

  /// Columns of one space to another's, against the formulas one colour at a time.
  private static func conversion<E: Element>(
    _: E.Type, from space: CSSColorSpace, to other: CSSColorSpace, suffix: String,
    library: @escaping (ThreeColumns<E>, _ from: CSSColorSpace, _ to: CSSColorSpace, _ out: ThreeColumns<E>) -> Void
  ) -> KernelCase {
    // A hue just below 360 is next to one at 0, as far apart as numbers can be.
    KernelCase(
      name: "colors/convert/\(space.rawValue)-to-\(other.rawValue)\(suffix)", bytesPerElement: E.bytes(6),
      tolerance: other.isPolar ? 1.01 : (space, other) == (.oklab, .srgb) ? tolerance(E.self) : 1e-5
    ) { work in
      let out = [work.output(E.self), work.output(E.self), work.output(E.self)]
      let columns = (0..<3).map { _ in work.input(in: 0.05...0.95 as ClosedRange<E>) }
      // In place: the spans of buffers may overlap.
      library(columns, .srgb, space, columns)
      let color = { (i: Int) in
        Color(space, Double(columns[0][i]), Double(columns[1][i]), Double(columns[2][i]))
      }
      // `Color` computes in `Double`, which is exact beside `Float` only.
      if E.self == Float.self {
        work.exactly(out[0], out[1], out[2]) { _, out in
          for i in columns[0].indices {
            let converted = color(i).components(in: other)
            (out[0][i], out[1][i], out[2][i]) = (E.Wide(converted.x), E.Wide(converted.y), E.Wide(converted.z))
          }
        }
      }
      return Contestants(
        library: { library(columns, space, other, out) },
        scalar: {
          for i in columns[0].indices {
            let converted = color(i).components(in: other)
            (out[0][i], out[1][i], out[2][i]) = (E(converted.x), E(converted.y), E(converted.z))
          }
        },
        peer: { peer in
          typealias Function =
            @convention(c) (Peer.In, Peer.In, Peer.In, Peer.Out, Peer.Out, Peer.Out, Int) -> Void
          let functionName = "vk_convert_\(space.rawValue)_to_\(other.rawValue)_\(E.suffix)".replacing("-", with: "_")
          return peer.function(functionName, as: Function.self).map { function in
            {
              function(
                columns[0].start, columns[1].start, columns[2].start, out[0].start, out[1].start, out[2].start,
                work.count)
            }
          }
        })
    }
  }
}
