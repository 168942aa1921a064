#if !hasFeature(Embedded)
/// Prepared keyframes are coded as the pieces' ends and coefficients; the tables for finding pieces are derived from
/// these.
extension PreparedKeyframes: Codable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encodePacked([duration], forKey: "duration")
    try container.encodePacked([measuredError], forKey: "measuredError")
    try container.encode(degree, forKey: "degree")
    try container.encodePacked(Array(ends.prefix(pieceCount)), forKey: "ends")
    var components = container.nestedUnkeyedContainer(forKey: "coefficients")
    for row in rows {
      let width = row.count / pieceCount
      let coefficients = (0..<pieceCount).flatMap { row[$0 * width...$0 * width + degree] }
      try components.encode(PackedNumbers(coefficients))
    }
  }

  /// Creates prepared keyframes by decoding them.
  ///
  /// - Throws: `DecodingError`, with the problem and its place, for numbers that no prepared keyframes have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    let duration = try container.decodePacked(Double.self, count: 1, forKey: "duration")[0]
    try container.require(
      duration >= 0 && duration.isFinite, "duration", "duration is \(duration), but must be finite and at least 0")
    let error = try container.decodePacked(Double.self, count: 1, forKey: "measuredError")[0]
    try container.require(
      error >= 0 && error.isFinite, "measuredError", "measuredError is \(error), but must be finite and at least 0")
    let degree = try container.decode(Int.self, forKey: "degree")
    try container.require(degree == 3 || degree == 5, "degree", "degree is \(degree), but must be 3 or 5")

    let ends = try container.decodePacked(Float.self, forKey: "ends")
    try container.require(
      (2...KeyframePieces<Float>.limit).contains(ends.count), "ends",
      "there are \(ends.count) ends, but there must be 2...\(KeyframePieces<Float>.limit)")
    for (index, (end, next)) in zip(ends, ends.dropFirst()).enumerated() {
      try container.require(end <= next, "ends", "end \(index + 1) is \(next), after \(end), but ends must ascend")
    }
    try container.require(
      ends[0] > -.infinity && ends[ends.count - 1] == .greatestFiniteMagnitude, "ends",
      "ends are \(ends[0])...\(ends[ends.count - 1]), but must be finite and end with Float's greatest")

    var coefficients: [[Float]] = []
    var components = try container.nestedUnkeyedContainer(forKey: "coefficients")
    let count = ends.count * (degree + 1)
    while !components.isAtEnd {
      let numbers = try components.decodePacked(Float.self, count: count, "component")
      try container.require(
        numbers.allSatisfy(\.isFinite), "coefficients", "component \(coefficients.count) has numbers that aren't finite"
      )
      coefficients.append(numbers)
    }
    try container.require(
      !coefficients.isEmpty, "coefficients", "there are no components, but there must be at least 1")
    self.init(duration: duration, measuredError: error, degree: degree, ends: ends, coefficients: coefficients)
  }
}
#endif
