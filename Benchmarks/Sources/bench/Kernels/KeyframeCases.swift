import VectorKernels

extension KernelCase {
  static var keyframes: [KernelCase] {
    instances(Float.self) + instances(Double.self) + [tracks]
  }

  private enum Order {
    /// Each instance continues from its last time, so a scalar loop finds its cursor in place.
    case inOrder
    case random
  }

  private static func instances<T: KeyframeElement>(_ type: T.Type) -> [KernelCase] {
    [
      instances("forward", .cubics(16), order: .inOrder, type),
      instances("forward/long", .cubics(120), order: .inOrder, type),
      instances("seek", .cubics(16), order: .random, type),
      instances("seek/short", .cubics(6), order: .random, type),
      instances("seek/long", .cubics(120), order: .random, type),
      instances("springs", .springs, order: .random, type),
    ]
  }

  /// One timeline with a keyframe every half second, and many instances somewhere in it.
  private static func instances<T: KeyframeElement>(
    _ name: String, _ track: BenchTrack, order: Order, _ type: T.Type
  ) -> KernelCase {
    // A cubic differs from a spring by 3e-7 of its way in a sixtieth of a second.
    let tolerance = track.isCubic ? min(T.wideTolerance, 1e-5) : 1e-5
    return KernelCase(name: "keyframes/\(name)/\(T.suffix)", bytesPerElement: T.bytes(2), tolerance: tolerance) {
      work in
      let out = work.output(type)
      let values = T.values(of: track.timeline)
      let time = track.timeline.duration
      let starts = work.input(in: 0...T(time))
      let loop = ScalarKeyframes<T>(track.timeline, perSecond: track.isCubic ? 2 : 60)
      var cursors = starts.map { loop.piece(at: T(time) - $0) }
      let (loopEnds, loopCoefficients) = (loop.paddedEnds, loop.paddedCoefficients)
      let ends = work.input(count: loopEnds.count) { loopEnds[$0] }
      let coefficients = work.input(count: loopCoefficients.count) { loopCoefficients[$0] }
      // Timelines compute in `Double`, which is exact beside `Float` only.
      if T.self == Float.self {
        work.exactly(out) { _, out in
          for i in starts.indices { out[0][i] = T.Wide(track.timeline.value(time: time - Double(starts[i]))) }
        }
      }
      return Contestants(
        library: { values(time, starts.span, out.mutableSpan) },
        scalar: {
          switch order {
          case .inOrder: loop.follow(at: T(time), starts: starts, cursors: &cursors, into: out)
          case .random: loop.seek(at: T(time), starts: starts, into: out)
          }
        },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Peer.In, Int, Peer.In, Double, Peer.Out, Int) -> Void
          return peer.function("vk_keyframes_\(T.suffix)", as: Function.self).map { function in
            { function(ends.start, coefficients.start, ends.count, starts.start, time, out.start, out.count) }
          }
        })
    }
  }

  /// Many timelines at one time.
  private static var tracks: KernelCase {
    KernelCase(name: "keyframes/tracks/f32", bytesPerElement: Float.bytes(6), tolerance: 1e-5) { work in
      let out = work.output(Float.self)
      let distinct = (0..<64).map { BenchTrack.cubics(8 + $0 % 9, phase: Double($0)).timeline }
      let prepared = distinct.map { try! $0.prepared() }
      let loops = distinct.map { ScalarKeyframes<Float>($0, perSecond: 2) }
      let choice = (0..<work.count).map { $0 * 37 % distinct.count }
      let clip = KeyframeClip(choice.map { prepared[$0] })
      let time = 3.3
      var cursors = [Int32](repeating: 0, count: work.count)
      clip.values(at: time, cursors: cursors.mutableSpan, into: out.mutableSpan)
      var places = choice.map { loops[$0].piece(at: Float(time)) }
      return Contestants(
        library: { clip.values(at: time, cursors: cursors.mutableSpan, into: out.mutableSpan) },
        scalar: {
          for i in out.indices { out[i] = loops[choice[i]].follow(at: Float(time), cursor: &places[i]) }
        },
        peer: { _ in nil })
    }
  }
}

/// The track that the cases play.
private struct BenchTrack {
  let timeline: KeyframeTimeline<Double>
  /// Whether each keyframe is one cubic.
  let isCubic: Bool

  static func cubics(_ count: Int, phase: Double = 0) -> BenchTrack {
    BenchTrack(
      timeline: KeyframeTimeline(initialValue: 0) {
        for i in 0..<count {
          CubicKeyframe((Double(i) * 0.7 + phase).truncatingRemainder(dividingBy: 1.9), duration: 0.5)
        }
      }, isCubic: true)
  }

