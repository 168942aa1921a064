// Whoever imports this module needn't import the one below it. Embedded programs compile both as one module.
#if canImport(InterpolationKernels)
@_exported import InterpolationKernels
#endif
