/// Colours at locations along a line, with all colours between them: SwiftUI's type of this name.
///
/// ```swift
/// let sky = Gradient(colors: [try Color(css: "#102a63"), try Color(css: "#f7a35c")])
/// let middle = sky.color(at: 0.5)
/// let ramp = PreparedGradient(sky)  // for many locations
/// ```
///
/// Stops may be in any number and order. If the location of a stop is less than that of an earlier one in the list, or
/// NaN, the stop moves to the earlier one's location, as in CSS. A first stop at NaN is at 0. Where two stops meet, the
/// colour jumps, and at the location itself the later stop's colour applies. Before the first stop and after the last
/// one the colour stays the same. Without stops the gradient is transparent black.
public struct Gradient: Hashable, Sendable, Codable {
  /// A colour and its location.
  public struct Stop: Hashable, Sendable, Codable {
    /// The colour.
    public var color: Color
    /// The location, usually in 0...1.
    public var location: Double

    /// Creates a stop with a colour at a location.
    public init(color: Color, location: Double) {
      self.color = color
      self.location = location
    }
  }

  /// The spaces in which SwiftUI mixes colours.
  public enum ColorSpace: Hashable, Sendable {
    /// Gamma-encoded sRGB.
    case device
    /// Oklab.
    case perceptual

    var space: CSSColorSpace {
      switch self {
      case .device: .srgb
      case .perceptual: .oklab
      }
    }
  }

  /// The stops, in any order.
  public var stops: [Stop]

  /// Creates a gradient of any number of stops in any order.
  public init(stops: [Stop]) {
    self.stops = stops
  }

  /// Creates a gradient of colours that are evenly spaced over 0...1. A single colour is at 0.
  public init(colors: [Color]) {
    stops = colors.enumerated().map { index, color in
      Stop(color: color, location: Double(index) / Double(max(1, colors.count - 1)))
    }
  }

  /// Returns the colour at a location. Between two stops it is their mixture in a space
  /// (``Color/mix(with:by:in:hue:)``).
  ///
  /// - Parameters:
  ///   - location: The location. NaN gives a colour of all zeros.
  ///   - space: The space to mix in. The default is Oklab, as in SwiftUI.
  ///   - arc: The direction in which a hue goes, in spaces that have a hue.
  /// - Returns: A colour in `space`.
  /// - Complexity: O(n) for n stops, of which two are converted. Use a ``PreparedGradient`` for many locations.
  public func color(
    at location: Double, in space: CSSColorSpace = .oklab, hue arc: HueArc = .shorter
  ) -> Color {
    let stops = orderedStops
    // The stops before and after the location, or the first or last two.
    let next = stops.partitioningIndex { $0.location > location }
    let first = max(0, min(next - 1, stops.count - 2))
    let near = Gradient(stops: Array(stops[first..<min(first + 2, stops.count)]))
    return GradientPieces(near, in: space, hue: arc).color(at: location)
  }

  /// Returns a mixture of two gradients.
  ///
  /// If both have the same number of stops, each stop is mixed with its counterpart, both colours and locations.
  /// Otherwise the result has a stop at each location where one of the gradients has one, with the mixture of both
  /// gradients' colours there.
  ///
  /// - Parameters:
  ///   - other: The gradient at an amount of 1.
  ///   - amount: The amount, usually in 0...1.
  ///   - space: The space to mix colours in. The default is Oklab.
  ///   - arc: The direction in which a hue goes, in spaces that have a hue.
  /// - Returns: A gradient of colours in `space`; its stops are in order for amounts in 0...1. A gradient without stops
  ///   counts as transparent.
  public func mix(
    with other: Gradient, by amount: Double, in space: CSSColorSpace = .oklab, hue arc: HueArc = .shorter
  ) -> Gradient {
    let pairs =
      stops.count == other.stops.count
      ? zip(orderedStops, other.orderedStops).map { ($0, $1) } : alignedStops(with: other, in: space, hue: arc)
    return Gradient(
      stops: pairs.map { first, second in
        Stop(
          color: first.color.mix(with: second.color, by: amount, in: space, hue: arc),
          location: first.location.interpolated(towards: second.location, amount: amount))
      })
  }

  /// The stops in the order of their locations, all of which are finite.
  var orderedStops: [Stop] {
    var latest: Double?
    return stops.map { stop in
      let location = stop.location.isNaN ? latest ?? 0 : max(latest ?? -1e30, min(1e30, stop.location))
      latest = location
      return Stop(color: stop.color, location: location)
    }
  }

  /// Returns both gradients with stops at all locations of either, two where one of them jumps.
  private func alignedStops(
    with other: Gradient, in space: CSSColorSpace, hue arc: HueArc
  ) -> [(Stop, Stop)] {
    let pieces = (GradientPieces(self, in: space, hue: arc), GradientPieces(other, in: space, hue: arc))
    let locations = Array(Set((orderedStops + other.orderedStops).map { $0.location })).sorted()
    return locations.flatMap { location in
      let sides: [GradientPieces.Side] =
        pieces.0.jumps(at: location) || pieces.1.jumps(at: location) ? [.before, .after] : [.after]
      return sides.map { side in
        (
          Stop(color: pieces.0.color(at: location, side), location: location),
          Stop(color: pieces.1.color(at: location, side), location: location)
        )
      }
    }
  }
}
