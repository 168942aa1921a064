/// The kernels at which a peer whose results are right is clearly faster, with the reason where it is known, as
/// Markdown.
struct SlowerKernels {
  private let rows: [KernelRows.Row]
  /// The rows of few elements.
  private let calls: [KernelRows.Row]
  private let machine: MachineRecord

  /// - Parameter kernels: All results. Those of the machine that was measured last are shown.
  init(_ kernels: KernelRows) {
    let latest = kernels.latestMachine
    machine = kernels.machines[latest]
    let all = kernels.rows.filter { $0.machineIndex == latest }
    rows = all.filter { $0.size >= ScoreSection.fewElements && $0.isClearlySlower }
    calls = all.filter { $0.size < ScoreSection.fewElements }
  }

  /// A line for each kernel, level and reason; no line where no peer is clearly faster.
  var lines: [String] {
    if rows.isEmpty { return [] }
    struct Key: Hashable {
      let kernel: String
      let level: String
      let reason: String?
    }
    var seen: Set<Key> = []
    let keyed = rows.map { row in
      (key: Key(kernel: row.record.name, level: row.level, reason: Reason.of(row) ?? callReason(of: row)), row: row)
    }
    let keys = keyed.map(\.key).filter { seen.insert($0).inserted }
    let groups = Dictionary(grouping: keyed, by: \.key)
    return [
      "", "## Where a peer is faster", "",
      "Kernels at which our time is more than \(ScoreSection.limit) times a peer's by more than two standard errors,",
      "on \(machine.cpu.markdownText), at \(ScoreSection.fewElements) elements or more. With fewer it is the call",
      "that takes longer: checks of counts, parameters, the choice of the build. Without a reason where none is",
      "known.", "",
      "| kernel | level | ÷ fastest peer, by elements | reason |", "|---|---|---|---|",
    ]
      + keys.map { key in
        let ratios = groups[key]!.map(\.row).map { row in
          let (peer, beside) = row.fastestRightPeer!
          let error = beside.isLessAccurate ? ", with \(Figure.ratio(beside.timesError!)) times our error" : ""
          return "\(Figure.grouped(row.size)): \(Figure.ratio(beside.ratio)) (\(peer.markdownText)\(error))"
        }
        return "| \(key.kernel.markdownText) | \(key.level.markdownText) | \(ratios.joined(separator: ", ")) "
          + "| \(key.reason ?? "") |"
      }
  }

  // MARK: Reasons

  /// Returns the reason that the results themselves show: a peer that gains about as many nanoseconds with few elements
  /// gains them by the call. Nil if it gains less than 0.8 times as many there.
  private func callReason(of row: KernelRows.Row) -> String? {
    let (peer, beside) = row.fastestRightPeer!
    guard let call = calls.first(where: { $0.record.name == row.record.name && $0.level == row.level }),
      let besideCall = call.rightPeers[peer]
    else { return nil }
    let (gain, gainByCall) = (row.nanoseconds(lostTo: beside), call.nanoseconds(lostTo: besideCall))
    if gainByCall < 0.8 * gain { return nil }
    return "the call: with \(Figure.grouped(call.size)) elements, too, it takes \(Figure.short(gainByCall)) ns longer"
  }

  private struct Reason {
    let kernels: [String]
    var level: String?
    let text: String

    private static let all = [
      Reason(
        kernels: ["colors/convert/srgb-linear-to-xyz-d65"],
        text: "computed in `Double`, so that results are the nearest `Float` or its neighbour: 18 multiplications and "
          + "12 conversions where `Float` takes 9 multiplications"),
      Reason(
        kernels: ["easing/circular/f32", "easing/circular/f64"], level: "x86-64-v4",
        text: "a correctly rounded square root, for the same bits everywhere; peers take an approximation and one or "
          + "two steps of Newton's"),
      Reason(
        kernels: ["bezier/baked/f32"], level: "x86-64-v3",
        text: "the 16 polynomials of AVX-512, for the same bits: two permutations and a blend for each coefficient, "
          + "and one permutation for the peer's 8"),
      Reason(
        kernels: ["springs/quadratures/shared/f32", "springs/quadratures/shared/f64"],
        text: "results are limited to finite numbers, by a minimum and a maximum for each register, and the call "
          + "takes a root for the spring's rate; peers do neither"),
      Reason(
        kernels: ["springs/step/shared/f32"], level: "x86-64-v4",
        text: "the same 9 instructions for a register as the intrinsics, with the stores in another order; from the "
          + "second-level cache both take the same time"),
      Reason(
        kernels: ["springs/settled/f32"], level: "x86-64-v4",
        text: "four registers are loaded and their bits stored as one word, where Highway adds the bits of one "
          + "register after another to the word in memory: faster from the first-level cache, and slower from the "
          + "second alone"),
      Reason(
        kernels: ["interpolate/values/2/f64"], level: "x86-64-v4",
        text: "each value is computed from the nearer end, so that both ends are exact; peers don't choose"),
      Reason(
        kernels: ["springs/motion/shared/f64"], level: "x86-64-v4",
        text: "half turns, with two multiplications more than the peer's quarter turns, which choose and scale "
          + "instead: 39 operations for 8 springs in the two units that limit both, where the peer takes 37"),
      Reason(
        kernels: ["springs/motion/own/f32"], level: "x86-64-v4",
        text: "the same bits as on AVX2, which has no `vscalefps`: 72 floating-point operations for 16 springs, where "
          + "the peer takes 69"),
      Reason(
        kernels: ["easing/quadratic/f32", "easing/quadratic/f64", "easing/back/f32", "easing/back/f64"],
        text: "progresses are clamped to 0...1, and the call chooses the family and the direction; peers do neither"),
    ]

    static func of(_ row: KernelRows.Row) -> String? {
      all.first { reason in
        reason.kernels.contains(row.record.name) && (reason.level.map { $0 == row.level } ?? true)
      }?.text
    }
  }
}
