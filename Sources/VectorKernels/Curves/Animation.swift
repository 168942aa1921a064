/// The way from one value to another: a timing curve with its duration, a spring or a custom animation, with its
/// modifiers, under SwiftUI's names.
///
/// ```swift
/// let animation = Animation.easeInOut(duration: 0.5).delay(0.25).repeatCount(3, autoreverses: true)
/// let x = animation.value(from: 10.0, to: 20.0, at: 0.5)  // 15, halfway through the first pass
/// ```
///
/// Modifiers wrap the animation that they are called on, so their order matters: a delay inside a repetition delays
/// every pass, a delay around it only the first. At most 200 may be nested; one more stops the program.
///
/// No number makes an animation fail. Negative and NaN durations count as 0. A speed or a delay of NaN counts as 0, and
/// so does an initial velocity that isn't finite. Finite durations and delays longer than 1e24 s count as 1e24 s,
/// speeds above 1e24 as 1e24, and speeds below 1e-24 as 0. Initial velocities are clamped to ±1e12. A spring that would
/// take longer than 1e24 s to settle never does.
public struct Animation: Sendable {
  let form: Form

  /// The seconds from the start until the animation is finished: infinity for an animation that never finishes, and nil
  /// for a ``CustomAnimation``, whose end is known only when it is reached.
  ///
  /// The duration of a spring is the ``Spring/settlingDuration`` of a change of 1 with its initial velocity, so it ends
  /// within 0.001 of the change.
  @inline(never)
  public var duration: Double? {
    switch form {
    case .plain(let plain): plain.duration
    case .other(let content): content.duration
    }
  }

  @inline(never)
  var kind: Kind {
    switch form {
    case .plain(let plain): plain.kind
    case .other(let content): content.kind
    }
  }

  /// The animation as plain numbers, or nil if it can't be written as those.
  var plain: PlainAnimation? {
    if case .plain(let plain) = form { plain } else { nil }
  }

  /// The number of nested modifiers.
  var depth: Int {
    switch form {
    case .plain(let plain): plain.depth
    case .other(let content): content.depth
    }
  }

  /// The initial velocities that springs can have, as multiples of the distance per second.
  static var initialVelocities: ClosedRange<Double> { -1e12...1e12 }

  /// The largest number of nested modifiers. It bounds the stack that recursive functions over them use, and it keeps
  /// within the 512 levels that JSON readers take, at two levels for each modifier.
  static var depthLimit: Int { 200 }

  enum Kind: Hashable, Sendable {
    case curve(UnitCurve, duration: Double)
    case systemDefault
    case spring(Spring, blendDuration: Double)
    case interpolatingSpring(Spring, initialVelocity: Double)
    case custom(AnyCustomAnimation)
    case delay(Double, base: Animation)
    case speed(Double, base: Animation)
    /// A count of nil repeats forever.
    case repetition(count: Int?, autoreverses: Bool, base: Animation)
    case logicalCompletion(after: Double, base: Animation)
  }

  init(_ kind: Kind) { self.init(kind, depth: 0) }

  /// Creates an animation with one more modifier.
  init(modified kind: Kind, base: Animation) { self.init(kind, depth: base.depth + 1) }

  @inline(never)
  private init(_ kind: Kind, depth: Int) {
    let kind = kind.clamped
    form = PlainAnimation(kind).map { .plain($0) } ?? .other(Content(kind, depth))
  }

  init(_ plain: PlainAnimation) { form = .plain(plain) }

  /// Programs make animations by the thousand between two frames, so plain ones are numbers in place: they need no
  /// memory of their own, and copying them counts no references.
  enum Form {
    case plain(PlainAnimation)
    case other(Content)
  }

  /// The content that copies share. No other animation has this object's identity while a copy exists.
  final class Content: Sendable {
    let kind: Kind
    let duration: Double?
    let depth: Int
    let timing: CurveTiming?

