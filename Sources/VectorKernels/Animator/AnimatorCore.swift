internal import CVectorKernels

/// What an animator does, for values of so many components in memory: the same code for every type of value.
@usableFromInline
struct AnimatorCore: ~Copyable {
  let components: Int
  /// The values of all properties, by slot: a column for each component.
  @usableFromInline private(set) var results: ColumnStorage<Float>
  /// What makes values of the columns where these are relative; nil where they are the values.
  @usableFromInline var doubles: DoubleColumns?
  @usableFromInline private(set) var table = SlotTable()
  private(set) var groups: [PropertyGroup] = []
  private var groupNumbers: [GroupKey: Int] = [:]
  /// The group that was looked up last: what is asked for next is often the same.
  private var recent: (key: GroupKey, number: Int)?
  private(set) var plans = AnimationPlans()
  private let curves: PreparedCurves
  private var walks = PreparedWalks()
  var timelines = PreparedTimelines()
  /// Slots whose values change with time, and those that were changed otherwise since the last frame began.
  private(set) var moving = BitSet()
  private(set) var touched = BitSet()
  private var touchedSlots: [Int32] = []
  /// What each property's animation was, as far as it counts for what takes over; plain where there is none.
  private var origins: [AnimationPlan.Origin] = []
  var clock: Clock
  let pool: BlockPool
  /// Where runs are that add up, and the values there.
  var layers: [Layer] = []
  private var columnsOfLayers: [Layer.Columns] = []
  /// Whether this is a layer of another one: what is played backwards there stays at its beginning.
  private let isLayer: Bool
  /// The runs that have ended since the last frame began.
  private var endedBetweenFrames: [Completion] = []
  private(set) var completions: [Completion] = []
  var observations = Observations()
  var epsilons = SpringEpsilons(value: 0.001, velocity: 0.01) { didSet { plans.forgetGroups() } }
  /// Room for what a run begins with.
  private let scratchStorage: ColumnStorage<Float>

  /// - Parameter isDouble: Whether values are in `Double`.
  init(components: Int, isDouble: Bool, time: Double, cores: Int) {
    self.components = components
    doubles = isDouble ? DoubleColumns(components: components) : nil
    results = ColumnStorage(components: components, capacity: 0)
    clock = Clock(time: time)
    pool = BlockPool(cores: cores, components: components)
    curves = PreparedCurves()
    isLayer = false
    scratchStorage = ColumnStorage(components: 3, capacity: components)
  }

  /// A layer without properties.
  init(layerOf core: borrowing AnimatorCore) {
    components = core.components
    doubles = nil
    results = ColumnStorage(components: components, capacity: 0)
    (clock, pool, curves) = (core.clock, core.pool, core.curves)
    isLayer = true
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
    endedBetweenFrames.reserveCapacity(capacity)
    completions.reserveCapacity(capacity)
    for layer in layers { layer.core.reserveCapacity(capacity) }
    if capacity > results.stride { reallocateResults(capacity: capacity) }
    reserveDoubles(capacity)
  }

  /// Takes slots side by side for new properties, whose values are then to be set.
  @usableFromInline
  mutating func add(_ count: Int) -> PropertyHandle {
    let first = table.take(count)
    if table.size > results.stride { reallocateResults(capacity: max(table.size, 2 * results.stride)) }
    reserveDoubles(results.stride)
    moving.grow(to: table.size)
    touched.grow(to: table.size)
    if !layers.isEmpty { growLayers() }
    return first
  }

  mutating func remove(_ slot: Int) {
    end(slot, .removed)
    table.leave(slot)
  }

  /// Asks for what is known of a property that a call will soon come to.
  @usableFromInline
  func prefetch(_ handle: PropertyHandle) { table.prefetch(handle.index) }

  /// Asks for the numbers of such a property, too.
  @usableFromInline
  func prefetchNumbers(of handle: PropertyHandle) {
    guard holds(handle) else { return }
    let place = table[handle.index]
    let number = place.isIdle ? place.keeper : place.group
    guard number >= 0 else { return }
    for component in 0..<components { vk_prefetch(results.memory + component * results.stride + handle.index) }
    withGroup(number, as: PropertyGroup.self) { $0.prefetch(Int(place.position)) }
  }

  /// The identity of a property's last run.
  @inlinable
  func lastRun(of handle: PropertyHandle) -> AnimationRun {
    AnimationRun(handle: handle, number: table[handle.index].run)
  }

