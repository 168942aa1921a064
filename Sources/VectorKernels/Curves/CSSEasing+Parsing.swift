extension CSSEasing {
  /// Parses a CSS easing function: `linear`, `ease`, `ease-in`, `ease-out`, `ease-in-out`, `step-start`, `step-end`,
  /// `cubic-bezier()`, `steps()` or `linear()`.
  ///
  /// Names are taken in any case, with white space and comments wherever CSS allows them. Numbers are CSS's: an
  /// exponent is allowed, a final point isn't. They are clamped to ±1e30, step counts to less than 2^31. A closing
  /// parenthesis that is missing at the end, which CSS would add, is an error.
  ///
  /// - Throws: ``CSSEasingError``, which says what is wrong, with which part of the text and where.
  public init(_ text: String) throws(CSSEasingError) {
    var parser = EasingParser(text)
    self = try parser.easing()
  }
}

/// A piece of CSS.
private enum Token: Equatable {
  case name(String)
  /// With its opening parenthesis.
  case function(String)
  case number(Double, isInteger: Bool)
  case percentage(Double)
  case comma
  case closingParenthesis
  case end
  case other
}

private struct EasingParser {
  private let bytes: [UInt8]
  /// Where the token after the current one begins.
  private var next = 0
  private var token = Token.end
  private var start = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    advance()
  }

  // MARK: Grammar

  mutating func easing() throws(CSSEasingError) -> CSSEasing {
    let easing: CSSEasing
    switch token {
    case .name(let name):
      if let keyword = CSSEasing.Keyword(rawValue: name) {
        easing = CSSEasing(form: .keyword(keyword))
      } else if name == "step-start" {
        easing = .stepStart
      } else if name == "step-end" {
        easing = .stepEnd
      } else {
        throw error(.unknownName)
      }
      advance()
    case .function("cubic-bezier"):
      advance()
      easing = try cubicBezier()
    case .function("steps"):
      advance()
      easing = try steps()
    case .function("linear"):
      advance()
      easing = try linear()
    case .function:
      throw error(.unknownName)
    default:
      throw error(.expected(.easing))
    }
    if token != .end { throw error(.expected(.end)) }
    return easing
  }

  private mutating func cubicBezier() throws(CSSEasingError) -> CSSEasing {
    var numbers: [Double] = []
    for i in 0..<4 {
      if i > 0 { try take(.comma, .comma) }
      guard case .number(let number, _) = token else { throw error(.expected(.number)) }
      if i % 2 == 0 && !(0...1).contains(number) { throw error(.outsideUnitInterval) }
      numbers.append(number)
      advance()
    }
    try take(.closingParenthesis, .closingParenthesis)
    return .cubicBezier(
      CubicBezier(clamping: UnitPoint(x: numbers[0], y: numbers[1]), UnitPoint(x: numbers[2], y: numbers[3])))
  }

  private mutating func steps() throws(CSSEasingError) -> CSSEasing {
    guard case .number(let number, isInteger: true) = token else { throw error(.expected(.integer)) }
    if number < 1 { throw error(.tooFewSteps(least: 1)) }
    let count = Int(min(number, Double(Int32.max)))
    let countError = error(.tooFewSteps(least: 2))
    advance()
    var position = CSSEasing.StepPosition.jumpEnd
    if token == .comma {
      advance()
      guard case .name(let name) = token else { throw error(.expected(.stepPosition)) }
      guard let named = name == "end" ? .jumpEnd : CSSEasing.StepPosition(rawValue: name) else {
        throw error(.expected(.stepPosition))
      }
      position = named
      advance()
      try take(.closingParenthesis, .closingParenthesis)
    } else {
      try take(.closingParenthesis, .commaOrEnd)
    }
    if position == .jumpNone && count < 2 { throw countError }
    return .steps(count, position)
  }

  private mutating func linear() throws(CSSEasingError) -> CSSEasing {
    var stops: [(output: Double, percentages: [Double])] = []
    repeat {
      if !stops.isEmpty { advance() }
      var percentages = percentages()
      guard case .number(let output, _) = token else { throw error(.expected(.stop)) }
      advance()
      if percentages.isEmpty { percentages = self.percentages() }
      stops.append((output, percentages))
    } while token == .comma
    try take(.closingParenthesis, .commaOrEnd)
    guard let line = Polyline(stops) else { throw error(.expected(.stop)) }
    return CSSEasing(form: .linear(line))
  }

  /// Up to two; a third is left for whoever looks next.
  private mutating func percentages() -> [Double] {
    var percentages: [Double] = []
    while percentages.count < 2, case .percentage(let percentage) = token {
      percentages.append(percentage)
      advance()
    }
    return percentages
  }

  private mutating func take(_ expected: Token, _ expectation: CSSEasingError.Expectation) throws(CSSEasingError) {
    if token != expected { throw error(.expected(expectation)) }
    advance()
  }

  /// About the current token.
  private func error(_ problem: CSSEasingError.Problem) -> CSSEasingError {
    CSSEasingError(problem: problem, text: String(decoding: bytes[start..<next], as: UTF8.self), offset: start)
  }

  // MARK: Tokens

  private func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func advance() {
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
    } else {
      next += 1
      switch first {
      case UInt8(ascii: ","): token = .comma
      case UInt8(ascii: ")"): token = .closingParenthesis
      default:
        // A character of several bytes is one piece.
        while let byte = byte(next), byte & 0xc0 == 0x80 { next += 1 }
        token = .other
      }
    }
  }

  private mutating func skipBlanks() {
    while let byte = byte(next) {
      if [0x20, 0x09, 0x0a, 0x0c, 0x0d].contains(byte) {
        next += 1
      } else if byte == UInt8(ascii: "/") && self.byte(next + 1) == UInt8(ascii: "*") {
        next += 2
        while next < bytes.count && !(bytes[next] == UInt8(ascii: "*") && self.byte(next + 1) == UInt8(ascii: "/")) {
          next += 1
        }
        // A comment that isn't closed reaches to the end.
        next = min(bytes.count, next + 2)
      } else {
        return
      }
    }
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
      // A unit, which no number here has.
      _ = name()
      token = .other
    } else {
      token = .number(value, isInteger: isInteger)
    }
  }

  /// Where the CSS number that begins here ends, if one does: sign, digits with a point among or before them, exponent.
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

  /// A name, in small letters.
  private mutating func name() -> String {
    let first = next
    while let byte = byte(next), isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") { next += 1 }
    return String(
      decoding: bytes[first..<next].map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
