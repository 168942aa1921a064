import Foundation
import Testing
import VectorKernels

/// Curves of samples, of functions and of CSS's steps and lines: one value at a time, in spans, in keyframes and animators.
@Suite(.seeded) struct TabulatedCurveTests {
  /// A function, the largest error it may have, and how steep it is.
  struct Function: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bound: Double
    let value: @Sendable (Double) -> Double
  }

  /// Smooth ones are off by Float's roundings; at a corner lines are off by a 4096th of what the slope changes by.
  private static let functions = [
    Function(testDescription: "square", bound: 1e-6) { $0 * $0 },
    Function(testDescription: "sine", bound: 1e-6) { (1 - cos($0 * .pi)) / 2 },
    Function(testDescription: "swinging", bound: 1e-6) { 1 - exp(-5 * $0) * cos(12 * $0) },
    Function(testDescription: "far from 0 to 1", bound: 3e-6) { 3 - 2 * $0 },
    Function(testDescription: "corner", bound: 3.0 / 4096) { $0 < 0.3 ? 2 * $0 : 0.6 - ($0 - 0.3) },
    Function(testDescription: "constant", bound: 1e-6) { _ in 0.25 },
  ]

  @Test(arguments: functions)
  func theReportedErrorIsTheError(function: Function) {
    let (curve, reported) = UnitCurve.tabulated(function.value)
    #expect(reported <= function.bound)
    let x = (0...100_000).map { Float($0) / 100_000 }
    let results = output(x.count) { curve.values(at: x.span, into: $0) }
    var (single, batched) = (0.0, 0.0)
    for (input, result) in zip(x, results) {
      let exact = function.value(Double(input))
      single = max(single, abs(curve.value(at: Double(input)) - exact))
      batched = max(batched, abs(Double(result) - exact))
    }
    // Between the places where it was measured it may be a fifth more, and lines round by 6e-7 besides.
    #expect(single <= 1.2 * reported + 1e-12 && batched <= 1.2 * reported + 6e-7)
  }

  @Test func samplesAreMetAndLinesBetweenThem() {
    let curve = UnitCurve(samples: [0, 0.5, 0.25, 2])
    #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 2)
    #expect(abs(curve.value(at: 1 / 3.0) - 0.5) < 1e-15 && abs(curve.value(at: 0.5) - 0.375) < 1e-15)
    #expect(abs(curve.velocity(at: 0.9) - 5.25) < 1e-12 && abs(curve.velocity(at: 0.1) - 1.5) < 1e-12)
    #expect(curve.velocity(at: 0.5) < 0 && curve.value(at: .nan).isNaN && curve.velocity(at: .nan).isNaN)
    #expect(UnitCurve(samples: [0.5]).value(at: 0.7) == 0.5)
    #expect(UnitCurve(samples: [.nan, .infinity, 1]).value(at: 0) == 0)
    #expect(UnitCurve.tabulated { _ in .nan }.curve.value(at: 0.5) == 0)
  }

  private static let curves: [UnitCurve] = [
    UnitCurve(.steps(8)), UnitCurve(.steps(5, .jumpBoth)), UnitCurve(.steps(3, .jumpNone)), UnitCurve(.stepStart),
    UnitCurve(.linear([.init(0), .init(1.5, at: 0.2), .init(0.5, at: 0.2), .init(0.75)])),
    UnitCurve(samples: (0...40).map { sin(Double($0)) }), .catmullRom(through: [0, 0.8, 0.7, 1]),
    UnitCurve.tabulated { $0 * $0 * (2 - $0) }.curve,
    // Needs polynomials of degree 6.
    UnitCurve.tabulated { 1 - exp(-5 * $0) * cos(12 * $0) }.curve,
  ]

  @Test(arguments: curves)
  func codingLosesNothing(curve: UnitCurve) throws {
    let data = try JSONEncoder().encode(curve)
    #expect(try JSONDecoder().decode(UnitCurve.self, from: data) == curve)
    let animation = Animation.timingCurve(curve, duration: 0.75).repeatCount(2)
    #expect(try JSONDecoder().decode(Animation.self, from: JSONEncoder().encode(animation)) == animation)
    #expect(!curve.description.isEmpty && curve == curve && curve != .linear)
  }

  @Test(arguments: [#"{"curve":"css","easing":"steps(0)"}"#, #"{"curve":"tabulated","coefficients":"AAAA"}"#])
  func badDataIsRefused(text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(UnitCurve.self, from: Data(text.utf8)) }
  }

  /// 16 polynomials have 6 coefficients each, or 7.
  @Test(arguments: [0, 80, 96, 97, 112, 128, 160])
  func tablesHaveSixteenPolynomials(count: Int) throws {
    let coefficients = Data(count: 4 * count).base64EncodedString()
    let text = #"{"curve":"tabulated","coefficients":"\#(coefficients)"}"#
    let isTable = (try? JSONDecoder().decode(UnitCurve.self, from: Data(text.utf8))) != nil
    #expect(isTable == [96, 112].contains(count))
  }

  /// Where a curve takes a level for a while, its inverse jumps, and the other way round.
  @Test func inversesSwapTheAxes() {
    for (position, inverse, count) in [
      (CSSEasing.StepPosition.jumpEnd, CSSEasing.StepPosition.jumpStart, 4), (.jumpStart, .jumpEnd, 4),
      (.jumpNone, .jumpBoth, 3), (.jumpBoth, .jumpNone, 5),
    ] {
      #expect(UnitCurve(.steps(4, position)).inverse == UnitCurve(.steps(count, inverse)))
    }
    let line = UnitCurve(samples: [0, 0.1, 0.7, 1])
    for y in [0, 0.05, 0.1, 0.5, 0.9, 1] { #expect(abs(line.value(at: line.inverse.value(at: y)) - y) < 1e-12) }
    let square = UnitCurve.tabulated { $0 * $0 }.curve.inverse
    for y in [0.01, 0.25, 0.81] { #expect(abs(square.value(at: y) - y.squareRoot()) < 1e-5) }
  }

  /// By CSS's rule for inputs: one that goes back counts as the largest so far.
  @Test func inversesOfCurvesThatGoBackJump() throws {
    let inverse = UnitCurve(samples: [0, 0.5, 0.25, 2]).inverse
    let written = try UnitCurve(CSSEasing("linear(0 0%, 0.3333333333333333 50%, 0.6666666666666666 25%, 1 200%)"))
    for y in (-10...30).map({ Double($0) / 10 }) {
      // A rounding of the thirds.
      #expect(abs(inverse.value(at: y) - written.value(at: y)) <= 2 * .ulpOfOne * max(1, abs(y)))
    }
  }

  /// Times that lie in the middle between jumps, so that no rounding decides.
  private static let times = (0..<97).map { (Double($0) + 0.377) / 97 }

  @Test(arguments: curves)
  func animatorsFollowThem(curve: UnitCurve) throws {
    var animator = Animator<Point>()
    let handles = animator.add(Point(0, 0), count: 100)
    let animations = (0..<100).map { index in
      let once = Animation.timingCurve(curve, duration: 1 + Double(index % 3))
      return index % 2 == 0 ? once : once.repeatCount(2, autoreverses: index % 4 == 1).delay(0.125)
    }
    let targets = [Point](repeating: Point(1, -8), count: 100)
    try animator.animate(handles, to: targets.span, using: animations.span)
    for time in Self.times {
      animator.advance(to: time)
      for (handle, animation) in zip(handles, animations) {
        // 4e-7 for the table, 6e-7 for lines, and 1.2e-7 of the time at a slope of up to 60.
        let expected = animation.amount(at: time)
        let value = try animator.value(of: handle).vector
        #expect(abs(value.x - expected) <= 1.2e-5 && abs(value.y + 8 * expected) <= 1e-4, "\(animation) at \(time)")
      }
    }
    animator.advance(to: 100)
    #expect(handles.allSatisfy { animator[$0] == Point(1, -8) })
  }

  @Test(arguments: curves)
  func preparedAnimationsAndKeyframesFollowThem(curve: UnitCurve) throws {
    let prepared = try Animation.timingCurve(curve, duration: 0.5).repeatCount(3, autoreverses: true).prepared()
    let timeline = KeyframeTimeline(initialValue: 1.0) {
      LinearKeyframe(3.0, duration: 0.7, timingCurve: curve)
      LinearKeyframe(-1.0, duration: 0.3, timingCurve: curve)
    }
    let track = try timeline.prepared()
    let times = Self.times.map { Float($0) }
    let values: [Float] = output(times.count) { track.values(at: times.span, into: $0) }
    for (time, value) in zip(times, values) {
      let exact = timeline.value(time: Double(time))
      #expect(abs(Double(value) - exact) <= 2e-5, "at \(time)")
      let amount: [Float] = output(1) { prepared.amounts(at: 2 * Double(time), starts: [0].span, into: $0) }
      #expect(abs(Double(amount[0]) - prepared.amount(at: 2 * Double(time))) <= 2e-5, "at \(2 * time)")
    }
    #expect(track.pieceCount < 90)
  }

  /// A curve that doesn't end at 1 jumps to its target when it is over.
  @Test func whatEndsElsewhereJumpsToItsTarget() throws {
    let animation = Animation.timingCurve(.linear([.init(0), .init(0.5)]), duration: 1)
    let prepared = try animation.prepared()
    let amounts: [Float] = output(3) { prepared.amounts(at: 2, starts: [1.5, 1, 0.5].span, into: $0) }
    #expect(amounts == [0.25, 1, 1] && animation.amount(at: 1) == 1)
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.animate(handle, to: 10, using: animation)
    animator.advance(to: 0.5)
    #expect(animator[handle] == 2.5)
    animator.advance(to: 1)
    #expect(animator[handle] == 10)
  }
}
