import Foundation
import Testing
import bench

@Suite struct MergedRunsTests {
  /// A run with a kernel at one size, at a level and by a peer.
  private func run(
    time: Double, ratio: Double, uncertainty: Double = 0.01, error: String = "1e-7", hasPeer: Bool = true
  ) throws -> JSON {
    let peer = """
      , {"name": "lerp", "variant": "peer", "count": 64,
      "nsPerElement": {"median": \(time / ratio), "min": 1.0, "max": 9.0}, "bytesPerElement": 8,
      "gigabytesPerSecond": 1.0, "copyFraction": 1.0, "ratioToPeer": {}, "error": \(error)}
      """
    let machine = """
      {"cpu": "one", "cores": 2, "caches": {}, "memory": "1 MiB", "os": "one", "levels": ["level"],
      "activeLevel": "level", "toolchain": "one", "commit": "one", "date": "2026-11-30T00:00:00Z"}
      """
    let text = """
      {"machine": \(machine), "results": [{"name": "lerp", "variant": "level", "count": 64,
      "nsPerElement": {"median": \(time), "min": \(time - 0.5), "max": \(time + 0.5)}, "bytesPerElement": 8,
      "gigabytesPerSecond": \(8 / time), "copyFraction": \(1 / time), "ratioToPeer": {"peer": \(ratio)},
      "ratioToScalar": 0.25, "uncertainty": {"time": \(uncertainty), "peer": \(uncertainty), "scalar": null},
      "error": \(error), "tolerance": 1e-6}\(hasPeer ? peer : "")]}
      """
    return try JSON(parsing: Array(text.utf8))
  }

  private func records(_ runs: [JSON]) throws -> [KernelRecord] {
    let merged = MergedRuns.kernels(runs).text(depth: 2)
    return try ResultsFile<KernelRecord>(json: Data(merged.utf8), path: "merged").results
  }

  /// A process in which a loop takes longer doesn't count, but it shows in the largest time.
  @Test func timesAreMedians() throws {
    let records = try records([run(time: 2, ratio: 1), run(time: 3.5, ratio: 1.75), run(time: 2.2, ratio: 1.1)])
    #expect(records.map(\.variant) == ["level", "peer"])
    let level = records[0]
    #expect(level.nsPerElement.median == 2.2 && level.nsPerElement.min == 1.5 && level.nsPerElement.max == 4)
    #expect(level.ratioToPeer == ["peer": 1.1] && level.ratioToScalar == 0.25)
    #expect(level.gigabytesPerSecond == 3.6364 && level.copyFraction == 0.45455)
    #expect(level.error == 1e-7 && level.tolerance == 1e-6)
    #expect(records[1].nsPerElement.median == 2)
  }

  /// Runs that scatter leave the median as uncertain as the middle distance from it says, and runs that agree as
  /// uncertain as each of them is, by the root of their number.
  @Test func uncertaintyIsTheGreaterOne() throws {
    let scattered = try records([run(time: 2, ratio: 1), run(time: 3, ratio: 2), run(time: 2.2, ratio: 1.1)])[0]
    // 1.4826 * (1 - 2 / 2.2) / sqrt(3)
    #expect(scattered.uncertainty?["time"] == 0.078)
    // 1.4826 * (1 - 1 / 1.1) / sqrt(3)
    #expect(scattered.uncertainty?["peer"] == 0.078)
    let agreeing = try records((0..<3).map { _ in try run(time: 2, ratio: 1, uncertainty: 0.03) })[0]
    #expect(agreeing.uncertainty?["time"] == 0.017)
    #expect(agreeing.uncertainty?["scalar"] == .some(nil))
  }

  @Test func largestErrorsStay() throws {
    let runs = try [run(time: 2, ratio: 1), run(time: 2, ratio: 1, error: "3e-7"), run(time: 2, ratio: 1)]
    #expect(try records(runs)[0].error == 3e-7)
    // Null is infinite.
    #expect(try records(runs + [run(time: 2, ratio: 1, error: "null")])[0].error == nil)
  }

  /// A peer may have stopped in one of the runs.
  @Test func variantsMayBeMissing() throws {
    let without = try run(time: 3, ratio: 1, hasPeer: false)
    #expect(try records([run(time: 2, ratio: 1), without])[1].nsPerElement.median == 2)
    #expect(try records([without, run(time: 2, ratio: 1)]).map(\.variant) == ["level"])
  }

  @Test func oneRunStaysAsItIs() throws {
    let one = try run(time: 2, ratio: 1)
    #expect(MergedRuns.kernels([one]).text(depth: 0) == one.text(depth: 0))
  }
}
