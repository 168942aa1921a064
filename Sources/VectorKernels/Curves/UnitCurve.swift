/// A function from 0...1 to progress: how far an animation is at a fraction of its time.
///
/// SwiftUI's curves under SwiftUI's names, and Robert Penner's families under names of the same kind. A curve goes from
/// (0, 0) to (1, 1), both exactly; progress may leave 0...1 in between. Input is clamped to 0...1, and NaN gives NaN.
///
/// ```swift
/// UnitCurve.easeInOut.value(at: 0.25)     // 0.129
/// UnitCurve.backEaseOut().value(at: 0.5)  // 1.088
/// ```
public struct UnitCurve: Hashable, Sendable {
  let shape: Shape

  init(_ shape: Shape) {
    self.shape = shape
  }

  /// The curve's formula and its parameters, which are in range.
  enum Shape: Hashable, Sendable {
    case linear
    case bezier(CubicBezier)
    case eased(Easing, Direction, isInverse: Bool)
  }

  /// Which ends of a curve its easing shapes.
  enum Direction: String, Hashable, Sendable, Codable {
    case easeIn, easeOut, easeInOut
  }
}

// MARK: - SwiftUI's curves

extension UnitCurve {
  /// A cubic Bezier curve from (0, 0) to (1, 1).
  ///
  /// - Parameters:
  ///   - startControlPoint: The first control point. Its x is clamped to 0...1; a y that isn't a number counts as 0, an
  ///     infinite one as 1e9 with its sign.
  ///   - endControlPoint: The second control point, likewise; there what isn't a number counts as 1.
  public static func bezier(startControlPoint: UnitPoint, endControlPoint: UnitPoint) -> UnitCurve {
    UnitCurve(.bezier(CubicBezier(clamping: startControlPoint, endControlPoint)))
  }

  /// Progress is time.
  public static let linear = UnitCurve(Shape.linear)

  /// Starts slowly: the Bezier curve of (0.42, 0) and (1, 1).
  public static let easeIn = UnitCurve(.bezier(.easeIn))

  /// Ends slowly: the Bezier curve of (0, 0) and (0.58, 1).
  public static let easeOut = UnitCurve(.bezier(.easeOut))

  /// Starts and ends slowly: the Bezier curve of (0.42, 0) and (0.58, 1).
  public static let easeInOut = UnitCurve(.bezier(.easeInOut))

  /// A quarter circle that starts horizontally: `1 - sqrt(1 - x^2)`.
  public static let circularEaseIn = UnitCurve(.eased(.circular, .easeIn, isInverse: false))

  /// A quarter circle that ends horizontally: `sqrt(1 - (1 - x)^2)`.
  public static let circularEaseOut = UnitCurve(.eased(.circular, .easeOut, isInverse: false))

  /// Two quarter circles that start and end horizontally.
  public static let circularEaseInOut = UnitCurve(.eased(.circular, .easeInOut, isInverse: false))
}

// MARK: - Evaluation

extension UnitCurve {
  /// The progress at a fraction of the time, which is clamped to 0...1.
  ///
  /// - Complexity: O(1); a Bezier curve is solved by about five steps of Newton's method.
  public func value(at progress: Double) -> Double {
    // Written so that NaN stays.
    let x = progress < 0 ? 0 : progress > 1 ? 1 : progress
    switch shape {
    case .linear: return x
    case .bezier(let curve): return curve.value(at: x)
    case .eased(let easing, let direction, isInverse: false): return direction.turned(x, easing.value(at:))
    case .eased(let easing, let direction, isInverse: true): return direction.turned(x, easing.inverse(at:))
    }
  }

  /// The slope dy/dx at a fraction of the time, which is clamped to 0...1.
  ///
  /// At the corners of a bounce, the slope of one side; infinite where the curve is vertical.
  public func velocity(at progress: Double) -> Double {
    let x = progress < 0 ? 0 : progress > 1 ? 1 : progress
    switch shape {
    case .linear: return x.isNaN ? x : 1
    case .bezier(let curve): return curve.slope(at: x)
    case .eased(let easing, let direction, isInverse: false): return easing.slope(at: direction.seen(x))
    case .eased(let easing, let direction, isInverse: true):
      return 1 / easing.slope(at: easing.inverse(at: direction.seen(x)))
    }
  }

  /// The curve with its axes swapped: `curve.value(at: curve.inverse.value(at: y))` is y.
  ///
  /// A Bezier curve's control points swap their coordinates, as in SwiftUI; x is then clamped to 0...1, so what is said
  /// above holds where both y of the curve were in 0...1. The families that turn round (back, elastic, bounce) have
  /// more than one time for a progress; their inverses give the one in the last rise for ease in, in the first rise for
  /// ease out, and in the rise through the middle for both. So these begin or end inside 0...1, where the curve leaves
  /// 0 or reaches 1 for the last or first time. The inverse of the inverse is the curve, but for Bezier curves whose
  /// y were clamped.
  public var inverse: UnitCurve {
    switch shape {
    case .linear: self
    case .bezier(let curve):
      .bezier(
        startControlPoint: UnitPoint(x: curve.y1, y: curve.x1), endControlPoint: UnitPoint(x: curve.y2, y: curve.x2))
    // Quarters of the same circle.
    case .eased(.circular, .easeIn, isInverse: false): .circularEaseOut
    case .eased(.circular, .easeOut, isInverse: false): .circularEaseIn
    case .eased(let easing, let direction, let isInverse):
      UnitCurve(.eased(easing, direction, isInverse: !isInverse))
    }
  }
}

extension UnitCurve.Direction {
  /// x in 0...1 as ease in has it: seen from the start, from the end, or from whichever is nearer.
  fileprivate func seen(_ x: Double) -> Double {
    switch self {
    case .easeIn: x
    case .easeOut: 1 - x
    case .easeInOut: 2 * (x <= 0.5 ? x : 1 - x)
    }
  }

  /// An ease in at x, seen so and turned back.
  fileprivate func turned(_ x: Double, _ easeIn: (Double) -> Double) -> Double {
    let y = easeIn(seen(x))
    return switch self {
    case .easeIn: y
    case .easeOut: 1 - y
    case .easeInOut: x <= 0.5 ? y / 2 : 1 - y / 2
    }
  }
}
