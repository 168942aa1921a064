internal import CVectorKernels

/// The times at which a tween's single pass begins and ends, in seconds since its start.
struct PassTiming {
  var delay: Double
  /// The duration, delay included; infinity means forever.
  var duration: Double

  /// The passes per second: 1e30 if a pass takes no time, and 0 if it never ends.
  var rate: Float {
    if duration == .infinity { return 0 }
    let passDuration = duration - delay
    return passDuration > 1e-30 ? Float(1 / passDuration) : 1e30
  }
}

/// Moves members once from one value to another along the same timing curve or along curves of their own, each with its
/// own timing.
final class TweenMover: Mover {
  private enum Curves {
    case shared(PreparedCurve)
    /// Each member's own, in the group's columns.
    case ownBeziers
    /// Each member's own.
    case ownPolynomials(OwnTracks)
  }

  private let curves: Curves
  /// The shared curve, whose reference needn't be counted.
  private let sharedCurve: Unmanaged<PreparedCurve>?

  /// Creates a mover of a curve that all members share.
  init(_ shared: PreparedCurve) { (curves, sharedCurve) = (.shared(shared), .passUnretained(shared)) }

  /// Creates a mover of curves of each member's own.
  init(ownCurvesIn form: OwnCurveForm) {
    (curves, sharedCurve) = (form.makeTracks().map { .ownPolynomials($0) } ?? .ownBeziers, nil)
  }

  var key: MoverKey {
    switch curves {
    case .shared(let shared): .tween(shared.curve)
    case .ownBeziers: .ownTween(.bezier)
    case .ownPolynomials: .ownTween(.polynomials)
    }
  }

  var emptyKind: PropertyGroup.Kind { .tweens(ownTracks == nil ? self : TweenMover(ownCurvesIn: .polynomials)) }

  var ownTracks: OwnTracks? { if case .ownPolynomials(let tracks) = curves { tracks } else { nil } }

  var layout: MemberLayout {
    MemberLayout(
      values: 2, otherColumns: key == .ownTween(.bezier) ? OwnCurves.columnCount : 0, timeCount: 3,
      hasDurations: true, keepsPositions: ownTracks == nil)
  }

  var isShared: Bool { if case .shared = curves { true } else { false } }

  func curve(of member: Int, in group: PropertyGroup) -> UnitCurve {
    switch curves {
    case .shared(let shared): shared.curve
    case .ownBeziers: OwnCurves(in: group)[member]
    case .ownPolynomials(let tracks): tracks.curve(of: member)
    }
  }

  func begin(_ member: Int, in group: PropertyGroup, by plans: AnimationPlans, _ runStart: RunStart) {
    Self.begin(member, in: group, plans[runStart.plan], runStart)
    switch curves {
    case .shared: break
    case .ownBeziers: if let curve = plans.curve(runStart.plan) { OwnCurves(in: group)[member] = curve }
    case .ownPolynomials(let tracks): tracks.set(member, to: .curve(plans.polynomials(runStart.plan)))
    }
  }

  /// Begins a member's run but for its own curve.
  @inline(__always)
  static func begin(_ member: Int, in group: PropertyGroup, _ plan: AnimationPlan, _ runStart: RunStart) {
    let scale = runStart.scale
    group.starts[member] = runStart.start
    setTiming(of: member, in: group, to: PassTiming(delay: plan.delay * scale, duration: plan.duration * scale))
    group.setEnds(of: member, from: runStart.value, stride: runStart.stride, to: runStart.target)
    group.timesDidChange(of: member)
  }

  /// Begins a member at its target, so that the next frame finds it there, whether time goes forward or back.
  func beginAtEnd(_ member: Int, in group: PropertyGroup, at start: Double, to target: UnsafePointer<Float>) {
    group.starts[member] = start
    Self.setTiming(of: member, in: group, to: PassTiming(delay: 0, duration: 0))
    group.setEnds(of: member, from: target, stride: 1, to: target)
    group.timesDidChange(of: member)
  }

