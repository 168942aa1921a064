/// What an animation does to the curve that already moves a property. Springs take over in both cases, with position
/// and velocity.
public enum CurveRetargeting: String, Hashable, Sendable, Codable {
  /// The new animation starts from where the property is, at rest if it is a curve.
  case replace
  /// The running animation goes on towards its end, and the new one carries the difference: SwiftUI's rule. Such a
  /// property is evaluated by itself, at many times the cost.
  case add
}

extension Animator {
  /// Sends a property to a target.
  ///
  /// A spring keeps the property's position and velocity; a curve is replaced or added to, as asked. The run that was
  /// under way is reported as replaced, except where it is added to. An animation that doesn't animate, nil, is at once.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - target: The value to arrive at.
  ///   - animation: How.
  ///   - start: The value to start from; nil is where the property is.
  ///   - velocity: The velocity to start with, per second of the property's own time, which springs heed and curves
  ///     don't; nil is the property's.
  ///   - retargeting: What becomes of a curve under way.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1); the first time an animation is used it is prepared, which takes some microseconds.
  public mutating func animate(
    _ handle: PropertyHandle, to target: Value, using animation: Animation?, from start: Value? = nil,
    velocity: Value? = nil, retargeting: CurveRetargeting = .replace
  ) throws(StalePropertyError) {
    try check(handle)
    guard let animation else {
      end(handle.index, .stopped)
      set(handle.index, to: target)
      return
    }
    let plan = plan(for: animation)
    begin(
      handle.index, to: target, animation, plan, from: start, velocity: velocity, retargeting: retargeting, after: 0)
  }

  /// Sends properties to one target, one after the other.
  ///
  /// - Parameters:
  ///   - handles: The properties, in the order in which they begin.
  ///   - target: The value to arrive at.
  ///   - animation: How.
  ///   - stagger: Seconds from one's beginning to the next one's.
  ///   - retargeting: What becomes of curves under way.
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been sent.
  /// - Complexity: O(1) for each.
  public mutating func animate(
    _ handles: some Sequence<PropertyHandle>, to target: Value, using animation: Animation, stagger: Double = 0,
    retargeting: CurveRetargeting = .replace
  ) throws(StalePropertyError) {
    let plan = plan(for: animation)
    var delay = 0.0
    for handle in handles {
      try check(handle)
      begin(
        handle.index, to: target, animation, plan, from: nil, velocity: nil, retargeting: retargeting, after: delay)
      delay += stagger.isFinite ? stagger : 0
    }
  }

  /// Sends properties each to a target of its own, one after the other.
  ///
  /// - Parameters:
  ///   - handles: The properties, in the order in which they begin.
  ///   - targets: As many values to arrive at.
  ///   - animation: How.
  ///   - stagger: Seconds from one's beginning to the next one's.
  ///   - retargeting: What becomes of curves under way.
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been sent.
  /// - Complexity: O(1) for each.
  public mutating func animate(
    _ handles: some Collection<PropertyHandle>, to targets: Span<Value>, using animation: Animation,
    stagger: Double = 0, retargeting: CurveRetargeting = .replace
  ) throws(StalePropertyError) {
    requireCount(targets.count, "targets.count", equals: handles.count, "handles.count")
    let plan = plan(for: animation)
    var (delay, index) = (0.0, 0)
    for handle in handles {
      try check(handle)
      begin(
        handle.index, to: targets[index], animation, plan, from: nil, velocity: nil, retargeting: retargeting,
        after: delay)
      delay += stagger.isFinite ? stagger : 0
      index += 1
    }
  }

  private mutating func begin(
    _ slot: Int, to target: Value, _ animation: Animation, _ plan: Plan, from start: Value?, velocity: Value?,
    retargeting: CurveRetargeting, after delay: Double
  ) {
    let place = table.places[slot]
    let current = place.isIdle ? nil : groups[Int(place.group)]
    if let start { set(slot, to: start) }
    let from = results[slot]
    switch plan {
    case .spring(let spring, let springDelay, let initialVelocity):
      let epsilons = SpringEpsilons(value: valueEpsilon, velocity: velocityEpsilon)
      var initial = velocity ?? ownVelocity(slot)
      if initialVelocity != 0 { initial += (target - from).scaled(by: initialVelocity) }
      beginRun(slot)
      let key = GroupKey(driver: .spring(spring, delay: springDelay, epsilons), speed: effectiveSpeed(slot))
      let number = group(key) {
        SpringGroup<Value>(.spring(spring), delay: springDelay, epsilons: epsilons, speed: key.speed)
      }
      let group = groups[number] as! SpringGroup<Value>
      wake(group)
      let position = group.append(
        slot: slot, start: clock(of: group) + delay, from: from, velocity: initial, to: target)
      join(slot, number, position)
    case .tween(let lowered):
      if retargeting == .add, start == nil, let current, add(slot, to: target, animation, current, after: delay) {
        return
      }
      beginRun(slot)
      let key = GroupKey(driver: .tween(animation), speed: effectiveSpeed(slot))
      let number = group(key) { TweenGroup<Value>(animation, lowered, speed: key.speed) }
      let group = groups[number] as! TweenGroup<Value>
      wake(group)
      join(slot, number, group.append(slot: slot, start: clock(of: group) + delay, from: from, to: target))
    case .single:
      if retargeting == .add, start == nil, let current, add(slot, to: target, animation, current, after: delay) {
        return
      }
      beginRun(slot)
      var animated = AnimatedValue(from)
      animated.animate(to: target, with: animation, at: 0)
      beginSingle(slot, .animations(animated, from: from, duration: animation.duration ?? 1), after: delay)
    }
  }

  /// Adds an animation to a curve or to animations under way: false where there are none.
  private mutating func add(
    _ slot: Int, to target: Value, _ animation: Animation, _ current: PropertyGroup<Value>, after delay: Double
  ) -> Bool {
    let member = Int(table.places[slot].position)
    let local = localTime(of: member, in: current)
    let animation = delay > 0 ? animation.delay(delay) : animation
    if let single = current as? SingleGroup<Value> {
      guard case .animations(var animated, let from, _) = single.drivers[member] else { return false }
      animated.animate(to: target, with: animation, at: local)
      single.setDriver(of: member, to: .animations(animated, from: from, duration: local + (animation.duration ?? 1)))
      return true
    }
    guard let tween = current as? TweenGroup<Value>, !paused.contains(slot) else { return false }
    let from = tween.firstValue(of: member)
    var animated = AnimatedValue(from)
    animated.animate(to: tween.finalValue(of: member), with: tween.animation, at: 0)
    animated.animate(to: target, with: animation, at: local)
    let driver = SingleGroup<Value>.Driver.animations(
      animated, from: from, duration: local + (animation.duration ?? 1))
    leave(slot)
    beginSingle(slot, driver, after: -local)
    return true
  }

  /// Ends the run that another one takes the place of, and its direction with it.
  mutating func beginRun(_ slot: Int) {
    end(slot, .replaced)
    reversed.remove(slot)
  }

  mutating func beginSingle(_ slot: Int, _ driver: SingleGroup<Value>.Driver, after delay: Double) {
    let key = GroupKey(driver: .single, speed: effectiveSpeed(slot))
    let number = group(key) { SingleGroup<Value>(speed: key.speed) }
    let group = groups[number] as! SingleGroup<Value>
    wake(group)
    join(slot, number, group.append(slot: slot, start: clock(of: group) + delay, driver))
  }
}
