internal import CVectorKernels

/// Properties that several runs move at once. Each is at its target, less what its runs have yet to add: these are in
/// the animator's layers, and this group adds them up.
final class SumGroup: PropertyGroup {
  /// What is kept of a member's times beside those of all groups.
  private enum SumKind: Int {
    /// How long fractions of the run refer to.
    case nominalDuration = 3
  }

  init(components: Int, direction: Double) {
    super.init(
      components: components, direction: direction, valuesPerMember: 1, timeCount: 4, hasDurations: true, addsUp: true
    )
  }

  override var driver: GroupKey.Driver { .sum }

  override func makeGroup(direction: Double) -> PropertyGroup {
    SumGroup(components: components, direction: direction)
  }

  /// Lets a member begin, whose runs are then to be noted.
  ///
  /// - Parameters:
  ///   - member: A member.
  ///   - start: When its first run began, on the group's clock.
  ///   - speed: Seconds of its own time per second of the group's clock.
  func begin(_ member: Int, at start: Double, speed: Double) {
    starts[member] = start
    times(.delay)[member] = 0
    times(.duration)[member] = 0
    times(SumKind.nominalDuration.rawValue)[member] = 0
    rates[member] = Float(speed)
    numbersDidChange(of: member)
  }

  /// Notes when, on the group's clock, a run of a member ends, and until when fractions of it go.
  func note(_ member: Int, end: Double, nominalEnd: Double) {
    let (start, nominal) = (starts[member], times(SumKind.nominalDuration.rawValue))
    times(.duration)[member] = max(times(.duration)[member], end - start)
    nominal[member] = max(nominal[member], nominalEnd - start)
    numbersDidChange(of: member)
  }

  /// Where a member arrives: a number for each component, `stride` apart.
  func target(of member: Int) -> UnsafeMutablePointer<Float> { columns(of: 0) + member }

  override func nominalDuration(of member: Int) -> Double { times(SumKind.nominalDuration.rawValue)[member] }

  /// What adds up has none of its own.
  override func loops(of member: Int, speed: Double) -> RunLoops { .none }

  /// Makes a member's target zero, to which the results of all its runs are relative from then on.
  func clearTarget(of member: Int) {
    for component in 0..<components { target(of: member)[component * stride] = 0 }
  }

  override func setSpeed(of member: Int, from old: Double, to new: Double) {
    times(.duration)[member] *= old / new
    times(SumKind.nominalDuration.rawValue)[member] *= old / new
    rates[member] = Float(new)
  }

  override func copyFinalValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    copy(0, of: member, to: out, stride: stride)
  }

  /// Forward members end when their last run does, which the animator notices.
  override func markEnded(in block: Int, at clock: Double, _ frame: Frame) -> Bool {
    direction < 0 && super.markEnded(in: block, at: clock, frame)
  }

  override func evaluate(_ members: Range<Int>, at clock: Double, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    for component in 0..<components {
      let target = columns(of: 0) + component * stride + first
      let out = frame.results + component * frame.stride
      if blocks[first / Self.blockSize].isConsecutive {
        let slot = Int(slots[first])
        var sum = UnsafePointer(target)
        for layer in frame.layers {
          vk_add_f32(sum, layer.memory + component * layer.stride + slot, out + slot, count)
          sum = UnsafePointer(out + slot)
        }
      } else {
        for index in 0..<count {
          let slot = Int(slots[first + index])
          var sum = target[index]
          for layer in frame.layers { sum += layer.memory[component * layer.stride + slot] }
          out[slot] = sum
        }
      }
    }
  }
}
