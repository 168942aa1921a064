/// An animation in the form that batch kernels run: a curve or a spring, and its timing.
///
/// All modifiers, in any order, reduce to one map from time to progress:
///
///     elapsed = max(0, time - start - delay)                       seconds
///     v = initialPass + rate * elapsed                             passes
///     k = floor(v), at most passes - 1                             the pass
///     p = max(leastProgress, 1 - (1 - (v - k)) * progressPerPass)  the progress in the pass: 0...1
///
/// The curve turns `p` into an amount; for a spring, `p` times ``secondsPerProgress`` is its time. In odd passes of an
/// animation that autoreverses, the amount is replaced by 1 minus the amount. At ``duration`` the animation is finished
/// and at its target.
public struct PreparedAnimation: Hashable, Sendable {
  /// The motion of a pass.
  public enum Shape: Hashable, Sendable {
    case curve(UnitCurve)
    /// A spring with its initial velocity per second, where 1 is the whole change.
    case spring(Spring, initialVelocity: Double)
  }

  public let shape: Shape
  /// The seconds from the start to the first motion.
  public let delay: Double
  /// The number of passes per second, at most 1e15.
  public let rate: Double
  /// The number of passes, with its fraction, that are over at the start. Only a negative delay makes it other than 0.
  public let initialPass: Double
  /// The number of passes, at least 1; infinity repeats forever.
  public let passes: Double
  public let autoreverses: Bool
  /// The factor by which the progress runs faster than the pass: above 1 if a pass begins with a delay.
  public let progressPerPass: Double
  /// The progress at the beginning of a pass. Only a negative delay inside a repetition makes it other than 0.
  public let leastProgress: Double
  /// The seconds of the spring per unit of progress.
  public let secondsPerProgress: Double
  /// The seconds from the start until the animation is finished, or infinity.
  public let duration: Double

  /// The tabulated curve. It follows from the other properties and isn't compared.
  var table = Table()

  /// A reference to a tabulated curve, which is large.
  struct Table: Hashable, Sendable {
    private final class Box: Sendable {
      let curve: TabulatedBezier

      init(_ curve: TabulatedBezier) { self.curve = curve }
    }

    private let box: Box?
    var curve: TabulatedBezier? { box?.curve }

    init(_ curve: TabulatedBezier? = nil) { box = curve.map(Box.init) }

    static func == (a: Self, b: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }
}

extension PreparedAnimation {
  /// Returns the animation with its curve tabulated, if the curve is a cubic Bezier: ``amounts(at:starts:into:)`` then
  /// takes as little time as a ``TabulatedBezier``. The result equals this animation.
  ///
  /// - Complexity: A few thousand evaluations of the curve; keep the result.
  public func tabulated() -> PreparedAnimation {
    guard case .curve(let curve) = shape, case .bezier(let bezier) = curve.shape else { return self }
    var result = self
    result.table = Table(bezier.tabulated())
    return result
  }
}

/// The reason why an animation can't be prepared.
public enum AnimationPreparationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The animation is a custom one, which can compute anything.
  case custom(Animation)
  /// The animation repeats a repetition, and the result isn't one longer repetition.
  case nestedRepetition(Animation)

  public var description: String {
    switch self {
    case .custom(let animation): "\(animation) is a custom animation, which can't be prepared"
    case .nestedRepetition(let animation): "\(animation) repeats a repetition in a way that can't be prepared"
    }
  }
}

extension Animation {
  /// Returns the animation in the form that batch kernels run.
  ///
  /// A repetition of a repetition is joined into one where that's exact: if neither autoreverses; if only the inner one
  /// does, with an even number of passes; or if both do and the inner one has an odd number of passes.
  ///
  /// - Throws: ``AnimationPreparationError`` for custom animations, and for repetitions that can't be joined.
  public func prepared() throws(AnimationPreparationError) -> PreparedAnimation {
    if let plain { return plain.prepared }
    var (node, outer, repetition, inner) = (self, TimeMap(), JoinedRepetition?.none, TimeMap())
    while true {
      switch node.kind {
      case .delay(let delay, let base):
        if repetition == nil { outer.delay(delay) } else { inner.delay(delay) }
        node = base
      case .speed(let speed, let base):
        if repetition == nil { outer.speed(speed) } else { inner.speed(speed) }
        node = base
      case .repetition(let count, let autoreverses, let base):
        // A single pass, or one that never ends or takes no time, is the same as its repetition.
        if count != 1, let duration = base.duration, duration > 0, duration.isFinite {
          let found = JoinedRepetition(
            passes: count.map(Double.init) ?? .infinity, autoreverses: autoreverses, of: duration)
          guard let joined = found.repeated(by: repetition, with: inner) else { throw .nestedRepetition(self) }
          repetition = joined
        }
        node = base
      case .logicalCompletion(_, let base): node = base
      case .custom: throw .custom(self)
      case .curve(let curve, let duration):
        return PreparedAnimation(.curve(curve), of: duration, outer, repetition, inner, until: self.duration ?? 0)
      case .systemDefault, .spring, .interpolatingSpring:
        return PreparedAnimation(
          node.springShape, of: node.duration ?? 0, outer, repetition, inner, until: self.duration ?? 0)
      }
    }
  }

