/// Colours that are derived from others (CSS Color 5, "Relative Color Syntax" and "Mixing Colors").
extension ColorParser {
  /// Parses `from` and the colour after it. Returns nil if there is no `from`.
  mutating func origin() throws(CSSColorError) -> Color? {
    guard token == .name("from") else { return nil }
    tokens.advance()
    return try color()
  }

  /// Parses the arguments of `color-mix()`, and its closing parenthesis.
  mutating func mixture() throws(CSSColorError) -> Color {
    try take(.name("in"), .interpolation)
    guard case .name(let name) = token, let space = CSSColorSpace.mixing[name] else {
      throw error(.expected(.interpolationSpace))
    }
    tokens.advance()
    let arc = space.isPolar ? try hueArc() : nil
    try take(.comma, space.isPolar && arc == nil ? .hueArcOrComma : .comma)
    let first = try part()
    try take(.comma, first.share == nil ? .percentageOrComma : .comma)
    let second = try part()
    try leave(second.share == nil ? .percentageOrEnd : .closingParenthesis)

    // A missing percentage is the rest up to 100; if both are missing, each is 50.
    let firstShare = first.share ?? 100 - (second.share ?? 50)
    let secondShare = second.share ?? 100 - firstShare
    let sum = firstShare + secondShare
    if sum == 0 { throw error(.expected(.percentageAboveZero), at: second.place) }
    let mixture = first.color.mix(with: second.color, by: secondShare / sum, in: space, hue: arc ?? .shorter)
    return sum < 100 ? mixture.opacity(sum / 100) : mixture
  }

  private mutating func hueArc() throws(CSSColorError) -> HueArc? {
    guard case .name(let name) = token else { return nil }
    guard let arc = HueArc(rawValue: name), arc != .raw else { throw error(.expected(.hueArc)) }
    tokens.advance()
    try take(.name("hue"), .hueKeyword)
    return arc
  }

  /// A colour and its percentage, if that is given. `place` is the place of the percentage.
  private struct Part {
    let color: Color
    var share: Double?
    var place: CSSTokenizer
  }

  /// Parses a colour and, before or after it, a percentage.
  private mutating func part() throws(CSSColorError) -> Part {
    var place = tokens
    var share = try share()
    let color = try color()
    if share == nil {
      place = tokens
      share = try self.share()
    }
    return Part(color: color, share: share, place: place)
  }

  /// Parses a percentage, if there is one. A calculated percentage is clamped to 0...100; a literal one must be in this
  /// range.
  private mutating func share() throws(CSSColorError) -> Double? {
    let place = tokens
    switch (token, try quantity()) {
    case (_, nil): return nil
    case (.function, .percentage(let value)?): return min(100, max(0, value.finite()))
    case (_, .percentage(let value)?) where 0...100 ~= value: return value
    case (_, .percentage?): throw error(.expected(.percentageUpTo100), at: place)
    case (_, .number?), (_, .angle?): throw error(.expected(.percentage), at: place)
    }
  }
}

extension CSSColorSpace {
  /// The spaces of `color-mix()`, by their names there.
  fileprivate static let mixing: [String: CSSColorSpace] = {
    var spaces = predefined
    for space in [lab, lch, oklab, oklch, hsl, hwb] { spaces[space.rawValue] = space }
    return spaces
  }()
}
