/// The groups of an animator, and which of them runs what.
struct GroupTable {
  private(set) var all: [PropertyGroup] = []
  private var numbers: [GroupKey: Int] = [:]
  /// The group that was looked up last: what is asked for next is often the same.
  private var recent: (key: GroupKey, number: Int)?
  private let components: Int
  /// Those of the animator and its layers.
  private let curves: PreparedCurves

  /// From so many groups on those that nobody is in any more make room, or ever new curves would add up.
  private static var comfortableCount: Int { 64 }

  init(components: Int, curves: PreparedCurves = PreparedCurves()) {
    (self.components, self.curves) = (components, curves)
  }

  /// No groups, for a layer of the animator that has these.
  var forLayer: GroupTable { GroupTable(components: components, curves: curves) }

  subscript(number: Int) -> PropertyGroup { all[number] }

  /// A group whose reference isn't counted, for as long as it stays here.
  @inline(__always)
  func uncounted(_ number: Int) -> Unmanaged<PropertyGroup> { all.withUncountedReferences { $0[number] } }

  /// The number of the group of a key, which is made where there is none yet.
  ///
  /// - Returns: It, and whether another group has had that number until now.
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

  /// Puts other groups in the place of all.
  mutating func replaceAll(by groups: [PropertyGroup]) {
    all = groups
    recent = nil
    numbers.removeAll(keepingCapacity: true)
    for (number, group) in groups.enumerated() { numbers[group.key] = number }
  }
}
