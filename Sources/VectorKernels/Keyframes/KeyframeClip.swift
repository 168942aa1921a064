/// Many prepared tracks that play together, such as the curves of a skeleton or of a scene: each call evaluates all of
/// them at one time.
///
/// ```swift
/// let clip = KeyframeClip([try timeline.prepared(\.scale), try timeline.prepared(\.rotation)])
/// var cursors = [Int32](repeating: 0, count: clip.componentCount)
/// var now = [Float](repeating: 0, count: clip.componentCount)
/// clip.values(at: 0.3, cursors: cursors.mutableSpan, into: now.mutableSpan)
/// // now == [scale, rotation] at 0.3 s
/// ```
public struct KeyframeClip: Sendable {
  /// The duration of the longest track, in seconds.
  public let duration: Double
  /// The number of components of all tracks together: those of the first track first, then those of the second.
  public let componentCount: Int

  /// The ends of each component's pieces, after a number below every time. Each of these has a row of coefficients.
  let ends: [Float]
  let rows: [Float]
  let degree: Int
  /// The index of each component's first piece, and the number of its pieces.
  let first: [Int32]
  let count: [Int32]
  let steps: Int
  let deferredVelocityRows = Deferred<[Float]>()

  /// Creates a clip of tracks. Its results have the order of the tracks.
  ///
  /// - Complexity: O(n) for n pieces of all components.
  public init(_ tracks: [PreparedKeyframes]) {
    let degree = tracks.map { $0.degree }.max() ?? 3
    let width = keyframeRowWidth(degree)
    var (ends, rows, first, count): ([Float], [Float], [Int32], [Int32]) = ([], [], [], [])
    for track in tracks {
      let trackWidth = keyframeRowWidth(track.degree)
      let padding = [Float](repeating: 0, count: width - trackWidth)
      for component in track.rows {
        ends.append(-.greatestFiniteMagnitude)
        rows += [Float](repeating: 0, count: width)
        first.append(Int32(ends.count))
        count.append(Int32(track.pieceCount))
        ends += track.ends.prefix(track.pieceCount)
        for piece in 0..<track.pieceCount {
          rows += component[piece * trackWidth..<(piece + 1) * trackWidth] + padding
        }
      }
    }
    // The kernel reads four ends at a time.
    self.ends = ends + [Float](repeating: .greatestFiniteMagnitude, count: 4)
    self.rows = rows
    self.degree = degree
    self.first = first
    self.count = count
    steps = Int.bitWidth - (Int(count.max() ?? 1) - 1).leadingZeroBitCount
    duration = tracks.map { $0.duration }.max() ?? 0
    componentCount = first.count
  }
}

extension KeyframeClip: CustomStringConvertible {
  public var description: String { "KeyframeClip(\(componentCount) components, \(duration) s)" }
}