    init(_ kind: Kind, _ depth: Int) {
      (self.kind, duration, self.depth, timing) = (kind, kind.duration, depth, CurveTiming(kind))
    }
  }

  /// The plain numbers of one pass along a curve that has memory of its own.
  struct CurveTiming {
    /// The curve's memory. Curves with the same memory are equal, but equal ones may have different memory.
    let curve: ObjectIdentifier
    /// Above 0 and finite.
    let seconds: Double
    private(set) var modifier = PlainAnimation.Modifier.none

    fileprivate init?(_ kind: Kind) {
      switch kind {
      case .curve(let curve, let duration):
        guard let memory = curve.memory, duration > 0, duration < .infinity else { return nil }
        (self.curve, seconds) = (memory, duration)
      case .delay(let delay, let base):
        guard let timing = base.curveTiming, delay >= 0, delay < .infinity else { return nil }
        self = timing
        modifier = .delay(delay)
      case .speed(let speed, let base):
        guard let timing = base.curveTiming, speed > 0 else { return nil }
        self = timing
        modifier = .speed(speed)
      case .systemDefault, .spring, .interpolatingSpring, .custom, .repetition, .logicalCompletion: return nil
      }
    }
  }

  /// The timing of a curve that has memory of its own and no modifier.
  private var curveTiming: CurveTiming? {
    guard case .other(let content) = form, let timing = content.timing, timing.modifier == .none else { return nil }
    return timing
  }

  /// Creates the animation along a curve that has no plain form.
  ///
  /// - Parameter seconds: A usable duration.
  private init(along curve: UnitCurve, usableDuration seconds: Double) {
    form = .other(Content(.curve(curve, duration: seconds), 0))
  }
}

