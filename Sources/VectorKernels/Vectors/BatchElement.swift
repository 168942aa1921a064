/// What the batched calls compute with, and what vectors are made of: `Float` and `Double`. Generic code asks for it.
///
/// Other types can't conform: there are kernels for these two.
public protocol BatchElement: BinaryFloatingPoint, ComponentVector, Codable where Component == Self {
  /// The format of the element, by which its kernels are found.
  static var _format: _ElementFormat { get }
}

/// The formats that kernels are built for.
public enum _ElementFormat: Sendable {
  case float32, float64
}

/// An element that SIMD vectors, quaternions and transforms of space are made of: `Float` and `Double`.
///
/// Apart from ``BatchElement`` because compilers take ten times as long for a generic declaration that knows of
/// `SIMDScalar`.
public protocol SIMDBatchElement: BatchElement, SIMDScalar
where
  SIMD2Storage: BitwiseCopyable, SIMD4Storage: BitwiseCopyable, SIMD8Storage: BitwiseCopyable,
  SIMD16Storage: BitwiseCopyable
{}

extension BatchElement {
  /// What a value is scaled by. A finite factor stays finite, so that 0 stays 0.
  @inlinable
  static func factor(_ value: Double) -> Self {
    let factor = Self(value)
    guard factor.isInfinite && value.isFinite else { return factor }
    return value < 0 ? -greatestFiniteMagnitude : greatestFiniteMagnitude
  }
}

extension Float: SIMDBatchElement {
  @inlinable
  public static var _format: _ElementFormat { .float32 }
}

extension Double: SIMDBatchElement {
  @inlinable
  public static var _format: _ElementFormat { .float64 }
}
