import Foundation

/// Kernels at one size as a Markdown table: the library beside the copy, the peers and the scalar loop.
struct KernelsSection {
  /// In the second cache, where neither memory nor the calls decide.
  static let count = 16_384

  /// The text of a row, and the kernel that it shows.
  struct Row {
    let label: String
    let kernel: String
    /// Whether the README shows it on its first screen.
    var isOnFirstScreen = false
  }

  static let rows = [
    Row(label: "interpolate, one amount", kernel: "interpolate/uniform/f32", isOnFirstScreen: true),
    Row(label: "interpolate, own amounts", kernel: "interpolate/each/f32"),
    Row(label: "interpolate points (2 components)", kernel: "interpolate/values/2/f32", isOnFirstScreen: true),
    Row(label: "interpolate colours (4 components)", kernel: "interpolate/values/4/f32"),
    Row(label: "blend 4 inputs", kernel: "interpolate/blend/4/f32"),
    Row(label: "cubic Bezier, tabulated", kernel: "bezier/baked/f32", isOnFirstScreen: true),
    Row(label: "cubic Bezier, solved", kernel: "bezier/solved/f32"),
    Row(label: "cubic Bezier, own control points", kernel: "bezier/own/f32", isOnFirstScreen: true),
    Row(label: "spring step, shared spring", kernel: "springs/step/shared/f32", isOnFirstScreen: true),
    Row(label: "spring in closed form, shared spring", kernel: "springs/positions/shared/f32"),
    Row(label: "spring in closed form, own springs", kernel: "springs/positions/own/f32", isOnFirstScreen: true),
    Row(label: "settled?", kernel: "springs/settled/f32"),
    Row(label: "an animation's progress, with delay and autoreverse", kernel: "progress/autoreverse/f32"),
    Row(label: "sine easing", kernel: "easing/sine/f32"),
    Row(label: "elastic easing", kernel: "easing/elastic/f32"),
    Row(label: "keyframes, playing forward", kernel: "keyframes/forward/f32"),
    Row(label: "keyframes, at random times", kernel: "keyframes/seek/f32", isOnFirstScreen: true),
    Row(label: "columns to points", kernel: "columns/interleave/2/f32"),
    Row(
      label: "mix of Oklab pairs to 8-bit sRGB, per colour", kernel: "colors/mix/oklab-to-rgba8", isOnFirstScreen: true),
    Row(label: "8-bit sRGB to Oklab, per colour", kernel: "colors/rgba8-to-oklab"),
    Row(label: "columns to RGBA8, per colour", kernel: "packing/rgba8/f32"),
    Row(label: "quaternions by slerp, per component", kernel: "rotations/slerp-each/f32"),
  ]

  private let records: [String: [String: KernelRecord]]
  private let machine: MachineRecord

  init(_ file: ResultsFile<KernelRecord>) {
    records = Dictionary(grouping: file.results.filter { $0.count == KernelsSection.count }, by: \.name)
      .mapValues { Dictionary($0.map { ($0.variant, $0) }, uniquingKeysWith: { first, _ in first }) }
    machine = file.machine
  }

  /// - Parameter isComplete: whether to show every row, or those of the README's first screen.
  func table(isComplete: Bool) -> [String] {
    let level = machine.activeLevel
    let rows = KernelsSection.rows.filter { isComplete || $0.isOnFirstScreen }.filter { records[$0.kernel] != nil }
    let peer = "intrinsics \(level)"
    let hasPeer = rows.contains { records[$0.kernel]?[level]?.ratioToPeer[peer] != nil }
    return [
      "| kernel, per number or colour | ns | GB/s | of copy |" + (hasPeer ? " ÷ intrinsics |" : "") + " × scalar |",
      "|---|---:|---:|---:|" + (hasPeer ? "---:|" : "") + "---:|",
    ]
      + rows.compactMap { row in
        guard let variants = records[row.kernel], let own = variants[level] else { return nil }
        let ratio = own.ratioToPeer[peer].map { String(format: "%.2f", $0) } ?? "-"
        let scalar = variants["scalar"].map { Figure.short($0.nsPerElement.median / own.nsPerElement.median) } ?? "-"
        return "| \(row.label) | \(Figure.short(own.nsPerElement.median)) | \(Figure.short(own.gigabytesPerSecond)) "
          + "| \(String(format: "%.2f", own.copyFraction)) | " + (hasPeer ? "\(ratio) | " : "") + "\(scalar) |"
      }
  }
}
