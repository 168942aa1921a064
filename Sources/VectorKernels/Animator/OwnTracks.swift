internal import CVectorKernels

/// A sequence of polynomial pieces that a member of a group may have as its own.
enum OwnTrack: Hashable {
  indirect case keyframes(PreparedKeyframes)
  case walk(PreparedPhases)
  case curve(PolynomialCurve)

  /// The pieces. Those of a curve have progress as their time.
  var keyframes: PreparedKeyframes {
    switch self {
    case .keyframes(let keyframes): keyframes
    case .walk(let walk): walk.amounts
    case .curve(let curve): curve.keyframes
    }
  }

  /// A number for each piece, or none.
  fileprivate var labels: [Int32] {
    if case .walk(let walk) = self { Array(walk.phases[..<walk.pieceCount]) } else { [] }
  }
}

/// The tracks of members that each have their own, in memory that kernels read. Equal tracks are held once.
///
/// The pieces of all tracks follow each other: the end of each piece, its rows of eight coefficients, one for each
/// component, and its label. When the memory is full, the tracks that are still in use move to new memory.
final class OwnTracks {
  private struct Entry {
    let track: OwnTrack
    /// The index of the first piece. The end before it is a number below every time.
    var first: Int
    var userCount: Int

    /// The number of ends: those of the pieces, and the one before the first piece.
    var endCount: Int { track.keyframes.pieceCount + 1 }
  }

  let componentCount: Int

  private var entries: [Entry?] = []
  private var vacantEntries: [Int32] = []
  private var numbers: [OwnTrack: Int32] = [:]
  /// The number of pieces of the track that has had the most.
  private var mostPieces = 1

  private var ends = UnsafeMutablePointer<Float>.allocate(capacity: 0)
  private var rows = UnsafeMutablePointer<Float>.allocate(capacity: 0)
  private(set) var labels = UnsafeMutablePointer<Int32>.allocate(capacity: 0)
  /// The number of ends for which there is memory, of those that have been given to tracks, and of those whose track
  /// is still in use.
  private var capacity = 0
  private var used = 0
  private var inUse = 0

  /// For each member: its track's number, or -1 if the position is empty.
  private var trackNumbers = MemberColumn<Int32>()
  /// The index of the track's first piece, and the number of its pieces.
  private var firsts = MemberColumn<Int32>()
  private var counts = MemberColumn<Int32>()
  /// The piece at which the member was last, counted from the first.
  private var cursors = MemberColumn<Int32>()
  private var durations = MemberColumn<Double>()
  /// The passes of the member per second of the group's clock, or 0 if it has a single one.
  private var passRates = MemberColumn<Float>()

  init(componentCount: Int) { self.componentCount = componentCount }

  deinit {
    ends.deallocate()
    rows.deallocate()
    labels.deallocate()
  }

  private static var rowWidth: Int { 8 }

  // MARK: Members

  /// Returns a member's track.
  func track(of member: Int) -> OwnTrack { entries[Int(trackNumbers[member])]!.track }

  /// Returns a member's curve. Its track must be one.
  func curve(of member: Int) -> UnitCurve {
    guard case .curve(let curve) = track(of: member) else { preconditionFailure("member \(member) has no curve") }
    return curve.curve
  }

  /// Returns the duration of a member's track, in seconds of its own time.
  func duration(of member: Int) -> Double { durations[member] }

  /// Sets a member's track, and its passes per second of the group's clock, or 0 if it has a single one, as a curve does.
  func set(_ member: Int, to track: OwnTrack, passRate: Float = 0) {
    reserve(member + 1)
    if trackNumbers[member] >= 0, self.track(of: member) == track {
      cursors[member] = 0
      passRates[member] = passRate
      return
    }
    release(member)
    let number = numbers[track] ?? add(track)
    let entry = entries[Int(number)]!
    entries[Int(number)]!.userCount += 1
    trackNumbers[member] = number
    firsts[member] = Int32(entry.first)
    counts[member] = Int32(track.keyframes.pieceCount)
    cursors[member] = 0
    durations[member] = track.keyframes.duration
    passRates[member] = passRate
  }

