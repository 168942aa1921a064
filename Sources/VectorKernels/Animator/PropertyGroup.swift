/// Properties that run the same way in the same direction, in dense columns. When and how fast each of them moves is
/// its own.
///
/// A group has a clock: the animator's, or that one running back, or one that stands still for those that are paused.
/// All times of members are in seconds of it, so that a member at twice the speed has half the duration. A member that
/// changes its direction changes its group.
///
/// Members are moved in blocks. Whatever changes memory that blocks share happens before and after that, so blocks may
/// be moved on several cores.
final class PropertyGroup {
  /// What moves the members: as what it is, and as what all movers are.
  let kind: Kind
  let mover: any Mover
  /// Which way the members' time runs: 1 forward, -1 back, 0 not at all. The group's clock is the animator's times that.
  let direction: Double
  /// How many components a value has.
  let components: Int
  let layout: MemberLayout
  /// As the mover says, once and for all.
  let isSequential: Bool
  let addsUp: Bool
  /// The number of columns of numbers: the begins, the rates, and what the mover keeps besides.
  let columnCount: Int
  /// How many numbers that kernels don't read are kept of each member.
  let recordedCount: Int
  /// What is kept of a member in one place, in bytes.
  let recordSize: Int
  /// The members, by address: what is asked for millions of times a second shouldn't be checked for exclusive access.
  let members: UnsafeMutablePointer<Members>

  init(_ kind: Kind, components: Int, direction: Double) {
    (self.kind, mover) = (kind, kind.mover)
    (self.components, self.direction) = (components, direction)
    (layout, isSequential, addsUp) = (mover.layout, mover.isSequential, mover.addsUp)
    columnCount = 2 + layout.values * components + layout.otherColumns
    recordedCount = layout.recordedValues * components
    recordSize = (8 * layout.timeCount + 4 * recordedCount + 7) / 8 * 8
    members = .allocate(capacity: 1)
    members.initialize(to: Members(columnCount: columnCount, recordSize: recordSize))
  }

  deinit {
    members.deinitialize(count: 1)
    members.deallocate()
  }

  var key: GroupKey { GroupKey(mover: mover.key, direction: direction) }

  /// How many members are moved together. What they leave for one another stays in the nearest cache.
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
}

// MARK: - What is kept of members

extension PropertyGroup {
  var count: Int { members.pointee.count }
  var clock: Double { members.pointee.clock }
  var slots: UnsafeMutablePointer<Int32> { members.pointee.slots }
  var blocks: UnsafeMutablePointer<Block> { members.pointee.blocks }
  var stride: Int { members.pointee.stride }
  var blockCount: Int { members.pointee.blockCount }

  /// The members of a block.
  func members(of block: Int) -> Range<Int> {
    block * Self.blockSize..<min(count, (block + 1) * Self.blockSize)
  }

  /// When each member begins to move, relative to its block's epoch.
  var begins: UnsafeMutablePointer<Float> { members.pointee.columns }

  /// How fast each member moves: passes per second of the group's clock, or seconds of its own time.
  var rates: UnsafeMutablePointer<Float> { members.pointee.columns + members.pointee.stride }

  /// A column of all members: the begins, the rates, and what the mover keeps besides.
  func column(_ index: Int) -> UnsafeMutablePointer<Float> { members.pointee.columns + index * stride }

  /// The first column of one of the members' values.
  func columns(of value: Int) -> UnsafeMutablePointer<Float> { column(2 + value * components) }

  /// Writes one of a member's values.
  func copy(_ value: Int, of member: Int, to out: UnsafeMutablePointer<Float>, stride outStride: Int = 1) {
    let source = columns(of: value) + member
    for component in 0..<components { out[component * outStride] = source[component * stride] }
  }

  /// Makes one of a member's values less another one, and that one zero.
  func subtract(_ other: Int, from value: Int, of member: Int) {
    let (values, others) = (columns(of: value) + member, columns(of: other) + member)
    for component in 0..<components {
      values[component * stride] -= others[component * stride]
      others[component * stride] = 0
    }
  }

  /// Sets the first two of a member's values: where it is, a number for each component, `fromStride` elements apart,
  /// and where it is to go.
  func setWay(
    of member: Int, from: UnsafePointer<Float>, stride fromStride: Int, to target: UnsafePointer<Float>
  ) {
    let (first, last) = (columns(of: 0) + member, columns(of: 1) + member)
    for component in 0..<components {
      first[component * stride] = from[component * fromStride]
      last[component * stride] = target[component]
    }
  }

  /// Writes how far it is from a member's first value to its second one, times a number.
  func copyWay(of member: Int, times factor: Float, to out: UnsafeMutablePointer<Float>) {
    copyWay(of: member, from: 0, to: 1, times: factor, to: out)
  }

  /// Writes how far it is from one of a member's values to another one, times a number.
  func copyWay(of member: Int, from: Int, to: Int, times factor: Float, to out: UnsafeMutablePointer<Float>) {
    let (from, to) = (columns(of: from) + member, columns(of: to) + member)
    for component in 0..<components {
      out[component] = factor * (to[component * stride] - from[component * stride])
    }
  }

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
  func times(_ kind: TimeKind) -> Recorded<Double> { times(kind.rawValue) }

  @inline(__always)
  func times(_ index: Int) -> Recorded<Double> {
    Recorded(memory: members.pointee.records + 8 * index, recordSize: recordSize)
  }

  /// When each member's run began.
  var starts: Recorded<Double> { times(.start) }

  /// The numbers of members that kernels don't read, by index.
  @inline(__always)
  func recorded(_ index: Int) -> Recorded<Float> {
    Recorded(memory: members.pointee.records + 8 * layout.timeCount + 4 * index, recordSize: recordSize)
  }
}

// MARK: - What the mover says

extension PropertyGroup {
  func copyFirstValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    mover.copyFirstValue(of: member, in: self, to: out, stride: stride)
  }

  func copyFinalValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    mover.copyFinalValue(of: member, in: self, to: out, stride: stride)
  }

  func copyVelocity(of member: Int, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>) {
    mover.copyVelocity(of: member, in: self, after: elapsed, speed: speed, to: out)
  }

  func nominalDuration(of member: Int) -> Double { mover.nominalDuration(of: member, in: self) }

  func loops(of member: Int, speed: Double) -> RunLoops { mover.loops(of: member, in: self, speed: speed) }

  func setSpeed(of member: Int, from old: Double, to new: Double) {
    mover.setSpeed(of: member, in: self, from: old, to: new)
  }

  func canAdd(to member: Int) -> Bool { mover.canAdd(to: member, in: self) }

  func spring(of member: Int) -> Spring? { mover.spring(of: member, in: self) }

  func subtractFinalValue(of member: Int) { mover.subtractFinalValue(of: member, in: self) }
}
