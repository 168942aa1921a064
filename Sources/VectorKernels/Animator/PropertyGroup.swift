internal import CVectorKernels

/// Properties that run the same driver in the same direction, in dense columns. When and how fast each of them moves is
/// its own.
///
/// A group has a clock: the animator's, or that one running back, or one that stands still for those that are paused.
/// All times of members are in seconds of it, so that a member at twice the speed has half the duration. A member that
/// changes its direction changes its group.
///
/// Members are evaluated in blocks. Whatever changes memory that blocks share happens before and after that, so blocks
/// may be evaluated on several cores.
class PropertyGroup {
  /// Which way the members' time runs: 1 forward, -1 back, 0 not at all. The group's clock is the animator's times that.
  final let direction: Double
  /// How many components a value has.
  final let components: Int
  /// The number of columns of numbers beside the begins and the rates.
  final let valueColumns: Int
  /// How many times, and how many numbers that kernels don't read, are kept of each member.
  final let timeCount: Int
  final let recordedCount: Int
  /// Whether members have durations of their own, and the duration at a rate of 1 of members that have none.
  private let hasDurations: Bool
  private let sharedDuration: Double
  /// Whether members come back to where they were: what they begin with may then leave out whole cycles.
  private let repeats: Bool
  /// Whether members are moved by the runs of layers, whose values they add up.
  final let addsUp: Bool
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
    var blocks = UnsafeMutablePointer<Block>.allocate(capacity: 0)
    /// What kernels don't read: of each member its times, and then its numbers, all in one place.
    var records = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 64)
    /// The columns of numbers.
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
  final var blocks: UnsafeMutablePointer<Block> { members.pointee.blocks }

  /// The times that are kept of each member, in this order; a group has as many of them as it needs.
  enum TimeKind: Int {
    /// When a member's run began.
    case start
    /// How long it then waits.
    case delay
    /// How long it lasts, with its delay; infinity for ever.
    case duration
  }

  /// Numbers of which each member's record holds one.
  struct Recorded<Number: BitwiseCopyable> {
    fileprivate let memory: UnsafeMutableRawPointer
    fileprivate let recordSize: Int

    subscript(member: Int) -> Number {
      @inline(__always) get { memory.load(fromByteOffset: member * recordSize, as: Number.self) }
      @inline(__always) nonmutating set {
        memory.storeBytes(of: newValue, toByteOffset: member * recordSize, as: Number.self)
      }
    }
  }

  @inline(__always)
  final func times(_ kind: TimeKind) -> Recorded<Double> { times(kind.rawValue) }

  @inline(__always)
  final func times(_ index: Int) -> Recorded<Double> {
    Recorded(memory: members.pointee.records + 8 * index, recordSize: recordSize)
  }

  /// The numbers of members that kernels don't read, by index.
  @inline(__always)
  final func recorded(_ index: Int) -> Recorded<Float> {
    Recorded(memory: members.pointee.records + 8 * timeCount + 4 * index, recordSize: recordSize)
  }

  /// In bytes.
  private let recordSize: Int

  /// When each member's run began.
  final var starts: Recorded<Double> { times(.start) }

  /// When each member begins to move, relative to its block's epoch.
  final var begins: UnsafeMutablePointer<Float> { members.pointee.columns }

  /// How fast each member moves: passes per second of the group's clock, or seconds of its own time.
  final var rates: UnsafeMutablePointer<Float> { members.pointee.columns + members.pointee.stride }

  /// How many members are evaluated together. What they leave for one another stays in the nearest cache.
  static let blockSize = 1024

  /// What is known of a block of members.
  struct Block {
    /// What its members' begins are relative to: Float then holds them to a fraction of a microsecond.
    var epoch: Double
    /// No member ends before.
    var earliestEnd = Double.infinity
    /// No member begins to move later.
    var latestBegin = -Double.infinity
    /// Whether the members' slots follow one another.
    var isConsecutive: Bool
    /// How many positions are kept for those who have left them.
    var vacantCount = 0
    /// The rate that all members have had since the epoch last moved, or NaN where they differ.
    var sharedRate: Float
    /// Whether the epoch has just moved.
    var isNew = true
  }

  init(
    components: Int, direction: Double, valuesPerMember: Int, otherColumns: Int = 0, recordedValues: Int = 0,
    timeCount: Int = 1,
    hasDurations: Bool = false, sharedDuration: Double = .infinity, repeats: Bool = false, addsUp: Bool = false
  ) {
    self.components = components
    self.direction = direction
    self.timeCount = timeCount
    recordedCount = recordedValues * components
    recordSize = (8 * timeCount + 4 * recordedCount + 7) / 8 * 8
    self.hasDurations = hasDurations
    self.sharedDuration = sharedDuration
    self.repeats = repeats
    self.addsUp = addsUp
    valueColumns = valuesPerMember * components + otherColumns
    members = .allocate(capacity: 1)
    storage = ColumnStorage(components: 2 + valueColumns, capacity: 0)
    members.initialize(to: Members(columns: storage.memory, stride: storage.stride))
  }

  deinit {
    members.pointee.slots.deallocate()
    members.pointee.blocks.deallocate()
    members.pointee.records.deallocate()
    members.pointee.isMarked.deallocate()
    members.pointee.endedWords.deallocate()
    members.pointee.vacantWords.deallocate()
    members.deallocate()
  }

  // MARK: What drivers are

  /// Identifies what the members run.
  var driver: GroupKey.Driver { fatalError("\(Self.self) doesn't say what it is") }

  /// A group of the same driver in another direction, without members.
  func makeGroup(direction: Double) -> PropertyGroup { fatalError("\(Self.self) doesn't say how it is made") }

  /// Returns the seconds of the group's clock that fractions of a run refer to: the duration, or where there is none,
  /// that of a pass or a period.
  func nominalDuration(of member: Int) -> Double { duration(of: member) }

  /// Returns when the loops of a member begin and end: one that ends when its duration does, unless it says otherwise.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - speed: Seconds of its own time per second of the group's clock.
  func loops(of member: Int, speed: Double) -> RunLoops {
    let delay = timeCount > TimeKind.delay.rawValue ? times(.delay)[member] : 0
    return RunLoops(from: delay * speed, to: duration(of: member) * speed)
  }

  /// Whether members are evaluated by code of the animator's user, and so one after the other.
  var isSequential: Bool { false }

  /// Whether other runs can be added to that of a member: whether it is on its way to a target.
  func canAdd(to member: Int) -> Bool { true }

  /// The spring that draws a member, in seconds of its own time; nil where none does.
  func spring(of member: Int) -> Spring? { nil }

  /// Makes a member's values less the one that it ends with: of a run the change that is left.
  func subtractFinalValue(of member: Int) { fatalError("\(Self.self) doesn't say how it adds up") }

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
    mayHaveEnded(in: block, at: clock) && markEnded(amongAllIn: block, at: clock)
  }

  /// Whether any member of a block can have ended, by what is known of all of them.
  @inline(__always)
  final func mayHaveEnded(in block: Int, at clock: Double) -> Bool {
    if direction < 0 { return clock <= blocks[block].latestBegin }
    let earliest = blocks[block].earliestEnd
    // The earliest end is a rounded sum.
    return clock >= earliest - 1e-6 - 1e-15 * abs(earliest)
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

  /// Marks the members of a block that have made so much of their way, at their rates.
  final func markPassed(_ way: Float, in block: Int, at clock: Double) -> Bool {
    let first = block * Self.blockSize
    // Rounded, begins are off by up to half a microsecond, and products by 2e-7. So a few too many may be marked, but
    // none too few.
    return vk_passed_f32(
      begins + first, rates + first, Float(clock - blocks[block].epoch + 2e-6), way * (1 - 4e-7), ended(block),
      members(of: block).count) > 0
  }

  /// Whether a member that is marked has ended.
  func hasEnded(_ member: Int, at clock: Double) -> Bool {
    let elapsed = clock - starts[member]
    return direction > 0 ? elapsed >= duration(of: member) : elapsed <= 0
  }

  /// Writes the value with which a member ends when its time is over.
  func copyFinalValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    fatalError("\(Self.self) doesn't say how it ends")
  }

  /// Writes the value with which a member began.
  func copyFirstValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    fatalError("\(Self.self) doesn't say how it begins")
  }

  /// Writes how fast a member moves, per second of its own time.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - elapsed: Seconds of the group's clock since the member's start.
  ///   - speed: Seconds of its own time per second of the group's clock.
  ///   - out: Receives a number for each component.
  func copyVelocity(of member: Int, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>) {
    fatalError("\(Self.self) doesn't say how fast it is")
  }

  /// Returns when a repeating member's present cycle began, relative to a time of the group's clock.
  func beginOfCycle(of member: Int, at epoch: Double) -> Double { begin(of: member) - epoch }

  /// Lets time pass faster or slower for a member, whose start is then to be set.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - old: The seconds of its own time per second of the group's clock that it has had, above 0.
  ///   - new: Those that it has from now on, above 0.
  func setSpeed(of member: Int, from old: Double, to new: Double) { rates[member] = Float(new) }

  /// Notes that a member's numbers are others than before: whoever changes them calls this.
  func numbersDidChange(of member: Int) {
    let index = member / Self.blockSize
    begins[member] = relativeBegin(of: member, to: blocks[index].epoch)
    blocks[index].earliestEnd = min(blocks[index].earliestEnd, starts[member] + duration(of: member))
    blocks[index].latestBegin = max(blocks[index].latestBegin, begin(of: member))
    if member == index * Self.blockSize, member + 1 == count {
      blocks[index].sharedRate = rates[member]
    } else if rates[member] != blocks[index].sharedRate {
      blocks[index].sharedRate = .nan
    }
  }

  /// Notes that a member is somewhere else now, with the same numbers.
  func memberDidMove(from old: Int, to new: Int) { numbersDidChange(of: new) }

  /// Brings what blocks know of time up to date, before they are evaluated.
  ///
  /// - Parameters:
  ///   - clock: The group's clock.
  ///   - budget: How many blocks may yet move their epochs in this frame without need.
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

  /// Adds a member of another group of the same driver to this one, whose start is then to be set.
  func append(_ member: Int, of other: PropertyGroup) -> Int {
    let position = appendMember(slot: Int(other.slots[member]))
    copyNumbers(of: member, in: other, to: position)
    return position
  }

  private func copyNumbers(of member: Int, in other: PropertyGroup, to position: Int) {
    (members.pointee.records + position * recordSize)
      .copyMemory(from: other.members.pointee.records + member * recordSize, byteCount: recordSize)
    // What a member begins with follows from its times.
    for column in 1..<2 + valueColumns { self.column(column)[position] = other.column(column)[member] }
  }

  /// Makes a group without members the same, bit for bit, as another one of the same driver and direction: of all that
  /// stays from one frame to the next.
  func copyMembers(of other: PropertyGroup) {
    setCount(other.count)
    slots.update(from: other.slots, count: count)
    blocks.update(from: other.blocks, count: blockCount)
    setVacantWords(other.members.pointee.vacantWords)
    members.pointee.records.copyMemory(from: other.members.pointee.records, byteCount: count * recordSize)
    for column in 0..<2 + valueColumns { self.column(column).update(from: other.column(column), count: count) }
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
    let slot = slots[last]
    members.pointee.count = last
    guard member != last else { return }
    slots[member] = slot
    copyNumbers(of: last, in: self, to: member)
    blocks[member / Self.blockSize].isConsecutive = false
    memberDidMove(from: last, to: member)
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
    guard !isSequential, 4 * (block.vacantCount + 1) <= members(of: member / Self.blockSize).count else { return false }
    setVacant(member, true)
    return true
  }

  /// Lets a property have the position back that was kept for it, whose numbers are then to be set.
  final func occupy(_ member: Int) { setVacant(member, false) }

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
  /// Asks for the memory of a member whose run is about to begin anew; a number that isn't one does nothing.
  final func prefetch(_ member: Int) {
    if member >= count { return }
    vk_prefetch(members.pointee.records + member * recordSize)
    for index in 0..<2 + valueColumns { vk_prefetch(column(index) + member) }
  }

  /// Adds a member, whose numbers are then to be set.
  ///
  /// - Returns: Its position.
  final func appendMember(slot: Int) -> Int {
    let member = count
    if member == stride { grow(to: max(64, 2 * stride)) }
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

  /// Sets how many members there are, whose numbers, slots and blocks are then to be set.
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

  /// A column of all members: the begins, the rates, and what a driver keeps besides.
  final func column(_ index: Int) -> UnsafeMutablePointer<Float> {
    members.pointee.columns + index * stride
  }

  /// The first column of one of the members' values.
  final func columns(of value: Int) -> UnsafeMutablePointer<Float> { column(2 + value * components) }

  final var stride: Int { members.pointee.stride }

  /// A bit for each member of a block that may have ended.
  final func ended(_ block: Int) -> UnsafeMutablePointer<UInt64> {
    members.pointee.endedWords + block * (Self.blockSize / 64)
  }

  /// Copies a column as snapshots hold it: the columns of numbers, and behind these the recorded ones.
  final func savedColumn(_ index: Int) -> [Float] {
    if index < 2 + valueColumns { return Array(UnsafeBufferPointer(start: column(index), count: count)) }
    let numbers = recorded(index - 2 - valueColumns)
    return (0..<count).map { numbers[$0] }
  }

  /// Sets a column from a snapshot.
  final func setSavedColumn(_ index: Int, to saved: [Float]) {
    if index < 2 + valueColumns { return column(index).update(from: saved, count: count) }
    let numbers = recorded(index - 2 - valueColumns)
    for member in 0..<count { numbers[member] = saved[member] }
  }

  final var savedColumnCount: Int { 2 + valueColumns + recordedCount }

  /// Writes one of a member's values.
  final func copy(_ value: Int, of member: Int, to out: UnsafeMutablePointer<Float>, stride outStride: Int = 1) {
    let source = columns(of: value) + member
    for component in 0..<components { out[component * outStride] = source[component * stride] }
  }

  /// Makes one of a member's values less another one, and that one zero.
  final func subtract(_ other: Int, from value: Int, of member: Int) {
    let (values, others) = (columns(of: value) + member, columns(of: other) + member)
    for component in 0..<components {
      values[component * stride] -= others[component * stride]
      others[component * stride] = 0
    }
  }

  private func grow(to capacity: Int) {
    let count = 2 + valueColumns
    let larger = ColumnStorage<Float>(components: count, capacity: capacity)
    for index in 0..<count {
      (larger.memory + index * larger.stride).initialize(from: column(index), count: self.count)
    }
    storage = larger
    (members.pointee.columns, members.pointee.stride) = (larger.memory, larger.stride)
    let room = larger.stride
    let records = UnsafeMutableRawPointer.allocate(byteCount: room * recordSize, alignment: 64)
    records.copyMemory(from: members.pointee.records, byteCount: self.count * recordSize)
    members.pointee.records.deallocate()
    members.pointee.records = records
    let blockRoom = (room + Self.blockSize - 1) / Self.blockSize
    let oldBlocks = blockCount
    replace(&members.pointee.slots, capacity: room, keeping: self.count)
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
  /// When a member begins to move, on the group's clock.
  @inline(__always)
  final func begin(of member: Int) -> Double {
    timeCount > TimeKind.delay.rawValue ? starts[member] + times(.delay)[member] : starts[member]
  }

  /// How long a member lasts from its start, in seconds of the group's clock; infinity where it doesn't end by itself.
  @inline(__always)
  final func duration(of member: Int) -> Double {
    if hasDurations { return times(.duration)[member] }
    return sharedDuration < .infinity ? sharedDuration / Double(rates[member]) : .infinity
  }

  private func relativeBegin(of member: Int, to epoch: Double) -> Float {
    Self.finite(repeats ? beginOfCycle(of: member, at: epoch) : begin(of: member) - epoch)
  }

  /// A time as kernels take it: an infinite one would make NaN of what waits for it.
  private static func finite(_ seconds: Double) -> Float { Float(max(-1e30, min(seconds, 1e30))) }

  /// Makes a block's begins relative to its epoch.
  private func moveBegins(in block: Int) {
    let (members, epoch) = (members(of: block), blocks[block].epoch)
    var (earliest, latest, sharedRate) = (Double.infinity, -Double.infinity, rates[members.lowerBound])
    for member in members {
      let (begin, end) = (begin(of: member), starts[member] + duration(of: member))
      if !repeats { begins[member] = Self.finite(begin - epoch) }
      earliest = end < earliest ? end : earliest
      latest = begin > latest ? begin : latest
      sharedRate = rates[member] == sharedRate ? sharedRate : .nan
    }
    (blocks[block].earliestEnd, blocks[block].latestBegin) = (earliest, latest)
    blocks[block].sharedRate = sharedRate
    if repeats {
      for member in members { begins[member] = Self.finite(beginOfCycle(of: member, at: epoch)) }
    }
  }

  /// Sets the clock, without evaluating anything. For what joins an empty group.
  final func setClock(_ clock: Double) { members.pointee.clock = clock }
}

// MARK: - Frames

extension PropertyGroup {
  /// Evaluates one member, by its exact begin.
  final func evaluate(member: Int, at clock: Double, _ frame: Frame) {
    let block = member / Self.blockSize
    let epoch = blocks[block].epoch
    blocks[block].epoch = clock
    begins[member] = relativeBegin(of: member, to: clock)
    evaluate(member..<member + 1, at: clock, frame)
    blocks[block].epoch = epoch
    begins[member] = relativeBegin(of: member, to: epoch)
  }

  /// Evaluates a block and marks which of its members have ended. Several blocks may be evaluated at once.
  final func evaluate(block: Int, at clock: Double, _ frame: Frame) {
    if blocks[block].isNew { moveBegins(in: block) }
    members.pointee.isMarked[block] =
      blocks[block].vacantCount > 0
      ? evaluateKeeping(block, at: clock, frame) : evaluateAndMark(block: block, at: clock, frame)
  }

  /// Notes that all members have been evaluated.
  ///
  /// - Returns: Whether any may have ended.
  final func endFrame(at clock: Double) -> Bool {
    setClock(clock)
    for block in 0..<blockCount where members.pointee.isMarked[block] { return true }
    return false
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
  }
}

// MARK: - Results

/// What evaluating members needs: where results go, and what is on the way to them.
struct Frame {
  /// The animator's columns: one for each component, each `stride` elements after the one before.
  let results: UnsafeMutablePointer<Float>
  let stride: Int
  /// Scratch memory for columns of a block, each `PropertyGroup.blockSize` elements long.
  let memory: UnsafeMutablePointer<Float>
  /// A bit for each member of a block.
  let words: UnsafeMutablePointer<UInt64>
  /// Room for the values of a block: of a snapshot from data more positions may be kept than usual.
  let kept: UnsafeMutablePointer<Float>
  /// Where the values are that sums add up.
  let layers: UnsafeBufferPointer<Layer.Columns>

  /// The number of columns for intermediate numbers. The columns for staged results lie behind them.
  static let scratchColumns = 6

  func scratch(_ column: Int) -> UnsafeMutablePointer<Float> { memory + column * PropertyGroup.blockSize }

  /// Room for the results of a block on their way to where they belong, a column for each component.
  var stagedResults: UnsafeMutablePointer<Float> { scratch(Self.scratchColumns) }
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
