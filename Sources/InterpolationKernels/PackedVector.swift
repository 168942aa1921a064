/// A vector whose stored properties are its components and nothing else, so that its memory is a run of components.
///
/// A conforming type only declares the type of its components. Its arithmetic, and the number and order of its
/// components, follow from its memory:
///
/// ```swift
/// struct Insets: PackedVector {
///   typealias Component = Float
///   var top, leading, bottom, trailing: Float
/// }
/// ```
///
/// Stored properties may also be packed vectors themselves, such as pairs and SIMD vectors of the same component, if
/// none of them leaves a gap (`SIMD3` has one, a fourth lane). If a type's size or alignment shows that it isn't a run
/// of components, the program stops at the type's first use. A stored property of another type with the same size can't
/// be told from a component.
public protocol PackedVector: ComponentVector {}

extension PackedVector {
  @inlinable
  public static var componentCount: Int {
    let layout = MemoryLayout<Self>.self
    let size = MemoryLayout<Component>.size
    guard layout.size > 0, layout.size.isMultiple(of: size), layout.stride == layout.size,
      layout.alignment >= MemoryLayout<Component>.alignment
    else {
      fatalError("\(Self.self): \(layout.size) bytes in steps of \(layout.stride) aren't a run of \(Component.self)")
    }
    return layout.size / size
  }

  @inlinable
  public static var isPacked: Bool { true }

  @inlinable
  public subscript(component index: Int) -> Component {
    get {
      requireComponent(index, of: Self.componentCount)
      return withUnsafeBytes(of: self) {
        $0.load(fromByteOffset: index * MemoryLayout<Component>.size, as: Component.self)
      }
    }
    set {
      requireComponent(index, of: Self.componentCount)
      withUnsafeMutableBytes(of: &self) {
        $0.storeBytes(of: newValue, toByteOffset: index * MemoryLayout<Component>.size, as: Component.self)
      }
    }
  }
}

// MARK: - Arithmetic

extension PackedVector {
  /// The vector whose components are all 0. Its bits are 0 too.
  @inlinable
  public static var zero: Self {
    withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { value in
      let bytes = UnsafeMutableRawBufferPointer(value)
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      return bytes.load(as: Self.self)
    }
  }

  @inlinable
  public static func + (lhs: Self, rhs: Self) -> Self {
    var result = lhs
    result.combine(with: rhs, floats: { $0 + $1 }, doubles: { $0 + $1 })
    return result
  }

  @inlinable
  public static func - (lhs: Self, rhs: Self) -> Self {
    var result = lhs
    result.combine(with: rhs, floats: { $0 - $1 }, doubles: { $0 - $1 })
    return result
  }

  @inlinable
  public mutating func scale(by rhs: Double) {
    let (float, double) = (Float.factor(rhs), rhs)
    combine(with: self, floats: { a, _ in a * float }, doubles: { a, _ in a * double })
  }

  @inlinable
  public var magnitudeSquared: Double {
    var sum = 0.0
    withUnsafeBytes(of: self) { bytes in
      switch Component._format {
      case .float32:
        for i in 0..<Self.componentCount { sum += bytes.load(fromByteOffset: i * 4, as: Float.self).magnitudeSquared }
      case .float64:
        for i in 0..<Self.componentCount { sum += bytes.load(fromByteOffset: i * 8, as: Double.self).magnitudeSquared }
      }
    }
    return sum
  }

  /// Replaces each component by the result of a closure for it and its counterpart in another vector, as numbers of
  /// their type. Arithmetic through the component's protocol would take a call for each operation in generic code.
  @inlinable
  @inline(__always)
  mutating func combine(
    with other: Self, floats: (Float, Float) -> Float, doubles: (Double, Double) -> Double
  ) {
    switch Component._format {
    case .float32: combine(with: other, floats)
    case .float64: combine(with: other, doubles)
    }
  }

  @inlinable
  @inline(__always)
  mutating func combine<Number: BitwiseCopyable>(with other: Self, _ operation: (Number, Number) -> Number) {
    let count = Self.componentCount
    withUnsafeBytes(of: other) { other in
      withUnsafeMutableBytes(of: &self) { bytes in
        for i in 0..<count {
          let offset = i * MemoryLayout<Number>.stride
          let result = operation(
            bytes.load(fromByteOffset: offset, as: Number.self), other.load(fromByteOffset: offset, as: Number.self))
          bytes.storeBytes(of: result, toByteOffset: offset, as: Number.self)
        }
      }
    }
  }
}
