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
    func animated(by animations: [Animation]) -> Data {
      snapshot(animations.map { animation in { try $0.animate($1, to: target, using: animation) } })
    }
    // So have curves whose form is polynomials, keyframes, and walks through phases.
    let polynomials = [UnitCurve.catmullRom(through: [0, 0.8, 0.7, 1]), UnitCurve(.steps(3, .jumpNone))]
    let ownPolynomials = polynomials.map { Animation.timingCurve($0, duration: 1) }
    let ownKeyframes: [Start] = (0..<18).map { number in
      let own = KeyframeTimeline(initialValue: target) {
        LinearKeyframe(Value<Number>(1, 2), duration: 0.2 + Double(number) / 100)
      }
      let prepared = try! own.prepared()
      return { try $0.play($1, prepared) }
    }
    let ownPhases: [Start] = (0..<18).map { number in
      { try $0.play($1, PhaseTimeline([target, .zero]) { _ in .linear(duration: 0.2 + Double(number) / 100) }) }
    }
    return [snapshot(starts)] + starts.map { snapshot([$0]) } + alone(target).map { snapshot([$0]) }
      + [
        animated(by: ownShapes), animated(by: curves + ownPolynomials + ownPolynomials.map { $0.repeatForever() }),
        snapshot(ownKeyframes), snapshot(ownPhases), restored(target), standing(target),
      ]
  }

  /// Runs that add up, and those that no kernel can move.
  private static func alone<Number: BatchElement>(
    _ target: Value<Number>
  ) -> [(inout Animator<Value<Number>>, PropertyHandle) throws -> Void] {
    [
      { animator, handle in
        try animator.animate(handle, to: target, using: .easeOut(duration: 1))
        animator.advance(by: 0.05)
        try animator.animate(handle, to: .zero, using: .easeIn(duration: 1), retargeting: .add)
        try animator.animate(handle, to: target, using: .linear(duration: 1).repeatCount(3), retargeting: .add)
      },
      { animator, handle in
        let nested = Animation.linear(duration: 0.3).repeatCount(2).delay(0.1).repeatCount(3)
        try animator.animate(handle, to: target, using: nested)
      },
      { animator, handle in
        try animator.animate(handle, to: target, using: .spring(duration: 1))
        animator.advance(by: 0.05)
        let blending = Animation.spring(.bouncy, blendDuration: 0.5)
        try animator.animate(handle, to: .zero, using: blending, retargeting: .add)
      },
      { try $0.play($1, PhaseTimeline([target, .zero]) { _ in .linear(duration: 1).repeatForever() }) },
    ]
  }

  /// An animator with events of its last frame, that has been restored, so that it avoids the handles and runs that it
  /// gave out before.
  private static func restored<Number: BatchElement>(_ target: Value<Number>) -> Data {
    var animator = Animator<Value<Number>>(time: 3)
    let handles = Array(animator.add(.zero, count: 4))
    try! animator.animate(handles, to: target, using: .linear(duration: 1))
    try! animator.observe(handles[0...1], markers: [AnimationMarker("early", at: 0.1)])
    animator.advance(by: 0.2)
    let before = animator.snapshot()
    try! animator.animate(handles[0...1], to: target, using: .spring)
    try! animator.remove(handles[2...3])
    _ = animator.add(target, count: 4)
    animator.restore(before)
    return encoded(animator.snapshot())
  }

  /// An animator in which time stands still before properties jump.
  private static func standing<Number: BatchElement>(_ target: Value<Number>) -> Data {
    var animator = Animator<Value<Number>>(time: 3)
    let handles = Array(animator.add(.zero, count: 4))
    try! animator.animate(handles[0...1], to: target, using: .linear(duration: 1))
    try! animator.animate(handles[2...3], to: Value(1e30, 1), using: .linear(duration: 1))
    animator.speed = 0
    animator.advance(by: 0.1)
    return encoded(animator.snapshot())
  }

  /// The names of the parts that samples have: the keys of snapshots, and after a point the kinds of their movers.
  static var parts: Set<String> {
    var parts: Set<String> = []
    func collect(_ tree: JSON) {
      switch tree {
      case .array(let items): items.forEach(collect)
      case .object(let members):
        for (name, value) in members {
          if name == "driver", case .object(let kinds) = value { parts.formUnion(kinds.map { ".\($0.0)" }) }
          collect(value)
        }
      default: break
      }
    }
    for sample in floats.samples + doubles.samples {
      if case .object(let members) = sample { parts.formUnion(members.map(\.0)) }
      collect(sample)
    }
    return parts
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
