/// A value that can be added, subtracted and scaled, and so animated: SwiftUI's protocol of this name.
///
/// The library's vectors conform, and your own types may, such as a clock time or a counter on top of `Int`. Animating
/// a single value needs no other protocol. Unlike SwiftUI's protocol it is `Sendable`.
public protocol VectorArithmetic: AdditiveArithmetic, Sendable {
  /// Multiplies the value by a factor.
  mutating func scale(by rhs: Double)

  /// The sum of the squares of the value's components: its dot product with itself.
  var magnitudeSquared: Double { get }
}

extension VectorArithmetic {
  /// Returns the value multiplied by a factor.
  @inlinable
  public func scaled(by rhs: Double) -> Self {
    var result = self
    result.scale(by: rhs)
    return result
  }

  /// Moves the value towards another, as ``interpolated(towards:amount:)`` does.
  ///
  /// - Parameters:
  ///   - other: The value at an amount of 1.
  ///   - amount: The amount, usually in 0...1; outside it the motion continues beyond the ends.
  @inlinable
  public mutating func interpolate(towards other: Self, amount: Double) {
    self = interpolated(towards: other, amount: amount)
  }

  /// Returns the value moved towards another: `self + amount * (other - self)`, computed from the nearer end, so that
  /// an amount of 1 gives `other` exactly, if both are finite. If `other - self` overflows, the result is infinite at
  /// amounts between 0 and 1.
  ///
  /// - Parameters:
  ///   - other: The value at an amount of 1.
  ///   - amount: The amount, usually in 0...1; outside it the motion continues beyond the ends.
  @inlinable
  public func interpolated(towards other: Self, amount: Double) -> Self {
    // If the difference overflows, 0 times the difference would be NaN. An end that is NaN still gives NaN.
    if amount == 0 { return self + other.scaled(by: 0) }
    if amount == 1 { return other + scaled(by: 0) }
    let difference = other - self
    return amount > 0.5 ? other - difference.scaled(by: 1 - amount) : self + difference.scaled(by: amount)
  }
}

extension Float: VectorArithmetic {
  @inlinable
  public mutating func scale(by rhs: Double) {
    self *= Float.factor(rhs)
  }

  @inlinable
  public var magnitudeSquared: Double { Double(self) * Double(self) }
}

extension Double: VectorArithmetic {
  @inlinable
  public mutating func scale(by rhs: Double) {
    self *= rhs
  }

  @inlinable
  public var magnitudeSquared: Double { self * self }
}
