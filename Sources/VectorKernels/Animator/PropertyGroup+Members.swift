internal import CVectorKernels

// Members come and go. Each has a position, which another one may take.

extension PropertyGroup {
  /// Asks for the memory of a member whose run is about to begin anew; a number that isn't one does nothing.
  func prefetch(_ member: Int) {
    if member >= count { return }
    vk_prefetch(members.pointee.records + member * recordSize)
    for index in 0..<columnCount { vk_prefetch(column(index) + member) }
  }

  /// Adds a member, whose numbers are then to be set.
  ///
  /// - Returns: Its position.
  func appendMember(slot: Int) -> Int {
    let member = count
    if member == stride { members.pointee.grow(to: max(64, 2 * stride)) }
    slots[member] = Int32(slot)
    members.pointee.count += 1
    let index = member / Self.blockSize
    if member % Self.blockSize == 0 {
      blocks[index] = Block(epoch: clock, isConsecutive: true, sharedRate: .nan)
    } else if Int(slots[member - 1]) + 1 != slot {
      blocks[index].isConsecutive = false
    }
    return member
  }

  /// Adds a member of another group of the same kind to this one, whose start is then to be set.
  func append(_ member: Int, of other: PropertyGroup) -> Int {
    let position = appendMember(slot: Int(other.slots[member]))
    copyNumbers(of: member, in: other, to: position)
    mover.didAppend(member, of: other, to: self)
    return position
  }

  private func copyNumbers(of member: Int, in other: PropertyGroup, to position: Int) {
    (members.pointee.records + position * recordSize)
      .copyMemory(from: other.members.pointee.records + member * recordSize, byteCount: recordSize)
    // What a member begins with follows from its times.
    for column in 1..<columnCount { self.column(column)[position] = other.column(column)[member] }
  }

  /// Takes a member away; the last one takes its place.
  ///
  /// - Parameter didMove: Is told the slot of whoever is somewhere else now, and where; nil is nowhere.
  func removeMember(_ member: Int, didMove: (_ slot: Int, _ position: Int?) -> Void) {
    mover.memberWillLeave(member, in: self)
    if isVacant(member) { setVacant(member, false) }
    while count - 1 > member, isVacant(count - 1) {
      setVacant(count - 1, false)
      didMove(Int(slots[count - 1]), nil)
      members.pointee.count -= 1
    }
    let last = count - 1
    let slot = slots[last]
    members.pointee.count = last
    guard member != last else { return }
    slots[member] = slot
    copyNumbers(of: last, in: self, to: member)
    blocks[member / Self.blockSize].isConsecutive = false
    timesDidChange(of: member)
    mover.memberDidMove(from: last, to: member, in: self)
    didMove(Int(slot), member)
  }

  /// Notes that a member's numbers are others than before: whoever changes them calls this, but for the mover, which
  /// knows what it has changed.
  func numbersDidChange(of member: Int) {
    timesDidChange(of: member)
    mover.numbersDidChange(of: member, in: self)
  }
}

// MARK: - Copies

extension PropertyGroup {
  /// A group that is the same, bit for bit, for all frames to come.
  func copy() -> PropertyGroup {
    let copy = PropertyGroup(mover.emptyKind, components: components, direction: direction)
    copy.copyMembers(of: self)
    return copy
  }

  /// Takes over all members of another group, as far as it stays from one frame to the next.
  private func copyMembers(of other: PropertyGroup) {
    setCount(other.count)
    slots.update(from: other.slots, count: count)
    blocks.update(from: other.blocks, count: blockCount)
    setVacantWords(other.members.pointee.vacantWords)
    members.pointee.records.copyMemory(from: other.members.pointee.records, byteCount: count * recordSize)
    for column in 0..<columnCount { self.column(column).update(from: other.column(column), count: count) }
    setClock(other.clock)
    mover.didCopyMembers(of: other, to: self)
  }

  /// Sets how many members there are, whose numbers, slots and blocks are then to be set.
  func setCount(_ newCount: Int) {
    if newCount > stride { members.pointee.grow(to: newCount) }
    members.pointee.count = newCount
  }

  var savedColumnCount: Int { columnCount + recordedCount }

  /// Copies a column as snapshots hold it: the columns of numbers, and behind these the recorded ones.
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
