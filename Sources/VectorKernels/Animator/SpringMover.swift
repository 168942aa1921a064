internal import CVectorKernels

/// Distance and speed below which a spring counts as settled.
struct SpringEpsilons: Hashable {
  var value: Float
  var velocity: Float
}

/// Draws members to their targets, each by a spring of its own, or slows them down by friction.
///
/// A frame moves them on by one step. Where a block's members have the same spring and speed its matrix is computed
/// once; elsewhere, and where any waits for its beginning, each has a matrix of its own, which is computed anew when the
/// time between frames changes. Where a step won't do (back in time, and every few seconds, so that roundings don't add
/// up) members are placed by the closed form. Their positions are nowhere but in the animator's columns.
final class SpringMover: Mover {
  /// The law by which members are drawn.
  enum Law: Hashable {
    case springs
    /// A fling: the velocity falls by the factor e in so many seconds.
    case friction(timeConstant: Double)
  }

  /// The time constants that friction may have, in seconds.
  static let timeConstants = 1e-6...1e6

  let law: Law
  let epsilons: SpringEpsilons
  private let own = OwnMotions()

  init(_ law: Law, _ epsilons: SpringEpsilons) {
    (self.law, self.epsilons) = (law, epsilons)
  }

  var key: MoverKey { .spring(law, epsilons) }
  var layout: MemberLayout { MemberLayout(values: 2, recordedValues: 2, timeCount: law == .springs ? 4 : 2) }
  var emptyKind: PropertyGroup.Kind { .springs(SpringMover(law, epsilons)) }

  /// What a member's values are.
  private enum Part: Int {
    case velocity, target
  }

  /// What is kept of a member's beginning: in one place, because no step needs it.
  private enum Beginning: Int {
    case value, velocity
  }

  /// What is kept of a member's times beside those of all groups: its spring, in seconds of its own time.
  private enum SpringKind: Int {
    case angularFrequency = 2, dampingRatio
  }

  private func columns(of part: Part, in group: PropertyGroup) -> UnsafeMutablePointer<Float> {
    group.columns(of: part.rawValue)
  }

  private func recorded(
    _ beginning: Beginning, _ component: Int, in group: PropertyGroup
  ) -> PropertyGroup.Recorded<Float> {
    group.recorded(beginning.rawValue * group.components + component)
  }

  private func times(_ kind: SpringKind, in group: PropertyGroup) -> PropertyGroup.Recorded<Double> {
    group.times(kind.rawValue)
  }

  /// The spring by which a member is drawn, and when.
  struct Draw {
    /// Heeded where springs draw.
    var spring: Spring
    /// What kernels know that by, at a speed of 1.
    var parameters: OwnMotions.Parameters
    /// Seconds of the group's clock until it sets out.
    var delay: Double
    /// Seconds of its own time per second of the group's clock.
    var speed: Double
  }

  /// Draws a member to a target.
  ///
  /// - Parameters:
  ///   - member: A member.
  ///   - group: Its group.
  ///   - isNew: Whether it has just joined.
  ///   - start: When its run begins, on the group's clock.
  ///   - draw: What it is drawn by.
  ///   - from: Where it is: a number for each component, `stride` elements apart.
  ///   - stride: The distance of these.
  ///   - velocity: What it begins with, or nil for what it has here already: none while it waits.
  ///   - push: What is added to that, in whole ways per second.
  ///   - target: Where it is to go: a number for each component.
  @inline(__always)
  func begin(
    _ member: Int, in group: PropertyGroup, isNew: Bool, at start: Double, _ draw: Draw, from: UnsafePointer<Float>,
    stride: Int, velocity: UnsafePointer<Float>?, push: Float, to target: UnsafePointer<Float>
  ) {
    // Who waits stands still, whatever it is to set out with.
    let block = member / PropertyGroup.blockSize
    let isStill =
      !isNew && (group.direction <= 0 || own.blocks[block].waiting != 0) && group.begin(of: member) > group.clock
    group.starts[member] = start
    group.times(.delay)[member] = draw.delay
    let motion = OwnMotions.Motion(draw.spring, speed: Float(draw.speed))
    let begin = start + draw.delay
    // A member that was here before has what all of its block have: memory that isn't touched needn't be fetched.
    if isNew || !own.holds(motion, in: block) || begin > group.clock {
      group.rates[member] = motion.speed
      if law == .springs {
        times(.angularFrequency, in: group)[member] = motion.angularFrequency
        times(.dampingRatio, in: group)[member] = motion.dampingRatio
      }
      motionDidChange(of: member, in: group, to: motion, beginningAt: begin) {
        motion.speed == 1 ? draw.parameters : parameters(of: member, in: group)
      }
    }
    for component in 0..<group.components {
      let offset = component * group.stride + member
      let position = from[component * stride]
      let initial =
        (velocity?[component] ?? (isStill ? 0 : columns(of: .velocity, in: group)[offset])) + push
        * (target[component] - position)
      columns(of: .velocity, in: group)[offset] = initial
      columns(of: .target, in: group)[offset] = target[component]
      recorded(.value, component, in: group)[member] = position
      recorded(.velocity, component, in: group)[member] = initial
    }
    group.timesDidChange(of: member)
  }

