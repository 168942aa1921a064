import Foundation
import VectorKernels

/// The columns of figures that a case has at one size.
struct KernelsTable {
  /// The subject first.
  let levels: [InstructionSet]
  let peers: [Peer]

  var headings: [String] {
    timeHeadings(of: subject.rawValue) + ["GB/s", "of copy"] + peerHeadings(at: subject)
      + levels.dropFirst().flatMap { timeHeadings(of: $0.rawValue) + peerHeadings(at: $0) }
      + timeHeadings(of: "scalar") + ["× scalar"]
  }

  func cells(of measurement: KernelMeasurement) -> [String] {
    let result = measurement.subject
    let scalar = measurement.result("scalar")
    return timeCells(of: result) + [text(result.gigabytesPerSecond), String(format: "%.2f", result.copyFraction)]
      + peerCells(at: subject, of: measurement)
      + levels.dropFirst().flatMap { level in
        timeCells(of: measurement.result(level.rawValue)) + peerCells(at: level, of: measurement)
      }
      + timeCells(of: scalar) + [text(scalar.map { $0.median / result.median })]
  }

  private var subject: InstructionSet { levels[0] }

  private func timeHeadings(of variant: String) -> [String] {
    [variant + " ns", "min", "max"]
  }

  private func timeCells(of result: KernelResult?) -> [String] {
    [text(result?.median), text(result?.minimum), text(result?.maximum)]
  }

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
