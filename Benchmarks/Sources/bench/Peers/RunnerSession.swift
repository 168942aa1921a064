import Foundation

/// One case at one size in a runner: the data in files of a directory that is removed afterwards.
final class RunnerSession {
  private let runner: Runner
  private let directory: URL
  private let columns: [Workload.Column]

  /// Hands the data over.
  init(_ runner: Runner, kernel: String, work: Workload) throws {
    self.runner = runner
    columns = work.columns
    directory = URL(fileURLWithPath: NSTemporaryDirectory()).appending(path: "bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    var lines = ["case \(kernel)"]
    for (index, column) in columns.enumerated() {
      lines.append("column \(column.role.rawValue) \(column.type) \(column.count) \(file(index).path)")
      try Data(column.bytes).write(to: file(index))
    }
    lines += work.constants.map { "constant \($0.name) \($0.value)" }
    guard try runner.ask(lines + ["open"]) == .done else { throw RunnerError("it does not open what it is given") }
  }

  deinit {
    _ = try? runner.ask(["close"])
    try? FileManager.default.removeItem(at: directory)
  }

  /// Returns the nanoseconds that a number of calls take, by the runner's clock.
  func time(of peer: String, repetitions: Int) throws -> Double {
    guard case .time(let nanoseconds) = try runner.ask(["time \(repetitions) \(peer)"]) else {
      throw RunnerError("it does not say how long it took")
    }
    return nanoseconds
  }

  /// Has one call done on the data as it was handed over, and fetches what it wrote.
  func fetchResults(of peer: String) throws {
    guard try runner.ask(["results \(peer)"]) == .done else { throw RunnerError("it has no results") }
    for (index, column) in columns.enumerated() where column.role != .input {
      let data = try Data(contentsOf: file(index))
      guard data.count == column.bytes.count else { throw RunnerError("it wrote \(data.count) bytes of results") }
      data.copyBytes(to: column.bytes)
    }
  }

  private func file(_ index: Int) -> URL { directory.appending(path: "\(index)") }
}
