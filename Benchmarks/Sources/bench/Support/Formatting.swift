import Foundation

extension String {
  /// Filled up with spaces behind the text.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// Filled up with spaces before the text.
  func aligned(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

extension Double {
  /// The text with a number of significant digits and without an exponent, trailing zeros kept: 0.08120, 12.30.
  func formatted(digits: Int) -> String {
    guard isFinite, self != 0 else { return "\(self)" }
    let exponent = Int(log10(magnitude).rounded(.down))
    return String(format: "%.*f", max(0, digits - 1 - exponent), self)
  }

  /// The nearest number with a number of significant decimal digits.
  func rounded(digits: Int) -> Double {
    Double(String(format: "%.*e", digits - 1, self)) ?? self
  }
}
