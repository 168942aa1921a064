// An angular gradient of five stops that spins, as pixels: one call for each frame.

import Foundation
import VectorKernels

let colors = try ["red", "gold", "limegreen", "dodgerblue", "red"].map { try Color(css: $0) }
let gradient = PreparedGradient(Gradient(colors: colors))

/// The middles of the pixels of a square, which stay where they are.
let side = 64
let points = Columns(
  (0..<side * side).map { Point2D(x: Float($0 % side) + 0.5, y: Float($0 / side) + 0.5) })
let center = Point2D(x: Double(side) / 2, y: Double(side) / 2)

// A turn in two seconds.
let spin = Animation.linear(duration: 2).repeatForever(autoreverses: false)
var pixels = [UInt8](repeating: 0, count: 4 * points.count)
for frame in 0..<5 {
  let time = Double(frame) / 4
  let angle = spin.value(from: Angle.zero, to: .degrees(360), at: time)
  gradient.colors(at: points, along: .angular(center: center, angle: angle), intoRGBA8: pixels.mutableSpan)
  let border = [(32, 0), (63, 32), (31, 63), (0, 31)].map { hexadecimal(x: $0, y: $1) }
  print(String(format: "%3.0f degrees:", angle.degrees), border.joined(separator: " "))
}

// The same in lines and circles.
gradient.colors(
  at: points, along: .linear(from: .zero, to: Point2D(x: 64, y: 0)), intoRGBA8: pixels.mutableSpan)
print("linear:", (0..<4).map { hexadecimal(x: 16 * $0, y: 0) }.joined(separator: " "))
gradient.colors(at: points, along: .radial(center: center, endRadius: 32), intoRGBA8: pixels.mutableSpan)
print("radial:", (0..<4).map { hexadecimal(x: 32 + 8 * $0, y: 32) }.joined(separator: " "))

@MainActor func hexadecimal(x: Int, y: Int) -> String {
  let offset = 4 * (side * y + x)
  return String(format: "#%02x%02x%02x", pixels[offset], pixels[offset + 1], pixels[offset + 2])
}

// Prints:
//   0 degrees: #2790fd #ff0c00 #fdd701 #31cd37
//  45 degrees: #00b4b0 #b4759a #ff8c00 #add425
//  90 degrees: #31cd37 #2790fd #ff0c00 #fdd701
// 135 degrees: #add425 #00b4b0 #b4759a #ff8c00
// 180 degrees: #fdd701 #31cd37 #2790fd #ff0c00
// linear: #ff1c00 #fad704 #2fcc41 #358ff9
// radial: #ff3400 #f5d709 #2cca4d #458ef3
