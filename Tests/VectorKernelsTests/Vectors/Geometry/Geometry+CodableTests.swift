import Foundation
import Testing
import VectorKernels

/// The coded form of points, rectangles, rotations and transforms: an object with a field for each stored property, as
/// the compiler would code them.
@Suite(.seeded) struct GeometryCodableTests {
  @Test func fieldsAreTheStoredProperties() throws {
    try check(Point2D<Double>.self)
    try check(Size2D<Float>.self)
    try check(Rect2D<Double>.self)
    try check(EdgeInsets<Float>.self)
    try check(Quaternion<Double>.self)
    try check(Transform2D<Float>.self)
    try check(Transform2D<Double>.Decomposition.self)
    try check(Transform3D<Float>.self)
    try check(Transform3D<Double>.Decomposition.self)
  }

  /// Encodes a value, compares the object with the value's mirror, and decodes it, whole and without each of its fields.
  private func check<Value: PackedVector & Hashable & Codable>(_: Value.Type) throws {
    var value = Value.zero
    for component in 0..<Value.componentCount { value[component: component] = Value.Component(component + 1) }
    let data = try JSONEncoder().encode(value)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(try Self.data(object) == Self.data(Self.object(value)))
    #expect(try JSONDecoder().decode(Value.self, from: data) == value)
    for field in object.keys {
      let rest = try Self.data(object.filter { $0.key != field })
      let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Value.self, from: rest) }
      var missing: String?
      if case .keyNotFound(let key, _)? = error { missing = key.stringValue }
      #expect(missing == field)
    }
  }

  private static func data(_ object: [String: Any]) throws -> Data {
    try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
  }

  /// The stored properties of a value, and of the values in them, by their names.
  private static func object(_ value: Any) -> [String: Any] {
    var fields: [String: Any] = [:]
    for (name, field) in Mirror(reflecting: value).children {
      fields[name!] =
        switch field {
        case let number as Float: Double(number)
        case let number as Double: number
        default: object(field)
        }
    }
    return fields
  }
}
