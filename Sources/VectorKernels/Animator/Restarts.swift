internal import CVectorKernels

/// The properties of a call that several cores animate together, and their targets.
///
/// Most of them run in one group of springs, each at the position of its slot's number, and begin anew there. So a run
/// changes nothing but its slot, its member and their block, and cores don't disturb one another if each has blocks of
/// its own. Properties at rest, for example, must join the group, and begin alone.
final class Restarts {
  private let components: Int
  fileprivate let cores: Int
  fileprivate private(set) var count = 0
  /// The number of properties that have begun together in all. Tests see by it that cores have shared calls.
  fileprivate(set) var total = 0
  fileprivate let handles = UnsafeMutablePointer<PropertyHandle>.allocate(capacity: limit)
  /// A number for each component of each property.
  fileprivate let targets: UnsafeMutablePointer<Float>
  /// The indices of the properties part by part, and in each part in the order of the call.
  fileprivate let indicesByPlace = UnsafeMutablePointer<Int32>.allocate(capacity: limit)
  /// The place of each property in that order.
  private let placesByIndex = UnsafeMutablePointer<Int32>.allocate(capacity: limit)
  /// The first place of each part, and the end of the last part.
  private let firstPlaces = UnsafeMutablePointer<Int32>.allocate(capacity: parts + 1)
  /// The numbers of the runs that have ended, by place. So each core writes to memory of its own; in the order of the
  /// call, cores would write to the same cache lines.
  fileprivate let endedRuns = UnsafeMutablePointer<UInt32>.allocate(capacity: limit)
  /// Whether a property begins alone, by place.
  fileprivate let beginsAlone = UnsafeMutablePointer<Bool>.allocate(capacity: limit)
  /// For each part, the index of the first property before which the call must be cut, or `Int.max`.
  fileprivate let cuts = UnsafeMutablePointer<Int>.allocate(capacity: parts)

  /// The number of properties below which waking another core takes longer than it saves: on a virtual machine that
  /// takes 0.1 ms, and a property takes 0.1 to 0.2 us.
  static var leastCount: Int { 2048 }
  /// The number of properties that are animated together at most. More of them follow one another.
  static var limit: Int { 1 << 14 }

  /// The number of parts of a group's blocks: several for each of up to 16 cores.
  fileprivate static var parts: Int { 64 }

  init(components: Int, cores: Int) {
    (self.components, self.cores) = (components, cores)
    targets = .allocate(capacity: components * Self.limit)
  }

  deinit {
    handles.deallocate()
    targets.deallocate()
    indicesByPlace.deallocate()
    placesByIndex.deallocate()
    firstPlaces.deallocate()
    endedRuns.deallocate()
    beginsAlone.deallocate()
    cuts.deallocate()
  }

  var isFull: Bool { count == Self.limit }

  /// Adds a property, whose target has a number for each component.
  func append(_ handle: PropertyHandle, to target: UnsafePointer<Float>) {
    handles[count] = handle
    for component in 0..<components { targets[components * count + component] = target[component] }
    count += 1
  }

  func removeAll() { count = 0 }

  /// Gives each property a place among those of its part.
  fileprivate func assignPlaces() {
    firstPlaces.initialize(repeating: 0, count: Self.parts + 1)
    for index in 0..<count { firstPlaces[part(of: index)] += 1 }
    var end: Int32 = 0
    for part in 0...Self.parts {
      end += firstPlaces[part]
      firstPlaces[part] = end
    }
    // What was a part's end becomes its beginning.
    for index in (0..<count).reversed() {
      let part = part(of: index)
      firstPlaces[part] -= 1
      indicesByPlace[Int(firstPlaces[part])] = Int32(index)
      placesByIndex[index] = firstPlaces[part]
    }
  }

  /// Returns the part of the block of a property, whose handle may be stale. Cores take several adjacent parts at a
  /// time. Multiples of an odd number near the parts' golden section put adjacent blocks far apart.
  private func part(of index: Int) -> Int { handles[index].index / PropertyGroup.blockSize &* 39 & (Self.parts - 1) }

  /// Returns the places of a part's properties.
  fileprivate func places(of part: Int) -> Range<Int> { Int(firstPlaces[part])..<Int(firstPlaces[part + 1]) }

  /// The index of the first property of all parts before which the call must be cut, or the number of properties.
  fileprivate var firstCut: Int { (0..<Self.parts).reduce(count) { min($0, cuts[$1]) } }

  /// Returns whether a property of the call begins alone.
  fileprivate func beginsAlone(_ index: Int) -> Bool { beginsAlone[Int(placesByIndex[index])] }

  /// Returns the run that another one has replaced, of a property that has begun with others.
  fileprivate func endedRun(_ index: Int) -> AnimationRun {
    AnimationRun(handle: handles[index], number: endedRuns[Int(placesByIndex[index])])
  }

