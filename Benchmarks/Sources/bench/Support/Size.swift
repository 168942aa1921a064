/// A number of elements as the command line writes it: 1k is 1024, 4M is 4 * 1024 * 1024.
package struct Size: Hashable {
  package static let largest = 256 << 20

  package let count: Int

  package init(count: Int) {
    self.count = count
  }

  package init(parsing text: String) throws {
    let scale =
      switch text.last {
      case "k", "K": 1 << 10
      case "m", "M": 1 << 20
      default: 1
      }
    let digits = scale == 1 ? text[...] : text.dropLast()
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      throw UsageError("--sizes: '\(text)' is not a number of elements such as 1000, 16k or 4M")
    }
    guard let number = Int(digits), number > 0, number <= Size.largest / scale else {
      throw UsageError("--sizes: '\(text)' is outside 1...\(Size(count: Size.largest).label)")
    }
    count = number * scale
  }

  /// Sizes as a list of texts, each once.
  package static func list(_ texts: [String]) throws -> [Size] {
    var sizes: [Size] = []
    for text in texts {
      let size = try Size(parsing: text)
      if !sizes.contains(size) { sizes.append(size) }
    }
    return sizes
  }

  package var label: String {
    if count.isMultiple(of: 1 << 20) { return "\(count >> 20)M" }
    if count.isMultiple(of: 1 << 10) { return "\(count >> 10)k" }
    return "\(count)"
  }
}
