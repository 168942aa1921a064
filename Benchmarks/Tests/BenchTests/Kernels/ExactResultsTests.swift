import Testing
import bench

/// Tests the results that count as exact: the library's are near them and not equal to them.
@Suite struct ExactResultsTests {
  @Test func errorsOfKernelsAreWithinTheirTolerances() throws {
    let errors = KernelError.all(count: 1000)
    for error in errors {
      #expect(error.error <= error.tolerance, "\(error.kernel)")
      // Half of the last place of the largest result, and no result of any kernel is a rounded one's neighbour only by
      // chance: 1000 results that are all exact would be those of the same arithmetic.
      #expect(error.error > 0, "\(error.kernel)")
    }
    let suffixes: [Substring] = ["f32", "f64"]
    for suffix in suffixes where suffix == "f32" || isWiderThanDouble {
      #expect(errors.contains { $0.kernel.split(separator: "/").last == suffix }, "\(suffix)")
    }
  }

  private var isWiderThanDouble: Bool {
    #if arch(x86_64) && os(Linux)
    true
    #else
    false
    #endif
  }
}
