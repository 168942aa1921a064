internal import CVectorKernels

/// Adds up the several runs that move a member at once. A member's value is its target plus the values of its runs,
/// which are in the animator's layers and go to zero.
final class SumMover: Mover, Sendable {
  /// The times of a member besides those that all groups have.
  private enum SumKind: Int {
    /// The seconds in which the progress of all runs together goes from 0 to 1.
    case nominalDuration = 3
  }

  private func nominalDurations(in group: PropertyGroup) -> PropertyGroup.Recorded<Double> {
    group.times(SumKind.nominalDuration.rawValue)
  }

  var key: MoverKey { .sum }
  var addsUp: Bool { true }
  var layout: MemberLayout { MemberLayout(values: 1, timeCount: 4, hasDurations: true) }
  var emptyKind: PropertyGroup.Kind { .sums(self) }

  /// Begins a member. The caller must note its runs afterwards.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - group: The member's group.
  ///   - start: The start of the member's first run, on the group's clock.
  ///   - speed: The seconds of the member's own time per second of the group's clock.
  func begin(_ member: Int, in group: PropertyGroup, at start: Double, speed: Double) {
    group.starts[member] = start
    group.times(.delay)[member] = 0
    group.times(.duration)[member] = 0
    nominalDurations(in: group)[member] = 0
    group.rates[member] = Float(speed)
    group.timesDidChange(of: member)
  }

  /// Notes the start, the end and the nominal end of a member's run, on the group's clock. If the run starts before the
  /// member's first one, which may still wait, the member's delay is below 0.
  func note(_ member: Int, in group: PropertyGroup, from begin: Double, end: Double, nominalEnd: Double) {
    let (start, nominal) = (group.starts[member], nominalDurations(in: group))
    group.times(.delay)[member] = min(group.times(.delay)[member], begin - start)
    group.times(.duration)[member] = max(group.times(.duration)[member], end - start)
    nominal[member] = max(nominal[member], nominalEnd - start)
    group.timesDidChange(of: member)
  }

  /// Returns a member's target: a number for each component, the group's stride apart.
  func target(of member: Int, in group: PropertyGroup) -> UnsafeMutablePointer<Float> { group.columns(of: 0) + member }

  /// Sets a member's target to zero. From then on, the results of all its runs are relative to zero.
  func clearTarget(of member: Int, in group: PropertyGroup) {
    for component in 0..<group.components { target(of: member, in: group)[component * group.stride] = 0 }
  }

  // MARK: Runs

  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double { nominalDurations(in: group)[member] }

  /// Returns no passes, because a sum has none of its own.
  func passes(of member: Int, in group: PropertyGroup, speed: Double) -> RunPasses { .none }

  func setSpeed(of member: Int, in group: PropertyGroup, from old: Double, to new: Double) {
    group.times(.delay)[member] *= old / new
    group.times(.duration)[member] *= old / new
    nominalDurations(in: group)[member] *= old / new
    group.rates[member] = Float(new)
  }

  /// Writes the target. The layers add the values with which their runs began.
  func copyFirstValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    group.copy(0, of: member, to: out, stride: stride)
  }

  func copyFinalValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    group.copy(0, of: member, to: out, stride: stride)
  }

  /// Writes zero, because only the layers' runs move.
  func copyVelocity(
    of member: Int, in group: PropertyGroup, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>
  ) {
    out.update(repeating: 0, count: group.components)
  }

  func canAdd(to member: Int, in group: PropertyGroup) -> Bool { true }

  // MARK: Frames

  /// Members that run forward end when their last run ends, which the animator detects. Members that run backwards end
  /// by time.
  func markEnded(in block: Int, of group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool {
    group.direction < 0 && group.markEndedByTime(in: block, at: clock)
  }

  func hasEnded(_ member: Int, in group: PropertyGroup, at clock: Double) -> Bool {
    let elapsed = clock - group.starts[member]
    return group.direction > 0 ? elapsed >= group.duration(of: member) : elapsed <= group.times(.delay)[member]
  }

  func evaluate(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame) {
    let (first, count, layers) = (members.lowerBound, members.count, frame.layers)
    let (targets, stride) = (group.columns(of: 0) + first, group.stride)
    if group.blocks[first / PropertyGroup.blockSize].isConsecutive {
      let (slot, negativeZeros) = (Int(group.slots[first]), frame.scratch(0))
      // Adding -0 keeps zeros of either sign.
      if !layers.count.isMultiple(of: 2) { negativeZeros.update(repeating: -0.0, count: count) }
      for component in 0..<group.components {
        var sum = UnsafePointer(targets + component * stride)
        let out = frame.results + component * frame.stride + slot
        for depth in Swift.stride(from: 0, to: layers.count, by: 2) {
          let isLast = depth + 1 == layers.count
          let next = isLast ? UnsafePointer(negativeZeros) : layers[depth + 1].column(component) + slot
          vk_add_f32(sum, layers[depth].column(component) + slot, next, out, count)
          sum = UnsafePointer(out)
        }
      }
    } else {
      for component in 0..<group.components {
        let out = frame.results + component * frame.stride
        for index in 0..<count {
          let slot = Int(group.slots[first + index])
          var sum = targets[component * stride + index]
          for layer in layers { sum += layer.column(component)[slot] }
          out[slot] = sum
        }
      }
    }
  }
}
