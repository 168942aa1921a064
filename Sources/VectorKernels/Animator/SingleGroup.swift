/// Properties with drivers of their own, evaluated one after the other: animations that add up, custom ones, phases,
/// and keyframes that can't be compiled.
final class SingleGroup<Value: ComponentVector>: PropertyGroup<Value> where Value.Component == Float {
  enum Driver {
    /// With the value at the start, and the duration of the latest animation, if it's known.
    case animations(AnimatedValue<Value>, from: Value, duration: Double)
    case phases(PhaseTimeline<Value>)
    case keyframes(KeyframeTimeline<Value>)
  }

  private(set) var drivers: [Driver] = []

  init(speed: Double) {
    super.init(speed: speed, valuesPerMember: 0)
  }

  override var isSequential: Bool { true }

  override var driver: GroupKey.Driver { .single }

  override func makeGroup(speed: Double) -> PropertyGroup<Value> { SingleGroup(speed: speed) }

  override func nominalDuration(of member: Int) -> Double {
    switch drivers[member] {
    case .animations(_, _, let duration): duration < .infinity ? duration : 1
    case .phases(let phases): phases.cycleDuration < .infinity ? phases.cycleDuration : 1
    case .keyframes(let timeline): timeline.duration
    }
  }

  func append(slot: Int, start: Double, _ driver: Driver) -> Int {
    drivers.append(driver)
    return appendMember(slot: slot, start: start)
  }

  override func append(_ member: Int, of other: PropertyGroup<Value>, start: Double) -> Int {
    drivers.append((other as! SingleGroup).drivers[member])
    return super.append(member, of: other, start: start)
  }

  override func removeMember(_ member: Int) -> Int? {
    drivers.swapAt(member, drivers.count - 1)
    drivers.removeLast()
    return super.removeMember(member)
  }

  func setDriver(of member: Int, to driver: Driver) { drivers[member] = driver }

  override func firstValue(of member: Int) -> Value {
    switch drivers[member] {
    case .animations(_, let from, _): from
    case .phases(let phases): phases.phases[0]
    case .keyframes(let timeline): timeline.value(time: 0)
    }
  }

  override func finalValue(of member: Int) -> Value {
    switch drivers[member] {
    case .animations(let animated, _, _): animated.target
    case .phases(let phases): phases.phases[0]
    case .keyframes(let timeline): timeline.value(time: timeline.duration)
    }
  }

  override func velocity(of member: Int, atLocal time: Double) -> Value {
    switch drivers[member] {
    case .animations(let animated, _, _): return animated.velocity(at: time)
    case .phases(let phases):
      guard let position = phases.position(at: time), !position.isFinished else { return .zero }
      return position.animation.velocity(from: position.from, to: position.to, at: position.time)
    case .keyframes(let timeline):
      // Tracks of parts have no velocity of the whole: what it covers in a fifth of a millisecond.
      return (timeline.value(time: time + 1e-4) - timeline.value(time: time - 1e-4)).scaled(by: 5e3)
    }
  }

  override func evaluate(_ members: Range<Int>, at clock: Double, _ frame: Frame) {
    for member in members {
      let time = clock - starts[member]
      let value: Value
      switch drivers[member] {
      case .animations(var animated, let from, let duration):
        value = animated.advance(to: time)
        drivers[member] = .animations(animated, from: from, duration: duration)
      case .phases(let phases): value = phases.value(at: time) { $0 } ?? .zero
      case .keyframes(let timeline): value = timeline.value(time: time)
      }
      value._store(frame.results + Int(slots[member]), stride: frame.stride)
    }
  }

  override func markEnded(in block: Int, at clock: Double, _ frame: Frame) -> Int {
    markEnded(amongAllIn: block, at: clock)
  }

  override func hasEnded(_ member: Int, at clock: Double) -> Bool {
    let time = clock - starts[member]
    if speed < 0 && time <= 0 { return true }
    return switch drivers[member] {
    case .animations(let animated, _, _): animated.isFinished(at: time)
    case .phases(let phases): !phases.repeatsForever && time >= phases.cycleDuration
    case .keyframes(let timeline): speed > 0 && time >= timeline.duration
    }
  }
}
