/// An easing function of CSS (CSS Easing Functions Level 2).
///
/// Unlike a ``UnitCurve`` it takes any input; outside 0...1 it continues by CSS's rules. NaN gives NaN. Two easings are
/// equal if they print the same text.
///
/// ```swift
/// let easing = try CSSEasing("cubic-bezier(0.3, 0, 0.2, 1.4)")
/// easing.value(at: 0.5)
/// CSSEasing.steps(4, .jumpNone).value(at: 0.5)  // 0.666...
/// ```
public struct CSSEasing: Hashable, Sendable {
  let form: Form

  enum Form: Hashable, Sendable {
    case keyword(Keyword)
    case cubicBezier(CubicBezier)
    case steps(Steps)
    case linear(Polyline)
  }

  /// The keywords that print as keywords.
  enum Keyword: String, CaseIterable, Hashable, Sendable {
    case linear
    case ease
    case easeIn = "ease-in"
    case easeOut = "ease-out"
    case easeInOut = "ease-in-out"

    var curve: CubicBezier {
      switch self {
      case .linear: .linear
      case .ease: .ease
      case .easeIn: .easeIn
      case .easeOut: .easeOut
      case .easeInOut: .easeInOut
      }
    }
  }

  /// The positions of the jumps of ``steps(_:_:)``.
  public enum StepPosition: String, CaseIterable, Hashable, Sendable, Codable {
    /// The first jump is at 0.
    case jumpStart = "jump-start"
    /// The last jump is at 1.
    case jumpEnd = "jump-end"
    /// No jump is at 0 or at 1, so there is one jump less than there are steps.
    case jumpNone = "jump-none"
    /// Jumps are at 0 and at 1, so there is one jump more than there are steps.
    case jumpBoth = "jump-both"
    /// The same as `jumpStart`, printed by its older name.
    case start
  }

  /// A stop of ``linear(_:)``: an output, and the input at which it is reached.
  public struct LinearStop: Hashable, Sendable, Codable {
    public var output: Double
    /// The percentage divided by 100, or nil to spread the stop evenly between its neighbours.
    public var input: Double?
    /// The input up to which the output stays the same: CSS's second percentage.
    public var endInput: Double?

    public init(_ output: Double, at input: Double? = nil, to endInput: Double? = nil) {
      self.output = output
      self.input = input
      self.endInput = endInput
    }
  }

  /// The keyword `linear`: the output is the input.
  public static let linear = CSSEasing(form: .keyword(.linear))
  /// The keyword `ease`: `cubic-bezier(0.25, 0.1, 0.25, 1)`.
  public static let ease = CSSEasing(form: .keyword(.ease))
  /// The keyword `ease-in`: `cubic-bezier(0.42, 0, 1, 1)`.
  public static let easeIn = CSSEasing(form: .keyword(.easeIn))
  /// The keyword `ease-out`: `cubic-bezier(0, 0, 0.58, 1)`.
  public static let easeOut = CSSEasing(form: .keyword(.easeOut))
  /// The keyword `ease-in-out`: `cubic-bezier(0.42, 0, 0.58, 1)`.
  public static let easeInOut = CSSEasing(form: .keyword(.easeInOut))
  /// The keyword `step-start`: `steps(1, start)`.
  public static let stepStart = steps(1, .start)
  /// The keyword `step-end`: `steps(1)`.
  public static let stepEnd = steps(1)

  /// Returns `cubic-bezier()`, continued beyond its ends by its tangents there. A y beyond ±1e30 is clamped to it.
  public static func cubicBezier(_ curve: CubicBezier) -> CSSEasing {
    let (y1, y2) = (max(-1e30, min(curve.y1, 1e30)), max(-1e30, min(curve.y2, 1e30)))
    return CSSEasing(
      form: .cubicBezier(CubicBezier(clamping: UnitPoint(x: curve.x1, y: y1), UnitPoint(x: curve.x2, y: y2))))
  }

  /// Returns `steps()`.
  ///
  /// - Parameters:
  ///   - count: The number of steps, clamped to 1..<2^31; at least 2 if no jump is at an end.
  ///   - position: The positions of the jumps.
  public static func steps(_ count: Int, _ position: StepPosition = .jumpEnd) -> CSSEasing {
    CSSEasing(form: .steps(Steps(count: count, position: position)))
  }

  /// Returns `linear()`: straight lines from stop to stop. The first and last lines continue beyond their ends.
  ///
  /// Inputs that go back count as the largest so far. Missing inputs are 0 for the first stop, 1 (or the largest so
  /// far) for the last, and evenly spread in between. At stops with the same input, the output jumps to that of the
  /// last one. A single stop makes a constant.
  ///
  /// - Parameter stops: The stops; an empty array gives ``linear``. Outputs and inputs are clamped to ±1e30. A NaN
  ///   output counts as 0, and a NaN input as missing.
  public static func linear(_ stops: [LinearStop]) -> CSSEasing {
    guard let line = Polyline(stops) else { return .linear }
    return CSSEasing(form: .linear(line))
  }
}

// MARK: - Evaluation

