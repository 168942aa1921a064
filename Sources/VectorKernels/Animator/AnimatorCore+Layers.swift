// Runs that add up. A property that several runs move is a sum, and each of its runs is in a layer: an animator of its
// own with the same slots. In a layer, a run goes to zero, and starts from the negative of its change.

/// Runs that move properties together with the runs in other layers. A layer has at most one run for each property.
final class Layer {
  var core: AnimatorCore

  init(_ core: consuming AnimatorCore) { self.core = core }

  /// The values of a layer: columns of components, `stride` apart. They are zero for properties without a run.
  struct Columns {
    let memory: UnsafeMutablePointer<Float>
    let stride: Int

    func column(_ component: Int) -> UnsafePointer<Float> { UnsafePointer(memory + component * stride) }
  }
}

extension AnimatorCore {
  /// Returns the only run that moves a property, whether it is the property's own or in a layer. Nil if there are none
  /// or several.
  func soleRun(of slot: Int) -> (group: PropertyGroup, member: Int, isLayered: Bool)? {
    guard let (group, member) = run(of: slot) else { return nil }
    if !group.addsUp { return (group, member, false) }
    var sole: (group: PropertyGroup, member: Int, isLayered: Bool)?
    for layer in layers {
      guard let (group, member) = layer.core.run(of: slot) else { continue }
      if sole != nil { return nil }
      sole = (group, member, true)
    }
    return sole
  }

  /// Returns the origin of a property's only run, which decides what may take over from it; nil if there are several
  /// runs.
  private func soleOrigin(of slot: Int) -> AnimationPlan.Origin? {
    guard let (group, _) = run(of: slot) else { return nil }
    if !group.addsUp { return table.origin(of: slot) }
    if soleRun(of: slot) == nil { return nil }
    return layers.first { $0.core.isRunning(slot) }?.core.table.origin(of: slot)
  }

  /// Returns whether a property's run can be added to: it must run forward and move to a target.
  func canAdd(to slot: Int) -> Bool {
    guard let (group, member) = run(of: slot), !isReversed(slot) else { return false }
    return group.canAdd(to: member)
  }

