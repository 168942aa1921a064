/// A cache with a fixed capacity: when it is full, a new value replaces the oldest one.
struct BoundedCache<Key: Hashable, Value> {
  private let capacity: Int
  private var values: [Key: Value] = [:]
  /// The keys in the order of their replacement, from `next` on.
  private var order: [Key] = []
  private var next = 0

  init(capacity: Int) { self.capacity = capacity }

  /// Returns the value for a key, after making it if the cache doesn't hold it.
  ///
  /// - Complexity: O(1) on average, plus the cost of `make` if it is called.
  mutating func value(for key: Key, orMake make: () -> Value) -> Value {
    if let found = values[key] { return found }
    let value = make()
    if order.count < capacity {
      order.append(key)
    } else {
      values[order[next]] = nil
      order[next] = key
      next = (next + 1) % capacity
    }
    values.updateValue(value, forKey: key)
    return value
  }
}
