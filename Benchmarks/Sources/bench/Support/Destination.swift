import Foundation

/// A results file. It is opened before the measurement starts, so that a bad path doesn't waste a long run.
///
/// If nothing was measured, a file that did not exist before is removed again.
final class Destination {
  let path: String
  private let output: Output
  private let isNew: Bool
  private var isWritten = false

  var isStandardOutput: Bool { path == "-" }

  init(path: String, option: String) throws {
    self.path = path
    guard path != "-" else {
      output = .standard
      isNew = false
      return
    }
    isNew = access(path, F_OK) != 0
    // Not truncated yet: an interrupted run that measured nothing leaves an earlier file as it was.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw UsageError("\(option): cannot write '\(path)': \(String(cString: strerror(errno)))")
    }
    output = Output(descriptor: descriptor)
  }

  deinit {
    if isStandardOutput { return }
    close(output.descriptor)
    if isNew, !isWritten { unlink(path) }
  }

  func replaceContents(with text: String) throws {
    isWritten = true
    // Fails on pipes and devices, which have nothing to truncate.
    if !isStandardOutput { _ = ftruncate(output.descriptor, 0) }
    guard output.write(text) else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
    }
  }
}
