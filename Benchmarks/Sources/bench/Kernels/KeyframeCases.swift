import VectorKernels

extension KernelCase {
  static var keyframes: [KernelCase] {
    [
      instances("forward", .cubics(16), order: .inOrder),
      instances("forward/long", .cubics(120), order: .inOrder),
      instances("seek", .cubics(16), order: .random),
      instances("seek/long", .cubics(120), order: .random),
      instances("springs", .springs, order: .random),
      tracks,
    ]
  }

  private enum Order {
    /// Each instance continues from its last time, so a scalar loop finds its cursor in place.
    case inOrder
    case random
  }

  /// One timeline with a keyframe every half second, and many instances somewhere in it.
  private static func instances(_ name: String, _ track: BenchTrack, order: Order) -> KernelCase {
    KernelCase(name: "keyframes/\(name)/f32", bytesPerElement: Float.bytes(2), tolerance: 1e-5) { work in
      let out = work.output(Float.self)
      let prepared = try! track.timeline.prepared()
      let time = prepared.duration
      let starts = work.input(in: 0...Float(time))
      let loop = ScalarKeyframes(track.timeline)
      var cursors = starts.map { loop.piece(at: Float(time) - $0) }
      return Contestants(
        library: { prepared.values(at: time, starts: starts.span, into: out.mutableSpan) },
        scalar: {
          switch order {
          case .inOrder: loop.follow(at: Float(time), starts: starts, cursors: &cursors, into: out)
          case .random: loop.seek(at: Float(time), starts: starts, into: out)
          }
        },
        peer: { _ in nil })
    }
  }

  /// Many timelines at one time.
  private static var tracks: KernelCase {
    KernelCase(name: "keyframes/tracks/f32", bytesPerElement: Float.bytes(6), tolerance: 1e-5) { work in
      let out = work.output(Float.self)
      let distinct = (0..<64).map { BenchTrack.cubics(8 + $0 % 9, phase: Double($0)).timeline }
      let prepared = distinct.map { try! $0.prepared() }
      let loops = distinct.map(ScalarKeyframes.init)
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
  let timeline: KeyframeTimeline<Float>

  static func cubics(_ count: Int, phase: Double = 0) -> BenchTrack {
    BenchTrack(
      timeline: KeyframeTimeline(initialValue: 0) {
        for i in 0..<count {
          CubicKeyframe(Float((Double(i) * 0.7 + phase).truncatingRemainder(dividingBy: 1.9)), duration: 0.5)
        }
      })
  }

  static var springs: BenchTrack {
    BenchTrack(
      timeline: KeyframeTimeline(initialValue: 0) {
        LinearKeyframe(1, duration: 0.5)
        SpringKeyframe(2, duration: 0.4, spring: .snappy)
        CubicKeyframe(1, duration: 0.6)
      })
  }
}

/// Keyframes as one writes them down without SIMD in mind: an array of segments, a cubic each.
struct ScalarKeyframes {
  struct Segment {
    var start, end, from, to, startSlope, endSlope: Float
  }

  let segments: [Segment]

  /// Approximates a timeline by cubics of a sixtieth of a second.
  init(_ timeline: KeyframeTimeline<Float>) {
    let count = Int((timeline.duration * 60).rounded(.up))
    segments = (0..<count).map { i in
      let (start, end) = (Double(i) / 60, min(Double(i + 1) / 60, timeline.duration))
      return Segment(
        start: Float(start), end: Float(end), from: timeline.value(time: start), to: timeline.value(time: end),
        startSlope: timeline.velocity(time: start + 1e-9) * Float(end - start),
        endSlope: timeline.velocity(time: end) * Float(end - start))
    }
  }

  func piece(at time: Float) -> Int {
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].end < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func value(of piece: Int, at time: Float) -> Float {
    let s = segments[piece]
    let x = min(max((time - s.start) / (s.end - s.start), 0), 1)
    let y = 1 - x
    return y * y * (1 + 2 * x) * s.from + x * x * (3 - 2 * x) * s.to + x * y * y * s.startSlope - x * x * y * s.endSlope
  }

  func follow(at time: Float, cursor: inout Int) -> Float {
    while cursor + 1 < segments.count, time > segments[cursor].end { cursor += 1 }
    return value(of: cursor, at: time)
  }

  @inline(never)
  func follow(
    at time: Float, starts: UnsafeMutableBufferPointer<Float>, cursors: inout [Int],
    into out: UnsafeMutableBufferPointer<Float>
  ) {
    for i in out.indices { out[i] = follow(at: time - starts[i], cursor: &cursors[i]) }
  }

  @inline(never)
  func seek(
    at time: Float, starts: UnsafeMutableBufferPointer<Float>, into out: UnsafeMutableBufferPointer<Float>
  ) {
    for i in out.indices {
      let time = time - starts[i]
      out[i] = value(of: piece(at: time), at: time)
    }
  }
}
