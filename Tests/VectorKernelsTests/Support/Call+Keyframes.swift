import VectorKernels

/// Timelines with as many pieces as it takes for each way to find and evaluate them, over 20 seconds.
private var timelines: [KeyframeTimeline<Double>] {
  let cubics = [1, 6, 14, 20, 40, 200].map { count in
    KeyframeTimeline(initialValue: 0.0) {
      for i in 0..<count { CubicKeyframe(Double(i * 7 % 11) - 5, duration: 20 / Double(count)) }
    }
  }
  let springs = [1, 4, 12].map { count in
    KeyframeTimeline(initialValue: 0.0) {
      for i in 0..<count { SpringKeyframe(Double(i * 7 % 11) - 5, duration: 20 / Double(count), spring: .smooth) }
    }
  }
  let uneven = KeyframeTimeline(initialValue: 0.0) {
    for i in 0..<40 { LinearKeyframe(Double(i % 2), duration: i % 4 == 3 ? 2 : 1e-5) }
  }
  return cubics + springs + [uneven]
}

extension Call<Float> {
  static var keyframes: [Call] {
    timelines.flatMap { timeline in
      let track = try! timeline.prepared()
      return [values(of: track), values(ofStarted: track), velocities(of: track), velocities(ofStarted: track)]
    }
  }

  private static var moment: Input { Input(draw: .uniform(-1...21)) }

  private static func values(of track: PreparedKeyframes) -> Call {
    // Twelve ulp of terms of up to 40 on either side.
    Call(name: "keyframes, \(track.pieceCount) pieces", inputs: [moment], outputs: [1], agreement: 1e-4) {
      track.values(at: $0[0].span, into: $1[0].mutableSpan)
    }
  }

  private static func values(ofStarted track: PreparedKeyframes) -> Call {
    Call(name: "keyframes since starts, \(track.pieceCount) pieces", inputs: [moment], outputs: [1]) {
      track.values(at: 20.3, starts: $0[0].span, into: $1[0].mutableSpan)
    }
  }

  private static func velocities(of track: PreparedKeyframes) -> Call {
    Call(name: "velocities of keyframes, \(track.pieceCount) pieces", inputs: [moment], outputs: [1]) {
      track.velocities(at: $0[0].span, into: $1[0].mutableSpan)
    }
  }

  private static func velocities(ofStarted track: PreparedKeyframes) -> Call {
    Call(name: "velocities of keyframes since starts, \(track.pieceCount) pieces", inputs: [moment], outputs: [1]) {
      track.velocities(at: 20.3, starts: $0[0].span, into: $1[0].mutableSpan)
    }
  }
}

extension Call<Double> {
  static var keyframes: [Call] {
    timelines.flatMap { timeline in
      let track = try! timeline.prepared(as: Double.self)
      return [
        // Twelve ulp of terms of up to 40 on either side.
        Call(name: "keyframes, \(track.pieceCount) pieces", inputs: [moment], outputs: [1], agreement: 2e-13) {
          track.values(at: $0[0].span, into: $1[0].mutableSpan)
        },
        Call(name: "keyframes since starts, \(track.pieceCount) pieces", inputs: [moment], outputs: [1]) {
          track.values(at: 20.3, starts: $0[0].span, into: $1[0].mutableSpan)
        },
        Call(name: "velocities of keyframes, \(track.pieceCount) pieces", inputs: [moment], outputs: [1]) {
          track.velocities(at: $0[0].span, into: $1[0].mutableSpan)
        },
        Call(name: "velocities of keyframes since starts, \(track.pieceCount) pieces", inputs: [moment], outputs: [1]) {
          track.velocities(at: 20.3, starts: $0[0].span, into: $1[0].mutableSpan)
        },
      ]
    }
  }

  private static var moment: Input { Input(draw: .uniform(-1...21)) }
}
