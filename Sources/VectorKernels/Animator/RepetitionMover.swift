internal import CVectorKernels

/// Moves members from one value to another repeatedly, or from a point within the way. Every such animation is a
/// `PreparedAnimation`; the members share a shape or have their own, and each member has its own times.
final class RepetitionMover: Mover {
  /// The curve or spring of the members' passes.
  enum Shape: Hashable {
    case shared(PreparedAnimation.Shape)
    /// Each member's own curve.
    case ownCurve(OwnCurveForm)
    /// Each member's own spring.
    case ownSpring
  }

  let shape: Shape
  /// The evaluator of the shared shape, and its curve.
  private let evaluator: ShapeEvaluator?
  private let curve: PreparedCurve?
  /// The members' own curves whose form is polynomials.
  let ownTracks: OwnTracks?

  /// The data of a member besides its values.
  enum Part: Int, CaseIterable {
    /// The number of passes that are over when the member begins, the number of passes left (below 0 if the member
    /// autoreverses), and the mapping of a pass to progress.
    case offset, passesLeft, progressPerPass, leastProgress
    /// The kernel's numbers of the member's own spring. Members' own curves have their columns here.
    case decay, frequency, sineAmplitude, secondsPerProgress

    static var sharedCount: Int { Part.decay.rawValue }
  }

  /// The times of a member besides those that all groups have.
  enum CycleKind: Int, CaseIterable {
    /// The duration of a cycle, 0 if there is none, and the number of passes.
    case cycle = 3, passes
    /// The member's own spring, its initial velocity as a multiple of the distance per second, and the seconds of the
    /// spring per pass.
    case angularFrequency, dampingRatio, initialVelocity, secondsPerProgress

    static var sharedCount: Int { CycleKind.angularFrequency.rawValue }
    static var ownSpringCount: Int { allCases.count + CycleKind.cycle.rawValue }
  }

  /// The highest rate in passes per second. The number of passes in the longest frame is then still a finite `Float`.
  private static var highestRate: Double { 1e20 }

  /// Creates a mover.
  ///
  /// - Parameter curve: The curve, if the members share one.
  init(_ shape: Shape, _ curve: PreparedCurve?) {
    (self.shape, self.curve) = (shape, curve)
    if case .shared(let shared) = shape { evaluator = ShapeEvaluator(shared, curve) } else { evaluator = nil }
    if case .ownCurve(let form) = shape { ownTracks = form.makeTracks() } else { ownTracks = nil }
  }

  var key: MoverKey { .repetition(shape) }
  var emptyKind: PropertyGroup.Kind { .repetitions(ownTracks == nil ? self : RepetitionMover(shape, nil)) }

  var layout: MemberLayout {
    let otherColumns =
      switch shape {
      case .shared, .ownCurve(.polynomials): Part.sharedCount
      case .ownCurve(.bezier): Part.sharedCount + OwnCurves.columnCount
      case .ownSpring: Part.allCases.count
      }
    return MemberLayout(
      values: 2, otherColumns: otherColumns,
      timeCount: shape == .ownSpring ? CycleKind.ownSpringCount : CycleKind.sharedCount, hasDurations: true,
      repeats: true, keepsPositions: ownTracks == nil)
  }

  private func column(_ part: Part, in group: PropertyGroup) -> UnsafeMutablePointer<Float> {
    group.otherColumn(part.rawValue)
  }

  private func ownCurves(in group: PropertyGroup) -> OwnCurves {
    OwnCurves(in: group, from: Part.sharedCount)
  }

  private func times(_ kind: CycleKind, in group: PropertyGroup) -> PropertyGroup.Recorded<Double> {
    group.times(kind.rawValue)
  }

