internal import CVectorKernels

/// A level of the processor: an instruction set for which the kernels are built.
///
/// On x86-64, except on Windows, the highest level that the processor supports is chosen at first use. There the
/// environment variable `VECTORKERNELS_ISA` selects a lower one by its raw value; an unknown or unavailable name is
/// reported on standard error and ignored. On other platforms there is one level.
public enum InstructionSet: String, CaseIterable, Comparable, Sendable {
  /// SSE2 on x86-64. On processors and systems without generated kernels, the kernels compile with your program, for
  /// your build's target CPU.
  case portable = "portable"
  /// NEON, with fused multiply-add. On arm64, except on Windows, it is the only level.
  case arm64 = "arm64"
  /// AVX2, fused multiply-add and half floats (F16C).
  case x86_64_v3 = "x86-64-v3"
  /// AVX-512 (F, BW, CD, DQ, VL).
  case x86_64_v4 = "x86-64-v4"

  /// The levels that this processor supports and this build contains, lowest first.
  public static let available: [InstructionSet] = allCases.filter { vk_runs_level($0.level) }

  /// The level whose kernels this process runs.
  public static var active: InstructionSet {
    let level = vk_level_in_use()
    return allCases.first { $0.level == level }!
  }

  /// Makes the whole process run the kernels of a level from now on.
  ///
  /// A batched call or a frame in progress may run kernels of both levels. This is for tests and benchmarks: the best
  /// level is chosen automatically.
  ///
  /// - Precondition: `set` is one of `available`.
  public static func activate(_ set: InstructionSet) {
    guard available.contains(set) else {
      let names = available.map { $0.rawValue }.joined(separator: ", ")
      fatalError("InstructionSet.activate: \(set.rawValue) is not available here; available: \(names)")
    }
    vk_use_level(set.level)
  }

  public static func < (a: InstructionSet, b: InstructionSet) -> Bool {
    allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
  }

  private var level: vk_level {
    switch self {
    case .portable: VK_PORTABLE
    case .arm64: VK_ARM64
    case .x86_64_v3: VK_X86_64_V3
    case .x86_64_v4: VK_X86_64_V4
    }
  }
}
