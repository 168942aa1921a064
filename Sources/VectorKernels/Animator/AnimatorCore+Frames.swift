extension AnimatorCore {
  /// Evaluates a frame at a finite time of the user's clock.
  mutating func advance(to time: Double) { advance { $0.advance(to: time) } }

  /// Evaluates a frame a finite number of seconds later.
  mutating func advance(by seconds: Double) { advance { $0.advance(by: seconds) } }

  private mutating func advance(_ setClock: (inout Clock) -> Void) {
    guard !isInFrame else { fatalError("advance: called while the same animator is evaluating a frame") }
    isInFrame = true
    defer { isInFrame = false }
    beginFrame()
    let before = clock.now
    setClock(&clock)
    table.timeStandsStill = clock.rate == 0
    if table.timeStandsStill { return }
    if !observations.isEmpty { noteEvents(since: before) }
    advanceLayers()
    takeNextBases()
    if moveGroups() {
      finishSums()
      updateChangedDoubles()
    }
    if clock.isFarOut { beginClockAnew() }
  }

  /// Restarts the clock at zero and shifts everything that is relative to it.
  private mutating func beginClockAnew() {
    let seconds = -clock.now
    moveTimes(by: seconds)
    for layer in layers { layer.core.moveTimes(by: seconds) }
    clock.beginAnew()
    for layer in layers { layer.core.clock = clock }
  }

  private func moveTimes(by seconds: Double) {
    for group in groups.all where group.direction != 0 { group.moveTimes(by: group.direction * seconds) }
  }

  /// Forgets the completions and changes up to the end of the last frame.
  private mutating func beginFrame() {
    table.beginFrame()
    swap(&completions, &endedBetweenFrames)
    endedBetweenFrames.removeAll(keepingCapacity: true)
    observations.forgetEvents()
  }

  /// Evaluates a frame of a layer, whose clock the caller has set.
  mutating func advanceAsLayer() {
    beginFrame()
    _ = moveGroups()
  }

  /// Moves everything to the clock's time and removes the members that have ended.
  ///
  /// - Returns: Whether anything moves. If not, values stay, and copies of them need no memory of their own.
  private mutating func moveGroups() -> Bool {
    let isMoving = groups.all.withUncountedReferences { groups in
      var isMoving = false
      groups.forEachReferent { if $0.count > 0 && $0.direction != 0 { isMoving = true } }
      return isMoving
    }
    if !isMoving { return false }
    makeResultsUnique()
    let now = clock.now
    groups.all.withUncountedReferences { groups in
      var blocks = 0
      groups.forEachReferent { blocks += $0.blockCount }
      var budget = 1 + blocks / 128
      groups.forEachReferent { group in
        if group.count > 0 && group.direction != 0 { group.prepare(for: group.direction * now, budget: &budget) }
      }
      pool.moveBlocks(
        of: groups, to: now, results.memory, stride: results.stride, layers: columnsOfLayers, isLayer: isLayer,
        componentTime: &componentTime)
    }
    for number in groups.all.indices {
      let isMarked = groups.uncounted(number)._withUnsafeGuaranteedRef {
        $0.count > 0 && $0.direction != 0 && $0.endFrame(at: $0.direction * now)
      }
      if isMarked, !(isLayer && groups[number].direction < 0) { finish(groups[number]) }
    }
    return true
  }

  /// Records where the values of a layer are.
  mutating func setLayerColumns(_ columns: Layer.Columns, at depth: Int) {
    if depth == columnsOfLayers.count {
      columnsOfLayers.append(columns)
    } else {
      columnsOfLayers[depth] = columns
    }
  }

  /// Forgets where the values of removed layers were.
  mutating func dropLayerColumns(from depth: Int) {
    if columnsOfLayers.count > depth { columnsOfLayers.removeLast(columnsOfLayers.count - depth) }
  }

  /// Removes the members that have ended from a group.
  private mutating func finish(_ group: PropertyGroup) {
    group.forEachEnded(
      at: clock(of: group), prefetches: isLarge,
      prefetch: { member in prefetch(Int(group.slots[member]), member, of: group) }
    ) { member in finish(Int(group.slots[member]), member, of: group) }
  }

  /// Removes a property that has ended from its group and reports it.
  mutating func finish(_ slot: Int, _ member: Int, of group: PropertyGroup) {
    let value = results.memory + slot
    if group.direction > 0 {
      group.copyFinalValue(of: member, to: value, stride: results.stride)
    } else {
      copyFirstValue(of: slot, member, group, to: value, stride: results.stride)
    }
    let end: StoppingPoint = group.direction > 0 ? .end : .start
    completions.append(Completion(run: table.run(of: slot), reason: .finished, end: end))
    leave(slot)
    touch(slot)
    if table[slot].isRemovedAtEnd {
      table[slot].isRemovedAtEnd = false
      table.leave(slot)
    }
  }
}
