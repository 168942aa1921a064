import Testing
import VectorKernels

@Suite(.seeded) struct ColorMixingTests {
  /// The examples of CSS Color 4, "Color Interpolation", and others worked out by hand from its rules.
  @Test func specificationsExamples() throws {
    let halfway: [(String, String, CSSColorSpace, HueArc, String, Double)] = [
      // Premultiplied.
      (
        "rgb(24% 12% 98% / 0.4)", "rgb(62% 26% 64% / 0.6)", .srgb, .shorter,
        "color(srgb 0.468 0.204 0.776 / 0.5)", 1e-9
      ),
      (
        "rgb(76% 62% 03% / 0.4)", "color(display-p3 0.84 0.19 0.72 / 0.6)", .lab, .shorter,
        "lab(58.873 51.552 7.108 / 0.5)", 2e-2
      ),
      (
        "rgb(76% 62% 03% / 0.4)", "color(display-p3 0.84 0.19 0.72 / 0.6)", .lch, .shorter,
        "lch(58.873 81.126 31.82 / 0.5)", 1e-2
      ),
      // Hue arcs.
      ("oklch(0.6 0.24 30)", "oklch(0.8 0.15 90)", .oklch, .shorter, "oklch(0.7 0.195 60)", 1e-9),
      ("oklch(0.6 0.24 30)", "oklch(0.8 0.15 90)", .oklch, .longer, "oklch(0.7 0.195 240)", 1e-9),
      ("oklch(0.5 0.1 30)", "oklch(0.7 0.1 190)", .oklch, .increasing, "oklch(0.6 0.1 110)", 1e-9),
      ("oklch(0.5 0.1 30)", "oklch(0.7 0.1 230)", .oklch, .increasing, "oklch(0.6 0.1 130)", 1e-9),
      ("oklch(0.5 0.1 30)", "oklch(0.7 0.1 190)", .oklch, .decreasing, "oklch(0.6 0.1 290)", 1e-9),
      ("oklch(0.5 0.1 30)", "oklch(0.7 0.1 230)", .oklch, .decreasing, "oklch(0.6 0.1 310)", 1e-9),
      // Missing components.
      ("oklch(78.3% 0.108 326.5)", "oklch(39.2% 0.4 none)", .oklch, .shorter, "oklch(0.5875 0.254 326.5)", 1e-9),
      (
        "oklch(0.783 0.108 326.5 / 0.5)", "oklch(0.392 0.4 0 / none)", .oklch, .shorter,
        "oklch(0.5875 0.254 343.25 / 0.5)", 1e-9
      ),
      ("oklch(0.2 none none)", "oklch(0.4 none 50)", .oklch, .shorter, "oklch(0.3 none 50)", 1e-9),
      ("rgb(0 0 none / none)", "rgb(51 0 none / none)", .srgb, .shorter, "color(srgb 0.1 0 none / none)", 1e-9),
      // A missing hue is carried from one space to another; a missing blue has no counterpart there.
      (
        "lch(50% 0.02 none)", "color(display-p3 0.7 0.5 none)", .oklch, .shorter,
        "oklch(0.602545 0.07615 78.748)", 2e-3
      ),
      // So is a set, of which nothing is left.
      ("lab(50 none none)", "lch(70 20 80)", .lch, .shorter, "lch(60 20 80)", 1e-9),
      ("rgb(none none none / 50%)", "oklab(0.6 0.1 -0.1)", .oklab, .shorter, "oklab(0.6 0.1 -0.1 / 0.75)", 1e-9),
      ("hsl(none none 50)", "hwb(120 10% 20%)", .hwb, .shorter, "hwb(120 30% 35%)", 1e-9),
      // White has no hue of its own.
      ("white", "oklch(0.45 0.3 264)", .oklch, .shorter, "oklch(0.725 0.15 264)", 1e-9),
      ("white", "green", .hsl, .shorter, "hsl(120 50% 62.54901960784314%)", 1e-9),
      // A hue that is given counts, chroma or not.
      ("oklch(0.5 0 90)", "oklch(0.5 0.2 180)", .oklch, .shorter, "oklch(0.5 0.1 135)", 1e-9),
      // Transparent black brings no black.
      ("transparent", "red", .srgb, .shorter, "color(srgb 1 0 0 / 0.5)", 1e-9),
      ("transparent", "rgb(0 0 255 / 0)", .srgb, .shorter, "rgba(0, 0, 0, 0)", 1e-9),
    ]
    for (first, second, space, arc, expected, tolerance) in halfway {
      let mixed = try Color(css: first).mix(with: Color(css: second), by: 0.5, in: space, hue: arc)
      let wanted = try Color(css: expected)
      #expect(mixed.space == space && mixed.missing == wanted.missing, "\(first), \(second): \(mixed)")
      let distance = mixed.components - wanted.components
      #expect(distance.max() <= tolerance && distance.min() >= -tolerance, "\(first), \(second): \(mixed)")
      #expect(abs(mixed.alpha - wanted.alpha) < 1e-12)
    }
  }

