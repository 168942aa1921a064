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

/// How an animation runs.
enum RunPlan {
  /// All that's a function of the amount covered.
  case tween(LoweredAnimation)
  /// A spring on its way, after a delay, with an initial velocity in whole ways per second.
  case spring(Spring, delay: Double, initialVelocity: Float)
  /// What has no compact form.
  case single

  init(_ animation: Animation) {
    guard let lowered = try? animation.lowered() else {
      self = .single
      return
    }
    if case .spring(let spring, let velocity) = lowered.shape, lowered.passes == 1, lowered.headStart == 0,
      lowered.rate > 0
    {
      // Twice as fast is a spring of half the period.
      let pace = lowered.rate * lowered.unit
      let faster = Spring(response: spring.response / pace, dampingRatio: spring.dampingRatio)
      self = .spring(
        pace == 1 ? spring : faster, delay: lowered.delay, initialVelocity: Float(velocity * pace))
    } else {
      self = .tween(lowered.baked())
    }
  }
}
