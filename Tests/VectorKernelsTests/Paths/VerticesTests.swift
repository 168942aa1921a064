import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct VerticesTests {
  /// Against sines and cosines of Foundation, in `Double`.
  @Test func verticesByTheirFormulas() {
    vertices(Double.self)
    vertices(Float.self)
  }

  private func vertices<S: Element>(_: S.Type) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    // Of the radius: the kernel's 1e-7 in Float, a rounding of the angle (pi 2^-24) and one of the product; in Double 2.5e-16,
    // and angles of up to 30 turns, whose rounding is 2 pi 30 2^-53. The centre adds a rounding of the sum.
    let unit = S.self == Float.self ? 1e-7 + (.pi + 2) * 0x1p-24 : 2.5e-16 + (2 * .pi * 60 + 2) * 0x1p-53
    let ulp = Double(S.ulpOfOne)
    for row in 0..<max(10, Settings.cases / 1000) {
      func number(_ range: ClosedRange<Double>) -> Double { Double(S(Double.random(in: range, using: &generator))) }
      let (x, y, radius) = (number(-50...50), number(-50...50), number(-100...100))
      let (start, end, sides) = (Angle.degrees(number(-999...999)), Angle.degrees(number(-999...999)), number(0...600))
      let center = Point2D(x: S(x), y: S(y))
      let tolerance = unit * abs(radius) + 2 * ulp * (abs(x) + abs(y) + abs(radius))

      let count = Batch.polygonVertexCount(sides: sides)
      var corners = Columns(repeating: Point2D<S>.zero, count: count)
      Batch.polygon(sides: sides, center: center, radius: S(radius), startAngle: start, into: &corners)
      verdict.require(count == Int(sides.rounded(.up)), row, "\(count) corners for \(sides) sides")
      for (index, corner) in corners.enumerated() {
        let angle = start.radians + 2 * .pi * Double(index) / sides
        let error = hypot(Double(corner.x) - x - radius * cos(angle), Double(corner.y) - y - radius * sin(angle))
        verdict.require(error <= 2 * tolerance, row, "corner \(index) of \(sides) is off by \(error)")
      }

      let n = Int.random(in: 1...600, using: &generator)
      var points = Columns(repeating: Point2D<S>.zero, count: n)
      Batch.arc(center: center, radius: S(radius), startAngle: start, endAngle: end, into: &points)
      for (index, point) in points.enumerated() {
        let angle = start.radians + (end.radians - start.radians) * Double(index) / Double(max(1, n - 1))
        let error = hypot(Double(point.x) - x - radius * cos(angle), Double(point.y) - y - radius * sin(angle))
        verdict.require(error <= 2 * tolerance, row, "point \(index) of an arc of \(n) is off by \(error)")
      }

      let (width, frequency) = (number(-100...100), number(-20...20))
      Batch.wave(
        origin: center, width: S(width), amplitude: S(radius), frequency: frequency, phase: start, into: &points)
      for (index, point) in points.enumerated() {
        let t = Double(index) / Double(max(1, n - 1))
        let expected = y + radius * sin(2 * .pi * frequency * t + start.radians)
        verdict.require(
          abs(Double(point.y) - expected) <= 2 * tolerance, row, "wave \(index) of \(n): \(point), \(expected)")
        verdict.require(
          abs(Double(point.x) - x - width * t) <= 2 * ulp * (abs(x) + abs(width)), row,
          "wave \(index) of \(n): \(point)")
      }
    }
  }

  @Test func knownVertices() {
    var square = Columns(repeating: Point2D<Double>.zero, count: 4)
    Batch.polygon(sides: 4, center: Point2D(x: 1, y: 2), radius: 3, into: &square)
    #expect(
      zip(square, [(4.0, 2.0), (1, 5), (-2, 2), (1, -1)]).allSatisfy {
        abs($0.x - $1.0) < 1e-15 && abs($0.y - $1.1) < 1e-15
      })
    #expect([-1, 0, 0.1, 1, 2.5, 3].map { Batch.polygonVertexCount(sides: $0) } == [0, 0, 1, 1, 3, 3])
    var one = Columns(repeating: Point2D<Float>.zero, count: 1)
    Batch.arc(center: .zero, radius: 2, startAngle: .degrees(90), endAngle: .degrees(200), into: &one)
    #expect(one[0].y == 2)
    Batch.wave(origin: Point2D(x: 1, y: 2), width: 5, amplitude: 3, frequency: 7, phase: .degrees(90), into: &one)
    #expect(one[0] == Point2D(x: 1, y: 5))
    var none = Columns<Point2D<Float>>()
    Batch.wave(origin: .zero, width: 5, amplitude: 3, frequency: 7, into: &none)
    Batch.polygon(sides: 0, center: .zero, radius: 1, into: &none)
  }

  /// All finite numbers give vertices on their circle or between the crests, and NaN in the centre gives NaN.
  @Test func wildNumbersStayWithinTheirCircle() {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    var points = Columns(repeating: Point2D<Float>.zero, count: 3)
    for row in 0..<5000 {
      func wild() -> Double { generator.wildNumber() }
      let (center, radius, width) = (Point2D(x: Float(wild()), y: Float(wild())), Float(wild()), Float(wild()))
      let (start, end, frequency) = (Angle.radians(wild()), Angle.radians(wild()), wild())
      let numbers = "\(center), \(radius), \(width), \(start.radians), \(end.radians), \(frequency)"
      let isFinite = [start.radians, end.radians, frequency].allSatisfy(\.isFinite)
      /// Within `reach` of `middle`, but for the rounding of the factor, of at most 1e-6, and of the sum.
      func isNear(_ number: Float, _ middle: Float, _ reach: Float) -> Bool {
        if middle.isNaN { return number.isNaN }
        let sum = abs(middle) + abs(reach)
        guard isFinite, sum < .greatestFiniteMagnitude / 2 else { return true }
        return abs(number - middle) <= abs(reach) * (1 + 1e-6) + 2 * sum.ulp
      }
      Batch.polygon(sides: 2.5, center: center, radius: radius, startAngle: start, into: &points)
      verdict.require(
        points.allSatisfy { isNear($0.x, center.x, radius) && isNear($0.y, center.y, radius) }, row,
        "polygon of \(numbers): \(points)")
      Batch.arc(center: center, radius: radius, startAngle: start, endAngle: end, into: &points)
      verdict.require(
        points.allSatisfy { isNear($0.x, center.x, radius) && isNear($0.y, center.y, radius) }, row,
        "arc of \(numbers): \(points)")
      Batch.wave(
        origin: center, width: width, amplitude: radius, frequency: frequency, phase: start, into: &points)
      verdict.require(
        points.allSatisfy { isNear($0.x, center.x, width) && isNear($0.y, center.y, radius) }, row,
        "wave of \(numbers): \(points)")
    }
  }

  @Test func mistakesStopTheProgram() async {
    let count = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var corners = Columns(repeating: Point2D<Float>.zero, count: 3)
      Batch.polygon(sides: 3.5, center: .zero, radius: 1, into: &corners)
    }
    let countMessage = String(decoding: count?.standardErrorContent ?? [], as: UTF8.self)
    #expect(countMessage.contains("out.count is 3, but polygonVertexCount(sides: sides) is 4"), "\(countMessage)")
    let sides = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Batch.polygonVertexCount(sides: .nan)
    }
    let sidesMessage = String(decoding: sides?.standardErrorContent ?? [], as: UTF8.self)
    #expect(sidesMessage.contains("sides is nan, but must be at most"), "\(sidesMessage)")
  }
}
