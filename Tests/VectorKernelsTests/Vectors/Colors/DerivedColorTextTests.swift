import Testing
import VectorKernels

/// `calc()` in colours (CSS Values 4).
@Suite(.seeded) struct ColorCalculationTests {
  @Test func calculations() throws {
    let pairs = [
      ("rgb(calc(1 + 2) calc(2*3 - 1) calc((10 - 4) / 2))", "rgb(3 5 3)"),
      ("rgb(calc(10% * 2), calc(20% + 30%), calc(3 * 10%), calc(1 / 4))", "rgb(20%, 50%, 30%, 0.25)"),
      ("rgb(calc(calc(2) * (3 + -1)) calc( 1 /**/+ 2 ) 0 / calc(10% + 40%))", "rgb(4 3 0 / 50%)"),
      ("hsl(calc(1turn / 4 + 0.5turn) calc(50%) calc(100% - 60%))", "hsl(270 50% 40%)"),
      ("hsl(calc(10 * 3), calc(50% / 2), 40%)", "hsl(30, 25%, 40%)"),
      ("oklch(calc(3 - 2.5) calc(40% / 80% / 10) calc(pi * 100deg / PI))", "oklch(0.5 0.05 100)"),
      ("color(srgb calc(1 - 2 - 3) calc(8 / 4 / 2) calc(2 + 3 * 4))", "color(srgb -4 1 14)"),
      ("color(srgb calc(90deg / 1turn) calc(e / e) calc(1/-infinity))", "color(srgb 0.25 1 0)"),
      // Numbers that aren't finite (css/css-color/parsing/color-computed-rgb.html and its neighbours).
      ("rgb(calc(infinity) calc(-infinity) calc(NaN) / calc(infinity))", "rgb(255 0 0)"),
      ("rgb(calc(0 / 0) calc(1 / 0) calc(-1 / 0) / calc(NaN))", "rgb(0 255 0 / 0)"),
      ("hsl(calc(infinity) 100% 50%)", "hsl(0 100% 50%)"), ("hsl(calc(-1deg / 0) 100% 50%)", "hsl(0 100% 50%)"),
      ("lab(calc(infinity) calc(0 * infinity) 0)", "lab(100 0 0)"),
      ("color(srgb calc(infinity) 0 0)", "color(srgb 1e30 0 0)"),
    ]
    for (text, expected) in pairs {
      let (color, wanted) = (try Color(css: text), try Color(css: expected))
      #expect(color.space == wanted.space && color.missing == wanted.missing, "\(text): \(color)")
      // Two or three roundings.
      let distance = color.components - wanted.components
      #expect(
        max(distance.max(), -distance.min()) < 1e-13 && abs(color.alpha - wanted.alpha) < 1e-15, "\(text): \(color)")
    }
  }

  /// Random sums, products and parentheses, evaluated as trees.
  @Test func agreesWithTrees() throws {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<Settings.cases / 10 {
      let (text, value) = Self.sum(depth: 4, using: &generator)
      let color = try Color(css: "color(xyz calc(\(text)) calc((\(text)) * 1%) 0)")
      let wanted = value.isNaN ? 0 : min(1e30, max(-1e30, value))
      #expect(color.components.x == wanted, "\(text)")
      let percentage = value.isNaN ? 0 : min(1e30, max(-1e30, value))
      #expect(color.components.y == percentage / 100, "\(text)")
    }
  }

  private static func sum(depth: Int, using generator: inout Generator) -> (String, Double) {
    var (text, value) = product(depth: depth, using: &generator)
    while generator.oneIn(2) {
      let (term, number) = product(depth: depth, using: &generator)
      if generator.oneIn(2) {
        (text, value) = ("\(text) + \(term)", value + number)
      } else {
        (text, value) = ("\(text) - \(term)", value - number)
      }
    }
    return (text, value)
  }

  private static func product(depth: Int, using generator: inout Generator) -> (String, Double) {
    var (text, value) = operand(depth: depth, using: &generator)
    while generator.oneIn(2) {
      let (factor, number) = operand(depth: depth, using: &generator)
      if generator.oneIn(2) {
        (text, value) = ("\(text)*\(factor)", value * number)
      } else {
        (text, value) = ("\(text) / \(factor)", value / number)
      }
    }
    return (text, value)
  }

  private static func operand(depth: Int, using generator: inout Generator) -> (String, Double) {
    if depth > 0, generator.oneIn(3) {
      let (text, value) = sum(depth: depth - 1, using: &generator)
      return (generator.oneIn(2) ? "(\(text))" : "calc( \(text) )", value)
    }
    let number = Double(Int.random(in: -9...9, using: &generator)) / 4
    return ("\(number)", number)
  }

  @Test func errorsSayWhere() {
    let wrong: [(String, CSSColorError.Problem, String, Int)] = [
      ("rgb(calc() 2 3)", .expected(.operand), ")", 9), ("rgb(calc(none) 2 3)", .expected(.operand), "none", 9),
      ("rgb(calc(1 2) 2 3)", .expected(.operatorOrEnd), "2", 11),
      ("rgb(calc(1+2) 2 3)", .expected(.operatorOrEnd), "+2", 10),
      ("rgb(calc(1 +(2)) 2 3)", .expected(.whiteSpace), "+", 11),
      ("rgb(calc((1)+ 2) 2 3)", .expected(.whiteSpace), "+", 12),
      ("rgb(calc((1)/**/+ 2) 2 3)", .expected(.whiteSpace), "+", 16),
      ("rgb(calc(1 - 2%) 2 3)", .expected(.number), "2%", 13),
      ("rgb(calc(1% + 2) 2 3)", .expected(.percentage), "2", 14),
      ("hsl(calc(1deg + 2) 2 3)", .expected(.angle), "2", 16), ("rgb(calc(1% * 2%) 2 3)", .expected(.number), "2%", 14),
      ("rgb(calc(1 / 2%) 2 3)", .expected(.number), "2%", 13),
      ("rgb(calc(1deg) 2 3)", .expected(.component), "calc(", 4),
      ("hsl(calc(1%) 2 3)", .expected(.hue), "calc(", 4),
      ("rgb(calc(1), calc(2%), 3)", .expected(.number), "calc(", 13),
      ("rgb(calc(1px) 2 3)", .expected(.operand), "1px", 9), ("rgb(calc(r) 2 3)", .expected(.operand), "r", 9),
      ("rgb(calc(1) 2 3", .expected(.slashOrEnd), "", 15), ("rgb(calc(1", .expected(.operatorOrEnd), "", 10),
      ("rgb(1 2 3 / calc(4deg))", .expected(.component), "calc(", 12),
      ("rgb(min(1, 2) 2 3)", .expected(.component), "min(", 4),
      ("rgb(calc(red) 2 3)", .expected(.operand), "red", 9), ("rgb((1) 2 3)", .expected(.component), "(", 4),
    ]
    for (text, problem, part, offset) in wrong {
      #expect(throws: CSSColorError(problem: problem, text: part, offset: offset), "\(text)") { try Color(css: text) }
    }
  }

  /// Functions and parentheses are limited together: 64 levels are read, and the 65th is an error.
  @Test func depthIsLimited() throws {
    func nested(_ opening: String, _ inner: String, _ closing: String, count: Int) -> String {
      String(repeating: opening, count: count) + inner + String(repeating: closing, count: count)
    }
    func calculation(_ count: Int) -> String { "rgb(calc(\(nested("(", "51", ")", count: count))) 0 0)" }
    #expect(try Color(css: calculation(62)) == Color(.srgb, 0.2, 0, 0))
    let tooDeep = CSSColorError(problem: .tooDeep, text: "(", offset: 9 + 62)
    #expect(throws: tooDeep) { try Color(css: calculation(63)) }
    #expect(tooDeep.description == "\"(\" at offset 71 exceeds the limit of 64 nested functions and parentheses")
    func relative(_ count: Int) -> String { nested("rgb(from ", "red", " r g b)", count: count) }
    #expect(try Color(css: relative(64)) == Color(.srgb, 1, 0, 0))
    #expect(throws: CSSColorError(problem: .tooDeep, text: "rgb(", offset: 9 * 64)) { try Color(css: relative(65)) }
    func mixture(_ count: Int) -> String { nested("color-mix(in srgb, ", "red", ", red)", count: count) }
    #expect(try Color(css: mixture(64)) == Color(.srgb, 1, 0, 0))
    #expect(throws: CSSColorError(problem: .tooDeep, text: "color-mix(", offset: 19 * 64)) {
      try Color(css: mixture(65))
    }
    // Neighbours aren't inside of each other, and neither are calculations one after the other.
    #expect(try Color(css: "rgb(calc(\(nested("(1) + ", "0", "", count: 1000))) 0 0)").components.x == 1)
    #expect(throws: CSSColorError.self) { try Color(css: String(repeating: "rgb(from ", count: 100_000)) }
    #expect(throws: CSSColorError.self) { try Color(css: "rgb(calc(" + String(repeating: "(", count: 100_000)) }
  }
}

