import Foundation

/// Implementations that run in a process of their own, such as Python's: a program that gets the data through files and
/// its orders through a pipe, and reads its own clock. Benchmarks/peers/README.md has the protocol.
package final class Runner {
  /// Enough for a compiler that starts when a kernel is first called.
  private static let patience: Int32 = 120_000

  package let name: String
  /// The peers, and the kernels of each.
  package private(set) var kernels: [(peer: String, names: Set<String>)] = []
  /// The peers that it lacks.
  package private(set) var notes: [String] = []

  private let process = Process()
  private let orders = Pipe()
  private let answers = Pipe()
  private var unread: [UInt8] = []
  /// The reason why it has stopped, if it has.
  private var failure: RunnerError?

  package var hasStopped: Bool { failure != nil }

  /// Starts the program and reads its list of kernels.
  package init(program path: String) throws {
    name = URL(fileURLWithPath: path).lastPathComponent
    process.executableURL = URL(fileURLWithPath: path)
    process.standardInput = orders
    process.standardOutput = answers
    do { try process.run() } catch { throw RunnerError("it cannot be started: \(error.localizedDescription)") }
    // Only the child holds the end that it writes to from now on, so its exit is noticed here.
    try? answers.fileHandleForWriting.close()
    try? orders.fileHandleForReading.close()
    while true {
      switch try receive() {
      case .peer(let peer): kernels.append((peer, []))
      case .kernel(let kernel, let peer):
        guard let index = kernels.firstIndex(where: { $0.peer == peer }) else {
          throw RunnerError("it has a kernel of '\(peer)', which it did not name before")
        }
        kernels[index].names.insert(kernel)
      case .note(let note): notes.append(note)
      case .ready: return
      default: throw RunnerError("it does not say what it has")
      }
    }
  }

  deinit {
    // The end of its input ends the program.
    try? orders.fileHandleForWriting.close()
    if failure != nil, process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  /// Sends lines, the last of which is answered.
  package func ask(_ lines: [String]) throws -> RunnerMessage {
    if let failure { throw failure }
    let answer: RunnerMessage
    do {
      var place = pollfd(fd: orders.fileHandleForWriting.fileDescriptor, events: Int16(POLLOUT), revents: 0)
      // Nobody reads any more; writing would end this process.
      guard poll(&place, 1, Runner.patience) == 1, place.revents & Int16(POLLERR) == 0,
        Output(descriptor: place.fd).write(lines.map { $0 + "\n" }.joined())
      else { throw RunnerError("it has stopped") }
      answer = try receive()
    } catch let error as RunnerError {
      failure = error
      throw error
    }
    if case .failure(let reason) = answer { throw RunnerError(reason) }
    return answer
  }

  private func receive() throws -> RunnerMessage {
    let descriptor = answers.fileHandleForReading.fileDescriptor
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        return try RunnerMessage(parsing: line)
      }
      var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&place, 1, Runner.patience)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { throw RunnerError("it has not answered for \(Runner.patience / 1000) seconds") }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw RunnerError("it has stopped") }
      unread += bytes[..<count]
    }
  }
}
