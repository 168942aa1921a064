import VectorKernels

extension Call<Float> {
  /// Points, directions and angles along a path of lines and curves, of two subpaths.
  static var paths: [Call] {
    let path = try! MotionPath("M 0 0 L 30 0 C 40 0 50 10 50 20 Z M 5 5 Q 9 -3 20 8")
    return [
      Call(name: "points of a path", inputs: [amount], outputs: [2], mayAlias: false, isLoop: true) {
        var points = Columns(repeating: Point2D<Float>.zero, count: $0[0].count)
        path.points(at: $0[0].span, into: &points)
        points.copyComponents(into: $1[0].mutableSpan)
      },
      Call(name: "points and tangents of a path", inputs: [amount], outputs: [2, 2], mayAlias: false, isLoop: true) {
        var points = Columns(repeating: Point2D<Float>.zero, count: $0[0].count)
        var tangents = points
        path.points(at: $0[0].span, into: &points, tangents: &tangents)
        points.copyComponents(into: $1[0].mutableSpan)
        tangents.copyComponents(into: $1[1].mutableSpan)
      },
      Call(name: "points and angles of a path", inputs: [amount], outputs: [2, 1], mayAlias: false, isLoop: true) {
        var points = Columns(repeating: Point2D<Float>.zero, count: $0[0].count)
        path.points(at: $0[0].span, into: &points, angles: $1[1].mutableSpan)
        points.copyComponents(into: $1[0].mutableSpan)
      },
    ]
  }

  private static var amount: Input { Input(draw: .uniform(-0.25...1.25)) }
}
