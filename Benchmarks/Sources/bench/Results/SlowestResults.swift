/// The results of one kind of all machines that have them: of what several measured the slowest machine's.
package struct SlowestResults<Result: Decodable> {
  /// In the order of their names.
  let machines: [MachineRecord]
  /// In the order of the first file that has them.
  let results: [Result]

  /// Nil without a file.
  ///
  /// - Parameters:
  ///   - key: Returns what was measured, such as a scene at one size.
  ///   - time: Returns the time by which results of one key are compared.
  init?(_ files: [ResultsFile<Result>], of key: (Result) -> some Hashable, by time: (Result) -> Double) {
    if files.isEmpty { return nil }
    machines = files.map(\.machine)
    let all = files.flatMap(\.results)
    let slowest = Dictionary(grouping: all.indices) { key(all[$0]) }.values.map { indices in
      (first: indices[0], result: all[indices.max { time(all[$0]) < time(all[$1]) }!])
    }
    results = slowest.sorted { $0.first < $1.first }.map(\.result)
  }
}

extension [MachineRecord] {
  /// The line under a chart or a table that says where its figures come from.
  var source: String { map(\.source).joined(separator: "; ") }

  /// The same as a sentence in Markdown.
  var markdownSource: String {
    "Measured on \(source.markdownText)."
      + (count > 1 ? " Each figure is that of the machine on which it is worse." : "")
  }
}
