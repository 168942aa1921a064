/// `bench machine`: the folder in which results of this kind of machine are kept, for the Makefile.
enum MachineCommand: Command {
  static let name = "machine"
  static let summary = "print the name of the folder for results of this kind of machine"

  static func run(_ arguments: Arguments) throws -> Int32 {
    var arguments = arguments
    while let option = try arguments.nextOption() {
      guard option == "--help" || option == "-h" else {
        throw UsageError("unknown option '\(option)' ('bench machine' has none)")
      }
      Output.standard.write(
        "Prints the name of the folder for results of this kind of machine.\n\nUsage: bench machine\n")
      return 0
    }
    Output.standard.write(Machine.folder(cpu: Machine.current().cpu) + "\n")
    return 0
  }
}
