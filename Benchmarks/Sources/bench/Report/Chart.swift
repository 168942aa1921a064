/// One chart of the report: a file, and its content in words.
package struct Chart {
  /// Its path in the directory of the results.
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

  /// A drawing with a title, a line below it that says how to read it, and a line at its foot for each machine.
  ///
  /// - Parameter height: that with one machine.
  static func canvas(title: String, subtitle: String, machines: [MachineRecord], height: Double) -> SVG {
    let lineHeight = 14.0
    var svg = SVG(width: width, height: height + lineHeight * Double(machines.count - 1))
    svg.text(title, x: margin, y: 26, size: 18, isBold: true)
    svg.text(subtitle, x: margin, y: 47, ink: .muted)
    for (index, machine) in machines.enumerated() {
      svg.text(machine.source, x: margin, y: height - 10 + lineHeight * Double(index), size: 11, ink: .muted)
    }
    return svg
  }

  /// The height that `canvas` needs above and below what is drawn.
  static let top = 66.0
  static let bottom = 34.0
}
