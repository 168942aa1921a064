extension Animator {
  /// The time that the animator was told last, in seconds: at most 2^33 (272 years) from zero.
  public var time: Double { core.clock.time }

  /// Evaluates everything that moves at a time.
  ///
  /// After it, ``completions`` holds the runs that have ended since the call before, each once, and ``isChanged(_:)``
  /// and ``forEachChangedRange(in:_:)`` tell which values may be others than before.
  ///
  /// A time that isn't finite changes nothing: it isn't a frame. While the animator is paused, or has a speed of 0, a
  /// frame costs nothing: no value changes and no run ends, not even one of no duration, which waits until time passes.
  /// At the same time again values stay. Back in time runs are where they
  /// were then, as far as they are still there: what has ended stays ended. A gap of any length is one exact step.
  ///
  /// - Parameter time: Seconds, on any clock. After a month too a run's time is right to a microsecond, and later than
  ///   8 s after its beginning to 1.2e-7 of it. Times more than 2^33 s (272 years) from zero, where the steps of `Double`
  ///   are a microsecond, count as that.
  /// - Complexity: O(m) for m properties that move. In `Double` each of their components, and of those among the same 64
  ///   places, moves 20 bytes more, on one core.
  public mutating func advance(to time: Double) {
    guard time.isFinite else { return }
    core.advance(to: time)
    streams.send(core.completions)
  }

  /// Evaluates everything that moves so many seconds later; see ``advance(to:)``.
  ///
  /// - Parameter seconds: Negative ones go back in time, and those that aren't finite change nothing. More than 2^33
  ///   (272 years) count as that. What runs goes on also where ``time`` has come to its limit and stays there.
  /// - Complexity: O(m) for m properties that move.
  public mutating func advance(by seconds: Double) {
    guard seconds.isFinite else { return }
    core.advance(by: seconds)
    streams.send(core.completions)
  }

  /// The runs that ended from the frame before the last ``advance(to:)`` to that one's end, each once.
  ///
  /// - Complexity: O(1). While two frames' lists are kept, the next frame allocates another.
  public var completions: [Completion] { core.completions }
}

// MARK: - Results

extension Animator {
  /// The values of all properties by their handles' indices, for the batched calls. Places without a property hold what
  /// was last there.
  ///
  /// - Complexity: O(1). As long as it is kept, the next change of a value copies all of them.
  public var values: Columns<Components> {
    Columns(sharing: core.columns(of: Component.self), count: columnCount)
  }

  /// One component of all properties' values: that of a property is at its handle's index. Places without a property
  /// hold what was last there.
  ///
  /// - Parameter component: The component's index in `0..<Components.componentCount`.
  /// - Complexity: O(1)
  @_lifetime(borrow self)
  public func column(_ component: Int) -> Span<Component> {
    requireComponent(component, of: Components.componentCount)
    let columns = core.columns(of: Component.self)
    let column = columns.memory + component * columns.stride
    return _overrideLifetime(Span(_unsafeStart: column, count: columnCount), borrowing: self)
  }

  /// Writes the values of all places, their components together in memory: x0, y0, x1, y1, ...
  ///
  /// - Parameter out: Receives ``columnCount`` times `Components.componentCount` elements.
  /// - Complexity: O(``columnCount``); reads and writes each component.
  public func copyValues(into out: consuming MutableSpan<Component>) {
    let count = Components.componentCount
    requireCount(out.count, "out.count", equals: columnCount * count, "columnCount * componentCount")
    if columnCount == 0 { return }
    let columns = core.columns(of: Component.self)
    Component.interleave(columns.memory, columns.stride, count, out.memory, columnCount)
  }

  /// Whether a property's value may be another one than before the last ``advance(to:)``: it moves, or has been set,
  /// stopped or put elsewhere.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public func isChanged(_ handle: PropertyHandle) throws(StalePropertyError) -> Bool {
    try check(handle)
    return core.table.isChanged(handle.index)
  }

  /// Calls `body` with every run of columns' places that ``isChanged(_:)`` holds for, in order: what to upload.
  ///
  /// - Parameters:
  ///   - places: The places to look at; all if nil. Others than `0..<columnCount` stop the program.
  ///   - body: Takes the places of a run, which are next to one another.
  /// - Throws: What `body` throws.
  /// - Complexity: O(n / 64) for n places, and O(1) for each run.
  public func forEachChangedRange<Failure: Error>(
    in places: Range<Int>? = nil, _ body: (Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    try core.table.forEachChangedRange(in: checked(places), body)
  }

  /// Some of the columns' places, or all.
  func checked(_ places: Range<Int>?, in function: StaticString = #function) -> Range<Int> {
    let all = 0..<columnCount
    guard let places else { return all }
    guard places.lowerBound >= 0, places.upperBound <= columnCount else {
      fatalError("\(function): places is \(places), but must be within \(all)")
    }
    return places
  }
}
