internal import CVectorKernels

/// Properties that walk through phases, entering each by the same animation: the values of the phases, and when they set
/// out, are their own.
final class PhasesGroup: PropertyGroup {
  let walk: PreparedPhases
  private let tables: KeyframeTables

  init(_ walk: PreparedPhases, components: Int, direction: Double) {
    self.walk = walk
    tables = walk.amounts.tables.tables
    super.init(
      components: components, direction: direction, valuesPerMember: walk.phaseCount, timeCount: 3,
      hasDurations: true, repeats: true)
  }

  override var driver: GroupKey.Driver { .phases(walk) }

  override func canAdd(to member: Int) -> Bool { false }

  override func makeGroup(direction: Double) -> PropertyGroup {
    PhasesGroup(walk, components: components, direction: direction)
  }

  /// Lets a member walk, the values of whose phases are then to be set.
  ///
  /// - Parameters:
  ///   - member: A member.
  ///   - start: When it sets out, on the group's clock.
  ///   - speed: Seconds of the walk per second of the group's clock.
  ///   - passes: How often it walks through all phases and back to the first; infinity is for ever.
  func begin(_ member: Int, at start: Double, speed: Double, passes: Double) {
    starts[member] = start
    times(.delay)[member] = 0
    times(.duration)[member] = passes * walk.duration / speed
    rates[member] = Float(speed)
    numbersDidChange(of: member)
  }

  /// Where a member's value of a phase belongs: a number for each component, `stride` apart.
  func value(ofPhase phase: Int, _ member: Int) -> UnsafeMutablePointer<Float> { columns(of: phase) + member }

  override func nominalDuration(of member: Int) -> Double {
    let duration = times(.duration)[member]
    return duration < .infinity ? duration : cycle(of: member)
  }

  private func cycle(of member: Int) -> Double { walk.duration / Double(rates[member]) }

  override func loops(of member: Int, speed: Double) -> RunLoops {
    RunLoops(lasting: walk.duration, until: duration(of: member) * speed)
  }

  override func setSpeed(of member: Int, from old: Double, to new: Double) {
    times(.duration)[member] *= old / new
    rates[member] = Float(new)
  }

  override func copyFirstValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    copy(0, of: member, to: out, stride: stride)
  }

  override func copyFinalValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    copy(0, of: member, to: out, stride: stride)
  }

  override func copyVelocity(of member: Int, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>)
  {
    out.update(repeating: 0, count: components)
    guard elapsed >= 0, elapsed < times(.duration)[member], let position = walk.timeline.position(at: elapsed * speed)
    else { return }
    let rate = Float(position.animation.velocity(from: 0.0, to: 1.0, at: position.time))
    let (from, to) = (columns(of: position.from) + member, columns(of: position.to) + member)
    for component in 0..<components {
      out[component] = rate * (to[component * stride] - from[component * stride])
    }
  }

  override func beginOfCycle(of member: Int, at epoch: Double) -> Double {
    beginOfCycle(of: member, lasting: cycle(of: member), at: epoch)
  }

  override func evaluate(_ members: Range<Int>, at clock: Double, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    beginAgain(members, after: walk.duration, at: clock, frame)
    let (times, amounts, pieces) = (frame.scratch(0), frame.scratch(1), frame.scratch(2))
    let block = blocks[first / Self.blockSize]
    pieces.withMemoryRebound(to: Int32.self, capacity: count) { pieces in
      if block.sharedRate == 1 {
        vk_keyframes_locate_f32(tables.index, begins + first, -1, clock - block.epoch, pieces, times, count)
      } else {
        copyTimes(of: members, at: clock, to: times)
        vk_keyframes_locate_f32(tables.index, times, 1, 0, pieces, times, count)
      }
      vk_keyframes_values_f32(tables.pieces, pieces, times, amounts, count)
      withResults(of: members, frame, scratch: frame.stagedResults) { out, stride in
        mix(first, pieces, amounts, out, stride, count)
      }
    }
  }

  private func mix(
    _ first: Int, _ pieces: UnsafePointer<Int32>, _ amounts: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>,
    _ outStride: Int, _ count: Int
  ) {
    let phaseStride = components * stride
    guard walk.phaseCount * phaseStride < Int(Int32.max) else {
      return mixOneByOne(first, pieces, amounts, out, outStride, count)
    }
    walk.phases.withUnsafeBufferPointer { phases in
      vk_mix_phases_f32(
        phases.baseAddress!, Int32(walk.phaseCount), pieces, amounts, columns(of: 0) + first, Int32(phaseStride),
        stride,
        out, outStride, components, count)
    }
  }

  /// What the kernel does, for columns so long that 32 bits don't number their elements.
  private func mixOneByOne(
    _ first: Int, _ pieces: UnsafePointer<Int32>, _ amounts: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>,
    _ outStride: Int, _ count: Int
  ) {
    for index in 0..<count {
      let phase = Int(walk.phases[Int(pieces[index])])
      let (from, to) = (
        value(ofPhase: phase, first + index), value(ofPhase: (phase + 1) % walk.phaseCount, first + index)
      )
      for component in 0..<components {
        let offset = component * stride
        vk_lerp_f32(from + offset, to + offset, amounts[index], out + component * outStride + index, 1)
      }
    }
  }
}
