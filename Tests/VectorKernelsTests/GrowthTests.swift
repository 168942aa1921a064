import Foundation
import Testing

import VectorKernels

/// Texts and data of twice the size take at most twice the time.
@Suite(.seeded, .serialized) struct GrowthTests {
  private func expectLinear(
    _ n: Int, _ work: (Int) throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) rethrows {
    let ratio = try Growth.ratio(n, work)
    #expect(ratio < Growth.limit, sourceLocation: sourceLocation)
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  private func list(_ count: Int, _ separator: String = ",", _ item: (Int) -> String) -> String {
    (0..<count).map(item).joined(separator: separator)
  }

  @Test func easingsOfManyStops() throws {
    try expectLinear(1000) { n throws in
      let easing = try CSSEasing("linear(\(list(n) { "\($0 % 7)" }))")
      #expect(try CSSEasing("linear(\(list(n) { "\($0 % 7) \($0)%" }))").description != easing.description)
      #expect(try CSSEasing(easing.description) == easing)
      #expect(UnitCurve(easing).inverse.value(at: 0).isFinite)
    }
  }

  @Test(arguments: ["1", "0.", "1e"])
  func longNumbers(start: String) throws {
    try expectLinear(100_000) { n throws in
      let number = start + String(repeating: "1", count: n)
      #expect(throws: Never.self) { try CSSEasing("linear(0, \(number), 1)") }
      #expect(throws: Never.self) { try Color(css: "rgb(\(number) 0 0)") }
    }
  }

  @Test func longNamesAndComments() throws {
    try expectLinear(100_000) { n throws in
      let text = String(repeating: "a", count: n)
      #expect(throws: CSSColorError.self) { try Color(css: text) }
      #expect(throws: CSSColorError.self) { try Color(css: "#" + text) }
      #expect(throws: CSSEasingError.self) { try CSSEasing(text + "(") }
      #expect(try Color(css: "/*\(text)*/red" + String(repeating: "/**/ ", count: n)).components.x == 1)
    }
  }

  @Test func pathsOfManySegments() throws {
    for segment in ["l1 2", "c3 4-5 6 7-8", "a1 2 30 01-1 1", "h0", "zm1 1"] {
      try expectLinear(4000) { n throws in
        let path = try MotionPath("M0 0" + list(n, "") { _ in segment })
        #expect(path.point(at: 0.5).x.isFinite)
        #expect(path.description.utf8.count >= n || segment == "h0")
      }
    }
    try expectLinear(100_000) { n throws in
      #expect(try MotionPath("M0 0." + String(repeating: "1", count: n)).subpaths.count == 1)
      #expect(throws: SVGPathError.self) { try MotionPath(String(repeating: " ", count: n) + "x") }
    }
  }

  @Test func longCalculations() throws {
    try expectLinear(10_000) { n throws in
      let sum = String(repeating: "1 + 2*(3) - ", count: n) + "0"
      #expect(throws: Never.self) { try Color(css: "rgb(from red calc(\(sum)) g b)") }
      #expect(throws: CSSColorError.self) { try Color(css: "color-mix(in srgb, red calc(\(sum)), blue)") }
    }
  }

  @Test func gradientsOfManyStops() throws {
    let stop = #"{"color": {"space": "srgb", "components": [0.5, 0, null], "alpha": 1}, "location": "#
    try expectLinear(1000) { n throws in
      let gradient = try decode(Gradient.self, #"{"stops": [\#(list(n) { stop + "\(Double($0) / Double(n))}" })]}"#)
      #expect(gradient.color(at: 0.3).alpha == 1)
      #expect(gradient.mix(with: Gradient(stops: gradient.stops.dropLast()), by: 0.5).stops.count >= n)
      var ramp = [UInt8](repeating: 0, count: 64)
      PreparedGradient(gradient).ramp(intoRGBA8: ramp.mutableSpan)
      #expect(ramp[3] == 255)
    }
  }

  @Test func columns() throws {
    try expectLinear(50_000) { n throws in
      let columns = try decode(Columns<Point2D<Float>>.self, "[\(list(2 * n) { "\($0)" })]")
      #expect(columns.count == n)
    }
  }

  @Test func animationsOfManyValues() throws {
    for mode in KeyframeCalculationMode.allCases {
      try expectLinear(1000) { n throws in
        let saved = try KeyframeAnimation(
          values: (0..<n).map { Double($0 % 10) }, duration: 1, calculationMode: mode)
        let animation = try JSONDecoder().decode(
          KeyframeAnimation<Double>.self, from: JSONEncoder().encode(saved))
        #expect(animation.value(time: 0.5).isFinite)
      }
    }
  }

  @Test func phases() throws {
    try expectLinear(2000) { n throws in
      let timeline = PhaseTimeline(Array(0..<n), animation: { _ in .easeIn(duration: 0.1) })
      let data = try JSONEncoder().encode(timeline)
      #expect(try JSONDecoder().decode(PhaseTimeline<Int>.self, from: data).phases.count == n)
    }
  }

  @Test func preparedKeyframesOfManyComponents() throws {
    let timeline = KeyframeTimeline(initialValue: Float(0)) {
      for value in 0..<20 { LinearKeyframe(Float(value), duration: 0.1) }
    }
    let prepared = try timeline.prepared()
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(prepared)) as? [String: Any]
    var members = try #require(object)
    let component = try #require(members["coefficients"] as? [String])[0]
    try expectLinear(1000) { n throws in
      members["coefficients"] = Array(repeating: component, count: n)
      let data = try JSONSerialization.data(withJSONObject: members)
      #expect(try JSONDecoder().decode(PreparedKeyframes.self, from: data).componentCount == n)
    }
  }

  /// Up to the limit of pieces, and beyond it, where they are refused.
  @Test func preparedKeyframesOfManyPieces() throws {
    func timeline(_ count: Int) -> KeyframeTimeline<Float> {
      KeyframeTimeline(initialValue: Float(0)) {
        for value in 0..<count { LinearKeyframe(Float(value % 5), duration: 0.1) }
      }
    }
    try expectLinear(500) { n throws in
      let data = try JSONEncoder().encode(timeline(n).prepared())
      #expect(try JSONDecoder().decode(PreparedKeyframes.self, from: data).pieceCount >= n)
    }
    try expectLinear(5000) { n throws in
      #expect(throws: KeyframePreparationError.self) { try timeline(n).prepared() }
    }
  }

  /// Curves and springs of each property's own, which repeat or don't.
  @Test(arguments: 0..<4)
  func startsOfOwnShapes(kind: Int) throws {
    try expectLinear(8000) { n throws in
      var animator = Animator<Float>()
      for index in 0..<n {
        let x1 = Double(index) / Double(2 * n)
        let curve = Animation.timingCurve(x1, 0, 0.6, 1, duration: 1)
        let spring = Animation.spring(duration: 1 + x1)
        let animation = [curve, curve.repeatForever(), spring.repeatForever(), spring][kind]
        try animator.animate(animator.add(0), to: 1, using: animation)
      }
      animator.advance(to: 0.1)
      #expect(animator.count == n)
    }
  }

  /// One animation for all, a group for each, sums, and what is observed.
  @Test(arguments: 0..<4)
  func snapshotsOfManyProperties(kind: Int) throws {
    try expectLinear(500) { n throws in
      var animator = Animator<Float>()
      for index in 0..<n {
        let handle = animator.add(0)
        switch kind {
        case 0: try animator.animate(handle, to: 1, using: .easeIn(duration: 1))
        case 1:
          let spring = Spring(duration: 1 + Double(index) * 1e-3)
          try animator.animate(handle, to: 1, using: .spring(spring).repeatForever())
        case 2:
          try animator.animate(handle, to: 1, using: .easeIn(duration: 1))
          try animator.animate(handle, to: 2, using: .easeOut(duration: 2), retargeting: .add)
        default:
          try animator.animate(handle, to: 1, using: .easeIn(duration: 0.05).repeatForever())
          try animator.observe(handle)
        }
      }
      animator.advance(to: 0.1)
      let data = try JSONEncoder().encode(animator.snapshot())
      let snapshot = try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data)
      var other = Animator<Float>(restoring: snapshot)
      other.advance(to: 0.2)
      #expect(other.count == n)
    }
  }
}
