import Testing
import bench

@Suite struct SizeTests {
  @Test(arguments: [("1000", 1000), ("16k", 16 << 10), ("4M", 4 << 20)])
  func readsWhatItPrints(text: String, count: Int) throws {
    let size = try Size(parsing: text)
    #expect(size.count == count)
    #expect(size.label == text)
  }

  @Test(arguments: ["", "k", "-1", "0", "1.5k", "4G", "1 k", "99999999999999999999", "257M"])
  func refusesWhatIsNoSize(text: String) {
    #expect(throws: UsageError.self) { try Size(parsing: text) }
  }
}
