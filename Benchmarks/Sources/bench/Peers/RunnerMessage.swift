/// A line that a runner writes.
package enum RunnerMessage: Equatable {
  /// A peer that the runner can run; the end of a line that began with `peer`.
  case peer(String)
  /// A kernel that a peer has.
  case kernel(name: String, peer: String)
  /// Why something the runner could have had is missing.
  case note(String)
  case ready
  case done
  /// The nanoseconds that a number of calls took together.
  case time(Double)
  case failure(String)

  package init(parsing line: String) throws {
    let (word, rest) = RunnerMessage.split(line)
    switch word {
    case "peer" where !rest.isEmpty: self = .peer(rest)
    case "kernel":
      let (name, peer) = RunnerMessage.split(rest)
      if name.isEmpty || peer.isEmpty { throw RunnerError("'\(line)' lacks the kernel's or the peer's name") }
      self = .kernel(name: name, peer: peer)
    case "note": self = .note(rest)
    case "ready" where rest.isEmpty: self = .ready
    case "done" where rest.isEmpty: self = .done
    case "time":
      guard let nanoseconds = Double(rest), nanoseconds.isFinite, nanoseconds > 0 else {
        throw RunnerError("'\(line)' is not a number of nanoseconds")
      }
      self = .time(nanoseconds)
    case "error": self = .failure(rest)
    default: throw RunnerError("'\(line)' is not an answer")
    }
  }

  private static func split(_ line: String) -> (first: String, rest: String) {
    let parts = line.split(separator: " ", maxSplits: 1)
    return (parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : "")
  }
}

/// The failure of a runner, in its own words or about it.
package struct RunnerError: Error, Equatable {
  package let reason: String

  package init(_ reason: String) {
    self.reason = reason
  }
}
