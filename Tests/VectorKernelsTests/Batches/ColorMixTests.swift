import Testing
import VectorKernels

/// How far a colour in `Float` may be from the one in `Double`, in light: the pairs are rounded to `Float`, 6e-8 of the
/// components, which hues turn by 2e-5 degrees and cubes and exponents up to 2.4 make at most three times as much; then
/// come interpolation, division and conversion, 4e-7 of the components.
private let tolerance = 3e-6

@Suite(.seeded) struct ColorMixTests {
  /// Mixing prepared pairs, to columns and to bytes, is mixing each of them.
  @Test(arguments: CSSColorSpace.allCases)
  func agreesWithSingleColors(space: CSSColorSpace) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for arc in HueArc.allCases {
      let count = 251
      let (from, to) = (gamut(count, using: &generator), gamut(count, using: &generator))
      let fractions = (0..<count).map { _ in Float.random(in: 0...1, using: &generator) }
      let mix = ColorMix(from: from, to: to, in: space, hue: arc)
      #expect(mix.count == count && mix.space == space && mix.arc == arc)
      let shared = fractions[0]

      var linear = Columns<SIMD4<Float>>(repeating: .zero, count: count)
      var bytes = [UInt8](repeating: 0, count: 4 * count)
      mix.colors(by: fractions.span, as: .srgbLinear, into: &linear)
      mix.colors(by: fractions.span, intoRGBA8: bytes.mutableSpan)
      verdict.compare(linear, bytes, count) {
        from[$0].mix(with: to[$0], by: Double(fractions[$0]), in: space, hue: arc)
      }

      mix.colors(by: shared, as: .srgbLinear, into: &linear)
      mix.colors(by: shared, intoRGBA8: bytes.mutableSpan)
      verdict.compare(linear, bytes, count) { from[$0].mix(with: to[$0], by: Double(shared), in: space, hue: arc) }
    }
  }

  /// Columns that callers have premultiplied themselves: with one amount or each its own, to columns or to bytes, and with
  /// hues of several turns, which only such columns have.
  @Test(arguments: CSSColorSpace.allCases)
  func premultipliedColumnsAreMixed(space: CSSColorSpace) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    let count = 251
    func columns() -> Columns<SIMD4<Float>> {
      var columns = Columns<SIMD4<Float>>(repeating: .zero, count: count)
      for (row, color) in gamut(count, using: &generator).enumerated() {
        var parts = color.components(in: space)
        let alpha = color.alpha
        for k in 0..<3 where k != space.hueIndex { parts[k] *= alpha }
        if let hue = space.hueIndex { parts[hue] += Double(360 * (row % 5 - 2)) }
        columns[row] = SIMD4<Float>(SIMD4(parts[0], parts[1], parts[2], alpha))
      }
      return columns
    }
    let (from, to) = (columns(), columns())
    let amounts = (0..<count).map { _ in Float.random(in: 0...1, using: &generator) }
    func mixture(_ row: Int, _ amount: Float) -> Color {
      let (a, b) = (SIMD4<Double>(from[row]), SIMD4<Double>(to[row]))
      var parts = a + Double(amount) * (b - a)
      for k in 0..<3 where k != space.hueIndex && parts.w > 0 { parts[k] /= parts.w }
      return Color(space, SIMD3(parts[0], parts[1], parts[2]), alpha: parts.w)
    }
    var linear = Columns<SIMD4<Float>>(repeating: .zero, count: count)
    var bytes = [UInt8](repeating: 0, count: 4 * count)
    Batch.mix(premultiplied: from, with: to, in: space, by: amounts.span, as: .srgbLinear, into: &linear)
    Batch.mix(premultiplied: from, with: to, in: space, by: amounts.span, intoRGBA8: bytes.mutableSpan)
    // Hues of up to three turns are rounded four times as much as those of less than one.
    verdict.compare(linear, bytes, count, growth: 4) { mixture($0, amounts[$0]) }
    Batch.mix(premultiplied: from, with: to, in: space, by: amounts[0], as: .srgbLinear, into: &linear)
    Batch.mix(premultiplied: from, with: to, in: space, by: amounts[0], intoRGBA8: bytes.mutableSpan)
    verdict.compare(linear, bytes, count, growth: 4) { mixture($0, amounts[0]) }
  }

  /// In `Double`: the formulas of CSS Color 4 in higher precision, with one amount or each its own, in another space and
  /// in the same.
  ///
  /// Interpolation is within 1 ulp of the larger end (1.5 where multiply-add isn't fused), at most 2.2e-16 of a component
  /// and 1.1e-16 of opacities, which are at most 1. Divided by an opacity of at least 0.4, that is 5.6e-16 and 2.8e-16;
  /// the factor and the product are rounded by 1.1e-16 each: 1.1e-15 of the components (1.5e-15). Cubes and exponents of up
  /// to 2.4 make three times as much of it, and a matrix with rows of up to 7.6 in all, 2.4e-14 (3.4e-14). A hue is within
  /// an ulp of 720 degrees, 1.1e-13 (1.7e-13), and wrapped with one rounding, 2.9e-14: at a chroma of 0.4 in Oklab that
  /// is 1e-15 (1.4e-15) of a and b, of which their factor, 1.3, the cubes and the matrix make 3e-14 (4.2e-14). Conversions
  /// are within 2e-13. Mixtures along hues may leave the gamut, where errors grow as the components do.
  @Test(arguments: CSSColorSpace.allCases)
  func doublesAreThoseOfTheFormulas(space: CSSColorSpace) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    let count = 251
    func columns() -> Columns<SIMD4<Double>> {
      Columns(
        gamut(count, using: &generator).enumerated().map { row, color in
          var parts = color.components(in: space)
          if let hue = space.hueIndex { parts[hue] += Double(360 * (row % 3 - 1)) }
          let alpha = Double.random(in: 0.4...1, using: &generator)
          for k in 0..<3 where k != space.hueIndex { parts[k] *= alpha }
          return SIMD4(parts[0], parts[1], parts[2], alpha)
        })
    }
    let (from, to) = (columns(), columns())
    let amounts = (0..<count).map { _ in Double.random(in: 0...1, using: &generator) }
    var (light, same) = (from, from)
    func compare(_ amount: (Int) -> Double) {
      for row in 0..<count {
        let t = amount(row).reference
        var mixture = (0..<4).map { k in
          from[row][k].reference + t * (to[row][k].reference - from[row][k].reference)
        }
        for k in 0..<3 where k != space.hueIndex { mixture[k] = mixture[k] / mixture[3] }
        if let hue = space.hueIndex { mixture[hue] -= Reference(360 * (Double(mixture[hue]) / 360).rounded(.down)) }
        let exact = ReferenceColors.convert(Array(mixture[0..<3]), from: space, to: .srgbLinear).map { Double($0) }
        let size = max(1, exact.map(abs).max()!)
        verdict.require(
          (0..<3).allSatisfy { abs(light[row][$0] - exact[$0]) <= (isFused ? 2.6e-13 : 2.8e-13) * size }, row,
          "\(light[row]) instead of \(exact)")
        for k in 0..<3 {
          let isHue = k == space.hueIndex
          let difference = abs(Double(same[row][k].reference - mixture[k]))
          let error = isHue ? min(difference, 360 - difference) : difference
          let largest = max(abs(from[row][k] / from[row].w), abs(to[row][k] / to[row].w))
          verdict.require(
            error <= (isHue ? 2e-13 : (isFused ? 1.1e-15 : 1.5e-15) * largest)
              && (!isHue || (0..<360).contains(same[row][k])), row,
            "\(same[row]) instead of \(mixture)")
        }
        // And half an ulp for the reference, rounded.
        for found in [light[row].w, same[row].w] {
          verdict.require(abs(found - Double(mixture[3])) <= 2.3e-16, row, "alpha \(found) instead of \(mixture[3])")
        }
      }
    }
    Batch.mix(premultiplied: from, with: to, in: space, by: amounts.span, as: .srgbLinear, into: &light)
    Batch.mix(premultiplied: from, with: to, in: space, by: amounts.span, as: space, into: &same)
    compare { amounts[$0] }
    Batch.mix(premultiplied: from, with: to, in: space, by: amounts[0], as: .srgbLinear, into: &light)
    Batch.mix(premultiplied: from, with: to, in: space, by: amounts[0], as: space, into: &same)
    compare { _ in amounts[0] }
  }

  /// In `Double` beyond the ends: an opacity is clamped before it divides, and at 0 nothing is divided.
  @Test func doublesBeyondTheEnds() {
    let from: Columns<SIMD4<Double>> = [[0.25, 0, 0.125, 0.5], [0.5, 0.25, 0.125, 0.25], [0.25, 0.5, 0.75, 1]]
    let to: Columns<SIMD4<Double>> = [[0.5, 0, 0.25, 1], [1, 0.5, 0.25, 0.5], [0, 0, 0, 0]]
    var out = from
    Batch.mix(premultiplied: from, with: to, in: .srgb, by: 2, as: .srgb, into: &out)
    #expect(out == [[0.75, 0, 0.375, 1], [2, 1, 0.5, 0.75], [-0.25, -0.5, -0.75, 0]])
    Batch.mix(premultiplied: from, with: to, in: .srgb, by: [-1, -1.5, 1].span, as: .srgb, into: &out)
    #expect(out == [[0, 0, 0, 0], [-0.25, -0.125, -0.0625, 0], [0, 0, 0, 0]])
    Batch.mix(premultiplied: from, with: to, in: .oklch, by: .nan, as: .srgb, into: &out)
    #expect(out.allSatisfy { $0.x.isNaN && $0.w.isNaN })
    // Below the smallest normal number an opacity is none.
    let faint: Columns<SIMD4<Double>> = [[0x1p-1000, 0, 0, 0x1p-999], [0x1p-1040, 0, 0, 0x1p-1030], .zero]
    Batch.mix(premultiplied: faint, with: faint, in: .srgb, by: 0.3, as: .srgb, into: &out)
    #expect(out == [[0.5, 0, 0, 0x1p-999], [0x1p-1040, 0, 0, 0x1p-1030], .zero])
  }

  /// In `Double`, hues next to a whole turn stay what they are, and others too where nothing is mixed.
  @Test(arguments: [CSSColorSpace.oklch, .lch, .hsl, .hwb])
  func doublesKeepTheirHues(space: CSSColorSpace) throws {
    let index = try #require(space.hueIndex)
    let hues = [359.99999, 359.9999999999, (360.0).nextDown, 123.456, 0, 1e-9, -1e-5, 720 - 1e-5, 360, -360, -1e-300]
    let colors = Columns<SIMD4<Double>>(
      hues.map { hue in
        var color = SIMD4(0.5, 0.25, 0.25, 1)
        color[index] = hue
        return color
      })
    for amount in [0.0, 0.25, 1] {
      var out = colors
      Batch.mix(premultiplied: colors, with: colors, in: space, by: amount, as: space, into: &out)
      // A multiple of a turn is taken off exactly; then at most one turn is added, with a rounding.
      let expected = hues.map { hue in
        let rest = hue.truncatingRemainder(dividingBy: 360)
        let wrapped = rest < 0 ? rest + 360 : rest
        return wrapped == 360 ? 0 : wrapped
      }
      #expect(out.map { $0[index] } == expected)
    }
  }

  /// Columns with alpha are converted as components alone, alpha itself not at all.
  @Test func doublesWithAlphaAreConverted() {
    let colors = Columns<SIMD4<Double>>((0..<37).map { [Double($0) / 37, 0.2, 0.7, Double($0) / 40 - 0.1] })
    for other in CSSColorSpace.allCases {
      var found = colors
      Batch.convert(colors, from: .srgbLinear, to: other, into: &found)
      let (a, b, c) = (colors.map(\.x), colors.map(\.y), colors.map(\.z))
      var (x, y, z) = (a, b, c)
      Batch.convert(
        a.span, b.span, c.span, from: .srgbLinear, to: other, into: x.mutableSpan, y.mutableSpan, z.mutableSpan)
      #expect(found.enumerated().allSatisfy { $1 == [x[$0], y[$0], z[$0], colors[$0].w] }, "\(other)")
    }
  }

  @Test func pairsAreReplaced() {
    var mix = ColorMix(from: [.white, .white], to: [.black, .black])
    mix.replace(1, from: Color(red: 1, green: 0, blue: 0), to: .white)
    var bytes = [UInt8](repeating: 7, count: 8)
    mix.colors(by: 0, intoRGBA8: bytes.mutableSpan)
    #expect(bytes == [255, 255, 255, 255, 255, 0, 0, 255])
  }

  @Test func missingOpacityIsNone() {
    let mix = ColorMix(from: [Color(.srgb, 1, 0, 0, alpha: nil)], to: [Color(.srgb, 0, 0, 1, alpha: nil)], in: .srgb)
    var colors = Columns<SIMD4<Float>>(repeating: .one, count: 1)
    mix.colors(by: 0.5, as: .srgb, into: &colors)
    #expect(colors == [[0.5, 0, 0.5, 0]])
  }

  @Test func oddFractions() {
    let mix = ColorMix(from: [.white, .clear], to: [.black, .white])
    var bytes = [UInt8](repeating: 7, count: 8)
    mix.colors(by: .nan, intoRGBA8: bytes.mutableSpan)
    #expect(bytes == [0, 0, 0, 0, 0, 0, 0, 0])
    mix.colors(by: [2, -1].span, intoRGBA8: bytes.mutableSpan)
    #expect(bytes[0..<4] == [0, 0, 0, 255] && bytes[7] == 0)
    var nothing: [UInt8] = []
    ColorMix(from: [], to: []).colors(by: 0.5, intoRGBA8: nothing.mutableSpan)
  }

  /// Beyond the ends mixtures go on as single ones do, with an opacity of 0...1 and a hue of 0..<360.
  @Test(arguments: [CSSColorSpace.oklab, .oklch, .hsl, .hwb])
  func beyondTheEnds(space: CSSColorSpace) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    let count = 1000
    let (from, to) = (gamut(count, using: &generator), gamut(count, using: &generator))
    let fractions = (0..<count).map { _ in Float.random(in: -2...3, using: &generator) }
    for arc in HueArc.allCases {
      var colors = Columns<SIMD4<Float>>(repeating: .zero, count: count)
      ColorMix(from: from, to: to, in: space, hue: arc).colors(by: fractions.span, as: space, into: &colors)
      for row in 0..<count {
        let expected = from[row].mix(with: to[row], by: Double(fractions[row]), in: space, hue: arc)
        let found = colors[row]
        verdict.require((0...1).contains(found.w) && abs(Double(found.w) - expected.alpha) < 2e-6, row, "\(found)")
        guard let hue = space.hueIndex else { continue }
        // Up to five times what ends of up to 720 degrees are rounded by, 3e-5 each, and the rounding of the mixture.
        let difference = abs(Double(found[hue]) - expected.components[hue])
        verdict.require((0..<360).contains(found[hue]), row, "\(found)")
        verdict.require(min(difference, 360 - difference) < 5e-4, row, "\(found) instead of \(expected)")
      }
    }
  }

  /// Every component but hues, of opaque colours. Pairs are rounded to `Float`, half an ulp of each, which amounts of
  /// -1...2 make at most three and twice as much; their difference, its product, the sum and the quotient by the opacity
  /// are rounded once each, at sizes of at most five times the larger end: less than 30 halves of an ulp of it.
  @Test(arguments: CSSColorSpace.allCases)
  func componentsGoOnBeyondTheEnds(space: CSSColorSpace) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    let count = 1000
    func draw() -> [Color] {
      gamut(count, using: &generator).map {
        let components = $0.components(in: space)
        return Color(space, SIMD3(components.x, components.y, components.z))
      }
    }
    let (from, to) = (draw(), draw())
    let amounts = (0..<count).map { _ in Float.random(in: -1...2, using: &generator) }
    var colors = Columns<SIMD4<Float>>(repeating: .zero, count: count)
    ColorMix(from: from, to: to, in: space).colors(by: amounts.span, as: space, into: &colors)
    for row in 0..<count {
      let expected = from[row].mix(with: to[row], by: Double(amounts[row]), in: space)
      for k in 0..<3 where k != space.hueIndex {
        let size = max(abs(from[row].components[k]), abs(to[row].components[k]))
        let difference = abs(Double(colors[row][k]) - expected.components[k])
        // Both ends are rounded by 2^-24, their difference three times as large as they are, and then two operations more.
        verdict.require(difference <= 2e-6 * size, row, "\(colors[row]) instead of \(expected) at \(k)")
      }
    }
  }

  /// A chroma or saturation that an amount below 0 takes below 0 is that of the opposite hue: what the formulas of CSS
  /// Color 4 make of it in higher precision, one by one and in batches.
  @Test(arguments: [CSSColorSpace.oklch, .lch, .hsl])
  func chromaGoesBelowZero(space: CSSColorSpace) throws {
    let pale = try Color(css: "oklch(0.6 0.02 30)").mix(with: Color(css: "oklch(0.7 0.25 30)"), by: -0.1, in: .oklch)
    let opposite = Color(.oklch, 0.59, 0.003, 210).components(in: .oklab)
    #expect((pale.components(in: .oklab) - opposite).magnitudeSquared < 1e-20)

    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    let count = 1000
    let chroma = space == .oklch ? 0.01 : 3.0
    let lightness = space == .oklch ? 0.3...0.7 : 30...70
    func draw(_ hue: Double, _ chromas: ClosedRange<Double>) -> Color {
      let (l, c) = (Double.random(in: lightness, using: &generator), Double.random(in: chromas, using: &generator))
      return space == .hsl ? Color(space, hue, c, l) : Color(space, l, c, hue)
    }
    let hues = (0..<count).map { _ in Double.random(in: 100...200, using: &generator) }
    let from = hues.map { draw($0, chroma...2 * chroma) }
    let to = hues.map { draw($0 + .random(in: -80...80, using: &generator), 12 * chroma...20 * chroma) }
    let amounts = (0..<count).map { _ in Float.random(in: -0.5 ... -0.2, using: &generator) }
    var batch = Columns<SIMD4<Float>>(repeating: .zero, count: count)
    var kept = batch
    let mix = ColorMix(from: from, to: to, in: space)
    mix.colors(by: amounts.span, as: .srgbLinear, into: &batch)
    mix.colors(by: amounts.span, as: space, into: &kept)
    for row in 0..<count {
      let mixture = (0..<3).map { k in
        let (a, b) = (from[row].components[k].reference, to[row].components[k].reference)
        return a + amounts[row].reference * (b - a)
      }
      let exact = ReferenceColors.convert(mixture, from: space, to: .srgbLinear).map { Double($0) }
      let single = from[row].mix(with: to[row], by: Double(amounts[row]), in: space)
      let one = single.components(in: .srgbLinear)
      verdict.require(mixture[1] < 0, row, "\(mixture)")
      for k in 0..<3 {
        verdict.require(abs(one[k] - exact[k]) < 1e-12, row, "\(one) instead of \(exact)")
        // The rounding of the pairs grows by the amount, to at most twice as much.
        verdict.require(abs(Double(batch[row][k]) - exact[k]) < 2 * tolerance, row, "\(batch[row]) instead of \(exact)")
        let difference = abs(Double(kept[row][k]) - single.components[k])
        verdict.require(difference < 1e-4, row, "\(kept[row]) instead of \(single)")
      }
    }
  }

  /// Beyond an opacity of 1, which amounts above 1 reach, CSS clamps the opacity before the premultiplied components are
  /// divided by it: they go on growing. One by one, in batches, and as the vectors that springs move.
  @Test(arguments: [CSSColorSpace.srgb, .oklab, .oklch])
  func opacityIsClampedBeforeItDivides(space: CSSColorSpace) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    let count = 1000
    func draw(_ alpha: ClosedRange<Double>) -> Color {
      let c = SIMD3<Double>.random(in: 0.1...0.3, using: &generator)
      return Color(space, space == .oklch ? [c.x, c.y, 100 * c.z] : c, alpha: .random(in: alpha, using: &generator))
    }
    let from = (0..<count).map { _ in draw(0.2...0.5) }
    let to = (0..<count).map { _ in draw(0.6...1) }
    let amounts = (0..<count).map { _ in Float.random(in: 1...3, using: &generator) }
    var batch = Columns<SIMD4<Float>>(repeating: .zero, count: count)
    ColorMix(from: from, to: to, in: space).colors(by: amounts.span, as: space, into: &batch)
    for row in 0..<count {
      func part(_ color: Color, _ k: Int) -> Reference {
        if k == 3 { return color.alpha.reference }
        return color.components[k].reference * (k == space.hueIndex ? 1 : color.alpha.reference)
      }
      let mixture = (0..<4).map { k in
        let (a, b) = (part(from[row], k), part(to[row], k))
        return a + amounts[row].reference * (b - a)
      }
      let alpha = min(1, mixture[3])
      let single = from[row].mix(with: to[row], by: Double(amounts[row]), in: space)
      let found = SIMD4(single.components, single.alpha)
      for k in 0..<4 {
        var exact = Double(k == 3 ? alpha : k == space.hueIndex ? mixture[k] : mixture[k] / alpha)
        if k == space.hueIndex, exact < 0 { exact += 360 }
        let size = k == space.hueIndex ? 100.0 : 1
        verdict.require(abs(found[k] - exact) < 1e-13 * size, row, "\(found) instead of \(exact) at \(k)")
        // Pairs rounded to Float, their difference three times, one division: less than ten halves of an ulp of 1.
        verdict.require(abs(Double(batch[row][k]) - exact) < 1e-6 * size, row, "\(batch[row]) instead of \(exact)")
      }
      if space == .oklab {
        var color = from[row]
        color.animatableData.interpolate(towards: to[row].animatableData, amount: Double(amounts[row]))
        let moved = SIMD4(color.components, color.alpha)
        verdict.require((moved - found).magnitudeSquared < 1e-24, row, "\(moved) instead of \(found)")
      }
    }
  }

  @Test func misfitsStopTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ColorMix(from: [.white], to: [])
    }
    let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(printed.contains("to.count is 0, but from.count is 1"), "\(printed)")
  }
}

