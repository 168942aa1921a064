internal import CVectorKernels

/// A level of the processor for which the kernels are built.
///
/// The highest level that the processor runs is chosen at first use. The environment variable `VECTORKERNELS_ISA`
/// forces a lower one by its raw value; an unknown or unavailable name is reported on standard error and ignored.
public enum InstructionSet: String, CaseIterable, Comparable, Sendable {
  /// What the package is compiled for, as any other code: SSE2 on x86-64 and NEON on arm64 unless it is told otherwise.
  case portable = "portable"
  /// AVX2, fused multiply-add and half floats (F16C).
  case x86_64_v3 = "x86-64-v3"
  /// AVX-512 (F, BW, CD, DQ, VL).
  case x86_64_v4 = "x86-64-v4"

  /// The levels that this processor runs and this build holds, lowest first.
  public static let available: [InstructionSet] = allCases.filter { Kernels.table(for: $0) != nil }

  /// The level whose kernels this process runs.
  public static var active: InstructionSet {
    let active = Kernels.active
    return available.last { Kernels.table(for: $0) == active } ?? .portable
  }

  /// Makes the whole process run the kernels of a level from the next batched call on; calls under way finish with the
  /// kernels they began with. For tests and benchmarks: the best level is chosen without being asked.
  ///
  /// - Precondition: `set` is one of `available`.
  public static func activate(_ set: InstructionSet) {
    guard let table = Kernels.table(for: set) else {
      let names = available.map(\.rawValue).joined(separator: ", ")
      fatalError("InstructionSet.activate: \(set.rawValue) is not available here; available: \(names)")
    }
    vk_activate_kernels(table)
  }

  public static func < (a: InstructionSet, b: InstructionSet) -> Bool {
    allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
  }
}
