/// A set of slots.
struct BitSet: Sendable {
  private(set) var words: [UInt64] = []

  mutating func reserveCapacity(_ slots: Int) {
    words.reserveCapacity((slots + 63) / 64)
  }

  mutating func grow(to slots: Int) {
    while words.count * 64 < slots { words.append(0) }
  }

  func contains(_ slot: Int) -> Bool { words[slot / 64] & (1 << UInt64(slot % 64)) != 0 }

  @inline(__always)
  mutating func insert(_ slot: Int) { words[slot / 64] |= 1 << UInt64(slot % 64) }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  mutating func removeAll() {
    for index in words.indices { words[index] = 0 }
  }

  mutating func remove(_ slot: Int) { words[slot / 64] &= ~(1 << UInt64(slot % 64)) }
}

extension BitSet {
  /// Creates the set of a table's slots for which a predicate is true.
  init(of table: SlotTable, where holds: (SlotTable.Slot) -> Bool) {
    self.init(words: Array(repeating: 0, count: (table.size + 63) / 64))
    for slot in 0..<table.size where holds(table[slot]) { insert(slot) }
  }

  /// Calls `body` with every range of consecutive slots within bounds that are in this set or in another, in order.
  func forEachRange<Failure: Error>(
    in union: BitSet, within bounds: Range<Int>, _ body: (Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    var start = firstSlot(isIn: true, or: union, in: bounds)
    while start < bounds.upperBound {
      let end = firstSlot(isIn: false, or: union, in: start..<bounds.upperBound)
      try body(start..<end)
      start = firstSlot(isIn: true, or: union, in: end..<bounds.upperBound)
    }
  }

  /// Returns the first slot within bounds that is in this set or in another (or, if `isIn` is false, in neither), or
  /// the end of the bounds if there is none.
  private func firstSlot(isIn: Bool, or union: BitSet, in bounds: Range<Int>) -> Int {
    let inverted: UInt64 = isIn ? 0 : .max
    // Slots before the bounds don't count.
    var mask = UInt64.max << UInt64(bounds.lowerBound % 64)
    for index in bounds.lowerBound / 64..<(bounds.upperBound + 63) / 64 {
      let word = ((words[index] | union.words[index]) ^ inverted) & mask
      if word != 0 { return min(bounds.upperBound, index * 64 + word.trailingZeroBitCount) }
      mask = .max
    }
    return bounds.upperBound
  }

  /// Calls `body` with every range of consecutive words that hold a slot of this set or of another set of the same
  /// size, in order.
  func forEachRangeOfWords(in union: BitSet, _ body: (Range<Int>) -> Void) {
    var end = 0
    while end < words.count {
      var start = end
      while start < words.count, words[start] | union.words[start] == 0 { start += 1 }
      end = start
      while end < words.count, words[end] | union.words[end] != 0 { end += 1 }
      if start < end { body(start..<end) }
    }
  }
}

extension UInt64 {
  /// Calls `body` with the index of each bit that is set, from the lowest to the highest.
  @inline(__always)
  func forEachSetBit(_ body: (_ bit: Int) -> Void) {
    var word = self
    while word != 0 {
      body(word.trailingZeroBitCount)
      word &= word &- 1
    }
  }
}
