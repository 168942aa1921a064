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
    if case .walk(let walk) = self { (0..<walk.pieceCount).map { walk.phases[$0] } } else { [] }
  }
}

extension PreparedKeyframes {
  /// Whether all polynomials are of degree 1 or 0.
  @inline(never)
  fileprivate var consistsOfLines: Bool {
    let width = keyframeRowWidth(degree)
    for row in rows {
      for index in row.indices where row[index] != 0 && index % width >= 2 { return false }
    }
    return true
  }
}

/// The tracks of members that each have their own. Equal tracks are held once.
///
/// The pieces of all tracks follow each other, each with its end, its label, and its coefficients, component by
/// component: two of each, as long as all tracks consist of lines. When the memory is full, or a first track comes that has
/// other polynomials, the tracks that are still in use move to new memory.
///
/// A member stays in a piece for many frames, so it has a copy of its piece, in the order of the members. A frame reads
/// these alone, and finds the members that have left their pieces. They are few, and enter others one by one.
final class OwnTracks {
  private struct Entry {
    let track: OwnTrack
    /// The index of the first piece.
    var first: Int
    var userCount: Int

    var pieceCount: Int { track.keyframes.pieceCount }
  }

  let componentCount: Int

  private var entries: [Entry?] = []
  private var vacantEntries: [Int32] = []
  private var numbers: [OwnTrack: Int32] = [:]
  /// The pieces, `pieceSize` numbers each.
  private var memory = MemberColumn<Float>.allocate(0)
  /// The number of pieces for which there is memory, of those that have been given to tracks, and of those whose track
  /// is still in use.
  private var capacity = 0
  private var used = 0
  private var inUse = 0
  /// The number of coefficients of each component in a piece: two until the first track comes that has more.
  private(set) var termCount = OwnTracks.termsOfLines

  /// For each member: its track's number, or -1 if the position is empty.
  private var trackNumbers = MemberColumn<Int32>()
  /// The index of the track's first piece, and the number of its pieces.
  private var firsts = MemberColumn<Int32>()
  private var counts = MemberColumn<Int32>()
  /// The index of the member's piece, and its label.
  private var pieces = MemberColumn<Int32>()
  private var labels = MemberColumn<Int32>()
  /// The times after which the member's piece begins and at which it ends. No time is between them until the member has
  /// entered a piece.
  private var pieceStarts = MemberColumn<Float>()
  private var pieceEnds = MemberColumn<Float>()
  /// The coefficients of the member's piece, in tiles: see `vk_keyframes_own_values_f32`.
  private var tiles = MemberColumn<Float>()
  private var durations = MemberColumn<Double>()
  /// The passes of the member per second of the group's clock, or 0 if it has a single one.
  private var passRates = MemberColumn<Float>()

  init(componentCount: Int) { self.componentCount = componentCount }

  deinit { memory.deallocate() }

  private static var termsOfLines: Int { 2 }
  private static var mostTerms: Int { Int(VK_TILE_COEFFICIENTS) }
  private static var tileMembers: Int { Int(VK_TILE_MEMBERS) }

  /// The number of coefficients in a tile.
  private var tileSize: Int { Self.mostTerms &* componentCount &* Self.tileMembers }
  /// A quarter of a cache line, or a multiple of its half, so that no piece is in one line more than it has to be.
  private var pieceSize: Int {
    let count = 2 + termCount * componentCount
    return count <= 4 ? 4 : (count + 7) / 8 * 8
  }

