internal import CVectorKernels

/// What is known of each slot of the columns: which property is in it, where that runs, and how, and whether its value
/// may be another one than before.
@usableFromInline
struct SlotTable: Sendable {
  /// A slot, with all that a call for its property asks for in one place of memory.
  @usableFromInline
  struct Slot: Sendable {
    /// How often the slot has been taken and left: odd while it is taken, and even while nobody has it.
    @usableFromInline fileprivate(set) var generation: UInt32 = 0
    /// The number of the group that the property runs in; at rest -2 less the number of the one that keeps a position
    /// for it, or -1.
    private var code: Int32 = -1
    /// The position in that group.
    var position: Int32 = 0
    /// The number of the last run.
    @usableFromInline var run: UInt32 = 0
    /// Seconds of the property's own time per second of the animator's, at least 0, while it isn't paused.
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

    /// A slot that has been taken and left so often.
    init(generation: UInt32) { self.generation = generation }

    /// The generation of a slot that has been taken so often that its handles would begin anew: nobody gets it again.
    static var wornOut: UInt32 { .max - 1 }

    @usableFromInline var isTaken: Bool { generation % 2 == 1 }

    mutating func join(_ group: Int, position: Int) {
      (code, self.position) = (Int32(group), Int32(position))
    }

    mutating func keep(by group: Int, position: Int) {
      (code, self.position) = (-2 - Int32(group), Int32(position))
    }

    mutating func leave() { code = -1 }

    var isIdle: Bool { code < 0 }
    var group: Int { Int(code) }
    /// The group that keeps a position, or a number below 0.
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

    /// Which way the property's time runs: 1 forward, -1 back, 0 not at all.
    var direction: Double { isPaused || speed == 0 ? 0 : isReversed ? -1 : 1 }
  }

  @usableFromInline private(set) var slots: [Slot] = []
  private var taken = TakenSlots()
  /// How many slots are taken.
  private(set) var count = 0
  /// Slots whose values change with time, and those that were changed otherwise since the last frame began.
  private var moving = BitSet()
  /// Whether time stood still in the last frame, so that nothing changed with it.
  var timeStandsStill = false
  private(set) var touched = BitSet()
  private var touchedSlots: [Int32] = []
  /// The generations from which on slots are to be handed out again, where theirs aren't so far: those of slots that are
  /// taken, because a later property had them before the animator was put back, and of worn out ones that aren't there.
  private var floors: [Int: UInt32] = [:]
  /// The generation with which slots begin that are yet to be there.
  private var floorOfNewSlots: UInt32 = 0
  /// What each property's animation was, as far as it counts for what takes over; plain beyond its end.
  private(set) var origins: [AnimationPlan.Origin] = []

  init() {}

