import CSharedCore

/// Tells whether another thread shares this core, by the time of additions that need all of its integer units.
///
/// On processors with two threads to a core, the other one may belong to whoever shares the machine. It comes and goes
/// within a tenth of a second, and while it runs, kernels that compute take up to twice as long and copies hardly
/// longer: ratios taken then say what the other one does.
package final class Core {
  /// Additions take 1.0 to 1.1 of their shortest time alone, and 1.35 to 2 beside another thread, measured on Zen 4.
  private static let limit = 1.25
  /// A hundredth of a millisecond or two, a small part of a round of variants.
  private static let rounds: Int64 = 5000
  private var shortest = Double.infinity

  package init() {}

  /// Measures some microseconds. A core that has been shared since the program began seems to be free.
  var isShared: Bool {
    let start = Clock.now
    shared_core_add(Self.rounds)
    let time = Clock.now - start
    shortest = min(shortest, time)
    return time > Self.limit * shortest
  }

  /// Measures so many times, one after the other, that no other thread disturbed. After twice as many that one did, they
  /// count too.
  func times(_ count: Int, _ measure: () -> Double) -> [Double] {
    var times: [Double] = []
    var repetitions = 2 * count
    var wasFree = !isShared
    while times.count < count {
      let time = measure()
      let isFree = !isShared
      if wasFree && isFree || repetitions == 0 { times.append(time) } else { repetitions -= 1 }
      wasFree = isFree
    }
    return times
  }
}
