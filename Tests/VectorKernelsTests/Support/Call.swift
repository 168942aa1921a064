import Testing
import VectorKernels

/// A batched call as the kernel contract sees it: columns in, columns out, one row per element.
struct Call<S: Element>: Sendable, CustomTestStringConvertible {
  typealias Inputs = [UnsafeBufferPointer<S>]
  typealias Outputs = [UnsafeMutableBufferPointer<S>]

  /// A column holds `width` values per row.
  struct Input: Sendable {
    var draw: Draw<S>
    var width = 1
    /// The outputs whose rows depend on this input.
    var outputs: [Int]? = nil
    /// Whether a row's values are one value, all of which every result of the row depends on, and not one each.
    var isWhole = false
  }

  let name: String
  let inputs: [Input]
  /// How many values per row each output holds.
  let outputs: [Int]
  /// Whether an output may be the buffer of an input.
  var mayAlias = true
  /// Whether it is a loop over single values without a kernel, which does the same at every length.
  var isLoop = false
  /// How far a result of kernels without fused multiply-adds may be from one with, relative to the largest number in
  /// its row or 1, if that is bounded.
  var agreement: S?
  let run: @Sendable (Inputs, Outputs) -> Void

  var testDescription: String { "\(name), \(S.self)" }
}

extension Call {
  /// Random inputs for a number of rows.
  func columns(rows: Int, using generator: inout Generator) -> [[S]] {
    inputs.map { input in (0..<rows * input.width).map { _ in input.draw.next(using: &generator) } }
  }

  /// Returns the call's results for `columns`.
  func results(for columns: [[S]]) -> [[S]] {
    let rows = columns[0].count / inputs[0].width
    let sources = columns.map { column in
      let memory = UnsafeMutableBufferPointer<S>.allocate(capacity: column.count)
      _ = memory.initialize(fromContentsOf: column)
      return memory
    }
    let destinations = outputs.map { width in
      let memory = UnsafeMutableBufferPointer<S>.allocate(capacity: rows * width)
      memory.initialize(repeating: .nan)
      return memory
    }
    defer { (sources + destinations).forEach { $0.deallocate() } }
    run(sources.map { UnsafeBufferPointer($0) }, destinations)
    return destinations.map(Array.init)
  }
}

extension Call {
  /// Every call there is for both scalar types.
  static var common: [Call] {
    [interpolateShared, interpolateEach, interpolateSharedInPlace, interpolateEachInPlace]
      + [1, 2, 3, 4, 5, 6, 7, 8, 9, 20].flatMap { [interpolate(components: $0), interpolateInPlace(components: $0)] }
      + [1, 2, 3, 4, 7].map(blend)
      + [springPositions, springMotion, springSineAmplitudes, springTransitions, springStep, settled]
      + [nearestAngles] + [0.3, 1, 2].map { lastCrossings(of: Spring(response: 0.75, dampingRatio: $0)) }
      + [0.3, 1, 2].map { Spring(response: 0.75, dampingRatio: $0) }.flatMap {
        [positions(of: $0), motion(of: $0), sineAmplitudes(of: $0), advance($0)]
      }
  }
}

// MARK: Interpolation

extension Call {
  private static var endpoint: Input { Input(draw: .uniform(-100...100)) }
  private static var progress: Input { Input(draw: .uniform(-0.5...1.5)) }

  /// The error of interpolation, at most 1 and 1.5 ulp of the larger endpoint, on both sides; times three outside [0,
  /// 1].
  private static var interpolationAgreement: S { 8 * .ulpOfOne }

  private static var interpolateShared: Call {
    Call(name: "interpolate", inputs: [endpoint, endpoint], outputs: [1], agreement: interpolationAgreement) {
      Batch.interpolate(from: $0[0].span, to: $0[1].span, amount: 0.3, into: $1[0].mutableSpan)
    }
  }

  private static var interpolateEach: Call {
    Call(
      name: "interpolate, own progress", inputs: [endpoint, endpoint, progress], outputs: [1],
      agreement: interpolationAgreement
    ) {
      Batch.interpolate(from: $0[0].span, to: $0[1].span, amounts: $0[2].span, into: $1[0].mutableSpan)
    }
  }

  private static var interpolateSharedInPlace: Call {
    Call(
      name: "interpolate in place", inputs: [endpoint, endpoint], outputs: [1], mayAlias: false,
      agreement: interpolationAgreement
    ) {
      copy($0[0], $1[0])
      Batch.interpolate($1[0].mutableSpan, to: $0[1].span, amount: 0.7)
    }
  }

