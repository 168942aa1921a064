import VectorKernels

extension Call<Float> {
  /// Packed numbers are as good as Float results: bytes are, and so is what comes back from others. Nothing is rounded
  /// where multiply-add isn't fused, so that all levels agree.
  static var packing: [Call] {
    [.rgba8, .bgra8.premultiplied, .rgba8.unpremultiplied].map(colors)
      + [PackingFormat.unorm8, .snorm8, .unorm16, .snorm16, .int32].map { roundTrip($0, keepsNaN: false) }
      + [PackingFormat.float16, .float32].map { roundTrip($0, keepsNaN: true) }
      + [PackingFormat.float16, .unorm16.premultiplied].map(colorRoundTrip)
  }

  private static var component: Draw<Float> { .uniform(-0.5...1.5) }

  private static func colors(_ format: PackingFormat) -> Call {
    let column = Input(draw: component, outputs: [])
    return Call(
      name: "pack \(format)", inputs: [column, column, column, column], outputs: [4], mayAlias: false, agreement: 0
    ) {
      var packed = [UInt8](repeating: 0, count: $1[0].count)
      Batch.pack(
        red: $0[0].span, green: $0[1].span, blue: $0[2].span, alpha: $0[3].span, as: format,
        into: packed.mutableSpan)
      for i in packed.indices { $1[0][i] = Float(packed[i]) }
    }
  }

  private static func roundTrip(_ format: PackingFormat, keepsNaN: Bool) -> Call {
    Call(
      name: "\(format) and back", inputs: [Input(draw: component, outputs: keepsNaN ? nil : [])], outputs: [1],
      agreement: 0
    ) {
      var packed = [UInt8](repeating: 0, count: $0[0].count * format.number.size)
      Batch.pack($0[0].span, as: format, into: packed.mutableSpan)
      Batch.unpack(packed.span, as: format, into: $1[0].mutableSpan)
    }
  }

  private static func colorRoundTrip(_ format: PackingFormat) -> Call {
    let column = Input(draw: component, outputs: [])
    return Call(
      name: "colours in \(format) and back", inputs: [column, column, column, column], outputs: [1, 1, 1, 1],
      agreement: 0
    ) {
      var packed = [UInt8](repeating: 0, count: $0[0].count * format.size(components: 4))
      Batch.pack(
        red: $0[0].span, green: $0[1].span, blue: $0[2].span, alpha: $0[3].span, as: format,
        into: packed.mutableSpan)
      Batch.unpack(
        packed.span, as: format, red: $1[0].mutableSpan, green: $1[1].mutableSpan, blue: $1[2].mutableSpan,
        alpha: $1[3].mutableSpan)
    }
  }
}
