internal import CVectorKernels

/// Moves members through phases. All members enter a phase by the same animation; each member has its own start and its
/// own values of the phases.
final class PhaseMover: Mover, Sendable {
  let walk: PreparedPhases
  private let tables: KeyframeTables

  init(_ walk: PreparedPhases) {
    self.walk = walk
    tables = walk.amounts.tables.tables
  }

  var key: MoverKey { .phases(walk) }
  var emptyKind: PropertyGroup.Kind { .phases(self) }

  /// A value for each phase.
  var layout: MemberLayout { MemberLayout(values: walk.phaseCount, timeCount: 3, hasDurations: true, repeats: true) }

  /// Begins a member's walk. The caller must set the values of its phases before.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - group: The member's group.
  ///   - start: The start, on the group's clock.
  ///   - speed: The seconds of the walk per second of the group's clock.
  ///   - passes: The number of times to go through all phases and back to the first; infinity means forever.
  func begin(_ member: Int, in group: PropertyGroup, at start: Double, speed: Double, passes: Double) {
    group.starts[member] = start
    group.times(.delay)[member] = 0
    group.times(.duration)[member] = passes * walk.duration / speed
    group.rates[member] = Float(speed)
    group.timesDidChange(of: member)
  }

  // MARK: Runs

  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double {
    let duration = group.times(.duration)[member]
    return duration < .infinity ? duration : cycle(of: member, in: group)
  }

  private func cycle(of member: Int, in group: PropertyGroup) -> Double {
    walk.duration / Double(group.rates[member])
  }

  func passes(of member: Int, in group: PropertyGroup, speed: Double) -> RunPasses {
    RunPasses(lasting: walk.duration, until: group.duration(of: member) * speed)
  }

  func setSpeed(of member: Int, in group: PropertyGroup, from old: Double, to new: Double) {
    group.times(.duration)[member] *= old / new
    group.rates[member] = Float(new)
  }

  func beginOfCycle(of member: Int, in group: PropertyGroup, at epoch: Double) -> Double {
    group.beginOfCycle(of: member, lasting: cycle(of: member, in: group), at: epoch)
  }

  func copyFirstValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    group.copy(0, of: member, to: out, stride: stride)
  }

  /// Writes the value of the first phase, at which a walk ends.
  func copyFinalValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    group.copy(0, of: member, to: out, stride: stride)
  }

  func copyVelocity(
    of member: Int, in group: PropertyGroup, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>
  ) {
    guard elapsed >= 0, elapsed < group.times(.duration)[member],
      let position = walk.timeline.position(at: elapsed * speed)
    else { return out.update(repeating: 0, count: group.components) }
    let rate = Float(position.animation.velocity(from: 0.0, to: 1.0, at: position.time))
    group.copyDifference(of: member, from: position.from, to: position.to, times: rate, to: out)
  }

  // MARK: Frames

  func evaluate(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    group.beginAgain(members, after: walk.duration, at: clock, frame)
    let (times, amounts, pieces) = (frame.scratch(0), frame.scratch(1), frame.scratch(2))
    let block = group.blocks[first / PropertyGroup.blockSize]
    pieces.withMemoryRebound(to: Int32.self, capacity: count) { pieces in
      if block.sharedRate == 1 {
        vk_keyframes_locate_f32(tables.index, group.begins + first, -1, clock - block.epoch, pieces, times, count)
      } else {
        group.copyTimes(of: members, at: clock, to: times)
        vk_keyframes_locate_f32(tables.index, times, 1, 0, pieces, times, count)
      }
      vk_keyframes_values_f32(tables.pieces, pieces, times, amounts, count)
      group.withResults(of: members, frame) { out, stride in
        mix(first, in: group, pieces, amounts, out, stride, count)
      }
    }
  }

  private func mix(
    _ first: Int, in group: PropertyGroup, _ pieces: UnsafePointer<Int32>, _ amounts: UnsafePointer<Float>,
    _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ count: Int
  ) {
    let phaseStride = group.components * group.stride
    guard walk.phaseCount * phaseStride < Int(Int32.max) else {
      return mixOneByOne(first, in: group, pieces, amounts, out, outStride, count)
    }
    walk.phases.withUnsafeBufferPointer { phases in
      vk_mix_phases_f32(
        phases.baseAddress!, Int32(walk.phaseCount), pieces, amounts, group.columns(of: 0) + first,
        Int32(phaseStride), group.stride, out, outStride, group.components, count)
    }
  }

  /// Does the kernel's work for columns so long that 32 bits can't index their elements.
  private func mixOneByOne(
    _ first: Int, in group: PropertyGroup, _ pieces: UnsafePointer<Int32>, _ amounts: UnsafePointer<Float>,
    _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ count: Int
  ) {
    for index in 0..<count {
      let phase = Int(walk.phases[Int(pieces[index])])
      let (from, to) = (
        group.columns(of: phase) + first + index, group.columns(of: (phase + 1) % walk.phaseCount) + first + index
      )
      for component in 0..<group.components {
        let offset = component * group.stride
        vk_lerp_f32(from + offset, to + offset, amounts[index], out + component * outStride + index, 1)
      }
    }
  }
}
