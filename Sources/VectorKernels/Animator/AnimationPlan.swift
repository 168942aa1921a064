/// How an animation runs, prepared when it is first used.
@usableFromInline
struct AnimationPlan {
  @usableFromInline
  enum Course {
    /// All that's a function of the amount covered.
    case tween
    /// A spring on its way.
    case spring
    /// What has no compact form.
    case single
  }

  let animation: Animation
  let course: Course
  /// The form of a tween.
  let lowered: LoweredAnimation?
  /// A spring's parameters, the seconds until it sets out, and its initial velocity in whole ways per second.
  let spring: Spring
  let delay: Double
  let initialVelocity: Float
  /// The group of what runs so at the usual speed; -1 until there is one.
  var group = -1

  init(_ animation: Animation) {
    self.animation = animation
    guard let lowered = try? animation.lowered() else {
      course = .single
      (self.lowered, spring, delay, initialVelocity) = (nil, .systemDefault, 0, 0)
      return
    }
    if case .spring(let spring, let velocity) = lowered.shape, lowered.passes == 1, lowered.headStart == 0,
      lowered.rate > 0
    {
      course = .spring
      self.lowered = nil
      // Twice as fast is a spring of half the period.
      let pace = lowered.rate * lowered.unit
      self.spring =
        pace == 1 ? spring : Spring(response: spring.response / pace, dampingRatio: spring.dampingRatio)
      delay = lowered.delay
      initialVelocity = Float(velocity * pace)
    } else {
      course = .tween
      self.lowered = lowered.baked()
      (spring, delay, initialVelocity) = (.systemDefault, 0, 0)
    }
  }
}

/// The plans of the animations that an animator has used.
struct AnimationPlans {
  private(set) var plans: [AnimationPlan] = []
  private var numbers: [Animation: Int] = [:]
  /// The plans of animations that were looked up lately, by where these are in memory.
  private var recent = [Int](repeating: 0, count: 64)

  /// The number of an animation's plan, which holds until the next one is asked for.
  mutating func number(of animation: Animation) -> Int {
    // Boxes of enums are 16 bytes apart at least.
    let place = Int(truncatingIfNeeded: animation.identity >> 4) & (recent.count - 1)
    let guess = recent[place]
    if guess < plans.count, plans[guess].animation.identity == animation.identity { return guess }
    let number: Int
    if let found = numbers[animation] {
      number = found
    } else {
      // Animations of ever new durations would add up.
      if plans.count >= 256 {
        plans.removeAll(keepingCapacity: true)
        numbers.removeAll(keepingCapacity: true)
      }
      number = plans.count
      plans.append(AnimationPlan(animation))
      numbers[animation] = number
    }
    recent[place] = number
    return number
  }

  mutating func setGroup(_ group: Int, of plan: Int) { plans[plan].group = group }

  /// Forgets which groups plans run in.
  mutating func forgetGroups() {
    for index in plans.indices { plans[index].group = -1 }
  }
}
