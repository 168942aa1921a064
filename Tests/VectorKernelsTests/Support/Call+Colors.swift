import CVectorKernels
import VectorKernels

extension Call<Double> {
  /// Conversions by each shape and curve, and by a matrix alone; mixtures.
  static var colors: [Call] {
    [
      (CSSColorSpace.srgb, CSSColorSpace.oklab), (.lch, .rec2020), (.proPhotoRGB, .hwb), (.hsl, .srgbLinear),
      (.srgbLinear, .xyzD65),
    ].map { space, other in
      Call(
        name: "\(space.rawValue) to \(other.rawValue)",
        inputs: (0..<3).map { _ in Input(draw: .uniform(0.1...0.9)) }, outputs: [1, 1, 1]
      ) {
        Batch.convert(
          $0[0].span, $0[1].span, $0[2].span, from: space, to: other, into: $1[0].mutableSpan, $1[1].mutableSpan,
          $1[2].mutableSpan)
      }
    } + [
      mix(in: .oklab, as: .srgb, hasOwn: false), mix(in: .lch, as: .srgb, hasOwn: true),
      mix(in: .hsl, as: .srgb, hasOwn: false), mix(in: .srgbLinear, as: .xyzD65, hasOwn: true),
      mix(in: .lch, as: .lch, hasOwn: true, reach: [[0], [1], [2], [0, 1, 3]]),
    ]
  }

  /// The eight columns of pairs, and an amount each.
  ///
  /// - Parameter reach: The outputs that depend on each component and on alpha.
  private static func mix(
    in space: CSSColorSpace, as target: CSSColorSpace, hasOwn: Bool,
    reach: [[Int]] = [[0, 1, 2], [0, 1, 2], [0, 1, 2], [0, 1, 2, 3]]
  ) -> Call {
    let inputs = (0..<8).map { Input(draw: .uniform(0.15...0.9), outputs: reach[$0 % 4]) }
    return Call(
      name: "mix in \(space.rawValue) as \(target.rawValue)\(hasOwn ? ", own amounts" : "")",
      inputs: inputs + (hasOwn ? [Input(draw: .uniform(0...1))] : []), outputs: [1, 1, 1, 1]
    ) { inputs, outputs in
      guard let out = outputs[0].baseAddress else { return }
      let columns = inputs.map(\.baseAddress)
      var source = vk_color_source()
      source.kind = VK_FROM_DOUBLE_PAIRS
      source.doubles = (columns[0], columns[1], columns[2], columns[3])
      source.to_doubles = (columns[4], columns[5], columns[6], columns[7])
      source.double_amount = 0.7
      if hasOwn { source.double_amount_each = columns[8] }
      let sink = vk_color_sink(
        out, outputs[1].baseAddress!, outputs[2].baseAddress!, alpha: outputs[3].baseAddress!)
      ColorConversion(from: space, to: target).run(source, into: sink, count: outputs[0].count)
    }
  }
}

extension Call<Float> {
  /// Conversions by each shape and curve, to each of them; mixtures; and 8-bit sRGB, four bytes as one `Float`.
  static var colors: [Call] {
    [
      (CSSColorSpace.srgb, CSSColorSpace.oklab), (.oklab, .srgb), (.displayP3, .lab), (.lch, .rec2020),
      (.a98RGB, .oklch),
      (.proPhotoRGB, .xyzD65), (.hsl, .srgbLinear), (.xyzD50, .hsl), (.srgbLinear, .hwb),
    ].map { conversion(from: $0, to: $1) } + [
      conversion(from: .lab, to: .lch, reach: [[0], [1, 2], [1, 2]]),
      conversion(from: .oklch, to: .oklab, reach: [[0], [1, 2], [1, 2]]),
      conversion(from: .srgb, to: .srgbLinear, reach: [[0], [1], [2]]),
      conversion(from: .srgb, to: .srgb, reach: [[0], [1], [2]]),
      // A hue says nothing of a gray.
      conversion(from: .hwb, to: .srgb, reach: [[], nil, nil]),
      conversion("hsb to oklab") { ColorConversion(fromHSBTo: .oklab) },
      conversion("srgb to hsb") { ColorConversion(toHSBFrom: .srgb) },
      mix(in: .oklab, as: .srgb, ownProgress: false), mix(in: .oklab, as: .displayP3, ownProgress: true),
      mix(in: .lch, as: .srgb, ownProgress: true), mix(in: .hsl, as: .srgb, ownProgress: false),
      mix8(in: .oklab, ownProgress: false), mix8(in: .oklab, ownProgress: true),
      mix8(in: .oklch, ownProgress: false), mix8(in: .lab, ownProgress: true), mix8(in: .srgb, ownProgress: false),
      gradient(stops: 5, in: .oklab), gradient(stops: 60, in: .oklab), gradient(stops: 5, in: .oklch),
      gradient(stops: 60, in: .lch),
      from8(to: .oklab), from8(to: .oklch), from8(to: .lab), to8(from: .oklab), to8(from: .oklch), to8(from: .hwb),
    ]
  }

  private static func component(_ outputs: [Int]? = nil) -> Input {
    Input(draw: .uniform(0.1...0.9), outputs: outputs)
  }

  private static func conversion(
    from space: CSSColorSpace, to other: CSSColorSpace, reach: [[Int]?] = [nil, nil, nil]
  ) -> Call {
    Call(
      name: "\(space.rawValue) to \(other.rawValue)", inputs: reach.map { component($0) }, outputs: [1, 1, 1]
    ) {
      Batch.convert(
        $0[0].span, $0[1].span, $0[2].span, from: space, to: other, into: $1[0].mutableSpan, $1[1].mutableSpan,
        $1[2].mutableSpan)
    }
  }

