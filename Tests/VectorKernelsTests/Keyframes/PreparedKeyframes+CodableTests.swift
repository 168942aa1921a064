import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct PreparedKeyframesCodableTests {
  /// From 2 to some hundred pieces, cubic and quintic.
  private func keyframes(_ count: Int, _ random: inout Generator) throws -> PreparedKeyframes {
    let timeline = KeyframeTimeline(initialValue: Float(0)) {
      KeyframeTrack(\.self) {
        for index in 0..<count {
          if index % 5 == 4 {
            SpringKeyframe(Float.random(in: -9...9, using: &random), duration: 0.3, spring: .bouncy)
          } else {
            LinearKeyframe(Float.random(in: -9...9, using: &random), duration: Double.random(in: 0...1, using: &random))
          }
        }
      }
    }
    return try timeline.prepared()
  }

  @Test func comesBackAsItWas() throws {
    var random = Generator(seed: Settings.seed)
    for count in 0..<60 {
      let keyframes = try keyframes(count, &random)
      let data = try JSONEncoder().encode(keyframes)
      #expect(try JSONDecoder().decode(PreparedKeyframes.self, from: data) == keyframes)
      let list = try PropertyListEncoder().encode(keyframes)
      #expect(try PropertyListDecoder().decode(PreparedKeyframes.self, from: list) == keyframes)
    }
  }

  /// Keyframes that lead to infinite numbers can't be prepared; all others can.
  @Test func whateverIsPreparedComesBack() throws {
    var random = Generator(seed: Settings.seed)
    for _ in 0..<max(300, Settings.cases / 250) {
      let timeline = KeyframeTimeline(initialValue: Float(random.wildNumber())) {
        for _ in 0..<random.next(upperBound: 3 as UInt64) {
          SpringKeyframe(
            Float(random.wildNumber()), duration: random.oneIn(3) ? nil : random.wildNumber(),
            spring: random.wildSpring())
          CubicKeyframe(Float(random.wildNumber()), duration: random.wildNumber())
          LinearKeyframe(Float(random.wildNumber()), duration: random.wildNumber())
        }
      }
      guard let keyframes = try? timeline.prepared() else { continue }
      let data = try JSONEncoder().encode(keyframes)
      #expect(try JSONDecoder().decode(PreparedKeyframes.self, from: data) == keyframes, "\(timeline)")
    }
  }

  @Test func errorsSayWhatIsWrongWhere() throws {
    let bits = { (numbers: [Float]) in numbers.withUnsafeBytes { Data($0).base64EncodedString() } }
    let seconds = { (number: Double) in withUnsafeBytes(of: number) { Data($0).base64EncodedString() } }
    let greatest = Float.greatestFiniteMagnitude
    let fine: [String: Any] = [
      "duration": seconds(1), "measuredError": seconds(0), "degree": 3, "ends": bits([0, 1, greatest]),
      "coefficients": [bits([Float](repeating: 1, count: 12))],
    ]
    func decode(_ changes: [String: Any]) throws -> PreparedKeyframes {
      let object = fine.merging(changes) { $1 }
      return try JSONDecoder().decode(
        PreparedKeyframes.self, from: JSONSerialization.data(withJSONObject: object))
    }
    #expect(try decode([:]).pieceCount == 3)
    for (key, value, explanation) in [
      ("duration", seconds(-1), "duration: duration is -1.0, but must be finite and at least 0"),
      ("duration", seconds(.nan), "duration: duration is nan, but must be finite and at least 0"),
      ("measuredError", seconds(.infinity), "measuredError: measuredError is inf, but must be finite and at least 0"),
      ("degree", 4, "degree: degree is 4, but must be 3 or 5"),
      ("ends", bits([greatest]), "ends: there are 1 ends, but there must be 2...4096"),
      ("ends", bits([1, 0, greatest]), "ends: end 1 is 0.0, after 1.0, but ends must ascend"),
      ("ends", bits([1, .nan, greatest]), "ends: end 1 is nan, after 1.0, but ends must ascend"),
      ("ends", bits([0, 1, 2]), "ends: ends are 0.0...2.0, but must be finite and end with Float's greatest"),
      (
        "ends", bits([-.infinity, 1, greatest]),
        "ends: ends are -inf...3.4028235e+38, but must be finite and end with Float's greatest"
      ),
      ("coefficients", [bits([1, 2])], "coefficients[0]: the component holds 2 numbers instead of 12"),
      (
        "coefficients", [bits([Float](repeating: .nan, count: 12))],
        "coefficients: component 0 has numbers that aren't finite"
      ),
      ("coefficients", [String](), "coefficients: there are no components, but there must be at least 1"),
    ] as [(String, Any, String)] {
      let error = #expect(throws: DecodingError.self) { try decode([key: value]) }
      #expect(error?.explanation == explanation)
    }
  }

  /// Ends that no keyframes have, but that are let in, are read in bounds, whatever the time, at every kind of lookup:
  /// every value is the piece's constant.
  @Test func oddEndsAreReadInBounds() throws {
    var random = Generator(seed: Settings.seed)
    for _ in 0..<Settings.cases / 500 {
      let count = Int.random(in: 2...(random.oneIn(4) ? 300 : 40), using: &random)
      let magnitude = [1e-45, 1e-30, 1, 1e30, 1e38].randomElement(using: &random)!
      var ends = (1..<count).map { _ in
        Float(random.oneIn(3) ? 1 : Double.random(in: -0.1...1, using: &random)) * Float(magnitude)
      }
      ends = ends.sorted() + [.greatestFiniteMagnitude]
      let coefficients: [Float] = (0..<4 * count).map { $0 % 4 == 0 ? Float($0 / 4) : 0 }
      let numbers = { (numbers: [Float]) in numbers.withUnsafeBytes { Data($0).base64EncodedString() } }
      let object: [String: Any] = [
        "duration": "AAAAAAAA8D8=", "measuredError": "AAAAAAAA8D8=", "degree": 3, "ends": numbers(ends),
        "coefficients": [numbers(coefficients)],
      ]
      let keyframes = try JSONDecoder().decode(
        PreparedKeyframes.self, from: JSONSerialization.data(withJSONObject: object))
      var times = ends.flatMap { [$0.nextDown, $0, $0.nextUp] } + [.infinity, -.infinity, 0, -1]
      times += (0..<100).map { _ in Float.random(in: -1...1, using: &random) * Float(magnitude) }
      var values = [Float](repeating: .nan, count: times.count)
      keyframes.values(at: times.span, into: values.mutableSpan)
      for (time, value) in zip(times, values) {
        // Times beyond 1e30 count as that.
        let time = min(1e30, max(-1e30, time))
        #expect(value == Float(ends.firstIndex { time <= $0 }!), "\(time) in \(ends)")
      }
    }
  }
}
