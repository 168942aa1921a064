/// The frame times of the scenes, against an object for each animation.
struct FramesChart {
  /// The number of properties of a busy screen or a particle effect.
  static let count = 100_000
  /// The milliseconds of a frame at 120 Hz.
  static let budget = 1000.0 / 120

  private let records: [SceneRecord]
  private let machines: [MachineRecord]

  /// Nil without a scene of the size on one core.
  init?(_ scenes: WorstResults<SceneRecord>) {
    let records = scenes.results.filter { $0.count == FramesChart.count && $0.cores == 1 }
    if records.isEmpty { return nil }
    self.records = records.sorted { $0.frameMilliseconds.p50 < $1.frameMilliseconds.p50 }
    machines = scenes.machines
  }

  var chart: Chart {
    let rowHeight = 30.0
    let height = Chart.top + 14 + rowHeight * Double(records.count) + 44 + Chart.bottom
    let title = "A frame of \(Figure.grouped(FramesChart.count)) animated properties, on one core"
    var svg = Chart.canvas(
      title: title,
      subtitle: "Time per frame by scene: a dot at the median, bold to the 99th percentile, thin to the longest frame",
      machines: machines, height: height)

    let (top, bottom) = (Chart.top + 14, Chart.top + 14 + rowHeight * Double(records.count))
    let (left, right) = (156.0, Chart.width - 150)
    let baselines = records.compactMap(baseline)
    let axis = LogAxis(
      covering: records.flatMap { [$0.frameMilliseconds.p50, $0.frameMilliseconds.max] } + baselines + [
        FramesChart.budget
      ], from: left, to: right)

    for tick in axis.ticks() {
      let x = axis.position(tick)
      svg.gridLine(x, top, x, bottom)
      svg.text(Figure.short(tick), x: x, y: bottom + 18, size: 12, anchor: .middle, ink: .muted)
    }
    svg.text("milliseconds", x: (left + right) / 2, y: bottom + 37, size: 12, anchor: .middle, ink: .muted)
    let limit = axis.position(FramesChart.budget)
    svg.area([(limit, top), (right, top), (right, bottom), (limit, bottom)])
    svg.line(limit, top - 4, limit, bottom, ink: .text, width: 1.5)
    svg.text("8.33 ms: 120 frames a second", x: limit, y: top - 8, size: 12, anchor: .middle)

    for (row, record) in records.enumerated() {
      let y = top + rowHeight * (Double(row) + 0.5)
      let frame = record.frameMilliseconds
      let x = axis.position(frame.p50)
      svg.text(record.scene, x: left - 12, y: y + 4.5, anchor: .end)
      svg.line(x, y, axis.position(frame.max), y, ink: .subject)
      svg.line(x, y, axis.position(frame.p99), y, ink: .subject, width: 4)
      svg.dot(x, y, radius: 5.5, ink: .subject)
      svg.text(
        "\(Figure.short(frame.p50)) ms", x: right + 12, y: y + 4.5, ink: .subject, isBold: true)
      guard let time = baseline(record), let times = record.timesFasterThanBaseline else { continue }
      svg.dot(axis.position(time), y, radius: 5, ink: .other, isHollow: true)
      // Objects may even be faster, and 0 times as fast would say nothing.
      let rounded = times < 2 ? (10 * times).rounded() / 10 : times.rounded()
      svg.text("\(Figure.short(rounded))×", x: Chart.width - Chart.margin, y: y + 4.5, anchor: .end)
    }
    if !baselines.isEmpty {
      svg.dot(left + 5.5, top - 12, radius: 5.5, ink: .subject)
      svg.text("Animator", x: left + 17, y: top - 8, size: 12, ink: .subject)
      svg.dot(left + 95, top - 12, radius: 5, ink: .other, isHollow: true)
      svg.text("an object for each animation", x: left + 106, y: top - 8, size: 12, ink: .other)
      svg.text("times faster", x: Chart.width - Chart.margin, y: top - 8, size: 12, anchor: .end, ink: .muted)
    }
    svg.text("median", x: right + 12, y: top - 8, size: 12, ink: .muted)

    let slowest = records[records.count - 1]
    let description =
      "Frame times of \(records.count) scenes with \(Figure.grouped(FramesChart.count)) properties: medians from "
      + "\(Figure.short(records[0].frameMilliseconds.p50)) ms (\(records[0].scene)) to "
      + "\(Figure.short(slowest.frameMilliseconds.p50)) ms (\(slowest.scene)); a frame has 8.33 ms at 120 Hz"
    return Chart(file: "frames.svg", description: description, svg: svg.document(description: description))
  }

  /// The time of the same frame with an object for each animation.
  private func baseline(_ record: SceneRecord) -> Double? {
    record.timesFasterThanBaseline.map { $0 * record.frameMilliseconds.p50 }
  }
}
