import VectorKernels

extension Call<Float> {
  /// Progress by Web Animations' timing model, through kernels and through loops, and rotations over time.
  static var timings: [Call] {
    let timings = [
      try! EffectTiming(duration: 0.5, fill: .both), try! EffectTiming(delay: 0.25, duration: 1, iterations: 1.5),
      try! EffectTiming(
        delay: -0.5, endDelay: -0.25, duration: 0.4, iterationStart: 0.3, iterations: .infinity,
        direction: .alternateReverse, fill: .backwards, easing: .ease),
      try! EffectTiming(
        duration: 0.7, iterationStart: 1.5, iterations: 3.25, direction: .reverse, fill: .forwards, easing: .steps(3),
        playbackRate: -0.75),
      try! EffectTiming(duration: 0, iterations: 2.5, fill: .both),
    ]
    return timings.flatMap { timing in
      [
        Call(name: "directed progress of \(timing)", inputs: [moment], outputs: [1]) {
          timing.directedProgress(at: 1.25, starts: $0[0].span, into: $1[0].mutableSpan)
        },
        Call(name: "amounts of \(timing)", inputs: [moment], outputs: [1]) {
          timing.amounts(at: 1.25, starts: $0[0].span, into: $1[0].mutableSpan)
        },
        Call(name: "current iterations of \(timing)", inputs: [moment], outputs: [1]) {
          timing.currentIterations(at: 1.25, starts: $0[0].span, into: $1[0].mutableSpan)
        },
      ]
    } + rotationKeyframes
  }

  private static var moment: Input { Input(draw: .uniform(-1...3)) }

  private static var rotationKeyframes: [Call] {
    let turns = (0..<5).map { Quaternion(angle: .degrees(70 * Double($0)), axis: SIMD3(1.0, Double($0), 2)) }
    let times = [0.25, 0.5, 1, 1.75, 2]
    let keys = [
      try! RotationKeyframes(times: times, values: turns),
      try! RotationKeyframes(times: times, values: turns, interpolation: .step),
      try! RotationKeyframes(times: times, values: turns, inTangents: turns, outTangents: turns),
    ]
    return keys.enumerated().map { index, keys in
      let prepared = try! keys.prepared()
      return Call(name: "rotation keyframes \(index)", inputs: [moment], outputs: [4], mayAlias: false) {
        inputs, outputs in
        var rotations = [Quaternion<Float>](repeating: .identity, count: inputs[0].count)
        prepared.values(at: inputs[0].span, into: rotations.mutableSpan)
        for (i, rotation) in rotations.enumerated() {
          outputs[0][4 * i] = rotation.x
          outputs[0][4 * i + 1] = rotation.y
          outputs[0][4 * i + 2] = rotation.z
          outputs[0][4 * i + 3] = rotation.w
        }
      }
    }
  }
}
