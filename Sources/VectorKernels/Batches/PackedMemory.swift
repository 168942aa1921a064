internal import CVectorKernels

/// Memory that holds n packed values, each `stride` bytes after the one before. Unpacking only reads it.
@usableFromInline
struct PackedMemory {
  @usableFromInline let start: UnsafeMutableRawPointer
  @usableFromInline let stride: Int
  @usableFromInline let count: Int

  @inlinable
  init(start: UnsafeMutableRawPointer, stride: Int, count: Int) {
    (self.start, self.stride, self.count) = (start, stride, count)
  }

  @inlinable
  func value(_ index: Int) -> UnsafeMutableRawPointer { start + index * stride }
}

// MARK: - What callers hand over

/// Where `count` values of so many components lie in memory of a caller's, checked against its size.
@usableFromInline
struct PackedLayout {
  @usableFromInline let offset: Int
  @usableFromInline let stride: Int

  /// Nothing but the values, in so many bytes.
  @usableFromInline
  init(
    _ count: Int, of components: Int, as format: PackingFormat, tightIn bytes: Int, _ name: StaticString,
    in function: StaticString = #function
  ) {
    requireColors(components, format, function)
    let size = format.size(components: components)
    let (needed, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, bytes == needed else {
      fatalError("\(function): \(name) is \(bytes) bytes, but \(count) values of \(size) bytes are packed")
    }
    (offset, stride) = (0, size)
  }

  /// A property of as many structs.
  @inlinable
  init<Instance, Field>(
    _ count: Int, of components: Int, as format: PackingFormat, field: KeyPath<Instance, Field>,
    in instances: Int, in function: StaticString = #function
  ) {
    requireCount(instances, "instances.count", equals: count, "the number of values", in: function)
    self.init(
      components, format, offset: MemoryLayout<Instance>.offset(of: field), type: Field.self,
      stride: MemoryLayout<Instance>.stride, "\(field)", function)
  }

  @usableFromInline
  init<Field>(
    _ components: Int, _ format: PackingFormat, offset: Int?, type: Field.Type, stride: Int,
    _ field: @autoclosure () -> String, _ function: StaticString
  ) {
    requireColors(components, format, function)
    guard let offset else { fatalError("\(function): field is \(field()), which the structs don't store") }
    let size = format.size(components: components)
    guard MemoryLayout<Field>.size == size || lanesSize(type) == size else {
      fatalError(
        "\(function): field, \(field()), is \(MemoryLayout<Field>.size) bytes, but a packed value takes \(size)")
    }
    (self.offset, self.stride) = (offset, stride)
  }

  /// Every `stride` bytes, from `offset` on, in so many bytes.
  @usableFromInline
  init(
    _ count: Int, of components: Int, as format: PackingFormat, offset: Int, stride: Int, in bytes: Int,
    in function: StaticString = #function
  ) {
    requireColors(components, format, function)
    let size = format.size(components: components)
    guard offset >= 0 else { fatalError("\(function): offset is \(offset), but must be at least 0") }
    guard stride >= size else {
      fatalError("\(function): stride is \(stride), but a packed value takes \(size) bytes")
    }
    (self.offset, self.stride) = (offset, stride)
    if count == 0 { return }
    let (steps, overflow) = (count - 1).multipliedReportingOverflow(by: stride)
    let (end, endOverflow) = steps.addingReportingOverflow(size)
    guard !overflow, !endOverflow, end <= bytes, offset <= bytes - end else {
      fatalError(
        "\(function): bytes.byteCount is \(bytes), too few for \(count) values of \(size) bytes, every \(stride) from "
          + "\(offset) on")
    }
  }

  /// Not for memory without bytes.
  @inlinable
  func memory(_ bytes: UnsafeMutableRawBufferPointer, _ count: Int) -> PackedMemory {
    PackedMemory(start: bytes.baseAddress! + offset, stride: stride, count: count)
  }

  @inlinable
  func memory(_ bytes: UnsafeRawBufferPointer, _ count: Int) -> PackedMemory {
    memory(UnsafeMutableRawBufferPointer(mutating: bytes), count)
  }
}

/// The bytes of a SIMD vector's lanes, without the fourth one that vectors of three have in memory; nil for others.
private func lanesSize(_ type: Any.Type) -> Int? {
  func size<V: SIMD>(_: V.Type) -> Int { V.scalarCount * MemoryLayout<V.Scalar>.size }
  return (type as? any SIMD.Type).map { size($0) }
}

/// Stops, in every build configuration, when a format for colours meets values of another number of components.
private func requireColors(_ components: Int, _ format: PackingFormat, _ function: StaticString) {
  if format.isColor && components != 4 {
    fatalError("\(function): values have \(components) components, but \(format) is for colours, which have 4")
  }
}

// MARK: - Between the steps

/// Memory for a block of values on their way.
struct PackingBlock {
  /// The most values in a block, and from one column to the next.
  static var count: Int { Int(VK_PACKING_BLOCK) }
  /// The most bytes of a packed value that is put together in a block.
  static var rowBytes: Int { Int(VK_PACKING_ROW_BYTES) }

  /// Four columns.
  let columns: UnsafeMutablePointer<Float>
  /// Columns of packed numbers, one after the other.
  let packed: UnsafeMutableRawPointer
  /// Rows of packed numbers.
  let rows: UnsafeMutableRawPointer

  /// Lends the memory, uninitialised.
  static func lend(_ body: (PackingBlock) -> Void) {
    var memory = vk_uninitialized_packing_block()
    withUnsafeMutableBytes(of: &memory) { memory in
      let size = count * rowBytes
      let start = memory.baseAddress!.alignedUp(toMultipleOf: Int(VK_ROW_ALIGNMENT))
      body(
        PackingBlock(
          columns: start.bindMemory(to: Float.self, capacity: count * 4), packed: start + size, rows: start + 2 * size))
    }
  }

  /// Lends the memory for every block of `count` values: those from `start` on, `length` of them.
  static func forEach(
    _ count: Int, atMost length: Int = PackingBlock.count, _ body: (PackingBlock, _ start: Int, _ length: Int) -> Void
  ) {
    lend { block in
      for start in Swift.stride(from: 0, to: count, by: length) { body(block, start, min(length, count - start)) }
    }
  }
}
