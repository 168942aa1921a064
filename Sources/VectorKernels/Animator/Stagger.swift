/// When each of many properties begins: one after the other, from one of them outwards.
///
/// ```swift
/// try animator.animate(rows, to: 1, using: .spring, stagger: 0.02)  // from the first to the last
/// try animator.animate(tiles, to: 1, using: .spring, stagger: Stagger(total: 0.4, from: .center, columns: 12))
/// ```
///
/// A number is the seconds from one to the next.
public struct Stagger: Hashable, Sendable {
  /// Which of the properties begins first.
  public enum Origin: Hashable, Sendable {
    case first
    case last
    /// The one in the middle, or the middle between two.
    case center
    /// The one at an index in `0..<count`. Beyond, it begins where that one would be.
    case index(Int)
  }

  /// Seconds from one to the next, or from the first to begin to the last.
  private enum Length: Hashable, Sendable {
    case each(Double)
    case total(Double)
  }

  private let length: Length
  private let origin: Origin
  private let columns: Int?
  private let curve: UnitCurve

  /// Creates a stagger by the time from each property to the next.
  ///
  /// - Parameters:
  ///   - seconds: Seconds per step of distance from the origin. What is below 0, or isn't finite, counts as 0.
  ///   - origin: Which property begins first.
  ///   - columns: The columns of a grid that the properties fill row by row, in which distance is measured; at least 1.
  ///     Nil is a line.
  ///   - curve: How delays are spread: from the fraction of the largest distance to that of the largest delay.
  public init(each seconds: Double, from origin: Origin = .first, columns: Int? = nil, curve: UnitCurve = .linear) {
    self.init(.each(Self.usable(seconds)), origin, columns, curve)
  }

  /// Creates a stagger by the time from the first property that begins to the last one.
  ///
  /// - Parameters:
  ///   - seconds: Seconds, however many properties there are. What is below 0, or isn't finite, counts as 0.
  ///   - origin: Which property begins first.
  ///   - columns: The columns of a grid that the properties fill row by row, in which distance is measured; at least 1.
  ///     Nil is a line.
  ///   - curve: How delays are spread: from the fraction of the largest distance to that of the largest delay.
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
  /// Returns the seconds after which one of the properties begins.
  ///
  /// - Parameters:
  ///   - index: The property's index, in `0..<count`.
  ///   - count: How many properties there are.
  /// - Complexity: O(1)
  public func delay(of index: Int, count: Int) -> Double { delays(count: count)(index) }

  /// Returns a function from indices to delays.
  @usableFromInline
  func delays(count: Int) -> (_ index: Int) -> Double {
    if case .each(let seconds) = length, origin == .first, columns == nil, curve == .linear {
      return { min(seconds * Double($0), 1e30) }
    }
    let last = max(1, count) - 1
    // How many columns are filled, and how many rows.
    let width = min(columns ?? .max, last + 1)
    let rows = Double(last / width + 1)
    func place(_ index: Int) -> (x: Double, y: Double) {
      guard let columns else { return (Double(index), 0) }
      let row = (Double(index) / Double(columns)).rounded(.down)
      return (Double(index) - row * Double(columns), row)
    }
    let center =
      switch origin {
      case .first: place(0)
      case .last: place(last)
      case .center: (x: Double(width - 1) / 2, y: (rows - 1) / 2)
      case .index(let index): place(index)
      }
    func distance(_ place: (x: Double, y: Double)) -> Double {
      let (x, y) = (place.x - center.x, place.y - center.y)
      return (x * x + y * y).squareRoot()
    }
    // The corner that is farthest away; the last row may not reach its own.
    var farthest = 0.0
    let lastRow = last / width * width
    for index in [0, width - 1, lastRow - 1, lastRow, last] {
      farthest = max(farthest, distance(place(max(0, index))))
    }
    let longest =
      switch length {
      case .each(let seconds): seconds * farthest
      case .total(let seconds): seconds
      }
    if farthest == 0 { return { _ in 0 } }
    return { [curve] index in
      // A curve may dip below 0, and nothing begins in the past.
      max(0, min(longest * curve.value(at: distance(place(index)) / farthest), 1e30))
    }
  }
}
