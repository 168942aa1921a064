import Foundation
import Testing
import VectorKernels

/// Spans whose counts don't match stop the program, and the message says which and how many.
@Suite(.seeded) struct CountTests {
  @Test(arguments: Mistake.allCases)
  func mismatchedCountsStopTheProgram(mistake: Mistake) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [mistake = mistake as Mistake] in
      mistake.make()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for part in [mistake.argument, "7", "8"] {
      #expect(message.contains(part), "\(message)")
    }
  }

  @Test(arguments: [0, -1])
  func valuesHaveComponents(components: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [components = components as Int] in
      let none: [Float] = []
      var nothing: [Float] = []
      Batch.interpolate(
        from: none.span, to: none.span, amounts: none.span, components: components, into: nothing.mutableSpan)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("components is \(components)"), "\(message)")
  }

  @Test func emptySpansAreFine() {
    let none: [Float] = []
    var nothing: [Float] = []
    var noWords: [UInt64] = []
    Batch.interpolate(from: none.span, to: none.span, amount: 0.5, into: nothing.mutableSpan)
    Batch.interpolate(from: none.span, to: none.span, amounts: none.span, into: nothing.mutableSpan)
    Batch.interpolate(from: none.span, to: none.span, amounts: none.span, components: 3, into: nothing.mutableSpan)
    Batch.interpolate(nothing.mutableSpan, to: none.span, amount: 0.5)
    Batch.blend(none.span, weights: [1, 2].span, into: nothing.mutableSpan)
    CubicBezier.ease.values(at: none.span, into: nothing.mutableSpan)
    let noDoubles: [Double] = []
    var nothingInDouble: [Double] = []
    CubicBezier.ease.values(at: noDoubles.span, into: nothingInDouble.mutableSpan)
    UnitCurve.linear.velocities(at: noDoubles.span, into: nothingInDouble.mutableSpan)
    CubicBezier.ease.tabulated().values(at: none.span, into: nothing.mutableSpan)
    try! Animation.bouncy.prepared().amounts(at: 1, starts: none.span, into: nothing.mutableSpan)
    Batch.reverse(nothing.mutableSpan, where: none.span)
    KeyframeClip([]).values(at: 1, into: nothing.mutableSpan)
    let count = Batch.settled(
      positions: none.span, velocities: none.span, targets: none.span, valueEpsilon: 1, velocityEpsilon: 1,
      into: noWords.mutableSpan)
    #expect(count == 0)
  }
}

/// One span of each call is one element too short.
enum Mistake: String, CaseIterable, Codable, Sendable {
  case interpolateTo, interpolateInto, interpolateAmounts, interpolateInPlaceTo, interpolateComponents
  case blendInputs, bezierX1, bezierY2, bezierInto, curveInto, tabulatedInto
  case doubleCurveInto, doubleCurveVelocitiesInto, doubleUnitCurveInto, doubleUnitCurveVelocitiesInto
  case springTarget, springStart, springInto, motionVelocities, sharedSineAmplitude, sineAmplitudeVelocity
  case transitionFrequency, transitionVelocity, stepPosition, stepVelocities, advanceTarget, settledVelocities,
    settledInto
  case progressInto, progressReversed, amountsInto, ownProgressPerPass, ownProgressReversed, reverseValues
  case keyframesInto, startedKeyframesInto, clipCursors, clipInto
  case keyframeVelocitiesInto, startedKeyframeVelocitiesInto, clipVelocityCursors, clipVelocitiesInto
  case unitCurveVelocitiesInto, easingVelocitiesInto, tabulatedVelocitiesInto
  case slerpTo, nlerpAmounts, slerpColumnsInto, nearestAnglesInto, planeMixTo, planeMixAmounts, spaceMixInto
  case doubleColorsInto, doubleMixTo, doubleMixAmounts, doubleMixInto

