/// Names in results files can hold anything: pages show them as text.
extension StringProtocol {
  /// The characters as the text of an HTML or SVG element. It isn't safe within an attribute.
  var markupText: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      default: text.append(character)
      }
    }
  }

  /// The characters as text within a line or a table cell of Markdown.
  var markdownText: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case "\\", "|", "[", "]", "`", "*", "_": text += "\\\(character)"
      case let space where space.isNewline: text += " "
      default: text.append(character)
      }
    }
  }
}
