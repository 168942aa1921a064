import Foundation
import Testing
import VectorKernels

/// A curve of Penner's with its textbook formula.
struct Family: Sendable, CustomTestStringConvertible {
  enum Direction { case easeIn, easeOut, easeInOut }

  let curve: UnitCurve
  let direction: Direction
  /// The ease in, in high precision.
  let easeIn: @Sendable (Reference) -> Reference
  /// The ease out where it can't be computed from the ease in: that one's slope is infinite at 1.
  var easeOut: (@Sendable (Reference) -> Reference)?
  /// Whether it never falls.
  var rises = true
  /// Whether it has corners, where the derivative jumps.
  var hasCorners = false
  /// The scale of errors: how far the terms of the formula go beyond 1.
  var scale = 1.0

  var testDescription: String { "\(curve)" }

  func value(at x: Reference) -> Reference {
    switch direction {
    case .easeIn: easeIn(x)
    case .easeOut: easeOut.map { $0(x) } ?? 1 - easeIn(1 - x)
    case .easeInOut: x < 0.5 ? easeIn(2 * x) / 2 : 1 - easeIn(2 - 2 * x) / 2
    }
  }

  /// Every family, those with parameters several times.
  static let all: [Family] =
    three(.quadraticEaseIn, .quadraticEaseOut, .quadraticEaseInOut) { $0 * $0 }
    + three(.cubicEaseIn, .cubicEaseOut, .cubicEaseInOut) { $0 * $0 * $0 }
    + three(.quarticEaseIn, .quarticEaseOut, .quarticEaseInOut) { $0 * $0 * $0 * $0 }
    + three(.quinticEaseIn, .quinticEaseOut, .quinticEaseInOut) { $0 * $0 * $0 * $0 * $0 }
    + three(.sineEaseIn, .sineEaseOut, .sineEaseInOut) { 1 - cos($0 * .pi / 2) }
    + three(.exponentialEaseIn, .exponentialEaseOut, .exponentialEaseInOut, growth)
    + three(.circularEaseIn, .circularEaseOut, .circularEaseInOut) { 1 - (1 - $0 * $0).squareRoot() }.map {
      var family = $0
      family.easeOut = { ($0 * (2 - $0)).squareRoot() }
      return family
    }
    + three(.bounceEaseIn, .bounceEaseOut, .bounceEaseInOut) { 1 - bounce(1 - $0) }.map {
      var family = $0
      (family.rises, family.hasCorners) = (false, true)
      return family
    }
    + [0, 0.01, 1.70158, 10, 1000].flatMap(back) + back(nil)
    + [(1, 0.3), (1, 0.45), (1.5, 0.4), (3, 0.1), (1, 3), (100, 0.02), (1.0001, 0.45)].flatMap(elastic)
    + [0.2, 0.5, 1, 1.1, 1.5, 2.4, 3, 7.3, 100].flatMap(power)

  private static func three(
    _ easeIn: UnitCurve, _ easeOut: UnitCurve, _ easeInOut: UnitCurve,
    _ formula: @escaping @Sendable (Reference) -> Reference
  ) -> [Family] {
    [
      Family(curve: easeIn, direction: .easeIn, easeIn: formula),
      Family(curve: easeOut, direction: .easeOut, easeIn: formula),
      Family(curve: easeInOut, direction: .easeInOut, easeIn: formula),
    ]
  }

  private static func growth(_ u: Reference) -> Reference { (exp2(10 * u) - 1) / 1023 }

  private static func bounce(_ t: Reference) -> Reference {
    let n: Reference = 7.5625
    let d: Reference = 2.75
    func parabola(_ t: Reference, _ center: Reference, _ height: Reference) -> Reference {
      n * (t - center / d) * (t - center / d) + height
    }
    if t < 1 / d { return parabola(t, 0, 0) }
    if t < 2 / d { return parabola(t, 1.5, 0.75) }
    if t < 2.5 / d { return parabola(t, 2.25, 0.9375) }
    return parabola(t, 2.625, 0.984375)
  }

  private static func back(_ overshoot: Double) -> [Family] {
    func formula(_ s: Double) -> @Sendable (Reference) -> Reference {
      { (Reference(s) + 1) * $0 * $0 * $0 - Reference(s) * $0 * $0 }
    }
    func family(_ curve: UnitCurve, _ direction: Direction, _ s: Double) -> Family {
      Family(curve: curve, direction: direction, easeIn: formula(s), rises: s == 0, scale: max(1, s))
    }
    return [
      family(.backEaseIn(overshoot: overshoot), .easeIn, overshoot),
      family(.backEaseOut(overshoot: overshoot), .easeOut, overshoot),
      family(.backEaseInOut(overshoot: overshoot), .easeInOut, overshoot * 1.525),
    ]
  }

  /// Penner's own overshoot.
  private static func back(_: Never?) -> [Family] {
    zip([UnitCurve.backEaseIn(), .backEaseOut(), .backEaseInOut()], back(1.70158)).map {
      Family(curve: $0, direction: $1.direction, easeIn: $1.easeIn, rises: false, scale: $1.scale)
    }
  }

  private static func power(_ exponent: Double) -> [Family] {
    three(.powerEaseIn(exponent: exponent), .powerEaseOut(exponent: exponent), .powerEaseInOut(exponent: exponent)) {
      pow($0, Reference(exponent))
    }.map {
      var family = $0
      family.scale = max(1, exponent / 6)
      return family
    }
  }

  private static func elastic(amplitude: Double, period: Double) -> [Family] {
    let (a, p) = (Reference(amplitude), Reference(period))
    let shift = p / (2 * .pi) * asin(1 / a)
    let formula: @Sendable (Reference) -> Reference = {
      -a * growth($0) * sin(2 * .pi * ($0 - 1 - shift) / p)
    }
    return three(
      .elasticEaseIn(amplitude: amplitude, period: period), .elasticEaseOut(amplitude: amplitude, period: period),
      .elasticEaseInOut(amplitude: amplitude, period: period), formula
    ).map {
      var family = $0
      family.rises = false
      family.scale = amplitude * (1 + 0.1 / period)
      return family
    }
  }
}
