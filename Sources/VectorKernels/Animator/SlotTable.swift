internal import CVectorKernels

/// The state of each slot of the columns: its property, the property's run, and whether its value may have changed.
@usableFromInline
struct SlotTable: Sendable {
  /// A slot. All data that a call for its property needs is adjacent in memory.
  @usableFromInline
  struct Slot: Sendable {
    /// The number of times the slot has been taken or left: odd while it is taken, and even while it is free.
    @usableFromInline fileprivate(set) var generation: UInt32 = 0
    /// The number of the group in which the property runs. At rest, -2 minus the number of the group that keeps a
    /// position for the property, or -1 if none does.
    private var code: Int32 = -1
    /// The position in that group.
    var position: Int32 = 0
    /// The number of the last run.
    @usableFromInline var run: UInt32 = 0
    /// The seconds of the property's own time per second of the animator's time while it isn't paused, at least 0.
    var speed: Float = 1
    private var flags: Flags = []

    private struct Flags: OptionSet, Sendable {
      let rawValue: UInt8

      static let isPaused = Flags(rawValue: 1)
      static let isReversed = Flags(rawValue: 2)
      static let isRemovedAtEnd = Flags(rawValue: 4)

      subscript(flag: Flags) -> Bool {
        get { contains(flag) }
        set { self = newValue ? union(flag) : subtracting(flag) }
      }
    }

    init() {}

    /// Creates a slot that has been taken or left a number of times.
    init(generation: UInt32) { self.generation = generation }

    /// The generation of a slot that has been taken so often that its handles would repeat. It isn't taken again.
    static var wornOut: UInt32 { .max - 1 }

    @usableFromInline var isTaken: Bool { generation % 2 == 1 }

    mutating func join(_ group: Int, position: Int) {
      (code, self.position) = (Int32(group), Int32(position))
    }

    mutating func keep(by group: Int, position: Int) {
      (code, self.position) = (-2 - Int32(group), Int32(position))
    }

    mutating func leave() { code = -1 }

    /// Whether the property is as it was when it was added: at rest, without a kept position, at a speed of 1.
    var isPlain: Bool { code == -1 && flags == [] && speed == 1 }

    var isIdle: Bool { code < 0 }
    var group: Int { Int(code) }
    /// The group that keeps a position for the property, or a number below 0 if none does.
    var keeper: Int { -2 - Int(code) }

    var isPaused: Bool {
      get { flags[.isPaused] }
      set { flags[.isPaused] = newValue }
    }

    /// Whether the run goes backwards.
    var isReversed: Bool {
      get { flags[.isReversed] }
      set { flags[.isReversed] = newValue }
    }

    /// Whether the property is removed when its run ends.
    var isRemovedAtEnd: Bool {
      get { flags[.isRemovedAtEnd] }
      set { flags[.isRemovedAtEnd] = newValue }
    }

    /// The direction of the property's time: 1 forward, -1 back, 0 stopped.
    var direction: Double { isPaused || speed == 0 ? 0 : isReversed ? -1 : 1 }
  }

  @usableFromInline private(set) var slots: [Slot] = []
  private var taken = TakenSlots()
  /// The number of taken slots.
  private(set) var count = 0
  /// The slots whose values change with time.
  private var moving = BitSet()
  /// Whether time stood still in the last frame, so that it changed no values.
  var timeStandsStill = false
  /// The slots whose values have changed other than by the passing of time since the frame before the last one ended.
  private(set) var touched = BitSet()
  /// Those of them that have changed since the last frame ended. They stay touched for another frame, because a program
  /// may look for changes before or after a frame.
  private(set) var justTouched = BitSet()
  /// Whether a frame must update `touched` and `justTouched` when it begins.
  private var isAnyTouched = false
  /// The lowest generation with which each slot may be handed out again, if the slot's own generation is lower. There
  /// are two kinds: a taken slot that a later property had before the animator was restored, and a worn-out slot that
  /// the table doesn't have yet.
  private var floors: [Int: UInt32] = [:]
  /// The generation with which future slots begin.
  private var floorOfNewSlots: UInt32 = 0
  /// The number from which the runs of properties in future slots count on.
  private var runOfNewSlots: UInt32 = 0
  /// The numbers of the last runs that properties had before the animator was restored, for properties whose present
  /// run has a lower number. Later runs get higher numbers.
  private(set) var lastRuns: [Int: UInt32] = [:]
  /// The origin of each property's animation, on which a takeover depends. Slots past the end of the array are plain.
  private(set) var origins: [AnimationPlan.Origin] = []

