import Foundation
import VectorKernels

/// The columns of figures that a case has at one size.
struct KernelsTable {
  /// The subject first.
  let levels: [InstructionSet]
  let peers: [PeerName]

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

  private func peers(at level: InstructionSet) -> [PeerName] {
    peers.filter { $0.level == level }
  }

  private func peerHeadings(at level: InstructionSet) -> [String] {
    peers(at: level).map { "÷ " + $0.text }
  }

  private func peerCells(at level: InstructionSet, of measurement: KernelMeasurement) -> [String] {
    let ratios = measurement.result(level.rawValue)?.ratioToPeer ?? []
    return peers(at: level).map { peer in
      ratios.first { $0.peer == peer.text }.map { ratio in
        String(format: "%.3f", ratio.ratio) + " (\(error(of: peer.text, in: measurement)))"
      } ?? "-"
    }
  }

  private func error(of variant: String, in measurement: KernelMeasurement) -> String {
    guard let result = measurement.result(variant), let error = result.error else { return "-" }
    // If the same bits are required, an error is infinite and has no size.
    let figure = error == 0 ? "0" : error.isFinite ? String(format: "%.0e", error) : ""
    return measurement.isRight(result) ? figure : figure.isEmpty ? "WRONG" : "WRONG \(figure)"
  }

  private func text(_ value: Double?) -> String {
    value.map { $0.formatted(digits: 4) } ?? "-"
  }
}
