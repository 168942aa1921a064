internal import CVectorKernels

/// What an animator does, for values of so many components in memory: the same code for every type of value.
@usableFromInline
struct AnimatorCore: ~Copyable {
  let components: Int
  /// The values of all properties, by slot: a column for each component.
  @usableFromInline var results: ColumnStorage<Float>
  /// What makes values of the columns where these are relative; nil where they are the values.
  @usableFromInline var doubles: DoubleColumns?
  @usableFromInline var table = SlotTable()
  var groups: GroupTable
  var plans = AnimationPlans()
  var walks = PreparedWalks()
  var timelines = PreparedTimelines()
  var clock: Clock
  let pool: BlockPool
  /// Where runs are that add up, and the values there.
  var layers: [Layer] = []
  var columnsOfLayers: [Layer.Columns] = []
  /// Whether this is a layer of another one: what is played backwards there stays at its beginning.
  let isLayer: Bool
  /// The runs that have ended since the last frame began.
  var endedBetweenFrames: [Completion] = []
  var completions: [Completion] = []
  var observations = Observations()
  /// Whether a frame is being evaluated, which may call code of the user's.
  var isInFrame = false
  var epsilons = SpringEpsilons(value: 0.001, velocity: 0.01) { didSet { plans.forgetGroups() } }
  /// Room for what a run begins with.
  private let scratchStorage: ColumnStorage<Float>

  /// - Parameter isDouble: Whether values are in `Double`.
  init(components: Int, isDouble: Bool, time: Double, cores: Int) {
    self.components = components
    doubles = isDouble ? DoubleColumns(components: components) : nil
    results = ColumnStorage(components: components, capacity: 0)
    clock = Clock(time: time)
    pool = BlockPool(cores: cores, components: components)
    groups = GroupTable(components: components)
    isLayer = false
    scratchStorage = ColumnStorage(components: 3, capacity: components)
  }

  /// A layer without properties.
  init(layerOf core: borrowing AnimatorCore) {
    components = core.components
    doubles = nil
    results = ColumnStorage(components: components, capacity: 0)
    (clock, pool, groups) = (core.clock, core.pool, core.groups.forLayer)
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

  /// Takes slots side by side for new properties, whose values are then to be set.
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
    table.leave(slot)
  }

  /// Asks for what is known of a property that a call will soon come to.
  @usableFromInline
  func prefetch(_ handle: PropertyHandle) { table.prefetch(handle.index) }

  /// Asks for the numbers of such a property, too.
  @usableFromInline
  func prefetchNumbers(of handle: PropertyHandle) {
    guard holds(handle) else { return }
    let place = table[handle.index]
    let number = place.isIdle ? place.keeper : place.group
    guard number >= 0 else { return }
    for component in 0..<components { vk_prefetch(results.memory + component * results.stride + handle.index) }
    groups.uncounted(number)._withUnsafeGuaranteedRef { $0.prefetch(Int(place.position)) }
  }

  /// The identity of a property's last run.
  @inlinable
  func lastRun(of handle: PropertyHandle) -> AnimationRun {
    AnimationRun(handle: handle, number: table[handle.index].run)
  }

  /// Lets a property be removed when its run has come to its end; at once where there is none.
  mutating func removeAtEnd(_ slot: Int) {
    guard isRunning(slot) else { return remove(slot) }
    table[slot].isRemovedAtEnd = true
  }

  @inlinable
  func holds(_ handle: PropertyHandle) -> Bool { table.holds(handle) }

  func isRunning(_ slot: Int) -> Bool { !table[slot].isIdle }

  func isReversed(_ slot: Int) -> Bool { table[slot].isReversed }

  /// The group a property runs in and its place there, or nil at rest.
  func run(of slot: Int) -> (group: PropertyGroup, member: Int)? {
    let place = table[slot]
    return place.isIdle ? nil : (groups[place.group], Int(place.position))
  }

  /// Seconds of its group's clock since a property's run began.
  func elapsed(of member: Int, in group: PropertyGroup) -> Double { clock(of: group) - group.starts[member] }

  /// Seconds of its own time since a property's run began.
  func localTime(of slot: Int, _ member: Int, in group: PropertyGroup) -> Double {
    elapsed(of: member, in: group) * speed(of: slot, in: group)
  }

  /// Seconds of a property's own time per second of its group's clock; 1 where that stands still.
  func speed(of slot: Int, in group: PropertyGroup) -> Double {
    group.direction == 0 ? 1 : Double(table[slot].speed)
  }

  /// Writes how fast a property moves per second of its own time, in which a run that is played backwards has the
  /// opposite of its velocity.
  func copyOwnVelocity(of slot: Int, to out: UnsafeMutablePointer<Float>) {
    guard let (group, member) = run(of: slot) else { return out.update(repeating: 0, count: components) }
    group.copyVelocity(
      of: member, after: elapsed(of: member, in: group), speed: speed(of: slot, in: group), to: out)
    // Layers know by themselves which way they run.
    if group.addsUp { return addVelocities(of: slot, to: out) }
    if table[slot].isReversed {
      for component in 0..<components { out[component] = -out[component] }
    }
  }

  /// Lets a property's time run forward.
  mutating func endReversal(of slot: Int) { table[slot].isReversed = false }

  /// Writes the value with which a property's run began.
  func copyFirstValue(
    of slot: Int, _ member: Int, _ group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int
  ) {
    group.copyFirstValue(of: member, to: out, stride: stride)
    if group.addsUp { addFirstValues(of: slot, to: out, stride: stride) }
  }

  /// Seconds of a property's own time per second of its user's.
  func rate(of slot: Int) -> Double { table[slot].direction == 0 ? 0 : Double(table[slot].speed) * clock.rate }
}

// MARK: - Values

extension AnimatorCore {
  /// The columns of values, for reading. They stay where they are until a property is added.
  @inlinable
  @inline(__always)
  func columns<Component: BatchElement>(of _: Component.Type) -> ColumnStorage<Component> {
    // Components are one or the other.
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

  /// Notes that a value has changed other than with time.
  @usableFromInline
  mutating func touch(_ slot: Int) { table.touch(slot) }
}
