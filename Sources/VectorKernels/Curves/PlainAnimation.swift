/// The plain numbers of most animations: one pass along a curve or by a spring, perhaps after a delay or at another
/// speed. Copying it counts no references.
struct PlainAnimation: Equatable {
  enum Motion: Equatable {
    case linear
    case bezier(CubicBezier)
    case spring(Spring)

    /// Compares number by number, in registers, because every start makes this comparison.
    @inline(__always)
    static func == (a: Motion, b: Motion) -> Bool {
      switch (a, b) {
      case (.linear, .linear): true
      case (.bezier(let a), .bezier(let b)): a.x1 == b.x1 && a.y1 == b.y1 && a.x2 == b.x2 && a.y2 == b.y2
      case (.spring(let a), .spring(let b)):
        a.angularFrequency == b.angularFrequency && a.dampingRatio == b.dampingRatio && a.mass == b.mass
      case (.linear, _), (.bezier, _), (.spring, _): false
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

  let motion: Motion
  let modifier: Modifier
  /// For a curve, the seconds of a pass, above 0 and finite. For a spring, the seconds over which its response changes
  /// from the previous spring's.
  let seconds: Double
  /// The seconds of a pass along the curve, or until the spring has settled, without the modifier.
  private let passDuration: Double

  private init(_ motion: Motion, _ modifier: Modifier, seconds: Double, passDuration: Double) {
    (self.motion, self.modifier, self.seconds, self.passDuration) = (motion, modifier, seconds, passDuration)
  }

  /// Creates the plain form of a curve that runs for some seconds, or nil if there is none.
  init?(_ curve: UnitCurve, duration: Double) {
    switch curve.shape {
    case .linear: self.init(along: .linear, duration: duration)
    case .bezier(let bezier): self.init(along: .bezier(bezier), duration: duration)
    case .eased, .steps, .polyline, .tabulated, .catmullRom: return nil
    }
  }

  /// Creates the plain form of a line or a Bezier curve that runs for some seconds, or nil if there is none.
  init?(along curve: Motion, duration: Double) {
    guard duration > 0, duration < .infinity else { return nil }
    let seconds = Animation.usableDuration(duration)
    self.init(curve, .none, seconds: seconds, passDuration: seconds)
  }

  /// Creates the plain form of a spring that takes over.
  init(_ spring: Spring, blendDuration: Double) {
    self.init(
      .spring(spring), .none, seconds: Animation.usableDuration(blendDuration),
      passDuration: Animation.settling(spring.settlingDuration))
  }

  /// Returns the plain form of this animation after a delay, or nil if there is none.
  @inline(never)
  func delayed(by seconds: Double) -> PlainAnimation? {
    let seconds = Animation.clampedDelay(seconds)
    guard !isModified, seconds >= 0, seconds < .infinity else { return nil }
    return with(.delay(seconds))
  }

  /// Returns the plain form of this animation at a speed, or nil if there is none.
  @inline(never)
  func atSpeed(_ speed: Double) -> PlainAnimation? {
    let speed = Animation.usableSpeed(speed)
    guard !isModified, speed > 0 else { return nil }
    return with(.speed(speed))
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
    case .systemDefault, .interpolatingSpring, .custom, .repetition, .logicalCompletion: return nil
    }
  }

  /// Returns the same animation with another modifier.
  private func with(_ modifier: Modifier) -> PlainAnimation {
    PlainAnimation(motion, modifier, seconds: seconds, passDuration: passDuration)
  }

  var isModified: Bool { modifier != .none }

  /// The motion at the speed. A curve stays the same.
  @inline(__always)
  var motionAtSpeed: Motion {
    guard case .speed(let speed) = modifier, case .spring(let spring) = motion else { return motion }
    return .spring(spring.atSpeed(speed))
  }

  /// The seconds until the animation is finished; infinity if it never is.
  var duration: Double {
    switch modifier {
    case .none: passDuration
    case .delay(let delay): Animation.delayed(passDuration, by: delay)
    case .speed(let speed): passDuration / speed
    }
  }

  var kind: Animation.Kind {
    switch modifier {
    case .none:
      switch motion {
      case .linear: .curve(.linear, duration: seconds)
      case .bezier(let bezier): .curve(UnitCurve(.bezier(bezier)), duration: seconds)
      case .spring(let spring): .spring(spring, blendDuration: seconds)
      }
    case .delay(let delay): .delay(delay, base: Animation(with(.none)))
    case .speed(let speed): .speed(speed, base: Animation(with(.none)))
    }
  }
}
