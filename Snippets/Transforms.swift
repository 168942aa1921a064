// A wheel of cards: matrices mixed by their parts, and rotations by the shorter way, ten thousand in one call.

import VectorKernels

/// Cards in a heap, and the same cards on a wheel, each turned to its place and grown.
let count = 10_000
let heap = (0..<count).map { _ in Transform2D<Double>(translationX: 50, y: 50) }
let wheel = (0..<count).map { card in
  let angle = Angle(degrees: 340 * Double(card) / Double(count - 1))
  return Transform2D<Double>(rotation: angle).translatedBy(x: 100, y: 0).scaledBy(x: 2, y: 2)
}

// Taken apart once. A frame mixes translation, rotation, scale and skew, and writes matrices as a renderer takes them.
let mix = TransformMix2D(from: heap.span, to: wheel.span)
var matrices = [Transform2D<Float>](repeating: .identity, count: count)
mix.transforms(by: 0.5, into: matrices.mutableSpan)
// The last card turns back by 20 degrees rather than on by 340, and none of them shrinks on its way.
for card in [0, 2500, 9999] {
  let parts = matrices[card].decomposition
  print(
    "card", card, "tilted by", (parts.radians * 180 / .pi).rounded(), "and", (parts.scaleX * 10).rounded() / 10,
    "times as large")
}

// The same for rotations in space.
let upright = [Quaternion<Float>](repeating: .identity, count: count)
let turned = (0..<count).map { card in
  Quaternion<Float>(angle: .degrees(340 * Double(card) / Double(count - 1)), axis: SIMD3(0, 1, 0))
}
var now = upright
Batch.slerp(from: upright.span, to: turned.span, amount: 0.5, into: now.mutableSpan)
let last = now[9999].applied(to: SIMD3(0, 0, 1))
print("angle:", now[9999].angle.degrees.rounded(), "to the", last.x < 0 ? "left" : "right")

// Prints:
// card 0 tilted by 0.0 and 1.5 times as large
// card 2500 tilted by 43.0 and 1.5 times as large
// card 9999 tilted by -10.0 and 1.5 times as large
// angle: 10.0 to the left