  init() {}

  /// Creates slots whose properties are all at rest.
  ///
  /// - Parameters:
  ///   - generations: The number of times each slot has been taken or left.
  ///   - origins: The origins of the properties' animations, at most one for each slot.
  init(generations: [UInt32], origins: [AnimationPlan.Origin] = []) {
    slots = generations.map { Slot(generation: $0) }
    taken.grow(to: size)
    moving.grow(to: size)
    touched.grow(to: size)
    justTouched.grow(to: size)
    self.origins = origins
    for slot in slots.indices {
      if slots[slot].isTaken { count += 1 }
      if slots[slot].isTaken || slots[slot].generation == Slot.wornOut { taken.insert(slot) }
    }
  }

  @usableFromInline
  subscript(slot: Int) -> Slot {
    @inline(__always) _read { yield slots[slot] }
    @inline(__always) _modify { yield &slots[slot] }
  }

  /// The number of slots, taken or not.
  @inlinable
  var size: Int { slots.count }

  @inlinable
  func holds(_ handle: PropertyHandle) -> Bool {
    handle.index >= 0 && handle.index < size && slots[handle.index].generation == handle.generation
      && handle.generation % 2 == 1
  }

  /// Prefetches a slot that will soon be needed. An index that isn't a slot's does nothing.
  @usableFromInline
  func prefetch(_ slot: Int) {
    guard slot >= 0, slot < size else { return }
    slots.withUnsafeBufferPointer { vk_prefetch($0.baseAddress! + slot) }
  }

  /// Calls `body` with the memory of all slots, and with that of the origins.
  mutating func withMemory<Result>(
    _ body: (UnsafeMutableBufferPointer<Slot>, UnsafeBufferPointer<AnimationPlan.Origin>) -> Result
  ) -> Result {
    slots.withUnsafeMutableBufferPointer { slots in origins.withUnsafeBufferPointer { body(slots, $0) } }
  }

  /// Returns the identity of the last run of a slot's property.
  func run(of slot: Int) -> AnimationRun { AnimationRun(handle: handle(of: slot), number: slots[slot].run) }

  func handle(of slot: Int) -> PropertyHandle { PropertyHandle(index: slot, generation: slots[slot].generation) }

  mutating func reserveCapacity(_ capacity: Int) {
    slots.reserveCapacity(capacity)
    taken.reserveCapacity(capacity)
    moving.reserveCapacity(capacity)
    touched.reserveCapacity(capacity)
    justTouched.reserveCapacity(capacity)
  }

  /// Takes `count` consecutive slots: the first gap that is long enough, or new slots at the end. Their properties are
  /// at rest, not paused, and have a speed of 1.
  ///
  /// - Returns: The handle of the first. The others follow it and have the same generation.
  mutating func take(_ count: Int) -> PropertyHandle {
    var first = taken.gap(of: count, size: size)
    while size < first + count {
      // The gap begins again after a slot that is worn out already.
      if let last = appendSlots(upTo: first + count) { first = last + 1 }
    }
    let end = first + count
    var generation: UInt32 = 0
    for slot in first..<end { generation = max(generation, slots[slot].generation) }
    generation &+= 1
    for slot in first..<end {
      slots[slot].generation = generation
      slots[slot].speed = 1
      slots[slot].isPaused = false
      slots[slot].isReversed = false
      slots[slot].isRemovedAtEnd = false
      taken.insert(slot)
    }
    self.count += count
    return PropertyHandle(index: first, generation: generation)
  }

