import VectorKernels

/// Whether the active kernels fuse multiply-adds. A portable build does so where its processor always can.
var isFused: Bool {
  #if arch(arm64) || arch(arm64_32)
  true
  #else
  InstructionSet.active != .portable
  #endif
}
