internal import CVectorKernels

/// The implementation of an animator for values with `components` components in memory. The same code serves every type
/// of value.
@usableFromInline
struct AnimatorCore: ~Copyable {
  #if !hasFeature(Embedded)
  /// Never set. The compiler passes a structure with such a value by its address. Without it, most calls of methods that
  /// don't change the core would copy it first, some hundred bytes.
  private let marker: (any Sendable)? = nil
  #endif
  let components: Int
  /// The values of all properties, by slot: a column for each component.
  @usableFromInline var results: ColumnStorage<Float>
  /// The conversion to `Double` if the columns hold numbers relative to bases; nil if the columns hold the values.
  @usableFromInline var doubles: DoubleColumns?
  @usableFromInline var table = SlotTable()
  var groups: GroupTable
  var plans: AnimationPlans
  var walks = PreparedWalks()
  #if !hasFeature(Embedded)
  var timelines = PreparedTimelines()
  #endif
  var clock: Clock
  let pool: BlockPool
  /// The layers with the runs that add up, and the values there.
  var layers: [Layer] = []
  var columnsOfLayers: [Layer.Columns] = []
  /// Whether this is a layer of another core. In a layer, a run that is played backwards stays at its beginning.
  let isLayer: Bool
  /// The time in nanoseconds that one core takes to move a component. It is that of the last frame whose blocks cores
  /// could share, because kinds of motion differ tenfold, and frames after a rest take twice as long as others. At first
  /// it is a typical one.
  var componentTime = 0.75
  /// The runs that have ended since the last frame began.
  var endedBetweenFrames: [Completion] = []
  var completions: [Completion] = []
  var observations = Observations()
  /// The properties of a call that cores animate together; nil until there is such a call.
  var restarts: Restarts?
  /// Whether a frame is being evaluated, which may call the user's code.
  var isInFrame = false
  var epsilons = SpringEpsilons(value: 0.001, velocity: 0.01) { didSet { plans.forgetGroups() } }
  /// Scratch memory for the numbers with which a run begins.
  private let scratchStorage: ColumnStorage<Float>

  /// Creates a core without properties.
  ///
  /// - Parameter isDouble: Whether values are in `Double`.
  init(components: Int, isDouble: Bool, time: Double, pool: BlockPool) {
    self.components = components
    doubles = isDouble ? DoubleColumns(components: components) : nil
    results = ColumnStorage(components: components, capacity: 0)
    clock = Clock(time: time)
    self.pool = pool
    groups = GroupTable(components: components)
    plans = AnimationPlans(curves: groups.curves)
    isLayer = false
    scratchStorage = ColumnStorage(components: 3, capacity: components)
  }

  /// Creates a layer without properties.
  init(layerOf core: borrowing AnimatorCore) {
    components = core.components
    doubles = nil
    results = ColumnStorage(components: components, capacity: 0)
    (clock, pool, groups) = (core.clock, core.pool, core.groups.forLayer)
    plans = AnimationPlans(curves: groups.curves)
    isLayer = true
    scratchStorage = ColumnStorage(components: 3, capacity: components)
  }

  var scratch: UnsafeMutablePointer<Float> { scratchStorage.memory }
}

// MARK: - Properties

extension AnimatorCore {
  mutating func reserveCapacity(_ capacity: Int) {
    table.reserveCapacity(capacity)
    endedBetweenFrames.reserveCapacity(capacity)
    completions.reserveCapacity(capacity)
    for layer in layers { layer.core.reserveCapacity(capacity) }
    if capacity > results.stride { reallocateResults(capacity: capacity) }
    reserveDoubles(capacity)
  }

  /// Takes consecutive slots for new properties. The caller must set their values.
  @usableFromInline
  mutating func add(_ count: Int) -> PropertyHandle {
    let first = table.take(count)
    if table.size > results.stride { reallocateResults(capacity: max(table.size, 2 * results.stride)) }
    reserveDoubles(results.stride)
    if !layers.isEmpty { growLayers() }
    return first
  }

  mutating func remove(_ slot: Int) {
    end(slot, .removed)
    keepBase(of: slot)
    table.leave(slot)
  }

  /// Whether the data of a call's property is likely to be in memory only, so that a prefetch pays. The number of
  /// properties whose data fits the second cache was measured with four components.
  @inlinable
  var isLarge: Bool { table.size > 1 << 14 }

  /// Prefetches a slot whose property a call will soon reach.
  @usableFromInline
  func prefetch(_ handle: PropertyHandle) { table.prefetch(handle.index) }

  /// Prefetches the numbers of such a property, too. Its slot, which tells where they are, must itself come from
  /// memory. So the group of the last single pass is asked first, whose members may be in the order of their slots.
  @usableFromInline
  func prefetchNumbers(of handle: PropertyHandle) {
    let slot = handle.index
    if let number = plans.lastGroup {
      let isFound = groups.uncounted(number)._withUnsafeGuaranteedRef { group in
        let isFound = group.isInOrder(around: slot)
        if isFound { prefetch(slot, slot, of: group) }
        return isFound
      }
      if isFound { return }
    }
    guard holds(handle) else { return }
    let state = table[slot]
    let number = state.isIdle ? state.keeper : state.group
    guard number >= 0 else { return }
    groups.uncounted(number)._withUnsafeGuaranteedRef { prefetchNumbers(of: slot, Int(state.position), in: $0) }
  }

