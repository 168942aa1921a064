internal import CVectorKernels

/// The polynomials between 8 bits of sRGB and linear light (RGBA8Kernels.swift).
enum SRGB8Tables {
  /// The tables, which are computed at first use, in some microseconds, and kept.
  nonisolated(unsafe) static let shared: UnsafePointer<vk_srgb8_tables> = {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<vk_srgb8_tables>.size, alignment: Int(VK_ROW_ALIGNMENT))
    let tables = memory.bindMemory(to: vk_srgb8_tables.self, capacity: 1)
    let lights = UnsafeMutablePointer<Float>.allocate(capacity: 256)
    let decodings = (0..<32).map(decoding)
    for byte in 0..<256 {
      // Computed as the kernels do it, with the same roundings.
      let quartic = decodings[min(byte + 5, 255) / 8].map { Float($0) }
      let light = quartic.dropLast().reversed().reduce(quartic[4]) { $1.addingProduct($0, Float(byte)) }
      (lights + byte).initialize(to: light)
    }
    tables.initialize(
      to: vk_srgb8_tables(
        encoding: encodings, decoding: table(decodings), light_scale: lightScale, lights: lights))
    return UnsafePointer(tables)
  }()

  /// The factor of light with which the power function of the encoding begins at 2^-8.
  private static let lightScale = 0x1p-8 / 0.0031308

  /// Returns the quartic from bytes to light. The first two quartics are sRGB's line, and each other one covers eight
  /// bytes; the last one covers 13.
  private static func decoding(_ number: Int) -> [Double] {
    if number < 2 { return [0, TransferFunction.srgb.decoded(1 / 255.0), 0, 0, 0] }
    let first = Double(8 * number - 5)
    return polynomial(degree: 4, over: first...(number < 31 ? first + 7 : 255)) {
      TransferFunction.srgb.decoded($0 / 255)
    }
  }

  /// The quintics from scaled light to 255 times the encoded light. The index is the low four bits of the light's
  /// exponent, which is at least that of 2^-15. Below the knee the quintics hold sRGB's line.
  private static var encodings: vk_quintics {
    var quintics = vk_quintics()
    withUnsafeMutableBytes(of: &quintics) { quintics in
      let floats = quintics.bindMemory(to: Float.self)
      for number in 0..<16 {
        for (power, coefficient) in encoding(number).enumerated() {
          floats[power * 16 + number] = Float(coefficient)
          floats[6 * 16 + number * 8 + power] = Float(coefficient)
        }
      }
    }
    return quintics
  }

  private static func encoding(_ number: Int) -> [Double] {
    // The tables hold the exponents from that of 2^-15 on in order: it is 112, a multiple of 16.
    if number < 7 { return [0, 255 * 12.92 / lightScale] }
    let first = Double(sign: .plus, exponent: number - 15, significand: 1)
    return polynomial(degree: 5, over: first...min(lightScale, 2 * first)) {
      255 * TransferFunction.srgb.encoded($0 / lightScale)
    }
  }

  /// Returns the polynomial that meets a function at Chebyshev nodes of a range, from the lowest power.
  private static func polynomial(
    degree: Int, over range: ClosedRange<Double>, _ function: (Double) -> Double
  ) -> [Double] {
    let count = degree + 1
    let nodes = (0..<count).map { k in
      let cosine = vk_cos(.pi * (Double(k) + 0.5) / Double(count))
      return ((range.lowerBound + range.upperBound) + (range.upperBound - range.lowerBound) * cosine) / 2
    }
    var values = nodes.map(function)
    return [Double](unsafeUninitializedCapacity: count) { coefficients, initializedCount in
      fitPolynomial(through: &values, at: nodes, count: count, into: coefficients.baseAddress!)
      initializedCount = count
    }
  }

  private static func table(_ quartics: [[Double]]) -> vk_quartics {
    var table = vk_quartics()
    withUnsafeMutableBytes(of: &table.by_coefficient) { byCoefficient in
      withUnsafeMutableBytes(of: &table.by_segment) { bySegment in
        let (columns, rows) = (byCoefficient.bindMemory(to: Float.self), bySegment.bindMemory(to: Float.self))
        for (number, quartic) in quartics.enumerated() {
          for (power, coefficient) in quartic.enumerated() {
            columns[power * 32 + number] = Float(coefficient)
            rows[number * 8 + power] = Float(coefficient)
          }
        }
      }
    }
    return table
  }
}
