/// The memory of a group's members, and their count.
struct Members: ~Copyable {
  var count = 0
  /// The group's clock when its members were last moved.
  var clock = 0.0
  /// The slot of each member in the animator.
  private(set) var slots = UnsafeMutablePointer<Int32>.allocate(capacity: 0)
  private(set) var blocks = UnsafeMutablePointer<PropertyGroup.Block>.allocate(capacity: 0)
  /// The bits of each block's slots. They are valid where the block's `slotBits` says how many words there are.
  private(set) var slotWords = UnsafeMutablePointer<UInt64>.allocate(capacity: 0)
  /// The records of the members, which kernels don't read: the times and then the numbers of each member, adjacent in
  /// memory.
  private(set) var records = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 64)
  /// The columns of numbers.
  private(set) var columns: UnsafeMutablePointer<Float>
  private(set) var stride: Int
  /// Whether each block has members that are marked as ended, and a bit for each such member.
  private(set) var isMarked = UnsafeMutablePointer<Bool>.allocate(capacity: 0)
  private(set) var endedWords = UnsafeMutablePointer<UInt64>.allocate(capacity: 0)
  /// A bit for each position that is kept for a member that left, and the number of such positions.
  private(set) var vacantWords = UnsafeMutablePointer<UInt64>.allocate(capacity: 0)
  var vacantCount = 0
  /// The owner of the columns' memory.
  private var storage: ColumnStorage<Float>
  private let columnCount: Int
  /// The size of a record in bytes.
  private let recordSize: Int

  init(columnCount: Int, recordSize: Int) {
    self.columnCount = columnCount
    self.recordSize = recordSize
    storage = ColumnStorage(components: columnCount, capacity: 0)
    (columns, stride) = (storage.memory, storage.stride)
  }

  deinit {
    slots.deallocate()
    blocks.deallocate()
    slotWords.deallocate()
    records.deallocate()
    isMarked.deallocate()
    endedWords.deallocate()
    vacantWords.deallocate()
  }

  var blockCount: Int { (count + PropertyGroup.blockSize - 1) / PropertyGroup.blockSize }

  /// Grows the memory to hold `capacity` members.
  mutating func grow(to capacity: Int) {
    let larger = ColumnStorage<Float>(components: columnCount, capacity: capacity)
    for index in 0..<columnCount {
      (larger.memory + index * larger.stride).initialize(from: columns + index * stride, count: count)
    }
    storage = larger
    (columns, stride) = (larger.memory, larger.stride)
    let moved = UnsafeMutableRawPointer.allocateLines(byteCount: stride * recordSize)
    moved.copyMemory(from: records, byteCount: count * recordSize)
    records.deallocate()
    records = moved
    let (oldBlocks, newBlocks) = (blockCount, (stride + PropertyGroup.blockSize - 1) / PropertyGroup.blockSize)
    let wordsPerBlock = PropertyGroup.blockSize / 64
    let (oldWords, newWords) = (oldBlocks * wordsPerBlock, newBlocks * wordsPerBlock)
    Self.replace(&slots, capacity: stride, keeping: count)
    Self.replace(&blocks, capacity: newBlocks, keeping: oldBlocks)
    let slotWordsPerBlock = PropertyGroup.slotWordCount
    Self.replace(&slotWords, capacity: newBlocks * slotWordsPerBlock, keeping: oldBlocks * slotWordsPerBlock)
    Self.replace(&isMarked, capacity: newBlocks, keeping: 0)
    Self.replace(&endedWords, capacity: newWords, keeping: 0)
    Self.replace(&vacantWords, capacity: newWords, keeping: oldWords)
    (vacantWords + oldWords).initialize(repeating: 0, count: newWords - oldWords)
  }

  private static func replace<Element>(
    _ memory: inout UnsafeMutablePointer<Element>, capacity: Int, keeping count: Int
  ) {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: memory, count: count)
    memory.deallocate()
    memory = larger
  }
}
