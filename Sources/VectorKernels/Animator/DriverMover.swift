/// What moves one property by itself: an animation, phases or keyframes that kernels can't run.
protocol PropertyDriver: AnyObject {
  /// Writes the value at a time since the start.
  func copyValue(at time: Double, to out: UnsafeMutablePointer<Float>, stride: Int)
  func copyFirstValue(to out: UnsafeMutablePointer<Float>, stride: Int)
  func copyFinalValue(to out: UnsafeMutablePointer<Float>, stride: Int)
  /// Writes how fast the value moves at a time, per second.
  func copyVelocity(at time: Double, to out: UnsafeMutablePointer<Float>)
  func isFinished(at time: Double) -> Bool
  /// What a fraction of the run is a fraction of, in seconds.
  var nominalDuration: Double { get }
  /// When its loops begin and end, in seconds since the start.
  var loops: RunLoops { get }
  /// One that goes on as this one would, wherever it is sent: itself, if it keeps nothing from one time to the next.
  func copy() -> sending any PropertyDriver

  /// Whether it is on its way to a target, so that other runs can be added to it.
  var canAdd: Bool { get }
  /// The spring that alone draws it, or nil.
  var spring: Spring? { get }
  /// Makes the values of what can be added to less the one that it ends with.
  func subtractFinalValue()
}

// What neither changes, nor repeats, nor has a target is like this.
extension PropertyDriver {
  var loops: RunLoops { .none }
  var canAdd: Bool { false }
  var spring: Spring? { nil }
  func subtractFinalValue() {}
}

extension PropertyDriver where Self: Sendable {
  func copy() -> sending any PropertyDriver { self }
}

/// Moves members by drivers of their own, one after the other.
final class DriverMover: Mover {
  private(set) var drivers: [any PropertyDriver] = []

  var key: MoverKey { .drivers }
  var isSequential: Bool { true }
  var layout: MemberLayout { MemberLayout() }
  var emptyKind: PropertyGroup.Kind { .drivers(DriverMover()) }

  /// Adds a member that is moved by a driver.
  ///
  /// - Parameters:
  ///   - slot: Its slot in the animator.
  ///   - group: Its group.
  ///   - start: When its run begins, on the group's clock.
  ///   - speed: Seconds of the driver's time per second of the group's clock.
  ///   - driver: What moves it.
  /// - Returns: Its position.
  func append(
    slot: Int, to group: PropertyGroup, start: Double, speed: Double, _ driver: any PropertyDriver
  ) -> Int {
    drivers.append(driver)
    let member = group.appendMember(slot: slot)
    group.starts[member] = start
    group.rates[member] = Float(speed)
    group.timesDidChange(of: member)
    return member
  }

  func setDrivers(_ newDrivers: [any PropertyDriver]) { drivers = newDrivers }

  // MARK: Runs

  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double {
    drivers[member].nominalDuration / Double(group.rates[member])
  }

  func loops(of member: Int, in group: PropertyGroup, speed: Double) -> RunLoops { drivers[member].loops }

  func setSpeed(of member: Int, in group: PropertyGroup, from old: Double, to new: Double) {
    group.rates[member] = Float(new)
  }

  func copyFirstValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    drivers[member].copyFirstValue(to: out, stride: stride)
  }

  func copyFinalValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int) {
    drivers[member].copyFinalValue(to: out, stride: stride)
  }

  func copyVelocity(
    of member: Int, in group: PropertyGroup, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>
  ) {
    drivers[member].copyVelocity(at: elapsed * speed, to: out)
  }

  func canAdd(to member: Int, in group: PropertyGroup) -> Bool { drivers[member].canAdd }

  func spring(of member: Int, in group: PropertyGroup) -> Spring? { drivers[member].spring }

  func subtractFinalValue(of member: Int, in group: PropertyGroup) { drivers[member].subtractFinalValue() }

  // MARK: Frames

  /// A member's own time.
  private func time(of member: Int, in group: PropertyGroup, at clock: Double) -> Double {
    Double(group.rates[member]) * (clock - group.starts[member])
  }

  func place(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame) {
    for member in members {
      drivers[member].copyValue(
        at: time(of: member, in: group, at: clock), to: frame.results + Int(group.slots[member]),
        stride: frame.stride)
    }
  }

  func markEnded(in block: Int, of group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool {
    group.markEnded(amongAllIn: block, at: clock)
  }

  func hasEnded(_ member: Int, in group: PropertyGroup, at clock: Double) -> Bool {
    let time = time(of: member, in: group, at: clock)
    return group.direction < 0 ? time <= 0 : drivers[member].isFinished(at: time)
  }

  // MARK: What happens to members

  func memberWillLeave(_ member: Int, in group: PropertyGroup) {
    drivers.swapAt(member, drivers.count - 1)
    drivers.removeLast()
  }

  func didAppend(_ member: Int, of other: PropertyGroup, to group: PropertyGroup) {
    guard case .drivers(let others) = other.kind else { return }
    drivers.append(others.drivers[member])
  }

  func didCopyMembers(of other: PropertyGroup, to group: PropertyGroup) {
    guard case .drivers(let others) = other.kind else { return }
    drivers = others.drivers.map { $0.copy() }
  }
}
