import Foundation

/// `bench compare`: the changes between two runs, as far as they can be told from noise.
enum CompareCommand: Command {
  static let name = "compare"
  static let summary = "tell regressions from noise between two files of results"

  private static let defaultThreshold = 1.5

  private static var help: String {
    """
    Compares files of results of one machine, kernels.json, scenes.json or scaling.json, and tells which results became
    slower or faster by more than two runs of one program differ. Several new files are runs of the same program:
    together they say more than one.

    Usage: bench compare OLD.json NEW.json... [OPTIONS]

      --threshold P      the smallest change that counts, in percent (default \(defaultThreshold))
      --help             print this and stop

    A kernel or scene is slower when it is so over its sizes, by itself and beside the copy, the scalar loop and the
    peers of its run, further than the runs scatter. Noise alone is reported in fewer than 5 of 100 comparisons. What
    changed at one size only is listed, but may be where its memory lies. The exit status is 1 when something became
    slower, and 2 when the files or the command line don't allow a comparison.

    """
  }

  static func run(_ arguments: Arguments) throws -> Int32 {
    var arguments = arguments
    var threshold = defaultThreshold
    var paths: [String] = []
    while let option = try arguments.nextOption(after: &paths) {
      switch option {
      case "--threshold":
        let text = try arguments.value("a percentage")
        guard let number = Double(text), number.isFinite, number >= 0 else {
          throw UsageError("--threshold: '\(text)' is not a percentage")
        }
        threshold = number
      case "--help", "-h":
        Output.standard.write(help)
        return 0
      default: throw UsageError("unknown option '\(option)' ('bench compare --help' lists them)")
      }
    }
    guard paths.count >= 2 else {
      throw UsageError("an old file and new ones are compared ('bench compare --help' says more)")
    }
    let runs = try paths.map { try Run(path: $0) }
    for run in runs.dropFirst() { try check(runs[0], run) }
    let comparison = Comparison(
      old: runs[0].observations, new: Observation.merged(runs.dropFirst().map(\.observations)),
      threshold: threshold / 100)
    guard comparison.count > 0 else { throw UsageError("\(paths[0]) and \(paths[1]) have no result in common") }
    Output.standard.write(text(of: comparison, runs: runs))
    return comparison.hasRegression ? 1 : 0
  }

  /// A file of any kind that can be compared.
  private struct Run {
    let path: String
    let machine: MachineRecord
    let observations: [Observation]

    init(path: String) throws {
      self.path = path
      do {
        let probe = try ResultsFile<Probe>(path: path)
        machine = probe.machine
        let first = probe.results[0]
        if first.kind != nil {
          observations = try Observation.all(in: ResultsFile<ScalingRecord>(path: path))
        } else if first.scene != nil {
          observations = try Observation.all(in: ResultsFile<SceneRecord>(path: path))
        } else if first.variant != nil {
          observations = try Observation.all(in: ResultsFile<KernelRecord>(path: path))
        } else {
          throw ResultsError("\(path): these results can't be compared, only those of kernels, scenes and scaling")
        }
      } catch let error as ResultsError {
        throw UsageError(error.message)
      }
    }

    private struct Probe: Decodable {
      let kind, scene, variant: String?
    }
  }

  /// Ratios between machines, or between instruction sets, say nothing about the program.
  private static func check(_ old: Run, _ new: Run) throws {
    let facts = [
      ("CPU", old.machine.cpu, new.machine.cpu),
      ("number of cores", "\(old.machine.cores)", "\(new.machine.cores)"),
      ("instruction set level", old.machine.activeLevel, new.machine.activeLevel),
    ]
    for (what, before, after) in facts where before != after {
      throw UsageError("\(new.path): the \(what) is \(after), but \(before) in \(old.path): not comparable")
    }
  }

  private static func text(of comparison: Comparison, runs: [Run]) -> String {
    func percent(_ value: Double) -> String { String(format: "%+.1f %%", value * 100) }
    func list(_ title: String, _ changes: [Comparison.Change]) -> [String] {
      changes.isEmpty
        ? []
        : [title]
          + changes.map { change in
            let place = change.count.map { " at \(Size(count: $0).label)" } ?? ""
            return "  \(percent(change.relativeTime).aligned(to: 9))  \(change.subject)\(place)"
          }
    }
    func names(_ title: String, _ subjects: [String]) -> [String] {
      subjects.isEmpty ? [] : ["\(title): \(subjects.joined(separator: ", "))"]
    }
    var lines = [
      "old: \(runs[0].machine.source)",
      "new: \(runs[1].machine.source)\(runs.count > 2 ? ", \(runs.count - 1) runs" : "")",
      "\(comparison.count) results in both, compared by time; a typical one counts as changed from "
        + "\(String(format: "%.1f", comparison.noticeable * 100)) % on",
    ]
    lines += names("only in the old file", comparison.removed) + names("only in the new file", comparison.added)
    lines += list("slower:", comparison.regressions + comparison.commonChanges.filter { $0.relativeTime > 0 })
    lines += list("faster:", comparison.improvements + comparison.commonChanges.filter { $0.relativeTime < 0 })
    lines += list("changed at one size only:", comparison.suspects)
    lines.append(comparison.hasRegression ? "there are regressions" : "no regression")
    return lines.joined(separator: "\n") + "\n"
  }
}