  /// A conversion for which `Batch` has calls on four columns only.
  private static func conversion(
    _ name: String, _ conversion: @escaping @Sendable () -> ColorConversion
  ) -> Call {
    Call(name: name, inputs: (0..<3).map { _ in component() }, outputs: [1, 1, 1]) { inputs, outputs in
      guard let out = outputs[0].baseAddress else { return }
      let source = vk_color_source(inputs[0].baseAddress!, inputs[1].baseAddress!, inputs[2].baseAddress!)
      let sink = vk_color_sink(out, outputs[1].baseAddress!, outputs[2].baseAddress!)
      conversion().run(source, into: sink, count: outputs[0].count)
    }
  }

  /// The eight columns of pairs, and a progress each.
  private static func pairs(bytes: Bool, ownProgress: Bool) -> [Input] {
    let all: [Int]? = bytes ? [] : nil
    // A high byte of alpha that makes no NaN of four bytes.
    let alpha = Input(draw: .uniform(0.15...0.45), outputs: all)
    let colors = (0..<3).map { _ in component(all) } + [alpha]
    return colors + colors + (ownProgress ? [Input(draw: .uniform(0...1), outputs: all)] : [])
  }

  private static func mix(
    in space: CSSColorSpace, as target: CSSColorSpace, ownProgress: Bool
  ) -> Call {
    Call(
      name: "mix in \(space.rawValue) as \(target.rawValue)\(ownProgress ? ", own progress" : "")",
      // Components alone leave alpha as it is.
      inputs: pairs(bytes: false, ownProgress: ownProgress).enumerated().map { index, input in
        index == 8 || index % 4 == 3 ? input : Input(draw: input.draw, outputs: [0, 1, 2])
      },
      outputs: [1, 1, 1, 1]
    ) { inputs, outputs in
      guard let out = outputs[0].baseAddress else { return }
      let sink = vk_color_sink(
        out, outputs[1].baseAddress!, outputs[2].baseAddress!, alpha: outputs[3].baseAddress!)
      ColorConversion(from: space, to: target).run(source(inputs), into: sink, count: outputs[0].count)
    }
  }

  private static func mix8(in space: CSSColorSpace, ownProgress: Bool) -> Call {
    Call(
      name: "mix in \(space.rawValue) as bytes\(ownProgress ? ", own progress" : "")",
      inputs: pairs(bytes: true, ownProgress: ownProgress), outputs: [1]
    ) { inputs, outputs in
      guard let bytes = outputs[0].bytes else { return }
      ColorConversion(from: space, to: .srgb).run(
        source(inputs), into: vk_color_sink(rgba8: bytes), count: outputs[0].count)
    }
  }

  private static func source(_ inputs: Inputs) -> vk_color_source {
    var source = vk_color_source()
    source.kind = VK_FROM_PAIRS
    let columns = inputs.map(\.baseAddress)
    source.from = (columns[0], columns[1], columns[2], columns[3])
    source.to = (columns[4], columns[5], columns[6], columns[7])
    source.amount = 0.7
    if columns.count > 8 { source.amount_each = columns[8] }
    return source
  }

  private static func gradient(stops: Int, in space: CSSColorSpace) -> Call {
    let colors = (0..<stops).map { Color(.oklch, 0.7, 0.1, Double(40 * $0), alpha: 0.2 + Double($0 % 3) / 10) }
    let gradient = PreparedGradient(Gradient(colors: colors), in: space)
    let location = Input(draw: .uniform(-0.2...1.2), outputs: [])
    return Call(name: "gradient of \(stops) stops in \(space.rawValue)", inputs: [location], outputs: [1]) {
      guard let bytes = $1[0].bytes else { return }
      gradient.colors(at: $0[0].span, intoRGBA8: MutableSpan(_unsafeStart: bytes, count: 4 * $1[0].count))
    }
  }

  /// Any four bytes but those of NaN, which stand for others of their kind.
  private static func from8(to space: CSSColorSpace) -> Call {
    let bytes = Input(draw: .uniform(-1e30...1e30), outputs: [])
    return Call(name: "bytes to \(space.rawValue)", inputs: [bytes], outputs: [1, 1, 1, 1]) { inputs, outputs in
      guard let bytes = UnsafeMutableBufferPointer(mutating: inputs[0]).bytes else { return }
      let sink = vk_color_sink(
        outputs[0].baseAddress!, outputs[1].baseAddress!, outputs[2].baseAddress!, alpha: outputs[3].baseAddress!)
      ColorConversion(from: .srgb, to: space).run(
        vk_color_source(rgba8: bytes), into: sink, count: outputs[0].count)
    }
  }

  private static func to8(from space: CSSColorSpace) -> Call {
    let inputs = (0..<3).map { _ in component([]) } + [Input(draw: .uniform(0.1...0.45), outputs: [])]
    return Call(name: "\(space.rawValue) to bytes", inputs: inputs, outputs: [1]) { inputs, outputs in
      guard let bytes = outputs[0].bytes else { return }
      let source = vk_color_source(
        inputs[0].baseAddress!, inputs[1].baseAddress!, inputs[2].baseAddress!, alpha: inputs[3].baseAddress!)
      ColorConversion(from: space, to: .srgb).run(
        source, into: vk_color_sink(rgba8: bytes), count: outputs[0].count)
    }
  }
}

extension UnsafeMutableBufferPointer<Float> {
  fileprivate var bytes: UnsafeMutablePointer<UInt8>? {
    UnsafeMutableRawPointer(baseAddress)?.assumingMemoryBound(to: UInt8.self)
  }
}