extension Animation: Hashable {
  @inline(never)
  public static func == (a: Animation, b: Animation) -> Bool {
    switch (a.form, b.form) {
    case (.plain(let a), .plain(let b)): a == b
    case (.other(let a), .other(let b)): a === b || a.kind == b.kind
    case (.plain, .other), (.other, .plain): false
    }
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension Animation {
  /// Returns a duration as an animation has it: at least 0, and within the limits of the kernels.
  static func usableDuration(_ seconds: Double) -> Double { seconds > 0 ? clamped(seconds) : 0 }

  /// Returns a delay of either sign as an animation has it.
  static func clampedDelay(_ seconds: Double) -> Double { seconds.isNaN ? 0 : clamped(seconds) }

  /// Returns a speed as an animation has it: at least 0.
  static func usableSpeed(_ speed: Double) -> Double { speed >= 1e-24 ? min(speed, 1e24) : 0 }

  /// Returns an initial velocity as an animation has it.
  static func usableVelocity(_ velocity: Double) -> Double {
    velocity.isFinite ? max(initialVelocities.lowerBound, min(velocity, initialVelocities.upperBound)) : 0
  }

  /// Returns a settling duration, or infinity if it is longer than every other duration.
  static func settling(_ seconds: Double) -> Double { seconds <= 1e24 ? seconds : .infinity }

  /// Returns the duration of an animation after a delay of either sign.
  static func delayed(_ duration: Double, by delay: Double) -> Double {
    duration == .infinity ? duration : max(0, duration + delay)
  }

  /// Clamps seconds so that kernels can tell them from 0 and from infinity. Kernels take the seconds, and their product
  /// with any speed, as `Float`s.
  private static func clamped(_ seconds: Double) -> Double {
    seconds.isFinite ? max(-1e24, min(seconds, 1e24)) : seconds
  }
}

extension Animation.Kind {
  /// The same kind with its numbers clamped to their ranges.
  fileprivate var clamped: Self {
    switch self {
    case .curve(let curve, let duration): .curve(curve, duration: Animation.usableDuration(duration))
    case .spring(let spring, let blend): .spring(spring, blendDuration: Animation.usableDuration(blend))
    case .interpolatingSpring(let spring, let velocity):
      .interpolatingSpring(spring, initialVelocity: Animation.usableVelocity(velocity))
    case .delay(let delay, let base): .delay(Animation.clampedDelay(delay), base: base)
    case .speed(let speed, let base): .speed(Animation.usableSpeed(speed), base: base)
    case .repetition(let count, let autoreverses, let base):
      .repetition(count: count.map { max($0, 1) }, autoreverses: autoreverses, base: base)
    case .logicalCompletion(let duration, let base): .logicalCompletion(after: duration > 0 ? duration : 0, base: base)
    case .systemDefault, .custom: self
    }
  }

  /// The animation that is modified.
  var base: Animation? {
    switch self {
    case .delay(_, let base), .speed(_, let base), .repetition(_, _, let base), .logicalCompletion(_, let base): base
    case .curve, .systemDefault, .spring, .interpolatingSpring, .custom: nil
    }
  }

  fileprivate var duration: Double? {
    switch self {
    case .curve(_, let duration): return duration
    case .systemDefault: return Spring.systemDefault.settlingDuration
    case .spring(let spring, _): return Animation.settling(spring.settlingDuration)
    case .interpolatingSpring(let spring, let velocity):
      return Animation.settling(spring.settlingDuration(target: 1, initialVelocity: velocity, epsilon: 0.001))
    case .custom: return nil
    case .delay(let delay, let base): return base.duration.map { Animation.delayed($0, by: delay) }
    case .speed(let speed, let base):
      guard let duration = base.duration, duration > 0 else { return base.duration }
      return duration / speed
    case .repetition(let count, _, let base):
      guard let duration = base.duration, duration > 0 else { return base.duration }
      return count.map { duration * Double($0) } ?? .infinity
    case .logicalCompletion(_, let base): return base.duration
    }
  }
}

extension Spring {
  /// The spring of ``Animation/default``.
  static let systemDefault = Spring(response: 0.55, dampingRatio: 1)
}

// MARK: - Timing curves

extension Animation {
  /// An animation at constant speed, over 0.35 s.
  public static var linear: Animation { linear(duration: 0.35) }

  /// Returns an animation at constant speed, over a duration in seconds.
  public static func linear(duration: Double) -> Animation { timingCurve(.linear, duration: duration) }

  /// An animation that starts slowly, over 0.35 s.
  public static var easeIn: Animation { easeIn(duration: 0.35) }

  /// Returns an animation that starts slowly, over a duration in seconds.
  public static func easeIn(duration: Double) -> Animation { bezier(.easeIn, duration) }

  /// An animation that ends slowly, over 0.35 s.
  public static var easeOut: Animation { easeOut(duration: 0.35) }

  /// Returns an animation that ends slowly, over a duration in seconds.
  public static func easeOut(duration: Double) -> Animation { bezier(.easeOut, duration) }

  /// An animation that starts and ends slowly, over 0.35 s.
  public static var easeInOut: Animation { easeInOut(duration: 0.35) }

  /// Returns an animation that starts and ends slowly, over a duration in seconds.
  public static func easeInOut(duration: Double) -> Animation { bezier(.easeInOut, duration) }

  /// Returns an animation along a cubic Bezier curve from (0, 0) to (1, 1).
  ///
  /// - Parameters:
  ///   - p1x: The first control point's x, clamped to 0...1.
  ///   - p1y: The first control point's y.
  ///   - p2x: The second control point's x, clamped to 0...1.
  ///   - p2y: The second control point's y.
  ///   - duration: The duration, in seconds.
  public static func timingCurve(
    _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: Double = 0.35
  ) -> Animation {
    bezier(CubicBezier(clamping: UnitPoint(x: p1x, y: p1y), UnitPoint(x: p2x, y: p2y)), duration)
  }

  /// Returns an animation along a Bezier curve. Its four numbers take less time than a ``UnitCurve``.
  @inline(never)
  private static func bezier(_ curve: CubicBezier, _ duration: Double) -> Animation {
    PlainAnimation(along: .bezier(curve), duration: duration).map { Animation($0) }
      ?? Animation(along: UnitCurve(.bezier(curve)), usableDuration: usableDuration(duration))
  }

  /// Returns an animation along a curve.
  ///
  /// - Parameters:
  ///   - curve: The curve from progress to amount.
  ///   - duration: The duration, in seconds.
  @inline(never)
  public static func timingCurve(_ curve: UnitCurve, duration: Double) -> Animation {
    PlainAnimation(curve, duration: duration).map { Animation($0) }
      ?? Animation(along: curve, usableDuration: usableDuration(duration))
  }

  /// Returns an animation along a CSS easing, without the easing's before flag. When finished, the animation is at its
  /// target, even if the easing ends elsewhere.
  ///
  /// - Parameters:
  ///   - easing: The easing from progress to amount.
  ///   - duration: The duration, in seconds.
  @_disfavoredOverload
  public static func timingCurve(_ easing: CSSEasing, duration: Double) -> Animation {
    timingCurve(UnitCurve(easing), duration: duration)
  }
}

// MARK: - Springs

extension Animation {
  /// SwiftUI's default: a spring with a response of 0.55 s and a damping fraction of 1. As in SwiftUI, it doesn't equal
  /// any other animation.
  public static let `default` = Animation(.systemDefault)

  /// A spring with a duration of half a second, without bounce.
  public static let spring = Animation.spring(duration: 0.5)

  /// Returns a spring that takes over from a running animation, with its position and velocity.
  ///
  /// - Parameters:
  ///   - spring: The spring.
  ///   - blendDuration: The seconds over which the response changes from the previous spring's to this one's.
  public static func spring(_ spring: Spring, blendDuration: Double = 0) -> Animation {
    Animation(PlainAnimation(spring, blendDuration: blendDuration))
  }

  /// Returns a spring with a perceptual duration in seconds and a bounce; see ``Spring/init(duration:bounce:)``.
  public static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Animation {
    spring(Spring(duration: duration, bounce: bounce), blendDuration: blendDuration)
  }

  /// Returns a spring with a response in seconds and a damping fraction; see ``Spring/init(response:dampingRatio:)``.
  @_disfavoredOverload
  public static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
  ) -> Animation {
    spring(Spring(response: response, dampingRatio: dampingFraction), blendDuration: blendDuration)
  }

  /// A quick spring for values that follow a finger.
  public static var interactiveSpring: Animation { interactiveSpring() }

  /// Returns a quick spring for values that follow a finger, with a response in seconds and a damping fraction.
  @_disfavoredOverload
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
  ) -> Animation {
    spring(response: response, dampingFraction: dampingFraction, blendDuration: blendDuration)
  }

