internal import CVectorKernels

extension SpringMover {
  func prepare(for clock: Double, in group: PropertyGroup) {
    let deltaTime = clock - group.clock
    own.reserve(blocks: group.blockCount, members: group.stride)
    // Adjacent blocks with the same spring share its matrix.
    var last: Int?
    for block in 0..<group.blockCount {
      let first = block * PropertyGroup.blockSize
      // When time goes back, members that have begun may wait again.
      if deltaTime < 0, group.direction > 0, group.blocks[block].latestBegin > clock {
        if own.blocks[block].isUniform { makeOwnMatrices(block, in: group) }
        (own.blocks[block].waiting, own.blocks[block].outdated) = (.max, .max)
      }
      // A copy of the group has the time of the latest begin, too, but doesn't know which members have waited.
      let hasBegun = group.direction <= 0 || group.blocks[block].latestBegin <= clock
      if group.blocks[block].isNew, !own.blocks[block].isUniform, hasBegun {
        let shared = motion(of: first, in: group)
        own.blocks[block].motion = shared
        own.blocks[block].isUniform = group.members(of: block).allSatisfy { motion(of: $0, in: group) == shared }
        if own.blocks[block].isUniform { own.blocks[block].waiting = 0 }
      }
      guard own.blocks[block].isUniform else { continue }
      if let last, own.blocks[block].motion == own.blocks[last].motion {
        own.blocks[block].matrix = own.blocks[last].matrix
      } else {
        own.blocks[block].matrix = matrix(of: first, in: group, over: deltaTime)
      }
      last = block
    }
  }

  private func matrix(of member: Int, in group: PropertyGroup, over deltaTime: Double) -> SIMD4<Float> {
    let speed = Double(group.rates[member])
    switch law {
    case .springs:
      let transition = ownSpring(of: member, in: group).transition(over: deltaTime * speed)
      return SIMD4(
        Float(transition.positionToPosition), Float(transition.velocityToPosition),
        Float(transition.positionToVelocity), Float(transition.velocityToVelocity))
    case .friction:
      let lost = Float(vk_expm1(-deltaTime * motionParameters(of: member, in: group).decay))
      return SIMD4(lost, 0, 0, lost)
    }
  }

