// SwiftUI's AngularGradient of five stops that spins, as pixels: one call from points to RGBA8 for each frame.

import Foundation
import VectorKernels

let colors = try ["red", "gold", "limegreen", "dodgerblue", "red"].map { try Color(css: $0) }
let gradient = PreparedGradient(Gradient(colors: colors))

/// The middles of the pixels of a square, which stay where they are.
let side = 65
let points = Columns((0..<side * side).map { Point2D(x: Float($0 % side) + 0.5, y: Float($0 / side) + 0.5) })
let center = Point2D(x: 32.5, y: 32.5)

// A turn in two seconds. The pixels are those to the right of the centre, below it, to the left and above.
let spin = Animation.linear(duration: 2).repeatForever(autoreverses: false)
var pixels = [UInt8](repeating: 0, count: 4 * points.count)
for time in stride(from: 0, to: 1.1, by: 0.25) {
  let angle = spin.value(fromValue: Angle.zero, toValue: .degrees(360), time: time)
  gradient.colors(at: points, along: .angular(center: center, angle: angle), intoRGBA8: pixels.mutableSpan)
  let border = [(64, 32), (32, 64), (0, 32), (32, 0)].map { hexadecimal(x: $0, y: $1) }
  print(String(format: "%3.0f degrees:", angle.degrees), border.joined(separator: " "))
}

// The same stops along a line and from the centre outwards.
let (left, right) = (Point2D(x: 0.5, y: 0), Point2D(x: 64.5, y: 0))
gradient.colors(at: points, along: .linear(from: left, to: right), intoRGBA8: pixels.mutableSpan)
print("linear:", [0, 16, 32, 48, 64].map { hexadecimal(x: $0, y: 0) }.joined(separator: " "))
gradient.colors(at: points, along: .radial(center: center, endRadius: 32), intoRGBA8: pixels.mutableSpan)
print("radial:", [32, 40, 48, 56, 64].map { hexadecimal(x: $0, y: 32) }.joined(separator: " "))

@MainActor func hexadecimal(x: Int, y: Int) -> String {
  let offset = 4 * (side * y + x)
  return String(format: "#%02x%02x%02x", pixels[offset], pixels[offset + 1], pixels[offset + 2])
}

// Prints:
//   0 degrees: #ff0000 #ffd700 #32cd32 #1e90ff
//  45 degrees: #b2769c #ff8b00 #afd425 #00b5af
//  90 degrees: #1e90ff #ff0000 #ffd700 #32cd32
// 135 degrees: #00b5af #b2769c #ff8b00 #afd425
// 180 degrees: #32cd32 #1e90ff #ff0000 #ffd700
// linear: #ff0000 #ffd700 #32cd32 #1e90ff #ff0000
// radial: #ff0000 #ffd700 #32cd32 #1e90ff #ff0000
