/// A keyframe in the form of the file. Its easing and tangents are for the way to the next keyframe.
struct LottieKeyframe {
  /// A value, of whatever kind.
  enum Value: Equatable {
    case numbers([Double])
    case path(LottieValue)
    /// An object that isn't a path: a text, with its font and colour.
    case other

    var shape: LottieProperty.Shape? {
      switch self {
      case .numbers(let numbers): .numbers(numbers.count)
      case .path(let path): .path(vertices: path.components.count / 6)
      case .other: nil
      }
    }

    var components: LottieValue {
      switch self {
      case .numbers(let numbers): LottieValue(components: numbers)
      case .path(let path): path
      case .other: LottieValue(components: [])
      }
    }
  }

  let node: LottieNode
  let time: Double
  /// Missing in the last keyframe of older files.
  let start: Value?
  /// The value with which the segment to the next keyframe ends; missing in newer files, where it is the next one's
  /// start.
  let end: Value?
  let isHold: Bool
  /// One for all components, or one for each of the first few.
  let easings: [LottieEasing]
  /// The tangents of the way through space.
  let out: [Double]
  let into: [Double]

  /// - Parameter isClosed: Whether a path is closed that doesn't say.
  init(_ node: LottieNode, isClosed: Bool) throws {
    self.node = node
    time = try node.required("t").frame()
    start = try node.member("s").map { try Self.value($0, isClosed: isClosed) }
    end = try node.member("e").map { try Self.value($0, isClosed: isClosed) }
    isHold = node.member("h")?.isTrue == true
    easings = isHold ? [.linear] : try Self.easings(node)
    out = try node.member("to")?.numbers() ?? []
    into = try node.member("ti")?.numbers() ?? []
  }

  // MARK: Values

  private static func value(_ node: LottieNode, isClosed: Bool) throws -> Value {
    switch node.json {
    case .object: return node.member("v") == nil ? .other : .path(try path(node, isClosed: isClosed))
    case .array(let items):
      if items.count == 1, case .object = items[0] { return try value(node.items()[0], isClosed: isClosed) }
      return .numbers(try node.numbers())
    default: return .numbers(try node.numbers())
    }
  }

  private static func path(_ node: LottieNode, isClosed: Bool) throws -> LottieValue {
    let vertices = try pairs(node.required("v"))
    let parts = try ["i", "o"].map { name in
      let part = try node.required(name)
      let pairs = try pairs(part)
      guard pairs.count == vertices.count else {
        throw LottieError(part.path, "expected \(vertices.count) points, as many as in v, found \(pairs.count)")
      }
      return pairs
    }
    if vertices.isEmpty { throw LottieError(node.path.member("v"), "expected points, found an empty array") }
    return LottieValue(
      components: vertices.indices.flatMap { vertices[$0] + parts[0][$0] + parts[1][$0] },
      isClosed: node.member("c")?.isTrue ?? isClosed)
  }

  private static func pairs(_ node: LottieNode) throws -> [[Double]] {
    try node.items().map { item in
      let pair = try item.numbers()
      guard pair.count >= 2 else { throw LottieError(item.path, "expected x and y, found \(pair.count) numbers") }
      return Array(pair.prefix(2))
    }
  }

  // MARK: Easing

  /// Linear where the keyframe has none. Where a control point names fewer components than another one, or than the
  /// property has, its first counts for the rest.
  private static func easings(_ node: LottieNode) throws -> [LottieEasing] {
    guard let out = node.member("o"), let into = node.member("i") else { return [.linear] }
    let numbers = try [out.required("x"), out.required("y"), into.required("x"), into.required("y")]
      .map { try $0.numbers() }
    let count = numbers.map(\.count).max()!
    let easings = (0..<count).map { c in
      let point = numbers.map { c < $0.count ? $0[c] : $0[0] }
      return LottieEasing(x1: point[0], y1: point[1], x2: point[2], y2: point[3])
    }
    return easings.allSatisfy { $0 == easings[0] } ? [easings[0]] : easings
  }
}

extension LottieProperty {
  /// The ways between keyframes whose values have one shape.
  init(path: LottiePath, shape: Shape, _ keyframes: [LottieKeyframe]) throws {
    func start(of index: Int) throws -> LottieValue {
      guard let value = keyframes[index].start ?? (index > 0 ? keyframes[index - 1].end : nil) else {
        throw LottieError(keyframes[index].node.path.member("s"), "is missing")
      }
      return value.components
    }
    var segments: [LottieSegment] = []
    var after = try start(of: 0)
    before = after
    for (index, keyframe) in keyframes.dropLast().enumerated() {
      let from = try start(of: index)
      let next = keyframes[index + 1]
      let to = (keyframe.end ?? next.start)?.components ?? from
      if keyframe.end == nil, next.start == nil, !keyframe.isHold {
        throw LottieError(next.node.path.member("s"), "is missing, and so is an end value 'e' in the keyframe before")
      }
      after = next.start?.components ?? to
      guard next.time > keyframe.time else { continue }
      segments.append(
        LottieSegment(
          start: keyframe.time, end: next.time, from: from, to: to,
          motion: Self.motion(of: keyframe, from: from.components, to: to.components, shape)))
    }
    self.path = path
    self.shape = shape
    self.start = keyframes[0].time
    self.after = after
    self.segments = segments
  }

  private static func motion(
    of keyframe: LottieKeyframe, from: [Double], to: [Double], _ shape: Shape
  ) -> LottieSegment.Motion {
    if keyframe.isHold { return .hold }
    let easings = keyframe.easings
    guard case .numbers(let count) = shape, count > 1 else { return .line([easings[0]]) }
    if curves(keyframe, from: from, to: to) {
      return .curve(MotionPath(from: from, to: to, out: keyframe.out, into: keyframe.into), easings[0])
    }
    if easings.count == 1 { return .line(easings) }
    return .line((0..<count).map { $0 < easings.count ? easings[$0] : easings[0] })
  }

  /// Returns whether tangents bend the straight line: one of them points in another direction.
  ///
  /// Files round tangents, so one still points along the way where the parallelogram of both has no more than a
  /// thousandth of a square pixel, which is what lottie-web allows.
  private static func curves(_ keyframe: LottieKeyframe, from: [Double], to: [Double]) -> Bool {
    func component(_ tangent: [Double], _ c: Int) -> Double { c < tangent.count ? tangent[c] : 0 }
    let way = from.indices.map { to[$0] - from[$0] }
    let square = way.reduce(0) { $0 + $1 * $1 }
    for (tangent, direction) in [(keyframe.out, 1.0), (keyframe.into, -1.0)] {
      let along = way.indices.reduce(0) { $0 + way[$1] * component(tangent, $1) * direction }
      let fraction = square > 0 ? along / square : 0
      let distance = way.indices.reduce(0) { sum, c in
        let off = component(tangent, c) * direction - fraction * way[c]
        return sum + off * off
      }
      if square == 0 ? distance > 0 : distance * square > 1e-6 || !(-1e-6...1 + 1e-6).contains(fraction) { return true }
    }
    return false
  }
}
