extension MotionPath {
  /// Creates a path from the text of SVG's `d` attribute or of CSS's `path()`.
  ///
  /// The parser reads the whole grammar of SVG 2: the commands M, L, H, V, C, S, Q, T, A and Z, relative commands in
  /// lower case, repeated commands without their letter, numbers that need no separator, and flags of arcs without
  /// separators. An empty text is a path without segments. Quadratic curves become cubics exactly. Arcs become cubics
  /// that turn by at most 45 degrees and miss the ellipse by at most 4.3e-6 of its larger radius; radii below 1e-30
  /// make a straight line. Numbers and coordinates are clamped to ±1e30.
  ///
  /// - Throws: ``SVGPathError``, which names the problem, the part of the text that has it, and its offset. SVG draws
  ///   such a path up to there; here it is refused.
  /// - Complexity: O(n) for n bytes of text.
  public init(_ text: String) throws(SVGPathError) {
    var parser = SVGPathParser(text)
    self.init(try parser.subpaths())
  }
}

private struct SVGPathParser {
  private let bytes: [UInt8]
  private var next = 0
  private var builder = MotionPath.Builder()
  private var current = Point2D<Double>.zero
  /// The start of the subpath, to which it is closed.
  private var start = Point2D<Double>.zero
  /// The last control point, if the previous command was a curve of the same degree.
  private var reflected: (degree: Int, point: Point2D<Double>)?

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func subpaths() throws(SVGPathError) -> [MotionPath.Subpath] {
    skipBlanks()
    var isFirst = true
    while next < bytes.count {
      let letter = bytes[next]
      let isRelative = letter & 0x20 != 0
      guard let command = Command(rawValue: letter & 0xdf), !isFirst || command == .move else {
        throw error(.expected(isFirst ? .move : .command))
      }
      isFirst = false
      next += 1
      skipBlanks()
      try arguments(of: command, isRelative)
    }
    return builder.finish()
  }

  private enum Command: UInt8 {
    case move = 0x4d
    case line = 0x4c
    case horizontal = 0x48
    case vertical = 0x56
    case curve = 0x43
    case smoothCurve = 0x53
    case quadratic = 0x51
    case smoothQuadratic = 0x54
    case arc = 0x41
    case close = 0x5a
  }

  private mutating func arguments(of command: Command, _ isRelative: Bool) throws(SVGPathError) {
    if command == .close {
      builder.close()
      (current, reflected) = (start, nil)
      return
    }
    var command = command
    repeat {
      try draw(command, isRelative)
      // Points that follow the point of a move are lines.
      if command == .move { command = .line }
    } while try continues()
  }

  /// Returns whether another group of arguments follows, and skips the comma before it.
  private mutating func continues() throws(SVGPathError) -> Bool {
    skipBlanks()
    if byte(next) == UInt8(ascii: ",") {
      next += 1
      skipBlanks()
      if endOfNumber() == nil { throw error(.expected(.number)) }
      return true
    }
    return endOfNumber() != nil
  }

  private mutating func draw(_ command: Command, _ isRelative: Bool) throws(SVGPathError) {
    let origin = isRelative ? current : .zero
    switch command {
    case .move:
      current = try point(origin, isFirst: true)
      start = current
      reflected = nil
      builder.move(to: current)
    case .line: line(to: try point(origin, isFirst: true))
    case .horizontal: line(to: Self.clamped(Point2D(x: origin.x + (try number(isFirst: true)), y: current.y)))
    case .vertical: line(to: Self.clamped(Point2D(x: current.x, y: origin.y + (try number(isFirst: true)))))
    case .curve:
      let control = try point(origin, isFirst: true)
      curve(control, try point(origin), to: try point(origin))
    case .smoothCurve:
      let control = reflection(degree: 3)
      let second = try point(origin, isFirst: true)
      curve(control, second, to: try point(origin))
    case .quadratic:
      let control = try point(origin, isFirst: true)
      quadratic(control, to: try point(origin))
    case .smoothQuadratic:
      let end = try point(origin, isFirst: true)
      quadratic(reflection(degree: 2), to: end)
    case .arc:
      let radii = SIMD2(try number(isFirst: true), try number())
      let rotation = try number()
      let (isLarge, isSweep) = (try flag(), try flag())
      let end = try point(origin)
      arc(SVGArc(radii: radii, rotation: rotation, isLarge: isLarge, isSweep: isSweep), to: end)
    case .close: break
    }
  }

  // MARK: Segments

