extension Color {
  /// Returns a mixture of two colours by SwiftUI's rules.
  ///
  /// - Parameters:
  ///   - rhs: The colour at an amount of 1.
  ///   - amount: The amount, usually in 0...1.
  ///   - colorSpace: `.perceptual` mixes in Oklab, `.device` in gamma-encoded sRGB.
  /// - Returns: A colour in `oklab` or `srgb`.
  public func mix(
    with rhs: Color, by amount: Double, in colorSpace: Gradient.ColorSpace = .perceptual
  ) -> Color {
    mix(with: rhs, by: amount, in: colorSpace.space)
  }

  /// Returns a mixture of two colours by CSS's rules (CSS Color 4, "Color Interpolation").
  ///
  /// Both colours are converted to the space. A component that is missing in one of them is taken from the other, also
  /// across spaces that have the component in common. A hue is missing if a conversion finds no chroma. Components
  /// other than hues are weighted by the opacity.
  ///
  /// Amounts outside 0...1 extrapolate. The opacity is then clamped to 0...1 before the components are divided by it.
  /// Nothing else is clipped: a chroma or saturation below 0 stands for the opposite hue. An amount of NaN gives a
  /// colour of all zeros.
  ///
  /// - Parameters:
  ///   - other: The colour at an amount of 1.
  ///   - amount: The amount, usually in 0...1.
  ///   - space: The space to mix in.
  ///   - arc: The direction in which a hue goes, in spaces that have a hue.
  /// - Returns: A colour in `space`. Components that are missing in both colours are missing in it.
  public func mix(with other: Color, by amount: Double, in space: CSSColorSpace, hue arc: HueArc = .shorter) -> Color {
    ColorPair(self, other, in: space, hue: arc).mixed(by: amount)
  }
}

/// Colours are animated in Oklab, like SwiftUI's gradients:
///
/// ```swift
/// var color = Color.black
/// var velocity = SIMD4<Double>.zero
/// let target = Color.white.animatableData
/// Spring.snappy.update(value: &color.animatableData, velocity: &velocity, target: target, deltaTime: 1 / 60)
/// ```
extension Color: Animatable {
  /// Oklab's lightness, a and b, each multiplied by the opacity, and the opacity.
  ///
  /// Sums and multiples of these vectors look like mixtures of the colours, even where a spring or an added animation
  /// goes beyond the ends. Setting the vector keeps the colour's space and leaves no component missing.
  public var animatableData: SIMD4<Double> {
    get { components(in: .oklab).premultiplied(hue: nil) }
    set {
      var oklab = newValue
      if oklab.w > 0 { oklab /= min(1, oklab.w) }
      self = Color(.oklab, [oklab.x, oklab.y, oklab.z], alpha: newValue.w).converted(to: space).filled
    }
  }

  /// The colour with no component missing.
  private var filled: Color { Color(space, components, alpha: alpha) }
}

/// An ``Animator`` animates colours in Oklab, in columns of `Float`s, which
/// ``Animator/packColors(_:in:as:into:at:changedOnly:)`` converts to pixels:
///
/// ```swift
/// var colors = Animator<Color>()
/// let button = colors.add(.white)
/// try colors.animate(button, to: Color(css: "tomato"), using: .easeOut)
/// ```
///
/// On its way, a colour is the mixture of both ends in Oklab, ``mix(with:by:in:)-(Color,Double,Gradient.ColorSpace)``.
/// In `Float` its components, multiplied by the opacity, are within 5e-7 of that mixture for colours of sRGB at amounts
/// from 0 to 1: a thirtieth of a 16-bit step. A missing component is 0, as in ``animatableData``: in a mixture it would
/// depend on both ends, but an animator can change a colour's target at any time.
extension Color: ComponentAnimatable {
  /// Creates a colour in `oklab` from its ``animatableData``, rounded to `Float`.
  public init(animatableComponents: SIMD4<Float>) {
    self = Color(.oklab, 0, 0, 0)
    animatableData = SIMD4<Double>(animatableComponents)
  }

  /// The ``animatableData``, rounded to `Float`.
  public var animatableComponents: SIMD4<Float> { SIMD4<Float>(animatableData) }
}
