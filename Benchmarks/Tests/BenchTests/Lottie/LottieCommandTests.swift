import Foundation
import Testing
import bench

@Suite struct LottieCommandTests {
  private func run(_ words: String...) throws -> Int32 {
    try LottieCommand.run(Arguments(words[...]))
  }

  /// Calls `body` with the path of a file that goes away.
  private func withFile(_ contents: [UInt8]?, _ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "lottie-\(UInt64.random(in: 0...(.max))).json"
    if let contents { try Data(contents).write(to: URL(fileURLWithPath: path)) }
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  private func object(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func samplesAreJSONInTheOrderOfTheFile() throws {
    try withFile(nil) { out in
      let status = try run(LottieFixtures.committed("forms.json"), "--sample", "0,15.5,-2,1e3", "--json", out)
      #expect(status == 0)
      let result = try object(out)
      #expect(result["frames"] as? [Double] == [0, 15.5, -2, 1000])
      #expect(result["frameRate"] as? Double == 30)
      #expect((result["unsupported"] as? [Any])?.count == 3)
      let properties = try #require(result["properties"] as? [[String: Any]])
      #expect(properties.count == 46)
      #expect(properties[0]["path"] as? String == "layers[0].ks.a")
      #expect(properties[0]["components"] as? Int == 3)
      #expect((properties[0]["values"] as? [[Double]])?.count == 4)
      let mask = try #require(properties.first { $0["path"] as? String == "layers[0].masksProperties[0].pt" })
      let place = try #require((mask["values"] as? [[String: Any]])?.last)
      #expect(place["c"] as? Bool == true)
      #expect(place["v"] as? [[Double]] == [[20, 20], [180, 0], [200, 180]])
      #expect(place["i"] as? [[Double]] == [[-10, 0], [-10, 0], [-10, 0]])
    }
  }

  @Test func measuringWritesWhatWasMeasured() throws {
    try withFile(nil) { out in
      let status = try run(
        LottieFixtures.committed("forms.json"), "--instances", "20", "--seconds", "0.01", "--json", out)
      #expect(status == 0)
      let results = try #require(try object(out)["results"] as? [[String: Any]])
      #expect(results.count == 1)
      #expect(results[0]["file"] as? String == "forms.json")
      #expect(results[0]["instances"] as? Int == 20)
      #expect(results[0]["properties"] as? Int == 46)
      #expect(try #require(results[0]["nsPerComponent"] as? Double) > 0)
    }
  }

  @Test(arguments: [
    [], ["--instances", "5"], ["a.json", "--frobnicate"], ["a.json", "--instances", "0"],
    ["a.json", "--instances", "x"],
    ["a.json", "--sample", "1,x"], ["a.json", "--sample", "nan"], ["a.json", "--sample", "1e9"],
    ["a.json", "--sample"],
    ["a.json", "b.json", "--sample", "1"], ["a.json", "--sample", "1", "--instances", "5"],
    ["a.json", "--seconds", "-1"],
  ])
  func refusesWhatIsNoCommandLine(words: [String]) {
    #expect(throws: UsageError.self) { try LottieCommand.run(Arguments(words[...])) }
  }

  /// Texts that aren't animations. Logs show a text's name, because some texts are long.
  enum Unreadable: String, CaseIterable {
    case empty, blank, openObject, partOfAWord, openArray, missingValue, zeroByte, deeplyNested, timeOfAWrongType

    var text: String {
      switch self {
      case .empty: ""
      case .blank: " "
      case .openObject: "{"
      case .partOfAWord: "nul"
      case .openArray: "[1, 2"
      case .missingValue: #"{"fr": 30, "fr"}"#
      case .zeroByte: "\u{0}"
      case .deeplyNested: String(repeating: "[", count: 100_000)
      case .timeOfAWrongType:
        #"{"fr": 30, "ip": 0, "op": 9, "layers": [{"ks": {"p": {"a": 1, "k": [{"t": "x"}]}}}]}"#
      }
    }
  }

  @Test(arguments: Unreadable.allCases)
  func aFileThatCannotBeReadIsStatusOne(_ file: Unreadable) throws {
    try withFile(Array(file.text.utf8)) { path in
      let statuses = [try run(path), try run(path, "--sample", "0")]
      #expect(statuses == [1, 1])
    }
  }

  @Test func whatIsNoFileIsStatusOne() throws {
    #expect(try run("/nowhere/at/all.json") == 1)
    #expect(try run(NSTemporaryDirectory()) == 1)
    try withFile([0x7B, 0xFF, 0xFE, 0x7D]) { path in
      let status = try run(path)
      #expect(status == 1)
    }
  }
}
