internal import CVectorKernels

/// Moves blocks of members with scratch memory for each core, and shares large work among cores.
final class BlockPool {
  private let components: Int
  /// The number of cores that may share work.
  let cores: Int
  private let scratch: UnsafeMutablePointer<Float>
  private let words: UnsafeMutablePointer<UInt64>
  private let zeros: UnsafeMutablePointer<Float>
  /// The time in nanoseconds, of one core, from which a frame wakes the other cores.
  private let wakingTime: Double

  private static var blockSize: Int { PropertyGroup.blockSize }
  /// The number of components below which sharing a frame takes longer than it saves, even with cores that are awake.
  private static var sharingThreshold: Int { 1 << 16 }
  /// The time of a frame below which waking another core takes longer than it saves. On a virtual machine it takes 0.1
  /// ms until the other core begins, and costs the caller 30 us.
  static var wakingTime: Double { 200_000 }

  init(cores: Int, components: Int, wakingTime: Double) {
    (self.components, self.cores, self.wakingTime) = (components, cores, wakingTime)
    scratch = .allocate(capacity: cores * Self.columns(components) * Self.blockSize)
    words = .allocate(capacity: cores * Self.blockSize / 64)
    zeros = .allocate(capacity: Self.blockSize)
    zeros.initialize(repeating: 0, count: Self.blockSize)
  }

  deinit {
    scratch.deallocate()
    words.deallocate()
    zeros.deallocate()
  }

  /// The number of cores that the machine has for this process.
  static let machineCores = Int(vk_processor_count())

  /// Returns the number of columns of scratch memory: for intermediate numbers, for the results of a block, and for the
  /// values kept from it.
  private static func columns(_ components: Int) -> Int { Frame.scratchColumns + 2 * components }

  /// Returns the memory that a core needs to move members.
  func frame(
    _ core: Int, _ results: UnsafeMutablePointer<Float>, stride: Int,
    layers: UnsafeBufferPointer<Layer.Columns> = UnsafeBufferPointer(start: nil, count: 0), isLayer: Bool = false
  ) -> Frame {
    let scratch = scratch + core * Self.columns(components) * Self.blockSize
    return Frame(
      results: results, stride: stride, memory: scratch,
      words: words + core * (Self.blockSize / 64),
      kept: scratch + (Frame.scratchColumns + components) * Self.blockSize, layers: layers,
      zeros: isLayer ? UnsafePointer(zeros) : nil)
  }

  /// Moves all blocks of groups to a time of the animator's clock.
  ///
  /// - Parameter componentTime: The time in nanoseconds that one core takes to move a component. The call measures it if
  ///   cores could share the blocks.
  func moveBlocks(
    of groups: UncountedGroups, to now: Double, _ results: UnsafeMutablePointer<Float>, stride: Int,
    layers: [Layer.Columns], isLayer: Bool, componentTime: inout Double
  ) {
    layers.withUnsafeBufferPointer { layers in
      let frame = frame(0, results, stride: stride, layers: layers, isLayer: isLayer)
      var (sequential, others, components) = (0, 0, 0)
      groups.forEachReferent { group in
        if group.direction == 0 { return }
        if group.isSequential {
          sequential += group.blockCount
        } else {
          others += group.blockCount
          components += group.count * self.components
        }
      }
      func work(_ blocks: Int, areSequential: Bool) -> BlockWork {
        BlockWork(
          groups: groups, areSequential: areSequential, blocks: blocks, now: now, frame: frame,
          columns: Self.columns(self.components), cores: cores)
      }
      if sequential > 0 { work(sequential, areSequential: true).moveAll() }
      if others == 0 { return }
      let work = work(others, areSequential: false)
      if components < Self.sharingThreshold { return work.moveAll() }
      let time = share(.blocks(work), wakesCores: Double(components) * componentTime >= wakingTime)
      if let time, time > 0 { componentTime = time / Double(components) }
    }
  }

  /// Computes `count` sums of a frame.
  func compute(_ sums: BaseSums, count: Int) {
    if count < Self.sharingThreshold { return sums.perform(0..<sums.pieces.count) }
    // A sum takes one core at least half a nanosecond if there are so many that the second-level cache can't hold them.
    share(.sums(sums), wakesCores: Double(count) * 0.5 >= wakingTime)
  }

  /// Does work on the cores that the pool may use: all of them or, if cores needn't be woken, those that are awake.
  ///
  /// - Returns: The time in nanoseconds that one core would take, or 0 if that can't be told; nil if other cores couldn't
  ///   take part.
  @discardableResult
  func share(_ work: SharedWork, wakesCores: Bool) -> Double? {
    #if canImport(Dispatch) && !hasFeature(Embedded)
    if cores > 1, work.parts > 1, let time = HelperTeam.shared.share(work, wakesHelpers: wakesCores) { return time }
    #endif
    work.perform(0..<work.parts, core: 0)
    return nil
  }
}

/// The blocks of a frame that must be moved one after the other, or those that any core may move.
struct BlockWork {
  let groups: UncountedGroups
  let areSequential: Bool
  /// The number of blocks in all such groups whose time runs. Blocks are numbered through these groups.
  let blocks: Int
  let now: Double
  /// The memory that the first core needs to move members. The other cores' scratch memory follows it.
  let frame: Frame
  let columns: Int
  /// The number of cores that may do the work.
  let cores: Int

  func moveAll() { move(0..<blocks, core: 0) }

  /// Moves some of the blocks. No other code calls groups' kernels in a frame.
  func move(_ range: Range<Int>, core: Int) {
    let blockSize = PropertyGroup.blockSize
    let scratch = core * columns * blockSize
    let frame = Frame(
      results: frame.results, stride: frame.stride, memory: frame.memory + scratch,
      words: frame.words + core * (blockSize / 64), kept: frame.kept + scratch, layers: frame.layers, zeros: frame.zeros
    )
    var first = 0
    groups.forEachReferent { group in
      if first >= range.upperBound || group.direction == 0 || group.isSequential != areSequential { return }
      let blocks = group.blockCount
      for block in max(first, range.lowerBound)..<max(first, range.lowerBound, min(first + blocks, range.upperBound)) {
        group.move(block: block - first, at: group.direction * now, frame)
      }
      first += blocks
    }
  }
}

/// The groups of a frame, without reference counting. Hundreds of groups are accessed so often that counting their
/// references would take as long as moving their members. The array that provides this view keeps them alive.
typealias UncountedGroups = UnsafeBufferPointer<Unmanaged<PropertyGroup>>

extension UncountedGroups {
  @inline(__always)
  func forEachReferent(_ body: (PropertyGroup) -> Void) {
    for group in self { group._withUnsafeGuaranteedRef(body) }
  }
}

extension [PropertyGroup] {
  @inline(__always)
  func withUncountedReferences<Result>(_ body: (UncountedGroups) -> Result) -> Result {
    withUnsafeBufferPointer { groups in
      groups.withMemoryRebound(to: Unmanaged<PropertyGroup>.self, body)
    }
  }
}
