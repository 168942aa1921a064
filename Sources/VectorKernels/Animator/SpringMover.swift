/// Distance and speed below which a spring counts as settled.
struct SpringEpsilons: Hashable {
  var value: Float
  var velocity: Float
}

/// Moves members to their targets, each by its own spring, or slows them down by friction.
///
/// A frame advances members by one step. If all members of a block have the same spring and speed, the step's matrix is
/// computed once. Otherwise, or if a member waits for its beginning, each member has its own matrix, which is
/// recomputed when the time between frames changes. A step isn't enough when time goes back, and every few seconds, so
/// that rounding errors don't add up; then members are placed by the closed form. Their positions are stored only in
/// the animator's columns.
final class SpringMover: Mover {
  /// The law by which members move.
  enum Law: Hashable {
    case springs
    /// A fling: each member's velocity falls by the factor e in a time constant of its own. The time constant is held
    /// as the critically damped spring that decays as fast, at an angular frequency of its reciprocal.
    case friction
  }

  /// The spring that decays as fast as friction with a time constant.
  static func spring(ofTimeConstant timeConstant: Double) -> Spring {
    Spring(clampingFrequency: 1 / timeConstant, dampingRatio: 1)
  }

  /// The range of time constants of friction, in seconds.
  static let timeConstants = 1e-6...1e6

  /// The longest distance from a member to its target, in units of the components. Kernels multiply the distance by the
  /// ratio of the spring's frequency to the frequency with which they compute, which is 6.3e10 for critical damping,
  /// and then by the spring's frequency. For the stiffest spring, of 1e7 radians per second, the result is 6.3e37, and
  /// a `Float` holds up to 3.4e38.
  static var longestDistance: Float { 1e20 }

  /// Returns whether a member can move from a value, whose components are `stride` elements apart, to a target. It can't
  /// if an end of the way isn't finite, or if the way is longer than the longest distance.
  @inline(__always)
  static func canMove(
    from value: UnsafePointer<Float>, stride: Int, to target: UnsafePointer<Float>, components: Int
  ) -> Bool {
    var (isPossible, value) = (true, value)
    for component in 0..<components {
      isPossible = isPossible && abs(target[component] - value.pointee) <= longestDistance
      value += stride
    }
    return isPossible
  }

  /// The largest initial velocity of members, per second of their own time. Kernels divide it by the spring's frequency
  /// in turns per second. For the softest spring with critical damping, that is 1.6e-17, and the result is 6.3e36.
  private static var largestVelocity: Float { 1e20 }

  /// Returns a velocity, clamped so that a run can begin with it.
  @inline(__always)
  static func clamped(velocity: Float) -> Float { max(-largestVelocity, min(velocity, largestVelocity)) }

  let law: Law
  let epsilons: SpringEpsilons
  let own = OwnMotions()

  init(_ law: Law, _ epsilons: SpringEpsilons) {
    (self.law, self.epsilons) = (law, epsilons)
  }

  var key: MoverKey { .spring(law, epsilons) }
  var layout: MemberLayout { MemberLayout(values: 2, recordedValues: 2, timeCount: 4) }
  var emptyKind: PropertyGroup.Kind { .springs(SpringMover(law, epsilons)) }

  /// The values of a member.
  enum Part: Int {
    case velocity, target
  }

  /// The recorded values of a member's beginning. They are kept in its record because no step needs them.
  enum Beginning: Int {
    case value, velocity
  }

  /// The times of a member besides those that all groups have: the spring, in seconds of the member's own time.
  private enum SpringKind: Int {
    case angularFrequency = 2, dampingRatio
  }

  func columns(of part: Part, in group: PropertyGroup) -> UnsafeMutablePointer<Float> {
    group.columns(of: part.rawValue)
  }

  func recorded(
    _ beginning: Beginning, _ component: Int, in group: PropertyGroup
  ) -> PropertyGroup.Recorded<Float> {
    group.recorded(beginning.rawValue * group.components + component)
  }

