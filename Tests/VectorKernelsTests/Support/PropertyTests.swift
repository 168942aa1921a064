import Foundation
import Testing

/// The tests of the tests: a false property is found, and the simplest case for which it fails is reported.
@Suite(.seeded) struct PropertyTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func aFalsePropertyIsShrunk(seed: UInt64) throws {
    let draws = [Draw<Float>.uniform(0...1000), .uniform(0...1000)]
    let found = counterexample(draws, count: 1000, seed: seed) { cases, verdict in
      for i in cases.indices { verdict.require(cases[0][i] < 100, i, "\(cases[0][i]) is too much") }
    }
    let smallest = try #require(found)
    #expect(smallest.inputs == [128, 0])
    #expect(smallest.message == "128.0 is too much")
    #expect(smallest.failureCount > 500)
  }

  @Test func aTruePropertyHolds() {
    let found = counterexample([Draw<Double>.signed(to: 1e300)], count: 10_000, seed: 1) { cases, verdict in
      for i in cases.indices { verdict.require(cases[0][i].magnitude <= 1e300, i, "out of its domain") }
    }
    #expect(found == nil)
  }

  @Test func aRowThatFailsOnlyAtAnEdgeIsFound() throws {
    let found = counterexample([Draw<Float>.uniform(-1...1)], count: 1000, seed: 2) { cases, verdict in
      for i in cases.indices { verdict.require(!cases[0][i].isSubnormal, i, "subnormal") }
    }
    #expect(try #require(found).inputs.allSatisfy { $0.isSubnormal && $0 > 0 && $0.significandWidth == 0 })
  }

  @Test func theSeedRepeatsTheCases() {
    func drawn(seed: UInt64) -> [[Double]] {
      var columns: [[Double]] = []
      _ = counterexample([Draw<Double>.signed(to: 1), .uniform(0...1)], count: 100, seed: seed) { cases, _ in
        columns = [cases[0], cases[1]]
      }
      return columns
    }
    #expect(drawn(seed: 7) == drawn(seed: 7))
    #expect(drawn(seed: 7) != drawn(seed: 8))
  }

  @Test func failuresAreReportedWithTheSeed() {
    withKnownIssue {
      check(Draw<Float>.uniform(0...1), count: 10, seed: 3) { cases, verdict in
        for i in cases.indices { verdict.require(false, i, "never") }
      }
    } matching: { issue in
      let text = "\(issue)"
      return text.contains("never") && text.contains("(0.0)") && text.contains("VECTORKERNELS_SEED=3")
    }
  }

  /// The last trait sees an issue first; the first one lets none pass but those without a seed.
  @Test(
    .filterIssues { issue in
      !issue.comments.contains { $0.rawValue == "VECTORKERNELS_SEED=\(Settings.seed) repeats it" }
    },
    .seeded)
  func everyIssueNamesASeed() {
    #expect(Bool(false), "of another kind")
  }

  /// Or a failure of that suite might not be repeatable.
  @Test func everySuiteIsSeeded() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = try #require(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    var suites = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where line.hasPrefix("@Suite") {
        #expect(line.hasPrefix("@Suite(.seeded"), "\(file.lastPathComponent): \(line)")
        suites += 1
      }
    }
    #expect(suites > 50)
  }
}
