/// What has been made for keys, of which only so many are kept: the oldest one gives way to a new one.
struct BoundedCache<Key: Hashable, Value> {
  private let capacity: Int
  private var values: [Key: Value] = [:]
  /// The keys in the order in which they give way, from `next` on.
  private var order: [Key] = []
  private var next = 0

  init(capacity: Int) { self.capacity = capacity }

  /// - Complexity: O(1) on average, and what making takes where there is nothing yet.
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
