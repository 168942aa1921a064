// Numbers and places of errors as text.

extension Double {
  /// The number as easings and paths print it: with enough digits to read the same number again, and an exponent where
  /// Swift prints one. Zero has no sign.
  var shortText: String {
    let text = "\(self == 0 ? 0 : self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The number as easings print it in per cent: its text with the decimal point two places further on, so that nothing
  /// is rounded.
  var percentText: String {
    let text = shortText
    let parts = text.split(separator: "e")
    if parts.count == 2, let exponent = Int(parts[1]) { return "\(parts[0])e\(exponent + 2)" }
    let sign = self < 0 ? "-" : ""
    let places = text.dropFirst(sign.count).split(separator: ".")
    let fraction = places.count == 2 ? places[1] : ""
    let whole = (places[0] + fraction.prefix(2) + String(repeating: "0", count: max(0, 2 - fraction.count)))
      .drop { $0 == "0" }
    return sign + (whole.isEmpty ? "0" : whole) + (fraction.count > 2 ? "." + fraction.dropFirst(2) : "")
  }

  /// Creates the number that a text of CSS gives in per cent, with one rounding. Returns nil if the exponent is too
  /// large to be read.
  init?(percentText text: some StringProtocol) {
    let parts = text.split { $0 == "e" || $0 == "E" }
    guard let exponent = parts.count == 2 ? Int(parts[1]) : 0 else { return nil }
    self.init("\(parts[0])e\(max(exponent, -1_000_000) - 2)")
  }

  /// The number in CSS's canonical form: with enough digits to read the same number again, and without an exponent.
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

/// Returns the part of a text that has a problem, and its offset, in the form that errors print: `"foo" at offset 3`.
func placeText(of part: String, at offset: Int) -> String {
  let found = part.isEmpty ? "the end of the text" : "\"\(part)\""
  return "\(found) at offset \(offset)"
}
