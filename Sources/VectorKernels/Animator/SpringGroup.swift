internal import CVectorKernels

/// Distance and speed below which a spring counts as settled.
struct SpringEpsilons: Hashable {
  var value: Float
  var velocity: Float
}

/// Properties that are drawn to their targets, each by a spring of its own, or slowed down by friction.
///
/// A frame moves them on by one step. Where a block's members have the same spring and speed its matrix is computed
/// once; elsewhere, and where any waits for its beginning, each has a matrix of its own, which is computed anew when the
/// time between frames changes. Where a step won't do (back in time, and every few seconds, so that roundings don't add
/// up) members are placed by the closed form. Their positions are nowhere but in the animator's columns.
final class SpringGroup: PropertyGroup {
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
  private let own: OwnMotions

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

  private func columns(of part: Part) -> UnsafeMutablePointer<Float> { columns(of: part.rawValue) }

  private func recorded(_ beginning: Beginning, _ component: Int) -> Recorded<Float> {
    recorded(beginning.rawValue * components + component)
  }

  private func times(_ kind: SpringKind) -> Recorded<Double> { times(kind.rawValue) }

  init(_ law: Law, epsilons: SpringEpsilons, components: Int, direction: Double) {
    self.law = law
    self.epsilons = epsilons
    own = OwnMotions()
    super.init(
      components: components, direction: direction, valuesPerMember: 2, recordedValues: 2,
      timeCount: law == .springs ? 4 : 2)
  }

  override var driver: GroupKey.Driver { .spring(law, epsilons) }

  override func makeGroup(direction: Double) -> PropertyGroup {
    SpringGroup(law, epsilons: epsilons, components: components, direction: direction)
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
    _ member: Int, isNew: Bool, at start: Double, _ draw: Draw, from: UnsafePointer<Float>, stride: Int,
    velocity: UnsafePointer<Float>?, push: Float, to target: UnsafePointer<Float>
  ) {
    // Who waits stands still, whatever it is to set out with.
    let block = member / Self.blockSize
    let isStill =
      !isNew && (direction <= 0 || own.blocks[block].waiting != 0) && self.begin(of: member) > clock
    starts[member] = start
    times(.delay)[member] = draw.delay
    let motion = OwnMotions.Motion(draw.spring, speed: Float(draw.speed))
    let begin = start + draw.delay
    // A member that was here before has what all of its block have: memory that isn't touched needn't be fetched.
    if isNew || !own.holds(motion, in: block) || begin > clock {
      rates[member] = motion.speed
      if law == .springs {
        times(.angularFrequency)[member] = motion.angularFrequency
        times(.dampingRatio)[member] = motion.dampingRatio
      }
      motionDidChange(of: member, to: motion, beginningAt: begin) {
        motion.speed == 1 ? draw.parameters : parameters(of: member)
      }
    }
    for component in 0..<components {
      let offset = component * self.stride + member
      let position = from[component * stride]
      let initial =
        (velocity?[component] ?? (isStill ? 0 : columns(of: .velocity)[offset])) + push * (target[component] - position)
      columns(of: .velocity)[offset] = initial
      columns(of: .target)[offset] = target[component]
      recorded(.value, component)[member] = position
      recorded(.velocity, component)[member] = initial
    }
    super.numbersDidChange(of: member)
  }

  /// Lets a member begin where it is by now, and as fast as it is.
  func beginFromHere(_ member: Int, value: UnsafePointer<Float>, stride: Int) {
    for component in 0..<components {
      let offset = component * self.stride + member
      recorded(.value, component)[member] = value[component * stride]
      recorded(.velocity, component)[member] = columns(of: .velocity)[offset]
    }
    numbersDidChange(of: member)
  }

  // MARK: Ends

  override func nominalDuration(of member: Int) -> Double {
    let (delay, speed) = (times(.delay)[member], Double(rates[member]))
    switch law {
    case .springs:
      let spring = ownSpring(of: member)
      return delay
        + (spring.dampingRatio > 0 ? spring.settlingDuration : 2 * .pi / spring.angularFrequency) / speed
    case .friction(let timeConstant): return delay + 7 * timeConstant / speed
    }
  }

