/// Properties that run in the same way and in the same direction, in dense columns. Each has its own start and speed.
///
/// A group has a clock: the animator's clock, that clock running backwards, or, for paused properties, one that stands
/// still. All times of members are in seconds of the group's clock, so a member at twice the speed has half the
/// duration. A member that changes its direction changes its group.
///
/// Members are moved in blocks. Memory that blocks share is changed only before and after that, so several cores may
/// move blocks at the same time.
final class PropertyGroup {
  /// The mover by its concrete type, and as any mover.
  let kind: Kind
  let mover: any Mover
  /// The direction of the members' time: 1 forward, -1 back, 0 stopped. The group's clock is the animator's clock times
  /// this.
  let direction: Double
  /// The number of components of a value.
  let components: Int
  let layout: MemberLayout
  /// Copies of the mover's properties, which never change.
  let isSequential: Bool
  let addsUp: Bool
  /// Whether the members share a shape that each could have as its own, if its form permits it.
  let hasSharedShape: Bool
  /// The way in which runs can begin without a call of the mover, or nil if there is none.
  let shortcut: Shortcut?
  /// The number of columns: the begins, the rates, and the columns for the mover.
  let columnCount: Int
  /// The number of recorded numbers for each member, which kernels don't read.
  let recordedCount: Int
  /// The size of a member's record in bytes.
  let recordSize: Int
  /// The members, by address. They are accessed millions of times a second, so checks for exclusive access would cost
  /// too much.
  let members: UnsafeMutablePointer<Members>

  init(_ kind: Kind, components: Int, direction: Double) {
    (self.kind, mover) = (kind, kind.mover)
    (self.components, self.direction) = (components, direction)
    (layout, isSequential, addsUp) = (mover.layout, mover.isSequential, mover.addsUp)
    hasSharedShape = mover.key.own != nil
    shortcut = Shortcut(kind)
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

  /// The number of members in a block, which are moved together. Their intermediate numbers stay in the nearest cache.
  static let blockSize = 1024

  /// A mover that begins runs by code that is inlined where it is called. Thousands of runs may begin between two frames.
  enum Shortcut {
    /// A mover with a curve that all members share. It has no state.
    case tweens
    /// A mover with a Bezier curve of each member's own. It has no state.
    case ownBeziers
    /// A mover of springs. `kind` retains it, so beginning a run counts no reference.
    case springs(Unmanaged<SpringMover>)

    init?(_ kind: Kind) {
      switch kind {
      case .tweens(let tweens) where tweens.isShared: self = .tweens
      case .tweens(let tweens) where tweens.ownTracks == nil: self = .ownBeziers
      case .springs(let springs): self = .springs(.passUnretained(springs))
      default: return nil
      }
    }
  }

  /// The state of a block of members.
  struct Block {
    /// The time to which its members' begins are relative, so that a Float holds them to a fraction of a microsecond.
    var epoch: Double
    /// A time before which no member ends.
    var earliestEnd = Double.infinity
    /// A time after which no member begins to move.
    var latestBegin = -Double.infinity
    /// Whether the members' slots are consecutive.
    var isConsecutive: Bool
    /// What the block knows of its members' slots besides.
    var slotBits = SlotBits.unknown
    /// The number of positions that are kept for members that left.
    var vacantCount = 0
    /// The rate that all members have had since the epoch last moved, or NaN if they differ.
    var sharedRate: Float
    /// Whether the epoch has just moved.
    var isNew = true

    /// The slots of a block's members as bits.
    enum SlotBits: Equatable {
      /// They must be found out, because members have joined or left.
      case unknown
      /// The slots don't ascend, or are so far apart that bits would be of no use.
      case none
      /// A number of words holds a bit for each slot from `slot` on, a multiple of 64.
      case from(_ slot: Int32, words: Int32)
    }
  }
}

// MARK: - Data of members

extension PropertyGroup {
  var count: Int { members.pointee.count }
  var clock: Double { members.pointee.clock }
  var slots: UnsafeMutablePointer<Int32> { members.pointee.slots }
  var blocks: UnsafeMutablePointer<Block> { members.pointee.blocks }
  var stride: Int { members.pointee.stride }
  var blockCount: Int { members.pointee.blockCount }