  private func times(_ kind: SpringKind, in group: PropertyGroup) -> PropertyGroup.Recorded<Double> {
    group.times(kind.rawValue)
  }

  func begin(_ member: Int, in group: PropertyGroup, by plans: AnimationPlans, _ runStart: RunStart) {
    beginByCall(member, in: group, plans[runStart.plan], runStart)
  }

  /// Begins a member's run like `begin`, whose code is too long to be inlined everywhere.
  @inline(never)
  func beginByCall(_ member: Int, in group: PropertyGroup, _ plan: AnimationPlan, _ runStart: RunStart) {
    begin(member, in: group, plan, runStart)
  }

  @inline(__always)
  func begin(_ member: Int, in group: PropertyGroup, _ plan: AnimationPlan, _ runStart: RunStart) {
    let timed = TimedSpring(
      spring: plan.spring, parameters: plan.parameters, delay: max(0, plan.delay) * runStart.scale,
      speed: runStart.speed)
    begin(
      member, in: group, isNew: runStart.isNew, at: runStart.start, timed, from: runStart.value,
      stride: runStart.stride, velocity: runStart.velocity, relativeVelocity: plan.initialVelocity, to: runStart.target)
  }

  /// The spring that moves a member, and its timing.
  struct TimedSpring {
    var spring: Spring
    /// The kernels' parameters of the spring at a speed of 1.
    var parameters: OwnMotions.Parameters
    /// The seconds of the group's clock until the member begins to move.
    var delay: Double
    /// The seconds of the member's own time per second of the group's clock.
    var speed: Double
  }

  /// Begins to move a member to a target.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - group: The member's group.
  ///   - isNew: Whether the member has just joined.
  ///   - start: The start of the run, on the group's clock.
  ///   - timed: The spring and its timing.
  ///   - from: The present value: a number for each component, `stride` elements apart.
  ///   - stride: The stride of `from`.
  ///   - velocity: The initial velocity, or nil for the velocity that the member has in this group: zero if it is new
  ///     or waits.
  ///   - relativeVelocity: An additional velocity, as a multiple of the distance to the target per second.
  ///   - target: The target: a number for each component.
  @inline(__always)
  func begin(
    _ member: Int, in group: PropertyGroup, isNew: Bool, at start: Double, _ timed: TimedSpring,
    from: UnsafePointer<Float>,
    stride: Int, velocity: UnsafePointer<Float>?, relativeVelocity: Float, to target: UnsafePointer<Float>
  ) {
    // A member that waits stands still, even if it has an initial velocity.
    let block = member / PropertyGroup.blockSize
    let isStill =
      isNew || (group.direction <= 0 || own.blocks[block].waiting != 0) && group.begin(of: member) > group.clock
    group.starts[member] = start
    group.times(.delay)[member] = timed.delay
    let motion = OwnMotions.Motion(timed.spring, speed: Float(timed.speed))
    let begin = start + timed.delay
    // If the member was in the group before, its motion may equal that of its block. Then this memory needn't be
    // fetched.
    if isNew || !own.holds(motion, in: block) || begin > group.clock {
      let keepsSpeed = !isNew && group.rates[member] == motion.speed
      group.rates[member] = motion.speed
      times(.angularFrequency, in: group)[member] = motion.angularFrequency
      times(.dampingRatio, in: group)[member] = motion.dampingRatio
      motionDidChange(of: member, in: group, to: motion, keepsSpeed: keepsSpeed, beginningAt: begin) {
        motion.speed == 1 ? timed.parameters : parameters(of: member, in: group)
      }
    }
    let columnStride = group.stride
    var (from, velocities) = (from, columns(of: .velocity, in: group) + member)
    var targets = columns(of: .target, in: group) + member
    for component in 0..<group.components {
      let present = velocity?[component] ?? (isStill ? 0 : velocities.pointee)
      let initial = Self.clamped(velocity: present + relativeVelocity * (target[component] - from.pointee))
      velocities.pointee = initial
      targets.pointee = target[component]
      recorded(.value, component, in: group)[member] = from.pointee
      recorded(.velocity, component, in: group)[member] = initial
      from += stride
      velocities += columnStride
      targets += columnStride
    }
    group.timesDidChange(of: member)
  }

