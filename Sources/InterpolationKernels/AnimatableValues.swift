/// Any number of values of any types, animated together: ``AnimatablePair`` for more than two.
///
/// ```swift
/// var animatableData: AnimatableValues<Double, Double, SIMD2<Float>> {
///   get { AnimatableValues(amplitude, phase, offset) }
///   set { (amplitude, phase, offset) = newValue.value }
/// }
/// ```
@frozen
public struct AnimatableValues<each Value: VectorArithmetic>: VectorArithmetic {
  /// The values, as a tuple. Set it as a whole: Swift 6.3 crashes compiling `value.0 = 1`.
  public var value: (repeat each Value)

  @inlinable
  public init(_ value: repeat each Value) {
    self.value = (repeat each value)
  }

  @inlinable
  public static var zero: Self { Self(repeat (each Value).zero) }

  @inlinable
  public static func + (lhs: Self, rhs: Self) -> Self {
    Self(repeat each lhs.value + each rhs.value)
  }

  @inlinable
  public static func - (lhs: Self, rhs: Self) -> Self {
    Self(repeat each lhs.value - each rhs.value)
  }

  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    for (left, right) in repeat (each lhs.value, each rhs.value) {
      if left != right { return false }
    }
    return true
  }

  @inlinable
  public mutating func scale(by rhs: Double) {
    value = (repeat (each value).scaled(by: rhs))
  }

  @inlinable
  public var magnitudeSquared: Double {
    var sum = 0.0
    for component in repeat each value { sum += component.magnitudeSquared }
    return sum
  }
}

/// The components are those of all values together. They are always `Double`s, even if the values have other component
/// types; a component of a value in `Float` is rounded when it is set.
extension AnimatableValues: ComponentVector, ComponentAnimatable where repeat each Value: ComponentVector {
  @inlinable
  public static var componentCount: Int {
    var count = 0
    for type in repeat (each Value).self { count += type.componentCount }
    return count
  }

  @inlinable
  public subscript(component index: Int) -> Double {
    get {
      requireComponent(index, of: Self.componentCount)
      var rest = index
      for part in repeat each value {
        if let component = part.component(counting: &rest) { return component }
      }
      return 0
    }
    set {
      requireComponent(index, of: Self.componentCount)
      var rest = index
      value = (repeat (each value).setting(newValue, counting: &rest))
    }
  }
}

extension ComponentVector {
  /// Returns this value's component at the index `rest`, or nil if the index belongs to a later value. Subtracts this
  /// value's component count from `rest`.
  @inlinable
  func component(counting rest: inout Int) -> Double? {
    defer { rest -= Self.componentCount }
    return 0..<Self.componentCount ~= rest ? Double(self[component: rest]) : nil
  }

  /// Returns the value with its component at the index `rest` set, or unchanged if the index belongs to another value.
  /// Subtracts this value's component count from `rest`.
  @inlinable
  func setting(_ component: Double, counting rest: inout Int) -> Self {
    defer { rest -= Self.componentCount }
    guard 0..<Self.componentCount ~= rest else { return self }
    var result = self
    result[component: rest] = Component(component)
    return result
  }
}

extension AnimatableValues: Hashable where repeat each Value: Hashable {
  @inlinable
  public func hash(into hasher: inout Hasher) {
    repeat hasher.combine(each value)
  }
}

extension AnimatableValues: BitwiseCopyable where repeat each Value: BitwiseCopyable {}

#if !hasFeature(Embedded)
extension AnimatableValues: Encodable where repeat each Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    repeat try container.encode(each value)
  }
}

extension AnimatableValues: Decodable where repeat each Value: Decodable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    value = (repeat try container.decode((each Value).self))
  }
}
#endif

extension AnimatableValues: CustomStringConvertible {
  public var description: String {
    var values: [String] = []
    repeat values.append("\(each value)")
    return "AnimatableValues(\(values.joined(separator: ", ")))"
  }
}
