#if !hasFeature(Embedded)
/// The name of a field in coded data, or of a case.
///
/// Many types share it. An enumeration of keys for each of them would add kilobytes to every program.
struct FieldName: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringLiteral name: String) { self.init(name) }
  init(stringValue name: String) { self.init(name) }
  init?(intValue: Int) { nil }
}

// A case of an enumeration is coded in the compiler's form: as the only field of a container, whose value is a
// container with the associated values as fields. Decoding refuses other fields beside the case.

extension Encoder {
  /// Encodes a case.
  ///
  /// - Returns: The container for its associated values.
  @discardableResult
  func encodeCase(_ name: FieldName) -> KeyedEncodingContainer<FieldName> {
    var container = container(keyedBy: FieldName.self)
    return container.nestedContainer(keyedBy: FieldName.self, forKey: name)
  }
}

extension Decoder {
  /// Decodes the name of a case, with the container of its associated values.
  ///
  /// - Throws: `DecodingError`, unless there is a single name.
  func decodeCase() throws -> (name: String, values: KeyedDecodingContainer<FieldName>) {
    let container = try container(keyedBy: FieldName.self)
    let names = container.allKeys
    guard names.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath,
          debugDescription:
            "there are \(names.count) names of cases (\(names.map(\.stringValue).sorted())) instead of one"))
    }
    return (names[0].stringValue, try container.nestedContainer(keyedBy: FieldName.self, forKey: names[0]))
  }

  /// Returns the error for a name that no case has.
  func unknownCase(_ name: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: "\(name) is not the name of a case"))
  }
}

extension KeyedDecodingContainer<FieldName> {
  /// Decodes the value of a field.
  func decode<Value: Decodable>(_ name: FieldName) throws -> Value { try decode(Value.self, forKey: name) }
}
#endif
