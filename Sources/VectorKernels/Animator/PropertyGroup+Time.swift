/// How far a clock runs from a block's epoch until that may move, in seconds, and half of how far it runs at most:
/// Float's steps are up to half a microsecond then. That blocks take turns keeps frames alike.
private let epochLength = 4.0

extension PropertyGroup {
  /// How long a member waits from its start, in seconds of the group's clock.
  @inline(__always)
  func delay(of member: Int) -> Double { layout.timeCount > TimeKind.delay.rawValue ? times(.delay)[member] : 0 }

  /// When a member begins to move, on the group's clock.
  @inline(__always)
  func begin(of member: Int) -> Double {
    layout.timeCount > TimeKind.delay.rawValue ? starts[member] + times(.delay)[member] : starts[member]
  }

  /// How long a member lasts from its start, in seconds of the group's clock; infinity where it doesn't end by itself.
  @inline(__always)
  func duration(of member: Int) -> Double {
    if layout.hasDurations { return times(.duration)[member] }
    return layout.sharedDuration < .infinity ? layout.sharedDuration / Double(rates[member]) : .infinity
  }

  /// Sets the clock, without moving anything. For what joins an empty group.
  func setClock(_ clock: Double) { members.pointee.clock = clock }

  /// Lets the group's clock be so many seconds later, and all of its members' times with it.
  func moveTimes(by seconds: Double) {
    // Of those that nobody is in it's set when somebody comes.
    setClock(count == 0 ? 0 : clock + seconds)
    for member in 0..<count { starts[member] += seconds }
    for block in 0..<blockCount {
      blocks[block].epoch = clock
      moveBegins(in: block)
    }
  }

  /// Notes that a member's times or its rate are others than before.
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
  ///   - budget: How many blocks may yet move their epochs in this frame without need.
  func chooseEpochs(for clock: Double, budget: inout Int) {
    for index in 0..<blockCount {
      let age = abs(clock - blocks[index].epoch)
      let isDue = age > epochLength && budget > 0
      // Back in time, what repeats may have forgotten too much.
      blocks[index].isNew = isDue || age > 2 * epochLength || clock < self.clock
      guard blocks[index].isNew else { continue }
      if isDue { budget -= 1 }
      blocks[index].epoch = clock
    }
  }

  /// Makes a block's begins relative to its epoch, which has moved.
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

  /// When a member begins to move, or its present cycle began, as kernels take it.
  @inline(__always)
  func relativeBegin(of member: Int, to epoch: Double) -> Float {
    Self.finite(layout.repeats ? mover.beginOfCycle(of: member, in: self, at: epoch) : begin(of: member) - epoch)
  }

  /// A time as kernels take it: an infinite one would make NaN of what waits for it.
  private static func finite(_ seconds: Double) -> Float { Float(max(-1e30, min(seconds, 1e30))) }
}
