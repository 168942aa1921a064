internal import CVectorKernels

// Members join and leave. Each has a position, which may change.

extension PropertyGroup {
  /// Prefetches the memory of a member that is about to change. An index that isn't a member's does nothing.
  func prefetch(_ member: Int) {
    if member >= count { return }
    vk_prefetch(members.pointee.records + member * recordSize)
    for index in 0..<columnCount { vk_prefetch(column(index) + member) }
    if case .springs(let springs) = shortcut {
      springs._withUnsafeGuaranteedRef { $0.own.prefetchParameters(of: member) }
    }
  }

  /// Returns whether each member of the block at a slot's number has the position of its slot's number. Reads the
  /// block's data only, not the member's.
  func isInOrder(around slot: Int) -> Bool {
    let block = slot / Self.blockSize
    return slot >= 0 && slot < count && blocks[block].isConsecutive
      && Int(slots[block * Self.blockSize]) == block * Self.blockSize
  }

  /// Adds a member. The caller then sets its numbers.
  ///
  /// - Returns: The member's position.
  @inline(__always)
  func appendMember(slot: Int) -> Int {
    let member = count
    if member == stride { members.pointee.grow(to: max(64, 2 * stride)) }
    slots[member] = Int32(slot)
    members.pointee.count += 1
    let index = member / Self.blockSize
    if member % Self.blockSize == 0 {
      blocks[index] = Block(epoch: clock, isConsecutive: true, sharedRate: .nan)
    } else {
      if Int(slots[member - 1]) + 1 != slot { blocks[index].isConsecutive = false }
      blocks[index].slotBits = .unknown
    }
    return member
  }

  /// Adds a member of another group of the same kind to this one. The caller then sets its start.
  func append(_ member: Int, of other: PropertyGroup) -> Int {
    let position = appendMember(slot: Int(other.slots[member]))
    copyNumbers(of: member, in: other, to: position)
    mover.didAppend(member, of: other, to: self)
    return position
  }

  private func copyNumbers(of member: Int, in other: PropertyGroup, to position: Int) {
    (members.pointee.records + position * recordSize)
      .copyMemory(from: other.members.pointee.records + member * recordSize, byteCount: recordSize)
    // The begin follows from the member's times.
    for column in 1..<columnCount { self.column(column)[position] = other.column(column)[member] }
  }

  /// Removes a member. The last one takes its position.
  ///
  /// - Parameter didMove: Called with the slot of each member that has changed its position, and with the new position;
  ///   nil means that the slot has no position any more.
  func removeMember(_ member: Int, didMove: (_ slot: Int, _ position: Int?) -> Void) {
    mover.memberWillLeave(member, in: self)
    if isVacant(member) { setVacant(member, false) }
    while count - 1 > member, isVacant(count - 1) {
      setVacant(count - 1, false)
      didMove(Int(slots[count - 1]), nil)
      members.pointee.count -= 1
      blocks[count / Self.blockSize].slotBits = .unknown
    }
    let last = count - 1
    let slot = slots[last]
    members.pointee.count = last
    blocks[last / Self.blockSize].slotBits = .unknown
    guard member != last else { return }
    slots[member] = slot
    copyNumbers(of: last, in: self, to: member)
    blocks[member / Self.blockSize].isConsecutive = false
    blocks[member / Self.blockSize].slotBits = .unknown
    timesDidChange(of: member)
    mover.memberDidMove(from: last, to: member, in: self)
    didMove(Int(slot), member)
  }

  /// Updates everything that depends on a member's numbers. Code that changes them must call this, except for the
  /// mover, which knows its own changes.
  func numbersDidChange(of member: Int) {
    timesDidChange(of: member)
    mover.numbersDidChange(of: member, in: self)
  }
}

// MARK: - Copies

extension PropertyGroup {
  /// Returns a copy of the group, which gives the same bits in all future frames.
  func copy() -> PropertyGroup {
    let copy = PropertyGroup(mover.emptyKind, components: components, direction: direction)
    copy.copyMembers(of: self)
    return copy
  }

  /// Copies everything that lasts from one frame to the next from another group.
  private func copyMembers(of other: PropertyGroup) {
    setCount(other.count)
    slots.update(from: other.slots, count: count)
    blocks.update(from: other.blocks, count: blockCount)
    for block in 0..<blockCount { blocks[block].slotBits = .unknown }
    setVacantWords(other.members.pointee.vacantWords)
    members.pointee.records.copyMemory(from: other.members.pointee.records, byteCount: count * recordSize)
    for column in 0..<columnCount { self.column(column).update(from: other.column(column), count: count) }
    setClock(other.clock)
    mover.didCopyMembers(of: other, to: self)
  }

  /// Sets the number of members. The caller then sets their numbers, slots and blocks.
  func setCount(_ newCount: Int) {
    if newCount > stride { members.pointee.grow(to: newCount) }
    members.pointee.count = newCount
  }

  var savedColumnCount: Int { columnCount + recordedCount }

  /// Returns a column as snapshots hold it: the columns of numbers come first, followed by the recorded numbers.
  func savedColumn(_ index: Int) -> [Float] {
    if index < columnCount { return Array(UnsafeBufferPointer(start: column(index), count: count)) }
    let numbers = recorded(index - columnCount)
    return (0..<count).map { numbers[$0] }
  }

  /// Sets a column from a snapshot.
  func setSavedColumn(_ index: Int, to saved: [Float]) {
    if index < columnCount { return column(index).update(from: saved, count: count) }
    let numbers = recorded(index - columnCount)
    for member in 0..<count { numbers[member] = saved[member] }
  }
}
