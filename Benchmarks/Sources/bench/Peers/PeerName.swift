import VectorKernels

/// The name of another implementation, and the level that it is compared with.
package struct PeerName {
  /// The name of its results, such as "intrinsics x86-64-v4".
  package let text: String
  /// The level of the library that it is compared with.
  let level: InstructionSet
  /// Whether it claims to keep the kernels' promises. Results too far from the library's are then a fault,
  /// and not a figure to be shown.
  let keepsPromises: Bool
}
