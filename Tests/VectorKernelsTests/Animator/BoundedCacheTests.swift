import Testing
import VectorKernels

/// The cache of what an animator prepares once: curves, timelines and walks through phases.
@Suite(.seeded) struct BoundedCacheTests {
  /// A list in the order of making, which says what the cache has to make anew. Every third value is nil, as that of a
  /// curve without polynomials is.
  @Test(arguments: [1, 2, 7, 64])
  func theOldestValueIsReplaced(capacity: Int) {
    var random = Generator(seed: Settings.seed)
    var cache = BoundedCache<Int, Int?>(capacity: capacity)
    var kept: [Int] = []
    for step in 0..<5000 {
      let key = Int.random(in: 0..<capacity * 3 / 2 + 2, using: &random)
      var isMade = false
      let value = cache.value(for: key) {
        isMade = true
        return key % 3 == 0 ? nil : -key
      }
      #expect(value == (key % 3 == 0 ? nil : -key))
      #expect(isMade == !kept.contains(key), "key \(key) in step \(step)")
      if isMade { kept = (kept + [key]).suffix(capacity) }
    }
  }

  /// As many values as there is room for are made once, in whatever order and however often they are asked for.
  @Test func valuesForWhichThereIsRoomAreMadeOnce() {
    var random = Generator(seed: Settings.seed)
    var cache = BoundedCache<Int, Int>(capacity: 100)
    var made = 0
    for _ in 0..<5000 {
      _ = cache.value(for: Int.random(in: 0..<100, using: &random)) {
        made += 1
        return 0
      }
    }
    #expect(made == 100)
  }
}
