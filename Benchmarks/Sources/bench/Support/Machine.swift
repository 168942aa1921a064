import Foundation
import VectorKernels

/// The machine and the toolchain of the figures, which mean nothing without them.
package struct Machine {
  let cpu: String
  let cores: Int
  /// Name and size of each cache of the first core, such as ("L2", "1024K").
  let caches: [(name: String, size: String)]
  let memory: String
  let system: String
  let levels: [InstructionSet]
  let active: InstructionSet
  let toolchain: String
  let commit: String
  let date: String

  static func current() -> Machine {
    Machine(
      cpu: processorModel(),
      cores: ProcessInfo.processInfo.activeProcessorCount,
      caches: processorCaches(),
      memory: "\(ProcessInfo.processInfo.physicalMemory >> 20) MiB",
      system: ProcessInfo.processInfo.operatingSystemVersionString,
      levels: InstructionSet.available,
      active: InstructionSet.active,
      toolchain: toolchainVersion(),
      commit: sourceCommit(),
      date: Date.now.ISO8601Format()
    )
  }

  var json: JSON {
    .object([
      ("cpu", .string(cpu)),
      ("cores", .integer(cores)),
      ("caches", .object(caches.map { ($0.name, .string($0.size)) })),
      ("memory", .string(memory)),
      ("os", .string(system)),
      ("levels", .array(levels.map { .string($0.rawValue) })),
      ("activeLevel", .string(active.rawValue)),
      ("toolchain", .string(toolchain)),
      ("commit", .string(commit)),
      ("date", .string(date)),
    ])
  }

  /// Returns the name of the folder for results of machines with a CPU: its name in lower case, with hyphens, such as
  /// "amd-epyc-family-26-model-2".
  package static func folder(cpu: String) -> String {
    let name = cpu.lowercased().replacing("(r)", with: "").replacing("(tm)", with: "")
    let folder = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
    return folder.isEmpty ? "unknown" : folder
  }

  /// The same as pairs of a label and a text.
  var facts: [(label: String, text: String)] {
    [
      ("CPU", "\(cpu), \(cores) \(cores == 1 ? "core" : "cores")"),
      ("Caches", caches.map { "\($0.name) \($0.size)" }.joined(separator: ", ")),
      ("Memory", memory),
      ("System", system),
      ("Instruction set", "\(active.rawValue) (of \(levels.map(\.rawValue).joined(separator: ", ")))"),
      ("Toolchain", toolchain),
      ("Commit", commit),
      ("Date", date),
    ]
  }

  /// The bytes that can be had without taking them from other programs; half of all where the system doesn't say.
  static var availableMemory: Double {
    for line in contents(of: "/proc/meminfo").split(separator: "\n") where line.hasPrefix("MemAvailable:") {
      let kibibytes = line.split(separator: " ").dropFirst().first.flatMap { Double($0) }
      if let kibibytes { return kibibytes * 1024 }
    }
    return Double(ProcessInfo.processInfo.physicalMemory) / 2
  }

  private static func processorModel() -> String {
    var fields: [String: String] = [:]
    for line in contents(of: "/proc/cpuinfo").split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2, fields[parts[0]] == nil { fields[parts[0]] = parts[1] }
    }
    if fields["model name"] == nil, let implementer = fields["CPU implementer"], let part = fields["CPU part"] {
      return "ARM (implementer \(implementer), part \(part))"
    }
    let name = fields["model name"] ?? "unknown"
    // Virtual machines shorten the name to that of a whole product line; these two numbers tell the cores apart.
    guard let family = fields["cpu family"], let model = fields["model"] else { return name }
    return "\(name) (family \(family), model \(model))"
  }

  private static func processorCaches() -> [(name: String, size: String)] {
    let root = "/sys/devices/system/cpu/cpu0/cache"
    let indexes = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return indexes.filter { $0.hasPrefix("index") }.sorted().map { index in
      let kind = contents(of: "\(root)/\(index)/type")
      let suffix = kind == "Data" ? "d" : kind == "Instruction" ? "i" : ""
      return ("L\(contents(of: "\(root)/\(index)/level"))\(suffix)", contents(of: "\(root)/\(index)/size"))
    }
  }

  private static func toolchainVersion() -> String {
    firstLine(of: ["swift", "--version"]) ?? "unknown"
  }

  /// The commit of the repository in the current directory, `-dirty` when tracked files differ from it.
  private static func sourceCommit() -> String {
    guard let commit = firstLine(of: ["git", "rev-parse", "HEAD"]) else { return "unknown" }
    // Results of an earlier run are rewritten by this one; they say nothing about the code that is measured.
    let paths = [":/", ":(top,exclude)Benchmarks/results"]
    let change = firstLine(of: ["git", "status", "--porcelain", "--untracked-files=no", "--"] + paths)
    return change == nil ? commit : commit + "-dirty"
  }

  private static func contents(of path: String) -> String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The first line that a command prints, nil when it fails or prints nothing.
  private static func firstLine(of command: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }
}
