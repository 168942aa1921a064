import Foundation
import Testing
import VectorKernels

private typealias Place = Point2D<Double>
private typealias Segment = MotionPath.Segment

private func point(_ x: Double, _ y: Double) -> Place { Place(x: x, y: y) }

private func distance(_ a: Place, _ b: Place) -> Double { hypot(a.x - b.x, a.y - b.y) }

@Suite(.seeded) struct MotionPathTests {
  /// Lengths and places against subdivision, which knows no integral: a cubic's length is between its chord and its
  /// polygon, and half their sum is off by the square of what they differ (Gravesen). Halving divides that by 16, so a
  /// fifteenth of what halves add takes it away, and the cube is left.
  @Test func lengthsAndPlacesAreThoseOfSubdivision() {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for row in 0..<max(8, Settings.cases / 1000) {
      let segment = Subdivision.segment(row % 8, using: &generator)
      let path = MotionPath(segments: [segment])
      let (expected, polygon) = (Subdivision.length(segment), Subdivision.polygon(segment))
      // 3e-12 of the polygon as documented. The reference stops at 1e-8 of a piece, whose square is 1e-16, or at pieces of
      // 2^-40 of the polygon, of which a curve has two at most, at its cusps.
      let tolerance = 4e-12 * polygon
      verdict.require(
        abs(path.length - expected) <= tolerance, row, "\(segment): \(path.length) instead of \(expected)")
      let s = Double.random(in: 0...1, using: &generator)
      let (first, _) = Subdivision.split(segment, at: s)
      guard expected > 0 else { continue }
      let amount = Subdivision.length(first) / expected
      let found = path.point(at: amount)
      // The curve is as long as the way between two points or longer, and both lengths that the amount is made of are
      // off by the tolerance, as is the place. Rounding of the points is 1e-15 of the numbers.
      let error = distance(found, first.end)
      verdict.require(
        error <= 3 * tolerance + 1e-14 * Subdivision.size(segment), row, "\(segment) at \(s): off by \(error)")
      // The tangent is off by the angle that the curve turns by in that error: the second derivative over the speed.
      let speed = 3 * distance(first.control2, first.end) / max(s, 1e-3)
      guard speed > 1e-2 * polygon, s > 1e-3 else { continue }
      let turn = 12 * polygon / speed * (3 * tolerance / speed) + 1e-11
      let side = distance(first.control2, first.end)
      let direction = point((first.end.x - first.control2.x) / side, (first.end.y - first.control2.y) / side)
      verdict.require(
        distance(path.tangent(at: amount), direction) <= turn, row,
        "\(segment) at \(s): \(path.tangent(at: amount)) instead of \(direction)")
    }
  }

  /// Half the length of a symmetric curve is its middle, also at a cusp, where the speed is 0. What is left of the length
  /// is 6e-14 of the polygon, which is at most 8 long.
  @Test func theMiddleOfSymmetricCurves() {
    for (segment, middle) in [
      (
        Segment(start: point(1, -1), control1: point(-1.0 / 3, 1), control2: point(-1.0 / 3, -1), end: point(1, 1)),
        point(0, 0)
      ),
      (Segment(start: .zero, control1: point(1, 0), control2: point(0, 1), end: point(1, 1)), point(0.5, 0.5)),
    ] {
      let path = MotionPath(segments: [segment])
      #expect(distance(path.point(at: 0.5), middle) <= 5e-13, "\(path.point(at: 0.5))")
    }
  }

  @Test func lengthsWithAClosedForm() throws {
    // A 3-4-5 triangle.
    #expect(MotionPath(points: [point(0, 0), point(3, 0), point(3, 4)], isClosed: true).length == 12)
    // y = x^2 up to a: (2 a sqrt(1 + 4 a^2) + asinh(2 a)) / 4.
    for a in [0.1, 1, 3, 100] {
      let parabola = MotionPath(segments: [Segment(start: .zero, control: point(a / 2, 0), end: point(a, a * a))])
      let expected = (2 * a * (1 + 4 * a * a).squareRoot() + asinh(2 * a)) / 4
      // 3e-12 of the polygon, which is at most twice the curve.
      #expect(abs(parabola.length - expected) <= 6e-12 * expected)
    }
    // (t^2, t^3) has a cusp at its start: ((4 + 9 t^2)^(3/2) - 8) / 27.
    let cusp = MotionPath(segments: [
      Segment(start: .zero, control1: .zero, control2: point(1.0 / 3, 0), end: point(1, 1))
    ])
    let expected = (pow(13, 1.5) - 8) / 27
    #expect(abs(cusp.length - expected) <= 6e-12)
    // From -1 to 1 the cusp is inside.
    let whole = MotionPath(segments: [
      Segment(start: point(1, -1), control1: point(-1.0 / 3, 1), control2: point(-1.0 / 3, -1), end: point(1, 1))
    ])
    #expect(abs(whole.length - 2 * expected) <= 3e-12 * (2 + 32.0 / 3))
    // Arcs lie outside of the circle by at most 4.25e-6, and their lengths are between the circle's and that of the
    // circle around them.
    let circle = try MotionPath("M 2 0 A 2 2 0 1 1 -2 0 A 2 2 0 1 1 2 0 Z")
    #expect(circle.length >= 4 * .pi * (1 - 1e-12) && circle.length <= 4 * .pi * (1 + 4.25e-6))
  }

