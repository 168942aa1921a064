/// All that the frames of an animator to come depend on, at one moment.
struct AnimatorState: @unchecked Sendable {
  // Sendable because its groups and its values are its own, and nobody changes them.

  /// The columns of values.
  var values: ColumnStorage<Float>
  var table: SlotTable
  var groups: [PropertyGroup]
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

extension AnimatorCore {
  /// All that the frames to come depend on, as it is now.
  var state: AnimatorState {
    AnimatorState(
      values: results, table: table, groups: groups.all.map { $0.copy() }, clock: clock,
      endedBetweenFrames: endedBetweenFrames, completions: completions, epsilons: epsilons,
      layers: layers.map { $0.core.state }, observations: observations, bases: doubles?.bases)
  }

  mutating func restore(_ state: AnimatorState) {
    let before = table
    (results, table, clock) = (state.values, state.table, state.clock)
    table.avoidHandles(of: before)
    groups.replaceAll(by: state.groups.map { $0.copy() })
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
