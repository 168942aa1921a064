/// The way in which an animation runs. A plan is made when an animation is first used.
@usableFromInline
struct AnimationPlan {
  @usableFromInline
  enum Kind {
    /// One pass along a curve.
    case tween
    /// Any other function of the amount covered.
    case repetition
    /// A single spring.
    case spring
    /// An animation that has no compact form, so a driver must run it.
    case driver
  }

  private(set) var kind: Kind
  /// The seconds until the animation begins to move. Below 0, a spring skips that many seconds of its motion.
  var delay = 0.0
  /// The duration of a tween, delay included.
  var duration = 0.0
  /// The parameters of a spring, and its initial velocity as a multiple of the distance per second.
  var spring = Spring.systemDefault
  var initialVelocity: Float = 0
  /// The kernels' parameters of the spring.
  var parameters: OwnMotions.Parameters = (0, 0)
  /// The group with the key of this plan's runs forward, in which they begin unless its shape is rare; -1 until there is
  /// one.
  var group = -1

  /// The facts about an animation on which a takeover by the next one depends.
  enum Origin: Equatable {
    /// A plain spring, from whose response another one's may blend over, or any animation that its group tells from a
    /// spring.
    case plain
    /// Any other animation played at a speed above 0.
    case speed(Float)
    /// A plain spring played at a speed above 0, from whose response another one's may blend over.
    case springAtSpeed(Float)
    /// An animation that may look like a plain spring, but isn't one.
    case other
  }

  /// The animations from which an animation takes over. To all others it adds.
  enum Takeover: Equatable {
    case everything
    /// Only animations that are played at this speed.
    case speed(Float)
    case nothing
  }

  private(set) var origin = Origin.plain
  private(set) var takeover = Takeover.nothing
  /// The seconds in which the response of a plain spring, perhaps at a speed, blends over from that of the previous
  /// one.
  private(set) var blendDuration = 0.0

  /// Creates a placeholder that no animation uses.
  init() { self.init(.linear(duration: 0), nil) }

  /// Creates the plan of a plain animation of one pass.
  ///
  /// - Parameters:
  ///   - animation: A curve or a spring.
  ///   - motion: The animation's motion at its speed.
  ///   - group: The group with the key of this plan's runs forward; -1 until there is one.
  @inline(__always)
  init(_ animation: PlainAnimation, _ motion: PlainAnimation.Motion, group: Int) {
    if case .spring(let spring) = motion {
      kind = .spring
      (self.spring, parameters) = (spring, (Float(spring.decay), Float(spring.frequency)))
    } else {
      kind = .tween
    }
    self.group = group
    setTiming(animation)
  }

  /// Changes this plan to that of a plain animation that is repeated.
  ///
  /// - Parameters:
  ///   - animation: The animation.
  ///   - group: The group with the key of this plan's runs forward; -1 until there is one.
  mutating func setRepetition(_ animation: PlainAnimation, group: Int) {
    (kind, self.group, origin) = (.repetition, group, .other)
    if case .speed(let speed) = animation.modifier { origin = .speed(Float(speed)) }
  }

  /// Changes this plan to that of another animation with the same curve or spring.
  @inline(__always)
  mutating func setTiming(_ animation: PlainAnimation) { setTiming(animation.modifier, seconds: animation.seconds) }

  /// Changes this plan to that of another animation along the same curve.
  @inline(__always)
  fileprivate mutating func setTiming(_ animation: Animation.CurveTiming) {
    setTiming(animation.modifier, seconds: animation.seconds)
  }

  @inline(__always)
  private mutating func setTiming(_ modifier: PlainAnimation.Modifier, seconds: Double) {
    var rate = 1.0
    switch modifier {
    case .none: (delay, origin) = (0, .plain)
    case .delay(let seconds): (delay, origin) = (seconds, .other)
    case .speed(let speed): (delay, rate, origin) = (0, speed, .speed(Float(speed)))
    }
    if kind == .tween {
      duration = delay + seconds / rate
    } else {
      (takeover, blendDuration) = (.nothing, 0)
      switch origin {
      case .plain: (takeover, blendDuration) = (.everything, seconds)
      case .speed(let speed):
        (origin, takeover, blendDuration) = (.springAtSpeed(speed), .speed(speed), seconds / rate)
      case .springAtSpeed, .other: break
      }
    }
  }

