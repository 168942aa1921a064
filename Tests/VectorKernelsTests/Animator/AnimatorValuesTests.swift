import Foundation
import Testing
import VectorKernels

private struct Card: Animatable, ComponentAnimatable, Hashable {
  var position: Point2D<Double>
  var opacity: Double

  var animatableData: AnimatablePair<Point2D<Double>, Double> {
    get { AnimatablePair(position, opacity) }
    set { (position, opacity) = (newValue.first, newValue.second) }
  }

  init(_ x: Double, _ y: Double, opacity: Double) {
    (position, self.opacity) = (Point2D(x: x, y: y), opacity)
  }

  init(animatableComponents data: AnimatablePair<Point2D<Double>, Double>) {
    (position, opacity) = (data.first, data.second)
  }
}

/// Values of all types: in `Double`, in both, of one's own, and colours.
@Suite(.seeded) struct AnimatorValuesTests {
  /// A velocity beyond the largest `Float` counts as the largest velocity, like any other beyond it.
  @Test(arguments: [1e21, 1e38, 1e39, .greatestFiniteMagnitude])
  func enormousVelocitiesCountAsTheLargest(velocity: Double) throws {
    var animator = Animator<AnimatablePair<Double, Double>>()
    let handles = animator.add(AnimatablePair(0, 0), count: 4)
    for (handle, velocity) in zip(handles, [velocity, 1e20, -velocity, -1e20]) {
      try animator.animate(handle, to: AnimatablePair(1, 1), using: .spring, velocity: AnimatablePair(velocity, 1))
    }
    animator.advance(by: 0.1)
    let values = handles.map { animator[$0]! }
    #expect(values[0] == values[1] && values[2] == values[3] && values[0].first > 1e18 && values[2].first < -1e18)
    #expect(values.allSatisfy { $0.second == values[0].second && $0.second > 0 })
  }