  /// Returns the place of a member in the tiles.
  private func place(of member: Int) -> Int {
    member / Self.tileMembers &* tileSize &+ member % Self.tileMembers
  }

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
    leavePiece(member)
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
    leavePiece(member)
    durations[member] = durations[last]
    passRates[member] = passRates[last]
    trackNumbers[last] = -1
  }

  /// Makes a member enter a piece in the next frame.
  private func leavePiece(_ member: Int) {
    pieces[member] = firsts[member] - 1
    pieceStarts[member] = .infinity
    pieceEnds[member] = -.infinity
  }

  private func release(_ member: Int) {
    let number = Int(trackNumbers[member])
    if number < 0 { return }
    trackNumbers[member] = -1
    entries[number]!.userCount -= 1
    guard let entry = entries[number], entry.userCount == 0 else { return }
    inUse -= entry.pieceCount
    numbers[entry.track] = nil
    entries[number] = nil
    vacantEntries.append(Int32(number))
    if inUse == 0 { used = 0 }
  }

  /// Sets a member's data to that of a member of other tracks.
  func set(_ member: Int, toThatOf other: Int, in others: OwnTracks) {
    set(member, to: others.track(of: other), passRate: others.passRates[other])
  }

  /// Copies all tracks and members. These tracks must be empty.
  func copy(_ others: OwnTracks) {
    (entries, vacantEntries, numbers) = (others.entries, others.vacantEntries, others.numbers)
    (capacity, used, inUse, termCount) = (others.used, others.used, others.inUse, others.termCount)
    if used > 0 {
      memory.deallocate()
      // One more, as the next one after the last piece.
      memory = MemberColumn.allocate((used + 1) * pieceSize)
      memory.initialize(from: others.memory, count: (used + 1) * pieceSize)
    }
    trackNumbers.copy(others.trackNumbers)
    firsts.copy(others.firsts)
    counts.copy(others.counts)
    pieces.copy(others.pieces)
    labels.copy(others.labels)
    pieceStarts.copy(others.pieceStarts)
    pieceEnds.copy(others.pieceEnds)
    tiles.copy(others.tiles)
    durations.copy(others.durations)
    passRates.copy(others.passRates)
  }

  private func reserve(_ count: Int) {
    trackNumbers.reserve(count, filledWith: -1)
    firsts.reserve(count, filledWith: 1)
    counts.reserve(count, filledWith: 1)
    pieceStarts.reserve(count, filledWith: .infinity)
    pieceEnds.reserve(count, filledWith: -.infinity)
    pieces.reserve(count, filledWith: 0)
    labels.reserve(count, filledWith: 0)
    let tileCount = (count + Self.tileMembers - 1) / Self.tileMembers
    tiles.reserve(tileCount * tileSize, filledWith: 0)
    durations.reserve(count, filledWith: 0)
    passRates.reserve(count, filledWith: 0)
  }

  // MARK: Memory

  /// Adds a track that isn't held yet.
  ///
  /// - Returns: Its number.
  private func add(_ track: OwnTrack) -> Int32 {
    var entry = Entry(track: track, first: 0, userCount: 0)
    let count = entry.pieceCount
    // In tiles, the other coefficients of lines are 0 already.
    let hasFirstOthers = termCount == Self.termsOfLines && !track.keyframes.consistsOfLines
    if hasFirstOthers { termCount = Self.mostTerms }
    if hasFirstOthers || used + count > capacity { makeRoom(for: count) }
    entry.first = used
    write(track, at: entry.first)
    used += count
    inUse += count
    let number = vacantEntries.popLast() ?? Int32(entries.count)
    if number == entries.count { entries.append(entry) } else { entries[Int(number)] = entry }
    numbers[track] = number
    return number
  }

  @inline(never)
  private func write(_ track: OwnTrack, at first: Int) {
    let (keyframes, labels) = (track.keyframes, track.labels)
    let (width, terms) = (keyframeRowWidth(keyframes.degree), keyframes.degree + 1)
    for index in 0..<keyframes.pieceCount {
      let piece = memory + (first + index) * pieceSize
      piece[0] = keyframes.ends[index]
      piece[1] = Float(bitPattern: UInt32(bitPattern: labels.isEmpty ? 0 : labels[index]))
      for (component, row) in keyframes.rows.enumerated() {
        for term in 0..<termCount {
          piece[2 + component * termCount + term] = term < terms ? row[index * width + term] : 0
        }
      }
    }
  }

  /// Moves the tracks that are in use to new memory, with room for more pieces, and at least as many again as are used.
  private func makeRoom(for count: Int) {
    // Members hold the index of a piece in 32 bits.
    let limit = Int(Int32.max) / 2
    precondition(inUse + count <= limit, "members have \(inUse + count) pieces of their own, more than \(limit)")
    capacity = max(1024, 2 * (inUse + count))
    memory.deallocate()
    // One more, as the next one after the last piece.
    memory = MemberColumn.allocate((capacity + 1) * pieceSize)
    memory.initialize(repeating: 0, count: (capacity + 1) * pieceSize)
    used = 0
    for index in entries.indices {
      guard let entry = entries[index] else { continue }
      entries[index]!.first = used
      write(entry.track, at: used)
      used += entry.pieceCount
    }
    for member in 0..<trackNumbers.capacity where trackNumbers[member] >= 0 {
      let first = Int32(entries[Int(trackNumbers[member])]!.first)
      pieces[member] += first - firsts[member]
      firsts[member] = first
    }
  }

  // MARK: Frames

  /// Subtracts whole cycles from the times of the members that have completed one.
  func beginAgain(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame) {
    group.beginAgain(members, passRates: passRates.memory + members.lowerBound, at: clock, frame)
  }

  /// Writes the values of members' components, in columns `outStride` elements apart.
  ///
  /// - Parameters:
  ///   - members: The members: a block of them, or one.
  ///   - column: A number for each member: its time is `time + direction * column[i]`, in seconds of its track.
  ///   - direction: The factor of the column.
  ///   - time: The time.
  ///   - out: Receives the values. It may be the column.
  @inline(never)
  func evaluate(
    _ members: Range<Int>, _ column: UnsafePointer<Float>, direction: Float, _ time: Double,
    to out: UnsafeMutablePointer<Float>, stride outStride: Int, _ frame: Frame
  ) {
    let (first, count) = (members.lowerBound, members.count)
    let (seconds, rests, words) = (frame.scratch(4), frame.scratch(5), frame.words)
    let (starts, ends) = (pieceStarts.memory + first, pieceEnds.memory + first)
    if vk_keyframes_stay_f32(starts, ends, column, direction, time, seconds, rests, words, count) > 0 {
      let entrance = Entrance(self)
      // While 64 members enter their pieces, those of the next 64 are on their way. Those of a whole block wouldn't stay
      // in the nearest cache.
      words[0].forEachSetBit { entrance.prefetch(first &+ $0) }
      for index in stride(from: 0, to: count, by: 64) {
        if index &+ 64 < count {
          words[index / 64 &+ 1].forEachSetBit { entrance.prefetch(first &+ index &+ 64 &+ $0) }
        }
        words[index / 64].forEachSetBit { entrance.enter(first &+ index &+ $0, at: seconds[index &+ $0]) }
      }
    }
    vk_keyframes_own_values_f32(
      tiles.memory + place(of: first), Int32(truncatingIfNeeded: termCount &- 1), ends, seconds, rests, componentCount,
      out, outStride, count)
  }

  /// The memory for members that enter pieces. It is held by a value, because each access to a class's property would be
  /// checked for being exclusive, which takes longer than all the rest.
  private struct Entrance {
    let memory: UnsafePointer<Float>
    let pieceSize: Int
    let componentCount: Int
    let areLines: Bool
    let firsts: UnsafePointer<Int32>
    let counts: UnsafePointer<Int32>
    let pieces: UnsafeMutablePointer<Int32>
    let labels: UnsafeMutablePointer<Int32>
    let starts: UnsafeMutablePointer<Float>
    let ends: UnsafeMutablePointer<Float>
    let tiles: UnsafeMutablePointer<Float>

    init(_ tracks: OwnTracks) {
      (memory, pieceSize) = (UnsafePointer(tracks.memory), tracks.pieceSize)
      (componentCount, areLines) = (tracks.componentCount, tracks.termCount == OwnTracks.termsOfLines)
      (firsts, counts) = (UnsafePointer(tracks.firsts.memory), UnsafePointer(tracks.counts.memory))
      (pieces, labels) = (tracks.pieces.memory, tracks.labels.memory)
      (starts, ends, tiles) = (tracks.pieceStarts.memory, tracks.pieceEnds.memory, tracks.tiles.memory)
    }

    @inline(__always)
    private func piece(_ number: Int32) -> UnsafePointer<Float> { memory + Int(number) &* pieceSize }

    /// Prefetches the piece after a member's.
    @inline(__always)
    func prefetch(_ member: Int) {
      let next = piece(pieces[member] &+ 1)
      for offset in stride(from: 0, to: pieceSize, by: 16) { vk_prefetch(next + offset) }
    }

    /// Copies the piece in which a member is at a time.
    @inline(__always)
    func enter(_ member: Int, at seconds: Float) {
      // Usually the next one, or the one after it.
      let (next, end) = (pieces[member] &+ 1, firsts[member] &+ counts[member])
      let nextEnd = piece(next)[0]
      let skips = nextEnd < seconds && next &+ 1 < end
      var number = skips ? next &+ 1 : next
      var start = skips ? nextEnd : ends[member]
      var piece = piece(number)
      if !(start < seconds && seconds <= piece[0] && number < end) {
        (number, start) = find(member, at: seconds)
        piece = self.piece(number)
      }
      pieces[member] = number
      (starts[member], ends[member]) = (start, piece[0])
      labels[member] = Int32(bitPattern: piece[1].bitPattern)
      let tileMembers = OwnTracks.tileMembers
      let coefficientCount = OwnTracks.mostTerms &* componentCount
      var coefficient = tiles + (member / tileMembers &* tileMembers &* coefficientCount &+ member % tileMembers)
      if areLines {
        for component in 0..<componentCount {
          coefficient[0] = piece[2 &+ 2 &* component]
          coefficient[tileMembers] = piece[3 &+ 2 &* component]
          coefficient += OwnTracks.mostTerms &* tileMembers
        }
      } else {
        for index in 2..<2 &+ coefficientCount {
          coefficient.pointee = piece[index]
          coefficient += tileMembers
        }
      }
    }

    /// Returns the first piece of a member's track that doesn't end before a time, or the last one, and the end of the
    /// one before, or a number below every time.
    @inline(never)
    private func find(_ member: Int, at seconds: Float) -> (piece: Int32, start: Float) {
      let first = firsts[member]
      var (piece, beyond) = (first, first &+ counts[member] &- 1)
      while piece < beyond {
        let middle = piece &+ (beyond &- piece) / 2
        if memory[Int(middle) &* pieceSize] < seconds { piece = middle &+ 1 } else { beyond = middle }
      }
      return (piece, piece == first ? -.greatestFiniteMagnitude : memory[Int(piece &- 1) &* pieceSize])
    }
  }

  /// Writes the labels of the pieces in which members are.
  func copyLabels(of members: Range<Int>, to out: UnsafeMutablePointer<Int32>) {
    out.update(from: labels.memory + members.lowerBound, count: members.count)
  }

  /// Replaces the progresses of members by amounts. The members' tracks must be curves.
  func amounts(atProgress amounts: UnsafeMutablePointer<Float>, of members: Range<Int>, _ frame: Frame) {
    evaluate(members, amounts, direction: 1, 0, to: amounts, stride: 0, frame)
  }
}

