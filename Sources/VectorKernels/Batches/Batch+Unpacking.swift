// Unpacking of values from memory of another format: the inverses of the calls of Batch+Packing.swift.

extension Batch {
  /// Unpacks an array in a renderer's format into values.
  ///
  /// - Parameters:
  ///   - packed: The n packed values, one after the other. Its elements may be values, numbers or bytes; together they
  ///     must have the size of the packed values.
  ///   - format: The format of the packed values; see ``PackingFormat``.
  ///   - out: Receives the n values.
  /// - Complexity: O(n); reads `format.number.size` bytes per component and writes 4.
  @inlinable
  public static func unpack<Value: ComponentVector, Unit: BitwiseCopyable>(
    _ packed: Span<Unit>, as format: PackingFormat, into out: consuming MutableSpan<Value>
  ) where Value.Component == Float {
    if Value.isPacked, !out.isEmpty,
      Packing.unpackRun(
        packed.withUnsafeBytes { $0 }, as: format, into: out.memory.components, out.count, of: Value.componentCount)
    {
      return
    }
    let layout = PackedLayout(
      out.count, of: Value.componentCount, as: format, tightIn: packed.count * MemoryLayout<Unit>.stride, "packed")
    if out.isEmpty { return }
    out.unpack(layout.memory(packed.withUnsafeBytes { $0 }, out.count), as: format)
  }

  #if !hasFeature(Embedded)
  /// Unpacks a property of structs, such as the elements of an instance buffer, into values.
  ///
  /// - Parameters:
  ///   - instances: The n structs.
  ///   - field: The property that holds the values. It must be stored and have the size of a packed value, not counting
  ///     the fourth lane that a vector of three has in memory.
  ///   - format: The format of the packed values; see ``PackingFormat``.
  ///   - out: Receives the n values.
  /// - Complexity: O(n); reads `format.number.size` bytes per component and writes 4.
  @inlinable
  public static func unpack<Value: ComponentVector, Instance: BitwiseCopyable, Field: BitwiseCopyable>(
    _ instances: Span<Instance>, at field: KeyPath<Instance, Field>, as format: PackingFormat,
    into out: consuming MutableSpan<Value>
  ) where Value.Component == Float {
    let layout = PackedLayout(out.count, of: Value.componentCount, as: format, field: field, in: instances.count)
    if out.isEmpty { return }
    out.unpack(layout.memory(instances.withUnsafeBytes { $0 }, out.count), as: format)
  }
  #endif

  /// Unpacks raw memory at a stride into values.
  ///
  /// - Parameters:
  ///   - bytes: The memory.
  ///   - offset: The offset of the first value, in bytes.
  ///   - stride: The bytes from the start of a value to the start of the next one, at least the size of a packed value.
  ///   - format: The format of the packed values; see ``PackingFormat``.
  ///   - out: Receives the n values.
  /// - Complexity: O(n); reads `format.number.size` bytes per component and writes 4.
  @inlinable
  public static func unpack<Value: ComponentVector>(
    _ bytes: RawSpan, offset: Int = 0, stride: Int, as format: PackingFormat, into out: consuming MutableSpan<Value>
  ) where Value.Component == Float {
    let layout = PackedLayout(
      out.count, of: Value.componentCount, as: format, offset: offset, stride: stride, in: bytes.byteCount)
    if out.isEmpty { return }
    out.unpack(layout.memory(bytes.withUnsafeBytes { $0 }, out.count), as: format)
  }

  /// Unpacks an array in a renderer's format into columns, by the rule of ``unpack(_:as:into:)`` for values.
  ///
  /// - Parameters:
  ///   - packed: The packed values, one after the other. Their bytes must be those of `columns.count` values in the
  ///     format.
  ///   - format: The format of the packed values; see ``PackingFormat``.
  ///   - columns: Receives the values. Its count is the number of values.
  @inlinable
  public static func unpack<Value: ComponentVector, Unit: BitwiseCopyable>(
    _ packed: Span<Unit>, as format: PackingFormat, into columns: inout Columns<Value>
  ) where Value.Component == Float {
    let layout = PackedLayout(
      columns.count, of: Value.componentCount, as: format, tightIn: packed.count * MemoryLayout<Unit>.stride, "packed")
    if columns.isEmpty { return }
    columns.unpack(layout.memory(packed.withUnsafeBytes { $0 }, columns.count), as: format)
  }

