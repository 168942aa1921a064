internal import CVectorKernels

extension PropertyGroup {
  /// Calls `body` with memory for members' results. If their slots are consecutive, this is the slots' memory itself;
  /// otherwise it is scratch memory, whose numbers are then scattered to the slots.
  ///
  /// - Parameter areGathered: Whether the memory must hold the members' present values first.
  @inline(__always)
  func withResults(
    of members: Range<Int>, _ frame: Frame, areGathered: Bool = false,
    _ body: (_ out: UnsafeMutablePointer<Float>, _ stride: Int) -> Void
  ) {
    let first = members.lowerBound
    if blocks[first / Self.blockSize].isConsecutive {
      body(frame.results + Int(slots[first]), frame.stride)
    } else {
      let staged = frame.stagedResults
      if areGathered { gather(members, frame, into: staged) }
      body(staged, Self.blockSize)
      scatter(members, staged, frame)
    }
  }

  /// Calls `body` as `withResults` does, and tells it whether to write results past the caches: 1 if so, or else 0. If
  /// the caches don't hold what a frame of the group reads and writes, most results leave them before they are read.
  /// Scratch memory stays in the caches.
  @inline(__always)
  func withNewResults(
    of members: Range<Int>, _ frame: Frame,
    _ body: (_ out: UnsafeMutablePointer<Float>, _ stride: Int, _ streams: Int32) -> Void
  ) {
    let streams = blocks[members.lowerBound / Self.blockSize].isConsecutive && exceedsCaches
    withResults(of: members, frame) { body($0, $1, streams ? 1 : 0) }
  }

  /// Whether a frame reads and writes as many bytes as kernels stream.
  private var exceedsCaches: Bool {
    count * (columnCount + components) * MemoryLayout<Float>.size >= Int(VK_STREAM_BYTES)
  }

  /// Copies the values in members' slots to scratch memory.
  private func gather(_ members: Range<Int>, _ frame: Frame, into staged: UnsafeMutablePointer<Float>) {
    withSlots(of: members) { slots, words, wordCount, first in
      vk_gather_columns_f32(
        frame.results, frame.stride, slots, words, wordCount, first, staged, Self.blockSize, components, members.count)
    }
  }

  private func scatter(_ members: Range<Int>, _ staged: UnsafeMutablePointer<Float>, _ frame: Frame) {
    withSlots(of: members) { slots, words, wordCount, first in
      vk_scatter_columns_f32(
        staged, Self.blockSize, slots, words, wordCount, first, frame.results, frame.stride, components, members.count)
    }
  }

  /// Calls `body` with members' slots and, if they are all members of their block and its slots are known as bits, with
  /// the bits and the slot of the first bit.
  @inline(__always)
  private func withSlots(
    of members: Range<Int>,
    _ body: (_ slots: UnsafePointer<Int32>, _ words: UnsafePointer<UInt64>, _ wordCount: Int, _ first: Int) -> Void
  ) {
    let block = members.lowerBound / Self.blockSize
    let (slots, words) = (slots + members.lowerBound, self.members.pointee.slotWords + block * Self.slotWordCount)
    if members == self.members(of: block) {
      // Only one core moves a block.
      if blocks[block].slotBits == .unknown { noteSlots(in: block) }
      if case .from(let slot, let count) = blocks[block].slotBits { return body(slots, words, Int(count), Int(slot)) }
    }
    body(slots, words, 0, 0)
  }

  /// The largest number of words with the bits of a block's slots. Where fewer than a quarter of the slots are the
  /// members', bits would save little.
  static var slotWordCount: Int { 4 * blockSize / 64 }

  /// Whether the level in use has kernels that read the bits of slots.
  private static var readsSlotBits: Bool {
    #if arch(x86_64)
    vk_level_in_use() == VK_X86_64_V4
    #else
    false
    #endif
  }

  /// Finds out whether the slots of a block's members ascend and are close together, and notes them as bits if so.
  private func noteSlots(in block: Int) {
    if !Self.readsSlotBits { return }
    let (slots, count) = (slots + block * Self.blockSize, members(of: block).count)
    // Words begin at multiples of 64 slots. Columns begin at cache lines, so no register of results is in two of them.
    let first = Int(slots[0]) & ~63
    let wordCount = (Int(slots[count - 1]) - first) / 64 + 1
    blocks[block].slotBits = .none
    guard wordCount > 0, wordCount <= Self.slotWordCount, 64 * wordCount <= 4 * count + 64 else { return }
    for index in 1..<max(1, count) where slots[index] <= slots[index - 1] { return }
    let words = members.pointee.slotWords + block * Self.slotWordCount
    words.update(repeating: 0, count: wordCount)
    for index in 0..<count {
      let slot = Int(slots[index]) - first
      words[slot / 64] |= 1 << UInt64(slot % 64)
    }
    blocks[block].slotBits = .from(Int32(first), words: Int32(wordCount))
  }

  /// Returns the column of targets from member `first` on, and the distance to the next component's column: zeros in a
  /// layer, and otherwise the members' value number `value`.
  @inline(__always)
  func targets(in value: Int, _ first: Int, _ frame: Frame) -> (memory: UnsafePointer<Float>, stride: Int) {
    frame.zeros.map { ($0, 0) } ?? (UnsafePointer(columns(of: value) + first), stride)
  }

  /// Interpolates members from their first values to their second ones by amounts.
  ///
  /// - Parameters:
  ///   - members: A range within one block.
  ///   - amounts: An amount for each member, or its progress if curves are given. The amounts by which members are
  ///     interpolated replace them.
  ///   - curves: The curves of members that have their own.
  ///   - reversed: For each member, 1 if its amount is to be subtracted from 1, and otherwise 0.
  ///   - frame: The memory for results.
  func interpolate(
    _ members: Range<Int>, by amounts: UnsafeMutablePointer<Float>, along curves: OwnCurves? = nil,
    reversed: UnsafePointer<Float>? = nil, _ frame: Frame
  ) {
    let length = curves == nil ? members.count : OwnCurves.partLength
    withNewResults(of: members, frame) { out, stride, streams in
      var first = members.lowerBound
      while first < members.upperBound {
        let count = min(length, members.upperBound - first)
        let offset = first - members.lowerBound
        let (amounts, from, to) = (amounts + offset, columns(of: 0) + first, columns(of: 1) + first)
        curves?.values(at: amounts, of: first..<first + count, in: self)
        if let reversed { vk_reverse_f32(amounts, reversed + offset, amounts, count) }
        vk_lerp_columns_f32(
          amounts, from, self.stride, to, self.stride, out + offset, stride, components, streams, count)
        first += count
      }
    }
  }
}
