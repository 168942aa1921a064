// A polygon that changes from a triangle into a hexagon, through fractional numbers of sides.

import VectorKernels

struct Polygon: Animatable {
  var sides: Double
  var radius = 100.0

  /// Only the number of sides is animated.
  var animatableData: Double {
    get { sides }
    set { sides = newValue }
  }

  /// The corners, which the `Shape` puts into its `Path`. The first one is at the top, where y goes down.
  var corners: Columns<Point2D<Double>> {
    var corners = Columns(repeating: Point2D<Double>.zero, count: Batch.polygonVertexCount(sides: sides))
    Batch.polygon(sides: sides, center: .zero, radius: radius, startAngle: .degrees(-90), into: &corners)
    return corners
  }
}

let growth = Animation.easeInOut(duration: 0.6)
for frame in 0...6 {
  let time = Double(frame) / 10
  let polygon = growth.value(fromValue: Polygon(sides: 3), toValue: Polygon(sides: 6), time: time)
  let corners = polygon.corners.map { "(\(Int($0.x.rounded())), \(Int($0.y.rounded())))" }
  print((polygon.sides * 100).rounded() / 100, corners.joined(separator: " "))
}

// Prints:
// 3.0 (0, -100) (87, 50) (-87, 50)
// 3.17 (0, -100) (92, 40) (-73, 68) (-33, -94)
// 3.7 (0, -100) (99, 13) (-26, 97) (-93, -38)
// 4.5 (0, -100) (98, -17) (34, 94) (-87, 50) (-64, -77)
// 5.3 (0, -100) (93, -38) (70, 72) (-40, 92) (-100, -3) (-35, -94)
// 5.83 (0, -100) (88, -47) (83, 55) (-9, 100) (-92, 39) (-78, -62)
// 6.0 (0, -100) (87, -50) (87, 50) (0, 100) (-87, 50) (-87, -50)
