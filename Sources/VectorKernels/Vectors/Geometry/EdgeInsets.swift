/// Distances from the sides of a rectangle.
///
/// The memory layout is top, leading, bottom and trailing, as in SwiftUI's type of this name.
@frozen
public struct EdgeInsets<Component: BatchElement>: PackedVector, Animatable, Hashable, Codable {
  public var top: Component
  public var leading: Component
  public var bottom: Component
  public var trailing: Component

  @inlinable
  public init(top: Component, leading: Component, bottom: Component, trailing: Component) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Creates insets of 0.
  @inlinable
  public init() {
    self.init(top: 0, leading: 0, bottom: 0, trailing: 0)
  }

  /// Creates insets by rounding the components of other insets.
  @inlinable
  public init<Other>(_ other: EdgeInsets<Other>) {
    self.init(
      top: Component(other.top), leading: Component(other.leading), bottom: Component(other.bottom),
      trailing: Component(other.trailing))
  }
}

extension EdgeInsets: CustomStringConvertible {
  public var description: String {
    "EdgeInsets(top: \(top), leading: \(leading), bottom: \(bottom), trailing: \(trailing))"
  }
}
