internal import CVectorKernels

/// The form in which each member of a group has a curve of its own.
enum OwnCurveForm: Hashable {
  /// The control points of a cubic Bezier curve.
  case bezier
  /// Polynomials of progress.
  case polynomials

  /// Creates the form that suits a curve, or nil if members can't have the curve as their own.
  init?(for curve: UnitCurve) {
    if OwnCurves.hold(curve) {
      self = .bezier
    } else if curve.hasPolynomialParts {
      self = .polynomials
    } else {
      return nil
    }
  }

  /// The tracks for members' curves, or nil if the curves are in columns.
  func makeTracks() -> OwnTracks? {
    self == .polynomials ? OwnTracks(componentCount: 1) : nil
  }
}

/// Cubic Bezier curves, one for each member of a group, in four of the group's columns.
///
/// They need no preparation, and the time for each doesn't depend on their number. A curve that many members share is
/// faster with the table of a `PreparedCurve`, but hundreds of tables, each for a few members, are slower.
struct OwnCurves {
  static let columnCount = 4

  /// The largest y of a control point. Amounts, and their products with a way, are then far from the largest `Float`.
  static var limit: Float { 1e6 }

  /// Returns whether a curve fits the columns.
  static func hold(_ curve: UnitCurve) -> Bool {
    if case .bezier(let bezier) = curve.shape { hold(bezier) } else { false }
  }

  static func hold(_ curve: CubicBezier) -> Bool { max(abs(curve.y1), abs(curve.y2)) <= Double(limit) }

  /// The first of the four columns, each `stride` elements after the one before: x1, y1, x2, y2.
  let columns: UnsafeMutablePointer<Float>
  let stride: Int

  /// Creates the curves that begin at one of the columns that follow those of the members' values.
  @inline(__always)
  init(in group: PropertyGroup, from column: Int = 0) {
    (columns, stride) = (group.otherColumn(column), group.stride)
  }

  subscript(member: Int) -> UnitCurve {
    get {
      func coordinate(_ column: Int) -> Double { Double(columns[column * stride + member]) }
      return UnitCurve(
        .bezier(
          CubicBezier(
            clamping: UnitPoint(x: coordinate(0), y: coordinate(1)), UnitPoint(x: coordinate(2), y: coordinate(3)))))
    }
    nonmutating set {
      guard case .bezier(let bezier) = newValue.shape, Self.hold(bezier) else {
        preconditionFailure("\(newValue) is no curve of a member's own")
      }
      set(member, to: bezier)
    }
  }

  /// Sets a member's curve, which must fit the columns.
  @inline(__always)
  func set(_ member: Int, to curve: CubicBezier) {
    let x1 = columns + member
    x1[0] = Float(curve.x1)
    x1[stride] = Float(curve.y1)
    x1[2 * stride] = Float(curve.x2)
    x1[3 * stride] = Float(curve.y2)
  }

  /// The number of members whose curves are solved before they are interpolated. The numbers of more wouldn't fit into
  /// the nearest cache.
  static let partLength = 256

  /// Replaces the progresses of consecutive members, in 0...1, by amounts, while the processor fetches the values
  /// between which the members are interpolated next.
  func values(at progresses: UnsafeMutablePointer<Float>, of members: Range<Int>, in group: PropertyGroup) {
    let x1 = columns + members.lowerBound
    vk_bezier_each_f32(
      progresses, x1, x1 + stride, x1 + 2 * stride, x1 + 3 * stride, progresses,
      group.columns(of: 0) + members.lowerBound, group.stride, 2 * group.components, members.count)
  }
}
