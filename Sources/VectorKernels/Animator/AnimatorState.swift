/// All that the frames of an animator to come depend on, at one moment.
struct AnimatorState: @unchecked Sendable {
  // Sendable because its groups and its values are its own, and nobody changes them.

  /// The columns of values.
  var values: ColumnStorage<Float>
  var table: SlotTable
  var groups: [PropertyGroup]
  var moving: BitSet
  var touched: BitSet
  var touchedSlots: [Int32]
  var clock: Clock
  var endedBetweenFrames: [Completion]
  var completions: [Completion]
  var epsilons: SpringEpsilons
  var origins: [AnimationPlan.Origin]
  /// The layers, whose slots are the same.
  var layers: [AnimatorState]
  var observations: Observations
  /// What the values are relative to, where they are in `Double`.
  var bases: ColumnStorage<Double>?
}

extension PropertyGroup {
  /// A group that is the same for all frames to come.
  final func copy() -> PropertyGroup {
    let copy = makeGroup(direction: direction)
    copy.copyMembers(of: self)
    return copy
  }
}
