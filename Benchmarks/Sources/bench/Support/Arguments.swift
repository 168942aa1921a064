/// The caller's mistake on the command line: one line on standard error and exit status 2.
package struct UsageError: Error {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}

/// Walks over the words of a command line: `--name`, `--name value`, `--name=value` and operands such as files.
package struct Arguments {
  private var words: ArraySlice<String>
  private var option = ""
  private var attachedValue: String?

  package init(_ words: ArraySlice<String>) {
    self.words = words
  }

  /// The name of the next option, or nil at the end, of a command that takes no operands.
  mutating func nextOption() throws -> String? {
    var operands: [String] = []
    let name = try nextOption(after: &operands)
    if let operand = operands.first { throw UsageError("unexpected argument '\(operand)'") }
    return name
  }

  /// The name of the next option, or nil at the end. The operands before it are added to `operands`.
  mutating func nextOption(after operands: inout [String]) throws -> String? {
    if let attachedValue {
      throw UsageError("\(option) takes no value, but was given '\(attachedValue)'")
    }
    while let word = words.first, !word.hasPrefix("-") || word == "-" {
      operands.append(word)
      words.removeFirst()
    }
    guard let word = words.popFirst() else { return nil }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    option = String(parts[0])
    attachedValue = parts.count > 1 ? String(parts[1]) : nil
    return option
  }

  /// The value of the option that was returned last.
  mutating func value(_ what: String) throws -> String {
    defer { attachedValue = nil }
    // A value may start with one dash (`-` is standard output, `-1` a bad number that deserves its own message), but
    // two dashes are the next option.
    let candidate = attachedValue ?? (words.first?.hasPrefix("--") == true ? nil : words.popFirst())
    guard let candidate, !candidate.isEmpty else { throw UsageError("\(option) needs a value: \(what)") }
    return candidate
  }

  /// The comma-separated values of the option that was returned last.
  mutating func values(_ what: String) throws -> [String] {
    let items = try value(what).split(separator: ",").map(String.init)
    if items.isEmpty { throw UsageError("\(option) needs a value: \(what)") }
    return items
  }
}