  /// From `a` to `b` a value is as exact as a `Float` from `a - b` to 0, wherever both are.
  @Test(arguments: [0, 1, -1e9, 1e9, 1e12, 1e-30])
  func doublesAreExactToTheirWay(offset: Double) throws {
    var generator = Generator(seed: Settings.seed &+ UInt64(bitPattern: Int64(offset.bitPattern >> 1)))
    var animator = Animator<Double>()
    // No spring is to have arrived.
    (animator.valueEpsilon, animator.velocityEpsilon) = (0, 0)
    // A straight line, a curve by its table, one that is solved for, and a spring, each with its largest slope.
    let animations: [(Animation, slope: Double)] = [
      (.linear(duration: 1), 1), (.easeInOut(duration: 1), 2), (.timingCurve(0.5, 0, 0.5, 1, duration: 1), 3),
      (.interpolatingSpring(stiffness: 40, damping: 0), 6.4),
    ]
    let runs = (0..<400).map { index in
      let way = offset == 1e-30 ? 1e-30 : pow(10, Double.random(in: -3...6, using: &generator))
      let ends = (0..<2).map { _ in offset + Double.random(in: -way...way, using: &generator) }
      return (handle: animator.add(ends[0]), from: ends[0], to: ends[1], animations[index % animations.count])
    }
    for run in runs { try animator.animate(run.handle, to: run.to, using: run.3.0) }
    for frame in 1..<64 {
      // Binary fractions, so that no time is rounded.
      let time = Double(frame) / 64
      animator.advance(to: time)
      let column = animator.column(0)
      for (handle, from, to, (animation, slope)) in runs {
        let expected = to + (1 - animation.amount(at: time)) * (from - to)
        // The difference is rounded, the amount off by 1e-6 and by what 2e-7 of the time makes, the step of a spring by
        // 5e-6, and the sum and the reference's by half an ulp each.
        let isSpring = animation == animations[3].0
        let allowed = (0x1p-23 + (isSpring ? 5e-6 : 1e-6) + 2e-7 * slope) * abs(from - to) + 2 * max(from.ulp, to.ulp)
        let error = abs(column[handle.index] - expected)
        try #require(
          error <= allowed, "\(animation) from \(from) to \(to) at \(time) is off by \(error), not \(allowed)")
      }
    }
    animator.advance(to: 1)
    for run in runs where run.3.0 != animations[3].0 {
      let value = animator[run.handle]
      #expect(value == run.to)
    }
  }

  /// A property's value, the columns, copies and packed memory agree after every call.
  @Test func allResultsAgree() throws {
    var generator = Generator(seed: Settings.seed)
    var animator = Animator<Rect2D<Double>>()
    func rectangle() -> Rect2D<Double> {
      var value = Rect2D<Double>.zero
      for component in 0..<4 { value[component: component] = 1e9 + Double.random(in: -100...100, using: &generator) }
      return value
    }
    var handles = (0..<150).map { _ in animator.add(rectangle()) }
    var kept: [Columns<Rect2D<Double>>] = []
    for _ in 0..<1000 {
      let handle = handles.randomElement(using: &generator)!
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: try animator.set(handle, to: rectangle())
      case 1: try animator.animate(handle, to: rectangle(), using: .spring)
      case 2:
        try animator.animate(
          handle, to: rectangle(), using: [.spring, .easeIn, .spring.delay(-0.1)].randomElement(using: &generator)!,
          retargeting: .add)
      case 3: try animator.stop(handle, at: [.start, .current, .end].randomElement(using: &generator)!)
      case 4: try animator.seek(handle, toProgress: Double.random(in: 0...1.1, using: &generator))
      case 5: try animator.fling(handle, velocity: rectangle() - rectangle())
      case 6: try animator.animate(handle, to: rectangle(), using: nil)
      case 7: try animator.play(handle, PhaseTimeline([rectangle(), rectangle()]) { _ in .easeOut(duration: 0.2) })
      case 8: try animator.reverse(handle)
      case 9: handles.append(animator.add(rectangle()))
      case 10: animator.restore(animator.snapshot())
      default: animator.advance(by: 0.03)
      }
      let count = animator.columnCount
      var copies = [Double](repeating: 0, count: 4 * count)
      animator.copyValues(into: copies.mutableSpan)
      var packed = [SIMD4<Float>](repeating: .zero, count: count)
      animator.pack(\.self, as: .float32, into: packed.mutableSpan, at: \.self)
      let (values, checked) = (animator.values, handles.shuffled(using: &generator).prefix(8))
      // Those that were taken before stay as they are.
      kept.append(values)
      for handle in checked {
        let value = try animator.value(of: handle)
        for component in 0..<4 {
          let number = value[component: component]
          let column = animator.column(component)[handle.index]
          #expect(column == number && copies[4 * handle.index + component] == number)
          #expect(packed[handle.index][component] == Float(number) && abs(number - 1e9) < 1e4)
        }
        #expect(values[handle.index] == value)
      }
    }
    #expect(kept[0][0] != kept[999][0])
  }

  /// Keyframes and phases reach their ends exactly, and are as smooth far from zero as near it.
  @Test func playsFarFromZero() throws {
    let far = 1e9
    var animator = Animator<Double>()
    let handles = Array(animator.add(far, count: 5))
    let timeline = KeyframeTimeline(initialValue: far) {
      CubicKeyframe(far + 1, duration: 0.5)
      SpringKeyframe(far + 0.3, duration: 0.5, spring: .bouncy)
    }
    try animator.play(handles[0], timeline)
    let phases = PhaseTimeline([far + 0.1, far + 1], repeatsForever: false) { _ in .easeInOut(duration: 0.5) }
    try animator.play(handles[1], phases)
    // One that kernels can't run.
    let endless = PhaseTimeline([far + 0.1, far + 1]) { _ in .interpolatingSpring(stiffness: 50, damping: 0) }
    try animator.play(handles[2], endless)
    try animator.fling(handles[3], velocity: 10)
    try animator.animate(handles[4], to: far + 1, using: Animation(Halves()))
    for frame in 1...64 {
      let time = Double(frame) / 64
      animator.advance(to: time)
      let expected = [
        timeline.value(time: time), phases.value(at: time) { $0 }!, endless.value(at: time) { $0 }!,
        far - 0.325 * 10 * expm1(-time / 0.325), time >= 1 ? far + 1 : far + (time < 0.5 ? 0 : 0.5),
      ]
      for (index, value) in expected.enumerated() {
        // 1e-6 of ways of at most 3.25, and a few ulp of the place.
        #expect(abs(animator[handles[index]]! - value) <= 4e-6, "\(index) at \(time)")
      }
    }
    animator.advance(to: 2)
    let values = handles.map { animator[$0]! }
    #expect(values[0] == timeline.value(time: 1) && values[1] == far + 0.1 && values[4] == far + 1)
    #expect(try animator.target(of: handles[3]) == far + 3.25)
  }

  private struct Halves: CustomAnimation {
    func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
      time >= 1 ? nil : value.scaled(by: time < 0.5 ? 0 : 0.5)
    }
  }

  /// Back where it began a run is right to half an ulp of its way in `Float`.
  @Test(arguments: [0.1, 1e9 + 0.1])
  func beginningsAreNear(offset: Double) throws {
    var animator = Animator<Double>()
    let handles = (0..<100).map { animator.add(offset + Double($0) / 7) }
    try animator.animate(handles, to: offset - 3, using: .spring)
    animator.advance(by: 0.1)
    try animator.stop(handles[..<50], at: .start)
    try animator.reverse(handles[50...])
    animator.advance(by: 1)
    for (index, handle) in handles.enumerated() {
      let start = offset + Double(index) / 7
      let value = try animator.value(of: handle)
      #expect(abs(value - start) <= 0x1p-24 * (start - offset + 3) + start.ulp)
    }
  }

  /// A value of a timeline's, or of phases, is of any type too.
  @Test func colorsPlay() throws {
    var animator = Animator<Color>()
    let handles = Array(animator.add(.clear, count: 2))
    let timeline = KeyframeTimeline(initialValue: Color.white) {
      LinearKeyframe(Color.black, duration: 0.5)
      CubicKeyframe(Color(red: 1, green: 0, blue: 0, opacity: 0.5), duration: 0.5)
    }
    let phases = PhaseTimeline([Color.white, .black]) { _ in .linear(duration: 0.5) }
    try animator.play(handles[0], timeline)
    try animator.play(handles[1], phases)
    for frame in 1...32 {
      let time = Double(frame) / 32
      animator.advance(to: time)
      let expected = [timeline.value(time: time), phases.value(at: time) { $0 }!]
      for (handle, color) in zip(handles, expected) {
        let value = try animator.value(of: handle)
        let difference = value.animatableData - color.animatableData
        // The error of prepared keyframes for ways of at most 1, and the rounding of ends to Float.
        for component in 0..<4 { #expect(abs(difference[component]) <= 2e-6) }
      }
    }
  }

  @Test func anglesGoRound() throws {
    var animator = Animator<Angle>()
    let handle = animator.add(.degrees(350))
    try animator.animate(handle, to: .degrees(370), using: .linear(duration: 1))
    animator.advance(to: 0.5)
    #expect(abs(animator[handle]!.degrees - 360) < 1e-5)
    let velocity = try animator.velocity(of: handle)
    #expect(abs(velocity.degrees - 20) < 1e-5)
    animator.advance(to: 1)
    #expect(animator[handle] == .degrees(370))
  }

  @Test func valuesMayBeOfAnyTypes() throws {
    typealias Values = AnimatableValues<Double, SIMD2<Float>, Angle, AnimatableValues<Float, Double>>
    var animator = Animator<Values>()
    let first = Values(1e9, [1, 2], .degrees(90), AnimatableValues(3, -1e9))
    let last = Values(1e9 + 1, [-1, 2.5], .degrees(0), AnimatableValues(4, -1e9 - 0.5))
    let handle = animator.add(first)
    try animator.animate(handle, to: last, using: .linear(duration: 1))
    animator.advance(to: 0.5)
    let middle = try animator.value(of: handle)
    let expected = first.interpolated(towards: last, amount: 0.5)
    for component in 0..<Values.componentCount {
      #expect(abs(middle[component: component] - expected[component: component]) < 1e-6)
      let number = animator.column(component)[0]
      #expect(abs(number - expected[component: component]) < 1e-6)
    }
    #expect(try animator.target(of: handle) == last)
    animator.advance(to: 1)
    #expect(animator[handle] == last)
    let data = try JSONEncoder().encode(animator.snapshot())
    let restored = Animator(restoring: try JSONDecoder().decode(Animator<Values>.Snapshot.self, from: data))
    #expect(restored[handle] == last)
  }

  @Test func typesOfOnesOwn() throws {
    var animator = Animator<Card>()
    let (first, last) = (Card(0, 1e9, opacity: 0), Card(10, 1e9 + 1, opacity: 1))
    let handle = animator.add(first)
    let timeline = KeyframeTimeline(initialValue: first) {
      KeyframeTrack(\.opacity) { LinearKeyframe(1.0, duration: 1) }
      KeyframeTrack(\.position) { LinearKeyframe(Point2D(x: 10, y: 1e9 + 1), duration: 1) }
    }
    for round in 0..<2 {
      try animator.set(handle, to: first)
      if round == 0 {
        try animator.animate(handle, to: last, using: .linear(duration: 1))
      } else {
        try animator.play(handle, timeline)
      }
      animator.advance(by: 0.25)
      let value = try animator.value(of: handle)
      #expect(abs(value.position.x - 2.5) < 1e-5 && abs(value.position.y - 1e9 - 0.25) < 1e-6)
      #expect(abs(value.opacity - 0.25) < 1e-6)
      let velocity = try animator.velocity(of: handle)
      #expect(abs(velocity.first.x - 10) < 1e-3 && abs(velocity.second - 1) < 1e-4)
      animator.advance(by: 0.75)
      #expect(animator[handle] == last)
    }
  }

  /// On a straight line a colour is the mixture of both ends.
  @Test func colorsAreMixed() throws {
    var generator = Generator(seed: Settings.seed)
    var animator = Animator<Color>()
    let spaces: [CSSColorSpace] = [.srgb, .displayP3, .oklch, .hsl, .oklab]
    func color() -> Color {
      let rgb = Color(
        rgba8: SIMD4(
          .random(in: 0...255, using: &generator), .random(in: 0...255, using: &generator),
          .random(in: 0...255, using: &generator), .random(in: 1...255, using: &generator)))
      return rgb.converted(to: spaces.randomElement(using: &generator)!)
    }
    let pairs = (0..<200).map { _ in (color(), color()) }
    let handles = pairs.map { animator.add($0.0) }
    for (handle, pair) in zip(handles, pairs) { try animator.animate(handle, to: pair.1, using: .linear(duration: 1)) }
    for frame in 1...16 {
      animator.advance(to: Double(frame) / 16)
      for (handle, pair) in zip(handles, pairs) {
        let expected = pair.0.mix(with: pair.1, by: Double(frame) / 16)
        let value = try animator.value(of: handle)
        // Ends of at most 1 are rounded to half an ulp, the amount errs by 2e-7 and the line by an ulp.
        let difference = value.animatableData - expected.animatableData
        for component in 0..<4 { #expect(abs(difference[component]) <= 5e-7) }
        #expect(value.space == expected.space && value.missing.isEmpty)
      }
    }
    var pixels = [UInt32](repeating: 0, count: handles.count)
    animator.packColors(\.self, as: .rgba8, into: pixels.mutableSpan, at: \.self)
    for (pixel, pair) in zip(pixels, pairs) {
      let bytes = withUnsafeBytes(of: pixel) { SIMD4($0[0], $0[1], $0[2], $0[3]) }
      #expect(bytes == pair.1.rgba8)
    }
  }

  @Test func colorsKeepNothingMissing() throws {
    var animator = Animator<Color>()
    let handle = animator.add(Color(.oklch, 0.5, nil, nil))
    let value = try animator.value(of: handle)
    #expect(value.missing.isEmpty && value.space == .oklab && abs(value.components.x - 0.5) < 1e-7)
    try animator.set(handle, to: .clear)
    #expect(animator[handle]!.alpha == 0)
  }

  // MARK: Snapshots

  /// Of components of another type nothing is taken, nor without bases or with too few of them.
  @Test func snapshotsKnowTheirComponents() throws {
    var animator = Animator<Double>()
    let handles = animator.add(1e9, count: 3)
    try animator.animate(handles, to: 1e9 + 1, using: .spring)
    animator.advance(by: 0.1)
    let data = try JSONEncoder().encode(animator.snapshot())
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data) }
    let floats = try JSONEncoder().encode(Animator<Float>().snapshot())
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Animator<Double>.Snapshot.self, from: floats) }
    var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let bases = try #require(object["bases"] as? [String])
    #expect(bases.count == 1)
    for wrong in [[], ["AAAAAAAA8D8="], [""], ["?"]] {
      object["bases"] = wrong
      let data = try JSONSerialization.data(withJSONObject: object)
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Animator<Double>.Snapshot.self, from: data) }
    }
    // Any other bases are as good.
    object["bases"] = [Data(repeating: 0xff, count: 24).base64EncodedString()]
    let restored = Animator(
      restoring: try JSONDecoder().decode(
        Animator<Double>.Snapshot.self, from: JSONSerialization.data(withJSONObject: object)))
    #expect(restored[handles[0]]!.isNaN)
  }
}
