import Foundation
import VectorKernels

@testable import bench

/// Files of results, which `bench report`, `bench compare` and `bench gate` read, by edits of their trees.
enum Results {
  static let edits = TreeEdits(folder: "Benchmarks/Tests/BenchTests/Report/Inputs/made-up") { $0.hasSuffix(".json") }
  private static let names = [
    "gate.json", "kernels.json", "lottie.json", "scaling.json", "scenes.json", "solvers.json",
  ]
  private static let directory: String = {
    let path = NSTemporaryDirectory() + "/fuzz-results-\(getpid())"
    try! FileManager.default.createDirectory(atPath: "\(path)/machine", withIntermediateDirectories: true)
    return path
  }()

  static func test(_ input: [UInt8]) {
    var bytes = Bytes(input)
    let (sample, tree) = edits.tree(&bytes)
    let data = tree.data
    do {
      switch names[sample] {
      case "kernels.json": compare(try Observation.all(in: ResultsFile<KernelRecord>(json: data, path: "")))
      case "scenes.json": compare(try Observation.all(in: ResultsFile<SceneRecord>(json: data, path: "")))
      case "scaling.json": compare(try Observation.all(in: ResultsFile<ScalingRecord>(json: data, path: "")))
      case "gate.json":
        // No report has it.
        _ = try ResultsFile<GateRecord>(json: data, path: "")
        return
      case "lottie.json": _ = try ResultsFile<LottieRecord>(json: data, path: "")
      default: _ = try ResultsFile<SolverRecord>(json: data, path: "")
      }
    } catch {
      require(error is ResultsError, "\(error) is thrown, not a ResultsError")
      return
    }
    let path = "\(directory)/machine/\(names[sample])"
    try! data.write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let report = try! Report(directory: directory)
    require(report.files.count == 9)
  }

  /// With themselves, and with another run of the program.
  private static func compare(_ observations: [Observation]) {
    for new in [observations, Observation.merged([observations, observations.reversed()])] {
      require(!Comparison(old: observations, new: new, threshold: 0.015).hasRegression)
    }
  }
}
