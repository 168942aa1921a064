import Testing
import bench

/// When layers are seen, and what time it is in the compositions that they show.
@Suite struct LottiePlayerTests {
  /// A rotation that is the frame of its composition.
  private static let clock = #""ks": {"r": {"a": 1, "k": [{"t": -1000, "s": [-1000]}, {"t": 1000, "s": [1000]}]}}"#

  private struct Value {
    let showing, layer, instance: Int
    let frame: Double
    let value: Double
  }

  /// Returns the values that a player computes at a frame, with the animation's frame of each instance.
  private func play(_ text: String, at frame: Double, instances: Int = 200) throws -> [Value] {
    let player = try LottiePlayer(LottieTracks(LottieFixtures.animation(text)), instances: instances)
    player.play(at: frame)
    var values: [Value] = []
    player.forEachValue { showing, layer, _, instance, components in
      let phase = (player.phases[instance] + frame).truncatingRemainder(dividingBy: 100)
      values.append(
        Value(showing: showing, layer: layer, instance: instance, frame: phase, value: Double(components[0])))
    }
    #expect(player.computedProperties == values.count)
    return values
  }

  /// A file of 100 frames whose only layer shows an asset with a clock.
  private func showing(_ members: String, inner: String = #""ip": -1000, "op": 1000, "#) -> String {
    #"{"fr": 25, "ip": 0, "op": 100, "layers": [{"ty": 0, "refId": "a", \#(members)}], "#
      + #""assets": [{"id": "a", "layers": [{"ty": 4, \#(inner)\#(Self.clock)}]}]}"#
  }

  @Test(arguments: [0, 12.25, 99.9, 100, 1234.5] as [Double])
  func allInstancesPlayOverAndOver(frame: Double) throws {
    let values = try play(LottieFixtures.file(layer: Self.clock), at: frame)
    #expect(values.count == 200)
    for value in values { #expect(abs(value.value - value.frame) < 1e-3) }
    #expect(Set(values.map { Int($0.frame / 10) }).count == 10)
  }

  @Test(arguments: [0, 30, 77] as [Double])
  func layersAreComputedBetweenTheirInAndOut(frame: Double) throws {
    let file = #"{"fr": 25, "ip": 0, "op": 100, "layers": [{"ty": 4, "ip": 20, "op": 45.5, \#(Self.clock)}]}"#
    let seen = Set(try play(file, at: frame).map(\.instance))
    let all = try play(LottieFixtures.file(layer: Self.clock), at: frame)
    #expect(seen == Set(all.filter { $0.frame >= 20 && $0.frame < 45.5 }.map(\.instance)))
    #expect(seen.count > 20)
  }

  @Test(arguments: [
    (#""st": 0"#, 0.0, 1.0), (#""st": 12.5, "sr": 1"#, 12.5, 1), (#""st": -20, "sr": 2"#, -20, 2),
    (#""st": 100, "sr": -0.5"#, 100, -0.5),
  ])
  func compositionsStartAndStretch(members: String, start: Double, stretch: Double) throws {
    let values = try play(showing(members), at: 31)
    #expect(values.count == 200)
    for value in values { #expect(abs(value.value - (value.frame - start) / stretch) < 1e-3) }
  }

  @Test func layersOfCompositionsAreSeenByTheirClock() throws {
    let values = try play(
      showing(#""st": 10, "sr": 2, "ip": 30, "op": 90"#, inner: #""ip": 5, "op": 25, "#), at: 64)
    let all = try play(LottieFixtures.file(layer: Self.clock), at: 64)
    // From 5 to 25 there is from 20 to 60 here.
    #expect(Set(values.map(\.instance)) == Set(all.filter { $0.frame >= 30 && $0.frame < 60 }.map(\.instance)))
  }

  @Test func timeRemapsGiveSeconds() throws {
    let remap = #""tm": {"a": 1, "k": [{"t": 0, "s": [2]}, {"t": 100, "s": [0]}]}, "st": 7, "ip": 0, "op": 60"#
    let values = try play(showing(remap), at: 42).filter { $0.showing == 1 }
    #expect(values.count > 80 && values.count < 160)
    for value in values { #expect(abs(value.value - 25 * (2 - 0.02 * value.frame)) < 1e-3) }
    for value in try play(showing(#""tm": {"a": 0, "k": 3}"#), at: 42) { #expect(value.value == 75) }
  }

  @Test func compositionsBelowATimeRemapFollowIt() throws {
    let text =
      #"{"fr": 10, "ip": 0, "op": 100, "layers": [{"ty": 0, "refId": "a", "#
      + #""tm": {"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 100, "s": [5]}]}}], "assets": ["#
      + #"{"id": "a", "layers": [{"ty": 0, "refId": "b", "st": 4, "sr": 2}]}, "#
      + #"{"id": "b", "layers": [{"ty": 4, \#(Self.clock)}]}]}"#
    let values = try play(text, at: 3).filter { $0.showing == 2 }
    #expect(values.count == 200)
    for value in values { #expect(abs(value.value - (value.frame / 2 - 4) / 2) < 1e-3) }
  }

  @Test func anAssetIsShownWhereverItIsNamed() throws {
    let layers = (0..<3).map { #"{"ty": 0, "refId": "a", "st": \#($0 * 10)}"# }.joined(separator: ",")
    let text =
      #"{"fr": 25, "ip": 0, "op": 100, "layers": [\#(layers)], "assets": [{"id": "a", "layers": [{\#(Self.clock)}]}]}"#
    let values = try play(text, at: 5)
    #expect(values.count == 600)
    for value in values { #expect(abs(value.value - (value.frame - 10 * Double(value.showing - 1))) < 1e-3) }
  }

  /// The scalar player solves easings by iteration in Double; it joins 256 places of a motion path by lines, 5e-5 of the
  /// length off where these paths bend most, and steep easings make 1e-4 of the rounding of a frame.
  @Test(arguments: ["forms.json", "precompositions.json"])
  func agreesWithAPlayerOfOneValueAtATime(file: String) throws {
    let tracks = try LottieTracks(LottieAnimation(contentsOfFile: LottieFixtures.committed(file)))
    let player = try LottiePlayer(tracks, instances: 300)
    let scalar = ScalarLottiePlayer(player)
    for frame in [0, 1, 17.5, 60, 89.9, 1000] as [Double] {
      player.play(at: frame)
      scalar.play(at: frame)
      #expect(player.computedComponents > 0)
      #expect(scalar.largestDeviation() < 3e-4)
    }
  }
}
