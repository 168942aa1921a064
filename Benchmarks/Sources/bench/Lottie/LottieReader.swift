import Foundation

extension LottieAnimation {
  /// The animation of a file.
  ///
  /// - Throws: ``LottieError`` with the path of the first wrong key.
  package init(parsing bytes: [UInt8]) throws {
    do {
      var reader = LottieReader()
      self = try reader.animation(LottieNode(path: .root, json: JSON(parsing: bytes)))
    } catch let error as JSONError {
      throw LottieError(.root, "line \(error.line), column \(error.column): \(error.message)")
    }
  }

  /// Reads the file at a path.
  package init(contentsOfFile path: String) throws {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw LottieError(.root, "there is no such file")
    }
    if isDirectory.boolValue { throw LottieError(.root, "this is a directory") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw LottieError(.root, "the file can't be read")
    }
    try self.init(parsing: Array(data))
  }
}

/// Finds what moves: every object of a layer whose `k` is a list of keyframes is a property, whatever it is called.
private struct LottieReader {
  private var unsupported: [LottieNote] = []
  /// The index of each asset's composition by the asset's id; of assets of one id the first counts.
  private var compositionIndexes: [String: Int] = [:]

  mutating func animation(_ root: LottieNode) throws -> LottieAnimation {
    let frameRate = try root.required("fr")
    guard try frameRate.number() > 0 else { throw LottieError(frameRate.path, "expected a number above 0") }
    let (first, end) = (try root.required("ip").frame(), try root.required("op"))
    guard try end.frame() > first else {
      throw LottieError(end.path, "the animation ends at \(try end.frame()), but begins at \(first)")
    }

    // Layers name assets that may come after them.
    var lists: [LottieNode] = []
    _ = try root.required("layers")
    for (name, member) in root.members {
      if name == "layers" { lists.append(member) }
      guard name == "assets" else { continue }
      for asset in try member.items() {
        guard case .object = asset.json else { throw asset.mismatch("an object") }
        guard let layers = asset.member("layers") else { continue }
        if let id = try asset.member("id")?.string(), compositionIndexes[id] == nil {
          compositionIndexes[id] = lists.count
        }
        lists.append(layers)
      }
    }
    for (name, member) in root.members where name != "layers" && name != "assets" {
      try noteKeyframes(outsideOfLayers: member)
    }
    let compositions = try lists.map { list in
      LottieComposition(path: list.path, layers: try list.items().map { try layer($0) })
    }
    try checkForCycles(in: compositions)
    return LottieAnimation(
      frameRate: try frameRate.number(), frames: first..<(try end.frame()), compositions: compositions,
      main: lists.firstIndex { $0.path == .root.member("layers") }!, unsupported: unsupported)
  }

  private mutating func noteKeyframes(outsideOfLayers node: LottieNode) throws {
    if let frames = node.member("k"), isKeyframes(frames) {
      unsupported.append(LottieNote(path: node.path, reason: "keyframes outside of layers"))
    } else if case .array = node.json {
      for item in try node.items() { try noteKeyframes(outsideOfLayers: item) }
    } else {
      for (_, member) in node.members { try noteKeyframes(outsideOfLayers: member) }
    }
  }

  private func checkForCycles(in compositions: [LottieComposition]) throws {
    let edge = CycleSearch.closingEdge(count: compositions.count) { compositions[$0].layers.compactMap(\.shown) }
    guard let edge else { return }
    let layer = compositions[edge.from].layers.filter { $0.shown != nil }[edge.place]
    throw LottieError(layer.path.member("refId"), "the layers of \(compositions[edge.to].path) show themselves")
  }

  // MARK: Layers

  private mutating func layer(_ node: LottieNode) throws -> LottieLayer {
    guard case .object = node.json else { throw node.mismatch("an object") }
    var properties: [LottieProperty] = []
    for (_, member) in node.members { try collect(member, into: &properties) }
    if node.member("ao")?.isTrue == true {
      unsupported.append(LottieNote(path: node.path.member("ao"), reason: "rotation along the path of the position"))
    }
    let stretch = try node.member("sr")?.number() ?? 1
    guard LottieLayer.stretches.contains(abs(stretch)) else {
      throw LottieError(node.path.member("sr"), "a layer can't be stretched by \(stretch)")
    }
    return LottieLayer(
      path: node.path, inFrame: try node.member("ip")?.frame() ?? -.infinity,
      outFrame: try node.member("op")?.frame() ?? .infinity, start: try node.member("st")?.frame() ?? 0,
      stretch: stretch, shown: try shownComposition(node), timeRemap: try timeRemap(node, properties),
      properties: properties)
  }

