// Numbers and places of errors as text.

extension Double {
  /// The number as easings and paths print it: with enough digits to read the same number again, and an exponent where
  /// Swift prints one. Zero has no sign.
  @inline(never)  // Programs carry it whether they print paths or not.
  var shortText: String {
    let text = "\(self == 0 ? 0 : self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The number as easings print it in per cent: its text with the decimal point two places further on, so that nothing
  /// is rounded.
  var percentText: String {
    var digits = Array(shortText.utf8)
    if let e = digits.firstIndex(of: UInt8(ascii: "e")) {
      let exponent = Int(String(decoding: digits[(e + 1)...], as: UTF8.self)) ?? 0
      return String(decoding: digits[...e], as: UTF8.self) + String(exponent + 2)
    }
    var point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.count
    if point < digits.count { digits.remove(at: point) }
    point += 2
    while digits.count < point { digits.append(UInt8(ascii: "0")) }
    if point < digits.count { digits.insert(UInt8(ascii: "."), at: point) }
    let first = self < 0 ? 1 : 0
    while first + 1 < point, digits[first] == UInt8(ascii: "0") {
      digits.remove(at: first)
      point -= 1
    }
    return String(decoding: digits, as: UTF8.self)
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