  override func spring(of member: Int) -> Spring? { law == .springs ? ownSpring(of: member) : nil }

  private func ownSpring(of member: Int) -> Spring {
    Spring(clampingFrequency: times(.angularFrequency)[member], dampingRatio: times(.dampingRatio)[member])
  }

  /// How long a member waits, in seconds of the group's clock.
  func delay(of member: Int) -> Double { times(.delay)[member] }

  /// Writes how fast a member set out, per second of its own time.
  func copyFirstVelocity(of member: Int, to out: UnsafeMutablePointer<Float>) {
    for component in 0..<components { out[component] = recorded(.velocity, component)[member] }
  }

  override func setSpeed(of member: Int, from old: Double, to new: Double) {
    times(.delay)[member] *= old / new
    rates[member] = Float(new)
  }

  override func copyFirstValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    for component in 0..<components { out[component * stride] = recorded(.value, component)[member] }
  }

  override func subtractFinalValue(of member: Int) {
    let target = columns(of: .target) + member
    for component in 0..<components {
      recorded(.value, component)[member] -= target[component * stride]
      target[component * stride] = 0
    }
  }

  override func copyFinalValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    copy(Part.target.rawValue, of: member, to: out, stride: stride)
  }

  override func copyVelocity(of member: Int, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>)
  {
    if elapsed < times(.delay)[member] {
      out.update(repeating: 0, count: components)
    } else {
      copy(Part.velocity.rawValue, of: member, to: out)
    }
  }

  override func hasEnded(_ member: Int, at clock: Double) -> Bool {
    let elapsed = clock - starts[member]
    return direction > 0 ? elapsed >= times(.delay)[member] : elapsed <= 0
  }

  // MARK: Frames

  override func numbersDidChange(of member: Int) {
    super.numbersDidChange(of: member)
    motionDidChange(of: member, to: motion(of: member), beginningAt: begin(of: member)) { parameters(of: member) }
  }

  override func memberDidMove(from old: Int, to new: Int) {
    super.numbersDidChange(of: new)
    motionDidChange(of: new, to: motion(of: new), beginningAt: begin(of: new)) {
      if own.blocks[old / Self.blockSize].isUniform { return parameters(of: new) }
      own.move(old, to: new)
      return nil
    }
  }

  /// A member's spring and speed; friction is the same for all.
  private func motion(of member: Int) -> OwnMotions.Motion {
    law == .springs
      ? OwnMotions.Motion(
        angularFrequency: times(.angularFrequency)[member], dampingRatio: times(.dampingRatio)[member],
        speed: rates[member])
      : OwnMotions.Motion(.systemDefault, speed: rates[member])
  }

  /// - Parameters:
  ///   - member: The member.
  ///   - motion: Its motion now.
  ///   - begin: When it begins to move.
  ///   - parameters: What kernels know the motion by, or nil where that is noted already; asked where members differ.
  @inline(__always)
  private func motionDidChange(
    of member: Int, to motion: OwnMotions.Motion, beginningAt begin: Double, parameters: () -> OwnMotions.Parameters?
  ) {
    let block = member / Self.blockSize
    let waits = direction > 0 && begin > clock
    own.reserve(blocks: block + 1, members: stride)
    if member == block * Self.blockSize, member + 1 == count {
      own.blocks[block] = OwnMotions.Block(motion: motion)
      if waits { tellApart(block) }
    } else if own.blocks[block].isUniform {
      if own.blocks[block].motion == motion, !waits { return }
      tellApart(block)
    } else if let parameters = parameters() {
      own.set(member, parameters)
    }
    if waits { own.setWaiting(member) }
  }

  /// Gives each member of a block a step of its own.
  private func tellApart(_ block: Int) {
    own.blocks[block].isUniform = false
    own.setAll(in: block, members(of: block), parameters)
  }

  /// What the kernels know a member's motion by, in seconds of the group's clock.
  private func parameters(of member: Int) -> OwnMotions.Parameters {
    let speed = Double(rates[member])
    switch law {
    case .springs:
      let spring = ownSpring(of: member)
      return (Float(spring.decay * speed), Float(spring.frequency * speed))
    case .friction(let timeConstant): return (Float(speed / timeConstant), 0)
    }
  }

  override func prepare(for clock: Double, budget: inout Int) {
    super.prepare(for: clock, budget: &budget)
    let deltaTime = clock - self.clock
    own.reserve(blocks: blockCount, members: stride)
    // Blocks of the same spring share its matrix.
    var last: Int?
    for block in 0..<blockCount {
      let first = block * Self.blockSize
      // Back in time, what has begun may wait again.
      if deltaTime < 0, direction > 0, blocks[block].latestBegin > clock {
        if own.blocks[block].isUniform { tellApart(block) }
        (own.blocks[block].waiting, own.blocks[block].outdated) = (.max, .max)
      }
      if blocks[block].isNew, !own.blocks[block].isUniform, own.blocks[block].waiting == 0 {
        own.blocks[block].motion = motion(of: first)
        own.blocks[block].isUniform = members(of: block).allSatisfy { motion(of: $0) == own.blocks[block].motion }
      }
      guard own.blocks[block].isUniform else { continue }
      if let last, own.blocks[block].motion == own.blocks[last].motion {
        own.blocks[block].matrix = own.blocks[last].matrix
      } else {
        own.blocks[block].matrix = matrix(of: first, over: deltaTime)
      }
      last = block
    }
  }

  private func matrix(of member: Int, over deltaTime: Double) -> SIMD4<Float> {
    let speed = Double(rates[member])
    switch law {
    case .springs:
      let transition = ownSpring(of: member).transition(over: deltaTime * speed)
      return SIMD4(Float(transition.xx), Float(transition.xv), Float(transition.vx), Float(transition.vv))
    case .friction(let timeConstant):
      let lost = Float(vk_expm1(-deltaTime * speed / timeConstant))
      return SIMD4(lost, 0, 0, lost)
    }
  }

  override func evaluateAndMark(block: Int, at clock: Double, _ frame: Frame) -> Bool {
    let members = members(of: block)
    // Who waits while time runs back isn't known.
    let hasBegun = direction > 0 || blocks[block].latestBegin <= self.clock
    let isStep = clock >= self.clock && hasBegun && !blocks[block].isNew
    var isAny = false
    if isStep, !own.blocks[block].isUniform {
      own.prepare(
        block, members, law, from: self.clock, to: clock, speeds: rates, begins: begins, since: blocks[block].epoch
      ) { begin(of: $0) }
    }
    withResults(of: members, frame, scratch: frame.stagedResults, areGathered: isStep) { out, stride in
      if isStep {
        isAny = advance(members, block, out, stride, frame)
      } else {
        place(members, block, at: clock - blocks[block].epoch, out, stride, frame)
        // Members that begin in this frame have no step yet.
        own.blocks[block].outdated |= own.blocks[block].waiting
        isAny = direction > 0 && markSettled(members, block, out, stride, frame)
      }
    }
    return direction > 0 ? isAny : markEnded(in: block, at: clock, frame)
  }

  override func evaluate(_ members: Range<Int>, at clock: Double, _ frame: Frame) {
    let block = members.lowerBound / Self.blockSize
    withResults(of: members, frame, scratch: frame.stagedResults) { out, stride in
      place(members, block, at: clock - blocks[block].epoch, out, stride, frame)
    }
  }

  /// By the step from where they are.
  ///
  /// - Returns: Whether any may have arrived; they are then marked.
  private func advance(
    _ members: Range<Int>, _ block: Int, _ positions: UnsafeMutablePointer<Float>, _ positionStride: Int, _ frame: Frame
  ) -> Bool {
    let (first, count) = (members.lowerBound, members.count)
    if !own.blocks[block].isUniform {
      return markEach(members, block, frame) { component, words in
        let offset = component * stride + first
        let (target, velocities) = (columns(of: .target) + offset, columns(of: .velocity) + offset)
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
      return markEach(members, block, frame) { component, words in
        let offset = component * stride + first
        let (target, velocities) = (columns(of: .target) + offset, columns(of: .velocity) + offset)
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
    _ members: Range<Int>, _ block: Int, _ positions: UnsafeMutablePointer<Float>, _ positionStride: Int, _ frame: Frame
  ) -> Bool {
    markEach(members, block, frame) { component, words in
      guard let words else { return 0 }
      let offset = component * stride + members.lowerBound
      return vk_settled_f32(
        positions + component * positionStride, columns(of: .velocity) + offset, columns(of: .target) + offset,
        epsilons.value, epsilons.velocity, words, members.count)
    }
  }

  /// Marks the members that `mark` marks for every component. It is asked for nothing once there can be none.
  private func markEach(
    _ members: Range<Int>, _ block: Int, _ frame: Frame,
    mark: (_ component: Int, _ words: UnsafeMutablePointer<UInt64>?) -> Int
  ) -> Bool {
    let ended = ended(block)
    var isAny = mark(0, ended) > 0
    for component in 1..<max(1, components) {
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
    _ members: Range<Int>, _ block: Int, at time: Double, _ positions: UnsafeMutablePointer<Float>,
    _ positionStride: Int, _ frame: Frame
  ) {
    let (first, count) = (members.lowerBound, members.count)
    let (displacement, velocity, quadrature) = (frame.scratch(0), frame.scratch(1), frame.scratch(2))
    let isUniform = own.blocks[block].isUniform
    let rates = rates + first
    for component in 0..<components {
      let offset = component * stride + first
      let target = columns(of: .target) + offset
      let (from, initial) = (recorded(.value, component), recorded(.velocity, component))
      let (positions, velocities) = (positions + component * positionStride, columns(of: .velocity) + offset)
      for index in 0..<count {
        displacement[index] = from[first + index] - target[index]
        velocity[index] = rates[index] * initial[first + index]
      }
      if isUniform {
        let (decay, frequency) = sharedMotion(of: first)
        if law == .springs {
          vk_spring_shared_quadrature_f32(displacement, velocity, decay, frequency, quadrature, count)
        } else {
          quadrature.update(repeating: 0, count: count)
        }
        vk_spring_shared_motion_f32(
          target, displacement, quadrature, begins + first, decay, frequency, time, positions, velocities, count)
      } else {
        let (decays, frequencies) = (own.column(.decay) + first, own.column(.frequency) + first)
        if law == .springs {
          vk_spring_quadrature_f32(displacement, velocity, decays, frequencies, quadrature, count)
        } else {
          quadrature.update(repeating: 0, count: count)
        }
        vk_spring_motion_f32(
          target, displacement, quadrature, decays, frequencies, begins + first, time, positions, velocities, count)
      }
      for index in 0..<count { velocities[index] /= rates[index] }
    }
  }

  private func sharedMotion(of member: Int) -> (decay: Double, frequency: Double) {
    let speed = Double(rates[member])
    switch law {
    case .springs:
      let spring = ownSpring(of: member)
      return (spring.decay * speed, spring.frequency * speed)
    case .friction(let timeConstant): return (speed / timeConstant, 0)
    }
  }

  // MARK: Copies

  /// Whether each block's members have the same spring and speed, and the time that the others' matrices are for.
  var motions: (areUniform: [Bool], steps: [Double]) {
    let blocks = (0..<blockCount).map { own.blocks[$0] }
    return (blocks.map(\.isUniform), blocks.map(\.step))
  }

  /// Takes over what another group has known of its blocks' motions, so that the same bits follow.
  func setMotions(areUniform: [Bool], steps: [Double]) {
    own.reserve(blocks: blockCount, members: stride)
    for block in 0..<blockCount {
      own.blocks[block] = OwnMotions.Block(motion: motion(of: block * Self.blockSize))
      own.blocks[block].isUniform = areUniform[block]
      own.blocks[block].step = steps[block]
      if areUniform[block] { continue }
      own.setAll(in: block, members(of: block), parameters)
      own.blocks[block].waiting = .max
    }
  }

  override func copyMembers(of other: PropertyGroup) {
    super.copyMembers(of: other)
    let motions = unsafeDowncast(other, to: SpringGroup.self).motions
    setMotions(areUniform: motions.areUniform, steps: motions.steps)
  }
}
