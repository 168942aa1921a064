internal import CVectorKernels

/// Plays the same prepared keyframes on all members, either once or with each member's own number of passes.
final class KeyframeMover: Mover, Sendable {
  let keyframes: PreparedKeyframes
  let repeats: Bool
  private let tables: KeyframeTables

  /// Creates a mover of keyframes.
  ///
  /// - Parameter repeats: Whether members play several passes. Allowed only if the keyframes' duration is above 0.
  init(_ keyframes: PreparedKeyframes, repeats: Bool) {
    self.keyframes = keyframes
    self.repeats = repeats
    tables = keyframes.tables.tables
  }

  var key: MoverKey { .keyframes(keyframes, repeats: repeats) }
  var emptyKind: PropertyGroup.Kind { .keyframes(self) }

  var layout: MemberLayout {
    MemberLayout(
      timeCount: repeats ? 3 : 1, hasDurations: repeats, sharedDuration: keyframes.duration, repeats: repeats)
  }

  /// Plays the keyframes on a member.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - group: The member's group.
  ///   - start: The start, on the group's clock.
  ///   - speed: The seconds of the keyframes per second of the group's clock.
  ///   - passes: The number of passes, used if the mover repeats; infinity means forever.
  func begin(_ member: Int, in group: PropertyGroup, at start: Double, speed: Double, passes: Double) {
    group.starts[member] = start
    if repeats {
      group.times(.delay)[member] = 0
      group.times(.duration)[member] = passes * keyframes.duration / speed
    }
    group.rates[member] = Float(speed)
    group.timesDidChange(of: member)
  }

  // MARK: Runs

  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double {
    let duration = group.duration(of: member)
    return duration < .infinity ? duration : cycle(of: member, in: group)
  }

  private func cycle(of member: Int, in group: PropertyGroup) -> Double {
    keyframes.duration / Double(group.rates[member])
  }

  func passes(of member: Int, in group: PropertyGroup, speed: Double) -> RunPasses {
    RunPasses(lasting: keyframes.duration, until: group.duration(of: member) * speed)
  }

  func setSpeed(of member: Int, in group: PropertyGroup, from old: Double, to new: Double) {
    if repeats { group.times(.duration)[member] *= old / new }
    group.rates[member] = Float(new)
  }

  func beginOfCycle(of member: Int, in group: PropertyGroup, at epoch: Double) -> Double {
    group.beginOfCycle(of: member, lasting: cycle(of: member, in: group), at: epoch)
  }

  func copyFirstValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    keyframes.copyValue(at: 0, to: out, stride: stride)
  }

  func copyFinalValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    keyframes.copyValue(at: keyframes.duration, to: out, stride: stride)
  }

  func copyVelocity(
    of member: Int, in group: PropertyGroup, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>
  ) {
    if elapsed >= group.duration(of: member) { return out.update(repeating: 0, count: group.components) }
    let time = elapsed * speed
    keyframes.copyVelocity(at: repeats ? time.truncatingRemainder(dividingBy: keyframes.duration) : time, to: out)
  }

  // MARK: Frames

  func markEnded(in block: Int, of group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool {
    if group.direction < 0 || repeats { return group.markEndedByTime(in: block, at: clock) }
    return group.mayHaveEnded(in: block, at: clock)
      && group.markPassed(Float(keyframes.duration), in: block, at: clock)
  }

  func evaluate(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    let index = first / PropertyGroup.blockSize
    let time = clock - group.blocks[index].epoch
    if repeats { group.beginAgain(members, after: keyframes.duration, at: clock, frame) }
    if group.blocks[index].sharedRate == 1 {
      group.withResults(of: members, frame) { out, stride in
        tables.evaluate(group.begins + first, direction: -1, time, out, stride: stride, count)
      }
      return
    }
    let times = frame.scratch(0)
    group.copyTimes(of: members, at: clock, to: times)
    group.withResults(of: members, frame) { out, stride in
      tables.evaluate(times, direction: 1, 0, out, stride: stride, count)
    }
  }
}

extension PreparedKeyframes {
  /// Writes one instance's value at a time since the start.
  fileprivate func copyValue(at time: Double, to out: UnsafeMutablePointer<Float>, stride: Int) {
    var time = Float(time)
    evaluate(&time, direction: 1, 0, out, stride: stride, 1)
  }

  /// Writes one instance's velocity per second: the derivative of the polynomial.
  fileprivate func copyVelocity(at time: Double, to out: UnsafeMutablePointer<Float>) {
    let piece = ends.prefix(pieceCount - 1).firstIndex { time <= Double($0) } ?? pieceCount - 1
    let (offset, width) = (time - Double(ends[piece]), degree == 3 ? 4 : 8)
    for component in 0..<componentCount {
      let row = rows[component][piece * width..<piece * width + degree + 1]
      var slope = 0.0
      for (power, coefficient) in row.enumerated().reversed() where power > 0 {
        slope = slope * offset + Double(power) * Double(coefficient)
      }
      out[component] = Float(slope)
    }
  }
}