  private static var interpolateEachInPlace: Call {
    Call(
      name: "interpolate in place, own progress", inputs: [endpoint, endpoint, progress], outputs: [1],
      mayAlias: false, agreement: interpolationAgreement
    ) {
      copy($0[0], $1[0])
      Batch.interpolate($1[0].mutableSpan, to: $0[1].span, amounts: $0[2].span)
    }
  }

  private static func interpolate(components: Int) -> Call {
    let values = Input(draw: endpoint.draw, width: components)
    return Call(
      name: "interpolate \(components) components", inputs: [values, values, progress], outputs: [components],
      agreement: interpolationAgreement
    ) {
      Batch.interpolate(
        from: $0[0].span, to: $0[1].span, amounts: $0[2].span, components: components, into: $1[0].mutableSpan)
    }
  }

  private static func interpolateInPlace(components: Int) -> Call {
    let values = Input(draw: endpoint.draw, width: components)
    return Call(
      name: "interpolate \(components) components in place", inputs: [values, values, progress],
      outputs: [components], mayAlias: false, agreement: interpolationAgreement
    ) {
      copy($0[0], $1[0])
      Batch.interpolate($1[0].mutableSpan, to: $0[1].span, amounts: $0[2].span, components: components)
    }
  }

  private static func blend(inputs: Int) -> Call {
    let weights = (0..<inputs).map { S(1 + $0) / S(inputs) }
    return Call(
      name: "blend \(inputs)", inputs: Array(repeating: endpoint, count: inputs), outputs: [1], mayAlias: false,
      agreement: S(inputs * inputs * 4) * .ulpOfOne
    ) {
      let columns = $0.flatMap(Array.init)
      Batch.blend(columns.span, weights: weights.span, into: $1[0].mutableSpan)
    }
  }
}

// MARK: Springs

extension Call {
  private static var state: Input { Input(draw: .uniform(-10...10)) }
  private static var decay: Input { Input(draw: .uniform(1...20)) }
  private static var frequency: Input { Input(draw: .uniform(-5...5)) }
  private static var start: Input { Input(draw: .uniform(0...2)) }
  private static var target: Input { Input(draw: .uniform(-100...100), outputs: [0]) }

  /// The promise for closed forms, on both sides, for states up to 10 with rates up to 35 per second.
  private static var springAgreement: S { S(2 * 35 * S.closedFormError) }

  private static var springPositions: Call {
    Call(
      name: "spring positions", inputs: [target, state, state, decay, frequency, start], outputs: [1],
      agreement: springAgreement
    ) {
      Batch.springPositions(
        at: 2, targets: $0[0].span, displacements: $0[1].span, sineAmplitudes: $0[2].span, decays: $0[3].span,
        frequencies: $0[4].span, starts: $0[5].span, into: $1[0].mutableSpan)
    }
  }

  private static var springMotion: Call {
    Call(
      name: "spring motion", inputs: [target, state, state, decay, frequency, start], outputs: [1, 1],
      agreement: springAgreement
    ) {
      Batch.springMotion(
        at: 2, targets: $0[0].span, displacements: $0[1].span, sineAmplitudes: $0[2].span, decays: $0[3].span,
        frequencies: $0[4].span, starts: $0[5].span, into: $1[0].mutableSpan, velocities: $1[1].mutableSpan)
    }
  }

  private static var springSineAmplitudes: Call {
    Call(name: "spring sine amplitudes", inputs: [state, state, decay, frequency], outputs: [1]) {
      Batch.springSineAmplitudes(
        displacements: $0[0].span, velocities: $0[1].span, decays: $0[2].span, frequencies: $0[3].span,
        into: $1[0].mutableSpan)
    }
  }

  private static var springTransitions: Call {
    Call(
      name: "spring transitions", inputs: [decay, frequency], outputs: [1, 1, 1, 1], agreement: springAgreement
    ) {
      Batch.springTransitions(
        deltaTime: 0.02, decays: $0[0].span, frequencies: $0[1].span, into: $1[0].mutableSpan,
        velocityToPosition: $1[1].mutableSpan,
        positionToVelocity: $1[2].mutableSpan, velocityToVelocity: $1[3].mutableSpan)
    }
  }

