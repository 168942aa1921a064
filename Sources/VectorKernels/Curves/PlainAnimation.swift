/// The plain numbers of most animations: a curve or a spring, perhaps repeated, and that perhaps after a delay or at
/// another speed. Copying it counts no references.
struct PlainAnimation: Equatable {
  enum Motion: Equatable {
    case linear
    case bezier(CubicBezier)
    case eased(Easing, isInverse: Bool)
    case steps(Steps)
    case spring(Spring)

    /// Creates the motion along a curve, or nil if the curve has memory of its own.
    @inline(never)
    init?(_ curve: UnitCurve) {
      switch curve.shape {
      case .linear: self = .linear
      case .bezier(let bezier): self = .bezier(bezier)
      case .eased(let easing, let isInverse): self = .eased(easing, isInverse: isInverse)
      case .steps(let steps): self = .steps(steps)
      case .polyline, .tabulated, .catmullRom: return nil
      }
    }

    /// The curve, or nil for a spring.
    @inline(never)
    var curve: UnitCurve? {
      switch self {
      case .linear: .linear
      case .bezier(let bezier): UnitCurve(.bezier(bezier))
      case .eased(let easing, let isInverse): UnitCurve(.eased(easing, isInverse: isInverse))
      case .steps(let steps): UnitCurve(.steps(steps))
      case .spring: nil
      }
    }

    var isSpring: Bool { if case .spring = self { true } else { false } }

    /// Compares number by number, in registers, because every start makes this comparison, most often of Bezier curves
    /// and springs.
    @inline(__always)
    static func == (a: Motion, b: Motion) -> Bool {
      if case .bezier(let a) = a, case .bezier(let b) = b {
        return a.x1 == b.x1 && a.y1 == b.y1 && a.x2 == b.x2 && a.y2 == b.y2
      }
      if case .spring(let a) = a, case .spring(let b) = b {
        return a.angularFrequency == b.angularFrequency && a.dampingRatio == b.dampingRatio && a.mass == b.mass
      }
      return areEqualOtherwise(a, b)
    }

    @inline(never)
    private static func areEqualOtherwise(_ a: Motion, _ b: Motion) -> Bool {
      switch (a, b) {
      case (.linear, .linear): true
      case (.eased(let a, let aIsInverse), .eased(let b, let bIsInverse)): a == b && aIsInverse == bIsInverse
      case (.steps(let a), .steps(let b)): a == b
      case (.linear, _), (.bezier, _), (.eased, _), (.steps, _), (.spring, _): false
      }
    }
  }

  enum Modifier: Equatable {
    case none
    /// A delay in seconds, at least 0.
    case delay(Double)
    /// A speed above 0.
    case speed(Double)
  }

  /// Several passes.
  struct Repetition: Equatable {
    /// The number of passes, above 1; nil repeats forever.
    let count: Int?
    let autoreverses: Bool
  }

  let motion: Motion
  /// Whether every other pass goes back, and the number of passes: 1 for one, 0 for passes without end, and `adding` for
  /// one that adds to the running animations. Beside the motion, these small numbers take no room of their own.
  private var autoreverses = false
  private var passes: Int32 = 1
  private(set) var modifier: Modifier
  /// For a curve, the seconds of a pass, above 0 and finite. For a spring, the seconds over which its response changes
  /// from the previous spring's; for one that adds, its initial velocity per second, where 1 is the whole change.
  let seconds: Double
  /// The seconds of a pass along the curve, or until the spring has settled, without the modifier.
  let passDuration: Double

  private init(_ motion: Motion, seconds: Double, passDuration: Double) {
    (self.motion, modifier, self.seconds, self.passDuration) = (motion, .none, seconds, passDuration)
  }

  private static let adding: Int32 = -1

  /// Whether the motion adds to that of the running animations, as an interpolating spring's does.
  @inline(__always)
  var adds: Bool { passes == Self.adding }

  /// Whether there is one pass, which doesn't add.
  @inline(__always)
  var isSinglePass: Bool { passes == 1 }

  /// The passes, if there are several.
  var repetition: Repetition? {
    isSinglePass || adds ? nil : Repetition(count: passes == 0 ? nil : Int(passes), autoreverses: autoreverses)
  }

  /// Creates the plain form of a curve that runs for some seconds, or nil if there is none.
  init?(_ curve: UnitCurve, duration: Double) {
    guard let motion = Motion(curve) else { return nil }
    self.init(along: motion, duration: duration)
  }

  /// Creates the plain form of a curve that runs for some seconds, or nil if there is none.
  init?(along curve: Motion, duration: Double) {
    guard duration > 0, duration < .infinity else { return nil }
    let seconds = Animation.usableDuration(duration)
    self.init(curve, seconds: seconds, passDuration: seconds)
  }

