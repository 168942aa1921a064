/// How to get from one value to another: a timing curve with its duration, a spring or an animation of one's own, and
/// what modifies it, under SwiftUI's names.
///
/// ```swift
/// let animation = Animation.easeInOut(duration: 0.5).delay(0.25).repeatCount(3, autoreverses: true)
/// let x = animation.value(from: 10.0, to: 20.0, at: 0.5)  // 15, halfway through the first pass
/// ```
///
/// Modifiers wrap what they are called on, so their order matters: a delay inside a repeat delays every pass, outside
/// of it only the first. There may be 200 around one another; one more stops the program.
///
/// No number makes an animation fail. Durations below 0 and NaN count as 0, and so do a speed or a delay of NaN, and an
/// initial velocity that isn't finite. Finite durations and delays longer than 1e24 s count as 1e24 s, speeds above 1e24
/// as 1e24, speeds below 1e-24 as 0, and initial velocities beyond ±1e12 as that. A spring that would take longer than
/// 1e24 s to settle never does.
public struct Animation: Sendable {
  private let content: Content

  /// The seconds until the animation is finished; infinity for one that never is, and nil for a ``CustomAnimation``,
  /// which tells only when it's there.
  ///
  /// A spring's is the ``Spring/settlingDuration`` of a change of 1 with its initial velocity, so what it leaves out is
  /// 0.001 of the change.
  public var duration: Double? { content.duration }

  var kind: Kind { content.kind }

  /// The animation in numbers alone, or nil where it is more than that.
  var plain: PlainAnimation? { content.plain }

  /// How many modifiers there are around one another.
  var depth: Int { content.depth }

  /// So many modifiers may be around one another: what walks through them, which is recursive, needs so much of the
  /// stack at most, and JSON, whose readers take 512 levels, two levels for each.
  static var depthLimit: Int { 200 }

  enum Kind: Hashable, Sendable, Codable {
    case curve(UnitCurve, duration: Double)
    case systemDefault
    case spring(Spring, blendDuration: Double)
    case interpolatingSpring(Spring, initialVelocity: Double)
    case custom(AnyCustomAnimation)
    case delay(Double, base: Animation)
    case speed(Double, base: Animation)
    /// A count of nil is for ever.
    case repetition(count: Int?, autoreverses: Bool, base: Animation)
    case logicalCompletion(after: Double, base: Animation)
  }

  init(_ kind: Kind) { self.init(kind, depth: 0) }

  /// An animation that is modified once more.
  init(modified kind: Kind, base: Animation) { self.init(kind, depth: base.depth + 1) }

  private init(_ kind: Kind, depth: Int) { content = Content(kind.clamped, depth) }

  /// What copies share.
  private final class Content: Sendable {
    let kind: Kind
    let duration: Double?
    let plain: PlainAnimation?
    let depth: Int

    init(_ kind: Kind, _ depth: Int) {
      (self.kind, duration, plain, self.depth) = (kind, kind.duration, PlainAnimation(kind), depth)
    }
  }
}

extension Animation: Hashable {
  public static func == (a: Animation, b: Animation) -> Bool { a.identity == b.identity || a.kind == b.kind }

  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension Animation {
  /// What copies of an animation share, and no other one has while one of them is there.
  var identity: ObjectIdentifier { ObjectIdentifier(content) }
}

extension Animation.Kind {
  /// With numbers that mean something.
  fileprivate var clamped: Self {
    switch self {
    case .curve(let curve, let duration): .curve(curve, duration: duration > 0 ? Self.clamped(duration) : 0)
    case .spring(let spring, let blend): .spring(spring, blendDuration: blend > 0 ? Self.clamped(blend) : 0)
    case .interpolatingSpring(let spring, let velocity):
      .interpolatingSpring(spring, initialVelocity: velocity.isFinite ? max(-1e12, min(velocity, 1e12)) : 0)
    case .delay(let delay, let base): .delay(delay.isNaN ? 0 : Self.clamped(delay), base: base)
    case .speed(let speed, let base): .speed(speed >= 1e-24 ? min(speed, 1e24) : 0, base: base)
    case .repetition(let count, let autoreverses, let base):
      .repetition(count: count.map { max($0, 1) }, autoreverses: autoreverses, base: base)
    case .logicalCompletion(let duration, let base): .logicalCompletion(after: duration > 0 ? duration : 0, base: base)
    case .systemDefault, .custom: self
    }
  }

  /// What takes longer to settle than anything lasts never does.
  private static func settling(_ seconds: Double) -> Double { seconds <= 1e24 ? seconds : .infinity }