  /// Prefetches a property's value and the numbers of its member.
  private func prefetchNumbers(of slot: Int, _ member: Int, in group: PropertyGroup) {
    let (memory, stride) = (results.memory, results.stride)
    for component in 0..<components { vk_prefetch(memory + component * stride + slot) }
    group.prefetch(member)
  }

  /// Prefetches all data of a property.
  func prefetch(_ slot: Int, _ member: Int, of group: PropertyGroup) {
    table.prefetch(slot)
    prefetchNumbers(of: slot, member, in: group)
  }

  /// Returns the identity of a property's last run.
  @inlinable
  func lastRun(of handle: PropertyHandle) -> AnimationRun {
    // The table's subscript would copy the table, and the copy would wait for all stores before it.
    AnimationRun(handle: handle, number: table.slots[handle.index].run)
  }

  /// Removes a property when its run has come to its end, or at once if it has no run.
  mutating func removeAtEnd(_ slot: Int) {
    guard isRunning(slot) else { return remove(slot) }
    table[slot].isRemovedAtEnd = true
  }

  @inlinable
  func holds(_ handle: PropertyHandle) -> Bool { table.holds(handle) }

  @usableFromInline
  func isRunning(_ slot: Int) -> Bool { !table[slot].isIdle }

  func isReversed(_ slot: Int) -> Bool { table[slot].isReversed }

  /// Returns the group in which a property runs and its position there, or nil at rest.
  func run(of slot: Int) -> (group: PropertyGroup, member: Int)? {
    let state = table[slot]
    return state.isIdle ? nil : (groups[state.group], Int(state.position))
  }

  /// Returns the time since a property's run began, in seconds of its group's clock.
  func elapsed(of member: Int, in group: PropertyGroup) -> Double { clock(of: group) - group.starts[member] }

  /// Returns the time since a property's run began, in seconds of the property's own time.
  func localTime(of slot: Int, _ member: Int, in group: PropertyGroup) -> Double {
    elapsed(of: member, in: group) * speed(of: slot, in: group)
  }

  /// Returns the seconds of a property's own time per second of its group's clock, or 1 if that clock stands still.
  func speed(of slot: Int, in group: PropertyGroup) -> Double {
    group.direction == 0 ? 1 : Double(table[slot].speed)
  }

  /// Writes the velocity of a property per second of its own time. A run that is played backwards has the opposite of
  /// its velocity.
  @usableFromInline
  func copyOwnVelocity(of slot: Int, to out: UnsafeMutablePointer<Float>) {
    guard let (group, member) = run(of: slot) else { return out.update(repeating: 0, count: components) }
    group.copyVelocity(
      of: member, after: elapsed(of: member, in: group), speed: speed(of: slot, in: group), to: out)
    // Layers know their own direction.
    if group.addsUp { return addVelocities(of: slot, to: out) }
    if table[slot].isReversed {
      for component in 0..<components { out[component] = -out[component] }
    }
  }

  /// Makes a property's time run forward.
  mutating func endReversal(of slot: Int) { table[slot].isReversed = false }

  /// Writes the value with which a property's run began.
  func copyFirstValue(
    of slot: Int, _ member: Int, _ group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int
  ) {
    group.copyFirstValue(of: member, to: out, stride: stride)
    if group.addsUp { addFirstValues(of: slot, to: out, stride: stride) }
  }

  /// Writes the value at which a property's run will end if nothing interrupts it. The property must have a run.
  @usableFromInline
  func copyTarget(of slot: Int, to out: UnsafeMutablePointer<Float>) {
    let (group, member) = run(of: slot)!
    if isReversed(slot) {
      copyFirstValue(of: slot, member, group, to: out, stride: 1)
    } else {
      group.copyFinalValue(of: member, to: out, stride: 1)
    }
  }

  /// Returns the seconds of a property's own time per second of the user's time.
  @usableFromInline
  func rate(of slot: Int) -> Double { table[slot].direction == 0 ? 0 : Double(table[slot].speed) * clock.rate }
}

// MARK: - Values

extension AnimatorCore {
  /// Returns the columns of values, for reading. Their memory doesn't move until a property is added.
  @inlinable
  @inline(__always)
  func columns<Component: BatchElement>(of _: Component.Type) -> ColumnStorage<Component> {
    // Components are either `Float` or `Double`.
    if Component.self == Float.self { return unsafeDowncast(results, to: ColumnStorage<Component>.self) }
    return unsafeDowncast(doubles.unsafelyUnwrapped.values, to: ColumnStorage<Component>.self)
  }

  @inlinable
  @inline(__always)
  mutating func withValue(of slot: Int, _ body: (_ components: UnsafeMutablePointer<Float>, _ stride: Int) -> Void) {
    makeResultsUnique()
    body(results.memory + slot, results.stride)
    if doubles != nil { updateDoubles(of: slot) }
    touch(slot)
  }

  @usableFromInline
  mutating func makeResultsUnique() {
    if !isKnownUniquelyReferenced(&results) { reallocateResults(capacity: results.stride) }
  }

  mutating func reallocateResults(capacity: Int) {
    let old = results
    results = ColumnStorage(components: components, capacity: capacity)
    let count = min(old.stride, results.stride)
    for component in 0..<components {
      (results.memory + component * results.stride).initialize(from: old.memory + component * old.stride, count: count)
    }
  }

  /// Records that a value has changed other than by the passing of time.
  @usableFromInline
  mutating func touch(_ slot: Int) {
    if isInFrame { table.touchInFrame(slot) } else { table.touch(slot) }
  }
}
