internal import CVectorKernels

/// The properties of a call that several cores animate together, and their targets.
///
/// They run in one group of springs, each at the position of its slot's number, and begin anew there. So a run changes
/// nothing but its slot, its member and their block, and cores don't disturb one another if each has blocks of its own.
final class Restarts {
  fileprivate private(set) var handles = UnsafeMutablePointer<PropertyHandle>.allocate(capacity: 0)
  /// A number for each component of each property.
  fileprivate private(set) var targets = UnsafeMutablePointer<Float>.allocate(capacity: 0)
  private var capacity = 0
  fileprivate private(set) var count = 0
  /// The number of properties that have begun together in all. Tests see by it that cores have shared calls.
  fileprivate(set) var total = 0
  /// For each part, the index of the first property that can't begin with the others.
  fileprivate let obstacles: UnsafeMutablePointer<Int>
  fileprivate let cores: Int

  /// The number of properties below which waking another core takes longer than it saves: on a virtual machine that
  /// takes 0.1 ms, and a property takes 0.1 to 0.2 us.
  static var leastCount: Int { 2048 }
  /// The number of properties that are animated together at most. More of them follow one another.
  static var limit: Int { 1 << 14 }

  private static var mostParts: Int { 16 }

  /// The number of parts of a group's blocks: about two for each core, and a power of two, so that a block's part is
  /// found quickly. A core looks at all properties for every part that it takes, so there aren't many.
  fileprivate var parts: Int { min(Self.mostParts, 1 << (Int.bitWidth - (2 * cores - 1).leadingZeroBitCount)) }

  init(cores: Int) {
    self.cores = cores
    obstacles = .allocate(capacity: Self.mostParts)
  }

  deinit {
    handles.deallocate()
    targets.deallocate()
    obstacles.deallocate()
  }

  var isFull: Bool { count == Self.limit }

  /// Adds a property, whose target has a number for each component.
  func append(_ handle: PropertyHandle, to target: UnsafePointer<Float>, components: Int) {
    if capacity == 0 { allocate(components: components) }
    handles[count] = handle
    for component in 0..<components { targets[components * count + component] = target[component] }
    count += 1
  }

  private func allocate(components: Int) {
    capacity = Self.limit
    handles.deallocate()
    targets.deallocate()
    handles = .allocate(capacity: capacity)
    targets = .allocate(capacity: components * capacity)
  }

  func removeAll() { count = 0 }
}

extension AnimatorCore {
  /// Returns whether several cores should begin the runs of a call that animates properties by a plan. The call doesn't
  /// set values or velocities. The properties may still be such that cores can't begin all of the runs together.
  @usableFromInline
  func canRestartTogether(_ count: Int, from first: PropertyHandle?, by plan: Int) -> Bool {
    guard count >= Restarts.leastCount, isLarge, pool.cores > 1, doubles == nil, plans[plan].kind == .spring,
      plans[plan].delay == 0, plans[plan].origin == .plain, plans[plan].group >= 0, observations.isEmpty,
      table.lastRuns.isEmpty
    else { return false }
    // If the first property is at rest, the others are likely to be so too.
    guard let first, holds(first), table[first.index].group == plans[plan].group,
      table[first.index].position == first.index
    else { return false }
    return clock.now <= groups[plans[plan].group].clock
  }

  /// Adds a property to those that are animated together.
  ///
  /// - Returns: Whether no more can be added.
  @usableFromInline
  func appendRestart(_ handle: PropertyHandle, to target: UnsafePointer<Float>) -> Bool {
    restarts.append(handle, to: target, components: components)
    return restarts.isFull
  }

  /// Animates the added properties together, as `animate` does one after the other, and forgets them. If they are too few
  /// to wake cores for, it animates none.
  ///
  /// - Returns: The number of properties before the first that can't be animated together with others.
  @usableFromInline
  mutating func restartTogether(by plan: Int) -> Int {
    defer { restarts.removeAll() }
    if restarts.count < Restarts.leastCount { return 0 }
    let group = groups[plans[plan].group]
    guard case .springs(let springs) = group.kind else { return 0 }
    // It is large enough already, because each member that joins makes it so. While cores work, it mustn't grow.
    springs.own.reserve(blocks: group.blockCount, members: group.stride)
    return table.withMemory { slots, origins in
      var work = RestartWork(
        restarts: .passUnretained(restarts), planNumber: plan, plan: plans[plan],
        group: groups.uncounted(plans[plan].group), start: clock.now + 0, slots: slots, origins: origins,
        results: results.memory, stride: results.stride)
      pool.share(.restarts(work), wakesCores: true)
      let (begun, ended) = (work.begun, endedBetweenFrames.count)
      if begun == 0 { return 0 }
      let none = Completion(
        run: AnimationRun(handle: restarts.handles[0], number: 0), reason: .replaced, end: .current)
      endedBetweenFrames.append(contentsOf: repeatElement(none, count: begun))
      endedBetweenFrames.withUnsafeMutableBufferPointer {
        work.completions = $0.baseAddress! + ended
        pool.share(.restarts(work), wakesCores: true)
      }
      restarts.total += begun
      return begun
    }
  }
}

