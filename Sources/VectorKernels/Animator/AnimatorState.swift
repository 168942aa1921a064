/// All that the frames of an animator to come depend on, at one moment.
struct AnimatorState: Sendable {
  /// The columns of values.
  var values: ColumnStorage<Float>
  var table: SlotTable
  var groups: [KeptGroup]
  var clock: Clock
  var endedBetweenFrames: [Completion]
  var completions: [Completion]
  var epsilons: SpringEpsilons
  /// The layers, whose slots are the same.
  var layers: [AnimatorState]
  var observations: Observations
  /// What the values are relative to, where they are in `Double`.
  var bases: ColumnStorage<Double>?
}

/// A group that belongs to a state, and is read only.
struct KeptGroup: @unchecked Sendable {
  // Sendable because nobody but states has it, and those only copy and encode it, which changes nothing of it. What it
  // shares with the group that it was copied from may be shared: groups have movers in common only where these are
  // Sendable themselves, and drivers are copied by a method that sends what it returns. All else that a group holds are
  // numbers in memory of its own.

  let group: PropertyGroup

  /// Keeps a group as it is now.
  init(copying group: PropertyGroup) { self.group = group.copy() }

  /// Keeps a group that has been decoded, and that nobody else has.
  init(decoded group: PropertyGroup) { self.group = group }
}

extension AnimatorCore {
  /// All that the frames to come depend on, as it is now.
  var state: AnimatorState {
    AnimatorState(
      values: results, table: table, groups: groups.all.map { KeptGroup(copying: $0) }, clock: clock,
      endedBetweenFrames: endedBetweenFrames, completions: completions, epsilons: epsilons,
      layers: layers.map { $0.core.state }, observations: observations, bases: doubles?.bases)
  }

  mutating func restore(_ state: AnimatorState) {
    let before = table
    (results, table, clock) = (state.values, state.table, state.clock)
    table.avoidHandles(of: before)
    groups.replaceAll(by: state.groups.map { $0.group.copy() })
    plans.forgetGroups()
    (endedBetweenFrames, completions) = (state.endedBetweenFrames, state.completions)
    epsilons = state.epsilons
    observations = state.observations
    layers = state.layers.map {
      var layer = AnimatorCore(layerOf: self)
      layer.restore($0)
      return Layer(layer)
    }
    restoreDoubles(state.bases)
    columnsOfLayers = []
  }
}
