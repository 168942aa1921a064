// Numbers and places of errors, as texts have them.

extension Double {
  /// The number as easings and paths print it: with as many digits as are needed to read it again, and an exponent where
  /// Swift has one. Zero has no sign.
  var shortText: String {
    let text = "\(self == 0 ? 0 : self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The number in CSS's canonical form: with as many digits as are needed to read it again, without an exponent.
  var cssText: String {
    let text = "\(magnitude)"
    let sign = self < 0 ? "-" : ""
    let parts = text.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else {
      return sign + (text.hasSuffix(".0") ? text.dropLast(2) : text[...])
    }
    // The text is one digit, a point and the rest: move the point by the exponent.
    let digits = parts[0].filter { $0 != "." }
    let fraction = digits.dropFirst().allSatisfy { $0 == "0" } ? digits.prefix(1) : digits[...]
    return exponent < 0
      ? sign + "0." + String(repeating: "0", count: -exponent - 1) + fraction
      : sign + fraction + String(repeating: "0", count: max(0, exponent + 1 - fraction.count))
  }
}

/// Returns the part of a text that has a problem, and where it is, as errors name it: `"foo" at offset 3`.
func placeText(of part: String, at offset: Int) -> String {
  let found = part.isEmpty ? "the end of the text" : "\"\(part)\""
  return "\(found) at offset \(offset)"
}
