internal import CVectorKernels

// The steps of a frame: all groups are prepared, their blocks are moved and mark the members that may have ended, and
// then these members leave.

extension PropertyGroup {
  /// Prepares to move the group to a time.
  ///
  /// - Parameters:
  ///   - clock: The group's clock.
  ///   - budget: The number of blocks that may still move their epochs early in this frame.
  func prepare(for clock: Double, budget: inout Int) {
    chooseEpochs(for: clock, budget: &budget)
    mover.prepare(for: clock, in: self)
  }

  /// Moves a block and marks the members that may have ended. Several blocks may be moved at once. If this were
  /// inlined, the mover's reference would be counted, and cores would wait for one another to do so.
  @inline(never)
  func move(block: Int, at clock: Double, _ frame: Frame) {
    if blocks[block].isNew { moveBegins(in: block) }
    let isAnyVacant = blocks[block].vacantCount > 0
    if isAnyVacant { keepVacantValues(in: block, frame) }
    let isMarked = mover.move(block: block, in: self, at: clock, frame)
    if isAnyVacant {
      putBackVacantValues(in: block, frame)
      if isMarked { unmarkVacant(in: block) }
    }
    members.pointee.isMarked[block] = isMarked
  }

  /// Computes one member's value at a time, from its exact begin.
  func evaluateAlone(_ member: Int, at clock: Double, _ frame: Frame) {
    let block = member / Self.blockSize
    let epoch = blocks[block].epoch
    blocks[block].epoch = clock
    begins[member] = relativeBegin(of: member, to: clock)
    mover.evaluate(member..<member + 1, in: self, at: clock, frame)
    blocks[block].epoch = epoch
    begins[member] = relativeBegin(of: member, to: epoch)
  }

  /// Completes a frame in which all members have been moved.
  ///
  /// - Returns: Whether any may have ended.
  func endFrame(at clock: Double) -> Bool {
    setClock(clock)
    for block in 0..<blockCount where members.pointee.isMarked[block] { return true }
    return false
  }

  /// Calls `body` for every member that has ended, from the last to the first, so that `body` may remove the member.
  ///
  /// - Parameters:
  ///   - clock: The group's clock.
  ///   - prefetches: Whether members' data is likely to be in memory only.
  ///   - prefetch: Called with each member that may have ended, some time before `body`.
  ///   - body: Called with each member that has ended.
  func forEachEnded(
    at clock: Double, prefetches: Bool, prefetch: (_ member: Int) -> Void, _ body: (_ member: Int) -> Void
  ) {
    // When the last member leaves, all kept positions go with it, so blocks may disappear.
    for block in (0..<blockCount).reversed() where block < blockCount {
      // The data of a block's members arrives while members of the next two leave. To find a part of it takes the
      // members' slots, which are prefetched two blocks earlier.
      if prefetches, block >= 4 { forEachMarked(in: block - 4) { vk_prefetch(slots + $0) } }
      if prefetches, block >= 2 { forEachMarked(in: block - 2, prefetch) }
      forEachMarked(in: block) { member in
        if mover.hasEnded(member, in: self, at: clock) { body(member) }
      }
    }
  }

  /// Calls `body` for every member of a block that is marked as ended, from the last to the first.
  @inline(__always)
  private func forEachMarked(in block: Int, _ body: (_ member: Int) -> Void) {
    guard members.pointee.isMarked[block] else { return }
    let first = block * Self.blockSize
    for index in (0..<(members(of: block).count + 63) / 64).reversed() {
      var word = ended(block)[index]
      while word != 0 {
        let bit = 63 - word.leadingZeroBitCount
        word &= ~(1 << UInt64(bit))
        body(first + index * 64 + bit)
      }
    }
  }
}

// MARK: - Ends

extension PropertyGroup {
  /// Returns the bits of a block's members that may have ended.
  func ended(_ block: Int) -> UnsafeMutablePointer<UInt64> {
    members.pointee.endedWords + block * (Self.blockSize / 64)
  }

  /// Returns whether any member of a block can have ended, judged by the block's summary.
  @inline(__always)
  func mayHaveEnded(in block: Int, at clock: Double) -> Bool {
    if direction < 0 { return clock <= blocks[block].latestBegin }
    let earliest = blocks[block].earliestEnd
    // The earliest end is a rounded sum.
    return clock >= earliest - 1e-6 - 1e-15 * abs(earliest)
  }

  /// Marks the members of a block whose time is over.
  ///
  /// - Returns: Whether there are any.
  func markEndedByTime(in block: Int, at clock: Double) -> Bool {
    mayHaveEnded(in: block, at: clock) && markEnded(amongAllIn: block, at: clock)
  }

  /// Marks the members of a block that have ended, after checking every one of them.
  func markEnded(amongAllIn block: Int, at clock: Double) -> Bool {
    let words = ended(block)
    words.update(repeating: 0, count: Self.blockSize / 64)
    var isAny = false
    for (index, member) in members(of: block).enumerated() where mover.hasEnded(member, in: self, at: clock) {
      words[index / 64] |= 1 << UInt64(index % 64)
      isAny = true
    }
    return isAny
  }

  /// Marks the members of a block whose rate times the time since their begin has reached `amount`.
  func markPassed(_ amount: Float, in block: Int, at clock: Double) -> Bool {
    let first = block * Self.blockSize
    // Rounding shifts begins by up to half a microsecond and products by 2e-7. So a few too many members may be marked,
    // but none is missed.
    return vk_passed_f32(
      begins + first, rates + first, Float(clock - blocks[block].epoch + 2e-6), amount * (1 - 4e-7), ended(block),
      members(of: block).count) > 0
  }
}