  private var springShape: PreparedAnimation.Shape {
    switch kind {
    case .spring(let spring, _): .spring(spring, initialVelocity: 0)
    case .interpolatingSpring(let spring, let velocity): .spring(spring, initialVelocity: velocity)
    default: .spring(.systemDefault, initialVelocity: 0)
    }
  }
}

extension PlainAnimation {
  /// The animation in the form that batch kernels run.
  var prepared: PreparedAnimation {
    var outer = TimeMap()
    switch modifier {
    case .none: break
    case .delay(let seconds): outer.offset = seconds
    case .speed(let speed): outer.scale = speed
    }
    let repetition = repetition.map {
      JoinedRepetition(passes: $0.count.map(Double.init) ?? .infinity, autoreverses: $0.autoreverses, of: passDuration)
    }
    return PreparedAnimation(shape, of: passDuration, outer, repetition, TimeMap(), until: duration)
  }

  private var shape: PreparedAnimation.Shape {
    if case .spring(let spring) = motion { return .spring(spring, initialVelocity: adds ? seconds : 0) }
    return .curve(motion.curve!)
  }
}

/// The map from time to time that delays and speeds make: `max(least, scale * time - offset)`. Maps compose to the same
/// form.
private struct TimeMap: Equatable {
  var scale = 1.0
  var offset = 0.0
  var least = 0.0

  mutating func delay(_ delay: Double) {
    offset = Self.clamped(offset + delay)
    least = Self.clamped(max(0, least - delay))
  }

  mutating func speed(_ speed: Double) {
    scale = Self.clamped(scale * speed)
    offset = Self.clamped(offset * speed)
    least = Self.clamped(least * speed)
  }

  /// Clamps a value so that no infinity meets its opposite.
  private static func clamped(_ value: Double) -> Double { max(-1e300, min(value, 1e300)) }
}

/// A repetition, which may be joined from nested ones.
private struct JoinedRepetition {
  var passes: Double
  var autoreverses: Bool
  /// The duration of a pass.
  var duration: Double

  init(passes: Double, autoreverses: Bool, of duration: Double) {
    self.passes = passes
    self.autoreverses = autoreverses
    self.duration = duration
  }

  /// Returns this repetition inside another one, which calls it through a map, as one repetition; nil if they don't
  /// make one.
  func repeated(by outer: JoinedRepetition?, with map: TimeMap) -> JoinedRepetition? {
    guard let outer else { return self }
    guard map.offset == 0, map.least == 0 else { return nil }
    var joined = self
    joined.passes = passes * outer.passes
    joined.duration = duration / map.scale
    let isEven = passes.truncatingRemainder(dividingBy: 2) == 0
    switch (autoreverses, outer.autoreverses) {
    case (false, false): return joined
    case (true, false): return isEven ? joined : nil
    case (true, true): return isEven ? nil : joined
    case (false, true): return nil
    }
  }
}

extension PreparedAnimation {
  @inline(never)
  fileprivate init(
    _ shape: Shape, of length: Double, _ outer: TimeMap, _ repetition: JoinedRepetition?, _ inner: TimeMap,
    until duration: Double
  ) {
    self.shape = shape
    self.duration = duration
    passes = repetition?.passes ?? 1
    autoreverses = repetition?.autoreverses ?? false
    // A spring that never settles has seconds as its progress, and a curve of infinite duration never starts to move.
    secondsPerProgress = length.isFinite && length > 0 ? length : 1
    let setsOut = length.isFinite || shape.isSpring
    let pass = repetition?.duration ?? secondsPerProgress
    // An animation that is over before it begins waits at the start for its delay. One that never moves has no delay.
    let isOver = outer.least >= (repetition.map { $0.duration * $0.passes } ?? length)
    let moves = setsOut && !isOver && outer.scale > 0
    // At a low speed, a delay without end must not become infinite: the duration minus the delay would be NaN.
    delay = moves ? min(max(0, (outer.offset + outer.least) / outer.scale), 1e300) : 0
    // Kernels take them as Floats, and multiply the rate and a spring's frequency by times of up to 1e16 s.
    rate = moves ? min(outer.scale / pass, 1e15) : 0
    initialPass = setsOut && !isOver ? min(outer.least / pass, 1e30) : 0
    let isPlain = repetition == nil || isOver
    let isOverInPass = inner.least >= length
    progressPerPass = isPlain ? 1 : isOverInPass ? 1e30 : min(inner.scale * pass / secondsPerProgress, 1e30)
    leastProgress = isPlain || isOverInPass ? 0 : inner.least / secondsPerProgress
  }
}

