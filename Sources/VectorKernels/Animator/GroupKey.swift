/// What makes a group: its driver, and its speed.
struct GroupKey: Hashable {
  enum Driver: Hashable {
    case tween(Animation)
    case spring(Spring, delay: Double, SpringEpsilons)
    case friction(timeConstant: Double, SpringEpsilons)
    case keyframes(CompiledKeyframes, repeats: Bool)
    case single
  }

  var driver: Driver
  var speed: Double
}