  /// Returns a quick spring for values that follow a finger, with a perceptual duration in seconds and an addition to
  /// its bounce of 0.15.
  public static func interactiveSpring(
    duration: Double = 0.15, extraBounce: Double = 0, blendDuration: Double = 0.25
  ) -> Animation {
    spring(duration: duration, bounce: 0.15 + extraBounce, blendDuration: blendDuration)
  }

  /// A spring with a duration of half a second, without bounce, whose motion adds to that of the running animations.
  public static var interpolatingSpring: Animation { interpolatingSpring() }

  /// Returns a spring whose motion adds to that of the running animations.
  ///
  /// - Parameters:
  ///   - spring: The spring.
  ///   - initialVelocity: The velocity at the start, per second, where 1 is the whole change.
  public static func interpolatingSpring(_ spring: Spring, initialVelocity: Double = 0) -> Animation {
    Animation(PlainAnimation(adding: spring, initialVelocity: usableVelocity(initialVelocity)))
  }

  /// Returns a spring with physical parameters, whose motion adds to that of the running animations; see
  /// ``Spring/init(mass:stiffness:damping:allowOverDamping:)``.
  public static func interpolatingSpring(
    mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> Animation {
    interpolatingSpring(
      Spring(mass: mass, stiffness: stiffness, damping: damping), initialVelocity: initialVelocity)
  }

  /// Returns a spring with a perceptual duration in seconds and a bounce, whose motion adds to that of the running
  /// animations.
  public static func interpolatingSpring(
    duration: Double = 0.5, bounce: Double = 0, initialVelocity: Double = 0
  ) -> Animation {
    interpolatingSpring(Spring(duration: duration, bounce: bounce), initialVelocity: initialVelocity)
  }

  /// A spring with a duration of half a second, without bounce.
  public static let smooth = Animation.smooth(duration: 0.5)

  /// Returns a spring without bounce, with a perceptual duration in seconds and an addition to its bounce of 0.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    spring(.smooth(duration: duration, extraBounce: extraBounce))
  }

