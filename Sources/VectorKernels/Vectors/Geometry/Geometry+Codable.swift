#if !hasFeature(Embedded)
// The compiler would code the same fields, but by kilobytes of code for each of these types in every program.

extension PackedVector {
  /// Encodes the components as fields with these names.
  ///
  /// - Returns: The container of the fields.
  @discardableResult
  fileprivate func encode(
    _ names: [FieldName], to encoder: any Encoder
  ) throws -> KeyedEncodingContainer<FieldName> {
    var container = encoder.container(keyedBy: FieldName.self)
    for (component, name) in names.enumerated() { try container.encode(self[component: component], forKey: name) }
    return container
  }

  /// Decodes the components from fields with these names.
  fileprivate init(_ names: [FieldName], from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    self = .zero
    for (component, name) in names.enumerated() { self[component: component] = try container.decode(name) }
  }
}

extension Point2D {
  private static var fields: [FieldName] { ["x", "y"] }

  public init(from decoder: any Decoder) throws { try self.init(Self.fields, from: decoder) }
  public func encode(to encoder: any Encoder) throws { try encode(Self.fields, to: encoder) }
}

extension Size2D {
  private static var fields: [FieldName] { ["width", "height"] }

  public init(from decoder: any Decoder) throws { try self.init(Self.fields, from: decoder) }
  public func encode(to encoder: any Encoder) throws { try encode(Self.fields, to: encoder) }
}

extension EdgeInsets {
  private static var fields: [FieldName] { ["top", "leading", "bottom", "trailing"] }

  public init(from decoder: any Decoder) throws { try self.init(Self.fields, from: decoder) }
  public func encode(to encoder: any Encoder) throws { try encode(Self.fields, to: encoder) }
}

extension Quaternion {
  private static var fields: [FieldName] { ["x", "y", "z", "w"] }

  public init(from decoder: any Decoder) throws { try self.init(Self.fields, from: decoder) }
  public func encode(to encoder: any Encoder) throws { try encode(Self.fields, to: encoder) }
}

extension Transform2D {
  private static var fields: [FieldName] { ["a", "b", "c", "d", "tx", "ty"] }

  public init(from decoder: any Decoder) throws { try self.init(Self.fields, from: decoder) }
  public func encode(to encoder: any Encoder) throws { try encode(Self.fields, to: encoder) }
}

extension Transform2D.Decomposition {
  private static var fields: [FieldName] {
    ["translationX", "translationY", "scaleX", "scaleY", "radians", "m11", "m12", "m21", "m22"]
  }

  public init(from decoder: any Decoder) throws { try self.init(Self.fields, from: decoder) }
  public func encode(to encoder: any Encoder) throws { try encode(Self.fields, to: encoder) }
}

extension Transform3D {
  private static var fields: [FieldName] {
    [
      "m11", "m12", "m13", "m14", "m21", "m22", "m23", "m24", "m31", "m32", "m33", "m34", "m41", "m42", "m43", "m44",
    ]
  }

  public init(from decoder: any Decoder) throws { try self.init(Self.fields, from: decoder) }
  public func encode(to encoder: any Encoder) throws { try encode(Self.fields, to: encoder) }
}

extension Transform3D.Decomposition {
  /// The names of all components before the rotation, which is coded as a quaternion.
  private static var fields: [FieldName] {
    [
      "translationX", "translationY", "translationZ", "scaleX", "scaleY", "scaleZ", "skewXY", "skewXZ", "skewYZ",
      "perspectiveX", "perspectiveY", "perspectiveZ", "perspectiveW",
    ]
  }

  public init(from decoder: any Decoder) throws {
    try self.init(Self.fields, from: decoder)
    rotation = try decoder.container(keyedBy: FieldName.self).decode("rotation")
  }

  public func encode(to encoder: any Encoder) throws {
    var container = try encode(Self.fields, to: encoder)
    try container.encode(rotation, forKey: "rotation")
  }
}

extension Rect2D {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    self.init(origin: try container.decode("origin"), size: try container.decode("size"))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(origin, forKey: "origin")
    try container.encode(size, forKey: "size")
  }
}
#endif
