import Testing
import VectorKernels

@Suite(.seeded) struct HSBBatchTests {
  /// Colours are those of the published formulas in higher precision, also where saturation and brightness are clamped:
  /// within 1e-6 of the component's range, as is promised (ColorConversionBatchTests says what makes it up). HSB is HWB
  /// with a whiteness of the brightness times 1 minus the saturation, and a blackness of 1 minus the brightness.
  @Test(arguments: CSSColorSpace.allCases)
  func fromHSB(space: CSSColorSpace) {
    let draws = [Draw<Float>.uniform(-3...3), .uniform(-0.2...1.2), .uniform(-0.2...1.2), .uniform(0...1)]
    check(draws[0], draws[1], draws[2], draws[3], count: max(1000, Settings.cases / 20)) { cases, verdict in
      let sources = cases.indices.map { SIMD4(cases[0][$0], cases[1][$0], cases[2][$0], cases[3][$0]) }
      var found = Columns<SIMD4<Float>>(repeating: .zero, count: sources.count)
      Batch.convert(hsb: Columns(copying: sources.span), to: space, into: &found)
      for row in cases.indices {
        let source = sources[row]
        let (saturation, brightness) = (Reference(min(max(source.y, 0), 1)), Reference(min(max(source.z, 0), 1)))
        let hue = Reference(source.x) - Reference(source.x).rounded(.down)
        let rgb = ReferenceColors.rectangular(
          [360 * hue, 100 * brightness * (1 - saturation), 100 * (1 - brightness)], .hwb)
        let c = ReferenceColors.convert(rgb, from: .srgb, to: space)
        let exact = SIMD4(Double(c[0]), Double(c[1]), Double(c[2]), Double(source.w))
        let error = colorDistance(SIMD4<Double>(found[row]), exact, in: space)
        verdict.require(error <= 1e-6, row, "\(source) in \(space): \(found[row]) instead of \(exact), \(error)")
        verdict.require(found[row].w == sources[row].w, row, "alpha \(found[row].w)")
      }
    }
  }

  /// Results are those of `Color.hsb`, beyond the gamut too, where components are clipped. A hue counts as far as the
  /// colour is saturated and bright, and a saturation as far as it is bright: both are quotients of what is small there.
  /// Red, green and blue come in `Double`, as far off as linear light's 1e-15 makes them near 0, 3e-7 at most; differences
  /// of two of them are off by twice that, and rounding adds 6e-8.
  @Test(arguments: CSSColorSpace.allCases)
  func toHSB(space: CSSColorSpace) {
    check(.uniform(-0.2...1.2), .uniform(-0.2...1.2), .uniform(-0.2...1.2), .uniform(0...1)) {
      (cases: Cases<Float>, verdict) in
      let sources = cases.indices.map { row in
        let color = Color(.srgb, Double(cases[0][row]), Double(cases[1][row]), Double(cases[2][row]))
        var components = SIMD4<Float>(color.components(in: space))
        components.w = cases[3][row]
        return components
      }
      var found = Columns<SIMD4<Float>>(repeating: .zero, count: sources.count)
      Batch.convert(Columns(copying: sources.span), from: space, intoHSB: &found)
      for row in cases.indices {
        let source = SIMD4<Double>(sources[row])
        let exact = Color(space, source.x, source.y, source.z, alpha: source.w).hsb
        let hsb = SIMD4<Double>(found[row])
        let turn = (hsb.x - exact.hue).magnitude
        let errors = [
          min(turn, 1 - turn) * exact.saturation * exact.brightness,
          (hsb.y - exact.saturation).magnitude * exact.brightness, (hsb.z - exact.brightness).magnitude,
        ]
        verdict.require(
          errors.allSatisfy { $0 <= 1e-6 }, row, "\(source) of \(space): \(found[row]) instead of \(exact)")
        verdict.require(
          (0..<1).contains(hsb.x) && (0...1).contains(hsb.y) && (0...1).contains(hsb.z) && hsb.w == exact.opacity,
          row, "\(found[row])")
      }
    }
  }

  /// Dark colours have precise saturations: nothing is subtracted from 1 on the way.
  @Test func darkColorsAreAsPreciseAsBrightOnes() {
    check(.uniform(0...1), .uniform(0.01...1), .uniform(-30...0)) { (cases: Cases<Float>, verdict) in
      let sources = cases.indices.map { row -> SIMD4<Float> in
        let brightness = Float(sign: .plus, exponent: Int(cases[2][row]), significand: 1)
        return SIMD4(brightness, brightness * cases[1][row] * cases[0][row], brightness * cases[0][row], 1)
      }
      var found = Columns<SIMD4<Float>>(repeating: .zero, count: sources.count)
      Batch.convert(Columns(copying: sources.span), from: .srgb, intoHSB: &found)
      for row in cases.indices {
        let (most, least) = (Reference(sources[row].x), Reference(min(sources[row].y, sources[row].z)))
        let exact = (most - least) / most
        // Half an ulp of a number up to 1, and a rounding of Double.
        verdict.require(
          abs(Reference(found[row].y) - exact) <= 0x1p-25 + 0x1p-52, row,
          "\(sources[row]): \(found[row]), not \(exact)")
      }
    }
  }

