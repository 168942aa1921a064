internal import CVectorKernels

// What a frame does: all groups get ready, their blocks are moved and mark who may have ended, and then these leave.

extension PropertyGroup {
  /// Gets ready to be moved to a time.
  ///
  /// - Parameters:
  ///   - clock: The group's clock.
  ///   - budget: How many blocks may yet move their epochs in this frame without need.
  func prepare(for clock: Double, budget: inout Int) {
    chooseEpochs(for: clock, budget: &budget)
    mover.prepare(for: clock, in: self)
  }

  /// Moves a block and marks which of its members may have ended. Several blocks may be moved at once. Where it is
  /// inlined, the mover's reference is counted, for which cores would wait for one another.
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

  /// Puts one member where it is at a time, by its exact begin.
  func placeAlone(_ member: Int, at clock: Double, _ frame: Frame) {
    let block = member / Self.blockSize
    let epoch = blocks[block].epoch
    blocks[block].epoch = clock
    begins[member] = relativeBegin(of: member, to: clock)
    mover.place(member..<member + 1, in: self, at: clock, frame)
    blocks[block].epoch = epoch
    begins[member] = relativeBegin(of: member, to: epoch)
  }

  /// Notes that all members have been moved.
  ///
  /// - Returns: Whether any may have ended.
  func endFrame(at clock: Double) -> Bool {
    setClock(clock)
    for block in 0..<blockCount where members.pointee.isMarked[block] { return true }
    return false
  }

  /// Runs `body` for every member that has ended, from the last to the first, so that it may take the member away.
  func forEachEnded(at clock: Double, _ body: (_ member: Int) -> Void) {
    // The last one to leave takes all kept positions along.
    for block in (0..<blockCount).reversed() where block < blockCount && members.pointee.isMarked[block] {
      let first = block * Self.blockSize
      for index in (0..<(members(of: block).count + 63) / 64).reversed() {
        var word = ended(block)[index]
        while word != 0 {
          let bit = 63 - word.leadingZeroBitCount
          word &= ~(1 << UInt64(bit))
          let member = first + index * 64 + bit
          if mover.hasEnded(member, in: self, at: clock) { body(member) }
        }
      }
    }
  }
}

// MARK: - Ends

extension PropertyGroup {
  /// A bit for each member of a block that may have ended.
  func ended(_ block: Int) -> UnsafeMutablePointer<UInt64> {
    members.pointee.endedWords + block * (Self.blockSize / 64)
  }

  /// Whether any member of a block can have ended, by what is known of all of them.
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

  /// Asks every member of a block whether it has ended.
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

  /// Marks the members of a block that have made so much of their way, at their rates.
  func markPassed(_ way: Float, in block: Int, at clock: Double) -> Bool {
    let first = block * Self.blockSize
    // Rounded, begins are off by up to half a microsecond, and products by 2e-7. So a few too many may be marked, but
    // none too few.
    return vk_passed_f32(
      begins + first, rates + first, Float(clock - blocks[block].epoch + 2e-6), way * (1 - 4e-7), ended(block),
      members(of: block).count) > 0
  }
}
