/// A colour: three components in a colour space, and an opacity.
///
/// ```swift
/// let sky = Color(.oklch, 0.72, 0.12, 248)
/// let dusk = try Color(css: "hsl(250 40% 30% / 80%)")
/// let haze = sky.mix(with: dusk, by: 0.25)
/// ```
///
/// A component may be missing, like CSS's `none`: a mixture then takes it from the other colour. For any other purpose
/// it is 0.
///
/// A colour's numbers are always finite, so that colours can be compared: NaN becomes 0, and numbers are clamped to
/// ±1e30. Alpha is clamped to 0...1, and hues are reduced to 0..<360. Nothing else is clipped: components outside the
/// gamut stay as they are.
public struct Color: Hashable, Sendable {
  /// The space of the components.
  public let space: CSSColorSpace
  /// The components, in the order and ranges of ``CSSColorSpace``. Missing ones are 0.
  public let components: SIMD3<Double>
  /// The opacity, 0...1; 0 if it is missing.
  public let alpha: Double
  /// The components that are missing.
  public let missing: MissingComponents

  /// A set of a colour's components.
  public struct MissingComponents: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    /// Creates a set from bits: bits 0, 1 and 2 for the components, bit 3 for the opacity; others are ignored.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 0b1111 }

    /// Creates a set of one of the three components, by its index 0, 1 or 2. Other indices stop the program.
    public init(component index: Int) {
      requireComponent(index, of: 3)
      rawValue = 1 << UInt8(index)
    }

    /// The opacity.
    public static let alpha = MissingComponents(rawValue: 1 << 3)
  }

  /// Creates a colour from its components. A nil component is missing.
  ///
  /// - Parameters:
  ///   - space: The space.
  ///   - first: The first component, in the order and ranges of ``CSSColorSpace``.
  ///   - second: The second component.
  ///   - third: The third component.
  ///   - alpha: The opacity, 0...1.
  public init(_ space: CSSColorSpace, _ first: Double?, _ second: Double?, _ third: Double?, alpha: Double? = 1) {
    var missing: MissingComponents = []
    for (index, component) in [first, second, third].enumerated() where component == nil {
      missing.insert(MissingComponents(component: index))
    }
    if alpha == nil { missing.insert(.alpha) }
    self.init(space, [first ?? 0, second ?? 0, third ?? 0], alpha: alpha ?? 0, missing: missing)
  }

  /// Creates a colour from its components.
  ///
  /// - Parameters:
  ///   - space: The space.
  ///   - components: The components, in the order and ranges of ``CSSColorSpace``.
  ///   - alpha: The opacity, 0...1.
  ///   - missing: The components that are missing; their numbers are ignored.
  public init(
    _ space: CSSColorSpace, _ components: SIMD3<Double>, alpha: Double = 1, missing: MissingComponents = []
  ) {
    var components = components.mapped { $0.limited }
    if let hue = space.hueIndex { components[hue] = components[hue].wrapped(to: 360) }
    for index in 0..<3 where missing.contains(MissingComponents(component: index)) { components[index] = 0 }
    self.space = space
    self.components = components
    self.alpha = missing.contains(.alpha) ? 0 : min(1, max(0, alpha.limited))
    self.missing = missing
  }

  /// Accesses a component by its index 0, 1 or 2; nil if it is missing. Other indices stop the program.
  public subscript(component index: Int) -> Double? {
    requireComponent(index, of: 3)
    return missing.contains(MissingComponents(component: index)) ? nil : components[index]
  }

  /// Returns the colour with its opacity multiplied by a factor, as in SwiftUI. A missing opacity stays missing.
  public func opacity(_ opacity: Double) -> Color {
    Color(space, components, alpha: alpha * opacity, missing: missing)
  }

  /// The white of sRGB.
  public static let white = Color(.srgb, 1, 1, 1)
  /// The black of sRGB.
  public static let black = Color(.srgb, 0, 0, 0)
  /// Transparent black.
  public static let clear = Color(.srgb, 0, 0, 0, alpha: 0)
}