  /// Begins a member anew with its present position and velocity.
  func beginAtPresent(_ member: Int, in group: PropertyGroup, value: UnsafePointer<Float>, stride: Int) {
    for component in 0..<group.components {
      let offset = component * group.stride + member
      recorded(.value, component, in: group)[member] = value[component * stride]
      recorded(.velocity, component, in: group)[member] = columns(of: .velocity, in: group)[offset]
    }
    group.numbersDidChange(of: member)
  }

  // MARK: Runs

  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double {
    let (delay, speed) = (group.times(.delay)[member], Double(group.rates[member]))
    switch law {
    case .springs:
      let spring = ownSpring(of: member, in: group)
      let settling = Animation.spring(spring).duration ?? .infinity
      return delay + (settling < .infinity ? settling : spring.response) / speed
    case .friction: return delay + 7 / (times(.angularFrequency, in: group)[member] * speed)
    }
  }

  func canAdd(to member: Int, in group: PropertyGroup) -> Bool { true }

  func spring(of member: Int, in group: PropertyGroup) -> Spring? {
    law == .springs ? ownSpring(of: member, in: group) : nil
  }

  func ownSpring(of member: Int, in group: PropertyGroup) -> Spring {
    Spring(
      clampingFrequency: times(.angularFrequency, in: group)[member],
      dampingRatio: times(.dampingRatio, in: group)[member])
  }

  /// Returns a member's spring as seen at a speed, clamped to the stiffest possible spring.
  func ownSpring(of member: Int, in group: PropertyGroup, at speed: Double) -> Spring {
    ownSpring(of: member, in: group).atSpeed(speed)
  }

  /// Writes a member's initial velocity, per second of its own time.
  func copyFirstVelocity(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>) {
    for component in 0..<group.components { out[component] = recorded(.velocity, component, in: group)[member] }
  }

  func setSpeed(of member: Int, in group: PropertyGroup, from old: Double, to new: Double) {
    group.times(.delay)[member] *= old / new
    group.rates[member] = Float(new)
  }

