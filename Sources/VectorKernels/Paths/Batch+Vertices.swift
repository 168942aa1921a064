internal import CVectorKernels

// Vertices of shapes that a few numbers describe, for drawing them anew in each frame.

extension Batch {
  /// Returns the number of corners of a regular polygon: the number of its sides, rounded up.
  ///
  /// - Parameter sides: The number of sides, at most 1e9; a number below 0 counts as 0.
  public static func polygonVertexCount(sides: Double) -> Int {
    guard sides <= 1e9 else { fatalError("polygonVertexCount(sides:): sides is \(sides), but must be at most 1e9") }
    return Int(max(0, sides).rounded(.up))
  }

  /// Computes the corners of a regular polygon, whose number of sides need not be whole.
  ///
  /// Corner i is i / sides of a turn from the first one. With a fractional number of sides, the last side is shorter
  /// than the others. SwiftUI's samples animate from one polygon to another in this way.
  ///
  /// The error of a corner is at most 4.1e-7 of the radius in `Float`, and in `Double` 1e-15 of it for each turn of the
  /// angle, plus the rounding of the sum with the centre.
  ///
  /// - Parameters:
  ///   - sides: The number of sides, at most 1e9.
  ///   - center: The centre.
  ///   - radius: The distance of the corners from the centre.
  ///   - startAngle: The angle of the first corner, from the x axis towards the y axis.
  ///   - out: Receives ``polygonVertexCount(sides:)`` corners.
  /// - Complexity: O(n) by a kernel for sines and cosines.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public static func polygon<Component: BatchElement>(
    sides: Double, center: Point2D<Component>, radius: Component, startAngle: Angle = .zero,
    into out: inout Columns<Point2D<Component>>
  ) {
    requireCount(out.count, "out.count", equals: polygonVertexCount(sides: sides), "polygonVertexCount(sides: sides)")
    circle(center, radius, startAngle.radians / (2 * .pi), turns: 1, over: sides, &out)
  }

  /// Computes points that are evenly spaced on an arc of a circle, both ends included.
  ///
  /// - Parameters:
  ///   - center: The centre of the circle.
  ///   - radius: Its radius.
  ///   - startAngle: The angle of the first point, from the x axis towards the y axis.
  ///   - endAngle: The angle of the last point. It may be less than the start angle, and more than a turn away.
  ///   - out: Receives the n points. A single point is at the start.
  /// - Complexity: That of ``polygon(sides:center:radius:startAngle:into:)``.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public static func arc<Component: BatchElement>(
    center: Point2D<Component>, radius: Component, startAngle: Angle, endAngle: Angle,
    into out: inout Columns<Point2D<Component>>
  ) {
    circle(
      center, radius, startAngle.radians / (2 * .pi), turns: (endAngle.radians - startAngle.radians) / (2 * .pi),
      over: Double(max(1, out.count - 1)), &out)
  }

  /// Computes points of a sine wave that are evenly spaced along x, both ends included.
  ///
  /// Point i of n is at `x = origin.x + width t` and `y = origin.y + amplitude sin(2 pi frequency t + phase)`, where t
  /// is i / (n - 1).
  ///
  /// - Parameters:
  ///   - origin: The start of the line around which the wave swings.
  ///   - width: The length of that line.
  ///   - amplitude: The largest distance from it.
  ///   - frequency: The number of waves in the width, which need not be whole.
  ///   - phase: The angle at which the wave begins. Animating it moves the wave.
  ///   - out: Receives the n points. A single point is at the start.
  /// - Complexity: That of ``polygon(sides:center:radius:startAngle:into:)``.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public static func wave<Component: BatchElement>(
    origin: Point2D<Component>, width: Component, amplitude: Component, frequency: Double, phase: Angle = .zero,
    into out: inout Columns<Point2D<Component>>
  ) {
    let parts = Double(max(1, out.count - 1))
    sinesAndCosines(phase.radians / (2 * .pi), turns: frequency, over: parts, &out) { index, sine, _ in
      (origin.x + width * Component(Double(index) / parts), origin.y + amplitude * sine)
    }
  }

  /// Writes points of a circle. Inlined twice, it would take 4 kB more.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  @inline(never)
  private static func circle<Component: BatchElement>(
    _ center: Point2D<Component>, _ radius: Component, _ start: Double, turns: Double, over parts: Double,
    _ out: inout Columns<Point2D<Component>>
  ) {
    sinesAndCosines(start, turns: turns, over: parts, &out) { _, sine, cosine in
      (center.x + radius * cosine, center.y + radius * sine)
    }
  }

  /// Writes numbers that are computed from the sines and cosines of angles. Angle i is `start + i * turns / parts`
  /// turns, minus whole turns.
  @inline(__always)
  private static func sinesAndCosines<Component: BatchElement>(
    _ start: Double, turns: Double, over parts: Double, _ out: inout Columns<Point2D<Component>>,
    _ point: (_ index: Int, _ sine: Component, _ cosine: Component) -> (x: Component, y: Component)
  ) {
    let count = out.count
    // Larger multiples could overflow. Angles of over 2^52 turns are whole turns, so none changes.
    let turns = abs(turns) > 0x1p900 ? Double(signOf: turns, magnitudeOf: 0x1p900) : turns
    out.withColumns { columns, stride in
      withUnsafeTemporaryAllocation(of: Component.self, capacity: 256) { angles in
        angles.initialize(repeating: 0)
        for first in Swift.stride(from: 0, to: count, by: angles.count) {
          let length = min(count - first, angles.count)
          for index in 0..<length {
            let angle = start + turns * Double(first + index) / parts
            angles[index] = Component(angle - angle.rounded())
          }
          let (x, y) = (columns + first, columns + stride + first)
          Component.sinesAndCosines(angles.baseAddress!, y, x, length)
          for index in 0..<length { (x[index], y[index]) = point(first + index, y[index], x[index]) }
        }
      }
    }
  }
}
