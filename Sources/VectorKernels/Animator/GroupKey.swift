/// The kind of run that a group's members have in common.
enum MoverKey: Hashable {
  case tween(UnitCurve)
  /// A tween in which each member has its own curve.
  case ownTween(OwnCurveForm)
  case repetition(RepetitionMover.Shape)
  case spring(SpringMover.Law, SpringEpsilons)
  case keyframes(PreparedKeyframes, repeats: Bool)
  /// Keyframes of each member's own.
  case ownKeyframes
  case phases(PreparedPhases)
  /// Walks of each member's own through a number of phases.
  case ownPhases(count: Int)
  case drivers
  case sum
}

extension MoverKey {
  /// The key of the group in which such a run has a curve, a spring, keyframes or a walk of its own, or nil if there is
  /// no such group.
  var own: MoverKey? {
    switch self {
    case .tween(let curve): OwnCurveForm(for: curve).map { .ownTween($0) }
    case .repetition(.shared(.curve(let curve))): OwnCurveForm(for: curve).map { .repetition(.ownCurve($0)) }
    case .repetition(.shared(.spring)): .repetition(.ownSpring)
    case .keyframes(let keyframes, _): keyframes.duration > 0 ? .ownKeyframes : nil
    case .phases(let walk): .ownPhases(count: walk.phaseCount)
    case .ownTween, .repetition, .spring, .ownKeyframes, .ownPhases, .drivers, .sum: nil
    }
  }
}

/// Identifies a group: by the kind of run of its members, and by the direction in which their time passes.
struct GroupKey: Hashable {
  var mover: MoverKey
  var direction: Double
}
