internal import CVectorKernels

/// A walk through phases prepared for the members of groups: which two phases it is between at a time, and how much of the
/// way from one to the other it has covered. Values are each member's own.
final class PreparedPhases: Sendable {
  /// How each phase is entered, the first from the last.
  let animations: [Animation]
  /// The same walk through the phases' numbers.
  let timeline: PhaseTimeline<Int>
  let amounts: PreparedKeyframes
  /// For each piece of the amounts, the number of the phase that is left.
  let phases: [Int32]

  var phaseCount: Int { animations.count }
  var duration: Double { amounts.duration }

  /// - Returns: Nil where there is nowhere to walk, where that never ends or takes no time, and where an animation has no
  ///   compact form.
  init?(_ animations: [Animation]) {
    guard animations.count > 1, animations.allSatisfy({ $0.duration != nil }) else { return nil }
    let timeline = PhaseTimeline(Array(animations.indices), repeatsForever: true, animations: animations)
    // In longer ones Float's steps of the time would show.
    guard timeline.cycleDuration > 0, timeline.cycleDuration < 1e4 else { return nil }
    var steps: [(animation: PreparedAnimation, end: Double)] = []
    var left: [Int32] = []
    var end = 0.0
    for phase in animations.indices {
      guard let prepared = try? animations[(phase + 1) % animations.count].prepared() else { return nil }
      if prepared.duration == 0 { continue }
      end += prepared.duration
      steps.append((prepared, end))
      left.append(Int32(phase))
    }
    // Before the beginning it is at the first phase, and after the end on its way back to that.
    var phases: [Int32] = [0]
    var index = 0
    guard
      let pieces = try? KeyframePieces(
        amountsOf: steps,
        didAppend: { count in
          while phases.count < count { phases.append(left[index]) }
          index += 1
        })
    else { return nil }
    phases.append(Int32(animations.count - 1))
    self.animations = animations
    self.timeline = timeline
    self.phases = phases
    amounts = PreparedKeyframes(pieces, components: 1, duration: end)
  }
}

extension PreparedPhases: Hashable {
  static func == (a: PreparedPhases, b: PreparedPhases) -> Bool { a === b || a.animations == b.animations }

  func hash(into hasher: inout Hasher) { hasher.combine(animations) }
}

/// The walks that an animator has prepared: each once, whatever the values of its phases.
struct PreparedWalks {
  /// Nil for those that kernels can't run.
  private var walks = BoundedCache<[Animation], PreparedPhases?>(capacity: 256)
  private var recent: PreparedPhases?

  /// - Returns: Nil where kernels can't run it.
  /// - Complexity: O(n) for n phases; the first time some hundred microseconds.
  mutating func prepared(_ animations: [Animation]) -> PreparedPhases? {
    if let recent, recent.animations == animations { return recent }
    recent = walks.value(for: animations) { PreparedPhases(animations) }
    return recent
  }
}
