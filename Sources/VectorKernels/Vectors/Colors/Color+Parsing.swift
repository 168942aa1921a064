extension Color {
  /// Parses a CSS colour (CSS Color 4): a hexadecimal colour of 3, 4, 6 or 8 digits; a name, or `transparent`; `rgb()`,
  /// `rgba()`, `hsl()` and `hsla()`, with spaces or with commas; `hwb()`, `lab()`, `lch()`, `oklab()`, `oklch()`; or
  /// `color()` with `srgb`, `srgb-linear`, `display-p3`, `display-p3-linear`, `a98-rgb`, `prophoto-rgb`, `rec2020`,
  /// `xyz`, `xyz-d50` or `xyz-d65`.
  ///
  /// The colour is in the space that the text names; hexadecimal and named colours are in `srgb`. By CSS's rules,
  /// opacities are clamped to 0...1, the components of `rgb()` to 0...255, chroma and the saturation of `hsl()` to at
  /// least 0, and the lightness of Lab, LCH, Oklab and OkLCh to its range. `calc()`, relative and system colours,
  /// `currentcolor` and a missing closing parenthesis at the end are errors.
  ///
  /// ```swift
  /// try Color(css: "hsl(120deg 100% 25%)")
  /// try Color(css: "rgb(29, 164, 1920")  // expected a comma or a closing parenthesis, at offset 17
  /// ```
  ///
  /// - Throws: ``CSSColorError``, which names the problem, the part of the text that has it, and its offset.
  public init(css text: String) throws(CSSColorError) {
    var parser = ColorParser(text)
    self = try parser.color()
  }
}

private struct ColorParser {
  private var tokens: CSSTokenizer

  init(_ text: String) {
    tokens = CSSTokenizer(text)
  }

  private var token: CSSToken { tokens.token }

  mutating func color() throws(CSSColorError) -> Color {
    let color: Color
    switch token {
    case .hash(let digits):
      guard let parsed = Color(hexadecimal: digits) else { throw error(.expected(.hexadecimalDigits)) }
      color = parsed
      tokens.advance()
    case .name("transparent"):
      color = .clear
      tokens.advance()
    case .name(let name):
      guard let rgb = NamedColors.rgb[name] else { throw error(.unknownName) }
      color = Color(rgba8: [UInt8(rgb >> 16), UInt8(rgb >> 8 & 0xff), UInt8(rgb & 0xff), 255])
      tokens.advance()
    case .function(let name):
      guard let function = functions[name] else { throw error(.unknownName) }
      tokens.advance()
      color = try self.color(function)
    default:
      throw error(.expected(.color))
    }
    if token != .end { throw error(.expected(.end)) }
    return color
  }

  /// Parses the arguments of a function, and its closing parenthesis.
  private mutating func color(_ function: ColorFunction) throws(CSSColorError) -> Color {
    var function = function
    if function.space == nil {
      guard case .name(let name) = token, let space = predefinedSpaces[name] else {
        throw error(.expected(.colorSpace))
      }
      function.space = space
      tokens.advance()
    }
    let space = function.space!
    let first = try component(0, of: function)
    let hasCommas = function.allowsCommas && token == .comma && first != .missing
    var parsed = [first]
    for index in 1..<3 {
      if hasCommas { try take(.comma, .comma) }
      parsed.append(try component(index, of: function, after: hasCommas ? parsed : nil))
    }
    var alpha: Double? = 1
    if token == (hasCommas ? .comma : .slash) {
      tokens.advance()
      alpha = try opacity(allowsNone: !hasCommas)
      try take(.closingParenthesis, .closingParenthesis)
    } else {
      try take(.closingParenthesis, hasCommas ? .commaOrEnd : .slashOrEnd)
    }
    let values = parsed.enumerated().map { index, value in function.value(value, index) }
    return Color(space, values[0], values[1], values[2], alpha: alpha)
  }

  /// Parses one of the three components. In the form with commas, no component may be missing; components of `hsl()`
  /// other than the hue must be percentages, and those of `rgb()` must be of the same kind as the first one.
  private mutating func component(
    _ index: Int, of function: ColorFunction, after legacy: [ComponentText]? = nil
  ) throws(CSSColorError) -> ComponentText {
    let isHue = function.space?.hueIndex == index
    let result: ComponentText
    switch token {
    case .number(let value, _): result = .number(value)
    case .percentage(let value) where !isHue: result = .percentage(value)
    case .dimension(let value, let unit) where isHue:
      guard let degrees = degreesPerUnit[unit] else { throw error(.expected(.hue)) }
      result = .number(value * degrees)
    case .name("none") where legacy == nil: result = .missing
    default: throw error(.expected(isHue ? .hue : legacy == nil ? .component : .numberOrPercentage))
    }
    if let first = legacy?.first {
      let expectsPercentage = function.space == .hsl || first.isPercentage
      if result.isPercentage != expectsPercentage {
        throw error(.expected(expectsPercentage ? .percentage : .number))
      }
    }
    tokens.advance()
    return result
  }

  private mutating func opacity(allowsNone: Bool) throws(CSSColorError) -> Double? {
    let result: Double?
    switch token {
    case .number(let value, _): result = value
    case .percentage(let value): result = value / 100
    case .name("none") where allowsNone: result = nil
    default: throw error(.expected(allowsNone ? .component : .numberOrPercentage))
    }
    tokens.advance()
    return result
  }

