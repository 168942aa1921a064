/// An interpolation from one path to another path, which may have other segments.
///
/// Subpaths are matched in their order. Both subpaths of a pair are divided at each fraction of the length at which one
/// of them has a joint, so they have the same number of segments. Then their points are interpolated: the start of each
/// subpath, and the two control points and the end of each segment. A subpath without a counterpart grows out of the
/// middle of the rectangle around all its points, control points included, or shrinks into it. Neither path is turned.
/// The starts and directions of closed paths determine which points correspond.
///
/// ```swift
/// let square = try MotionPath("M 0 0 H 10 V 10 H 0 Z")
/// let triangle = try MotionPath("M 0 0 L 10 0 L 5 10 Z")
/// let morph = PathMorph<Float>(from: square, to: triangle)
/// var points = Columns(repeating: Point2D<Float>.zero, count: morph.pointCount)
/// morph.points(at: 0.5, into: &points)
/// ```
public struct PathMorph<Component: BatchElement>: Sendable {
  /// The points of a subpath among all points: its start, and three for each segment.
  public struct Subpath: Hashable, Sendable {
    /// The range of its points.
    public let points: Range<Int>
    /// Whether it is closed in both paths.
    public let isClosed: Bool

    /// The number of segments.
    public var segmentCount: Int { (points.count - 1) / 3 }
  }

  /// The subpaths, in their order.
  public let subpaths: [Subpath]
  /// The points of the first path, divided.
  public let from: Columns<Point2D<Component>>
  /// The points of the second path, divided.
  public let to: Columns<Point2D<Component>>

  /// The number of points of either path, after they were divided.
  public var pointCount: Int { from.count }

  /// Matches two paths.
  ///
  /// - Complexity: O(n log n) for n segments of both.
  public init(from: MotionPath, to: MotionPath) {
    var (subpaths, starts, ends): ([Subpath], [Point2D<Double>], [Point2D<Double>]) = ([], [], [])
    for index in 0..<max(from.subpaths.count, to.subpaths.count) {
      let first = index < from.subpaths.count ? from.subpaths[index] : to.subpaths[index].middle
      let second = index < to.subpaths.count ? to.subpaths[index] : from.subpaths[index].middle
      let (a, b) = (DividedSubpath(first), DividedSubpath(second))
      let joints = DividedSubpath.joints(of: a, b)
      let before = starts.count
      starts += a.points(dividedAt: joints)
      ends += b.points(dividedAt: joints)
      subpaths.append(Subpath(points: before..<starts.count, isClosed: first.isClosed && second.isClosed))
    }
    self.subpaths = subpaths
    self.from = Columns(starts.map { Point2D<Component>($0) })
    self.to = Columns(ends.map { Point2D<Component>($0) })
  }

  /// Computes the points at an amount, for drawing them.
  ///
  /// - Parameters:
  ///   - amount: The amount, 0 for the first path and 1 for the second. Other amounts extrapolate.
  ///   - out: Receives ``pointCount`` points, in the order of ``subpaths``.
  /// - Complexity: O(n) by `Batch.interpolate`; moves 24 bytes per point in `Float`.
  public func points(at amount: Component, into out: inout Columns<Point2D<Component>>) {
    requireCount(out.count, "out.count", equals: pointCount, "pointCount")
    Batch.interpolate(from: from, to: to, amount: amount, into: &out)
  }

  /// Returns the path at an amount.
  ///
  /// - Parameter amount: The amount, 0 for the first path and 1 for the second. Other amounts extrapolate.
  /// - Complexity: O(n) for n segments, each of which is measured; ``points(at:into:)`` measures nothing.
  public func value(at amount: Component) -> MotionPath {
    var points = Columns(repeating: Point2D<Component>.zero, count: pointCount)
    self.points(at: amount, into: &points)
    var builder = MotionPath.Builder()
    for subpath in subpaths {
      let places = subpath.points.map { Point2D<Double>(points[$0]) }
      builder.move(to: places[0])
      for index in stride(from: 1, to: places.count, by: 3) {
        builder.curve(places[index], places[index + 1], to: places[index + 2])
      }
      if subpath.isClosed { builder.close() }
    }
    return MotionPath(builder.finish())
  }
}

extension MotionPath.Subpath {
  /// The middle of the bounds of all points, as a subpath that is closed if this one is.
  fileprivate var middle: MotionPath.Subpath {
    var (low, high) = (start, start)
    for point in segments.flatMap({ [$0.control1, $0.control2, $0.end] }) {
      (low.x, low.y) = (min(low.x, point.x), min(low.y, point.y))
      (high.x, high.y) = (max(high.x, point.x), max(high.y, point.y))
    }
    let middle = Point2D(x: low.x + (high.x - low.x) / 2, y: low.y + (high.y - low.y) / 2)
    return MotionPath.Subpath(start: middle, segments: [], isClosed: isClosed)
  }
}

/// A subpath with the fractions of its length at which segments end.
private struct DividedSubpath {
  let subpath: MotionPath.Subpath
  private let path: PathLengths
  private let fractions: [Double]

  /// Joints of both subpaths that are nearer than this count as one, because lengths are known to 3e-12.
  private static let nearest = 1e-9

  init(_ subpath: MotionPath.Subpath) {
    self.subpath = subpath
    path = PathLengths([subpath])
    fractions = path.fractions
  }

  /// The fractions at which both are divided, in ascending order, with both ends.
  static func joints(of a: DividedSubpath, _ b: DividedSubpath) -> [Double] {
    if a.fractions.isEmpty && b.fractions.isEmpty { return [] }
    var joints = [0.0]
    for joint in (a.fractions + b.fractions).sorted() where joint > joints[joints.count - 1] + nearest {
      joints.append(joint)
    }
    // The last joint is both paths' end, or next to it.
    joints[joints.count - 1] = 1
    return joints
  }

  /// Returns the start and, for each part between two joints, its two control points and its end.
  func points(dividedAt joints: [Double]) -> [Point2D<Double>] {
    guard !path.segments.isEmpty else {
      return Array(repeating: subpath.start, count: 1 + 3 * max(0, joints.count - 1))
    }
    var segment = 0
    let places = joints.indices.map { index -> (segment: Int, parameter: Double) in
      if index == joints.count - 1 { return (path.segments.count - 1, 1) }
      // A joint that is next to one of the subpath's own joints is replaced by that joint.
      while fractions[segment] < joints[index] - Self.nearest, segment < fractions.count - 1 { segment += 1 }
      if fractions[segment] <= joints[index] + Self.nearest { return (segment, 1) }
      return path.place(at: joints[index]) ?? (0, 0)
    }
    var points = [path.segments[0].start]
    for (from, to) in zip(places, places.dropFirst()) {
      let segment = path.segments[to.segment]
      let part = segment.part(from.segment == to.segment ? from.parameter : 0, to.parameter)
      points += [part.control1, part.control2, part.end]
    }
    return points
  }
}