  /// 16,777,216 colours of 8 bits, or at lower levels those with one of 16 reds, come back.
  @Test func everyColorComesBack() {
    let isExhaustive = Settings.walksEveryValue
    let count = 1 << 16
    var colors = Columns<SIMD4<Float>>(repeating: .zero, count: count)
    var changed = 0
    for red in stride(from: 0, through: 255, by: isExhaustive ? 1 : 17) {
      var bytes = [UInt8](repeating: UInt8(red), count: 4 * count)
      for i in 0..<count {
        bytes[4 * i + 1] = UInt8(i >> 8)
        bytes[4 * i + 2] = UInt8(i & 255)
        bytes[4 * i + 3] = UInt8((i + red) & 255)
      }
      var back = [UInt8](repeating: 7, count: bytes.count)
      Batch.convert(rgba8: bytes.span, intoHSB: &colors)
      Batch.convert(hsb: colors, intoRGBA8: back.mutableSpan)
      if back != bytes { changed += zip(bytes, back).count { $0 != $1 } }
    }
    #expect(changed == 0)
  }

  /// Hues of many turns lose nothing: a whole number of them changes no bit.
  @Test func wholeTurnsChangeNothing() {
    let hues: [Float] = [0.125, 0.5, 0.875]
    for turns in [Float(1), -1, 1024, -65536, 0x1p20] {
      for hue in hues {
        let colors = Columns<SIMD4<Float>>([[hue, 0.75, 0.5, 1], [hue + turns, 0.75, 0.5, 1]])
        var found = colors
        Batch.convert(hsb: colors, to: .oklab, into: &found)
        #expect(found[0] == found[1], "\(hue) and \(turns) turns")
      }
    }
  }

  /// NaN and infinite hues stay in their colours.
  @Test func oddNumbers() {
    let odd: [SIMD4<Float>] = [
      [.nan, 0.5, 0.5, 1], [.infinity, 0.5, 0.5, 1], [0.5, .nan, 0.5, 1], [0.5, 0.5, .nan, 1],
      [0.25, .infinity, .infinity, 0.5], [1e30, -.infinity, 1, 1],
    ]
    var found = Columns<SIMD4<Float>>(odd)
    Batch.convert(hsb: Columns(odd), to: .srgb, into: &found)
    for index in 0..<4 { #expect(found[index].x.isNaN, "\(odd[index])") }
    // Clamped to a saturated bright colour, and to white.
    #expect(found[4] == [0.5, 1, 0, 0.5] && found[5] == [1, 1, 1, 1])
    Batch.convert(Columns(odd), from: .srgb, intoHSB: &found)
    #expect(found[0].y.isNaN && found[2].y.isNaN && found[3].y.isNaN && found[4] == [0.5, 0.75, 1, 0.5])
  }

  @Test func greysAndBlackHaveNoHue() {
    let greys = Columns<SIMD4<Float>>((0...10).map { SIMD4(SIMD3(repeating: Float($0) / 10), 1) })
    var found = greys
    Batch.convert(greys, from: .srgb, intoHSB: &found)
    for (grey, hsb) in zip(greys, found) { #expect(hsb == [0, 0, grey.x, 1]) }
  }

  @Test func nothingIsFine() {
    let none = Columns<SIMD4<Float>>()
    var (found, bytes) = (none, [UInt8]())
    Batch.convert(hsb: none, to: .oklab, into: &found)
    Batch.convert(none, from: .oklab, intoHSB: &found)
    Batch.convert(rgba8: bytes.span, intoHSB: &found)
    Batch.convert(hsb: none, intoRGBA8: bytes.mutableSpan)
    #expect(found.isEmpty && bytes.isEmpty)
  }

  @Test(arguments: [
    (0, "out.count is 4, but 4 * hsb.count is 8"), (1, "out.count is 1, but hsb.count is 2"),
    (2, "out.count is 1, but colors.count is 2"), (3, "rgba8.count is 4, but 4 * out.count is 8"),
  ])
  func misfitsStopTheProgram(call: Int, message: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [call = call as Int] in
      var two = Columns<SIMD4<Float>>(repeating: .zero, count: 2)
      var one = Columns<SIMD4<Float>>(repeating: .zero, count: 1)
      var bytes: [UInt8] = [1, 2, 3, 4]
      switch call {
      case 0: Batch.convert(hsb: two, intoRGBA8: bytes.mutableSpan)
      case 1: Batch.convert(hsb: two, to: .lab, into: &one)
      case 2: Batch.convert(two, from: .lab, intoHSB: &one)
      default: Batch.convert(rgba8: bytes.span, intoHSB: &two)
      }
    }
    let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(printed.contains(message), "\(printed)")
  }
}
