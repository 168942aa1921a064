/// Which way around the circle a hue goes from one colour to another: CSS's hue interpolation methods.
public enum HueArc: String, CaseIterable, Codable, Sendable {
  /// At most half a turn.
  case shorter
  /// At least half a turn; a whole one between equal hues.
  case longer
  /// Upwards, less than a turn.
  case increasing
  /// Downwards, less than a turn.
  case decreasing

  /// The two hues, one of them a turn further where that makes the way between them this arc (CSS Color 4, "Hue
  /// Interpolation").
  ///
  /// - Parameters:
  ///   - first: Degrees in 0..<360.
  ///   - second: Degrees in 0..<360.
  func hues(_ first: Double, _ second: Double) -> (Double, Double) {
    let way = second - first
    return switch self {
    case .shorter: way > 180 ? (first + 360, second) : way < -180 ? (first, second + 360) : (first, second)
    case .longer:
      0 < way && way < 180
        ? (first + 360, second) : -180 < way && way <= 0 ? (first, second + 360) : (first, second)
    case .increasing: way < 0 ? (first, second + 360) : (first, second)
    case .decreasing: way > 0 ? (first + 360, second) : (first, second)
    }
  }
}
