import VectorKernels

/// The figures of one variant of a case at one size.
struct KernelResult {
  let variant: String
  /// Nanoseconds per element.
  let median, minimum, maximum: Double
  let gigabytesPerSecond: Double
  /// The largest difference of the results from the subject's, as a fraction of the largest; infinite if a result is
  /// missing, not finite, or had to have the same bits. Nil for kernels that compute nothing.
  let error: Double?
  /// The bandwidth as a share of that of the faster way to copy the same number of bytes.
  let copyFraction: Double
  /// Our time divided by that of each peer at the same level; empty for measurements of peers and copies.
  let ratioToPeer: [(peer: String, ratio: Double)]
  /// Our time divided by the scalar loop's; nil for measurements of peers and copies.
  let ratioToScalar: Double?
  /// The relative standard errors of the time and of the ratios to the copy, the scalar loop and each peer; empty for
  /// what is not the library.
  let uncertainty: [(reference: String, error: Double)]
}

/// A case at one size: all variants, the subject first.
struct KernelMeasurement {
  /// A variant that promises the subject's results and has others: a fault. It did other work, so it has no figures;
  /// only those of the subject itself, which everything else is a fraction of, stay.
  struct Mismatch {
    let variant: String
    /// The largest difference, as a fraction of the largest result.
    let deviation: Double
  }

  let kernel: KernelCase
  /// The size that was asked for.
  let size: Size
  /// The number of elements measured: whole groups of the kernel's, at least one.
  let count: Int
  let results: [KernelResult]
  let mismatches: [Mismatch]

  var subject: KernelResult { results[0] }

  /// Returns whether these are results of the same work.
  func isRight(_ result: KernelResult) -> Bool {
    result.error.map { $0 <= kernel.tolerance } ?? true
  }

  func result(_ variant: String) -> KernelResult? {
    results.first { $0.variant == variant }
  }

  /// Measures and checks; nil when interrupted.
  ///
  /// - Parameter levels: the levels of the library to measure, the first of which is the subject.
  init?(
    _ kernel: KernelCase, at size: Size, levels: [InstructionSet], peers: Peers, withScalarLoop: Bool = true,
    with measurement: Measurement, pages: Workload.Pages = .bySize
  ) {
    let count = max(kernel.group, size.count / kernel.group * kernel.group)
    let bytes = kernel.bytesPerElement * Double(count)
    let work = Workload(count: count, pages: pages)
    let contestants = kernel.contestants(work)
    let computing =
      levels.flatMap { level in
        [Variant(name: level.rawValue, role: .library(level), run: contestants.library)]
          + peers.variants(of: contestants, kernel: kernel.name, work: work, level: level)
      } + (withScalarLoop ? [Variant(name: "scalar", role: .scalar, run: contestants.scalar)] : [])
    let copying = work.copies(bytes: Int(bytes))

    guard let samples = measurement.run(computing + copying) else { return nil }
    let deviations = work.deviations(of: computing)
    let promising = Set(peers.names.filter(\.keepsPromises).map(\.text))
    let wrong = computing.indices.filter { index in
      let variant = computing[index]
      if case .peer = variant.role, !promising.contains(variant.name) { return false }
      return !(deviations[index] <= kernel.tolerance)
    }
    let fastestCopy = samples[computing.count...].min { $0.median < $1.median }!

    let measured = zip(computing + copying, samples).enumerated()
      .filter { index, pair in index == 0 || pair.1.median.isFinite && !wrong.contains(index) }
    results = measured.map { index, pair in
      let (variant, times) = pair
      var ratios: [(String, Double)] = []
      var ratioToScalar: Double?
      var uncertainty: [(String, Double)] = []
      if case .library(let level) = variant.role {
        uncertainty = [
          ("time", Statistics.uncertaintyOfMedian(times.times)),
          ("copy", Statistics.uncertaintyOfMedian(times.ratios(to: fastestCopy))),
        ]
        for (_, (other, itsTimes)) in measured where other.role == .peer(level) || other.role == .scalar {
          let inRounds = times.ratios(to: itsTimes)
          uncertainty.append((other.name, Statistics.uncertaintyOfMedian(inRounds)))
          if other.role == .scalar {
            ratioToScalar = Statistics.median(inRounds)
          } else {
            ratios.append((other.name, Statistics.median(inRounds)))
          }
        }
      }
      return KernelResult(
        variant: variant.name, median: times.median / Double(count), minimum: times.minimum / Double(count),
        maximum: times.maximum / Double(count), gigabytesPerSecond: bytes / times.median,
        error: index < computing.count ? deviations[index] : nil, copyFraction: fastestCopy.ratio(to: times),
        ratioToPeer: ratios, ratioToScalar: ratioToScalar, uncertainty: uncertainty)
    }
    mismatches = wrong.map { Mismatch(variant: computing[$0].name, deviation: deviations[$0]) }
    self.kernel = kernel
    self.size = size
    self.count = count
  }
}