  /// Changes this plan to that of a spring that adds to the running animations.
  ///
  /// - Parameters:
  ///   - animation: The animation.
  ///   - group: The group of springs; -1 until there is one.
  fileprivate mutating func setAddition(_ animation: PlainAnimation, group: Int) {
    guard case .spring(var spring) = animation.motion else { return }
    var rate = 1.0
    (kind, self.group, delay, origin) = (.spring, group, 0, .other)
    switch animation.modifier {
    case .none: break
    case .delay(let seconds): delay = seconds
    case .speed(let speed): (rate, origin, spring) = (speed, .speed(Float(speed)), spring.atSpeed(speed))
    }
    (self.spring, parameters) = (spring, (Float(spring.decay), Float(spring.frequency)))
    initialVelocity = Self.initialVelocity(animation.seconds * rate)
  }

  /// Returns an initial velocity as kernels take it.
  private static func initialVelocity(_ velocity: Double) -> Float { Float(max(-1e12, min(velocity, 1e12))) }

  /// Changes the duration of a curve that has no delay.
  @inline(__always)
  mutating func setDuration(_ seconds: Double) {
    duration = Animation.usableDuration(seconds)
    // A pass that takes no time, or that never ends, stays at the start until its end.
    delay = duration > 0 && duration < .infinity ? 0 : duration
  }

  /// Creates the plan of any animation.
  ///
  /// - Parameters:
  ///   - animation: The animation.
  ///   - prepared: The animation's compact form, or nil if it has none.
  init(_ animation: Animation, _ prepared: PreparedAnimation?) {
    (origin, takeover) = (animation.origin, animation.takeover)
    blendDuration = animation.blendDuration
    guard let prepared else {
      kind = .driver
      return
    }
    let isSingle = prepared.passes == 1 && prepared.progressPerPass == 1 && prepared.leastProgress == 0
    switch prepared.shape {
    case .spring(let spring, let velocity)
    where isSingle && prepared.rate > 0 && (prepared.delay == 0 || prepared.initialPass == 0):
      kind = .spring
      let speed = prepared.rate * prepared.secondsPerProgress
      self.spring = spring.atSpeed(speed)
      delay = prepared.initialPass > 0 ? -prepared.initialPass / prepared.rate : prepared.delay
      initialVelocity = Self.initialVelocity(velocity * speed)
      parameters = (Float(self.spring.decay), Float(self.spring.frequency))
    case .curve where isSingle && prepared.initialPass == 0:
      kind = .tween
      // An animation that is over before it begins stays at the start until its end.
      delay = prepared.rate > 0 ? prepared.delay : prepared.duration
      duration = prepared.duration
    default: kind = .repetition
    }
  }
}

/// The state with which a property begins a run by a plan.
struct RunStart {
  /// The plan's number.
  let plan: Int
  /// Whether the property has just joined its group.
  let isNew: Bool
  /// The start of the run, on the group's clock.
  let start: Double
  /// The seconds of the property's own time per second of the group's clock, and the reciprocal.
  let speed: Double
  let scale: Double
  /// The property's present value: a number for each component, `stride` elements apart.
  let value: UnsafePointer<Float>
  let stride: Int
  /// The initial velocity of a spring, or nil for the velocity that the property has in its group already, if any.
  let velocity: UnsafePointer<Float>?
  /// The target: a number for each component.
  let target: UnsafePointer<Float>
}

/// The plans by which an animator's animations run.
///
/// The plan of a plain animation of one pass is made anew at each call, which takes about as long as finding it would.
/// So a duration, a delay, a speed or a spring costs the same whether or not it was used before. A repetition's plan is
/// made anew unless it is the last repetition's. The plans of other animations are kept by the animations' identities,
/// or by those of their curves, each until another one needs its place.
struct AnimationPlans {
  private static var capacity: Int { 64 }
  /// The numbers of the plans of plain animations: that of the last single pass, that of the last repetition, and that
  /// of the last spring that adds.
  private static var passing: Int { capacity }
  private static var repeating: Int { capacity + 1 }
  private static var adding: Int { capacity + 2 }

