/// Finds places for names beside the dots of a chart, where they cover neither marks nor each other.
struct LabelPlacement {
  struct Box {
    let left, right, top, bottom: Double

    func intersects(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  struct Place {
    let x, baseline: Double
    let anchor: SVG.Anchor
  }

  /// Of the letters at 13 pixels, on the average of the fonts that readers have.
  private static let letterWidth = 7.0
  private static let ascent = 11.0
  private static let descent = 4.0

  private let bounds: Box
  private var taken: [Box]

  /// - Parameter taken: where the marks are.
  init(within bounds: Box, taken: [Box]) {
    self.bounds = bounds
    self.taken = taken
  }

  /// The nearest free place to a dot: to its right, its left, or a line or more above or below; to its right where
  /// none is free.
  mutating func place(_ text: String, besideX x: Double, y: Double) -> Place {
    let width = Double(text.count) * LabelPlacement.letterWidth
    var choice: (Place, Box)?
    for shift in [0.0, -9, 9, -18, 18, -27, 27, -36, 36, -45, 45] {
      for isRight in [true, false] {
        let edge = x + (isRight ? 11 : -11)
        let baseline = y + 4.5 + shift
        let box = Box(
          left: isRight ? edge : edge - width, right: isRight ? edge + width : edge,
          top: baseline - LabelPlacement.ascent, bottom: baseline + LabelPlacement.descent)
        let place = Place(x: edge, baseline: baseline, anchor: isRight ? .start : .end)
        if choice == nil { choice = (place, box) }
        let isInside =
          box.left >= bounds.left && box.right <= bounds.right && box.top >= bounds.top && box.bottom <= bounds.bottom
        if isInside, !taken.contains(where: box.intersects) {
          taken.append(box)
          return place
        }
      }
    }
    taken.append(choice!.1)
    return choice!.0
  }
}
