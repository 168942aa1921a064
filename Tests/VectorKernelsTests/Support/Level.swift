import VectorKernels

/// Whether the active kernels fuse multiply-adds. Only the portable build has to do without.
var isFused: Bool { InstructionSet.active != .portable }
