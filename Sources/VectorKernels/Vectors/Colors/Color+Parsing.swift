extension Color {
  /// Parses a CSS colour (CSS Color 4 and 5): a hexadecimal colour of 3, 4, 6 or 8 digits; a name, or `transparent`;
  /// `rgb()`, `rgba()`, `hsl()` and `hsla()`, with spaces or with commas; `hwb()`, `lab()`, `lch()`, `oklab()`,
  /// `oklch()`; `color()` with `srgb`, `srgb-linear`, `display-p3`, `display-p3-linear`, `a98-rgb`, `prophoto-rgb`,
  /// `rec2020`, `xyz`, `xyz-d50` or `xyz-d65`; `color-mix()` of two colours; and relative colours, which are any of
  /// these functions with `from` and a colour at the beginning.
  ///
  /// Numbers, percentages and angles may be `calc()`, with `+`, `-`, `*`, `/`, parentheses, `pi`, `e`, `infinity` and
  /// `NaN`, and with the channels of a relative colour. A calculation that gives NaN gives 0. In each product one
  /// factor must be a number. Each divisor must be a number, or have the dividend's kind: `calc(1 / 2% * 4%)` is an
  /// error.
  ///
  /// The colour is in the space that the text names; hexadecimal and named colours are in `srgb`. CSS's rules clamp
  /// opacities to 0...1, the components of `rgb()` to 0...255 unless it is a relative colour, chroma and the saturation
  /// of `hsl()` to at least 0, and the lightness of Lab, LCH, Oklab and OkLCh to its range. System colours,
  /// `currentcolor`, mathematical functions other than `calc()`, escapes, a missing closing parenthesis at the end, and
  /// more than 64 nested functions and parentheses are errors.
  ///
  /// ```swift
  /// try Color(css: "hsl(120deg 100% 25%)")
  /// try Color(css: "oklch(from tomato calc(l * 0.8) c h / 50%)")
  /// try Color(css: "color-mix(in oklch longer hue, plum, #4682b4 30%)")
  /// try Color(css: "rgb(29, 164, 1920")  // expected a comma or a closing parenthesis, at offset 17
  /// ```
  ///
  /// - Throws: ``CSSColorError``, which names the problem, the part of the text that has it, and its offset.
  /// - Complexity: O(n) for n bytes of text.
  public init(css text: String) throws(CSSColorError) {
    var parser = ColorParser(text)
    self = try parser.colorAndEnd()
  }
}

/// A parser of colours. Calculations, and colours that are derived from others, have files of their own.
struct ColorParser {
  var tokens: CSSTokenizer
  /// While the components of a relative colour are parsed: the components of its origin, with nil for missing ones.
  var channels: [String: Double?] = [:]
  /// The number of functions and parentheses around the current token.
  private var depth = 0

  init(_ text: String) {
    tokens = CSSTokenizer(text)
  }

  var token: CSSToken { tokens.token }

