/// The bandwidth of kernels against the memory that they touch, below the bandwidth of a copy.
struct ThroughputChart {
  /// The kernels that are drawn, from those that only move memory to those that compute the most.
  static let kernels = [
    ("lerp", "interpolate/uniform/f32"),
    ("spring step", "springs/step/shared/f32"),
    ("tabulated curve", "bezier/baked/f32"),
    ("spring in closed form", "springs/positions/shared/f32"),
    ("solved curve", "bezier/solved/f32"),
  ]
  /// A kernel that reaches this much of a copy from memory is bound by it.
  private static let boundFraction = 0.8

  private struct Curve {
    let label: String
    let points: [(bytes: Double, bandwidth: Double)]
    let isBoundByMemory: Bool
  }

  private let curves: [Curve]
  private let roof: [(bytes: Double, bandwidth: Double)]
  private let machine: MachineRecord
  private let cores: Int
  private let folder: String

  /// The files of a folder that hold charts.
  static let names = [name(cores: 1), name(cores: 2)]

  private static func name(cores: Int) -> String {
    cores == 1 ? "throughput-one-core.svg" : "throughput-all-cores.svg"
  }

  /// Nil if there is none of the kernels on this number of cores.
  init?(_ file: ResultsFile<ScalingRecord>, cores: Int, folder: String) {
    var roofs: [Double: [Double]] = [:]
    curves = ThroughputChart.kernels.compactMap { label, name in
      let records = file.results.filter { $0.kind == "kernel" && $0.name == name && $0.cores == cores }
        .sorted { $0.count < $1.count }
      let points = records.compactMap { record -> (Double, Double, Double)? in
        guard let bytes = record.bytes, let own = record.gigabytesPerSecond, let copy = record.copyGigabytesPerSecond
        else { return nil }
        return (bytes, own, copy)
      }
      guard points.count > 1, let last = points.last else { return nil }
      for (bytes, _, copy) in points { roofs[bytes, default: []].append(copy) }
      return Curve(
        label: label, points: points.map { ($0.0, $0.1) },
        isBoundByMemory: last.1 >= ThroughputChart.boundFraction * last.2)
    }
    if curves.isEmpty { return nil }
    roof = roofs.sorted { $0.key < $1.key }.map { ($0.key, Statistics.median($0.value)) }
    machine = file.machine
    self.cores = cores
    self.folder = folder
  }

  var chart: Chart {
    let height = 440.0
    let title = "Throughput against size, on \(cores == 1 ? "one core" : "\(cores) cores")"
    var svg = Chart.canvas(
      title: title,
      subtitle: "Bytes read and written per second. Grey: a copy in the same run. Blue: bound by memory in the end; "
        + "orange: by arithmetic",
      machines: [machine], height: height)

    let (top, bottom) = (Chart.top + 22, height - Chart.bottom - 44)
    let (left, right) = (166.0, Chart.width - 64)
    let all = (curves.flatMap(\.points) + roof)
    let x = LogAxis(all.map(\.bytes).min()!...all.map(\.bytes).max()!, from: left, to: right)
    let y = LogAxis(covering: all.map(\.bandwidth), from: bottom, to: top)

    svg.area([(left, bottom)] + roof.map { (x.position($0.bytes), y.position($0.bandwidth)) } + [(right, bottom)])
    for tick in y.ticks() {
      for factor in [1.0, 2, 5] where tick * factor <= y.domain.upperBound {
        let place = y.position(tick * factor)
        svg.gridLine(left, place, right, place)
        svg.text(Figure.short(tick * factor), x: right + 10, y: place + 4, size: 12, ink: .muted)
      }
    }
    svg.text("GB/s", x: right + 10, y: top - 12, size: 12, ink: .muted)
    for tick in x.ticks(base: 2) where tick.exponent.isMultiple(of: 2) {
      let place = x.position(tick)
      svg.line(place, bottom, place, bottom + 4, ink: .muted)
      svg.text(Figure.bytes(tick), x: place, y: bottom + 18, size: 12, anchor: .middle, ink: .muted)
    }
    svg.text(
      "memory that one pass touches", x: (left + right) / 2, y: bottom + 37, size: 12, anchor: .middle, ink: .muted)
    var previous = left
    // Sizes beyond the largest cache are in memory.
    let inside = machine.dataCaches.filter { x.domain.contains($0.bytes) }
    for (name, bytes) in inside {
      let place = x.position(bytes)
      svg.line(place, top - 8, place, bottom, ink: .muted, isDashed: true)
      svg.text(name, x: (previous + place) / 2, y: top - 12, size: 12, anchor: .middle, ink: .muted)
      previous = place
    }
    if !inside.isEmpty, right - previous > 40 {
      svg.text("memory", x: (previous + right) / 2, y: top - 12, size: 12, anchor: .middle, ink: .muted)
    }

    let starts = curves.map { y.position($0.points[0].bandwidth) }
    let labels = spread(starts, distance: 17, within: top...bottom)
    for (curve, label) in zip(curves, labels) {
      let ink: SVG.Ink = curve.isBoundByMemory ? .subject : .other
      let points = curve.points.map { (x.position($0.bytes), y.position($0.bandwidth)) }
      svg.polyline(points.map { (x: $0.0, y: $0.1) }, ink: ink, width: 2.2)
      svg.line(left - 8, label, points[0].0, points[0].1, ink: ink, width: 0.7)
      svg.text(curve.label, x: left - 12, y: label + 4, anchor: .end, ink: ink)
    }

    let bound = curves.filter(\.isBoundByMemory).map(\.label)
    let description =
      "Bandwidth of \(curves.count) kernels from \(Figure.bytes(x.domain.lowerBound)) to "
      + "\(Figure.bytes(x.domain.upperBound)), below the roof of a copy, on \(cores == 1 ? "one core" : "\(cores) cores")"
      + (bound.isEmpty ? "" : "; bound by memory in the end: \(bound.joined(separator: ", "))")
    return Chart(
      file: "\(folder)/\(ThroughputChart.name(cores: cores))", description: description,
      svg: svg.document(description: description))
  }
}
