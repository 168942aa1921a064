/// A token of CSS (CSS Syntax 3, as far as values here need it). Names, units and hashes are in lower case.
enum CSSToken: Equatable {
  case name(String)
  /// A function's name, without its opening parenthesis.
  case function(String)
  /// A hash, without its number sign.
  case hash(String)
  case number(Double, isInteger: Bool)
  case percentage(Double)
  /// A number with a unit.
  case dimension(Double, unit: String)
  case comma
  case slash
  case openingParenthesis
  case closingParenthesis
  case plus
  case minus
  case asterisk
  case end
  case other
}

/// Splits a text into tokens, without white space and comments. Numbers are clamped to ±1e30.
struct CSSTokenizer {
  private let bytes: [UInt8]
  /// The offset at which the token after the current one begins.
  private var next = 0
  /// The current token. `start` is its offset, in bytes of UTF-8.
  private(set) var token = CSSToken.end
  private(set) var start = 0
  /// Whether there is white space, not only a comment, before the current token.
  private(set) var followsWhiteSpace = false

  init(_ text: String) {
    bytes = Array(text.utf8)
    advance()
  }

  /// The current token in its written form.
  var text: String { String(decoding: bytes[start..<next], as: UTF8.self) }

  /// Advances to the next token.
  mutating func advance() {
    followsWhiteSpace = false
    skipBlanks()
    start = next
    guard let first = byte(next) else {
      token = .end
      return
    }
    if let numberEnd = endOfNumber(from: next) {
      number(until: numberEnd)
    } else if isNameStart(next) {
      let name = name()
      if byte(next) == UInt8(ascii: "(") {
        next += 1
        token = .function(name)
      } else {
        token = .name(name)
      }
    } else if first == UInt8(ascii: "#") {
      next += 1
      token = .hash(name())
    } else {
      next += 1
      switch first {
      case UInt8(ascii: ","): token = .comma
      case UInt8(ascii: "/"): token = .slash
      case UInt8(ascii: "("): token = .openingParenthesis
      case UInt8(ascii: ")"): token = .closingParenthesis
      case UInt8(ascii: "+"): token = .plus
      case UInt8(ascii: "-"): token = .minus
      case UInt8(ascii: "*"): token = .asterisk
      default:
        // A character of several bytes is one token.
        while let byte = byte(next), byte & 0xc0 == 0x80 { next += 1 }
        token = .other
      }
    }
  }

  private func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipBlanks() {
    while let byte = byte(next) {
      if [0x20, 0x09, 0x0a, 0x0c, 0x0d].contains(byte) {
        followsWhiteSpace = true
        next += 1
      } else if byte == UInt8(ascii: "/") && self.byte(next + 1) == UInt8(ascii: "*") {
        next += 2
        while next < bytes.count && !(bytes[next] == UInt8(ascii: "*") && self.byte(next + 1) == UInt8(ascii: "/")) {
          next += 1
        }
        // A comment that isn't closed extends to the end.
        next = min(bytes.count, next + 2)
      } else {
        return
      }
    }
  }

  /// Returns a hundredth of the current token, which must be a percentage: rounded once, and clamped to ±1e30. Returns
  /// nil if the exponent can't be read: the percentage is then 0 or clamped.
  func hundredth() -> Double? {
    let text = bytes[start..<next - 1]
    let e = text.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.endIndex
    var exponent = 0
    if e < text.endIndex {
      guard let written = Int(String(decoding: text[(e + 1)...], as: UTF8.self)) else { return nil }
      exponent = max(written, -1_000_000)
    }
    let digits = String(decoding: text[..<e], as: UTF8.self)
    return Double("\(digits)e\(exponent - 2)").map { min(1e30, max(-1e30, $0)) }
  }

  private mutating func number(until end: Int) {
    let text = String(decoding: bytes[next..<end], as: UTF8.self)
    let isInteger = !bytes[next..<end].contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    next = end
    guard let parsed = Double(text) else {
      token = .other
      return
    }
    let value = min(1e30, max(-1e30, parsed))
    if byte(next) == UInt8(ascii: "%") {
      next += 1
      token = .percentage(value)
    } else if isNameStart(next) {
      token = .dimension(value, unit: name())
    } else {
      token = .number(value, isInteger: isInteger)
    }
  }

  /// Returns the end of the CSS number that begins at an offset, or nil if none does. It has a sign, digits with a
  /// point before or among them, and an exponent.
  private func endOfNumber(from start: Int) -> Int? {
    var end = start
    func skipDigits() -> Bool {
      let first = end
      while let byte = byte(end), isDigit(byte) { end += 1 }
      return end > first
    }
    if let sign = byte(end), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { end += 1 }
    var hasDigits = skipDigits()
    if byte(end) == UInt8(ascii: "."), let digit = byte(end + 1), isDigit(digit) {
      end += 1
      hasDigits = skipDigits()
    }
    guard hasDigits else { return nil }
    let beforeExponent = end
    if let e = byte(end), e | 0x20 == UInt8(ascii: "e") {
      end += 1
      if let sign = byte(end), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { end += 1 }
      if !skipDigits() { end = beforeExponent }
    }
    return end
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private func isNameStart(_ offset: Int) -> Bool {
    guard let byte = byte(offset) else { return false }
    if byte == UInt8(ascii: "-") { return self.byte(offset + 1).map { isLetter($0) || $0 == byte } ?? false }
    return isLetter(byte)
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  /// Reads a name, in lower case.
  private mutating func name() -> String {
    let first = next
    while let byte = byte(next), isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") { next += 1 }
    return String(
      decoding: bytes[first..<next].map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
