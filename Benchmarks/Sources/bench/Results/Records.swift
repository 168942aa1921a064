/// A variant of a kernel at one size, in kernels.json.
package struct KernelRecord: Decodable {
  package let name: String
  package let variant: String
  package let count: Int
  package let nsPerElement: SpreadRecord
  package let bytesPerElement: Double
  package let gigabytesPerSecond: Double
  package let copyFraction: Double
  package let ratioToPeer: [String: Double]
  /// The largest difference of the results from the library's, as a fraction of the largest; nil also if it is
  /// infinite.
  package let error: Double?
  /// The largest difference of the results from exact ones, as a fraction of the largest; nil where there are none, if it
  /// is infinite, and in files from before it was written.
  package let exactError: Double?
  /// The largest difference allowed; nil for kernels that compute nothing.
  package let tolerance: Double?
  /// Our time divided by the scalar loop's; nil for other implementations, and in older files.
  package let ratioToScalar: Double?
  /// The relative standard errors of the time and of the ratios, null where there were too few rounds; nil for what is
  /// not the library, and in files from before it was written.
  package let uncertainty: [String: Double?]?
}

/// A scene at one size on a number of cores, in scenes.json.
package struct SceneRecord: Decodable {
  package let scene: String
  package let count: Int
  package let cores: Int
  package let components: Int
  package let frameMilliseconds: FrameRecord
  /// The median frame after 8 ms of rest; nil for small frames, and in files from before it was written.
  package let restedMilliseconds: Double?
  package let nsPerComponent: Double
  package let allocationsPerFrame: Double?
  package let bytesPerProperty: Double?
  /// The median frame divided by a copy that reads and writes as many bytes as the frame has to; nil where these aren't
  /// known, on several cores, and in files from before it was written.
  package let ratioToCopy: Double?
  package let timesFasterThanBaseline: Double?
  /// The time of other animation libraries divided by ours; nil in files from before it was written.
  package let timesFasterThanPeers: [String: Double]?
  /// The relative standard error of the median; nil in files from before it was written.
  package let uncertainty: Double?
}

/// A result with the times of other animation libraries.
package protocol ResultWithPeers {
  var timesFasterThanPeers: [String: Double]? { get }
}

extension SceneRecord: ResultWithPeers {}
extension LottieRecord: ResultWithPeers {}

extension Sequence where Element: ResultWithPeers {
  /// The libraries that any of the results has, by name.
  var peers: [String] { Set(flatMap { ($0.timesFasterThanPeers ?? [:]).keys }).sorted() }
}

/// The time of a frame: the median, what one in a hundred exceeds, and the longest.
package struct FrameRecord: Decodable {
  package let p50: Double
  package let p99: Double
  package let max: Double
}

/// The beginning, the change or the end of a run, or a value without an animator, in scenes.json.
package struct EventRecord: Decodable {
  package let event: String
  /// The number of runs or values that it was measured on.
  package let count: Int
  /// Of one of them.
  package let nanoseconds: Double
}

/// A kernel or a scene at one size on a number of cores, in scaling.json.
package struct ScalingRecord: Decodable {
  /// "kernel" or "scene".
  package let kind: String
  package let name: String
  package let count: Int
  package let cores: Int
  /// The bytes that one pass of a kernel reads and writes; nil for scenes.
  package let bytes: Double?
  package let nsPerElement: SpreadRecord
  package let gigabytesPerSecond: Double?
  /// The bandwidth of a copy of the same number of bytes in the same rounds on the same cores.
  package let copyGigabytesPerSecond: Double?
}

/// A Lottie file played by a number of instances, in lottie.json.
package struct LottieRecord: Decodable {
  package let file: String
  package let instances: Int
  package let properties: Int
  package let components: Int
  package let frameMilliseconds: FrameRecord
  package let nsPerComponent: Double
  package let timesFasterThanBaseline: Double?
  /// The time of other animation libraries divided by ours; nil in files from before it was written.
  package let timesFasterThanPeers: [String: Double]?

  var name: Substring { file.split(separator: "/").last ?? file[...] }
}

/// A way of solving timing curves, on one of them, in solvers.json.
package struct SolverRecord: Decodable {
  package let solver: String
  package let curve: String
  package let nsPerElement: SpreadRecord
  /// Nil where it is infinite or not a number.
  package let maximumError: Double?
}

/// The time of a kernel divided by that of a copy, in gate.json.
package struct GateRecord: Decodable {
  package let name: String
  package let ratioToCopy: Double
}