  /// Adds slots at the end.
  ///
  /// - Returns: The last of them that is worn out already, and therefore taken, or nil if none is.
  private mutating func appendSlots(upTo end: Int) -> Int? {
    guard end <= Int(Int32.max) else {
      fatalError("add: the columns would have \(end) places, but must have at most \(Int32.max)")
    }
    let new = size..<end
    var slot = Slot(generation: floorOfNewSlots)
    slot.run = runOfNewSlots
    slots.append(contentsOf: repeatElement(slot, count: new.count))
    taken.grow(to: end)
    moving.grow(to: end)
    touched.grow(to: end)
    justTouched.grow(to: end)
    return wearOut(new)
  }

  mutating func leave(_ slot: Int) {
    slots[slot].generation += 1
    count -= 1
    if !lastRuns.isEmpty { takeLastRun(of: slot) }
    if !floors.isEmpty, let floor = floors.removeValue(forKey: slot) {
      slots[slot].generation = max(slots[slot].generation, floor)
    }
    if slots[slot].generation < Slot.wornOut { taken.remove(slot) }
  }
}

// MARK: - Handles that mustn't be given out again

extension SlotTable {
  /// Ensures that this table never hands out a handle or begins a run that another table of the same animator has
  /// handed out or begun. This table then replaces the other one.
  mutating func avoidIdentities(of other: SlotTable) {
    for slot in 0..<size {
      // Other properties that have had the slot count on from the numbers of this one's runs.
      let last = max(other.lastRun(ofSlot: slot), lastRuns[slot] ?? 0)
      if last <= slots[slot].run { continue }
      if slots[slot].isIdle {
        slots[slot].run = last
        lastRuns[slot] = nil
      } else {
        lastRuns[slot] = last
      }
    }
    for slot in 0..<size {
      let (generation, floor) = (slots[slot].generation, other.nextGeneration(of: slot))
      if slots[slot].isTaken {
        if floor > generation + 1 { raiseFloor(of: slot, to: floor) }
      } else if floor > generation {
        slots[slot].generation = floor
        if floor == Slot.wornOut { taken.insert(slot) }
      }
    }
    floorOfNewSlots = max(floorOfNewSlots, other.floorOfNewSlots)
    for slot in size..<max(size + 1, other.size) { runOfNewSlots = max(runOfNewSlots, other.lastRun(ofSlot: slot)) }
    for slot in min(size, other.size)..<other.size {
      let floor = other.nextGeneration(of: slot)
      if floor == Slot.wornOut {
        raiseFloor(of: slot, to: floor)
      } else {
        floorOfNewSlots = max(floorOfNewSlots, floor)
      }
    }
    for (slot, floor) in other.floors where slot >= max(size, other.size) { raiseFloor(of: slot, to: floor) }
  }

  /// Returns the number of the last run of any property that has had a slot, or may have had a future slot.
  private func lastRun(ofSlot slot: Int) -> UInt32 {
    slot < size ? max(slots[slot].run, lastRuns[slot] ?? 0) : runOfNewSlots
  }

  private mutating func raiseFloor(of slot: Int, to floor: UInt32) { floors[slot] = max(floors[slot] ?? 0, floor) }

  /// Returns the generation that a slot has once it is free, or that a future slot begins with.
  private func nextGeneration(of slot: Int) -> UInt32 {
    let generation = slot < size ? slots[slot].generation : floorOfNewSlots
    return max(generation + generation % 2, floors.isEmpty ? 0 : floors[slot] ?? 0)
  }