  /// A line there and back, and lines as cubics of other speeds.
  @Test func straightCurves() {
    let back = MotionPath(segments: [
      Segment(start: .zero, control1: point(2, 0), control2: point(-1, 0), end: point(1, 0))
    ])
    // x = 6 s - 15 s^2 + 10 s^3 turns where its derivative 6 - 30 s + 30 s^2 is 0.
    func x(_ s: Double) -> Double { ((10 * s - 15) * s + 6) * s }
    let (low, high) = (x((5 - 5.0.squareRoot()) / 10), x((5 + 5.0.squareRoot()) / 10))
    #expect(abs(back.length - (low + (low - high) + (1 - high))) <= 3e-12 * 7)
    #expect(back.tangent(at: 0.5) == point(-1, 0) && back.tangent(at: 1) == point(1, 0))
    let slow = MotionPath(segments: [Segment(start: .zero, control1: .zero, control2: point(9, 12), end: point(9, 12))])
    #expect(abs(slow.length - 15) <= 3e-12 * 15)
    #expect(distance(slow.point(at: 0.25), point(2.25, 3)) <= 1e-10)
    for amount in [0, 0.5, 1] { #expect(distance(slow.tangent(at: amount), point(0.6, 0.8)) <= 1e-15) }
  }

  @Test func amountsAreFractionsOfTheWholePath() throws {
    let path = try MotionPath("M 0 0 h 30 v 40 M 100 100 h 30")
    #expect(path.length == 100 && path.subpaths.count == 2)
    for (amount, expected) in [(0, point(0, 0)), (0.3, point(30, 0)), (0.5, point(30, 20)), (0.85, point(115, 100))] {
      #expect(distance(path.point(at: amount), expected) <= 1e-10, "at \(amount)")
    }
    // Of two subpaths the later one counts, at joints the later segment.
    #expect(path.point(at: 0.7) == point(100, 100) && path.point(at: 1) == point(130, 100))
    #expect(path.tangent(at: 0.3) == point(0, 1) && path.angle(at: 0.3).radians == .pi / 2)
    #expect(path.tangent(at: 0.7) == point(1, 0))
    // Beyond the ends it waits.
    for (outside, end) in [(-1.0, 0.0), (-.infinity, 0), (1.5, 1), (.infinity, 1), (-.leastNonzeroMagnitude, 0)] {
      #expect(path.point(at: outside) == path.point(at: end) && path.angle(at: outside) == path.angle(at: end))
    }
    #expect(path.point(at: .nan).x.isNaN && path.tangent(at: .nan).y.isNaN && path.angle(at: .nan).radians.isNaN)
  }

  @Test func segmentsWithoutLengthAreNeverFound() throws {
    let path = try MotionPath("M 5 5 M 0 0 h 0 C 0 0 0 0 0 0 v 10 h 0 h 10 h 0")
    #expect(path.length == 20 && path.point(at: 0) == .zero && path.tangent(at: 0) == point(0, 1))
    #expect(path.tangent(at: 0.5) == point(1, 0) && path.tangent(at: 1) == point(1, 0))
    let spot = try MotionPath("M 5 6 h 0")
    #expect(spot.length == 0 && spot.point(at: 0.5) == point(5, 6) && spot.tangent(at: 1) == point(1, 0))
    let nothing = MotionPath(points: [])
    #expect(nothing.length == 0 && nothing.point(at: 0.5) == .zero && nothing.angle(at: 0.5) == .zero)
    #expect(nothing == (try MotionPath(" ")) && nothing.subpaths.isEmpty)
  }

  /// Where the derivative is 0 the tangent is that of the way on.
  @Test func tangentsWhereTheDerivativeIsZero() {
    let cusp = MotionPath(segments: [
      Segment(start: point(1, -1), control1: point(-1.0 / 3, 1), control2: point(-1.0 / 3, -1), end: point(1, 1))
    ])
    // To the left before it, to the right after it; within 1e-6 of it the curve is steep by 1.5e-3 at most.
    let (before, after) = (cusp.tangent(at: 0.5 - 1e-6), cusp.tangent(at: 0.5 + 1e-6))
    #expect(before.x < -0.99 && after.x > 0.99)
    let ends = MotionPath(segments: [Segment(start: .zero, control1: .zero, control2: point(0, 3), end: point(3, 3))])
    #expect(ends.tangent(at: 0) == point(0, 1) && ends.tangent(at: 1) == point(1, 0))
    let late = MotionPath(segments: [
      Segment(start: .zero, control1: point(0, 3), control2: point(3, 3), end: point(3, 3))
    ])
    #expect(late.tangent(at: 0) == point(0, 1) && late.tangent(at: 1) == point(1, 0))
    let straight = MotionPath(segments: [Segment(start: .zero, control1: .zero, control2: .zero, end: point(3, 4))])
    #expect(straight.tangent(at: 0) == point(0.6, 0.8) && straight.tangent(at: 1) == point(0.6, 0.8))
  }

  /// Sizes from near the least number to 1e30 give the same path, only larger.
  @Test func sizesDontMatter() {
    let points = [point(0, 0), point(1, 3), point(4, -1), point(5, 2)]
    let path = MotionPath(segments: [
      Segment(start: points[0], control1: points[1], control2: points[2], end: points[3])
    ])
    for exponent in [-900, -500, -30, 20, 90] {
      let scale = Double(sign: .plus, exponent: exponent, significand: 1)
      let scaled = points.map { point($0.x * scale, $0.y * scale) }
      let other = MotionPath(segments: [
        Segment(start: scaled[0], control1: scaled[1], control2: scaled[2], end: scaled[3])
      ])
      #expect(other.length == path.length * scale)
      #expect(other.tangent(at: 0.3) == path.tangent(at: 0.3))
    }
  }

  @Test func wildPointsAreClamped() {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for row in 0..<max(1, Settings.cases / 100) {
      func wild() -> Place { point(generator.wildNumber(), generator.wildNumber()) }
      let segments = (0..<3).map { _ in Segment(start: wild(), control1: wild(), control2: wild(), end: wild()) }
      for path in [MotionPath(segments: segments), MotionPath(points: segments.map(\.start), isClosed: true)] {
        for amount in [0, 0.3, 0.7, 1, Double.random(in: 0...1, using: &generator)] {
          let (point, tangent) = (path.point(at: amount), path.tangent(at: amount))
          let isFine =
            abs(point.x) <= 1.000001e30 && abs(point.y) <= 1.000001e30
            && abs(hypot(tangent.x, tangent.y) - 1) < 1e-15 * 4
          verdict.require(isFine && path.length.isFinite, row, "\(segments) at \(amount): \(point), \(tangent)")
        }
      }
    }
  }
}

// MARK: - Batches

extension MotionPathTests {
  @Test func batchesAreSinglePlaces() throws {
    let paths = [
      try MotionPath("M 0 0 C 30 80 90 -50 120 10 S 10 10 40 -30 Z M 3 3 a 5 9 20 1 1 8 1 h 0 L 9 9"),
      MotionPath(points: []), MotionPath(points: [point(1, 2)]),
    ]
    for path in paths {
      batches(of: path, Double.self)
      batches(of: path, Float.self)
    }
  }

