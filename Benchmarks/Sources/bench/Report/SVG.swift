import Foundation

/// A drawing as SVG text, legible on white and on black.
///
/// Colours are classes of a style sheet that asks the reader's browser for its scheme, and the background is left to the
/// page.
struct SVG {
  /// The role of a mark, which decides its colour. Blue and orange are told apart by every kind of colour vision.
  enum Ink: String {
    /// The subject of the drawing.
    case subject
    /// The comparison with the subject.
    case other
    /// The background of both, such as lines of a grid.
    case muted
    case text
  }

  enum Anchor: String {
    case start, middle, end
  }

  let width: Double
  let height: Double
  private var elements: [String] = []

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  // MARK: Marks

  mutating func text(
    _ text: String, x: Double, y: Double, size: Double = 13, anchor: Anchor = .start, ink: Ink = .text,
    isBold: Bool = false
  ) {
    let weight = isBold ? " font-weight=\"600\"" : ""
    elements.append(
      "<text x=\"\(n(x))\" y=\"\(n(y))\" font-size=\"\(n(size))\" text-anchor=\"\(anchor)\" class=\"fill-\(ink)\""
        + "\(weight)>\(text.markupText)</text>")
  }

  mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, ink: Ink, width: Double = 1, isDashed: Bool = false
  ) {
    let dash = isDashed ? " stroke-dasharray=\"4 3\"" : ""
    elements.append(
      "<line x1=\"\(n(x1))\" y1=\"\(n(y1))\" x2=\"\(n(x2))\" y2=\"\(n(y2))\" class=\"stroke-\(ink)\""
        + " stroke-width=\"\(n(width))\"\(dash)/>")
  }

  /// A line that only helps the eye to the axis.
  mutating func gridLine(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    elements.append(
      "<line x1=\"\(n(x1))\" y1=\"\(n(y1))\" x2=\"\(n(x2))\" y2=\"\(n(y2))\" class=\"grid\"/>")
  }

  mutating func polyline(_ points: [(x: Double, y: Double)], ink: Ink, width: Double) {
    elements.append(
      "<polyline points=\"\(list(points))\" class=\"stroke-\(ink)\" fill=\"none\" stroke-width=\"\(n(width))\""
        + " stroke-linejoin=\"round\"/>")
  }

  /// An area behind everything else.
  mutating func area(_ points: [(x: Double, y: Double)]) {
    elements.append("<polygon points=\"\(list(points))\" class=\"area\"/>")
  }

  mutating func dot(_ x: Double, _ y: Double, radius: Double, ink: Ink, opacity: Double = 1, isHollow: Bool = false) {
    let paint = isHollow ? "class=\"stroke-\(ink)\" fill=\"none\" stroke-width=\"1.6\"" : "class=\"fill-\(ink)\""
    let alpha = opacity < 1 ? " opacity=\"\(n(opacity))\"" : ""
    elements.append("<circle cx=\"\(n(x))\" cy=\"\(n(y))\" r=\"\(n(radius))\" \(paint)\(alpha)/>")
  }

  // MARK: The document

  /// - Parameter description: The drawing's content, for readers who don't see it.
  func document(description: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(n(width)) \(n(height))" width="\(n(width))" \
    height="\(n(height))" role="img" font-family="-apple-system, 'Segoe UI', 'Liberation Sans', Arial, sans-serif">
    <title>\(description.markupText)</title>
    <style>
    .fill-text { fill: #1f2328 } .stroke-text { stroke: #1f2328 }
    .fill-muted { fill: #59636e } .stroke-muted { stroke: #59636e }
    .fill-subject { fill: #0a5dc2 } .stroke-subject { stroke: #0a5dc2 }
    .fill-other { fill: #b84a00 } .stroke-other { stroke: #b84a00 }
    .grid { stroke: #d8dee4 } .area { fill: #59636e; opacity: 0.13 }
    @media (prefers-color-scheme: dark) {
    .fill-text { fill: #e6edf3 } .stroke-text { stroke: #e6edf3 }
    .fill-muted { fill: #9ea7b1 } .stroke-muted { stroke: #9ea7b1 }
    .fill-subject { fill: #62adff } .stroke-subject { stroke: #62adff }
    .fill-other { fill: #f5924e } .stroke-other { stroke: #f5924e }
    .grid { stroke: #353c44 } .area { fill: #9ea7b1; opacity: 0.2 }
    }
    </style>

    """ + elements.joined(separator: "\n") + "\n</svg>\n"
  }

  /// Half a tenth of a pixel is nobody's; more digits would only differ from one run to the next.
  private func n(_ value: Double) -> String {
    let text = String(format: "%.1f", value)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private func list(_ points: [(x: Double, y: Double)]) -> String {
    points.map { "\(n($0.x)),\(n($0.y))" }.joined(separator: " ")
  }
}