  /// Returns the target of a property: a number for each component.
  fileprivate func target(_ index: Int) -> UnsafePointer<Float> { UnsafePointer(targets + components * index) }
}

extension AnimatorCore {
  /// Returns whether several cores should begin the runs of a call that animates properties by a plan. The call doesn't
  /// set values or velocities. The properties may still be such that cores can't begin their runs together.
  @usableFromInline
  func canRestartTogether(_ count: Int, by plan: Int) -> Bool {
    guard count >= Restarts.leastCount, isLarge, pool.cores > 1, doubles == nil, plans[plan].kind == .spring,
      plans[plan].delay == 0, plans[plan].origin == .plain, plans[plan].group >= 0, observations.isEmpty,
      table.lastRuns.isEmpty
    else { return false }
    return clock.now <= groups[plans[plan].group].clock
  }

  /// Adds a property to those that are animated together.
  ///
  /// - Returns: Whether no more can be added.
  @usableFromInline
  mutating func appendRestart(_ handle: PropertyHandle, to target: UnsafePointer<Float>) -> Bool {
    let restarts = restarts ?? Restarts(components: components, cores: pool.cores)
    self.restarts = restarts
    restarts.append(handle, to: target)
    return restarts.isFull
  }

  /// Animates the added properties together, as `animate` does one after the other, and forgets them. If they are too
  /// few to wake cores for, or if most of them don't run in the plan's group, it animates none.
  ///
  /// - Returns: The number of properties before the first that must be animated by a call of its own.
  @usableFromInline
  mutating func restartTogether(by plan: Int) -> Int {
    guard let restarts else { return 0 }
    defer { restarts.removeAll() }
    // Runs that have begun alone may have changed the plan's group.
    guard canRestartTogether(restarts.count, by: plan), mostRun(restarts, in: plans[plan].group) else { return 0 }
    let group = groups[plans[plan].group]
    guard case .springs(let springs) = group.kind else { return 0 }
    // It is large enough already, because each member that joins makes it so. While cores work, it mustn't grow.
    springs.own.reserve(blocks: group.blockCount, members: group.stride)
    restarts.assignPlaces()
    let begun = table.withMemory { slots, origins in
      var work = RestartWork(
        restarts: .passUnretained(restarts), planNumber: plan, plan: plans[plan],
        group: groups.uncounted(plans[plan].group), start: clock.now + 0, slots: slots, origins: origins,
        results: results.memory, stride: results.stride)
      pool.share(.restarts(work), wakesCores: true)
      let begun = restarts.firstCut
      if begun == 0 { return 0 }
      work.begun = begun
      pool.share(.restarts(work), wakesCores: true)
      return begun
    }
    finish(restarts, begun, by: plan)
    return begun
  }

  /// Returns whether most of the properties of a call run in a group at their slots' positions, as a few show.
  private func mostRun(_ restarts: Restarts, in group: Int) -> Bool {
    let step = restarts.count / 16
    let running = (0..<16).count {
      let handle = restarts.handles[$0 * step]
      return holds(handle) && table[handle.index].group == group && table[handle.index].position == handle.index
    }
    return running >= 8
  }

  /// Reports the replaced runs of the first properties of a call, and begins the runs that begin alone, in the order of
  /// the call.
  private mutating func finish(_ restarts: Restarts, _ begun: Int, by plan: Int) {
    for index in 0..<begun {
      let ahead = index + 8
      if ahead < begun, restarts.beginsAlone(ahead) { prefetchNumbers(of: restarts.handles[ahead]) }
      if restarts.beginsAlone(index) {
        animate(restarts.handles[index].index, to: restarts.target(index), plan: plan, velocity: nil, after: 0)
      } else {
        endedBetweenFrames.append(Completion(run: restarts.endedRun(index), reason: .replaced, end: .current))
        restarts.total += 1
      }
    }
  }
}

extension Animator {
  /// The number of runs that cores have begun together in all.
  package var sharedRestartCount: Int { core.restarts?.total ?? 0 }
}

/// Restarts as work in parts, each of which is a share of the group's blocks. First all parts are checked. Then the
/// properties before the first cut begin, except for those that begin alone.
struct RestartWork {
  let restarts: Unmanaged<Restarts>
  /// The number of the plan, and the plan.
  let planNumber: Int
  let plan: AnimationPlan
  let group: Unmanaged<PropertyGroup>
  /// The start of all runs. Like every start, it isn't -0.
  let start: Double
  let slots: UnsafeMutableBufferPointer<SlotTable.Slot>
  /// The origin of each property's animation. Slots past the end are plain.
  let origins: UnsafeBufferPointer<AnimationPlan.Origin>
  /// The values of all properties, by slot: a column for each component, `stride` elements apart.
  let results: UnsafeMutablePointer<Float>
  let stride: Int
  /// The number of properties before the first cut; nil while properties are checked.
  var begun: Int?

