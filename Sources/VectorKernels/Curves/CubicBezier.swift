/// A cubic Bezier timing curve through (0, 0) and (1, 1) with two control points, like CSS's `cubic-bezier()` and
/// SwiftUI's `UnitCurve.bezier`.
///
/// Its x is the progress and its y the amount. Both go from 0 to 1; y may leave 0...1 in between. The control points' x
/// are in 0...1, so that there is one y for every x.
public struct CubicBezier: Hashable, Sendable {
  public let x1: Double
  public let y1: Double
  public let x2: Double
  public let y2: Double

  /// Creates a curve from its control points.
  ///
  /// A y beyond ±1e100 is clamped to it, so that no sum of coordinates overflows.
  ///
  /// - Throws: ``CubicBezierError`` if `x1` or `x2` is outside 0...1 or a coordinate isn't finite.
  public init(x1: Double, y1: Double, x2: Double, y2: Double) throws(CubicBezierError) {
    for (coordinate, value) in [(CubicBezierError.Coordinate.x1, x1), (.y1, y1), (.x2, x2), (.y2, y2)] {
      if !value.isFinite { throw .notFinite(coordinate, value) }
    }
    if !(0...1).contains(x1) { throw .outsideUnitInterval(.x1, x1) }
    if !(0...1).contains(x2) { throw .outsideUnitInterval(.x2, x2) }
    self.init(unchecked: x1, y1, x2, y2)
  }

  /// Creates a curve from control points whose x are clamped to 0...1, and y to -1e100...1e100. A NaN counts as the
  /// nearer end's coordinate, and an infinite y as 1e9 with its sign.
  init(clamping start: UnitPoint, _ end: UnitPoint) {
    func x(_ x: Double, otherwise end: Double) -> Double { x.isNaN ? end : min(1, max(0, x)) }
    func y(_ y: Double, otherwise end: Double) -> Double { y.isNaN ? end : y.isFinite ? y : y > 0 ? 1e9 : -1e9 }
    self.init(
      unchecked: x(start.x, otherwise: 0), y(start.y, otherwise: 0), x(end.x, otherwise: 1), y(end.y, otherwise: 1))
  }

  /// Its x is its parameter s, and its y is s^2 (3 - 2 s).
  static let smoothstep = CubicBezier(unchecked: 1.0 / 3, 0, 2.0 / 3, 1)

  private init(unchecked x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    // A negative zero becomes 0, so that a vertical end has a velocity of the right sign.
    self.x1 = x1 + 0
    self.y1 = max(-1e100, min(y1, 1e100))
    self.x2 = x2 + 0
    self.y2 = max(-1e100, min(y2, 1e100))
  }

  /// The linear curve: (0, 0, 1, 1).
  public static let linear = CubicBezier(unchecked: 0, 0, 1, 1)
  /// CSS's `ease` and Core Animation's default: (0.25, 0.1, 0.25, 1).
  public static let ease = CubicBezier(unchecked: 0.25, 0.1, 0.25, 1)
  /// A curve that starts slowly: (0.42, 0, 1, 1).
  public static let easeIn = CubicBezier(unchecked: 0.42, 0, 1, 1)
  /// A curve that ends slowly: (0, 0, 0.58, 1).
  public static let easeOut = CubicBezier(unchecked: 0, 0, 0.58, 1)
  /// A curve that starts and ends slowly: (0.42, 0, 0.58, 1).
  public static let easeInOut = CubicBezier(unchecked: 0.42, 0, 0.58, 1)
}

/// The reason why control points don't make a timing curve.
public enum CubicBezierError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One of the four coordinates, named by its argument label.
  public enum Coordinate: String, Sendable {
    case x1, y1, x2, y2
  }

  case notFinite(Coordinate, Double)
  case outsideUnitInterval(Coordinate, Double)

  public var description: String {
    switch self {
    case .notFinite(let coordinate, let value): "\(coordinate) is \(value), but must be finite"
    case .outsideUnitInterval(let coordinate, let value): "\(coordinate) is \(value), but must be in 0...1"
    }
  }
}

// MARK: - In Double

extension CubicBezier {
  /// Returns the curve's point at a parameter in 0...1, and the derivatives of its coordinates.
  func point(at s: Double) -> (x: Double, y: Double, dx: Double, dy: Double) {
    func coordinate(_ p1: Double, _ p2: Double) -> (Double, Double) {
      let r = 1 - s
      return (
        s * (3 * r * (p1 * r + p2 * s) + s * s),
        3 * (p1 * r * r + 2 * (p2 - p1) * r * s + (1 - p2) * s * s)
      )
    }
    let (x, dx) = coordinate(x1, x2)
    let (y, dy) = coordinate(y1, y2)
    return (x, y, dx, dy)
  }

  /// Returns the parameter at which the curve has an x in 0...1, by Halley's method, kept inside the bracket by
  /// bisection.
  func parameter(at x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var s = x
    for _ in 0..<64 {
      let (found, _, dx, _) = point(at: s)
      let excess = found - x
      // The curve's x is rounded by about as much.
      if abs(excess) <= .ulpOfOne * x { break }
      if excess < 0 { low = s } else { high = s }
      let ddx = 6 * ((1 - s) * (x2 - 2 * x1) + s * (1 - 2 * x2 + x1))
      var next = s - excess * dx / (dx * dx - excess * ddx / 2)
      // Both derivatives may be 0 here, and the step then is 0 / 0.
      if !(next > low && next < high) { next = (low + high) / 2 }
      if next == s { break }
      s = next
    }
    return s
  }