  private mutating func take(
    _ expected: CSSToken, _ expectation: CSSColorError.Expectation
  ) throws(CSSColorError) {
    if token != expected { throw error(.expected(expectation)) }
    tokens.advance()
  }

  /// Returns an error about the current token.
  private func error(_ problem: CSSColorError.Problem) -> CSSColorError {
    CSSColorError(problem: problem, text: tokens.text, offset: tokens.start)
  }
}

/// A component in its written form.
private enum ComponentText: Equatable {
  case number(Double)
  case percentage(Double)
  case missing

  var isPercentage: Bool {
    if case .percentage = self { true } else { false }
  }
}

private struct ColorFunction {
  /// The function's space. It is nil for `color()`, whose first argument names it.
  var space: CSSColorSpace?
  var allowsCommas = false
  /// Whether the numbers of components go up to 255.
  var isRGB = false

  /// Returns a component in the range of ``CSSColorSpace``, with CSS's clamping.
  func value(_ text: ComponentText, _ index: Int) -> Double? {
    let value: Double
    switch text {
    case .missing: return nil
    case .number(let number): value = isRGB ? number / 255 : number
    case .percentage(let percentage):
      switch (space, index) {
      case (.hsl, _), (.hwb, _), (.lab, 0), (.lch, 0): value = percentage
      case (.lab, _): value = percentage * 125 / 100
      case (.lch, _): value = percentage * 150 / 100
      case (.oklab, 1...), (.oklch, 1...): value = percentage * 0.4 / 100
      default: value = percentage / 100
      }
    }
    switch (space, index) {
    case (.srgb, _) where isRGB: return min(1, max(0, value))
    case (.lab, 0), (.lch, 0): return min(100, max(0, value))
    case (.oklab, 0), (.oklch, 0): return min(1, max(0, value))
    case (.hsl, 1), (.lch, 1), (.oklch, 1): return max(0, value)
    default: return value
    }
  }
}

private let functions: [String: ColorFunction] = [
  "rgb": ColorFunction(space: .srgb, allowsCommas: true, isRGB: true),
  "rgba": ColorFunction(space: .srgb, allowsCommas: true, isRGB: true),
  "hsl": ColorFunction(space: .hsl, allowsCommas: true),
  "hsla": ColorFunction(space: .hsl, allowsCommas: true),
  "hwb": ColorFunction(space: .hwb),
  "lab": ColorFunction(space: .lab),
  "lch": ColorFunction(space: .lch),
  "oklab": ColorFunction(space: .oklab),
  "oklch": ColorFunction(space: .oklch),
  "color": ColorFunction(space: nil),
]

private let predefinedSpaces: [String: CSSColorSpace] = [
  "srgb": .srgb, "srgb-linear": .srgbLinear, "display-p3": .displayP3, "display-p3-linear": .displayP3Linear,
  "a98-rgb": .a98RGB, "prophoto-rgb": .proPhotoRGB, "rec2020": .rec2020, "xyz": .xyzD65, "xyz-d50": .xyzD50,
  "xyz-d65": .xyzD65,
]

private let degreesPerUnit: [String: Double] = ["deg": 1, "grad": 0.9, "rad": 180 / .pi, "turn": 360]

extension Color {
  /// Creates a colour from 3, 4, 6 or 8 digits, without the number sign.
  fileprivate init?(hexadecimal text: String) {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.allSatisfy({ $0 != nil }) else { return nil }
    let values = digits.map { UInt8($0!) }
    let bytes: [UInt8]
    switch values.count {
    case 3, 4: bytes = values.map { 17 * $0 }
    case 6, 8: bytes = stride(from: 0, to: values.count, by: 2).map { 16 * values[$0] + values[$0 + 1] }
    default: return nil
    }
    self.init(rgba8: [bytes[0], bytes[1], bytes[2], bytes.count == 4 ? bytes[3] : 255])
  }
}

/// The reason why a text isn't a CSS colour: the problem, the part of the text that has it, and its offset.
public struct CSSColorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem of a text.
  public enum Problem: Hashable, Sendable {
    /// The text has something else where this is expected.
    case expected(Expectation)
    /// No colour and no colour function has this name.
    case unknownName
  }

  /// An expected part of a text.
  public enum Expectation: String, Hashable, Sendable {
    case color = "a colour"
    case hexadecimalDigits = "3, 4, 6 or 8 hexadecimal digits"
    case colorSpace = "a colour space of color()"
    case component = "a number, a percentage or none"
    case hue = "a number, an angle or none"
    case number = "a number"
    case percentage = "a percentage"
    case numberOrPercentage = "a number or a percentage"
    case comma = "a comma"
    case commaOrEnd = "a comma or a closing parenthesis"
    case slashOrEnd = "a slash or a closing parenthesis"
    case closingParenthesis = "a closing parenthesis"
    case end = "nothing more"
  }

  /// The problem.
  public let problem: Problem
  /// The part of the text that has the problem. It is empty at the end of the text.
  public let text: String
  /// The offset of that part from the start of the text, in bytes of UTF-8.
  public let offset: Int

  /// Creates an error as the parser does.
  public init(problem: Problem, text: String, offset: Int) {
    self.problem = problem
    self.text = text
    self.offset = offset
  }

  public var description: String {
    let found = text.isEmpty ? "the end of the text" : "\"\(text)\""
    let place = "\(found) at offset \(offset)"
    return switch problem {
    case .expected(let expectation): "expected \(expectation.rawValue) instead of \(place)"
    case .unknownName: "\(place) is not the name of a colour or a colour function"
    }
  }
}
