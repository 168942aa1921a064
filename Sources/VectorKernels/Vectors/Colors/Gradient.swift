/// Colours along a line, each at its location, with all that lies between them: SwiftUI's type of this name.
///
/// ```swift
/// let sky = Gradient(colors: [try Color(css: "#102a63"), try Color(css: "#f7a35c")])
/// let middle = sky.color(at: 0.5)
/// let ramp = PreparedGradient(sky)  // for many locations
/// ```
///
/// Stops may be in any number and order. A stop that is before an earlier one is moved to it, as in CSS; so is one
/// whose location is NaN, and the first one then is at 0. Where two stops meet, the colour jumps, and at the location
/// itself it is the later one's. Before the first stop and behind the last one the colour stays. Without stops it is
/// transparent black.
public struct Gradient: Hashable, Sendable, Codable {
  /// A colour and where it is.
  public struct Stop: Hashable, Sendable, Codable {
    /// The colour.
    public var color: Color
    /// Usually in 0...1.
    public var location: Double

    /// A colour at a location.
    public init(color: Color, location: Double) {
      self.color = color
      self.location = location
    }
  }

  /// What SwiftUI mixes colours in.
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

  /// A gradient of any number of stops in any order.
  public init(stops: [Stop]) {
    self.stops = stops
  }

  /// Colours that are evenly spread over 0...1. A single one is at 0.
  public init(colors: [Color]) {
    stops = colors.enumerated().map { index, color in
      Stop(color: color, location: Double(index) / Double(max(1, colors.count - 1)))
    }
  }

  /// The colour at a location, between two stops their mixture in a space (``Color/mix(with:by:in:hue:)``).
  ///
  /// - Parameters:
  ///   - location: Where. NaN gives a colour of all zeros.
  ///   - space: The space to mix in: by default Oklab, as SwiftUI does.
  ///   - arc: Which way a hue goes, in spaces that have one.
  /// - Returns: A colour in `space`.
  /// - Complexity: O(n) for n stops. ``PreparedGradient`` is for many locations.
  public func color(
    at location: Double, in space: CSSColorSpace = .oklab, hue arc: HueArc = .shorter
  ) -> Color {
    let pieces = GradientPieces(self, in: space, hue: arc)
    return pieces.color(at: location)
  }

  /// A mixture of two gradients.
  ///
  /// With equally many stops it is the mixture of each stop with its counterpart, colours and locations. Otherwise it
  /// has a stop at each location where one of the gradients has one, and there the mixture of both gradients' colours.
  ///
  /// - Parameters:
  ///   - other: The gradient at a fraction of 1.
  ///   - fraction: How far to go, usually in 0...1.
  ///   - space: The space to mix colours in, by default Oklab.
  ///   - arc: Which way a hue goes, in spaces that have one.
  /// - Returns: A gradient of colours in `space`; its stops are in order for fractions of 0...1. Without stops a
  ///   gradient counts as transparent.
  public func mix(
    with other: Gradient, by fraction: Double, in space: CSSColorSpace = .oklab, hue arc: HueArc = .shorter
  ) -> Gradient {
    let pairs =
      stops.count == other.stops.count
      ? zip(orderedStops, other.orderedStops).map { ($0, $1) } : alignedStops(with: other, in: space, hue: arc)
    return Gradient(
      stops: pairs.map { first, second in
        Stop(
          color: first.color.mix(with: second.color, by: fraction, in: space, hue: arc),
          location: first.location.interpolated(towards: second.location, amount: fraction))
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

  /// Both gradients with stops at all locations of either; two where one of them jumps.
  private func alignedStops(
    with other: Gradient, in space: CSSColorSpace, hue arc: HueArc
  ) -> [(Stop, Stop)] {
    let pieces = (GradientPieces(self, in: space, hue: arc), GradientPieces(other, in: space, hue: arc))
    let locations = Set((orderedStops + other.orderedStops).map(\.location)).sorted()
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
