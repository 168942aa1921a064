import Testing
import VectorKernels

/// Tests every packed number, and the Floats on both sides of each change from one to the next.
@Suite(.seeded) struct PackingNumbersTests {
  // MARK: Normalised integers

  @Test func everyNormalizedIntegerIsTheQuotient() {
    // A quotient rounded to Double and then to Float is rounded as if once: 53 bits are more than twice 24 and two.
    everyInteger(.unorm8, UInt8.self) { Float(Double($0) / 255) }
    everyInteger(.unorm16, UInt16.self) { Float(Double($0) / 65535) }
    everyInteger(.snorm8, Int8.self) { Float(max(-1, Double($0) / 127)) }
    everyInteger(.snorm16, Int16.self) { Float(max(-1, Double($0) / 32767)) }
  }

  @Test func everyNormalizedIntegerComesBack() {
    comesBack(.unorm8, UInt8.self)
    comesBack(.unorm16, UInt16.self)
    comesBack(.snorm8, Int8.self)
    comesBack(.snorm16, Int16.self)
  }

  @Test func roundingIsToTheNearestAtEveryBoundary() {
    roundsToTheNearest(.unorm8, UInt8.self, limit: 255, lowest: 0)
    roundsToTheNearest(.unorm16, UInt16.self, limit: 65535, lowest: 0)
    roundsToTheNearest(.snorm8, Int8.self, limit: 127, lowest: -127)
    roundsToTheNearest(.snorm16, Int16.self, limit: 32767, lowest: -32767)
  }

  @Test func theHalfIsATie() {
    #expect(packed([0.5], .unorm8, UInt8.self) == [128])
    #expect(packed([0.5], .unorm16, UInt16.self) == [32768])
    #expect(packed([0.5, -0.5], .snorm8, Int8.self) == [64, -64])
    #expect(packed([0.5, -0.5], .snorm16, Int16.self) == [16384, -16384])
  }

  @Test func theRestIsLimited() {
    let odd: [Float] = [
      .nan, -.nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 2, -2,
      0x1p31, -0x1p31, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    ]
    #expect(packed(odd, .unorm8, UInt8.self) == [0, 0, 0, 255, 0, 255, 0, 255, 0, 255, 0, 0, 0, 0])
    #expect(packed(odd, .unorm16, UInt16.self) == [0, 0, 0, 65535, 0, 65535, 0, 65535, 0, 65535, 0, 0, 0, 0])
    #expect(packed(odd, .snorm8, Int8.self) == [0, 0, 0, 127, -127, 127, -127, 127, -127, 127, -127, 0, 0, 0])
    #expect(
      packed(odd, .snorm16, Int16.self)
        == [0, 0, 0, 32767, -32767, 32767, -32767, 32767, -32767, 32767, -32767, 0, 0, 0])
  }

  // MARK: Rounded integers

  @Test func integersAreRounded() {
    let (least, greatest) = (Int32.min, Int32.max)
    let values: [Float] = [
      0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999997, 0x1p23 + 1, 8_388_607.5, Float(0x1p31).nextDown, 0x1p31, -0x1p31,
      Float(-0x1p31).nextDown, .infinity, -.infinity, .nan, -.nan, -0.0, 0x1.8p30, 123_456.7,
    ]
    let expected: [Int32] = [
      0, 2, 2, 0, -2, -2, 0, 8_388_609, 8_388_608, 2_147_483_520, greatest, least, least, greatest, least, 0, 0, 0,
      1_610_612_736, 123_457,
    ]
    #expect(packed(values, .int32, Int32.self) == expected)
    check(Draw<Float>.signed(to: 0x1p33)) { cases, verdict in
      let integers = packed(cases[0], .int32, Int32.self)
      for i in cases.indices {
        let exact = Double(cases[0][i]).rounded(.toNearestOrEven)
        let expected = Int32(min(max(exact, Double(least)), Double(greatest)))
        verdict.require(integers[i] == expected, i, "\(cases[0][i]) became \(integers[i]), not \(expected)")
      }
    }
  }

  @Test func integersComeBackAsTheNearestFloat() {
    let integers: [Int32] = [.min, .max, 0, 1, -1, 16_777_217, 16_777_219, -16_777_217, 2_147_483_583]
    #expect(unpacked(integers, .int32) == integers.map { Float(Double($0)) })
  }

  // MARK: Halves

  @Test func everyHalfIsItsNumber() {
    let halves = (0...UInt16.max).map(\.self)
    let floats = unpacked(halves, .float16)
    var verdict = Verdict()
    for (bits, x) in zip(halves, floats) {
      let (fraction, exponent) = (Int(bits & 0x3ff), Int(bits >> 10 & 31))
      let sign: Double = bits >> 15 == 1 ? -1 : 1
      if exponent == 31 && fraction != 0 {
        let expected = UInt32(bits & 0x8000) << 16 | 0x7fc0_0000 | UInt32(fraction) << 13
        verdict.require(x.bitPattern == expected, Int(bits), "half \(bits) became \(x.bitPattern)")
      } else {
        let magnitude =
          exponent == 31
          ? .infinity
          : Double(sign: .plus, exponent: max(exponent, 1) - 25, significand: 1)
            * Double(fraction + (exponent > 0 ? 1024 : 0))
        verdict.require(
          x.bitPattern == Float(sign * magnitude).bitPattern, Int(bits), "half \(bits) became \(x)")
      }
    }
    verdict.report()
    let isNaN = zip(halves, floats).filter { $0.1.isNaN }.map { $0.0 | 0x200 }
    #expect(packed(floats.filter(\.isNaN), .float16, UInt16.self) == isNaN)
    let numbers = zip(halves, floats).filter { !$0.1.isNaN }
    #expect(packed(numbers.map(\.1), .float16, UInt16.self) == numbers.map(\.0))
  }

  @Test func floatsBecomeTheNearestHalf() {
    // Every upper half of a Float's bits, with lower halves on both sides of where the rounding changes: 13 bits are
    // dropped, and more of subnormal numbers.
    let edges: [UInt32] = [
      0, 1, 0x0fff, 0x1000, 0x1001, 0x1fff, 0x2000, 0x2fff, 0x3000, 0x3001, 0x7fff, 0x8000, 0x8001,
    ]
    let lows = edges + edges.map { 0xffff - $0 }
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for high in stride(from: 0, through: UInt32(0xffff), by: 256) {
      let values = (high..<high + 256).flatMap { high in
        (lows + (0..<6).map { _ in UInt32.random(in: 0...0xffff, using: &generator) })
          .map { Float(bitPattern: high << 16 | $0) }
      }
      requireNearestHalves(values, &verdict)
    }
  }

  @Test(.enabled(if: Settings.exhaustive)) func everyFloatBecomesTheNearestHalf() {
    var verdict = Verdict()
    defer { verdict.report() }
    for high in 0...UInt32(0xffff) {
      requireNearestHalves((0...UInt32(0xffff)).map { Float(bitPattern: high << 16 | $0) }, &verdict)
    }
  }

  private func requireNearestHalves(_ values: [Float], _ verdict: inout Verdict) {
    let halves = packed(values, .float16, UInt16.self)
    for (x, half) in zip(values, halves) where half != nearestHalf(x) {
      verdict.require(false, Int(x.bitPattern), "\(x) became half \(half), not \(nearestHalf(x))")
    }
  }
}