  /// Elements and their neighbours may be anything.
  private func batches<S: Element>(of path: MotionPath, _: S.Type) {
    var generator = Generator(seed: Settings.seed)
    for count in [0, 1, 2, 7, 1000] {
      let amounts = (0..<count).map { _ in
        S(generator.oneIn(3) ? generator.wildNumber() : Double.random(in: 0...1, using: &generator))
      }
      var points = Columns(repeating: Point2D<S>.zero, count: count)
      var (tangents, again) = (points, points)
      var angles = [S](repeating: 0, count: count)
      path.points(at: amounts.span, into: &points)
      path.points(at: amounts.span, into: &again, tangents: &tangents)
      #expect(same(points, again))
      path.points(at: amounts.span, into: &again, angles: angles.mutableSpan)
      #expect(same(points, again))
      for (index, amount) in amounts.enumerated() {
        let (point, tangent) = (path.point(at: Double(amount)), path.tangent(at: Double(amount)))
        let angle = S(path.angle(at: Double(amount)).radians)
        let expected = [S(point.x), S(point.y), S(tangent.x), S(tangent.y), angle]
        let found = [points[index].x, points[index].y, tangents[index].x, tangents[index].y, angles[index]]
        #expect(zip(found, expected).allSatisfy { ($0 as S).isIdentical(to: $1) }, "at \(amount)")
      }
    }
  }

