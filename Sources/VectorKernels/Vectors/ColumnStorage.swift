/// One allocation that holds a column for each component, every one at a cache line's start.
@usableFromInline
final class ColumnStorage<Component: BatchElement>: @unchecked Sendable {
  // Sendable because whoever writes to it holds the only reference: columns, animators and their layers make sure of
  // that first, as arrays do, and all other memory of this kind belongs to one object alone.

  /// From one column's start to the next one's, in elements: the room of each.
  @usableFromInline let stride: Int
  @usableFromInline let memory: UnsafeMutablePointer<Component>

  /// Room for at least `capacity` elements in each of `components` columns. What it holds is undefined.
  @usableFromInline
  init(components: Int, capacity: Int) {
    let line = 64 / MemoryLayout<Component>.size
    let page = 4096 / MemoryLayout<Component>.size
    var stride = (capacity + line - 1) / line * line
    // Columns whose addresses agree in their low twelve bits would share a set of the cache, and a load of one would
    // seem to wait for a store to another.
    if components > 1 && stride > 0 && stride.isMultiple(of: page) { stride += line }
    self.stride = stride
    memory =
      UnsafeMutableRawPointer
      .allocate(byteCount: components * stride * MemoryLayout<Component>.size, alignment: 64)
      .bindMemory(to: Component.self, capacity: components * stride)
  }

  deinit {
    UnsafeMutableRawPointer(memory).deallocate()
  }

  /// How many elements there may be in each of so many columns: no machine has more memory, and no size overflows.
  @usableFromInline
  static func capacityLimit(components: Int) -> Int {
    let bytes = Int.max >> (Int.bitWidth == 64 ? 15 : 1)
    // Besides there is room for a page.
    return bytes / (max(1, components) * MemoryLayout<Component>.size) - 4096
  }
}