// MARK: - RGB

extension Color {
  /// The RGB spaces that SwiftUI names.
  public enum RGBColorSpace: Hashable, Sendable {
    case sRGB
    /// sRGB's primaries with linear light.
    case sRGBLinear
    case displayP3

    var space: CSSColorSpace {
      switch self {
      case .sRGB: .srgb
      case .sRGBLinear: .srgbLinear
      case .displayP3: .displayP3
      }
    }
  }

  /// Creates a colour from red, green and blue, 0...1 in gamut.
  public init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
  ) {
    self.init(colorSpace.space, [red, green, blue], alpha: opacity)
  }

  /// Creates a grey, from black at 0 to white at 1.
  public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
    self.init(colorSpace.space, SIMD3(repeating: white), alpha: opacity)
  }

  /// Creates a colour from its hue, saturation and brightness in sRGB (HSB, or HSV), each 0...1. The hue counts turns;
  /// the other two are clamped.
  public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
    let (saturation, brightness) = (min(1, max(0, saturation.limited)), min(1, max(0, brightness.limited)))
    // The largest component is the brightness, and the smallest is the brightness times 1 minus the saturation. This is
    // HWB.
    let hwb = SIMD3(hue.limited * 360, 100 * brightness * (1 - saturation), 100 * (1 - brightness))
    self.init(.srgb, CSSColorSpace.hwb.convert(hwb, to: .srgb), alpha: opacity)
  }

  /// The colour's hue, saturation and brightness in sRGB (HSB, or HSV), and its opacity, as
  /// ``init(hue:saturation:brightness:opacity:)`` takes them: each 0...1, and the hue, in turns, less than 1. Red,
  /// green and blue are clipped to 0...1 first. The hue of a grey is 0, and so is the saturation of black.
  public var hsb: (hue: Double, saturation: Double, brightness: Double, opacity: Double) {
    let rgb = components(in: .srgb).clamped(lowerBound: .zero, upperBound: .one)
    let hwb = CSSColorSpace.srgb.convert([rgb.x, rgb.y, rgb.z], to: .hwb)
    let brightness = max(rgb.x, rgb.y, rgb.z)
    let range = brightness - min(rgb.x, rgb.y, rgb.z)
    // Greys of other spaces are rounded.
    if range <= (space == .srgb ? 0 : 1e-14 * brightness) { return (0, 0, brightness, alpha) }
    return (hwb.x / 360, range / brightness, brightness, alpha)
  }

  /// Creates a colour from 8 bits each of red, green, blue and opacity, in sRGB and not premultiplied.
  public init(rgba8: SIMD4<UInt8>) {
    let components = SIMD4<Double>(rgba8) / 255
    self.init(.srgb, [components.x, components.y, components.z], alpha: components.w)
  }

  /// Creates an opaque colour from 0xRRGGBB, in sRGB.
  init(rgb8: UInt32) {
    self.init(rgba8: [UInt8(rgb8 >> 16 & 0xff), UInt8(rgb8 >> 8 & 0xff), UInt8(rgb8 & 0xff), 255])
  }

  /// The colour in 8 bits each of red, green, blue and opacity, in sRGB and not premultiplied. Each component is
  /// clipped to 0...1 and rounded to the nearest step.
  public var rgba8: SIMD4<UInt8> {
    let steps = components(in: .srgb).clamped(lowerBound: .zero, upperBound: .one) * 255
    return SIMD4<UInt8>(steps, rounding: .toNearestOrAwayFromZero)
  }
}

extension Double {
  /// The number within a colour's limits: 0 for NaN, otherwise clamped to ±1e30.
  fileprivate var limited: Double {
    isNaN ? 0 : min(1e30, max(-1e30, self))
  }
}