  private static var springStep: Call {
    let position = [Input(draw: .uniform(-1...1), outputs: [0]), Input(draw: .uniform(-1...1), outputs: [0])]
    let velocity = [Input(draw: .uniform(-1...1), outputs: [1]), Input(draw: .uniform(-1...1), outputs: [1])]
    return Call(
      name: "spring step", inputs: position + velocity + [state, state, state], outputs: [1, 1], mayAlias: false,
      agreement: 16 * .ulpOfOne * 20
    ) {
      copy($0[5], $1[0])
      copy($0[6], $1[1])
      Batch.springStep(
        positions: $1[0].mutableSpan, velocities: $1[1].mutableSpan, targets: $0[4].span,
        positionToPosition: $0[0].span, velocityToPosition: $0[1].span, positionToVelocity: $0[2].span,
        velocityToVelocity: $0[3].span)
    }
  }

  /// One row per element, as a number: 1 is settled. Nothing settles on NaN, so no output depends on one.
  private static var settled: Call {
    let value = Input(draw: .uniform(-1...1), outputs: [])
    return Call(name: "settled", inputs: [value, value, value], outputs: [1], mayAlias: false, agreement: 0) {
      var words = [UInt64](repeating: 0, count: ($1[0].count + 63) / 64)
      let count = Batch.settled(
        positions: $0[0].span, velocities: $0[1].span, targets: $0[2].span, valueEpsilon: 0.75, velocityEpsilon: 0.5,
        into: words.mutableSpan)
      precondition(count == words.map(\.nonzeroBitCount).reduce(0, +))
      for i in $1[0].indices { $1[0][i] = words[i / 64] >> UInt64(i % 64) & 1 == 1 ? 1 : 0 }
    }
  }

  private static func positions(of spring: Spring) -> Call {
    Call(
      name: "positions of spring \(spring.dampingRatio)", inputs: [target, state, state, start], outputs: [1],
      agreement: springAgreement
    ) {
      spring.positions(
        at: 2, targets: $0[0].span, displacements: $0[1].span, sineAmplitudes: $0[2].span, starts: $0[3].span,
        into: $1[0].mutableSpan)
    }
  }

  private static func motion(of spring: Spring) -> Call {
    Call(
      name: "motion of spring \(spring.dampingRatio)", inputs: [target, state, state, start], outputs: [1, 1],
      agreement: springAgreement
    ) {
      spring.motion(
        at: 2, targets: $0[0].span, displacements: $0[1].span, sineAmplitudes: $0[2].span, starts: $0[3].span,
        into: $1[0].mutableSpan, velocities: $1[1].mutableSpan)
    }
  }

  private static func sineAmplitudes(of spring: Spring) -> Call {
    Call(name: "sine amplitudes of spring \(spring.dampingRatio)", inputs: [state, state], outputs: [1]) {
      spring.sineAmplitudes(displacements: $0[0].span, velocities: $0[1].span, into: $1[0].mutableSpan)
    }
  }

  /// Springs never settle on NaN: its time is infinite.
  private static func lastCrossings(of spring: Spring) -> Call {
    let number = Input(draw: .uniform(-10...10), outputs: [])
    return Call(
      name: "last crossings of spring \(spring.dampingRatio)", inputs: [number, number], outputs: [1], isLoop: true
    ) {
      spring.lastCrossings(
        targets: $0[0].span, initialVelocities: $0[1].span, epsilon: 0.01, into: $1[0].mutableSpan)
    }
  }

  private static func advance(_ spring: Spring) -> Call {
    Call(
      name: "step of spring \(spring.dampingRatio)", inputs: [state, state, state], outputs: [1, 1], mayAlias: false,
      agreement: 16 * .ulpOfOne * 20
    ) {
      copy($0[0], $1[0])
      copy($0[1], $1[1])
      SpringStep<S>(spring, deltaTime: 1 / 60).advance(
        positions: $1[0].mutableSpan, velocities: $1[1].mutableSpan, targets: $0[2].span)
    }
  }
}

// MARK: Curves

extension Call<Float> {
  /// Every call there is.
  static var all: [Call] {
    common + keyframes + easings + colors + rotations + packing + timings + paths + [bezierValues, bezierVelocities]
      + [CubicBezier.ease, .easeInOut, try! CubicBezier(x1: 1, y1: 0, x2: 0, y2: 1)].flatMap {
        [values(of: $0), velocities(of: $0), tabulatedValues(of: $0)]
      }
      + [ownProgress, ownProgressReversed, reverse]
      + [
        Animation.easeIn.delay(0.2), .easeIn(duration: 0.3).repeatForever(autoreverses: false),
        .linear(duration: 0.4).delay(0.1).repeatCount(3), .bouncy.repeatCount(2), .spring(duration: 0.4, bounce: 1),
      ].flatMap { [progress(of: $0), progressReversed(of: $0), amounts(of: $0)] }
  }