  mutating func colorAndEnd() throws(CSSColorError) -> Color {
    let color = try color()
    if token != .end { throw error(.expected(.end)) }
    // A mixture may lie outside the ranges to which colour texts are clamped.
    return Color(
      color.space, color.space.clamped(color.components), alpha: color.alpha, missing: color.missing)
  }

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
      color = Color(rgb8: rgb)
      tokens.advance()
    case .function("color-mix"):
      try enter()
      color = try mixture()
    case .function(let name):
      guard let function = functions[name] else { throw error(.unknownName) }
      try enter()
      color = try self.color(function)
    default:
      throw error(.expected(.color))
    }
    return color
  }

  /// Parses the arguments of a function, and its closing parenthesis.
  private mutating func color(_ function: ColorFunction) throws(CSSColorError) -> Color {
    var function = function
    let origin = try origin()
    function.isRelative = origin != nil
    if function.space == nil {
      guard case .name(let name) = token, let space = CSSColorSpace.predefined[name] else {
        throw error(.expected(.colorSpace))
      }
      function.space = space
      tokens.advance()
    }
    let space = function.space!
    var alpha: Double? = 1
    if let origin {
      channels = function.channels(of: origin.carried(to: space))
      alpha = channels["alpha"]!
    }
    let first = try component(0, of: function)
    let hasCommas = function.allowsCommas && token == .comma && first != .missing
    var parsed = [first]
    for index in 1..<3 {
      if hasCommas { try take(.comma, .comma) }
      parsed.append(try component(index, of: function, after: hasCommas ? parsed : nil))
    }
    if token == (hasCommas ? .comma : .slash) {
      tokens.advance()
      alpha = try opacity(allowsNone: !hasCommas)
      try leave(.closingParenthesis)
    } else {
      try leave(hasCommas ? .commaOrEnd : .slashOrEnd)
    }
    channels = [:]
    let values = parsed.enumerated().map { index, value in function.value(value, index) }
    return Color(space, values[0], values[1], values[2], alpha: alpha)
  }

  /// Parses one of the three components. In the form with commas, no component may be missing; components of `hsl()`
  /// other than the hue must be percentages, and those of `rgb()` must be of the same kind as the first one.
  private mutating func component(
    _ index: Int, of function: ColorFunction, after legacy: [ComponentText]? = nil
  ) throws(CSSColorError) -> ComponentText {
    let isHue = function.space?.hueIndex == index
    let place = tokens
    let result: ComponentText
    if legacy == nil, let channel = channelOrNone() {
      result = channel.map { .number($0) } ?? .missing
    } else {
      switch try quantity() {
      case .number(let value): result = .number(value.finite(isHue: isHue))
      case .percentage(let value) where !isHue: result = .percentage(value.finite())
      case .angle(let value) where isHue: result = .number(value.finite(isHue: true))
      default:
        throw error(.expected(isHue ? .hue : legacy == nil ? .component : .numberOrPercentage), at: place)
      }
    }
    if let first = legacy?.first {
      let expectsPercentage = function.space == .hsl || first.isPercentage
      if result.isPercentage != expectsPercentage {
        throw error(.expected(expectsPercentage ? .percentage : .number), at: place)
      }
    }
    return result
  }

  private mutating func opacity(allowsNone: Bool) throws(CSSColorError) -> Double? {
    let place = tokens
    if allowsNone, let channel = channelOrNone() { return channel }
    switch try quantity() {
    case .number(let value): return value.finite()
    case .percentage(let value): return value.finite() / 100
    default: throw error(.expected(allowsNone ? .component : .numberOrPercentage), at: place)
    }
  }

  /// Parses `none` or a channel. Returns nil if there is neither, and a value of nil for a missing component.
  private mutating func channelOrNone() -> Double?? {
    guard case .name(let name) = token, let value = name == "none" ? .some(nil) : channels[name] else { return nil }
    tokens.advance()
    return .some(value)
  }

  // MARK: Tokens

  mutating func take(_ expected: CSSToken, _ expectation: CSSColorError.Expectation) throws(CSSColorError) {
    if token != expected { throw error(.expected(expectation)) }
    tokens.advance()
  }

  /// Advances into a function or a parenthesis.
  mutating func enter() throws(CSSColorError) {
    if depth == 64 { throw error(.tooDeep) }
    depth += 1
    tokens.advance()
  }

  /// Advances beyond the closing parenthesis of the function or parenthesis that was entered.
  mutating func leave(_ expectation: CSSColorError.Expectation) throws(CSSColorError) {
    try take(.closingParenthesis, expectation)
    depth -= 1
  }

  /// Returns an error about the current token.
  func error(_ problem: CSSColorError.Problem) -> CSSColorError { error(problem, at: tokens) }

  /// Returns an error about the token that was the current one.
  func error(_ problem: CSSColorError.Problem, at place: CSSTokenizer) -> CSSColorError {
    CSSColorError(problem: problem, text: place.text, offset: place.start)
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
  var allowsLegacySyntax = false
  /// Whether the numbers of components go up to 255.
  var isRGB = false
  var isRelative = false

  var allowsCommas: Bool { allowsLegacySyntax && !isRelative }

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
    return isRGB && !isRelative ? min(1, max(0, value)) : space!.clamped(value, index)
  }

  /// Returns the numbers of its origin that a relative colour can name: the components as the function takes them, and
  /// the opacity. Missing ones are nil.
  func channels(of origin: Color) -> [String: Double?] {
    var channels: [String: Double?] = ["alpha": origin.missing.contains(.alpha) ? nil : origin.alpha]
    for (index, name) in origin.space.channelNames.enumerated() {
      channels.updateValue(origin[component: index].map { isRGB ? $0 * 255 : $0 }, forKey: name)
    }
    return channels
  }
}

private let functions: [String: ColorFunction] = [
  "rgb": ColorFunction(space: .srgb, allowsLegacySyntax: true, isRGB: true),
  "rgba": ColorFunction(space: .srgb, allowsLegacySyntax: true, isRGB: true),
  "hsl": ColorFunction(space: .hsl, allowsLegacySyntax: true),
  "hsla": ColorFunction(space: .hsl, allowsLegacySyntax: true),
  "hwb": ColorFunction(space: .hwb),
  "lab": ColorFunction(space: .lab),
  "lch": ColorFunction(space: .lch),
  "oklab": ColorFunction(space: .oklab),
  "oklch": ColorFunction(space: .oklch),
  "color": ColorFunction(space: nil),
]

extension CSSColorSpace {
  /// The spaces of `color()`, by their names there.
  static let predefined: [String: CSSColorSpace] = [
    "srgb": .srgb, "srgb-linear": .srgbLinear, "display-p3": .displayP3, "display-p3-linear": .displayP3Linear,
    "a98-rgb": .a98RGB, "prophoto-rgb": .proPhotoRGB, "rec2020": .rec2020, "xyz": .xyzD65, "xyz-d50": .xyzD50,
    "xyz-d65": .xyzD65,
  ]

  /// The names of the components in relative colours.
  fileprivate var channelNames: [String] {
    switch self {
    case .hsl: ["h", "s", "l"]
    case .hwb: ["h", "w", "b"]
    case .lab, .oklab: ["l", "a", "b"]
    case .lch, .oklch: ["l", "c", "h"]
    case .xyzD50, .xyzD65: ["x", "y", "z"]
    default: ["r", "g", "b"]
    }
  }

  /// Returns a component clamped as CSS does in texts of colours.
  fileprivate func clamped(_ value: Double, _ index: Int) -> Double {
    switch (self, index) {
    case (.lab, 0), (.lch, 0): min(100, max(0, value))
    case (.oklab, 0), (.oklch, 0): min(1, max(0, value))
    case (.hsl, 1), (.lch, 1), (.oklch, 1): max(0, value)
    default: value
    }
  }

  /// Returns components clamped as CSS does in texts of colours.
  fileprivate func clamped(_ components: SIMD3<Double>) -> SIMD3<Double> {
    [clamped(components.x, 0), clamped(components.y, 1), clamped(components.z, 2)]
  }
}

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
