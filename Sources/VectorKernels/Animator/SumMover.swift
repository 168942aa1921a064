internal import CVectorKernels

/// Adds up the several runs that move a member at once. Each is at its target, less what its runs have yet to add: these
/// are in the animator's layers.
final class SumMover: Mover, Sendable {
  /// What is kept of a member's times beside those of all groups.
  private enum SumKind: Int {
    /// How long fractions of the run refer to.
    case nominalDuration = 3
  }

  private func nominalDurations(in group: PropertyGroup) -> PropertyGroup.Recorded<Double> {
    group.times(SumKind.nominalDuration.rawValue)
  }

  var key: MoverKey { .sum }
  var addsUp: Bool { true }
  var layout: MemberLayout { MemberLayout(values: 1, timeCount: 4, hasDurations: true) }
  var emptyKind: PropertyGroup.Kind { .sums(self) }

  /// Lets a member begin, whose runs are then to be noted.
  ///
  /// - Parameters:
  ///   - member: A member.
  ///   - group: Its group.
  ///   - start: When its first run began, on the group's clock.
  ///   - speed: Seconds of its own time per second of the group's clock.
  func begin(_ member: Int, in group: PropertyGroup, at start: Double, speed: Double) {
    group.starts[member] = start
    group.times(.delay)[member] = 0
    group.times(.duration)[member] = 0
    nominalDurations(in: group)[member] = 0
    group.rates[member] = Float(speed)
    group.timesDidChange(of: member)
  }

  /// Notes when, on the group's clock, a run of a member ends, and until when fractions of it go.
  func note(_ member: Int, in group: PropertyGroup, end: Double, nominalEnd: Double) {
    let (start, nominal) = (group.starts[member], nominalDurations(in: group))
    group.times(.duration)[member] = max(group.times(.duration)[member], end - start)
    nominal[member] = max(nominal[member], nominalEnd - start)
    group.timesDidChange(of: member)
  }

  /// Where a member arrives: a number for each component, the group's stride apart.
  func target(of member: Int, in group: PropertyGroup) -> UnsafeMutablePointer<Float> { group.columns(of: 0) + member }

  /// Makes a member's target zero, to which the results of all its runs are relative from then on.
  func clearTarget(of member: Int, in group: PropertyGroup) {
    for component in 0..<group.components { target(of: member, in: group)[component * group.stride] = 0 }
  }

  // MARK: Runs

  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double { nominalDurations(in: group)[member] }

  /// What adds up has none of its own.
  func loops(of member: Int, in group: PropertyGroup, speed: Double) -> RunLoops { .none }

  func setSpeed(of member: Int, in group: PropertyGroup, from old: Double, to new: Double) {
    group.times(.duration)[member] *= old / new
    nominalDurations(in: group)[member] *= old / new
    group.rates[member] = Float(new)
  }

  /// The target, to which the layers add what their runs began with.
  func copyFirstValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    group.copy(0, of: member, to: out, stride: stride)
  }

  func copyFinalValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    group.copy(0, of: member, to: out, stride: stride)
  }

  /// None: only what the layers add moves.
  func copyVelocity(
    of member: Int, in group: PropertyGroup, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>
  ) {
    out.update(repeating: 0, count: group.components)
  }

  func canAdd(to member: Int, in group: PropertyGroup) -> Bool { true }

  // MARK: Frames

  /// Forward members end when their last run does, which the animator notices.
  func markEnded(in block: Int, of group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool {
    group.direction < 0 && group.markEndedByTime(in: block, at: clock)
  }

  func place(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    for component in 0..<group.components {
      let target = group.columns(of: 0) + component * group.stride + first
      let out = frame.results + component * frame.stride
      if group.blocks[first / PropertyGroup.blockSize].isConsecutive {
        let slot = Int(group.slots[first])
        var sum = UnsafePointer(target)
        for layer in frame.layers {
          vk_add_f32(sum, layer.memory + component * layer.stride + slot, out + slot, count)
          sum = UnsafePointer(out + slot)
        }
      } else {
        for index in 0..<count {
          let slot = Int(group.slots[first + index])
          var sum = target[index]
          for layer in frame.layers { sum += layer.memory[component * layer.stride + slot] }
          out[slot] = sum
        }
      }
    }
  }
}
