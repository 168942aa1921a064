// Members that leave usually return, and a block whose members have consecutive slots is moved several times as fast.
// So positions are kept, up to a quarter of a block. They are moved with the others, and then the values in their slots
// are restored.

extension PropertyGroup {
  /// Whether the group has no members, apart from kept positions.
  var isDeserted: Bool { count == members.pointee.vacantCount }

  func isVacant(_ member: Int) -> Bool {
    members.pointee.vacantCount > 0 && members.pointee.vacantWords[member / 64] & (1 << UInt64(member % 64)) != 0
  }

  /// Records whether a position is kept.
  func setVacant(_ member: Int, _ isVacant: Bool) {
    // Uses a constant, because ThreadSanitizer's build of Swift 6.3 crashes on the change of a pointer's pointee in
    // place.
    let words = members.pointee.vacantWords
    words[member / 64] ^= 1 << UInt64(member % 64)
    members.pointee.vacantCount += isVacant ? 1 : -1
    blocks[member / Self.blockSize].vacantCount += isVacant ? 1 : -1
  }

  /// Removes a member and keeps its position.
  ///
  /// - Returns: Whether the position is kept. If not, the caller must remove the member.
  func vacate(_ member: Int) -> Bool {
    let block = blocks[member / Self.blockSize]
    guard layout.keepsPositions, 4 * (block.vacantCount + 1) <= members(of: member / Self.blockSize).count else {
      return false
    }
    setVacant(member, true)
    return true
  }

  /// Gives a property the position that was kept for it. The caller then sets the member's numbers.
  func occupy(_ member: Int) { setVacant(member, false) }

  /// Gives up all kept positions. Called only when there are no members.
  func removeVacant(didMove: (_ slot: Int) -> Void) {
    for member in 0..<count {
      setVacant(member, false)
      didMove(Int(slots[member]))
    }
    members.pointee.count = 0
  }

  /// The kept positions, a bit for each.
  var vacantWords: UnsafeBufferPointer<UInt64> {
    UnsafeBufferPointer(start: members.pointee.vacantWords, count: (count + 63) / 64)
  }

  func setVacantWords(_ words: UnsafePointer<UInt64>) {
    members.pointee.vacantCount = 0
    for block in 0..<blockCount {
      let range = block * (Self.blockSize / 64)..<(members(of: block).upperBound + 63) / 64
      blocks[block].vacantCount = 0
      for index in range {
        members.pointee.vacantWords[index] = words[index]
        blocks[block].vacantCount += words[index].nonzeroBitCount
      }
      members.pointee.vacantCount += blocks[block].vacantCount
    }
  }

  /// Saves the values in the slots of kept positions while their block is moved.
  func keepVacantValues(in block: Int, _ frame: Frame) {
    let (kept, results, stride, components) = (frame.kept, frame.results, frame.stride, components)
    forEachVacant(in: block) { index, slot in
      for component in 0..<components { kept[index * components + component] = results[component * stride + slot] }
    }
  }

  /// Restores the saved values.
  func putBackVacantValues(in block: Int, _ frame: Frame) {
    let (kept, results, stride, components) = (frame.kept, frame.results, frame.stride, components)
    forEachVacant(in: block) { index, slot in
      for component in 0..<components { results[component * stride + slot] = kept[index * components + component] }
    }
  }

  /// Removes the end marks of kept positions.
  func unmarkVacant(in block: Int) {
    let words = block * (Self.blockSize / 64)
    for index in 0..<(members(of: block).count + 63) / 64 {
      ended(block)[index] &= ~members.pointee.vacantWords[words + index]
    }
  }

  @inline(__always)
  private func forEachVacant(in block: Int, _ body: (_ index: Int, _ slot: Int) -> Void) {
    let first = block * Self.blockSize
    let (slots, words) = (slots + first, members.pointee.vacantWords + first / 64)
    var index = 0
    for wordIndex in 0..<(members(of: block).count + 63) / 64 {
      var word = words[wordIndex]
      while word != 0 {
        body(index, Int(slots[wordIndex * 64 + word.trailingZeroBitCount]))
        word &= word - 1
        index += 1
      }
    }
  }
}