  /// Lets a property be removed when its run has come to its end; at once where there is none.
  mutating func removeAtEnd(_ slot: Int) {
    guard isRunning(slot) else { return remove(slot) }
    table[slot].isRemovedAtEnd = true
  }

  @inlinable
  func holds(_ handle: PropertyHandle) -> Bool { table.holds(handle) }

  func isRunning(_ slot: Int) -> Bool { !table[slot].isIdle }

  func isReversed(_ slot: Int) -> Bool { table[slot].isReversed }

  /// The group a property runs in and its place there, or nil at rest.
  func run(of slot: Int) -> (group: PropertyGroup, member: Int)? {
    let place = table[slot]
    return place.isIdle ? nil : (groups[place.group], Int(place.position))
  }

  /// Seconds of its group's clock since a property's run began.
  func elapsed(of member: Int, in group: PropertyGroup) -> Double { clock(of: group) - group.starts[member] }

  /// Seconds of its own time since a property's run began.
  func localTime(of slot: Int, _ member: Int, in group: PropertyGroup) -> Double {
    elapsed(of: member, in: group) * speed(of: slot, in: group)
  }

  /// Seconds of a property's own time per second of its group's clock; 1 where that stands still.
  func speed(of slot: Int, in group: PropertyGroup) -> Double {
    group.direction == 0 ? 1 : Double(table[slot].speed)
  }

  /// Writes how fast a property moves per second of its own time, in which a run that is played backwards has the
  /// opposite of its velocity.
  func copyOwnVelocity(of slot: Int, to out: UnsafeMutablePointer<Float>) {
    guard let (group, member) = run(of: slot), !group.addsUp else {
      out.update(repeating: 0, count: components)
      return addVelocities(of: slot, to: out)
    }
    group.copyVelocity(
      of: member, after: elapsed(of: member, in: group), speed: speed(of: slot, in: group), to: out)
    if table[slot].isReversed {
      for component in 0..<components { out[component] = -out[component] }
    }
  }

  /// What a property's animation was, as far as it counts for what takes over.
  func origin(of slot: Int) -> AnimationPlan.Origin { slot < origins.count ? origins[slot] : .plain }

  /// Notes what a property's animation is.
  mutating func setOrigin(of slot: Int, _ origin: AnimationPlan.Origin) {
    if slot >= origins.count {
      if origin == .plain { return }
      while origins.count < table.size { origins.append(.plain) }
    }
    origins[slot] = origin
  }

  /// Lets a property's time run forward.
  mutating func endReversal(of slot: Int) { table[slot].isReversed = false }

  /// Writes the value with which a property's run began.
  func copyFirstValue(
    of slot: Int, _ member: Int, _ group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int
  ) {
    if group.addsUp {
      group.copyFinalValue(of: member, to: out, stride: stride)
      addFirstValues(of: slot, to: out, stride: stride)
    } else {
      group.copyFirstValue(of: member, to: out, stride: stride)
    }
  }

  /// Seconds of a property's own time per second of its user's.
  func rate(of slot: Int) -> Double { table[slot].direction == 0 ? 0 : Double(table[slot].speed) * clock.rate }
}

// MARK: - Values

extension AnimatorCore {
  /// The columns of values, for reading. They stay where they are until a property is added.
  @inlinable
  @inline(__always)
  func columns<Component: BatchElement>(of _: Component.Type) -> ColumnStorage<Component> {
    // Components are one or the other.
    if Component.self == Float.self { return unsafeDowncast(results, to: ColumnStorage<Component>.self) }
    return unsafeDowncast(doubles.unsafelyUnwrapped.values, to: ColumnStorage<Component>.self)
  }

  @inlinable
  @inline(__always)
  mutating func withValue(of slot: Int, _ body: (_ components: UnsafeMutablePointer<Float>, _ stride: Int) -> Void) {
    makeResultsUnique()
    body(results.memory + slot, results.stride)
    if doubles != nil { updateDoubles(of: slot) }
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
    return (number, plans[number].course)
  }

  /// Whether kernels run what a plan is for.
  func hasCompactForm(_ plan: Int) -> Bool { plans[plan].course != .single }

  /// What an animation that waits so long is for the one that comes after it.
  mutating func origin(of animation: Animation, after delay: Double) -> AnimationPlan.Origin {
    delay > 0 ? .other : plans[plans.number(of: animation)].origin
  }

