#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// The coordinates of colour spaces, over lanes: polar coordinates, or hues of sRGB, to rectangular components and back
// (CSS Color 4, "Converting HSL Colors to sRGB" and the sections around it).
//
//   polar    a, b = chroma * (cos, sin) hue
//   hsl      c(n) = l - s * min(l, 1 - l) * max(-1, min(k - 3, 9 - k, 1)), k = (n + hue / 30) mod 12;  n = 0, 8, 4
//   hwb      (1 - w - b) * hsl(hue, 1, 1/2) + w; where w + b is 1 or more, the gray w / (w + b)
//   hsb      hwb with w = b * (1 - s) and a blackness of 1 - b
//
// HSB, which isn't a space of CSS, counts hues in turns, and its other components are 0...1. Saturation and brightness
// are clamped to that range, and so are red, green and blue before they become HSB. All other hues are in degrees, and
// percentages are 0...100. Without chroma the hue is 0.

extension Lanes {
  /// Polar to rectangular: the second and third component of a space whose first they share.
  @inline(__always)
  static func rectangular(chroma: Self, hue: Self) -> (a: Self, b: Self) {
    // A Float loses more of 1 / 90 than it may after many turns.
    let lost = Self(repeating: Element(1.0 / 90 - Double(Float(1.0 / 90))))
    let rest = isNarrowerThanDouble ? hue * lost : Self(repeating: 0)
    let (sine, cosine) = sineAndCosine(angle(hue, Self(repeating: 1 / 90), rest: rest))
    return (chroma * cosine, chroma * sine)
  }

  /// Returns the distance of a component of HSL from the lightness, -1...1 times its reach.
  ///
  /// - Parameter unit: The turns in one unit of the hue.
  @inline(__always)
  private static func offset(_ n: Element, _ hue: Self, unit: Element = 1 / 360) -> Self {
    let turns = fma(hue, Self(repeating: unit), Self(repeating: n / 12))
    let k = (turns - floor(turns)) * Self(repeating: 12)
    let hat = min(k - Self(repeating: 3), Self(repeating: 9) - k)
    return max(Self(repeating: -1), min(Self(repeating: 1), hat))
  }

  @inline(__always)
  static func rgb(hue: Self, saturation: Self, lightness: Self) -> (Self, Self, Self) {
    let percent = Self(repeating: 0.01)
    let l = lightness * percent
    let reach = negated(saturation * percent) * min(Self(repeating: 1) - l, l)
    return (fma(reach, offset(0, hue), l), fma(reach, offset(8, hue), l), fma(reach, offset(4, hue), l))
  }

  @inline(__always)
  static func rgb(hue: Self, whiteness: Self, blackness: Self) -> (Self, Self, Self) {
    let percent = Self(repeating: 0.01)
    let half = Self(repeating: 0.5)
    let one = Self(repeating: 1)
    let white = whiteness * percent
    let black = blackness * percent
    let sum = white + black
    let isGray = lessOrEqual(one, sum)
    // 1 where it isn't gray, so that nothing divides by 0.
    let gray = white / select(isGray, sum, one)
    let range = one - sum
    @inline(__always) func component(_ n: Element) -> Self {
      select(isGray, gray, fma(range, fma(negated(half), offset(n, hue), half), white))
    }
    return (component(0), component(8), component(4))
  }

  @inline(__always)
  static func rgb(hueInTurns hue: Self, saturation: Self, brightness: Self) -> (Self, Self, Self) {
    let half = Self(repeating: 0.5)
    // Exact, however many turns there are.
    let turn = hue - floor(hue)
    let bright = clippedToOne(brightness)
    let range = bright * clippedToOne(saturation)
    @inline(__always) func component(_ n: Element) -> Self {
      fma(negated(range), fma(half, offset(n, turn, unit: 1), half), bright)
    }
    return (component(0), component(8), component(4))
  }

  /// Clamps to 0...1. NaN stays NaN.
  @inline(__always)
  static func clippedToOne(_ x: Self) -> Self {
    let (zero, one) = (Self(repeating: 0), Self(repeating: 1))
    return select(less(x, zero), zero, select(less(one, x), one, x))
  }
}

/// The part of the conversion that HSL, HWB and HSB share.
struct HueRange {
  let most, least: Wide
  /// In degrees of 0..<360.
  let hue: Wide
  /// The degrees from which a hue is 0.
  let limit: Wide

  @inline(__always)
  init(_ r: Wide, _ g: Wide, _ b: Wide, below limit: Wide) {
    self.limit = limit
    // NaN anywhere is NaN everywhere.
    let sum = r + g + b
    most = Wide.select(Wide.isNumber(sum), Wide.max(r, Wide.max(g, b)), sum)
    least = Wide.select(Wide.isNumber(sum), Wide.min(r, Wide.min(g, b)), sum)
    let range = most - least
    let isRed = Wide.lessOrEqual(most, r)
    let isGreen = Wide.lessOrEqual(most, g)
    let difference = Wide.select(isRed, g - b, Wide.select(isGreen, b - r, r - g))
    let start = Wide.select(
      isRed, Wide(repeating: 0), Wide.select(isGreen, Wide(repeating: 120), Wide(repeating: 240)))
    let isGray = Wide.isZero(range)
    let angle = Wide.fma(difference / Wide.select(isGray, Wide(repeating: 1), range), Wide(repeating: 60), start)
    let turned = Wide.select(Wide.less(angle, Wide(repeating: 0)), angle + Wide(repeating: 360), angle)
    hue = Wide.select(isGray, Wide(repeating: 0), Wide.wrappedOnce(turned, below: limit))
  }

  @inline(__always)
  var hsl: (Wide, Wide, Wide) {
    let zero = Wide(repeating: 0)
    let one = Wide(repeating: 1)
    let percent = Wide(repeating: 100)
    let l = (most + least) * Wide(repeating: 0.5)
    let room = Wide.min(one - l, l)
    let reach = most - l
    let hasNone = Wide.isZero(reach * room)
    let saturation = Wide.select(hasNone, zero, reach / Wide.select(hasNone, one, room))
    // Far outside the gamut the saturation comes out negative, which is the opposite hue's.
    let isOpposite = Wide.less(saturation, zero)
    let opposite = hue + Wide.select(Wide.less(hue, Wide(repeating: 180)), Wide(repeating: 180), Wide(repeating: -180))
    return (
      Wide.select(isOpposite, Wide.wrappedOnce(opposite, below: limit), hue), Wide.abs(saturation) * percent,
      l * percent
    )
  }

  @inline(__always)
  var hwb: (Wide, Wide, Wide) {
    let percent = Wide(repeating: 100)
    return (hue, least * percent, (Wide(repeating: 1) - most) * percent)
  }

  /// Of components within 0...1.
  @inline(__always)
  var hsb: (Wide, Wide, Wide) {
    let isBlack = Wide.isZero(most)
    let saturation = (most - least) / Wide.select(isBlack, Wide(repeating: 1), most)
    return (hue * Wide(repeating: 1 / 360), saturation, most)
  }
}

#endif
