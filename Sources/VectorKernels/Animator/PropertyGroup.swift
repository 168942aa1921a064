internal import CVectorKernels

/// Properties that run the same driver with the same parameters at the same speed, in dense columns.
///
/// A group has a clock of its own, `speed` times the animator's, and a member's local time is that clock less the
/// member's start. So a member that changes its speed, or turns round, changes its group and keeps its local time.
///
/// Members are evaluated in blocks. Whatever changes memory that blocks share happens before and after that, so blocks
/// may be evaluated on several cores.
class PropertyGroup {
  /// Seconds of the group's clock per second of the animator's; 0 where nothing moves.
  final let speed: Double
  /// How many components a value has.
  final let components: Int
  /// Seconds after which what repeats is where it was, 0 for what doesn't; and how long it waits before that.
  final let cycle: Double
  private let delay: Double
  /// How many columns there are beside the starts.
  final let valueColumns: Int
  /// What holds the members' columns.
  private var storage: ColumnStorage<Float>
  /// The members, by address: what is asked for millions of times a second shouldn't be checked for exclusive access.
  private let members: UnsafeMutablePointer<Members>

  /// The memory of members, and how many there are.
  private struct Members {
    var count = 0
    /// The group's clock when its members were last evaluated.
    var clock = 0.0
    /// Each member's slot in the animator.
    var slots = UnsafeMutablePointer<Int32>.allocate(capacity: 0)
    /// When each member began, on the group's clock.
    var starts = UnsafeMutablePointer<Double>.allocate(capacity: 0)
    var blocks = UnsafeMutablePointer<Block>.allocate(capacity: 0)
    /// The starts relative to their blocks' epochs, and behind them the components of the members' values.
    var columns: UnsafeMutablePointer<Float>
    var stride: Int
    /// Whether any members of each block are marked as ended, and which.
    var isMarked = UnsafeMutablePointer<Bool>.allocate(capacity: 0)
    var endedWords = UnsafeMutablePointer<UInt64>.allocate(capacity: 0)
    /// Which positions are kept for those who have left them, and how many there are.
    var vacantWords = UnsafeMutablePointer<UInt64>.allocate(capacity: 0)
    var vacantCount = 0
  }

  final var count: Int { members.pointee.count }
  final var clock: Double { members.pointee.clock }
  final var slots: UnsafeMutablePointer<Int32> { members.pointee.slots }
  final var starts: UnsafeMutablePointer<Double> { members.pointee.starts }
  final var blocks: UnsafeMutablePointer<Block> { members.pointee.blocks }

  /// How many members are evaluated together. What they leave for one another stays in the nearest cache.
  static let blockSize = 1024

  /// What is known of a block of members.
  struct Block {
    /// What its members' starts are relative to: Float then holds them to a fraction of a microsecond.
    var epoch: Double
    /// No member started before the one, nor after the other.
    var earliest: Double
    var latest: Double
    /// Whether the members' slots follow one another.
    var isConsecutive: Bool
    /// How many positions are kept for those who have left them.
    var vacantCount = 0
    /// Whether the epoch has just moved.
    var isNew = true
  }

  init(components: Int, speed: Double, valuesPerMember: Int, cycle: Double = 0, delay: Double = 0) {
    self.components = components
    self.speed = speed
    self.cycle = cycle
    self.delay = delay
    valueColumns = valuesPerMember * components
    members = .allocate(capacity: 1)
    storage = ColumnStorage(components: 1 + valueColumns, capacity: 0)
    members.initialize(to: Members(columns: storage.memory, stride: storage.stride))
  }

  deinit {
    members.pointee.slots.deallocate()
    members.pointee.starts.deallocate()
    members.pointee.blocks.deallocate()
    members.pointee.isMarked.deallocate()
    members.pointee.endedWords.deallocate()
    members.pointee.vacantWords.deallocate()
    members.deallocate()
  }

  // MARK: What drivers are

  /// What makes the group another one than others.
  var driver: GroupKey.Driver { fatalError("\(Self.self) doesn't say what it is") }

  /// A group of the same driver at another speed, without members.
  func makeGroup(speed: Double) -> PropertyGroup { fatalError("\(Self.self) doesn't say how it is made") }

  /// How long a member runs on the group's clock; infinity where it doesn't end by itself.
  var duration: Double { .infinity }

  /// What a fraction of a run is a fraction of: the duration, or where there is none, that of a pass or a period.
  func nominalDuration(of member: Int) -> Double { duration }

  /// Whether members are evaluated by code of the animator's user, and so one after the other.
  var isSequential: Bool { false }

