import Foundation

/// A file descriptor for unbuffered text: each line is written as soon as it is measured.
struct Output {
  static let standard = Output(descriptor: STDOUT_FILENO)
  static let error = Output(descriptor: STDERR_FILENO)

  let descriptor: Int32

  var isTerminal: Bool { isatty(descriptor) == 1 }

  @discardableResult
  func write(_ text: String) -> Bool {
    var remaining = Array(text.utf8)[...]
    while !remaining.isEmpty {
      let written = remaining.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        return false
      }
      remaining = remaining.dropFirst(written)
    }
    return true
  }
}