/// Relative colours (CSS Color 5).
@Suite(.seeded) struct RelativeColorTests {
  /// The expectations of css/css-color/parsing/color-computed-relative-color.html in the Web Platform Tests.
  @Test func webPlatformTests() throws {
    let pairs: [(String, String, Double)] = [
      ("rgb(from rebeccapurple r g b)", "color(srgb 0.4 0.2 0.6)", 1e-12),
      ("rgba(from rebeccapurple r g b / alpha)", "color(srgb 0.4 0.2 0.6)", 1e-12),
      ("rgb(from rgb(20%, 40%, 60%, 80%) r g b / alpha)", "color(srgb 0.2 0.4 0.6 / 0.8)", 1e-12),
      ("rgb(from rgb(20%, 40%, 60%, 80%) r g b)", "color(srgb 0.2 0.4 0.6 / 0.8)", 1e-12),
      ("rgb(from rgb(20%, 40%, 60%, 80%) r g b / 0.5)", "color(srgb 0.2 0.4 0.6 / 0.5)", 1e-12),
      ("rgb(from hsl(120deg 20% 50% / .5) r g b / alpha)", "color(srgb 0.4 0.6 0.4 / 0.5)", 1e-12),
      ("rgb(from rgb(from rebeccapurple r g b) r g b)", "color(srgb 0.4 0.2 0.6)", 1e-12),
      ("rgb(from rebeccapurple 0 0 0)", "color(srgb 0 0 0)", 1e-12),
      ("rgb(from rebeccapurple r 20 10)", "color(srgb 0.4 0.0784314 0.0392157)", 1e-7),
      ("rgb(from rebeccapurple r 20% 10)", "color(srgb 0.4 0.2 0.0392157)", 1e-7),
      ("rgb(from rebeccapurple g b r)", "color(srgb 0.2 0.6 0.4)", 1e-12),
      ("rgb(from rebeccapurple r alpha r)", "color(srgb 0.4 0.00392157 0.4)", 1e-8),
      ("rgb(from rgb(20%, 40%, 60%, 80%) r g b / calc(alpha / 2))", "color(srgb 0.2 0.4 0.6 / 0.4)", 1e-12),
      ("rgb(from rebeccapurple calc(r) calc(g) calc(b))", "color(srgb 0.4 0.2 0.6)", 1e-12),
      ("rgb(from rebeccapurple r calc(g * 2) 10)", "color(srgb 0.4 0.4 0.0392157)", 1e-7),
      ("rgb(from rebeccapurple r calc(g * .5 + g * .5) 10)", "color(srgb 0.4 0.2 0.0392157)", 1e-7),
      ("rgb(from rebeccapurple r calc(b * .5 - g * .5) 10)", "color(srgb 0.4 0.2 0.0392157)", 1e-7),
      ("rgb(from rebeccapurple none none none / none)", "color(srgb none none none / none)", 0),
      ("rgb(from rgb(none none none / none) r g b / alpha)", "color(srgb none none none / none)", 0),
      ("rgb(from rgb(20% none 60%) r g b)", "color(srgb 0.2 none 0.6)", 1e-12),
      ("rgb(from rgb(20% none 60%) r calc(g + 51) b)", "color(srgb 0.2 0.2 0.6)", 1e-12),
      // Nothing is clipped.
      ("rgb(from color(display-p3 0 1 0) r g b / alpha)", "color(srgb -0.511605 1.01827 -0.310675)", 1e-5),
      ("rgb(from lab(100 104.3 -50.9) r g b)", "color(srgb 1.59343 0.58802 1.40564)", 3e-4),
      ("rgb(from red 300 -51 b)", "color(srgb 1.1764706 -0.2 0)", 1e-7),
      ("hsl(from rebeccapurple h s l)", "hsl(270 50% 40%)", 1e-12),
      ("hsl(from rebeccapurple h 20% 10%)", "hsl(270 20% 10%)", 1e-12),
      ("hsl(from rebeccapurple 25 s l / 0.5)", "hsl(25 50% 40% / 0.5)", 1e-12),
      ("hsl(from rebeccapurple calc(h + 180) calc(s / 2) calc(l * 2))", "hsl(90 25% 80%)", 1e-12),
      ("hsl(from hsl(none none none) h s l)", "hsl(none none none)", 0),
      ("hwb(from rebeccapurple h w b)", "hwb(270 20% 40%)", 1e-12),
      ("hwb(from rebeccapurple 25 w calc(b + 20))", "hwb(25 20% 60%)", 1e-12),
      ("lab(from lab(25 20 50) l a b)", "lab(25 20 50)", 0), ("lab(from lab(25 20 50) 35 a b)", "lab(35 20 50)", 0),
      ("lab(from lab(25 20 50 / 40%) l b a / alpha)", "lab(25 50 20 / 0.4)", 0),
      ("lab(from lab(25 20 50 / 40%) 200 300 400 / 500)", "lab(100 300 400)", 0),
      ("lab(from lab(25 20 50 / 40%) -200 -300 -400 / -500)", "lab(0 -300 -400 / 0)", 0),
      ("lch(from lch(70 45 30) l c calc(h / 2))", "lch(70 45 15)", 0),
      ("lch(from lch(70 45 30 / 40%) calc(l * .8) calc(c - 50) calc(h + 360) / alpha)", "lch(56 0 30 / 0.4)", 1e-12),
      ("oklab(from oklab(0.25 0.2 0.5) l calc(a + 0.1) none)", "oklab(0.25 0.3 none)", 1e-12),
      ("oklch(from oklch(none 0.3 none) l c h)", "oklch(none 0.3 none)", 0),
      ("color(from color(srgb 0.7 0.5 0.3) srgb r g b)", "color(srgb 0.7 0.5 0.3)", 0),
      ("color(from color(srgb 0.7 0.5 0.3 / 40%) srgb 0 g 20% / alpha)", "color(srgb 0 0.5 0.2 / 0.4)", 0),
      ("color(from color(srgb 1.7 1.5 -1.3) srgb r g calc(b * 2))", "color(srgb 1.7 1.5 -2.6)", 0),
      ("color(from color(xyz 7 -20.5 100) xyz-d65 x y z)", "color(xyz 7 -20.5 100)", 0),
      ("color(from color(xyz-d50 0.1 0.2 0.3) xyz-d50 z y x)", "color(xyz-d50 0.3 0.2 0.1)", 0),
      ("color(from color(display-p3 0 1 0) srgb r g b)", "color(srgb -0.511605 1.01827 -0.310675)", 1e-5),
      // The origin may be of any kind, and upper case.
      ("HSL(FROM color-mix(in srgb, red, lime 50%) H S L)", "hsl(60 100% 25%)", 1e-12),
      // Components that both spaces have stay missing (CSS Color 5, section 4.1); a grey has no hue.
      ("oklch(from lch(50 none 30) l c h)", "oklch(0.5693 none none)", 1e-3),
      ("oklch(from gray l 0.1 h)", "oklch(0.5999 0.1 none)", 1e-4),
      ("oklch(from gray l 0.1 calc(h + 90))", "oklch(0.5999 0.1 90)", 1e-4),
    ]
    for (text, expected, tolerance) in pairs {
      let (color, wanted) = (try Color(css: text), try Color(css: expected))
      #expect(color.space == wanted.space && color.missing == wanted.missing, "\(text): \(color)")
      let distance = color.components - wanted.components
      #expect(max(distance.max(), -distance.min()) <= tolerance, "\(text): \(color)")
      #expect(abs(color.alpha - wanted.alpha) < 1e-12, "\(text): \(color)")
    }
  }