  /// The objects by whose identities plans are kept, and the animations that hold these objects.
  private var identities = [ObjectIdentifier?](repeating: nil, count: capacity)
  private var contents = [Animation.Content?](repeating: nil, count: capacity)
  private var prepared = [PreparedAnimation?](repeating: nil, count: capacity + 3)
  private var plans = [AnimationPlan](repeating: AnimationPlan(), count: capacity + 3)
  /// The curve or spring of the last single pass, and the last repetition. An array of one holds each, because a run's
  /// begin copies this struct, and a reference is copied sooner than a curve.
  private var motions = [PlainAnimation.Motion?](repeating: nil, count: 1)
  private var repetitions = [PlainAnimation?](repeating: nil, count: 1)
  private var groupsOfMotions = GroupsOfMotions()
  /// The group of all springs that aren't repeated, or -1 if it isn't remembered.
  private var groupOfSprings = -1
  /// The curves that the animator has prepared.
  private let curves: PreparedCurves

  init(curves: PreparedCurves) { self.curves = curves }

  /// Returns the number of an animation's plan. It is valid until the next plan is asked for.
  mutating func number(of animation: Animation) -> Int {
    switch animation.form {
    case .plain(let plain): plain.isSinglePass ? passingPlan(plain) : otherPlan(animation)
    case .other(let content): keptPlan(animation, content)
    }
  }

  @inline(__always)
  private mutating func passingPlan(_ plain: PlainAnimation) -> Int {
    let motion = plain.motionAtSpeed
    if motion == motions[0] {
      plans[Self.passing].setTiming(plain)
      return Self.passing
    }
    motions[0] = motion
    let group = motion.isSpring ? groupOfSprings : groupsOfMotions[motion, isRepeated: false]
    plans[Self.passing] = AnimationPlan(plain, motion, group: group)
    return Self.passing
  }

  /// - Parameter animation: A plain animation. If this took the plain form, its caller would copy that at every start.
  @inline(never)
  private mutating func otherPlan(_ animation: Animation) -> Int {
    let plain = animation.plain!
    if plain.adds {
      plans[Self.adding].setAddition(plain, group: groupOfSprings)
      return Self.adding
    }
    if plain == repetitions[0] { return Self.repeating }
    repetitions[0] = plain
    prepared[Self.repeating] = plain.prepared
    plans[Self.repeating].setRepetition(plain, group: groupsOfMotions[plain.motion, isRepeated: true])
    return Self.repeating
  }

  /// The group with the key of the last single pass's runs forward, or nil if none is known.
  var lastGroup: Int? {
    let group = plans[Self.passing].group
    return group < 0 ? nil : group
  }

  @inline(never)
  private mutating func keptPlan(_ animation: Animation, _ content: Animation.Content) -> Int {
    // One pass along a curve has the plan of all others along it, with its own timing.
    let timing = content.timing
    let identity = timing?.curve ?? ObjectIdentifier(content)
    // Objects are at least 16 bytes apart.
    let address = UInt(bitPattern: identity)
    let number = Int(truncatingIfNeeded: (address >> 4) ^ (address >> 10)) & (Self.capacity - 1)
    if identities[number] == identity {
      if let timing { plans[number].setTiming(timing) }
      return number
    }
    let prepared = try? animation.prepared()
    (identities[number], contents[number]) = (identity, content)
    plans[number] = AnimationPlan(animation, prepared)
    self.prepared[number] = prepared
    return number
  }

  @inline(__always)
  subscript(number: Int) -> AnimationPlan { plans[number] }

  /// Changes the duration of the last plan that was asked for. It must be that of one pass along a curve, with a
  /// duration above 0 and finite and no modifier, which is timed anew when it is asked for again.
  mutating func setDuration(of plan: Int, to seconds: Double) { plans[plan].setDuration(seconds) }

  /// Returns the compact form of an animation whose kind is a repetition.
  func prepared(_ number: Int) -> PreparedAnimation { prepared[number]! }

