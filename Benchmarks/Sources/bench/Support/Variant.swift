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
  /// Returns the nanoseconds that a number of calls take after one call that is not timed, by a clock in their process;
  /// nil if they run in this process.
  var time: ((_ repetitions: Int) -> Double)? = nil

  /// Makes the next calls of `run` those of this variant.
  func activate() {
    if case .library(let level) = role { InstructionSet.activate(level) }
  }
}
