/// How an animation runs, prepared when it is first used.
@usableFromInline
struct AnimationPlan {
  @usableFromInline
  enum Course {
    /// Once along a curve.
    case tween
    /// All else that's a function of the amount covered.
    case repetition
    /// A spring on its way.
    case spring
    /// What has no compact form.
    case single
  }

  let course: Course
  /// Seconds until it sets out; below 0, those that a spring is ahead.
  var delay = 0.0
  /// How long a tween lasts, with its delay.
  var duration = 0.0
  /// A spring's parameters, and its initial velocity in whole ways per second.
  var spring = Spring.systemDefault
  var initialVelocity: Float = 0
  /// What kernels know the spring by.
  var parameters: OwnMotions.Parameters = (0, 0)
  /// The group of what runs so forward; -1 until there is one.
  var group = -1

  /// How an animation counts for the one after it.
  enum Origin: Equatable {
    /// A plain spring, from whose response another one's may go over, or what its group tells from one.
    case plain
    /// Anything played so many times as fast, above 0.
    case speed(Float)
    /// What may look like a plain spring, but isn't one.
    case other
  }

  /// From what an animation takes over; to all else it adds.
  enum Takeover: Equatable {
    case everything
    /// From what is played so many times as fast.
    case speed(Float)
    case nothing
  }

  let origin: Origin
  let takeover: Takeover
  /// The seconds in which a plain spring's response goes over from that of the spring before.
  let blendDuration: Double

  /// A plan that nobody runs by.
  init() { self.init(.linear(duration: 0), nil) }

  /// A plan of what most programs animate by, a curve or a plain spring, at once or after a delay: nil for all else. It is
  /// that of its compact form, found sooner.
  ///
  /// - Parameter animation: The animation.
  init?(simple animation: Animation) {
    var (kind, isDelayed) = (animation.kind, false)
    if case .delay(let seconds, let base) = kind, seconds >= 0, seconds <= 1e30 {
      (kind, isDelayed, delay) = (base.kind, true, seconds)
    }
    origin = isDelayed ? .other : .plain
    switch kind {
    case .curve(_, let duration) where duration > 0 && duration < .infinity:
      course = .tween
      self.duration = duration + delay
      (takeover, blendDuration) = (.nothing, 0)
    case .spring(let spring, let blendDuration):
      course = .spring
      self.spring = spring
      parameters = (Float(spring.decay), Float(spring.frequency))
      takeover = isDelayed ? .nothing : .everything
      self.blendDuration = isDelayed ? 0 : blendDuration
    default: return nil
    }
  }

  /// - Parameters:
  ///   - animation: The animation.
  ///   - lowered: The animation's compact form, or nil where it has none.
  init(_ animation: Animation, _ lowered: LoweredAnimation?) {
    (origin, takeover) = (animation.origin, animation.takeover)
    blendDuration = animation.mergingSpring?.blendDuration ?? 0
    guard let lowered else {
      course = .single
      return
    }
    let isSingle = lowered.passes == 1 && lowered.pace == 1 && lowered.lead == 0
    switch lowered.shape {
    case .spring(let spring, let velocity) where isSingle && lowered.rate > 0:
      course = .spring
      // Twice as fast is a spring of half the period.
      let pace = lowered.rate * lowered.unit
      self.spring =
        pace == 1 ? spring : Spring(response: spring.response / pace, dampingRatio: spring.dampingRatio)
      delay = lowered.headStart > 0 ? -lowered.headStart / lowered.rate : lowered.delay
      initialVelocity = Float(max(-1e12, min(velocity * pace, 1e12)))
      parameters = (Float(self.spring.decay), Float(self.spring.frequency))
    case .curve where isSingle && lowered.headStart == 0:
      course = .tween
      // What is over before it begins waits for its end at the start.
      delay = lowered.rate > 0 ? lowered.delay : lowered.duration
      duration = lowered.duration
    default: course = .repetition
    }
  }
}

