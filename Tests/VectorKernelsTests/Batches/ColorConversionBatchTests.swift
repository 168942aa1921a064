import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct ColorConversionBatchTests {
  /// Batches agree with single values for every pair of spaces, for colours in gamut: within 1e-6 of the component's
  /// range, as is promised. Rounding to Float takes 6e-8 of it, or 1.2e-7 beyond 1 as for X and Z of bright colours.
  @Test(arguments: CSSColorSpace.allCases)
  func agreesWithSingleValues(space: CSSColorSpace) {
    let component = Draw<Float>.uniform(0...1)
    check(component, component, component, count: max(1000, Settings.cases / 20)) { cases, verdict in
      let sources = cases.indices.map { row in
        let color = Color(.srgb, Double(cases[0][row]), Double(cases[1][row]), Double(cases[2][row]))
        return SIMD4<Float>(color.components(in: space))
      }
      let columns = Columns(copying: sources.span)
      for other in CSSColorSpace.allCases {
        var converted = columns
        Batch.convert(columns, from: space, to: other, into: &converted)
        for row in cases.indices {
          let source = SIMD4<Double>(sources[row])
          let exact = Color(space, source.x, source.y, source.z, alpha: source.w).components(in: other)
          let error = colorDistance(SIMD4<Double>(converted[row]), exact, in: other)
          verdict.require(
            error <= 1e-6, row,
            "\(sources[row]) of \(space) in \(other): \(converted[row]) instead of \(exact), \(error)")
          verdict.require(converted[row].w == sources[row].w, row, "alpha \(converted[row].w)")
        }
      }
    }
  }

  /// Colours in `Double` are those of the published formulas in higher precision, in four gamuts and on their faces.
  ///
  /// Linear light is within 7e-15. A cone's root is a sum of three terms, and so within 2.2e-16; its cube is within
  /// 9e-16 then, with two roundings of its own. The largest row of a matrix, from cones to sRGB's red, has magnitudes of
  /// 7.6 together. Transfer functions have slopes of at most 16. Of Lab's components, a is 500 times the difference of
  /// two roots with slopes of at most 7.8, of XYZ within 1e-15, in a range of 125: 1e-13. In A98 RGB and Rec. 2020 the
  /// slope has no bound: the error is that of the root of light that is 7e-15 larger. It is the same for Oklab's cones,
  /// which are sums of three parts of linear light and within 7e-16; 4.9 of their roots are in a range of 0.4.
  @Test(arguments: CSSColorSpace.allCases)
  func doublesAreThoseOfTheFormulas(space: CSSColorSpace) {
    // One in five components is on a face.
    let component = Draw<Double>.uniform(-0.125...1.125)
    check(component, component, component, count: max(1000, Settings.cases / 20)) { cases, verdict in
      // HSL and HWB describe the colours of sRGB's gamut.
      let gamuts: [CSSColorSpace] =
        [.hsl, .hwb].contains(space) ? [.srgb] : [.srgb, .displayP3, .a98RGB, .rec2020]
      let sources = cases.indices.map { row in
        let color = (0..<3).map { Reference(min(1, max(0, cases[$0][row]))) }
        return ReferenceColors.convert(color, from: gamuts[row % gamuts.count], to: space).map { Double($0) }
      }
      for other in CSSColorSpace.allCases {
        let found = converted(sources, from: space, to: other)
        let power: Double? = other == .a98RGB ? 563 / 256 : other == .rec2020 ? 2.4 : nil
        for row in cases.indices {
          if [.hsl, .hwb].contains(other) && gamuts[row % gamuts.count] != .srgb { continue }
          let exact = ReferenceColors.convert(sources[row].map { Reference($0) }, from: space, to: other)
            .map { Double($0) }
          let isRight: Bool
          if let power {
            isRight = zip(found[row], exact).allSatisfy { found, exact in
              let size = abs(exact)
              return abs(found - exact) <= 2e-13 + pow(pow(size, power) + 7e-15, 1 / power) - size
            }
          } else {
            let error = colorDistance(
              SIMD4(found[row][0], found[row][1], found[row][2], 1), SIMD4(exact[0], exact[1], exact[2], 1), in: other)
            var bound = 2e-13
            if [.oklab, .oklch].contains(other) {
              let cones = ReferenceColors.light(exact.map { Reference($0) }, other).map { abs(Double($0)) }
              bound += 4.9 / 0.4 * (cbrt(cones.min()! + 7e-16) - cbrt(cones.min()!))
            }
            isRight = error <= bound
          }
          verdict.require(isRight, row, "\(sources[row]) of \(space) in \(other): \(found[row]) instead of \(exact)")
        }
      }
    }
  }

  /// In `Double`, hues next to a whole turn aren't taken for 0. Exact hues: a thousand millionth of green's or blue's
  /// share in red turns it by 60 thousand millionths of a degree; Oklab's a and b have the hue's tangent.
  @Test func doublesHaveHuesNextToATurn() {
    let share = 0x1p-30
    for space in [CSSColorSpace.hsl, .hwb] {
      let found = converted([[1, 0, share], [1, share, 0]], from: .srgb, to: space)
      #expect(found[0][0] == 360 - 60 * share && found[1][0] == 60 * share, "\(space): \(found)")
    }
    let found = converted([[0.5, 0.25, -0.25 * share], [0.5, 0.25, -0x1p-80]], from: .oklab, to: .oklch)
    #expect(abs(found[0][2] - (360 - 180 / .pi * share)) < 7.2e-11 && found[1][2] == 0, "\(found)")
  }

  /// `Float` columns have the results of `Double` ones, rounded.
  @Test(arguments: CSSColorSpace.allCases)
  func floatsAreRoundedDoubles(space: CSSColorSpace) {
    let component = Draw<Float>.uniform(-0.5...1.5)
    check(component, component, component, count: 100) { cases, verdict in
      let sources = cases.indices.map { row in (0..<3).map { Double(cases[$0][row]) } }
      let columns = Columns<SIMD4<Float>>(cases.indices.map { [cases[0][$0], cases[1][$0], cases[2][$0], 1] })
      for other in CSSColorSpace.allCases {
        var floats = columns
        Batch.convert(columns, from: space, to: other, into: &floats)
        let doubles = converted(sources, from: space, to: other)
        for row in cases.indices {
          for k in 0..<3 {
            let (float, double) = (floats[row][k], Float(doubles[row][k]))
            verdict.require(
              float == double || float.isNaN && double.isNaN, row, "\(space) in \(other): \(float), \(double)")
          }
        }
      }
    }
  }

  @Test func inPlaceIsTheSame() {
    let colors = Columns<SIMD4<Float>>((0..<300).map { [Float($0) / 300, 0.2, 0.7, 0.4] })
    for space in CSSColorSpace.allCases {
      var (one, other) = (colors, colors)
      Batch.convert(colors, from: .srgb, to: space, into: &one)
      Batch.convert(&other, from: .srgb, to: space)
      #expect(one == other)
    }
  }

  /// A space to itself changes no bit.
  @Test(arguments: CSSColorSpace.allCases)
  func toItselfIsExact(space: CSSColorSpace) {
    check(.signed(to: 1000), .signed(to: 1000), .signed(to: 1000)) { (cases: Cases<Float>, verdict) in
      let columns = (0..<3).map { _ in [Float](repeating: .nan, count: cases.indices.count) }
      var (x, y, z) = (columns[0], columns[1], columns[2])
      Batch.convert(
        cases[0].span, cases[1].span, cases[2].span, from: space, to: space, into: x.mutableSpan, y.mutableSpan,
        z.mutableSpan)
      for row in cases.indices {
        verdict.require(
          x[row] == cases[0][row] && y[row] == cases[1][row] && z[row] == cases[2][row], row,
          "\(x[row]), \(y[row]), \(z[row])")
      }
    }
  }

  /// Outside the gamut, transfer functions are mirrored.
  @Test(arguments: [
    (CSSColorSpace.srgb, CSSColorSpace.srgbLinear), (.displayP3, .displayP3Linear), (.rec2020, .xyzD65),
  ])
  func negativeColorsAreMirrored(space: CSSColorSpace, other: CSSColorSpace) {
    check(.uniform(0...2), .uniform(0...2), .uniform(0...2)) { (cases: Cases<Float>, verdict) in
      var colors = Columns<SIMD4<Float>>(cases.indices.map { [cases[0][$0], cases[1][$0], cases[2][$0], 1] })
      var mirrored = Columns<SIMD4<Float>>(
        cases.indices.map { [-cases[0][$0], -cases[1][$0], -cases[2][$0], 1] })
      Batch.convert(&colors, from: space, to: other)
      Batch.convert(&mirrored, from: space, to: other)
      for row in cases.indices {
        let (a, b) = (colors[row], mirrored[row])
        verdict.require(a.x == -b.x && a.y == -b.y && a.z == -b.z, row, "\(a) and \(b)")
      }
    }
  }

  /// Far outside the gamut, colours are those of the published formulas in higher precision: within 1e-6 of 2, the
  /// largest component, and in Oklab, where cones near 0 have the roots of linear light's 1e-15, within 1e-5.
  @Test(arguments: [CSSColorSpace.srgbLinear, .displayP3, .displayP3Linear, .xyzD50, .xyzD65, .oklab])
  func colorsOutsideTheGamut(space: CSSColorSpace) {
    let component = Draw<Float>.uniform(-0.5...1.5)
    check(component, component, component, count: max(1000, Settings.cases / 20)) { cases, verdict in
      let columns = Columns<SIMD4<Float>>(cases.indices.map { [cases[0][$0], cases[1][$0], cases[2][$0], 1] })
      var found = columns
      Batch.convert(columns, from: .srgb, to: space, into: &found)
      for row in cases.indices {
        let exact = ReferenceColors.convert(
          [Reference(cases[0][row]), Reference(cases[1][row]), Reference(cases[2][row])], from: .srgb, to: space)
        let error = (0..<3).map { abs(Reference(found[row][$0]) - exact[$0]) }.greatest
        verdict.require(error <= (space == .oklab ? 1e-5 : 2e-6), row, "\(found[row]) instead of \(exact), \(error)")
      }
    }
  }

  @Test func noChromaHasNoHue() {
    let grays = Columns<SIMD4<Float>>((0...10).map { [Float($0) / 10, 0, 0, 1] })
    for (space, polar) in [(CSSColorSpace.oklab, CSSColorSpace.oklch), (.lab, .lch)] {
      var converted = grays
      Batch.convert(grays, from: space, to: polar, into: &converted)
      #expect(converted.allSatisfy { $0.y == 0 && $0.z == 0 })
    }
    let equal = Columns<SIMD4<Float>>((0...10).map { SIMD4(SIMD3(repeating: Float($0) / 10), 1) })
    for polar in [CSSColorSpace.hsl, .hwb] {
      var converted = equal
      Batch.convert(equal, from: .srgb, to: polar, into: &converted)
      #expect(converted.allSatisfy { $0.x == 0 })
    }
  }

  // MARK: 8-bit sRGB

  /// All 16,777,216 colours come back from every space as they were: at the highest level all of them, at the others
  /// those with one of 16 reds.
  @Test(arguments: CSSColorSpace.allCases)
  func everyColorComesBack(space: CSSColorSpace) async {
    let reds = Array(stride(from: 0, through: 255, by: Settings.walksEveryValue ? 1 : 17))
    let changed = await withTaskGroup(of: Int.self) { group in
      for red in reds {
        group.addTask {
          let count = 1 << 16
          var bytes = [UInt8](repeating: UInt8(red), count: 4 * count)
          for i in 0..<count {
            bytes[4 * i + 1] = UInt8(i >> 8)
            bytes[4 * i + 2] = UInt8(i & 255)
            bytes[4 * i + 3] = UInt8((i + red) & 255)
          }
          var colors = Columns<SIMD4<Float>>(repeating: .zero, count: count)
          Batch.convert(rgba8: bytes.span, to: space, into: &colors)
          let back = rgba8(of: colors, space)
          return back == bytes ? 0 : zip(bytes, back).count { $0 != $1 }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(changed == 0)
  }

  /// Oklab from bytes is within 4e-7 of the exact one. Without fused multiply-add the products of the last matrix are
  /// rounded too, whose largest row has magnitudes of 4.9 in all, by 2^-24 of that at most: 5e-7 are promised.
  @Test func oklabFromBytes() {
    let reds = Array(stride(from: 0, through: 255, by: 15))
    let bytes = reds.flatMap { red in
      reds.flatMap { green in (0...255).flatMap { [UInt8(red), UInt8(green), UInt8($0), UInt8($0)] } }
    }
    let count = bytes.count / 4
    var colors = Columns<SIMD4<Float>>(repeating: .zero, count: count)
    Batch.convert(rgba8: bytes.span, to: .oklab, into: &colors)
    var worst = 0.0
    for i in 0..<count {
      let exact = Color(rgba8: [bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3]])
        .components(in: .oklab)
      let difference = SIMD4<Double>(colors[i]) - exact
      for k in 0..<3 { worst = max(worst, difference[k].isNaN ? .infinity : difference[k].magnitude) }
      #expect(colors[i].w == Float(bytes[4 * i + 3]) / 255)
    }
    #expect(worst <= (isFused ? 4e-7 : 5e-7), "\(worst)")
  }

  /// Each byte is next to the exact one: within half a step, and from Oklab within 0.005 more.
  @Test(arguments: [CSSColorSpace.oklab, .lab, .srgb, .displayP3, .hsl])
  func bytesAreNextToTheExactOnes(space: CSSColorSpace) {
    let component = Draw<Float>.uniform(0...1)
    check(component, component, component, component) { cases, verdict in
      let sources = cases.indices.map { row in
        // Dark ones too, where sRGB is steepest.
        let power: Float = row.isMultiple(of: 2) ? 2 : 1
        return SIMD4(
          pow(cases[0][row], power), pow(cases[1][row], power), pow(cases[2][row], power), cases[3][row])
      }
      let colors = converted(sources, to: space)
      let bytes = rgba8(of: Columns(copying: colors.span), space)
      for row in cases.indices {
        let color = SIMD4<Double>(colors[row])
        let exact = Color(space, color.x, color.y, color.z, alpha: color.w).components(in: .srgb) * 255
        let found = SIMD4<Double>(
          Double(bytes[4 * row]), Double(bytes[4 * row + 1]), Double(bytes[4 * row + 2]), Double(bytes[4 * row + 3]))
        let error = (found - exact.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
        let worst = max(error.max(), -error.min())
        verdict.require(worst <= 0.505, row, "\(found) instead of \(exact)")
      }
    }
  }

  @Test func oddComponentsToBytes() {
    let odd: [Float] = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 7, -7]
    for space in [CSSColorSpace.srgb, .srgbLinear] {
      let colors = Columns<SIMD4<Float>>(odd.map { [$0, 1, 0, $0] })
      let bytes = rgba8(of: colors, space)
      let clipped: [UInt8] = [0, 255, 0, 255, 0, 255, 0]
      let alphas: [UInt8] = odd.indices.map { bytes[4 * $0 + 3] }
      #expect(alphas == clipped, "\(space)")
      let reds: [UInt8] = odd.indices.map { bytes[4 * $0] }
      if space == .srgb { #expect(reds == clipped) }
    }
    let oklab = Columns<SIMD4<Float>>(odd.map { [$0, 0, 0, 1] })
    let bytes = rgba8(of: oklab, .oklab)
    let expected: [UInt8] = [255, 255, 255, 255, 0, 0, 0, 255]
    #expect(Array(bytes[20..<28]) == expected)
    #expect(bytes[0] == 0 && bytes[1] == 0 && bytes[2] == 0)
  }

  /// Light without end stays so, also where it is computed and kept in `Double`.
  @Test(arguments: [CSSColorSpace.srgb, .a98RGB, .proPhotoRGB, .rec2020, .displayP3])
  func infiniteLightIsInfinite(space: CSSColorSpace) {
    let (bright, dark): ([Double], [Double]) = ([.infinity, -.infinity, 1], [0, 0, 0])
    func convert(from: CSSColorSpace, to: CSSColorSpace) -> [Double] {
      var (x, y, z) = (dark, dark, dark)
      Batch.convert(
        bright.span, dark.span, dark.span, from: from, to: to, into: x.mutableSpan, y.mutableSpan, z.mutableSpan)
      return x
    }
    for results in [convert(from: .xyzD65, to: space), convert(from: space, to: .xyzD65)] {
      #expect(!results[0].isFinite && !results[1].isFinite && results[2].isFinite, "\(results)")
    }
  }

  /// A hue may turn round many times: its bytes stay those of the same hue within a turn.
  @Test func huesMayTurnRoundForEver() {
    var generator = Generator(seed: Settings.seed)
    let colors = (0..<5000).map { _ in
      let turns = Float(Int.random(in: -2700...2700, using: &generator))
      // Quarters of degrees, which Float has up to 2^22.
      let hue = Float(Int.random(in: 0..<1440, using: &generator)) / 4 + 360 * turns
      return SIMD4(
        Float.random(in: 0.2...0.95, using: &generator), Float.random(in: 0...0.3, using: &generator), hue, 1)
    }
    let once = colors.map { SIMD4($0.x, $0.y, $0.z - 360 * ($0.z / 360).rounded(.down), 1) }
    let (found, expected) = (rgba8(of: Columns(colors), .oklch), rgba8(of: Columns(once), .oklch))
    // One exact number in a hundred is within 0.005 of halfway, where the other neighbour may be found: 150 of 15 000.
    let others = zip(found, expected).filter { $0 != $1 }
    #expect(others.allSatisfy { abs(Int($0) - Int($1)) == 1 } && others.count < 150, "\(others.count)")
  }

  @Test func nothingIsFine() {
    var none = Columns<SIMD4<Float>>()
    var bytes: [UInt8] = []
    Batch.convert(&none, from: .srgb, to: .lab)
    Batch.convert(rgba8: bytes.span, to: .oklab, into: &none)
    Batch.convert(none, from: .oklab, intoRGBA8: bytes.mutableSpan)
    #expect(none.isEmpty && bytes.isEmpty)
  }

  @Test func misfitsStopTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var colors = Columns<SIMD4<Float>>(repeating: .zero, count: 2)
      let bytes: [UInt8] = [1, 2, 3, 4]
      Batch.convert(rgba8: bytes.span, to: .oklab, into: &colors)
    }
    let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(printed.contains("rgba8.count is 4, but 4 * out.count is 8"), "\(printed)")
  }
}

/// Converts colours by the call for three columns, and expects the same bits of the calls for `Columns`.
private func converted(_ colors: [[Double]], from space: CSSColorSpace, to other: CSSColorSpace) -> [[Double]] {
  let (x, y, z) = (colors.map { $0[0] }, colors.map { $0[1] }, colors.map { $0[2] })
  var (outX, outY, outZ) = (x, y, z)
  Batch.convert(
    x.span, y.span, z.span, from: space, to: other, into: outX.mutableSpan, outY.mutableSpan, outZ.mutableSpan)
  var inPlace = Columns<SIMD4<Double>>(colors.map { [$0[0], $0[1], $0[2], 0.25] })
  var out = Columns<SIMD4<Double>>(repeating: .zero, count: colors.count)
  Batch.convert(inPlace, from: space, to: other, into: &out)
  Batch.convert(&inPlace, from: space, to: other)
  for index in colors.indices {
    let bits = [outX[index], outY[index], outZ[index], 0.25].map(\.bitPattern)
    for columns in [out, inPlace] {
      #expect((0..<4).allSatisfy { columns[index][$0].bitPattern == bits[$0] }, "\(colors[index]): \(columns[index])")
    }
  }
  return colors.indices.map { [outX[$0], outY[$0], outZ[$0]] }
}

private func converted(_ sources: [SIMD4<Float>], to space: CSSColorSpace) -> [SIMD4<Float>] {
  var colors = Columns(copying: sources.span)
  Batch.convert(&colors, from: .srgb, to: space)
  return Array(colors)
}

private func rgba8(of colors: Columns<SIMD4<Float>>, _ space: CSSColorSpace) -> [UInt8] {
  var bytes = [UInt8](repeating: 7, count: 4 * colors.count)
  Batch.convert(colors, from: space, intoRGBA8: bytes.mutableSpan)
  return bytes
}
