import Foundation

/// The error of curve solvers against their speed.
struct SolversChart {
  struct Solver {
    let name: String
    /// The median over the curves.
    let nanoseconds: Double
    /// Of the largest errors on each curve the median.
    let typicalError: Double
    /// The largest over the curves, and the curve that it is on.
    let error: Double
    let worstCurve: String
    let curves: Int
  }

  let solvers: [Solver]
  private let machines: [MachineRecord]
  /// Errors beyond are drawn on its ends: those below a `Float`'s roundings, and those of results that are no curve.
  private static let domain = 1e-8...1.0

  init(_ file: WorstResults<SolverRecord>) {
    var names: [String] = []
    for record in file.results where !names.contains(record.solver) { names.append(record.solver) }
    solvers = names.map { name in
      let records = file.results.filter { $0.solver == name }
      let worst = records.max { $0.maximumError ?? .infinity < $1.maximumError ?? .infinity }!
      return Solver(
        name: name, nanoseconds: Statistics.median(records.map(\.nsPerElement.median)),
        typicalError: Statistics.median(records.map { $0.maximumError ?? .infinity }),
        error: worst.maximumError ?? .infinity, worstCurve: worst.curve, curves: records.count)
    }
    machines = file.machines
  }

  var chart: Chart {
    let height = 440.0
    var svg = Chart.canvas(
      title: "Solving cubic Bezier timing curves: error against time",
      subtitle:
        "Largest error in y: a dot for the median of the curves, a line up to the worst of them. Down and left is better",
      machines: machines, height: height)
    let (top, bottom) = (Chart.top + 26, height - Chart.bottom - 44)
    let (left, right) = (84.0, Chart.width - 110)
    let x = LogAxis(covering: solvers.map(\.nanoseconds), from: left, to: right)
    let y = LogAxis(SolversChart.domain, from: bottom, to: top)
    for tick in x.ticks() {
      svg.gridLine(x.position(tick), top, x.position(tick), bottom)
      svg.text(Figure.short(tick), x: x.position(tick), y: bottom + 18, size: 12, anchor: .middle, ink: .muted)
    }
    for tick in y.ticks() {
      svg.line(left - 5, y.position(tick), left, y.position(tick), ink: .muted)
      svg.text(
        Figure.power(tick), x: left - 9, y: y.position(tick) + 4, size: 12, anchor: .end, ink: .muted)
    }
    svg.text("largest error", x: Chart.margin, y: top - 14, size: 12, ink: .muted)
    svg.text("nanoseconds per value", x: (left + right) / 2, y: bottom + 37, size: 12, anchor: .middle, ink: .muted)
    // Half a step of 8 bits is where an error can be seen at all.
    let visible = y.position(0.5 / 255)
    svg.line(left, visible, right, visible, ink: .muted, isDashed: true)
    svg.text("half a step", x: right + 6, y: visible - 2, size: 11, ink: .muted)
    svg.text("of 8 bits", x: right + 6, y: visible + 11, size: 11, ink: .muted)

    typealias Box = LabelPlacement.Box
    let marks = solvers.flatMap { solver -> [Box] in
      let px = x.position(solver.nanoseconds)
      let (low, high) = (y.position(solver.typicalError), y.position(solver.error))
      return [
        Box(left: px - 6, right: px + 6, top: low - 6, bottom: low + 6),
        Box(left: px - 4, right: px + 4, top: high - 2, bottom: low),
      ]
    }
    var names = LabelPlacement(
      within: Box(left: left, right: right, top: top, bottom: bottom),
      taken: marks + [Box(left: left, right: right, top: visible - 1, bottom: visible + 1)])
    for solver in solvers {
      let ink: SVG.Ink = solver.isOurs ? .subject : .other
      let px = x.position(solver.nanoseconds)
      let (low, high) = (y.position(solver.typicalError), y.position(solver.error))
      svg.line(px, low, px, high, ink: ink, width: 1.5)
      svg.line(px - 4, high, px + 4, high, ink: ink, width: 1.5)
      svg.dot(px, low, radius: 5.5, ink: ink)
      if solver.error > y.domain.upperBound {
        svg.text(
          "up to \(Figure.power(solver.error))", x: px, y: high - 6, size: 11, anchor: .middle, ink: ink)
      }
      let place = names.place(solver.name, besideX: px, y: low)
      svg.text(
        solver.name, x: place.x, y: place.baseline, anchor: place.anchor, ink: ink, isBold: solver.isOurs)
    }

    let ours = solvers.filter(\.isOurs)
    let summary = ours.map {
      "\($0.name) errs by \(Figure.power($0.typicalError)) in \(Figure.short($0.nanoseconds)) ns"
    }.joined(separator: ", ")
    let description =
      "Error and time of \(solvers.count) ways of solving timing curves" + (summary.isEmpty ? "" : ": \(summary)")
    return Chart(file: "solvers.svg", description: description, svg: svg.document(description: description))
  }
}

extension SolversChart.Solver {
  /// Ours are named after the package.
  var isOurs: Bool { name.hasPrefix("VectorKernels") }
}
