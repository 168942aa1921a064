internal import CVectorKernels

/// What an animator does, for values of so many components in memory: the same code for every type of value.
@usableFromInline
struct AnimatorCore: ~Copyable {
  let components: Int
  /// The values of all properties, by slot: a column for each component.
  @usableFromInline private(set) var results: ColumnStorage<Float>
  @usableFromInline private(set) var table = SlotTable()
  private(set) var groups: [PropertyGroup] = []
  private var groupNumbers: [GroupKey: Int] = [:]
  /// The group that was looked up last: what is asked for next is often the same.
  private var recent: (key: GroupKey, number: Int)?
  private var plans = AnimationPlans()
  /// Slots whose values change with time, and those that were changed otherwise since the last frame began.
  private(set) var moving = BitSet()
  private(set) var touched = BitSet()
  private var touchedSlots: [Int32] = []
  /// Each property's speed, at least 0, while it isn't paused; whether it is; and whether its run goes backwards.
  private var speeds: [Float] = []
  private var paused = BitSet()
  private var reversed = BitSet()
  var clock: Clock
  private let pool: BlockPool
  /// The runs that have ended since the last frame began.
  private var endedBetweenFrames: [Completion] = []
  private(set) var completions: [Completion] = []
  var epsilons = SpringEpsilons(value: 0.001, velocity: 0.01) { didSet { plans.forgetGroups() } }
  /// Room for what a run begins with.
  private let scratchStorage: ColumnStorage<Float>

  init(components: Int, time: Double, cores: Int) {
    self.components = components
    results = ColumnStorage(components: components, capacity: 0)
    clock = Clock(time: time)
    pool = BlockPool(cores: cores, components: components)
    scratchStorage = ColumnStorage(components: 3, capacity: components)
  }

  private var scratch: UnsafeMutablePointer<Float> { scratchStorage.memory }
}

// MARK: - Properties

extension AnimatorCore {
  mutating func reserveCapacity(_ capacity: Int) {
    table.reserveCapacity(capacity)
    moving.reserveCapacity(capacity)
    touched.reserveCapacity(capacity)
    touchedSlots.reserveCapacity(capacity)
    speeds.reserveCapacity(capacity)
    paused.reserveCapacity(capacity)
    reversed.reserveCapacity(capacity)
    endedBetweenFrames.reserveCapacity(capacity)
    completions.reserveCapacity(capacity)
    if capacity > results.stride { reallocateResults(capacity: capacity) }
  }

  /// Takes slots side by side for new properties, whose values are then to be set.
  @usableFromInline
  mutating func add(_ count: Int) -> PropertyHandle {
    let first = table.take(count)
    if table.size > results.stride { reallocateResults(capacity: max(table.size, 2 * results.stride)) }
    moving.grow(to: table.size)
    touched.grow(to: table.size)
    paused.grow(to: table.size)
    reversed.grow(to: table.size)
    while speeds.count < table.size { speeds.append(1) }
    for slot in first.index..<first.index + count {
      speeds[slot] = 1
      paused.remove(slot)
      reversed.remove(slot)
    }
    return first
  }

  mutating func remove(_ slot: Int) {
    end(slot, .removed)
    table.leave(slot)
  }

  @inlinable
  func holds(_ handle: PropertyHandle) -> Bool { table.holds(handle) }

  func isRunning(_ slot: Int) -> Bool { !table.places[slot].isIdle }

  func isReversed(_ slot: Int) -> Bool { reversed.contains(slot) }

  /// The group a property runs in and its place there, or nil at rest.
  func run(of slot: Int) -> (group: PropertyGroup, member: Int)? {
    let place = table.places[slot]
    return place.isIdle ? nil : (groups[place.group], Int(place.position))
  }

  func localTime(of member: Int, in group: PropertyGroup) -> Double {
    group.speed * clock.now - group.starts[member]
  }

