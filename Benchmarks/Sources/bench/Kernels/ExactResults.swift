import VectorKernels

/// Results of a case, computed one by one in a wider type: by the scalar loop, or by the package's functions of single
/// values.
final class ExactResults {
  /// The number of elements up to which results are computed exactly. More would show no larger errors, and would take
  /// longer than the measurement.
  static let largestCount = 256 << 10

  private let largestError: () -> Double

  /// - Parameters:
  ///   - results: The buffers that variants write, or read and write.
  ///   - compute: Writes the exact results to buffers alike, which begin as the results' buffers do.
  init<T: Element>(
    _ results: [UnsafeMutableBufferPointer<T>],
    by compute: @escaping (Widening, [UnsafeMutableBufferPointer<T.Wide>]) -> Void
  ) {
    let initial = results.map(Array.init)
    lazy var exact: [[T.Wide]] = {
      let widen = Widening()
      return withExtendedLifetime(widen) {
        let buffers = initial.map { widen($0) }
        compute(widen, buffers)
        return buffers.map(Array.init)
      }
    }()
    largestError = {
      zip(exact, results).map { exact, results in
        var (largest, error): (T.Wide, T.Wide) = (0, 0)
        for index in exact.indices {
          let difference = (T.Wide(results[index]) - exact[index]).magnitude
          guard difference.isFinite else { return .infinity }
          largest = max(largest, exact[index].magnitude)
          error = max(error, difference)
        }
        return error == 0 ? 0 : Double(error / largest)
      }.max() ?? 0
    }
  }

  /// Returns the largest error of the present results, as a fraction of the largest exact result; infinite when one is
  /// not a finite number.
  func error() -> Double { largestError() }
}

/// Makes copies of numbers in a wider type, which live as long as it does.
final class Widening {
  private var allocations: [UnsafeMutableRawPointer] = []

  deinit {
    for allocation in allocations { allocation.deallocate() }
  }

  func callAsFunction<T: Element>(_ numbers: some Collection<T>) -> UnsafeMutableBufferPointer<T.Wide> {
    let copy = UnsafeMutableBufferPointer<T.Wide>.allocate(capacity: numbers.count)
    _ = copy.initialize(from: numbers.lazy.map { T.Wide($0) })
    allocations.append(UnsafeMutableRawPointer(copy.start))
    return copy
  }
}

/// How near to exact results a kernel of the library comes.
package struct KernelAccuracy {
  package let kernel: String
  /// The largest error, as a fraction of the largest exact result.
  package let error: Double
  /// Whether its elements are `Float`.
  package let isFloat: Bool

  /// Returns the accuracies of all kernels that have exact results.
  ///
  /// - Parameter count: The number of elements of each kernel.
  package static func all(count: Int) -> [KernelAccuracy] {
    KernelCase.all.compactMap { kernel in
      let work = Workload(count: kernel.count(of: count))
      let library = Variant(
        name: kernel.name, role: .library(InstructionSet.active), run: kernel.contestants(work).library)
      return work.deviations(of: [library])[0].fromExact.map {
        KernelAccuracy(kernel: kernel.name, error: $0, isFloat: !kernel.name.hasSuffix("/f64"))
      }
    }
  }
}
