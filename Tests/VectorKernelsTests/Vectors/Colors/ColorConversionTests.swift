import Testing
import VectorKernels

@Suite(.seeded) struct ColorConversionTests {
  /// Any colour of sRGB and around it, between any two spaces, agrees with the reference to 1e-12 of the space's range.
  @Test func agreesWithTheReference() {
    let spaces = CSSColorSpace.allCases
    let component = Draw<Double>.uniform(-0.25...1.25)
    check(component, component, component, .uniform(0...225)) { cases, verdict in
      for row in cases.indices {
        let pair = min(224, Int(cases[3][row]))
        let (source, target) = (spaces[pair / 15], spaces[pair % 15])
        let start = Color(.srgb, [cases[0][row], cases[1][row], cases[2][row]]).converted(to: source)
        let result = start.converted(to: target)
        let expected = ReferenceColors.convert(start.reference, from: source, to: target)
        if result.missing.isEmpty == false { continue }
        // Polar coordinates by their meaning: without chroma a hue says nothing.
        let (found, wanted) = (
          ReferenceColors.rectangular(result.reference, target), ReferenceColors.rectangular(expected, target)
        )
        // Roots of numbers around 0 are as wrong as their argument is by the root of it, so light is compared there.
        let (light, wantedLight) = (
          ReferenceColors.light(result.reference, target), ReferenceColors.light(expected, target)
        )
        let range: Reference = target == .lab || target == .lch ? 100 : 1
        // Near the lightness of white (or black) a colour beyond the gamut has a saturation of thousands, which tells
        // what rounding the lightness, and what is left to white, does to components: two roundings of 2^-53 each.
        let rounding: Reference = target == .hsl ? abs(expected[1] / 100) * 0x1p-52 : 0
        let isClose = zip(found, wanted).allSatisfy { abs($0 - $1) <= 1e-12 * range + rounding }
        // Twenty roundings of numbers up to 4.
        let isCloseInLight = zip(light, wantedLight).allSatisfy { abs($0 - $1) <= 80 * 1.2e-16 }
        verdict.require(isClose || isCloseInLight, row, "\(start) in \(target): \(result) instead of \(expected)")
      }
    }
  }

  @Test func eightBitsSurvive() {
    for r in stride(from: 0, through: 255, by: 15) {
      for g in stride(from: 0, through: 255, by: 15) {
        for b in stride(from: 0, through: 255, by: 15) {
          let color = Color(rgba8: [UInt8(r), UInt8(g), UInt8(b), 77])
          for space in CSSColorSpace.allCases {
            #expect(color.converted(to: space).rgba8 == color.rgba8, "\(color) in \(space)")
          }
        }
      }
    }
  }

  /// The colours that CSS Color 4 prints, to about its digits.
  @Test func specificationsExamples() throws {
    let examples = [
      ("#7654cd", "lab(44.36% 36.05 -58.99)", 0.006),
      ("#7654cd", "color(xyz-d50 0.2005 0.14089 0.4472)", 0.0002),
      ("#7654cd", "color(xyz-d65 0.21661 0.14602 0.59452)", 0.0002),
      ("white", "color(xyz-d50 0.9643 1 0.8251)", 0.00005),
      ("white", "color(xyz-d65 0.9505 1 1.089)", 0.0001),
      ("blue", "oklch(45.201% 0.31321 264.052)", 0.0005),
      ("blue", "lch(29.5683% 131.201 301.364)", 0.001),
      ("lch(51.2345% 21.2 130)", "lab(51.2345% -13.6271 16.2401)", 0.00005),
      ("lch(51.2345% 21.2 130)", "color(srgb 0.41587 0.503670 0.36664)", 0.00005),
      ("lch(51.2345% 21.2 130)", "color(display-p3 0.43313 0.50108 0.37950)", 0.00005),
      ("lch(51.2345% 21.2 130)", "color(a98-rgb 0.44091 0.49971 0.37408)", 0.00005),
      ("lch(51.2345% 21.2 130)", "color(prophoto-rgb 0.36589 0.41717 0.31333)", 0.00005),
      ("color(srgb 0.691 0.139 0.259)", "color(srgb-linear 0.435 0.017 0.055)", 0.0006),
      ("color(display-p3 0.591 0.123 0.264)", "color(display-p3-linear 0.3081 0.014 0.0567)", 0.0003),
      ("#123456", "hsl(210 65.3846% 20.3922%)", 0.00005),
      ("hwb(20 20% 30%)", "color(srgb 0.7 0.366667 0.2)", 0.000001),
      // The Web Platform Tests' expectations, within the gamut and far outside it.
      ("lch(0 20 180)", "color(srgb -0.13099833 0.05952886 -0.00460494)", 1e-8),
      ("lch(0 20 180)", "hsl(339.80326134 266.58541811% -3.57347348%)", 1e-6),
      ("lch(20 20 0)", "hsl(339.49941404 35.05613281% 21.64776943%)", 1e-7),
      ("oklch(0.2 0.2 0)", "color(srgb 0.29595438 -0.12706564 0.07183401)", 1e-8),
      ("hsl(180 0.0011% 50%)", "color(display-p3 0.49999645 0.50000513 0.50000531)", 1e-8),
    ]
    for (from, to, tolerance) in examples {
      let expected = try Color(css: to)
      let found = try Color(css: from).converted(to: expected.space)
      let distance = found.components - expected.components
      #expect(distance.max() <= tolerance && distance.min() >= -tolerance, "\(from) is \(found), not \(to)")
    }
  }

