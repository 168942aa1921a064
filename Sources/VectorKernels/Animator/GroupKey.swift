/// What the members of a group run.
enum MoverKey: Hashable {
  case tween(UnitCurve)
  case repetition(PreparedAnimation.Shape)
  case spring(SpringMover.Law, SpringEpsilons)
  case keyframes(PreparedKeyframes, repeats: Bool)
  case phases(PreparedPhases)
  case drivers
  case sum
}

/// What all members of a group run, and the direction in which their time passes.
struct GroupKey: Hashable {
  var mover: MoverKey
  var direction: Double
}
