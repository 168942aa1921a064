/// The offset at which a text stops being JSON, and the reason.
package struct JSONError: Error, Hashable {
  package let line: Int
  /// In bytes, from 1.
  package let column: Int
  package let message: String
}

extension JSON {
  /// The depth to which arrays and objects may be nested.
  private static let deepest = 512

  /// A value from UTF-8 text. Of members of one name the last one counts, as in other parsers.
  package init(parsing bytes: [UInt8]) throws(JSONError) {
    var parser = JSONParser(bytes, deepest: JSON.deepest)
    self = try parser.document()
  }

  /// The member of an object, nil where there is none or the value isn't an object.
  subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }

  /// A number, whether or not it was written as an integer.
  var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// The kind of the value, in words.
  var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .string: "a string"
    case .integer, .number: "a number"
    case .array(let items): items.isEmpty ? "an empty array" : "an array"
    case .object: "an object"
    }
  }
}

/// A recursive descent over the bytes of a text.
private struct JSONParser {
  private let bytes: [UInt8]
  private let deepest: Int
  private var index = 0
  private var depth = 0

  init(_ bytes: [UInt8], deepest: Int) {
    self.bytes = bytes
    self.deepest = deepest
  }

  mutating func document() throws(JSONError) -> JSON {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw error("the text isn't UTF-8", at: 0) }
    // Byte order marks are forbidden, and common.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    let value = try value()
    skipSpace()
    if index < bytes.count { throw error("there is more after the end of the value") }
    return value
  }

  // MARK: Values

  private mutating func value() throws(JSONError) -> JSON {
    skipSpace()
    guard let byte = next else { throw error("the text ends where a value should be") }
    switch byte {
    case UInt8(ascii: "{"): return try nested { parser throws(JSONError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(JSONError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default:
      for (word, value) in [("true", JSON.boolean(true)), ("false", .boolean(false)), ("null", .null)]
      where bytes[index...].starts(with: word.utf8) {
        index += word.utf8.count
        return value
      }
      throw error("expected a value")
    }
  }

  private mutating func nested(_ body: (inout JSONParser) throws(JSONError) -> JSON) throws(JSONError) -> JSON {
    if depth == deepest { throw error("more than \(deepest) arrays and objects lie in each other") }
    depth += 1
    index += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(JSONError) -> JSON {
    var members: [(String, JSON)] = []
    var places: [String: Int] = [:]
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("expected a member's name in quotes") }
      let name = try string()
      guard take(":") else { throw error("expected ':' after the name '\(name)'") }
      let value = try value()
      if let place = places[name] {
        members[place].1 = value
      } else {
        places[name] = members.count
        members.append((name, value))
      }
    } while take(",")
    guard take("}") else { throw error("expected ',' or '}'") }
    return .object(members)
  }

  private mutating func array() throws(JSONError) -> JSON {
    var items: [JSON] = []
    if take("]") { return .array([]) }
    repeat { items.append(try value()) } while take(",")
    guard take("]") else { throw error("expected ',' or ']'") }
    return .array(items)
  }

  private mutating func number() throws(JSONError) -> JSON {
    let start = index
    if next == UInt8(ascii: "-") { index += 1 }
    let digits = index
    guard skipDigits() > 0, bytes[digits] != UInt8(ascii: "0") || index == digits + 1 else {
      throw error("this is no JSON number", at: start)
    }
    var isInteger = true
    if next == UInt8(ascii: ".") {
      isInteger = false
      index += 1
      if skipDigits() == 0 { throw error("expected a digit after the point") }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isInteger = false
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      if skipDigits() == 0 { throw error("expected a digit of the exponent") }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw error("this number is too large", at: start) }
    return .number(number)
  }

  // MARK: Strings

  private mutating func string() throws(JSONError) -> String {
    let start = index
    index += 1
    var result: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: result, as: UTF8.self)
      case UInt8(ascii: "\\"):
        index += 1
        result += String(try escape()).utf8
      case 0..<0x20: throw error("a control character stands in a string")
      default:
        result.append(byte)
        index += 1
      }
    }
    throw error("this string has no end", at: start)
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard let byte = next else { throw error("the text ends in a string") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw error("there is no such escape", at: index - 1)
    }
  }

  /// A scalar from one \u escape or from two for the halves of a pair; U+FFFD for a half on its own.
  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let first = try hexadecimal()
    if 0xD800..<0xDC00 ~= first, bytes[index...].starts(with: "\\u".utf8) {
      let start = index
      index += 2
      let second = try hexadecimal()
      if 0xDC00..<0xE000 ~= second {
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
      }
      index = start
    }
    return Unicode.Scalar(first) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else {
      throw error("expected four hexadecimal digits")
    }
    index += 4
    return number
  }

  // MARK: Bytes

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { index += 1 }
  }

  /// Steps over a character after space, if it is there.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { index += 1 }
    return index - start
  }

  private func error(_ message: String, at place: Int? = nil) -> JSONError {
    let before = bytes.prefix(place ?? index)
    let line = before.count { $0 == 0x0A } + 1
    let column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
    return JSONError(line: line, column: column, message: message)
  }
}
