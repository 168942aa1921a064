// Ten thousand pieces of confetti. Each flies for a time of its own, then falls by a spring of its own.
// swift run Confetti

import VectorKernels

/// A generator that gives the same numbers each time (Lehmer's, with Park and Miller's modulus).
struct Dice: RandomNumberGenerator {
  private var state: UInt64 = 1

  mutating func next() -> UInt64 {
    (0..<3).reduce(0) { bits, _ in
      state = state * 48271 % 2_147_483_647
      return bits << 24 ^ state
    }
  }
}

var dice = Dice()
var confetti = Animator<Point2D<Float>>(capacity: 10_000)
let pieces = confetti.add(.zero, count: 10_000)

// One call takes the durations and delays as spans, without an `Animation` for each.
let heights = pieces.map { _ in
  Point2D(x: .random(in: -200...200, using: &dice), y: Float.random(in: 100...300, using: &dice))
}
let durations = pieces.map { _ in Double.random(in: 0.8...1.6, using: &dice) }
let delays = pieces.map { _ in Double.random(in: 0...0.2, using: &dice) }
try confetti.animate(pieces, to: heights.span, using: .easeOut, durations: durations.span, delays: delays.span)

var (falling, landed) = (Set<PropertyHandle>(), 0)
for frame in 1...360 {
  confetti.advance(by: 1.0 / 120)
  for completion in confetti.completions where completion.reason == .finished {
    let piece = completion.handle
    if falling.remove(piece) != nil {
      landed += 1
    } else {
      falling.insert(piece)
      let ground = Point2D(x: confetti[piece]!.x, y: 0)
      try confetti.animate(piece, to: ground, using: .spring(duration: .random(in: 0.4...0.8, using: &dice)))
    }
  }
  if frame % 60 == 0 {
    print("\(Double(frame) / 120) s: \(10_000 - falling.count - landed) fly, \(falling.count) fall, \(landed) lie")
  }
}

// Prints:
// 0.5 s: 10000 fly, 0 fall, 0 lie
// 1.0 s: 8713 fly, 1287 fall, 0 lie
// 1.5 s: 2471 fly, 7529 fall, 0 lie
// 2.0 s: 0 fly, 9875 fall, 125 lie
// 2.5 s: 0 fly, 7249 fall, 2751 lie
// 3.0 s: 0 fly, 2438 fall, 7562 lie
