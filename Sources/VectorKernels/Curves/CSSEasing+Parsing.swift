extension CSSEasing {
  /// Parses a CSS easing function: `linear`, `ease`, `ease-in`, `ease-out`, `ease-in-out`, `step-start`, `step-end`,
  /// `cubic-bezier()`, `steps()` or `linear()`.
  ///
  /// Names may be in upper or lower case, with white space and comments wherever CSS allows them. Numbers follow CSS's
  /// syntax: an exponent is allowed, a final point isn't. Numbers are clamped to ±1e30, and step counts to less than
  /// 2^31. Mathematical functions such as `calc()`, escapes, and a missing closing parenthesis at the end, which CSS
  /// would add, are errors.
  ///
  /// - Throws: ``CSSEasingError``, which names the problem, the part of the text that has it, and its offset.
  public init(_ text: String) throws(CSSEasingError) {
    var parser = EasingParser(text)
    self = try parser.easing()
  }
}

private struct EasingParser {
  private var tokens: CSSTokenizer

  init(_ text: String) {
    tokens = CSSTokenizer(text)
  }

  private var token: CSSToken { tokens.token }

  private mutating func advance() { tokens.advance() }

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
    var stops: [(output: Double, inputs: [Double])] = []
    repeat {
      if !stops.isEmpty { advance() }
      var inputs = inputs()
      guard case .number(let output, _) = token else { throw error(.expected(.stop)) }
      advance()
      if inputs.isEmpty { inputs = self.inputs() }
      stops.append((output, inputs))
    } while token == .comma
    try take(.closingParenthesis, .commaOrEnd)
    guard let line = Polyline(stops) else { throw error(.expected(.stop)) }
    return CSSEasing(form: .linear(line))
  }

  /// Reads up to two percentages. A third is left for the next token to be read.
  private mutating func inputs() -> [Double] {
    var inputs: [Double] = []
    while inputs.count < 2, case .percentage(let percentage) = token {
      inputs.append(tokens.hundredth() ?? percentage)
      advance()
    }
    return inputs
  }

  private mutating func take(_ expected: CSSToken, _ expectation: CSSEasingError.Expectation) throws(CSSEasingError) {
    if token != expected { throw error(.expected(expectation)) }
    advance()
  }

  /// Returns an error about the current token.
  private func error(_ problem: CSSEasingError.Problem) -> CSSEasingError {
    CSSEasingError(problem: problem, text: tokens.text, offset: tokens.start)
  }
}
