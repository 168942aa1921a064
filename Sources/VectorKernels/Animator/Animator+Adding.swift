// Retargeting by SwiftUI's rule: an animation adds to the run under way, or takes over from it.

extension Animator {
  /// Adds an animation to what moves a property, or lets it take over in a way of its own.
  ///
  /// - Returns: Whether it did; where not, the run is to be replaced.
  @usableFromInline
  mutating func add(
    _ slot: Int, to target: Components, _ animation: Animation, _ plan: Int, after delay: Double
  ) -> Bool {
    guard core.canAdd(to: slot) else { return false }
    let delayed = delay > 0 ? animation.delay(delay) : animation
    switch delay > 0 ? .adds : core.encounter(ofPlan: plan, at: slot) {
    case .takesOver: return false
    case .blends(let previous):
      blend(slot, to: target, animation, from: previous)
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

  /// Makes the target of a sum its base.
  private mutating func moveSum(_ slot: Int, toBase target: Components) {
    guard let (group, member) = core.run(of: slot), group.addsUp else { return }
    unsafeDowncast(group, to: SumGroup.self).clearTarget(of: member)
    _ = move(slot, toBase: target)
  }

  /// Draws a property to a target by a spring whose response goes over from another one's.
  private mutating func blend(_ slot: Int, to target: Components, _ animation: Animation, from previous: Spring) {
    let velocity = Components { core.copyUsableVelocity(of: slot, to: $0) }
    let first = components(at: slot)
    let end = move(slot, toBase: target)
    let driver = AnimationsDriver(
      from: Self.isDouble ? first - target : first, velocity: velocity, drawnBy: previous, to: end, animation)
    core.replace(slot)
    core.drive(slot, driver, after: 0, origin: .plain)
  }

  /// Lets a custom animation take the place of the only one that moves a property, if it says so.
  ///
  /// - Returns: Whether it did.
  private mutating func merge(_ slot: Int, to target: Components, _ animation: Animation) -> Bool {
    guard let (group, member, isLayered) = core.soleRun(of: slot),
      var driver = driver(of: member, in: group, speed: core.speed(of: slot, in: group))
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
    guard driver.merge(animation, to: end, at: elapsed) else { return false }
    if Self.isDouble {
      driver.subtractFinalValue()
      _ = move(slot, toBase: target)
    }
    core.replace(slot)
    core.drive(slot, driver, after: -elapsed, origin: core.origin(of: animation, after: 0))
    return true
  }

  /// What moves a member, as a driver of its own; nil where no animation does.
  private func driver(of member: Int, in group: PropertyGroup, speed: Double) -> AnimationsDriver<Components>? {
    if let single = group as? SingleGroup { return single.drivers[member] as? AnimationsDriver<Components> }
    let (first, target) = (
      Components { group.copyFirstValue(of: member, to: $0, stride: 1) },
      Components { group.copyFinalValue(of: member, to: $0, stride: 1) }
    )
    if let tween = group as? TweenGroup {
      let timing = tween.timing(of: member)
      let curve = Animation.timingCurve(tween.curve.curve, duration: (timing.duration - timing.delay) * speed)
      return AnimationsDriver(from: first, to: target, curve.delay(timing.delay * speed))
    }
    if let repetition = group as? RepetitionGroup {
      let animation = repetition.lowered(member).animation
      let from = Components { group.copy(0, of: member, to: $0) }
      return AnimationsDriver(from: from, to: target, speed == 1 ? animation : animation.speed(1 / speed))
    }
    guard let springs = group as? SpringGroup, let spring = springs.spring(of: member) else { return nil }
    return AnimationsDriver(
      from: first, velocity: Components { springs.copyFirstVelocity(of: member, to: $0) }, drawnBy: nil, to: target,
      .spring(spring), after: springs.delay(of: member) * speed)
  }
}
