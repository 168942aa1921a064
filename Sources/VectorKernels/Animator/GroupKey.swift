/// The driver that all members of a group run, and the direction in which their time passes.
struct GroupKey: Hashable {
  enum Driver: Hashable {
    case tween(UnitCurve)
    case repetition(LoweredAnimation.Shape)
    case spring(SpringGroup.Law, SpringEpsilons)
    case keyframes(CompiledKeyframes, repeats: Bool)
    case phases(PreparedPhases)
    case single
    case sum
  }

  var driver: Driver
  var direction: Double
}
