import Foundation

/// results.html: every kernel and scene of each size and machine in tables to sort and to filter, the kernels by family,
/// and the charts.
///
/// Only the tables hold the figures: readers without JavaScript see all of them, and the script reads the rows from them.
/// The page loads nothing from elsewhere, and no text of the results gets into the script, the style or an attribute.
struct ResultsPage {
  let kernels: KernelRows?
  /// Of each machine.
  let scenes: [ResultsFile<SceneRecord>]
  let charts: [Chart]

  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline'">
    <title>VectorKernels: results</title>
    <style>
    \(ResultsPage.style)</style>
    <h1>VectorKernels: results</h1>
    <p>Written by <code>bench report</code> from the JSON files in the folders beside it. <a href="README.md">README.md</a> has the other
    tables, <a href="../../docs/benchmarks.md">docs/benchmarks.md</a> says what is measured and how.
    \(contents)
    """ + kernelsSection + familiesSection + scenesSection + chartsSection + scriptElement
  }

  /// A line of links to the sections, if there are several.
  private var contents: String {
    let sections =
      (kernels == nil ? [] : [("kernels", "Kernels"), ("families", "Families of kernels")])
      + (scenes.isEmpty ? [] : [("scenes", "Scenes")]) + (charts.isEmpty ? [] : [("charts", "Charts")])
    if sections.count < 2 { return "" }
    return "<p>" + sections.map { "<a href=\"#\($0.0)\">\($0.1)</a>" }.joined(separator: ", ") + "\n"
  }

  private var scriptElement: String {
    kernels == nil && scenes.isEmpty ? "" : "<script>\n\(ResultsPage.script)</script>\n"
  }

  private static func heads(_ headings: [(kind: String, text: String)]) -> String {
    headings.map { "<th scope=col\($0.kind.isEmpty ? "" : " data-kind=\($0.kind)")>\($0.text)" }.joined()
  }

  private static func row(_ name: some StringProtocol, _ cells: [String]) -> String {
    "<tr><th scope=row>\(name.markupText)" + cells.map { "<td>\($0)" }.joined()
  }

  // MARK: Kernels

  private var kernelsSection: String {
    guard let kernels else { return "" }
    let peers = kernels.peers
    let headings =
      [
        ("", "kernel"), ("size", "elements"), ("text", "level"), ("text", "machine"), ("time", "ns"), ("", "± %"),
        ("", "GB/s"), ("copy", "of copy"), ("scalar", "× scalar"),
      ] + peers.map { ("peer", "÷ \($0.markupText)") }
    let typical = kernels.typicalSize.map { Size(count: $0).label } ?? ""
    return """
      <h2 id="kernels">Kernels</h2>
      <p class="source" id="kernels-source">On one core, measured on \(kernels.machines.source.markupText).
      <form hidden>
      <label>Kernel <input name="search" type="search" placeholder="part of its name"></label>
      <label>Elements <select data-column="1" data-first="\(typical)"><option value="">all</select></label>
      <label>Level <select name="level" data-column="2"><option value="">all</select></label>
      <label>Machine <select name="machine" data-column="3"><option value="">all</select></label>
      <label>Beside <select name="beside"><option value="">every peer</select></label>
      <label>Slower than <input name="limit" type="number" min="0" step="0.01" placeholder="1.05"> times</label>
      <button type="reset">Reset</button>
      <output></output>
      </form>
      <div class="scroll" role="region" aria-label="Kernels" tabindex="0">
      <table aria-labelledby="kernels" aria-describedby="kernels-source">
      <thead><tr>\(ResultsPage.heads(headings))
      <tbody>
      \(kernels.rows.map { row($0, peers: peers) }.joined(separator: "\n"))
      </table>
      </div>
      \(ResultsPage.legend)

      """
  }

  private func row(_ row: KernelRows.Row, peers: [String]) -> String {
    let record = row.record
    let uncertainty = (record.uncertainty?["time"] ?? nil).map { Figure.short(100 * $0) } ?? ""
    let cells =
      [
        Size(count: row.size).label, row.level.markupText, row.machine.cpu.markupText,
        Figure.short(record.nsPerElement.median), uncertainty,
        Figure.short(record.gigabytesPerSecond), Figure.ratio(record.copyFraction),
        row.timesScalar.map { Figure.short($0) } ?? "",
      ]
      + peers.map { row.peers[$0].map(ResultsPage.cell) ?? "" }
    return ResultsPage.row(record.name, cells)
  }

  /// Returns the ratio, after notes in brackets that sorting ignores.
  private static func cell(_ beside: KernelRows.Comparison) -> String {
    let error = beside.error.flatMap { $0 > 0 ? Figure.power($0) : nil }
    let notes = (beside.isWrong ? ["wrong"] : []) + [error].compactMap(\.self)
    return (notes.isEmpty ? "" : "<small>(\(notes.joined(separator: ", ")))</small> ") + Figure.ratio(beside.ratio)
  }

  private static let legend = """
    <details><summary>Columns</summary>
    <p>An element is one number written: a component of a point, a property of a spring (a transition writes the four
    numbers of one element; a settling test writes a bit). Times are medians of many short batches of repeated calls on the
    same data, so what fits a cache is in that cache. One run measured, in turns, everything that a row compares: on a busy
    machine the ratios stay right when the times do not. The number of elements is rounded down to whole groups for kernels
    whose elements come in groups, such as the components of a point.
    <dl>
    <dt>ns <dd>Nanoseconds per element of the library at the level, the median.
    <dt>± % <dd>The standard error of that median.
    <dt>GB/s <dd>Bytes read and written, from the kernel's signature, over that time.
    <dt>of copy <dd>That bandwidth, as a fraction of what a copy reaches with as many bytes read and written: the faster of
    <code>memcpy</code> and a plain loop. A kernel with more inputs than outputs, or one that works in place, moves fewer
    bytes through the memory bus than the copy, whose every second byte is a store, and can exceed 1.
    <dt>× scalar <dd>How many times faster the library is than the same work as a plain Swift loop with Foundation's
    functions, in the same build. The compiler may vectorise it for the baseline of the platform.
    <dt>÷ peer <dd>The library's time divided by that of another implementation for the same level, the median of the ratios
    within each turn: below 1, the library is faster. In brackets: how far the peer's results are from ours, as a fraction of
    the largest. <em>Wrong</em> results are too far from ours to be the same work, or differ where the bits have to be the
    same; <em>Slower than</em> ignores them.
    </dl>
    </details>
    """

  // MARK: Families

  private var familiesSection: String {
    guard let kernels else { return "" }
    let families = KernelFamilies(kernels)
    let columns = families.columns
    let headings = [("", "family"), ("", "kernels")] + columns.map { ("", $0.heading.markupText) }
    let rows = families.families.map { family in
      ResultsPage.row(
        family.name, ["\(family.kernels)"] + columns.map { KernelFamilies.spread(of: $0, in: family) })
    }
    return """
      <h2 id="families">Families of kernels</h2>
      <p class="source" id="families-source">Best / median / worst of each family's kernels on all machines, at \
      \(Figure.grouped(families.size)) elements. Peers whose results are wrong are left out.
      <div class="scroll" role="region" aria-label="Families of kernels" tabindex="0">
      <table aria-labelledby="families" aria-describedby="families-source">
      <thead><tr>\(ResultsPage.heads(headings))
      <tbody>
      \(rows.joined(separator: "\n"))
      </table>
      </div>

