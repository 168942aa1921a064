import VectorKernels

/// The figures of one variant of a case at one size.
struct KernelResult {
  let variant: String
  /// Nanoseconds per element.
  let median, minimum, maximum: Double
  let gigabytesPerSecond: Double
  /// The share of the bandwidth that the faster way of copying as many bytes reached.
  let copyFraction: Double
  /// Our time divided by that of each peer at the same level; empty for what is not the library.
  let ratioToPeer: [(peer: String, ratio: Double)]
}

/// A case at one size: all variants, the subject first.
struct KernelMeasurement {
  /// A variant whose results are not those of the subject. It did other work, so it has no figures; only those of the
  /// subject itself, which everything else is a fraction of, stay.
  struct Mismatch {
    let variant: String
    /// As a fraction of the largest result.
    let deviation: Double
  }

  let kernel: KernelCase
  /// What was asked for.
  let size: Size
  /// How many elements were measured: whole groups of the kernel's, at least one.
  let count: Int
  let results: [KernelResult]
  let mismatches: [Mismatch]

  var subject: KernelResult { results[0] }

  func result(_ variant: String) -> KernelResult? {
    results.first { $0.variant == variant }
  }

  /// Measures and checks; nil when interrupted.
  ///
  /// - Parameter levels: the levels of the library to measure, the first of which is the subject.
  init?(_ kernel: KernelCase, at size: Size, levels: [InstructionSet], peers: [Peer], with measurement: Measurement) {
    let count = max(kernel.group, size.count / kernel.group * kernel.group)
    let bytes = kernel.bytesPerElement * Double(count)
    let work = Workload(count: count)
    let contestants = kernel.contestants(work)
    let computing = KernelMeasurement.variants(of: contestants, levels: levels, peers: peers)
    let copying = work.copies(bytes: Int(bytes))

    guard let samples = measurement.run(computing + copying) else { return nil }
    let deviations = work.deviations(of: computing)
    let wrong = computing.indices.filter { !(deviations[$0] <= kernel.tolerance) }
    let fastestCopy = samples[computing.count...].min { $0.median < $1.median }!

    let measured = zip(computing + copying, samples).enumerated()
      .filter { index, _ in index == 0 || !wrong.contains(index) }.map(\.element)
    results = measured.map { variant, times in
      var ratios: [(String, Double)] = []
      if case .library(let level) = variant.role {
        for (peer, itsTimes) in measured where peer.role == .peer(level) {
          ratios.append((peer.name, times.ratio(to: itsTimes)))
        }
      }
      return KernelResult(
        variant: variant.name, median: times.median / Double(count), minimum: times.minimum / Double(count),
        maximum: times.maximum / Double(count), gigabytesPerSecond: bytes / times.median,
        copyFraction: fastestCopy.ratio(to: times), ratioToPeer: ratios)
    }
    mismatches = wrong.map { Mismatch(variant: computing[$0].name, deviation: deviations[$0]) }
    self.kernel = kernel
    self.size = size
    self.count = count
  }

  /// Each level of the library, next to the peers it is compared with, then the scalar loop.
  private static func variants(
    of contestants: KernelCase.Contestants, levels: [InstructionSet], peers: [Peer]
  ) -> [Variant] {
    levels.flatMap { level in
      [Variant(name: level.rawValue, role: .library(level), run: contestants.library)]
        + peers.filter { $0.level == level }.compactMap { peer in
          contestants.peer(peer).map { Variant(name: peer.name, role: .peer(level), run: $0) }
        }
    } + [Variant(name: "scalar", role: .scalar, run: contestants.scalar)]
  }
}
