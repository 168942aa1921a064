// The engine of the page: an animator for the places of dots and one for their colours. JavaScript calls the functions
// at the end, and reads columns and pixels where they are.

import VectorKernels

private struct Dots: ~Copyable {
  let count: Int
  var places: Animator<SIMD2<Float>>
  var colors: Animator<SIMD4<Float>>
  let placeRange: PropertyRange
  let colorRange: PropertyRange
  /// Four bytes for each dot.
  var pixels: [UInt8]
  /// The shape that the dots form, or move to.
  var shape = 0
  var dice = Dice(state: 1)

  init(count: Int) {
    self.count = count
    places = Animator(capacity: count)
    colors = Animator(capacity: count)
    placeRange = places.add(.zero, count: count)
    colorRange = colors.add(SIMD4(Color.white.animatableData), count: count)
    pixels = [UInt8](repeating: 255, count: 4 * count)
  }

  /// Returns where a dot is in a shape, in -1...1 along both axes.
  mutating func place(_ index: Int) -> SIMD2<Float> {
    let part = (Double(index) + 0.5) / Double(count)
    switch shape {
    case 0:
      let columns = Double(count).squareRoot().rounded(.up)
      let row = (Double(index) / columns).rounded(.down)
      return SIMD2(Float((Double(index) - row * columns) / columns * 1.6 - 0.8), Float(row / columns * 1.6 - 0.8))
    case 1:
      // A sunflower: equal areas, turned by the golden angle.
      return point(radius: 0.9 * part.squareRoot(), turns: Double(index) * 0.381_966_011_250_105)
    case 2: return point(radius: 0.8 + 0.1 * dice.roll(-1...1), turns: part)
    default: return SIMD2(Float(part * 1.8 - 0.9), Float(0.5 * sine(turns: 3 * part) + 0.1 * dice.roll(-1...1)))
    }
  }

  private func point(radius: Double, turns: Double) -> SIMD2<Float> {
    SIMD2(Float(radius * sine(turns: turns + 0.25)), Float(radius * sine(turns: turns)))
  }

  private func sine(turns: Double) -> Double { Transform2D<Double>(rotation: .degrees(360 * turns)).b }

  /// Sends all dots to the next shape, each by a spring of its own.
  mutating func spring() throws(StalePropertyError) {
    shape = (shape + 1) % 4
    for (index, dot) in placeRange.enumerated() {
      let spring = Spring(response: dice.roll(0.4...1.2), dampingRatio: dice.roll(0.4...1))
      try places.animate(dot, to: place(index), using: .spring(spring))
    }
  }

  /// Sends all dots to the next shape, each along a curve with a duration and a delay of its own.
  mutating func curve() throws(StalePropertyError) {
    shape = (shape + 1) % 4
    for (index, dot) in placeRange.enumerated() {
      try places.animate(
        dot, to: place(index), using: .easeInOut(duration: dice.roll(0.5...2)), delay: dice.roll(0...0.5))
    }
  }

  /// Has all dots follow each other along keyframes, for ever.
  mutating func followKeyframes() throws(StalePropertyError) {
    let loop: [SIMD2<Float>] = [[0, 0], [0.8, 0.6], [0.8, -0.6], [0, 0], [-0.8, 0.6], [-0.8, -0.6], [0, 0]]
    guard let animation = try? KeyframeAnimation(values: loop, duration: 6, calculationMode: .cubic),
      let keyframes = try? animation.prepared()
    else { fatalError("the loop isn't one of keyframes") }
    try places.play(placeRange, keyframes, repeats: .forever, stagger: Stagger(total: 6))
  }

  /// Sends all colours to others, through Oklab.
  mutating func recolor() throws(StalePropertyError) {
    let hue = dice.roll(0...360)
    let animation = Animation.easeInOut(duration: 1.5)
    for dot in colorRange {
      let color = Color(.oklch, dice.roll(0.6...0.9), dice.roll(0.05...0.2), hue + dice.roll(-50...50))
      try colors.animate(dot, to: SIMD4(color.animatableData), using: animation)
    }
  }

  mutating func advance(to time: Double) {
    places.advance(to: time)
    let wereAtRest = colors.isAtRest
    colors.advance(to: time)
    // The last frame of a motion still changes colours.
    if !wereAtRest { Self.convert(colors, &pixels) }
  }

  private static func convert(_ colors: borrowing Animator<SIMD4<Float>>, _ pixels: inout [UInt8]) {
    Batch.convert(
      colors.column(0), colors.column(1), colors.column(2), alpha: colors.column(3), from: .oklab,
      intoRGBA8: pixels.mutableSpan)
  }

  var addressOfPixels: UnsafePointer<UInt8>? { pixels.span.withUnsafeBufferPointer { $0.baseAddress } }

  func address(ofColumn component: Int) -> UnsafePointer<Float>? {
    places.column(component).withUnsafeBufferPointer { $0.baseAddress }
  }
}

/// Numbers that look random.
private struct Dice {
  var state: UInt64

  mutating func roll(_ range: ClosedRange<Double>) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Double(state >> 11) * 0x1p-53 * (range.upperBound - range.lowerBound)
  }
}

// A page has one thread.
private nonisolated(unsafe) var dots = Dots(count: 0)

// MARK: The page's calls

@c public func dots_create(_ count: Int32) { dots = Dots(count: Int(count)) }

/// Starts a motion: 0 springs, 1 curves, 2 keyframes, 3 colours.
@c public func dots_animate(_ kind: Int32) {
  do throws(StalePropertyError) {
    switch kind {
    case 0: try dots.spring()
    case 1: try dots.curve()
    case 2: try dots.followKeyframes()
    default: try dots.recolor()
    }
  } catch {
    fatalError("a dot is gone")
  }
}

/// Moves all dots to a time in seconds.
@c public func dots_advance(_ time: Double) { dots.advance(to: time) }

/// Returns the address of the dots' x (0) or y (1), which holds until the next call.
@c public func dots_column(_ component: Int32) -> UnsafePointer<Float>? { dots.address(ofColumn: Int(component)) }

/// Returns the address of the dots' colours, four bytes each, which holds until the next call.
@c public func dots_pixels() -> UnsafePointer<UInt8>? { dots.addressOfPixels }
