/// One chart of the report: a file, and what it says without being seen.
package struct Chart {
  package let file: String
  package let description: String
  package let svg: String

  /// - Parameter directory: where the file is, as the text links to it.
  func markdown(in directory: String? = nil) -> String {
    "![\(description.markdownText)](\(directory.map { $0 + "/" } ?? "")\(file))"
  }

  /// The width that a README shows without scaling.
  static let width = 840.0
  static let margin = 16.0

  /// A drawing with a title, a line below it that says how to read it, and a line at its foot with the source.
  static func canvas(title: String, subtitle: String, source: String, height: Double) -> SVG {
    var svg = SVG(width: width, height: height)
    svg.text(title, x: margin, y: 26, size: 18, isBold: true)
    svg.text(subtitle, x: margin, y: 47, ink: .muted)
    svg.text(source, x: margin, y: height - 10, size: 11, ink: .muted)
    return svg
  }

  /// The height that `canvas` needs above and below what is drawn.
  static let top = 66.0
  static let bottom = 34.0
}
