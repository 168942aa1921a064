import Foundation
import Testing
import VectorKernels

private func distance(_ a: Point2D<Double>, _ b: Point2D<Double>) -> Double { hypot(a.x - b.x, a.y - b.y) }

@Suite(.seeded) struct PathMorphTests {
  @Test func jointsOfBothAreMatched() throws {
    // Joints at quarters and at thirds: six segments.
    let square = try MotionPath("M0 0h12v12h-12z")
    let triangle = try MotionPath("M0 0h16L8 \(192.0.squareRoot())z")
    let morph = PathMorph<Double>(from: square, to: triangle)
    #expect(morph.subpaths.map(\.segmentCount) == [6] && morph.pointCount == 19 && morph.subpaths[0].isClosed)
    for (index, fraction) in ([0, 1.0 / 4, 1.0 / 3, 1.0 / 2, 2.0 / 3, 3.0 / 4] as [Double]).enumerated() {
      #expect(distance(morph.from[3 * index], square.point(at: fraction)) < 1e-9)
      #expect(distance(morph.to[3 * index], triangle.point(at: fraction)) < 1e-9)
    }
    // The corners themselves are exact.
    #expect(
      morph.from[3] == Point2D(x: 12, y: 0) && morph.from[9] == Point2D(x: 12, y: 12)
        && morph.to[6] == Point2D(x: 16, y: 0))
    #expect(morph.from[18] == .zero && morph.to[18] == .zero)
    let half = morph.value(at: 0.5)
    #expect(distance(half.subpaths[0].segments[2].start, Point2D(x: 14, y: 2)) < 1e-9 && half.subpaths[0].isClosed)
  }

  /// The ends are the paths that are given, and between them lies what interpolation says.
  @Test func theEndsAreThePaths() throws {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    func number() -> Double { .random(in: -100...100, using: &generator) }
    func path() -> MotionPath {
      MotionPath(
        segments: (0..<Int.random(in: 1...5, using: &generator)).reduce(into: [MotionPath.Segment]()) { segments, _ in
          func place() -> Point2D<Double> { Point2D(x: number(), y: number()) }
          let isNew = generator.oneIn(3)
          segments.append(
            MotionPath.Segment(
              start: isNew ? place() : segments.last?.end ?? place(), control1: place(), control2: place(), end: place()
            ))
        })
    }
    for row in 0..<max(10, Settings.cases / 500) {
      let (from, to) = (path(), path())
      let morph = PathMorph<Double>(from: from, to: to)
      var points = Columns(repeating: Point2D<Double>.zero, count: morph.pointCount)
      for (amount, whole) in [(0.0, from), (1, to)] {
        let value = morph.value(at: amount)
        // Both are divided anew, and each part's length is as exact as a path's.
        verdict.require(
          abs(value.length - whole.length) <= 1e-8 * whole.length, row, "\(from) to \(to): \(value.length)")
        for (part, subpath) in zip(value.subpaths, whole.subpaths) {
          let (a, b) = (MotionPath(segments: part.segments), MotionPath(segments: subpath.segments))
          verdict.require(part.start == subpath.start && part.end == subpath.end, row, "\(from) to \(to): \(part)")
          for fraction in [0.1, 0.37, 0.5, 0.92] {
            // At a cusp's side or a joint, points move by what lengths are off by: 1e-9 of the length for each joint.
            let error = distance(a.point(at: fraction), b.point(at: fraction))
            verdict.require(error <= 1e-7 * b.length, row, "\(from) to \(to) at \(fraction): off by \(error)")
          }
        }
        morph.points(at: amount, into: &points)
        verdict.require(points == (amount == 0 ? morph.from : morph.to), row, "\(from) to \(to): \(points)")
      }
      morph.points(at: 0.3, into: &points)
      for index in points.indices {
        let expected = morph.from[index].interpolated(towards: morph.to[index], amount: 0.3)
        verdict.require(distance(points[index], expected) <= 1e-13 * 100, row, "\(points[index]), \(expected)")
      }
    }
  }

  /// In `Float`, beyond the ends as well. Coordinates of up to 100 are rounded by 4e-6 each at either end, which amounts
  /// of -1...2 make at most three and twice as much; their difference, its product and the sum are rounded once each.
  @Test func floatsGoOnBeyondTheEnds() throws {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    func path(_ count: Int) -> MotionPath {
      MotionPath(
        points: (0..<count).map { _ in
          Point2D(x: .random(in: -100...100, using: &generator), y: .random(in: -100...100, using: &generator))
        })
    }
    for row in 0..<100 {
      let (from, to) = (path(4), path(6))
      let (exact, morph) = (PathMorph<Double>(from: from, to: to), PathMorph<Float>(from: from, to: to))
      let amount = Float.random(in: -1...2, using: &generator)
      var points = Columns(repeating: Point2D<Float>.zero, count: morph.pointCount)
      morph.points(at: amount, into: &points)
      for index in points.indices {
        let expected = exact.from[index].interpolated(towards: exact.to[index], amount: Double(amount))
        let found = Point2D(x: Double(points[index].x), y: Double(points[index].y))
        verdict.require(distance(found, expected) <= 1e-4, row, "\(found) instead of \(expected) at \(amount)")
      }
    }
  }

  /// A subpath without a counterpart comes out of the middle of its bounds.
  @Test func pathsOfUnequallyManySubpaths() throws {
    let one = try MotionPath("M0 0h10")
    let two = try MotionPath("M0 0h10M2 2h6v4h-6z")
    let morph = PathMorph<Float>(from: one, to: two)
    #expect(morph.subpaths.count == 2 && morph.subpaths[1].isClosed && morph.subpaths[1].segmentCount == 4)
    #expect(morph.subpaths[1].points.allSatisfy { morph.from[$0] == Point2D(x: 5, y: 4) })
    #expect(morph.to[morph.subpaths[1].points.lowerBound] == Point2D(x: 2, y: 2))
    let back = PathMorph<Float>(from: two, to: one)
    #expect(back.from == morph.to && back.to == morph.from)
    let nothing = PathMorph<Float>(from: MotionPath(points: []), to: MotionPath(points: []))
    #expect(nothing.pointCount == 0 && nothing.value(at: 0.5) == MotionPath(points: []))
    let spots = PathMorph<Float>(from: try MotionPath("M1 2"), to: try MotionPath("M3 4h0"))
    #expect(spots.value(at: 0.5).point(at: 0) == Point2D(x: 2, y: 3))
  }

  /// Segments of next to no length, and joints that nearly meet.
  @Test func jointsThatNearlyMeet() throws {
    let a = try MotionPath("M0 0h1e-12h1e-12h100h1e-12")
    let b = try MotionPath("M0 0v50v1e-10v50")
    requireOrder(of: PathMorph(from: b, to: a))
    let morph = PathMorph<Double>(from: a, to: b)
    requireOrder(of: morph)
    #expect(morph.from[morph.pointCount - 1] == a.point(at: 1) && morph.to[morph.pointCount - 1] == b.point(at: 1))
  }

  private func requireOrder(of morph: PathMorph<Double>) {
    #expect(morph.subpaths[0].segmentCount <= 4)
    for index in stride(from: 3, to: morph.pointCount, by: 3) {
      #expect(morph.from[index].x >= morph.from[index - 3].x && morph.to[index].y >= morph.to[index - 3].y)
    }
  }

  @Test func wildPathsTrapNothing() throws {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<max(10, Settings.cases / 500) {
      func path() -> MotionPath {
        MotionPath(points: (0..<4).map { _ in Point2D(x: generator.wildNumber(), y: generator.wildNumber()) })
      }
      let morph = PathMorph<Float>(from: path(), to: path())
      #expect(morph.value(at: Float(generator.wildNumber())).length.isFinite)
    }
  }

  @Test func countsThatDontMatchStopTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var points = Columns(repeating: Point2D<Float>.zero, count: 3)
      let line = MotionPath(points: [.zero, Point2D(x: 1, y: 1)])
      PathMorph<Float>(from: line, to: line).points(at: 0.5, into: &points)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("out.count is 3, but pointCount is 4"), "\(message)")
  }
}