  func copyFirstValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    for component in 0..<group.components { out[component * stride] = recorded(.value, component, in: group)[member] }
  }

  func subtractFinalValue(of member: Int, in group: PropertyGroup) {
    let target = columns(of: .target, in: group) + member
    for component in 0..<group.components {
      recorded(.value, component, in: group)[member] -= target[component * group.stride]
      target[component * group.stride] = 0
    }
  }

  func copyFinalValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    group.copy(Part.target.rawValue, of: member, to: out, stride: stride)
  }

  func copyVelocity(
    of member: Int, in group: PropertyGroup, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>
  ) {
    if elapsed < group.times(.delay)[member] {
      out.update(repeating: 0, count: group.components)
    } else {
      group.copy(Part.velocity.rawValue, of: member, to: out)
    }
  }

  func hasEnded(_ member: Int, in group: PropertyGroup, at clock: Double) -> Bool {
    let elapsed = clock - group.starts[member]
    return group.direction > 0 ? elapsed >= group.times(.delay)[member] : elapsed <= 0
  }

  // MARK: Changes of members

  func numbersDidChange(of member: Int, in group: PropertyGroup) {
    motionDidChange(
      of: member, in: group, to: motion(of: member, in: group), beginningAt: group.begin(of: member)
    ) { parameters(of: member, in: group) }
  }

  func memberDidMove(from old: Int, to new: Int, in group: PropertyGroup) {
    motionDidChange(of: new, in: group, to: motion(of: new, in: group), beginningAt: group.begin(of: new)) {
      if own.blocks[old / PropertyGroup.blockSize].isUniform { return parameters(of: new, in: group) }
      own.move(old, to: new)
      return nil
    }
  }

  /// Returns a member's spring and speed.
  func motion(of member: Int, in group: PropertyGroup) -> OwnMotions.Motion {
    OwnMotions.Motion(
      angularFrequency: times(.angularFrequency, in: group)[member],
      dampingRatio: times(.dampingRatio, in: group)[member],
      speed: group.rates[member])
  }

  /// Updates the state of a block after a member's motion has changed.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - group: The member's group.
  ///   - motion: The member's motion now.
  ///   - keepsSpeed: Whether the member has been in the group before, at the same speed.
  ///   - begin: The time at which the member begins to move.
  ///   - parameters: Returns the kernels' parameters of the motion, or nil if they are set already. Called only if the
  ///     block's members may differ.
  @inline(__always)
  private func motionDidChange(
    of member: Int, in group: PropertyGroup, to motion: OwnMotions.Motion, keepsSpeed: Bool = false,
    beginningAt begin: Double, parameters: () -> OwnMotions.Parameters?
  ) {
    let block = member / PropertyGroup.blockSize
    let waits = group.direction > 0 && begin > group.clock
    own.reserve(blocks: block + 1, members: group.stride)
    if member == block * PropertyGroup.blockSize, member + 1 == group.count {
      own.blocks[block] = OwnMotions.Block(motion: motion)
      if waits { makeOwnMatrices(block, in: group) }
    } else if own.blocks[block].isUniform {
      if own.blocks[block].motion == motion, !waits { return }
      makeOwnMatrices(block, in: group)
    } else if let parameters = parameters() {
      // The matrix of a member that waits, or waited until now, may be that of a standstill.
      if keepsSpeed, !waits, own.blocks[block].waiting == 0, own.holds(parameters, for: member) { return }
      own.set(member, parameters)
    }
    if waits { own.setWaiting(member) }
  }

  /// Gives each member of a block its own matrix.
  func makeOwnMatrices(_ block: Int, in group: PropertyGroup) {
    own.blocks[block].isUniform = false
    own.setAll(in: block, group.members(of: block)) { parameters(of: $0, in: group) }
  }

  /// Returns the kernels' parameters of a member's motion, in seconds of the group's clock.
  private func parameters(of member: Int, in group: PropertyGroup) -> OwnMotions.Parameters {
    let (decay, frequency) = motionParameters(of: member, in: group)
    return (Float(decay), Float(frequency))
  }

  /// The same in `Double`. Friction has no velocity besides that of the decay, and no limit to its speed.
  func motionParameters(of member: Int, in group: PropertyGroup) -> (decay: Double, frequency: Double) {
    let speed = Double(group.rates[member])
    if law == .friction { return (times(.angularFrequency, in: group)[member] * speed, 0) }
    let spring = ownSpring(of: member, in: group, at: speed)
    return (spring.decay, spring.frequency)
  }

  /// Returns whether each block's members have the same spring and speed, and the time steps of the other blocks'
  /// matrices.
  func motions(in group: PropertyGroup) -> (areUniform: [Bool], steps: [Double]) {
    let blocks = (0..<group.blockCount).map { own.blocks[$0] }
    return (blocks.map { $0.isUniform }, blocks.map { $0.step })
  }

  /// Takes over the state of another group's blocks, so that frames give the same bits.
  func setMotions(in group: PropertyGroup, areUniform: [Bool], steps: [Double]) {
    own.reserve(blocks: group.blockCount, members: group.stride)
    for block in 0..<group.blockCount {
      own.blocks[block] = OwnMotions.Block(motion: motion(of: block * PropertyGroup.blockSize, in: group))
      own.blocks[block].isUniform = areUniform[block]
      own.blocks[block].step = steps[block]
      if areUniform[block] { continue }
      own.setAll(in: block, group.members(of: block)) { parameters(of: $0, in: group) }
      own.blocks[block].waiting = .max
    }
  }

  func didCopyMembers(of other: PropertyGroup, to group: PropertyGroup) {
    guard case .springs(let others) = other.kind else { return }
    let motions = others.motions(in: other)
    setMotions(in: group, areUniform: motions.areUniform, steps: motions.steps)
  }
}
