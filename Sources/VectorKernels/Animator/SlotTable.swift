internal import CVectorKernels

/// What is known of each slot of the columns: which property is in it, where that runs, and how, and whether its value
/// may be another one than before.
@usableFromInline
struct SlotTable: Sendable {
  /// A slot, with all that a call for its property asks for in one place of memory.
  @usableFromInline
  struct Slot: Sendable {
    /// How often the slot has been taken and left: odd while it is taken.
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
    for slot in slots.indices where slots[slot].isTaken {
      taken.insert(slot)
      count += 1
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
      slots.append(contentsOf: repeatElement(Slot(), count: end - size))
      taken.grow(to: end)
      moving.grow(to: end)
      touched.grow(to: end)
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
    slots[slot].generation &+= 1
    taken.remove(slot)
    count -= 1
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
