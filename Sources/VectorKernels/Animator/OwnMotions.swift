internal import CVectorKernels

/// The motions of a spring mover's members: whether all members of a block have the same motion and, if not, each
/// member's spring parameters and transition matrix.
final class OwnMotions {
  /// A spring, and the seconds of the member's own time per second of the group's clock.
  struct Motion: Equatable {
    var angularFrequency: Double
    var dampingRatio: Double
    var speed: Float

    init(angularFrequency: Double, dampingRatio: Double, speed: Float) {
      (self.angularFrequency, self.dampingRatio, self.speed) = (angularFrequency, dampingRatio, speed)
    }

    init(_ spring: Spring, speed: Float) {
      self.init(angularFrequency: spring.angularFrequency, dampingRatio: spring.dampingRatio, speed: speed)
    }
  }

  /// The kernels' parameters of a spring, in seconds of the group's clock.
  typealias Parameters = (decay: Float, frequency: Float)

  struct Block {
    /// Whether all members have the same spring and speed, which is then `motion`.
    var isUniform = true
    var motion: Motion
    /// The transition matrix of a uniform block in this frame, minus the identity.
    var matrix = SIMD4<Float>.zero
    /// The time step of the matrices in the columns, in seconds.
    var step = Double.nan
    /// The matrices that are out of date: a bit for every 16 members.
    var outdated: UInt64 = .max
    /// The members that may be waiting for their beginning: a bit for every 16 members. A block with a waiting member
    /// isn't uniform.
    var waiting: UInt64 = 0
  }

  enum Column: Int, CaseIterable {
    case decay, frequency, positionToPosition, velocityToPosition, positionToVelocity, velocityToVelocity
  }

  private(set) var blocks = UnsafeMutablePointer<Block>.allocate(capacity: 0)
  private var blockCapacity = 0
  private var memberCapacity = 0
  /// Empty until members of a block differ.
  private var storage = ColumnStorage<Float>(components: Column.allCases.count, capacity: 0)

  deinit { blocks.deallocate() }

  func column(_ column: Column) -> UnsafeMutablePointer<Float> { storage.memory + column.rawValue * storage.stride }

  /// Grows the memory for blocks and, if members of a block differ, for the members' motions.
  @inline(__always)
  func reserve(blocks count: Int, members: Int) {
    if count > blockCapacity || members > memberCapacity { grow(blocks: count, members: members) }
  }

  private func grow(blocks count: Int, members: Int) {
    memberCapacity = members
    let capacity = max(count, (members + PropertyGroup.blockSize - 1) / PropertyGroup.blockSize)
    if capacity > blockCapacity {
      let larger = UnsafeMutablePointer<Block>.allocate(capacity: capacity)
      larger.moveInitialize(from: blocks, count: blockCapacity)
      let none = Block(motion: Motion(.systemDefault, speed: .nan))
      (larger + blockCapacity).initialize(repeating: none, count: capacity - blockCapacity)
      blocks.deallocate()
      (blocks, blockCapacity) = (larger, capacity)
    }
    if storage.stride > 0 { growStorage() }
  }

  private func growStorage() {
    let larger = ColumnStorage<Float>(components: Column.allCases.count, capacity: memberCapacity)
    for column in Column.allCases {
      let new = larger.memory + column.rawValue * larger.stride
      new.initialize(from: self.column(column), count: storage.stride)
      (new + storage.stride).initialize(repeating: 0, count: larger.stride - storage.stride)
    }
    storage = larger
  }

  /// Whether there is memory for the parameters of members that differ.
  var hasParameters: Bool { storage.stride >= memberCapacity }

  /// Returns whether all members of a block are known to have a motion.
  @inline(__always)
  func holds(_ motion: Motion, in block: Int) -> Bool {
    blocks[block].isUniform && blocks[block].motion == motion
  }

  /// Prefetches a member's parameters, if members of any block may differ.
  func prefetchParameters(of member: Int) {
    if storage.stride == 0 { return }
    vk_prefetch(column(.decay) + member)
    vk_prefetch(column(.frequency) + member)
  }

  /// Returns whether a member, in a block whose members may differ, has certain parameters.
  func holds(_ parameters: Parameters, for member: Int) -> Bool {
    column(.decay)[member] == parameters.decay && column(.frequency)[member] == parameters.frequency
  }

  /// Sets the parameters of one member, in a block whose members may differ.
  func set(_ member: Int, _ parameters: Parameters) {
    column(.decay)[member] = parameters.decay
    column(.frequency)[member] = parameters.frequency
    let index = member % PropertyGroup.blockSize
    blocks[member / PropertyGroup.blockSize].outdated |= 1 << UInt64(index / 16)
  }

  /// Sets the parameters of all members of a block; from now on its members may differ.
  func setAll(in block: Int, _ members: Range<Int>, _ parameters: (Int) -> Parameters) {
    if !hasParameters { growStorage() }
    for member in members { set(member, parameters(member)) }
    blocks[block].outdated = .max
  }

  /// Copies the data of a member that moves to another position, between blocks whose members may differ.
  func move(_ old: Int, to new: Int) {
    for column in Column.allCases { self.column(column)[new] = self.column(column)[old] }
    let (from, to) = (old / PropertyGroup.blockSize, new / PropertyGroup.blockSize)
    let isKnown =
      blocks[from].step == blocks[to].step
      && blocks[from].outdated & (1 << UInt64(old % PropertyGroup.blockSize / 16)) == 0
    if !isKnown { blocks[to].outdated |= 1 << UInt64(new % PropertyGroup.blockSize / 16) }
  }