  /// Evaluates the members of a block, and marks those that may have ended in `ended(block)`.
  ///
  /// - Returns: Whether any may have; where none has, `ended(block)` is not to be read.
  func evaluateAndMark(block: Int, at clock: Double, _ frame: Frame) -> Bool {
    evaluate(members(of: block), at: clock, frame)
    return markEnded(in: block, at: clock, frame)
  }

  /// Evaluates members of one block, wherever they were before.
  ///
  /// - Parameters:
  ///   - members: A range within one block.
  ///   - clock: The group's clock.
  ///   - frame: Where results go.
  func evaluate(_ members: Range<Int>, at clock: Double, _ frame: Frame) {
    fatalError("\(Self.self) doesn't say how it is evaluated")
  }

  /// Marks the members of a block that may have ended in `ended(block)`.
  ///
  /// - Returns: Whether any may have; where none has, `ended(block)` is not to be read.
  func markEnded(in block: Int, at clock: Double, _ frame: Frame) -> Bool {
    let members = members(of: block)
    if speed > 0 {
      let limit = clock - duration
      guard blocks[block].earliest <= limit else { return false }
      // What the kernel compares is rounded, so it may mark a few too many, but not too few.
      let relative = limit - blocks[block].epoch
      return vk_at_most_f32(
        column(0) + members.lowerBound, Float(relative + 1e-6 + 2e-7 * abs(relative)), ended(block), members.count) > 0
    }
    return clock <= blocks[block].latest && markEnded(amongAllIn: block, at: clock)
  }

  /// Asks every member of a block whether it has ended.
  final func markEnded(amongAllIn block: Int, at clock: Double) -> Bool {
    let words = ended(block)
    words.update(repeating: 0, count: Self.blockSize / 64)
    var isAny = false
    for (index, member) in members(of: block).enumerated() where hasEnded(member, at: clock) {
      words[index / 64] |= 1 << UInt64(index % 64)
      isAny = true
    }
    return isAny
  }

  /// Whether a member that is marked has ended.
  func hasEnded(_ member: Int, at clock: Double) -> Bool {
    speed > 0 ? clock - starts[member] >= duration : clock <= starts[member]
  }

  /// Writes the value with which a member ends when its time is over.
  func copyFinalValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    fatalError("\(Self.self) doesn't say how it ends")
  }

  /// Writes the value with which a member began.
  func copyFirstValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    fatalError("\(Self.self) doesn't say how it begins")
  }

  /// Writes how fast a member moves, per second of the group's clock, at a local time.
  func copyVelocity(of member: Int, atLocal time: Double, to out: UnsafeMutablePointer<Float>) {
    fatalError("\(Self.self) doesn't say how fast it is")
  }

  /// Brings what blocks know of time up to date, before they are evaluated.
  ///
  /// - Parameter budget: How many blocks may yet move their epochs in this frame without need.
  func prepare(for clock: Double, budget: inout Int) {
    for index in 0..<blockCount {
      let age = abs(clock - blocks[index].epoch)
      let isDue = age > epochLength && budget > 0
      // Back in time, what repeats may have forgotten too much.
      blocks[index].isNew = isDue || age > 2 * epochLength || clock < self.clock
      guard blocks[index].isNew else { continue }
      if isDue { budget -= 1 }
      blocks[index].epoch = clock
    }
  }

  /// Adds a member of another group of the same driver to this one.
  func append(_ member: Int, of other: PropertyGroup, start: Double) -> Int {
    let position = appendMember(slot: Int(other.slots[member]), start: start)
    for column in 1..<1 + valueColumns {
      self.column(column)[position] = other.column(column)[member]
    }
    return position
  }

  /// Makes a group without members the same, bit for bit, as another one of the same driver and speed: of all that
  /// stays from one frame to the next.
  func copyMembers(of other: PropertyGroup) {
    setCount(other.count)
    slots.update(from: other.slots, count: count)
    starts.update(from: other.starts, count: count)
    blocks.update(from: other.blocks, count: blockCount)
    setVacantWords(other.members.pointee.vacantWords)
    for column in 0..<1 + valueColumns { self.column(column).update(from: other.column(column), count: count) }
    setClock(other.clock)
  }

  /// Takes a member away; the last one takes its place.
  ///
  /// - Parameter didMove: Is told the slot of whoever is somewhere else now, and where; nil is nowhere.
  func removeMember(_ member: Int, didMove: (_ slot: Int, _ position: Int?) -> Void) {
    if isVacant(member) { setVacant(member, false) }
    while count - 1 > member, isVacant(count - 1) {
      setVacant(count - 1, false)
      didMove(Int(slots[count - 1]), nil)
      members.pointee.count -= 1
    }
    let last = count - 1
    let (slot, start) = (slots[last], starts[last])
    members.pointee.count = last
    guard member != last else { return }
    slots[member] = slot
    for column in 1..<1 + valueColumns {
      self.column(column)[member] = self.column(column)[last]
    }
    blocks[member / Self.blockSize].isConsecutive = false
    setStart(of: member, to: start)
    didMove(Int(slot), member)
  }
}

