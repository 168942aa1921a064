import Testing
import bench

@Suite struct JSONParsingTests {
  private func text(of source: String) throws -> String {
    try JSON(parsing: Array(source.utf8)).text(depth: 0)
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-0.5", "12", "[]", "{}", #""""#, #""a\"b\\c""#, "[1, [2, {}]]",
    #"{"b": 1, "a": [true, null]}"#, #""größe 🙂""#,
  ])
  func printsWhatItReads(source: String) throws {
    #expect(try text(of: source) == source)
  }

  @Test(arguments: [
    (" \t\r\n[ 1 ,2 ] ", "[1, 2]"), (#""\u0041\/\n""#, #""A/\u000a""#), (#""\ud83d\ude42""#, #""🙂""#),
    (#""\ud83dx""#, "\"\u{FFFD}x\""), ("1e3", "1000.0"), ("-0", "0"),
    ("12345678901234567890", "1.2345678901234567e+19"),
    (#"{"a": 1, "b": 2, "a": 3}"#, #"{"a": 3, "b": 2}"#), ("\u{FEFF}7", "7"),
  ])
  func readsOtherSpellings(source: String, expected: String) throws {
    #expect(try text(of: source) == expected)
  }

  @Test(arguments: [
    ("", 1, 1), ("[1,]", 1, 4), ("{\n  \"a\" 1}", 2, 7), ("01", 1, 1), ("1.", 1, 3), ("1e", 1, 3), ("+1", 1, 1),
    ("NaN", 1, 1), ("1e999", 1, 1), ("\"a", 1, 1), ("\"\n\"", 1, 2), (#""\x""#, 1, 3), (#""\u12g4""#, 1, 4),
    ("1 2", 1, 3),
    ("[1\n 2]", 2, 2), ("tru", 1, 1), (#"{a: 1}"#, 1, 2),
  ])
  func saysWhereATextIsWrong(source: String, line: Int, column: Int) throws {
    let error = try #require(throws: JSONError.self) { try JSON(parsing: Array(source.utf8)) }
    #expect(error.line == line)
    #expect(error.column == column)
  }

  @Test func nestsSoDeepAndNoDeeper() throws {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(try text(of: nested(512)) == nested(512))
    #expect(throws: JSONError.self) { try JSON(parsing: Array(nested(513).utf8)) }
  }
}
