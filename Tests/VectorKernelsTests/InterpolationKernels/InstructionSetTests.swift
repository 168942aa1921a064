import CVectorKernels
import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct InstructionSetTests {
  @Test func theLowestLevelIsAlwaysAvailable() {
    #if arch(arm64) && !os(Windows)
    #expect(InstructionSet.available == [.arm64])
    #else
    #expect(InstructionSet.available.first == .portable)
    #expect(!InstructionSet.available.contains(.arm64))
    #endif
    #expect(InstructionSet.available == InstructionSet.available.sorted())
    #expect(InstructionSet.available.contains(InstructionSet.active))
    #expect(InstructionSet.allCases.sorted().map(\.rawValue) == ["portable", "arm64", "x86-64-v3", "x86-64-v4"])
    // The levels that kernels are built for, of which arm64 is the last.
    #expect(InstructionSet.allCases.count == VK_ARM64.rawValue)
  }

  // The level belongs to the process, so each choice is made in one of its own.

  @Test(arguments: InstructionSet.available)
  func environmentChooses(set: InstructionSet) async {
    await #expect(processExitsWith: .success) { [name = set.rawValue as String] in
      setenv("VECTORKERNELS_ISA", name, 1)
      #expect(InstructionSet.active.rawValue == name)
    }
  }

  @Test func bestLevelIsChosenWithoutBeingAsked() async {
    await #expect(processExitsWith: .success) {
      unsetenv("VECTORKERNELS_ISA")
      #expect(InstructionSet.active == InstructionSet.available.last)
    }
  }

  #if arch(x86_64) && !os(Windows)
  @Test(arguments: ["x86-64-v9", "PORTABLE"])
  func unknownNamesAreReportedAndIgnored(name: String) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [name = name as String] in
      setenv("VECTORKERNELS_ISA", name, 1)
      #expect(InstructionSet.active == InstructionSet.available.last)
    }
    let report = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(report.contains(name))
  }
  #endif

  @Test func activationLasts() async {
    await #expect(processExitsWith: .success) {
      for set in InstructionSet.available {
        InstructionSet.activate(set)
        #expect(InstructionSet.active == set)
      }
    }
  }

  /// Skipped where the machine has every level.
  @Test(.enabled(if: InstructionSet.available != InstructionSet.allCases))
  func activationOfALevelThatIsNotThereStopsTheProgram() async throws {
    let set = try #require(InstructionSet.allCases.first { !InstructionSet.available.contains($0) })
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [name = set.rawValue as String] in
      InstructionSet.activate(InstructionSet(rawValue: name)!)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("\(set.rawValue) is not available"), "\(message)")
  }
}

#if arch(x86_64) && !os(Windows) && !VECTORKERNELS_FROM_SOURCE
/// Tests the level chosen for a processor's feature words, of which each bit may be missing.
@Suite(.seeded) struct CPUTests {
  /// Leaf 1, leaf 7 and the extended leaf 1 with all features, and an operating system that keeps all registers.
  private let complete = vk_cpuid(leaf1_ecx: .max, leaf7_ebx: .max, extended_leaf1_ecx: .max, xcr0: .max)

  /// Whether the level is lower than v3, the first one that asks for a feature that the tests take away.
  private func isBelowV3(_ level: vk_level) -> Bool { level.rawValue < VK_X86_64_V3.rawValue }

  private func level(_ change: (inout vk_cpuid) -> Void) -> vk_level {
    var cpu = complete
    change(&cpu)
    return vk_level_of(&cpu)
  }

  @Test func completeProcessorsRunTheHighestLevel() {
    #expect(level { _ in } == VK_X86_64_V4)
    #expect(level { $0 = vk_cpuid() } == VK_PORTABLE)
  }

  /// OSXSAVE is bit 27: without it nobody knows which registers are kept.
  @Test(arguments: [9, 12, 19, 20, 22, 23, 27, 28, 29])
  func aFeatureOfLeaf1IsMissing(bit: UInt32) {
    #expect(isBelowV3(level { $0.leaf1_ecx &= ~(1 << bit) }))
  }

