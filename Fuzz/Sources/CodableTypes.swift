import Foundation
import bench

@testable import VectorKernels

/// Every type of the library that can be decoded, with values to edit.
///
/// Scripts/fuzz.py fails if a type is missing here.
struct CodableTypes: Sendable {
  /// Such as `Transform2D.Decomposition`.
  let name: String
  private let samples: [Data]
  private let test: @Sendable (Data) -> Void

  private init<Value: Codable & SendableMetatype>(_ samples: Value...) {
    name = Self.name(of: Value.self)
    self.samples = samples.map { encoded($0) }
    test = { data in
      guard let value = decoded(Value.self, from: data) else { return }
      requireRoundTrip(of: value)
      // A path without segments is SVG's empty text.
      if let text = value as? any CustomStringConvertible, !(value is MotionPath) {
        require(!text.description.isEmpty)
      }
    }
  }

  /// A type that is decoded only as a part of another one, which is a target.
  private init(partOfOthers type: Any.Type) {
    name = Self.name(of: type)
    samples = []
    test = { _ in }
  }

  private static func name(of type: Any.Type) -> String {
    var (name, depth) = ("", 0)
    for character in String(reflecting: type) {
      if character == "<" { depth += 1 }
      if depth == 0 { name.append(character) }
      if character == ">" { depth -= 1 }
    }
    return name.split(separator: ".").dropFirst().joined(separator: ".")
  }

  private static let keyframes = {
    try! KeyframeTimeline(initialValue: Float(0)) {
      LinearKeyframe(Float(2), duration: 0.5)
      CubicKeyframe(Float(1), duration: 0.5)
    }.prepared()
  }()

  private static let run = AnimationRun(handle: PropertyHandle(index: 3, generation: 5), number: 7)

