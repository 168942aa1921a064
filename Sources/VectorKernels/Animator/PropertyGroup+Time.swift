/// The seconds from a block's epoch after which the epoch may move, and half of the seconds after which it must: at
/// that distance, the steps of a Float are half a microsecond. Blocks take turns, so that frames take equal time.
private let epochLength = 4.0

extension PropertyGroup {
  /// Returns the delay from a member's start, in seconds of the group's clock.
  @inline(__always)
  func delay(of member: Int) -> Double { layout.timeCount > TimeKind.delay.rawValue ? times(.delay)[member] : 0 }

  /// Returns the time at which a member begins to move, on the group's clock.
  @inline(__always)
  func begin(of member: Int) -> Double {
    layout.timeCount > TimeKind.delay.rawValue ? starts[member] + times(.delay)[member] : starts[member]
  }

  /// Returns a member's duration from its start, in seconds of the group's clock; infinity if it doesn't end by itself.
  @inline(__always)
  func duration(of member: Int) -> Double {
    if layout.hasDurations { return times(.duration)[member] }
    return layout.sharedDuration < .infinity ? layout.sharedDuration / Double(rates[member]) : .infinity
  }

  /// Sets a member's start so that some seconds of its own time have passed at a time of the group's clock, and not a
  /// rounding error less: a run that is at its end stays there.
  func setStart(of member: Int, passing time: Double, atSpeed speed: Double, by clock: Double) {
    let elapsed = time / speed
    starts[member] = clock - elapsed
    let ulp = max(abs(clock), abs(elapsed), abs(starts[member])).ulp
    // The difference and its product are rounded by half an ulp each.
    for _ in 0..<4 where (clock - starts[member]) * speed < time { starts[member] -= ulp }
  }

  /// Sets the clock without moving members. For a group without members, before one joins.
  func setClock(_ clock: Double) { members.pointee.clock = clock }

  /// Shifts the group's clock and all times of its members by some seconds.
  func moveTimes(by seconds: Double) {
    // The clock of a group without members is set when one joins.
    setClock(count == 0 ? 0 : clock + seconds)
    for member in 0..<count { starts[member] += seconds }
    for block in 0..<blockCount {
      blocks[block].epoch = clock
      moveBegins(in: block)
    }
  }

  /// Updates everything that depends on a member's times or rate.
  @inline(__always)
  func timesDidChange(of member: Int) {
    let index = member / Self.blockSize
    begins[member] = relativeBegin(of: member, to: blocks[index].epoch)
    blocks[index].earliestEnd = min(blocks[index].earliestEnd, starts[member] + duration(of: member))
    blocks[index].latestBegin = max(blocks[index].latestBegin, begin(of: member))
    if member == index * Self.blockSize, member + 1 == count {
      blocks[index].sharedRate = rates[member]
    } else if rates[member] != blocks[index].sharedRate {
      blocks[index].sharedRate = .nan
    }
  }

  /// Chooses the blocks whose epochs move in a frame.
  ///
  /// - Parameters:
  ///   - clock: The group's clock.
  ///   - budget: The number of blocks that may still move their epochs early in this frame.
  func chooseEpochs(for clock: Double, budget: inout Int) {
    for index in 0..<blockCount {
      let age = abs(clock - blocks[index].epoch)
      let isDue = age > epochLength && budget > 0
      // When time goes back, the begins of members that repeat may have left out too many cycles.
      blocks[index].isNew = isDue || age > 2 * epochLength || clock < self.clock
      guard blocks[index].isNew else { continue }
      if isDue { budget -= 1 }
      blocks[index].epoch = clock
    }
  }

  /// Recomputes a block's begins relative to its epoch, which has moved.
  func moveBegins(in block: Int) {
    let (members, epoch) = (members(of: block), blocks[block].epoch)
    var (earliest, latest, sharedRate) = (Double.infinity, -Double.infinity, rates[members.lowerBound])
    for member in members {
      let (begin, end) = (begin(of: member), starts[member] + duration(of: member))
      if !layout.repeats { begins[member] = Self.finite(begin - epoch) }
      earliest = end < earliest ? end : earliest
      latest = begin > latest ? begin : latest
      sharedRate = rates[member] == sharedRate ? sharedRate : .nan
    }
    (blocks[block].earliestEnd, blocks[block].latestBegin) = (earliest, latest)
    blocks[block].sharedRate = sharedRate
    if layout.repeats {
      for member in members { begins[member] = Self.finite(mover.beginOfCycle(of: member, in: self, at: epoch)) }
    }
  }

  /// Returns the time at which a member begins to move or at which its present cycle began, relative to an epoch, in
  /// the kernels' form.
  @inline(__always)
  func relativeBegin(of member: Int, to epoch: Double) -> Float {
    Self.finite(layout.repeats ? mover.beginOfCycle(of: member, in: self, at: epoch) : begin(of: member) - epoch)
  }

  /// Returns a time in the kernels' form. It is always finite, because an infinite begin would turn a waiting member's
  /// value into NaN.
  @inline(__always)
  private static func finite(_ seconds: Double) -> Float { Float(max(-1e30, min(seconds, 1e30))) }
}
