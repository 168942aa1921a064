/// Work in parts, which cores may do in any order, and several at once.
enum SharedWork {
  case blocks(BlockWork)
  case restarts(RestartWork)
  case sums(BaseSums)

  /// The number of cores that may do the work.
  var cores: Int {
    switch self {
    case .blocks(let work): work.cores
    case .restarts(let work): work.cores
    case .sums(let work): work.cores
    }
  }

  /// The number of parts.
  var parts: Int {
    switch self {
    case .blocks(let work): work.blocks
    case .restarts(let work): work.parts
    case .sums(let work): work.pieces.count
    }
  }

  /// Does some of the parts.
  func perform(_ parts: Range<Int>, core: Int) {
    switch self {
    case .blocks(let work): work.move(parts, core: core)
    case .restarts(let work): work.perform(parts)
    case .sums(let work): work.perform(parts)
    }
  }
}
