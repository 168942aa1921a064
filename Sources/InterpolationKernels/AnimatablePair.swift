/// Two values animated together. Pairs nest, so a rectangle may be
/// `AnimatablePair<AnimatablePair<Double, Double>, AnimatablePair<Double, Double>>`.
@frozen
public struct AnimatablePair<First: VectorArithmetic, Second: VectorArithmetic>: VectorArithmetic {
  public var first: First
  public var second: Second

  @inlinable
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable
  public static var zero: Self { Self(.zero, .zero) }

  @inlinable
  public static func + (lhs: Self, rhs: Self) -> Self {
    Self(lhs.first + rhs.first, lhs.second + rhs.second)
  }

  @inlinable
  public static func - (lhs: Self, rhs: Self) -> Self {
    Self(lhs.first - rhs.first, lhs.second - rhs.second)
  }

  @inlinable
  public static func += (lhs: inout Self, rhs: Self) {
    lhs.first += rhs.first
    lhs.second += rhs.second
  }

  @inlinable
  public static func -= (lhs: inout Self, rhs: Self) {
    lhs.first -= rhs.first
    lhs.second -= rhs.second
  }

  @inlinable
  public mutating func scale(by rhs: Double) {
    first.scale(by: rhs)
    second.scale(by: rhs)
  }

  @inlinable
  public var magnitudeSquared: Double { first.magnitudeSquared + second.magnitudeSquared }
}

extension AnimatablePair: Hashable where First: Hashable, Second: Hashable {}
extension AnimatablePair: BitwiseCopyable where First: BitwiseCopyable, Second: BitwiseCopyable {}
extension AnimatablePair: Encodable where First: Encodable, Second: Encodable {}
extension AnimatablePair: Decodable where First: Decodable, Second: Decodable {}

extension AnimatablePair: CustomStringConvertible {
  public var description: String { "AnimatablePair(\(first), \(second))" }
}