  /// Sends a property to a target by a timing curve or a spring, after so many seconds.
  ///
  /// - Parameter velocity: The velocity to begin with, or nil for the property's own.
  @usableFromInline
  mutating func animate(
    _ slot: Int, to target: UnsafePointer<Float>, plan: Int, velocity: UnsafePointer<Float>?, after delay: Double
  ) {
    let number = group(ofPlan: plan, for: slot)
    let planned = plans[plan]
    let isHere = table[slot].group == number && !table[slot].isReversed
    var velocity = velocity
    if planned.course == .spring, velocity == nil, !isHere {
      copyUsableVelocity(of: slot, to: scratch)
      velocity = UnsafePointer(scratch)
    }
    let member = isHere ? restart(slot) : join(slot, number)
    let waits = delay > 0 && (planned.course == .spring || planned.origin != .plain)
    setOrigin(of: slot, waits ? .other : planned.origin)
    // Whether it stands still there or not: of a property that has just joined, time runs forward.
    let isMoving = table[slot].speed > 0 && !table[slot].isPaused
    let speed = isMoving ? Double(table[slot].speed) : 1
    let scale = speed == 1 ? 1 : 1 / speed
    let start = (isMoving ? clock.now : 0) + delay * scale
    let (value, stride) = (UnsafePointer(results.memory + slot), results.stride)
    switch planned.course {
    case .spring:
      let draw = SpringGroup.Draw(
        spring: planned.spring, parameters: planned.parameters, delay: max(0, planned.delay) * scale, speed: speed)
      withGroup(number, as: SpringGroup.self) {
        $0.begin(
          member, isNew: !isHere, at: start, draw, from: value, stride: stride, velocity: velocity,
          push: planned.initialVelocity, to: target)
      }
      if planned.delay < 0 { setOut(slot, member, number, ahead: -planned.delay * scale) }
    case .tween:
      let timing = PassTiming(delay: planned.delay * scale, duration: planned.duration * scale)
      withGroup(number, as: TweenGroup.self) {
        $0.begin(member, at: start, timing, from: value, stride: stride, to: target)
      }
    case .repetition:
      let lowered = plans.lowered(plan)
      withGroup(number, as: RepetitionGroup.self) {
        $0.begin(member, at: start, lowered, speed: speed, from: value, stride: stride, to: target)
      }
    case .single: break
    }
  }

  /// Writes how fast a property moves per second of its own time. A curve that is vertical just then has an infinite
  /// velocity, which a spring would never get rid of: it counts as standing still.
  func copyUsableVelocity(of slot: Int, to out: UnsafeMutablePointer<Float>) {
    copyOwnVelocity(of: slot, to: out)
    for component in 0..<components where out[component] * 0 != 0 { out.update(repeating: 0, count: components) }
  }

  /// Calls `body` with a group, without counting the reference.
  @inline(__always)
  private func withGroup<Group: PropertyGroup, Result>(
    _ number: Int, as _: Group.Type, _ body: (Group) -> Result
  ) -> Result {
    groups.withUnsafeBufferPointer {
      Unmanaged.passUnretained(unsafeDowncast($0[number], to: Group.self))._withUnsafeGuaranteedRef(body)
    }
  }

  /// Reports the run of a property that is sent elsewhere in the group that it is in.
  ///
  /// - Returns: Its position there.
  private mutating func restart(_ slot: Int) -> Int {
    endedBetweenFrames.append(Completion(run: table.run(of: slot), reason: .replaced, end: .current))
    table[slot].isRemovedAtEnd = false
    table[slot].run &+= 1
    return Int(table[slot].position)
  }

  /// Lets a spring begin so many seconds of its group's clock after its beginning: there it is then, and as fast.
  private mutating func setOut(_ slot: Int, _ member: Int, _ number: Int, ahead seconds: Double) {
    let group = unsafeDowncast(groups[number], to: SpringGroup.self)
    let (clock, start) = (clock(of: group), group.starts[member])
    group.starts[member] = clock - seconds
    let pool = pool
    withValue(of: slot) { value, stride in
      group.evaluate(member: member, at: clock, pool.frame(0, value - slot, stride: stride))
      group.starts[member] = start
      group.beginFromHere(member, value: value, stride: stride)
    }
  }

