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

  private(set) var origin = Origin.plain
  private(set) var takeover = Takeover.nothing
  /// The seconds in which a plain spring's response goes over from that of the spring before.
  private(set) var blendDuration = 0.0

  /// A plan that nobody runs by.
  init() { self.init(.linear(duration: 0), nil) }

  /// - Parameters:
  ///   - animation: A curve or a spring.
  ///   - parameters: What kernels know a spring by.
  ///   - group: The group of what runs so forward; -1 until there is one.
  init(_ animation: PlainAnimation, _ parameters: OwnMotions.Parameters, group: Int) {
    if case .spring(let spring) = animation.motion {
      course = .spring
      (self.spring, self.parameters) = (spring, parameters)
    } else {
      course = .tween
    }
    self.group = group
    setTiming(animation)
  }

  /// Makes the plan of an animation that of another one, which has the same curve or spring.
  @inline(__always)
  mutating func setTiming(_ animation: PlainAnimation) {
    var rate = 1.0
    switch animation.modifier {
    case .none: (delay, origin) = (0, .plain)
    case .delay(let seconds): (delay, origin) = (seconds, .other)
    case .speed(let speed): (delay, rate, origin) = (0, speed, .speed(Float(speed)))
    }
    if course == .tween {
      duration = delay + animation.seconds / rate
    } else {
      let isPlain = origin == .plain
      (takeover, blendDuration) = (isPlain ? .everything : .nothing, isPlain ? animation.seconds : 0)
    }
  }

  /// - Parameters:
  ///   - animation: The animation.
  ///   - prepared: The animation's compact form, or nil where it has none.
  init(_ animation: Animation, _ prepared: PreparedAnimation?) {
    (origin, takeover) = (animation.origin, animation.takeover)
    blendDuration = animation.mergingSpring?.blendDuration ?? 0
    guard let prepared else {
      course = .single
      return
    }
    let isSingle = prepared.passes == 1 && prepared.progressPerPass == 1 && prepared.leastProgress == 0
    switch prepared.shape {
    case .spring(let spring, let velocity) where isSingle && prepared.rate > 0:
      course = .spring
      // Twice as fast is a spring of half the period.
      let pace = prepared.rate * prepared.unit
      self.spring =
        pace == 1 ? spring : Spring(response: spring.response / pace, dampingRatio: spring.dampingRatio)
      delay = prepared.initialPass > 0 ? -prepared.initialPass / prepared.rate : prepared.delay
      initialVelocity = Float(max(-1e12, min(velocity * pace, 1e12)))
      parameters = (Float(self.spring.decay), Float(self.spring.frequency))
    case .curve where isSingle && prepared.initialPass == 0:
      course = .tween
      // What is over before it begins waits for its end at the start.
      delay = prepared.rate > 0 ? prepared.delay : prepared.duration
      duration = prepared.duration
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

/// The plans by which an animator's animations run.
///
/// A plain animation's plan is made anew at each call, which takes about as long as to find it would: so a duration, a
/// delay, a speed or a spring that was never seen before costs as little as one that was. Other animations' plans are kept
/// by their identities, each until another one needs its place.
struct AnimationPlans {
  private static var capacity: Int { 64 }
  /// The number of the plan that is made anew.
  private static var passing: Int { capacity }

  private var animations = [Animation?](repeating: nil, count: capacity)
  private var identities = [ObjectIdentifier?](repeating: nil, count: capacity)
  private var prepared = [PreparedAnimation?](repeating: nil, count: capacity)
  private var plans = [AnimationPlan](repeating: AnimationPlan(), count: capacity + 1)
  /// What the plan is for that is made anew.
  private var motion: PlainAnimation.Motion?
  private var groupsOfMotions = GroupsOfMotions()

  /// The number of an animation's plan, which holds until the next one is asked for.
  mutating func number(of animation: Animation) -> Int {
    guard let plain = animation.plain else { return keptPlan(animation) }
    if plain.motion == motion {
      plans[Self.passing].setTiming(plain)
      return Self.passing
    }
    motion = plain.motion
    var parameters = OwnMotions.Parameters(0, 0)
    if case .spring(let spring) = plain.motion { parameters = (Float(spring.decay), Float(spring.frequency)) }
    plans[Self.passing] = AnimationPlan(plain, parameters, group: groupsOfMotions[plain.motion])
    return Self.passing
  }

  private mutating func keptPlan(_ animation: Animation) -> Int {
    let identity = animation.identity
    // Objects are 16 bytes apart at least.
    let place = UInt(bitPattern: identity)
    let number = Int(truncatingIfNeeded: (place >> 4) ^ (place >> 10)) & (Self.capacity - 1)
    if identities[number] == identity { return number }
    let prepared = try? animation.prepared()
    // As long as the animation is kept, no other one has its identity.
    animations[number] = animation
    identities[number] = identity
    plans[number] = AnimationPlan(animation, prepared)
    self.prepared[number] = prepared
    return number
  }

  @inline(__always)
  subscript(number: Int) -> AnimationPlan { plans[number] }

  /// The compact form of an animation whose course is a repetition.
  func prepared(_ number: Int) -> PreparedAnimation { prepared[number]! }

  /// What members of the group of a plan run.
  func mover(_ number: Int, _ epsilons: SpringEpsilons) -> MoverKey {
    if number == Self.passing, let motion {
      switch motion {
      case .linear: return .tween(.linear)
      case .bezier(let bezier): return .tween(UnitCurve(.bezier(bezier)))
      case .spring: return .spring(.springs, epsilons)
      }
    }
    guard let shape = prepared[number]?.shape else { return .drivers }
    switch (plans[number].course, shape) {
    case (.tween, .curve(let curve)): return .tween(curve)
    case (.spring, _): return .spring(.springs, epsilons)
    case (_, let shape): return .repetition(shape)
    }
  }

  /// Lets a member of a plan's group set out. Inlined it would count references, and if it weren't mutating, its caller
  /// would copy all of an animator's core.
  @inline(never)
  mutating func begin(_ member: Int, in group: PropertyGroup, _ departure: Departure) {
    group.mover.begin(member, in: group, by: self, departure)
  }

  mutating func setGroup(_ group: Int, of plan: Int) {
    plans[plan].group = group
    if plan == Self.passing, let motion { groupsOfMotions[motion] = group }
  }

  /// Forgets which groups plans run in.
  mutating func forgetGroups() {
    for index in plans.indices { plans[index].group = -1 }
    groupsOfMotions.forgetAll()
  }
}

/// The groups in which plain animations ran lately: a curve's is remembered until another one needs its place, and all
/// springs have the same.
private struct GroupsOfMotions {
  private static var capacity: Int { 64 }

  private var curves = [CubicBezier](repeating: .linear, count: capacity)
  private var groups = [Int](repeating: -1, count: capacity)
  private var groupOfLines = -1
  private var groupOfSprings = -1

  /// The group of a motion, or -1 where none is remembered.
  subscript(motion: PlainAnimation.Motion) -> Int {
    get {
      switch motion {
      case .linear: return groupOfLines
      case .spring: return groupOfSprings
      case .bezier(let curve):
        let place = Self.place(of: curve)
        return curves[place] == curve ? groups[place] : -1
      }
    }
    set {
      switch motion {
      case .linear: groupOfLines = newValue
      case .spring: groupOfSprings = newValue
      case .bezier(let curve):
        let place = Self.place(of: curve)
        (curves[place], groups[place]) = (curve, newValue)
      }
    }
  }

  mutating func forgetAll() {
    for place in groups.indices { groups[place] = -1 }
    (groupOfLines, groupOfSprings) = (-1, -1)
  }

  /// Where a curve's group is remembered.
  private static func place(of curve: CubicBezier) -> Int {
    let bits = curve.x1.bitPattern &+ 3 &* curve.y1.bitPattern &+ 5 &* curve.x2.bitPattern &+ 7 &* curve.y2.bitPattern
    return Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 32) & (capacity - 1)
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
