/// A function from progress, 0...1, to amount: from the fraction of its time that an animation has used to the fraction
/// of its way that it has covered.
///
/// SwiftUI's curves have SwiftUI's names, and Robert Penner's families have names of the same kind. Other curves come
/// from CSS, samples or a custom function. A curve goes from exactly (0, 0) to exactly (1, 1), except that CSS's
/// `steps()` and `linear()`, samples or a function may end elsewhere; the amount may leave 0...1 in between. The
/// progress is clamped to 0...1, and NaN gives NaN.
///
/// ```swift
/// UnitCurve.easeInOut.value(at: 0.25)     // 0.129
/// UnitCurve.backEaseOut().value(at: 0.5)  // 1.088
/// UnitCurve(.steps(8)).value(at: 0.5)     // 0.5
/// UnitCurve.tabulated { x in x * x }.curve.value(at: 0.5)  // 0.25
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
    case eased(Easing, isInverse: Bool)
    case steps(Steps)
    case polyline(Polyline)
    case tabulated(TabulatedCurve)
    case catmullRom(CatmullRom)
  }

  /// The memory that copies of the curve share, or nil if it has none.
  var memory: ObjectIdentifier? {
    switch shape {
    case .linear, .bezier, .eased, .steps: nil
    case .polyline(let line): line.memory
    case .tabulated(let curve): ObjectIdentifier(curve)
    case .catmullRom(let curve): ObjectIdentifier(curve)
    }
  }

  /// The ends of a curve that its easing shapes.
  enum Direction: String, Hashable, Sendable, Codable {
    case easeIn, easeOut, easeInOut
  }
}

// MARK: - SwiftUI's curves

extension UnitCurve {
  /// Returns a cubic Bezier curve from (0, 0) to (1, 1).
  ///
  /// - Parameters:
  ///   - startControlPoint: The first control point. Its x is clamped to 0...1, its y to -1e100...1e100. A NaN counts
  ///     as 0, and an infinite y as 1e9 with its sign.
  ///   - endControlPoint: The second control point, with the same ranges. A NaN counts as 1.
  public static func bezier(startControlPoint: UnitPoint, endControlPoint: UnitPoint) -> UnitCurve {
    UnitCurve(.bezier(CubicBezier(clamping: startControlPoint, endControlPoint)))
  }

  /// Creates a cubic Bezier curve.
  @_disfavoredOverload
  public init(_ curve: CubicBezier) {
    self.init(Shape.bezier(curve))
  }

  /// The curve whose amount is the progress.
  public static let linear = UnitCurve(Shape.linear)

  /// The curve that starts slowly: the Bezier curve with control points (0.42, 0) and (1, 1).
  public static let easeIn = UnitCurve(.bezier(.easeIn))

  /// The curve that ends slowly: the Bezier curve with control points (0, 0) and (0.58, 1).
  public static let easeOut = UnitCurve(.bezier(.easeOut))

  /// The curve that starts and ends slowly: the Bezier curve with control points (0.42, 0) and (0.58, 1).
  public static let easeInOut = UnitCurve(.bezier(.easeInOut))
}

// MARK: - Graphics

extension UnitCurve {
  /// `x^2 (3 - 2 x)`, as in shading languages: the Bezier curve with control points (1/3, 0) and (2/3, 1).
  public static let smoothstep = UnitCurve(.bezier(.smoothstep))
}

// MARK: - Evaluation

extension UnitCurve {
  /// Returns the amount at a progress, which is clamped to 0...1.
  ///
  /// - Complexity: O(1); a Bezier curve is solved by about three steps of Halley's method.
  public func value(at progress: Double) -> Double {
    // Written so that NaN stays NaN.
    let x = progress < 0 ? 0 : progress > 1 ? 1 : progress
    switch shape {
    case .linear: return x
    case .bezier(let curve): return curve.value(at: x)
    case .eased(let easing, isInverse: false): return easing.value(at: x)
    case .eased(let easing, isInverse: true): return easing.inverse(at: x)
    case .steps(let steps): return steps.value(at: x, isBefore: false)
    case .polyline(let line): return line.value(at: x)
    case .tabulated(let curve): return curve.value(at: x)
    case .catmullRom(let curve): return curve.value(at: x)
    }
  }

