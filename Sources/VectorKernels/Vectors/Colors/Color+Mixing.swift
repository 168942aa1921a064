extension Color {
  /// A mixture of two colours, as SwiftUI has it.
  ///
  /// - Parameters:
  ///   - rhs: The colour at a fraction of 1.
  ///   - fraction: How far to go, usually in 0...1.
  ///   - colorSpace: `.perceptual` mixes in Oklab, `.device` in gamma-encoded sRGB.
  /// - Returns: A colour in `oklab` or `srgb`.
  public func mix(
    with rhs: Color, by fraction: Double, in colorSpace: Gradient.ColorSpace = .perceptual
  ) -> Color {
    mix(with: rhs, by: fraction, in: colorSpace.space)
  }

  /// A mixture of two colours, as CSS has it (CSS Color 4, "Color Interpolation").
  ///
  /// Both are converted to the space. A component that is missing in one of them is the other's, also across spaces
  /// that have the component in common; a hue is missing where a conversion finds no chroma. Components other than hues
  /// are weighted by the opacity. Nothing is clipped.
  ///
  /// Outside 0...1 the mixture goes on beyond the ends; a fraction that is NaN gives a colour of all zeros.
  ///
  /// - Parameters:
  ///   - other: The colour at a fraction of 1.
  ///   - fraction: How far to go, usually in 0...1.
  ///   - space: The space to mix in.
  ///   - arc: Which way a hue goes, in spaces that have one.
  /// - Returns: A colour in `space`. What is missing in both is missing in it.
  public func mix(with other: Color, by fraction: Double, in space: CSSColorSpace, hue arc: HueArc = .shorter) -> Color
  {
    ColorPair(self, other, in: space, hue: arc).mixed(by: fraction)
  }
}

/// Animated in Oklab, as SwiftUI's gradients are:
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
  /// Sums and multiples of these look as mixtures of the colours should, also where a spring or an added animation goes
  /// beyond the ends. Setting them keeps the colour's space, with nothing missing.
  public var animatableData: SIMD4<Double> {
    get { components(in: .oklab).premultiplied(hue: nil) }
    set {
      var oklab = newValue
      if oklab.w > 0 { oklab /= oklab.w }
      self = Color(.oklab, [oklab.x, oklab.y, oklab.z], alpha: newValue.w).converted(to: space).filled
    }
  }

  /// With nothing missing.
  private var filled: Color { Color(space, components, alpha: alpha) }
}

/// Animated in Oklab by an ``Animator``, in columns of `Float`s from which ``Animator/packColors(_:in:as:into:at:changedOnly:)``
/// makes pixels:
///
/// ```swift
/// var colors = Animator<Color>()
/// let button = colors.add(.white)
/// try colors.animate(button, to: Color(css: "tomato"), using: .easeOut)
/// ```
///
/// On its way a colour is the mixture of both ends in Oklab, ``mix(with:by:in:)-(Color,Double,Gradient.ColorSpace)``. In
/// `Float` its components, multiplied by the opacity, are within 5e-7 of that for colours of sRGB at amounts from 0 to 1:
/// a thirtieth of a step of 16 bits. A missing component is 0, as in ``animatableData``: what a mixture makes of
/// it depends on both of its ends, and an animator sends a colour elsewhere at any time.
extension Color: ComponentAnimatable {
  /// A colour in `oklab` of its ``animatableData``, rounded to `Float`.
  public init(animatableComponents: SIMD4<Float>) {
    self = Color(.oklab, 0, 0, 0)
    animatableData = SIMD4<Double>(animatableComponents)
  }

  /// The ``animatableData``, rounded to `Float`.
  public var animatableComponents: SIMD4<Float> { SIMD4<Float>(animatableData) }
}