  /// Returns whether a property's run can be added to, so that it arrives at a target. The motion from the old target
  /// to the new one must be possible, too.
  func canAdd(to slot: Int, arrivingAt target: UnsafePointer<Float>) -> Bool {
    guard canAdd(to: slot), canMove(slot, to: target), let (group, member) = run(of: slot) else { return false }
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: components) { last in
      group.copyFinalValue(of: member, to: last.baseAddress!, stride: 1)
      return last.indices.allSatisfy { abs(target[$0] - last[$0]) <= SpringMover.longestDistance }
    }
  }

  /// The way in which an animation combines with a property's run.
  enum Combination {
    /// The animation continues with the present position and velocity.
    case takesOver
    /// The animation takes over, and its response blends over from that of a spring.
    case blends(from: Spring)
    case adds
  }

  /// Returns the way in which an animation without a delay combines with a property's run.
  func combination(ofPlan plan: Int, at slot: Int) -> Combination {
    let (planned, origin) = (plans[plan], soleOrigin(of: slot))
    let isBlendable: Bool
    switch planned.takeover {
    case .everything: isBlendable = origin == .plain
    case .speed(let speed):
      isBlendable = origin == .springAtSpeed(speed)
      if !isBlendable, origin != .speed(speed) { return .adds }
    case .nothing: return .adds
    }
    guard isBlendable, planned.blendDuration > 0, planned.blendDuration < .infinity,
      let (group, member, _) = soleRun(of: slot), let previous = group.spring(of: member),
      previous.response != planned.spring.response
    else { return .takesOver }
    return .blends(from: previous)
  }

  /// Adds an animation to a property's run, after a delay in seconds of the property's own time.
  mutating func add(_ slot: Int, to target: UnsafePointer<Float>, _ animation: Animation, after delay: Double) {
    let depth = setTarget(of: slot, to: target)
    layers[depth].core.animateToZero(slot, animation, after: delay)
    noteRun(of: slot, at: depth)
  }

  /// Runs a driver in a layer that has no run for the property.
  mutating func drive(
    _ slot: Int, _ driver: any PropertyDriver, after delay: Double, _ animation: Animation, inLayer depth: Int
  ) {
    let origin = layers[depth].core.origin(of: animation, after: delay)
    layers[depth].core.drive(slot, driver, after: delay, origin: origin)
    noteRun(of: slot, at: depth)
  }

  /// Sets a property's target, and prepares a layer for the run that carries the change. The caller must begin that
  /// run.
  ///
  /// - Parameters:
  ///   - slot: The property, whose run can be added to.
  ///   - target: The target from now on.
  /// - Returns: The number of a layer in which the property has no run, and in which its value is the negative of the
  ///   change.
  mutating func setTarget(of slot: Int, to target: UnsafePointer<Float>) -> Int {
    if let (group, _) = run(of: slot), !group.addsUp { moveToLayer(slot) }
    let depth = layers.firstIndex { !$0.core.isRunning(slot) } ?? layers.count
    if depth == layers.count { addLayer() }
    prepareLayer(depth, for: slot)
    guard let (group, member) = run(of: slot), case .sums(let sums) = group.kind else { return depth }
    let (last, stride, components) = (sums.target(of: member, in: group), group.stride, components)
    layers[depth].core.withValue(of: slot) { value, valueStride in
      for component in 0..<components {
        value[component * valueStride] = last[component * stride] - target[component]
        last[component * stride] = target[component]
      }
    }
    return depth
  }

  /// Records the times of a run that has been added.
  mutating func noteRun(of slot: Int, at depth: Int) {
    guard let (group, member) = layers[depth].core.run(of: slot), let (sum, position) = run(of: slot),
      case .sums(let sums) = sum.kind
    else { return }
    let start = group.starts[member]
    sums.note(
      position, in: sum, from: start, end: start + group.mover.duration(of: member, in: group),
      nominalEnd: start + group.nominalDuration(of: member))
  }

  /// Moves the run of a property to the first layer, so that others can be added to it.
  private mutating func moveToLayer(_ slot: Int) {
    guard let (group, member) = run(of: slot) else { return }
    if layers.isEmpty { addLayer() }
    prepareLayer(0, for: slot)
    let components = components
    let number = self.group(GroupKey(mover: .sum, direction: group.direction))
    let sum = groupToJoin(number)
    guard case .sums(let sums) = sum.kind else { return }
    let position = sum.appendMember(slot: slot)
    let (target, results) = (sums.target(of: position, in: sum), results)
    group.copyFinalValue(of: member, to: target, stride: sum.stride)
    sums.begin(position, in: sum, at: group.starts[member], speed: speed(of: slot, in: group))
    layers[0].core.withValue(of: slot) { value, stride in
      for component in 0..<components {
        value[component * stride] = results.memory[component * results.stride + slot] - target[component * sum.stride]
      }
    }
    layers[0].core.takeOver(slot, member, of: group, table.origin(of: slot))
    leaveGroup(slot, mayReturn: false)
    enter(slot, number, at: position)
    noteRun(of: slot, at: 0)
  }

  private mutating func addLayer() {
    layers.append(Layer(AnimatorCore(layerOf: self)))
    growLayers()
  }

  /// Gives a layer the animator's time and a property's speed, so that a run can begin there.
  private mutating func prepareLayer(_ depth: Int, for slot: Int) {
    let (speed, isPaused) = (table[slot].speed, table[slot].isPaused)
    layers[depth].core.clock = clock
    if layers[depth].core.epsilons != epsilons { layers[depth].core.epsilons = epsilons }
    layers[depth].core.setSpeed(slot, speed)
    layers[depth].core.setPaused(slot, isPaused)
    layers[depth].core.endReversal(of: slot)
  }

  /// Gives the layers the animator's number of slots.
  mutating func growLayers() {
    for layer in layers { layer.core.grow(to: table.size) }
  }

  /// Ends the property's runs in the layers and removes it from them.
  mutating func clearLayers(of slot: Int) {
    for layer in layers { layer.core.clear(slot) }
  }

  /// Adds the values with which a property's runs in the layers began: the negatives of the changes that these runs
  /// make.
  func addFirstValues(of slot: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    let (layers, components) = (layers, components)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: components) { first in
      for layer in layers {
        guard let (group, member) = layer.core.run(of: slot) else { continue }
        group.copyFirstValue(of: member, to: first.baseAddress!, stride: 1)
        for component in 0..<components { out[component * stride] += first[component] }
      }
    }
  }

  /// Adds the velocities that the layers give a property, per second of its own time.
  func addVelocities(of slot: Int, to out: UnsafeMutablePointer<Float>) {
    let (layers, components) = (layers, components)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: components) { velocity in
      for layer in layers where layer.core.isRunning(slot) {
        layer.core.copyOwnVelocity(of: slot, to: velocity.baseAddress!)
        for component in 0..<components { out[component] += velocity[component] }
      }
    }
  }

  /// Moves a sum and all its runs to a time in seconds of the group's clock since the sum began.
  mutating func seekSum(_ slot: Int, _ sum: PropertyGroup, _ member: Int, to after: Double) {
    let (before, components) = (elapsed(of: member, in: sum), components)
    sum.starts[member] -= after - before
    sum.numbersDidChange(of: member)
    for layer in layers { layer.core.shift(slot, by: after - before) }
    let layers = layers
    withValue(of: slot) { value, stride in
      sum.copyFinalValue(of: member, to: value, stride: stride)
      for layer in layers {
        let columns = layer.core.layerColumns
        for component in 0..<components {
          value[component * stride] += columns.column(component)[slot]
        }
      }
    }
  }

  /// Advances all layers. Removes the last layers when nothing runs in them any more, but keeps two for the next
  /// additions, and one behind the last that is in use: to make one takes a pass over all slots.
  mutating func advanceLayers() {
    while layers.count > 2, layers.suffix(2).allSatisfy({ $0.core.isDeserted }) { layers.removeLast() }
    var count = 0
    for depth in layers.indices {
      layers[depth].core.clock = clock
      layers[depth].core.advanceAsLayer()
      // All values of a layer in which nothing runs are zero. A sum needs one layer at least.
      if count > 0, layers[depth].core.isDeserted { continue }
      setLayerColumns(layers[depth].core.layerColumns, at: count)
      count += 1
    }
    dropLayerColumns(from: count)
  }

  /// Ends the sums whose last runs have ended in this frame.
  mutating func finishSums() {
    for layer in layers {
      for index in layer.core.completions.indices where layer.core.completions[index].reason == .finished {
        let slot = layer.core.completions[index].handle.index
        guard let (group, member) = run(of: slot), group.addsUp, !layers.contains(where: { $0.core.isRunning(slot) })
        else { continue }
        finish(slot, member, of: group)
      }
    }
  }
}