  /// The Web Platform Tests' cases of `color-mix()`: both colours, the second one's share, and the mixture.
  @Test func webPlatformTests() throws {
    let mixtures: [(String, String, Double, CSSColorSpace, HueArc, String)] = [
      ("hsl(120deg 10% 20%)", "hsl(30deg 30% 40%)", 0.5, .hsl, .shorter, "color(srgb 0.33 0.36 0.24)"),
      ("hsl(120deg 10% 20%)", "hsl(30deg 30% 40%)", 0.75, .hsl, .shorter, "color(srgb 0.4375 0.415625 0.2625)"),
      (
        "hsl(120deg 10% 20% / .4)", "hsl(30deg 30% 40% / .8)", 0.25, .hsl, .shorter,
        "color(srgb 0.2674 0.3304 0.2296 / 0.5)"
      ),
      ("transparent", "hsl(30deg 30% 40%)", 0.9, .hsl, .shorter, "color(srgb 0.52 0.4 0.28 / 0.9)"),
      ("hsl(120deg 10% 20% / 0)", "hsl(30deg 30% 40%)", 0.9, .hsl, .shorter, "color(srgb 0.52 0.436 0.28 / 0.9)"),
      ("white", "blue", 0.9, .hsl, .shorter, "color(srgb 0.145 0.145 0.955)"),
      ("hsl(330deg 50% 50%)", "hsl(50deg 50% 50%)", 0.5, .hsl, .shorter, "color(srgb 0.75 0.33333333 0.25)"),
      ("hsl(60deg 50% 50%)", "hsl(60deg 50% 50%)", 0.5, .hsl, .longer, "color(srgb 0.25 0.25 0.75)"),
      ("red", "white", 0.5, .hsl, .longer, "color(srgb 0.625 0.875 0.875)"),
      ("red", "transparent", 0.5, .hsl, .longer, "color(srgb 0 1 1 / 0.5)"),
      ("hsl(50deg 50% 50%)", "hsl(330deg 50% 50%)", 0.5, .hsl, .decreasing, "color(srgb 0.75 0.33333333 0.25)"),
      ("hsl(none 20% 40%)", "hsl(30deg none 80%)", 0.5, .hsl, .shorter, "color(srgb 0.68 0.6 0.52)"),
      (
        "hsl(120deg 40% 40% / none)", "hsl(0deg 40% 40% / 0.5)", 0.5, .hsl, .shorter, "color(srgb 0.56 0.56 0.24 / 0.5)"
      ),
      ("hsl(120deg 40% 40% / none)", "hsl(0deg 40% 40% / none)", 0.5, .hsl, .shorter, "hsl(60 40 40 / none)"),
      ("hsl(30deg 40% 80% / 25%)", "hsl(none 50% none / none)", 1, .hsl, .shorter, "color(srgb 0.9 0.8 0.7 / 0.25)"),
      ("hsl(none none none)", "hsl(none none none)", 0.5, .hsl, .shorter, "hsl(none none none)"),
      ("hwb(120deg 10% 20%)", "hwb(30deg 30% 40%)", 0.75, .hwb, .shorter, "color(srgb 0.65 0.6 0.25)"),
      (
        "hwb(120deg 10% 20% / .4)", "hwb(30deg 30% 40% / .8)", 0.5, .hwb, .shorter,
        "color(srgb 0.55833333 0.66666667 0.23333333 / 0.6)"
      ),
      ("white", "blue", 0.5, .hwb, .shorter, "color(srgb 0.5 0.5 1)"),
      ("red", "white", 0.5, .lch, .increasing, "lch(77.1452707 53.4185908 40.85765651)"),
      ("red", "transparent", 0.5, .lch, .decreasing, "lch(54.2905414 106.8371816 40.85765651 / 0.5)"),
      ("lch(none 20 30deg)", "lch(50 none 70deg)", 0.5, .lch, .shorter, "lch(50 20 50)"),
      ("lab(50 0 0)", "black", 0.5, .lch, .shorter, "lch(25 0 none)"),
      ("oklch(0.1 20 120deg / 0)", "oklch(0.3 40 30deg)", 0.9, .oklch, .shorter, "oklch(0.3 40 39 / 0.9)"),
      ("white", "blue", 0.9, .oklch, .shorter, "oklch(0.50681235 0.28189295 264.05202262)"),
      ("red", "black", 0.5, .oklch, .longer, "oklch(0.31397768 0.12884165 209.23388028)"),
      // A hue that is given acts as normal, chroma or not; one that a conversion finds to be powerless doesn't.
      ("oklch(1 0 50deg)", "oklch(1 0 330deg)", 0.5, .oklch, .longer, "oklch(1 0 190)"),
      ("hsl(180 0 50%)", "hsl(11 33 44)", 0.5, .hsl, .shorter, "hsl(95.5 16.5% 47)"),
      ("hwb(180 100% 25%)", "hsl(11 33 44)", 0.5, .hsl, .shorter, "hsl(11 16.5% 62)"),
      ("hwb(180 49.999% 50%)", "hsl(11 33 44)", 0.5, .hsl, .shorter, "hsl(11 16.5% 46.9995)"),
      ("hwb(180 49.998% 50%)", "hsl(11 33 44)", 0.5, .hsl, .shorter, "hsl(95.5 16.50100002% 46.9995)"),
      ("lch(20 0.0015 180)", "hsl(11 33 44)", 0.5, .hsl, .shorter, "hsl(11 16.5% 31.46878726)"),
      ("lch(20 0.00151 180)", "hsl(11 33 44)", 0.5, .hsl, .shorter, "hsl(87.83594462 16.50155639% 31.4686328)"),
      ("oklch(0.2 0.000004 180)", "hsl(11 33 44)", 0.5, .hsl, .shorter, "hsl(11 16.5% 26.30521022)"),
      // Far outside the gamut.
      ("lch(0 20 0)", "hsl(11 33 44)", 0.5, .hsl, .shorter, "color(srgb 0.59417534 -0.11844061 -0.06382608)"),
      ("oklch(0.2 0.2 0)", "hsl(11 33 44)", 0.5, .hsl, .shorter, "color(srgb 0.63388622 -0.10944185 -0.00282766)"),
    ]
    for (first, second, share, space, arc, expected) in mixtures {
      let wanted = try Color(css: expected)
      let mixed = try Color(css: first).mix(with: Color(css: second), by: share, in: space, hue: arc)
      let found = mixed.converted(to: wanted.space)
      let distance = found.components - wanted.components
      // As many digits as the expectations have.
      #expect(max(distance.max(), -distance.min()) < 1e-6, "\(first), \(second): \(found), not \(wanted)")
      #expect(
        found.missing == wanted.missing && abs(found.alpha - wanted.alpha) < 1e-12, "\(first), \(second): \(found)")
    }
  }

  @Test func swiftUIsSpaces() {
    let (red, blue) = (Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0, blue: 1))
    #expect(red.mix(with: blue, by: 0.5, in: .device) == Color(.srgb, 0.5, 0, 0.5))
    // The mean of red and blue in Oklab.
    #expect(red.mix(with: blue, by: 0.5).rgba8 == [140, 83, 162, 255])
    #expect(red.mix(with: blue, by: 0.25) == red.mix(with: blue, by: 0.25, in: .oklab))
    #expect(red.mix(with: blue, by: 0.25, in: .perceptual) == red.mix(with: blue, by: 0.25))
  }

  /// The ends are the colours themselves, a colour with itself is itself, and halfway it doesn't matter which is first.
  @Test func mixturesOfAnyColors() {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for row in 0..<Settings.cases / 2 {
      let (first, second) = (Color.random(using: &generator), Color.random(using: &generator))
      let space = CSSColorSpace.allCases.randomElement(using: &generator)!
      let arc = HueArc.allCases.randomElement(using: &generator)!
      func mix(_ a: Color, _ b: Color, _ fraction: Double, _ arc: HueArc) -> Color {
        a.mix(with: b, by: fraction, in: space, hue: arc)
      }
      let text = "\(first), \(second) in \(space), \(arc)"
      if first.missing.isEmpty, first.alpha > 0 {
        let itself = mix(first, first, 0.3, .shorter)
        verdict.require(itself.isClose(to: first.converted(to: space)), row, "\(text): itself \(itself)")
      }
      if first.missing.isEmpty, second.missing.isEmpty, first.alpha > 0, second.alpha > 0 {
        let (from, to) = (mix(first, second, 0, arc), mix(first, second, 1, arc))
        // Missing hues are the other colour's.
        verdict.require(from.isClose(to: first.converted(to: space)), row, "\(text) from \(from)")
        verdict.require(to.isClose(to: second.converted(to: space)), row, "\(text) to \(to)")
      }
      let reversed: [HueArc: HueArc] = [.increasing: .decreasing, .decreasing: .increasing]
      let (there, back) = (mix(first, second, 0.5, arc), mix(second, first, 0.5, reversed[arc] ?? arc))
      // Opposite hues have two arcs that are as short, and equal ones two whole turns.
      let hues = space.hueIndex.map {
        (first.converted(to: space).components[$0], second.converted(to: space).components[$0])
      }
      let isAmbiguous = hues.map { abs(abs($0 - $1) - 180) < 1e-6 || abs($0 - $1) < 1e-6 } ?? false
      verdict.require(isAmbiguous || there.isClose(to: back), row, "\(text): \(there), \(back)")
      for fraction in [-0.5, 0.25, 1.5] {
        verdict.require((0...1).contains(mix(first, second, fraction, arc).alpha), row, text)
      }
    }
  }

  /// Each arc is what CSS says of the difference that it makes, and ends at the hues that it is given.
  @Test func arcsAreTheirDefinitions() {
    check(Draw<Double>.uniform(0...359.999), .uniform(0...359.999)) { cases, verdict in
      for row in cases.indices {
        let (from, to) = (cases[0][row], cases[1][row])
        let (first, second) = (Color(.oklch, 0.5, 0.1, from), Color(.oklch, 0.5, 0.1, to))
        for arc in HueArc.allCases {
          // The colours on the way, in small steps.
          var turned = 0.0
          var hue = from
          for step in 1...8 {
            let next = first.mix(with: second, by: Double(step) / 8, in: .oklch, hue: arc).components.z
            let way = next - hue
            turned += way - 360 * (way / 360).rounded()
            hue = next
          }
          let range: ClosedRange<Double> =
            switch arc {
            case .shorter: -180...180
            case .longer: turned < 0 ? -360 ... -180 : 180...360
            case .increasing: 0...360
            case .decreasing: -360...0
            case .raw: min(0, to - from)...max(0, to - from)
            }
          verdict.require(
            turned > range.lowerBound - 1e-9 && turned < range.upperBound + 1e-9 && abs(hue - to) < 1e-9, row,
            "\(from) to \(to), \(arc): \(turned)")
        }
      }
    }
  }

  /// As in d3's `interpolateHslLong` and its like, the hues' numbers are interpolated: in single values, batches and
  /// gradients.
  @Test func rawHuesStayAsTheyAre() {
    let hues: [(Double, Double)] = [(350, 10), (10, 350), (0, 300), (90, 90), (359, 0)]
    let amounts: [Double] = [0, 0.25, 0.5, 1]
    for space in [CSSColorSpace.hsl, .hwb, .lch, .oklch] {
      let index = space.hueIndex!
      func color(_ hue: Double) -> Color {
        var components = SIMD3<Double>(0.25, 0.25, 0.25)
        components[index] = hue
        return Color(space, components)
      }
      for (from, to) in hues {
        let (first, second) = (color(from), color(to))
        let gradient = Gradient(colors: [first, second])
        let prepared = PreparedGradient(gradient, in: space, hue: .raw)
        let mix = ColorMix(from: [first], to: [second], in: space, hue: .raw)
        for amount in amounts {
          let wanted = from * (1 - amount) + to * amount
          let mixed = first.mix(with: second, by: amount, in: space, hue: .raw)
          #expect(abs(mixed.components[index] - wanted) < 1e-12, "\(from) to \(to) in \(space): \(mixed)")
          #expect(gradient.color(at: amount, in: space, hue: .raw) == mixed)
          var batch: Columns<SIMD4<Float>> = [.zero]
          mix.colors(by: Float(amount), as: space, into: &batch)
          #expect(abs(Double(batch[0][index]) - wanted) < 1e-4, "\(from) to \(to) in \(space): \(batch[0])")
          prepared.colors(at: [Float(amount)].span, as: space, into: &batch)
          #expect(abs(Double(batch[0][index]) - wanted) < 1e-4, "\(from) to \(to) in \(space): \(batch[0])")
        }
      }
    }
  }

  @Test func oddFractions() {
    let (red, blue) = (Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0, blue: 1))
    #expect(red.mix(with: blue, by: .nan, in: .srgb) == .clear)
    #expect(red.mix(with: blue, by: 2, in: .srgb) == Color(.srgb, -1, 0, 2))
    for fraction in [Double.infinity, -.infinity, 1e300] {
      let mixed = red.mix(with: blue, by: fraction, in: .oklch)
      #expect(mixed.components.x.isFinite && mixed.components.y.isFinite && (0..<360).contains(mixed.components.z))
    }
  }

  @Test func animatableDataIsPremultipliedOklab() {
    let half = Color(.oklab, 0.6, 0.1, -0.2, alpha: 0.5)
    #expect(half.animatableData == [0.3, 0.05, -0.1, 0.5])
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<1000 {
      let color = Color.random(using: &generator)
      guard color.missing.isEmpty, color.alpha > 0.01 else { continue }
      var copy = color
      copy.animatableData = color.animatableData
      #expect(copy.space == color.space && copy.missing.isEmpty)
      #expect(copy.converted(to: .oklab).isClose(to: color.converted(to: .oklab)), "\(color), \(copy)")
    }
    var gone = half
    gone.animatableData = .zero
    #expect(gone == Color(.oklab, 0, 0, 0, alpha: 0))
    // Halfway between two, by data and by mixing.
    let other = Color(.oklab, 0.2, 0, 0.1)
    var middle = half
    middle.animatableData.interpolate(towards: other.animatableData, amount: 0.5)
    #expect(middle.isClose(to: half.mix(with: other, by: 0.5)))
    // A spring takes it from one to the other, in the space that it is in.
    var color = Color(.displayP3, 0.2, 0.7, 0.1)
    var velocity = SIMD4<Double>.zero
    for _ in 0..<600 {
      Spring.bouncy.update(
        value: &color.animatableData, velocity: &velocity, target: half.animatableData, deltaTime: 1 / 60)
    }
    #expect(color.space == .displayP3 && color.isClose(to: half))
  }
}

extension Color {
  /// Whether both look the same: nearly the same in light, of which roundings are 1e-15 or so. What hues of far out of
  /// gamut colours stand for can be large, and is compared in relation to that.
  func isClose(to other: Color) -> Bool {
    let (own, others) = (components(in: .xyzD65), other.components(in: .xyzD65))
    let (difference, size) = (own - others, max(1, own.max(), -own.min()))
    return max(difference.max(), -difference.min()) < 1e-9 * size
  }
}
