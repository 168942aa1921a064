/// What moving members needs: where results go, and what is on the way to them.
struct Frame {
  /// The animator's columns: one for each component, each `stride` elements after the one before.
  let results: UnsafeMutablePointer<Float>
  let stride: Int
  /// Scratch memory for columns of a block, each `PropertyGroup.blockSize` elements long.
  let memory: UnsafeMutablePointer<Float>
  /// A bit for each member of a block.
  let words: UnsafeMutablePointer<UInt64>
  /// Room for the values of a block: of a snapshot from data more positions may be kept than usual.
  let kept: UnsafeMutablePointer<Float>
  /// Where the values are that sums add up.
  let layers: UnsafeBufferPointer<Layer.Columns>

  /// The number of columns for intermediate numbers. The columns for staged results lie behind them.
  static let scratchColumns = 6

  func scratch(_ column: Int) -> UnsafeMutablePointer<Float> { memory + column * PropertyGroup.blockSize }

  /// Room for the results of a block on their way to where they belong, a column for each component.
  var stagedResults: UnsafeMutablePointer<Float> { scratch(Self.scratchColumns) }
}
