import Testing
import VectorKernels

@Suite(.seeded) struct KeyframeColumnsTests {
  private typealias Point = AnimatablePair<Float, Float>

  private static let keyframes = try! KeyframeTimeline(initialValue: Point(0, 10)) {
    LinearKeyframe(Point(1, 20), duration: 0.5)
    SpringKeyframe(Point(3, -5), duration: 0.7)
    CubicKeyframe(Point(2, 0), duration: 0.3)
  }.prepared()

  /// Columns and one component behind the other receive the same numbers.
  @Test(arguments: [0, 1, 31, 67, 1200])
  func columnsReceiveTheComponents(count: Int) {
    let keyframes = Self.keyframes
    let times = (0..<count).map { 2 * Float($0) / Float(count) }
    var flat = [Float](repeating: .nan, count: 2 * count)
    var columns = Columns(repeating: Point(.nan, .nan), count: count)
    let shared = columns
    keyframes.values(at: times.span, into: flat.mutableSpan)
    keyframes.values(at: times.span, into: &columns)
    #expect(columns.map(\.first) + columns.map(\.second) == flat)
    keyframes.values(at: 1.7, starts: times.span, into: flat.mutableSpan)
    keyframes.values(at: 1.7, starts: times.span, into: &columns)
    #expect(columns.map(\.first) + columns.map(\.second) == flat)
    keyframes.velocities(at: times.span, into: flat.mutableSpan)
    keyframes.velocities(at: times.span, into: &columns)
    #expect(columns.map(\.first) + columns.map(\.second) == flat)
    keyframes.velocities(at: 1.7, starts: times.span, into: flat.mutableSpan)
    keyframes.velocities(at: 1.7, starts: times.span, into: &columns)
    #expect(columns.map(\.first) + columns.map(\.second) == flat)
    let untouched = shared.allSatisfy { $0.first.isNaN }
    #expect(untouched)
  }
}
