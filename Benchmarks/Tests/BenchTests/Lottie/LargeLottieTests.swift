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
    let ratio = try Growth.ratio(2000) { count throws in
      #expect(try LottieFixtures.animation(chain(count, isReversed: isReversed)).properties.isEmpty)
    }
    #expect(ratio < Growth.limit)
  }

  /// Ways through space take the most time: they are cut into cubics.
  @Test(arguments: [(64, true), (20_000, false)])
  func keyframesOfManyComponents(length: Int, isThroughSpace: Bool) throws {
    let ratio = try Growth.ratio(length) { count throws in
      func numbers(_ number: (Int) -> Int) -> String { (0..<count).map { "\(number($0))" }.joined(separator: ",") }
      let tangents = #", "to": [\#(numbers { 1 + $0 % 5 })], "ti": [\#(numbers { -$0 % 3 })]"#
      let start = #"{"t": 0, "s": [\#(numbers { $0 % 100 })]\#(isThroughSpace ? tangents : "")}"#
      let frames = #"\#(start), {"t": 10, "s": [\#(numbers { 3 * $0 + 1 })]}"#
      let tracks = try LottieTracks(
        LottieFixtures.animation(LottieFixtures.file(layer: #""ks": {"p": {"k": [\#(frames)]}}"#)))
      #expect(tracks.animation.properties[0].componentCount == count)
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
