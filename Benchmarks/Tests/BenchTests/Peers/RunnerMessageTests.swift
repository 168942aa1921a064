import Testing
import bench

@Suite struct RunnerMessageTests {
  @Test(arguments: [
    ("peer numpy", RunnerMessage.peer("numpy")),
    ("peer plain Python", .peer("plain Python")),
    ("kernel bezier/own/f32 plain Python", .kernel(name: "bezier/own/f32", peer: "plain Python")),
    ("note numba is left out: no module", .note("numba is left out: no module")),
    ("ready", .ready), ("done", .done), ("time 1250.5", .time(1250.5)),
    ("error ValueError: shapes differ", .failure("ValueError: shapes differ")),
  ])
  func readsLines(line: String, message: RunnerMessage) throws {
    #expect(try RunnerMessage(parsing: line) == message)
  }

  @Test(arguments: [
    "", "peer", "kernel", "kernel bezier/own/f32", "ready now", "time", "time x", "time -1", "time 0", "time nan",
    "time inf", "Traceback (most recent call last):",
  ])
  func refusesWhatIsNoAnswer(line: String) {
    #expect(throws: RunnerError.self) { try RunnerMessage(parsing: line) }
  }
}
