internal import CVectorKernels

/// How near its target, and how slow, what a spring draws has to be to have arrived.
struct SpringEpsilons: Hashable {
  var value: Float
  var velocity: Float
}

/// Properties that are drawn to their targets by the same spring, or slowed down by the same friction, after the same
/// delay.
///
/// A frame moves all of them on by one step, whose matrix is computed once. Where a step won't do (before a start, back
/// in time, and every few seconds, so that roundings don't add up) members are placed by the closed form.
final class SpringGroup: PropertyGroup {
  /// What draws.
  enum Law {
    case spring(Spring)
    /// A fling: the velocity falls by the factor e in so many seconds.
    case friction(timeConstant: Double)
  }

  /// The time constants that friction may have, in seconds.
  static let timeConstants = 1e-6...1e6

  let law: Law
  private let delay: Double
  private let epsilons: SpringEpsilons
  private let decay: Double
  private let frequency: Double
  /// The step of this frame, less the identity.
  private var step: (xx: Float, xv: Float, vx: Float, vv: Float) = (0, 0, 0, 0)

  /// What a member's values are.
  private enum Part: Int {
    case position, velocity, target, start, startVelocity
  }

  private func columns(of part: Part) -> UnsafeMutablePointer<Float> { columns(of: part.rawValue) }

  init(_ law: Law, delay: Double, epsilons: SpringEpsilons, components: Int, speed: Double) {
    self.law = law
    self.delay = delay
    self.epsilons = epsilons
    switch law {
    case .spring(let spring): (decay, frequency) = (spring.decay, spring.frequency)
    case .friction(let timeConstant): (decay, frequency) = (1 / timeConstant, 0)
    }
    super.init(components: components, speed: speed, valuesPerMember: 5)
  }

  override var driver: GroupKey.Driver {
    switch law {
    case .spring(let spring): .spring(spring, delay: delay, epsilons)
    case .friction(let timeConstant): .friction(timeConstant: timeConstant, epsilons)
    }
  }

  override func makeGroup(speed: Double) -> PropertyGroup {
    SpringGroup(law, delay: delay, epsilons: epsilons, components: components, speed: speed)
  }

  func append(
    slot: Int, start: Double, from: UnsafePointer<Float>, velocity: UnsafePointer<Float>,
    to target: UnsafePointer<Float>
  ) -> Int {
    let member = appendMember(slot: slot, start: start)
    setValue(Part.position.rawValue, of: member, to: from)
    setValue(Part.velocity.rawValue, of: member, to: velocity)
    setValue(Part.target.rawValue, of: member, to: target)
    setValue(Part.start.rawValue, of: member, to: from)
    setValue(Part.startVelocity.rawValue, of: member, to: velocity)
    return member
  }

  // MARK: Ends

  override func nominalDuration(of member: Int) -> Double {
    switch law {
    case .spring(let spring) where spring.dampingRatio > 0: delay + spring.settlingDuration
    case .spring(let spring): delay + 2 * .pi / spring.angularFrequency
    case .friction(let timeConstant): delay + 7 * timeConstant
    }
  }

  override func copyFirstValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    copy(Part.start.rawValue, of: member, to: out, stride: stride)
  }

  override func copyFinalValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    copy(Part.target.rawValue, of: member, to: out, stride: stride)
  }

  override func copyVelocity(of member: Int, atLocal time: Double, to out: UnsafeMutablePointer<Float>) {
    copy(Part.velocity.rawValue, of: member, to: out)
  }

  override func markEnded(in block: Int, at clock: Double, _ frame: Frame) -> Bool {
    guard speed > 0 else { return super.markEnded(in: block, at: clock, frame) }
    let members = members(of: block)
    for component in 0..<components {
      let offset = component * stride + members.lowerBound
      let isFirst = component == 0
      let found = frame.kernels.pointee.settled_f32(
        columns(of: Part.position) + offset, columns(of: Part.velocity) + offset, columns(of: Part.target) + offset,
        epsilons.value, epsilons.velocity, isFirst ? ended(block) : frame.words, members.count)
      if found == 0 { return false }
      if !isFirst {
        for index in 0..<(members.count + 63) / 64 { ended(block)[index] &= frame.words[index] }
      }
    }
    return true
  }

  override func hasEnded(_ member: Int, at clock: Double) -> Bool {
    speed > 0 ? clock - starts[member] >= delay : clock <= starts[member]
  }

  // MARK: Frames

  override func prepare(for clock: Double) {
    super.prepare(for: clock)
    let deltaTime = clock - self.clock
    switch law {
    case .spring(let spring):
      let transition = spring.transition(over: deltaTime)
      step = (Float(transition.xx), Float(transition.xv), Float(transition.vx), Float(transition.vv))
    case .friction(let timeConstant):
      let lost = Float(vk_expm1(-deltaTime / timeConstant))
      step = (lost, 0, 0, lost)
    }
  }

  override func evaluate(_ members: Range<Int>, at clock: Double, _ frame: Frame) {
    let block = blocks[members.lowerBound / Self.blockSize]
    let isStep = members.count > 1 && clock >= self.clock && block.latest + delay <= self.clock && !block.isNew
    if isStep {
      advance(members, frame)
    } else {
      place(members, at: clock - block.epoch - delay, frame)
    }
    withResults(of: members, frame, scratch: frame.scratch) { out, stride in
      for component in 0..<components {
        let positions = columns(of: Part.position) + (component * self.stride + members.lowerBound)
        (out + component * stride).update(from: positions, count: members.count)
      }
    }
  }

  /// By the step from where they are.
  private func advance(_ members: Range<Int>, _ frame: Frame) {
    var matrix = step
    withUnsafeBytes(of: &matrix) { bytes in
      let matrix = bytes.assumingMemoryBound(to: Float.self).baseAddress!
      for component in 0..<components {
        let offset = component * stride + members.lowerBound
        frame.kernels.pointee.spring_step_f32(
          matrix, columns(of: Part.target) + offset, columns(of: Part.position) + offset,
          columns(of: Part.velocity) + offset, members.count)
      }
    }
  }

  /// By the closed form from where they began.
  private func place(_ members: Range<Int>, at time: Double, _ frame: Frame) {
    let (displacement, quadrature) = (frame.scratch, frame.scratch + Self.blockSize)
    let starts = column(0) + members.lowerBound
    for component in 0..<components {
      let offset = component * stride + members.lowerBound
      let (target, first) = (columns(of: Part.target) + offset, columns(of: Part.start) + offset)
      for index in 0..<members.count { displacement[index] = first[index] - target[index] }
      switch law {
      case .spring:
        frame.kernels.pointee.spring_shared_quadrature_f32(
          displacement, columns(of: Part.startVelocity) + offset, decay, frequency, quadrature, members.count)
      case .friction: quadrature.update(repeating: 0, count: members.count)
      }
      frame.kernels.pointee.spring_shared_motion_f32(
        target, displacement, quadrature, starts, decay, frequency, time, columns(of: Part.position) + offset,
        columns(of: Part.velocity) + offset, members.count)
    }
  }
}
