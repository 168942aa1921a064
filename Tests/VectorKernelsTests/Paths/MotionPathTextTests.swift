import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct MotionPathTextTests {
  /// An arc whose radii are far larger than its chord is the chord, and the long way round is the whole circle.
  @Test(arguments: [1e9, 1e13, 1e17, 1e20])
  func arcsOfHugeRadii(radius: Double) throws {
    for sweep in 0...1 {
      // It is longer than the chord by at most (chord / radius)^2 / 24 of it.
      let arc = try MotionPath("M0 0A\(radius) \(radius) 0 0 \(sweep) 7 3")
      #expect(abs(arc.length - 58.0.squareRoot()) <= 1e-12 * 58.0.squareRoot())
      // The cubics are outside of the circle by 4.25e-6 of its radius at most, and the chord is 1e-8 of it at most.
      let circle = try MotionPath("M0 0A\(radius) \(radius) 0 1 \(sweep) 7 3")
      #expect(abs(circle.length / (2 * .pi * radius) - 1) <= 5e-6)
    }
  }

  /// Texts by the grammar of SVG 2, and the same path with absolute commands.
  @Test func theGrammar() throws {
    let cases = [
      ("", ""), (" \t\r\n\u{c}", ""), ("M1 2", "M 1 2"), ("m1 2", "M 1 2"), ("M1 2M3 4", "M 1 2 M 3 4"),
      ("M 1,2 3,4 5,6", "M 1 2 L 3 4 L 5 6"), ("m 1,2 3,4 5,6", "M 1 2 L 4 6 L 9 12"),
      ("M10-20.5.5", nil), ("M10-20.5.5.25", "M 10 -20.5 L 0.5 0.25"), ("M+1+2-3-4", "M 1 2 L -3 -4"),
      ("M1e2 3E-1 4e+0-.5e1", "M 100 0.3 L 4 -5"), ("M1 2z", "M 1 2 Z"),
      ("M0 0H5V6h-2v-3", "M 0 0 L 5 0 L 5 6 L 3 6 L 3 3"), ("M0 0H1 2 3V1,2", "M 0 0 L 1 0 L 2 0 L 3 0 L 3 1 L 3 2"),
      ("M0 0l1 2 3 4L1 2", "M 0 0 L 1 2 L 4 6 L 1 2"),
      ("M0 0C1 2 3 4 5 6 7 8 9 9 11 12", "M 0 0 C 1 2 3 4 5 6 C 7 8 9 9 11 12"),
      ("M1 1c1 2 3 4 5 6", "M 1 1 C 2 3 4 5 6 7"),
      ("M0 0C1 2 3 4 5 6S9 9 10 10", "M 0 0 C 1 2 3 4 5 6 C 7 8 9 9 10 10"),
      ("M1 1c0 0 3 4 5 6s4 3 5 5", "M 1 1 C 1 1 4 5 6 7 C 8 9 10 10 11 12"),
      // Without a cubic before, the first control point is where the curve begins.
      ("M3 4S9 9 10 10", "M 3 4 C 3 4 9 9 10 10"), ("M0 0Q3 0 3 3S9 9 10 10", "M 0 0 C 2 0 3 1 3 3 C 3 3 9 9 10 10"),
      ("M0 0Q3 0 3 3T6 6", "M 0 0 C 2 0 3 1 3 3 C 3 5 4 6 6 6"),
      ("M0 0q3 0 3 3t3 3t-3 3", "M 0 0 C 2 0 3 1 3 3 C 3 5 4 6 6 6 C 8 6 7 7 3 9"),
      ("M3 3T6 6", "M 3 3 C 3 3 4 4 6 6"), ("M0 0C0 0 3 0 3 3T6 6", "M 0 0 C 0 0 3 0 3 3 C 3 3 4 4 6 6"),
      // After a subpath that was closed the next one starts where it does.
      ("M1 1h2v2zh-1", "M 1 1 L 3 1 L 3 3 Z M 1 1 L 0 1"), ("M1 1h2v2zm1 1h1", "M 1 1 L 3 1 L 3 3 Z M 2 2 L 3 2"),
      ("M1 1h2v2zz", "M 1 1 L 3 1 L 3 3 Z"), ("M1 1h2v2L1 1z", "M 1 1 L 3 1 L 3 3 Z"),
      // Arcs without radii are lines, and those that go nowhere are left out.
      ("M0 0A0 5 0 0 1 3 4", "M 0 0 L 3 4"), ("M0 0A5 5 0 0 1 0 0", "M 0 0"), ("M0 0A1e-31 5 0 003 4", "M 0 0 L 3 4"),
      ("M-0 0", "M 0 0"), ("M1e99-1e99", "M 1e+30 -1e+30"), ("M1e30 0h1e30", "M 1e+30 0 L 1e+30 0"),
    ]
    for (text, expected) in cases {
      if let expected {
        #expect(try MotionPath(text).description == expected, "\(text)")
      } else {
        #expect(throws: SVGPathError.self, "\(text)") { try MotionPath(text) }
      }
    }
  }

  /// Flags need nothing around them.
  @Test(arguments: [
    "a5 6 10 0 1 3 4", "a5,6,10,0,1,3,4", "a5 6 10 013 4", "a5 6 10 01 3-4 5 6 10 1.5.5", "A5-6 10,0,1-3,4",
  ])
  func flagsOfArcs(text: String) throws {
    let path = try? MotionPath("M0 0" + text)
    if text.contains("1.5.5") {
      // The second group's flags are 1 and nothing: its first number ends at 10, and "." is no flag.
      #expect(path == nil)
    } else {
      let numbers = text.hasPrefix("A") ? "A5 6 10 0 1 -3 4" : "a 5 6 10 0 1 3 4"
      #expect(try path == MotionPath("M 0 0 " + numbers))
    }
  }

  /// The problem, its text and its offset.
  @Test func errorsSayWhatIsWrongAndWhere() {
    let cases: [(String, SVGPathError.Expectation, String, Int)] = [
      ("L 1 2", .move, "L", 0), (" 5 5", .move, "5", 1), ("é", .move, "é", 0), ("M", .number, "", 1),
      ("M 1", .number, "", 3), ("M 1 x", .number, "x", 4), ("M 1 2 3", .number, "", 7), ("M,1 2", .number, ",", 1),
      ("M 1,,2", .number, ",", 4), ("M 1 2,", .number, "", 6), ("M 1 2,L 3 4", .number, "L", 6),
      ("M 1. 2", .number, ".", 3), ("M 1 2 B 3", .command, "B", 6), ("M 1 2 Z 3", .command, "3", 8),
      ("M 1 2 Z, L 1 2", .command, ",", 7), ("M 0 0 A 1 1 0 2 1 3 3", .flag, "2", 14),
      ("M 0 0 A 1 1 0 1 -1 3 3", .flag, "-1", 16),
      ("M 0 0 A 1 1 0 1", .flag, "", 15), ("M 1 2 C 1 2 3 4 5", .number, "", 17), ("M - 1", .number, "-", 2),
      ("M 1 2 H", .number, "", 7), ("M 1 2e L", .command, "e", 5), ("M 1 2 👩‍🚀", .command, "👩", 6),
    ]
    for (text, expectation, part, offset) in cases {
      #expect(throws: SVGPathError(problem: .expected(expectation), text: part, offset: offset), "\(text)") {
        try MotionPath(text)
      }
    }
    #expect(
      SVGPathError(problem: .expected(.number), text: "x", offset: 4).description
        == "expected a number instead of \"x\" at offset 4")
    #expect(
      SVGPathError(problem: .expected(.flag), text: "", offset: 9).description
        == "expected 0 or 1, a flag of an arc instead of the end of the text at offset 9")
  }

  /// Arcs of ellipses with a known centre, by the definition: its points are on the ellipse, go around in the arc's
  /// direction, and reach from the first angle to the last one.
  @Test func arcsAreThoseOfTheirEllipse() throws {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for row in 0..<max(1, Settings.cases / 100) {
      func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
      let (cx, cy, rx, ry) = (number(-50...50), number(-50...50), number(1...100), number(1...100))
      let (degrees, first) = (number(-400...400), number(-3...3))
      // Not a half turn and not a whole one, where the flags, or the arc, hang on the last digit.
      let turn = [number(0.1...3), number(3.3...6)].randomElement(using: &generator)! * (generator.oneIn(2) ? 1 : -1)
      let phi = degrees * .pi / 180
      func place(_ angle: Double) -> (Double, Double) {
        let (x, y) = (rx * cos(angle), ry * sin(angle))
        return (cx + x * cos(phi) - y * sin(phi), cy + x * sin(phi) + y * cos(phi))
      }
      let (start, end) = (place(first), place(first + turn))
      let text =
        "M\(start.0) \(start.1)A\(rx) \(ry) \(degrees) \(abs(turn) > .pi ? 1 : 0) \(turn > 0 ? 1 : 0) \(end.0) \(end.1)"
      let path = try MotionPath(text)
      var last = 0.0
      for step in 0...40 {
        let point = path.point(at: Double(step) / 40)
        let (x, y) = (point.x - cx, point.y - cy)
        let (u, v) = ((x * cos(phi) + y * sin(phi)) / rx, (y * cos(phi) - x * sin(phi)) / ry)
        // 4.25e-6 for a turn of 45 degrees. The centre is found from the ends, whose rounding, 1e-14, counts as much as
        // the chord is small against the radii: 1e-2 for a turn of 0.1 and radii of 1 to 100.
        verdict.require(hypot(u, v) > 1 - 1e-9 && hypot(u, v) < 1 + 4.3e-6, row, "\(text): \(hypot(u, v)) at \(step)")
        var angle = (atan2(v, u) - first) * (turn > 0 ? 1 : -1)
        angle -= 2 * .pi * ((angle - last) / (2 * .pi)).rounded()
        verdict.require(angle >= last - 1e-9 && angle <= abs(turn) + 1e-5, row, "\(text): \(angle) after \(last)")
        last = angle
      }
      verdict.require(abs(last - abs(turn)) <= 1e-9, row, "\(text): a turn of \(last) instead of \(turn)")
    }
  }

  /// Radii that don't reach from one end to the other are scaled up: a half circle.
  @Test func radiiThatAreTooSmall() throws {
    let path = try MotionPath("M -3 0 A 1 1 0 0 1 3 0")
    for step in 0...20 {
      let point = path.point(at: Double(step) / 20)
      #expect(abs(hypot(point.x, point.y) - 3) <= 3 * 4.3e-6 && point.y <= 1e-15)
    }
    #expect(try MotionPath("M -3 0 A -1 1 77 1 1 3 0").point(at: 0.5).y < -2.99)
  }

  /// Texts of any numbers, and any cut of them.
  @Test func whatIsReadPrintsAsWhatIsReadEqually() throws {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    let counts: [(Character, Int)] = [
      ("M", 2), ("L", 2), ("H", 1), ("V", 1), ("C", 6), ("S", 4), ("Q", 4), ("T", 2), ("A", 7), ("Z", 0),
    ]
    for row in 0..<max(1, Settings.cases / 20) {
      var text = "M\(Int.random(in: -9...9, using: &generator)) 0"
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        let (letter, count) = counts.randomElement(using: &generator)!
        text += generator.oneIn(2) ? String(letter) : letter.lowercased()
        for index in 0..<count {
          let isFlag = letter == "A" && (index == 3 || index == 4)
          let number = generator.wildNumber()
          text += isFlag ? " \(Int.random(in: 0...1, using: &generator))" : number.isFinite ? " \(number)" : " 7"
        }
      }
      if generator.oneIn(4) { text = String(text.prefix(Int.random(in: 0...text.count, using: &generator))) }
      guard let path = try? MotionPath(text) else { continue }
      let printed = path.description
      let again = try MotionPath(printed)
      verdict.require(again == path && again.description == printed, row, "\(text) prints as \(printed)")
      let decoded = try JSONDecoder().decode(MotionPath.self, from: JSONEncoder().encode(path))
      verdict.require(decoded == path, row, "\(text) decodes as \(decoded)")
      let (point, tangent) = (path.point(at: 0.4), path.tangent(at: 0.4))
      verdict.require(point.x.isFinite && point.y.isFinite && path.length.isFinite, row, "\(text): \(point)")
      verdict.require(abs(hypot(tangent.x, tangent.y) - 1) < 1e-14, row, "\(text): \(tangent)")
    }
  }

  @Test func decodingSaysWhatIsWrong() {
    #expect {
      try JSONDecoder().decode([MotionPath].self, from: Data(#"["M 1 x"]"#.utf8))
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.debugDescription == #"expected a number instead of "x" at offset 4"#
        && context.codingPath.count == 1
    }
  }
}
