import Testing
import bench

/// Each form of keyframes that files write.
///
/// Values are in Float, and frames too: 1e-5 of a property's range is several times what the two roundings and
/// the library's polynomials make together where an easing is no steeper than 10.
@Suite struct LottieKeyframeTests {
  private static let tolerance = 1e-5

  private func expect(_ property: String, at frame: Double, is expected: [Double], of extent: Double) throws {
    let found = try LottieFixtures.values(of: property, at: [frame])[0]
    #expect(found.count == expected.count)
    for (a, b) in zip(found, expected) {
      #expect(abs(a - b) <= Self.tolerance * extent, "\(found), not \(expected), at \(frame)")
    }
  }

  @Test(arguments: [-5, 0, 3, 10, 15.5, 20, 29, 30, 31, 1000] as [Double])
  func olderFilesSayWhereEachWayEnds(frame: Double) throws {
    let property = """
      {"k": [{"t": 10, "s": [5], "e": [25], "o": {"x": [0.3], "y": [0]}, "i": {"x": [0.6], "y": [1]}, "n": ["x"]},
             {"t": 20, "s": [25], "e": [-15], "o": {"x": 0.2, "y": 0.4}, "i": {"x": 0.9, "y": 0.8}}, {"t": 30}]}
      """
    let expected =
      switch frame {
      case ..<10: 5.0
      case ..<20: 5 + 20 * LottieFixtures.ease(0.3, 0, 0.6, 1, at: (frame - 10) / 10)
      case ..<30: 25 - 40 * LottieFixtures.ease(0.2, 0.4, 0.9, 0.8, at: (frame - 20) / 10)
      default: -15.0
      }
    try expect(property, at: frame, is: [expected], of: 40)
  }

  @Test(arguments: [-1, 0, 4, 12, 24, 25] as [Double])
  func newerFilesGoOnToTheNextStart(frame: Double) throws {
    let property = """
      {"a": 1, "k": [{"t": 0, "s": [1, 100], "o": {"x": [0.4], "y": [0.1]}, "i": {"x": [0.6], "y": [1.3]}},
                     {"t": 24, "s": [3, 60]}]}
      """
    let y = LottieFixtures.ease(0.4, 0.1, 0.6, 1.3, at: min(max(frame / 24, 0), 1))
    try expect(property, at: frame, is: [1 + 2 * y, 100 - 40 * y], of: 40)
  }

