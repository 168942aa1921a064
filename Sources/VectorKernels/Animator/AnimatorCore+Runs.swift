// The beginnings of runs.

extension AnimatorCore {
  /// Returns the number of an animation's plan, and its kind. The number is valid until the next plan is asked for.
  @usableFromInline
  mutating func plan(for animation: Animation) -> (number: Int, kind: AnimationPlan.Kind) {
    let number = plans.number(of: animation)
    return (number, plans[number].kind)
  }

  /// Changes the duration of the last plan that was asked for, until the next plan is asked for.
  ///
  /// - Parameters:
  ///   - plan: The plan of one pass along a curve, with a duration above 0 and finite and no modifier. It is timed anew
  ///     when it is asked for again.
  ///   - seconds: The duration, as an animation takes it.
  @usableFromInline
  mutating func setDuration(ofPlan plan: Int, to seconds: Double) { plans.setDuration(of: plan, to: seconds) }

  /// Returns whether kernels can run a plan's animation.
  func hasCompactForm(_ plan: Int) -> Bool { plans[plan].kind != .driver }

  /// Returns the origin of an animation that begins after a delay, which decides what may take over from it.
  mutating func origin(of animation: Animation, after delay: Double) -> AnimationPlan.Origin {
    delay > 0 ? .other : plans[plans.number(of: animation)].origin
  }

  /// Animates a property to a target by a timing curve or a spring, after a delay in seconds of the property's own
  /// time.
  ///
  /// - Parameter velocity: The initial velocity, or nil for the property's own.
  @usableFromInline
  mutating func animate(
    _ slot: Int, to target: UnsafePointer<Float>, plan: Int, velocity: UnsafePointer<Float>?, after delay: Double
  ) {
    if !canMove(slot, to: target) { return jump(slot, to: target) }
    if velocity == nil, table[slot].isPlain, beginAtRest(slot, to: target, plan, after: delay) { return }
    let number = group(ofPlan: plan, for: slot)
    let (kind, origin, skipped) = (plans[plan].kind, plans[plan].origin, -plans[plan].delay)
    let isInGroup = table[slot].group == number && !table[slot].isReversed
    var velocity = velocity
    if kind == .spring, velocity != nil || !isInGroup {
      if let velocity {
        copyUsable(velocity, to: scratch)
      } else {
        copyUsableVelocity(of: slot, to: scratch)
      }
      velocity = UnsafePointer(scratch)
    }
    let member = isInGroup ? restart(slot) : join(slot, number)
    let waits = delay > 0 && (kind == .spring || origin != .plain)
    table.setOrigin(of: slot, waits ? .other : origin)
    // A property that has just joined isn't reversed, so only a pause or a speed of 0 can stop its time.
    let isMoving = table[slot].speed > 0 && !table[slot].isPaused
    let speed = isMoving ? Double(table[slot].speed) : 1
    let scale = speed == 1 ? 1 : 1 / speed
    let runStart = RunStart(
      plan: plan, isNew: !isInGroup, start: (isMoving ? clock.now : 0) + delay * scale, speed: speed, scale: scale,
      value: results.memory + slot, stride: results.stride, velocity: velocity, target: target)
    groups.uncounted(number)._withUnsafeGuaranteedRef { plans.begin(member, in: $0, runStart) }
    if kind == .spring, skipped > 0 { skipAhead(slot, member, number, by: skipped * scale) }
  }

