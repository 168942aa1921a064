import Testing
import bench

/// Tests the results that count as exact.
@Suite struct ExactResultsTests {
  /// Sixteen roundings to half a unit in the last place of the largest result: more than any kernel needs, and less
  /// than a wrong formula or one that is computed in the kernel's own type leaves.
  @Test func kernelsAreAFewRoundingsAway() {
    let accuracies = KernelAccuracy.all(count: 1000)
    for accuracy in accuracies {
      let rounding = accuracy.isFloat ? 0x1p-24 : 0x1p-53
      #expect(accuracy.error <= 16 * rounding, "\(accuracy.kernel)")
      #expect(accuracy.error > 0, "\(accuracy.kernel): exact results that are rounded aren't exact")
    }
    #expect(accuracies.contains { $0.isFloat })
    #if arch(x86_64) && os(Linux)
    #expect(accuracies.contains { !$0.isFloat })
    #endif
  }
}