// MARK: - Kept positions

// Whoever leaves comes back more often than not, and a block whose members lie side by side is evaluated several times
// as fast. So positions are kept, up to a quarter of a block: they are evaluated with the others, and the values in
// their slots put back afterwards.

extension PropertyGroup {
  /// Whether nobody is in the group, though positions may be kept.
  final var isDeserted: Bool { count == members.pointee.vacantCount }

  final func isVacant(_ member: Int) -> Bool {
    members.pointee.vacantCount > 0 && members.pointee.vacantWords[member / 64] & (1 << UInt64(member % 64)) != 0
  }

  private func setVacant(_ member: Int, _ isVacant: Bool) {
    members.pointee.vacantWords[member / 64] ^= 1 << UInt64(member % 64)
    members.pointee.vacantCount += isVacant ? 1 : -1
    blocks[member / Self.blockSize].vacantCount += isVacant ? 1 : -1
  }

  /// Lets a member leave and keeps its position.
  ///
  /// - Returns: Whether it is kept; where not, the member is to be removed.
  final func vacate(_ member: Int) -> Bool {
    let block = blocks[member / Self.blockSize]
    guard !isSequential, block.isConsecutive,
      4 * (block.vacantCount + 1) <= members(of: member / Self.blockSize).count
    else { return false }
    setVacant(member, true)
    return true
  }

  /// Lets a property have the position back that was kept for it, whose values are then to be set.
  final func occupy(_ member: Int, start: Double) {
    setVacant(member, false)
    setStart(of: member, to: start)
  }

  /// Gives up all positions that are kept, when there are no others.
  final func removeVacant(didMove: (_ slot: Int) -> Void) {
    for member in 0..<count {
      setVacant(member, false)
      didMove(Int(slots[member]))
    }
    members.pointee.count = 0
  }

  private func forEachVacant(in block: Int, _ body: (_ index: Int, _ slot: Int) -> Void) {
    let first = block * Self.blockSize
    var index = 0
    for wordIndex in 0..<(members(of: block).count + 63) / 64 {
      var word = members.pointee.vacantWords[first / 64 + wordIndex]
      while word != 0 {
        body(index, Int(slots[first + wordIndex * 64 + word.trailingZeroBitCount]))
        word &= word - 1
        index += 1
      }
    }
  }

  /// Evaluates a block with its kept positions, which leaves their slots' values as they are.
  private func evaluateKeeping(_ block: Int, at clock: Double, _ frame: Frame) -> Bool {
    let components = components
    forEachVacant(in: block) { index, slot in
      for component in 0..<components {
        frame.kept[index * components + component] = frame.results[component * frame.stride + slot]
      }
    }
    let isMarked = evaluateAndMark(block: block, at: clock, frame)
    forEachVacant(in: block) { index, slot in
      for component in 0..<components {
        frame.results[component * frame.stride + slot] = frame.kept[index * components + component]
      }
    }
    if isMarked {
      let words = block * (Self.blockSize / 64)
      for index in 0..<(members(of: block).count + 63) / 64 {
        ended(block)[index] &= ~members.pointee.vacantWords[words + index]
      }
    }
    return isMarked
  }
}

// MARK: - Members

extension PropertyGroup {
  /// Adds a member, whose values are then to be set.
  ///
  /// - Returns: Its position.
  final func appendMember(slot: Int, start: Double) -> Int {
    let member = count
    if member == stride { grow(to: max(64, 2 * stride)) }
    slots[member] = Int32(slot)
    starts[member] = start
    members.pointee.count += 1
    let index = member / Self.blockSize
    if member % Self.blockSize == 0 {
      blocks[index] = Block(epoch: clock, earliest: start, latest: start, isConsecutive: true)
    } else {
      blocks[index].earliest = min(blocks[index].earliest, start)
      blocks[index].latest = max(blocks[index].latest, start)
      if Int(slots[member - 1]) + 1 != slot { blocks[index].isConsecutive = false }
    }
    column(0)[member] = Float(relativeStart(start, to: blocks[index].epoch))
    return member
  }

