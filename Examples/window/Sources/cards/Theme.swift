import VectorKernels

/// The colours of everything on the table.
enum Theme {
  case day, night

  var next: Theme { self == .day ? .night : .day }

  var background: Color { self == .day ? Color(.oklch, 0.93, 0.02, 85) : Color(.oklch, 0.24, 0.035, 270) }

  /// The rim of every card.
  var rim: Color { self == .day ? Color(.oklch, 0.99, 0.005, 85) : Color(.oklch, 0.36, 0.05, 270) }

  /// Returns the colour of a card by its place in the grid, from 0 to 1 along both axes: by day from coral over gold to
  /// green, by night from blue over violet to rose.
  func color(atColumn x: Double, row y: Double) -> Color {
    let hues = self == .day ? (first: 5.0, last: 155.0) : (first: 200.0, last: 370.0)
    return Color(.oklch, 0.82 - 0.1 * y, 0.14, hues.first + (hues.last - hues.first) * (0.85 * x + 0.15 * y))
  }
}