  private mutating func line(to end: Point2D<Double>) {
    builder.line(to: end)
    (current, reflected) = (end, nil)
  }

  private mutating func curve(
    _ control1: Point2D<Double>, _ control2: Point2D<Double>, to end: Point2D<Double>
  ) {
    builder.curve(control1, control2, to: end)
    (current, reflected) = (end, (3, control2))
  }

  private mutating func quadratic(_ control: Point2D<Double>, to end: Point2D<Double>) {
    let segment = MotionPath.Segment(start: current, control: control, end: end)
    builder.curve(segment.control1, segment.control2, to: end)
    (current, reflected) = (end, (2, control))
  }

  private mutating func arc(_ arc: SVGArc, to end: Point2D<Double>) {
    if let cubics = arc.cubics(from: current, to: end) {
      for cubic in cubics { builder.curve(cubic.control1, cubic.control2, to: cubic.end) }
    } else if current != end {
      builder.line(to: end)
    }
    (current, reflected) = (end, nil)
  }

  /// Returns the last control point as seen from the other side of the current point.
  private func reflection(degree: Int) -> Point2D<Double> {
    guard let reflected, reflected.degree == degree else { return current }
    return Self.clamped(
      Point2D(x: 2 * current.x - reflected.point.x, y: 2 * current.y - reflected.point.y))
  }

  // MARK: Numbers

  private static func clamped(_ point: Point2D<Double>) -> Point2D<Double> { MotionPath.Builder.clamped(point) }

  @inline(never)
  private mutating func point(
    _ origin: Point2D<Double>, isFirst: Bool = false
  ) throws(SVGPathError) -> Point2D<Double> {
    let (x, y) = (try number(isFirst: isFirst), try number())
    return Self.clamped(Point2D(x: origin.x + x, y: origin.y + y))
  }

  /// Reads a number, and a comma before it unless it is the first one of its group.
  @inline(never)
  private mutating func number(isFirst: Bool = false) throws(SVGPathError) -> Double {
    if !isFirst { skipSeparator() }
    guard let end = endOfNumber(), let number = Double(String(decoding: bytes[next..<end], as: UTF8.self)) else {
      throw error(.expected(.number))
    }
    next = end
    return max(-1e30, min(number, 1e30))
  }

  private mutating func flag() throws(SVGPathError) -> Bool {
    skipSeparator()
    guard let digit = byte(next), digit == UInt8(ascii: "0") || digit == UInt8(ascii: "1") else {
      throw error(.expected(.flag))
    }
    next += 1
    return digit == UInt8(ascii: "1")
  }

  private func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  @inline(never)
  private mutating func skipBlanks() {
    while let byte = byte(next), [0x20, 0x09, 0x0a, 0x0c, 0x0d].contains(byte) { next += 1 }
  }

  private mutating func skipSeparator() {
    skipBlanks()
    guard byte(next) == UInt8(ascii: ",") else { return }
    next += 1
    skipBlanks()
  }

  /// Returns the end of the number that begins here, or nil if none does. As in CSS it has a sign, digits with a point
  /// before or among them, and an exponent.
  @inline(never)
  private func endOfNumber() -> Int? {
    var end = next
    func isDigit(_ offset: Int) -> Bool {
      guard let byte = byte(offset) else { return false }
      return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    func isSign(_ offset: Int) -> Bool { byte(offset) == UInt8(ascii: "+") || byte(offset) == UInt8(ascii: "-") }
    if isSign(end) { end += 1 }
    let first = end
    while isDigit(end) { end += 1 }
    if byte(end) == UInt8(ascii: "."), isDigit(end + 1) {
      end += 1
      while isDigit(end) { end += 1 }
    }
    if end == first { return nil }
    if let e = byte(end), e | 0x20 == UInt8(ascii: "e") {
      let digits = isSign(end + 1) ? end + 2 : end + 1
      if isDigit(digits) {
        end = digits
        while isDigit(end) { end += 1 }
      }
    }
    return end
  }

  /// Returns an error about the character, or the number, that begins here.
  @inline(never)
  private func error(_ problem: SVGPathError.Problem) -> SVGPathError {
    var end = endOfNumber() ?? min(next + 1, bytes.count)
    // A character of several bytes is one.
    while let byte = byte(end), byte & 0xc0 == 0x80 { end += 1 }
    return SVGPathError(problem: problem, text: String(decoding: bytes[next..<end], as: UTF8.self), offset: next)
  }
}