  /// Begins the run of a property that is plainly at rest, as `animate` does, if its group has a shortcut.
  ///
  /// - Returns: Whether the run has begun.
  @inline(__always)
  private mutating func beginAtRest(
    _ slot: Int, to target: UnsafePointer<Float>, _ plan: Int, after delay: Double
  ) -> Bool {
    guard plans[plan].kind != .repetition, let number = knownGroup(ofPlan: plan) else { return false }
    let runStart = RunStart(
      plan: plan, isNew: true, start: clock.now + delay, speed: 1, scale: 1, value: results.memory + slot,
      stride: results.stride, velocity: nil, target: target)
    let position: Int? = groups.uncounted(number)._withUnsafeGuaranteedRef { group in
      switch (group.shortcut, plans[plan].kind) {
      case (.tweens, .tween), (.ownBeziers, .tween):
        setClock(ofGroupToJoin: group)
        let member = group.appendMember(slot: slot)
        TweenMover.begin(member, in: group, plans[plan], runStart)
        // Only a plain animation's plan leads to a group of the members' own curves.
        if case .ownBeziers = group.shortcut, let curve = plans.plainBezier(plan) {
          OwnCurves(in: group).set(member, to: curve)
        }
        return member
      case (.springs(let springs), .spring) where plans[plan].delay >= 0:
        setClock(ofGroupToJoin: group)
        let member = group.appendMember(slot: slot)
        springs._withUnsafeGuaranteedRef { $0.begin(member, in: group, plans[plan], runStart) }
        return member
      default: return nil
      }
    }
    guard let position else { return false }
    let (kind, origin) = (plans[plan].kind, plans[plan].origin)
    table.setOrigin(of: slot, delay > 0 && (kind == .spring || origin != .plain) ? .other : origin)
    table.beginRun(of: slot)
    table.join(slot, number, position: position, isMoving: true)
    return true
  }

  /// Writes the velocity of a property per second of its own time, limited so that a run can begin with it. A curve may
  /// be vertical at that moment, which would give an infinite velocity.
  func copyUsableVelocity(of slot: Int, to out: UnsafeMutablePointer<Float>) {
    copyOwnVelocity(of: slot, to: out)
    copyUsable(out, to: out)
  }

  /// Writes a velocity, limited so that a run can begin with it. A velocity that isn't finite counts as zero; a spring
  /// would never get rid of it.
  private func copyUsable(_ velocity: UnsafePointer<Float>, to out: UnsafeMutablePointer<Float>) {
    let components = components
    for component in 0..<components where velocity[component] * 0 != 0 {
      return out.update(repeating: 0, count: components)
    }
    for component in 0..<components { out[component] = SpringMover.clamped(velocity: velocity[component]) }
  }

  /// Returns whether a motion from a property's present value to a target is possible. It isn't if an end of it isn't
  /// finite, or if it is so long that its product with some spring's frequency and speed overflows.
  @inline(__always)
  func canMove(_ slot: Int, to target: UnsafePointer<Float>) -> Bool {
    if doubles != nil, hasNextBase(slot) { return false }
    return SpringMover.canMove(
      from: results.memory + slot, stride: results.stride, to: target, components: components)
  }

  /// Moves a property to its target in the next frame.
  private mutating func jump(_ slot: Int, to target: UnsafePointer<Float>) {
    replace(slot)
    table.setOrigin(of: slot, .plain)
    let number = self.group(.tween(.linear), for: slot)
    let member = join(slot, number)
    let group = groups[number]
    guard case .tweens(let tweens) = group.kind else { return }
    tweens.beginAtEnd(member, in: group, at: clock(of: group), to: target)
  }

  /// Moves a property to its target in the next frame if a motion to the target isn't possible.
  ///
  /// - Returns: Whether that is so.
  @usableFromInline
  mutating func jumpIfTooFar(_ slot: Int, to target: UnsafePointer<Float>) -> Bool {
    if canMove(slot, to: target) { return false }
    jump(slot, to: target)
    return true
  }

  /// Reports the run of a property that gets a new run in the same group.
  ///
  /// - Returns: The property's position in the group.
  private mutating func restart(_ slot: Int) -> Int {
    endedBetweenFrames.append(Completion(run: table.run(of: slot), reason: .replaced, end: .current))
    observations.wake(slot)
    table[slot].isRemovedAtEnd = false
    table.beginRun(of: slot)
    return Int(table[slot].position)
  }

  /// Advances a spring to the state that it has after some seconds of its group's clock, and begins the spring with the
  /// position and velocity of that state.
  private mutating func skipAhead(_ slot: Int, _ member: Int, _ number: Int, by seconds: Double) {
    let group = groups[number]
    guard case .springs(let springs) = group.kind else { return }
    let (clock, start) = (clock(of: group), group.starts[member])
    group.starts[member] = clock - seconds
    let pool = pool
    withValue(of: slot) { value, stride in
      group.evaluateAlone(member, at: clock, pool.frame(0, value - slot, stride: stride))
      group.starts[member] = start
      springs.beginAtPresent(member, in: group, value: value, stride: stride)
    }
  }