  /// A spring with a duration of half a second and a small bounce of 0.15.
  public static var snappy: Animation { snappy() }

  /// Returns a spring with a small bounce, with a perceptual duration in seconds and an addition to its bounce of 0.15.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    spring(.snappy(duration: duration, extraBounce: extraBounce))
  }

  /// A spring with a duration of half a second and a bounce of 0.3.
  public static var bouncy: Animation { bouncy() }

  /// Returns a spring with a bounce, with a perceptual duration in seconds and an addition to its bounce of 0.3.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    spring(.bouncy(duration: duration, extraBounce: extraBounce))
  }
}

// MARK: - Modifiers

extension Animation {
  /// Returns this animation with a later start: it is evaluated at `max(0, time - delay)`.
  ///
  /// - Parameter delay: The delay, in seconds. A negative delay skips the beginning of the animation.
  @inline(never)
  public func delay(_ delay: Double) -> Animation {
    plain?.delayed(by: delay).map { Animation($0) } ?? modified(.delay(delay, base: self))
  }

  /// Returns this animation at another speed: it is evaluated at `time * speed`.
  ///
  /// - Parameter speed: The factor; 2 is twice as fast. At speeds of 0 and below, and below 1e-24, the animation never
  ///   moves.
  @inline(never)
  public func speed(_ speed: Double) -> Animation {
    plain?.atSpeed(speed).map { Animation($0) } ?? modified(.speed(speed, base: self))
  }

  /// Returns this animation, repeated.
  ///
  /// - Parameters:
  ///   - repeatCount: The number of passes, at least 1.
  ///   - autoreverses: Whether every other pass runs from the target to the start. Every pass counts: 1 is the way
  ///     there only, and 2 is there and back. As in SwiftUI, the way back has the timing of the way there (an ease-in
  ///     starts slowly both ways), and a finished animation is at its target, even if the last pass ended at the start.
  @inline(never)
  public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
    plain?.repeated(repeatCount, autoreverses: autoreverses).map { Animation($0) }
      ?? modified(.repetition(count: repeatCount, autoreverses: autoreverses, base: self))
  }

  /// Returns this animation, repeated forever.
  ///
  /// - Parameter autoreverses: Whether every other pass runs from the target to the start; see
  ///   ``repeatCount(_:autoreverses:)``.
  @inline(never)
  public func repeatForever(autoreverses: Bool = true) -> Animation {
    plain?.repeated(nil, autoreverses: autoreverses).map { Animation($0) }
      ?? modified(.repetition(count: nil, autoreverses: autoreverses, base: self))
  }

  /// Returns this animation with an earlier completion: it counts as complete after a time, if not before, and moves on
  /// unchanged. See ``AnimationContext/isLogicallyComplete``.
  ///
  /// - Parameter duration: The seconds since the start. For a spring that took over, the seconds since it took over.
  public func logicallyComplete(after duration: Double) -> Animation {
    modified(.logicalCompletion(after: duration, base: self))
  }

  private func modified(_ kind: Kind, in function: StaticString = #function) -> Animation {
    guard depth < Self.depthLimit else {
      fatalError("\(function): \(depth) modifiers are nested already, but at most \(Self.depthLimit) are allowed")
    }
    return Animation(modified: kind, base: self)
  }
}