  /// The group in which a property is to run by a plan, whose clock may not be right while nobody is in it.
  private mutating func group(ofPlan plan: Int, for slot: Int) -> Int {
    let direction = table[slot].direction == 0 ? 0.0 : 1
    if direction == 1, plans[plan].group >= 0 { return plans[plan].group }
    let number = group(GroupKey(driver: plans.driver(plan, epsilons), direction: direction))
    if direction == 1 { plans.setGroup(number, of: plan) }
    return number
  }

  private func copyValue(of slot: Int, to out: UnsafeMutablePointer<Float>) {
    for component in 0..<components { out[component] = results.memory[component * results.stride + slot] }
  }

  /// Lets a property go on after so many seconds of its own time, slowed down by friction.
  mutating func fling(_ slot: Int, velocity: UnsafePointer<Float>?, timeConstant: Double, after delay: Double) {
    let (from, initial) = (scratch, scratch + components)
    copyValue(of: slot, to: from)
    if let velocity {
      initial.update(from: velocity, count: components)
    } else {
      copyUsableVelocity(of: slot, to: initial)
    }
    replace(slot)
    setOrigin(of: slot, .plain)
    let number = self.group(
      GroupKey(
        driver: .spring(.friction(timeConstant: timeConstant), epsilons), direction: table[slot].direction))
    let target = scratch + 2 * components
    for component in 0..<components {
      target[component] = from[component] + Float(timeConstant) * initial[component]
    }
    let member = join(slot, number)
    let group = unsafeDowncast(groups[number], to: SpringGroup.self)
    let speed = speed(of: slot, in: group)
    let draw = SpringGroup.Draw(
      spring: .systemDefault, parameters: (Float(1 / timeConstant), 0), delay: 0, speed: speed)
    group.begin(
      member, isNew: true, at: clock(of: group) + delay / speed, draw, from: from, stride: 1, velocity: initial,
      push: 0, to: target)
  }

  /// Plays keyframes that have been played for so many seconds already.
  mutating func play(_ slot: Int, _ keyframes: CompiledKeyframes, passes: Double, from time: Double) {
    replace(slot)
    setOrigin(of: slot, .plain)
    let number = group(
      GroupKey(driver: .keyframes(keyframes, repeats: passes > 1), direction: table[slot].direction))
    let member = join(slot, number)
    let group = unsafeDowncast(groups[number], to: KeyframeGroup.self)
    let speed = speed(of: slot, in: group)
    group.begin(member, at: clock(of: group) - time / speed, speed: speed, passes: passes)
  }

  /// The walk of animations, prepared; nil where kernels can't run it.
  mutating func walk(_ animations: [Animation]) -> PreparedPhases? { walks.prepared(animations) }

  /// Walks through phases, for so many seconds already.
  ///
  /// - Parameter copyValue: Writes the value of a phase: a number for each component, `stride` apart.
  mutating func play(
    _ slot: Int, _ walk: PreparedPhases, passes: Double, from time: Double,
    copyValue: (_ phase: Int, _ out: UnsafeMutablePointer<Float>, _ stride: Int) -> Void
  ) {
    replace(slot)
    setOrigin(of: slot, .plain)
    let number = group(GroupKey(driver: .phases(walk), direction: table[slot].direction))
    let member = join(slot, number)
    let group = unsafeDowncast(groups[number], to: PhasesGroup.self)
    let speed = speed(of: slot, in: group)
    for phase in 0..<walk.phaseCount { copyValue(phase, group.value(ofPhase: phase, member), group.stride) }
    group.begin(member, at: clock(of: group) - time / speed, speed: speed, passes: passes)
  }

  /// Runs a driver of the property's own, after so many seconds of its own time.
  mutating func drive(
    _ slot: Int, _ driver: any PropertyDriver, after delay: Double, origin: AnimationPlan.Origin = .plain
  ) {
    setOrigin(of: slot, origin)
    table[slot].run &+= 1
    let number = group(GroupKey(driver: .single, direction: table[slot].direction))
    giveUpPosition(slot)
    let group = unsafeDowncast(groupToJoin(number), to: SingleGroup.self)
    let speed = speed(of: slot, in: group)
    place(
      slot, group: number,
      group.append(slot: slot, start: clock(of: group) + delay / speed, speed: speed, driver))
  }

  /// Ends the run that another one takes the place of, and its direction with it.
  mutating func replace(_ slot: Int) {
    end(slot, .replaced, mayReturn: false)
    table[slot].isReversed = false
  }