  /// Lets a member begin where it is by now, and as fast as it is.
  func beginFromHere(_ member: Int, in group: PropertyGroup, value: UnsafePointer<Float>, stride: Int) {
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
      return delay
        + (spring.dampingRatio > 0 ? spring.settlingDuration : 2 * .pi / spring.angularFrequency) / speed
    case .friction(let timeConstant): return delay + 7 * timeConstant / speed
    }
  }

  func canAdd(to member: Int, in group: PropertyGroup) -> Bool { true }

  func spring(of member: Int, in group: PropertyGroup) -> Spring? {
    law == .springs ? ownSpring(of: member, in: group) : nil
  }

  private func ownSpring(of member: Int, in group: PropertyGroup) -> Spring {
    Spring(
      clampingFrequency: times(.angularFrequency, in: group)[member],
      dampingRatio: times(.dampingRatio, in: group)[member])
  }

  /// Writes how fast a member set out, per second of its own time.
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

  // MARK: Frames

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

  /// A member's spring and speed; friction is the same for all.
  private func motion(of member: Int, in group: PropertyGroup) -> OwnMotions.Motion {
    law == .springs
      ? OwnMotions.Motion(
        angularFrequency: times(.angularFrequency, in: group)[member],
        dampingRatio: times(.dampingRatio, in: group)[member],
        speed: group.rates[member])
      : OwnMotions.Motion(.systemDefault, speed: group.rates[member])
  }

  /// - Parameters:
  ///   - member: The member.
  ///   - group: Its group.
  ///   - motion: Its motion now.
  ///   - begin: When it begins to move.
  ///   - parameters: What kernels know the motion by, or nil where that is noted already; asked where members differ.
  @inline(__always)
  private func motionDidChange(
    of member: Int, in group: PropertyGroup, to motion: OwnMotions.Motion, beginningAt begin: Double,
    parameters: () -> OwnMotions.Parameters?
  ) {
    let block = member / PropertyGroup.blockSize
    let waits = group.direction > 0 && begin > group.clock
    own.reserve(blocks: block + 1, members: group.stride)
    if member == block * PropertyGroup.blockSize, member + 1 == group.count {
      own.blocks[block] = OwnMotions.Block(motion: motion)
      if waits { tellApart(block, in: group) }
    } else if own.blocks[block].isUniform {
      if own.blocks[block].motion == motion, !waits { return }
      tellApart(block, in: group)
    } else if let parameters = parameters() {
      own.set(member, parameters)
    }
    if waits { own.setWaiting(member) }
  }

  /// Gives each member of a block a step of its own.
  private func tellApart(_ block: Int, in group: PropertyGroup) {
    own.blocks[block].isUniform = false
    own.setAll(in: block, group.members(of: block)) { parameters(of: $0, in: group) }
  }

  /// What the kernels know a member's motion by, in seconds of the group's clock.
  private func parameters(of member: Int, in group: PropertyGroup) -> OwnMotions.Parameters {
    let speed = Double(group.rates[member])
    switch law {
    case .springs:
      let spring = ownSpring(of: member, in: group)
      return (Float(spring.decay * speed), Float(spring.frequency * speed))
    case .friction(let timeConstant): return (Float(speed / timeConstant), 0)
    }
  }

  func prepare(for clock: Double, in group: PropertyGroup) {
    let deltaTime = clock - group.clock
    own.reserve(blocks: group.blockCount, members: group.stride)
    // Blocks of the same spring share its matrix.
    var last: Int?
    for block in 0..<group.blockCount {
      let first = block * PropertyGroup.blockSize
      // Back in time, what has begun may wait again.
      if deltaTime < 0, group.direction > 0, group.blocks[block].latestBegin > clock {
        if own.blocks[block].isUniform { tellApart(block, in: group) }
        (own.blocks[block].waiting, own.blocks[block].outdated) = (.max, .max)
      }
      if group.blocks[block].isNew, !own.blocks[block].isUniform, own.blocks[block].waiting == 0 {
        let shared = motion(of: first, in: group)
        own.blocks[block].motion = shared
        own.blocks[block].isUniform = group.members(of: block).allSatisfy { motion(of: $0, in: group) == shared }
      }
      guard own.blocks[block].isUniform else { continue }
      if let last, own.blocks[block].motion == own.blocks[last].motion {
        own.blocks[block].matrix = own.blocks[last].matrix
      } else {
        own.blocks[block].matrix = matrix(of: first, in: group, over: deltaTime)
      }
      last = block
    }
  }

  private func matrix(of member: Int, in group: PropertyGroup, over deltaTime: Double) -> SIMD4<Float> {
    let speed = Double(group.rates[member])
    switch law {
    case .springs:
      let transition = ownSpring(of: member, in: group).transition(over: deltaTime * speed)
      return SIMD4(Float(transition.xx), Float(transition.xv), Float(transition.vx), Float(transition.vv))
    case .friction(let timeConstant):
      let lost = Float(vk_expm1(-deltaTime * speed / timeConstant))
      return SIMD4(lost, 0, 0, lost)
    }
  }

  func move(block: Int, in group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool {
    let members = group.members(of: block)
    // Who waits while time runs back isn't known.
    let hasBegun = group.direction > 0 || group.blocks[block].latestBegin <= group.clock
    let isStep = clock >= group.clock && hasBegun && !group.blocks[block].isNew
    var isAny = false
    if isStep, !own.blocks[block].isUniform {
      own.prepare(
        block, members, law, from: group.clock, to: clock, speeds: group.rates, begins: group.begins,
        since: group.blocks[block].epoch
      ) { group.begin(of: $0) }
    }
    group.withResults(of: members, frame, areGathered: isStep) { out, stride in
      if isStep {
        isAny = step(members, in: group, out, stride, frame)
      } else {
        place(members, in: group, at: clock - group.blocks[block].epoch, out, stride, frame)
        // Members that begin in this frame have no step yet.
        own.blocks[block].outdated |= own.blocks[block].waiting
        isAny = group.direction > 0 && markSettled(members, in: group, out, stride, frame)
      }
    }
    return group.direction > 0 ? isAny : group.markEndedByTime(in: block, at: clock)
  }

  func place(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame) {
    let block = members.lowerBound / PropertyGroup.blockSize
    group.withResults(of: members, frame) { out, stride in
      place(members, in: group, at: clock - group.blocks[block].epoch, out, stride, frame)
    }
  }

  /// By the step from where they are.
  ///
  /// - Returns: Whether any may have arrived; they are then marked.
  private func step(
    _ members: Range<Int>, in group: PropertyGroup, _ positions: UnsafeMutablePointer<Float>, _ positionStride: Int,
    _ frame: Frame
  ) -> Bool {
    let (first, count) = (members.lowerBound, members.count)
    let block = first / PropertyGroup.blockSize
    if !own.blocks[block].isUniform {
      return markEach(members, in: group, frame) { component, words in
        let offset = component * group.stride + first
        let (target, velocities) = (
          columns(of: .target, in: group) + offset, columns(of: .velocity, in: group) + offset
        )
        let positions = positions + component * positionStride
        vk_spring_step_each_f32(
          own.column(.xx) + first, own.column(.xv) + first, own.column(.vx) + first, own.column(.vv) + first, target,
          positions, velocities, count)
        guard let words else { return 0 }
        return vk_settled_f32(positions, velocities, target, epsilons.value, epsilons.velocity, words, count)
      }
    }
    var matrix = own.blocks[block].matrix
    return withUnsafeBytes(of: &matrix) { bytes in
      let matrix = bytes.assumingMemoryBound(to: Float.self).baseAddress!
      return markEach(members, in: group, frame) { component, words in
        let offset = component * group.stride + first
        let (target, velocities) = (
          columns(of: .target, in: group) + offset, columns(of: .velocity, in: group) + offset
        )
        let positions = positions + component * positionStride
        if let words {
          return vk_spring_step_settled_f32(
            matrix, target, positions, velocities, epsilons.value, epsilons.velocity, words, count)
        }
        vk_spring_step_f32(matrix, target, positions, velocities, count)
        return 0
      }
    }
  }

  /// Marks those that may have arrived where they have been placed.
  private func markSettled(
    _ members: Range<Int>, in group: PropertyGroup, _ positions: UnsafeMutablePointer<Float>, _ positionStride: Int,
    _ frame: Frame
  ) -> Bool {
    markEach(members, in: group, frame) { component, words in
      guard let words else { return 0 }
      let offset = component * group.stride + members.lowerBound
      return vk_settled_f32(
        positions + component * positionStride, columns(of: .velocity, in: group) + offset,
        columns(of: .target, in: group) + offset,
        epsilons.value, epsilons.velocity, words, members.count)
    }
  }

  /// Marks the members that `mark` marks for every component. It is asked for nothing once there can be none.
  private func markEach(
    _ members: Range<Int>, in group: PropertyGroup, _ frame: Frame,
    mark: (_ component: Int, _ words: UnsafeMutablePointer<UInt64>?) -> Int
  ) -> Bool {
    let ended = group.ended(members.lowerBound / PropertyGroup.blockSize)
    var isAny = mark(0, ended) > 0
    for component in 1..<max(1, group.components) {
      isAny = mark(component, isAny ? frame.words : nil) > 0 && isAny
      if isAny {
        for index in 0..<(members.count + 63) / 64 { ended[index] &= frame.words[index] }
      }
    }
    return isAny
  }

  /// By the closed form from where they began, at a time since their block's epoch.
  ///
  /// The kernels' velocities are per second of the group's clock, and those of members of their own time.
  private func place(
    _ members: Range<Int>, in group: PropertyGroup, at time: Double, _ positions: UnsafeMutablePointer<Float>,
    _ positionStride: Int, _ frame: Frame
  ) {
    let (first, count) = (members.lowerBound, members.count)
    let (displacement, velocity, quadrature) = (frame.scratch(0), frame.scratch(1), frame.scratch(2))
    let isUniform = own.blocks[first / PropertyGroup.blockSize].isUniform
    let (begins, rates) = (group.begins + first, group.rates + first)
    for component in 0..<group.components {
      let offset = component * group.stride + first
      let target = columns(of: .target, in: group) + offset
      let (from, initial) = (recorded(.value, component, in: group), recorded(.velocity, component, in: group))
      let (positions, velocities) = (positions + component * positionStride, columns(of: .velocity, in: group) + offset)
      for index in 0..<count {
        displacement[index] = from[first + index] - target[index]
        velocity[index] = rates[index] * initial[first + index]
      }
      if isUniform {
        let (decay, frequency) = sharedMotion(of: first, in: group)
        if law == .springs {
          vk_spring_shared_quadrature_f32(displacement, velocity, decay, frequency, quadrature, count)
        } else {
          quadrature.update(repeating: 0, count: count)
        }
        vk_spring_shared_motion_f32(
          target, displacement, quadrature, begins, decay, frequency, time, positions, velocities, count)
      } else {
        let (decays, frequencies) = (own.column(.decay) + first, own.column(.frequency) + first)
        if law == .springs {
          vk_spring_quadrature_f32(displacement, velocity, decays, frequencies, quadrature, count)
        } else {
          quadrature.update(repeating: 0, count: count)
        }
        vk_spring_motion_f32(
          target, displacement, quadrature, decays, frequencies, begins, time, positions, velocities, count)
      }
      for index in 0..<count { velocities[index] /= rates[index] }
    }
  }

  private func sharedMotion(of member: Int, in group: PropertyGroup) -> (decay: Double, frequency: Double) {
    let speed = Double(group.rates[member])
    switch law {
    case .springs:
      let spring = ownSpring(of: member, in: group)
      return (spring.decay * speed, spring.frequency * speed)
    case .friction(let timeConstant): return (speed / timeConstant, 0)
    }
  }

  // MARK: Copies

  /// Whether each block's members have the same spring and speed, and the time that the others' matrices are for.
  func motions(in group: PropertyGroup) -> (areUniform: [Bool], steps: [Double]) {
    let blocks = (0..<group.blockCount).map { own.blocks[$0] }
    return (blocks.map { $0.isUniform }, blocks.map { $0.step })
  }

  /// Takes over what another group has known of its blocks' motions, so that the same bits follow.
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
