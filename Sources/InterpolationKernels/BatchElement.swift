/// An element of batched calls and a component of vectors: `Float` or `Double`. Use it as a constraint in generic code.
///
/// Other types can't conform, because kernels exist only for these two.
public protocol BatchElement: BinaryFloatingPoint, ComponentVector, Codable where Component == Self {
  /// The format of the element, which selects its kernels.
  static var _format: _ElementFormat { get }
}

/// The formats that kernels are built for.
public enum _ElementFormat: Sendable {
  case float32, float64
}

/// An element of SIMD vectors, quaternions and transforms of space: `Float` or `Double`.
///
/// It is separate from ``BatchElement`` because compilers take ten times as long for generic declarations with a
/// `SIMDScalar` constraint.
public protocol SIMDBatchElement: BatchElement, SIMDScalar
where
  SIMD2Storage: BitwiseCopyable, SIMD4Storage: BitwiseCopyable, SIMD8Storage: BitwiseCopyable,
  SIMD16Storage: BitwiseCopyable
{}

extension BatchElement {
  /// Returns the factor for scaling a value. A finite factor stays finite, so that 0 stays 0.
  @inlinable
  package static func factor(_ value: Double) -> Self {
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

// The memory of generic elements, for calls of the kernels of the format that they have.

extension UnsafePointer where Pointee: BatchElement {
  @inlinable
  package var floats: UnsafePointer<Float> { UnsafeRawPointer(self).assumingMemoryBound(to: Float.self) }
  @inlinable
  package var doubles: UnsafePointer<Double> { UnsafeRawPointer(self).assumingMemoryBound(to: Double.self) }
}

extension UnsafeMutablePointer where Pointee: BatchElement {
  @inlinable
  package var floats: UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Float.self)
  }
  @inlinable
  package var doubles: UnsafeMutablePointer<Double> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Double.self)
  }
}