  /// Ends a property's run, if it has one, and reports it.
  @usableFromInline
  mutating func end(
    _ slot: Int, _ reason: Completion.Reason, at point: StoppingPoint = .current, mayReturn: Bool = true
  ) {
    if table[slot].isIdle { return }
    endedBetweenFrames.append(Completion(run: table.run(of: slot), reason: reason, end: point))
    table[slot].isRemovedAtEnd = false
    leave(slot, mayReturn: mayReturn)
  }

  /// Takes a property out of its group, if it is in one, and out of all layers.
  ///
  /// - Parameter mayReturn: Whether its position may be kept for it.
  mutating func leave(_ slot: Int, mayReturn: Bool = true) {
    let place = table[slot]
    if place.isIdle { return }
    if !layers.isEmpty, groups[place.group].addsUp { clearLayers(of: slot) }
    leaveGroup(slot, mayReturn: mayReturn)
  }

  /// Takes a property out of its group, if it is in one.
  ///
  /// - Parameter mayReturn: Whether its position may be kept for it.
  mutating func leaveGroup(_ slot: Int, mayReturn: Bool) {
    let place = table[slot]
    if place.isIdle { return }
    let (number, position) = (place.group, Int(place.position))
    moving.remove(slot)
    if mayReturn, groups[number].vacate(position) {
      table[slot].keep(by: number, position: position)
      if groups[number].isDeserted { groups[number].removeVacant { table[$0].leave() } }
    } else {
      table[slot].leave()
      remove(position, from: number)
    }
  }

  /// Takes a position out of a group.
  private mutating func remove(_ position: Int, from number: Int) {
    groups[number].removeMember(position) { slot, position in
      guard let position else {
        table[slot].leave()
        return
      }
      table[slot].position = Int32(position)
    }
    if groups[number].isDeserted { groups[number].removeVacant { table[$0].leave() } }
  }

  /// Ends a property's run, if it has one, and puts it into a group: where it was there, if its position has been kept,
  /// and at the end otherwise.
  ///
  /// - Returns: Its position, whose numbers are then to be set.
  private mutating func join(_ slot: Int, _ number: Int) -> Int {
    replace(slot)
    table[slot].run &+= 1
    let (place, group) = (table[slot], groupToJoin(number))
    if place.keeper == number {
      let position = Int(place.position)
      group.occupy(position)
      self.place(slot, group: number, position)
      return position
    }
    giveUpPosition(slot)
    let position = group.appendMember(slot: slot)
    self.place(slot, group: number, position)
    return position
  }

  mutating func giveUpPosition(_ slot: Int) {
    let place = table[slot]
    if place.keeper < 0 { return }
    table[slot].leave()
    remove(Int(place.position), from: place.keeper)
  }

  mutating func place(_ slot: Int, group: Int, _ position: Int) {
    table[slot].join(group, position: position)
    if groups[group].direction != 0 { moving.insert(slot) } else { touch(slot) }
  }

  /// A group that a property is to join, whose clock is right.
  func groupToJoin(_ number: Int) -> PropertyGroup {
    let group = groups[number]
    // Where nobody is, nothing has been evaluated since the clock last ran.
    if group.count == 0 { group.setClock(clock(of: group)) }
    return group
  }

  /// The group of a driver in a direction; a new one where there is none yet.
  mutating func group(_ key: GroupKey) -> Int {
    if let recent, recent.key == key { return recent.number }
    let number = groupNumbers[key] ?? add(makeGroup(key), key)
    recent = (key, number)
    return number
  }

  private mutating func makeGroup(_ key: GroupKey) -> PropertyGroup {
    let direction = key.direction
    switch key.driver {
    case .tween(let curve):
      return TweenGroup(curves.prepared(curve), components: components, direction: direction)
    case .repetition(let shape):
      var curve: PreparedCurve?
      if case .curve(let unitCurve) = shape { curve = curves.prepared(unitCurve) }
      return RepetitionGroup(shape, curve, components: components, direction: direction)
    case .spring(let law, let epsilons):
      return SpringGroup(law, epsilons: epsilons, components: components, direction: direction)
    case .keyframes(let keyframes, let repeats):
      return KeyframeGroup(keyframes, repeats: repeats, direction: direction)
    case .phases(let walk): return PhasesGroup(walk, components: components, direction: direction)
    case .single: return SingleGroup(components: components, direction: direction)
    case .sum: return SumGroup(components: components, direction: direction)
    }
  }