  /// BT.1886, as CSS Color 4 has it: a linear light of one half is 0.5^(1/2.4).
  @Test func rec2020IsDisplayReferred() {
    let grey = Color(.srgbLinear, 0.5, 0.5, 0.5).converted(to: .rec2020)
    #expect(abs(grey.components.x - 0.749153538438341) < 1e-12)
  }

  /// Primaries that spaces have in common stay exactly apart.
  @Test func sharedPrimariesStayPure() {
    let red = Color(.srgb, 1, 0, 0).converted(to: .a98RGB)
    #expect(red.components.y == 0 && red.components.z == 0)
    let blue = Color(.srgb, 0, 0, 1).converted(to: .a98RGB)
    #expect(blue.components.x == 0 && blue.components.y == 0)
  }

  @Test func greysHaveNoHue() {
    for step in UInt8.min...255 {
      let grey = Color(rgba8: [step, step, step, 255])
      for space in [CSSColorSpace.hsl, .hwb, .lch, .oklch] {
        let polar = grey.converted(to: space)
        #expect(polar.missing == Color.MissingComponents(component: space.hueIndex!), "\(polar)")
        #expect(polar[component: space.hueIndex!] == nil && polar.rgba8 == grey.rgba8)
      }
    }
    // Nor has any space's white, whatever rounding does to it.
    for space in [CSSColorSpace.displayP3, .rec2020, .a98RGB, .proPhotoRGB] {
      for polar in [CSSColorSpace.hsl, .hwb, .lch, .oklch] {
        let white = Color(space, 1, 1, 1).converted(to: polar)
        #expect(white[component: polar.hueIndex!] == nil && white.rgba8 == [255, 255, 255, 255], "\(space): \(white)")
      }
    }
    #expect(Color(.oklch, 0.5, 0.1, 20).converted(to: .oklch).missing.isEmpty)
    // A powerless hue takes its chroma along.
    #expect(Color(.oklch, 0.5, 0.000003, 20).converted(to: .lch).components.y == 0)
  }

  @Test func missingComponentsCountAsZero() {
    #expect(Color(.srgb, nil, 0.5, 1).converted(to: .xyzD65) == Color(.srgb, 0, 0.5, 1).converted(to: .xyzD65))
    #expect(Color(.srgb, 1, 0.5, 1, alpha: nil).converted(to: .lab).missing == .alpha)
    #expect(Color(.lch, 50, 20, nil).converted(to: .lab) == Color(.lch, 50, 20, 0).converted(to: .lab))
  }

  /// Nothing traps, and the result is a colour.
  @Test func anyNumbersGiveAColor() {
    let number = Draw<Double>.signed(to: .greatestFiniteMagnitude)
    let odd: [Double] = [.nan, .infinity, -.infinity]
    check(number, number, number, .uniform(0...1), count: Settings.cases / 10) { cases, verdict in
      for row in cases.indices {
        let bad = row % 4 == 0 ? odd[row / 4 % 3] : cases[2][row]
        for space in CSSColorSpace.allCases {
          let color = Color(space, cases[0][row], cases[1][row], bad, alpha: row % 5 == 0 ? bad : cases[3][row])
          for target in CSSColorSpace.allCases {
            let result = color.converted(to: target)
            let numbers = [result.components.x, result.components.y, result.components.z, result.alpha]
            verdict.require(
              numbers.allSatisfy(\.isFinite) && (0...1).contains(result.alpha), row, "\(color) in \(target)")
          }
        }
      }
    }
  }
}

extension Color {
  fileprivate var reference: [Reference] { (0..<3).map { Reference(components[$0]) } }
}
