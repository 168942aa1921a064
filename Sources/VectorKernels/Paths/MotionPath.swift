internal import CVectorKernels

/// A path in the plane to move along: the position and the direction after a fraction of its length.
///
/// A path is made of cubic segments, which are grouped into subpaths. It is created from points, from segments, or from
/// the text of SVG's `d` attribute:
///
/// ```swift
/// let path = try MotionPath("M 0 0 H 30 V 40")
/// path.length  // 70
/// path.point(at: 0.5)  // Point2D(x: 30.0, y: 5.0)
/// path.angle(at: 0.5).degrees  // 90.0
/// ```
///
/// An amount is a fraction of the path's length: 0.25 is a quarter of the way, even if the segments have different
/// lengths. Amounts outside 0...1 are clamped, so an easing that overshoots waits at the end. The gap between two
/// subpaths has no length: a path goes on from the start of the next subpath. At a joint, and where one subpath ends
/// and another begins, the later segment counts. No amount leads to a segment without length.
///
/// Lengths are measured when the path is created, by Gauss and Legendre's rule with eight nodes on intervals that end
/// where the speed is least or largest, and that are halved until both halves agree with the whole. A table of these
/// intervals gives a first guess of a place, and Newton's method refines it within its bracket. The length, and the
/// length up to a place, are within 3e-12 of the sum of the control polygons' lengths.
///
/// Coordinates beyond ±1e30 are clamped to it, and NaN counts as 0. Segments that are shorter than 1e-290 in each
/// coordinate have no length.
public struct MotionPath: Sendable {
  /// Connected segments, each of which starts where the one before ends.
  public struct Subpath: Hashable, Sendable {
    /// The point at which the subpath starts.
    public let start: Point2D<Double>
    /// The segments, including the one that closes the subpath, unless that would have no length.
    public let segments: [Segment]
    /// Whether the subpath ends where it starts, with a joint there.
    public let isClosed: Bool

    /// The point at which the subpath ends.
    public var end: Point2D<Double> { segments.last?.end ?? start }
  }

  /// The subpaths, in their order.
  public let subpaths: [Subpath]

  let lengths: PathLengths

  /// The length of all segments.
  public var length: Double { lengths.total }

  init(_ subpaths: [Subpath]) {
    self.subpaths = subpaths
    lengths = PathLengths(subpaths)
  }

  /// Creates a path of straight lines from point to point.
  ///
  /// - Parameters:
  ///   - points: The points. One point gives a path of no length, and none an empty path.
  ///   - isClosed: Whether a line leads back from the last point to the first.
  /// - Complexity: O(n) for n points.
  public init(points: [Point2D<Double>], isClosed: Bool = false) {
    var builder = Builder()
    for (index, point) in points.enumerated() {
      if index == 0 { builder.move(to: point) } else { builder.line(to: point) }
    }
    if isClosed { builder.close() }
    self.init(builder.finish())
  }

  /// Creates a path of segments. A segment that doesn't start where the segment before it ends starts a new subpath.
  ///
  /// - Complexity: O(n) for n segments, each of which is measured in some microseconds.
  public init(segments: [Segment]) {
    var builder = Builder()
    for segment in segments {
      if builder.current != Builder.clamped(segment.start) { builder.move(to: segment.start) }
      builder.curve(segment.control1, segment.control2, to: segment.end)
    }
    self.init(builder.finish())
  }
}

extension MotionPath: Hashable {
  public static func == (a: MotionPath, b: MotionPath) -> Bool { a.subpaths == b.subpaths }
  public func hash(into hasher: inout Hasher) { hasher.combine(subpaths) }
}

// MARK: - Places

extension MotionPath {
  /// Returns the point after a fraction of the length.
  ///
  /// - Parameter amount: The fraction, clamped to 0...1. NaN gives a point of NaN.
  /// - Returns: The point. For a path of no length it is the start, and for an empty path (0, 0).
  /// - Complexity: O(log n) for n segments, about three evaluations of the rule with eight nodes.
  public func point(at amount: Double) -> Point2D<Double> {
    if amount.isNaN { return Point2D(x: .nan, y: .nan) }
    guard let place = lengths.place(at: amount) else { return subpaths.first?.start ?? .zero }
    return lengths.segments[place.segment].point(at: place.parameter)
  }

  /// Returns the direction after a fraction of the length, as a vector of length 1.
  ///
  /// - Parameter amount: The fraction, clamped to 0...1. NaN gives a vector of NaN.
  /// - Returns: The direction. At a cusp it is the direction in which the path goes on, and (1, 0) where the path has
  ///   no length.
  /// - Complexity: That of ``point(at:)``.
  public func tangent(at amount: Double) -> Point2D<Double> {
    if amount.isNaN { return Point2D(x: .nan, y: .nan) }
    guard let place = lengths.place(at: amount) else { return Point2D(x: 1, y: 0) }
    return lengths.hodographs[place.segment].direction(at: place.parameter)
  }

  /// Returns the angle of the direction after a fraction of the length, from the x axis towards the y axis: clockwise
  /// where y goes down.
  ///
  /// - Parameter amount: The fraction, clamped to 0...1. NaN gives an angle of NaN.
  /// - Returns: The angle, in -pi...pi radians: that of ``tangent(at:)``. Use ``Angle/nearest(to:)`` to follow it
  ///   without jumps.
  /// - Complexity: That of ``point(at:)``.
  public func angle(at amount: Double) -> Angle {
    let tangent = tangent(at: amount)
    return .radians(vk_atan2(tangent.y, tangent.x))
  }
}

// MARK: - Building

extension MotionPath {
  /// Assembles segments to subpaths.
  struct Builder {
    private var subpaths: [Subpath] = []
    private var segments: [Segment] = []
    /// The start of the subpath that is being drawn.
    private var start: Point2D<Double>?
    /// The end of the last segment.
    private(set) var current: Point2D<Double>?
    /// The start of the subpath that was closed last, if nothing has been drawn since.
    private var closed: Point2D<Double>?

    static func clamped(_ point: Point2D<Double>) -> Point2D<Double> {
      func clamped(_ value: Double) -> Double { value.isNaN ? 0 : max(-1e30, min(value, 1e30)) }
      return Point2D(x: clamped(point.x), y: clamped(point.y))
    }

    mutating func move(to point: Point2D<Double>) {
      end(isClosed: false)
      start = Self.clamped(point)
      current = start
    }

    mutating func line(to point: Point2D<Double>) {
      add(Segment(from: begin(), to: Self.clamped(point)))
    }

    mutating func curve(_ control1: Point2D<Double>, _ control2: Point2D<Double>, to point: Point2D<Double>) {
      add(
        Segment(
          start: begin(), control1: Self.clamped(control1), control2: Self.clamped(control2), end: Self.clamped(point)))
    }

    /// Draws a line back to the start, unless the subpath is there. The next segment starts there too.
    mutating func close() {
      guard let start else { return }
      if let current, current != start { line(to: start) }
      end(isClosed: true)
      current = start
      closed = start
    }

    mutating func finish() -> [Subpath] {
      end(isClosed: false)
      return subpaths
    }

    private mutating func add(_ segment: Segment) {
      segments.append(segment)
      current = segment.end
    }

    /// Returns the start of the next segment. After a closed subpath it begins a new one.
    private mutating func begin() -> Point2D<Double> {
      if start == nil { start = closed ?? .zero }
      closed = nil
      return current ?? .zero
    }

    private mutating func end(isClosed: Bool) {
      if let start { subpaths.append(Subpath(start: start, segments: segments, isClosed: isClosed)) }
      (segments, start, closed) = ([], nil, nil)
    }
  }
}