  /// Returns the velocity dy/dx at a progress, which is clamped to 0...1.
  ///
  /// At a corner it is the velocity of one side. It is infinite where a curve is vertical, but 0 between steps and at
  /// them.
  public func velocity(at progress: Double) -> Double {
    let x = progress < 0 ? 0 : progress > 1 ? 1 : progress
    switch shape {
    case .linear: return x.isNaN ? x : 1
    case .bezier(let curve): return curve.velocity(at: x)
    case .eased(let easing, isInverse: false): return easing.velocity(at: x)
    case .eased(let easing, isInverse: true): return easing.inverseVelocity(at: x)
    case .steps: return x.isNaN ? x : 0
    case .polyline(let line): return line.velocity(at: x)
    case .tabulated(let curve): return curve.velocity(at: x)
    case .catmullRom(let curve): return curve.velocity(at: x)
    }
  }

  /// The curve with its axes swapped: `curve.value(at: curve.inverse.value(at: y))` is y.
  ///
  /// - A Bezier curve's control points swap their coordinates, as in SwiftUI. Their new x are clamped to 0...1, so the
  ///   equation holds only if both y of the curve are in 0...1.
  /// - The families that turn around (back, elastic, bounce) reach some amounts at several progresses. Their inverses
  ///   give the progress in the last rise for ease in, in the first rise for ease out, and in the rise through the
  ///   middle for ease in-out. So these inverses begin or end inside 0...1, where the curve leaves 0 for the last time
  ///   or reaches 1 for the first time.
  /// - The inverse of lines has the points with their coordinates swapped; new inputs that go back count as the largest
  ///   so far.
  /// - The inverse of a function, or of a curve through values, is that of 1025 of its values.
  /// - The inverse of steps is steps, with treads where these have risers, so only the levels of the steps satisfy the
  ///   equation.
  ///
  /// The inverse of the inverse is the curve, unless something was clamped, went back, or was a function or a curve
  /// through values.
  public var inverse: UnitCurve {
    switch shape {
    case .linear: self
    case .bezier(let curve):
      .bezier(
        startControlPoint: UnitPoint(x: curve.y1, y: curve.x1), endControlPoint: UnitPoint(x: curve.y2, y: curve.x2))
    case .eased(let easing, let isInverse):
      if let inverse = easing.inverseInFamily {
        UnitCurve(.eased(inverse, isInverse: false))
      } else {
        UnitCurve(.eased(easing, isInverse: !isInverse))
      }
    case .steps(let steps): UnitCurve(.steps(steps.inverse))
    case .polyline(let line): UnitCurve(.polyline(line.inverse))
    case .tabulated, .catmullRom:
      UnitCurve(.polyline(Polyline(evenlySpaced: (0...1024).lazy.map { value(at: Double($0) / 1024) }).inverse))
    }
  }
}

// MARK: - Straight curves

extension UnitCurve {
  /// A straight part of a curve.
  struct LinearPart {
    /// The inputs between which it lies, and the outputs there.
    let from: Double
    let to: Double
    let start: Double
    let end: Double

    /// Returns the output of the whole line at an input.
    func value(at x: Double) -> Double { start + (x - from) / (to - from) * (end - start) }
  }

  /// Returns the straight parts of a piecewise linear curve, in order, or nil for other curves. The curve jumps where
  /// one part ends at another output than the next one starts.
  ///
  /// - Parameter limit: The approximate number of parts to return at most.
  func linearParts(atMost limit: Int) -> [LinearPart]? {
    switch shape {
    case .linear, .bezier, .eased, .tabulated, .catmullRom: return nil
    case .steps(let steps):
      let count = Double(steps.count)
      return (0..<min(steps.count, limit + 1)).map { step in
        let level = steps.value(at: (Double(step) + 0.5) / count, isBefore: false)
        return LinearPart(
          from: Double(step) / count, to: Double(step + 1) / count, start: level, end: level)
      }
    case .polyline(let line):
      let inputs: [Double] = [0] + line.points.map { $0.input }.filter { $0 > 0 && $0 < 1 } + [1]
      return zip(inputs, inputs.dropFirst()).filter { $0 < $1 }.prefix(limit + 1).map { from, to in
        let middle = (from + to) / 2
        let (value, velocity) = (line.value(at: middle), line.velocity(at: middle))
        return LinearPart(
          from: from, to: to, start: value - velocity * (middle - from), end: value + velocity * (to - middle))
      }
    }
  }
}

extension CubicBezier {
  /// Creates the cubic Bezier curve from which a unit curve was made, such as `ease-in` in CSS; ``UnitCurve/linear``
  /// counts as one. Returns nil for all other unit curves. ``tabulated()`` makes a batched curve faster.
  public init?(_ curve: UnitCurve) {
    switch curve.shape {
    case .linear: self = .linear
    case .bezier(let bezier): self = bezier
    case .eased, .steps, .polyline, .tabulated, .catmullRom: return nil
    }
  }
}
