import Foundation
import Testing
import bench

@Suite struct RunnerTests {
  @Test func hasWhatItSaysItHas() throws {
    let runner = try started(
      """
      echo 'note no second peer'
      echo 'peer first'
      echo 'kernel a/f32 first'
      echo 'kernel b/f32 first'
      echo ready
      """)
    #expect(runner.kernels.map(\.peer) == ["first"])
    #expect(runner.kernels.map(\.names) == [["a/f32", "b/f32"]])
    #expect(runner.notes == ["no second peer"])
  }

  @Test func answersTheLastOfTheLines() throws {
    let runner = try started("echo ready; read first; read second; echo \"time $((first + second))\"; read end")
    #expect(try runner.ask(["40", "2"]) == .time(42))
    #expect(!runner.hasStopped)
  }

  /// A kernel that fails leaves the others.
  @Test func goesOnAfterAnError() throws {
    let runner = try started("echo ready; read first; echo 'error no such kernel'; read second; echo done; read end")
    #expect(throws: RunnerError("no such kernel")) { try runner.ask(["open"]) }
    #expect(try runner.ask(["open"]) == .done)
  }

  @Test func noticesItsEnd() throws {
    let runner = try started("echo ready; read first; exit 3")
    #expect(throws: RunnerError("it has stopped")) { try runner.ask(["open"]) }
    #expect(runner.hasStopped)
    #expect(throws: RunnerError.self) { try runner.ask(["close"]) }
  }

  @Test(arguments: ["exit 0", "echo hello", "echo 'kernel a/f32 nobody'; echo ready", "echo done"])
  func refusesWhatDoesNotIntroduceItself(script: String) {
    #expect(throws: RunnerError.self) { try started(script) }
  }

  @Test func refusesWhatIsNotThere() {
    #expect(throws: RunnerError.self) { try Runner(program: "/nowhere/run-python") }
  }

  /// Another process writes the program. If this one did, the processes that other tests start meanwhile would hold the
  /// file open as long as they live, and a file that is open for writing can't be run.
  private func started(_ script: String) throws -> Runner {
    let path = NSTemporaryDirectory() + "run-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writing = try Process.run(
      URL(fileURLWithPath: "/bin/sh"),
      arguments: ["-c", #"printf '#!/bin/sh\n%s\n' "$1" > "$0" && chmod 755 "$0""#, path, script])
    writing.waitUntilExit()
    try #require(writing.terminationStatus == 0)
    return try Runner(program: path)
  }
}