  var cores: Int { restarts._withUnsafeGuaranteedRef { $0.cores } }
  var parts: Int { Restarts.parts }

  /// Checks some of the parts or, once all are checked, begins the properties in them.
  func perform(_ parts: Range<Int>) {
    restarts._withUnsafeGuaranteedRef { restarts in
      group._withUnsafeGuaranteedRef { group in
        guard case .springs(let springs) = group.shortcut else { return }
        springs._withUnsafeGuaranteedRef { springs in
          for part in parts {
            if let begun {
              begin(part, before: begun, restarts, springs, group)
            } else {
              restarts.cuts[part] = check(part, restarts, springs, group)
            }
          }
        }
      }
    }
  }

  /// Finds out which properties of a part begin alone.
  ///
  /// - Returns: The index of the first property before which the call must be cut, or `Int.max` if there is none.
  private func check(
    _ part: Int, _ restarts: Restarts, _ springs: SpringMover, _ group: PropertyGroup
  ) -> Int {
    var cut = Int.max
    forEachPlace(in: part, restarts) { index in
      let slot = restarts.handles[index].index
      if slot >= 0, slot < slots.count { prefetch(slot, group) }
    } _: { place, index in
      let handle = restarts.handles[index]
      let slot = handle.index
      guard slot >= 0, slot < slots.count, slots[slot].generation == handle.generation, slots[slot].isTaken,
        canMove(index, restarts, group), !givesUpPosition(slot)
      else {
        cut = index
        return false
      }
      // If a call names a property twice, both runs begin alone, or none, so they keep their order.
      restarts.beginsAlone[place] = !canRestart(slot, springs, group)
      return true
    }
    return cut
  }

  private func prefetch(_ slot: Int, _ group: PropertyGroup) {
    vk_prefetch(slots.baseAddress! + slot)
    for component in 0..<group.components { vk_prefetch(results + component * stride + slot) }
  }

  /// Returns whether a property's next run takes its position in the group from it. Then the group's last member moves
  /// there, with the spring that it has at that moment.
  private func givesUpPosition(_ slot: Int) -> Bool {
    slots[slot].keeper == plan.group && slots[slot].direction == 0
  }

  /// Returns whether a property runs so that its next run changes nothing that others share.
  private func canRestart(_ slot: Int, _ springs: SpringMover, _ group: PropertyGroup) -> Bool {
    let state = slots[slot]
    guard state.group == plan.group, state.position == slot, !state.isReversed,
      slot >= origins.count || origins[slot] == .plain
    else { return false }
    let block = slot / PropertyGroup.blockSize
    // The only member of a block decides what its block's members have in common.
    if slot == block * PropertyGroup.blockSize, slot + 1 == group.count { return false }
    return springs.own.hasParameters || springs.own.holds(OwnMotions.Motion(plan.spring, speed: state.speed), in: block)
  }

  private func canMove(_ index: Int, _ restarts: Restarts, _ group: PropertyGroup) -> Bool {
    SpringMover.canMove(
      from: results + restarts.handles[index].index, stride: stride, to: restarts.target(index),
      components: group.components)
  }

  /// Begins the properties of a part that come before `end` in the call, in the order of the call.
  private func begin(
    _ part: Int, before end: Int, _ restarts: Restarts, _ springs: SpringMover, _ group: PropertyGroup
  ) {
    forEachPlace(in: part, restarts) { index in
      if index >= end { return }
      // Another core may have checked it.
      let slot = restarts.handles[index].index
      prefetch(slot, group)
      group.prefetch(slot)
    } _: { place, index in
      if index >= end { return false }
      if restarts.beginsAlone[place] { return true }
      let slot = restarts.handles[index].index
      restarts.endedRuns[place] = slots[slot].run
      slots[slot].isRemovedAtEnd = false
      slots[slot].run &+= 1
      let speed = Double(slots[slot].speed)
      let runStart = RunStart(
        plan: planNumber, isNew: false, start: start, speed: speed, scale: speed == 1 ? 1 : 1 / speed,
        value: results + slot, stride: stride, velocity: nil, target: restarts.target(index))
      springs.beginByCall(slot, in: group, plan, runStart)
      return true
    }
  }

  /// Calls `body` with the place and the index of each property of a part until it returns false, and `prefetch` with
  /// the index eight places before: memory arrives meanwhile.
  @inline(__always)
  private func forEachPlace(
    in part: Int, _ restarts: Restarts, _ prefetch: (_ index: Int) -> Void,
    _ body: (_ place: Int, _ index: Int) -> Bool
  ) {
    let (places, indices, distance) = (restarts.places(of: part), restarts.indicesByPlace, 8)
    for ahead in places.lowerBound..<places.upperBound + distance {
      if ahead < places.upperBound { prefetch(Int(indices[ahead])) }
      let place = ahead - distance
      if place >= places.lowerBound, !body(place, Int(indices[place])) { return }
    }
  }
}