  func setPassRate(of member: Int, to rate: Float) { passRates[member] = rate }

  /// Gives up a member's track, and gives the member's position to the last one.
  func replace(_ member: Int, byLast last: Int) {
    release(member)
    if member == last { return }
    trackNumbers[member] = trackNumbers[last]
    firsts[member] = firsts[last]
    counts[member] = counts[last]
    cursors[member] = cursors[last]
    durations[member] = durations[last]
    passRates[member] = passRates[last]
    trackNumbers[last] = -1
  }

  private func release(_ member: Int) {
    let number = Int(trackNumbers[member])
    if number < 0 { return }
    trackNumbers[member] = -1
    entries[number]!.userCount -= 1
    guard let entry = entries[number], entry.userCount == 0 else { return }
    inUse -= entry.endCount
    numbers[entry.track] = nil
    entries[number] = nil
    vacantEntries.append(Int32(number))
  }

  /// Sets a member's data to that of a member of other tracks.
  func set(_ member: Int, toThatOf other: Int, in others: OwnTracks) {
    set(member, to: others.track(of: other), passRate: others.passRates[other])
  }

  private func reserve(_ count: Int) {
    trackNumbers.reserve(count, filledWith: -1)
    firsts.reserve(count, filledWith: 1)
    counts.reserve(count, filledWith: 1)
    cursors.reserve(count, filledWith: 0)
    durations.reserve(count, filledWith: 0)
    passRates.reserve(count, filledWith: 0)
  }

  // MARK: Memory

  /// Adds a track that isn't held yet.
  ///
  /// - Returns: Its number.
  private func add(_ track: OwnTrack) -> Int32 {
    var entry = Entry(track: track, first: 0, userCount: 0)
    if used + entry.endCount > capacity { makeRoom(for: entry.endCount) }
    entry.first = used + 1
    write(track, at: entry.first)
    used += entry.endCount
    inUse += entry.endCount
    mostPieces = max(mostPieces, track.keyframes.pieceCount)
    let number = vacantEntries.popLast() ?? Int32(entries.count)
    if number == entries.count { entries.append(entry) } else { entries[Int(number)] = entry }
    numbers[track] = number
    return number
  }

  private func write(_ track: OwnTrack, at first: Int) {
    let (keyframes, labels) = (track.keyframes, track.labels)
    let (count, width) = (keyframes.pieceCount, keyframes.degree == 3 ? 4 : 8)
    ends[first - 1] = -.greatestFiniteMagnitude
    for piece in 0..<count { ends[first + piece] = keyframes.ends[piece] }
    for piece in labels.indices { self.labels[first + piece] = labels[piece] }
    for (component, row) in keyframes.rows.enumerated() {
      for piece in 0..<count {
        let out = rows + ((first + piece) * componentCount + component) * Self.rowWidth
        for index in 0..<Self.rowWidth { out[index] = index < width ? row[piece * width + index] : 0 }
      }
    }
  }

  /// Moves the tracks that are in use to new memory, with room for more ends, and at least as many again as are used.
  private func makeRoom(for count: Int) {
    // Kernels index the numbers of rows by 32 bits.
    let limit = Int(Int32.max) / (Self.rowWidth * componentCount)
    precondition(inUse + count <= limit, "members have \(inUse + count) pieces of their own, more than \(limit)")
    capacity = min(max(1024, 2 * (inUse + count)), limit)
    for memory in [ends, rows] { memory.deallocate() }
    labels.deallocate()
    // A kernel reads up to three ends after that of a cursor.
    ends = .allocate(capacity: capacity + 4)
    ends.initialize(repeating: .greatestFiniteMagnitude, count: capacity + 4)
    // Kernels read the first piece for lanes without a member.
    rows = .allocate(capacity: capacity * componentCount * Self.rowWidth)
    rows.initialize(repeating: 0, count: componentCount * Self.rowWidth)
    labels = .allocate(capacity: capacity)
    labels.initialize(repeating: 0, count: capacity)
    used = 0
    for index in entries.indices {
      guard let entry = entries[index] else { continue }
      entries[index]!.first = used + 1
      write(entry.track, at: used + 1)
      used += entry.endCount
    }
    for member in 0..<trackNumbers.capacity where trackNumbers[member] >= 0 {
      firsts[member] = Int32(entries[Int(trackNumbers[member])]!.first)
    }
  }

