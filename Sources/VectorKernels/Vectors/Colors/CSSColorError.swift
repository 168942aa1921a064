/// The reason why a text isn't a CSS colour: the problem, the part of the text that has it, and its offset.
public struct CSSColorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem of a text.
  public enum Problem: Hashable, Sendable {
    /// The text has something else where this is expected.
    case expected(Expectation)
    /// No colour and no colour function has this name.
    case unknownName
    /// Functions and parentheses are nested deeper than the limit of 64 levels.
    case tooDeep
  }

  /// An expected part of a text.
  public enum Expectation: String, Hashable, Sendable {
    case color = "a colour"
    case hexadecimalDigits = "3, 4, 6 or 8 hexadecimal digits"
    case colorSpace = "a colour space of color()"
    case component = "a number, a percentage or none"
    case hue = "a number, an angle or none"
    case number = "a number"
    case angle = "an angle"
    case percentage = "a percentage"
    case percentageUpTo100 = "a percentage from 0% to 100%"
    case percentageAboveZero = "a percentage above 0 (the other one is 0)"
    case numberOrPercentage = "a number or a percentage"
    case operand = "a number, a percentage, an angle, a constant, a channel or a parenthesis"
    case operatorOrEnd = "an operator or a closing parenthesis"
    case whiteSpace = "white space on both sides of + and -"
    case interpolation = "in and a colour space"
    case interpolationSpace = "a colour space"
    case hueArc = "shorter, longer, increasing or decreasing"
    case hueArcOrComma = "a comma or the arc of the hue"
    case hueKeyword = "the word hue"
    case comma = "a comma"
    case percentageOrComma = "a percentage or a comma"
    case percentageOrEnd = "a percentage or a closing parenthesis"
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
    let place = placeText(of: text, at: offset)
    return switch problem {
    case .expected(let expectation): "expected \(expectation.rawValue) instead of \(place)"
    case .unknownName: "\(place) is not the name of a colour or a colour function"
    case .tooDeep: "\(place) exceeds the limit of 64 nested functions and parentheses"
    }
  }
}