  private func copyValue(of slot: Int, to out: UnsafeMutablePointer<Float>) {
    for component in 0..<components { out[component] = results.memory[component * results.stride + slot] }
  }

  /// Flings a property after a delay in seconds of its own time; friction slows it down.
  mutating func fling(_ slot: Int, velocity: UnsafePointer<Float>?, timeConstant: Double, after delay: Double) {
    let (from, initial) = (scratch, scratch + components)
    copyValue(of: slot, to: from)
    if let velocity {
      copyUsable(velocity, to: initial)
    } else {
      copyUsableVelocity(of: slot, to: initial)
    }
    let target = scratch + 2 * components
    for component in 0..<components {
      target[component] = from[component] + Float(timeConstant) * initial[component]
    }
    if jumpIfTooFar(slot, to: target) { return }
    replace(slot)
    table.setOrigin(of: slot, .plain)
    let number = self.group(.spring(.friction, epsilons), for: slot)
    let member = join(slot, number)
    let group = groups[number]
    guard case .springs(let springs) = group.kind else { return }
    let speed = speed(of: slot, in: group)
    let spring = SpringMover.spring(ofTimeConstant: timeConstant)
    let timed = SpringMover.TimedSpring(
      spring: spring, parameters: (Float(spring.decay), 0), delay: 0, speed: speed)
    springs.begin(
      member, in: group, isNew: true, at: clock(of: group) + delay / speed, timed, from: from, stride: 1,
      velocity: initial, relativeVelocity: 0, to: target)
  }

  /// Plays keyframes; `time` seconds of them count as played already.
  mutating func play(_ slot: Int, _ keyframes: PreparedKeyframes, passes: Double, from time: Double) {
    replace(slot)
    table.setOrigin(of: slot, .plain)
    let number = groupToBegin(.keyframes(keyframes, repeats: passes > 1), for: slot)
    let member = join(slot, number)
    let group = groups[number]
    guard case .keyframes(let mover) = group.kind else { return }
    let speed = speed(of: slot, in: group)
    mover.begin(
      member, in: group, keyframes, at: clock(of: group) - time / speed, speed: speed, passes: passes)
  }

  /// Returns the prepared walk through phases that are entered by the given animations, or nil if kernels can't run it.
  mutating func walk(_ animations: [Animation]) -> PreparedPhases? { walks.prepared(animations) }

  /// Plays a walk through phases; `time` seconds of it count as played already.
  ///
  /// - Parameter copyValue: Writes the value of a phase: a number for each component, `stride` elements apart.
  mutating func play(
    _ slot: Int, _ walk: PreparedPhases, passes: Double, from time: Double,
    copyValue: (_ phase: Int, _ out: UnsafeMutablePointer<Float>, _ stride: Int) -> Void
  ) {
    replace(slot)
    table.setOrigin(of: slot, .plain)
    let number = groupToBegin(.phases(walk), for: slot)
    let member = join(slot, number)
    let group = groups[number]
    guard case .phases(let mover) = group.kind else { return }
    let speed = speed(of: slot, in: group)
    for phase in 0..<walk.phaseCount { copyValue(phase, group.columns(of: phase) + member, group.stride) }
    mover.begin(member, in: group, walk, at: clock(of: group) - time / speed, speed: speed, passes: passes)
  }

  /// Runs a driver for a property, after a delay in seconds of its own time.
  mutating func drive(
    _ slot: Int, _ driver: any PropertyDriver, after delay: Double, origin: AnimationPlan.Origin = .plain
  ) {
    table.setOrigin(of: slot, origin)
    table.beginRun(of: slot)
    let number = self.group(.drivers, for: slot)
    giveUpPosition(slot)
    let group = groupToJoin(number)
    guard case .drivers(let drivers) = group.kind else { return }
    let speed = speed(of: slot, in: group)
    let position = drivers.append(
      slot: slot, to: group, start: clock(of: group) + delay / speed, speed: speed, driver)
    enter(slot, number, at: position)
  }
}
