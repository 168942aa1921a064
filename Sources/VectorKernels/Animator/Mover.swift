/// Moves the members of a group, for example by a timing curve or by springs.
///
/// A group owns its members' memory and knows the times that members of every kind have. Its mover knows the meaning of
/// the numbers and calls the kernels. A mover that keeps no data of single members may serve several groups.
protocol Mover: AnyObject {
  /// Identifies the kind of run that the members have in common.
  var key: MoverKey { get }

  /// The layout of the data for each member.
  var layout: MemberLayout { get }

  /// The tracks of members that each have their own, if a mover's members do.
  var ownTracks: OwnTracks? { get }

  /// Whether members are moved by the user's code, and therefore one after the other.
  var isSequential: Bool { get }

  /// Whether members are moved by runs in layers, whose values they add up.
  var addsUp: Bool { get }

  /// The kind for another group whose members move in the same way. It holds this mover itself, or a new mover without
  /// members if this one keeps data of its members.
  var emptyKind: PropertyGroup.Kind { get }

  // MARK: Frames

  /// Prepares to move members to a time, in seconds of the group's clock.
  func prepare(for clock: Double, in group: PropertyGroup)

  /// Moves the members of a block to a time, and marks the members that may have ended in `group.ended(block)`.
  ///
  /// - Returns: Whether any may have ended. If not, the caller must not read `group.ended(block)`.
  func move(block: Int, in group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool

  /// Computes members' values at a time, independently of their values before.
  ///
  /// - Parameters:
  ///   - members: A range within one block.
  ///   - group: The members' group.
  ///   - clock: The group's clock.
  ///   - frame: The memory for results.
  func evaluate(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame)

  /// Marks the members of a block that may have ended, as `move(block:in:at:_:)` does.
  func markEnded(in block: Int, of group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool

  /// Returns whether a marked member has ended.
  func hasEnded(_ member: Int, in group: PropertyGroup, at clock: Double) -> Bool

  // MARK: Runs

  /// Begins a member's run by a plan, if the plan is for a mover of this kind.
  func begin(_ member: Int, in group: PropertyGroup, by plans: AnimationPlans, _ runStart: RunStart)

  /// Writes the value with which a member began; for a sum, only its own share.
  func copyFirstValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int)

  /// Writes the value with which a member ends when its time is over.
  func copyFinalValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int)

  /// Writes a member's velocity per second of its own time; for a sum, only its own share.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - group: The member's group.
  ///   - elapsed: The seconds of the group's clock since the member's start.
  ///   - speed: The seconds of the member's own time per second of the group's clock.
  ///   - out: Receives a number for each component.
  func copyVelocity(
    of member: Int, in group: PropertyGroup, after elapsed: Double, speed: Double,
    to out: UnsafeMutablePointer<Float>)

  /// Returns a member's duration from its start, in seconds of the group's clock; infinity if its end isn't known. By
  /// default, the group knows it.
  func duration(of member: Int, in group: PropertyGroup) -> Double

  /// Returns the seconds of the group's clock in which a run's progress goes from 0 to 1: the duration or, if that is
  /// infinite, the duration of a pass or a period.
  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double

  /// Returns the seconds of the group's clock after which a member has first covered an amount of its way in 0...1, or
  /// nil if it has no way with amounts.
  func time(ofAmount amount: Double, of member: Int, in group: PropertyGroup) -> Double?

  /// Returns the times at which the passes of a member begin and end. By default, a member has one pass, which ends
  /// with its duration.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - group: The member's group.
  ///   - speed: The seconds of the member's own time per second of the group's clock.
  func passes(of member: Int, in group: PropertyGroup, speed: Double) -> RunPasses

  /// Returns the beginning of a repeating member's present cycle, relative to a time of the group's clock.
  func beginOfCycle(of member: Int, in group: PropertyGroup, at epoch: Double) -> Double

