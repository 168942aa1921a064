import CVectorKernelsC
import VectorKernels

/// Pairs of colours that C owns: `vkn_color_mix`.
private final class Mix {
  let mix: ColorMix

  init(_ mix: ColorMix) { self.mix = mix }

  func require(_ count: Int) throws(Failure) {
    if count != mix.count {
      throw Failure(VKN_BAD_COUNT, "count is \(UInt(bitPattern: count)), but mix has \(mix.count) pairs")
    }
  }
}

@c @implementation
public func vkn_color_parse(_ text: UnsafePointer<CChar>?, _ rgba8: UnsafeMutablePointer<UInt8>?) -> vkn_status {
  attempt { () throws(Failure) in
    let (text, rgba8) = (try VectorKernelsC.text(text, "text"), try present(rgba8, "rgba8"))
    do throws(CSSColorError) {
      let color = try Color(css: text).rgba8
      for channel in 0..<4 { rgba8[channel] = color[channel] }
    } catch {
      throw Failure(VKN_BAD_TEXT, "text: \(error)")
    }
  }
}

@c @implementation
public func vkn_color_mix_create(
  _ from: UnsafePointer<UInt8>?, _ to: UnsafePointer<UInt8>?, _ count: Int,
  _ mix: UnsafeMutablePointer<OpaquePointer?>?
) -> vkn_status {
  attempt { () throws(Failure) in
    let (from, to) = (try elements(from, count, by: 4, "from"), try elements(to, count, by: 4, "to"))
    let mix = try present(mix, "mix")
    func colors(_ bytes: UnsafeBufferPointer<UInt8>) -> [Color] {
      stride(from: 0, to: bytes.count, by: 4).map {
        Color(rgba8: SIMD4(bytes[$0], bytes[$0 + 1], bytes[$0 + 2], bytes[$0 + 3]))
      }
    }
    mix.pointee = give(Mix(ColorMix(from: colors(from), to: colors(to))))
  }
}

@c @implementation
public func vkn_color_mix_colors(
  _ mix: OpaquePointer?, _ amount: Float, _ rgba8: UnsafeMutablePointer<UInt8>?, _ count: Int
) -> vkn_status {
  attempt { () throws(Failure) in
    try withObject(mix, "mix", as: Mix.self) { mix throws(Failure) in
      try mix.require(count)
      let rgba8 = try mutableElements(rgba8, count, by: 4, "rgba8")
      mix.mix.colors(by: amount, intoRGBA8: rgba8.mutableSpan)
    }
  }
}

@c @implementation
public func vkn_color_mix_colors_own(
  _ mix: OpaquePointer?, _ amounts: UnsafePointer<Float>?, _ rgba8: UnsafeMutablePointer<UInt8>?, _ count: Int
) -> vkn_status {
  attempt { () throws(Failure) in
    try withObject(mix, "mix", as: Mix.self) { mix throws(Failure) in
      try mix.require(count)
      let amounts = try elements(amounts, count, "amounts")
      let rgba8 = try mutableElements(rgba8, count, by: 4, "rgba8")
      mix.mix.colors(by: amounts.span, intoRGBA8: rgba8.mutableSpan)
    }
  }
}

@c @implementation
public func vkn_color_mix_destroy(_ mix: OpaquePointer?) { takeBack(mix) }

@c @implementation
public func vkn_oklab_from_rgba8(
  _ rgba8: UnsafePointer<UInt8>?, _ lightness: UnsafeMutablePointer<Float>?, _ a: UnsafeMutablePointer<Float>?,
  _ b: UnsafeMutablePointer<Float>?, _ alpha: UnsafeMutablePointer<Float>?, _ count: Int
) -> vkn_status {
  attempt { () throws(Failure) in
    let rgba8 = try elements(rgba8, count, by: 4, "rgba8")
    let lightness = try mutableElements(lightness, count, "lightness")
    let (a, b) = (try mutableElements(a, count, "a"), try mutableElements(b, count, "b"))
    let alpha = try mutableElements(alpha, count, "alpha")
    Batch.convert(
      rgba8: rgba8.span, to: .oklab, into: lightness.mutableSpan, a.mutableSpan, b.mutableSpan,
      alpha: alpha.mutableSpan)
  }
}

@c @implementation
public func vkn_oklab_to_rgba8(
  _ lightness: UnsafePointer<Float>?, _ a: UnsafePointer<Float>?, _ b: UnsafePointer<Float>?,
  _ alpha: UnsafePointer<Float>?, _ rgba8: UnsafeMutablePointer<UInt8>?, _ count: Int
) -> vkn_status {
  attempt { () throws(Failure) in
    let lightness = try elements(lightness, count, "lightness")
    let (a, b) = (try elements(a, count, "a"), try elements(b, count, "b"))
    let alpha = try elements(alpha, count, "alpha")
    let rgba8 = try mutableElements(rgba8, count, by: 4, "rgba8")
    Batch.convert(
      lightness.span, a.span, b.span, alpha: alpha.span, from: .oklab, intoRGBA8: rgba8.mutableSpan)
  }
}

@c @implementation
public func vkn_pack_rgba8(
  _ red: UnsafePointer<Float>?, _ green: UnsafePointer<Float>?, _ blue: UnsafePointer<Float>?,
  _ alpha: UnsafePointer<Float>?, _ rgba8: UnsafeMutablePointer<UInt8>?, _ count: Int
) -> vkn_status {
  attempt { () throws(Failure) in
    let (red, green) = (try elements(red, count, "red"), try elements(green, count, "green"))
    let (blue, alpha) = (try elements(blue, count, "blue"), try elements(alpha, count, "alpha"))
    let rgba8 = try mutableElements(rgba8, count, by: 4, "rgba8")
    Batch.pack(
      red: red.span, green: green.span, blue: blue.span, alpha: alpha.span, as: .rgba8, into: rgba8.mutableSpan)
  }
}