@Suite(.seeded) struct PreparedGradientTests {
  /// Sampling a prepared gradient, to columns and to bytes, is asking for each colour.
  @Test(arguments: CSSColorSpace.allCases)
  func agreesWithSingleColors(space: CSSColorSpace) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for stops in [0, 1, 2, 3, 5, 12, 32, 33, 34, 40, 100] {
      let colors = gamut(stops, using: &generator)
      // Multiples of 1/128, which Float has too, some of them twice, so that colours jump there.
      let gradient = Gradient(
        stops: colors.map {
          Gradient.Stop(color: $0, location: Double(Int.random(in: 0...128, using: &generator)) / 128)
        }.sorted { $0.location < $1.location })
      let count = 300
      let locations = (0..<count).map { index in
        index % 3 == 0
          ? Float(Int.random(in: -1...129, using: &generator)) / 128 : .random(in: -0.1...1.1, using: &generator)
      }
      let prepared = PreparedGradient(gradient, in: space, hue: .longer)
      var linear = Columns<SIMD4<Float>>(repeating: .zero, count: count)
      var bytes = [UInt8](repeating: 0, count: 4 * count)
      prepared.colors(at: locations.span, as: .srgbLinear, into: &linear)
      prepared.colors(at: locations.span, intoRGBA8: bytes.mutableSpan)
      verdict.compare(linear, bytes, count) {
        gradient.color(at: Double(locations[$0]), in: space, hue: .longer)
      }
    }
  }

  /// Each piece starts at no red and ends at a red of its own, so that a location in the wrong piece shows. A register of
  /// locations spreads over all pieces.
  @Test func everyPieceIsFound() {
    for pieces in Array(1...200) + [511, 512, 513, 1000] {
      func stop(_ red: Double, at location: Int) -> Gradient.Stop {
        Gradient.Stop(color: Color(.srgb, red, 0, 0), location: Double(location))
      }
      let stops: [Gradient.Stop] = (0..<pieces).flatMap { k in
        [stop(0, at: k), stop(Double(k + 1) / 1024, at: k + 1)]
      }
      // A permutation: the prime divides none of the counts.
      let places = (0..<pieces).map { $0 * 263 % pieces }
      let ends = places.map { Float($0 + 1).nextDown }
      let outside: [Float] = [-1, -.infinity, Float(pieces), .infinity, .nan]
      let locations = places.map { Float($0) } + ends + outside
      var colors = Columns<SIMD4<Float>>(repeating: .zero, count: locations.count)
      PreparedGradient(Gradient(stops: stops), in: .srgb).colors(at: locations.span, as: .srgb, into: &colors)
      let found = colors.map(\.x)
      #expect(found[..<pieces].allSatisfy { $0 == 0 }, "\(pieces): \(found)")
      // Below 1024 the float before the end of a piece is at most 2^-14 before it, and Float rounds by far less.
      for (red, place) in zip(found[pieces...], places) {
        #expect(abs(red * 1024 / Float(place + 1) - 1) <= 0x1p-13, "piece \(place) of \(pieces): \(red)")
      }
      let last = Float(pieces) / 1024
      #expect(found.suffix(5).dropLast() == [0, 0, last, last] && found.last!.isNaN, "\(pieces): \(found.suffix(5))")
    }
  }

  @Test func oddLocations() {
    let gradients = [
      Gradient(colors: [.white, .black]), Gradient(stops: []), Gradient(colors: [.white]),
      Gradient(stops: [.init(color: .white, location: -.infinity), .init(color: .black, location: .infinity)]),
      Gradient(stops: [.init(color: .white, location: 1e30), .init(color: .black, location: 1e30)]),
    ]
    for gradient in gradients {
      let locations: [Float] = [.infinity, -.infinity, .nan, .greatestFiniteMagnitude, 0]
      var bytes = [UInt8](repeating: 7, count: 20)
      PreparedGradient(gradient, in: .srgb).colors(at: locations.span, intoRGBA8: bytes.mutableSpan)
      for (index, location) in locations.enumerated() where !location.isNaN {
        let expected = gradient.color(at: Double(location), in: .srgb).rgba8
        #expect((0..<4).allSatisfy { bytes[4 * index + $0] == expected[$0] }, "\(gradient) at \(location): \(bytes)")
      }
      #expect(bytes[8..<12] == [0, 0, 0, 0] || gradient.stops.isEmpty)
    }
  }

  /// Stops that `Float` can't tell apart meet, at the ends as in the middle, and pieces may be shorter than its normal
  /// numbers are large. All of it in numbers that `Float` computes exactly.
  @Test func stopsThatFloatCannotTellApartMeet() {
    func red(_ red: Double, _ location: Double) -> Gradient.Stop {
      Gradient.Stop(color: Color(.srgb, red, 0, 0), location: location)
    }
    let next = 0.5 + 1e-12
    let gradients: [([Gradient.Stop], [(location: Float, red: Float)])] = [
      ([red(0, 0), red(0.5, 0.5), red(1, next)], [(0.25, 0.25), (0.5, 1), (0.7, 1), (.infinity, 1)]),
      (
        [red(0.25, 0.5), red(0.5, next), red(1, 1)],
        [(-.infinity, 0.25), (0.4, 0.25), (0.5, 0.5), (0.75, 0.75), (1, 1)]
      ),
      ([red(0, 0), red(0.5, 0.5), red(1, next), red(0, 1)], [(0.25, 0.25), (0.5, 1), (0.75, 0.5)]),
      ([red(0, 0), red(1, 1e-42)], [(-1, 0), (0, 0), (0.5, 1)]),
      ([red(0, 0), red(1, 1e-310), red(0.5, 1)], [(-1, 0), (0, 1), (0.5, 0.75)]),
    ]
    for (stops, expected) in gradients {
      let locations = expected.map(\.location)
      var colors = Columns<SIMD4<Float>>(repeating: .zero, count: locations.count)
      PreparedGradient(Gradient(stops: stops), in: .srgb).colors(at: locations.span, as: .srgb, into: &colors)
      #expect(colors.map(\.x) == expected.map(\.red), "\(stops)")
    }
  }

  @Test func nowhereIsNaN() {
    let locations: [Float] = [0.5, .nan]
    var colors = Columns<SIMD4<Float>>(repeating: .zero, count: 2)
    PreparedGradient(Gradient(colors: [.black, .white])).colors(at: locations.span, as: .lab, into: &colors)
    #expect((0..<4).allSatisfy { colors[0][$0].isFinite && colors[1][$0].isNaN }, "\(colors)")
  }

  @Test(arguments: [0, 1, 2, 255, 256, 257, 1000])
  func rampsAreEven(count: Int) {
    let gradient = Gradient(colors: [.black, .white])
    var bytes = [UInt8](repeating: 7, count: 4 * count)
    PreparedGradient(gradient, in: .srgb).ramp(intoRGBA8: bytes.mutableSpan)
    for index in 0..<count {
      let exact = 255 * Double(index) / Double(max(1, count - 1))
      #expect(abs(Double(bytes[4 * index]) - exact) <= 0.5 + 1e-4 && bytes[4 * index + 3] == 255)
    }
  }
}

