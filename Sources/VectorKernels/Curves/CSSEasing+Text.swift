extension CSSEasing: CustomStringConvertible {
  /// CSS's canonical text, such as `steps(2, jump-both)`: keywords by name, except that `step-start` is
  /// `steps(1, start)` and `step-end` is `steps(1)`; `linear()` with every input; numbers with all their digits.
  public var description: String {
    switch form {
    case .keyword(let keyword): return keyword.rawValue
    case .cubicBezier(let curve):
      let numbers = [curve.x1, curve.y1, curve.x2, curve.y2].map { $0.shortText }
      return "cubic-bezier(\(numbers.joined(separator: ", ")))"
    case .steps(let steps):
      return steps.position == .jumpEnd ? "steps(\(steps.count))" : "steps(\(steps.count), \(steps.position.rawValue))"
    case .linear(let line):
      let stops = line.points.map { "\($0.output.shortText) \($0.input.percentText)%" }
      return "linear(\(stops.joined(separator: ", ")))"
    }
  }
}

#if !hasFeature(Embedded)
/// An easing is coded as CSS text.
extension CSSEasing: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(container.decode(String.self))
    } catch let error as CSSEasingError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
#endif

/// The reason why a text isn't a CSS easing function: the problem, the part of the text that has it, and its offset.
public struct CSSEasingError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Problem: Hashable, Sendable {
    /// The text has something else where this is expected.
    case expected(Expectation)
    /// No easing function has this name.
    case unknownName
    /// A control point's x is outside 0...1.
    case outsideUnitInterval
    /// The steps are fewer than the least number.
    case tooFewSteps(least: Int)
  }

  public enum Expectation: String, Hashable, Sendable {
    case easing = "an easing function"
    case number = "a number"
    case integer = "an integer"
    case stop = "a number with up to two percentages"
    case comma = "a comma"
    case commaOrEnd = "a comma or a closing parenthesis"
    case closingParenthesis = "a closing parenthesis"
    case stepPosition = "jump-start, jump-end, jump-none, jump-both, start or end"
    case end = "nothing more"
  }

  public let problem: Problem
  /// The part of the text that has the problem. It is empty at the end of the text.
  public let text: String
  /// The offset of that part from the start of the text, in bytes of UTF-8.
  public let offset: Int

  public init(problem: Problem, text: String, offset: Int) {
    self.problem = problem
    self.text = text
    self.offset = offset
  }

  public var description: String {
    let place = placeText(of: text, at: offset)
    return switch problem {
    case .expected(let expectation): "expected \(expectation.rawValue) instead of \(place)"
    case .unknownName: "\(place) is not the name of an easing function"
    case .outsideUnitInterval: "\(place) isn't in 0...1, but a control point's x must be"
    case .tooFewSteps(let least): "\(place) is too few steps, at least \(least) are needed"
    }
  }
}
