/// The layout of a group's data for each member, and the properties of time that all members share.
struct MemberLayout {
  /// The number of values, each with a column for each component.
  var values = 0
  /// The number of other columns.
  var otherColumns = 0
  /// The number of recorded values, which kernels don't read.
  var recordedValues = 0
  /// The number of times in each record, in the order of `PropertyGroup.TimeKind`.
  var timeCount = 1
  /// Whether members have their own durations. If not, `sharedDuration` is the duration at a rate of 1.
  var hasDurations = false
  var sharedDuration = Double.infinity
  /// Whether members repeat. The begins of members that repeat may leave out whole cycles.
  var repeats = false
  /// Whether positions may be kept for members that leave, because they usually return.
  var keepsPositions = true
}