  /// Takes the new slots that are worn out already, so that no property gets them.
  ///
  /// - Returns: The last of them, or nil if there are none.
  private mutating func wearOut(_ new: Range<Int>) -> Int? {
    if floors.isEmpty { return nil }
    var last: Int?
    for slot in new {
      guard let floor = floors.removeValue(forKey: slot) else { continue }
      slots[slot].generation = floor
      taken.insert(slot)
      last = slot
    }
    return last
  }

  /// The floors in their form for files: first the generation with which new slots begin, then the slot and the
  /// generation of each floor. Empty if there are no floors.
  var savedFloors: [UInt32] {
    if floorOfNewSlots == 0, floors.isEmpty { return [] }
    return [floorOfNewSlots] + floors.pairs
  }

  /// Sets the floors from a file.
  ///
  /// - Returns: Whether the numbers are valid floors.
  mutating func setFloors(_ saved: [UInt32]) -> Bool {
    if saved.isEmpty { return true }
    guard saved.count % 2 == 1, saved[0] % 2 == 0, saved[0] < Slot.wornOut else { return false }
    floorOfNewSlots = saved[0]
    for index in stride(from: 1, to: saved.count, by: 2) {
      guard let slot = Int(exactly: saved[index]) else { return false }
      let floor = saved[index + 1]
      let isFree = slot < size && !slots[slot].isTaken
      guard floor % 2 == 0, slot < Int(Int32.max), !isFree, slot < size || floor == Slot.wornOut else { return false }
      floors[slot] = floor
    }
    return true
  }
}

// MARK: - Runs

extension SlotTable {
  /// Gives a property's next run its number.
  @inline(__always)
  mutating func beginRun(of slot: Int) {
    if !lastRuns.isEmpty { takeLastRun(of: slot) }
    slots[slot].run &+= 1
  }

  /// Continues from the number of the last run that a property had before the animator was restored, if it is known.
  @inline(never)
  private mutating func takeLastRun(of slot: Int) {
    if let last = lastRuns.removeValue(forKey: slot) { slots[slot].run = last }
  }

  /// The last runs in their form for files: the number from which future slots count on, if it isn't 0, and then the
  /// slot and the number of each. Empty if there are none.
  var savedLastRuns: [UInt32] { (runOfNewSlots == 0 ? [] : [runOfNewSlots]) + lastRuns.pairs }

  /// Sets the last runs from a file.
  ///
  /// - Returns: Whether they can be those of this table.
  mutating func setLastRuns(_ saved: [UInt32]) -> Bool {
    let first = saved.count % 2
    if first == 1 { runOfNewSlots = saved[0] }
    for index in stride(from: first, to: saved.count, by: 2) {
      guard let slot = Int(exactly: saved[index]) else { return false }
      let last = saved[index + 1]
      guard slot < size, slots[slot].isTaken, last > slots[slot].run else { return false }
      lastRuns[slot] = last
    }
    return true
  }

  /// Records where a property runs from now on, and whether the run moves it.
  @inline(__always)
  mutating func join(_ slot: Int, _ group: Int, position: Int, isMoving: Bool) {
    slots[slot].join(group, position: position)
    if isMoving { moving.insert(slot) }
  }

  /// Records that a property's value no longer changes with time.
  mutating func stopMoving(_ slot: Int) { moving.remove(slot) }

  /// Returns whether a property's value changes with time.
  func isMoving(_ slot: Int) -> Bool { moving.contains(slot) }

  func origin(of slot: Int) -> AnimationPlan.Origin { slot < origins.count ? origins[slot] : .plain }

  @inline(__always)
  mutating func setOrigin(of slot: Int, _ origin: AnimationPlan.Origin) {
    if slot >= origins.count {
      if origin == .plain { return }
      while origins.count < size { origins.append(.plain) }
    }
    origins[slot] = origin
  }
}

// MARK: - Changes

extension SlotTable {
  /// Records that a value has changed between two frames.
  mutating func touch(_ slot: Int) {
    touched.insert(slot)
    justTouched.insert(slot)
    isAnyTouched = true
  }

