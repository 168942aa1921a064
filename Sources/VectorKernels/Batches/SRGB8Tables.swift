internal import CVectorKernels

/// The quartics between 8 bits of sRGB and linear light (RGBA8Kernels.swift).
enum SRGB8Tables {
  /// The tables, which are computed at first use, in some microseconds, and kept.
  nonisolated(unsafe) static let shared: UnsafePointer<vk_srgb8_tables> = {
    let tables = UnsafeMutablePointer<vk_srgb8_tables>.allocate(capacity: 1)
    let lights = UnsafeMutablePointer<Float>.allocate(capacity: 256)
    let decodings = (0..<32).map(decoding)
    let encodings = (0..<32).map(encoding)
    for byte in 0..<256 {
      // Computed as the kernels do it, with the same roundings.
      let quartic = decodings[min(byte + 5, 255) / 8].map { Float($0) }
      let light = quartic.dropLast().reversed().reduce(quartic[4]) { $1.addingProduct($0, Float(byte)) }
      (lights + byte).initialize(to: light)
    }
    tables.initialize(
      to: vk_srgb8_tables(
        decoding: table(decodings), encoding: table(encodings), knee: Int32(bitPattern: knee), lights: lights))
    return UnsafePointer(tables)
  }()

  /// The bits of the light at which the power function of the encoding begins.
  private static let knee = Float(0.0031308).bitPattern

  /// Returns the quartic from bytes to light. The first two quartics are sRGB's line, and each other one covers eight
  /// bytes; the last one covers 13.
  private static func decoding(_ number: Int) -> [Double] {
    if number < 2 { return [0, TransferFunction.srgb.decoded(1 / 255.0), 0, 0, 0] }
    let first = Double(8 * number - 5)
    return quartic(first...(number < 31 ? first + 7 : 255)) { TransferFunction.srgb.decoded($0 / 255) }
  }

  /// Returns the quartic from light to 255 times the encoded light. The index is the light's bits minus the knee's, and
  /// each quartic covers half of the numbers of one exponent. Quartics for light beyond 1 are never used for such
  /// light; numbers below the knee wrap around to them, and they hold sRGB's line.
  private static func encoding(_ number: Int) -> [Double] {
    let first = Double(Float(bitPattern: knee + UInt32(number) << 22))
    if first >= 1 { return [0, 255 * 12.92, 0, 0, 0] }
    let last = min(1, Double(Float(bitPattern: knee + UInt32(number + 1) << 22)))
    return quartic(first...last) { 255 * TransferFunction.srgb.encoded($0) }
  }

  /// Returns the polynomial that meets a function at five Chebyshev nodes of a range, from the lowest power.
  private static func quartic(_ range: ClosedRange<Double>, _ function: (Double) -> Double) -> [Double] {
    let nodes = (0..<5).map { k in
      let cosine = vk_cos(.pi * (Double(k) + 0.5) / 5)
      return ((range.lowerBound + range.upperBound) + (range.upperBound - range.lowerBound) * cosine) / 2
    }
    var values = nodes.map(function)
    return [Double](unsafeUninitializedCapacity: 5) { coefficients, count in
      fitPolynomial(through: &values, at: nodes, count: 5, into: coefficients.baseAddress!)
      count = 5
    }
  }

  private static func table(_ quartics: [[Double]]) -> vk_baked_curve {
    var table = vk_baked_curve()
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
