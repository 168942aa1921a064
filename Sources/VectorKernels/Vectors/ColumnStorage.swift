internal import CVectorKernels

/// One allocation that holds a column for each component. Every column begins at a cache line.
@usableFromInline
final class ColumnStorage<Component: BatchElement>: @unchecked Sendable {
  // Sendable because every writer holds the only reference: columns, animators and their layers ensure that first, as
  // arrays do, and all other memory of this kind belongs to one object alone.

  /// The distance from the start of a column to the start of the next one, in elements: the capacity of each column.
  @usableFromInline let stride: Int
  @usableFromInline let memory: UnsafeMutablePointer<Component>

  /// Allocates columns for at least `capacity` elements in each of `components` columns. Their content is undefined.
  @usableFromInline
  init(components: Int, capacity: Int) {
    let line = 64 / MemoryLayout<Component>.size
    let page = 4096 / MemoryLayout<Component>.size
    var stride = (capacity + line - 1) / line * line
    // If the addresses of columns had the same low twelve bits, the columns would share a set of the cache, and a load
    // from one would seem to wait for a store to another.
    if components > 1 && stride > 0 && stride.isMultiple(of: page) { stride += line }
    self.stride = stride
    memory =
      UnsafeMutableRawPointer
      .allocateLines(byteCount: components * stride * MemoryLayout<Component>.size)
      .bindMemory(to: Component.self, capacity: components * stride)
  }

  deinit {
    UnsafeMutableRawPointer(memory).deallocate()
  }

  /// Returns the largest capacity of `components` columns: no machine has more memory, and no size overflows.
  @usableFromInline
  static func capacityLimit(components: Int) -> Int {
    let bytes = Int.max >> (Int.bitWidth == 64 ? 15 : 1)
    // This leaves room for one more page.
    return bytes / (max(1, components) * MemoryLayout<Component>.size) - 4096
  }
}

extension UnsafeMutableRawPointer {
  /// Allocates memory that begins at a cache line, and asks for huge pages if it is large. Columns are read in turns,
  /// so on pages of 4 KiB the processor often has to look up where the next page is.
  // Inlined, it would make programs larger for nothing: allocating takes much longer than a call.
  @inline(never)
  static func allocateLines(byteCount: Int) -> UnsafeMutableRawPointer {
    let memory = allocate(byteCount: byteCount, alignment: 64)
    // Less than that is likely to be in the caches, and to use only a part of a huge page.
    if byteCount >= 8 << 20 { vk_prefer_huge_pages(memory, byteCount) }
    return memory
  }
}