  /// Seconds that kernels, which take them and what they are to a clock of any speed as `Float`s, can tell from none and
  /// from for ever.
  private static func clamped(_ seconds: Double) -> Double {
    seconds.isFinite ? max(-1e24, min(seconds, 1e24)) : seconds
  }

  /// What is modified.
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
    case .spring(let spring, _): return Self.settling(spring.settlingDuration)
    case .interpolatingSpring(let spring, let velocity):
      return Self.settling(spring.settlingDuration(target: 1, initialVelocity: velocity, epsilon: 0.001))
    case .custom: return nil
    case .delay(let delay, let base):
      guard let duration = base.duration else { return nil }
      return duration == .infinity ? duration : max(0, duration + delay)
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
  /// At a constant speed, for 0.35 s.
  public static var linear: Animation { linear(duration: 0.35) }

  /// At a constant speed.
  public static func linear(duration: Double) -> Animation { timingCurve(.linear, duration: duration) }

  /// Starts slowly, for 0.35 s.
  public static var easeIn: Animation { easeIn(duration: 0.35) }

  /// Starts slowly.
  public static func easeIn(duration: Double) -> Animation { timingCurve(.easeIn, duration: duration) }

  /// Ends slowly, for 0.35 s.
  public static var easeOut: Animation { easeOut(duration: 0.35) }

  /// Ends slowly.
  public static func easeOut(duration: Double) -> Animation { timingCurve(.easeOut, duration: duration) }

  /// Starts and ends slowly, for 0.35 s.
  public static var easeInOut: Animation { easeInOut(duration: 0.35) }

  /// Starts and ends slowly.
  public static func easeInOut(duration: Double) -> Animation { timingCurve(.easeInOut, duration: duration) }

  /// Along a cubic Bezier curve from (0, 0) to (1, 1).
  ///
  /// - Parameters:
  ///   - p1x: The first control point's x, clamped to 0...1.
  ///   - p1y: The first control point's y.
  ///   - p2x: The second control point's x, clamped to 0...1.
  ///   - p2y: The second control point's y.
  ///   - duration: Seconds.
  public static func timingCurve(
    _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: Double = 0.35
  ) -> Animation {
    timingCurve(
      .bezier(startControlPoint: UnitPoint(x: p1x, y: p1y), endControlPoint: UnitPoint(x: p2x, y: p2y)),
      duration: duration)
  }

  /// Along a curve.
  ///
  /// - Parameters:
  ///   - curve: The progress as a function of time, both 0...1.
  ///   - duration: Seconds.
  public static func timingCurve(_ curve: UnitCurve, duration: Double) -> Animation {
    Animation(.curve(curve, duration: duration))
  }

  /// Along a CSS easing, without its before flag. When it's finished it's at its target, wherever the easing ends.
  ///
  /// - Parameters:
  ///   - easing: The progress as a function of time, both 0...1.
  ///   - duration: Seconds.
  @_disfavoredOverload
  public static func timingCurve(_ easing: CSSEasing, duration: Double) -> Animation {
    timingCurve(UnitCurve(easing), duration: duration)
  }
}

// MARK: - Springs

extension Animation {
  /// SwiftUI's default: a spring with a response of 0.55 s and a damping fraction of 1. As there, it equals no other
  /// animation.
  public static let `default` = Animation(.systemDefault)

  /// A spring of half a second without bounce.
  public static var spring: Animation { spring() }

  /// A spring that, when it takes over from another animation, goes on from where that was and as fast as that was.
  ///
  /// - Parameters:
  ///   - spring: The spring.
  ///   - blendDuration: The seconds in which the response goes over from that of the spring before.
  public static func spring(_ spring: Spring, blendDuration: Double = 0) -> Animation {
    Animation(.spring(spring, blendDuration: blendDuration))
  }

  /// A spring by its perceptual duration in seconds and its bounce; see ``Spring/init(duration:bounce:)``.
  public static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Animation {
    spring(Spring(duration: duration, bounce: bounce), blendDuration: blendDuration)
  }

  /// A spring by its response in seconds and its damping fraction; see ``Spring/init(response:dampingRatio:)``.
  @_disfavoredOverload
  public static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
  ) -> Animation {
    spring(Spring(response: response, dampingRatio: dampingFraction), blendDuration: blendDuration)
  }

  /// A quick spring for what follows a finger.
  public static var interactiveSpring: Animation { interactiveSpring() }

