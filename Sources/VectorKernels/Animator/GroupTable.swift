/// The groups of an animator, by their keys.
struct GroupTable {
  private(set) var all: [PropertyGroup] = []
  private var numbers: [GroupKey: Int] = [:]
  /// The number of the group that was looked up last, or -1. The next lookup is often the same.
  private var recent = -1
  /// The number of groups with a shape that each member could have as its own.
  private var sharedShapeCount = 0
  private(set) var search = VacancySearch()
  private let components: Int
  /// The curves that the animator shares with its layers.
  let curves: PreparedCurves

  /// Once the table has this many groups, a new group replaces one without members. Otherwise, a program that keeps
  /// making new curves would collect groups without end.
  private static var comfortableCount: Int { 64 }
  /// Once there are this many shared shapes, runs of further shapes begin in the groups whose members have their own
  /// shapes. In a frame, one more group takes as long as many members with their own shapes.
  private static var sharedShapeLimit: Int { 16 }
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

  /// Returns the number of the group in which a run is to begin: the group of a key or, if there is none and other
  /// groups share many shapes already, the group whose members have shapes of their own.
  ///
  /// - Returns: The number, whether it belonged to another group until now, and whether the next run with the same key
  ///   is certain to begin there too.
  mutating func numberToBegin(_ key: GroupKey) -> (number: Int, isReused: Bool, isLasting: Bool) {
    guard sharedShapeCount >= Self.sharedShapeLimit, let own = key.mover.own, numbers[key] == nil else {
      let (number, isReused) = number(of: key)
      return (number, isReused, true)
    }
    // A group of another kind is left for the next run of that kind. Otherwise, that run would need one more group.
    if let vacant = nextVacant(among: Self.searchLength, where: { $0.key.mover.own != nil }) {
      replace(vacant, by: makeGroup(key), key)
      return (vacant, true, true)
    }
    let canBeOwn = canBeOwn(key.mover)
    let (number, isReused) = number(of: canBeOwn ? GroupKey(mover: own, direction: key.direction) : key)
    return (number, isReused, !canBeOwn)
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
    if all.count >= Self.comfortableCount, let vacant = nextVacant(among: length, where: { _ in true }) {
      replace(vacant, by: group, key)
      return (vacant, true)
    }
    numbers[key] = all.count
    all.append(group)
    if key.mover.own != nil { sharedShapeCount += 1 }
    return (all.count - 1, false)
  }

  private mutating func replace(_ number: Int, by group: PropertyGroup, _ key: GroupKey) {
    let old = all[number].key
    numbers[old] = nil
    numbers[key] = number
    all[number] = group
    recent = -1
    sharedShapeCount += (key.mover.own == nil ? 0 : 1) - (old.mover.own == nil ? 0 : 1)
  }

  /// Returns the number of a group without members that may be replaced, if the search finds one among a limited number
  /// of groups. The next search continues where this one ended.
  private mutating func nextVacant(among length: Int, where mayBeReplaced: (PropertyGroup) -> Bool) -> Int? {
    for _ in 0..<min(length, all.count) {
      if search.next >= all.count { search.beginRound() }
      let number = search.next
      search.next += 1
      if all[number].count > 0 {
        search.occupied += 1
      } else if mayBeReplaced(all[number]) {
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
  mutating func replaceAll(by groups: [PropertyGroup], _ search: VacancySearch) {
    all = groups
    self.search = search
    recent = -1
    sharedShapeCount = 0
    numbers.removeAll(keepingCapacity: true)
    for (number, group) in groups.enumerated() {
      let key = group.key
      numbers[key] = number
      if key.mover.own != nil { sharedShapeCount += 1 }
    }
  }
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
    (next, occupied, occupiedBefore) = (Int(numbers[0]), Int(numbers[1]), Int(numbers[2]))
  }
}