  /// Records that a member is waiting for its beginning, in a block whose members may differ.
  func setWaiting(_ member: Int) {
    let (block, index) = (member / PropertyGroup.blockSize, member % PropertyGroup.blockSize)
    blocks[block].waiting |= 1 << UInt64(index / 16)
  }

  /// Updates the matrices of a block for a frame.
  ///
  /// Most frames have the same duration except for rounding. The same matrices are used as long as the duration differs
  /// by at most 1e-9 of itself. Members are placed anew at least every eight seconds, so the error is at most 8 ns.
  ///
  /// - Parameters:
  ///   - block: The block's number.
  ///   - members: The block's members.
  ///   - law: The law by which they move.
  ///   - previous: The group's clock in the previous frame.
  ///   - clock: The group's clock.
  ///   - group: The members' group. Until a member begins to move, its matrix leaves it in place.
  func prepare(
    _ block: Int, _ members: Range<Int>, _ law: SpringMover.Law, from previous: Double, to clock: Double,
    in group: PropertyGroup
  ) {
    let (deltaTime, speeds) = (clock - previous, UnsafePointer(group.rates))
    if !(abs(deltaTime - blocks[block].step) <= 1e-9 * deltaTime) {
      blocks[block].step = deltaTime
      blocks[block].outdated = .max
    }
    let step = blocks[block].step
    let computed = blocks[block].outdated
    forEachRun(of: computed, in: members) { update($0, law, over: step, speeds) }
    blocks[block].outdated = 0
    if blocks[block].waiting == 0 { return }
    var (waiting, outdated) = (UInt64(0), UInt64(0))
    let matrices = (
      column(.positionToPosition), column(.velocityToPosition), column(.positionToVelocity), column(.velocityToVelocity)
    )
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * PropertyGroup.blockSize / 64) { words in
      // Rounding shifts begins by up to half a microsecond. For members for which that matters, the exact time is used.
      let (before, now) = (words.baseAddress!, words.baseAddress! + PropertyGroup.blockSize / 64)
      let (begins, count) = (group.begins + members.lowerBound, members.count)
      let epoch = group.blocks[block].epoch
      _ = vk_at_most_f32(begins, Float(previous - epoch - 2e-6), before, count)
      _ = vk_at_most_f32(begins, Float(clock - epoch + 2e-6), now, count)
      for index in 0..<(count + 63) / 64 {
        let first = members.lowerBound + 64 * index
        let all = count - 64 * index < 64 ? (UInt64(1) << UInt64(count - 64 * index)) - 1 : .max
        var later = all & ~now[index]
        (now[index] & ~before[index]).forEachSetBit { bit in
          let (member, begin) = (first + bit, group.begin(of: first + bit))
          if begin > clock {
            later |= 1 << UInt64(bit)
          } else if begin > previous {
            // Only the rest of a step, and only in this frame.
            update(member..<member + 1, law, over: clock - begin, speeds)
            outdated |= 1 << UInt64(4 * index + bit / 16)
          }
        }
        for piece in 0..<4 {
          let (bits, bit) = (later >> UInt64(16 * piece) & 0xffff, UInt64(1) << UInt64(4 * index + piece))
          if bits == 0 { continue }
          waiting |= bit
          if computed & bit == 0 { continue }
          bits.forEachSetBit {
            let member = first + 16 * piece + $0
            (matrices.0[member], matrices.1[member], matrices.2[member], matrices.3[member]) = (0, 0, 0, 0)
          }
        }
      }
    }
    (blocks[block].waiting, blocks[block].outdated) = (waiting, outdated)
  }

  /// Calls `body` with each range of consecutive members whose bits are set; there is a bit for every 16 members.
  private func forEachRun(of bits: UInt64, in members: Range<Int>, _ body: (Range<Int>) -> Void) {
    var bits = bits
    while bits != 0 {
      let begin = bits.trailingZeroBitCount
      let length = (~(bits >> UInt64(begin))).trailingZeroBitCount
      bits &= begin + length >= 64 ? 0 : .max << UInt64(begin + length)
      let first = members.lowerBound + 16 * begin
      let end = min(members.upperBound, first + 16 * length)
      if first < end { body(first..<end) }
    }
  }

  private func update(
    _ members: Range<Int>, _ law: SpringMover.Law, over deltaTime: Double, _ speeds: UnsafePointer<Float>
  ) {
    let (first, count) = (members.lowerBound, members.count)
    let velocityToPosition = column(.velocityToPosition) + first
    let positionToVelocity = column(.positionToVelocity) + first
    guard law == .springs else {
      velocityToPosition.update(repeating: 0, count: count)
      positionToVelocity.update(repeating: 0, count: count)
      for member in members {
        let lost = Float(vk_expm1(-deltaTime * Double(column(.decay)[member])))
        column(.positionToPosition)[member] = lost
        column(.velocityToVelocity)[member] = lost
      }
      return
    }
    vk_spring_transition_f32(
      column(.decay) + first, column(.frequency) + first, deltaTime, column(.positionToPosition) + first,
      velocityToPosition,
      positionToVelocity, column(.velocityToVelocity) + first, count)
    // Velocities are per second of the members' own time.
    let speeds = speeds + first
    for index in 0..<count {
      velocityToPosition[index] *= speeds[index]
      positionToVelocity[index] /= speeds[index]
    }
  }
}
