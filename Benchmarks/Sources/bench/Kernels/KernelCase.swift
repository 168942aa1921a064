/// One kernel of the library, and the other ways of doing the same work.
struct KernelCase {
  /// Stable: results of different versions are matched by it.
  let name: String
  /// The bytes that one pass reads and writes, divided by the number of elements written.
  let bytesPerElement: Double
  /// The largest allowed difference between two variants' results, as a fraction of the largest.
  let tolerance: Double
  /// The same for a peer that doesn't promise the library's results; nil if it is the same.
  var peerTolerance: Double?
  /// The number of elements is a multiple of this.
  var group = 1
  let contestants: (Workload) -> Contestants

  /// Returns the number of elements of a size: whole groups, and at least one.
  func count(of size: Int) -> Int { max(group, size / group * group) }

  /// One call of each does the work once.
  struct Contestants {
    let library: () -> Void
    /// A loop as it is usually written, without SIMD.
    let scalar: () -> Void
    /// Nil when the peer lacks this kernel.
    let peer: (Peer) -> (() -> Void)?
  }

  static var all: [KernelCase] {
    interpolation(Float.self) + interpolation(Double.self)
      + interleaving(Float.self) + interleaving(Double.self)
      + curves + easings + progress + keyframes
      + colors + gradients + packing + rotations + transforms
      + springs(Float.self) + springSteps(Float.self)
      + springs(Double.self) + springSteps(Double.self)
  }
}
