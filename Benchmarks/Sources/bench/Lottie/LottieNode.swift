/// A value of a file and its place, for errors that name the place.
struct LottieNode {
  /// The latest and, negated, the earliest frame: beyond, `Float` doesn't tell one from the next.
  static let latestFrame = 0x1p24

  let path: LottiePath
  let json: JSON

  /// The members of an object; none for anything else.
  var members: [(name: String, node: LottieNode)] {
    guard case .object(let members) = json else { return [] }
    return members.map { ($0.0, LottieNode(path: path.member($0.0), json: $0.1)) }
  }

  /// A member, nil where there is none or it is null.
  func member(_ name: String) -> LottieNode? {
    guard let value = json[name] else { return nil }
    if case .null = value { return nil }
    return LottieNode(path: path.member(name), json: value)
  }

  func required(_ name: String) throws -> LottieNode {
    guard case .object = json else { throw mismatch("an object") }
    guard let node = member(name) else { throw LottieError(path.member(name), "is missing") }
    return node
  }

  func items() throws -> [LottieNode] {
    guard case .array(let items) = json else { throw mismatch("an array") }
    return items.enumerated().map { LottieNode(path: path.item($0), json: $1) }
  }

  func string() throws -> String {
    guard case .string(let string) = json else { throw mismatch("a string") }
    return string
  }

  /// A number that `Float` holds.
  func number() throws -> Double {
    guard let number = json.number else { throw mismatch("a number") }
    guard Float(number).isFinite else { throw LottieError(path, "\(number) is more than a Float holds") }
    return number
  }

  /// A frame that `Float` tells from its neighbours.
  func frame() throws -> Double {
    let frame = try number()
    guard abs(frame) <= Self.latestFrame else {
      throw LottieError(path, "frame \(frame) is outside -\(Int(Self.latestFrame))...\(Int(Self.latestFrame))")
    }
    return frame
  }

  /// One number, or an array of at least one.
  func numbers() throws -> [Double] {
    if json.number != nil { return [try number()] }
    guard case .array(let items) = json, !items.isEmpty else { throw mismatch("a number or an array of numbers") }
    return try self.items().map { try $0.number() }
  }

  /// Returns whether a flag is set: 1 or true.
  var isTrue: Bool {
    if case .boolean(let boolean) = json { return boolean }
    return json.number == 1
  }

  func mismatch(_ expected: String) -> LottieError {
    return LottieError(path, "expected \(expected), found \(json.kind)")
  }
}
