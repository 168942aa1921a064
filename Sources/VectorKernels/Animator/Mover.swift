/// What moves the members of a group, such as a timing curve or springs.
///
/// A group holds the memory of its members and knows of their times what all members have; its mover knows what the
/// numbers mean and asks the kernels. One that keeps nothing of single members itself may move those of several groups.
protocol Mover: AnyObject {
  /// Identifies what the members run.
  var key: MoverKey { get }

  /// What is kept of each member.
  var layout: MemberLayout { get }

  /// Whether members are moved by code of the animator's user, and so one after the other.
  var isSequential: Bool { get }

  /// Whether members are moved by the runs of layers, whose values they add up.
  var addsUp: Bool { get }

  /// The kind of another group whose members move like this: this mover's own or, where it keeps something of members,
  /// that of one without any.
  var emptyKind: PropertyGroup.Kind { get }

  // MARK: Frames

  /// Gets ready to move members to a time, in seconds of the group's clock.
  func prepare(for clock: Double, in group: PropertyGroup)

  /// Moves the members of a block on to a time, and marks those that may have ended in `group.ended(block)`.
  ///
  /// - Returns: Whether any may have; where none has, `group.ended(block)` is not to be read.
  func move(block: Int, in group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool

  /// Puts members where they are at a time, wherever they were before.
  ///
  /// - Parameters:
  ///   - members: A range within one block.
  ///   - group: Their group.
  ///   - clock: The group's clock.
  ///   - frame: Where results go.
  func place(_ members: Range<Int>, in group: PropertyGroup, at clock: Double, _ frame: Frame)

  /// Marks the members of a block that may have ended, as `move(block:in:at:_:)` does.
  func markEnded(in block: Int, of group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool

  /// Whether a member that is marked has ended.
  func hasEnded(_ member: Int, in group: PropertyGroup, at clock: Double) -> Bool

  // MARK: Runs

  /// Lets a member set out by one of the plans, if any is for a mover of this kind.
  func begin(_ member: Int, in group: PropertyGroup, by plans: AnimationPlans, _ departure: Departure)

  /// Writes the value with which a member began; of a sum its own share.
  func copyFirstValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int)

  /// Writes the value with which a member ends when its time is over.
  func copyFinalValue(of member: Int, in group: PropertyGroup, to out: UnsafeMutablePointer<Float>, stride: Int)

  /// Writes how fast a member moves, per second of its own time; of a sum its own share.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - group: Its group.
  ///   - elapsed: Seconds of the group's clock since the member's start.
  ///   - speed: Seconds of its own time per second of the group's clock.
  ///   - out: Receives a number for each component.
  func copyVelocity(
    of member: Int, in group: PropertyGroup, after elapsed: Double, speed: Double,
    to out: UnsafeMutablePointer<Float>)

  /// Returns the seconds of the group's clock that fractions of a run refer to: the duration, or where there is none,
  /// that of a pass or a period.
  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double

  /// Returns when the loops of a member begin and end: one that ends when its duration does, unless it says otherwise.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - group: Its group.
  ///   - speed: Seconds of its own time per second of the group's clock.
  func loops(of member: Int, in group: PropertyGroup, speed: Double) -> RunLoops

  /// Returns when a repeating member's present cycle began, relative to a time of the group's clock.
  func beginOfCycle(of member: Int, in group: PropertyGroup, at epoch: Double) -> Double

  /// Lets time pass faster or slower for a member, whose start is then to be set.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - group: Its group.
  ///   - old: The seconds of its own time per second of the group's clock that it has had, above 0.
  ///   - new: Those that it has from now on, above 0.
  func setSpeed(of member: Int, in group: PropertyGroup, from old: Double, to new: Double)

  // MARK: Adding

  /// Whether other runs can be added to that of a member: whether it is on its way to a target.
  func canAdd(to member: Int, in group: PropertyGroup) -> Bool

  /// The spring that draws a member, in seconds of its own time; nil where none does.
  func spring(of member: Int, in group: PropertyGroup) -> Spring?

  /// Makes the values of a member that can be added to less the one that it ends with: of a run the change that is left.
  func subtractFinalValue(of member: Int, in group: PropertyGroup)

  // MARK: What happens to members

  /// Notes that a member's numbers are others than before, which somebody else has changed.
  func numbersDidChange(of member: Int, in group: PropertyGroup)

  /// Notes that a member is somewhere else now, with the same numbers.
  func memberDidMove(from old: Int, to new: Int, in group: PropertyGroup)

  /// Notes that a member is about to be taken away, whose place the last one takes.
  func memberWillLeave(_ member: Int, in group: PropertyGroup)

  /// Notes that a member of another group of the same kind has been appended to this one.
  func didAppend(_ member: Int, of other: PropertyGroup, to group: PropertyGroup)

  /// Notes that a group that was empty has got the members of another one of the same kind, with the same numbers.
  func didCopyMembers(of other: PropertyGroup, to group: PropertyGroup)
}

// What most movers are like.
extension Mover {
  var isSequential: Bool { false }
  var addsUp: Bool { false }

  func prepare(for clock: Double, in group: PropertyGroup) {}

  func move(block: Int, in group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool {
    place(group.members(of: block), in: group, at: clock, frame)
    return markEnded(in: block, of: group, at: clock, frame)
  }

  func markEnded(in block: Int, of group: PropertyGroup, at clock: Double, _ frame: Frame) -> Bool {
    group.markEndedByTime(in: block, at: clock)
  }

  func begin(_ member: Int, in group: PropertyGroup, by plans: AnimationPlans, _ departure: Departure) {}

  func hasEnded(_ member: Int, in group: PropertyGroup, at clock: Double) -> Bool {
    let elapsed = clock - group.starts[member]
    return group.direction > 0 ? elapsed >= group.duration(of: member) : elapsed <= 0
  }

  func nominalDuration(of member: Int, in group: PropertyGroup) -> Double { group.duration(of: member) }

  func loops(of member: Int, in group: PropertyGroup, speed: Double) -> RunLoops {
    RunLoops(from: group.delay(of: member) * speed, to: group.duration(of: member) * speed)
  }

  func beginOfCycle(of member: Int, in group: PropertyGroup, at epoch: Double) -> Double {
    group.begin(of: member) - epoch
  }

  func canAdd(to member: Int, in group: PropertyGroup) -> Bool { false }
  func spring(of member: Int, in group: PropertyGroup) -> Spring? { nil }
  func subtractFinalValue(of member: Int, in group: PropertyGroup) {}

  func numbersDidChange(of member: Int, in group: PropertyGroup) {}
  func memberDidMove(from old: Int, to new: Int, in group: PropertyGroup) {}
  func memberWillLeave(_ member: Int, in group: PropertyGroup) {}
  func didAppend(_ member: Int, of other: PropertyGroup, to group: PropertyGroup) {}
  func didCopyMembers(of other: PropertyGroup, to group: PropertyGroup) {}
}