  /// Returns the parameter at which the curve has an x in 0...1, searched for near another parameter. The error is
  /// about 1e-15, 1e-8 where the derivative of x is 0, and 1e-5 where its second derivative is 0, too.
  func parameter(at x: Double, near guess: Double) -> Double {
    let (a, b, c) = (1 + 3 * (x1 - x2), 3 * (x2 - 2 * x1), 3 * x1)
    var (low, high) = (0.0, 1.0)
    var s = guess
    for _ in 0..<64 {
      let excess = ((a * s + b) * s + c) * s - x
      if excess == 0 { break }
      if excess < 0 { low = s } else { high = s }
      let step = excess / ((3 * a * s + 2 * b) * s + c)
      // The next step of Newton's method would be about the square of this one.
      if abs(step) <= 1e-9 { return min(max(s - step, low), high) }
      s -= step
      if !(s > low && s < high) { s = (low + high) / 2 }
    }
    return s
  }

  /// Returns the amount, the curve's y, at a progress, its x.
  ///
  /// The parameter is solved for to the last bits of x, so the error is a few ulp times the velocity, and up to about
  /// 1e-5 of the largest coordinate where the curve is upright.
  ///
  /// - Parameter progress: The progress, which is clamped to 0...1; the ends have exactly 0 and 1. NaN gives NaN.
  /// - Complexity: O(1), about three steps of Halley's method.
  public func value(at progress: Double) -> Double {
    if progress <= 0 { return 0 }
    if progress >= 1 { return 1 }
    return progress.isNaN ? progress : point(at: parameter(at: progress)).y
  }

  /// Returns the amount at a progress as ``value(at:)`` does, in fewer steps if a guess of the parameter is near. The
  /// call replaces the guess by the parameter.
  func value(at progress: Double, near parameter: inout Double) -> Double {
    guard progress > 0, progress < 1 else { return value(at: progress) }
    parameter = self.parameter(at: progress, near: parameter)
    return point(at: parameter).y
  }

  /// Returns the velocity dy/dx at a progress.
  ///
  /// At an end it is the limit where both derivatives are 0. It is infinite where the curve is vertical and at an
  /// upright cusp, where it has the sign of the motion after the cusp. Otherwise it is finite.
  ///
  /// - Parameter progress: The progress, which is clamped to 0...1. NaN gives NaN.
  /// - Complexity: O(1), about three steps of Halley's method.
  public func velocity(at progress: Double) -> Double {
    let x = progress
    if x.isNaN { return x }
    if x <= 0 { return endVelocity(x1, y1, x2, y2) }
    if x >= 1 { return endVelocity(1 - x2, 1 - y2, 1 - x1, 1 - y1) }
    let (_, _, dx, dy) = point(at: parameter(at: x))
    // The control points cross over so far that both derivatives are 0, at a parameter of 1/2, where y1 is y2 + 1. The
    // second derivative of y, 6 (1 - y1 - y2) / 2, makes an upright cusp; the velocity is that after it.
    if dx == 0 && dy == 0 { return y1 + y2 == 1 ? 1 : y1 + y2 > 1 ? -.infinity : .infinity }
    return quotient(dy, dx)
  }

  /// The curve with its axes swapped: its value at an amount is the progress at which this curve has that amount. Nil
  /// if a control point's y is outside 0...1, because an amount may then have several progresses.
  public var inverse: CubicBezier? {
    let isInside = (0...1).contains(y1) && (0...1).contains(y2)
    return isInside ? CubicBezier(unchecked: y1, x1, y2, x2) : nil
  }

  /// A quotient that is infinite only where the divisor is 0.
  private func quotient(_ y: Double, _ x: Double) -> Double { x == 0 ? y / x : (y / x).clampedToFinite }

  /// Returns the velocity at the start: that of the line to the first control point that differs from it.
  private func endVelocity(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
    if x1 != 0 || y1 != 0 { return quotient(y1, x1) }
    if x2 != 0 || y2 != 0 { return quotient(y2, x2) }
    return 1
  }

  /// The parameters inside 0...1 at which the derivative of y is 0.
  var extremaOfY: [Double] {
    // One third of the derivative is a s^2 + 2 h s + c.
    let (a, h, c) = (1 + 3 * (y1 - y2), y2 - 2 * y1, y1)
    let discriminant = h * h - a * c
    guard discriminant >= 0 else { return [] }
    // Computes the larger root first and the other one from their product, so that neither cancels.
    let sum = -(h + (h < 0 ? -1 : 1) * discriminant.squareRoot())
    return [sum / a, c / sum].filter { $0 > 0 && $0 < 1 }
  }
}

extension Double {
  /// The number, or the largest one of its sign if it is infinite.
  var clampedToFinite: Double {
    // NaN stays NaN.
    self > .greatestFiniteMagnitude
      ? .greatestFiniteMagnitude : self < -.greatestFiniteMagnitude ? -.greatestFiniteMagnitude : self
  }
}
