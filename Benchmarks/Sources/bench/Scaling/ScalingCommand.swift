import Foundation

/// `bench scaling`: kernels and scenes against size, on one core and on all.
enum ScalingCommand: Command {
  static let name = "scaling"
  static let summary = "kernels and scenes from 256 to 16 M elements, on one core and on all, beside a copy"

  static func run(_ arguments: Arguments) throws -> Int32 {
    let options = try ScalingOptions(arguments)
    if options.showsHelp {
      Output.standard.write(ScalingOptions.help)
      return 0
    }
    let subjects = try options.subjects()
    if options.lists {
      Output.standard.write(subjects.map { $0.name + "\n" }.joined())
      return 0
    }
    let jsonFile = try options.jsonPath.map { try Destination(path: $0, option: "--json") }
    let display = jsonFile?.isStandardOutput == true ? Output.error : .standard

    // Before anything that may start a thread: a signal goes to whichever thread does not hold it back.
    let interruption = Interruption()
    let machine = Machine.current()
    let nameWidth = subjects.map { $0.name.count }.max() ?? 0
    display.write(ScalingReport.line("", ScalingReport.headings, nameWidth: nameWidth))
    let progress = Progress(total: subjects.count * options.sizes.count * options.cores.count)
    var measurements: [ScalingMeasurement] = []
    var skipped = 0
    var isInterrupted = false
    measuring: for subject in subjects {
      for size in options.sizes {
        if let reason = reasonToSkip(subject, at: size) {
          progress.clear()
          Output.error.write("bench: skipping \(subject.name) at \(size.label): \(reason)\n")
          skipped += options.cores.count
          continue
        }
        for cores in options.cores {
          progress.show("\(subject.name) at \(size.label)", finished: measurements.count + skipped)
          guard
            let measurement = ScalingMeasurement(
              subject, at: size, cores: cores, seconds: options.seconds, interruption: interruption)
          else {
            isInterrupted = true
            break measuring
          }
          measurements.append(measurement)
          progress.clear()
          display.write(ScalingReport.line(subject.name, ScalingReport.cells(of: measurement), nameWidth: nameWidth))
        }
      }
    }
    progress.clear()
    if !measurements.isEmpty {
      try jsonFile?.replaceContents(with: ScalingReport(machine: machine, measurements: measurements).json)
    }
    if isInterrupted {
      Output.error.write("bench: interrupted after \(measurements.count) of \(progress.total) measurements\n")
      return 130
    }
    return 0
  }

  /// Nil for sizes that fit into the memory.
  private static func reasonToSkip(_ subject: ScalingSubject, at size: Size) -> String? {
    let needed = subject.memory(count: size.count)
    let available = Machine.availableMemory
    guard needed > available else { return nil }
    return "it needs about \(Figure.bytes(needed)), and \(Figure.bytes(available)) are free"
  }
}
