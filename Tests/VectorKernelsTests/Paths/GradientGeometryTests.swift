import Foundation
import Testing
import VectorKernels

private func point(_ x: Double, _ y: Double) -> Point2D<Double> { Point2D(x: x, y: y) }

@Suite(.seeded) struct GradientGeometryTests {
  @Test func linearLocations() {
    let geometry = GradientGeometry.linear(from: point(10, 20), to: point(40, 60))
    // Along (3, 4) / 5, over a length of 50.
    for (at, location) in [
      (point(10, 20), 0.0), (point(40, 60), 1), (point(25, 40), 0.5), (point(25 - 8, 40 + 6), 0.5), (point(70, 100), 2),
      (point(-20, -20), -1),
    ] { #expect(abs(geometry.location(of: at) - location) < 1e-15) }
    // SVG: where both ends are one point, the last stop is everywhere.
    #expect(GradientGeometry.linear(from: point(3, 4), to: point(3, 4)).location(of: point(-9, 8)) == 1)
  }

  /// CSS Images 3, 3.1.1: the corner in the angle's direction is at 1, the opposite one at 0, and the middle at 1/2.
  @Test func linearLocationsByCSSAngle() {
    let box = Rect2D(x: 10.0, y: 20, width: 200, height: 100)
    for (degrees, zero, one) in [
      (0.0, point(77, 120), point(-5, 20)), (90, point(10, 33), point(210, 0)), (180, point(0, 20), point(0, 120)),
      (270, point(210, 50), point(10, 50)), (45, point(10, 120), point(210, 20)), (120, point(10, 20), point(210, 120)),
      (-150, point(210, 20), point(10, 120)),
    ] {
      let geometry = GradientGeometry.linear(css: .degrees(degrees), in: box)
      #expect(abs(geometry.location(of: zero)) < 1e-14 && abs(geometry.location(of: one) - 1) < 1e-14, "\(degrees)")
      #expect(abs(geometry.location(of: point(110, 70)) - 0.5) < 1e-14)
    }
  }

  @Test func radialLocations() {
    let geometry = GradientGeometry.radial(center: point(1, 2), startRadius: 5, endRadius: 15)
    for (distance, location) in [(0.0, -0.5), (5, 0), (10, 0.5), (15, 1), (25, 2)] {
      #expect(abs(geometry.location(of: point(1 + 0.6 * distance, 2 - 0.8 * distance)) - location) < 1e-15)
    }
    let jump = GradientGeometry.radial(center: .zero, startRadius: 5, endRadius: 5)
    #expect(
      jump.location(of: point(3, 3)) < -1e20 && jump.location(of: point(3, 4)) == 0
        && jump.location(of: point(4, 4)) > 1e20)
    let ellipse = GradientGeometry.elliptical(center: point(1, 2), radii: Size2D(width: 4, height: 2))
    for (at, location) in [
      (point(1, 2), 0.0), (point(5, 2), 1), (point(1, 0), 1), (point(9, 2), 2), (point(3, 2), 0.5),
    ] {
      #expect(ellipse.location(of: at) == location)
    }
  }

