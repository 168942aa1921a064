internal import CVectorKernels

/// The times at which a tween's single pass begins and ends, in seconds since its start.
struct PassTiming {
  var delay: Double
  /// The duration, delay included; infinity means forever.
  var duration: Double

  /// The passes per second: 1e30 if a pass takes no time, and 0 if it never ends.
  var rate: Float {
    if duration == .infinity { return 0 }
    let length = duration - delay
    return length > 1e-30 ? Float(1 / length) : 1e30
  }
}

/// Moves members once from one value to another along the same timing curve or along curves of their own, each with its
/// own timing.
final class TweenMover: Mover {
  /// The curve of all members, or nil if each has its own.
  private let shared: PreparedCurve?
  /// The form of members' own curves, if they have such.
  private let ownForm: OwnCurveForm
  /// The members' own curves whose form is polynomials.
  let ownTracks: OwnTracks?

  /// Creates a mover of a curve that all members share.
  init(_ shared: PreparedCurve) {
    (self.shared, ownForm, ownTracks) = (shared, .bezier, nil)
  }

  /// Creates a mover of curves of each member's own.
  init(ownCurvesIn form: OwnCurveForm) {
    (shared, ownForm, ownTracks) = (nil, form, form.makeTracks())
  }

  var key: MoverKey { shared.map { .tween($0.curve) } ?? .ownTween(ownForm) }
  var emptyKind: PropertyGroup.Kind { .tweens(ownTracks == nil ? self : TweenMover(ownCurvesIn: ownForm)) }

  var layout: MemberLayout {
    MemberLayout(
      values: 2, otherColumns: shared == nil && ownTracks == nil ? OwnCurves.columnCount : 0, timeCount: 3,
      hasDurations: true, keepsPositions: ownTracks == nil)
  }

  private func ownCurves(in group: PropertyGroup) -> OwnCurves {
    OwnCurves(columns: group.otherColumn(0), stride: group.stride)
  }

  func curve(of member: Int, in group: PropertyGroup) -> UnitCurve {
    shared?.curve ?? ownTracks?.curve(of: member) ?? ownCurves(in: group)[member]
  }

  func begin(_ member: Int, in group: PropertyGroup, by plans: AnimationPlans, _ runStart: RunStart) {
    let (plan, scale) = (plans[runStart.plan], runStart.scale)
    group.starts[member] = runStart.start
    setTiming(
      of: member, in: group, to: PassTiming(delay: plan.delay * scale, duration: plan.duration * scale))
    if let ownTracks {
      ownTracks.set(member, to: .curve(plans.polynomials(runStart.plan)), passRate: 0)
    } else if shared == nil, let curve = plans.curve(runStart.plan) {
      ownCurves(in: group)[member] = curve
    }
    group.setEnds(of: member, from: runStart.value, stride: runStart.stride, to: runStart.target)
    group.timesDidChange(of: member)
  }

  /// Begins a member at its target, so that the next frame finds it there, whether time goes forward or back.
  func beginAtEnd(_ member: Int, in group: PropertyGroup, at start: Double, to target: UnsafePointer<Float>) {
    group.starts[member] = start
    setTiming(of: member, in: group, to: PassTiming(delay: 0, duration: 0))
    group.setEnds(of: member, from: target, stride: 1, to: target)
    group.timesDidChange(of: member)
  }

  private func setTiming(of member: Int, in group: PropertyGroup, to timing: PassTiming) {
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
    setTiming(
      of: member, in: group, to: PassTiming(delay: timing.delay * scale, duration: timing.duration * scale))
  }

  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double {
    let timing = timing(of: member, in: group)
    return timing.duration < .infinity ? timing.duration : timing.delay < .infinity ? timing.delay + 1 : 1
  }

  func time(ofAmount amount: Double, of member: Int, in group: PropertyGroup) -> Double? {
    let timing = timing(of: member, in: group)
    if amount >= 1 || timing.duration == .infinity { return timing.duration }
    let curve = curve(of: member, in: group)
    let progress = curve == .linear ? amount : firstPlace(from: 0, to: 1, reaching: amount, curve.value)
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
    let length = timing.duration - timing.delay
    let slope = curve(of: member, in: group).velocity(at: (elapsed - timing.delay) / length) / (length * speed)
    group.copyDifference(of: member, times: Float(slope), to: out)
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
    if let table = shared?.table {
      group.withResults(of: members, frame) { out, stride in
        let (from, to, components) = (group.columns(of: 0) + first, group.columns(of: 1) + first, group.components)
        if rate == rate {
          vk_tween_baked_f32(
            table, rate, rate * rest, whole, begins, from, to, group.stride, out, stride, components, count)
        } else {
          vk_tween_baked_each_f32(
            table, rates, whole, rest, begins, from, to, group.stride, out, stride, components, count)
        }
      }
      return
    }
    let amounts = frame.scratch(0)
    vk_progress_pass_f32(begins, rates, whole, rest, amounts, count)
    if let shared {
      shared.values(at: amounts, into: amounts, count)
    } else if let ownTracks {
      ownTracks.amounts(atProgress: amounts, of: members, frame)
    } else {
      ownCurves(in: group).values(at: amounts, of: members)
    }
    group.interpolate(members, by: amounts, frame)
  }
}