  private func shownComposition(_ node: LottieNode) throws -> Int? {
    guard node.member("ty")?.json.number == 0 else { return nil }
    let reference = try node.required("refId")
    guard let index = compositionIndexes[try reference.string()] else {
      throw LottieError(reference.path, "no asset with layers has the id '\(try reference.string())'")
    }
    return index
  }

  private func timeRemap(_ node: LottieNode, _ properties: [LottieProperty]) throws -> LottieTimeRemap? {
    guard let node = node.member("tm") else { return nil }
    if let index = properties.firstIndex(where: { $0.path == node.path }) {
      guard properties[index].componentCount == 1 else {
        throw LottieError(node.path, "expected one number of seconds")
      }
      return .property(index)
    }
    return .constant(try node.required("k").numbers()[0])
  }

  // MARK: Properties

  private func isKeyframes(_ node: LottieNode) -> Bool {
    guard case .array(let items) = node.json else { return false }
    return items.contains { if case .object = $0 { true } else { false } }
  }

  /// The properties of a value and of what lies in it. Its paths are closed where they don't say and `isClosed` does.
  private mutating func collect(
    _ node: LottieNode, into properties: inout [LottieProperty], isClosed: Bool = false
  ) throws {
    switch node.json {
    case .array: for item in try node.items() { try collect(item, into: &properties) }
    case .object:
      guard let value = node.member("k") else {
        // Older files say it in the shape and in the mask that a path belongs to.
        let isClosed = node.member("closed")?.isTrue == true || node.member("cl")?.isTrue == true
        for (_, member) in node.members { try collect(member, into: &properties, isClosed: isClosed) }
        return
      }
      let isAnimated = isKeyframes(value)
      if case .string? = node.json["x"] {
        let reason = isAnimated ? "an expression; the keyframes under it are played" : "an expression"
        unsupported.append(LottieNote(path: node.path, reason: reason))
      }
      if isAnimated {
        if let property = try property(node, value.items(), isClosed: isClosed) { properties.append(property) }
      } else if node.member("a")?.isTrue == true {
        throw value.mismatch("an array of keyframes")
      } else {
        for (_, member) in node.members { try collect(member, into: &properties) }
      }
    default: break
    }
  }

  /// A property of keyframes; nil, and a note, where they aren't of a kind that is played.
  private mutating func property(
    _ node: LottieNode, _ nodes: [LottieNode], isClosed: Bool
  ) throws -> LottieProperty? {
    let keyframes = try nodes.map { try LottieKeyframe($0, isClosed: isClosed) }
    for (earlier, later) in zip(keyframes, keyframes.dropFirst()) where later.time < earlier.time {
      throw LottieError(
        later.node.path.member("t"), "\(later.time) is before \(earlier.time), where the keyframe before is")
    }
    let values = keyframes.flatMap { [$0.start, $0.end].compactMap { $0 } }
    if values.contains(.other) {
      // One keyframe is how files write a text that stays.
      if keyframes.count > 1 { note(node, "a text that changes") }
      return nil
    }
    if case .member(.member(_, "ks"), "or") = node.path, keyframes.count > 1 {
      note(node, "an orientation, which turns about an axis of its own")
      return nil
    }
    guard let shape = values.first?.shape else { throw LottieError(keyframes[0].node.path.member("s"), "is missing") }
    guard values.allSatisfy({ $0.shape == shape }) else {
      note(node, "keyframes whose values have different numbers of components")
      return nil
    }
    return try LottieProperty(path: node.path, shape: shape, keyframes)
  }

  private mutating func note(_ node: LottieNode, _ reason: String) {
    unsupported.append(LottieNote(path: node.path, reason: reason))
  }
}
