extension Columns: RangeReplaceableCollection {
  /// Appends a value.
  ///
  /// - Complexity: O(`Value.componentCount`) on average; O(`count`) if the memory has to grow.
  @inlinable
  public mutating func append(_ value: Value) {
    makeUnique(growingTo: count + 1)
    self[unchecked: count] = value
    size += 1
  }

  /// Appends values. A kernel moves packed ones.
  @inlinable
  public mutating func append(contentsOf values: Span<Value>) {
    if values.isEmpty { return }
    makeUnique(growingTo: count + values.count)
    if Value.isPacked {
      values.withUnsafeBytes { bytes in
        let components = bytes.assumingMemoryBound(to: Component.self).baseAddress!
        Component.deinterleave(components, Value.componentCount, start(of: 0) + count, storage.stride, values.count)
      }
    } else {
      for i in values.indices { self[unchecked: count + i] = values[i] }
    }
    size += values.count
  }

  /// Appends values. A kernel moves them if they are packed and contiguous in memory.
  @inlinable
  public mutating func append(contentsOf values: some Sequence<Value>) {
    let isDone: Void? = values.withContiguousStorageIfAvailable { values in
      // The memory that all empty arrays share may lie at an address that the standard library has no span for.
      if !values.isEmpty { append(contentsOf: values.span) }
    }
    if isDone != nil { return }
    makeUnique(growingTo: count + values.underestimatedCount)
    for value in values { append(value) }
  }

  /// Removes a value and moves the values after it up by one place.
  ///
  /// - Complexity: O(`count`). ``swapRemove(at:)`` doesn't move the others.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Value {
    let value = self[index]
    replaceSubrange(index..<index + 1, with: EmptyCollection())
    return value
  }

  /// Removes a value and moves the last one to its place.
  ///
  /// - Complexity: O(`Value.componentCount`).
  @inlinable
  @discardableResult
  public mutating func swapRemove(at index: Int) -> Value {
    let value = self[index]
    self[index] = self[unchecked: count - 1]
    size -= 1
    return value
  }

  /// Removes all values, and frees their memory unless `keepCapacity` is true.
  @inlinable
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    if keepCapacity {
      // Copies keep the shared memory; the new memory has the same capacity.
      if !isKnownUniquelyReferenced(&storage) {
        storage = ColumnStorage(components: Value.componentCount, capacity: storage.stride)
      }
    } else {
      storage = ColumnStorage(components: Value.componentCount, capacity: 0)
    }
    size = 0
  }

  /// Replaces the values in a range with others. The count may change.
  ///
  /// - Complexity: O(`count` + `values.count`).
  @inlinable
  public mutating func replaceSubrange(_ range: Range<Int>, with values: some Collection<Value>) {
    guard range.lowerBound >= 0, range.upperBound <= count else {
      fatalError("replaceSubrange: the range is \(range), but must be within 0..<\(count)")
    }
    let added = values.count
    let newCount = count - range.count + added
    makeUnique(growingTo: newCount)
    let moved = count - range.upperBound
    for component in 0..<Value.componentCount {
      let start = start(of: component)
      (start + range.lowerBound + added).update(from: start + range.upperBound, count: moved)
    }
    var index = range.lowerBound
    for value in values {
      self[unchecked: index] = value
      index += 1
    }
    size = newCount
  }
}
