/// The memory that moving members needs: for results, and for intermediate numbers.
struct Frame {
  /// The animator's columns: one for each component, each `stride` elements after the one before.
  let results: UnsafeMutablePointer<Float>
  let stride: Int
  /// Scratch memory for columns of a block, each `PropertyGroup.blockSize` elements long.
  let memory: UnsafeMutablePointer<Float>
  /// A bit for each member of a block.
  let words: UnsafeMutablePointer<UInt64>
  /// Room for the values of a block. A snapshot from a file may keep more positions than usual.
  let kept: UnsafeMutablePointer<Float>
  /// The values that sums add up.
  let layers: UnsafeBufferPointer<Layer.Columns>
  /// Zeros for a block if all tweens and springs move to zero, as they do in layers. Reading them takes less time than
  /// reading the members' targets. Kept positions may have other targets, but the values in their slots are restored.
  let zeros: UnsafePointer<Float>?

  /// The number of columns for intermediate numbers. The columns for staged results follow them.
  static let scratchColumns = 6

  func scratch(_ column: Int) -> UnsafeMutablePointer<Float> { memory + column * PropertyGroup.blockSize }

  /// Room for the results of a block before they are scattered to their slots, a column for each component.
  var stagedResults: UnsafeMutablePointer<Float> { scratch(Self.scratchColumns) }
}