extension Animator {
  /// The number of layers. Tests see by it that layers are kept, and removed.
  package var layerCount: Int { core.layers.count }
}

// MARK: - In a layer

extension AnimatorCore {
  /// Whether nothing runs.
  fileprivate var isDeserted: Bool { groups.all.allSatisfy { $0.isDeserted } }

  var layerColumns: Layer.Columns { Layer.Columns(memory: results.memory, stride: results.stride) }

  /// Adds slots up to a number; their values are zero until something moves them.
  fileprivate mutating func grow(to size: Int) {
    let old = table.size
    if size <= old { return }
    _ = add(size - old)
    makeResultsUnique()
    for component in 0..<components {
      (results.memory + component * results.stride + old).update(repeating: 0, count: size - old)
    }
  }

  /// Animates a property from its present value to zero.
  fileprivate mutating func animateToZero(_ slot: Int, _ animation: Animation, after delay: Double) {
    let plan = plan(for: animation).number
    withUnsafeTemporaryAllocation(of: Float.self, capacity: components) { zero in
      zero.initialize(repeating: 0)
      animate(slot, to: zero.baseAddress!, plan: plan, velocity: nil, after: delay)
    }
  }

  /// Takes over a run from another core, as the change that the run has yet to make.
  fileprivate mutating func takeOver(
    _ slot: Int, _ member: Int, of group: PropertyGroup, _ origin: AnimationPlan.Origin
  ) {
    giveUpPosition(slot)
    let number = self.group(group.key)
    let new = groupToJoin(number)
    let position = new.append(member, of: group)
    new.starts[position] = group.starts[member]
    new.subtractFinalValue(of: position)
    new.numbersDidChange(of: position)
    enter(slot, number, at: position)
    table.setOrigin(of: slot, origin)
  }

  /// Moves a run ahead by seconds of its group's clock, even past its end.
  fileprivate mutating func shift(_ slot: Int, by seconds: Double) {
    guard let (group, member) = run(of: slot) else { return }
    let clock = clock(of: group)
    group.starts[member] -= seconds
    group.numbersDidChange(of: member)
    let isOver = clock - group.starts[member] >= group.mover.duration(of: member, in: group)
    let pool = pool
    withValue(of: slot) { value, stride in
      if isOver {
        group.copyFinalValue(of: member, to: value, stride: stride)
      } else {
        group.evaluateAlone(member, at: clock, pool.frame(0, value - slot, stride: stride))
      }
    }
  }

  /// Ends a property's run and makes its value zero.
  fileprivate mutating func clear(_ slot: Int) {
    leave(slot)
    endReversal(of: slot)
    let components = components
    withValue(of: slot) { value, stride in
      for component in 0..<components { value[component * stride] = 0 }
    }
  }
}
