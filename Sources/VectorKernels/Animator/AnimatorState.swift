/// The whole state of an animator at one moment, on which its future frames depend.
struct AnimatorState: Sendable {
  /// The columns of values.
  var values: ColumnStorage<Float>
  var table: SlotTable
  var groups: [KeptGroup]
  var groupSearch = VacancySearch()
  var popularity = ShapePopularity.Saved()
  var clock: Clock
  var endedBetweenFrames: [Completion]
  var completions: [Completion]
  var epsilons: SpringEpsilons
  /// The layers, which have the same slots.
  var layers: [AnimatorState]
  var observations: Observations
  /// The bases to which values in `Double` are relative; nil for values in `Float`.
  var bases: ColumnStorage<Double>?
  /// The bases that properties take when a frame moves them.
  var nextBases: [Int: [Double]] = [:]
}

/// A read-only group that belongs to a state.
struct KeptGroup: @unchecked Sendable {
  // Sendable because only states hold it, and they only copy and encode it, which doesn't change it. The parts that it
  // shares with the group from which it was copied may be shared: groups share a mover only if it keeps no data of
  // members and never changes, and a driver's copy method returns a sending value. Everything else in a group is
  // numbers in its own memory.

  let group: PropertyGroup

  /// Creates a copy of a group in its present state.
  init(copying group: PropertyGroup) { self.group = group.copy() }

  /// Wraps a group that has been decoded, and that nothing else refers to.
  init(decoded group: PropertyGroup) { self.group = group }
}

extension AnimatorCore {
  /// The present state.
  var state: AnimatorState {
    AnimatorState(
      values: results, table: table, groups: groups.all.map { KeptGroup(copying: $0) },
      groupSearch: groups.search, popularity: groups.popularity.saved, clock: clock,
      endedBetweenFrames: endedBetweenFrames, completions: completions, epsilons: epsilons,
      layers: layers.map { $0.core.state }, observations: observations, bases: doubles?.bases,
      nextBases: doubles?.nextBases ?? [:])
  }

  mutating func restore(_ state: AnimatorState) {
    let before = table
    (results, table, clock) = (state.values, state.table, state.clock)
    table.avoidIdentities(of: before)
    table.touchAll()
    groups.replaceAll(by: state.groups.map { $0.group.copy() }, state.groupSearch, state.popularity)
    plans.forgetGroups()
    (endedBetweenFrames, completions) = (state.endedBetweenFrames, state.completions)
    epsilons = state.epsilons
    observations = state.observations
    layers = state.layers.map {
      var layer = AnimatorCore(layerOf: self)
      layer.restore($0)
      return Layer(layer)
    }
    restoreDoubles(state.bases, state.nextBases)
    columnsOfLayers = []
  }
}
