import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct PhaseTimelineCodableTests {
  @Test func comesBackAsItWas() throws {
    let timeline = PhaseTimeline([0.0, 1.0, 2.0] as [Double], repeatsForever: false) {
      $0 == 1 ? .spring : .easeIn(duration: 0.4).delay(1)
    }
    let data = try JSONEncoder().encode(timeline)
    #expect(try JSONDecoder().decode(PhaseTimeline<Double>.self, from: data) == timeline)
  }

  @Test func everyPhaseNeedsAnAnimation() throws {
    let wrong = #"{"phases": [1, 2], "repeatsForever": true, "animations": []}"#
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PhaseTimeline<Double>.self, from: Data(wrong.utf8))
    }
    #expect(error?.explanation == "animations: there are 0 animations for 2 phases, but must be one for each")
  }
}
