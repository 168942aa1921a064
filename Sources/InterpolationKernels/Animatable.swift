/// A value with parts that can be animated.
///
/// An animation changes only the value's ``animatableData`` from frame to frame; the rest of the value stays as it is.
public protocol Animatable {
  associatedtype AnimatableData: VectorArithmetic

  /// The animated parts, as one vector.
  var animatableData: AnimatableData { get set }
}

extension Animatable where Self: VectorArithmetic {
  /// The value itself.
  @inlinable
  public var animatableData: Self {
    get { self }
    set { self = newValue }
  }
}

extension Animatable where AnimatableData == EmptyAnimatableData {
  /// An empty vector: nothing is animated.
  @inlinable
  public var animatableData: EmptyAnimatableData {
    get { EmptyAnimatableData() }
    set {}
  }
}

extension Float: Animatable {}
extension Double: Animatable {}
extension SIMD2: Animatable where Scalar: SIMDBatchElement {}
extension SIMD3: Animatable where Scalar: SIMDBatchElement {}
extension SIMD4: Animatable where Scalar: SIMDBatchElement {}
extension SIMD8: Animatable where Scalar: SIMDBatchElement {}
extension SIMD16: Animatable where Scalar: SIMDBatchElement {}
extension AnimatablePair: Animatable {}
extension AnimatableValues: Animatable {
  public typealias AnimatableData = Self
}

/// The data of a value in which nothing is animated: a vector without components.
@frozen
public struct EmptyAnimatableData: VectorArithmetic, Hashable, Sendable, BitwiseCopyable, Codable {
  @inlinable
  public init() {}

  @inlinable
  public static var zero: Self { Self() }

  @inlinable
  public static func + (lhs: Self, rhs: Self) -> Self { Self() }

  @inlinable
  public static func - (lhs: Self, rhs: Self) -> Self { Self() }

  @inlinable
  public mutating func scale(by rhs: Double) {}

  @inlinable
  public var magnitudeSquared: Double { 0 }
}

extension EmptyAnimatableData: CustomStringConvertible {
  public var description: String { "EmptyAnimatableData()" }
}