  @Test func aFeatureOfLeaf7IsMissing() {
    for bit in [3, 5, 8] as [UInt32] { #expect(isBelowV3(level { $0.leaf7_ebx &= ~(1 << bit) })) }
    for bit in [16, 17, 28, 30, 31] as [UInt32] { #expect(level { $0.leaf7_ebx &= ~(1 << bit) } == VK_X86_64_V3) }
    #expect(isBelowV3(level { $0.extended_leaf1_ecx &= ~(1 << 5) }))
  }

  /// A leaf beyond the last one is read as 0.
  @Test func aLeafIsMissing() {
    #expect(isBelowV3(level { $0.leaf1_ecx = 0 }))
    #expect(isBelowV3(level { $0.leaf7_ebx = 0 }))
    #expect(isBelowV3(level { $0.extended_leaf1_ecx = 0 }))
  }

  /// Bits 1 and 2 are registers of 16 and 32 bytes, 5 to 7 those of 64 bytes with their masks.
  @Test func registersThatTheSystemDoesNotKeepAreNotUsed() {
    for bit in [1, 2] as [UInt32] { #expect(isBelowV3(level { $0.xcr0 &= ~(1 << bit) })) }
    for bit in [5, 6, 7] as [UInt32] { #expect(level { $0.xcr0 &= ~(1 << bit) } == VK_X86_64_V3) }
  }
}
#endif

/// The same calls on the same random inputs at two levels. They are made once, whatever the levels at which tests run.
@Suite(.seeded, .enabled(if: Settings.isAtHighestLevel)) struct LevelTests {
  @Test(.enabled(if: InstructionSet.available.contains(.x86_64_v4)))
  func fusedLevelsAgreeBitForBit() async {
    await #expect(processExitsWith: .success) { [seed = Settings.seed as UInt64, rows = Settings.cases as Int] in
      requireIdentity(Call<Float>.all, rows: rows, seed: seed)
      requireIdentity(Call<Double>.all, rows: rows, seed: seed)
    }
  }

  /// A call of several kernels for many blocks uses one level, even if another thread changes the process's level.
  @Test(.enabled(if: InstructionSet.available.count > 1))
  func callsOfSeveralKernelsAreOfOneLevel() async {
    await #expect(processExitsWith: .success) { [seed = Settings.seed as UInt64] in
      let (lowest, highest) = (InstructionSet.available.first!, InstructionSet.available.last!)
      var generator = Generator(seed: seed)
      var verdict = Verdict()
      defer { verdict.report(seed: seed) }
      let calls =
        Call<Float>.all.filter { $0.name.hasPrefix("keyframes") || $0.name.hasPrefix("amounts") }
        + clips(tracks: 20_000)
      let columns = calls.map { $0.columns(rows: 20_000, using: &generator) }
      let expected = [lowest, highest].map { level in
        InstructionSet.activate(level)
        return calls.indices.map { calls[$0].results(for: columns[$0]) }
      }
      let thread = Thread {
        while !Thread.current.isCancelled {
          InstructionSet.activate(lowest)
          InstructionSet.activate(highest)
        }
      }
      thread.start()
      defer { thread.cancel() }
      for round in 0..<20 {
        for (index, call) in calls.enumerated() {
          let found = call.results(for: columns[index])
          let isOfOne = expected.contains { level in
            zip(found, level[index]).allSatisfy { zip($0, $1).allSatisfy { $0.isIdentical(to: $1) } }
          }
          verdict.require(isOfOne, round, "\(call.testDescription) is of two levels")
        }
      }
    }
  }

  /// Within the sum of both levels' documented errors, where those are bounded.
  @Test(.enabled(if: InstructionSet.available.count > 1))
  func portableLevelAgreesWithinItsError() async {
    await #expect(processExitsWith: .success) { [seed = Settings.seed as UInt64, rows = Settings.cases as Int] in
      requireAgreement(Call<Float>.all, rows: rows, seed: seed)
      requireAgreement(Call<Double>.all, rows: rows, seed: seed)
    }
  }
}

/// The values and velocities of a clip of many tracks, with cursors and without, at the time of the first row.
private func clips(tracks: Int) -> [Call<Float>] {
  let track = try! KeyframeTimeline(initialValue: 0.0) {
    for index in 0..<20 { CubicKeyframe(Double(index * 7 % 11) - 5, duration: 1) }
  }.prepared()
  let clip = KeyframeClip(Array(repeating: track, count: tracks))
  let moment = Call<Float>.Input(draw: .uniform(0...20))
  return [
    Call(name: "clip", inputs: [moment], outputs: [1]) {
      clip.values(at: Double($0[0][0]), into: $1[0].mutableSpan)
    },
    Call(name: "clip with cursors", inputs: [moment], outputs: [1]) {
      var cursors = [Int32](repeating: 0, count: tracks)
      clip.values(at: Double($0[0][0]), cursors: cursors.mutableSpan, into: $1[0].mutableSpan)
    },
    Call(name: "velocities of a clip", inputs: [moment], outputs: [1]) {
      clip.velocities(at: Double($0[0][0]), into: $1[0].mutableSpan)
    },
    Call(name: "velocities of a clip with cursors", inputs: [moment], outputs: [1]) {
      var cursors = [Int32](repeating: 0, count: tracks)
      clip.velocities(at: Double($0[0][0]), cursors: cursors.mutableSpan, into: $1[0].mutableSpan)
    },
  ]
}

private func requireIdentity<S: Element>(_ calls: [Call<S>], rows: Int, seed: UInt64) {
  for call in calls {
    compare(call, .x86_64_v3, .x86_64_v4, rows: rows, seed: seed) { a, b, _ in a.isIdentical(to: b) }
  }
}

private func requireAgreement<S: Element>(_ calls: [Call<S>], rows: Int, seed: UInt64) {
  for call in calls {
    guard let agreement = call.agreement else { continue }
    compare(call, .portable, InstructionSet.available.last!, rows: rows, seed: seed) { a, b, largest in
      a.isIdentical(to: b) || (a - b).magnitude <= agreement * max(1, largest)
    }
  }
}

/// Requires each result of one level to agree with the other's, given the largest input of its row.
private func compare<S: Element>(
  _ call: Call<S>, _ first: InstructionSet, _ second: InstructionSet, rows: Int, seed: UInt64,
  by agree: (S, S, S) -> Bool
) {
  var generator = Generator(seed: seed)
  var verdict = Verdict()
  defer { verdict.report(seed: seed) }
  let columns = call.columns(rows: rows, using: &generator)
  InstructionSet.activate(first)
  let expected = call.results(for: columns)
  InstructionSet.activate(second)
  let results = call.results(for: columns)
  for (output, width) in call.outputs.enumerated() {
    for i in results[output].indices {
      let row = i / width
      let inputs = zip(columns, call.inputs).flatMap { $0[row * $1.width..<(row + 1) * $1.width] }
      let (a, b) = (expected[output][i], results[output][i])
      verdict.require(
        agree(a, b, inputs.map(\.magnitude).max()!), row,
        "\(call.testDescription): \(a) at \(first.rawValue), \(b) at \(second.rawValue) for \(inputs)")
    }
  }
}