  func begin(_ member: Int, in group: PropertyGroup, by plans: AnimationPlans, _ runStart: RunStart) {
    let (prepared, speed) = (plans.prepared(runStart.plan), runStart.speed)
    group.starts[member] = runStart.start
    group.times(.delay)[member] = prepared.delay / speed
    group.times(.duration)[member] = prepared.duration / speed
    let cycle = prepared.passes > 1 && prepared.rate > 0 ? (prepared.autoreverses ? 2 : 1) / prepared.rate : 0
    times(.cycle, in: group)[member] = cycle / speed
    group.rates[member] = Float(min(prepared.rate * speed, Self.highestRate))
    let period = prepared.autoreverses ? 2.0 : 1.0
    let offset =
      prepared.passes > 1 ? prepared.initialPass.truncatingRemainder(dividingBy: period) : prepared.initialPass
    column(.offset, in: group)[member] = Float(offset)
    // Cycles that are over before the member begins don't count.
    let passes = prepared.passes - (prepared.initialPass - offset)
    times(.passes, in: group)[member] = prepared.autoreverses ? -passes : passes
    column(.progressPerPass, in: group)[member] = Float(prepared.progressPerPass)
    column(.leastProgress, in: group)[member] = Float(prepared.leastProgress)
    switch (shape, prepared.shape) {
    case (.ownCurve(.bezier), .curve(let curve)): ownCurves(in: group)[member] = curve
    case (.ownCurve(.polynomials), _):
      ownTracks?.set(member, to: .curve(plans.polynomials(runStart.plan)))
    case (.ownSpring, .spring(let spring, let velocity)):
      times(.angularFrequency, in: group)[member] = spring.angularFrequency
      times(.dampingRatio, in: group)[member] = spring.dampingRatio
      times(.initialVelocity, in: group)[member] = velocity
      times(.secondsPerProgress, in: group)[member] = prepared.secondsPerProgress
      set(SpringPass(spring, velocity, secondsPerProgress: prepared.secondsPerProgress), of: member, in: group)
    default: break
    }
    group.setEnds(of: member, from: runStart.value, stride: runStart.stride, to: runStart.target)
    group.timesDidChange(of: member)
  }

  private func set(_ pass: SpringPass, of member: Int, in group: PropertyGroup) {
    column(.decay, in: group)[member] = Float(pass.decay)
    column(.frequency, in: group)[member] = Float(pass.frequency)
    column(.sineAmplitude, in: group)[member] = pass.sineAmplitude
    column(.secondsPerProgress, in: group)[member] = Float(pass.secondsPerProgress)
  }

  /// Sets the kernel's numbers of a spring of a member that comes from a file.
  func restoreShape(of member: Int, in group: PropertyGroup) {
    guard shape == .ownSpring, case .spring(let spring, let velocity) = shape(of: member, in: group) else { return }
    let seconds = times(.secondsPerProgress, in: group)[member]
    set(SpringPass(spring, velocity, secondsPerProgress: seconds), of: member, in: group)
  }

  private func shape(of member: Int, in group: PropertyGroup) -> PreparedAnimation.Shape {
    switch shape {
    case .shared(let shape): shape
    case .ownCurve: .curve(ownTracks?.curve(of: member) ?? ownCurves(in: group)[member])
    case .ownSpring:
      .spring(
        Spring(
          clampingFrequency: times(.angularFrequency, in: group)[member],
          dampingRatio: times(.dampingRatio, in: group)[member]),
        initialVelocity: times(.initialVelocity, in: group)[member])
    }
  }

  private func secondsPerProgress(of member: Int, in group: PropertyGroup) -> Double {
    evaluator?.secondsPerProgress
      ?? (shape == .ownSpring ? times(.secondsPerProgress, in: group)[member] : 1)
  }

  /// Returns a member's animation in seconds of the group's clock.
  func prepared(_ member: Int, in group: PropertyGroup) -> PreparedAnimation {
    let passes = times(.passes, in: group)[member]
    let cycle = times(.cycle, in: group)[member]
    return PreparedAnimation(
      shape: shape(of: member, in: group), delay: group.times(.delay)[member],
      rate: cycle > 0 ? (passes < 0 ? 2 : 1) / cycle : Double(group.rates[member]),
      initialPass: Double(column(.offset, in: group)[member]), passes: abs(passes), autoreverses: passes < 0,
      progressPerPass: Double(column(.progressPerPass, in: group)[member]),
      leastProgress: Double(column(.leastProgress, in: group)[member]),
      secondsPerProgress: secondsPerProgress(of: member, in: group), duration: group.times(.duration)[member])
  }

  // MARK: Runs