  /// Returns the members of a block.
  func members(of block: Int) -> Range<Int> {
    block * Self.blockSize..<min(count, (block + 1) * Self.blockSize)
  }

  /// The time at which each member begins to move, relative to its block's epoch.
  var begins: UnsafeMutablePointer<Float> { members.pointee.columns }

  /// The rate of each member: passes, or seconds of its own time, per second of the group's clock.
  var rates: UnsafeMutablePointer<Float> { members.pointee.columns + members.pointee.stride }

  /// Returns a column of all members: the begins, the rates, and then the columns for the mover.
  func column(_ index: Int) -> UnsafeMutablePointer<Float> { members.pointee.columns + index * stride }

  /// Returns the first column of one of the members' values.
  func columns(of value: Int) -> UnsafeMutablePointer<Float> { column(2 + value * components) }

  /// Returns one of the columns that follow those of the members' values.
  func otherColumn(_ index: Int) -> UnsafeMutablePointer<Float> { column(2 + layout.values * components + index) }

  /// Writes one of a member's values.
  func copy(_ value: Int, of member: Int, to out: UnsafeMutablePointer<Float>, stride outStride: Int = 1) {
    let source = columns(of: value) + member
    for component in 0..<components { out[component * outStride] = source[component * stride] }
  }

  /// Subtracts one of a member's values from another, and sets the subtracted value to zero.
  func subtract(_ other: Int, from value: Int, of member: Int) {
    let (values, others) = (columns(of: value) + member, columns(of: other) + member)
    for component in 0..<components {
      values[component * stride] -= others[component * stride]
      others[component * stride] = 0
    }
  }

  /// Sets the first two of a member's values: the present value, with components `fromStride` elements apart, and the
  /// target.
  func setEnds(
    of member: Int, from: UnsafePointer<Float>, stride fromStride: Int, to target: UnsafePointer<Float>
  ) {
    let stride = stride
    var (from, first, last) = (from, columns(of: 0) + member, columns(of: 1) + member)
    for component in 0..<components {
      first.pointee = from.pointee
      last.pointee = target[component]
      from += fromStride
      first += stride
      last += stride
    }
  }

  /// Writes the difference from a member's first value to its second one, times a factor.
  func copyDifference(of member: Int, times factor: Float, to out: UnsafeMutablePointer<Float>) {
    copyDifference(of: member, from: 0, to: 1, times: factor, to: out)
  }

  /// Writes the difference from one of a member's values to another, times a factor.
  func copyDifference(of member: Int, from: Int, to: Int, times factor: Float, to out: UnsafeMutablePointer<Float>) {
    let (from, to) = (columns(of: from) + member, columns(of: to) + member)
    for component in 0..<components {
      let difference = to[component * stride] - from[component * stride]
      // The factor is infinite where a curve is vertical. A component that doesn't change stands still even there.
      out[component] = difference == 0 ? 0 : factor * difference
    }
  }

  /// The times in each member's record, in this order. A group has only those that it needs.
  enum TimeKind: Int {
    /// The start of a member's run.
    case start
    /// The delay after the start.
    case delay
    /// The duration from the start, delay included; infinity means forever.
    case duration
  }

  /// A number in the records of all members.
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

  /// The start of each member's run.
  var starts: Recorded<Double> { times(.start) }

  /// Returns a recorded number of all members by its index. Kernels don't read these.
  @inline(__always)
  func recorded(_ index: Int) -> Recorded<Float> {
    Recorded(memory: members.pointee.records + 8 * layout.timeCount + 4 * index, recordSize: recordSize)
  }
}

// MARK: - The mover's functions

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

  func passes(of member: Int, speed: Double) -> RunPasses { mover.passes(of: member, in: self, speed: speed) }

  func setSpeed(of member: Int, from old: Double, to new: Double) {
    mover.setSpeed(of: member, in: self, from: old, to: new)
  }

  func canAdd(to member: Int) -> Bool { mover.canAdd(to: member, in: self) }

  func spring(of member: Int) -> Spring? { mover.spring(of: member, in: self) }

  func subtractFinalValue(of member: Int) { mover.subtractFinalValue(of: member, in: self) }
}