  /// Writes how fast a property moves per second of its own time, in which a run that is played backwards has the
  /// opposite of its velocity.
  func copyOwnVelocity(of slot: Int, to out: UnsafeMutablePointer<Float>) {
    guard let (group, member) = run(of: slot) else {
      out.update(repeating: 0, count: components)
      return
    }
    group.copyVelocity(of: member, atLocal: localTime(of: member, in: group), to: out)
    if reversed.contains(slot) {
      for component in 0..<components { out[component] = -out[component] }
    }
  }

  /// Seconds of a property's own time per second of its user's.
  func rate(of slot: Int) -> Double { abs(effectiveSpeed(slot)) * clock.rate }
}

// MARK: - Values

extension AnimatorCore {
  /// The columns, for reading. They stay where they are until a property is added.
  @inlinable
  var columns: ColumnStorage<Float> { results }

  @inlinable
  @inline(__always)
  mutating func withValue(of slot: Int, _ body: (_ components: UnsafeMutablePointer<Float>, _ stride: Int) -> Void) {
    makeResultsUnique()
    body(results.memory + slot, results.stride)
    touch(slot)
  }

  @usableFromInline
  mutating func makeResultsUnique() {
    if !isKnownUniquelyReferenced(&results) { reallocateResults(capacity: results.stride) }
  }

  private mutating func reallocateResults(capacity: Int) {
    let old = results
    results = ColumnStorage(components: components, capacity: capacity)
    let count = min(old.stride, results.stride)
    for component in 0..<components {
      (results.memory + component * results.stride).initialize(from: old.memory + component * old.stride, count: count)
    }
  }

  /// Notes that a value has changed other than with time.
  @usableFromInline
  mutating func touch(_ slot: Int) {
    if touched.contains(slot) { return }
    touched.insert(slot)
    touchedSlots.append(Int32(slot))
  }
}

// MARK: - Runs

extension AnimatorCore {
  /// The number of the plan by which an animation runs, and its course; it holds until the next one is asked for.
  @usableFromInline
  mutating func plan(for animation: Animation) -> (number: Int, course: AnimationPlan.Course) {
    let number = plans.number(of: animation)
    return (number, plans.plans[number].course)
  }

  /// Sends a property to a target by a timing curve or a spring, after so many seconds.
  ///
  /// - Parameter velocity: The velocity to begin with, or nil for the property's own.
  @usableFromInline
  mutating func animate(
    _ slot: Int, to target: UnsafePointer<Float>, plan: Int, velocity: UnsafePointer<Float>?, after delay: Double
  ) {
    let number = group(ofPlan: plan, for: slot)
    let place = table.places[slot]
    if place.group == number && !reversed.contains(slot) {
      restart(slot, Int(place.position), number, to: target, plan, velocity: velocity, after: delay)
      return
    }
    let (from, initial) = (scratch, scratch + components)
    copyValue(of: slot, to: from)
    if plans.plans[plan].course == .spring {
      if let velocity {
        initial.update(from: velocity, count: components)
      } else {
        copyOwnVelocity(of: slot, to: initial)
      }
      let push = plans.plans[plan].initialVelocity
      if push != 0 {
        for component in 0..<components { initial[component] += push * (target[component] - from[component]) }
      }
      replace(slot)
      let member = join(slot, number, after: delay)
      unsafeDowncast(groups[number], to: SpringGroup.self)
        .setValues(of: member, from: from, velocity: initial, to: target)
    } else {
      replace(slot)
      let member = join(slot, number, after: delay)
      unsafeDowncast(groups[number], to: TweenGroup.self).setValues(of: member, from: from, to: target)
    }
  }

  /// Sends a property elsewhere that runs the same way already.
  private mutating func restart(
    _ slot: Int, _ member: Int, _ number: Int, to target: UnsafePointer<Float>, _ plan: Int,
    velocity: UnsafePointer<Float>?, after delay: Double
  ) {
    endedBetweenFrames.append(Completion(handle: table.handle(of: slot), reason: .replaced))
    let value = UnsafePointer(results.memory + slot)
    let group = groups[number]
    let start = clock(of: group) + delay
    if plans.plans[plan].course == .spring {
      unsafeDowncast(group, to: SpringGroup.self).retarget(
        member, start: start, from: value, stride: results.stride, velocity: velocity,
        push: plans.plans[plan].initialVelocity, to: target)
    } else {
      unsafeDowncast(group, to: TweenGroup.self).retarget(
        member, start: start, from: value, stride: results.stride, to: target)
    }
  }