extension Animator {
  /// The number of runs that cores have begun together in all.
  package var sharedRestartCount: Int { core.restarts.total }
}

/// Restarts as work in parts, each of which is a share of the group's blocks. First all parts are checked, and then the
/// properties before the first obstacle begin.
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
  /// Receives a completion for each property that begins; nil while properties are checked.
  var completions: UnsafeMutablePointer<Completion>?

  var cores: Int { restarts._withUnsafeGuaranteedRef { $0.cores } }
  var parts: Int { restarts._withUnsafeGuaranteedRef { $0.parts } }

  /// The number of properties before the first obstacle, once all parts have been checked.
  var begun: Int {
    restarts._withUnsafeGuaranteedRef { restarts in
      (0..<restarts.parts).reduce(restarts.count) { min($0, restarts.obstacles[$1]) }
    }
  }

  /// Checks some of the parts or, if there is memory for completions, begins the properties in them.
  func perform(_ parts: Range<Int>) {
    restarts._withUnsafeGuaranteedRef { restarts in
      group._withUnsafeGuaranteedRef { group in
        guard case .springs(let springs) = group.shortcut else { return }
        springs._withUnsafeGuaranteedRef { springs in
          for part in parts {
            if let completions {
              begin(part, restarts, springs, group, completions)
            } else {
              restarts.obstacles[part] = firstObstacle(in: part, restarts, springs, group)
            }
          }
        }
      }
    }
  }

  /// Returns the index of the first property of a part that can't begin with the others, or the number of all if there
  /// is none.
  private func firstObstacle(
    in part: Int, _ restarts: Restarts, _ springs: SpringMover, _ group: PropertyGroup
  ) -> Int {
    var first = restarts.count
    forEachIndex(before: first, in: part, restarts) { index in
      let slot = restarts.handles[index].index
      if slot >= 0, slot < slots.count { prefetch(slot, group) }
    } _: { index in
      if canBegin(index, restarts, springs, group) { return true }
      first = index
      return false
    }
    return first
  }

  private func prefetch(_ slot: Int, _ group: PropertyGroup) {
    vk_prefetch(slots.baseAddress! + slot)
    for component in 0..<group.components { vk_prefetch(results + component * stride + slot) }
  }

  private func canBegin(
    _ index: Int, _ restarts: Restarts, _ springs: SpringMover, _ group: PropertyGroup
  ) -> Bool {
    let handle = restarts.handles[index]
    let slot = handle.index
    guard slot >= 0, slot < slots.count, slots[slot].generation == handle.generation, slots[slot].isTaken else {
      return false
    }
    let state = slots[slot]
    guard state.group == plan.group, state.position == slot, !state.isReversed,
      slot >= origins.count || origins[slot] == .plain
    else { return false }
    let block = slot / PropertyGroup.blockSize
    guard springs.own.hasParameters || springs.own.holds(OwnMotions.Motion(plan.spring, speed: state.speed), in: block)
    else { return false }
    let target = restarts.targets + group.components * index
    return SpringMover.canMove(from: results + slot, stride: stride, to: target, components: group.components)
  }

  /// Begins the properties of a part, in the order of the call.
  private func begin(
    _ part: Int, _ restarts: Restarts, _ springs: SpringMover, _ group: PropertyGroup,
    _ completions: UnsafeMutablePointer<Completion>
  ) {
    forEachIndex(before: begun, in: part, restarts) { index in
      // Another core may have checked it.
      let slot = restarts.handles[index].index
      prefetch(slot, group)
      group.prefetch(slot)
    } _: { index in
      let handle = restarts.handles[index]
      let slot = handle.index
      completions[index] = Completion(
        run: AnimationRun(handle: handle, number: slots[slot].run), reason: .replaced, end: .current)
      slots[slot].isRemovedAtEnd = false
      slots[slot].run &+= 1
      let speed = Double(slots[slot].speed)
      let runStart = RunStart(
        plan: planNumber, isNew: false, start: start, speed: speed, scale: speed == 1 ? 1 : 1 / speed,
        value: results + slot, stride: stride, velocity: nil, target: restarts.targets + group.components * index)
      springs.beginByCall(slot, in: group, plan, runStart)
      return true
    }
  }

  /// Calls `body` with the index of each property of a part until it returns false, and `prefetch` some time before.
  @inline(__always)
  private func forEachIndex(
    before end: Int, in part: Int, _ restarts: Restarts, _ prefetch: (_ index: Int) -> Void,
    _ body: (_ index: Int) -> Bool
  ) {
    // Memory arrives while about eight of the part's properties are processed.
    let (handles, mask, distance) = (restarts.handles, restarts.parts - 1, 8 * restarts.parts)
    func isIncluded(_ index: Int) -> Bool { handles[index].index / PropertyGroup.blockSize & mask == part }
    for ahead in 0..<end + distance {
      if ahead < end, isIncluded(ahead) { prefetch(ahead) }
      if ahead >= distance, isIncluded(ahead - distance), !body(ahead - distance) { return }
    }
  }
}