      """
  }

  // MARK: Scenes

  private var scenesSection: String {
    if scenes.isEmpty { return "" }
    let headings = [
      ("", "scene"), ("size", "properties"), ("size", "cores"), ("text", "machine"), ("time", "p50 ms"), ("", "± %"),
      ("time", "p99 ms"), ("time", "max ms"), ("time", "ns/component"), ("", "of 8.33 ms"), ("", "allocations"),
      ("", "bytes/property"), ("", "× baseline"),
    ]
    let peers = scenes.flatMap(\.results).peers
    let rows = scenes.flatMap { file in file.results.map { ResultsPage.row($0, on: file.machine, peers) } }
    return """
      <h2 id="scenes">Scenes</h2>
      <p class="source" id="scenes-source">Frames of an animator, measured on \
      \(scenes.map(\.machine).source.markupText).
      <form hidden>
      <label>Scene <input name="search" type="search" placeholder="part of its name"></label>
      <label>Properties <select data-column="1" data-first="\(Figure.grouped(FramesChart.count))">\
      <option value="">all</select></label>
      <label>Cores <select data-column="2" data-first="1"><option value="">all</select></label>
      <label>Machine <select data-column="3"><option value="">all</select></label>
      <button type="reset">Reset</button>
      <output></output>
      </form>
      <div class="scroll" role="region" aria-label="Scenes" tabindex="0">
      <table aria-labelledby="scenes" aria-describedby="scenes-source">
      <thead><tr>\(ResultsPage.heads(headings + peers.map { ("", "× \($0.markupText)") }))
      <tbody>
      \(rows.joined(separator: "\n"))
      </table>
      </div>
      \(ResultsPage.scenesLegend)

      """
  }

  private static func row(_ record: SceneRecord, on machine: MachineRecord, _ peers: [String]) -> String {
    let frame = record.frameMilliseconds
    func text(_ value: Double?) -> String { value.map { Figure.short($0) } ?? "" }
    return row(
      record.scene,
      [
        Figure.grouped(record.count), "\(record.cores)", machine.cpu.markupText, Figure.short(frame.p50),
        text(record.uncertainty.map { 100 * $0 }), Figure.short(frame.p99), Figure.short(frame.max),
        Figure.short(record.nsPerComponent), Figure.ratio(frame.p50 / FramesChart.budget),
        text(record.allocationsPerFrame), text(record.bytesPerProperty), text(record.timesFasterThanBaseline),
      ] + peers.map { text(record.timesFasterThanPeers?[$0]) })
  }

  private static let scenesLegend = """
    <details><summary>Columns</summary>
    <p>A frame retargets, adds and removes properties, and then evaluates all of them with one call. Memory is counted where
    it is allocated.
    <dl>
    <dt>p50, p99, max ms <dd>Milliseconds of the median frame, of the one that one in a hundred exceeds, and of the longest.
    <dt>± % <dd>The standard error of the median.
    <dt>ns/component <dd>Nanoseconds of the median frame for each component that moves.
    <dt>of 8.33 ms <dd>The median as a fraction of the time that a frame has at 120 Hz.
    <dt>allocations <dd>How often a frame asks for memory.
    <dt>bytes/property <dd>The memory held for each property.
    <dt>× baseline <dd>How many times as long the same frame takes with an object for each animation.
    <dt>× a library <dd>How many times as long that library's animations take for as many values, each moved once by one
    ease-in-out curve. Measured on one core, up to 100 000 properties.
    </dl>
    </details>
    """

  // MARK: Charts

  private var chartsSection: String {
    if charts.isEmpty { return "" }
    return "<h2 id=\"charts\">Charts</h2>\n" + charts.map { "<figure tabindex=\"0\">\n\($0.svg)</figure>\n" }.joined()
  }
}
