internal import CVectorKernels

/// Properties that go from one value to another and begin again, or set out in the midst of their way: all that comes
/// down to a `LoweredAnimation` of the same shape, each at times of its own.
final class RepetitionGroup: PropertyGroup {
  let shape: LoweredAnimation.Shape
  private let evaluator: ShapeEvaluator

  /// What is kept of a member beside its values.
  private enum Part: Int {
    /// Where in its passes it begins, how many are left (below 0 where it autoreverses), and what passes look like.
    case offset, passesLeft, pace, lead
  }

  /// What is kept of a member's times beside those of all groups.
  private enum CycleKind: Int {
    /// How long a cycle takes, 0 where there is none, and how many passes there are.
    case cycle = 3, passes
  }

  private func column(_ part: Part) -> UnsafeMutablePointer<Float> { column(2 + 2 * components + part.rawValue) }
  private func times(_ kind: CycleKind) -> Recorded<Double> { times(kind.rawValue) }

  init(_ shape: LoweredAnimation.Shape, _ curve: PreparedCurve?, components: Int, direction: Double) {
    self.shape = shape
    evaluator = ShapeEvaluator(shape, curve)
    super.init(
      components: components, direction: direction, valuesPerMember: 2, otherColumns: 4, timeCount: 5,
      hasDurations: true, repeats: true)
  }

  private init(like other: RepetitionGroup, direction: Double) {
    (shape, evaluator) = (other.shape, other.evaluator)
    super.init(
      components: other.components, direction: direction, valuesPerMember: 2, otherColumns: 4, timeCount: 5,
      hasDurations: true, repeats: true)
  }

  override var driver: GroupKey.Driver { .repetition(shape) }

  override func makeGroup(direction: Double) -> PropertyGroup { RepetitionGroup(like: self, direction: direction) }

  /// Sends a member from a value to another one.
  ///
  /// - Parameters:
  ///   - member: A member.
  ///   - start: When its run begins, on the group's clock.
  ///   - lowered: How it then goes on, in seconds of its own time.
  ///   - speed: Seconds of its own time per second of the group's clock.
  ///   - from: Where it is: a number for each component, `stride` elements apart.
  ///   - stride: The distance of these.
  ///   - target: Where it is to go: a number for each component.
  func begin(
    _ member: Int, at start: Double, _ lowered: LoweredAnimation, speed: Double, from: UnsafePointer<Float>,
    stride: Int, to target: UnsafePointer<Float>
  ) {
    starts[member] = start
    times(.delay)[member] = lowered.delay / speed
    times(.duration)[member] = lowered.duration / speed
    let cycle = lowered.passes > 1 && lowered.rate > 0 ? (lowered.autoreverses ? 2 : 1) / lowered.rate : 0
    times(.cycle)[member] = cycle / speed
    rates[member] = Float(min(lowered.rate * speed, 1e30))
    let period = lowered.autoreverses ? 2.0 : 1.0
    let offset =
      lowered.passes > 1 ? lowered.headStart.truncatingRemainder(dividingBy: period) : lowered.headStart
    column(.offset)[member] = Float(offset)
    // Cycles that are over before it begins don't count.
    let passes = lowered.passes - (lowered.headStart - offset)
    times(.passes)[member] = lowered.autoreverses ? -passes : passes
    column(.pace)[member] = Float(lowered.pace)
    column(.lead)[member] = Float(lowered.lead)
    let (first, last) = (columns(of: 0) + member, columns(of: 1) + member)
    for component in 0..<components {
      first[component * self.stride] = from[component * stride]
      last[component * self.stride] = target[component]
    }
    numbersDidChange(of: member)
  }

  /// How a member goes on, in seconds of the group's clock.
  func lowered(_ member: Int) -> LoweredAnimation {
    let passes = times(.passes)[member]
    let cycle = times(.cycle)[member]
    return LoweredAnimation(
      shape: shape, delay: times(.delay)[member],
      rate: cycle > 0 ? (passes < 0 ? 2 : 1) / cycle : Double(rates[member]),
      headStart: Double(column(.offset)[member]), passes: abs(passes), autoreverses: passes < 0,
      pace: Double(column(.pace)[member]), lead: Double(column(.lead)[member]), unit: evaluator.unit,
      duration: times(.duration)[member])
  }

  override func setSpeed(of member: Int, from old: Double, to new: Double) {
    let scale = old / new
    times(.delay)[member] *= scale
    times(.duration)[member] *= scale
    times(.cycle)[member] *= scale
    let cycle = times(.cycle)[member]
    let passesPerCycle: Float = times(.passes)[member] < 0 ? 2 : 1
    rates[member] = cycle > 0 ? passesPerCycle / Float(cycle) : rates[member] / Float(scale)
  }

  override func nominalDuration(of member: Int) -> Double {
    let duration = times(.duration)[member]
    if duration < .infinity { return duration }
    let cycle = times(.cycle)[member]
    return times(.delay)[member] + (cycle > 0 ? cycle : evaluator.unit)
  }