  /// The words that the message must contain.
  var argument: String {
    switch self {
    case .interpolateTo, .interpolateInPlaceTo: "to"
    case .interpolateInto, .bezierInto, .curveInto, .tabulatedInto, .springInto: "out"
    case .doubleCurveInto, .doubleCurveVelocitiesInto, .doubleUnitCurveInto, .doubleUnitCurveVelocitiesInto: "out"
    case .interpolateAmounts, .interpolateComponents: "amounts"
    case .blendInputs: "inputs"
    case .bezierX1: "x1"
    case .bezierY2: "y2"
    case .springTarget, .advanceTarget: "targets"
    case .springStart: "starts"
    case .motionVelocities, .stepVelocities, .settledVelocities: "velocities"
    case .sharedSineAmplitude: "sineAmplitudes"
    case .sineAmplitudeVelocity: "velocities"
    case .transitionFrequency: "frequencies"
    case .transitionVelocity: "velocityToVelocity"
    case .stepPosition: "positionToPosition"
    case .settledInto: "words"
    case .progressInto, .amountsInto: "out"
    case .progressReversed, .ownProgressReversed: "reversed"
    case .ownProgressPerPass: "progressPerPass"
    case .reverseValues: "values"
    case .keyframesInto, .startedKeyframesInto, .clipInto: "out"
    case .keyframeVelocitiesInto, .startedKeyframeVelocitiesInto, .clipVelocitiesInto: "out"
    case .unitCurveVelocitiesInto, .easingVelocitiesInto, .tabulatedVelocitiesInto: "out"
    case .clipCursors, .clipVelocityCursors: "cursors"
    case .slerpTo, .planeMixTo: "to"
    case .nlerpAmounts, .planeMixAmounts: "amounts"
    case .slerpColumnsInto, .nearestAnglesInto, .spaceMixInto: "out"
    case .doubleColorsInto, .doubleMixInto: "out"
    case .doubleMixTo: "to.count"
    case .doubleMixAmounts: "amounts"
    }
  }

  private static let track = try! KeyframeTimeline(initialValue: 0.0) { LinearKeyframe(1, duration: 1) }.prepared()
  private static let clip = KeyframeClip(Array(repeating: track, count: 8))

