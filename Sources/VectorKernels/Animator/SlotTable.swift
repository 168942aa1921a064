/// Which slots of the columns hold a property, which one, and where each property runs.
@usableFromInline
struct SlotTable: Sendable {
  /// Where a property runs: its group and its position in it; or, at rest, the group that keeps a position for it.
  @usableFromInline
  struct Place: Sendable {
    /// The group's number, or -2 less the number of the one that keeps a position, or -1 for none.
    private var code: Int32 = -1
    var position: Int32 = 0
    /// The number of the last run.
    @usableFromInline var run: UInt32 = 0

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
  }

  /// How often each slot has been taken and left: odd while it is taken.
  @usableFromInline private(set) var generations: [UInt32] = []
  @usableFromInline var places: [Place] = []
  /// Bit `i % 64` of word `i / 64` is set while slot i is taken.
  private var taken: [UInt64] = []
  /// No word before it has a free slot.
  private var firstWord = 0
  private(set) var count = 0

  init() {}

  /// Slots that have been taken and left so often, and whose properties are all at rest.
  init(generations: [UInt32]) {
    self.generations = generations
    places = Array(repeating: Place(), count: generations.count)
    taken = Array(repeating: 0, count: (generations.count + 63) / 64)
    for (slot, generation) in generations.enumerated() where generation % 2 == 1 {
      taken[slot / 64] |= 1 << UInt64(slot % 64)
      count += 1
    }
  }

  /// How many slots there are, taken or not.
  @inlinable
  var size: Int { generations.count }

  @inlinable
  func holds(_ handle: PropertyHandle) -> Bool {
    handle.index >= 0 && handle.index < size && generations[handle.index] == handle.generation
      && handle.generation % 2 == 1
  }

  /// The identity of the last run of a slot's property.
  func run(of slot: Int) -> AnimationRun { AnimationRun(handle: handle(of: slot), number: places[slot].run) }

  func handle(of slot: Int) -> PropertyHandle { PropertyHandle(index: slot, generation: generations[slot]) }

  mutating func reserveCapacity(_ capacity: Int) {
    generations.reserveCapacity(capacity)
    places.reserveCapacity(capacity)
    taken.reserveCapacity((capacity + 63) / 64)
  }

  /// Takes as many slots side by side: the first gap that is long enough, or new ones at the end.
  ///
  /// - Returns: The handle of the first; the others' follow, of the same generation.
  mutating func take(_ count: Int) -> PropertyHandle {
    let first = gap(of: count)
    let end = first + count
    while size < end {
      generations.append(0)
      places.append(Place())
      if size > taken.count * 64 { taken.append(0) }
    }
    var generation: UInt32 = 0
    for slot in first..<end { generation = max(generation, generations[slot]) }
    generation &+= 1
    for slot in first..<end {
      generations[slot] = generation
      taken[slot / 64] |= 1 << UInt64(slot % 64)
    }
    self.count += count
    return PropertyHandle(index: first, generation: generation)
  }

  mutating func leave(_ slot: Int) {
    generations[slot] &+= 1
    taken[slot / 64] &= ~(1 << UInt64(slot % 64))
    firstWord = min(firstWord, slot / 64)
    count -= 1
  }

  /// The first slot of the first run of so many that are free, perhaps with some that don't exist yet.
  private mutating func gap(of count: Int) -> Int {
    while firstWord < taken.count, taken[firstWord] == .max { firstWord += 1 }
    if count == 1 {
      return firstWord < taken.count
        ? min(firstWord * 64 + (~taken[firstWord]).trailingZeroBitCount, size) : size
    }
    var slot = firstWord * 64
    var free = 0
    while slot + free < size, free < count {
      let next = slot + free
      if free == 0, next % 64 == 0, taken[next / 64] == .max {
        slot += 64
      } else if taken[next / 64] & (1 << UInt64(next % 64)) == 0 {
        free += 1
      } else {
        slot = next + 1
        free = 0
      }
    }
    return min(slot, size)
  }
}
