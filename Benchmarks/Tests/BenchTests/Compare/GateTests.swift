import Testing
import bench

@Suite struct GateTests {
  /// The gate of a kernel that takes a multiple of the time before, measured by these factors of noise.
  private func gate(
    _ factor: Double, noise: (_ round: Int) -> (kernel: Double, copy: Double) = { _ in (1, 1) }
  ) -> Gate {
    var gate = Gate(2)
    for round in 0..<Gate.rounds where round == 0 || gate.isSuspicious {
      let noise = noise(round)
      gate.append(2 * factor * noise.kernel / noise.copy)
    }
    return gate
  }

  @Test func aFifthIsFound() {
    #expect(gate(1.2).isSlower)
    // A copy that is slower, too, in less than half of the later rounds hides nothing, and in the first one not if it
    // is slower by less than a tenth.
    #expect(gate(1.2) { $0 % 3 == 1 ? (1, 1.5) : (1, 1) }.isSlower)
    #expect(gate(1.2) { $0 == 0 ? (1, 1.1) : (1, 1) }.isSlower)
  }

  @Test func littleIsNoRegression() {
    #expect(!gate(1.06).isSuspicious)
    #expect(gate(1.1).isSuspicious)
    #expect(!gate(1.1).isSlower)
  }

  @Test func whatDisturbsBothIsNoRegression() {
    #expect(!gate(1) { _ in (2, 2) }.isSlower)
  }

  @Test func whatDisturbsOneOfThemNowAndThenIsNoRegression() {
    #expect(!gate(1) { $0 < 3 ? (1.5, 1) : (1, 1) }.isSlower)
    #expect(!gate(1) { $0 < 3 ? (1, 0.5) : (1, 1) }.isSlower)
  }

  @Test func fasterIsNoRegression() {
    #expect(!gate(0.5).isSlower)
    #expect(!gate(0.96).isSuspicious)
  }

  @Test func muchFasterHidesAFifth() {
    #expect(gate(0.94).hidesAFifth)
    #expect(!gate(0.95).hidesAFifth)
    // A first round that the later ones don't confirm was noise.
    #expect(!gate(1) { $0 == 0 ? (1, 1.1) : (1, 1) }.hidesAFifth)
  }

  @Test func aPlantedFifthIsFoundInAFasterKernel() {
    var gate = gate(0.9 * 1.2)
    #expect(!gate.isSlower)
    gate.append(unplanted: 2 * 0.9)
    #expect(gate.isSlower)
    // A kernel that is slower than before hides nothing.
    gate = self.gate(1.2)
    gate.append(unplanted: 2 * 1.1)
    #expect(gate.isSlower)
  }
}
