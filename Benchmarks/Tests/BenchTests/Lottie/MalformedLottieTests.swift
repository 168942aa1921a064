import Testing
import bench

/// Files that aren't what they have to be: an error names the place, and nothing traps.
@Suite struct MalformedLottieTests {
  @Test(arguments: [
    ("{}", "fr", "is missing"),
    ("[]", "", "expected an object, found an empty array"),
    (#"{"fr": 0, "ip": 0, "op": 1, "layers": []}"#, "fr", "expected a number above 0"),
    (#"{"fr": "30", "ip": 0, "op": 1, "layers": []}"#, "fr", "expected a number, found a string"),
    (#"{"fr": 30, "ip": 5, "op": 5, "layers": []}"#, "op", "ends at 5.0"),
    (#"{"fr": 30, "ip": 0, "op": 1e9, "layers": []}"#, "op", "outside"),
    (#"{"fr": 30, "ip": 0, "op": 1}"#, "layers", "is missing"),
    (#"{"fr": 30, "ip": 0, "op": 1, "layers": null}"#, "layers", "is missing"),
    (#"{"fr": 30, "ip": 0, "op": 1, "layers": {}}"#, "layers", "expected an array, found an object"),
    (#"{"fr": 30, "ip": 0, "op": 1, "layers": [3]}"#, "layers[0]", "expected an object, found a number"),
    (
      #"{"fr": 30, "ip": 0, "op": 1, "layers": [], "assets": [true]}"#, "assets[0]",
      "expected an object, found a boolean"
    ),
    (#"{"fr": 30, "ip": 0, "op": 1, "layers": [{"ip": "a"}]}"#, "layers[0].ip", "expected a number, found a string"),
    (#"{"fr": 30, "ip": 0, "op": 1, "layers": [{"sr": 0}]}"#, "layers[0].sr", "stretched by 0"),
    (#"{"fr": 30, "ip": 0, "op": 1, "layers": [{"sr": -1e-300}]}"#, "layers[0].sr", "stretched by -1e-300"),
    (#"{"fr": 30, "ip": 0, "op": 1, "layers": [{"ty": 0}]}"#, "layers[0].refId", "is missing"),
    (#"{"fr": 30, "ip": 0, "op": 1, "layers": [{"ty": 0, "refId": "a"}]}"#, "layers[0].refId", "no asset"),
    (#"{"fr": 30, "ip": 0, "op": 1, "layers": [{"ty": 0, "refId": 7}]}"#, "layers[0].refId", "expected a string"),
    (
      #"{"fr": 30, "ip": 0, "op": 1, "layers": [], "assets": [{"id": "a", "layers": [{"ty": 0, "refId": "a"}]}]}"#,
      "assets[0].layers[0].refId", "show themselves"
    ),
    (
      #"{"fr": 30, "ip": 0, "op": 1, "assets": [{"id": "a", "layers": [{"ty": 0, "refId": "b"}]}, "#
        + #"{"id": "b", "layers": [{"ty": 4}, {"ty": 0, "refId": "a"}]}], "layers": []}"#,
      "assets[1].layers[1].refId", "show themselves"
    ),
  ])
  func namesThePlace(text: String, path: String, reason: String) throws {
    let error = try #require(throws: LottieError.self) { try LottieFixtures.animation(text) }
    #expect(error.path == path)
    #expect(error.message.contains(reason), "\(error.message)")
  }

  @Test(arguments: [
    (#"{"a": 1, "k": 5}"#, "k", "expected an array of keyframes, found a number"),
    (#"{"a": 1, "k": []}"#, "k", "found an empty array"),
    (#"{"a": 1, "k": [{"s": [1]}]}"#, "k[0].t", "is missing"),
    (#"{"k": [{"t": 0, "s": [1]}, {"t": "x", "s": [2]}]}"#, "k[1].t", "expected a number, found a string"),
    (#"{"k": [{"t": true, "s": [1]}]}"#, "k[0].t", "expected a number, found a boolean"),
    (#"{"k": [{"t": 1e300, "s": [1]}]}"#, "k[0].t", "more than a Float holds"),
    (#"{"k": [{"t": 1e8, "s": [1]}]}"#, "k[0].t", "outside"),
    (#"{"k": [{"t": 5, "s": [1]}, {"t": 4, "s": [2]}]}"#, "k[1].t", "4.0 is before 5.0"),
    (#"{"k": [{"t": 0, "s": [1]}, 7]}"#, "k[1]", "expected an object, found a number"),
    (#"{"k": [{"t": 0, "s": ["a"]}]}"#, "k[0].s[0]", "expected a number, found a string"),
    (#"{"k": [{"t": 0, "s": []}]}"#, "k[0].s", "found an empty array"),
    (#"{"k": [{"t": 0, "s": [1e39]}]}"#, "k[0].s[0]", "more than a Float holds"),
    (#"{"k": [{"t": 0}, {"t": 1, "s": [2]}]}"#, "k[0].s", "is missing"),
    (#"{"k": [{"t": 0, "s": [1]}, {"t": 5}]}"#, "k[1].s", "is missing, and so is an end value"),
    (#"{"k": [{"t": 0, "s": [1], "e": [2]}, {"t": 5}, {"t": 9}]}"#, "k[2].s", "is missing"),
    (#"{"k": [{"t": 0, "s": [1], "o": {"x": 0}, "i": {"x": 1, "y": 1}}]}"#, "k[0].o.y", "is missing"),
    (
      #"{"k": [{"t": 0, "s": [1], "o": {"x": "0", "y": 0}, "i": {"x": 1, "y": 1}}]}"#, "k[0].o.x",
      "a number or an array"
    ),
    (#"{"k": [{"t": 0, "s": [1, 2], "to": ["a", 0]}]}"#, "k[0].to[0]", "expected a number, found a string"),
    (#"{"k": [{"t": 0, "s": [{"v": [[0, 0]], "i": [], "o": [[0, 0]]}]}]}"#, "k[0].s[0].i", "expected 1 points"),
    (#"{"k": [{"t": 0, "s": [{"v": [[0]], "i": [[0, 0]], "o": [[0, 0]]}]}]}"#, "k[0].s[0].v[0]", "expected x and y"),
    (#"{"k": [{"t": 0, "s": [{"v": [[0, 0]], "i": [[0, 0]]}]}]}"#, "k[0].s[0].o", "is missing"),
  ])
  func namesThePlaceInAProperty(property: String, path: String, reason: String) throws {
    let text = LottieFixtures.file(layer: #""ks": {"p": \#(property)}"#)
    let error = try #require(throws: LottieError.self) { try LottieFixtures.animation(text) }
    #expect(error.path == "layers[0].ks.p.\(path)")
    #expect(error.message.contains(reason), "\(error.message)")
  }

  @Test func compositionsThatMultiplyAreRefused() throws {
    // Each shows the next twice: a million times the last one.
    var assets = (0..<20).map { index in
      let layer = #"{"ty": 0, "refId": "\#(index + 1)"}"#
      return #"{"id": "\#(index)", "layers": [\#(layer), \#(layer)]}"#
    }
    assets.append(#"{"id": "20", "layers": []}"#)
    let text = LottieFixtures.file(
      layer: #""ks": {}}, {"ty": 0, "refId": "0""#, assets: "[\(assets.joined(separator: ","))]")
    let tracks = try LottieTracks(LottieFixtures.animation(text))
    #expect(throws: LottieError.self) { try LottiePlayer(tracks, instances: 1) }
  }

  @Test func stretchesThatMultiplyBeyondAllFramesAreRefused() throws {
    // 1e6 to the sixtieth is infinite, and 0 times that not a number.
    var assets = (0..<60).map { index in
      #"{"id": "\#(index)", "layers": [{"ty": 0, "refId": "\#(index + 1)", "ip": 0, "st": 1, "sr": 1e6}]}"#
    }
    assets.append(#"{"id": "60", "layers": [{"ty": 4, "ip": 0, "op": 9}]}"#)
    let text = LottieFixtures.file(
      layer: #""ks": {}}, {"ty": 0, "refId": "0""#, assets: "[\(assets.joined(separator: ","))]")
    let tracks = try LottieTracks(LottieFixtures.animation(text))
    let error = try #require(throws: LottieError.self) { try LottiePlayer(tracks, instances: 1) }
    #expect(error.path == "assets[1].layers[0].sr")
  }

  @Test func extremeValuesNeitherTrapNorHang() throws {
    for property in [
      #"{"k": [{"t": -16777216, "s": [3e38]}, {"t": 16777216, "s": [-3e38]}]}"#,
      #"{"k": [{"t": 0, "s": [0, 0], "to": [3e38, 3e38], "ti": [-3e38, 1]}, {"t": 10, "s": [1, 1]}]}"#,
      #"{"k": [{"t": 0, "s": [1e30, 1], "to": [1, 1], "ti": [1, -1]}, {"t": 1e-7, "s": [1e30, 2]}, {"t": 9, "s": [0, 0]}]}"#,
      #"{"k": [{"t": 0, "s": [0], "o": {"x": 0, "y": 1e38}, "i": {"x": 1, "y": -1e38}}, {"t": 10, "s": [1]}]}"#,
    ] {
      let text = LottieFixtures.file(layer: #""ks": {"p": \#(property)}"#)
      let tracks = try LottieTracks(LottieFixtures.animation(text))
      let samples = LottieSamples(tracks, at: [-1e7, 0, 0.5, 5, 1e7])
      // Played, or listed.
      #expect(samples.properties.count + tracks.unsupported.count == 1)
    }
  }
}
