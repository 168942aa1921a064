/// The path of a value in a file.
///
/// Its text, the JSON path, is made on request: a value knows the value that contains it, but not all the names around
/// it.
package indirect enum LottiePath: Hashable {
  /// The whole file.
  case root
  case member(LottiePath, String)
  case item(LottiePath, Int)

  /// Longer names are cut off in texts, of which there is one for each property.
  private static let longestName = 64

  func member(_ name: String) -> LottiePath { .member(self, name) }
  func item(_ index: Int) -> LottiePath { .item(self, index) }
}

extension LottiePath: CustomStringConvertible {
  /// The JSON path, such as `layers[3].ks.p`; empty for the whole file. Names of more than 64 characters are cut off.
  package var description: String {
    var parts: [String] = []
    var path = self
    while true {
      switch path {
      case .root: return parts.reversed().joined()
      case .item(let parent, let index):
        parts.append("[\(index)]")
        path = parent
      case .member(let parent, let name):
        let scalars = name.unicodeScalars.prefix(Self.longestName)
        let text = String(scalars) + (scalars.endIndex < name.endIndex ? "…" : "")
        parts.append(parent == .root ? text : ".\(text)")
        path = parent
      }
    }
  }
}