  func setSpeed(of member: Int, in group: PropertyGroup, from old: Double, to new: Double) {
    let scale = old / new
    group.times(.delay)[member] *= scale
    group.times(.duration)[member] *= scale
    times(.cycle, in: group)[member] *= scale
    let cycle = times(.cycle, in: group)[member]
    let passesPerCycle: Float = times(.passes, in: group)[member] < 0 ? 2 : 1
    group.rates[member] = min(
      cycle > 0 ? passesPerCycle / Float(cycle) : group.rates[member] / Float(scale), Float(Self.highestRate))
  }

  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double {
    let duration = group.times(.duration)[member]
    if duration < .infinity { return duration }
    let cycle = times(.cycle, in: group)[member]
    return group.times(.delay)[member] + (cycle > 0 ? cycle : secondsPerProgress(of: member, in: group))
  }

  func time(ofAmount amount: Double, of member: Int, in group: PropertyGroup) -> Double? {
    let animation = prepared(member, in: group)
    let end = animation.rate > 0 ? animation.delay + 1 / animation.rate : animation.duration
    guard end < .infinity else { return nil }
    return firstInput(from: animation.delay, to: min(end, animation.duration), reaching: amount, animation.amount)
  }

  /// Returns a member's passes. If the member begins within a pass, it is the first one.
  func passes(of member: Int, in group: PropertyGroup, speed: Double) -> RunPasses {
    let (delay, duration) = (group.times(.delay)[member] * speed, group.times(.duration)[member] * speed)
    let cycle = times(.cycle, in: group)[member] * speed
    let (offset, passes) = (Double(column(.offset, in: group)[member]), times(.passes, in: group)[member])
    guard cycle > 0 else {
      let length = (duration - delay) / (1 - offset)
      return RunPasses(from: offset < 1 && length < .infinity ? duration - length : delay, to: duration)
    }
    let (pass, over) = (passes < 0 ? cycle / 2 : cycle, offset.rounded(.down))
    return RunPasses(
      from: delay - (offset - over) * pass, lasting: pass, count: abs(passes).rounded() - over, until: duration)
  }

  /// Writes the value with which a member began. A member that begins within its way has the value of that point.
  func copyFirstValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    let amount = Float(prepared(member, in: group).amount(at: 0))
    let (from, to) = (group.columns(of: 0) + member, group.columns(of: 1) + member)
    for component in 0..<group.components {
      let (a, b) = (from[component * group.stride], to[component * group.stride])
      out[component * stride] = amount == 0 ? a : a + amount * (b - a)
    }
  }

  func copyFinalValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    group.copy(1, of: member, to: out, stride: stride)
  }

  func copyVelocity(
    of member: Int, in group: PropertyGroup, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>
  ) {
    let velocity = prepared(member, in: group).animation.velocity(from: 0.0, to: 1.0, at: elapsed)
    group.copyDifference(of: member, times: Float(velocity / speed), to: out)
  }

  func canAdd(to member: Int, in group: PropertyGroup) -> Bool { true }

  func subtractFinalValue(of member: Int, in group: PropertyGroup) { group.subtract(1, from: 0, of: member) }

  // MARK: Frames

  /// Returns the beginning of a member's present cycle. Leaves out whole cycles, so that numbers stay small, and
  /// records the number of passes left.
  func beginOfCycle(of member: Int, in group: PropertyGroup, at epoch: Double) -> Double {
    let passes = times(.passes, in: group)[member]
    let (cycle, elapsed) = (times(.cycle, in: group)[member], epoch - group.begin(of: member))
    let passesPerCycle: Double = passes < 0 ? 2 : 1
    var forgotten = 0.0
    if cycle > 0, elapsed > cycle {
      // The last cycle isn't left out, because the kernel must know that it is over.
      forgotten = max(0, min((elapsed / cycle).rounded(.down), (abs(passes) / passesPerCycle).rounded(.up) - 1))
    }
    let left = abs(passes) - passesPerCycle * forgotten
    column(.passesLeft, in: group)[member] = Float(passes < 0 ? -left : left)
    return forgotten * cycle - elapsed
  }

  func evaluate(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    let (amounts, reversed) = (frame.scratch(0), frame.scratch(1))
    vk_progress_passes_f32(
      group.begins + first, group.rates + first, column(.offset, in: group) + first,
      column(.passesLeft, in: group) + first, column(.progressPerPass, in: group) + first,
      column(.leastProgress, in: group) + first,
      clock - group.blocks[first / PropertyGroup.blockSize].epoch, amounts, reversed, count)
    var beziers: OwnCurves?
    switch shape {
    case .shared: evaluator?.amounts(atProgress: amounts, frame, count)
    case .ownCurve(.bezier): beziers = ownCurves(in: group)
    case .ownCurve(.polynomials): ownTracks?.amounts(atProgress: amounts, of: members, frame)
    case .ownSpring: springAmounts(atProgress: amounts, of: members, in: group, frame)
    }
    group.interpolate(members, by: amounts, along: beziers, reversed: reversed, frame)
  }

  /// Replaces the progresses of members that have springs of their own by amounts.
  private func springAmounts(
    atProgress amounts: UnsafeMutablePointer<Float>, of members: Range<Int>, in group: PropertyGroup, _ frame: Frame
  ) {
    let (first, count) = (members.lowerBound, members.count)
    let starts = frame.springsFromZeroToOne(count)
    let seconds = column(.secondsPerProgress, in: group) + first
    for index in 0..<count { starts[index] = -seconds[index] * amounts[index] }
    vk_spring_f32(
      frame.scratch(2), frame.scratch(3), column(.sineAmplitude, in: group) + first, column(.decay, in: group) + first,
      column(.frequency, in: group) + first, starts, 0, amounts, count)
  }
}

