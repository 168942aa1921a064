/// The delays with which many properties begin one after the other, starting at one of them and spreading outwards.
///
/// ```swift
/// try animator.animate(rows, to: 1, using: .spring, stagger: 0.02)  // from the first to the last
/// try animator.animate(tiles, to: 1, using: .spring, stagger: Stagger(total: 0.4, from: .center, columns: 12))
/// ```
///
/// A number literal is the seconds from one property to the next.
public struct Stagger: Hashable, Sendable {
  /// The property that begins first.
  public enum Origin: Hashable, Sendable {
    case first
    case last
    /// The middle of the line or grid, even where no property is exactly there.
    case center
    /// The property at an index in `0..<count`. An index outside that range is the point where that property would be.
    case index(Int)
  }

  /// The seconds from one property to the next, or from the first property that begins to the last.
  private enum Length: Hashable, Sendable {
    case each(Double)
    case total(Double)
  }

  private let length: Length
  private let origin: Origin
  private let columns: Int?
  private let curve: UnitCurve

  /// Creates a stagger from the time between neighbouring properties.
  ///
  /// - Parameters:
  ///   - seconds: The seconds per step of distance from the origin. A value that is negative or not finite counts as 0.
  ///   - origin: The property that begins first.
  ///   - columns: The number of columns of a grid that the properties fill row by row; distance is then measured in the
  ///     grid. At least 1. Nil means a line.
  ///   - curve: The spread of the delays: the curve maps distance, as a share of the largest distance, to delay, as a
  ///     share of the largest delay.
  public init(each seconds: Double, from origin: Origin = .first, columns: Int? = nil, curve: UnitCurve = .linear) {
    self.init(.each(Self.usable(seconds)), origin, columns, curve)
  }

  /// Creates a stagger from the time between the first property that begins and the last.
  ///
  /// - Parameters:
  ///   - seconds: The seconds in total, for any number of properties. A value that is negative or not finite counts as
  ///     0.
  ///   - origin: The property that begins first.
  ///   - columns: The number of columns of a grid that the properties fill row by row; distance is then measured in the
  ///     grid. At least 1. Nil means a line.
  ///   - curve: The spread of the delays: the curve maps distance, as a share of the largest distance, to delay, as a
  ///     share of the largest delay.
  public init(total seconds: Double, from origin: Origin = .first, columns: Int? = nil, curve: UnitCurve = .linear) {
    self.init(.total(Self.usable(seconds)), origin, columns, curve)
  }

  private init(_ length: Length, _ origin: Origin, _ columns: Int?, _ curve: UnitCurve) {
    if let columns, columns < 1 { fatalError("Stagger: columns is \(columns), but must be at least 1") }
    (self.length, self.origin, self.columns, self.curve) = (length, origin, columns, curve)
  }

  private static func usable(_ seconds: Double) -> Double { seconds.isFinite ? max(0, seconds) : 0 }
}

extension Stagger: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public init(floatLiteral seconds: Double) { self.init(each: seconds) }
  public init(integerLiteral seconds: Int) { self.init(each: Double(seconds)) }
}

extension Stagger {
  /// Returns the delay of one of the properties, in seconds.
  ///
  /// - Parameters:
  ///   - index: The property's index, in `0..<count`.
  ///   - count: The number of properties.
  /// - Complexity: O(1)
  public func delay(of index: Int, count: Int) -> Double { delays(count: count)[index] }

  /// Returns the delays of `count` properties.
  @usableFromInline
  @inline(never)
  func delays(count: Int) -> StaggeredDelays {
    if case .each(let seconds) = length, origin == .first, columns == nil, curve == .linear {
      return StaggeredDelays(each: seconds)
    }
    var delays = StaggeredDelays(columns: columns, curve: curve)
    let last = max(1, count) - 1
    // The number of columns and rows in use.
    let width = min(columns ?? .max, last + 1)
    let rows = Double(last / width + 1)
    delays.center =
      switch origin {
      case .first: delays.position(of: 0)
      case .last: delays.position(of: last)
      case .center: (x: Double(width - 1) / 2, y: (rows - 1) / 2)
      case .index(let index): delays.position(of: index)
      }
    // The farthest corner. The last row may end before its own corner, so its end and the end of the row above count.
    let lastRow = last / width * width
    for index in [0, width - 1, lastRow - 1, lastRow, last] {
      delays.farthest = max(delays.farthest, delays.distance(of: max(0, index)))
    }
    delays.longest =
      switch length {
      case .each(let seconds): seconds * delays.farthest
      case .total(let seconds): seconds
      }
    return delays
  }
}

/// The delays of a number of properties that begin one after the other. One value serves a whole call, without an
/// allocation.
@usableFromInline
struct StaggeredDelays {
  /// The seconds from each property to the next, or nil if distance is measured in another way.
  private let each: Double?
  private let columns: Int?
  private let curve: UnitCurve
  fileprivate var center = (x: 0.0, y: 0.0)
  /// The largest distance from the center, and the delay there in seconds.
  fileprivate var farthest = 0.0
  fileprivate var longest = 0.0

  fileprivate init(each seconds: Double) { (each, columns, curve) = (seconds, nil, .linear) }

  fileprivate init(columns: Int?, curve: UnitCurve) { (each, self.columns, self.curve) = (nil, columns, curve) }

  /// The delay of a property, in seconds.
  @usableFromInline
  @inline(never)
  subscript(index: Int) -> Double {
    if let each { return min(each * Double(index), 1e30) }
    if farthest == 0 { return 0 }
    // A curve may dip below 0, but nothing begins in the past.
    return max(0, min(longest * curve.value(at: distance(of: index) / farthest), 1e30))
  }

  fileprivate func distance(of index: Int) -> Double {
    let position = position(of: index)
    let (x, y) = (position.x - center.x, position.y - center.y)
    return (x * x + y * y).squareRoot()
  }

  fileprivate func position(of index: Int) -> (x: Double, y: Double) {
    guard let columns else { return (Double(index), 0) }
    let row = (Double(index) / Double(columns)).rounded(.down)
    return (Double(index) - row * Double(columns), row)
  }
}
