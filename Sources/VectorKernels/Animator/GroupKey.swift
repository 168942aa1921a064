/// The kind of run that a group's members have in common.
enum MoverKey: Hashable {
  case tween(UnitCurve)
  case repetition(PreparedAnimation.Shape)
  case spring(SpringMover.Law, SpringEpsilons)
  case keyframes(PreparedKeyframes, repeats: Bool)
  case phases(PreparedPhases)
  case drivers
  case sum
}

/// Identifies a group: by the kind of run of its members, and by the direction in which their time passes.
struct GroupKey: Hashable {
  var mover: MoverKey
  var direction: Double
}
