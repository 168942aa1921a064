// Retargeting by SwiftUI's rule: an animation is added to the current run or takes over from it.

extension Animator {
  /// Adds an animation to a property's run, or lets it take over by the animation's own rule.
  ///
  /// - Returns: Whether it was added or took over. If not, the caller must replace the run.
  @usableFromInline
  mutating func add(
    _ slot: Int, to target: Components, _ animation: Animation, _ plan: Int, after delay: Double
  ) -> Bool {
    guard core.isRunning(slot),
      withFloats(
        of: Self.isDouble ? target - base(of: slot) : target, { core.canAdd(to: slot, arrivingAt: $0) })
    else { return false }
    let delayed = delay > 0 ? Animation(modified: .delay(delay, base: animation), base: animation) : animation
    switch delay > 0 ? .adds : core.combination(ofPlan: plan, at: slot) {
    case .takesOver: return false
    case .blends(let previous):
      blend(slot, to: target, animation, plan, from: previous)
      return true
    case .adds: if animation.duration == nil, merge(slot, to: target, delayed) { return true }
    }
    withFloats(of: Self.isDouble ? target - base(of: slot) : target) { target in
      if core.hasCompactForm(plan) { return core.add(slot, to: target, animation, after: delay) }
      let layer = core.setTarget(of: slot, to: target)
      let values = core.layers[layer].core.layerColumns
      let driver = AnimationsDriver(
        from: Components(floats: values.memory + slot, stride: values.stride), to: .zero, animation)
      core.drive(slot, driver, after: delay, animation, inLayer: layer)
    }
    if Self.isDouble { moveSum(slot, toBase: target) }
    return true
  }

  /// Makes the target of a sum the property's base.
  private mutating func moveSum(_ slot: Int, toBase target: Components) {
    guard let (group, member) = core.run(of: slot), case .sums(let sums) = group.kind else { return }
    sums.clearTarget(of: member, in: group)
    _ = move(slot, toBase: target)
  }

  /// Moves a property to a target by a spring whose response blends over from that of the previous spring.
  private mutating func blend(
    _ slot: Int, to target: Components, _ animation: Animation, _ plan: Int, from previous: Spring
  ) {
    let velocity = Components { core.copyUsableVelocity(of: slot, to: $0) }
    let first = components(at: slot)
    let end = move(slot, toBase: target)
    let driver = AnimationsDriver(
      from: Self.isDouble ? first - target : first, velocity: velocity, drawnBy: previous, to: end, animation)
    core.replace(slot)
    core.drive(slot, driver, after: 0, origin: core.plans[plan].origin)
  }

  /// Lets a custom animation replace the only animation that moves a property, if the custom animation asks for it.
  ///
  /// - Returns: Whether it did.
  private mutating func merge(_ slot: Int, to target: Components, _ animation: Animation) -> Bool {
    guard let (group, member, isLayered) = core.soleRun(of: slot),
      let driver = driver(of: member, in: group, speed: core.speed(of: slot, in: group))
    else { return false }
    var elapsed = core.elapsed(of: member, in: group) * core.speed(of: slot, in: group)
    if elapsed < 0 {
      driver.wait(for: -elapsed)
      elapsed = 0
    }
    if isLayered, let (sum, member) = core.run(of: slot) {
      driver.move(by: Components { sum.copyFinalValue(of: member, to: $0, stride: 1) })
    }
    let end = Self.isDouble ? target - base(of: slot) : target
    guard let merged = driver.merging(animation, to: end, at: elapsed) else { return false }
    if Self.isDouble {
      merged.subtractFinalValue()
      _ = move(slot, toBase: target)
    }
    core.replace(slot)
    core.drive(slot, merged, after: -elapsed, origin: core.origin(of: animation, after: 0))
    return true
  }

  /// Returns a driver that continues as a member would, or nil if no animation moves the member.
  private func driver(of member: Int, in group: PropertyGroup, speed: Double) -> AnimationsDriver<Components>? {
    let target = Components { group.copyFinalValue(of: member, to: $0, stride: 1) }
    switch group.kind {
    case .drivers(let drivers): return drivers.drivers[member].copy() as? AnimationsDriver<Components>
    case .tweens(let tweens):
      let timing = tweens.timing(of: member, in: group)
      let curve = Animation.timingCurve(
        tweens.curve(of: member, in: group), duration: (timing.duration - timing.delay) * speed)
      return AnimationsDriver(
        from: Components { group.copy(0, of: member, to: $0) }, to: target, curve.delay(timing.delay * speed))
    case .repetitions(let repetitions):
      let animation = repetitions.prepared(member, in: group).animation
      return AnimationsDriver(
        from: Components { group.copy(0, of: member, to: $0) }, to: target,
        speed == 1 ? animation : animation.speed(1 / speed))
    case .springs(let springs):
      guard let spring = springs.spring(of: member, in: group) else { return nil }
      return AnimationsDriver(
        from: Components { springs.copyFirstValue(of: member, in: group, to: $0, stride: 1) },
        velocity: Components { springs.copyFirstVelocity(of: member, in: group, to: $0) }, drawnBy: nil, to: target,
        .spring(spring), after: group.delay(of: member) * speed)
    case .keyframes, .phases, .sums: return nil
    }
  }
}