  /// The group in which a property is to run by a plan, whose clock may not be right while nobody is in it.
  private mutating func group(ofPlan plan: Int, for slot: Int) -> Int {
    let isUsual = speeds[slot] == 1 && !paused.contains(slot)
    if isUsual, plans.plans[plan].group >= 0 { return plans.plans[plan].group }
    let speed = isUsual ? 1 : paused.contains(slot) ? 0 : Double(speeds[slot])
    let prepared = plans.plans[plan]
    let number: Int
    if prepared.course == .spring {
      let key = GroupKey(driver: .spring(prepared.spring, delay: prepared.delay, epsilons), speed: speed)
      number = group(key) { [epsilons, components] in
        SpringGroup(
          .spring(prepared.spring), delay: prepared.delay, epsilons: epsilons, components: components, speed: speed)
      }
    } else {
      number = group(GroupKey(driver: .tween(prepared.animation), speed: speed)) { [components] in
        TweenGroup(prepared.animation, prepared.lowered!, components: components, speed: speed)
      }
    }
    if isUsual { plans.setGroup(number, of: plan) }
    return number
  }

  private func copyValue(of slot: Int, to out: UnsafeMutablePointer<Float>) {
    for component in 0..<components { out[component] = results.memory[component * results.stride + slot] }
  }

  /// Lets a property go on, slowed down by friction.
  mutating func fling(_ slot: Int, velocity: UnsafePointer<Float>?, timeConstant: Double) {
    let (from, initial) = (scratch, scratch + components)
    copyValue(of: slot, to: from)
    if let velocity {
      initial.update(from: velocity, count: components)
    } else {
      copyOwnVelocity(of: slot, to: initial)
    }
    replace(slot)
    let key = GroupKey(
      driver: .friction(timeConstant: timeConstant, epsilons), speed: effectiveSpeed(slot))
    let number = group(key) { [epsilons, components] in
      SpringGroup(
        .friction(timeConstant: timeConstant), delay: 0, epsilons: epsilons, components: components,
        speed: key.speed)
    }
    let target = scratch + 2 * components
    for component in 0..<components {
      target[component] = from[component] + Float(timeConstant) * initial[component]
    }
    let member = join(slot, number, after: 0)
    unsafeDowncast(groups[number], to: SpringGroup.self)
      .setValues(of: member, from: from, velocity: initial, to: target)
  }

  /// Plays keyframes that have been played for so many seconds already.
  mutating func play(_ slot: Int, _ keyframes: CompiledKeyframes, repeats: Bool, from time: Double) {
    replace(slot)
    let key = GroupKey(driver: .keyframes(keyframes, repeats: repeats), speed: effectiveSpeed(slot))
    let number = group(key) { KeyframeGroup(keyframes, repeats: repeats, speed: key.speed) }
    _ = join(slot, number, after: -time)
  }

  /// Runs a driver of the property's own, after so many seconds.
  mutating func drive(_ slot: Int, _ driver: any PropertyDriver, after delay: Double) {
    let key = GroupKey(driver: .single, speed: effectiveSpeed(slot))
    let number = group(key) { [components] in SingleGroup(components: components, speed: key.speed) }
    giveUpPosition(slot)
    let group = unsafeDowncast(groupToJoin(number), to: SingleGroup.self)
    place(slot, group: number, group.append(slot: slot, start: clock(of: group) + delay, driver))
  }

  /// Ends the run that another one takes the place of, and its direction with it.
  mutating func replace(_ slot: Int) {
    end(slot, .replaced, mayReturn: false)
    reversed.remove(slot)
  }

  /// Ends a property's run, if it has one, and reports it.
  @usableFromInline
  mutating func end(_ slot: Int, _ reason: Completion.Reason, mayReturn: Bool = true) {
    if table.places[slot].isIdle { return }
    endedBetweenFrames.append(Completion(handle: table.handle(of: slot), reason: reason))
    leave(slot, mayReturn: mayReturn)
  }

