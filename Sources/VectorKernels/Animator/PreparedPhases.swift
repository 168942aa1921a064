internal import CVectorKernels

/// A walk through phases, prepared for groups: at each time, the two phases between which it is, and the amount from
/// one to the other. Each member has its own values.
final class PreparedPhases: Sendable {
  /// The animation by which each phase is entered; the first phase is entered from the last.
  let animations: [Animation]
  /// The same walk, through the phases' numbers.
  let timeline: PhaseTimeline<Int>
  let amounts: PreparedKeyframes
  /// For each piece of the amounts, the number of the phase that the walk is leaving; at least 32 numbers, because
  /// kernels read that many. Nothing writes to them after they have been prepared.
  nonisolated(unsafe) let phases: UnsafePointer<Int32>
  /// The number of pieces.
  let pieceCount: Int

  var phaseCount: Int { animations.count }
  var duration: Double { amounts.duration }

  /// Prepares a walk.
  ///
  /// - Parameters:
  ///   - animations: The animation by which each phase is entered; the first phase is entered from the last.
  ///   - piecesOfCurve: Returns the pieces of a smooth curve.
  /// - Returns: Nil if there are fewer than two phases, if the walk never ends or takes no time, or if one of the
  ///   animations can't be prepared.
  init?(_ animations: [Animation], piecesOfCurve: (UnitCurve) -> KeyframePieces<Float>) {
    guard animations.count > 1, animations.allSatisfy({ $0.duration != nil }) else { return nil }
    let timeline = PhaseTimeline(Array(animations.indices), repeatsForever: true, animations: animations)
    // In longer walks, the rounding of times to Float would be visible.
    guard timeline.passDuration > 0, timeline.passDuration < 1e4 else { return nil }
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
    // Before its beginning, the walk is at the first phase; after its end, it is on the way back to that.
    var phases: [Int32] = [0]
    var index = 0
    guard
      let pieces = try? KeyframePieces(
        amountsOf: steps, piecesOfCurve: piecesOfCurve,
        didAppend: { count in
          while phases.count < count { phases.append(left[index]) }
          index += 1
        })
    else { return nil }
    phases.append(Int32(animations.count - 1))
    self.animations = animations
    self.timeline = timeline
    pieceCount = phases.count
    phases += Array(repeating: 0, count: max(0, 32 - phases.count))
    let memory = UnsafeMutablePointer<Int32>.allocate(capacity: phases.count)
    memory.initialize(from: phases, count: phases.count)
    self.phases = UnsafePointer(memory)
    amounts = PreparedKeyframes(pieces, components: 1, duration: end)
  }

  deinit { phases.deallocate() }
}

extension PreparedPhases: Hashable {
  static func == (a: PreparedPhases, b: PreparedPhases) -> Bool { a === b || a.animations == b.animations }

  func hash(into hasher: inout Hasher) { hasher.combine(animations) }
}

/// The walks that an animator has prepared. Each is prepared once, for all values of its phases.
struct PreparedWalks {
  /// The walks by their animations; nil if kernels can't run a walk.
  private var walks = BoundedCache<[Animation], PreparedPhases?>(capacity: 256)
  private var recent: PreparedPhases?
  /// The pieces of the curves, which serve any duration.
  private var curves = BoundedCache<UnitCurve, KeyframePieces<Float>>(capacity: 64)

  /// Returns a prepared walk, or nil if kernels can't run it.
  ///
  /// - Complexity: O(n) for n phases; the first use takes a few microseconds for each, and some tens for a spring or a
  ///   new curve.
  mutating func prepared(_ animations: [Animation]) -> PreparedPhases? {
    if let recent, recent.animations == animations { return recent }
    recent = walks.value(for: animations) {
      PreparedPhases(animations) { curve in curves.value(for: curve) { KeyframePieces(of: curve) } }
    }
    return recent
  }
}