  /// Returns the key of the mover for a plan.
  func mover(_ number: Int, _ epsilons: SpringEpsilons) -> MoverKey {
    if number == Self.passing, let motion = motions[0] {
      return motion.curve.map { .tween($0) } ?? .spring(.springs, epsilons)
    }
    if number == Self.adding { return .spring(.springs, epsilons) }
    guard let shape = prepared[number]?.shape else { return .drivers }
    switch (plans[number].kind, shape) {
    case (.tween, .curve(let curve)): return .tween(curve)
    case (.spring, _): return .spring(.springs, epsilons)
    case (_, let shape): return .repetition(.shared(shape))
    }
  }

  /// Returns the Bezier curve of the last single pass, or nil if the plan is another one or has another curve.
  @inline(__always)
  func plainBezier(_ number: Int) -> CubicBezier? {
    guard number == Self.passing, case .bezier(let bezier) = motions[0] else { return nil }
    return bezier
  }

  /// Returns the curve of a plan, or nil if it has none.
  func curve(_ number: Int) -> UnitCurve? {
    if number == Self.passing { return motions[0]?.curve }
    guard case .curve(let curve) = prepared[number]?.shape else { return nil }
    return curve
  }

  /// Returns the polynomials of a plan's curve. It must have such.
  func polynomials(_ number: Int) -> PolynomialCurve { curves.polynomials(of: curve(number)!)! }

  /// Begins the run of a member of a plan's group. If this were inlined, it would count references; if it weren't
  /// mutating, its caller would copy the animator's whole core.
  @inline(never)
  mutating func begin(_ member: Int, in group: PropertyGroup, _ runStart: RunStart) {
    group.mover.begin(member, in: group, by: self, runStart)
  }

  mutating func setGroup(_ group: Int, of plan: Int) {
    plans[plan].group = group
    if plan == Self.adding {
      groupOfSprings = group
    } else if plan == Self.repeating, let repetition = repetitions[0] {
      groupsOfMotions[repetition.motion, isRepeated: true] = group
    } else if plan == Self.passing, let motion = motions[0] {
      if motion.isSpring { groupOfSprings = group } else { groupsOfMotions[motion, isRepeated: false] = group }
    }
  }

  /// Forgets the groups of all plans.
  mutating func forgetGroups() {
    for index in plans.indices { plans[index].group = -1 }
    groupsOfMotions.forgetAll()
    groupOfSprings = -1
  }
}

/// The groups in which plain animations ran lately. The group of a curve or a spring is remembered until another one
/// needs its place.
private struct GroupsOfMotions {
  private static var capacity: Int { 64 }

  /// Places for single passes, and as many for repetitions.
  private var motions = [PlainAnimation.Motion](repeating: .linear, count: 2 * capacity)
  private var groups = [Int](repeating: -1, count: 2 * capacity)

  /// The group of a motion, or -1 if none is remembered.
  subscript(motion: PlainAnimation.Motion, isRepeated isRepeated: Bool) -> Int {
    @inline(never)
    get {
      let index = Self.index(of: motion, isRepeated)
      return motions[index] == motion ? groups[index] : -1
    }
    @inline(never)
    set {
      let index = Self.index(of: motion, isRepeated)
      (motions[index], groups[index]) = (motion, newValue)
    }
  }

  mutating func forgetAll() {
    for index in groups.indices { groups[index] = -1 }
  }

  /// Returns the index at which a motion's group is remembered.
  private static func index(of motion: PlainAnimation.Motion, _ isRepeated: Bool) -> Int {
    Int(truncatingIfNeeded: motion.fingerprint) & (capacity - 1) | (isRepeated ? capacity : 0)
  }
}

extension Animation {
  fileprivate var origin: AnimationPlan.Origin {
    if takesOver { return .plain }
    switch kind {
    case .curve: return .plain
    case .speed(let speed, let base) where speed > 0:
      return base.takesOver ? .springAtSpeed(Float(speed)) : .speed(Float(speed))
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

  fileprivate var blendDuration: Double {
    switch kind {
    case .speed(let speed, let base) where speed > 0: (base.mergingSpring?.blendDuration ?? 0) / speed
    case .logicalCompletion(_, let base): base.blendDuration
    default: mergingSpring?.blendDuration ?? 0
    }
  }
}