  // MARK: Frames

  /// Subtracts whole cycles from the times of the members that have completed one.
  func beginAgain(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame) {
    group.beginAgain(members, passRates: passRates.memory + members.lowerBound, at: clock, frame)
  }

  /// Finds the pieces in which members are.
  ///
  /// - Parameters:
  ///   - members: The members.
  ///   - column: A number for each member: its time is `time + direction * column[i]`, in seconds of its track.
  ///   - direction: The factor of the column.
  ///   - time: The time.
  ///   - pieces: Receives the indexes of the pieces.
  ///   - offsets: Receives the seconds since the ends of the pieces.
  func locate(
    _ members: Range<Int>, _ column: UnsafePointer<Float>, direction: Float, _ time: Double,
    _ pieces: UnsafeMutablePointer<Int32>, _ offsets: UnsafeMutablePointer<Float>
  ) {
    let first = members.lowerBound
    let halvings = Int.bitWidth - (mostPieces - 1).leadingZeroBitCount
    vk_keyframes_follow_each_f32(
      ends, firsts.memory + first, counts.memory + first, halvings, column, direction, time, cursors.memory + first,
      pieces, offsets, members.count)
  }

  /// Writes the values of all components, in columns `stride` elements apart, at the pieces and offsets from `locate`.
  /// It replaces the pieces' indexes by those of their first rows.
  func copyValues(
    at pieces: UnsafeMutablePointer<Int32>, _ offsets: UnsafePointer<Float>, to out: UnsafeMutablePointer<Float>,
    stride: Int, _ n: Int
  ) {
    let componentCount = componentCount
    if componentCount > 1 {
      for index in 0..<n { pieces[index] &*= Int32(truncatingIfNeeded: componentCount) }
    }
    var polynomials = vk_keyframe_pieces(rows: rows, table: nil, count: capacity, degree: 5)
    for component in 0..<componentCount {
      vk_keyframes_values_f32(&polynomials, pieces, offsets, out + component * stride, n)
      polynomials.rows += Self.rowWidth
    }
  }

  /// Replaces the progresses of members by amounts. The members' tracks must be curves.
  func amounts(atProgress amounts: UnsafeMutablePointer<Float>, of members: Range<Int>, _ frame: Frame) {
    let (offsets, count) = (frame.scratch(3), members.count)
    frame.scratch(2).withMemoryRebound(to: Int32.self, capacity: count) { pieces in
      locate(members, amounts, direction: 1, 0, pieces, offsets)
      copyValues(at: pieces, offsets, to: amounts, stride: 0, count)
    }
  }
}

/// A number for each member of a group.
private struct MemberColumn<Number: BitwiseCopyable>: ~Copyable {
  private(set) var memory = UnsafeMutablePointer<Number>.allocate(capacity: 0)
  private(set) var capacity = 0

  deinit { memory.deallocate() }

  subscript(member: Int) -> Number {
    get { memory[member] }
    nonmutating set { memory[member] = newValue }
  }

  /// Grows the column to hold at least `count` numbers.
  mutating func reserve(_ count: Int, filledWith filler: Number) {
    if count <= capacity { return }
    let larger = UnsafeMutablePointer<Number>.allocate(capacity: max(64, 2 * count))
    larger.initialize(from: memory, count: capacity)
    (larger + capacity).initialize(repeating: filler, count: max(64, 2 * count) - capacity)
    memory.deallocate()
    (memory, capacity) = (larger, max(64, 2 * count))
  }
}