  /// Creates the plain form of a spring that takes over.
  init(_ spring: Spring, blendDuration: Double) {
    self.init(
      .spring(spring), seconds: Animation.usableDuration(blendDuration),
      passDuration: Animation.settling(spring.settlingDuration))
  }

  /// Creates the plain form of a spring that adds to the running animations.
  ///
  /// - Parameter initialVelocity: The usable velocity at the start, per second, where 1 is the whole change.
  @inline(never)
  init(adding spring: Spring, initialVelocity: Double) {
    let duration =
      initialVelocity == 0
      ? spring.settlingDuration
      : spring.settlingDuration(target: 1, initialVelocity: initialVelocity, epsilon: 0.001)
    self.init(.spring(spring), seconds: initialVelocity, passDuration: Animation.settling(duration))
    passes = Self.adding
  }

  /// Returns the plain form of this animation after a delay, or nil if there is none.
  @inline(never)
  func delayed(by seconds: Double) -> PlainAnimation? {
    let seconds = Animation.clampedDelay(seconds)
    guard modifier == .none, seconds >= 0, seconds < .infinity else { return nil }
    return with(.delay(seconds))
  }

  /// Returns the plain form of this animation at a speed, or nil if there is none.
  @inline(never)
  func atSpeed(_ speed: Double) -> PlainAnimation? {
    let speed = Animation.usableSpeed(speed)
    guard modifier == .none, speed > 0 else { return nil }
    return with(.speed(speed))
  }

  /// Returns the plain form of this animation with several passes, or nil if there is none.
  @inline(never)
  func repeated(_ count: Int?, autoreverses: Bool) -> PlainAnimation? {
    guard modifier == .none, isSinglePass, passDuration > 0, passDuration < .infinity else { return nil }
    var repeated = self
    repeated.autoreverses = autoreverses
    guard let count else {
      repeated.passes = 0
      return repeated
    }
    guard count > 1, let passes = Int32(exactly: count) else { return nil }
    repeated.passes = passes
    return repeated
  }

  /// Creates the plain form of any animation, or nil if there is none.
  @inline(never)
  init?(_ kind: Animation.Kind) {
    switch kind {
    case .curve(let curve, let duration): self.init(curve, duration: duration)
    case .spring(let spring, let blendDuration): self.init(spring, blendDuration: blendDuration)
    case .delay(let delay, let base):
      guard let plain = base.plain?.delayed(by: delay) else { return nil }
      self = plain
    case .speed(let speed, let base):
      guard let plain = base.plain?.atSpeed(speed) else { return nil }
      self = plain
    case .repetition(let count, let autoreverses, let base):
      guard let plain = base.plain?.repeated(count, autoreverses: autoreverses) else { return nil }
      self = plain
    case .interpolatingSpring(let spring, let velocity): self.init(adding: spring, initialVelocity: velocity)
    case .systemDefault, .custom, .logicalCompletion: return nil
    }
  }

  /// Returns the same animation with another modifier.
  private func with(_ modifier: Modifier) -> PlainAnimation {
    var modified = self
    modified.modifier = modifier
    return modified
  }

  /// The number of nested modifiers.
  var depth: Int { (isSinglePass || adds ? 0 : 1) + (modifier == .none ? 0 : 1) }

  /// The spring, if it takes over from every other animation.
  var mergingSpring: (spring: Spring, blendDuration: Double)? {
    guard case .spring(let spring) = motion, isSinglePass, modifier == .none else { return nil }
    return (spring, seconds)
  }

  /// The motion at the speed. A curve stays the same.
  @inline(__always)
  var motionAtSpeed: Motion {
    guard case .speed(let speed) = modifier, case .spring(let spring) = motion else { return motion }
    return .spring(spring.atSpeed(speed))
  }

  /// The seconds until the animation is finished; infinity if it never is.
  @inline(never)
  var duration: Double {
    var duration = passDuration
    if let repetition { duration = repetition.count.map { duration * Double($0) } ?? .infinity }
    switch modifier {
    case .none: return duration
    case .delay(let delay): return Animation.delayed(duration, by: delay)
    case .speed(let speed): return duration / speed
    }
  }

  var kind: Animation.Kind {
    switch modifier {
    case .none: break
    case .delay(let delay): return .delay(delay, base: Animation(with(.none)))
    case .speed(let speed): return .speed(speed, base: Animation(with(.none)))
    }
    if let repetition {
      var pass = self
      (pass.passes, pass.autoreverses) = (1, false)
      return .repetition(
        count: repetition.count, autoreverses: repetition.autoreverses, base: Animation(pass))
    }
    if case .spring(let spring) = motion {
      return adds ? .interpolatingSpring(spring, initialVelocity: seconds) : .spring(spring, blendDuration: seconds)
    }
    return .curve(motion.curve!, duration: seconds)
  }
}
