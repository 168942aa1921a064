import Testing
import VectorKernels

/// Points, sizes, rectangles and insets.
@Suite(.seeded) struct RectanglesTests {
  @Test func theyAreTheirComponentsInOrder() {
    #expect(components(Point2D(x: 1.0, y: 2)) == [1, 2])
    #expect(components(Size2D(width: 1.0, height: 2)) == [1, 2])
    #expect(components(Rect2D(x: 1.0, y: 2, width: 3, height: 4)) == [1, 2, 3, 4])
    #expect(components(EdgeInsets(top: 1.0, leading: 2, bottom: 3, trailing: 4)) == [1, 2, 3, 4])
    #expect(MemoryLayout<Rect2D<Float>>.size == 16 && Rect2D<Float>.isPacked)
  }

  @Test func theyAreAnimated() {
    let from = Rect2D<Float>(x: 0, y: 0, width: 10, height: 10)
    let to = Rect2D<Float>(x: 10, y: 20, width: 30, height: 40)
    #expect(
      Animation.linear(duration: 1).value(from: from, to: to, at: 0.5) == Rect2D(x: 5, y: 10, width: 20, height: 25))
    var out = [from, from]
    Batch.interpolate(from: [from, to].span, to: [to, to].span, amounts: [0.5, 1].span, into: out.mutableSpan)
    #expect(out == [Rect2D(x: 5, y: 10, width: 20, height: 25), to])
    let columns = Columns(out)
    let width = columns.span(component: 2)[1]
    #expect(width == 30)
  }

  @Test func rectanglesHaveSides() {
    let r = Rect2D(x: 1.0, y: 2, width: 10, height: 20)
    #expect((r.minX, r.midX, r.maxX) == (1, 6, 11) && (r.minY, r.midY, r.maxY) == (2, 12, 22))
    #expect(
      r.inset(by: EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)) == Rect2D(x: 3, y: 3, width: 4, height: 16))
    #expect(r.inset(by: EdgeInsets()) == r && Rect2D<Double>(Rect2D<Float>(r)) == r)
    #expect("\(r)" == "Rect2D(x: 1.0, y: 2.0, width: 10.0, height: 20.0)")
    #expect("\(r.origin) \(r.size)" == "Point2D(x: 1.0, y: 2.0) Size2D(width: 10.0, height: 20.0)")
    #expect("\(EdgeInsets<Float>())" == "EdgeInsets(top: 0.0, leading: 0.0, bottom: 0.0, trailing: 0.0)")
    #expect(Size2D<Float>(r.size).width == 10 && EdgeInsets<Float>(EdgeInsets<Double>()).top == 0)
  }

  private func components<V: ComponentVector>(_ value: V) -> [V.Component] {
    (0..<V.componentCount).map { value[component: $0] }
  }
}
