import VectorKernels

/// `bench levels`: the values that `--isa` and `VECTORKERNELS_ISA` can have here, for scripts that go through all of
/// them.
enum LevelsCommand: Command {
  static let name = "levels"
  static let summary = "print the instruction set levels of this machine, lowest first"

  static func run(_ arguments: Arguments) throws -> Int32 {
    var arguments = arguments
    while let option = try arguments.nextOption() {
      guard option == "--help" || option == "-h" else {
        throw UsageError("unknown option '\(option)' ('bench levels' has none)")
      }
      Output.standard.write("Prints the instruction set levels of this machine, lowest first.\n\nUsage: bench levels\n")
      return 0
    }
    Output.standard.write(InstructionSet.available.map { $0.rawValue + "\n" }.joined())
    return 0
  }
}