  static let all = [
    CodableTypes(Angle(degrees: 30)), CodableTypes(EmptyAnimatableData()), CodableTypes(AnimatablePair(1.5, Float(2))),
    CodableTypes(AnimatableValues(1.0, Float(2), 3.0)), CodableTypes(Columns<Point2D<Float>>([Point2D(x: 1, y: 2)])),
    CodableTypes(Point2D(x: 1.0, y: 2)), CodableTypes(Size2D(width: 1.0, height: 2)),
    CodableTypes(Rect2D(x: Float(1), y: 2, width: 3, height: 4)),
    CodableTypes(EdgeInsets(top: 1.0, leading: 2, bottom: 3, trailing: 4)),
    CodableTypes(Quaternion(x: 0.0, y: 0.6, z: 0, w: 0.8)), CodableTypes(Transform2D<Double>(scaleX: 2, y: 3)),
    CodableTypes(Transform2D<Double>.Decomposition(translationX: 1)),
    CodableTypes(Transform3D<Float>(scaleX: 2, y: 3, z: 4)),
    CodableTypes(Transform3D<Float>.Decomposition(translationX: 1)),
    CodableTypes(PackedNumbers<Double>([1, .nan])), CodableTypes(PackedNumbers<UInt32>([])),
    CodableTypes(PackingFormat.Number.snorm8), CodableTypes(PackingFormat.ColorOrder.bgra),
    CodableTypes(PackingFormat.Alpha.premultiplied),
    CodableTypes(
      Color(.srgb, 1, 0.5, 0), Color(.oklch, 0.5, nil, 120, alpha: 0.5), Color(.hsl, 120, 100, 50, alpha: nil)),
    CodableTypes(CSSColorSpace.displayP3), CodableTypes(HueArc.longer),
    CodableTypes(Gradient(colors: [Color(.srgb, 1, 0.5, 0), Color(.oklch, 0.5, nil, 120)])),
    CodableTypes(Gradient.Stop(color: Color(.lab, 50, 1, 2), location: 0.5)),
    CodableTypes(UnitPoint(x: 0.5, y: 2)),
    CodableTypes(
      UnitCurve.linear, .easeIn, .circularEaseIn.inverse, .backEaseOut(overshoot: 2), .elasticEaseInOut(),
      UnitCurve(.steps(3, .jumpNone)), .tabulated { $0 * $0 }.curve, .catmullRom(through: [0, 0.8, 0.7, 1]),
      UnitCurve(.linear([.init(0), .init(2, at: 0.3), .init(1)]))),
    CodableTypes(UnitCurve.Direction.easeOut),
    CodableTypes(CSSEasing.steps(3, .jumpNone), .linear([.init(0), .init(2, at: 0.3), .init(1)])),
    CodableTypes(MotionPath(points: [Point2D(x: 1, y: 2), Point2D(x: -3, y: 0.5)], isClosed: true)),
    CodableTypes(CSSEasing.StepPosition.jumpBoth), CodableTypes(CSSEasing.LinearStop(0.5, at: 0.25)),
    CodableTypes(Spring.bouncy, Spring(mass: 2, stiffness: 100, damping: 80, allowOverDamping: true)),
    CodableTypes(SpringTimingParameters(spring: .bouncy, initialVelocity: 2)),
    CodableTypes(
      Animation.easeIn(duration: 0.5).delay(0.25).speed(2).repeatCount(3).logicallyComplete(after: 1), .default,
      .spring(.bouncy, blendDuration: 0.1), .interpolatingSpring(.smooth, initialVelocity: 2)),
    CodableTypes(
      try! EffectTiming(duration: 1, iterations: .infinity, direction: .alternate),
      try! EffectTiming(
        delay: -0.5, endDelay: 1, duration: 2, iterationStart: 0.25, iterations: 2.5, fill: .both, easing: .steps(3),
        playbackRate: -2)),
    CodableTypes(EffectTiming.Direction.alternateReverse), CodableTypes(EffectTiming.Fill.both),
    CodableTypes(EffectTiming.Phase.active),
    CodableTypes(Animation.Kind.systemDefault),
    CodableTypes(PhaseTimeline([1.0, 2]) { $0 > 1 ? .bouncy : nil }),
    CodableTypes(LinearKeyframe(1.0, duration: 0.5, timingCurve: .easeIn)),
    CodableTypes(CubicKeyframe(1.0, duration: 0.5, startVelocity: 2)), CodableTypes(MoveKeyframe(1.0)),
    CodableTypes(SpringKeyframe(1.0, duration: 0.5, spring: .bouncy)),
    CodableTypes(KeyframeCalculationMode.cubicPaced), CodableTypes(KeyframeInterpolation.step),
    CodableTypes(
      try! KeyframeAnimation(values: [1.0, 3, 2], keyTimes: [0, 0.3, 1], timingFunctions: [.easeIn, .linear]),
      try! KeyframeAnimation(values: [1.0, 3, 2], calculationMode: .cubicPaced, tensionValues: [1, 0, -1])),
    CodableTypes(keyframes), CodableTypes(PropertyHandle(index: 3, generation: 5)),
    CodableTypes(PropertyRange(first: PropertyHandle(index: 3, generation: 5), count: 2)),
    CodableTypes(Retargeting.add), CodableTypes(StoppingPoint.end), CodableTypes(run),
    CodableTypes(Completion(run: run, reason: .finished, end: .end)), CodableTypes(Completion.Reason.stopped),
    CodableTypes(AnimationMarker("middle", at: 0.5)),
    CodableTypes(AnimationEvent(run: run, kind: .marker(AnimationMarker("a", at: 1)), pass: 2, count: 1, time: 3)),
    CodableTypes(AnimationEvent.Kind.pass),
    // Snapshots have a target of their own, which these are parts of.
    CodableTypes(partOfOthers: Animator<Float>.Snapshot.self), CodableTypes(partOfOthers: SavedGroup<Float>.self),
    CodableTypes(partOfOthers: SavedRun<Float>.self), CodableTypes(partOfOthers: SavedAnimations<Float>.self),
    CodableTypes(partOfOthers: SavedCandidate<Float>.self),
    CodableTypes(partOfOthers: Observation.self), CodableTypes(partOfOthers: SavedMover.self),
    // And results.
    CodableTypes(partOfOthers: ResultsFile<KernelRecord>.self), CodableTypes(partOfOthers: KernelRecord.self),
    CodableTypes(partOfOthers: SceneRecord.self), CodableTypes(partOfOthers: FrameRecord.self),
    CodableTypes(partOfOthers: EventRecord.self),
    CodableTypes(partOfOthers: ScalingRecord.self), CodableTypes(partOfOthers: LottieRecord.self),
    CodableTypes(partOfOthers: SolverRecord.self), CodableTypes(partOfOthers: MachineRecord.self),
    CodableTypes(partOfOthers: SpreadRecord.self), CodableTypes(partOfOthers: GateRecord.self),
  ]

  static let edits = TreeEdits(all.flatMap(\.samples))
  /// For each sample the type that it is of.
  private static let types = all.flatMap { type in type.samples.map { _ in type } }

  static func test(_ input: [UInt8]) {
    var bytes = Bytes(input)
    let (sample, tree) = edits.tree(&bytes)
    types[sample].test(tree.data)
  }
}
