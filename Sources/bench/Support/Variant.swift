import VectorKernels

/// One way of doing a case's work.
struct Variant {
  enum Role: Equatable {
    case library(InstructionSet)
    /// Another implementation, compared with the library at one level.
    case peer(InstructionSet)
    case scalar
    case copy
  }

  let name: String
  let role: Role
  let run: () -> Void

  /// Makes the next calls of `run` those of this variant.
  func activate() {
    if case .library(let level) = role { InstructionSet.activate(level) }
  }
}