extension Animator {
  /// The number of coefficients of each component in the pieces of properties' own tracks, or nil if no property has
  /// such a track. Tests see by it that lines take less memory.
  package var ownTermCount: Int? {
    for group in core.groups.all { if let tracks = group.mover.ownTracks { return tracks.termCount } }
    return nil
  }
}

/// A number for each member of a group.
private struct MemberColumn<Number: BitwiseCopyable>: ~Copyable {
  private(set) var memory = Self.allocate(0)
  private(set) var capacity = 0

  deinit { memory.deallocate() }

  /// Returns memory that begins with a cache line.
  static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Number> {
    UnsafeMutableRawPointer.allocateLines(byteCount: capacity * MemoryLayout<Number>.stride)
      .bindMemory(to: Number.self, capacity: capacity)
  }

  subscript(member: Int) -> Number {
    get { memory[member] }
    nonmutating set { memory[member] = newValue }
  }

  /// Replaces the numbers by those of another column.
  mutating func copy(_ other: borrowing MemberColumn) {
    let memory = Self.allocate(other.capacity)
    memory.initialize(from: other.memory, count: other.capacity)
    self.memory.deallocate()
    (self.memory, capacity) = (memory, other.capacity)
  }

  /// Grows the column to hold at least `count` numbers.
  mutating func reserve(_ count: Int, filledWith filler: Number) {
    if count <= capacity { return }
    let larger = Self.allocate(max(64, 2 * count))
    larger.initialize(from: memory, count: capacity)
    (larger + capacity).initialize(repeating: filler, count: max(64, 2 * count) - capacity)
    memory.deallocate()
    (memory, capacity) = (larger, max(64, 2 * count))
  }
}