  /// Every family and its inverse, and CSS's functions.
  fileprivate static var easings: [Call] {
    // Which end is eased is the same code for all of them, so the families take turns.
    let curves = [.linear] + UnitCurve.families.enumerated().map { $1[$0 % 3] }
    let steps = [CSSEasing.StepPosition.jumpStart, .jumpNone].map { CSSEasing.steps(3, $0) }
    let lines = [5, 40, 300].map { count in CSSEasing.linear((0..<count).map { .init(Double($0 % 7)) }) }
    let splines = [5, 40].map { count in UnitCurve.catmullRom(through: (0..<count).map { Double($0 % 7) }) }
    return (curves + curves.map(\.inverse) + splines).map { curve in
      Call(name: "\(curve)", inputs: [time], outputs: [1]) { curve.values(at: $0[0].span, into: $1[0].mutableSpan) }
    }
      + ([.ease, .linear] + steps + lines).map { easing in
        Call(name: "\(easing.description.prefix(40))", inputs: [time], outputs: [1]) {
          easing.values(at: $0[0].span, into: $1[0].mutableSpan)
        }
      }
      // Elastic curves and inverses that are searched for have the loop of these, and take long.
      + (curves.filter { !$0.description.contains("elastic") } + splines + [.quadraticEaseIn.inverse, .squares]).map {
        curve in
        Call(name: "velocities of \(curve)", inputs: [time], outputs: [1]) {
          curve.velocities(at: $0[0].span, into: $1[0].mutableSpan)
        }
      }
      + ([.ease, .linear, .upright] + steps + lines).map { easing in
        Call(name: "velocities of \(easing.description.prefix(40))", inputs: [time], outputs: [1]) {
          easing.velocities(at: $0[0].span, into: $1[0].mutableSpan)
        }
      }
  }

  private static var time: Input { Input(draw: .uniform(-0.25...1.25)) }
  private static var control: Input { Input(draw: .uniform(0...1)) }
  private static var value: Input { Input(draw: .uniform(-2...3)) }

  private static var bezierValues: Call {
    Call(name: "bezier values", inputs: [time, control, value, control, value], outputs: [1]) {
      Batch.bezierValues(
        at: $0[0].span, x1: $0[1].span, y1: $0[2].span, x2: $0[3].span, y2: $0[4].span, into: $1[0].mutableSpan)
    }
  }

  private static var bezierVelocities: Call {
    Call(name: "bezier slopes", inputs: [time, control, value, control, value], outputs: [1]) {
      Batch.bezierVelocities(
        at: $0[0].span, x1: $0[1].span, y1: $0[2].span, x2: $0[3].span, y2: $0[4].span, into: $1[0].mutableSpan)
    }
  }

  private static func values(of curve: CubicBezier) -> Call {
    Call(name: "values of \(curve)", inputs: [time], outputs: [1]) {
      curve.values(at: $0[0].span, into: $1[0].mutableSpan)
    }
  }

  private static func velocities(of curve: CubicBezier) -> Call {
    Call(name: "slopes of \(curve)", inputs: [time], outputs: [1]) {
      curve.velocities(at: $0[0].span, into: $1[0].mutableSpan)
    }
  }

  private static func tabulatedValues(of curve: CubicBezier) -> Call {
    let tabulated = curve.tabulated()
    return Call(name: "tabulated values of \(curve)", inputs: [time], outputs: [1]) {
      tabulated.values(at: $0[0].span, into: $1[0].mutableSpan)
    }
  }
}

// MARK: Progress

extension Call<Float> {
  private static var begin: Input { Input(draw: .uniform(0...3)) }
  private static var rate: Input { Input(draw: .uniform(0.1...4)) }
  private static var passes: Input { Input(draw: .uniform(-3...3)) }
  private static var pace: Input { Input(draw: .uniform(1...2)) }

  private static var ownProgress: Call {
    Call(name: "own progress", inputs: [begin, rate, passes, pace], outputs: [1]) {
      Batch.progress(
        at: 2.5, starts: $0[0].span, rates: $0[1].span, passes: $0[2].span, progressPerPass: $0[3].span,
        into: $1[0].mutableSpan)
    }
  }

