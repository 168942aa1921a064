/// One line on standard error with the progress of the run; nothing if standard error is not a terminal.
struct Progress {
  let total: Int
  private let started = Clock.now
  private let isShown = Output.error.isTerminal

  init(total: Int) {
    self.total = total
  }

  func show(_ what: String, finished: Int) {
    guard isShown else { return }
    var line = "[\(finished + 1)/\(total)] \(what)"
    if finished > 0 {
      let seconds = (Clock.now - started) / 1e9 / Double(finished) * Double(total - finished)
      line += seconds < 90 ? ", \(Int(seconds.rounded(.up))) s left" : ", \(Int((seconds / 60).rounded())) min left"
    }
    Output.error.write("\r\u{1B}[K\(line)")
  }

  /// Makes room for other output on the same terminal.
  func clear() {
    if isShown { Output.error.write("\r\u{1B}[K") }
  }
}
