import Foundation

/// Values that options of several commands have.
extension Arguments {
  /// A measuring time.
  mutating func seconds() throws -> Double {
    let text = try value("a number of seconds")
    guard let seconds = Double(text), seconds.isFinite, seconds > 0 else {
      throw UsageError("--seconds: '\(text)' is not a positive number of seconds")
    }
    return seconds
  }

  /// A number of passes over all that is measured.
  mutating func passes() throws -> Int { try number(of: "passes", upTo: 1000) }

  /// The value of an option that is called like what it counts.
  mutating func number(of things: String, upTo most: Int) throws -> Int {
    let text = try value("a number of \(things)")
    guard let number = Int(text), (1...most).contains(number) else {
      throw UsageError("--\(things): '\(text)' is not a number of \(things) from 1 to \(most)")
    }
    return number
  }

  /// Numbers of cores, each once.
  mutating func cores() throws -> [Int] {
    var cores: [Int] = []
    for text in try values("numbers of cores") {
      guard let number = Int(text), (1...1024).contains(number) else {
        throw UsageError("--cores: '\(text)' is not a number of cores from 1 to 1024")
      }
      if !cores.contains(number) { cores.append(number) }
    }
    return cores
  }

  /// Numbers of elements, each once.
  mutating func sizes() throws -> [Size] {
    try Size.list(values("numbers of elements, such as 1k,4M"))
  }

  /// One, and as many as the machine has.
  static var oneAndAllCores: [Int] {
    let all = ProcessInfo.processInfo.activeProcessorCount
    return all > 1 ? [1, all] : [1]
  }
}
