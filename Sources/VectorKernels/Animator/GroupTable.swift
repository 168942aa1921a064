/// The groups of an animator, by their keys.
struct GroupTable {
  private(set) var all: [PropertyGroup] = []
  private var numbers: [GroupKey: Int] = [:]
  /// The fingerprints of all keys.
  private var fingerprints = FingerprintCounts()
  /// The number of the group in which rare Bezier curves run forward, or -1 if it isn't known.
  private var ownBeziers = -1
  /// The number of the group that was looked up last, or -1. The next lookup is often the same.
  private var recent = -1
  /// The number of groups with a shape that each member could have as its own.
  private var sharedShapeCount = 0
  private(set) var search = VacancySearch()
  private(set) var popularity = ShapePopularity()
  private let components: Int
  /// The curves that the animator shares with its layers.
  let curves: PreparedCurves

  /// Once the table has this many groups, a new group replaces one without members. Otherwise, a program that keeps
  /// making new curves would collect groups without end.
  private static var comfortableCount: Int { 64 }
  /// Once there are this many shared shapes, only popular ones are shared. Runs of others begin in the groups whose
  /// members have their own shapes. In a frame, one more group takes as long as many members with their own shapes, and
  /// it leaves gaps between the slots of these.
  private static var sharedShapeLimit: Int { 16 }
  /// The greatest number of shapes that are shared because they are popular. Otherwise, shapes that are popular only
  /// while some of their runs begin would collect a group each.
  private static var popularShapeLimit: Int { 32 }
  /// The number of groups among which a search looks for one without members, unless half of all groups have none.
  private static var searchLength: Int { 8 }

  init(components: Int, curves: PreparedCurves = PreparedCurves()) {
    (self.components, self.curves) = (components, curves)
  }

  /// An empty table for a layer of this table's animator.
  var forLayer: GroupTable { GroupTable(components: components, curves: curves) }

  subscript(number: Int) -> PropertyGroup { all[number] }

  /// Returns a group without reference counting. It is valid for as long as the group stays in the table.
  @inline(__always)
  func uncounted(_ number: Int) -> Unmanaged<PropertyGroup> { all.withUncountedReferences { $0[number] } }

  /// Returns the number of the group of a key, after creating the group if there is none yet.
  ///
  /// - Returns: The number, and whether it belonged to another group until now.
  mutating func number(of key: GroupKey) -> (number: Int, isReused: Bool) {
    if recent >= 0, all[recent].key == key { return (recent, false) }
    let (number, isReused) = numbers[key].map { ($0, false) } ?? add(makeGroup(key), key)
    recent = number
    return (number, isReused)
  }

  /// Whether the groups' shapes are so many that only popular ones are shared.
  private var hasManyShapes: Bool { sharedShapeCount >= Self.sharedShapeLimit }

  /// Returns the number of the group in which a run is to begin, and counts the run: the group of a key or, if many shapes
  /// are shared and the key's isn't popular, the group whose members have shapes of their own.
  ///
  /// - Returns: The number, whether it belonged to another group until now, and whether the group has this key. If so,
  ///   `countRun(in:)` tells about further runs with the same key.
  mutating func numberToBegin(_ key: GroupKey) -> (number: Int, isReused: Bool, hasKey: Bool) {
    guard hasManyShapes, let own = key.mover.own else {
      let (number, isReused) = number(of: key)
      return (number, isReused, true)
    }
    let fingerprint = key.fingerprint
    if fingerprints.mayContain(fingerprint), let known = numbers[key] {
      popularity.countRun(of: known)
      if popularity.isPopular(group: known) || !canBeOwn(key.mover) { return (known, false, true) }
    } else if !canBeOwn(key.mover) {
      let (number, isReused) = add(makeGroup(key), key)
      return (number, isReused, true)
    } else if popularity.countRun(ofCandidate: key, fingerprint), let (number, isReused) = addPopular(key) {
      return (number, isReused, true)
    }
    let (number, isReused) = number(of: GroupKey(mover: own, direction: key.direction))
    if own == .ownTween(.bezier), key.direction == 1 { ownBeziers = number }
    return (number, isReused, false)
  }

