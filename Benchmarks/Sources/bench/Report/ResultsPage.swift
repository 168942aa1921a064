import Foundation

/// results.html: every kernel, size, level and machine in one table to sort and to filter, and the charts.
///
/// Only the table holds the figures: readers without JavaScript see all of it, and the script reads the rows from it. The
/// page loads nothing from elsewhere, and no text of the results gets into the script, the style or an attribute.
struct ResultsPage {
  let kernels: KernelRows?
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
    tables, <a href="../../docs/benchmarks.md">docs/benchmarks.md</a> says what is measured and how.\
    \(kernels == nil || charts.isEmpty ? "" : " Below the kernels are <a href=\"#charts\">charts</a>.")

    """ + kernelsSection + chartsSection
  }

  // MARK: Kernels

  private var kernelsSection: String {
    guard let kernels else { return "" }
    let peers = kernels.peers
    let headings =
      [
        ("", "kernel"), ("", "elements"), ("", "level"), ("", "machine"), ("time", "ns"), ("", "± %"), ("", "GB/s"),
        ("copy", "of copy"),
        ("scalar", "× scalar"),
      ] + peers.map { ("peer", "÷ \($0.markupText)") }
    let typical = kernels.typicalSize.map { Size(count: $0).label } ?? ""
    return """
      <h2 id="kernels">Kernels</h2>
      <p class="source" id="source">On one core, measured on \(kernels.machines.source.markupText).
      <form id="filters" hidden>
      <label>Kernel <input id="name" type="search" placeholder="part of its name"></label>
      <label>Elements <select id="size"><option value="">all</select></label>
      <label>Level <select id="level"><option value="">all</select></label>
      <label>Machine <select id="machine"><option value="">all</select></label>
      <label>Beside <select id="beside"><option value="">every peer</select></label>
      <label>Slower than <input id="limit" type="number" min="0" step="0.01" placeholder="1.05"> times</label>
      <button type="reset">Reset</button>
      <output id="count" for="name size level machine beside limit"></output>
      </form>
      <div id="scroll" role="region" aria-label="Kernels" tabindex="0">
      <table id="table" aria-labelledby="kernels" aria-describedby="source">
      <thead><tr>\(headings.map { "<th scope=col\($0.0.isEmpty ? "" : " data-kind=\($0.0)")>\($0.1)" }.joined())
      <tbody id="rows" data-size="\(typical)">
      \(kernels.rows.map { row($0, peers: peers) }.joined(separator: "\n"))
      </table>
      </div>
      \(ResultsPage.legend)
      <script>
      \(ResultsPage.script)</script>

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
    return "<tr><th scope=row>\(record.name.markupText)" + cells.map { "<td>\($0)" }.joined()
  }

  /// Returns the ratio, after notes in brackets that sorting ignores.
  private static func cell(_ beside: KernelRows.Comparison) -> String {
    let error = beside.error.flatMap { $0 > 0 ? SolversChart.power(of: $0) : nil }
    let notes = (beside.isWrong ? ["wrong"] : []) + [error].compactMap(\.self)
    return (notes.isEmpty ? "" : "<small>(\(notes.joined(separator: ", ")))</small> ") + Figure.ratio(beside.ratio)
  }

  private static let legend = """
    <details><summary>What the columns say</summary>
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

  // MARK: Charts

  private var chartsSection: String {
    if charts.isEmpty { return "" }
    return "<h2 id=\"charts\">Charts</h2>\n" + charts.map { "<figure tabindex=\"0\">\n\($0.svg)</figure>\n" }.joined()
  }
}
