import VectorKernels

/// Instances of a Lottie file, played by another library.
package final class PeerLottiePlayer {
  /// Instances are independent of each other, and sixteen of a peer take longer than a thousand of ours.
  static let mostInstances = 16
  private static let fewestFrames = 8
  private static let mostFrames = 200

  private typealias Create = @convention(c) (UnsafePointer<CChar>, Int) -> UnsafeMutableRawPointer?
  private typealias Frames = @convention(c) (UnsafeRawPointer) -> Int
  private typealias Move = @convention(c) (UnsafeMutableRawPointer, Peer.In) -> Int
  private typealias Destroy = @convention(c) (UnsafeMutableRawPointer) -> Void

  package let frameCount: Int
  /// The whole number of frames by which each instance is ahead.
  private let phases: [Int]
  private let instances: UnsafeMutableRawPointer
  private let (moveInstances, destroy): (Move, Destroy)

  /// Reads a file; nil if the peer can't, or if the file has a single frame.
  ///
  /// - Parameter phases: The frames by which each of our instances is ahead. The peer's are ahead by some of them.
  package init?(_ peer: Peer, path: String, phases: [Double]) {
    guard let create = peer.function("vk_lottie_create", as: Create.self),
      let frames = peer.function("vk_lottie_frames", as: Frames.self),
      let move = peer.function("vk_lottie_move", as: Move.self),
      let destroy = peer.function("vk_lottie_destroy", as: Destroy.self)
    else { return nil }
    let count = min(phases.count, Self.mostInstances)
    guard let instances = create(path, count) else { return nil }
    (self.instances, frameCount) = (instances, frames(instances))
    (moveInstances, self.destroy) = (move, destroy)
    self.phases = (0..<count).map { Int(phases[$0 * phases.count / count]) }
    // A file that doesn't move takes no time.
    if frameCount < 2 { return nil }
  }

  deinit { destroy(instances) }

  /// Moves each instance to its frame.
  ///
  /// - Returns: The number of things to be drawn.
  package func play(at frame: Int) -> Int {
    phases.map { ($0 + frame) % frameCount }.withUnsafeBytes { moveInstances(instances, $0.baseAddress!) }
  }

  /// Plays on for a number of seconds.
  ///
  /// - Returns: The nanoseconds of the median frame for each instance, or nil if nothing was to be drawn in any frame.
  package func frameTime(seconds: Double) -> Double? {
    var (times, drawn): ([Double], Int) = ([], play(at: 0))
    let deadline = Clock.now + seconds * 1e9
    while times.count < Self.fewestFrames || (Clock.now < deadline && times.count < Self.mostFrames) {
      let start = Clock.now
      drawn += play(at: times.count + 1)
      times.append(Clock.now - start)
    }
    return drawn > 0 ? Statistics.median(times) / Double(phases.count) : nil
  }
}
