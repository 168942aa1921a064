import Foundation

/// Our time divided by each peer's, a dot for each kernel.
struct PeersChart {
  /// In the second cache, where neither memory nor the calls decide.
  static let count = 16_384
  /// The least and the largest domain of the axis; dots beyond it lie on its ends.
  private static let narrowest = 0.5...2.0
  private static let widest = 1.0 / 256...16.0

  struct Row {
    let peer: String
    /// Ours through theirs: below 1 we are faster.
    let ratios: [(kernel: String, ratio: Double, isWrong: Bool)]

    var median: Double { Statistics.median(ratios.map(\.ratio)) }
  }

  let rows: [Row]
  private let machines: [MachineRecord]

  /// Nil without peers. Of several machines, a kernel has the largest of its ratios to a peer.
  init?(_ kernels: KernelRows) {
    var ratios: [String: [String: KernelRows.Comparison]] = [:]
    for row in kernels.rows where row.size == PeersChart.count && row.isActive {
      for (peer, comparison) in row.peers {
        // Right results count before wrong ones.
        ratios[peer, default: [:]].merge([row.record.name: comparison]) {
          ($0.isWrong ? 0 : 1, $0.ratio) < ($1.isWrong ? 0 : 1, $1.ratio) ? $1 : $0
        }
      }
    }
    if ratios.isEmpty { return nil }
    rows = ratios.map { peer, kernels in
      let ratios = kernels.map { (kernel: $0.key, ratio: $0.value.ratio, isWrong: $0.value.isWrong) }
      return Row(peer: peer, ratios: ratios.sorted { ($0.ratio, $0.kernel) < ($1.ratio, $1.kernel) })
    }.sorted { ($0.median, $0.peer) > ($1.median, $1.peer) }
    machines = kernels.machines
  }

  var chart: Chart {
    let rowHeight = 46.0
    let height = Chart.top + 22 + rowHeight * Double(rows.count) + 44 + Chart.bottom
    var svg = Chart.canvas(
      title: "Time beside other implementations of the same kernels",
      subtitle:
        "Ours divided by theirs at \(Figure.grouped(PeersChart.count)) elements, one dot per kernel; the bar is "
        + "the median. Hollow: their results are wrong",
      machines: machines, height: height)

    let (top, bottom) = (Chart.top + 22, Chart.top + 22 + rowHeight * Double(rows.count))
    let (left, right) = (180.0, Chart.width - 130)
    let all = rows.flatMap { $0.ratios.map(\.ratio) }
    let lower = min(PeersChart.narrowest.lowerBound, exp2(log2(all.min() ?? 1).rounded(.down)))
    let upper = max(PeersChart.narrowest.upperBound, exp2(log2(all.max() ?? 1).rounded(.up)))
    let axis = LogAxis((lower...upper).clamped(to: PeersChart.widest), from: left, to: right)
    for tick in axis.ticks(base: 2) {
      let x = axis.position(tick)
      svg.gridLine(x, top, x, bottom)
      let label = tick < 1 ? "1/\(Int((1 / tick).rounded()))" : Figure.short(tick)
      svg.text(label, x: x, y: bottom + 18, size: 12, anchor: .middle, ink: .muted)
    }
    svg.text(
      "our time ÷ theirs", x: (left + right) / 2, y: bottom + 37, size: 12, anchor: .middle, ink: .muted)
    let even = axis.position(1)
    svg.line(even, top - 4, even, bottom, ink: .text, width: 1.5)
    svg.text("← ours is faster", x: even - 10, y: top - 8, size: 12, anchor: .end, ink: .subject)
    svg.text("theirs →", x: even + 10, y: top - 8, size: 12, ink: .other)
    svg.text("median", x: Chart.width - Chart.margin, y: top - 8, size: 12, anchor: .end, ink: .muted)

    for (index, row) in rows.enumerated() {
      let y = top + rowHeight * (Double(index) + 0.5)
      svg.text(row.peer, x: left - 14, y: y, anchor: .end)
      svg.text(
        "\(row.ratios.count) kernel\(row.ratios.count == 1 ? "" : "s")", x: left - 14, y: y + 15, size: 11,
        anchor: .end, ink: .muted)
      // Dots side by side where they would cover each other: in turns above and below the middle.
      var lastInLane = Array(repeating: -Double.infinity, count: 5)
      for (_, ratio, isWrong) in row.ratios {
        let x = axis.position(ratio)
        let lane =
          lastInLane.indices.first { x - lastInLane[$0] >= 7 } ?? lastInLane.indices.min {
            lastInLane[$0] < lastInLane[$1]
          }!
        lastInLane[lane] = x
        let offset = Double((lane + 1) / 2) * (lane.isMultiple(of: 2) ? 7 : -7)
        svg.dot(
          x, y + offset, radius: 3, ink: ratio <= 1.05 ? .subject : .other, opacity: 0.85, isHollow: isWrong)
      }
      let x = axis.position(row.median)
      svg.line(x, y - 19, x, y + 19, ink: .text, width: 2.5)
      svg.text(
        String(format: "%.2f", row.median), x: Chart.width - Chart.margin, y: y + 4.5, anchor: .end, isBold: true)
    }

    let medians = rows.map { "\($0.peer) \(String(format: "%.2f", $0.median))" }.joined(separator: ", ")
    let description = "Our time divided by each peer's, median over the kernels: \(medians)"
    return Chart(file: "peers.svg", description: description, svg: svg.document(description: description))
  }
}