/// How a property sets out by a plan.
struct Departure {
  /// The plan's number.
  let plan: Int
  /// Whether it has just joined its group.
  let isNew: Bool
  /// When its run begins, on the group's clock.
  let start: Double
  /// Seconds of its own time per second of the group's clock, and the other way round.
  let speed: Double
  let scale: Double
  /// The property's value now: a number for each component, `stride` elements apart.
  let value: UnsafePointer<Float>
  let stride: Int
  /// The velocity that a spring begins with, or nil for the one that the property has in its group already.
  let velocity: UnsafePointer<Float>?
  /// Where it is to go: a number for each component.
  let target: UnsafePointer<Float>
}

/// The plans of the animations that an animator used lately, by their identities: a plan is kept until another
/// one needs its place.
struct AnimationPlans {
  private static var capacity: Int { 64 }

  private var animations = [Animation?](repeating: nil, count: capacity)
  private var identities = [ObjectIdentifier?](repeating: nil, count: capacity)
  private var lowered = [LoweredAnimation?](repeating: nil, count: capacity)
  private var plans = [AnimationPlan](repeating: AnimationPlan(), count: capacity)

  /// The number of an animation's plan, which holds until the next one is asked for.
  mutating func number(of animation: Animation) -> Int {
    let identity = animation.identity
    // Objects are 16 bytes apart at least.
    let place = UInt(bitPattern: identity)
    let number = Int(truncatingIfNeeded: (place >> 4) ^ (place >> 10)) & (Self.capacity - 1)
    if identities[number] == identity { return number }
    let simple = AnimationPlan(simple: animation)
    let lowered = simple == nil ? try? animation.lowered() : nil
    // As long as the animation is kept, no other one has its identity.
    animations[number] = animation
    identities[number] = identity
    plans[number] = simple ?? AnimationPlan(animation, lowered)
    self.lowered[number] = lowered
    return number
  }

  @inline(__always)
  subscript(number: Int) -> AnimationPlan { plans[number] }

  /// The compact form of an animation whose course is a repetition.
  func lowered(_ number: Int) -> LoweredAnimation { lowered[number]! }

  /// What members of the group of a plan run.
  func mover(_ number: Int, _ epsilons: SpringEpsilons) -> MoverKey {
    switch plans[number].course {
    case .spring: .spring(.springs, epsilons)
    case .single: .drivers
    case .tween: .tween(curve(number))
    case .repetition: .repetition(lowered(number).shape)
    }
  }

  /// The curve along which a tween goes.
  private func curve(_ number: Int) -> UnitCurve {
    var animation = animations[number]!
    while true {
      switch animation.kind {
      case .curve(let curve, _): return curve
      case .delay(_, let base), .speed(_, let base), .repetition(_, _, let base), .logicalCompletion(_, let base):
        animation = base
      case .systemDefault, .spring, .interpolatingSpring, .custom: fatalError("\(animation) has no curve")
      }
    }
  }

  /// Lets a member of a plan's group set out. Inlined it would count references, and if it weren't mutating, its caller
  /// would copy all of an animator's core.
  @inline(never)
  mutating func begin(_ member: Int, in group: PropertyGroup, _ departure: Departure) {
    group.mover.begin(member, in: group, by: self, departure)
  }

  mutating func setGroup(_ group: Int, of plan: Int) { plans[plan].group = group }

  /// Forgets which groups plans run in.
  mutating func forgetGroups() {
    for index in plans.indices { plans[index].group = -1 }
  }
}

extension Animation {
  fileprivate var origin: AnimationPlan.Origin {
    if takesOver { return .plain }
    switch kind {
    case .curve: return .plain
    case .speed(let speed, _) where speed > 0: return .speed(Float(speed))
    default: return .other
    }
  }

  fileprivate var takeover: AnimationPlan.Takeover {
    if takesOver { return .everything }
    switch kind {
    case .speed(let speed, let base) where speed > 0 && base.takesOver: return .speed(Float(speed))
    case .logicalCompletion(_, let base): return base.takeover
    default: return .nothing
    }
  }
}
