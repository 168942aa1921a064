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
enum Plan {
  /// All that's a function of the amount covered.
  case tween(LoweredAnimation)
  /// A spring on its way, after a delay, with an initial velocity in whole ways per second.
  case spring(Spring, delay: Double, initialVelocity: Double)
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
      self = .spring(pace == 1 ? spring : faster, delay: lowered.delay, initialVelocity: velocity * pace)
    } else {
      self = .tween(lowered.baked())
    }
  }
}

// MARK: - Groups

extension Animator {
  /// The group of a driver at a speed; a new one where there is none yet.
  mutating func group(_ key: GroupKey, make: () -> PropertyGroup<Value>) -> Int {
    if let number = groupNumbers[key] { return number }
    let group = make()
    let number: Int
    // Groups that nobody is in any more make room, or animations of ever new durations would add up.
    if groups.count >= 64, let vacant = groups.firstIndex(where: { $0.count == 0 }) {
      groupNumbers = groupNumbers.filter { $0.value != vacant }
      groups[vacant] = group
      number = vacant
    } else {
      groups.append(group)
      number = groups.count - 1
    }
    groupNumbers[key] = number
    return number
  }

  mutating func plan(for animation: Animation) -> Plan {
    if let plan = plans[animation] { return plan }
    if plans.count >= 256 { plans.removeAll(keepingCapacity: true) }
    let plan = Plan(animation)
    plans[animation] = plan
    return plan
  }

  func clock(of group: PropertyGroup<Value>) -> Double { group.speed * clock.now }

  mutating func join(_ slot: Int, _ group: Int, _ position: Int) {
    table.places[slot] = SlotTable.Place(group: Int32(group), position: Int32(position))
    if groups[group].speed != 0 { moving.insert(slot) }
    touch(slot)
  }

  /// Before a group gets its first member: nothing has been evaluated since its clock last ran.
  func wake(_ group: PropertyGroup<Value>) {
    if group.count == 0 { group.setClock(clock(of: group)) }
  }

  /// Takes a property out of its group, if it is in one.
  mutating func leave(_ slot: Int) {
    let place = table.places[slot]
    if place.isIdle { return }
    if let moved = groups[Int(place.group)].removeMember(Int(place.position)) {
      table.places[moved].position = place.position
    }
    table.places[slot] = SlotTable.Place()
    moving.remove(slot)
  }

  /// Ends a property's run, if it has one, and reports it.
  mutating func end(_ slot: Int, _ reason: Completion.Reason) {
    if table.places[slot].isIdle { return }
    endedBetweenFrames.append(Completion(handle: table.handle(of: slot), reason: reason))
    leave(slot)
  }

  /// The speed at which a property runs now.
  func effectiveSpeed(_ slot: Int) -> Double {
    if paused.contains(slot) || speeds[slot] == 0 { return 0 }
    return Double(reversed.contains(slot) ? -speeds[slot] : speeds[slot])
  }
}
