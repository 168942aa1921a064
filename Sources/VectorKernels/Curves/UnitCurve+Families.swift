// Robert Penner's families of easing functions ("Programming Macromedia Flash MX", 2002), named as SwiftUI names the
// circular one. The circular family is with SwiftUI's curves.

extension UnitCurve {
  /// `x^2`.
  public static let quadraticEaseIn = UnitCurve(.power(2), .easeIn)
  /// `1 - (1 - x)^2`.
  public static let quadraticEaseOut = UnitCurve(.power(2), .easeOut)
  /// Half a ``quadraticEaseIn``, then half a ``quadraticEaseOut``.
  public static let quadraticEaseInOut = UnitCurve(.power(2), .easeInOut)

  /// `x^3`.
  public static let cubicEaseIn = UnitCurve(.power(3), .easeIn)
  /// `1 - (1 - x)^3`.
  public static let cubicEaseOut = UnitCurve(.power(3), .easeOut)
  /// Half a ``cubicEaseIn``, then half a ``cubicEaseOut``.
  public static let cubicEaseInOut = UnitCurve(.power(3), .easeInOut)

  /// `x^4`.
  public static let quarticEaseIn = UnitCurve(.power(4), .easeIn)
  /// `1 - (1 - x)^4`.
  public static let quarticEaseOut = UnitCurve(.power(4), .easeOut)
  /// Half a ``quarticEaseIn``, then half a ``quarticEaseOut``.
  public static let quarticEaseInOut = UnitCurve(.power(4), .easeInOut)

  /// `x^5`.
  public static let quinticEaseIn = UnitCurve(.power(5), .easeIn)
  /// `1 - (1 - x)^5`.
  public static let quinticEaseOut = UnitCurve(.power(5), .easeOut)
  /// Half a ``quinticEaseIn``, then half a ``quinticEaseOut``.
  public static let quinticEaseInOut = UnitCurve(.power(5), .easeInOut)

  /// `1 - cos(pi x / 2)`.
  public static let sineEaseIn = UnitCurve(.sine, .easeIn)
  /// `sin(pi x / 2)`.
  public static let sineEaseOut = UnitCurve(.sine, .easeOut)
  /// `(1 - cos(pi x)) / 2`.
  public static let sineEaseInOut = UnitCurve(.sine, .easeInOut)

  /// `(2^(10 x) - 1) / 1023`: Penner's `2^(10 (x - 1))`, which jumps by 0.001 at 0, made continuous.
  public static let exponentialEaseIn = UnitCurve(.exponential, .easeIn)
  /// ``exponentialEaseIn`` from the end.
  public static let exponentialEaseOut = UnitCurve(.exponential, .easeOut)
  /// Half an ``exponentialEaseIn``, then half an ``exponentialEaseOut``.
  public static let exponentialEaseInOut = UnitCurve(.exponential, .easeInOut)

  /// `1 - b(1 - x)`, with b the ``bounceEaseOut``.
  public static let bounceEaseIn = UnitCurve(.bounce, .easeIn)
  /// Falls to 1 and bounces off it three times: four parabolas of `7.5625 x^2`.
  public static let bounceEaseOut = UnitCurve(.bounce, .easeOut)
  /// Half a ``bounceEaseIn``, then half a ``bounceEaseOut``.
  public static let bounceEaseInOut = UnitCurve(.bounce, .easeInOut)

  /// `x^2 ((s + 1) x - s)`: draws back before it sets out.
  ///
  /// - Parameter overshoot: s, clamped to 0...1000; Penner's 1.70158, also for NaN, draws back by a tenth.
  public static func backEaseIn(overshoot: Double = 1.70158) -> UnitCurve {
    UnitCurve(.back(overshooting: overshoot), .easeIn)
  }
  /// ``backEaseIn(overshoot:)`` from the end: goes past it and returns.
  ///
  /// - Parameter overshoot: s, clamped to 0...1000; Penner's 1.70158, also for NaN, overshoots by a tenth.
  public static func backEaseOut(overshoot: Double = 1.70158) -> UnitCurve {
    UnitCurve(.back(overshooting: overshoot), .easeOut)
  }
  /// Half a ``backEaseIn(overshoot:)``, then half a ``backEaseOut(overshoot:)``, with the overshoot 1.525 times as
  /// large, as Penner has it.
  ///
  /// - Parameter overshoot: s, clamped to 0...1000 before it is multiplied; 1.70158 for NaN.
  public static func backEaseInOut(overshoot: Double = 1.70158) -> UnitCurve {
    UnitCurve(.back(overshooting: overshoot, times: 1.525), .easeInOut)
  }

  /// `-a E(x) sin(2 pi (x - 1 - s) / p)` with E the ``exponentialEaseIn`` and `s = p asin(1 / a) / 2 pi`: swings ever
  /// further before it sets out.
  ///
  /// - Parameters:
  ///   - amplitude: a, clamped to 1...1000; 1 for NaN.
  ///   - period: p, the time of a swing, clamped to 0.01...100; Penner's 0.3 for NaN.
  public static func elasticEaseIn(amplitude: Double = 1, period: Double = 0.3) -> UnitCurve {
    UnitCurve(.elastic(swinging: amplitude, period, otherwise: 0.3), .easeIn)
  }
  /// ``elasticEaseIn(amplitude:period:)`` from the end: swings about it ever less.
  ///
  /// - Parameters:
  ///   - amplitude: a, clamped to 1...1000; 1 for NaN.
  ///   - period: p, the time of a swing, clamped to 0.01...100; Penner's 0.3 for NaN.
  public static func elasticEaseOut(amplitude: Double = 1, period: Double = 0.3) -> UnitCurve {
    UnitCurve(.elastic(swinging: amplitude, period, otherwise: 0.3), .easeOut)
  }
  /// Half an ``elasticEaseIn(amplitude:period:)``, then half an ``elasticEaseOut(amplitude:period:)``.
  ///
  /// - Parameters:
  ///   - amplitude: a, clamped to 1...1000; 1 for NaN.
  ///   - period: p, twice the time of a swing, clamped to 0.01...100; Penner's 0.45 for NaN.
  public static func elasticEaseInOut(amplitude: Double = 1, period: Double = 0.45) -> UnitCurve {
    UnitCurve(.elastic(swinging: amplitude, period, otherwise: 0.45), .easeInOut)
  }

  init(_ easing: Easing, _ direction: Direction) {
    self.init(.eased(easing, direction, isInverse: false))
  }
}

extension Easing {
  fileprivate static func back(overshooting overshoot: Double, times factor: Double = 1) -> Easing {
    .back(overshoot: overshoot.isNaN ? 1.70158 : min(1000, max(0, overshoot)), factor: factor)
  }

  fileprivate static func elastic(swinging amplitude: Double, _ period: Double, otherwise usual: Double) -> Easing {
    .elastic(
      amplitude: amplitude.isNaN ? 1 : min(1000, max(1, amplitude)),
      period: period.isNaN ? usual : min(100, max(0.01, period)))
  }
}