  /// Takes a property out of its group, if it is in one.
  ///
  /// - Parameter mayReturn: Whether its position may be kept for it.
  mutating func leave(_ slot: Int, mayReturn: Bool = true) {
    let place = table.places[slot]
    if place.isIdle { return }
    let (number, position) = (place.group, Int(place.position))
    moving.remove(slot)
    if mayReturn, groups[number].vacate(position) {
      table.places[slot] = SlotTable.Place(keptBy: number, position: position)
      if groups[number].isDeserted { groups[number].removeVacant { table.places[$0] = SlotTable.Place() } }
    } else {
      table.places[slot] = SlotTable.Place()
      remove(position, from: number)
    }
  }

  /// Takes a position out of a group.
  private mutating func remove(_ position: Int, from number: Int) {
    groups[number].removeMember(position) { slot, position in
      guard let position else {
        table.places[slot] = SlotTable.Place()
        return
      }
      table.places[slot].position = Int32(position)
    }
    if groups[number].isDeserted { groups[number].removeVacant { table.places[$0] = SlotTable.Place() } }
  }

  /// Puts a property that is at rest into a group, so many seconds before it begins: where it was there, if its position
  /// has been kept, and at the end otherwise.
  ///
  /// - Returns: Its position, whose values are then to be set.
  private mutating func join(_ slot: Int, _ number: Int, after delay: Double) -> Int {
    let (place, group) = (table.places[slot], groupToJoin(number))
    let start = clock(of: group) + delay
    if place.keeper == number {
      let position = Int(place.position)
      group.occupy(position, start: start)
      self.place(slot, group: number, position)
      return position
    }
    giveUpPosition(slot)
    let position = group.appendMember(slot: slot, start: start)
    self.place(slot, group: number, position)
    return position
  }

  private mutating func giveUpPosition(_ slot: Int) {
    let place = table.places[slot]
    if place.keeper < 0 { return }
    table.places[slot] = SlotTable.Place()
    remove(Int(place.position), from: place.keeper)
  }

  private mutating func place(_ slot: Int, group: Int, _ position: Int) {
    table.places[slot] = SlotTable.Place(group: group, position: position)
    if groups[group].speed != 0 { moving.insert(slot) } else { touch(slot) }
  }

  /// A group that a property is to join, whose clock is right.
  private func groupToJoin(_ number: Int) -> PropertyGroup {
    let group = groups[number]
    // Where nobody is, nothing has been evaluated since the clock last ran.
    if group.count == 0 { group.setClock(clock(of: group)) }
    return group
  }

  /// The group of a driver at a speed; a new one where there is none yet.
  private mutating func group(_ key: GroupKey, make: () -> PropertyGroup) -> Int {
    let number = recent.flatMap { $0.key == key ? $0.number : nil } ?? groupNumbers[key] ?? add(make(), key)
    recent = (key, number)
    return number
  }

  private mutating func add(_ group: PropertyGroup, _ key: GroupKey) -> Int {
    let number: Int
    // Groups that nobody is in any more make room, or animations of ever new durations would add up.
    if groups.count >= 64, let vacant = groups.firstIndex(where: { $0.count == 0 }) {
      groupNumbers = groupNumbers.filter { $0.value != vacant }
      plans.forgetGroups()
      groups[vacant] = group
      number = vacant
    } else {
      groups.append(group)
      number = groups.count - 1
    }
    groupNumbers[key] = number
    return number
  }

  private func clock(of group: PropertyGroup) -> Double { group.speed * clock.now }
}

// MARK: - Playback

extension AnimatorCore {
  /// The speed at which a property runs now.
  func effectiveSpeed(_ slot: Int) -> Double {
    if paused.contains(slot) || speeds[slot] == 0 { return 0 }
    return Double(reversed.contains(slot) ? -speeds[slot] : speeds[slot])
  }

  mutating func setPaused(_ slot: Int, _ isPaused: Bool) {
    if isPaused { paused.insert(slot) } else { paused.remove(slot) }
    changeGroup(slot)
  }

