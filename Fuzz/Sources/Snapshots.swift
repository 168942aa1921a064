import Foundation
import VectorKernels
import bench

/// Snapshots, by edits of their trees, and animators that continue from decoded snapshots.
enum Snapshots {
  private typealias Value<Number: BatchElement> = AnimatablePair<Number, Number>

  private static let floats = TreeEdits(samples(of: Float.self))
  private static let doubles = TreeEdits(samples(of: Double.self))

  /// Everything that runs, and each kind alone.
  private static func samples<Number: BatchElement>(of _: Number.Type) -> [Data] {
    let target = Value<Number>(10, 5)
    let timeline = KeyframeTimeline(initialValue: Value<Number>(0, 0)) {
      LinearKeyframe(Value<Number>(50, -20), duration: 0.3117)
      SpringKeyframe(target, duration: 0.4, spring: .bouncy)
    }
    let keyframes = try! timeline.prepared()
    typealias Start = (inout Animator<Value<Number>>, PropertyHandle) throws -> Void
    let starts: [Start] = [
      { try $0.animate($1, to: target, using: .linear(duration: 2)) },
      { try $0.animate($1, to: target, using: .easeIn(duration: 2).delay(0.1).repeatCount(3)) },
      { try $0.animate($1, to: target, using: .spring(duration: 2, bounce: 0.3).delay(0.2)) },
      { try $0.animate($1, to: target, using: .spring(duration: 0.4).repeatForever()) },
      { try $0.fling($1, velocity: target) },
      { try $0.play($1, keyframes, repeats: $1.index % 2 == 0 ? .forever : .once) },
      { try $0.play($1, PhaseTimeline([target, Value<Number>(4, 2)]) { _ in .linear(duration: 0.3) }) },
      { try $0.play($1, PhaseTimeline([target, Value<Number>(4, 2)]) { _ in .bouncy }) },
      { animator, handle in
        try animator.animate(handle, to: target, using: .easeOut(duration: 1))
        animator.advance(by: 0.05)
        try animator.animate(handle, to: Value<Number>(1, 2), using: .spring, retargeting: .add)
      },
      { animator, handle in
        try animator.animate(handle, to: target, using: .linear(duration: 1).repeatForever())
        try animator.observe(handle, markers: [AnimationMarker("early", at: 0.1)])
        try animator.reverse(handle)
      },
      { animator, handle in
        try animator.animate(handle, to: target, using: .easeOut(duration: 1).speed(2))
        try animator.setSpeed(of: handle, to: 0.5)
        try animator.removeAtEnd(handle)
      },
      { animator, handle in
        try animator.animate(handle, to: target, using: .easeOut(duration: 1))
        try animator.pause(handle)
      },
    ]
    // Beyond sixteen shapes, members have shapes of their own.
    let curves = (0..<18).map { Animation.timingCurve(0.05 * Double($0), 0, 0.5, 1, duration: 2) }
    let ownShapes =
      curves + [curves[0].delay(0.1).repeatCount(3), curves[1].repeatForever()]
      + [0.4, 0.5].map { .spring(duration: $0, bounce: 0.3).repeatForever() }
    func snapshot(_ starts: [Start]) -> Data {
      var animator = Animator<Value<Number>>(time: 3)
      for start in starts {
        for handle in animator.add(Value<Number>(0, 0), count: 2) { try! start(&animator, handle) }
      }
      try! animator.remove(animator.add(Value<Number>(0, 0)))
      animator.advance(by: 0.1)
      return encoded(animator.snapshot())
    }
    return [snapshot(starts)] + starts.map { snapshot([$0]) }
      + [snapshot(ownShapes.map { animation in { try $0.animate($1, to: target, using: animation) } })]
  }

  static var seeds: [[UInt8]] { floats.seeds.map { [0] + $0 } + doubles.seeds.map { [1] + $0 } }

  static func test(_ input: [UInt8]) {
    var bytes = Bytes(input)
    if bytes.next() % 2 == 0 { test(&bytes, floats, Float.self) } else { test(&bytes, doubles, Double.self) }
  }

  private static func test<Number: BatchElement>(_ bytes: inout Bytes, _ edits: TreeEdits, _: Number.Type) {
    let (_, tree) = edits.tree(&bytes)
    guard let snapshot = decoded(Animator<Value<Number>>.Snapshot.self, from: tree.data) else { return }
    requireRoundTrip(of: snapshot)

    var animator = Animator(restoring: snapshot)
    let new = animator.add(Value<Number>(1, 1), count: 2)
    try! animator.animate(new, to: Value<Number>(2, 2), using: .linear(duration: 2))
    for step in [0, 1 / 60.0, 0.3, -1, 0.5, 100] {
      animator.advance(by: step)
      var values = [Number](repeating: 0, count: 2 * animator.columnCount)
      animator.copyValues(into: values.mutableSpan)
      animator.forEachChangedRange { require($0.upperBound <= animator.columnCount) }
      for event in animator.events { require(event.count > 0 && !event.description.isEmpty) }
      for completion in animator.completions { require(!completion.description.isEmpty) }
      if let handle = animator.completions.first?.handle, animator.contains(handle) {
        _ = try! animator.value(of: handle)
        try! animator.animate(handle, to: Value<Number>(3, 3), using: .spring, retargeting: .add)
      }
    }
    let again = animator.snapshot()
    animator.removeAll()
    animator.restore(again)
    animator.advance(by: 1)
  }
}
