/// What members of a group have in common: a driver, and which way their time runs.
struct GroupKey: Hashable {
  enum Driver: Hashable {
    case tween(UnitCurve)
    case repetition(LoweredAnimation.Shape)
    case spring(SpringGroup.Law, SpringEpsilons)
    case keyframes(CompiledKeyframes, repeats: Bool)
    case single
  }

  var driver: Driver
  var direction: Double
}
