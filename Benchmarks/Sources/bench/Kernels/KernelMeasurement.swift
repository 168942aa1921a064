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
  /// The largest difference from exact results, as a fraction of the largest; nil where there are none.
  let exactError: Double?
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

/// The times of a case at one size, of one pass or several.
struct KernelSamples {
  let kernel: KernelCase
  /// The size that was asked for.
  let size: Size
  /// The number of elements measured: whole groups of the kernel's, at least one.
  let count: Int

  /// All variants, the subject first and the copies last.
  fileprivate private(set) var variants: [(name: String, role: Variant.Role)] = []
  fileprivate private(set) var times: [Samples] = []
  /// Of the variants that compute.
  fileprivate private(set) var deviations: [Workload.Deviation] = []

  init(_ kernel: KernelCase, at size: Size) {
    self.kernel = kernel
    self.size = size
    count = kernel.count(of: size.count)
  }

  var isEmpty: Bool { variants.isEmpty }

  /// Adds a pass and checks the results; returns false when interrupted, without adding anything.
  ///
  /// - Parameters:
  ///   - levels: the levels of the library to measure, the first of which is the subject.
  ///   - work: the memory, of `count` elements and unused; by default memory of the pass's own.
  mutating func measure(
    levels: [InstructionSet], peers: Peers, withScalarLoop: Bool = true, with measurement: Measurement,
    on work: Workload? = nil
  ) -> Bool {
    let work = work ?? Workload(count: count)
    return withExtendedLifetime(work) {
      let contestants = kernel.contestants(work)
      let computing =
        levels.flatMap { level in
          [Variant(name: level.rawValue, role: .library(level), run: contestants.library)]
            + peers.variants(of: contestants, kernel: kernel.name, work: work, level: level)
        } + (withScalarLoop ? [Variant(name: "scalar", role: .scalar, run: contestants.scalar)] : [])
      let all = computing + work.copies(bytes: Int(kernel.bytesPerElement * Double(count)))
      guard let later = measurement.run(all) else { return false }
      add(later, of: all, deviations: work.deviations(of: computing))
      return true
    }
  }

  private mutating func add(_ later: [Samples], of all: [Variant], deviations: [Workload.Deviation]) {
    if isEmpty {
      variants = all.map { ($0.name, $0.role) }
      times = later
      self.deviations = deviations
      return
    }
    let rounds = later[0].rounds.count
    for index in times.indices {
      // A peer in another process may have stopped.
      guard let place = all.firstIndex(where: { $0.name == variants[index].name }) else {
        times[index].append(Samples(rounds: Array(repeating: nil, count: rounds)))
        continue
      }
      times[index].append(later[place])
      if self.deviations.indices.contains(index) {
        self.deviations[index] = self.deviations[index].worse(deviations[place])
      }
    }
  }
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
    result.error.map { $0 <= kernel.peerTolerance ?? kernel.tolerance } ?? true
  }

  func result(_ variant: String) -> KernelResult? {
    results.first { $0.variant == variant }
  }

  /// Whether the ratios to the fastest peers whose results are right have at most this relative standard error.
  func isPrecise(_ error: Double) -> Bool {
    results.allSatisfy { result in
      let right = result.ratioToPeer.filter { peer in self.result(peer.peer).map(isRight) ?? false }
      guard let fastest = right.max(by: { $0.ratio < $1.ratio }) else { return true }
      return result.uncertainty.contains { $0.reference == fastest.peer && $0.error <= error }
    }
  }

  /// - Parameter samples: The times of at least one pass.
  init(_ samples: KernelSamples, peers: Peers) {
    (kernel, size, count) = (samples.kernel, samples.size, samples.count)
    let (kernel, count) = (kernel, count)
    let (variants, times, deviations) = (samples.variants, samples.times, samples.deviations)
    let bytes = kernel.bytesPerElement * Double(count)
    let promising = Set(peers.names.filter(\.keepsPromises).map(\.text))
    let wrong = deviations.indices.filter { index in
      let variant = variants[index]
      if case .peer = variant.role, !promising.contains(variant.name) { return false }
      return !(deviations[index].fromFirst <= kernel.tolerance)
    }
    let fastestCopy = times[deviations.count...].min { $0.median < $1.median }!

    let measured = zip(variants, times).enumerated()
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
        error: index < deviations.count ? deviations[index].fromFirst : nil,
        exactError: index < deviations.count ? deviations[index].fromExact : nil,
        copyFraction: fastestCopy.ratio(to: times), ratioToPeer: ratios, ratioToScalar: ratioToScalar,
        uncertainty: uncertainty)
    }
    mismatches = wrong.map { Mismatch(variant: variants[$0].name, deviation: deviations[$0].fromFirst) }
  }
}