/// binary16 by arithmetic: the number in units of its last place, which is exact in Double.
private func nearestHalf(_ x: Float) -> UInt16 {
  let sign: UInt16 = x.sign == .minus ? 0x8000 : 0
  if x.isNaN { return sign | 0x7e00 | UInt16(x.bitPattern >> 13 & 0x3ff) }
  let magnitude = Double(x.magnitude)
  if magnitude >= 65520 { return sign | 0x7c00 }
  let exponent = magnitude == 0 ? -14 : max(Int(magnitude.exponent), -14)
  let units = magnitude / Double(sign: .plus, exponent: exponent - 10, significand: 1)
  // Units of 1024 and more are normal, and those of 2048 the next power of two: both carry into the exponent.
  return sign | UInt16((exponent + 14) * 1024 + Int(units.rounded(.toNearestOrEven)))
}

extension PackingNumbersTests {
  private func everyInteger<Packed: FixedWidthInteger & BitwiseCopyable>(
    _ format: PackingFormat, _: Packed.Type, _ expected: (Packed) -> Float
  ) {
    let all = (Packed.min...Packed.max).map(\.self)
    #expect(unpacked(all, format) == all.map(expected))
  }

  private func comesBack<Packed: FixedWidthInteger & BitwiseCopyable>(_ format: PackingFormat, _: Packed.Type) {
    let all = (Packed.min...Packed.max).map(\.self)
    // The least signed integer is -1, as its neighbour is.
    let expected = all.map { Packed.isSigned && $0 == .min ? $0 + 1 : $0 }
    #expect(packed(unpacked(all, format), format, Packed.self) == expected)
  }

  /// Five Floats around each boundary between two integers.
  private func roundsToTheNearest<Packed: FixedWidthInteger & BitwiseCopyable>(
    _ format: PackingFormat, _: Packed.Type, limit: Int, lowest: Int
  ) {
    let values = (lowest - 1...limit).flatMap { k in
      let boundary = Float((Double(k) + 0.5) / Double(limit))
      return [boundary.nextDown.nextDown, boundary.nextDown, boundary, boundary.nextUp, boundary.nextUp.nextUp]
    }
    let integers = packed(values, format, Packed.self)
    var verdict = Verdict()
    for (i, (x, k)) in zip(values, integers).enumerated() {
      // 24 bits by 16 are exact in Double. The Float product that is rounded may be half an ulp from it.
      let exact = min(max(Double(x) * Double(limit), Double(lowest)), Double(limit))
      let error = (Double(Int(k)) - exact).magnitude
      verdict.require(error <= 0.5 + Double(Float(exact.magnitude).ulp) / 2, i, "\(x) became \(k)")
    }
    verdict.report()
  }
}

func packed<Packed: FixedWidthInteger & BitwiseCopyable>(
  _ values: [Float], _ format: PackingFormat, _: Packed.Type
) -> [Packed] {
  var packed = [Packed](repeating: 0, count: values.count)
  Batch.pack(values.span, as: format, into: packed.mutableSpan)
  return packed
}

func unpacked<Packed: FixedWidthInteger & BitwiseCopyable>(_ packed: [Packed], _ format: PackingFormat) -> [Float] {
  var values = [Float](repeating: .nan, count: packed.count)
  Batch.unpack(packed.span, as: format, into: values.mutableSpan)
  return values
}