  /// NaN isn't on its way back.
  private static var ownProgressReversed: Call {
    let inputs = [begin, rate, passes, pace].map { Input(draw: $0.draw, outputs: [0]) }
    return Call(name: "own progress and direction", inputs: inputs, outputs: [1, 1]) {
      Batch.progress(
        at: 2.5, starts: $0[0].span, rates: $0[1].span, passes: $0[2].span, progressPerPass: $0[3].span,
        into: $1[0].mutableSpan,
        reversed: $1[1].mutableSpan)
    }
  }

  private static var reverse: Call {
    Call(
      name: "reverse", inputs: [value, Input(draw: .uniform(0...1))], outputs: [1], mayAlias: false,
      agreement: 8 * .ulpOfOne
    ) {
      copy($0[0], $1[0])
      Batch.reverse($1[0].mutableSpan, where: $0[1].span)
    }
  }

  private static func progress(of animation: Animation) -> Call {
    let prepared = try! animation.prepared()
    return Call(name: "progress of \(animation)", inputs: [begin], outputs: [1]) {
      prepared.progress(at: 2.5, starts: $0[0].span, into: $1[0].mutableSpan)
    }
  }

  private static func progressReversed(of animation: Animation) -> Call {
    let prepared = try! animation.prepared()
    let start = Input(draw: begin.draw, outputs: [0])
    return Call(name: "progress and direction of \(animation)", inputs: [start], outputs: [1, 1]) {
      prepared.progress(at: 2.5, starts: $0[0].span, into: $1[0].mutableSpan, reversed: $1[1].mutableSpan)
    }
  }

  private static func amounts(of animation: Animation) -> Call {
    let prepared = try! animation.prepared()
    return Call(name: "amounts of \(animation)", inputs: [begin], outputs: [1]) {
      prepared.amounts(at: 2.5, starts: $0[0].span, into: $1[0].mutableSpan)
    }
  }
}

extension UnitCurve {
  fileprivate static let squares = tabulated { $0 * $0 }.curve
}

extension CSSEasing {
  /// Vertical at both ends, where it goes on level.
  fileprivate static let upright = cubicBezier(try! CubicBezier(x1: 0, y1: 1, x2: 1, y2: 0))
}

extension Call<Double> {
  /// Every call there is.
  static var all: [Call] {
    common + keyframes + colors + mixedRotations
      + [time, middle].flatMap { [values(of: .ease, at: $0), velocities(of: .ease, at: $0)] }
      + [time, middle].flatMap { [values(of: upright, at: $0), velocities(of: upright, at: $0)] }
      + UnitCurve.families.joined().flatMap { [values(of: $0), values(of: $0.inverse)] }
  }

  private static var upright: CubicBezier { try! CubicBezier(x1: 1, y1: 0, x2: 0, y2: 1) }
  private static var time: Input { Input(draw: .uniform(-0.25...1.25)) }

  /// Three times in four so near the middle that an upright curve is solved by bisection alone.
  private static var middle: Input {
    Input(
      draw: Draw(in: 0...1) { generator in
        let distance = Draw<Double>.logarithmic(1e-17...1e-8).next(using: &generator)
        return switch Int.random(in: 0..<4, using: &generator) {
        case 0: Double.random(in: 0...1, using: &generator)
        case 1: 0.5 - distance
        default: 0.5 + distance
        }
      })
  }

  private static func values(of curve: UnitCurve) -> Call {
    let name = curve.description
    let isSearched = name.contains("inverse") && (name.contains("back") || name.contains("elastic"))
    return Call(name: "values of \(curve)", inputs: [time], outputs: [1], isLoop: isSearched) {
      curve.values(at: $0[0].span, into: $1[0].mutableSpan)
    }
  }

  private static func values(of curve: CubicBezier, at times: Input) -> Call {
    Call(name: "values of \(curve)", inputs: [times], outputs: [1]) {
      curve.values(at: $0[0].span, into: $1[0].mutableSpan)
    }
  }

  private static func velocities(of curve: CubicBezier, at times: Input) -> Call {
    Call(name: "slopes of \(curve)", inputs: [times], outputs: [1]) {
      curve.velocities(at: $0[0].span, into: $1[0].mutableSpan)
    }
  }
}

private func copy<S>(_ source: UnsafeBufferPointer<S>, _ destination: UnsafeMutableBufferPointer<S>) {
  _ = destination.update(fromContentsOf: source)
}
