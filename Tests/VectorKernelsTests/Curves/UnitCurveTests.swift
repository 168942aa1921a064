import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct UnitCurveTests {
  /// A curve of CSS or of SwiftUI that is a cubic Bezier curve can be tabulated.
  @Test func bezierCurvesAreFoundAgain() throws {
    let bezier = try CubicBezier(x1: 0.2, y1: 0, x2: 0, y2: 1.4)
    #expect(CubicBezier(UnitCurve(bezier)) == bezier && CubicBezier(UnitCurve(.cubicBezier(bezier))) == bezier)
    #expect(CubicBezier(.easeIn) == .easeIn && CubicBezier(.linear) == .linear)
    #expect(CubicBezier(UnitCurve(.steps(2))) == nil && CubicBezier(.sineEaseIn) == nil)
    #expect(
      CubicBezier(.catmullRom(through: [0, 0.2, 1])) == nil && CubicBezier(UnitCurve(samples: [0, 1, 1])) == nil)
  }

  @Test func presetsAreSwiftUIs() {
    func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> UnitCurve {
      .bezier(startControlPoint: UnitPoint(x: x1, y: y1), endControlPoint: UnitPoint(x: x2, y: y2))
    }
    #expect(UnitCurve.easeIn == bezier(0.42, 0, 1, 1))
    #expect(UnitCurve.easeOut == bezier(0, 0, 0.58, 1))
    #expect(UnitCurve.easeInOut == bezier(0.42, 0, 0.58, 1))
    #expect(bezier(-1, 2, 7, -3) == bezier(0, 2, 1, -3))
    #expect(bezier(0.2, 0.4, 0.6, 0.8).inverse == bezier(0.4, 0.2, 0.8, 0.6))
    #expect(
      UnitCurve.circularEaseIn.inverse == .circularEaseOut && UnitCurve.circularEaseOut.inverse == .circularEaseIn)
  }

  /// The shaders' formula, within the roundings of a third and of the solution, at a slope of up to 3/2.
  @Test func smoothstepIsTheShaders() throws {
    let x = (0...1000).map { Double($0) / 1000 }
    let floats = x.map(Float.init)
    let results = output(floats.count) { UnitCurve.smoothstep.values(at: floats.span, into: $0) }
    for (x, result) in zip(x, results) {
      #expect(abs(UnitCurve.smoothstep.value(at: x) - x * x * (3 - 2 * x)) < 1e-15)
      #expect(abs(UnitCurve.smoothstep.velocity(at: x) - 6 * x * (1 - x)) < 1e-14)
      #expect(abs(Double(result) - x * x * (3 - 2 * x)) < 1e-6)
    }
    #expect(CSSEasing(.smoothstep) != nil)
  }

  /// Control points from data: none traps, and what isn't a number has a documented replacement.
  @Test func controlPointsMayBeAnything() {
    let numbers = [0, 1, -1, 0.5, 1e300, -1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude]
    for x1 in numbers {
      for y1 in numbers {
        for x2 in numbers {
          for y2 in numbers {
            let curve = UnitCurve.bezier(
              startControlPoint: UnitPoint(x: x1, y: y1), endControlPoint: UnitPoint(x: x2, y: y2))
            #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
            #expect(!curve.value(at: 0.3).isNaN && !curve.velocity(at: 0.3).isNaN && !curve.velocity(at: 0).isNaN)
          }
        }
      }
    }
  }

  /// The reference bisects in higher precision; Newton's method leaves a few ulp of x, times the slope.
  @Test func bezierValuesAreOnTheCurve() {
    let unit = Draw<Double>.uniform(0...1)
    let height = Draw<Double>.uniform(-2...3)
    check(unit, height, unit, height, unit, count: Settings.cases / 10) { cases, verdict in
      for i in cases.indices {
        let curve = UnitCurve.bezier(
          startControlPoint: UnitPoint(x: cases[0][i], y: cases[1][i]),
          endControlPoint: UnitPoint(x: cases[2][i], y: cases[3][i]))
        let exact = ReferenceCurve(
          x1: cases[0][i].reference, y1: cases[1][i].reference, x2: cases[2][i].reference, y2: cases[3][i].reference)
        let x = cases[4][i]
        let range = exact.values(from: max(0, x.reference - 1e-14), to: min(1, x.reference + 1e-14))
        let value = curve.value(at: x).reference
        let isNear = range.lowerBound - 1e-14 <= value && value <= range.upperBound + 1e-14
        verdict.require(isNear, i, "\(value) instead of \(range) at \(x)")
      }
    }
  }

  @Test(arguments: UnitCurve.samples)
  func inputIsClampedAndNaNStays(curve: UnitCurve) {
    #expect(curve.value(at: -1) == curve.value(at: 0) && curve.value(at: -.infinity) == curve.value(at: 0))
    #expect(curve.value(at: 2) == curve.value(at: 1) && curve.value(at: .infinity) == curve.value(at: 1))
    #expect(curve.value(at: .nan).isNaN && curve.velocity(at: .nan).isNaN)
  }

  @Test(arguments: UnitCurve.samples)
  func isDataThatComesBack(curve: UnitCurve) throws {
    let data = try JSONEncoder().encode(curve)
    #expect(try JSONDecoder().decode(UnitCurve.self, from: data) == curve)
  }

  @Test func readsLikeTheCodeThatMakesIt() {
    let descriptions: [(UnitCurve, String)] = [
      (.linear, "UnitCurve.linear"),
      (.easeIn, "UnitCurve.easeIn"),
      (.circularEaseInOut, "UnitCurve.circularEaseInOut"),
      (.smoothstep, "UnitCurve.smoothstep"),
      (.powerEaseOut(exponent: 1.5), "UnitCurve.powerEaseOut(exponent: 1.5)"),
      (.catmullRom(through: [0, 0.5, 1]), "UnitCurve.catmullRom(through: [0.0, 0.5, 1.0])"),
      (.quarticEaseOut.inverse, "UnitCurve.quarticEaseOut.inverse"),
      (.backEaseInOut(overshoot: 2), "UnitCurve.backEaseInOut(overshoot: 2.0)"),
      (.elasticEaseIn(amplitude: 2), "UnitCurve.elasticEaseIn(amplitude: 2.0, period: 0.3)"),
      (
        .bezier(startControlPoint: UnitPoint(x: 0.1, y: 0), endControlPoint: UnitPoint(x: 0.2, y: 1)),
        "UnitCurve.bezier(startControlPoint: UnitPoint(x: 0.1, y: 0.0), endControlPoint: UnitPoint(x: 0.2, y: 1.0))"
      ),
    ]
    for (curve, description) in descriptions { #expect(curve.description == description) }
  }

  @Test func wrongDataIsAnError() {
    for text in [
      #"{"curve":"wobbly","direction":"easeIn"}"#, #"{"curve":"catmullRom","values":""}"#,
      #"{"curve":"power","direction":"easeIn"}"#, #"{"curve":"sine","direction":"up"}"#, "{}",
    ] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(UnitCurve.self, from: Data(text.utf8)) }
    }
  }

  @Test func parametersAreClamped() {
    #expect(UnitCurve.backEaseIn(overshoot: .nan) == .backEaseIn())
    #expect(UnitCurve.backEaseIn(overshoot: -5) == .backEaseIn(overshoot: 0))
    #expect(UnitCurve.backEaseIn(overshoot: .infinity) == .backEaseIn(overshoot: 1000))
    #expect(UnitCurve.elasticEaseOut(amplitude: 0.1, period: 0) == .elasticEaseOut(amplitude: 1, period: 0.01))
    #expect(UnitCurve.elasticEaseOut(amplitude: .nan, period: .nan) == .elasticEaseOut())
    #expect(UnitCurve.powerEaseIn(exponent: .nan) == .powerEaseIn(exponent: 3))
    #expect(UnitCurve.powerEaseIn(exponent: -1) == .powerEaseIn(exponent: 0.01))
    #expect(UnitCurve.powerEaseOut(exponent: .infinity) == .powerEaseOut(exponent: 100))
    #expect(UnitCurve.elasticEaseInOut(period: .infinity) == .elasticEaseInOut(period: 100))
  }
}

