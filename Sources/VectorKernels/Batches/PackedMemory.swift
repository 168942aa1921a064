internal import CVectorKernels

/// The memory of n packed values, each `stride` bytes after the one before. Unpacking only reads it.
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

// MARK: - The caller's memory

/// The layout of `count` packed values in the caller's memory, checked against its size.
@usableFromInline
struct PackedLayout {
  @usableFromInline let offset: Int
  @usableFromInline let stride: Int

  /// Creates the layout of packed values that fill `bytes` bytes without gaps.
  @usableFromInline
  init(
    _ count: Int, of components: Int, as format: PackingFormat, tightIn bytes: Int, _ name: StaticString,
    in function: StaticString = #function
  ) {
    requireColors(components, format, function)
    let size = format.size(components: components)
    let (needed, overflow) = count.multipliedReportingOverflow(by: size)
    if overflow || bytes != needed { stopForBytes(bytes, name, count, size, function) }
    (offset, stride) = (0, size)
  }

  #if !hasFeature(Embedded)
  /// Creates the layout of packed values in a property of `count` structs.
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
    guard let offset else { fatalError("\(function): field is \(field()), but must be a stored property") }
    let size = format.size(components: components)
    let fieldSize = lanesSize(type) ?? MemoryLayout<Field>.size
    guard fieldSize == size else {
      fatalError("\(function): field, \(field()), is \(fieldSize) bytes, but a packed value takes \(size)")
    }
    (self.offset, self.stride) = (offset, stride)
  }
  #endif

  /// Creates the layout of packed values at a stride, from `offset` on, in memory of `bytes` bytes.
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

  /// Returns the memory of the values. The buffer must not be empty.
  @inlinable
  func memory(_ bytes: UnsafeMutableRawBufferPointer, _ count: Int) -> PackedMemory {
    PackedMemory(start: bytes.baseAddress! + offset, stride: stride, count: count)
  }

  @inlinable
  func memory(_ bytes: UnsafeRawBufferPointer, _ count: Int) -> PackedMemory {
    memory(UnsafeMutableRawBufferPointer(mutating: bytes), count)
  }
}

#if !hasFeature(Embedded)
/// Returns the size in bytes of a SIMD vector's lanes, without the fourth one that vectors of three have in memory, or
/// nil for other types.
private func lanesSize(_ type: Any.Type) -> Int? {
  func size<V: SIMD>(_: V.Type) -> Int { V.scalarCount * MemoryLayout<V.Scalar>.size }
  return (type as? any SIMD.Type).map { size($0) }
}
#endif

/// Stops, in every build configuration, if the format is for colours and the values don't have four components.
@inline(__always)
private func requireColors(_ components: Int, _ format: PackingFormat, _ function: StaticString) {
  if format.isColor && components != 4 { stopForColors(components, format, function) }
}

// Messages are made in functions of their own, so that the checks save no registers.

@inline(never)
private func stopForColors(_ components: Int, _ format: PackingFormat, _ function: StaticString) -> Never {
  fatalError("\(function): values have \(components) components, but \(format) is for colours, which have 4")
}

@inline(never)
private func stopForBytes(
  _ bytes: Int, _ name: StaticString, _ count: Int, _ size: Int, _ function: StaticString
) -> Never {
  fatalError("\(function): \(name) is \(bytes) bytes, but \(count) values of \(size) bytes are packed")
}
