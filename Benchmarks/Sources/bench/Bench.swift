import Foundation

/// A subcommand of `bench`.
package protocol Command {
  static var name: String { get }
  /// One line for the list of commands.
  static var summary: String { get }

  /// Runs the command on the words that follow its name and returns the exit status.
  static func run(_ arguments: Arguments) throws -> Int32
}

@main
package enum Bench {
  package static var commands: [any Command.Type] {
    [
      KernelsCommand.self, ScenesCommand.self, LottieCommand.self, SolversCommand.self, ScalingCommand.self,
      ReportCommand.self, CompareCommand.self, MergeCommand.self, GateCommand.self, CallsCommand.self,
      LevelsCommand.self, MachineCommand.self,
    ]
  }

  static var help: String {
    let width = commands.map { $0.name.count }.max() ?? 0
    let list = commands.map { "  \($0.name.padded(to: width))  \($0.summary)" }.joined(separator: "\n")
    return """
      Measures VectorKernels.

      Usage: bench COMMAND [OPTIONS]

      Commands:
      \(list)

      'bench COMMAND --help' describes a command and its options.

      """
  }

  package static func main() {
    do {
      exit(try run(Array(CommandLine.arguments.dropFirst())))
    } catch let error as UsageError {
      Output.error.write("bench: \(error.message)\n")
      exit(2)
    } catch {
      Output.error.write("bench: \(error.localizedDescription)\n")
      exit(1)
    }
  }

  private static func run(_ words: [String]) throws -> Int32 {
    guard let first = words.first else {
      throw UsageError("no command given; the commands are: \(commandNames) ('bench --help' says more)")
    }
    if first == "--help" || first == "-h" {
      Output.standard.write(help)
      return 0
    }
    guard let command = commands.first(where: { $0.name == first }) else {
      let kind = first.hasPrefix("-") ? "option" : "command"
      throw UsageError("unknown \(kind) '\(first)'; the commands are: \(commandNames) ('bench --help' says more)")
    }
    return try command.run(Arguments(words.dropFirst()))
  }

  private static var commandNames: String {
    commands.map { $0.name }.joined(separator: ", ")
  }
}
