import VectorKernels

/// What another implementation is called, and what it is compared with.
struct PeerName {
  /// The name of its results, such as "intrinsics x86-64-v4".
  let text: String
  /// The level of the library that it is compared with.
  let level: InstructionSet
  /// Whether it says that it keeps the kernels' promises. Results that are too far from the library's are then a fault,
  /// and not a figure to be shown.
  let keepsPromises: Bool
}