  func make() {
    let short = [Float](repeating: 0.5, count: 7)
    let long = [Float](repeating: 0.5, count: 8)
    var shortOut = short
    let longDoubles = [Double](repeating: 0.5, count: 8)
    let longColors = Columns<SIMD4<Double>>(repeating: .one, count: 8)
    var shortColors = Columns<SIMD4<Double>>(repeating: .one, count: 7)
    var shortDoubles = [Double](repeating: 0.5, count: 7)
    var (a, b, c, d) = (long, long, long, long)
    let spring = Spring(response: 1, dampingRatio: 0.5)
    var rotations = [Quaternion<Float>](repeating: .identity, count: 8)
    var plane = [Transform2D<Float>](repeating: .identity, count: 8)
    var space = [Transform3D<Float>](repeating: .identity, count: 8)
    switch self {
    case .interpolateTo:
      Batch.interpolate(from: long.span, to: short.span, amount: 0.5, into: a.mutableSpan)
    case .interpolateInto:
      Batch.interpolate(from: long.span, to: long.span, amount: 0.5, into: shortOut.mutableSpan)
    case .interpolateAmounts:
      Batch.interpolate(from: long.span, to: long.span, amounts: short.span, into: a.mutableSpan)
    case .interpolateInPlaceTo:
      Batch.interpolate(a.mutableSpan, to: short.span, amount: 0.5)
    case .interpolateComponents:
      Batch.interpolate(from: long.span, to: long.span, amounts: short.span, components: 1, into: a.mutableSpan)
    case .blendInputs:
      Batch.blend(short.span, weights: [1].span, into: a.mutableSpan)
    case .bezierX1:
      Batch.bezierValues(
        at: long.span, x1: short.span, y1: long.span, x2: long.span, y2: long.span, into: a.mutableSpan)
    case .bezierY2:
      Batch.bezierVelocities(
        at: long.span, x1: long.span, y1: long.span, x2: long.span, y2: short.span, into: a.mutableSpan)
    case .bezierInto:
      Batch.bezierValues(
        at: long.span, x1: long.span, y1: long.span, x2: long.span, y2: long.span, into: shortOut.mutableSpan)
    case .curveInto:
      CubicBezier.ease.values(at: long.span, into: shortOut.mutableSpan)
    case .doubleCurveInto: CubicBezier.ease.values(at: longDoubles.span, into: shortDoubles.mutableSpan)
    case .doubleCurveVelocitiesInto: CubicBezier.ease.velocities(at: longDoubles.span, into: shortDoubles.mutableSpan)
    case .doubleUnitCurveInto: UnitCurve.linear.values(at: longDoubles.span, into: shortDoubles.mutableSpan)
    case .doubleUnitCurveVelocitiesInto:
      UnitCurve.linear.velocities(at: longDoubles.span, into: shortDoubles.mutableSpan)
    case .tabulatedInto:
      CubicBezier.ease.tabulated().values(at: long.span, into: shortOut.mutableSpan)
    case .springTarget:
      Batch.springPositions(
        at: 1, targets: short.span, displacements: long.span, sineAmplitudes: long.span, decays: long.span,
        frequencies: long.span, starts: long.span, into: a.mutableSpan)
    case .springStart:
      Batch.springPositions(
        at: 1, targets: long.span, displacements: long.span, sineAmplitudes: long.span, decays: long.span,
        frequencies: long.span, starts: short.span, into: a.mutableSpan)
    case .springInto:
      Batch.springPositions(
        at: 1, targets: long.span, displacements: long.span, sineAmplitudes: long.span, decays: long.span,
        frequencies: long.span, starts: long.span, into: shortOut.mutableSpan)
    case .motionVelocities:
      Batch.springMotion(
        at: 1, targets: long.span, displacements: long.span, sineAmplitudes: long.span, decays: long.span,
        frequencies: long.span, starts: long.span, into: a.mutableSpan, velocities: shortOut.mutableSpan)
    case .sharedSineAmplitude:
      spring.positions(
        at: 1, targets: long.span, displacements: long.span, sineAmplitudes: short.span, starts: long.span,
        into: a.mutableSpan)
    case .sineAmplitudeVelocity:
      spring.sineAmplitudes(displacements: long.span, velocities: short.span, into: a.mutableSpan)
    case .transitionFrequency:
      Batch.springTransitions(
        deltaTime: 1, decays: long.span, frequencies: short.span, into: a.mutableSpan,
        velocityToPosition: b.mutableSpan,
        positionToVelocity: c.mutableSpan, velocityToVelocity: d.mutableSpan)
    case .transitionVelocity:
      Batch.springTransitions(
        deltaTime: 1, decays: long.span, frequencies: long.span, into: a.mutableSpan, velocityToPosition: b.mutableSpan,
        positionToVelocity: c.mutableSpan, velocityToVelocity: shortOut.mutableSpan)
    case .stepPosition:
      Batch.springStep(
        positions: a.mutableSpan, velocities: b.mutableSpan, targets: long.span, positionToPosition: short.span,
        velocityToPosition: long.span, positionToVelocity: long.span, velocityToVelocity: long.span)
    case .stepVelocities:
      Batch.springStep(
        positions: a.mutableSpan, velocities: shortOut.mutableSpan, targets: long.span, positionToPosition: long.span,
        velocityToPosition: long.span, positionToVelocity: long.span, velocityToVelocity: long.span)
    case .advanceTarget:
      SpringStep<Float>(spring, deltaTime: 1).advance(
        positions: a.mutableSpan, velocities: b.mutableSpan, targets: short.span)
    case .settledVelocities:
      var words: [UInt64] = [0]
      _ = Batch.settled(
        positions: long.span, velocities: short.span, targets: long.span, valueEpsilon: 1, velocityEpsilon: 1,
        into: words.mutableSpan)
    case .settledInto:
      // 449 to 512 elements take 8 words.
      let many = [Float](repeating: 0, count: 500)
      var words = [UInt64](repeating: 0, count: 7)
      _ = Batch.settled(
        positions: many.span, velocities: many.span, targets: many.span, valueEpsilon: 1, velocityEpsilon: 1,
        into: words.mutableSpan)
    case .progressInto:
      try! Animation.linear.prepared().progress(at: 1, starts: long.span, into: shortOut.mutableSpan)
    case .progressReversed:
      try! Animation.linear.prepared()
        .progress(at: 1, starts: long.span, into: a.mutableSpan, reversed: shortOut.mutableSpan)
    case .amountsInto:
      try! Animation.linear.prepared().amounts(at: 1, starts: long.span, into: shortOut.mutableSpan)
    case .ownProgressPerPass:
      Batch.progress(
        at: 1, starts: long.span, rates: long.span, passes: long.span, progressPerPass: short.span, into: a.mutableSpan)
    case .ownProgressReversed:
      Batch.progress(
        at: 1, starts: long.span, rates: long.span, passes: long.span, progressPerPass: long.span, into: a.mutableSpan,
        reversed: shortOut.mutableSpan)
    case .reverseValues:
      Batch.reverse(shortOut.mutableSpan, where: long.span)
    case .keyframesInto:
      Self.track.values(at: long.span, into: shortOut.mutableSpan)
    case .startedKeyframesInto:
      Self.track.values(at: 1, starts: long.span, into: shortOut.mutableSpan)
    case .clipCursors:
      var cursors = [Int32](repeating: 0, count: 7)
      Self.clip.values(at: 1, cursors: cursors.mutableSpan, into: a.mutableSpan)
    case .clipInto:
      Self.clip.values(at: 1, into: shortOut.mutableSpan)
    case .keyframeVelocitiesInto:
      Self.track.velocities(at: long.span, into: shortOut.mutableSpan)
    case .startedKeyframeVelocitiesInto:
      Self.track.velocities(at: 1, starts: long.span, into: shortOut.mutableSpan)
    case .clipVelocityCursors:
      var cursors = [Int32](repeating: 0, count: 7)
      Self.clip.velocities(at: 1, cursors: cursors.mutableSpan, into: a.mutableSpan)
    case .clipVelocitiesInto:
      Self.clip.velocities(at: 1, into: shortOut.mutableSpan)
    case .unitCurveVelocitiesInto:
      UnitCurve.sineEaseIn.velocities(at: long.span, into: shortOut.mutableSpan)
    case .easingVelocitiesInto:
      CSSEasing.ease.velocities(at: long.span, into: shortOut.mutableSpan)
    case .tabulatedVelocitiesInto:
      CubicBezier.ease.tabulated().velocities(at: long.span, into: shortOut.mutableSpan)
    case .slerpTo:
      let (from, to) = (rotations, Array(rotations.dropLast()))
      Batch.slerp(from: from.span, to: to.span, amount: 0.5, into: rotations.mutableSpan)
    case .nlerpAmounts:
      let ends = rotations
      Batch.nlerp(from: ends.span, to: ends.span, amounts: short.span, into: rotations.mutableSpan)
    case .slerpColumnsInto:
      let columns = Columns(rotations)
      var out = Columns(rotations.dropLast())
      Batch.slerp(from: columns, to: columns, amount: 0.5, into: &out)
    case .nearestAnglesInto:
      Batch.nearestAngles(from: long.span, to: long.span, turn: 1, into: shortOut.mutableSpan)
    case .planeMixTo:
      let to = Array(plane.dropLast())
      _ = TransformMix2D(from: plane.span, to: to.span)
    case .planeMixAmounts:
      TransformMix2D(from: plane.span, to: plane.span).transforms(by: short.span, into: plane.mutableSpan)
    case .spaceMixInto:
      let mix = TransformMix3D(from: space.span, to: space.span)
      space.removeLast()
      mix.transforms(by: 0.5, into: space.mutableSpan)
    case .doubleColorsInto:
      Batch.convert(longColors, from: .srgb, to: .oklab, into: &shortColors)
    case .doubleMixTo:
      var out = longColors
      Batch.mix(premultiplied: longColors, with: shortColors, in: .oklab, by: 0.5, as: .srgb, into: &out)
    case .doubleMixAmounts:
      var out = longColors
      Batch.mix(
        premultiplied: longColors, with: longColors, in: .oklab, by: shortDoubles.span, as: .srgb, into: &out)
    case .doubleMixInto:
      Batch.mix(
        premultiplied: longColors, with: longColors, in: .oklab, by: longDoubles.span, as: .srgb, into: &shortColors)
    }
  }
}