  func move(block: Int, in group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool {
    let members = group.members(of: block)
    // While time runs back, the waiting members aren't tracked.
    let hasBegun = group.direction > 0 || group.blocks[block].latestBegin <= group.clock
    let isStep = clock >= group.clock && hasBegun && !group.blocks[block].isNew
    var isAny = false
    if isStep, !own.blocks[block].isUniform {
      own.prepare(block, members, law, from: group.clock, to: clock, in: group)
    }
    group.withResults(of: members, frame, areGathered: isStep) { out, stride in
      if isStep {
        isAny = step(members, in: group, out, stride, frame)
      } else {
        evaluateClosedForm(members, in: group, at: clock - group.blocks[block].epoch, out, stride, frame)
        // Members that begin in this frame have no matrix yet.
        own.blocks[block].outdated |= own.blocks[block].waiting
        isAny = group.direction > 0 && markSettled(members, in: group, out, stride, frame)
      }
    }
    return group.direction > 0 ? isAny : group.markEndedByTime(in: block, at: clock)
  }

  func evaluate(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame) {
    let block = members.lowerBound / PropertyGroup.blockSize
    group.withResults(of: members, frame) { out, stride in
      evaluateClosedForm(members, in: group, at: clock - group.blocks[block].epoch, out, stride, frame)
    }
  }

  /// Moves members by one step from their present positions.
  ///
  /// - Returns: Whether any may have settled; if so, they are marked.
  @inline(never)
  private func step(
    _ members: Range<Int>, in group: PropertyGroup, _ positions: UnsafeMutablePointer<Float>, _ positionStride: Int,
    _ frame: Frame
  ) -> Bool {
    let (first, count) = (members.lowerBound, members.count)
    let block = first / PropertyGroup.blockSize
    let targets = group.targets(in: Part.target.rawValue, first, frame)
    // The closures capture no reference. Otherwise, it would be counted, and cores would wait for one another to do so.
    let (velocities, stride, epsilons) = (columns(of: .velocity, in: group) + first, group.stride, epsilons)
    if !own.blocks[block].isUniform {
      let positionToPosition = own.column(.positionToPosition) + first
      let velocityToPosition = own.column(.velocityToPosition) + first
      let positionToVelocity = own.column(.positionToVelocity) + first
      let velocityToVelocity = own.column(.velocityToVelocity) + first
      return markEach(members, in: group, frame) { component, words in
        let target = targets.memory + component * targets.stride
        let velocities = velocities + component * stride
        let positions = positions + component * positionStride
        vk_spring_step_each_f32(
          positionToPosition, velocityToPosition, positionToVelocity, velocityToVelocity, target, positions, velocities,
          count)
        guard let words else { return 0 }
        return vk_settled_f32(positions, velocities, target, epsilons.value, epsilons.velocity, words, count)
      }
    }
    var matrix = own.blocks[block].matrix
    return withUnsafeBytes(of: &matrix) { bytes in
      let matrix = bytes.assumingMemoryBound(to: Float.self).baseAddress!
      return markEach(members, in: group, frame) { component, words in
        let target = targets.memory + component * targets.stride
        let velocities = velocities + component * stride
        let positions = positions + component * positionStride
        if let words {
          return vk_spring_step_settled_f32(
            matrix, target, positions, velocities, epsilons.value, epsilons.velocity, words, count)
        }
        vk_spring_step_f32(matrix, target, positions, velocities, count)
        return 0
      }
    }
  }

  /// Marks the members that may have settled at the positions at which they have been placed.
  @inline(never)
  private func markSettled(
    _ members: Range<Int>, in group: PropertyGroup, _ positions: UnsafeMutablePointer<Float>, _ positionStride: Int,
    _ frame: Frame
  ) -> Bool {
    let targets = group.targets(in: Part.target.rawValue, members.lowerBound, frame)
    let (velocities, stride) = (columns(of: .velocity, in: group) + members.lowerBound, group.stride)
    let epsilons = epsilons
    return markEach(members, in: group, frame) { component, words in
      guard let words else { return 0 }
      return vk_settled_f32(
        positions + component * positionStride, velocities + component * stride,
        targets.memory + component * targets.stride,
        epsilons.value, epsilons.velocity, words, members.count)
    }
  }

  /// Marks the members that `mark` marks for every component. When no member can be marked any more, `words` is nil,
  /// and `mark` needn't mark any.
  @inline(never)
  private func markEach(
    _ members: Range<Int>, in group: PropertyGroup, _ frame: Frame,
    mark: (_ component: Int, _ words: UnsafeMutablePointer<UInt64>?) -> Int
  ) -> Bool {
    let ended = group.ended(members.lowerBound / PropertyGroup.blockSize)
    var isAny = mark(0, ended) > 0
    for component in 1..<max(1, group.components) {
      isAny = mark(component, isAny ? frame.words : nil) > 0 && isAny
      if isAny {
        for index in 0..<(members.count + 63) / 64 { ended[index] &= frame.words[index] }
      }
    }
    return isAny
  }

  /// Evaluates members by the closed form from their beginnings, at a time since their block's epoch.
  ///
  /// The kernels' velocities are per second of the group's clock, and those of members are per second of the members'
  /// own time.
  @inline(never)
  private func evaluateClosedForm(
    _ members: Range<Int>, in group: PropertyGroup, at time: Double, _ positions: UnsafeMutablePointer<Float>,
    _ positionStride: Int, _ frame: Frame
  ) {
    let (first, count) = (members.lowerBound, members.count)
    let (displacement, velocity, sineAmplitude) = (frame.scratch(0), frame.scratch(1), frame.scratch(2))
    let isUniform = own.blocks[first / PropertyGroup.blockSize].isUniform
    let (begins, rates) = (group.begins + first, group.rates + first)
    let targets = group.targets(in: Part.target.rawValue, first, frame)
    // Those of all members if they agree.
    let (decay, frequency) = motionParameters(of: first, in: group)
    let inverseRate = ownSpring(of: first, in: group, at: Double(group.rates[first])).inverseRate
    for component in 0..<group.components {
      let offset = component * group.stride + first
      let target = targets.memory + component * targets.stride
      let (from, initial) = (recorded(.value, component, in: group), recorded(.velocity, component, in: group))
      let (positions, velocities) = (positions + component * positionStride, columns(of: .velocity, in: group) + offset)
      for index in 0..<count {
        displacement[index] = from[first + index] - target[index]
        velocity[index] = rates[index] * initial[first + index]
      }
      if isUniform {
        if law == .springs {
          vk_spring_shared_sine_amplitude_f32(displacement, velocity, decay, inverseRate, sineAmplitude, count)
        } else {
          sineAmplitude.update(repeating: 0, count: count)
        }
        vk_spring_shared_motion_f32(
          target, displacement, sineAmplitude, begins, decay, frequency, time, positions, velocities, count)
      } else {
        let (decays, frequencies) = (own.column(.decay) + first, own.column(.frequency) + first)
        if law == .springs {
          vk_spring_sine_amplitude_f32(displacement, velocity, decays, frequencies, sineAmplitude, count)
        } else {
          sineAmplitude.update(repeating: 0, count: count)
        }
        vk_spring_motion_f32(
          target, displacement, sineAmplitude, decays, frequencies, begins, time, positions, velocities, count)
      }
      for index in 0..<count { velocities[index] /= rates[index] }
    }
  }
}
