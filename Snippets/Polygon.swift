// A polygon that grows from a triangle into a hexagon, by way of a fractional number of sides.

import Foundation
import VectorKernels

struct Polygon: Animatable {
  var sides: Double
  var radius = 1.0

  /// Only the number of sides is animated.
  var animatableData: Double {
    get { sides }
    set { sides = newValue }
  }

  /// The corners of the polygon with the whole number of sides, each on its way to its place in the next one, and a new
  /// corner that comes out of the first.
  var corners: [SIMD2<Double>] {
    let (whole, fraction) = (sides.rounded(.down), sides - sides.rounded(.down))
    return stride(from: 0, to: sides, by: 1).map { corner in
      point(turns: corner < whole ? corner / whole : 1)
        .interpolated(towards: point(turns: corner / (whole + 1)), amount: fraction)
    }
  }

  /// A point of the circle around the polygon, so many turns from the top.
  private func point(turns: Double) -> SIMD2<Double> {
    let angle = Angle.degrees(360 * turns)
    return radius * SIMD2(sin(angle.radians), cos(angle.radians))
  }
}

var polygon = Polygon(sides: 3)
let hexagon = Polygon(sides: 6)

for step in 0...6 {
  let progress = UnitCurve.easeInOut.value(at: Double(step) / 6)
  var now = polygon
  now.animatableData.interpolate(towards: hexagon.animatableData, amount: progress)
  let corners = now.corners.map { "(\(rounded($0.x)), \(rounded($0.y)))" }
  print(rounded(now.sides), corners.joined(separator: " "))
}

func rounded(_ number: Double) -> Double {
  (number * 100).rounded() / 100 + 0  // without a negative zero
}

// Prints:
// 3.0 (0.0, 1.0) (0.87, -0.5) (-0.87, -0.5)
// 3.17 (0.0, 1.0) (0.89, -0.42) (-0.72, -0.58) (-0.17, 0.83)
// 3.7 (0.0, 1.0) (0.96, -0.15) (-0.26, -0.85) (-0.7, 0.3)
// 4.5 (0.0, 1.0) (0.98, 0.15) (0.29, -0.9) (-0.79, -0.4) (-0.48, 0.65)
// 5.3 (0.0, 1.0) (0.93, 0.37) (0.67, -0.71) (-0.41, -0.87) (-0.93, 0.06) (-0.26, 0.85)
// 5.83 (0.0, 1.0) (0.88, 0.47) (0.82, -0.55) (-0.1, -0.97) (-0.88, -0.36) (-0.72, 0.58)
// 6.0 (0.0, 1.0) (0.87, 0.5) (0.87, -0.5) (0.0, -1.0) (-0.87, -0.5) (-0.87, 0.5)