  /// A quick spring for what follows a finger, by its response in seconds and its damping fraction.
  @_disfavoredOverload
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
  ) -> Animation {
    spring(response: response, dampingFraction: dampingFraction, blendDuration: blendDuration)
  }

  /// A quick spring for what follows a finger, by its perceptual duration in seconds and what is added to its bounce of
  /// 0.15.
  public static func interactiveSpring(
    duration: Double = 0.15, extraBounce: Double = 0, blendDuration: Double = 0.25
  ) -> Animation {
    spring(duration: duration, bounce: 0.15 + extraBounce, blendDuration: blendDuration)
  }

  /// A spring of half a second without bounce, whose motion adds to that of the animations that are under way.
  public static var interpolatingSpring: Animation { interpolatingSpring() }

  /// A spring whose motion adds to that of the animations that are under way.
  ///
  /// - Parameters:
  ///   - spring: The spring.
  ///   - initialVelocity: The velocity at the start, in whole ways per second.
  public static func interpolatingSpring(_ spring: Spring, initialVelocity: Double = 0) -> Animation {
    Animation(.interpolatingSpring(spring, initialVelocity: initialVelocity))
  }

  /// A spring by its physics, whose motion adds to that of the animations that are under way; see
  /// ``Spring/init(mass:stiffness:damping:allowOverDamping:)``.
  public static func interpolatingSpring(
    mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> Animation {
    interpolatingSpring(
      Spring(mass: mass, stiffness: stiffness, damping: damping), initialVelocity: initialVelocity)
  }

  /// A spring by its perceptual duration and bounce, whose motion adds to that of the animations that are under way.
  public static func interpolatingSpring(
    duration: Double = 0.5, bounce: Double = 0, initialVelocity: Double = 0
  ) -> Animation {
    interpolatingSpring(Spring(duration: duration, bounce: bounce), initialVelocity: initialVelocity)
  }

  /// A spring of half a second without bounce.
  public static var smooth: Animation { smooth() }

  /// A spring without bounce, by its perceptual duration in seconds and what is added to the bounce of 0.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    spring(.smooth(duration: duration, extraBounce: extraBounce))
  }

  /// A spring of half a second with a small bounce of 0.15.
  public static var snappy: Animation { snappy() }

  /// A spring with a small bounce, by its perceptual duration in seconds and what is added to the bounce of 0.15.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    spring(.snappy(duration: duration, extraBounce: extraBounce))
  }

  /// A spring of half a second with a bounce of 0.3.
  public static var bouncy: Animation { bouncy() }

  /// A spring with a bounce, by its perceptual duration in seconds and what is added to the bounce of 0.3.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    spring(.bouncy(duration: duration, extraBounce: extraBounce))
  }
}

// MARK: - Modifiers

extension Animation {
  /// Starts this animation later: it is sampled at `max(0, time - delay)`.
  ///
  /// - Parameter delay: Seconds. A negative delay starts it in its midst.
  public func delay(_ delay: Double) -> Animation { modified(.delay(delay, base: self)) }

  /// Runs this animation faster: it is sampled at `time * speed`.
  ///
  /// - Parameter speed: 2 is twice as fast. 0 and below stands still for ever, and so does what is below 1e-24.
  public func speed(_ speed: Double) -> Animation { modified(.speed(speed, base: self)) }

  /// Plays this animation several times.
  ///
  /// - Parameters:
  ///   - repeatCount: How many passes there are, at least 1.
  ///   - autoreverses: Whether every other pass runs from the target to the start. Every pass counts, so that 1 is
  ///     forward only, and 2 is there and back. As in SwiftUI, the way back has the timing of the way there (an ease-in
  ///     starts slowly both ways), and what is finished is at its target, wherever the last pass went.
  public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
    modified(.repetition(count: repeatCount, autoreverses: autoreverses, base: self))
  }

  /// Plays this animation for ever.
  ///
  /// - Parameter autoreverses: Whether every other pass runs from the target to the start; see
  ///   ``repeatCount(_:autoreverses:)``.
  public func repeatForever(autoreverses: Bool = true) -> Animation {
    modified(.repetition(count: nil, autoreverses: autoreverses, base: self))
  }

  /// Counts this animation as complete after a time, if it doesn't by then, without changing how it moves; see
  /// ``AnimationContext/isLogicallyComplete``.
  ///
  /// - Parameter duration: Seconds since the start or, of a spring that took over, since then.
  public func logicallyComplete(after duration: Double) -> Animation {
    modified(.logicalCompletion(after: duration, base: self))
  }

  private func modified(_ kind: Kind, in function: StaticString = #function) -> Animation {
    guard depth < Self.depthLimit else {
      fatalError("\(function): there are \(depth) modifiers already, but may be at most \(Self.depthLimit)")
    }
    return Animation(modified: kind, base: self)
  }
}
