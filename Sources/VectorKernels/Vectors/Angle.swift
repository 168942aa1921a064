/// A plane angle. It counts turns: 370 degrees aren't 10 degrees, and animating from one to the other goes around.
@frozen
public struct Angle: Hashable, Sendable, BitwiseCopyable, Codable {
  public var radians: Double

  /// Creates an angle of zero.
  @inlinable
  public init() { radians = 0 }

  @inlinable
  public init(radians: Double) { self.radians = radians }

  @inlinable
  public init(degrees: Double) { radians = degrees * (.pi / 180) }

  @inlinable
  public var degrees: Double {
    get { radians * (180 / .pi) }
    set { radians = newValue * (.pi / 180) }
  }

  @inlinable
  public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

  @inlinable
  public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
}

extension Angle: Comparable {
  @inlinable
  public static func < (lhs: Angle, rhs: Angle) -> Bool { lhs.radians < rhs.radians }
}

extension Angle: Animatable {
  /// The angle in radians.
  @inlinable
  public var animatableData: Double {
    get { radians }
    set { radians = newValue }
  }
}

extension Angle: PackedVector {
  public typealias Component = Double
}

extension Angle: CustomStringConvertible {
  public var description: String { "Angle(radians: \(radians))" }
}
