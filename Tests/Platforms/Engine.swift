// A scene for machines without an operating system: ten thousand cards, a hundred colours and keyframes, for two
// seconds. Compiled as Embedded Swift for arm64 and WebAssembly, and as usual for x86-64. The values must equal those
// of x86-64.

import VectorKernels

/// Receives floats of a label.
public typealias EngineRecord =
  @convention(c) (
    _ label: UnsafePointer<CChar>?, _ floats: UnsafePointer<Float>?, _ count: Int
  ) -> Void

/// Plays the scene and records every value at six moments. Returns 0, or 1 if a step failed.
@c public func play_engine(_ record: EngineRecord) -> Int32 {
  do {
    try playCards(record)
    try playColors(record)
    return try playKeyframes(record) ? 0 : 1
  } catch {
    return 1
  }
}

/// Numbers that look random and are the same everywhere.
private struct Dice {
  var state: UInt64

  mutating func roll(_ range: ClosedRange<Double>) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Double(state >> 11) * 0x1p-53 * (range.upperBound - range.lowerBound)
  }
}

private let frames = 240
private let moments = 40

private func write(_ record: EngineRecord, _ label: StaticString, _ floats: Span<Float>) {
  floats.withUnsafeBufferPointer { floats in
    label.withUTF8Buffer { text in
      text.withMemoryRebound(to: CChar.self) { record($0.baseAddress, floats.baseAddress, floats.count) }
    }
  }
}

/// Cards with springs, durations, delays and repetitions of their own, some of which are sent elsewhere on their way,
/// thrown, seeked or removed.
private func playCards(_ record: EngineRecord) throws(StalePropertyError) {
  let count = 10_000
  var dice = Dice(state: 1)
  var cards = Animator<SIMD4<Float>>()
  let range = cards.add(SIMD4<Float>(0, 0, 1, 0), count: count)
  func place() -> SIMD4<Float> {
    SIMD4(
      Float(dice.roll(-500...500)), Float(dice.roll(-300...300)), Float(dice.roll(0.5...2)), Float(dice.roll(-3...3)))
  }
  for (index, card) in range.enumerated() {
    let target = place()
    switch index % 6 {
    case 0:
      let spring = Spring(response: dice.roll(0.2...0.9), dampingRatio: dice.roll(0.3...1.4))
      try cards.animate(card, to: target, using: .spring(spring))
    case 1: try cards.animate(card, to: target, using: .easeInOut(duration: dice.roll(0.2...3)))
    case 2:
      try cards.animate(card, to: target, using: .easeOut(duration: 1), delay: dice.roll(0...1))
    case 3:
      try cards.animate(
        card, to: target, using: .linear(duration: dice.roll(0.1...0.4)).repeatCount(3, autoreverses: true))
    case 4: try cards.animate(card, to: target, using: .timingCurve(.circularEaseInOut, duration: dice.roll(0.5...2)))
    default: try cards.fling(card, velocity: place())
    }
  }
  for frame in 1...frames {
    cards.advance(by: 1.0 / 120)
    for step in 0..<20 {
      let card = range[(frame * 97 + step * 389) % count]
      guard cards.contains(card) else { continue }
      switch step {
      case 0: try cards.remove(card)
      case 1: try cards.seek(card, toProgress: dice.roll(0...1))
      case 2: try cards.reverse(card)
      case 3...8: try cards.animate(card, to: place(), using: .easeIn(duration: 0.5), retargeting: .add)
      default: try cards.animate(card, to: place(), using: .bouncy)
      }
    }
    if frame % moments == 0 {
      for component in 0..<4 { write(record, "cards", cards.column(component)) }
    }
  }
}

private func playColors(_ record: EngineRecord) throws(StalePropertyError) {
  var dice = Dice(state: 2)
  var colors = Animator<Color>()
  var (from, to) = ([Color](), [Color]())
  for index in 0..<100 {
    from.append(Color(.oklch, 0.6, dice.roll(0...0.2), dice.roll(0...360)))
    to.append(Color(.srgb, dice.roll(0...1), dice.roll(0...1), dice.roll(0...1), alpha: dice.roll(0...1)))
    let color = colors.add(from[index])
    try colors.animate(color, to: to[index], using: index.isMultiple(of: 2) ? .smooth : .easeInOut(duration: 1.5))
  }
  let mix = ColorMix(from: from, to: to)
  var mixed = Columns<SIMD4<Float>>(repeating: .zero, count: mix.count)
  for frame in 1...frames {
    colors.advance(by: 1.0 / 120)
    if frame % moments == 0 {
      for component in 0..<4 { write(record, "colours", colors.column(component)) }
      mix.colors(by: Float(frame) / Float(frames), as: .srgb, into: &mixed)
      for component in 0..<4 { write(record, "mixes", mixed.span(component: component)) }
    }
  }
}

private func playKeyframes(_ record: EngineRecord) throws(StalePropertyError) -> Bool {
  guard
    let animation = try? KeyframeAnimation(
      values: [0.0, 40, -20, 10], keyTimes: [0, 0.3, 0.7, 1], duration: 1.5, calculationMode: .cubic),
    let rotation = try? RotationKeyframes(
      times: [0, 0.5, 1, 1.5],
      values: [
        .identity, Quaternion(angle: .degrees(120), axis: [0, 0, 1]),
        Quaternion(angle: .degrees(200), axis: [1, 0, 0]),
        .identity,
      ]),
    let keyframes = try? animation.prepared(), let turns = try? rotation.prepared()
  else { return false }
  var dice = Dice(state: 3)
  let starts = (0..<1000).map { _ in Float(dice.roll(0...1)) }
  var values = [Float](repeating: 0, count: starts.count)
  var rotations = [Quaternion<Float>](repeating: .identity, count: starts.count)
  var heights = Animator<Float>()
  let range = heights.add(0, count: 1000)
  try heights.play(range, keyframes, repeats: .forever, stagger: 0.001)
  let curve = CubicBezier.easeInOut.tabulated()
  for frame in 1...frames {
    let time = Double(frame) / 120
    heights.advance(to: time)
    if frame % moments != 0 { continue }
    write(record, "heights", heights.column(0))
    keyframes.values(at: time, starts: starts.span, into: values.mutableSpan)
    write(record, "keyframes", values.span)
    turns.values(at: time, starts: starts.span, into: rotations.mutableSpan)
    for (index, rotation) in rotations.enumerated() { values[index] = rotation.x + rotation.w }
    write(record, "rotations", values.span)
    curve.values(at: starts.span, into: values.mutableSpan)
    write(record, "curve", values.span)
  }
  return true
}
