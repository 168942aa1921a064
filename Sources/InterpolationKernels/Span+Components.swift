extension Span where Element: ComponentVector {
  /// The components of all values in memory order, in the same memory. Stops the program unless the values are packed
  /// (``ComponentVector/isPacked``).
  @inlinable
  public var components: Span<Element.Component> {
    @_lifetime(copy self)
    get {
      requirePacked(Element.self)
      let bytes = withUnsafeBytes { $0 }
      return _overrideLifetime(Span<Element.Component>(_unsafeBytes: bytes), copying: self)
    }
  }
}

extension MutableSpan where Element: ComponentVector {
  /// The components of all values in memory order, in the same memory. Stops the program unless the values are packed
  /// (``ComponentVector/isPacked``).
  @inlinable
  public var components: MutableSpan<Element.Component> {
    @_lifetime(&self)
    mutating get {
      requirePacked(Element.self)
      let bytes = withUnsafeMutableBytes { $0 }
      return _overrideLifetime(MutableSpan<Element.Component>(_unsafeBytes: bytes), mutating: &self)
    }
  }
}

extension MutableSpan where Element: ComponentVector {
  /// The memory of the components of packed values. The span must not be empty.
  @inlinable
  package var componentMemory: UnsafeMutablePointer<Element.Component> {
    mutating get {
      var components = components
      return components.memory
    }
  }
}

@inlinable
package func requirePacked<Value: ComponentVector>(_: Value.Type) {
  if !Value.isPacked { fatalError("components: \(Value.self) isn't packed") }
}
