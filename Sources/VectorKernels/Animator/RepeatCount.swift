/// How often something is played: `false` is once, `true` for ever, and a number so many times.
///
/// ```swift
/// try animator.play(handle, keyframes, repeats: 3)
/// try animator.play(handle, keyframes, repeats: true)
/// ```
public struct RepeatCount: Hashable, Sendable {
  /// At least 1; infinity is for ever.
  let passes: Double

  public static let once = RepeatCount(1)
  public static let forever = RepeatCount(passes: .infinity)

  private init(passes: Double) { self.passes = passes }

  /// - Parameter isForever: For ever, or once.
  public init(_ isForever: Bool) { self = isForever ? .forever : .once }

  /// - Parameter count: How often; what is below 1 counts as 1.
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