  /// Slots whose properties are all at rest.
  ///
  /// - Parameters:
  ///   - generations: How often each has been taken and left.
  ///   - touched: Those whose values have changed since the last frame began, of as many.
  ///   - origins: What animations were, of at most as many.
  init(generations: [UInt32], touched: BitSet? = nil, origins: [AnimationPlan.Origin] = []) {
    slots = generations.map { Slot(generation: $0) }
    taken.grow(to: size)
    moving.grow(to: size)
    self.touched.grow(to: size)
    if let touched { self.touched = touched }
    for slot in slots.indices where self.touched.contains(slot) { touchedSlots.append(Int32(slot)) }
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

  /// How many slots there are, taken or not.
  @inlinable
  var size: Int { slots.count }

  @inlinable
  func holds(_ handle: PropertyHandle) -> Bool {
    handle.index >= 0 && handle.index < size && slots[handle.index].generation == handle.generation
      && handle.generation % 2 == 1
  }

  /// Asks for a slot that will soon be needed; a number that isn't one does nothing.
  @usableFromInline
  func prefetch(_ slot: Int) {
    guard slot >= 0, slot < size else { return }
    slots.withUnsafeBufferPointer { vk_prefetch($0.baseAddress! + slot) }
  }

  /// The identity of the last run of a slot's property.
  func run(of slot: Int) -> AnimationRun { AnimationRun(handle: handle(of: slot), number: slots[slot].run) }

  func handle(of slot: Int) -> PropertyHandle { PropertyHandle(index: slot, generation: slots[slot].generation) }

  mutating func reserveCapacity(_ capacity: Int) {
    slots.reserveCapacity(capacity)
    taken.reserveCapacity(capacity)
    moving.reserveCapacity(capacity)
    touched.reserveCapacity(capacity)
    touchedSlots.reserveCapacity(capacity)
  }

  /// Takes as many slots side by side: the first gap that is long enough, or new ones at the end. Their properties are
  /// at rest, neither paused nor slowed down.
  ///
  /// - Returns: The handle of the first; the others' follow, of the same generation.
  mutating func take(_ count: Int) -> PropertyHandle {
    let first = taken.gap(of: count, size: size)
    let end = first + count
    if size < end {
      let old = size
      slots.append(contentsOf: repeatElement(Slot(generation: floorOfNewSlots), count: end - size))
      taken.grow(to: end)
      moving.grow(to: end)
      touched.grow(to: end)
      if wearOut(old..<end) { return take(count) }
    }
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

  mutating func leave(_ slot: Int) {
    slots[slot].generation += 1
    count -= 1
    if !floors.isEmpty, let floor = floors.removeValue(forKey: slot) {
      slots[slot].generation = max(slots[slot].generation, floor)
    }
    if slots[slot].generation < Slot.wornOut { taken.remove(slot) }
  }
}

// MARK: - Handles that mustn't be given out again

extension SlotTable {
  /// Lets no handle be given out again that another table of the same animator has given out, in whose place this one
  /// is put.
  mutating func avoidHandles(of other: SlotTable) {
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

  private mutating func raiseFloor(of slot: Int, to floor: UInt32) { floors[slot] = max(floors[slot] ?? 0, floor) }

  /// The generation of a slot when nobody has it any more, or of one that is yet to be there.
  private func nextGeneration(of slot: Int) -> UInt32 {
    let generation = slot < size ? slots[slot].generation : floorOfNewSlots
    return max(generation + generation % 2, floors.isEmpty ? 0 : floors[slot] ?? 0)
  }

  /// Takes those of new slots that are worn out already.
  ///
  /// - Returns: Whether there are any.
  private mutating func wearOut(_ new: Range<Int>) -> Bool {
    if floors.isEmpty { return false }
    var isAny = false
    for slot in new {
      guard let floor = floors.removeValue(forKey: slot) else { continue }
      slots[slot].generation = floor
      taken.insert(slot)
      isAny = true
    }
    return isAny
  }

  /// As files have them: the generation with which new slots begin, and then of each floor the slot and the generation.
  /// Empty where there is nothing to say.
  var savedFloors: [UInt32] {
    if floorOfNewSlots == 0, floors.isEmpty { return [] }
    return [floorOfNewSlots] + floors.sorted { $0.key < $1.key }.flatMap { [UInt32($0.key), $0.value] }
  }

  /// Takes over floors from a file.
  ///
  /// - Returns: Whether they are some.
  mutating func setFloors(_ saved: [UInt32]) -> Bool {
    if saved.isEmpty { return true }
    guard saved.count % 2 == 1, saved[0] % 2 == 0, saved[0] < Slot.wornOut else { return false }
    floorOfNewSlots = saved[0]
    for index in stride(from: 1, to: saved.count, by: 2) {
      let (slot, floor) = (Int(saved[index]), saved[index + 1])
      let isFree = slot < size && !slots[slot].isTaken
      guard floor % 2 == 0, slot < Int(Int32.max), !isFree, slot < size || floor == Slot.wornOut else { return false }
      floors[slot] = floor
    }
    return true
  }
}

// MARK: - Runs

extension SlotTable {
  /// Notes where a property runs from now on, and whether that moves it.
  mutating func join(_ slot: Int, _ group: Int, position: Int, isMoving: Bool) {
    slots[slot].join(group, position: position)
    if isMoving { moving.insert(slot) }
  }

  /// Notes that a property's value no longer changes with time.
  mutating func stopMoving(_ slot: Int) { moving.remove(slot) }

  func origin(of slot: Int) -> AnimationPlan.Origin { slot < origins.count ? origins[slot] : .plain }

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
  /// Notes that a value has changed other than with time.
  mutating func touch(_ slot: Int) {
    if touched.contains(slot) { return }
    touched.insert(slot)
    touchedSlots.append(Int32(slot))
  }

  mutating func forgetTouched() {
    for slot in touchedSlots { touched.remove(Int(slot)) }
    touchedSlots.removeAll(keepingCapacity: true)
  }

  /// Whether a value may be another one than before the last frame.
  func isChanged(_ slot: Int) -> Bool { !timeStandsStill && moving.contains(slot) || touched.contains(slot) }

  /// Calls `body` with every run of slots within bounds for which `isChanged(_:)` holds, in order.
  func forEachChangedRange<Failure: Error>(
    in bounds: Range<Int>, _ body: (Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    try (timeStandsStill ? touched : moving).forEachRange(in: touched, within: bounds, body)
  }

  /// Calls `body` with ranges of slots that hold all for which `isChanged(_:)` does, and few others.
  func forEachChangedRangeRoughly(_ body: (Range<Int>) -> Void) {
    moving.forEachRangeOfWords(in: touched) { words in
      body(words.lowerBound * 64..<min(words.upperBound * 64, size))
    }
  }
}

/// Which slots are taken, and where the first free one is: to find it among millions takes a few steps.
private struct TakenSlots: Sendable {
  /// Bit i of the first level is set while slot i is taken, and bit i of each higher level while word i of the one below
  /// is full.
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

  /// The first slot that isn't taken, or the end.
  private func firstFree(size: Int) -> Int {
    guard var index = levels[levels.count - 1].firstIndex(where: { $0 != .max }) else { return size }
    for words in levels.reversed() {
      if index >= words.count { return size }
      index = index * 64 + (~words[index]).trailingZeroBitCount
    }
    return min(index, size)
  }

  /// The first slot of the first run of so many that are free, perhaps with some that don't exist yet.
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
