import VectorKernels

/// The objects of another animation library, moved as tweens are.
package final class PeerTweens {
  /// More objects than that take longer to create and to move than the scene itself is measured.
  static let mostValues = 100_000
  /// The largest difference of right results, as a fraction of the largest target: Qt's curves err by up to 2.5e-4.
  private static let tolerance = 1e-3
  /// The time of the first frame in milliseconds, and that between two. Qt counts whole milliseconds.
  private static let (first, step): (Int32, Int32) = (500, 8)
  private static let frames = 20

  private typealias Create =
    @convention(c) (Int, Int, Peer.In, Peer.In, Peer.In, Peer.In) -> UnsafeMutableRawPointer?
  private typealias Move = @convention(c) (UnsafeMutableRawPointer, Int32) -> Void
  private typealias Copy = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  private typealias Destroy = @convention(c) (UnsafeMutableRawPointer) -> Void

  private let tweens: Tweens
  private let objects: UnsafeMutableRawPointer
  private let (moveObjects, copyValues, destroy): (Move, Copy, Destroy)

  /// Creates the objects and begins their animations; nil if the peer can't.
  package init?(_ peer: Peer, _ tweens: Tweens) {
    guard let create = peer.function("vk_tweens_create", as: Create.self),
      let move = peer.function("vk_tweens_move", as: Move.self),
      let copy = peer.function("vk_tweens_copy", as: Copy.self),
      let destroy = peer.function("vk_tweens_destroy", as: Destroy.self)
    else { return nil }
    let objects = tweens.targets.withUnsafeBytes { targets in
      tweens.durations.withUnsafeBytes { durations in
        tweens.elapsed.withUnsafeBytes { elapsed in
          Tweens.curve.withUnsafeBytes { points in
            create(
              tweens.count, tweens.components, targets.baseAddress!, durations.baseAddress!, elapsed.baseAddress!,
              points.baseAddress!)
          }
        }
      }
    }
    guard let objects else { return nil }
    (self.tweens, self.objects) = (tweens, objects)
    (moveObjects, copyValues, self.destroy) = (move, copy, destroy)
  }

  deinit { destroy(objects) }

  /// Moves all objects to a time.
  package func move(to milliseconds: Int32) { moveObjects(objects, milliseconds) }

  /// The components of each object's value.
  package var values: [Double] {
    var values = Array(repeating: Double.nan, count: tweens.targets.count)
    values.withUnsafeMutableBytes { copyValues(objects, $0.baseAddress!) }
    return values
  }

  /// Whether an error is that of right results.
  static func isRight(_ error: Double) -> Bool { error <= tolerance }

  /// Moves the objects to places all over the curve.
  ///
  /// - Returns: The largest difference of their values from exact ones, as a fraction of the largest target.
  package func largestError() -> Double {
    // Until then, none arrives.
    let rest = zip(tweens.durations, tweens.elapsed).map { $0 - $1 }.min() ?? 0
    return [0.25, 0.5, 0.75].map { progress in
      let milliseconds = Int32(progress * rest * 1000)
      move(to: milliseconds)
      return tweens.deviation(of: values, at: Double(milliseconds) / 1000)
    }.max()!
  }

  /// Moves the objects from frame to frame.
  ///
  /// - Returns: The nanoseconds of the median frame.
  package func frameTime(on core: Core) -> Double {
    move(to: Self.first)
    var time = Self.first
    let times = core.times(Self.frames) {
      time += Self.step
      let start = Clock.now
      move(to: time)
      return Clock.now - start
    }
    return Statistics.median(times)
  }
}
