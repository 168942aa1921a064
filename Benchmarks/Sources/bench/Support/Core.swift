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
  /// Nanoseconds of additions in which the other thread is likely to rest once.
  private static let calibration = 1e9
  /// Nanoseconds in which `times` waits and repeats.
  private static let patience = 1e9
  /// Nanoseconds of the additions alone.
  private lazy var shortest = calibrated()

  package init() {}

  /// Whether another thread shares the core, measured in some microseconds, and at first in a second. A core that was
  /// shared all the time until now seems to be free.
  var isShared: Bool {
    let time = time()
    shortest = min(shortest, time)
    return time > Self.limit * shortest
  }

  /// Returns the shortest of many measurements.
  private func calibrated() -> Double {
    let end = Clock.now + Self.calibration
    var shortest = time()
    while Clock.now < end { shortest = min(shortest, time()) }
    return shortest
  }

  /// Returns the nanoseconds of the additions.
  private func time() -> Double {
    let start = Clock.now
    shared_core_add(Self.rounds)
    return Clock.now - start
  }

  /// Waits until no other thread shares the core, so many nanoseconds have passed, or `goesOn` is false.
  ///
  /// - Returns: The nanoseconds that it took.
  @discardableResult
  func wait(atMost patience: Double, while goesOn: () -> Bool = { true }) -> Double {
    let start = Clock.now
    while Clock.now - start < patience, goesOn(), isShared {}
    return Clock.now - start
  }

  /// Measures so many times, one after the other, in nanoseconds. Those that another thread disturbs are measured again,
  /// within a second of waiting and repeating.
  func times(_ count: Int, _ measure: () -> Double) -> [Double] {
    var times: [Double] = []
    var patience = Self.patience
    while times.count < count {
      patience -= wait(atMost: patience)
      let start = Clock.now
      let time = measure()
      if patience > 0, isShared { patience -= Clock.now - start } else { times.append(time) }
    }
    return times
  }
}
