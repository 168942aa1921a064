/// The groups of an animator, by their keys.
struct GroupTable {
  private(set) var all: [PropertyGroup] = []
  private var numbers: [GroupKey: Int] = [:]
  /// The group that was looked up last. The next lookup is often the same.
  private var recent: (key: GroupKey, number: Int)?
  private let components: Int
  /// The curves that the animator shares with its layers.
  private let curves: PreparedCurves

  /// The number of groups from which on a new group replaces one without members. Otherwise, a program that keeps
  /// making new curves would collect groups without end.
  private static var comfortableCount: Int { 64 }

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
    if let recent, recent.key == key { return (recent.number, false) }
    let (number, isReused) = numbers[key].map { ($0, false) } ?? add(makeGroup(key), key)
    recent = (key, number)
    return (number, isReused)
  }

  private mutating func add(_ group: PropertyGroup, _ key: GroupKey) -> (number: Int, isReused: Bool) {
    if all.count >= Self.comfortableCount, let vacant = all.firstIndex(where: { $0.count == 0 }) {
      numbers[all[vacant].key] = nil
      numbers[key] = vacant
      all[vacant] = group
      return (vacant, true)
    }
    numbers[key] = all.count
    all.append(group)
    return (all.count - 1, false)
  }

  private func makeGroup(_ key: GroupKey) -> PropertyGroup {
    PropertyGroup(makeKind(key.mover), components: components, direction: key.direction)
  }

  private func makeKind(_ key: MoverKey) -> PropertyGroup.Kind {
    switch key {
    case .tween(let curve): .tweens(TweenMover(curves.prepared(curve)))
    case .repetition(.curve(let curve)): .repetitions(RepetitionMover(.curve(curve), curves.prepared(curve)))
    case .repetition(.spring(let spring, let velocity)):
      .repetitions(RepetitionMover(.spring(spring, initialVelocity: velocity), nil))
    case .spring(let law, let epsilons): .springs(SpringMover(law, epsilons))
    case .keyframes(let keyframes, let repeats): .keyframes(KeyframeMover(keyframes, repeats: repeats))
    case .phases(let walk): .phases(PhaseMover(walk))
    case .drivers: .drivers(DriverMover())
    case .sum: .sums(SumMover())
    }
  }

  /// Replaces all groups.
  mutating func replaceAll(by groups: [PropertyGroup]) {
    all = groups
    recent = nil
    numbers.removeAll(keepingCapacity: true)
    for (number, group) in groups.enumerated() { numbers[group.key] = number }
  }
}