  /// Records that all values have changed between two frames.
  mutating func touchAll() {
    for slot in slots.indices { touch(slot) }
  }

  /// Records that a frame has changed a value: the frame that is being evaluated, otherwise the last one.
  mutating func touchInFrame(_ slot: Int) {
    touched.insert(slot)
    isAnyTouched = true
  }

  /// Forgets the changes up to the end of the last frame.
  mutating func beginFrame() {
    guard isAnyTouched else { return }
    swap(&touched, &justTouched)
    justTouched.removeAll()
    isAnyTouched = !touched.isEmpty
  }

  /// Returns whether a value may have changed since the frame before the last one ended.
  func isChanged(_ slot: Int) -> Bool { !timeStandsStill && moving.contains(slot) || touched.contains(slot) }

  /// Calls `body` with every range of consecutive slots within bounds for which `isChanged(_:)` is true, in order.
  func forEachChangedRange<Failure: Error>(
    in bounds: Range<Int>, _ body: (Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    try (timeStandsStill ? touched : moving).forEachRange(in: touched, within: bounds, body)
  }

  /// Calls `body` with ranges of slots that include all slots for which `isChanged(_:)` is true, and few others.
  func forEachChangedRangeRoughly(_ body: (Range<Int>) -> Void) {
    moving.forEachRangeOfWords(in: touched) { words in
      body(words.lowerBound * 64..<min(words.upperBound * 64, size))
    }
  }
}

extension [Int: UInt32] {
  /// The form for files: each slot, followed by its number, in the order of slots.
  var pairs: [UInt32] { Array(keys).sorted().flatMap { [UInt32($0), self[$0]!] } }
}

/// The set of taken slots. Finding the first free one among millions takes a few steps.
private struct TakenSlots: Sendable {
  /// Bit i of the first level is set while slot i is taken. Bit i of each higher level is set while word i of the level
  /// below is full.
  private var levels: [[UInt64]] = Array(repeating: [], count: 4)

  mutating func reserveCapacity(_ capacity: Int) {
    var count = capacity
    for level in levels.indices {
      count = (count + 63) / 64
      levels[level].reserveCapacity(count)
    }
  }

  mutating func grow(to size: Int) {
    var count = size
    for level in levels.indices {
      count = (count + 63) / 64
      while levels[level].count < count { levels[level].append(0) }
    }
  }

  mutating func insert(_ slot: Int) {
    var index = slot
    for level in levels.indices {
      levels[level][index / 64] |= 1 << UInt64(index % 64)
      if levels[level][index / 64] != .max { return }
      index /= 64
    }
  }

  mutating func remove(_ slot: Int) {
    var index = slot
    for level in levels.indices {
      let wasFull = levels[level][index / 64] == .max
      levels[level][index / 64] &= ~(1 << UInt64(index % 64))
      if !wasFull { return }
      index /= 64
    }
  }

  private func contains(_ slot: Int) -> Bool { levels[0][slot / 64] & (1 << UInt64(slot % 64)) != 0 }

  /// Returns the first free slot, or the number of slots if there is none.
  private func firstFree(size: Int) -> Int {
    guard var index = levels[levels.count - 1].firstIndex(where: { $0 != .max }) else { return size }
    for words in levels.reversed() {
      if index >= words.count { return size }
      index = index * 64 + (~words[index]).trailingZeroBitCount
    }
    return min(index, size)
  }

  /// Returns the first slot of the first gap of `count` free slots, which may extend past the last slot.
  func gap(of count: Int, size: Int) -> Int {
    var slot = firstFree(size: size)
    if count == 1 { return slot }
    var free = 0
    while slot + free < size, free < count {
      let next = slot + free
      if free == 0, next % 64 == 0, levels[0][next / 64] == .max {
        slot += 64
      } else if !contains(next) {
        free += 1
      } else {
        slot = next + 1
        free = 0
      }
    }
    return min(slot, size)
  }
}