  mutating func setSpeed(_ slot: Int, _ speed: Float) {
    speeds[slot] = speed
    changeGroup(slot)
  }

  mutating func reverse(_ slot: Int) {
    guard isRunning(slot) else { return }
    reversed.toggle(slot)
    changeGroup(slot)
  }

  /// Puts a property's run at a time since it began, and its value where it is then.
  mutating func seek(_ slot: Int, to time: Double) {
    guard let (group, member) = run(of: slot), !time.isNaN else { return }
    let limit = group.duration < .infinity ? group.duration : 1e9
    let (clock, pool) = (clock(of: group), pool)
    group.setStart(of: member, to: clock - max(-1e9, min(time, limit)))
    withValue(of: slot) { value, stride in
      if time >= group.duration {
        group.copyFinalValue(of: member, to: value, stride: stride)
      } else {
        let frame = pool.frame(0, value - slot, stride: stride)
        group.evaluate(member: member, at: clock, frame)
      }
    }
  }

  /// Moves a property to the group of its present speed.
  private mutating func changeGroup(_ slot: Int) {
    guard let (old, member) = run(of: slot) else { return }
    let speed = effectiveSpeed(slot)
    guard old.speed != speed else { return }
    let local = localTime(of: member, in: old)
    let number = group(GroupKey(driver: old.driver, speed: speed)) { old.makeGroup(speed: speed) }
    let new = groupToJoin(number)
    let position = new.append(member, of: old, start: clock(of: new) - local)
    leave(slot, mayReturn: false)
    place(slot, group: number, position)
  }
}

// MARK: - Frames

extension AnimatorCore {
  mutating func advance(to time: Double) {
    for slot in touchedSlots { touched.remove(Int(slot)) }
    touchedSlots.removeAll(keepingCapacity: true)
    swap(&completions, &endedBetweenFrames)
    endedBetweenFrames.removeAll(keepingCapacity: true)
    guard time.isFinite else { return }
    clock.advance(to: time)
    makeResultsUnique()
    var blocks = 0
    for group in groups { blocks += group.blockCount }
    var budget = 1 + blocks / 128
    for group in groups where group.count > 0 && group.speed != 0 {
      group.prepare(for: clock(of: group), budget: &budget)
    }
    pool.evaluate(groups, at: clock.now, results.memory, stride: results.stride)
    for group in groups where group.count > 0 && group.speed != 0 { finish(group) }
  }

  /// Takes those out of a group that have ended.
  private mutating func finish(_ group: PropertyGroup) {
    group.forEachEnded(at: clock(of: group)) { member in
      let slot = Int(group.slots[member])
      if group.speed > 0 {
        group.copyFinalValue(of: member, to: results.memory + slot, stride: results.stride)
      } else {
        group.copyFirstValue(of: member, to: results.memory + slot, stride: results.stride)
      }
      completions.append(Completion(handle: table.handle(of: slot), reason: .finished))
      leave(slot)
      touch(slot)
    }
  }
}

// MARK: - Snapshots

extension AnimatorCore {
  /// All that the frames to come depend on, as it is now.
  var state: AnimatorState {
    AnimatorState(
      values: results, table: table, groups: groups.map { $0.copy() }, moving: moving, touched: touched,
      touchedSlots: touchedSlots, speeds: speeds, paused: paused, reversed: reversed, clock: clock,
      endedBetweenFrames: endedBetweenFrames, completions: completions, epsilons: epsilons)
  }

  mutating func restore(_ state: AnimatorState) {
    (results, table, groups) = (state.values, state.table, state.groups.map { $0.copy() })
    (moving, touched, touchedSlots) = (state.moving, state.touched, state.touchedSlots)
    (speeds, paused, reversed) = (state.speeds, state.paused, state.reversed)
    clock = state.clock
    (endedBetweenFrames, completions) = (state.endedBetweenFrames, state.completions)
    epsilons = state.epsilons
    recent = nil
    plans.forgetGroups()
    groupNumbers.removeAll(keepingCapacity: true)
    for (number, group) in groups.enumerated() {
      groupNumbers[GroupKey(driver: group.driver, speed: group.speed)] = number
    }
  }
}