  final func setStart(of member: Int, to start: Double) {
    let index = member / Self.blockSize
    starts[member] = start
    blocks[index].earliest = min(blocks[index].earliest, start)
    blocks[index].latest = max(blocks[index].latest, start)
    column(0)[member] = Float(relativeStart(start, to: blocks[index].epoch))
  }

  /// Sets how many members there are, whose values, slots, starts and blocks are then to be set.
  final func setCount(_ newCount: Int) {
    if newCount > stride { grow(to: newCount) }
    members.pointee.count = newCount
  }

  /// Sets which positions are kept, a bit for each member.
  final func setVacantWords(_ words: UnsafePointer<UInt64>) {
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

  final var vacantWords: UnsafeBufferPointer<UInt64> {
    UnsafeBufferPointer(start: members.pointee.vacantWords, count: (count + 63) / 64)
  }

  final var blockCount: Int { (count + Self.blockSize - 1) / Self.blockSize }

  /// The members of a block.
  final func members(of block: Int) -> Range<Int> {
    block * Self.blockSize..<min(count, (block + 1) * Self.blockSize)
  }

  /// A column of all members: 0 is the starts, relative to their blocks' epochs.
  final func column(_ index: Int) -> UnsafeMutablePointer<Float> {
    members.pointee.columns + index * stride
  }

  /// The first column of one of the members' values.
  final func columns(of value: Int) -> UnsafeMutablePointer<Float> { column(1 + value * components) }

  final var stride: Int { members.pointee.stride }

  /// A bit for each member of a block that may have ended.
  final func ended(_ block: Int) -> UnsafeMutablePointer<UInt64> {
    members.pointee.endedWords + block * (Self.blockSize / 64)
  }

  /// Writes one of a member's values.
  final func copy(_ value: Int, of member: Int, to out: UnsafeMutablePointer<Float>, stride outStride: Int = 1) {
    let source = columns(of: value) + member
    for component in 0..<components { out[component * outStride] = source[component * stride] }
  }

  final func setValue(_ value: Int, of member: Int, to newValue: UnsafePointer<Float>) {
    let destination = columns(of: value) + member
    for component in 0..<components { destination[component * stride] = newValue[component] }
  }

  private func grow(to capacity: Int) {
    let count = 1 + valueColumns
    let larger = ColumnStorage<Float>(components: count, capacity: capacity)
    for index in 0..<count {
      (larger.memory + index * larger.stride).initialize(from: column(index), count: self.count)
    }
    storage = larger
    (members.pointee.columns, members.pointee.stride) = (larger.memory, larger.stride)
    let room = larger.stride
    let blockRoom = (room + Self.blockSize - 1) / Self.blockSize
    let oldBlocks = blockCount
    replace(&members.pointee.slots, capacity: room, keeping: self.count)
    replace(&members.pointee.starts, capacity: room, keeping: self.count)
    replace(&members.pointee.blocks, capacity: blockRoom, keeping: oldBlocks)
    replace(&members.pointee.isMarked, capacity: blockRoom, keeping: 0)
    replace(&members.pointee.endedWords, capacity: blockRoom * (Self.blockSize / 64), keeping: 0)
    let (oldWords, words) = (oldBlocks * (Self.blockSize / 64), blockRoom * (Self.blockSize / 64))
    replace(&members.pointee.vacantWords, capacity: words, keeping: oldWords)
    (members.pointee.vacantWords + oldWords).initialize(repeating: 0, count: words - oldWords)
  }

  private func replace<Element>(
    _ memory: inout UnsafeMutablePointer<Element>, capacity: Int, keeping count: Int
  ) {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: memory, count: count)
    memory.deallocate()
    memory = larger
  }
}

// MARK: - Time

/// How far a clock runs from a block's epoch until that may move, in seconds, and half of how far it runs at most:
/// Float's steps are up to half a microsecond then. That blocks take turns keeps frames alike.
private let epochLength = 4.0

extension PropertyGroup {
  /// What a start is kept as, relative to an epoch. What repeats forgets whole cycles, so that the number stays small.
  @inline(__always)
  final func relativeStart(_ start: Double, to epoch: Double) -> Double {
    let elapsed = epoch - start - delay
    if cycle == 0 || elapsed <= cycle { return start - epoch }
    return (elapsed / cycle).rounded(.down) * cycle - elapsed - delay
  }