  /// Any colour relative to another is what its own space has, in every function.
  @Test func identitiesAreConversions() throws {
    let functions: [(String, CSSColorSpace)] =
      [
        ("hsl(from X h s l)", .hsl), ("hwb(from X h w b)", .hwb), ("lab(from X l a b)", .lab),
        ("lch(from X l c h)", .lch), ("oklab(from X l a b)", .oklab), ("oklch(from X l c h)", .oklch),
        ("rgb(from X r g b)", .srgb),
      ]
      + [.srgb, .srgbLinear, .displayP3, .displayP3Linear, .rec2020, .a98RGB, .proPhotoRGB].map {
        ("color(from X \(($0 as CSSColorSpace).rawValue) r g b)", $0)
      } + [.xyzD50, .xyzD65].map { ("color(from X \(($0 as CSSColorSpace).rawValue) x y z / alpha)", $0) }
    #expect(Set(functions.map(\.1)).count == CSSColorSpace.allCases.count)
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<Settings.cases / 20 {
      let bytes = SIMD4<UInt8>(truncatingIfNeeded: SIMD4<UInt64>.random(in: 0...255, using: &generator))
      let origin = Color(rgba8: bytes)
      for (function, space) in functions {
        let text = function.replacing("X", with: origin.description)
        let (color, wanted) = (try Color(css: text), origin.converted(to: space))
        let distance = color.components - wanted.components
        // White is clamped to the lightness of 100, or 1, where a conversion misses it by a rounding.
        let isClose = max(distance.max(), -distance.min()) < 1e-12
        #expect(color.space == space && color.missing == wanted.missing && isClose, "\(text): \(color)")
        #expect(color.alpha == wanted.alpha)
      }
    }
  }

