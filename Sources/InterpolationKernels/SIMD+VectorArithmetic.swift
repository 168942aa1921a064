// The SIMD types of `Float` and `Double` as vectors.
//
// The standard library gives them `+`, `-`, `zero` and `==`, but not `AdditiveArithmetic`, which collects these. So
// this conformance of a standard library's type to a standard library's protocol is retroactive, and another module of
// a program may declare it as well. That is harmless: both conformances can only use the standard library's own
// members, so both behave in the same way.

extension SIMD where Scalar: SIMDBatchElement {
  @inlinable
  public mutating func scale(by rhs: Double) {
    self *= Scalar.factor(rhs)
  }

  @inlinable
  public var magnitudeSquared: Double {
    var sum = 0.0
    for i in 0..<scalarCount { sum += self[i].magnitudeSquared }
    return sum
  }

  @inlinable
  public static var componentCount: Int { scalarCount }

  @inlinable
  public subscript(component index: Int) -> Scalar {
    get {
      requireComponent(index, of: Self.scalarCount)
      return self[index]
    }
    set {
      requireComponent(index, of: Self.scalarCount)
      self[index] = newValue
    }
  }
}

// More specific than the default implementation, so the compiler chooses it.
extension SIMD where Self: ComponentVector, Scalar: SIMDBatchElement {
  /// A SIMD type is packed, except for `SIMD3`, whose memory has a fourth lane.
  @inlinable
  public static var isPacked: Bool { MemoryLayout<Self>.stride == scalarCount * MemoryLayout<Scalar>.stride }
}

extension SIMD2: @retroactive AdditiveArithmetic, VectorArithmetic, ComponentVector,
  ComponentAnimatable
where Scalar: SIMDBatchElement {}
extension SIMD3: @retroactive AdditiveArithmetic, VectorArithmetic, ComponentVector,
  ComponentAnimatable
where Scalar: SIMDBatchElement {}
extension SIMD4: @retroactive AdditiveArithmetic, VectorArithmetic, ComponentVector,
  ComponentAnimatable
where Scalar: SIMDBatchElement {}
extension SIMD8: @retroactive AdditiveArithmetic, VectorArithmetic, ComponentVector,
  ComponentAnimatable
where Scalar: SIMDBatchElement {}
extension SIMD16: @retroactive AdditiveArithmetic, VectorArithmetic, ComponentVector,
  ComponentAnimatable
where Scalar: SIMDBatchElement {}
