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

  mutating func insert(_ slot: Int) { words[slot / 64] |= 1 << UInt64(slot % 64) }

  mutating func toggle(_ slot: Int) { words[slot / 64] ^= 1 << UInt64(slot % 64) }

  mutating func remove(_ slot: Int) { words[slot / 64] &= ~(1 << UInt64(slot % 64)) }
}

extension BitSet {
  /// Calls `body` with every run of slots that are in this set or in another, in order.
  func forEachRange(in union: BitSet, _ body: (Range<Int>) -> Void) {
    var start: Int?
    for index in words.indices {
      let word = words[index] | union.words[index]
      if word == 0 || word == .max {
        if word == 0, let first = start {
          body(first..<index * 64)
          start = nil
        } else if word == .max, start == nil {
          start = index * 64
        }
        continue
      }
      for bit in 0..<64 {
        let isIn = word & (1 << UInt64(bit)) != 0
        if isIn, start == nil {
          start = index * 64 + bit
        } else if !isIn, let first = start {
          body(first..<index * 64 + bit)
          start = nil
        }
      }
    }
    if let first = start { body(first..<words.count * 64) }
  }
}
