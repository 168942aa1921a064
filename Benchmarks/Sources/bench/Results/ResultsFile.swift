import Foundation

/// A file of results as a `bench` command writes it: the machine and the measurements.
package struct ResultsFile<Result: Decodable>: Decodable {
  package let machine: MachineRecord
  package let results: [Result]
  /// Only in scenes.json, and not in older ones.
  package let events: [EventRecord]?
  /// The costs of values without an animator. Only in scenes.json, and not in older ones.
  package let values: [EventRecord]?

  package init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ResultsError("\(path): cannot be read")
    }
    try self.init(json: data, path: path)
  }

  /// - Parameter path: what errors call the file.
  package init(json data: Data, path: String) throws {
    do {
      self = try JSONDecoder().decode(ResultsFile.self, from: data)
    } catch let error as DecodingError {
      throw ResultsError("\(path): \(ResultsFile.description(of: error))")
    }
    guard !results.isEmpty else { throw ResultsError("\(path): there are no results") }
    do {
      var place: [String] = []
      try ResultsFile.check(JSON(parsing: Array(data)), at: &place)
    } catch let error as ResultsError {
      throw ResultsError("\(path): \(error.message)")
    } catch is JSONError {
      throw ResultsError("\(path): is not JSON")
    }
  }

  /// Refuses numbers that no measurement has: axes don't reach them. Errors may have any size.
  ///
  /// - Parameter path: The names and the indexes in brackets that lead to a value. They become one text only in an
  ///   error: of a file with a long name around many numbers each of their texts would be as long.
  private static func check(_ json: JSON, at path: inout [String]) throws {
    func check(_ value: JSON, called name: String) throws {
      path.append(name)
      try ResultsFile.check(value, at: &path)
      path.removeLast()
    }
    switch json {
    case .object(let members): for (name, value) in members { try check(value, called: name) }
    case .array(let items): for (index, value) in items.enumerated() { try check(value, called: "[\(index)]") }
    default:
      guard let number = json.number, let name = path.last, !name.lowercased().hasSuffix("error") else { return }
      let isSize = path.count > 1 && (name == "count" || name == "bytes")
      guard isSize ? number >= 1 : number == 0 || number.magnitude > 1e-18, number.magnitude < 1e15 else {
        let place = path.reduce("") { $0 + ($0.isEmpty || $1.hasPrefix("[") ? $1 : ".\($1)") }
        throw ResultsError("\(place) can't be \(number)")
      }
    }
  }

  private static func description(of error: DecodingError) -> String {
    func key(_ path: [any CodingKey]) -> String {
      let text = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
      return text.isEmpty ? "the file" : String(text.trimmingPrefix("."))
    }
    return switch error {
    case .keyNotFound(let missing, let context): "\(key(context.codingPath + [missing])) is missing"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      "\(key(context.codingPath)) is not \(type == Double.self || type == Int.self ? "a number" : "of the right type")"
    default: "is not JSON"
    }
  }
}

/// A file of results that isn't one.
package struct ResultsError: LocalizedError {
  package let message: String
  package var errorDescription: String? { message }

  package init(_ message: String) {
    self.message = message
  }
}

/// A file's description of the machine that it was measured on.
package struct MachineRecord: Decodable {
  package let cpu: String
  package let cores: Int
  /// The size of each, such as "1024K".
  package let caches: [String: String]
  package let levels: [String]
  package let activeLevel: String
  package let toolchain: String
  package let commit: String
  package let date: String

  /// The bytes of the data caches, smallest first.
  var dataCaches: [(name: String, bytes: Double)] {
    caches.compactMap { name, size -> (String, Double)? in
      let units: [Character: Double] = ["K": 0x1p10, "M": 0x1p20, "G": 0x1p30]
      guard !name.hasSuffix("i"), let unit = size.last, let scale = units[unit], let number = Double(size.dropLast())
      else { return nil }
      return (name, number * scale)
    }.sorted { $0.1 < $1.1 }
  }

  /// Such as "Swift 6.3.1".
  var shortToolchain: String {
    toolchain.split(separator: " ").first { $0.first?.isNumber == true }.map { "Swift \($0)" } ?? toolchain
  }

  /// The first digits of the commit, and whether the sources differed from it.
  var shortCommit: String {
    commit.hasSuffix("-dirty") ? commit.prefix(7) + "-dirty" : String(commit.prefix(7))
  }

  /// The line under a chart or a table that says where its figures come from.
  var source: String {
    "\(cpu), \(cores) \(cores == 1 ? "core" : "cores"), \(activeLevel), \(shortToolchain), commit \(shortCommit), "
      + date.prefix(10)
  }
}

/// A median, and the range of the measurements around it.
package struct SpreadRecord: Decodable {
  package let median: Double
  package let min: Double
  package let max: Double
}
