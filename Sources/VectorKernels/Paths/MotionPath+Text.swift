extension MotionPath: CustomStringConvertible {
  /// The path as SVG path text, such as `M 0 0 L 30 0 Z`: absolute commands M, L, C and Z, and numbers with all their
  /// digits. It parses to an equal path.
  public var description: String {
    func text(_ point: Point2D<Double>) -> String { "\(point.x.shortText) \(point.y.shortText)" }
    return subpaths.flatMap { subpath in
      var segments = subpath.segments[...]
      // A closing line is drawn by Z.
      if subpath.isClosed, let last = segments.last, last.start != last.end,
        last == Segment(from: last.start, to: last.end)
      {
        segments = segments.dropLast()
      }
      return ["M \(text(subpath.start))"]
        + segments.map { segment in
          segment == Segment(from: segment.start, to: segment.end)
            ? "L \(text(segment.end))"
            : "C \(text(segment.control1)) \(text(segment.control2)) \(text(segment.end))"
        } + (subpath.isClosed ? ["Z"] : [])
    }.joined(separator: " ")
  }
}

#if !hasFeature(Embedded)
/// A path is coded as SVG path text.
extension MotionPath: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(container.decode(String.self))
    } catch let error as SVGPathError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
#endif

/// The reason why a text isn't SVG path data: the problem, the part of the text that has it, and its offset.
public struct SVGPathError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Problem: Hashable, Sendable {
    /// The text has something else where this is expected.
    case expected(Expectation)
  }

  public enum Expectation: String, Hashable, Sendable {
    case move = "M or m at the start of the path"
    case command = "a command: M, L, H, V, C, S, Q, T, A or Z, also in lower case"
    case number = "a number"
    case flag = "0 or 1, a flag of an arc"
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
    switch problem {
    case .expected(let expectation):
      "expected \(expectation.rawValue) instead of \(placeText(of: text, at: offset))"
    }
  }
}