  /// SwiftUI's `AngularGradient`: clockwise from the x axis, where y goes down.
  @Test func angularLocations() {
    func location(_ geometry: GradientGeometry, _ degrees: Double) -> Double {
      let angle = degrees * .pi / 180
      return geometry.location(of: point(3 + 7 * cos(angle), 4 + 7 * sin(angle)))
    }
    let center = point(3, 4)
    let turn = GradientGeometry.angular(center: center, angle: .degrees(30))
    for (degrees, expected) in [
      (30.001, 0.001 / 360), (120, 0.25), (-60, 0.75), (29, 359.0 / 360), (390.001, 0.001 / 360),
    ] as [(Double, Double)] {
      #expect(abs(location(turn, degrees) - expected) < 1e-13, "\(degrees)")
    }
    // CSS's conic-gradient(from 0deg) begins at the top, and goes to the right.
    let conic = GradientGeometry.angular(center: center, angle: .degrees(0) - .degrees(90))
    #expect(abs(location(conic, 0) - 0.25) < 1e-15 && abs(location(conic, 90) - 0.5) < 1e-15)
    // "If endAngle - startAngle < 2π, the gradient fills the missing area with the colors defined by gradient locations
    // one and zero, transitioning between the two halfway across the missing area."
    let part = GradientGeometry.angular(center: center, startAngle: .degrees(90), endAngle: .degrees(180))
    for (degrees, expected) in [(90.0, 0.0), (135, 0.5), (180, 1), (250, 1), (314, 1), (316, 0), (0, 0), (80, 0)] {
      #expect(abs(location(part, degrees) - expected) < 1e-14, "\(degrees)")
    }
    // "If endAngle - startAngle > 2π, the gradient only draws the last complete turn."
    let more = GradientGeometry.angular(center: center, startAngle: .degrees(0), endAngle: .degrees(900))
    for (degrees, expected) in [(181.0, 541.0 / 900), (270, 630.0 / 900), (0.5, 720.5 / 900), (179, 899.0 / 900)]
      as [(Double, Double)]
    {
      #expect(abs(location(more, degrees) - expected) < 1e-14, "\(degrees)")
    }
    let back = GradientGeometry.angular(center: center, startAngle: .degrees(90), endAngle: .degrees(0))
    for (degrees, expected) in [(90.0, 0.0), (45, 0.5), (1e-9, 1), (-100, 1), (-134, 1), (-136, 0), (100, 0)] {
      #expect(abs(location(back, degrees) - expected) < 1e-10, "\(degrees)")
    }
    let none = GradientGeometry.angular(center: center, startAngle: .degrees(90), endAngle: .degrees(90))
    #expect(location(none, 91) == 1 && location(none, 89) == 0)
    #expect(turn.location(of: center).isFinite && turn.location(of: point(.nan, 0)).isNaN)
  }

  /// Points are measured from the very start or centre, even if a `Float` can't hold its coordinates.
  @Test func originsAreExact() {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<200 {
      let (x, y) = (Double.random(in: -4000...4000, using: &generator), Double.random(in: 1...4000, using: &generator))
      let places = (0..<40).map { _ in
        Point2D<Float>(
          point(x + .random(in: -0.5...0.5, using: &generator), y + .random(in: -0.5...0.5, using: &generator)))
      }
      for geometry in [
        GradientGeometry.linear(from: point(x, y), to: point(x + 1, y)), .radial(center: point(x, y), endRadius: 1),
        .elliptical(center: point(x, y), radii: Size2D(width: 1, height: 1)),
      ] {
        let found = output(places.count) { geometry.locations(of: Columns(places), into: $0) }
        for (place, location) in zip(places, found) {
          // 4 ulp of terms below 1.
          #expect(abs(Double(location) - geometry.location(of: Point2D<Double>(place))) <= 0x1p-22)
        }
      }
    }
    // A radius of negative zero is 0, so all points but the centre are far outside.
    #expect(GradientGeometry.radial(center: .zero, endRadius: -0.0).location(of: point(1, 0)) > 1e20)
    #expect(GradientGeometry.linear(from: .zero, to: point(0, .nan)).location(of: point(1, 2)).isNaN)
  }

  /// Batches against single points in `Double`, with points in the same `Float`s.
  @Test func batchesAreSinglePoints() {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    func number() -> Double { Double(Float.random(in: -100...100, using: &generator)) }
    for row in 0..<max(10, Settings.cases / 1000) {
      let (a, b) = (point(number(), number()), point(number(), number()))
      let (first, second) = (Angle.degrees(5 * number()), Angle.degrees(5 * number()))
      var places: [Point2D<Float>] = [Point2D<Float>(a)]
      for _ in 0..<301 { places.append(Point2D<Float>(point(number(), number()))) }
      let points = Columns(places)
      let length = hypot(b.x - a.x, b.y - a.y)
      let angular = max(1, 2 * .pi / abs(second.radians - first.radians))
      // A location on a line or from a centre has three roundings of numbers of up to 400 / length: 4 of 2^-24.
      // An angle, in turns: the arctangent 7e-8; the differences from the centre, both to 2^-24, 2^-24 / (2 pi) = 1e-8;
      // the seam of up to 1/2, 2^-26; the sums with the seam and with a turn, of up to 1, 2^-25 each; and the rounding of
      // the single point's location 2^-25: 1.9e-7. A part of a turn, or more, has two further roundings before and two
      // after it is scaled, of 2^-25 each: 3.1e-7 of the part. Points at the leap are left out.
      let shapes: [(GradientGeometry, Float)] = [
        (.linear(from: a, to: b), Float(8 * 0x1p-24 * 600 / length)),
        (.radial(center: a, startRadius: 3, endRadius: 3 + length), Float(8 * 0x1p-24 * 600 / length)),
        (.elliptical(center: a, radii: Size2D(width: 20, height: 5)), Float(8 * 0x1p-24 * 600 / 5)),
        (.angular(center: a, angle: first), 2e-7),
        (.angular(center: a, startAngle: first, endAngle: second), Float(4e-7 * angular)),
      ]
      for (geometry, tolerance) in shapes {
        let found = output(points.count) { geometry.locations(of: points, into: $0) }
        let (x, y) = (points.map(\.x), points.map(\.y))
        #expect(output(points.count) { geometry.locations(x: x.span, y: y.span, into: $0) } == found)
        for (index, location) in found.enumerated() {
          let expected = Float(geometry.location(of: Point2D<Double>(points[index])))
          if isNearLeap(geometry, Point2D<Double>(points[index]), a) { continue }
          verdict.require(
            abs(location - expected) <= tolerance, row, "\(geometry) at \(points[index]): \(location), \(expected)")
        }
      }
    }
  }

