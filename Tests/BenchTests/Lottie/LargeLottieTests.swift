import Foundation
import Testing
import bench

/// Files of twice the size take at most twice the time.
@Suite(.serialized) struct LargeLottieTests {
  /// Assets of which each shows the next one, in the order of the file or against it.
  private func chain(_ count: Int, isReversed: Bool = false) -> String {
    var assets = (0..<count).map { index in
      let layers = index + 1 < count ? #"{"ty": 0, "refId": "\#(index + 1)"}"# : ""
      return #"{"id": "\#(index)", "layers": [\#(layers)]}"#
    }
    if isReversed { assets.reverse() }
    return LottieFixtures.file(layer: #""ks": {}"#, assets: "[\(assets.joined(separator: ","))]")
  }

  /// A property of one keyframe, or of more.
  private func property(components count: Int, keyframes: Int = 1, _ members: String = "") -> String {
    let frames = (0..<keyframes).map { frame in
      let numbers = (0..<count).map { "\($0 * 7 % 100 + frame)" }.joined(separator: ",")
      return #"{"t": \#(frame), "s": [\#(numbers)]\#(members)}"#
    }
    return LottieFixtures.file(layer: #""ks": {"p": {"k": [\#(frames.joined(separator: ","))]}}"#)
  }

  @Test func eachCompositionIsAskedOnceForCycles() {
    let count = 2000
    for isCycle in [false, true] {
      var asked = 0
      // Each leads to all of the ten after it.
      let edge = CycleSearch.closingEdge(count: count) { node in
        asked += 1
        return node == count - 1 ? isCycle ? [0] : [] : Array((node + 1)..<min(count, node + 11))
      }
      #expect(asked == count)
      #expect((edge != nil) == isCycle)
      if let edge { #expect(edge == (count - 1, 0, 0)) }
    }
  }

  @Test func cyclesAreFoundAmongWhatIsReachedTwice() {
    let graphs: [([[Int]], (Int, Int, Int)?)] = [
      ([[1, 2], [3], [3], []], nil), ([[1], [1]], (1, 0, 1)), ([[], [2, 0, 1], []], (1, 2, 1)),
      ([[1, 3], [2], [], [1, 0]], (3, 1, 0)), ([], nil),
    ]
    for (graph, expected) in graphs {
      let edge = CycleSearch.closingEdge(count: graph.count) { graph[$0] }
      #expect((edge == nil) == (expected == nil))
      if let edge, let expected { #expect(edge == expected) }
    }
  }

  @Test(arguments: [false, true])
  func assetsThatShowEachOther(isReversed: Bool) throws {
    let ratio = try Growth.ratio(4000) { count in
      #expect(try LottieFixtures.animation(self.chain(count, isReversed: isReversed)).properties.isEmpty)
    }
    #expect(ratio < Growth.limit)
  }

  @Test(arguments: [
    (1, ""), (2, ""), (2, #", "o": {"x": [0.3, 0.2], "y": [0, 0]}, "i": {"x": [0.6, 0.7], "y": [1, 1]}"#),
  ])
  func keyframesOfManyComponents(keyframes: Int, easing: String) throws {
    let ratio = try Growth.ratio(1000) { count in
      let text = self.property(components: count, keyframes: keyframes, easing)
      let tracks = try LottieTracks(LottieFixtures.animation(text))
      #expect(tracks.unsupported.isEmpty)
    }
    #expect(ratio < Growth.limit)
  }

  @Test func manyValuesUnderALongName() throws {
    let ratio = try Growth.ratio(20_000) { count in
      let name = String(repeating: "n", count: count)
      let zeros = Array(repeating: "0", count: count).joined(separator: ",")
      let text = LottieFixtures.file(layer: #""\#(name)": {"k": [{"t": 0, "s": [\#(zeros)]}]}"#)
      #expect(try LottieFixtures.animation(text).properties.count == 1)
    }
    #expect(ratio < Growth.limit)
  }

  @Test func longNamesAreCutOffInPaths() throws {
    let name = String(repeating: "n", count: 65)
    let text = LottieFixtures.file(layer: #""ks": {"\#(name)": {"k": [{"t": 0, "s": [0]}]}}"#)
    #expect(
      try LottieFixtures.animation(text).properties[0].path.description
        == "layers[0].ks.\(String(repeating: "n", count: 64))…")
  }

  @Test func compositionsOfManyLayersThatAreShownOftenAreRefused() throws {
    // 5,000 times 1,000 layers, from 200 kilobytes.
    let many = Array(repeating: #"{"ty": 4}"#, count: 1000).joined(separator: ",")
    let shown = Array(repeating: #"{"ty": 0, "refId": "a"}"#, count: 5000).joined(separator: ",")
    let text = LottieFixtures.file(
      layer: #""ks": {}}, {"ty": 0, "refId": "b""#,
      assets: #"[{"id": "a", "layers": [\#(many)]}, {"id": "b", "layers": [\#(shown)]}]"#)
    let tracks = try LottieTracks(LottieFixtures.animation(text))
    let error = try #require(throws: LottieError.self) { try LottiePlayer(tracks, instances: 1) }
    #expect(error.path.hasPrefix("assets[1].layers["))
    #expect(error.message.contains("more than 4194304 layers and keyframes"))
  }
}