  /// Returns the number of the group in which a run along a Bezier curve is to begin forward, and counts the run, as
  /// `numberToBegin` does, but in less time. A program may begin runs along hundreds of curves in turns.
  ///
  /// - Returns: The number, and whether it belonged to another group until now. Nil unless the curve is known to have no
  ///   group; then the run isn't counted, and `numberToBegin` must be asked.
  mutating func numberToBegin(alongRare curve: CubicBezier) -> (number: Int, isReused: Bool)? {
    guard hasManyShapes, ownBeziers >= 0, OwnCurves.hold(curve) else { return nil }
    let fingerprint = GroupKey.fingerprint(ofForward: curve)
    if fingerprints.mayContain(fingerprint) { return nil }
    let key = GroupKey(mover: .tween(UnitCurve(.bezier(curve))), direction: 1)
    if popularity.countRun(ofCandidate: key, fingerprint), let added = addPopular(key) { return added }
    return (ownBeziers, false)
  }

  /// Counts a run with the key of a group, unless the group's shape is one of many and isn't popular.
  ///
  /// - Returns: Whether the run is to begin in that group. If not, it isn't counted, and `numberToBegin` must be asked.
  @inline(__always)
  mutating func countRun(in number: Int) -> Bool {
    guard hasManyShapes, uncounted(number)._withUnsafeGuaranteedRef({ $0.hasSharedShape }) else { return true }
    if !popularity.isPopular(group: number) { return false }
    popularity.countRun(of: number)
    return true
  }

  /// Adds the group of a popular shape, unless too many shapes are shared already.
  private mutating func addPopular(_ key: GroupKey) -> (number: Int, isReused: Bool)? {
    // A group of another kind is left for the next run of that kind. Otherwise, that run would need one more group.
    let vacant = nextVacant(among: Self.searchLength, hasUnpopularShape: true)
    if vacant == nil, sharedShapeCount >= Self.popularShapeLimit { return nil }
    popularity.removeCandidate(key)
    guard let vacant else { return add(makeGroup(key), key) }
    replace(vacant, by: makeGroup(key), key)
    return (vacant, true)
  }

  /// Returns whether members can have a key's shape as their own, if its form permits it. Polynomials must be finite.
  private func canBeOwn(_ key: MoverKey) -> Bool {
    switch key {
    case .tween(let curve), .repetition(.shared(.curve(let curve))):
      OwnCurveForm(for: curve) != .polynomials || curves.polynomials(of: curve) != nil
    default: true
    }
  }

  private mutating func add(_ group: PropertyGroup, _ key: GroupKey) -> (number: Int, isReused: Bool) {
    // A search of all groups passes few that have members if at least half of them have none. So the table grows to
    // about twice the number of groups with members, and the time of a start doesn't depend on the number of groups.
    let length = all.count < 2 * search.occupiedBefore ? Self.searchLength : all.count
    if all.count >= Self.comfortableCount, let vacant = nextVacant(among: length, hasUnpopularShape: false) {
      replace(vacant, by: group, key)
      return (vacant, true)
    }
    numbers[key] = all.count
    fingerprints.add(key.fingerprint)
    popularity.begin(all.count)
    all.append(group)
    if group.hasSharedShape { sharedShapeCount += 1 }
    return (all.count - 1, false)
  }

  private mutating func replace(_ number: Int, by group: PropertyGroup, _ key: GroupKey) {
    let old = all[number]
    numbers[old.key] = nil
    fingerprints.remove(old.key.fingerprint)
    numbers[key] = number
    fingerprints.add(key.fingerprint)
    popularity.begin(number)
    all[number] = group
    (recent, ownBeziers) = (-1, -1)
    sharedShapeCount += (group.hasSharedShape ? 1 : 0) - (old.hasSharedShape ? 1 : 0)
  }

