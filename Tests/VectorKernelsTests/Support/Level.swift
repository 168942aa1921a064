import VectorKernels

/// Whether the active kernels fuse multiply-adds. Only the portable build for x86-64 has to do without.
var isFused: Bool {
  #if arch(x86_64)
    InstructionSet.active != .portable
  #else
    true
  #endif
}
