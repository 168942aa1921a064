import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct CSSEasingTests {
  @Test func cubicBeziersGoOnAlongTheirTangents() throws {
    // Control points, an input beyond an end, and the output by the tangent there.
    let cases: [(String, Double, Double)] = [
      ("cubic-bezier(0.5, 1, 0.5, 0)", -1, -2), ("cubic-bezier(0.5, 1, 0.5, 0)", 2, 3),
      ("cubic-bezier(0, 0, 0.5, 1)", -1, -2), ("cubic-bezier(0.5, 0, 1, 1)", 2, 3),
      ("cubic-bezier(0, 1, 0.5, 1)", -1, 0), ("cubic-bezier(0.5, 0, 1, 0)", 2, 1),
      ("cubic-bezier(0, 0, 0, 0)", -1, -1), ("cubic-bezier(1, 1, 1, 1)", 3, 3),
      ("ease", -1, -0.4), ("ease", 2, 1), ("linear", -7, -7),
    ]
    for (text, input, output) in cases {
      #expect((try CSSEasing(text).value(at: input) - output).magnitude < 1e-15, "\(text) at \(input)")
    }
    #expect(try CSSEasing("cubic-bezier(0, 1, 1, 0)").value(at: -.infinity) == 0)
  }

  @Test func stepsJumpWhereCSSSays() throws {
    // Outputs for inputs from -0.5 by quarters to 1.5.
    let cases: [(String, [Double])] = [
      ("steps(2)", [-0.5, -0.5, 0, 0, 0.5, 0.5, 1, 1, 1.5]),
      ("steps(2, start)", [0, 0, 0.5, 0.5, 1, 1, 1, 1.5, 2]),
      ("steps(2, jump-both)", [0, 0, 1, 1, 2, 2, 3, 3, 4].map { $0 / 3 }),
      ("steps(2, jump-none)", [-1, -1, 0, 0, 1, 1, 1, 2, 3]),
      ("step-start", [0, 0, 1, 1, 1, 1, 1, 2, 2]),
      ("step-end", [-1, -1, 0, 0, 0, 0, 1, 1, 1]),
    ]
    for (text, outputs) in cases {
      let easing = try CSSEasing(text)
      for (i, output) in outputs.enumerated() {
        let input = Double(i - 2) / 4
        #expect(easing.value(at: input) == output, "\(text) at \(input)")
      }
    }
  }

  @Test func theBeforeFlagHoldsJumpsBack() {
    #expect(CSSEasing.steps(2).value(at: 0.5, isBefore: true) == 0)
    #expect(CSSEasing.steps(2).value(at: 1, isBefore: true) == 0.5)
    #expect(CSSEasing.steps(2).value(at: 0, isBefore: true) == 0)
    #expect(CSSEasing.stepStart.value(at: 0, isBefore: true) == 0)
    #expect(CSSEasing.stepStart.value(at: 0) == 1)
    #expect(CSSEasing.steps(4, .jumpBoth).value(at: 0.25, isBefore: true) == 0.2)
    #expect(CSSEasing.steps(2).value(at: 0.6, isBefore: true) == 0.5)
    // Of linear(), only a jump at the first stop is held back.
    let line = CSSEasing.linear([.init(0.25, at: 0), .init(1, at: 0), .init(2, at: 0.5), .init(3, at: 0.5), .init(4)])
    #expect(line.value(at: 0, isBefore: true) == 0.25 && line.value(at: 0) == 1)
    #expect(line.value(at: 0.5, isBefore: true) == 3 && line.value(at: 0.5) == 3)
    #expect(line.value(at: 0.25, isBefore: true) == 1.5 && line.value(at: -1, isBefore: true) == 0.25)
  }

  @Test func stopsAreCompletedAsCSSSays() throws {
    let texts = [
      ("linear(0, 1)", "linear(0 0%, 1 100%)"),
      ("linear(0, 0.5, 1)", "linear(0 0%, 0.5 50%, 1 100%)"),
      ("linear(0, 0.25 25% 75%, 1)", "linear(0 0%, 0.25 25%, 0.25 75%, 1 100%)"),
      ("linear(20% 0, 0 80%, 1)", "linear(0 20%, 0 80%, 1 100%)"),
      ("linear(0, 1 50%, 0 20%, 1)", "linear(0 0%, 1 50%, 0 50%, 1 100%)"),
      ("linear(0, 0.1, 0.2, 0.3 90%, 1)", "linear(0 0%, 0.1 30%, 0.2 60%, 0.3 90%, 1 100%)"),
      ("linear(0, 1 150%, 2)", "linear(0 0%, 1 150%, 2 150%)"),
      ("linear(0 -50%, 1)", "linear(0 -50%, 1 100%)"),
      ("linear(7)", "linear(7 0%)"),
      ("linear(3 10% 20%)", "linear(3 10%, 3 20%)"),
    ]
    for (text, canonical) in texts { #expect(try CSSEasing(text).description == canonical) }
  }

  @Test func linesAreFollowedAndContinued() throws {
    let jump = try CSSEasing("linear(0, 0.6 50%, 0.4 50%, 1)")
    #expect(jump.value(at: 0.25) == 0.3 && jump.value(at: 0.5) == 0.4 && (jump.value(at: 0.75) - 0.7).magnitude < 1e-15)
    #expect(jump.value(at: -1) == -1.2 && (jump.value(at: 2) - 2.2).magnitude < 1e-15)
    let flat = try CSSEasing("linear(0 0%, 1 0%, 2 100%, 3 100%)")
    #expect(flat.value(at: -5) == 0 && flat.value(at: 0) == 1 && flat.value(at: 1) == 3 && flat.value(at: 9) == 3)
    #expect(CSSEasing.linear([.init(7)]).value(at: 12) == 7)
    #expect(CSSEasing.linear([]) == .linear)
    #expect(CSSEasing.linear([.init(.nan, at: .nan), .init(.infinity, at: .infinity)]).value(at: 0) == 0)
    // So steep that a number can't say it: still each stop's own output there.
    let input = Double.leastNonzeroMagnitude
    let steep = CSSEasing.linear([.init(0), .init(1, at: input), .init(2)])
    #expect(steep.value(at: 0) == 0 && steep.value(at: input) == 1 && steep.value(at: 1) == 2)
    // Beyond the stops the slope is limited.
    #expect(steep.value(at: -1) == -1e60)
    let x: [Float] = [0, 1]
    #expect(output(2) { steep.values(at: x.span, into: $0) } == [0, 2])
  }

  @Test func textIsCanonical() throws {
    let texts = [
      ("LINEAR", "linear"), (" ease ", "ease"), ("Ease-In", "ease-in"), ("ease-out", "ease-out"),
      ("/* a */ease-in-out/* b */", "ease-in-out"), ("step-start", "steps(1, start)"), ("step-end", "steps(1)"),
      ("steps(3, end)", "steps(3)"), ("steps(3, jump-end)", "steps(3)"), ("STEPS( +3 ,START )", "steps(3, start)"),
      ("steps(3,jump-start)", "steps(3, jump-start)"), ("steps(2, jump-none)", "steps(2, jump-none)"),
      ("steps(99999999999999999999)", "steps(2147483647)"),
      ("cubic-bezier(0.25,0.1,0.25,1)", "cubic-bezier(0.25, 0.1, 0.25, 1)"),
      ("Cubic-Bezier(\t.5 , -1e1,\n1.0,+2E+0 )", "cubic-bezier(0.5, -10, 1, 2)"),
      ("cubic-bezier(0, 1e999, 1, -1e999)", "cubic-bezier(0, 1e+30, 1, -1e+30)"),
    ]
    for (text, canonical) in texts { #expect(try CSSEasing(text).description == canonical, "\(text)") }
  }

  @Test func errorsSayWhatAndWhere() {
    let wrong: [(String, CSSEasingError.Problem, String, Int)] = [
      ("", .expected(.easing), "", 0), ("  ", .expected(.easing), "", 2), ("0.5", .expected(.easing), "0.5", 0),
      ("eas", .unknownName, "eas", 0), ("ease in", .expected(.end), "in", 5), ("spring(1)", .unknownName, "spring(", 0),
      ("cubic-bezier(0, 0, 1)", .expected(.comma), ")", 20),
      ("cubic-bezier(1.5, 0, 1, 1)", .outsideUnitInterval, "1.5", 13),
      ("cubic-bezier(0, 0, -0.1, 1)", .outsideUnitInterval, "-0.1", 19),
      ("cubic-bezier(0 0 1 1)", .expected(.comma), "0", 15), ("cubic-bezier(0, x, 1, 1)", .expected(.number), "x", 16),
      ("cubic-bezier(0, 0, 1, 1", .expected(.closingParenthesis), "", 23),
      ("cubic-bezier(0, 50%, 1, 1)", .expected(.number), "50%", 16),
      ("steps(0)", .tooFewSteps(least: 1), "0", 6), ("steps(-1)", .tooFewSteps(least: 1), "-1", 6),
      ("steps(1, jump-none)", .tooFewSteps(least: 2), "1", 6), ("steps(2.0)", .expected(.integer), "2.0", 6),
      ("steps(2e0)", .expected(.integer), "2e0", 6), ("steps()", .expected(.integer), ")", 6),
      ("steps(2, middle)", .expected(.stepPosition), "middle", 9), ("steps(2 end)", .expected(.commaOrEnd), "end", 8),
      ("steps(2px)", .expected(.integer), "2px", 6), ("linear()", .expected(.stop), ")", 7),
      ("linear(0,)", .expected(.stop), ")", 9), ("linear(50%, 1)", .expected(.stop), ",", 10),
      ("linear(0 1% 2% 3%, 1)", .expected(.commaOrEnd), "3%", 15),
      ("linear(0% 1 2%, 1)", .expected(.commaOrEnd), "2%", 12),
      ("linear(1., 2)", .expected(.commaOrEnd), ".", 8), ("ease;", .expected(.end), ";", 4),
      ("steps(2, é)", .expected(.stepPosition), "é", 9),
    ]
    for (text, problem, part, offset) in wrong {
      #expect(throws: CSSEasingError(problem: problem, text: part, offset: offset), "\(text)") {
        try CSSEasing(text)
      }
    }
    let description = CSSEasingError(problem: .tooFewSteps(least: 1), text: "0", offset: 6).description
    #expect(description == "\"0\" at offset 6 is too few steps, at least 1 are needed")
  }

  /// Texts of pieces that easings are made of, and of any bytes: they parse or throw, and what parses prints as itself.
  @Test func whateverTextIsGiven() throws {
    let pieces = [
      "linear", "ease", "steps", "cubic-bezier", "(", "(", ")", ")", ",", ",", " ", "0", "1", "-1", ".5", "1e9",
      "1e-400",
      "25%", "-5%", "1e99%", "end", "start", "jump-none", "/*", "*/", "é", "\u{0}", "+", "-", "%", ".", "e",
      "9999999999",
      "linear(", "steps(", "cubic-bezier(", "0, 1", "0 10%,",
    ]
    var generator = Generator(seed: Settings.seed)
    var parsed = 0
    for _ in 0..<Settings.cases {
      let count = Int.random(in: 0...12, using: &generator)
      let text =
        generator.oneIn(10)
        ? String(decoding: (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }, as: UTF8.self)
        : (0..<count).map { _ in pieces.randomElement(using: &generator)! }.joined()
      guard let easing = try? CSSEasing(text) else { continue }
      parsed += 1
      #expect(try CSSEasing(easing.description) == easing, "\(text)")
      #expect(!easing.value(at: 0.3).isNaN, "\(text)")
    }
    #expect(parsed > 0)
  }

  @Test func printingAndParsingLoseNothing() throws {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<Settings.cases / 10 {
      let easing = CSSEasing.random(using: &generator)
      #expect(try CSSEasing(easing.description) == easing)
      let data = try JSONEncoder().encode([easing])
      #expect(try JSONDecoder().decode([CSSEasing].self, from: data) == [easing])
    }
  }

  /// A line jumps at the very input that it was given, and its text and its inverse have that input again.
  @Test func inputsAreExact() throws {
    var generator = Generator(seed: Settings.seed)
    var inputs = (1..<1000).map { Double($0) / 1000 } + [1e-7, 1e-300, 1e29, -0.03, -1e-9, 12.5, 0.1 + 0.2]
    for _ in 0..<200 { inputs.append(.random(in: -2...2, using: &generator)) }
    for input in inputs {
      let line = CSSEasing.linear([
        .init(-1, at: input - 1), .init(0, at: input), .init(1, at: input), .init(2, at: 2e30),
      ])
      #expect(line.value(at: input) == 1 && line.value(at: input.nextDown) <= 0, "\(input)")
      #expect(try CSSEasing("\(line)") == line, "\(line)")
      let outputs = CSSEasing.linear([.init(0), .init(input, at: 0.3), .init(input + 1)])
      let curve = try #require(try UnitCurve(CSSEasing("\(outputs)")))
      if input > 0 && input < 1e15 { #expect(curve.inverse.inverse == curve, "\(outputs)") }
    }
    for (text, canonical) in [
      ("linear(0 1.4%, 1 +7e-2%, 2 .5e3%)", "linear(0 1.4%, 1 1.4%, 2 500%)"),
      ("linear(0 1e-2147483647%, 1 1e-9223372036854775807%, 2)", "linear(0 0%, 1 0%, 2 100%)"),
      ("linear(0 1e-7%, 1 -0%, 2 1E2%, 3 1e999999999999999999999%)", "linear(0 1e-7%, 1 1e-7%, 2 100%, 3 1e32%)"),
    ] { #expect(try CSSEasing(text).description == canonical) }
  }

  /// Whatever a curve's control points are, its text is the easing again.
  @Test func enormousControlPointsAreClamped() throws {
    let easing = CSSEasing.cubicBezier(try CubicBezier(x1: 0, y1: 1e40, x2: 1, y2: -1e99))
    #expect(try CSSEasing("\(easing)") == easing)
    #expect(easing == .cubicBezier(try CubicBezier(x1: 0, y1: 1e30, x2: 1, y2: -1e30)))
  }

  @Test func countsAreClamped() {
    #expect(CSSEasing.steps(0) == .steps(1) && CSSEasing.steps(.min) == .steps(1))
    #expect(CSSEasing.steps(1, .jumpNone) == .steps(2, .jumpNone))
    #expect(CSSEasing.steps(.max) == .steps(Int(Int32.max)))
    for easing in [CSSEasing.steps(.max), .steps(.max, .jumpBoth), .ease, .linear([.init(0), .init(1)])] {
      for input in [Double.infinity, -.infinity, 1e308, -1e308] { #expect(!easing.value(at: input).isNaN) }
      #expect(easing.value(at: .nan).isNaN)
    }
  }

  @Test func unitCurvesConvertWhereTheyAreTheSame() {
    for curve in [UnitCurve.linear, .easeIn, .easeOut, .easeInOut] {
      #expect(CSSEasing(curve).map { UnitCurve($0) } == curve)
    }
    #expect(CSSEasing(UnitCurve.easeIn) == .easeIn)
    #expect(CSSEasing(UnitCurve.sineEaseIn) == nil)
    #expect(CSSEasing(UnitCurve.tabulated { $0 * $0 }.curve) == nil)
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<1000 {
      let easing = CSSEasing.random(using: &generator)
      let curve = UnitCurve(easing)
      #expect(CSSEasing(curve) == easing)
      for x in [0, 0.125, 0.5, Double.random(in: 0...1, using: &generator), 1] {
        #expect(curve.value(at: x) == easing.value(at: x), "\(easing) at \(x)")
      }
    }
  }
}

extension CSSEasing {
  /// Any easing.
  static func random(using generator: inout Generator) -> CSSEasing {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      return [.linear, .ease, .easeIn, .easeOut, .easeInOut].randomElement(using: &generator)!
    case 1:
      return .cubicBezier(
        try! CubicBezier(x1: number(0...1), y1: number(-1...2), x2: number(0...1), y2: number(-1...2)))
    case 2:
      let position = StepPosition.allCases.randomElement(using: &generator)!
      return .steps(Int.random(in: 0...20, using: &generator), position)
    default:
      return .linear(
        (0..<Int.random(in: 1...100, using: &generator)).map { _ in
          let first = generator.oneIn(2) ? number(-0.2...1.2) : nil
          return LinearStop(number(-1...2), at: first, to: generator.oneIn(4) ? number(0...1) : nil)
        })
    }
  }
}
