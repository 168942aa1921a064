import Testing
import bench

@Suite struct BadArgumentsTests {
  @Test(arguments: [
    ["kernels", "--sizes", "x"], ["kernels", "--sizes="], ["kernels", "--seconds", "0"],
    ["kernels", "--seconds", "nan"], ["kernels", "--passes", "0"], ["kernels", "--passes", "many"],
    ["kernels", "--runs", "0"], ["merge"], ["merge", "one.json"], ["merge", "/no/such/file", "--json", "-"],
    ["kernels", "--filter", "no such kernel"], ["kernels", "--isa", "z80"],
    ["kernels", "--json", "/no/such/directory/file"], ["kernels", "--quick=yes", "--list"], ["kernels", "extra"],
    ["scenes", "--cores", "0"], ["scenes", "--sizes", "1.5k"], ["scenes", "--seconds"], ["scenes", "--filter", "none"],
    ["scenes", "--json", "/no/such/directory/file"],
    ["scaling", "--sizes", "512M"], ["scaling", "--cores", "1,two"], ["scaling", "--seconds", "-1"],
    ["scaling", "--filter", "none"], ["scaling", "--json"], ["scaling", "--json", "/no/such/directory/file"],
    ["report", "--results"], ["report", "--readme", "/no/such/file", "--results", "/no/such/directory", "extra"],
    ["compare"], ["compare", "one.json"], ["compare", "/no/such/file", "/no/such/file"],
    ["compare", "--threshold", "much", "a", "b"], ["compare", "--threshold", "-1", "a", "b"],
    ["gate"], ["gate", "/no/such/file"], ["gate", "one.json", "two.json"], ["gate", "--filter", "none", "one.json"],
    ["gate", "--processes", "0", "one.json"],
    ["levels", "extra"],
  ])
  func areUsageErrors(words: [String]) throws {
    let command = try #require(Bench.commands.first { $0.name == words[0] })
    #expect(throws: UsageError.self) { try command.run(Arguments(words[1...])) }
  }

  @Test func everyCommandRefusesUnknownOptions() {
    for command in Bench.commands {
      #expect(throws: UsageError.self, "\(command.name)") { try command.run(Arguments(["--no-such-option"])) }
    }
  }
}
