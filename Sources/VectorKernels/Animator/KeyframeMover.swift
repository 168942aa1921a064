internal import CVectorKernels

/// Plays prepared keyframes on members: the same ones on all members, or ones of each member's own.
final class KeyframeMover: Mover {
  private enum Source {
    case shared(PreparedKeyframes, KeyframeTables)
    case own(OwnTracks<PreparedKeyframes>)
  }

  private let source: Source
  /// Whether members have a number of passes of their own. If not, each has one.
  private let repeats: Bool

  /// Creates a mover of keyframes that all members play.
  ///
  /// - Parameter repeats: Whether members play several passes. Allowed only if the keyframes' duration is above 0.
  init(_ keyframes: PreparedKeyframes, repeats: Bool) {
    source = .shared(keyframes, keyframes.withTables { $0 })
    self.repeats = repeats
  }

  /// Creates a mover of keyframes of each member's own. Their durations must be above 0.
  init(ownWithComponents componentCount: Int) {
    source = .own(OwnTracks(componentCount: componentCount))
    repeats = true
  }

  var key: MoverKey {
    switch source {
    case .shared(let keyframes, _): .keyframes(keyframes, repeats: repeats)
    case .own: .ownKeyframes
    }
  }

  var emptyKind: PropertyGroup.Kind {
    switch source {
    case .shared: .keyframes(self)
    case .own(let tracks): .keyframes(KeyframeMover(ownWithComponents: tracks.componentCount))
    }
  }

  var layout: MemberLayout {
    switch source {
    case .shared(let keyframes, _):
      MemberLayout(
        timeCount: repeats ? 3 : 1, hasDurations: repeats, sharedDuration: keyframes.duration, repeats: repeats)
    case .own: MemberLayout(timeCount: 3, hasDurations: true, repeats: true, keepsPositions: false)
    }
  }

  func keyframes(of member: Int) -> PreparedKeyframes {
    switch source {
    case .shared(let keyframes, _): keyframes
    case .own(let tracks): tracks[member]
    }
  }

  /// The keyframes of each member's own, or nil if all members play the same ones.
  var ownTracks: OwnTracks<PreparedKeyframes>? {
    if case .own(let tracks) = source { tracks } else { nil }
  }

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
    ownTracks?.set(member, to: keyframes, passRate: passRate(of: member, in: group, keyframes.duration))
    group.timesDidChange(of: member)
  }

  /// Returns the passes per second of the group's clock of a member whose times have been set, or 0 if it has a single
  /// one.
  func passRate(of member: Int, in group: PropertyGroup, _ duration: Double) -> Float {
    let rate = Double(group.rates[member]) / duration
    // Rounding may have changed a single pass a little.
    return group.duration(of: member) * rate > 1.5 ? Float(rate) : 0
  }

  // MARK: Runs

  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double {
    let duration = group.duration(of: member)
    return duration < .infinity ? duration : cycle(of: member, in: group)
  }

  private func cycle(of member: Int, in group: PropertyGroup) -> Double {
    keyframes(of: member).duration / Double(group.rates[member])
  }

  func passes(of member: Int, in group: PropertyGroup, speed: Double) -> RunPasses {
    RunPasses(lasting: keyframes(of: member).duration, until: group.duration(of: member) * speed)
  }

  func setSpeed(of member: Int, in group: PropertyGroup, from old: Double, to new: Double) {
    if repeats { group.times(.duration)[member] *= old / new }
    group.rates[member] = Float(new)
    ownTracks?.scalePassRate(of: member, by: Float(new / old))
  }

  func beginOfCycle(of member: Int, in group: PropertyGroup, at epoch: Double) -> Double {
    let cycle = cycle(of: member, in: group)
    // A member with a single pass stays at its end.
    return group.duration(of: member) < 1.5 * cycle
      ? group.starts[member] - epoch : group.beginOfCycle(of: member, lasting: cycle, at: epoch)
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
    if elapsed >= group.duration(of: member) { return out.update(repeating: 0, count: group.components) }
    let (keyframes, time) = (keyframes(of: member), elapsed * speed)
    keyframes.copyVelocity(at: repeats ? time.truncatingRemainder(dividingBy: keyframes.duration) : time, to: out)
  }

  // MARK: Frames

  func markEnded(in block: Int, of group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool {
    guard case .shared(let keyframes, _) = source, group.direction >= 0, !repeats else {
      return group.markEndedByTime(in: block, at: clock)
    }
    return group.mayHaveEnded(in: block, at: clock)
      && group.markPassed(Float(keyframes.duration), in: block, at: clock)
  }

  func evaluate(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    let block = group.blocks[first / PropertyGroup.blockSize]
    switch source {
    case .shared(let keyframes, _):
      if repeats { group.beginAgain(members, after: keyframes.duration, at: clock, frame) }
    case .own(let tracks): tracks.beginAgain(members, in: group, at: clock, frame)
    }
    // Where all members have a rate of 1, their times are exact to the last bit of their begins.
    var (column, direction, time) = (UnsafePointer(group.begins + first), Float(-1), clock - block.epoch)
    if block.sharedRate != 1 {
      group.copyTimes(of: members, at: clock, to: frame.scratch(0))
      (column, direction, time) = (UnsafePointer(frame.scratch(0)), 1, 0)
    }
    group.withResults(of: members, frame) { out, stride in
      switch source {
      case .shared(_, let tables): tables.evaluate(column, direction: direction, time, out, stride: stride, count)
      case .own(let tracks):
        let offsets = frame.scratch(1)
        frame.scratch(2).withMemoryRebound(to: Int32.self, capacity: count) { pieces in
          tracks.locate(members, column, direction: direction, time, pieces, offsets)
          tracks.copyValues(at: pieces, offsets, to: out, stride: stride, count)
        }
      }
    }
  }

  // MARK: Changes of members

  func memberWillLeave(_ member: Int, in group: PropertyGroup) {
    ownTracks?.replace(member, byLast: group.count - 1)
  }

  func didAppend(_ member: Int, of other: PropertyGroup, to group: PropertyGroup) {
    guard case .keyframes(let mover) = other.kind, let others = mover.ownTracks else { return }
    ownTracks?.set(group.count - 1, toThatOf: member, in: others)
  }

  func didCopyMembers(of other: PropertyGroup, to group: PropertyGroup) {
    guard case .keyframes(let mover) = other.kind, let others = mover.ownTracks else { return }
    for member in 0..<group.count { ownTracks?.set(member, toThatOf: member, in: others) }
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
