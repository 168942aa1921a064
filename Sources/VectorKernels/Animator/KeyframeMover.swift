internal import CVectorKernels

/// Plays prepared keyframes on members: the same ones on all members, or ones of each member's own.
final class KeyframeMover: Mover {
  /// The keyframes of all members, or nil if each has its own.
  private let shared: PreparedKeyframes?
  /// Copies of their tables and duration, whose references needn't be counted.
  private let sharedTables: KeyframeTables?
  private let sharedDuration: Double
  /// The keyframes of each member's own, or nil if all members play the same ones.
  let ownTracks: OwnTracks?
  /// Whether members have a number of passes of their own. If not, each has one.
  private let repeats: Bool

  /// Creates a mover of keyframes that all members play.
  ///
  /// - Parameter repeats: Whether members play several passes. Allowed only if the keyframes' duration is above 0.
  init(_ keyframes: PreparedKeyframes, repeats: Bool) {
    (shared, sharedTables, sharedDuration) = (keyframes, keyframes.withTables { $0 }, keyframes.duration)
    self.repeats = repeats
    ownTracks = nil
  }

  /// Creates a mover of keyframes of each member's own. Their durations must be above 0.
  init(ownWithComponents componentCount: Int) {
    (shared, sharedTables, sharedDuration) = (nil, nil, .infinity)
    repeats = true
    ownTracks = OwnTracks(componentCount: componentCount)
  }

  var key: MoverKey { shared.map { .keyframes($0, repeats: repeats) } ?? .ownKeyframes }

  var emptyKind: PropertyGroup.Kind {
    .keyframes(ownTracks.map { KeyframeMover(ownWithComponents: $0.componentCount) } ?? self)
  }

  var layout: MemberLayout {
    MemberLayout(
      timeCount: repeats ? 3 : 1, hasDurations: repeats, sharedDuration: sharedDuration, repeats: repeats,
      keepsPositions: ownTracks == nil)
  }

  private func keyframes(of member: Int) -> PreparedKeyframes { shared ?? ownTracks!.track(of: member).keyframes }

  private func duration(of member: Int) -> Double { ownTracks?.duration(of: member) ?? sharedDuration }

  /// Plays keyframes on a member.
  ///
  /// - Parameters:
  ///   - member: The member, which has just joined.
  ///   - group: The member's group.
  ///   - keyframes: The keyframes, those of all members unless each has its own.
  ///   - start: The start, on the group's clock.
  ///   - speed: The seconds of the keyframes per second of the group's clock.
  ///   - passes: The number of passes, used if the mover repeats; infinity means forever.
  func begin(
    _ member: Int, in group: PropertyGroup, _ keyframes: PreparedKeyframes, at start: Double, speed: Double,
    passes: Double
  ) {
    group.starts[member] = start
    if repeats {
      group.times(.delay)[member] = 0
      group.times(.duration)[member] = passes * keyframes.duration / speed
    }
    group.rates[member] = Float(speed)
    ownTracks?.set(member, to: .keyframes(keyframes), passRate: group.passRate(of: member, lasting: keyframes.duration))
    group.timesDidChange(of: member)
  }

  // MARK: Runs

  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double {
    let duration = group.duration(of: member)
    return duration < .infinity ? duration : cycle(of: member, in: group)
  }

  private func cycle(of member: Int, in group: PropertyGroup) -> Double {
    duration(of: member) / Double(group.rates[member])
  }

  func passes(of member: Int, in group: PropertyGroup, speed: Double) -> RunPasses {
    RunPasses(lasting: duration(of: member), until: group.duration(of: member) * speed)
  }

  func setSpeed(of member: Int, in group: PropertyGroup, from old: Double, to new: Double) {
    if repeats { group.times(.duration)[member] *= old / new }
    group.rates[member] = Float(new)
    ownTracks?.setPassRate(of: member, to: group.passRate(of: member, lasting: duration(of: member)))
  }

  func beginOfCycle(of member: Int, in group: PropertyGroup, at epoch: Double) -> Double {
    let cycle = cycle(of: member, in: group)
    // A member with a single pass stays at its end.
    if ownTracks != nil, group.duration(of: member) < 1.5 * cycle { return group.starts[member] - epoch }
    return group.beginOfCycle(of: member, lasting: cycle, at: epoch)
  }

  func copyFirstValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    keyframes(of: member).copyValue(at: 0, to: out, stride: stride)
  }

  func copyFinalValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    let keyframes = keyframes(of: member)
    keyframes.copyValue(at: keyframes.duration, to: out, stride: stride)
  }

  func copyVelocity(
    of member: Int, in group: PropertyGroup, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>
  ) {
    if elapsed < 0 || elapsed >= group.duration(of: member) { return out.update(repeating: 0, count: group.components) }
    let (keyframes, time) = (keyframes(of: member), elapsed * speed)
    keyframes.copyVelocity(at: repeats ? time.truncatingRemainder(dividingBy: keyframes.duration) : time, to: out)
  }

  // MARK: Frames

  func markEnded(in block: Int, of group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool {
    if group.direction < 0 || repeats { return group.markEndedByTime(in: block, at: clock) }
    return group.mayHaveEnded(in: block, at: clock) && group.markPassed(Float(sharedDuration), in: block, at: clock)
  }

  func evaluate(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    let block = group.blocks[first / PropertyGroup.blockSize]
    if let ownTracks {
      ownTracks.beginAgain(members, in: group, at: clock, frame)
    } else if repeats {
      group.beginAgain(members, after: sharedDuration, at: clock, frame)
    }
    // Where all members have a rate of 1, their times are exact to the last bit of their begins.
    var (column, direction, time) = (UnsafePointer(group.begins + first), Float(-1), clock - block.epoch)
    if block.sharedRate != 1 {
      group.copyTimes(of: members, at: clock, to: frame.scratch(0))
      (column, direction, time) = (UnsafePointer(frame.scratch(0)), 1, 0)
    }
    group.withResults(of: members, frame) { out, stride in
      if let sharedTables {
        sharedTables.evaluate(column, direction: direction, time, out, stride: stride, count)
      } else if let ownTracks {
        ownTracks.evaluate(members, column, direction: direction, time, to: out, stride: stride, frame)
      }
    }
  }
}

extension PreparedKeyframes {
  /// Writes one instance's value at a time since the start.
  fileprivate func copyValue(at time: Double, to out: UnsafeMutablePointer<Float>, stride: Int) {
    let time = Float(time)
    let piece = ends.prefix(pieceCount - 1).firstIndex { time <= $0 } ?? pieceCount - 1
    var (number, offset) = (Int32(piece), time - ends[piece])
    for component in 0..<componentCount {
      rows[component].withUnsafeBufferPointer { row in
        // Without the tables that a group needs, but by the same kernel, so with the same bits.
        var polynomials = vk_keyframe_pieces(
          rows: row.baseAddress!, table: nil, count: pieceCount, degree: Int32(degree))
        vk_keyframes_values_f32(&polynomials, &number, &offset, out + component * stride, 1)
      }
    }
  }

  /// Writes one instance's velocity per second: the derivative of the polynomial.
  fileprivate func copyVelocity(at time: Double, to out: UnsafeMutablePointer<Float>) {
    let piece = ends.prefix(pieceCount - 1).firstIndex { time <= Double($0) } ?? pieceCount - 1
    let (offset, width) = (time - Double(ends[piece]), keyframeRowWidth(degree))
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
