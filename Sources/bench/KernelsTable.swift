import Foundation
import VectorKernels

/// The columns of figures that a case has at one size.
struct KernelsTable {
  /// The subject first.
  let levels: [InstructionSet]
  let peers: [Peer]

  var headings: [String] {
    [subject.rawValue + " ns", "min", "GB/s", "of copy"] + peerHeadings(at: subject)
      + levels.dropFirst().flatMap { ["\($0.rawValue) ns"] + peerHeadings(at: $0) }
      + ["scalar ns", "× scalar"]
  }

  func cells(of measurement: KernelMeasurement) -> [String] {
    let result = measurement.subject
    let scalar = measurement.result("scalar")
    return [
      text(result.median), text(result.minimum), text(result.gigabytesPerSecond),
      String(format: "%.2f", result.copyFraction),
    ] + peerCells(at: subject, of: measurement)
      + levels.dropFirst().flatMap { level in
        [text(measurement.result(level.rawValue)?.median)] + peerCells(at: level, of: measurement)
      }
      + [text(scalar?.median), text(scalar.map { $0.median / result.median })]
  }

  private var subject: InstructionSet { levels[0] }

  private func peers(at level: InstructionSet) -> [Peer] {
    peers.filter { $0.level == level }
  }

  private func peerHeadings(at level: InstructionSet) -> [String] {
    peers(at: level).map { "÷ " + $0.name }
  }

  private func peerCells(at level: InstructionSet, of measurement: KernelMeasurement) -> [String] {
    let ratios = measurement.result(level.rawValue)?.ratioToPeer ?? []
    return peers(at: level).map { peer in
      ratios.first { $0.peer == peer.name }.map { String(format: "%.3f", $0.ratio) } ?? "-"
    }
  }

  private func text(_ value: Double?) -> String {
    value.map { $0.formatted(digits: 4) } ?? "-"
  }
}