@Suite(.seeded) struct FamilyTests {
  private let fractions = (0...2000).map { Double($0) / 2000 }

  @Test func everyFamilyHasAFormula() {
    for curve in UnitCurve.families.joined() {
      #expect(Family.all.contains { $0.curve == curve }, "Family.all lacks \(curve)")
    }
  }

  /// A family that is described but not in `EasingFamily.all` couldn't be decoded, and no other test would see it.
  @Test func everyDescribedFamilyIsListed() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../../Sources/VectorKernels/Curves/Easings")
      .standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let described = try files.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).matches(of: /static let \w+ = EasingFamily\(\s*"(\w+)"/).map {
        String($0.1)
      }
    }
    // "UnitCurve.sineEaseIn" names the family sine.
    let listed = UnitCurve.families.map { $0[0].description.dropFirst(10).prefix { $0 != "E" } }
    #expect(Set(listed.map(String.init)) == Set(described) && described.count == listed.count)
  }

  /// A few roundings of Double: of the terms, and of a sine's argument that grows with the swings.
  @Test(arguments: Family.all)
  func valuesAreThoseOfTheFormula(family: Family) {
    for x in fractions {
      let error = (family.curve.value(at: x).reference - family.value(at: x.reference)).magnitude
      #expect(error <= 2e-14 * family.scale.reference, "off by \(error) at \(x)")
    }
  }

  @Test(arguments: Family.all)
  func endsAreExact(family: Family) {
    #expect(family.curve.value(at: 0) == 0 && family.curve.value(at: 1) == 1)
    if family.rises {
      #expect(family.curve.inverse.value(at: 0) == 0 && family.curve.inverse.value(at: 1) == 1)
    }
  }

  @Test(arguments: Family.all.filter(\.rises))
  func rises(family: Family) {
    for (x, next) in zip(fractions, fractions.dropFirst()) {
      // Neighbours may change places by an ulp where the curve stands nearly still.
      #expect(family.curve.value(at: x) <= family.curve.value(at: next) + .ulpOfOne)
    }
  }

  /// The central difference of the reference over 2h is off by h^2 / 6 of the third derivative, and by the roundings of
  /// two values over 2h; the former is estimated from the slopes themselves.
  @Test(arguments: Family.all)
  func velocityIsTheDerivative(family: Family) {
    let h: Reference = 1e-6
    for x in fractions where x > 1e-3 && x < 1 - 1e-3 {
      func difference(_ h: Reference) -> Reference {
        (family.value(at: x.reference + h) - family.value(at: x.reference - h)) / (2 * h)
      }
      let slope = difference(h)
      let allowance = 1e-9 * max(1, family.scale.reference, slope.magnitude) + 2 * (difference(2 * h) - slope).magnitude
      // At a corner the two differ by the jump, and where the curve is vertical no difference comes near.
      if family.hasCorners && allowance > 1e-7 || family.curve.velocity(at: x).isInfinite { continue }
      let error = (family.curve.velocity(at: x).reference - slope).magnitude
      #expect(error <= allowance, "\(family.curve.velocity(at: x)) instead of \(slope) at \(x)")
    }
  }

  /// A time that is off by 1e-15 moves the progress to that of its neighbour.
  @Test(arguments: Family.all)
  func inverseComesBack(family: Family) {
    let (curve, inverse) = (family.curve, family.curve.inverse)
    #expect(inverse.inverse == curve)
    for y in fractions {
      let x = inverse.value(at: y)
      let value = curve.value(at: x)
      let slack = [-1e-15, 1e-15].map { abs(curve.value(at: x + $0) - value) }.max()!
      #expect(abs(value - y) <= 1e-14 * family.scale + slack, "\(y) came back off by \(abs(value - y))")
      #expect(0...1 ~= x)
    }
  }

  /// A time is rounded, by half an ulp of 1 at most, and where the slope changes fast it is that of a neighbour.
  @Test(arguments: Family.all)
  func velocityOfTheInverseIsTheReciprocal(family: Family) {
    for y in fractions where y > 0 && y < 1 {
      let x = family.curve.inverse.value(at: y)
      let slope = family.curve.velocity(at: x)
      let product = family.curve.inverse.velocity(at: y) * slope
      let slack = [-0x1p-52, 0x1p-52].map { abs(family.curve.velocity(at: x + $0) / slope - 1) }.max()!
      if slope != 0 && slope.isFinite && slack.isFinite {
        #expect(abs(product - 1) < 1e-6 * family.scale + slack)
      }
    }
  }
}

extension UnitCurve {
  /// One of every kind, and inverses.
  static let samples = plain + Family.all.flatMap { [$0.curve, $0.curve.inverse] }

  /// Those that aren't of a family.
  static let plain: [UnitCurve] =
    [
      .linear, .easeIn, .easeOut, .easeInOut, .smoothstep, .catmullRom(through: [0, 0.8, 0.7, 1]),
      .catmullRom(through: [3]), .powerEaseIn(exponent: 0.01), .powerEaseInOut(exponent: 0.1),
      .bezier(startControlPoint: UnitPoint(x: 0.3, y: -0.5), endControlPoint: UnitPoint(x: 0.1, y: 1.7)),
    ]
}
