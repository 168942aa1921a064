import Testing
import bench

@Suite struct GateTests {
  /// The gate of a kernel that takes a multiple of the time before, measured by these factors of noise.
  private func gate(
    _ factor: Double, noise: (_ round: Int) -> (kernel: Double, copy: Double, scalar: Double) = { _ in (1, 1, 1) }
  ) -> Gate {
    let before = Gate.Ratios(toCopy: 2, toScalar: 0.1)
    var gate = Gate(before)
    for round in 0..<Gate.rounds where round == 0 || gate.isSuspicious {
      let noise = noise(round)
      let time = factor * noise.kernel
      gate.append(
        Gate.Ratios(toCopy: before.toCopy * time / noise.copy, toScalar: before.toScalar * time / noise.scalar))
    }
    return gate
  }

  @Test func aFifthIsFound() {
    #expect(gate(1.2).isSlower)
    // A reference that is slower, too, in less than half of the rounds hides nothing.
    #expect(gate(1.2) { $0 % 3 == 1 ? (1, 1.5, 1) : (1, 1, 1) }.isSlower)
  }

  @Test func aReferenceThatIsSlowerInAProcessHidesNothing() {
    // Two processes wrote the file, in one of which the scalar loop took 1.3 times as long.
    let before = Gate.Ratios(toCopy: 2, toScalar: 0.13).lesser(Gate.Ratios(toCopy: 2, toScalar: 0.1))
    var gate = Gate(before)
    gate.append(Gate.Ratios(toCopy: 2 * 1.2, toScalar: 0.13 * 1.2 / 1.3))
    #expect(gate.isSlower)
  }

  @Test func littleIsNoRegression() {
    #expect(!gate(1.06).isSuspicious)
    #expect(gate(1.1).isSuspicious)
    #expect(!gate(1.1).isSlower)
  }

  @Test func whatDisturbsEverythingIsNoRegression() {
    #expect(!gate(1) { _ in (2, 2, 2) }.isSlower)
  }

  @Test func whatDisturbsTheKernelNowAndThenIsNoRegression() {
    #expect(!gate(1) { $0 < 3 ? (1.5, 1, 1) : (1, 1, 1) }.isSlower)
  }

  @Test func whatOneReferenceAloneSaysIsNoRegression() {
    #expect(!gate(1) { _ in (1, 0.5, 1) }.isSlower)
    #expect(!gate(1) { _ in (1, 1, 0.5) }.isSlower)
  }

  @Test func fasterIsNoRegression() {
    #expect(!gate(0.5).isSuspicious)
  }
}
