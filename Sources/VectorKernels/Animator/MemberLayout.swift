/// What a group keeps of each of its members, and what is known of all their times.
struct MemberLayout {
  /// How many values there are, each a column for each component.
  var values = 0
  /// How many columns of numbers there are besides.
  var otherColumns = 0
  /// How many values are recorded that kernels don't read.
  var recordedValues = 0
  /// How many times are kept, in the order of `PropertyGroup.TimeKind`.
  var timeCount = 1
  /// Whether members have durations of their own, and the duration at a rate of 1 of members that have none.
  var hasDurations = false
  var sharedDuration = Double.infinity
  /// Whether members come back to where they were: what they begin with may then leave out whole cycles.
  var repeats = false
}
