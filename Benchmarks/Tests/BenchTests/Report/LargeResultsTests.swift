import Foundation
import Testing
import bench

/// Files of twice the size take at most twice the time.
@Suite struct LargeResultsTests {
  @Test func manyNumbersUnderALongName() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Inputs/made-up/lottie.json")
    let text = try String(contentsOf: path, encoding: .utf8)
    let end = try #require(text.lastIndex(of: "}"))
    let ratio = try Growth.ratio(5000) { count throws in
      let name = String(repeating: "n", count: 20 * count)
      let ones = Array(repeating: "1", count: count).joined(separator: ",")
      let file = text[..<end] + #", "\#(name)": [\#(ones)]}"#
      #expect(try ResultsFile<LottieRecord>(json: Data(file.utf8), path: "").results.count > 0)
    }
    #expect(ratio < Growth.limit)
  }
}