  @inline(__always)
  private static func setTiming(of member: Int, in group: PropertyGroup, to timing: PassTiming) {
    group.times(.delay)[member] = timing.delay
    group.times(.duration)[member] = timing.duration
    group.rates[member] = timing.rate
  }

  func timing(of member: Int, in group: PropertyGroup) -> PassTiming {
    PassTiming(delay: group.times(.delay)[member], duration: group.times(.duration)[member])
  }

  // MARK: Runs

  func setSpeed(of member: Int, in group: PropertyGroup, from old: Double, to new: Double) {
    let (timing, scale) = (timing(of: member, in: group), old / new)
    Self.setTiming(
      of: member, in: group, to: PassTiming(delay: timing.delay * scale, duration: timing.duration * scale))
  }

  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double {
    let timing = timing(of: member, in: group)
    return timing.duration < .infinity ? timing.duration : timing.delay < .infinity ? timing.delay + 1 : 1
  }

  func time(ofAmount amount: Double, of member: Int, in group: PropertyGroup) -> Double? {
    let timing = timing(of: member, in: group)
    if amount >= 1 || timing.duration == .infinity { return amount > 0 ? timing.duration : 0 }
    let curve = curve(of: member, in: group)
    let progress = curve == .linear ? amount : firstInput(from: 0, to: 1, reaching: amount, curve.value)
    return timing.delay + progress * (timing.duration - timing.delay)
  }

  func copyFirstValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    group.copy(0, of: member, to: out, stride: stride)
  }

  func copyFinalValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    group.copy(1, of: member, to: out, stride: stride)
  }

  func copyVelocity(
    of member: Int, in group: PropertyGroup, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>
  ) {
    let timing = timing(of: member, in: group)
    guard elapsed >= timing.delay, elapsed < timing.duration, timing.duration < .infinity else {
      return out.update(repeating: 0, count: group.components)
    }
    let passDuration = timing.duration - timing.delay
    let progress = (elapsed - timing.delay) / passDuration
    let velocity = curve(of: member, in: group).velocity(at: progress) / (passDuration * speed)
    group.copyDifference(of: member, times: Float(velocity), to: out)
  }

  func canAdd(to member: Int, in group: PropertyGroup) -> Bool { true }

  func subtractFinalValue(of member: Int, in group: PropertyGroup) { group.subtract(1, from: 0, of: member) }

  // MARK: Frames

  func markEnded(in block: Int, of group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool {
    if group.direction < 0 { return group.markEndedByTime(in: block, at: clock) }
    return group.mayHaveEnded(in: block, at: clock) && group.markPassed(1, in: block, at: clock)
  }

  func evaluate(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    let (time, rate) = (
      clock - group.blocks[first / PropertyGroup.blockSize].epoch,
      group.blocks[first / PropertyGroup.blockSize].sharedRate
    )
    let whole = Float(max(-1e30, min(time, 1e30)))
    let rest = Float(time - Double(whole))
    let (begins, rates) = (group.begins + first, group.rates + first)
    if let table = sharedCurve?._withUnsafeGuaranteedRef({ $0.table }) {
      group.withNewResults(of: members, frame) { out, stride, streams in
        let (from, components) = (group.columns(of: 0) + first, group.components)
        let (to, toStride) = group.targets(in: 1, first, frame)
        if rate == rate {
          vk_tween_baked_f32(
            table, rate, rate * rest, whole, begins, from, group.stride, to, toStride, out, stride, components, streams,
            count)
        } else {
          vk_tween_baked_each_f32(
            table, rates, whole, rest, begins, from, group.stride, to, toStride, out, stride, components, streams,
            count)
        }
      }
      return
    }
    let amounts = frame.scratch(0)
    vk_progress_pass_f32(begins, rates, whole, rest, amounts, count)
    switch curves {
    case .shared: sharedCurve?._withUnsafeGuaranteedRef { $0.values(at: amounts, into: amounts, count) }
    case .ownBeziers: return group.interpolate(members, by: amounts, along: OwnCurves(in: group), frame)
    case .ownPolynomials(let tracks): tracks.amounts(atProgress: amounts, of: members, frame)
    }
    group.interpolate(members, by: amounts, frame)
  }
}