/// Colours of sRGB, some of them transparent to a degree, some without hue.
private func gamut(_ count: Int, using generator: inout Generator) -> [Color] {
  (0..<count).map { index in
    let rgb = SIMD3<Double>.random(in: 0...1, using: &generator)
    let alpha = index % 3 == 0 ? Double.random(in: 0.2...1, using: &generator) : 1
    return Color(.srgb, index % 7 == 0 ? SIMD3(repeating: rgb.x) : rgb, alpha: alpha)
  }
}

extension Verdict {
  /// Compares linear light and bytes with the colours that they should be, within a multiple of the tolerance.
  fileprivate mutating func compare(
    _ linear: Columns<SIMD4<Float>>, _ bytes: [UInt8], _ count: Int, growth: Double = 1,
    _ color: (Int) -> Color
  ) {
    for row in 0..<count {
      let color = color(row)
      let expected = color.components(in: .srgbLinear)
      let error = SIMD4<Double>(linear[row]) - expected
      let size = max(1, expected.max(), -expected.min())
      require(
        (0..<4).allSatisfy { error[$0].magnitude <= growth * tolerance * size }, row,
        "\(color): \(linear[row]) instead of \(expected)")
      // Within half a step, and 0.01 of one for what the tolerance is in bytes, where there is hardly any light.
      let steps = color.components(in: .srgb).clamped(lowerBound: .zero, upperBound: .one) * 255
      for k in 0..<4 {
        require(
          abs(Double(bytes[4 * row + k]) - steps[k]) <= 0.51, row, "\(color): \(bytes[4 * row..<4 * row + 4]), \(steps)"
        )
      }
    }
  }
}