  static var springs: BenchTrack {
    BenchTrack(
      timeline: KeyframeTimeline(initialValue: 0) {
        LinearKeyframe(1, duration: 0.5)
        SpringKeyframe(2, duration: 0.4, spring: .snappy)
        CubicKeyframe(1, duration: 0.6)
      }, isCubic: false)
  }
}

private protocol KeyframeElement: Element {
  /// Prepares a timeline, and returns the call that evaluates it.
  static func values(
    of timeline: KeyframeTimeline<Double>
  ) -> (_ time: Double, _ starts: Span<Self>, _ out: consuming MutableSpan<Self>) -> Void
}

extension Float: KeyframeElement {
  fileprivate static func values(
    of timeline: KeyframeTimeline<Double>
  ) -> (Double, Span<Float>, consuming MutableSpan<Float>) -> Void {
    let prepared = try! timeline.prepared()
    return { prepared.values(at: $0, starts: $1, into: $2) }
  }
}

extension Double: KeyframeElement {
  fileprivate static func values(
    of timeline: KeyframeTimeline<Double>
  ) -> (Double, Span<Double>, consuming MutableSpan<Double>) -> Void {
    let prepared = try! timeline.prepared(as: Double.self)
    return { prepared.values(at: $0, starts: $1, into: $2) }
  }
}

/// Keyframes as one writes them down without SIMD in mind: an array of segments, a cubic each.
private struct ScalarKeyframes<T: Element> {
  struct Segment {
    var start, end, from, to, startSlope, endSlope: T
  }

  let segments: [Segment]

  /// Approximates a timeline by a number of cubics per second.
  init(_ timeline: KeyframeTimeline<Double>, perSecond: Double) {
    let count = Int((timeline.duration * perSecond).rounded(.up))
    segments = (0..<count).map { i in
      let (start, end) = (Double(i) / perSecond, min(Double(i + 1) / perSecond, timeline.duration))
      return Segment(
        start: T(start), end: T(end), from: T(timeline.value(time: start)), to: T(timeline.value(time: end)),
        startSlope: T(timeline.velocity(time: start.nextUp) * (end - start)),
        endSlope: T(timeline.velocity(time: end) * (end - start)))
    }
  }

  /// The ends of the segments and then the greatest number, up to a power of two.
  var paddedEnds: [T] {
    let size = 1 << (Int.bitWidth - segments.count.leadingZeroBitCount)
    return segments.map(\.end) + [T](repeating: .greatestFiniteMagnitude, count: size - segments.count)
  }

  /// A column for each coefficient, from the lowest, in seconds since the end of the segment.
  var paddedCoefficients: [T] {
    let size = paddedEnds.count
    var columns = [T](repeating: 0, count: 4 * size)
    for (i, s) in segments.enumerated() {
      let (length, change) = (s.end - s.start, s.to - s.from)
      columns[i] = s.to
      columns[size + i] = s.endSlope / length
      columns[2 * size + i] = (2 * s.endSlope + s.startSlope - 3 * change) / (length * length)
      columns[3 * size + i] = (s.endSlope + s.startSlope - 2 * change) / (length * length * length)
    }
    return columns
  }

  func piece(at time: T) -> Int {
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].end < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func value(of piece: Int, at time: T) -> T {
    let s = segments[piece]
    let x = min(max((time - s.start) / (s.end - s.start), 0), 1)
    let y = 1 - x
    // As one expression this takes the compiler four minutes.
    let from: T = y * y * (1 + 2 * x) * s.from
    let to: T = x * x * (3 - 2 * x) * s.to
    let startSlope: T = x * y * y * s.startSlope
    let endSlope: T = x * x * y * s.endSlope
    return from + to + startSlope - endSlope
  }

  func follow(at time: T, cursor: inout Int) -> T {
    while cursor + 1 < segments.count, time > segments[cursor].end { cursor += 1 }
    return value(of: cursor, at: time)
  }

  @inline(never)
  func follow(
    at time: T, starts: UnsafeMutableBufferPointer<T>, cursors: inout [Int], into out: UnsafeMutableBufferPointer<T>
  ) {
    for i in out.indices { out[i] = follow(at: time - starts[i], cursor: &cursors[i]) }
  }

  @inline(never)
  func seek(at time: T, starts: UnsafeMutableBufferPointer<T>, into out: UnsafeMutableBufferPointer<T>) {
    for i in out.indices {
      let time = time - starts[i]
      out[i] = value(of: piece(at: time), at: time)
    }
  }
}
