/// The direction in which a hue goes around the circle from one colour to another: CSS's hue interpolation methods, and
/// ``raw``.
public enum HueArc: String, CaseIterable, Codable, Sendable {
  /// The shorter arc, at most half a turn.
  case shorter
  /// The longer arc, at least half a turn; a whole turn between equal hues.
  case longer
  /// The arc of increasing hues, less than a turn.
  case increasing
  /// The arc of decreasing hues, less than a turn.
  case decreasing
  /// No arc is chosen: the number is interpolated as it is. At amounts in 0...1 the hue never passes 0. d3's functions
  /// whose names end in `Long` interpolate in this way; CSS has no counterpart.
  ///
  /// Colours have hues in 0..<360, so a raw hue never makes a whole turn. `Batch.mix(premultiplied:...)` takes hues
  /// with any number of turns.
  case raw

  /// Returns the two hues, with a turn added to one of them where this arc needs it (CSS Color 4, "Hue Interpolation").
  ///
  /// - Parameters:
  ///   - first: The first hue, in degrees, 0..<360.
  ///   - second: The second hue, in degrees, 0..<360.
  func hues(_ first: Double, _ second: Double) -> (Double, Double) {
    let way = second - first
    return switch self {
    case .shorter: way > 180 ? (first + 360, second) : way < -180 ? (first, second + 360) : (first, second)
    case .longer:
      0 < way && way < 180
        ? (first + 360, second) : -180 < way && way <= 0 ? (first, second + 360) : (first, second)
    case .increasing: way < 0 ? (first, second + 360) : (first, second)
    case .decreasing: way > 0 ? (first + 360, second) : (first, second)
    case .raw: (first, second)
    }
  }
}