  @Test func theFlagForAnimatedMayBeMissingOrWrong() throws {
    for flag in ["", #""a": 0, "#, #""a": 1, "#] {
      try expect(#"{\#(flag)"k": [{"t": 0, "s": [0]}, {"t": 10, "s": [10]}]}"#, at: 4, is: [4], of: 10)
    }
  }

  @Test func aValueMayBeANumberOnItsOwn() throws {
    try expect(#"{"a": 1, "k": [{"t": 0, "s": 2}, {"t": 10, "s": 12}]}"#, at: 5, is: [7], of: 10)
  }

  @Test func oneKeyframeStands() throws {
    for frame in [-3.0, 5, 9] { try expect(#"{"a": 1, "k": [{"t": 5, "s": [7]}]}"#, at: frame, is: [7], of: 7) }
  }

  @Test(arguments: [0, 3, 7.5, 10] as [Double])
  func eachComponentHasAnEasing(frame: Double) throws {
    let property = """
      {"a": 1, "k": [{"t": 0, "s": [0, 0, 0], "o": {"x": [0.1, 0.7], "y": [0, 0.3]},
                      "i": {"x": [0.5, 0.8], "y": [1, 0.9]}}, {"t": 10, "s": [10, 10, 10]}]}
      """
    let first = LottieFixtures.ease(0.1, 0, 0.5, 1, at: frame / 10)
    let second = LottieFixtures.ease(0.7, 0.3, 0.8, 0.9, at: frame / 10)
    // The third has none of its own: the first counts.
    try expect(property, at: frame, is: [10 * first, 10 * second, 10 * first], of: 10)
  }

  @Test func timeOfControlPointsStaysInTheUnitInterval() throws {
    let property = """
      {"a": 1, "k": [{"t": 0, "s": [0], "o": {"x": -0.5, "y": 0}, "i": {"x": 1.5, "y": 1}}, {"t": 10, "s": [10]}]}
      """
    try expect(property, at: 3, is: [10 * LottieFixtures.ease(0, 0, 1, 1, at: 0.3)], of: 10)
  }

  @Test func aHeldValueJumpsAtTheNextKeyframe() throws {
    let property = """
      {"a": 1, "k": [{"t": 3.3, "s": [1], "h": 1}, {"t": 20, "s": [5], "h": true}, {"t": 40.1, "s": [9]},
                     {"t": 50, "s": [19]}]}
      """
    let frames = [0, 3.3, 19.99, 20, 20.01, 40, 40.1, 45.05, 50, 60]
    let found = try LottieFixtures.values(of: property, at: frames).map { $0[0] }
    let expected: [Double] = [1, 1, 1, 5, 5, 5, 9, 14, 19, 19]
    for (a, b) in zip(found, expected) { #expect(abs(a - b) < 1e-4) }
    // Not a little of the one and a little of the other.
    #expect(found[3] == 5)
  }

  @Test func theLastValueFollowsAHold() throws {
    let frames = [9.0, 10, 11]
    let newer = try LottieFixtures.values(of: #"{"k": [{"t": 0, "s": [1], "h": 1}, {"t": 10, "s": [2]}]}"#, at: frames)
    #expect(newer == [[1], [2], [2]])
    let older = try LottieFixtures.values(of: #"{"k": [{"t": 0, "s": [1], "h": 1}, {"t": 10}]}"#, at: frames)
    #expect(older == [[1], [1], [1]])
  }

  @Test func keyframesAtOneFrameJump() throws {
    let property = """
      {"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 10, "s": [10]}, {"t": 10, "s": [50]}, {"t": 20, "s": [60]}]}
      """
    let found = try LottieFixtures.values(of: property, at: [5, 9.999, 10, 15]).map { $0[0] }
    for (a, b) in zip(found, [5, 9.999, 50, 55]) { #expect(abs(a - b) < 1e-3) }
  }

  @Test func whereAWayEndsElsewhereThanTheNextBeginsTheNextCounts() throws {
    let property = #"{"k": [{"t": 0, "s": [0], "e": [10]}, {"t": 10, "s": [20], "e": [30]}, {"t": 20}]}"#
    let found = try LottieFixtures.values(of: property, at: [0, 5, 10, 15, 20]).map { $0[0] }
    for (a, b) in zip(found, [0, 5, 20, 25, 30] as [Double]) { #expect(abs(a - b) < 1e-4) }
    #expect(found[2] == 20)
  }

  @Test func keyframesBeforeFrameZeroCount() throws {
    let property = #"{"k": [{"t": -36.5, "s": [0]}, {"t": -6.5, "s": [30], "h": 1}, {"t": 3.5, "s": [60]}]}"#
    for (frame, value) in [(-40.0, 0.0), (-20, 16.5), (-6.5, 30), (0, 30), (3, 30), (3.5, 60)] {
      try expect(property, at: frame, is: [value], of: 60)
    }
  }

  @Test func aSteepEasingStartsWhereItsKeyframeIs() throws {
    // Upright at its start, after a jump.
    let property = """
      {"k": [{"t": 0, "s": [0], "h": 1},
             {"t": 30, "s": [100], "o": {"x": 0, "y": 1}, "i": {"x": 0, "y": 1}}, {"t": 60, "s": [200]}]}
      """
    let found = try LottieFixtures.values(of: property, at: [29, 30, 60]).map { $0[0] }
    #expect(found == [0, 100, 200])
  }

  // MARK: Ways through space

  private static let curved = """
    {"a": 1, "k": [{"t": 0, "s": [10, 20, 0], "to": [60, -30, 0], "ti": [10, 80, 0],
                    "o": {"x": 0.4, "y": 0}, "i": {"x": 0.5, "y": 1}}, {"t": 40, "s": [110, 70, 0]}]}
    """

  @Test(arguments: [0, 1.5, 10, 17, 25, 39, 40, 44] as [Double])
  func aPositionMovesByTheLengthOfItsWay(frame: Double) throws {
    let progress = LottieFixtures.ease(0.4, 0, 0.5, 1, at: min(frame / 40, 1))
    let place = LottieFixtures.place(
      [SIMD2(10, 20), SIMD2(70, -10), SIMD2(120, 150), SIMD2(110, 70)], after: progress)
    try expect(Self.curved, at: frame, is: [place.x, place.y, 0], of: 100)
  }

  @Test func tangentsAlongTheWayLeaveItStraight() throws {
    for tangents in [#""to": [0, 0], "ti": [0, 0],"#, #""to": [10, 5], "ti": [-4, -2],"#, #""to": null,"#] {
      let property = """
        {"a": 1, "k": [{"t": 0, "s": [0, 0], \(tangents) "o": {"x": 0.4, "y": 0}, "i": {"x": 0.5, "y": 1.4}},
                       {"t": 40, "s": [100, 50]}]}
        """
      let progress = LottieFixtures.ease(0.4, 0, 0.5, 1.4, at: 0.7)
      #expect(progress > 1)
      try expect(property, at: 28, is: [100 * progress, 50 * progress], of: 100)
    }
  }

  @Test func roundedTangentsAlongTheWayLeaveItStraight() throws {
    // A sixth of the way, in the digits of a Float.
    let property = """
      {"a": 1, "k": [{"t": 0, "s": [0, 0], "to": [16.6666660308838, 5], "ti": [-16.6666660308838, -5],
                      "o": {"x": 0.4, "y": 0}, "i": {"x": 0.5, "y": 1.4}}, {"t": 40, "s": [100, 30]}]}
      """
    let progress = LottieFixtures.ease(0.4, 0, 0.5, 1.4, at: 0.7)
    try expect(property, at: 28, is: [100 * progress, 30 * progress], of: 100)
  }

  @Test func aWayBackToItsStartIsGone() throws {
    let property = """
      {"a": 1, "k": [{"t": 0, "s": [0, 0], "to": [100, 0], "ti": [0, 100]}, {"t": 40, "s": [0, 0]}]}
      """
    let place = LottieFixtures.place([SIMD2(0, 0), SIMD2(100, 0), SIMD2(0, 100), SIMD2(0, 0)], after: 0.25)
    try expect(property, at: 10, is: [place.x, place.y], of: 100)
  }

  @Test func anEasingBeyondTheWayWaitsAtItsEnd() throws {
    let property = """
      {"a": 1, "k": [{"t": 0, "s": [0, 0], "to": [0, 50], "ti": [0, 50], "o": {"x": 0.5, "y": -1}, "i": {"x": 0.5, "y": 2}},
                     {"t": 40, "s": [100, 0]}]}
      """
    try expect(property, at: 4, is: [0, 0], of: 100)
    try expect(property, at: 36, is: [100, 0], of: 100)
  }

  @Test func aCuspIsFollowed() throws {
    let property = """
      {"a": 1, "k": [{"t": 0, "s": [0, 0], "to": [100, 100], "ti": [-100, 100]}, {"t": 40, "s": [100, 0]}]}
      """
    for frame in [5.0, 19.5, 20, 33] {
      let place = LottieFixtures.place([SIMD2(0, 0), SIMD2(100, 100), SIMD2(0, 100), SIMD2(100, 0)], after: frame / 40)
      try expect(property, at: frame, is: [place.x, place.y], of: 100)
    }
  }

  @Test func splitPositionsAreTwoProperties() throws {
    let text = LottieFixtures.file(
      layer: #""ks": {"p": {"s": true, "x": {"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 10, "s": [10]}]}, "#
        + #""y": {"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 20, "s": [10]}]}, "z": {"a": 0, "k": 0}}}"#)
    let found = try LottieFixtures.samples(text, at: [5])
    #expect(found.map(\.path.description) == ["layers[0].ks.p.x", "layers[0].ks.p.y"])
    #expect(found.map(\.values) == [[[5]], [[2.5]]])
  }

  // MARK: Paths, gradients and other shapes

  @Test func verticesAndTangentsMoveTogether() throws {
    func path(_ x: Double, closed: String) -> String {
      #"[{"c": \#(closed), "v": [[\#(x), 1], [2, 3]], "i": [[0, 0], [\#(x), 0]], "o": [[5, \#(-x)], [0, 0]]}]"#
    }
    let keyframes = """
      {"a": 1, "k": [{"t": 0, "s": \(path(0, closed: "true")), "o": {"x": 0.2, "y": 0}, "i": {"x": 0.4, "y": 1}},
                     {"t": 10, "s": \(path(40, closed: "false"))}]}
      """
    let text = LottieFixtures.file(layer: #""shapes": [{"ty": "gr", "it": [{"ty": "sh", "ks": \#(keyframes)}]}]"#)
    let found = try LottieFixtures.samples(text, at: [4])
    #expect(found.map(\.path.description) == ["layers[0].shapes[0].it[0].ks"])
    #expect(found[0].shape == .path(vertices: 2))
    let x = 40 * LottieFixtures.ease(0.2, 0, 0.4, 1, at: 0.4)
    for (a, b) in zip(found[0].values[0], [x, 1, 0, 0, 5, -x, 2, 3, x, 0, 0, 0]) { #expect(abs(Double(a) - b) < 4e-4) }
  }

  @Test func olderFilesSayInTheShapeOrTheMaskWhetherPathsAreClosed() throws {
    func keyframes(_ closed: String) -> String {
      let path = #"[{\#(closed)"v": [[0, 0]], "i": [[0, 0]], "o": [[0, 0]]}]"#
      return #"{"k": [{"t": 0, "s": \#(path), "e": \#(path)}, {"t": 10}]}"#
    }
    let text = LottieFixtures.file(
      layer: #""masksProperties": [{"cl": true, "pt": \#(keyframes(""))}, {"cl": false, "pt": \#(keyframes(""))}], "#
        + #""shapes": [{"ty": "sh", "closed": true, "ks": \#(keyframes(""))}, "#
        + #"{"ty": "sh", "closed": true, "ks": \#(keyframes(#""c": false, "#))}, {"ty": "sh", "ks": \#(keyframes(""))}]"#
    )
    let found = try LottieFixtures.samples(text, at: [0, 10])
    #expect(found.map(\.isClosed) == [[true, true], [false, false], [true, true], [false, false], [false, false]])
  }

  @Test func everyNumberOfComponentsIsPlayed() throws {
    for count in 1...40 {
      let end = (0..<count).map { "\($0 + 1)" }.joined(separator: ",")
      let start = Array(repeating: "0", count: count).joined(separator: ",")
      let keyframes = #"{"a": 1, "k": [{"t": 0, "s": [\#(start)]}, {"t": 10, "s": [\#(end)]}]}"#
      let text = LottieFixtures.file(layer: #""shapes": [{"ty": "gf", "g": {"p": 1, "k": \#(keyframes)}}]"#)
      let found = try LottieFixtures.samples(text, at: [5])
      #expect(found.map(\.path.description) == ["layers[0].shapes[0].g.k"])
      for (c, value) in found[0].values[0].enumerated() { #expect(abs(value - Float(c + 1) / 2) < 1e-4) }
    }
  }

  @Test func allThatTheCommittedFileAnimatesIsThere() throws {
    let animation = try LottieAnimation(contentsOfFile: LottieFixtures.committed("forms.json"))
    let paths = Set(animation.properties.map(\.path.description))
    for path in [
      "layers[0].ks.a", "layers[0].ks.p", "layers[0].ks.s", "layers[0].ks.r", "layers[0].ks.o", "layers[0].ks.sk",
      "layers[0].masksProperties[0].pt", "layers[0].masksProperties[0].o", "layers[0].masksProperties[0].x",
      "layers[0].ef[0].ef[0].v", "layers[0].shapes[0].it[0].ks", "layers[0].shapes[0].it[1].s",
      "layers[0].shapes[0].it[1].e", "layers[0].shapes[0].it[1].o", "layers[0].shapes[0].it[2].r",
      "layers[0].shapes[0].it[3].c", "layers[0].shapes[0].it[3].w", "layers[0].shapes[0].it[3].d[1].v",
      "layers[0].shapes[1].it[0].s", "layers[0].shapes[1].it[2].pt", "layers[0].shapes[1].it[3].g.k",
      "layers[0].shapes[1].it[5].tr.p", "layers[2].t.a[0].s.s", "layers[2].t.a[0].a.t",
    ] {
      #expect(paths.contains(path), "\(path) isn't played")
    }
    #expect(animation.unsupported.map(\.path.description) == ["layers[1].ks.r", "layers[2].t.d", "layers[2].ao"])
  }

  @Test func whatCannotBePlayedIsListed() throws {
    func notes(_ members: String) throws -> [String] {
      try LottieFixtures.animation(LottieFixtures.file(layer: members)).unsupported.map(\.path.description)
    }
    #expect(try notes(#""ks": {"o": {"a": 0, "k": 100, "x": "time * 10"}}"#) == ["layers[0].ks.o"])
    #expect(
      try notes(#""ks": {"or": {"a": 1, "k": [{"t": 0, "s": [0,0,0]}, {"t": 9, "s": [1,2,3]}]}}"#) == [
        "layers[0].ks.or"
      ])
    #expect(
      try notes(#""ks": {"s": {"a": 1, "k": [{"t": 0, "s": [0,0]}, {"t": 9, "s": [1,2,3]}]}}"#) == ["layers[0].ks.s"])
    let text = #"{"fr": 1, "ip": 0, "op": 1, "layers": [], "slots": {"a": {"p": {"a": 1, "k": [{"t": 0, "s": [1]}]}}}}"#
    #expect(try LottieFixtures.animation(text).unsupported.map(\.path.description) == ["slots.a.p"])
  }
}
