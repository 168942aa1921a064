// Control of runs.

extension AnimatorCore {
  mutating func setPaused(_ slot: Int, _ isPaused: Bool) {
    table[slot].isPaused = isPaused
    forEachLayer(of: slot) { $0.setPaused(slot, isPaused) }
    changeDirection(of: slot)
  }

  /// Calls `body` with each layer, if several runs move a property.
  private func forEachLayer(of slot: Int, _ body: (inout AnimatorCore) -> Void) {
    guard !layers.isEmpty, let (group, _) = run(of: slot), group.addsUp else { return }
    for layer in layers { body(&layer.core) }
  }

  mutating func setSpeed(_ slot: Int, _ speed: Float) {
    let old = table[slot].speed
    table[slot].speed = speed
    forEachLayer(of: slot) { $0.setSpeed(slot, speed) }
    guard let (group, member) = run(of: slot), old != speed else { return }
    // A run that stands still counts seconds of its property's own time.
    if group.direction == 0 || speed == 0 { return changeDirection(of: slot, from: old) }
    let clock = clock(of: group)
    let time = (clock - group.starts[member]) * Double(old)
    group.setSpeed(of: member, from: Double(old), to: Double(speed))
    group.setStart(of: member, passing: time, atSpeed: Double(speed), by: clock)
    group.numbersDidChange(of: member)
  }

  mutating func reverse(_ slot: Int) {
    guard isRunning(slot) else { return }
    table[slot].isReversed.toggle()
    forEachLayer(of: slot) { $0.reverse(slot) }
    changeDirection(of: slot)
  }

  /// Moves a property's run to a time since it began, and sets the value to that of the time.
  mutating func seek(_ slot: Int, to time: Double) {
    guard let (group, member) = run(of: slot), !time.isNaN else { return }
    let (duration, speed) = (group.mover.duration(of: member, in: group), speed(of: slot, in: group))
    let elapsed = time / speed
    // A run without end goes on for 30 years, or once through its progress if that takes longer.
    let longest = 1e9 / speed
    let isEndless = duration == .infinity && elapsed > longest
    let last = isEndless ? max(longest, min(group.nominalDuration(of: member), 1e30)) : duration
    let reached = max(-longest, min(elapsed, last))
    if !observations.isEmpty { observations[slot]?.move(to: reached == elapsed ? time : reached * speed) }
    takeNextBase(of: slot)
    let (clock, pool) = (clock(of: group), pool)
    let isOver = !isEndless && elapsed >= duration
    // The runs of a sum, which are shifted by the difference, and those of drivers round several times.
    let slack = isOver ? 16 * max(abs(clock), reached, abs(clock - group.starts[member])).ulp : 0
    if group.addsUp { return seekSum(slot, group, member, to: reached + slack) }
    group.setStart(of: member, passing: reached, atSpeed: 1, by: clock)
    if group.mover.isSequential { group.starts[member] -= slack }
    group.numbersDidChange(of: member)
    withValue(of: slot) { value, stride in
      if isOver {
        group.copyFinalValue(of: member, to: value, stride: stride)
      } else {
        let frame = pool.frame(0, value - slot, stride: stride)
        group.evaluateAlone(member, at: clock, frame)
      }
    }
  }

  /// Sets a property's value to that of the start or the end of its run.
  mutating func put(_ slot: Int, at point: StoppingPoint) {
    guard let (group, member) = run(of: slot) else { return }
    if point == .current {
      keepBase(of: slot)
      return table.touchInFrame(slot)
    }
    takeNextBase(of: slot)
    makeResultsUnique()
    switch point {
    case .start: copyFirstValue(of: slot, member, group, to: results.memory + slot, stride: results.stride)
    case .current: break
    case .end: group.copyFinalValue(of: member, to: results.memory + slot, stride: results.stride)
    }
    updateDoubles(of: slot)
    touch(slot)
  }

  /// Moves a property to the group of its present direction.
  ///
  /// - Parameter oldSpeed: The speed that the property had in its old group, or nil if the speed hasn't changed.
  private mutating func changeDirection(of slot: Int, from oldSpeed: Float? = nil) {
    guard let (old, member) = run(of: slot) else { return }
    let direction = table[slot].direction
    guard old.direction != direction else { return }
    let before = old.direction == 0 ? 1 : Double(oldSpeed ?? table[slot].speed)
    let time = elapsed(of: member, in: old) * before
    let number = group(GroupKey(mover: old.mover.key, direction: direction))
    let new = groupToJoin(number)
    let after = speed(of: slot, in: new)
    let position = new.append(member, of: old)
    if before != after { new.setSpeed(of: position, from: before, to: after) }
    new.setStart(of: position, passing: time, atSpeed: after, by: clock(of: new))
    new.numbersDidChange(of: position)
    leaveGroup(slot, mayReturn: false)
    enter(slot, number, at: position)
  }
}
