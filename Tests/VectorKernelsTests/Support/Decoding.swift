// Descriptions of decoding errors.

extension DecodingError {
  /// Where and why, such as `layers[2].speed: speed is nan, but must be finite`.
  var explanation: String {
    let context: Context
    switch self {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    @unknown default: return "\(self)"
    }
    let path = context.codingPath.reduce(into: "") { path, key in
      path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
    }
    return "\(path): \(context.debugDescription)"
  }
}