extension CSSEasing {
  /// Returns the amount at a progress.
  ///
  /// - Parameters:
  ///   - progress: The progress, any number. An infinite one gives the limit.
  ///   - isBefore: CSS's before flag: whether the animation hasn't begun, or has ended when it runs in reverse.
  ///     Exactly at the input of a jump, ``steps(_:_:)`` then haven't jumped yet, and ``linear(_:)`` hasn't if the jump
  ///     is at its first stop.
  /// - Complexity: O(1); logarithmic in the number of stops for ``linear(_:)``.
  public func value(at progress: Double, isBefore: Bool = false) -> Double {
    switch form {
    case .keyword(.linear): progress
    case .keyword(let keyword): keyword.curve.extendedValue(at: progress)
    case .cubicBezier(let curve): curve.extendedValue(at: progress)
    case .steps(let steps): steps.value(at: progress, isBefore: isBefore)
    case .linear(let line): line.value(at: progress, isBefore: isBefore)
    }
  }

  /// Returns the velocity dy/dx at a progress.
  ///
  /// Outside 0...1 it is the velocity of the line with which the easing continues. At 0 and 1, and in between, it is
  /// ``UnitCurve/velocity(at:)``: that of the later line at a stop, 0 between steps and at them, and infinite where a
  /// cubic Bezier is vertical.
  ///
  /// - Parameter progress: The progress, any number. NaN gives NaN.
  /// - Complexity: That of ``value(at:isBefore:)``.
  public func velocity(at progress: Double) -> Double {
    switch form {
    case .keyword(.linear): progress.isNaN ? progress : 1
    case .keyword(let keyword): keyword.curve.extendedVelocity(at: progress)
    case .cubicBezier(let curve): curve.extendedVelocity(at: progress)
    case .steps: progress.isNaN ? progress : 0
    case .linear(let line): line.velocity(at: progress)
    }
  }
}

/// The parameters of `steps()`.
struct Steps: Hashable, Sendable {
  let count: Int
  let position: CSSEasing.StepPosition

  init(count: Int, position: CSSEasing.StepPosition) {
    self.count = min(Int(Int32.max), max(position == .jumpNone ? 2 : 1, count))
    self.position = position
  }

  /// The number of jumps from 0 to 1.
  var jumps: Double {
    switch position {
    case .jumpStart, .start, .jumpEnd: Double(count)
    case .jumpNone: Double(count) - 1
    case .jumpBoth: Double(count) + 1
    }
  }

  /// The number of jumps at 0.
  var first: Double {
    switch position {
    case .jumpStart, .start, .jumpBoth: 1
    case .jumpEnd, .jumpNone: 0
    }
  }

  /// The steps whose treads are at the risers of these steps.
  var inverse: Steps {
    switch position {
    case .jumpEnd: Steps(count: count, position: .jumpStart)
    case .jumpStart, .start: Steps(count: count, position: .jumpEnd)
    case .jumpNone: Steps(count: count - 1, position: .jumpBoth)
    // An `Int` may have 32 bits.
    case .jumpBoth: Steps(count: min(count, Int(Int32.max) - 1) + 1, position: .jumpNone)
    }
  }

  func value(at progress: Double, isBefore: Bool) -> Double {
    let scaled = progress * Double(count)
    var step = scaled.rounded(.down) + first
    if isBefore && scaled == scaled.rounded(.down) { step -= 1 }
    if progress >= 0 && step < 0 { step = 0 }
    if progress <= 1 && step > jumps { step = jumps }
    return step / jumps
  }
}

extension CubicBezier {
  /// The slopes with which CSS continues the curve at its two ends: the slope of the line from an end to the nearest
  /// control point with another x. A slope is 0 where the curve starts vertically, and at most the largest number.
  var extensionSlopes: (start: Double, end: Double) {
    func slope(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
      if x1 > 0 { return (y1 / x1).clampedToFinite }
      if y1 != 0 { return 0 }
      if x2 > 0 { return (y2 / x2).clampedToFinite }
      return y2 == 0 ? 1 : 0
    }
    return (slope(x1, y1, x2, y2), slope(1 - x2, 1 - y2, 1 - x1, 1 - y1))
  }

  fileprivate func extendedValue(at x: Double) -> Double {
    let slopes = extensionSlopes
    // Finite as in browsers.
    if x < 0 { return slopes.start == 0 ? 0 : (slopes.start * x).clampedToFinite }
    if x > 1 { return slopes.end == 0 ? 1 : (1 + slopes.end * (x - 1)).clampedToFinite }
    return value(at: x)
  }

  fileprivate func extendedVelocity(at x: Double) -> Double {
    if x < 0 { return extensionSlopes.start }
    if x > 1 { return extensionSlopes.end }
    return velocity(at: x)
  }
}

// MARK: - Unit curves

extension CSSEasing {
  /// Creates the easing with the same curve, or returns nil if CSS could only approximate the curve.
  public init?(_ curve: UnitCurve) {
    switch curve.shape {
    case .linear: self = .linear
    case .bezier(let bezier):
      let keyword = Keyword.allCases.first { $0 != .linear && $0.curve == bezier }
      self = keyword.map { CSSEasing(form: .keyword($0)) } ?? .cubicBezier(bezier)
    case .steps(let steps): self.init(form: .steps(steps))
    case .polyline(let line): self.init(form: .linear(line))
    case .eased, .tabulated, .catmullRom: return nil
    }
  }
}

extension UnitCurve {
  /// Creates the curve of a CSS easing in 0...1, without the before flag.
  public init(_ easing: CSSEasing) {
    switch easing.form {
    case .keyword(.linear): self = .linear
    case .keyword(let keyword): self.init(.bezier(keyword.curve))
    case .cubicBezier(let curve): self.init(.bezier(curve))
    case .steps(let steps): self.init(.steps(steps))
    case .linear(let line): self.init(.polyline(line))
    }
  }
}
