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
  /// Nanoseconds that so many calls take after one that is not timed, by a clock next to them; nil where this process'
  /// own clock is next to them.
  var time: ((_ repetitions: Int) -> Double)? = nil

  /// Makes the next calls of `run` those of this variant.
  func activate() {
    if case .library(let level) = role { InstructionSet.activate(level) }
  }
}