  /// Returns the number of a group without members, if the search finds one among a limited number of groups. The next
  /// search continues where this one ended.
  ///
  /// - Parameter hasUnpopularShape: Whether it must be a group with a shared shape that isn't popular.
  private mutating func nextVacant(among length: Int, hasUnpopularShape: Bool) -> Int? {
    for _ in 0..<min(length, all.count) {
      if search.next >= all.count { search.beginRound() }
      let number = search.next
      search.next += 1
      if all[number].count > 0 {
        search.occupied += 1
      } else if !hasUnpopularShape || all[number].hasSharedShape && !popularity.isPopular(group: number) {
        return number
      }
    }
    return nil
  }

  private func makeGroup(_ key: GroupKey) -> PropertyGroup {
    PropertyGroup(makeKind(key.mover), components: components, direction: key.direction)
  }

  private func makeKind(_ key: MoverKey) -> PropertyGroup.Kind {
    switch key {
    case .tween(let curve): .tweens(TweenMover(curves.prepared(curve)))
    case .ownTween(let form): .tweens(TweenMover(ownCurvesIn: form))
    case .repetition(let shape):
      if case .shared(.curve(let curve)) = shape {
        .repetitions(RepetitionMover(shape, curves.prepared(curve)))
      } else {
        .repetitions(RepetitionMover(shape, nil))
      }
    case .spring(let law, let epsilons): .springs(SpringMover(law, epsilons))
    case .keyframes(let keyframes, let repeats): .keyframes(KeyframeMover(keyframes, repeats: repeats))
    case .ownKeyframes: .keyframes(KeyframeMover(ownWithComponents: components))
    case .phases(let walk): .phases(PhaseMover(walk))
    case .ownPhases(let count): .phases(PhaseMover(ownWithPhases: count))
    case .drivers: .drivers(DriverMover())
    case .sum: .sums(SumMover())
    }
  }

  /// Replaces all groups.
  mutating func replaceAll(by groups: [PropertyGroup], _ search: VacancySearch, _ popularity: ShapePopularity.Saved) {
    all = groups
    self.search = search
    self.popularity = ShapePopularity(popularity, groupCount: groups.count)
    (recent, ownBeziers) = (-1, -1)
    sharedShapeCount = 0
    numbers.removeAll(keepingCapacity: true)
    fingerprints = FingerprintCounts()
    for (number, group) in groups.enumerated() {
      numbers[group.key] = number
      fingerprints.add(group.key.fingerprint)
      if group.hasSharedShape { sharedShapeCount += 1 }
    }
  }
}

/// Counts of fingerprints, by their lowest bits. While there are dozens, most others are told from them in less time than
/// a dictionary takes.
private struct FingerprintCounts {
  private static var capacity: Int { 512 }
  private var counts = [Int32](repeating: 0, count: capacity)

  private func index(_ fingerprint: Int) -> Int { fingerprint & (Self.capacity - 1) }

  func mayContain(_ fingerprint: Int) -> Bool { counts[index(fingerprint)] > 0 }

  mutating func add(_ fingerprint: Int) { counts[index(fingerprint)] += 1 }

  mutating func remove(_ fingerprint: Int) { counts[index(fingerprint)] -= 1 }
}

/// The place of a search for groups without members, which cycles through a table.
struct VacancySearch: Equatable {
  /// The number of the group that comes next.
  var next = 0
  /// The number of groups with members that this round has met, and the number that the round before it met.
  var occupied = 0
  private(set) var occupiedBefore = 0

  mutating func beginRound() { self = VacancySearch(next: 0, occupied: 0, occupiedBefore: occupied) }
}

extension VacancySearch {
  /// The three numbers, as files hold them.
  var numbers: [UInt32] { [next, occupied, occupiedBefore].map { UInt32(clamping: $0) } }

  init(_ numbers: [UInt32]) {
    // No table has as many groups, and an `Int` may have 32 bits.
    let mask: UInt32 = (1 << 30) - 1
    (next, occupied, occupiedBefore) = (Int(numbers[0] & mask), Int(numbers[1] & mask), Int(numbers[2] & mask))
  }
}
