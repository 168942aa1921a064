/// A number with its kind. Percentages are as written, 50 for 50%, and angles are in degrees.
enum CSSQuantity {
  case number(Double)
  case percentage(Double)
  case angle(Double)

  fileprivate var value: Double {
    switch self {
    case .number(let value), .percentage(let value), .angle(let value): value
    }
  }

  /// Returns another quantity of the same kind.
  fileprivate func with(_ value: Double) -> CSSQuantity {
    switch self {
    case .number: .number(value)
    case .percentage: .percentage(value)
    case .angle: .angle(value)
    }
  }

  /// The expectation to report in the place of a quantity of this kind.
  fileprivate var expectation: CSSColorError.Expectation {
    switch self {
    case .number: .number
    case .percentage: .percentage
    case .angle: .angle
    }
  }
}

/// `calc()` of numbers, percentages and angles (CSS Values 4, "Basic Arithmetic").
extension ColorParser {
  /// Parses a number, a percentage, an angle or `calc()`. Returns nil where there is none of them.
  mutating func quantity() throws(CSSColorError) -> CSSQuantity? {
    let result: CSSQuantity
    switch token {
    case .number(let value, _): result = .number(value)
    case .percentage(let value): result = .percentage(value)
    case .dimension(let value, let unit):
      guard let degrees = degreesPerUnit[unit] else { return nil }
      result = .angle(value * degrees)
    case .function("calc"): return try parentheses()
    default: return nil
    }
    tokens.advance()
    return result
  }

  /// Parses a sum, and the parentheses around it.
  private mutating func parentheses() throws(CSSColorError) -> CSSQuantity {
    try enter()
    let result = try sum()
    try leave(.operatorOrEnd)
    return result
  }

  private mutating func sum() throws(CSSColorError) -> CSSQuantity {
    var result = try product()
    while token == .plus || token == .minus {
      let sign: Double = token == .plus ? 1 : -1
      let operation = tokens
      tokens.advance()
      guard operation.followsWhiteSpace, tokens.followsWhiteSpace else {
        throw error(.expected(.whiteSpace), at: operation)
      }
      let place = tokens
      let term = try product()
      switch (result, term) {
      case (.number, .number), (.percentage, .percentage), (.angle, .angle):
        result = result.with(result.value + sign * term.value)
      default: throw error(.expected(result.expectation), at: place)
      }
    }
    return result
  }

  private mutating func product() throws(CSSColorError) -> CSSQuantity {
    var result = try operand()
    while token == .asterisk || token == .slash {
      let isQuotient = token == .slash
      tokens.advance()
      let place = tokens
      let factor = try operand()
      switch (result, factor) {
      case (_, .number(let number)): result = result.with(isQuotient ? result.value / number : result.value * number)
      case (.number(let number), _) where !isQuotient: result = factor.with(number * factor.value)
      case (.percentage, .percentage) where isQuotient, (.angle, .angle) where isQuotient:
        result = .number(result.value / factor.value)
      default: throw error(.expected(.number), at: place)
      }
    }
    return result
  }

  private mutating func operand() throws(CSSColorError) -> CSSQuantity {
    if token == .openingParenthesis { return try parentheses() }
    if case .name(let name) = token, let value = constants[name] ?? channels[name].map({ $0 ?? 0 }) {
      tokens.advance()
      return .number(value)
    }
    guard let quantity = try quantity() else { throw error(.expected(.operand)) }
    return quantity
  }
}

private let constants: [String: Double] = [
  "pi": .pi, "e": 2.718281828459045, "infinity": .infinity, "-infinity": -.infinity, "nan": .nan,
]

private let degreesPerUnit: [String: Double] = ["deg": 1, "grad": 0.9, "rad": 180 / .pi, "turn": 360]

extension Double {
  /// The number that a calculation gives outside of it (CSS Values 4, "Argument Ranges"): 0 for NaN, and for an
  /// infinite hue, as CSS makes it a number of whole turns. Other numbers that aren't finite become ±1e30.
  func finite(isHue: Bool = false) -> Double {
    isNaN || isHue && isInfinite ? 0 : Swift.min(1e30, Swift.max(-1e30, self))
  }
}
