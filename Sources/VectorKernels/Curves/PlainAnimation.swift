/// The plain numbers of most animations: one pass along a curve or by a spring, perhaps after a delay or at another
/// speed. Copying it counts no references.
struct PlainAnimation {
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

  enum Modifier {
    case none
    /// A delay in seconds, at least 0.
    case delay(Double)
    /// A speed above 0, which a spring's parameters contain already.
    case speed(Double)
  }

  /// The speeds at which a spring is plain. At others its period, or the time that it takes to settle, may be beyond
  /// the limits of the kernels, which ``PreparedAnimation`` respects.
  private static var springSpeeds: ClosedRange<Double> { 1e-6...1e6 }

  /// The curve or spring; a spring at its speed.
  let motion: Motion
  let modifier: Modifier
  /// For a curve, the seconds of a pass, above 0 and finite. For a spring, the seconds over which its response changes
  /// from the previous spring's.
  let seconds: Double

  /// Creates the plain form of an animation.
  ///
  /// - Returns: Nil if the animation needs more than that.
  init?(_ kind: Animation.Kind) {
    switch kind {
    case .curve(let curve, let duration) where duration > 0 && duration < .infinity:
      switch curve.shape {
      case .linear: motion = .linear
      case .bezier(let bezier): motion = .bezier(bezier)
      case .eased, .steps, .polyline, .tabulated, .catmullRom: return nil
      }
      (modifier, seconds) = (.none, duration)
    case .spring(let spring, let blendDuration): (motion, modifier, seconds) = (.spring(spring), .none, blendDuration)
    case .delay(let delay, let base):
      guard let plain = base.plain, case .none = plain.modifier, delay >= 0, delay < .infinity else { return nil }
      (motion, modifier, seconds) = (plain.motion, .delay(delay), plain.seconds)
    case .speed(let speed, let base):
      guard let plain = base.plain, case .none = plain.modifier, speed > 0 else { return nil }
      if case .spring(let spring) = plain.motion {
        guard Self.springSpeeds.contains(speed) else { return nil }
        // A spring at twice the speed is a spring of half the period.
        motion = .spring(Spring(response: spring.response / speed, dampingRatio: spring.dampingRatio))
      } else {
        motion = plain.motion
      }
      (modifier, seconds) = (.speed(speed), plain.seconds)
    case .curve, .systemDefault, .interpolatingSpring, .custom, .repetition, .logicalCompletion: return nil
    }
  }
}