  @Test func errorsSayWhere() {
    let wrong: [(String, CSSColorError.Problem, String, Int)] = [
      ("rgb(from)", .expected(.color), ")", 8), ("rgb(from r g b)", .unknownName, "r", 9),
      ("rgb(from red)", .expected(.component), ")", 12), ("rgb(from red r g)", .expected(.component), ")", 16),
      ("rgb(from red, r g b)", .expected(.component), ",", 12),
      ("rgb(from red r, g, b)", .expected(.component), ",", 14),
      ("rgb(from red r g b, alpha)", .expected(.slashOrEnd), ",", 18),
      ("rgb(from red r g b / x)", .expected(.component), "x", 21),
      ("rgb(from red h g b)", .expected(.component), "h", 13),
      ("hsl(from red h s b)", .expected(.component), "b", 17), ("hsl(from red s% s l)", .expected(.component), "%", 14),
      ("hsl(from red 1% s l)", .expected(.hue), "1%", 13),
      ("rgb(from red calc(r + 10%) g b)", .expected(.number), "10%", 22),
      ("color(from red r g b)", .expected(.colorSpace), "r", 15),
      ("color(from red lab l a b)", .expected(.colorSpace), "lab", 15),
      ("color(from red xyz r g b)", .expected(.component), "r", 19), ("rgb(r g b)", .expected(.component), "r", 4),
      ("rgb(from rgb(from red r g b) x g b)", .expected(.component), "x", 29),
      ("rgb(from currentcolor r g b)", .unknownName, "currentcolor", 9),
    ]
    for (text, problem, part, offset) in wrong {
      #expect(throws: CSSColorError(problem: problem, text: part, offset: offset), "\(text)") { try Color(css: text) }
    }
  }
}

