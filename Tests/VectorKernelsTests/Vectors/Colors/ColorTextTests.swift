import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct ColorTextTests {
  @Test func everySyntaxIsRead() throws {
    let third = 1.0 / 3
    let texts: [(String, Color)] = [
      ("#f80", Color(.srgb, 1, 136.0 / 255, 0)), ("#F80C", Color(.srgb, 1, 136.0 / 255, 0, alpha: 0.8)),
      ("#ff8800", Color(.srgb, 1, 136.0 / 255, 0)), ("#Ff880033", Color(.srgb, 1, 136.0 / 255, 0, alpha: 0.2)),
      ("rebeccapurple", Color(.srgb, 0.4, 0.2, 0.6)), ("ReBeccaPURPLE", Color(.srgb, 0.4, 0.2, 0.6)),
      ("transparent", .clear), (" Transparent ", .clear), ("white", .white), ("BLACK", .black),
      ("rgb(51 102 153)", Color(.srgb, 0.2, 0.4, 0.6)), ("rgb(51,102,153)", Color(.srgb, 0.2, 0.4, 0.6)),
      ("rgba(51 , 102 , 153 , 50%)", Color(.srgb, 0.2, 0.4, 0.6, alpha: 0.5)),
      ("rgb(20% 102 60% / .5)", Color(.srgb, 0.2, 0.4, 0.6, alpha: 0.5)),
      ("rgb(20%, 40%, 60%)", Color(.srgb, 0.2, 0.4, 0.6)), ("rgb(-10 300 1e1)", Color(.srgb, 0, 1, 10.0 / 255)),
      ("rgb(none 0 none / none)", Color(.srgb, nil, 0, nil, alpha: nil)),
      ("rgba(0 0 0 / 2)", .black), ("rgba(0 0 0 / -1%)", .clear),
      ("hsl(120deg 100% 25%)", Color(.hsl, 120, 100, 25)), ("hsl(120, 100%, 25%)", Color(.hsl, 120, 100, 25)),
      ("hsla(.25turn 40 30 / 80%)", Color(.hsl, 90, 40, 30, alpha: 0.8)),
      ("HSLA(100grad, 40%, 30%, 0.8)", Color(.hsl, 90, 40, 30, alpha: 0.8)),
      ("hsl(-1.5707963267948966RAD 40 -5%)", Color(.hsl, 270, 40, -5)), ("hsl(0 -4 5)", Color(.hsl, 0, 0, 5)),
      ("hsl(none 0% 50%)", Color(.hsl, nil, 0, 50)), ("hsl(780 1 1)", Color(.hsl, 60, 1, 1)),
      ("hwb(740deg 20% 30% / 50%)", Color(.hwb, 20, 20, 30, alpha: 0.5)),
      ("hwb(20 none 30%)", Color(.hwb, 20, nil, 30)),
      ("lab(29.2345% 39.3825 20.0664)", Color(.lab, 29.2345, 39.3825, 20.0664)),
      ("lab(150 -50% 100%)", Color(.lab, 100, -62.5, 125)), ("lab(-1% none 0)", Color(.lab, 0, nil, 0)),
      ("lch(50% 50% 30)", Color(.lch, 50, 75, 30)), ("lch(50 -5 30deg)", Color(.lch, 50, 0, 30)),
      ("oklab(40.5% -25% 0.1)", Color(.oklab, 0.405, -0.1, 0.1)), ("oklab(1.5 0 0)", Color(.oklab, 1, 0, 0)),
      ("oklch(0.4 100% 400 / 25%)", Color(.oklch, 0.4, 0.4, 40, alpha: 0.25)),
      ("oklch(0.4 .1 none/none)", Color(.oklch, 0.4, 0.1, nil, alpha: nil)),
      ("color(srgb 1.5 -20% none)", Color(.srgb, 1.5, -0.2, nil)),
      ("color(SRGB-Linear 0 .5 1)", Color(.srgbLinear, 0, 0.5, 1)),
      ("color(display-p3 1 .5 0 / 0.25)", Color(.displayP3, 1, 0.5, 0, alpha: 0.25)),
      ("color(display-p3-linear 1 .5 0)", Color(.displayP3Linear, 1, 0.5, 0)),
      ("color(a98-rgb 1 .5 0)", Color(.a98RGB, 1, 0.5, 0)),
      ("color(prophoto-rgb 1 .5 0)", Color(.proPhotoRGB, 1, 0.5, 0)),
      ("color(rec2020 1 .5 0)", Color(.rec2020, 1, 0.5, 0)),
      ("color(xyz 1 50% 0)", Color(.xyzD65, 1, 0.5, 0)), ("color(xyz-d65 1 .5 0)", Color(.xyzD65, 1, 0.5, 0)),
      ("color(xyz-d50 1 .5 0)", Color(.xyzD50, 1, 0.5, 0)),
      ("/* a */rgb(/**/51/* b */102 153/1)/*", Color(.srgb, 0.2, 0.4, 0.6)),
      ("rgb(1-2+3)", Color(.srgb, third / 85, 0, third / 85 * 3)),
    ]
    for (text, expected) in texts {
      let color = try Color(css: text)
      #expect(color.space == expected.space && color.missing == expected.missing, "\(text): \(color)")
      // A radian isn't a whole number of degrees.
      let distance = (color.components - expected.components).mapped(\.magnitude).max()
      #expect(distance < 1e-12 && color.alpha == expected.alpha, "\(text): \(color)")
    }
  }

  @Test func namesAreCSSs() throws {
    let names = ["aqua": "#0ff", "cornflowerblue": "#6495ed", "darkslategrey": "#2f4f4f", "yellowgreen": "#9acd32"]
    for (name, hexadecimal) in names { #expect(try Color(css: name) == Color(css: hexadecimal)) }
    for (grey, gray) in [("darkgrey", "darkgray"), ("grey", "gray"), ("lightslategrey", "lightslategray")] {
      #expect(try Color(css: grey) == Color(css: gray))
    }
  }

  @Test func errorsSayWhere() {
    typealias Problem = CSSColorError.Problem
    let wrong: [(String, Problem, String, Int)] = [
      ("", .expected(.color), "", 0), ("  12", .expected(.color), "12", 2),
      ("#12345", .expected(.hexadecimalDigits), "#12345", 0),
      ("#ggg", .expected(.hexadecimalDigits), "#ggg", 0), ("#", .expected(.hexadecimalDigits), "#", 0),
      ("bluish", .unknownName, "bluish", 0), ("currentcolor", .unknownName, "currentcolor", 0),
      ("calc(1)", .unknownName, "calc(", 0), ("red blue", .expected(.end), "blue", 4),
      ("rgb(1 2)", .expected(.component), ")", 7),
      ("rgb(1 2 3", .expected(.slashOrEnd), "", 9), ("rgb(1 2 3 4)", .expected(.slashOrEnd), "4", 10),
      ("rgb(1 2 3 /)", .expected(.component), ")", 11), ("rgb(1 2 3 / 4 5)", .expected(.closingParenthesis), "5", 14),
      ("rgb(1, 2 3)", .expected(.comma), "3", 9), ("rgb(1, 2%, 3)", .expected(.number), "2%", 7),
      ("rgb(1%, 2, 3%)", .expected(.percentage), "2", 8),
      ("rgb(1, none, 3)", .expected(.numberOrPercentage), "none", 7),
      ("rgb(none, 2, 3)", .expected(.component), ",", 8),
      ("rgb(1, 2, 3, none)", .expected(.numberOrPercentage), "none", 13),
      ("rgb(29, 164, 1920", .expected(.commaOrEnd), "", 17), ("rgb(1 2deg 3)", .expected(.component), "2deg", 6),
      ("hsl(10%, 2%, 3%)", .expected(.hue), "10%", 4), ("hsl(10px 2% 3%)", .expected(.hue), "10px", 4),
      ("hsl(10, 2, 3%)", .expected(.percentage), "2", 8), ("hwb(1, 2%, 3%)", .expected(.component), ",", 5),
      ("lab(1, 2, 3)", .expected(.component), ",", 5), ("oklch(1 2 3%)", .expected(.hue), "3%", 10),
      ("color(lab 1 2 3)", .expected(.colorSpace), "lab", 6), ("color(1 2 3)", .expected(.colorSpace), "1", 6),
      ("color(srgb 1 2 3.)", .expected(.slashOrEnd), ".", 16), ("rgb(1 2 é)", .expected(.component), "é", 8),
    ]
    for (text, problem, part, offset) in wrong {
      #expect(throws: CSSColorError(problem: problem, text: part, offset: offset), "\(text)") { try Color(css: text) }
    }
    let error = CSSColorError(problem: .expected(.commaOrEnd), text: "", offset: 17)
    #expect(
      error.description == "expected a comma or a closing parenthesis instead of the end of the text at offset 17")
  }

  /// Texts of pieces that colours are made of, and of any bytes: they parse or throw, and what parses prints as itself.
  @Test func whateverTextIsGiven() throws {
    let pieces = [
      "rgb(", "hsl(", "hwb(", "lab(", "oklch(", "color(", "srgb", "xyz-d50", ")", ")", ")", " ", " ", ",", "/", "0",
      "1", "-1", ".5", "255", "1e9", "1e-400", "25%", "-5%", "1e99%", "90deg", "1turn", "none", "#", "red", "abc",
      "/*", "*/", "é", "\u{0}", "0 1 2", "none none none", "10, 20, 30", "10%, 20%, 30%", "rgb(1 2 3", "color(srgb ",
      "calc(", "(", " + ", " - ", "*", "pi", "infinity", "NaN", "from red ", "r g b", "h", "alpha",
      "color-mix(in hsl, ",
      "color-mix(in oklch longer hue, red, ", "rgb(from blue r g b", "blue",
    ]
    var generator = Generator(seed: Settings.seed)
    var parsed = 0
    for _ in 0..<Settings.cases {
      let count = Int.random(in: 0...10, using: &generator)
      let text =
        generator.oneIn(10)
        ? String(decoding: (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }, as: UTF8.self)
        : (0..<count).map { _ in pieces.randomElement(using: &generator)! }.joined()
      guard let color = try? Color(css: text) else { continue }
      parsed += 1
      #expect(try Color(css: color.description) == color, "\(text)")
    }
    #expect(parsed > 0)
  }

  @Test func printingAndParsingLoseNothing() throws {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<Settings.cases {
      let color = Color.random(using: &generator)
      #expect(try Color(css: color.description) == color, "\(color)")
    }
  }

  @Test func encodingLosesNothing() throws {
    var generator = Generator(seed: Settings.seed)
    let colors = (0..<1000).map { _ in Color.random(using: &generator) } + [Color(.oklab, 1.5, 0, nil, alpha: nil)]
    let data = try JSONEncoder().encode(colors)
    #expect(try JSONDecoder().decode([Color].self, from: data) == colors)
    let grey = try JSONDecoder().decode(
      Color.self, from: Data(#"{"space": "oklch", "components": [0.5, 0, null], "alpha": 1}"#.utf8))
    #expect(grey == Color(.oklch, 0.5, 0, nil))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Color.self, from: Data(#"{"space": "oklch", "components": [0.5], "alpha": 1}"#.utf8))
    }
  }

  /// CSS Color 4's examples.
  @Test func printsAsCSSDoes() throws {
    let printed = [
      ("rgb(29 164 192 / 95%)", "rgba(29, 164, 192, 0.95)"), ("goldenrod", "rgb(218, 165, 32)"),
      ("rgb(none 0 0)", "color(srgb none 0 0)"), ("hwb(20 none 30% / none)", "hwb(20 none 30% / none)"),
      ("lab(56.200% 0.000 83.600)", "lab(56.2 0 83.6)"), ("lab(56.200% 0.000 66.88%)", "lab(56.2 0 83.6)"),
      ("lch(37% 105.0 305.00)", "lch(37 105 305)"), ("lch(56.2% 83.6 357.4 /93%)", "lch(56.2 83.6 357.4 / 0.93)"),
      ("oklab(54.0% -0.10 -0.02)", "oklab(0.54 -0.1 -0.02)"), ("oklab(54.0% -25% -5%)", "oklab(0.54 -0.1 -0.02)"),
      ("oklch(56.43% 0.0900 123.40)", "oklch(0.5643 0.09 123.4)"),
      ("oklch(53.85% 0.1725 320.67 / 70%)", "oklch(0.5385 0.1725 320.67 / 0.7)"),
      ("color(rec2020 0.400 0.660 0.340)", "color(rec2020 0.4 0.66 0.34)"),
      ("color(xyz 0.472 0.372 0.131)", "color(xyz-d65 0.472 0.372 0.131)"),
      ("transparent", "rgba(0, 0, 0, 0)"), ("color(srgb 1 2 -0)", "color(srgb 1 2 0)"),
      ("color(srgb 1e-7 1e20 -1.25e-9)", "color(srgb 0.0000001 100000000000000000000 -0.00000000125)"),
    ]
    for (text, expected) in printed { #expect(try Color(css: text).description == expected) }
  }

  @Test func swiftUIsInitializers() {
    #expect(Color(red: 1, green: 0.5, blue: 0) == Color(.srgb, 1, 0.5, 0))
    #expect(Color(.displayP3, red: 1, green: 0.5, blue: 0, opacity: 0.5) == Color(.displayP3, 1, 0.5, 0, alpha: 0.5))
    #expect(Color(white: 0.5) == Color(.srgb, 0.5, 0.5, 0.5))
    #expect(Color(.sRGBLinear, white: 0.5, opacity: 0.25) == Color(.srgbLinear, 0.5, 0.5, 0.5, alpha: 0.25))
    #expect(Color(hue: 1.0 / 3, saturation: 1, brightness: 0.5).rgba8 == [0, 128, 0, 255])
    #expect(Color(hue: 0.75, saturation: 0.5, brightness: 1, opacity: 0.2).rgba8 == [191, 128, 255, 51])
    #expect(Color(hue: 0.1, saturation: 0, brightness: 0).rgba8 == [0, 0, 0, 255])
    #expect(Color(hue: .nan, saturation: .infinity, brightness: .nan).rgba8 == [0, 0, 0, 255])
    #expect(Color.white.opacity(0.5).opacity(0.5).alpha == 0.25)
    #expect(Color(.srgb, 2, -1, 0.5, alpha: 7).rgba8 == [255, 0, 128, 255])
  }
}

extension Color {
  /// Any colour that CSS can write: components within and beyond the gamut, some missing.
  static func random(using generator: inout Generator) -> Color {
    func number(_ range: ClosedRange<Double>) -> Double? {
      if generator.oneIn(10) { return nil }
      if generator.oneIn(10) { return range.lowerBound }
      return Double.random(in: range, using: &generator)
    }
    let alpha = generator.oneIn(2) ? 1 : number(0...1)
    let space = CSSColorSpace.allCases.randomElement(using: &generator)!
    switch space {
    case .lab: return Color(space, number(0...100), number(-150...150), number(-150...150), alpha: alpha)
    case .oklab: return Color(space, number(0...1), number(-0.5...0.5), number(-0.5...0.5), alpha: alpha)
    case .lch: return Color(space, number(0...100), number(0...150), number(0...360), alpha: alpha)
    case .oklch: return Color(space, number(0...1), number(0...0.4), number(0...360), alpha: alpha)
    case .hsl, .hwb: return Color(space, number(0...360), number(0...100), number(0...100), alpha: alpha)
    case .srgb where generator.oneIn(2):
      return Color(rgba8: SIMD4(truncatingIfNeeded: SIMD4<UInt64>.random(in: 0...255, using: &generator)))
    default: return Color(space, number(-0.5...1.5), number(-0.5...1.5), number(-0.5...1.5), alpha: alpha)
    }
  }
}

extension SIMD3<Double> {
  fileprivate func mapped(_ transform: (Double) -> Double) -> SIMD3<Double> {
    [transform(x), transform(y), transform(z)]
  }
}
