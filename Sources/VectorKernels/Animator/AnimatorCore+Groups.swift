// The group in which a property runs, and how the property joins and leaves it.

extension AnimatorCore {
  /// Ends the run that another one replaces, and its reversal with it.
  mutating func replace(_ slot: Int) {
    end(slot, .replaced, mayReturn: false)
    table[slot].isReversed = false
  }

  /// Ends a property's run, if it has one, and reports it.
  @usableFromInline
  mutating func end(
    _ slot: Int, _ reason: Completion.Reason, at point: StoppingPoint = .current, mayReturn: Bool = true
  ) {
    if table[slot].isIdle { return }
    endedBetweenFrames.append(Completion(run: table.run(of: slot), reason: reason, end: point))
    observations.wake(slot)
    table[slot].isRemovedAtEnd = false
    leave(slot, mayReturn: mayReturn)
  }
}

// MARK: - Joining and leaving

extension AnimatorCore {
  /// Removes a property from its group, if it is in one, and from all layers.
  ///
  /// - Parameter mayReturn: Whether its position may be kept for it.
  mutating func leave(_ slot: Int, mayReturn: Bool = true) {
    let state = table[slot]
    if state.isIdle { return }
    if !layers.isEmpty, groups[state.group].addsUp { clearLayers(of: slot) }
    leaveGroup(slot, mayReturn: mayReturn)
  }

  /// Removes a property from its group, if it is in one.
  ///
  /// - Parameter mayReturn: Whether its position may be kept for it.
  mutating func leaveGroup(_ slot: Int, mayReturn: Bool) {
    let state = table[slot]
    if state.isIdle { return }
    let (number, position) = (state.group, Int(state.position))
    table.stopMoving(slot)
    if mayReturn, groups[number].vacate(position) {
      table[slot].keep(by: number, position: position)
      if groups[number].isDeserted { groups[number].removeVacant { table[$0].leave() } }
    } else {
      table[slot].leave()
      remove(position, from: number)
    }
  }

  /// Removes a position from a group.
  private mutating func remove(_ position: Int, from number: Int) {
    groups.uncounted(number)._withUnsafeGuaranteedRef { group in
      group.removeMember(position) { slot, position in
        guard let position else {
          table[slot].leave()
          return
        }
        table[slot].position = Int32(position)
      }
      if group.isDeserted { group.removeVacant { table[$0].leave() } }
    }
  }

  /// Ends a property's run, if it has one, and puts the property into a group: at its former position if that has been
  /// kept, and at the end otherwise.
  ///
  /// - Returns: Its position. The caller must set the numbers there.
  mutating func join(_ slot: Int, _ number: Int) -> Int {
    replace(slot)
    table.beginRun(of: slot)
    let state = table[slot]
    if state.keeper == number {
      let position = Int(state.position)
      groups.uncounted(number)._withUnsafeGuaranteedRef {
        setClock(ofGroupToJoin: $0)
        $0.occupy(position)
      }
      enter(slot, number, at: position)
      return position
    }
    giveUpPosition(slot)
    let position = groups.uncounted(number)._withUnsafeGuaranteedRef {
      setClock(ofGroupToJoin: $0)
      return $0.appendMember(slot: slot)
    }
    enter(slot, number, at: position)
    return position
  }

  mutating func giveUpPosition(_ slot: Int) {
    let state = table[slot]
    if state.keeper < 0 { return }
    table[slot].leave()
    remove(Int(state.position), from: state.keeper)
  }

  /// Records where a property runs from now on.
  mutating func enter(_ slot: Int, _ number: Int, at position: Int) {
    let isMoving = groups[number].direction != 0
    table.join(slot, number, position: position, isMoving: isMoving)
    if isMoving { observations.wake(slot) } else { table.touchInFrame(slot) }
  }
}

// MARK: - Groups

extension AnimatorCore {
  /// Returns the group in which a property is to run by a plan. While the group has no members, its clock may be wrong.
  mutating func group(ofPlan plan: Int, for slot: Int) -> Int {
    let direction = table[slot].direction == 0 ? 0.0 : 1
    if direction == 1, let known = knownGroup(ofPlan: plan) { return known }
    let key = GroupKey(mover: plans.mover(plan, epsilons), direction: direction)
    let (number, isReused, hasKey) = groups.numberToBegin(key)
    if isReused { plans.forgetGroups() }
    if direction == 1, hasKey { plans.setGroup(number, of: plan) }
    return number
  }

  /// Returns the group in which a property whose time goes forward is to run by a plan, and counts the run; nil if
  /// `group(ofPlan:for:)` must be asked.
  @inline(__always)
  mutating func knownGroup(ofPlan plan: Int) -> Int? {
    let known = plans[plan].group
    // Springs have no shape, so their runs aren't counted.
    if known >= 0, plans[plan].kind == .spring || groups.countRun(in: known) { return known }
    return groupOfRareCurve(ofPlan: plan)
  }

  /// Returns the group in which a run along a Bezier curve is to begin, and counts the run, if the curve is known to be
  /// rare.
  private mutating func groupOfRareCurve(ofPlan plan: Int) -> Int? {
    guard let curve = plans.plainBezier(plan), let (number, isReused) = groups.numberToBegin(alongRare: curve) else {
      return nil
    }
    if isReused { plans.forgetGroups() }
    return number
  }

  /// Returns a group that a property is to join, with its clock set.
  func groupToJoin(_ number: Int) -> PropertyGroup {
    let group = groups[number]
    setClock(ofGroupToJoin: group)
    return group
  }

  @inline(__always)
  func setClock(ofGroupToJoin group: PropertyGroup) {
    // A group without members hasn't been moved, so its clock may be out of date.
    if group.count == 0 { group.setClock(clock(of: group)) }
  }

  /// Returns the number of the group in which a run of a mover is to begin, in the property's direction.
  mutating func groupToBegin(_ mover: MoverKey, for slot: Int) -> Int {
    let (number, isReused, _) = groups.numberToBegin(GroupKey(mover: mover, direction: table[slot].direction))
    if isReused { plans.forgetGroups() }
    return number
  }

  /// Returns the number of the group for a mover, in the property's direction.
  mutating func group(_ mover: MoverKey, for slot: Int) -> Int {
    group(GroupKey(mover: mover, direction: table[slot].direction))
  }

  /// Returns the number of the group of a key, after creating the group if there is none yet.
  mutating func group(_ key: GroupKey) -> Int {
    let (number, isReused) = groups.number(of: key)
    if isReused { plans.forgetGroups() }
    return number
  }

  /// Returns a group's own time.
  func clock(of group: PropertyGroup) -> Double { group.direction * clock.now }
}