  private mutating func add(_ group: PropertyGroup, _ key: GroupKey) -> Int {
    let number: Int
    // Groups that nobody is in any more make room, or ever new curves would add up.
    if groups.count >= 64, let vacant = groups.firstIndex(where: { $0.count == 0 }) {
      let old = groups[vacant]
      groupNumbers[GroupKey(driver: old.driver, direction: old.direction)] = nil
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

  func clock(of group: PropertyGroup) -> Double { group.direction * clock.now }
}

// MARK: - Playback

extension AnimatorCore {
  mutating func setPaused(_ slot: Int, _ isPaused: Bool) {
    table[slot].isPaused = isPaused
    forEachLayer(of: slot) { $0.setPaused(slot, isPaused) }
    changeDirection(of: slot)
  }

  /// Calls `body` with each layer, where a property is moved by several runs.
  private func forEachLayer(of slot: Int, _ body: (inout AnimatorCore) -> Void) {
    guard !layers.isEmpty, let (group, _) = run(of: slot), group.addsUp else { return }
    for layer in layers { body(&layer.core) }
  }

  mutating func setSpeed(_ slot: Int, _ speed: Float) {
    let old = table[slot].speed
    table[slot].speed = speed
    forEachLayer(of: slot) { $0.setSpeed(slot, speed) }
    guard let (group, member) = run(of: slot), old != speed else { return }
    // What stands still counts its own seconds.
    if group.direction == 0 || speed == 0 { return changeDirection(of: slot, from: old) }
    let clock = clock(of: group)
    let elapsed = clock - group.starts[member]
    group.setSpeed(of: member, from: Double(old), to: Double(speed))
    group.starts[member] = clock - elapsed * (Double(old) / Double(speed))
    group.numbersDidChange(of: member)
  }

  mutating func reverse(_ slot: Int) {
    guard isRunning(slot) else { return }
    table[slot].isReversed.toggle()
    forEachLayer(of: slot) { $0.reverse(slot) }
    changeDirection(of: slot)
  }

  /// Puts a property's run at a time since it began, and its value where it is then.
  mutating func seek(_ slot: Int, to time: Double) {
    guard let (group, member) = run(of: slot), !time.isNaN else { return }
    let (duration, speed) = (group.duration(of: member), speed(of: slot, in: group))
    let elapsed = time / speed
    let reached = max(-1e9, min(elapsed, duration < .infinity ? duration : 1e9))
    if !observations.isEmpty { observations[slot]?.put(at: reached == elapsed ? time : reached * speed) }
    if group.addsUp { return seekSum(slot, group, member, to: reached) }
    let (clock, pool) = (clock(of: group), pool)
    group.starts[member] = clock - reached
    group.numbersDidChange(of: member)
    withValue(of: slot) { value, stride in
      if elapsed >= duration {
        group.copyFinalValue(of: member, to: value, stride: stride)
      } else {
        let frame = pool.frame(0, value - slot, stride: stride)
        group.evaluate(member: member, at: clock, frame)
      }
    }
  }

  /// Puts a property where its run began or ends.
  mutating func put(_ slot: Int, at point: StoppingPoint) {
    guard let (group, member) = run(of: slot) else { return }
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
  /// - Parameter oldSpeed: The speed that it has had there, or nil for the one that it has.
  private mutating func changeDirection(of slot: Int, from oldSpeed: Float? = nil) {
    guard let (old, member) = run(of: slot) else { return }
    let direction = table[slot].direction
    guard old.direction != direction else { return }
    let elapsed = elapsed(of: member, in: old)
    let before = old.direction == 0 ? 1 : Double(oldSpeed ?? table[slot].speed)
    let number = group(GroupKey(driver: old.driver, direction: direction))
    let new = groupToJoin(number)
    let after = speed(of: slot, in: new)
    let position = new.append(member, of: old)
    if before != after { new.setSpeed(of: position, from: before, to: after) }
    new.starts[position] = clock(of: new) - elapsed * (before / after)
    new.numbersDidChange(of: position)
    leaveGroup(slot, mayReturn: false)
    place(slot, group: number, position)
  }
}

// MARK: - Frames

extension AnimatorCore {
  mutating func advance(to time: Double) {
    beginFrame()
    guard time.isFinite else { return }
    let before = clock.now
    clock.advance(to: time)
    if !observations.isEmpty { noteEvents(since: before) }
    advanceLayers()
    evaluate()
    finishSums()
    updateChangedDoubles()
  }

  /// Forgets what has ended and what has changed before.
  private mutating func beginFrame() {
    for slot in touchedSlots { touched.remove(Int(slot)) }
    touchedSlots.removeAll(keepingCapacity: true)
    swap(&completions, &endedBetweenFrames)
    endedBetweenFrames.removeAll(keepingCapacity: true)
    observations.forgetEvents()
  }

  /// Evaluates a layer, whose clock has been set.
  mutating func evaluateFrame() {
    beginFrame()
    evaluate()
  }

  private mutating func evaluate() {
    makeResultsUnique()
    let now = clock.now
    groups.withUncountedReferences { groups in
      var blocks = 0
      groups.forEachReferent { blocks += $0.blockCount }
      var budget = 1 + blocks / 128
      groups.forEachReferent { group in
        if group.count > 0 && group.direction != 0 { group.prepare(for: group.direction * now, budget: &budget) }
      }
    }
    pool.evaluate(groups, at: now, results.memory, stride: results.stride, layers: columnsOfLayers)
    for number in groups.indices {
      let isMarked = withGroup(number, as: PropertyGroup.self) {
        $0.count > 0 && $0.direction != 0 && $0.endFrame(at: $0.direction * now)
      }
      if isMarked, !(isLayer && groups[number].direction < 0) { finish(groups[number]) }
    }
  }

  /// Notes where the values of a layer are.
  mutating func setLayerColumns(_ columns: Layer.Columns, at depth: Int) {
    if depth == columnsOfLayers.count {
      columnsOfLayers.append(columns)
    } else {
      columnsOfLayers[depth] = columns
    }
  }

  /// Forgets where the values of layers were that are no longer there.
  mutating func dropLayerColumns(from depth: Int) {
    if columnsOfLayers.count > depth { columnsOfLayers.removeLast(columnsOfLayers.count - depth) }
  }

  /// Takes those out of a group that have ended.
  private mutating func finish(_ group: PropertyGroup) {
    group.forEachEnded(at: clock(of: group)) { member in finish(Int(group.slots[member]), member, of: group) }
  }

  /// Takes a property that has ended out of its group, and reports it.
  mutating func finish(_ slot: Int, _ member: Int, of group: PropertyGroup) {
    let value = results.memory + slot
    if group.direction > 0 {
      group.copyFinalValue(of: member, to: value, stride: results.stride)
    } else {
      copyFirstValue(of: slot, member, group, to: value, stride: results.stride)
    }
    let end: StoppingPoint = group.direction > 0 ? .end : .start
    completions.append(Completion(run: table.run(of: slot), reason: .finished, end: end))
    leave(slot)
    touch(slot)
    if table[slot].isRemovedAtEnd {
      table[slot].isRemovedAtEnd = false
      table.leave(slot)
    }
  }
}

// MARK: - Snapshots

extension AnimatorCore {
  /// All that the frames to come depend on, as it is now.
  var state: AnimatorState {
    AnimatorState(
      values: results, table: table, groups: groups.map { $0.copy() }, moving: moving, touched: touched,
      touchedSlots: touchedSlots, clock: clock,
      endedBetweenFrames: endedBetweenFrames, completions: completions, epsilons: epsilons, origins: origins,
      layers: layers.map { $0.core.state }, observations: observations, bases: doubles?.bases)
  }

  mutating func restore(_ state: AnimatorState) {
    (results, table, groups) = (state.values, state.table, state.groups.map { $0.copy() })
    (moving, touched, touchedSlots) = (state.moving, state.touched, state.touchedSlots)
    clock = state.clock
    (endedBetweenFrames, completions) = (state.endedBetweenFrames, state.completions)
    (epsilons, origins) = (state.epsilons, state.origins)
    observations = state.observations
    layers = state.layers.map {
      var layer = AnimatorCore(layerOf: self)
      layer.restore($0)
      return Layer(layer)
    }
    restoreDoubles(state.bases)
    columnsOfLayers = []
    recent = nil
    plans.forgetGroups()
    groupNumbers.removeAll(keepingCapacity: true)
    for (number, group) in groups.enumerated() {
      groupNumbers[GroupKey(driver: group.driver, direction: group.direction)] = number
    }
  }
}