/// `color-mix()` (CSS Color 5).
@Suite(.seeded) struct ColorMixTextTests {
  /// The expectations of css/css-color/parsing/color-mix-function.html in the Web Platform Tests.
  @Test func webPlatformTests() throws {
    let (first, second) = ("hsl(120deg 10% 20%)", "hsl(30deg 30% 40%)")
    let (faint, strong) = ("hsl(120deg 10% 20% / .4)", "hsl(30deg 30% 40% / .8)")
    let pairs = [
      ("in hsl, \(first), \(second)", "color(srgb 0.33 0.36 0.24)"),
      ("in hsl, \(first) 25%, \(second)", "color(srgb 0.4375 0.415625 0.2625)"),
      ("in hsl, 25% \(first), \(second)", "color(srgb 0.4375 0.415625 0.2625)"),
      ("in hsl, \(first), \(second) 75%", "color(srgb 0.4375 0.415625 0.2625)"),
      ("in hsl, \(first), 75% \(second)", "color(srgb 0.4375 0.415625 0.2625)"),
      ("in hsl, \(first) 25%, \(second) 75%", "color(srgb 0.4375 0.415625 0.2625)"),
      ("in hsl, \(first) 30%, \(second) 90%", "color(srgb 0.4375 0.415625 0.2625)"),
      ("in hsl, \(first) 12.5%, \(second) 37.5%", "color(srgb 0.4375 0.415625 0.2625 / 0.5)"),
      ("in hsl, \(first) 0%, \(second)", "color(srgb 0.52 0.4 0.28)"),
      ("in hsl, \(first) calc(50% / 2), \(second) calc(80% - 5%)", "color(srgb 0.4375 0.415625 0.2625)"),
      ("in hsl, \(first) calc(-10%), \(second) calc(300%)", "color(srgb 0.52 0.4 0.28)"),
      ("in hsl, \(faint), \(strong) 25%", "color(srgb 0.2674 0.3304 0.2296 / 0.5)"),
      ("in hsl, \(faint) 90%, \(strong) 30%", "color(srgb 0.2674 0.3304 0.2296 / 0.5)"),
      ("in hsl, \(faint) 37.5%, \(strong) 12.5%", "color(srgb 0.2674 0.3304 0.2296 / 0.25)"),
      ("in hsl longer hue, hsl(40deg 50% 50%), hsl(60deg 50% 50%)", "color(srgb 0.25 0.333333 0.75)"),
      ("in hsl increasing hue, hsl(330deg 50% 50%), hsl(20deg 50% 50%)", "color(srgb 0.75 0.25 0.291667)"),
      ("in hsl decreasing hue, hsl(50deg 50% 50%), hsl(330deg 50% 50%)", "color(srgb 0.75 0.333333 0.25)"),
      ("in hsl shorter hue, hsl(330deg 50% 50%), hsl(50deg 50% 50%)", "color(srgb 0.75 0.333333 0.25)"),
      ("in hwb, hwb(120deg 10% 20%), hwb(30deg 30% 40%) 75%", "color(srgb 0.65 0.6 0.25)"),
      ("in lch, lch(10 20 30deg / .4) 12.5%, lch(50 60 70deg / .8) 37.5%", "lch(44.285714 54.285714 60 / 0.35)"),
      ("in oklch, oklch(0.1 20 30deg), oklch(0.5 60 70deg)", "oklch(0.3 40 50)"),
      ("in lab, lab(10 20 30) 65%, lab(50 60 70) 35%", "lab(24 34 44)"),
      ("in oklab, oklab(0.1 0.2 0.3) 25%, oklab(0.5 0.6 0.7)", "oklab(0.4 0.5 0.6)"),
      ("in srgb, color(srgb .1 .2 .3 / none), color(srgb .5 .6 .7 / 0.5)", "color(srgb 0.3 0.4 0.5 / 0.5)"),
      ("in srgb, color(srgb .1 .2 none), color(srgb .5 .6 none)", "color(srgb 0.3 0.4 none)"),
      ("in xyz, color(xyz .1 .2 .3), color(xyz-d65 .5 .6 .7)", "color(xyz 0.3 0.4 0.5)"),
      ("in xyz-d50, color(xyz-d50 .1 .2 .3), color(xyz-d50 .5 .6 .7)", "color(xyz-d50 0.3 0.4 0.5)"),
      ("in srgb-linear, red 10%, blue 10%", "color(srgb-linear 0.5 0 0.5 / 0.2)"),
      (
        "in display-p3-linear, color(display-p3-linear 1 0 0), color(display-p3-linear 0 1 0)",
        "color(display-p3-linear 0.5 0.5 0)"
      ),
      ("in srgb, red, color-mix(in srgb, lime, blue)", "color(srgb 0.5 0.25 0.25)"),
      ("in srgb, rgb(none 0 0 / none) 20%, rgb(none 0 0 / none) 20%", "color(srgb none 0 0 / none)"),
    ]
    for (arguments, expected) in pairs {
      let (color, wanted) = (try Color(css: "color-mix(\(arguments))"), try Color(css: expected))
      let found = color.converted(to: wanted.space)
      let distance = found.components - wanted.components
      #expect(max(distance.max(), -distance.min()) < 1e-6, "\(arguments): \(found), not \(wanted)")
      #expect(found.missing == wanted.missing && abs(found.alpha - wanted.alpha) < 1e-12, "\(arguments): \(found)")
    }
  }

