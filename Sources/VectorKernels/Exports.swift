// Makes the lower module's names those of this one. Embedded programs compile both as one module.
#if canImport(InterpolationKernels)
@_exported import InterpolationKernels
#endif