extension Frame {
  /// Fills the third and the fourth column of scratch memory with n targets of 1 and n displacements of -1.
  ///
  /// - Returns: The fifth column, for the springs' starts.
  fileprivate func springsFromZeroToOne(_ n: Int) -> UnsafeMutablePointer<Float> {
    scratch(2).update(repeating: 1, count: n)
    scratch(3).update(repeating: -1, count: n)
    return scratch(4)
  }
}

/// A spring that moves from 0 to 1 in each pass.
private struct SpringPass {
  /// The seconds of the spring per pass.
  let secondsPerProgress: Double
  let decay: Double
  let frequency: Double
  let sineAmplitude: Float

  /// Creates a pass.
  ///
  /// - Parameters:
  ///   - spring: The spring.
  ///   - velocity: The initial velocity.
  ///   - secondsPerProgress: The seconds of the spring per pass, or nil to compute them.
  init(_ spring: Spring, _ velocity: Double, secondsPerProgress: Double? = nil) {
    let duration =
      secondsPerProgress ?? Animation.interpolatingSpring(spring, initialVelocity: velocity).duration ?? 1
    self.secondsPerProgress = duration > 0 && duration < .infinity ? duration : 1
    (decay, frequency) = (spring.decay, spring.frequency)
    sineAmplitude = spring.finiteSineAmplitude(velocity: velocity)
  }
}

/// Maps the progress of a pass to an amount, by a shape that members share.
private struct ShapeEvaluator {
  /// The mover's curve, whose reference needn't be counted.
  private let curve: Unmanaged<PreparedCurve>?
  private let spring: SpringPass?

  init(_ shape: PreparedAnimation.Shape, _ curve: PreparedCurve?) {
    self.curve = curve.map { .passUnretained($0) }
    switch shape {
    case .curve: spring = nil
    case .spring(let spring, let velocity): self.spring = SpringPass(spring, velocity)
    }
  }

  /// The seconds of a spring per pass.
  var secondsPerProgress: Double { spring?.secondsPerProgress ?? 1 }

  /// Replaces n progresses by amounts.
  func amounts(atProgress amounts: UnsafeMutablePointer<Float>, _ frame: Frame, _ n: Int) {
    if let curve { return curve._withUnsafeGuaranteedRef { $0.values(at: amounts, into: amounts, n) } }
    guard let spring else { return }
    let (starts, sineAmplitudes) = (frame.springsFromZeroToOne(n), frame.scratch(5))
    sineAmplitudes.update(repeating: spring.sineAmplitude, count: n)
    let seconds = Float(-spring.secondsPerProgress)
    for index in 0..<n { starts[index] = seconds * amounts[index] }
    vk_spring_shared_f32(
      frame.scratch(2), frame.scratch(3), sineAmplitudes, starts, spring.decay, spring.frequency, 0, amounts, n)
  }
}
