/// The number of times something plays: `false` is once, `true` is forever, and an integer is that many times.
///
/// ```swift
/// try animator.play(handle, keyframes, repeats: 3)
/// try animator.play(handle, keyframes, repeats: true)
/// ```
public struct RepeatCount: Hashable, Sendable {
  /// The number of passes, at least 1; infinity means forever.
  let passes: Double

  public static let once = RepeatCount(1)
  public static let forever = RepeatCount(passes: .infinity)

  private init(passes: Double) { self.passes = passes }

  /// Creates a count of one pass, or of infinitely many.
  ///
  /// - Parameter isForever: Whether to repeat forever instead of playing once.
  public init(_ isForever: Bool) { self = isForever ? .forever : .once }

  /// Creates a count of passes.
  ///
  /// - Parameter count: The number of passes; a number below 1 counts as 1.
  public init(_ count: Int) { passes = Double(max(1, count)) }
}

extension RepeatCount: ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  public init(integerLiteral count: Int) { self.init(count) }
  public init(booleanLiteral isForever: Bool) { self.init(isForever) }
}

extension RepeatCount: CustomStringConvertible {
  public var description: String {
    passes == .infinity ? "RepeatCount.forever" : "RepeatCount(\(Int(exactly: passes) ?? .max))"
  }
}
