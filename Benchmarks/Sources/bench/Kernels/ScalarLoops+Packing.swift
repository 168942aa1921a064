import VectorKernels

extension ScalarLoops {
  typealias Floats = UnsafeMutableBufferPointer<Float>

  @inline(never)
  static func packRGBA8(
    _ r: Floats, _ g: Floats, _ b: Floats, _ a: Floats, _ format: PackingFormat,
    into out: UnsafeMutableBufferPointer<UInt32>
  ) {
    let isPremultiplied = format.alpha == .premultiplied
    let (red, blue) = format.order == .bgra ? (b, r) : (r, b)
    for i in out.indices {
      let alpha = isPremultiplied ? limited(a[i]) : 1
      func number(_ x: Float) -> UInt32 { UInt32(unorm8(isPremultiplied ? limited(x) * alpha : x)) }
      out[i] = number(red[i]) | number(g[i]) << 8 | number(blue[i]) << 16 | UInt32(unorm8(a[i])) << 24
    }
  }

  @inline(never)
  static func packRGBA8(
    _ r: Floats, _ g: Floats, _ b: Floats, _ a: Floats, into out: UnsafeMutableBufferPointer<KernelCase.Instance>
  ) {
    for i in out.indices {
      let low = UInt32(unorm8(r[i])) | UInt32(unorm8(g[i])) << 8
      out[i].color = low | UInt32(unorm8(b[i])) << 16 | UInt32(unorm8(a[i])) << 24
    }
  }

  @inline(never)
  static func unpackRGBA8(_ pixels: Floats, _ r: Floats, _ g: Floats, _ b: Floats, _ a: Floats) {
    for i in pixels.indices {
      let pixel = pixels[i].bitPattern
      r[i] = Float(pixel & 255) / 255
      g[i] = Float(pixel >> 8 & 255) / 255
      b[i] = Float(pixel >> 16 & 255) / 255
      a[i] = Float(pixel >> 24) / 255
    }
  }

  @inline(never)
  static func packHalves(
    _ r: Floats, _ g: Floats, _ b: Floats, _ a: Floats, into out: UnsafeMutableBufferPointer<UInt64>
  ) {
    for i in out.indices {
      let low = UInt64(half(r[i])) | UInt64(half(g[i])) << 16
      out[i] = low | UInt64(half(b[i])) << 32 | UInt64(half(a[i])) << 48
    }
  }

  @inline(never)
  static func unpackHalves(_ rows: Floats, _ r: Floats, _ g: Floats, _ b: Floats, _ a: Floats) {
    for i in r.indices {
      let (low, high) = (rows[2 * i].bitPattern, rows[2 * i + 1].bitPattern)
      r[i] = float(UInt16(truncatingIfNeeded: low))
      g[i] = float(UInt16(low >> 16))
      b[i] = float(UInt16(truncatingIfNeeded: high))
      a[i] = float(UInt16(high >> 16))
    }
  }

  @inline(never)
  static func packHalves(_ x: Floats, _ y: Floats, _ z: Floats, into out: UnsafeMutableBufferPointer<UInt16>) {
    for i in x.indices { (out[3 * i], out[3 * i + 1], out[3 * i + 2]) = (half(x[i]), half(y[i]), half(z[i])) }
  }

  @inline(never)
  static func unpackHalves(_ rows: UnsafeMutableBufferPointer<UInt16>, _ x: Floats, _ y: Floats, _ z: Floats) {
    for i in x.indices { (x[i], y[i], z[i]) = (float(rows[3 * i]), float(rows[3 * i + 1]), float(rows[3 * i + 2])) }
  }

  @inline(never)
  static func packUnorm8(_ x: Floats, _ y: Floats, _ z: Floats, into out: UnsafeMutableBufferPointer<UInt8>) {
    for i in x.indices { (out[3 * i], out[3 * i + 1], out[3 * i + 2]) = (unorm8(x[i]), unorm8(y[i]), unorm8(z[i])) }
  }

  @inline(never)
  static func packHalves(_ values: Floats, into out: UnsafeMutableBufferPointer<UInt16>) {
    for i in out.indices { out[i] = half(values[i]) }
  }

  @inline(never)
  static func unpackHalves(_ packed: UnsafeMutableBufferPointer<UInt16>, into out: Floats) {
    for i in out.indices { out[i] = float(packed[i]) }
  }

  @inline(never)
  static func packUnorm8(_ values: Floats, into out: UnsafeMutableBufferPointer<UInt8>) {
    for i in out.indices { out[i] = unorm8(values[i]) }
  }

  @inline(never)
  static func packUnorm16(_ values: Floats, into out: UnsafeMutableBufferPointer<UInt16>) {
    for i in out.indices { out[i] = UInt16((limited(values[i]) * 65535).rounded(.toNearestOrEven)) }
  }

  @inline(never)
  static func packSnorm16(_ values: Floats, into out: UnsafeMutableBufferPointer<Int16>) {
    for i in out.indices { out[i] = Int16((max(-1, min(1, values[i])) * 32767).rounded(.toNearestOrEven)) }
  }

  @inline(never)
  static func packInt32(_ values: Floats, into out: UnsafeMutableBufferPointer<Int32>) {
    for i in out.indices { out[i] = Int32(values[i].rounded(.toNearestOrEven)) }
  }

  @inline(never)
  static func unpackUnorm16(_ packed: UnsafeMutableBufferPointer<UInt16>, into out: Floats) {
    for i in out.indices { out[i] = Float(packed[i]) / 65535 }
  }

  private static func limited(_ x: Float) -> Float { max(0, min(1, x)) }

  private static func unorm8(_ x: Float) -> UInt8 { UInt8((limited(x) * 255).rounded(.toNearestOrEven)) }

  // Not on x86-64 Macs, whose Swift has no half floats.
  #if (os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64)
  private static func half(_ x: Float) -> UInt16 { 0 }
  private static func float(_ bits: UInt16) -> Float { 0 }
  #else
  private static func half(_ x: Float) -> UInt16 { Float16(x).bitPattern }
  private static func float(_ bits: UInt16) -> Float { Float(Float16(bitPattern: bits)) }
  #endif
}
