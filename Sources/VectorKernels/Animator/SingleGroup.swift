/// What moves one property by itself: an animation, phases or keyframes that kernels can't run.
protocol PropertyDriver {
  /// Writes the value at a time since the start.
  mutating func copyValue(at time: Double, to out: UnsafeMutablePointer<Float>, stride: Int)
  func copyFirstValue(to out: UnsafeMutablePointer<Float>, stride: Int)
  func copyFinalValue(to out: UnsafeMutablePointer<Float>, stride: Int)
  /// Writes how fast the value moves at a time, per second.
  func copyVelocity(at time: Double, to out: UnsafeMutablePointer<Float>)
  func isFinished(at time: Double) -> Bool
  /// Whether it is on its way to a target, so that other runs can be added to it.
  var canAdd: Bool { get }
  /// The spring that alone draws it, or nil.
  var spring: Spring? { get }
  /// Makes its values less the one that it ends with.
  mutating func subtractFinalValue()
  /// What a fraction of the run is a fraction of, in seconds.
  var nominalDuration: Double { get }
  /// When its loops begin and end, in seconds since the start.
  var loops: RunLoops { get }
}

extension PropertyDriver {
  var canAdd: Bool { false }
  var spring: Spring? { nil }
  var loops: RunLoops { .none }

  mutating func subtractFinalValue() { fatalError("\(Self.self) isn't on its way to a target") }
}

/// Properties with drivers of their own, evaluated one after the other.
final class SingleGroup: PropertyGroup {
  private(set) var drivers: [any PropertyDriver] = []

  init(components: Int, direction: Double) {
    super.init(components: components, direction: direction, valuesPerMember: 0)
  }

  override var isSequential: Bool { true }
  override var driver: GroupKey.Driver { .single }

  override func makeGroup(direction: Double) -> PropertyGroup {
    SingleGroup(components: components, direction: direction)
  }

  override func nominalDuration(of member: Int) -> Double {
    drivers[member].nominalDuration / Double(rates[member])
  }

  override func loops(of member: Int, speed: Double) -> RunLoops { drivers[member].loops }

  /// Adds a member that is moved by a driver.
  ///
  /// - Parameters:
  ///   - slot: Its slot in the animator.
  ///   - start: When its run begins, on the group's clock.
  ///   - speed: Seconds of the driver's time per second of the group's clock.
  ///   - driver: What moves it.
  /// - Returns: Its position.
  func append(slot: Int, start: Double, speed: Double, _ driver: any PropertyDriver) -> Int {
    drivers.append(driver)
    let member = appendMember(slot: slot)
    starts[member] = start
    rates[member] = Float(speed)
    numbersDidChange(of: member)
    return member
  }

  func setDrivers(_ newDrivers: [any PropertyDriver]) { drivers = newDrivers }

  override func canAdd(to member: Int) -> Bool { drivers[member].canAdd }

  override func spring(of member: Int) -> Spring? { drivers[member].spring }

  override func subtractFinalValue(of member: Int) { drivers[member].subtractFinalValue() }

  override func copyMembers(of other: PropertyGroup) {
    drivers = unsafeDowncast(other, to: SingleGroup.self).drivers
    super.copyMembers(of: other)
  }

  override func append(_ member: Int, of other: PropertyGroup) -> Int {
    drivers.append(unsafeDowncast(other, to: SingleGroup.self).drivers[member])
    return super.append(member, of: other)
  }

  override func removeMember(_ member: Int, didMove: (_ slot: Int, _ position: Int?) -> Void) {
    drivers.swapAt(member, drivers.count - 1)
    drivers.removeLast()
    super.removeMember(member, didMove: didMove)
  }

  override func copyFirstValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    drivers[member].copyFirstValue(to: out, stride: stride)
  }

  override func copyFinalValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    drivers[member].copyFinalValue(to: out, stride: stride)
  }

  override func copyVelocity(of member: Int, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>)
  {
    drivers[member].copyVelocity(at: elapsed * speed, to: out)
  }

  /// A member's own time.
  private func time(of member: Int, at clock: Double) -> Double { Double(rates[member]) * (clock - starts[member]) }

  override func evaluate(_ members: Range<Int>, at clock: Double, _ frame: Frame) {
    for member in members {
      drivers[member].copyValue(
        at: time(of: member, at: clock), to: frame.results + Int(slots[member]), stride: frame.stride)
    }
  }

  override func markEnded(in block: Int, at clock: Double, _ frame: Frame) -> Bool {
    markEnded(amongAllIn: block, at: clock)
  }

  override func hasEnded(_ member: Int, at clock: Double) -> Bool {
    let time = time(of: member, at: clock)
    return direction < 0 ? time <= 0 : drivers[member].isFinished(at: time)
  }
}