  /// Changes the speed at which time passes for a member. The caller then sets the member's start.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - group: The member's group.
  ///   - old: The seconds of the member's own time per second of the group's clock until now, above 0.
  ///   - new: The seconds of the member's own time per second of the group's clock from now on, above 0.
  func setSpeed(of member: Int, in group: PropertyGroup, from old: Double, to new: Double)

  // MARK: Adding

  /// Returns whether other runs can be added to a member's run, which must move to a target.
  func canAdd(to member: Int, in group: PropertyGroup) -> Bool

  /// Returns the spring that moves a member, in seconds of the member's own time, or nil if none does.
  func spring(of member: Int, in group: PropertyGroup) -> Spring?

  /// Subtracts a member's final value from all its values, so that the run is the change that is left. Called only if
  /// runs can be added to the member.
  func subtractFinalValue(of member: Int, in group: PropertyGroup)

  // MARK: Changes of members

  /// Called after other code has changed a member's numbers.
  func numbersDidChange(of member: Int, in group: PropertyGroup)

  /// Called after a member has moved to another position with the same numbers.
  func memberDidMove(from old: Int, to new: Int, in group: PropertyGroup)

  /// Called before a member is removed. The last member then takes its position.
  func memberWillLeave(_ member: Int, in group: PropertyGroup)

  /// Called after a member of another group of the same kind has been appended to this group.
  func didAppend(_ member: Int, of other: PropertyGroup, to group: PropertyGroup)

  /// Called after an empty group has received the members of another group of the same kind, with the same numbers.
  func didCopyMembers(of other: PropertyGroup, to group: PropertyGroup)
}

// The defaults suit most movers.
extension Mover {
  var ownTracks: OwnTracks? { nil }
  var isSequential: Bool { false }
  var addsUp: Bool { false }

  func prepare(for clock: Double, in group: PropertyGroup) {}

  func move(block: Int, in group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool {
    evaluate(group.members(of: block), in: group, at: clock, frame)
    return markEnded(in: block, of: group, at: clock, frame)
  }

  func markEnded(in block: Int, of group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool {
    group.markEndedByTime(in: block, at: clock)
  }

  func begin(_ member: Int, in group: PropertyGroup, by plans: AnimationPlans, _ runStart: RunStart) {}

  func hasEnded(_ member: Int, in group: PropertyGroup, at clock: Double) -> Bool {
    let elapsed = clock - group.starts[member]
    return group.direction > 0 ? elapsed >= group.duration(of: member) : elapsed <= 0
  }

  func duration(of member: Int, in group: PropertyGroup) -> Double { group.duration(of: member) }

  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double { group.duration(of: member) }

  func time(ofAmount amount: Double, of member: Int, in group: PropertyGroup) -> Double? { nil }

  func passes(of member: Int, in group: PropertyGroup, speed: Double) -> RunPasses {
    RunPasses(from: group.delay(of: member) * speed, to: group.duration(of: member) * speed)
  }

  func beginOfCycle(of member: Int, in group: PropertyGroup, at epoch: Double) -> Double {
    group.begin(of: member) - epoch
  }

  func canAdd(to member: Int, in group: PropertyGroup) -> Bool { false }
  func spring(of member: Int, in group: PropertyGroup) -> Spring? { nil }
  func subtractFinalValue(of member: Int, in group: PropertyGroup) {}

  func numbersDidChange(of member: Int, in group: PropertyGroup) {}
  func memberDidMove(from old: Int, to new: Int, in group: PropertyGroup) {}

  func memberWillLeave(_ member: Int, in group: PropertyGroup) {
    ownTracks?.replace(member, byLast: group.count - 1)
  }

  func didAppend(_ member: Int, of other: PropertyGroup, to group: PropertyGroup) {
    guard let ownTracks, let others = other.mover.ownTracks else { return }
    ownTracks.set(group.count - 1, toThatOf: member, in: others)
  }

  func didCopyMembers(of other: PropertyGroup, to group: PropertyGroup) {
    guard let ownTracks, let others = other.mover.ownTracks else { return }
    ownTracks.copy(others)
  }
}