extension PreparedAnimation.Shape {
  fileprivate var isSpring: Bool {
    if case .spring = self { true } else { false }
  }
}

// MARK: - One at a time

extension PreparedAnimation {
  /// Returns the amount at a time after the start, as ``Animation/amount(at:)`` does.
  public func amount(at time: Double) -> Double {
    if time.isNaN { return time }
    if max(0, time) >= duration { return 1 }
    let (progress, isReversed) = pass(at: time)
    let amount =
      switch shape {
      case .curve(let curve): curve.value(at: progress)
      case .spring(let spring, let velocity):
        spring.value(target: 1, initialVelocity: velocity, time: progress * secondsPerProgress)
      }
    return isReversed ? 1 - amount : amount
  }

  /// Returns the progress within a pass at a time after the start and before the end, and whether that pass goes back.
  func pass(at time: Double) -> (progress: Double, isReversed: Bool) {
    // Long before the product could overflow, times no longer tell one pass from another.
    let v = initialPass + rate * min(max(0, time - delay), 1e290)
    let pass = min(v.rounded(.down), passes - 1)
    let progress = max(leastProgress, 1 - (1 - (v - pass)) * progressPerPass)
    return (progress, autoreverses && pass.truncatingRemainder(dividingBy: 2) == 1)
  }
}

// MARK: - Corners

extension PreparedAnimation {
  /// The curve, if the animation is a single pass along a curve without corners, and nothing else.
  var singleSmoothCurve: UnitCurve? {
    guard case .curve(let curve) = shape, delay == 0, initialPass == 0, passes == 1, progressPerPass == 1,
      leastProgress == 0, abs(rate * duration - 1) < 1e-12, curve.linearParts(atMost: 1) == nil
    else { return nil }
    return curve
  }

  /// Returns the times at which the amount may jump or turn sharply, in ascending order, strictly between the start and
  /// the end. The animation must have an end.
  ///
  /// - Parameter limit: The approximate number of times to return at most.
  func corners(atMost limit: Int) -> [Double] {
    guard rate > 0 else { return [] }
    var inside = [0.0]
    if case .curve(let curve) = shape, let parts = curve.linearParts(atMost: limit) {
      inside = parts.map { $0.from }
    }
    var times: [Double] = []
    var pass = initialPass.rounded(.down)
    while pass < passes, times.count < limit {
      // The progress of a pass is 1 - (1 - v) * progressPerPass.
      for progress in inside {
        let time = pass + 1 - (1 - max(progress, leastProgress)) / progressPerPass
        times.append(delay + (time - initialPass) / rate)
      }
      times.append(delay + (pass + 1 - initialPass) / rate)
      pass += 1
    }
    let sliver = 1e-9 * duration
    return Array(Set(times).filter { $0 > sliver && $0 < duration - sliver }).sorted()
  }

  /// The longest time, in seconds, over which one polynomial may be tried: half a pass, or for a spring a period.
  var longestSmoothStretch: Double {
    if rate == 0 { return duration }
    let pass = 1 / rate
    switch shape {
    case .curve: return 0.5 * pass / progressPerPass
    case .spring(let spring, _): return min(0.5, spring.response / secondsPerProgress) * pass / progressPerPass
    }
  }
}

// MARK: - The inverse

extension PreparedAnimation {
  /// An animation that moves as this one does, up to rounding.
  var animation: Animation {
    let base =
      switch shape {
      case .curve(let curve): Animation.timingCurve(curve, duration: secondsPerProgress)
      case .spring(let spring, let velocity): Animation.interpolatingSpring(spring, initialVelocity: velocity)
      }
    // An animation that never moves waits for its end, if it has one, where it begins.
    if rate == 0 { return duration < .infinity ? Animation.linear(duration: 0).delay(duration) : base.speed(0) }
    let pass = 1 / rate
    var passing = base.speed(secondsPerProgress / pass)
    // The last of several passes may have a delay of its own.
    if passes > 1 || progressPerPass != 1 || leastProgress != 0 {
      let (scale, least) = (progressPerPass * secondsPerProgress / pass, leastProgress * secondsPerProgress)
      passing = base.delay(-least).speed(scale).delay(pass - (secondsPerProgress - least) / scale)
    }
    if passes == .infinity {
      passing = passing.repeatForever(autoreverses: autoreverses)
    } else if passes > 1 {
      passing = passing.repeatCount(Int(clamping: Int64(min(passes, 1e18))), autoreverses: autoreverses)
    }
    return passing.delay(-initialPass * pass).delay(delay)
  }
}
