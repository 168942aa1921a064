import Foundation

/// The figures of one subject at one size in one run.
package struct Observation {
  /// A figure and its relative standard error within the run.
  package struct Figure {
    package let value: Double
    package let uncertainty: Double

    package init(_ value: Double, uncertainty: Double = 0) {
      self.value = value
      self.uncertainty = uncertainty
    }
  }

  /// The name of the subject that is compared at all its sizes: a kernel at a level, or a scene on a number of cores.
  package let subject: String
  package let count: Int
  /// The time in the unit of its comparison: nanoseconds for `ownTime`, a ratio for everything else that was measured
  /// in turns with it. Greater is slower.
  package let figures: [String: Figure]

  /// The reference of a time that is compared as it is.
  package static let ownTime = "time"
  /// The reference of the fastest batch, compared with the fastest of the scalar loop.
  package static let fastest = "fastest"

  package init(subject: String, count: Int, figures: [String: Figure]) {
    self.subject = subject
    self.count = count
    self.figures = figures.filter { $0.value.value.isFinite && $0.value.value > 0 }
  }

  /// Merges several runs: takes medians, and their uncertainty from the differences between the runs.
  package static func merged(_ runs: [[Observation]]) -> [Observation] {
    guard runs.count > 1 else { return runs.first ?? [] }
    struct Key: Hashable {
      let subject: String
      let count: Int
    }
    return Dictionary(grouping: runs.joined()) { Key(subject: $0.subject, count: $0.count) }.map { key, observations in
      var figures: [String: Figure] = [:]
      for reference in Set(observations.flatMap(\.figures.keys)) {
        let values = observations.compactMap { $0.figures[reference]?.value }
        figures[reference] = Figure(
          Statistics.median(values), uncertainty: Statistics.uncertaintyOfMedian(ofRuns: values))
      }
      return Observation(subject: key.subject, count: key.count, figures: figures)
    }
  }

  /// Results that are compared within a group are of about the same size: so are their disturbances.
  var group: Int { Int(log2(Double(count)).rounded()) }
}

extension Observation {
  /// One for each result of the library.
  static func all(in file: ResultsFile<KernelRecord>) -> [Observation] {
    let scalars = Dictionary(grouping: file.results.filter { $0.variant == "scalar" }, by: \.name)
    return file.results.filter { file.machine.levels.contains($0.variant) }.map { record in
      func figure(_ value: Double, _ key: String) -> Figure {
        Figure(value, uncertainty: (record.uncertainty?[key] ?? nil) ?? 0)
      }
      var figures = [
        ownTime: figure(record.nsPerElement.median, "time"),
        "copy": figure(1 / record.copyFraction, "copy"),
      ]
      if let ratio = record.ratioToScalar { figures["scalar"] = figure(ratio, "scalar") }
      if let scalar = scalars[record.name]?.first(where: { $0.count == record.count }) {
        figures[fastest] = Figure(record.nsPerElement.min / scalar.nsPerElement.min)
      }
      for (peer, ratio) in record.ratioToPeer { figures[peer] = figure(ratio, peer) }
      return Observation(subject: "\(record.name) \(record.variant)", count: record.count, figures: figures)
    }
  }

  /// One for each scene, size and number of cores.
  static func all(in file: ResultsFile<SceneRecord>) -> [Observation] {
    file.results.map { record in
      var figures = [ownTime: Figure(record.frameMilliseconds.p50, uncertainty: record.uncertainty ?? 0)]
      if let times = record.timesFasterThanBaseline { figures["baseline"] = Figure(1 / times) }
      for (peer, times) in record.timesFasterThanPeers ?? [:] { figures[peer] = Figure(1 / times) }
      return Observation(subject: subject(record.scene, cores: record.cores), count: record.count, figures: figures)
    }
  }

  /// One for each kernel and scene, size and number of cores.
  static func all(in file: ResultsFile<ScalingRecord>) -> [Observation] {
    file.results.map { record in
      var figures = [ownTime: Figure(record.nsPerElement.median)]
      if let own = record.gigabytesPerSecond, let copy = record.copyGigabytesPerSecond {
        figures["copy"] = Figure(copy / own)
      }
      return Observation(
        subject: subject("\(record.kind) \(record.name)", cores: record.cores), count: record.count, figures: figures)
    }
  }

  private static func subject(_ name: String, cores: Int) -> String {
    "\(name) on \(cores) \(cores == 1 ? "core" : "cores")"
  }
}
