/// Numbers as one text: the base64 of their bits, with the lowest byte first.
///
/// In this form all numbers, including NaN, infinities and the sign of zero, survive every format, at 4/3 of their
/// size.
struct PackedNumbers<Number: Numeric & BitwiseCopyable> {
  var numbers: [Number]

  init(_ numbers: [Number]) { self.numbers = numbers }

  init(_ numbers: UnsafePointer<Number>, count: Int) {
    self.numbers = Array(UnsafeBufferPointer(start: numbers, count: count))
  }

  /// The mask that converts a byte's offset in memory to its offset in the text, and back.
  private static var byteOrder: Int {
    #if _endian(big)
    MemoryLayout<Number>.size - 1
    #else
    0
    #endif
  }
}

#if !hasFeature(Embedded)
extension PackedNumbers: Codable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let text = numbers.withUnsafeBytes { bytes in
      String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
        var length = 0
        for first in stride(from: 0, to: bytes.count, by: 3) {
          let count = min(3, bytes.count - first)
          var word: UInt32 = 0
          for index in 0..<count {
            word |= UInt32(bytes[(first + index) ^ Self.byteOrder]) << UInt32(16 - 8 * index)
          }
          for index in 0..<4 {
            text[length] = index > count ? padding : digit(word >> UInt32(18 - 6 * index) & 63)
            length += 1
          }
        }
        return length
      }
    }
    try container.encode(text)
  }

  /// Creates numbers by decoding them.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for text that isn't base64, or whose bytes aren't a whole number of
  ///   numbers.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    var text = try container.decode(String.self)
    let size = MemoryLayout<Number>.size
    let numbers: [Number]? = text.withUTF8 { text in
      let padded = text.suffix(2).count { $0 == padding }
      let byteCount = text.count / 4 * 3 - padded
      guard text.count.isMultiple(of: 4), byteCount.isMultiple(of: size) else { return nil }
      // For a count of 0, the initialiser below would write to the one array that all empty arrays share.
      if text.isEmpty { return [] }
      var isWrong = false
      let numbers = [Number](unsafeUninitializedCapacity: byteCount / size) { numbers, count in
        let bytes = UnsafeMutableRawBufferPointer(numbers)
        for first in stride(from: 0, to: text.count, by: 4) {
          var word: UInt32 = 0
          for index in first..<first + 4 {
            let value = index < text.count - padded ? value(ofDigit: text[index]) : 0
            isWrong = isWrong || value == nil
            word = word << 6 | (value ?? 0)
          }
          let start = first / 4 * 3
          for index in start..<min(start + 3, byteCount) {
            bytes[index ^ Self.byteOrder] = UInt8(truncatingIfNeeded: word >> UInt32(16 - 8 * (index - start)))
          }
        }
        count = byteCount / size
      }
      return isWrong ? nil : numbers
    }
    guard let numbers else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the text isn't the base64 of numbers of \(size) bytes each")
    }
    self.numbers = numbers
  }
}
#endif

private let padding = UInt8(ascii: "=")

private func digit(_ value: UInt32) -> UInt8 {
  let value = UInt8(truncatingIfNeeded: value)
  return switch value {
  case 0..<26: UInt8(ascii: "A") + value
  case 26..<52: UInt8(ascii: "a") + (value - 26)
  case 52..<62: UInt8(ascii: "0") + (value - 52)
  case 62: UInt8(ascii: "+")
  default: UInt8(ascii: "/")
  }
}

private func value(ofDigit digit: UInt8) -> UInt32? {
  switch digit {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
  case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
  case UInt8(ascii: "+"): 62
  case UInt8(ascii: "/"): 63
  default: nil
  }
}

// MARK: - In containers

#if !hasFeature(Embedded)
extension KeyedEncodingContainer<FieldName> {
  mutating func encodePacked<Number: Numeric & BitwiseCopyable>(_ numbers: [Number], forKey key: Key) throws {
    try encode(PackedNumbers(numbers), forKey: key)
  }
}

extension KeyedDecodingContainer<FieldName> {
  /// Decodes numbers and requires them to have a count.
  func decodePacked<Number: Numeric & BitwiseCopyable>(
    _: Number.Type = Number.self, count: Int? = nil, forKey key: Key
  ) throws -> [Number] {
    let numbers = try decode(PackedNumbers<Number>.self, forKey: key).numbers
    if let count {
      try require(numbers.count == count, key, "\(key.stringValue) holds \(numbers.count) numbers instead of \(count)")
    }
    return numbers
  }

  /// Throws if a condition doesn't hold for the value at a key.
  func require(_ holds: Bool, _ key: Key, _ message: @autoclosure () -> String) throws {
    if !holds { try refuse(key, message()) }
  }

  /// Throws. It isn't inlined, because programs that decode would carry the making of an error for each call.
  @inline(never)
  private func refuse(_ key: Key, _ message: String) throws {
    throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: message)
  }
}

extension UnkeyedDecodingContainer {
  /// Decodes the next numbers and requires them to have a count. `name` describes them in the error.
  mutating func decodePacked<Number: Numeric & BitwiseCopyable>(
    _: Number.Type = Number.self, count: Int, _ name: String
  ) throws -> [Number] {
    // The nested decoder's path has the index; the container's own no longer does after reading the numbers.
    let decoder = try superDecoder()
    let numbers = try PackedNumbers<Number>(from: decoder).numbers
    guard numbers.count == count else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "the \(name) holds \(numbers.count) numbers instead of \(count)"))
    }
    return numbers
  }
}
#endif