  /// The text says what `Color.mix` does, for any colours, spaces and arcs.
  @Test func textsAreMixtures() throws {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<Settings.cases / 4 {
      let (first, second) = (Color.random(using: &generator), Color.random(using: &generator))
      let space = CSSColorSpace.allCases.randomElement(using: &generator)!
      let arc = [HueArc.shorter, .longer, .increasing, .decreasing].randomElement(using: &generator)!
      let share = Double(Int.random(in: 0...100, using: &generator))
      let method = space.isPolar ? "\(space.rawValue) \(arc.rawValue) hue" : space.rawValue
      let text = "color-mix(in \(method), \(first), \(second) \(share)%)"
      let color = try Color(css: text)
      let mixture = first.mix(with: second, by: share / 100, in: space, hue: arc)
      // Only what texts of colours clamp may differ.
      #expect(try color == Color(css: mixture.description), "\(text): \(color), not \(mixture)")
      #expect(try Color(css: color.description) == color, "\(text): \(color)")
    }
  }

  @Test func errorsSayWhere() {
    let wrong: [(String, CSSColorError.Problem, String, Int)] = [
      ("color-mix(red, blue)", .expected(.interpolation), "red", 10),
      ("color-mix()", .expected(.interpolation), ")", 10),
      ("color-mix(in red, blue)", .expected(.interpolationSpace), "red", 13),
      ("color-mix(in srgb red, blue)", .expected(.comma), "red", 18),
      ("color-mix(in srgb longer hue, red, blue)", .expected(.comma), "longer", 18),
      ("color-mix(in hsl red, blue)", .expected(.hueArc), "red", 17),
      ("color-mix(in hsl raw hue, red, blue)", .expected(.hueArc), "raw", 17),
      ("color-mix(in hsl 20%, red, blue)", .expected(.hueArcOrComma), "20%", 17),
      ("color-mix(in hsl longer, red, blue)", .expected(.hueKeyword), ",", 23),
      ("color-mix(in hsl longer hue red, blue)", .expected(.comma), "red", 28),
      ("color-mix(in hsl, red)", .expected(.percentageOrComma), ")", 21),
      ("color-mix(in hsl, red 10%)", .expected(.comma), ")", 25),
      ("color-mix(in hsl, red 10% 20%, blue)", .expected(.comma), "20%", 26),
      ("color-mix(in hsl, 10% red 20%, blue)", .expected(.comma), "20%", 26),
      ("color-mix(in hsl, red, blue, lime)", .expected(.percentageOrEnd), ",", 27),
      ("color-mix(in hsl, red, blue 2%, lime)", .expected(.closingParenthesis), ",", 30),
      ("color-mix(in hsl, red 101%, blue)", .expected(.percentageUpTo100), "101%", 22),
      ("color-mix(in hsl, red -1%, blue)", .expected(.percentageUpTo100), "-1%", 22),
      ("color-mix(in hsl, red 0.5, blue)", .expected(.percentage), "0.5", 22),
      ("color-mix(in hsl, red calc(1), blue)", .expected(.percentage), "calc(", 22),
      ("color-mix(in hsl, red 0%, blue 0%)", .expected(.percentageAboveZero), "0%", 31),
      ("color-mix(in hsl, 0% red, 0% blue)", .expected(.percentageAboveZero), "0%", 26),
      ("color-mix(in hsl, , blue)", .expected(.color), ",", 18),
      ("color-mix(in hsl, red, blue", .expected(.percentageOrEnd), "", 27),
      ("color-mix(in hsl, red, blue) 5%", .expected(.end), "5%", 29),
    ]
    for (text, problem, part, offset) in wrong {
      #expect(throws: CSSColorError(problem: problem, text: part, offset: offset), "\(text)") { try Color(css: text) }
    }
  }
}