  #if !hasFeature(Embedded)
  /// Unpacks a property of structs into columns, by the rule of ``unpack(_:at:as:into:)`` for values.
  ///
  /// - Parameters:
  ///   - instances: The structs, one for each value of the columns.
  ///   - field: The property that holds a packed value.
  ///   - format: The format of the packed values; see ``PackingFormat``.
  ///   - columns: Receives the values. Its count is the number of values.
  @inlinable
  public static func unpack<Value: ComponentVector, Instance: BitwiseCopyable, Field: BitwiseCopyable>(
    _ instances: Span<Instance>, at field: KeyPath<Instance, Field>, as format: PackingFormat,
    into columns: inout Columns<Value>
  ) where Value.Component == Float {
    let layout = PackedLayout(columns.count, of: Value.componentCount, as: format, field: field, in: instances.count)
    if columns.isEmpty { return }
    columns.unpack(layout.memory(instances.withUnsafeBytes { $0 }, columns.count), as: format)
  }
  #endif

  /// Unpacks raw memory at a stride into columns, by the rule of ``unpack(_:offset:stride:as:into:)`` for values.
  ///
  /// - Parameters:
  ///   - bytes: The memory.
  ///   - offset: The first value's offset, in bytes.
  ///   - stride: The bytes from one value's first byte to the next one's, at least the size of a packed value.
  ///   - format: The format of the packed values; see ``PackingFormat``.
  ///   - columns: Receives the values. Its count is the number of values.
  @inlinable
  public static func unpack<Value: ComponentVector>(
    _ bytes: RawSpan, offset: Int = 0, stride: Int, as format: PackingFormat, into columns: inout Columns<Value>
  ) where Value.Component == Float {
    let layout = PackedLayout(
      columns.count, of: Value.componentCount, as: format, offset: offset, stride: stride, in: bytes.byteCount)
    if columns.isEmpty { return }
    columns.unpack(layout.memory(bytes.withUnsafeBytes { $0 }, columns.count), as: format)
  }

  /// Unpacks planes, which hold the stored components of all values one component after the other, into columns.
  ///
  /// - Parameters:
  ///   - planes: n numbers for each stored component. Its elements may be numbers or bytes; together they must have the
  ///     size of all planes.
  ///   - format: The format of the packed values; see ``PackingFormat``.
  ///   - columns: Receives the n values.
  /// - Complexity: O(n); reads `format.number.size` bytes per component and writes 4.
  @inlinable
  public static func unpackPlanes<Value: ComponentVector, Unit: BitwiseCopyable>(
    _ planes: Span<Unit>, as format: PackingFormat, into columns: inout Columns<Value>
  ) where Value.Component == Float {
    let layout = PackedLayout(
      columns.count, of: Value.componentCount, as: format, tightIn: planes.count * MemoryLayout<Unit>.stride, "planes")
    if columns.isEmpty { return }
    let memory = layout.memory(planes.withUnsafeBytes { $0 }, columns.count)
    columns.withColumns { column, stride in
      Packing(format, components: Value.componentCount)
        .unpackPlanes(memory.start, { column + $0 * stride }, memory.count)
    }
  }
}

extension Columns where Component == Float {
  @inlinable
  mutating func unpack(_ memory: PackedMemory, as format: PackingFormat) {
    withColumns { column, stride in
      Packing(format, components: Value.componentCount).unpack(memory) { column + $0 * stride }
    }
  }
}

extension MutableSpan where Element: ComponentVector, Element.Component == Float {
  @inlinable
  mutating func unpack(_ memory: PackedMemory, as format: PackingFormat) {
    let components = Element.componentCount
    let packing = Packing(format, components: components)
    if Element.isPacked {
      packing.unpack(memory, self.memory.components)
      return
    }
    // A block this size stays in the first-level cache.
    let block = max(1, 512 / components)
    let values = self.memory
    let count = count
    withUnsafeTemporaryAllocation(of: Float.self, capacity: block * components) { numbers in
      let numbers = numbers.baseAddress!
      for start in stride(from: 0, to: count, by: block) {
        let length = min(block, count - start)
        packing.unpack(
          PackedMemory(start: memory.value(start), stride: memory.stride, count: length), numbers)
        for i in 0..<length {
          // Set only the components: a value may have other parts.
          for k in 0..<components { values[start + i][component: k] = numbers[i * components + k] }
        }
      }
    }
  }
}

extension UnsafeMutablePointer where Pointee: ComponentVector {
  /// The components of packed values.
  @inlinable
  var components: UnsafeMutablePointer<Pointee.Component> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Pointee.Component.self)
  }
}