  /// Whether locations leap within 1e-5 radians around a centre.
  private func isNearLeap(_ geometry: GradientGeometry, _ place: Point2D<Double>, _ center: Point2D<Double>) -> Bool {
    func location(turnedBy angle: Double) -> Double {
      let (x, y) = (place.x - center.x, place.y - center.y)
      return geometry.location(of: point(center.x + x - angle * y, center.y + y + angle * x))
    }
    let change = location(turnedBy: 1e-5) - location(turnedBy: -1e-5)
    return abs(change) > 0.1
  }

  /// Neighbours of any points are as they would be alone.
  @Test func wildPointsHarmNoNeighbour() {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<max(10, Settings.cases / 1000) {
      func wild() -> Point2D<Double> { point(generator.wildNumber(), generator.wildNumber()) }
      let (a, b) = (wild(), wild())
      let shapes: [GradientGeometry] = [
        .linear(from: a, to: b), .radial(center: a, startRadius: b.x, endRadius: b.y),
        .angular(center: a, angle: .degrees(b.x)),
        .elliptical(center: a, radii: Size2D(width: b.x, height: b.y)),
        .angular(center: a, startAngle: .degrees(b.x), endAngle: .degrees(b.y)),
      ]
      let points = Columns((0..<67).map { _ in Point2D<Float>(wild()) })
      for geometry in shapes {
        let found = output(points.count) { geometry.locations(of: points, into: $0) }
        for index in points.indices {
          let alone = output(1) { geometry.locations(of: Columns([points[index]]), into: $0) }
          #expect(alone[0].isIdentical(to: found[index]), "\(geometry) at \(points[index])")
        }
      }
    }
  }

  /// From points to bytes in one call, over more than a block.
  @Test func colorsOfPoints() {
    let gradient = PreparedGradient(
      Gradient(colors: [.white, .black, Color(.srgb, 1, 0, 0), Color(.srgb, 0, 1, 0), .white]))
    var points = Columns((0..<1000).map { Point2D<Float>(x: Float($0 % 37), y: Float($0 / 37)) })
    points[5].x = .nan
    // Straight above the angular gradient's centre.
    points[13 * 37 + 18].y = .nan
    for geometry in [
      GradientGeometry.angular(center: point(18, 13), angle: .degrees(77)), .linear(from: .zero, to: point(30, 20)),
      .radial(center: point(5, 5), endRadius: 20),
    ] {
      let locations = output(points.count) { geometry.locations(of: points, into: $0) }
      var (expected, found) = ([UInt8](repeating: 1, count: 4000), [UInt8](repeating: 2, count: 4000))
      gradient.colors(at: locations.span, intoRGBA8: expected.mutableSpan)
      gradient.colors(at: points, along: geometry, intoRGBA8: found.mutableSpan)
      #expect(found == expected)
      for place in [5, 13 * 37 + 18] { #expect(found[4 * place..<4 * place + 4] == [0, 0, 0, 0]) }
    }
    var nothing: [UInt8] = []
    gradient.colors(at: [], along: .linear(from: .zero, to: point(1, 1)), intoRGBA8: nothing.mutableSpan)
  }

  @Test func countsThatDontMatchStopTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var bytes = [UInt8](repeating: 0, count: 8)
      PreparedGradient(Gradient(colors: [.white])).colors(
        at: Columns(repeating: .zero, count: 3), along: .angular(center: .zero), intoRGBA8: bytes.mutableSpan)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("out.count is 8, but 4 * points.count is 12"), "\(message)")
  }
}
