/// An object that moves a single property: by an animation, phases or keyframes that kernels can't run.
protocol PropertyDriver: AnyObject {
  /// Writes the value at a time since the start.
  func copyValue(at time: Double, to out: UnsafeMutablePointer<Float>, stride: Int)
  func copyFirstValue(to out: UnsafeMutablePointer<Float>, stride: Int)
  func copyFinalValue(to out: UnsafeMutablePointer<Float>, stride: Int)
  /// Writes the velocity at a time, per second.
  func copyVelocity(at time: Double, to out: UnsafeMutablePointer<Float>)
  func isFinished(at time: Double) -> Bool
  /// The seconds after which it is finished, but for rounding; infinity if they aren't known.
  var duration: Double { get }
  /// The seconds in which the run's progress goes from 0 to 1.
  var nominalDuration: Double { get }
  /// The times at which its passes begin and end, in seconds since the start.
  var runPasses: RunPasses { get }
  /// Returns a driver that continues as this one would, even on another thread. A driver without mutable state returns
  /// itself.
  func copy() -> sending any PropertyDriver

  /// Whether it moves to a target, so that other runs can be added to it.
  var canAdd: Bool { get }
  /// The spring that moves it, if nothing else does; otherwise nil.
  var spring: Spring? { get }
  /// Subtracts the final value from all values. Called only if the driver can be added to.
  func subtractFinalValue()
}

// The defaults suit drivers that don't change, don't repeat, and have no target.
extension PropertyDriver {
  var runPasses: RunPasses { .none }
  var canAdd: Bool { false }
  var spring: Spring? { nil }
  func subtractFinalValue() {}
}

extension PropertyDriver where Self: Sendable {
  func copy() -> sending any PropertyDriver { self }
}

/// Moves each member by its own driver, one after the other.
final class DriverMover: Mover {
  private(set) var drivers: [any PropertyDriver] = []

  var key: MoverKey { .drivers }
  var isSequential: Bool { true }
  var layout: MemberLayout { MemberLayout(keepsPositions: false) }
  var emptyKind: PropertyGroup.Kind { .drivers(DriverMover()) }

  /// Adds a member that a driver moves.
  ///
  /// - Parameters:
  ///   - slot: The member's slot in the animator.
  ///   - group: The member's group.
  ///   - start: The start of the run, on the group's clock.
  ///   - speed: The seconds of the driver's time per second of the group's clock.
  ///   - driver: The driver.
  /// - Returns: The member's position.
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

  func duration(of member: Int, in group: PropertyGroup) -> Double {
    drivers[member].duration / Double(group.rates[member])
  }

  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double {
    drivers[member].nominalDuration / Double(group.rates[member])
  }

  func passes(of member: Int, in group: PropertyGroup, speed: Double) -> RunPasses { drivers[member].runPasses }

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

  func evaluate(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame) {
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

  // MARK: Changes of members

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