  /// Makes a block's starts relative to its epoch.
  private func moveStarts(in block: Int) {
    let (members, epoch) = (members(of: block), blocks[block].epoch)
    let (starts, relative) = (starts + members.lowerBound, column(0) + members.lowerBound)
    var (earliest, latest) = (Double.infinity, -Double.infinity)
    for index in 0..<members.count {
      let start = starts[index]
      relative[index] = Float(relativeStart(start, to: epoch))
      earliest = start < earliest ? start : earliest
      latest = start > latest ? start : latest
    }
    (blocks[block].earliest, blocks[block].latest) = (earliest, latest)
  }

  /// Sets the clock, without evaluating anything. For what joins an empty group.
  final func setClock(_ clock: Double) { members.pointee.clock = clock }
}

// MARK: - Frames

extension PropertyGroup {
  /// Evaluates one member, by its exact start.
  final func evaluate(member: Int, at clock: Double, _ frame: Frame) {
    let block = member / Self.blockSize
    let (epoch, relative) = (blocks[block].epoch, column(0)[member])
    blocks[block].epoch = clock
    column(0)[member] = Float(relativeStart(starts[member], to: clock))
    evaluate(member..<member + 1, at: clock, frame)
    blocks[block].epoch = epoch
    column(0)[member] = relative
  }

  /// Evaluates a block and marks which of its members have ended. Several blocks may be evaluated at once.
  final func evaluate(block: Int, at clock: Double, _ frame: Frame) {
    if blocks[block].isNew { moveStarts(in: block) }
    members.pointee.isMarked[block] =
      blocks[block].vacantCount > 0
      ? evaluateKeeping(block, at: clock, frame) : evaluateAndMark(block: block, at: clock, frame)
  }

  /// Runs `body` for every member that has ended, from the last to the first, so that it may take the member away.
  final func forEachEnded(at clock: Double, _ body: (_ member: Int) -> Void) {
    // The last one to leave takes all kept positions along.
    for block in (0..<blockCount).reversed() where block < blockCount && members.pointee.isMarked[block] {
      let first = block * Self.blockSize
      for index in (0..<(members(of: block).count + 63) / 64).reversed() {
        var word = ended(block)[index]
        while word != 0 {
          let bit = 63 - word.leadingZeroBitCount
          word &= ~(1 << UInt64(bit))
          let member = first + index * 64 + bit
          if hasEnded(member, at: clock) { body(member) }
        }
      }
    }
    setClock(clock)
  }
}

// MARK: - Results

/// What evaluating members needs: where results go, and what is on the way to them.
struct Frame {
  /// The animator's columns: one for each component, each `stride` elements after the one before.
  let results: UnsafeMutablePointer<Float>
  let stride: Int
  /// Scratch memory for so many columns of a block, each `PropertyGroup.blockSize` elements long.
  let scratch: UnsafeMutablePointer<Float>
  /// A bit for each member of a block.
  let words: UnsafeMutablePointer<UInt64>
  /// Room for the values of a block: of a snapshot from data more positions may be kept than usual.
  let kept: UnsafeMutablePointer<Float>
}

extension PropertyGroup {
  /// Where members' results go: straight to their slots where these follow one another, and to scratch memory, from
  /// which they are then scattered, elsewhere.
  ///
  /// - Parameter areGathered: Whether the memory is to hold the values that the members have.
  @inline(__always)
  final func withResults(
    of members: Range<Int>, _ frame: Frame, scratch: UnsafeMutablePointer<Float>, areGathered: Bool = false,
    _ body: (_ out: UnsafeMutablePointer<Float>, _ stride: Int) -> Void
  ) {
    let first = members.lowerBound
    if blocks[first / Self.blockSize].isConsecutive {
      body(frame.results + Int(slots[first]), frame.stride)
    } else {
      if areGathered { gather(members, frame, into: scratch) }
      body(scratch, Self.blockSize)
      scatter(members, scratch, frame)
    }
  }

  /// What members' slots hold.
  private func gather(_ members: Range<Int>, _ frame: Frame, into scratch: UnsafeMutablePointer<Float>) {
    let (slots, count) = (slots + members.lowerBound, members.count)
    for component in 0..<components {
      let (values, column) = (scratch + component * Self.blockSize, frame.results + component * frame.stride)
      for index in 0..<count { values[index] = column[Int(slots[index])] }
    }
  }

  private func scatter(_ members: Range<Int>, _ scratch: UnsafeMutablePointer<Float>, _ frame: Frame) {
    let (slots, count) = (slots + members.lowerBound, members.count)
    for component in 0..<components {
      let (values, column) = (scratch + component * Self.blockSize, frame.results + component * frame.stride)
      for index in 0..<count { column[Int(slots[index])] = values[index] }
    }
  }
}