  /// What sets out in the midst of a pass has that for its first.
  override func loops(of member: Int, speed: Double) -> RunLoops {
    let (delay, duration) = (times(.delay)[member] * speed, times(.duration)[member] * speed)
    let cycle = times(.cycle)[member] * speed
    let (offset, passes) = (Double(column(.offset)[member]), times(.passes)[member])
    guard cycle > 0 else {
      let length = (duration - delay) / (1 - offset)
      return RunLoops(from: offset < 1 && length < .infinity ? duration - length : delay, to: duration)
    }
    let (pass, over) = (passes < 0 ? cycle / 2 : cycle, offset.rounded(.down))
    return RunLoops(
      from: delay - (offset - over) * pass, lasting: pass, count: abs(passes).rounded() - over, until: duration)
  }

  /// What sets out in the midst of its way begins there.
  override func copyFirstValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    let amount = Float(lowered(member).amount(at: 0))
    let (from, to) = (columns(of: 0) + member, columns(of: 1) + member)
    for component in 0..<components {
      let (a, b) = (from[component * self.stride], to[component * self.stride])
      out[component * stride] = amount == 0 ? a : a + amount * (b - a)
    }
  }

  override func subtractFinalValue(of member: Int) { subtract(1, from: 0, of: member) }

  override func copyFinalValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    copy(1, of: member, to: out, stride: stride)
  }

  override func copyVelocity(of member: Int, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>)
  {
    let rate = Float(lowered(member).animation.velocity(from: 0.0, to: 1.0, at: elapsed) / speed)
    let (from, to) = (columns(of: 0) + member, columns(of: 1) + member)
    for component in 0..<components {
      out[component] = rate * (to[component * stride] - from[component * stride])
    }
  }

  /// Forgets whole cycles, so that numbers stay small, and notes how many passes are left.
  override func beginOfCycle(of member: Int, at epoch: Double) -> Double {
    let passes = times(.passes)[member]
    let (cycle, elapsed) = (times(.cycle)[member], epoch - begin(of: member))
    let passesPerCycle: Double = passes < 0 ? 2 : 1
    var forgotten = 0.0
    if cycle > 0, elapsed > cycle {
      // The last cycle knows that it is over.
      forgotten = max(0, min((elapsed / cycle).rounded(.down), (abs(passes) / passesPerCycle).rounded(.up) - 1))
    }
    let left = abs(passes) - passesPerCycle * forgotten
    column(.passesLeft)[member] = Float(passes < 0 ? -left : left)
    return forgotten * cycle - elapsed
  }

  override func evaluate(_ members: Range<Int>, at clock: Double, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    let (amounts, reversed) = (frame.scratch(0), frame.scratch(1))
    vk_progress_passes_f32(
      begins + first, rates + first, column(.offset) + first, column(.passesLeft) + first, column(.pace) + first,
      column(.lead) + first, clock - blocks[first / Self.blockSize].epoch, amounts, reversed, count)
    evaluator.amounts(atProgress: amounts, frame, count)
    vk_reverse_f32(amounts, reversed, amounts, count)
    interpolate(members, by: amounts, frame)
  }
}

/// What a pass covers of the way at a fraction of its time.
private struct ShapeEvaluator {
  /// Seconds of a spring per pass.
  let unit: Double
  private let curve: PreparedCurve?
  private let decay: Double
  private let frequency: Double
  private let quadrature: Float

  init(_ shape: LoweredAnimation.Shape, _ curve: PreparedCurve?) {
    self.curve = curve
    switch shape {
    case .curve: (unit, decay, frequency, quadrature) = (1, 0, 0, 0)
    case .spring(let spring, let velocity):
      let duration = Animation.interpolatingSpring(spring, initialVelocity: velocity).duration ?? 1
      unit = duration > 0 && duration < .infinity ? duration : 1
      (decay, frequency) = (spring.decay, spring.frequency)
      var (displacement, initialVelocity, coefficient) = (-1.0, velocity, 0.0)
      vk_spring_shared_quadrature_f64(&displacement, &initialVelocity, decay, frequency, &coefficient, 1)
      // Finite, so that it is nothing where the sine is.
      let limit = Double(Float.greatestFiniteMagnitude)
      quadrature = Float(max(-limit, min(coefficient, limit)))
    }
  }

  /// Replaces the progress of n members by the amounts that they have covered.
  func amounts(atProgress amounts: UnsafeMutablePointer<Float>, _ frame: Frame, _ n: Int) {
    if let curve { return curve.values(at: amounts, into: amounts, n) }
    let (target, displacements) = (frame.scratch(2), frame.scratch(3))
    let (quadratures, starts) = (frame.scratch(4), frame.scratch(5))
    target.update(repeating: 1, count: n)
    displacements.update(repeating: -1, count: n)
    quadratures.update(repeating: quadrature, count: n)
    let seconds = Float(-unit)
    for index in 0..<n { starts[index] = seconds * amounts[index] }
    vk_spring_shared_f32(target, displacements, quadratures, starts, decay, frequency, 0, amounts, n)
  }
}
