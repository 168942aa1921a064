import Foundation

/// A JSON value that keeps the order of its members and prints numbers in their shortest form.
package enum JSON: Sendable {
  case null
  case boolean(Bool)
  case string(String)
  case integer(Int)
  case number(Double)
  case array([JSON])
  case object([(String, JSON)])

  /// The value as text. Down to `depth` levels, every member of an array or object is on a line of its own.
  package func text(depth: Int, indent: String = "") -> String {
    switch self {
    case .null: "null"
    case .boolean(let boolean): "\(boolean)"
    case .string(let string): JSON.quoted(string)
    case .integer(let integer): "\(integer)"
    // JSON has neither infinities nor NaN.
    case .number(let number): number.isFinite ? "\(number)" : "null"
    case .array(let items):
      JSON.list(items.map { ("", $0) }, open: "[", close: "]", depth: depth, indent: indent)
    case .object(let members):
      JSON.list(members.map { (JSON.quoted($0.0) + ": ", $0.1) }, open: "{", close: "}", depth: depth, indent: indent)
    }
  }

  private static func list(
    _ items: [(label: String, value: JSON)], open: String, close: String, depth: Int, indent: String
  ) -> String {
    if items.isEmpty { return open + close }
    let inner = indent + "  "
    let texts = items.map { $0.label + $0.value.text(depth: depth - 1, indent: inner) }
    return depth > 0
      ? open + "\n" + texts.map { inner + $0 }.joined(separator: ",\n") + "\n" + indent + close
      : open + texts.joined(separator: ", ") + close
  }

  private static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20: result += String(format: "\\u%04x", scalar.value)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
