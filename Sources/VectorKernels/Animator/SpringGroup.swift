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
/// in time, and every few seconds, so that roundings don't add up) members are placed by the closed form. Their
/// positions are nowhere but in the animator's columns.
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
    case velocity, target, start, startVelocity
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
    super.init(components: components, speed: speed, valuesPerMember: 4)
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

  /// Sets what a member has that has just joined.
  func setValues(
    of member: Int, from: UnsafePointer<Float>, velocity: UnsafePointer<Float>, to target: UnsafePointer<Float>
  ) {
    setValue(.velocity, of: member, to: velocity)
    setValue(.target, of: member, to: target)
    setValue(.start, of: member, to: from)
    setValue(.startVelocity, of: member, to: velocity)
  }

  private func setValue(_ part: Part, of member: Int, to newValue: UnsafePointer<Float>) {
    setValue(part.rawValue, of: member, to: newValue)
  }

  /// Draws a member elsewhere, from where it is.
  ///
  /// - Parameters:
  ///   - velocity: What it begins with, or nil for its own.
  ///   - push: What is added to that, in whole ways per second.
  func retarget(
    _ member: Int, start: Double, from: UnsafePointer<Float>, stride: Int, velocity: UnsafePointer<Float>?,
    push: Float, to target: UnsafePointer<Float>
  ) {
    setStart(of: member, to: start)
    for component in 0..<components {
      let offset = component * self.stride + member
      let position = from[component * stride]
      let initial =
        (velocity?[component] ?? columns(of: .velocity)[offset]) + push * (target[component] - position)
      columns(of: .velocity)[offset] = initial
      columns(of: .target)[offset] = target[component]
      columns(of: .start)[offset] = position
      columns(of: .startVelocity)[offset] = initial
    }
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

  override func hasEnded(_ member: Int, at clock: Double) -> Bool {
    speed > 0 ? clock - starts[member] >= delay : clock <= starts[member]
  }

  // MARK: Frames

  override func prepare(for clock: Double, budget: inout Int) {
    super.prepare(for: clock, budget: &budget)
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

  override func evaluateAndMark(block: Int, at clock: Double, _ frame: Frame) -> Bool {
    let members = members(of: block)
    let isStep =
      clock >= self.clock && blocks[block].latest + delay <= self.clock && !blocks[block].isNew
    var isAny = false
    withResults(of: members, frame, scratch: frame.scratch + 2 * Self.blockSize, areGathered: isStep) { out, stride in
      if isStep {
        isAny = advance(members, block, out, stride, frame)
      } else {
        place(members, at: clock - blocks[block].epoch - delay, out, stride, frame)
        isAny = speed > 0 && markSettled(members, block, out, stride, frame)
      }
    }
    return speed > 0 ? isAny : markEnded(in: block, at: clock, frame)
  }

  override func evaluate(_ members: Range<Int>, at clock: Double, _ frame: Frame) {
    let time = clock - blocks[members.lowerBound / Self.blockSize].epoch - delay
    withResults(of: members, frame, scratch: frame.scratch + 2 * Self.blockSize) { out, stride in
      place(members, at: time, out, stride, frame)
    }
  }

  /// By the step from where they are.
  ///
  /// - Returns: Whether any may have arrived; they are then marked.
  private func advance(
    _ members: Range<Int>, _ block: Int, _ positions: UnsafeMutablePointer<Float>, _ positionStride: Int, _ frame: Frame
  ) -> Bool {
    var matrix = step
    return withUnsafeBytes(of: &matrix) { bytes in
      let matrix = bytes.assumingMemoryBound(to: Float.self).baseAddress!
      return markEach(members, block, frame) { component, words in
        let offset = component * stride + members.lowerBound
        let (target, velocities) = (columns(of: .target) + offset, columns(of: .velocity) + offset)
        let positions = positions + component * positionStride
        if let words {
          return vk_spring_step_settled_f32(
            matrix, target, positions, velocities, epsilons.value, epsilons.velocity, words, members.count)
        }
        vk_spring_step_f32(matrix, target, positions, velocities, members.count)
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

  /// By the closed form from where they began.
  private func place(
    _ members: Range<Int>, at time: Double, _ positions: UnsafeMutablePointer<Float>, _ positionStride: Int,
    _ frame: Frame
  ) {
    let (displacement, quadrature) = (frame.scratch, frame.scratch + Self.blockSize)
    let starts = column(0) + members.lowerBound
    for component in 0..<components {
      let offset = component * stride + members.lowerBound
      let (target, first) = (columns(of: .target) + offset, columns(of: .start) + offset)
      for index in 0..<members.count { displacement[index] = first[index] - target[index] }
      switch law {
      case .spring:
        vk_spring_shared_quadrature_f32(
          displacement, columns(of: .startVelocity) + offset, decay, frequency, quadrature, members.count)
      case .friction: quadrature.update(repeating: 0, count: members.count)
      }
      vk_spring_shared_motion_f32(
        target, displacement, quadrature, starts, decay, frequency, time, positions + component * positionStride,
        columns(of: .velocity) + offset, members.count)
    }
  }
}
