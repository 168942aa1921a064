extension Animator {
  /// The latest time passed to the animator, in seconds: at most 2^33 (272 years) from zero.
  public var time: Double { core.clock.time }

  /// Evaluates everything that moves, at the given time.
  ///
  /// Afterwards, ``completions`` lists the runs that have ended since the previous call, each once. ``isChanged(_:)``
  /// and ``forEachChangedRange(in:_:)`` report the values that may have changed.
  ///
  /// A time that isn't finite changes nothing and isn't a frame. While the animator is paused or has a speed of 0, a
  /// frame costs nothing: no value changes and no run ends. Even a run of no duration waits until time passes. If the
  /// time is the same as before, values stay. If it is earlier, runs that still exist go back to their state at that
  /// time; runs that have ended stay ended. A gap of any length is one exact step.
  ///
  /// - Parameter time: Seconds, on any clock. Even after a month, a run's time is accurate to a microsecond; when a run
  ///   is older than 8 s, its time is accurate to 1.2e-7 of its age. A time more than 2^33 s (272 years) from zero
  ///   counts as that limit, at which the steps of a `Double` are a microsecond.
  /// - Complexity: O(m) for m properties that move. With `Double` components, each component of a moving property, and
  ///   of any property in the same block of 64 places, moves 20 more bytes, on one core.
  public mutating func advance(to time: Double) {
    guard time.isFinite else { return }
    core.advance(to: time)
    sendCompletions()
  }

  /// Evaluates everything that moves, the given number of seconds later. See ``advance(to:)``.
  ///
  /// - Parameter seconds: The seconds since the previous frame. A negative number goes back in time, and a number that
  ///   isn't finite changes nothing. A number beyond 2^33 (272 years) counts as that limit. Runs advance even if
  ///   ``time`` has reached its limit and stays there.
  /// - Complexity: O(m) for m properties that move.
  public mutating func advance(by seconds: Double) {
    guard seconds.isFinite else { return }
    core.advance(by: seconds)
    sendCompletions()
  }

  /// The runs that ended after the frame before the last ``advance(to:)``, up to the end of that call, each once.
  ///
  /// - Complexity: O(1). If you keep the lists of two frames, the next frame allocates another list.
  public var completions: [Completion] { core.completions }
}

// MARK: - Results

extension Animator {
  /// The values of all properties by their handles' indices, for the batched calls. A place without a property holds
  /// the value that was last there.
  ///
  /// - Complexity: O(1). While you keep a copy, the next change of a value copies all of them.
  public var values: Columns<Components> {
    Columns(sharing: core.columns(of: Component.self), count: columnCount)
  }

  /// Returns one component of all properties' values; the element for a property is at its handle's index. A place
  /// without a property holds the element that was last there.
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

  /// Writes the values at all places with the components of each value together in memory: x0, y0, x1, y1, ...
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

  /// Returns whether a property's value may have changed since the ``advance(to:)`` before the last one returned:
  /// because the property moves, or because it was set, stopped, moved by a seek or restored. So programs that upload
  /// before the next frame see a change between two frames, and so do programs that upload after it.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public func isChanged(_ handle: PropertyHandle) throws(StalePropertyError) -> Bool {
    try check(handle)
    return core.table.isChanged(handle.index)
  }

  /// Calls `body` with each range of consecutive places for which ``isChanged(_:)`` is true, in order; these are the
  /// values to upload.
  ///
  /// - Parameters:
  ///   - places: The places to check; nil means all. Places outside `0..<columnCount` stop the program.
  ///   - body: Receives a range of consecutive places.
  /// - Throws: The errors of `body`.
  /// - Complexity: O(n / 64) for n places, and O(1) for each range.
  public func forEachChangedRange<Failure: Error>(
    in places: Range<Int>? = nil, _ body: (Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    try core.table.forEachChangedRange(in: checked(places), body)
  }

  /// Returns `places` if all of them are in the columns, or all places if it is nil. Other places stop the program.
  func checked(_ places: Range<Int>?, in function: StaticString = #function) -> Range<Int> {
    let all = 0..<columnCount
    guard let places else { return all }
    guard places.lowerBound >= 0, places.upperBound <= columnCount else {
      fatalError("\(function): places is \(places), but must be within \(all)")
    }
    return places
  }
}