  private func same<S: Element>(_ a: Columns<Point2D<S>>, _ b: Columns<Point2D<S>>) -> Bool {
    zip(a, b).allSatisfy { $0.x.isIdentical(to: $1.x) && $0.y.isIdentical(to: $1.y) }
  }

  @Test func countsThatDontMatchStopTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var points = Columns(repeating: Point2D<Float>.zero, count: 7)
      MotionPath(points: []).points(at: [Float](repeating: 0, count: 8).span, into: &points)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("out.count is 7, but amounts.count is 8"), "\(message)")
  }
}

// MARK: - Subdivision

/// Curves by subdivision.
private enum Subdivision {
  /// A segment of one of eight kinds: any, and those with cusps, straight ones, and ones that stop on their way.
  static func segment(_ kind: Int, using generator: inout Generator) -> Segment {
    func any() -> Place {
      point(Double.random(in: -100...100, using: &generator), Double.random(in: -100...100, using: &generator))
    }
    func onLine() -> Place {
      let s = Double.random(in: -1...2, using: &generator)
      return point(3 + 7 * s, 5 - 2 * s)
    }
    let (a, b, c, d) = (any(), any(), any(), any())
    switch kind {
    case 0: return Segment(start: onLine(), control1: onLine(), control2: onLine(), end: onLine())
    case 1: return Segment(start: a, control1: a, control2: c, end: d)
    case 2: return Segment(start: a, control1: b, control2: d, end: d)
    // Its derivative is 0 in the middle: a cusp.
    case 3: return Segment(start: a, control1: b, control2: c, end: point(a.x + b.x - c.x, a.y + b.y - c.y))
    case 4:
      let nudge = Double.random(in: 0...1e-3, using: &generator)
      return Segment(
        start: point(1, -1), control1: point(-1.0 / 3 + nudge, 1), control2: point(-1.0 / 3, -1), end: point(1, 1))
    // It all but stops at its start, or in a cusp.
    case 5:
      let tiny = pow(10, Double.random(in: -9...0, using: &generator))
      let (e, f) = (point(a.x + tiny * b.x / 100, a.y + tiny * b.y / 100), point(a.x + tiny * c.x / 100, a.y))
      return Segment(start: a, control1: e, control2: generator.oneIn(2) ? f : e, end: d)
    case 6:
      let tiny = pow(10, Double.random(in: -9...0, using: &generator))
      return Segment(start: a, control1: b, control2: c, end: point(a.x + b.x - c.x + tiny, a.y + b.y - c.y - tiny))
    default: return Segment(start: a, control1: b, control2: c, end: d)
    }
  }

  static func polygon(_ s: Segment) -> Double {
    distance(s.start, s.control1) + distance(s.control1, s.control2) + distance(s.control2, s.end)
  }

  static func size(_ s: Segment) -> Double {
    [s.start, s.control1, s.control2, s.end].reduce(0) { max($0, abs($1.x), abs($1.y)) }
  }

  static func split(_ segment: Segment, at s: Double) -> (Segment, Segment) {
    func mix(_ a: Place, _ b: Place) -> Place { point(a.x + s * (b.x - a.x), a.y + s * (b.y - a.y)) }
    let (a, b, c) = (
      mix(segment.start, segment.control1), mix(segment.control1, segment.control2), mix(segment.control2, segment.end)
    )
    let (d, e) = (mix(a, b), mix(b, c))
    let f = mix(d, e)
    return (
      Segment(start: segment.start, control1: a, control2: d, end: f),
      Segment(start: f, control1: e, control2: c, end: segment.end)
    )
  }

  static func length(_ segment: Segment) -> Double {
    // Coordinates are rounded by 2^-53 of their size.
    length(segment, least: max(0x1p-40 * polygon(segment), 0x1p-46 * size(segment)))
  }

  private static func length(_ segment: Segment, least: Double) -> Double {
    let (first, second) = split(segment, at: 0.5)
    let (polygon, chord) = (polygon(segment), distance(segment.start, segment.end))
    // Next to a place where the derivative is 0, legs stay uneven, and the estimate is no better than the polygon.
    let legs = [
      distance(segment.start, segment.control1), distance(segment.control1, segment.control2),
      distance(segment.control2, segment.end),
    ]
    let isEven = legs.allSatisfy { 6 * $0 >= polygon }
    if isEven && polygon - chord <= 1e-8 * polygon || polygon <= least {
      let halves = estimate(first) + estimate(second)
      return halves + (halves - estimate(segment)) / 15
    }
    return length(first, least: least) + length(second, least: least)
  }

  private static func estimate(_ segment: Segment) -> Double {
    (polygon(segment) + distance(segment.start, segment.end)) / 2
  }
}
