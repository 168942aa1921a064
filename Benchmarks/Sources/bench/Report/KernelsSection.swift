import Foundation

/// Kernels at one size as a Markdown table: the library beside the copy, the peers and the scalar loop.
struct KernelsSection {
  /// In the second cache, where neither memory nor the calls decide.
  static let count = 16_384

  /// The text of a row, and the kernel that it shows.
  private struct Row {
    let label: String
    let kernel: String
    /// Whether the README shows it on its first screen.
    var isOnFirstScreen = false
  }

  private static let shown = [
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

  /// Of each kernel the rows of all machines, at the level that programs get there.
  private let rows: [String: [KernelRows.Row]]
  private let hasPeer: Bool
  private static let peer = "intrinsics"

  init(_ kernels: KernelRows) {
    let all = kernels.rows.filter { $0.size == KernelsSection.count && $0.isActive }
    let rows = Dictionary(grouping: all, by: \.record.name)
    self.rows = rows
    hasPeer = KernelsSection.shown.contains { shown in
      rows[shown.kernel]?.contains { $0.peers[KernelsSection.peer] != nil } == true
    }
  }

  /// Each figure is the worst of the machines.
  ///
  /// - Parameter isComplete: Whether to show every row, or only those of the README.
  func table(isComplete: Bool) -> [String] {
    [
      "| kernel, per number or colour | ns | GB/s | of copy |" + (hasPeer ? " ÷ intrinsics |" : "") + " × scalar |",
      "|---|---:|---:|---:|" + (hasPeer ? "---:|" : "") + "---:|",
    ]
      + KernelsSection.shown.filter { isComplete || $0.isOnFirstScreen }.compactMap { shown in
        guard let rows = rows[shown.kernel] else { return nil }
        let records = rows.map(\.record)
        let ratio = rows.compactMap { $0.peers[KernelsSection.peer]?.ratio }.max()
        let cells =
          [
            Figure.short(records.map(\.nsPerElement.median).max()!),
            Figure.short(records.map(\.gigabytesPerSecond).min()!),
            Figure.ratio(records.map(\.copyFraction).min()!),
          ] + (hasPeer ? [ratio.map(Figure.ratio) ?? "-"] : [])
          + [rows.compactMap(\.timesScalar).min().map { Figure.short($0) } ?? "-"]
        return "| \(shown.label) | \(cells.joined(separator: " | ")) |"
      }
  }
}
