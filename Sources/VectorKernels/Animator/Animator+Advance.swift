internal import CVectorKernels

extension Animator {
  /// The time that the animator was told last, in seconds.
  public var time: Double { clock.time }

  /// Evaluates everything that moves at a time.
  ///
  /// After it, ``completions`` holds the runs that have ended since the call before, each once, and ``isChanged(_:)``
  /// and ``forEachChangedRange(_:)`` tell which values may be others than before.
  ///
  /// A time that isn't finite changes nothing. At the same time again values stay. Back in time runs are where they
  /// were then, as far as they are still there: what has ended stays ended. A gap of any length is one exact step.
  ///
  /// - Parameter time: Seconds, on any clock. Progress is right to a microsecond after a month.
  /// - Complexity: O(m) for m properties that move.
  public mutating func advance(to time: Double) {
    for slot in touchedSlots { touched.remove(Int(slot)) }
    touchedSlots.removeAll(keepingCapacity: true)
    swap(&completions, &endedBetweenFrames)
    endedBetweenFrames.removeAll(keepingCapacity: true)
    guard time.isFinite else { return }
    clock.advance(to: time)
    evaluateGroups()
    for number in groups.indices where groups[number].count > 0 && groups[number].speed != 0 {
      finish(groups[number])
    }
  }

  /// Evaluates everything that moves so many seconds later; see ``advance(to:)``.
  public mutating func advance(by seconds: Double) {
    advance(to: clock.time + seconds)
  }

  private mutating func evaluateGroups() {
    let now = clock.now
    let (groups, kernels, pool) = (groups, Kernels.active, pool)
    for group in groups where group.count > 0 && group.speed != 0 { group.prepare(for: group.speed * now) }
    results.withColumns { results, stride in
      pool.evaluate(groups, at: now, kernels, results, stride: stride)
    }
  }

  /// Takes those out of a group that have ended.
  private mutating func finish(_ group: PropertyGroup<Value>) {
    let clock = clock(of: group)
    group.forEachEnded(at: clock) { member in
      let slot = Int(group.slots[member])
      results[slot] = group.speed > 0 ? group.finalValue(of: member) : group.firstValue(of: member)
      completions.append(Completion(handle: table.handle(of: slot), reason: .finished))
      leave(slot)
      touch(slot)
    }
  }

  /// Evaluates one property at once.
  mutating func evaluate(_ member: Int, of group: PropertyGroup<Value>) {
    let clock = clock(of: group)
    let (kernels, pool) = (Kernels.active, pool)
    results.withColumns { results, stride in
      group.evaluate(member: member, at: clock, pool.frame(0, kernels, results, stride: stride))
    }
  }
}

// MARK: - Results

extension Animator {
  /// The values of all properties by their handles' indices, for the batched calls. Places without a property hold what
  /// was last there.
  ///
  /// - Complexity: O(1). As long as it is kept, the next change of a value copies all of them.
  public var values: Columns<Value> { results }

  /// One component of all properties' values: that of a property is at its handle's index. Places without a property
  /// hold what was last there.
  ///
  /// - Parameter component: The component's index in `0..<Value.componentCount`.
  @_lifetime(borrow self)
  public func column(_ component: Int) -> Span<Float> {
    results.span(component: component)
  }

  /// Writes the values of all places, their components together in memory: x0, y0, x1, y1, ...
  ///
  /// - Parameter out: Receives ``columnCount`` times `Value.componentCount` elements.
  /// - Complexity: O(``columnCount``); moves 8 bytes per component.
  public func copyValues(into out: consuming MutableSpan<Float>) {
    requireCount(
      out.count, "out.count", equals: columnCount * Value.componentCount, "columnCount * componentCount")
    if columnCount == 0 { return }
    Float._interleave(
      results.start(of: 0), results.storage.stride, Value.componentCount, out.memory, columnCount)
  }

  /// Whether a property's value may be another one than before the last ``advance(to:)``: it moves, or has been set,
  /// stopped or put elsewhere.
  ///
  /// - Throws: ``StalePropertyError``
  public func isChanged(_ handle: PropertyHandle) throws(StalePropertyError) -> Bool {
    try check(handle)
    return moving.contains(handle.index) || touched.contains(handle.index)
  }

  /// Calls `body` with every run of columns' places that ``isChanged(_:)`` holds for, in order: what to upload.
  ///
  /// - Complexity: O(``columnCount`` / 64), and O(1) for each run.
  public func forEachChangedRange(_ body: (Range<Int>) -> Void) {
    moving.forEachRange(in: touched, body)
  }
}
