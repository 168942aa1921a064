internal import CVectorKernels

/// Moves members through phases. Each member has its own start and its own values of the phases. All members enter a
/// phase by the same animation, or each by animations of its own.
final class PhaseMover: Mover {
  /// The walk of all members, or nil if each has its own.
  private let shared: PreparedPhases?
  /// Copies of its tables, of its pieces' phases and of its duration, whose references needn't be counted.
  private let sharedTables: (amounts: KeyframeTables, phases: UnsafePointer<Int32>, pieceCount: Int)?
  private let sharedDuration: Double
  /// The walks of each member's own, or nil if all members share one.
  let ownTracks: OwnTracks?
  private let phaseCount: Int

  /// Creates a mover of a walk that all members share.
  init(_ walk: PreparedPhases) {
    (shared, sharedDuration) = (walk, walk.duration)
    sharedTables = (walk.amounts.withTables { $0 }, walk.phases, walk.pieceCount)
    ownTracks = nil
    phaseCount = walk.phaseCount
  }

  /// Creates a mover of walks of each member's own, all through the same number of phases.
  init(ownWithPhases phaseCount: Int) {
    (shared, sharedTables, sharedDuration) = (nil, nil, .infinity)
    ownTracks = OwnTracks(componentCount: 1)
    self.phaseCount = phaseCount
  }

  var key: MoverKey { shared.map { .phases($0) } ?? .ownPhases(count: phaseCount) }
  var emptyKind: PropertyGroup.Kind { .phases(ownTracks == nil ? self : PhaseMover(ownWithPhases: phaseCount)) }

  /// A value for each phase.
  var layout: MemberLayout {
    MemberLayout(
      values: phaseCount, timeCount: 3, hasDurations: true, repeats: true, keepsPositions: ownTracks == nil)
  }

  /// The number of pieces of the walk that members share, or 0 if each has its own.
  var sharedPieceCount: Int { shared?.pieceCount ?? 0 }

  private func walk(of member: Int) -> PreparedPhases? {
    if case .walk(let walk) = ownTracks?.track(of: member) { walk } else { shared }
  }

  private func duration(of member: Int) -> Double { ownTracks?.duration(of: member) ?? sharedDuration }

  /// Begins a member's walk. The caller must set the values of its phases before.
  ///
  /// - Parameters:
  ///   - member: The member, which has just joined.
  ///   - group: The member's group.
  ///   - walk: The walk, that of all members unless each has its own.
  ///   - start: The start, on the group's clock.
  ///   - speed: The seconds of the walk per second of the group's clock.
  ///   - passes: The number of times to go through all phases and back to the first; infinity means forever.
  func begin(
    _ member: Int, in group: PropertyGroup, _ walk: PreparedPhases, at start: Double, speed: Double, passes: Double
  ) {
    group.starts[member] = start
    group.times(.delay)[member] = 0
    group.times(.duration)[member] = passes * walk.duration / speed
    group.rates[member] = Float(speed)
    ownTracks?.set(member, to: .walk(walk), passRate: group.passRate(of: member, lasting: walk.duration))
    group.timesDidChange(of: member)
  }

  // MARK: Runs

  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double {
    let duration = group.times(.duration)[member]
    return duration < .infinity ? duration : cycle(of: member, in: group)
  }

  private func cycle(of member: Int, in group: PropertyGroup) -> Double {
    duration(of: member) / Double(group.rates[member])
  }

  func passes(of member: Int, in group: PropertyGroup, speed: Double) -> RunPasses {
    RunPasses(lasting: duration(of: member), until: group.duration(of: member) * speed)
  }

  func setSpeed(of member: Int, in group: PropertyGroup, from old: Double, to new: Double) {
    group.times(.duration)[member] *= old / new
    group.rates[member] = Float(new)
    ownTracks?.setPassRate(of: member, to: group.passRate(of: member, lasting: duration(of: member)))
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
      let position = walk(of: member)?.timeline.position(at: elapsed * speed)
    else { return out.update(repeating: 0, count: group.components) }
    let rate = Float(position.animation.velocity(from: 0.0, to: 1.0, at: position.time))
    group.copyDifference(of: member, from: position.from, to: position.to, times: rate, to: out)
  }

  // MARK: Frames

  func evaluate(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    if let ownTracks {
      ownTracks.beginAgain(members, in: group, at: clock, frame)
    } else {
      group.beginAgain(members, after: sharedDuration, at: clock, frame)
    }
    let (times, amounts, pieces) = (frame.scratch(0), frame.scratch(1), frame.scratch(2))
    let block = group.blocks[first / PropertyGroup.blockSize]
    var (column, direction, time) = (UnsafePointer(group.begins + first), Float(-1), clock - block.epoch)
    if block.sharedRate != 1 {
      group.copyTimes(of: members, at: clock, to: times)
      (column, direction, time) = (UnsafePointer(times), 1, 0)
    }
    pieces.withMemoryRebound(to: Int32.self, capacity: count) { pieces in
      if let ownTracks {
        ownTracks.evaluate(members, column, direction: direction, time, to: amounts, stride: 0, frame)
        ownTracks.copyLabels(of: members, to: pieces)
      } else if let (tables, phases, pieceCount) = sharedTables {
        vk_keyframes_locate_f32(tables.index, column, direction, time, pieces, times, count)
        vk_keyframes_values_f32(tables.pieces, pieces, times, amounts, count)
        vk_phases_of_pieces(phases, pieceCount, pieces, pieces, count)
      }
      mix(members, in: group, leaving: pieces, amounts, frame)
    }
  }

  /// Mixes members' values of the phases that they leave and of the next ones.
  private func mix(
    _ members: Range<Int>, in group: PropertyGroup, leaving phases: UnsafePointer<Int32>,
    _ amounts: UnsafePointer<Float>, _ frame: Frame
  ) {
    let (first, count) = (members.lowerBound, members.count)
    let phaseStride = group.components * group.stride
    group.withResults(of: members, frame) { out, stride in
      guard phaseCount * phaseStride < Int(Int32.max) else {
        return mixOneByOne(first, in: group, leaving: phases, amounts, out, stride, count)
      }
      vk_mix_phases_f32(
        phases, Int32(phaseCount), amounts, group.columns(of: 0) + first, Int32(phaseStride), group.stride, out, stride,
        group.components, count)
    }
  }

  /// Does the kernel's work for columns so long that 32 bits can't index their elements.
  private func mixOneByOne(
    _ first: Int, in group: PropertyGroup, leaving phases: UnsafePointer<Int32>, _ amounts: UnsafePointer<Float>,
    _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ count: Int
  ) {
    for index in 0..<count {
      let phase = Int(phases[index])
      let (from, to) = (
        group.columns(of: phase) + first + index, group.columns(of: (phase + 1) % phaseCount) + first + index
      )
      for component in 0..<group.components {
        let offset = component * group.stride
        vk_lerp_f32(from + offset, to + offset, amounts[index], out + component * outStride + index, 1)
      }
    }
  }
}
