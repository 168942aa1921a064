// Packing of values and columns into memory of another format: into an array, into a property of an array of structs,
// or into raw memory at a stride.

extension Batch {
  /// Packs values into an array in a renderer's format.
  ///
  /// ```swift
  /// let colors: [SIMD4<Float>] = [[1, 0.5, 0, 1]]
  /// var pixels: [SIMD4<UInt8>] = [.zero]
  /// Batch.pack(colors.span, as: .rgba8, into: pixels.mutableSpan)
  /// // pixels == [[255, 128, 0, 255]]
  /// ```
  ///
  /// - Parameters:
  ///   - values: The n values. A value of one component is a number: `Float`s become an array of bytes or halves.
  ///   - format: The format of the packed values; see ``PackingFormat``.
  ///   - out: Receives the n packed values, one after the other. Its elements may be values, numbers or bytes; together
  ///     they must have the size of the packed values.
  /// - Complexity: O(n); reads 4 bytes per component and writes `format.number.size`.
  @inlinable
  public static func pack<Value: ComponentVector, Unit: BitwiseCopyable>(
    _ values: Span<Value>, as format: PackingFormat, into out: consuming MutableSpan<Unit>
  ) where Value.Component == Float {
    if Value.isPacked, !values.isEmpty,
      Packing.packRun(
        values.components.memory, values.count, of: Value.componentCount, as: format,
        into: out.withUnsafeMutableBytes { $0 })
    {
      return
    }
    let layout = PackedLayout(
      values.count, of: Value.componentCount, as: format, tightIn: out.count * MemoryLayout<Unit>.stride, "out")
    if values.isEmpty { return }
    values.pack(as: format, into: layout.memory(out.withUnsafeMutableBytes { $0 }, values.count))
  }

  #if !hasFeature(Embedded)
  /// Packs values into a property of structs, such as the elements of an instance buffer.
  ///
  /// ```swift
  /// struct Instance {
  ///   var position: SIMD2<Float>
  ///   var color: UInt32
  /// }
  /// Batch.pack(colors.span, as: .bgra8.premultiplied, into: instances.mutableSpan, at: \.color)
  /// ```
  ///
  /// Only the property's bytes are written.
  ///
  /// - Parameters:
  ///   - values: The n values.
  ///   - format: The format of the packed values; see ``PackingFormat``.
  ///   - instances: The n structs.
  ///   - field: The property that receives the values. It must be stored, have the size of a packed value, and have a
  ///     type for which all bits are valid, such as an integer or a SIMD vector. The fourth lane that a vector of three
  ///     has in memory doesn't count and isn't written; `\.self` packs into an array of such vectors.
  /// - Complexity: O(n); reads 4 bytes per component and writes `format.number.size`.
  @inlinable
  public static func pack<Value: ComponentVector, Instance: BitwiseCopyable, Field: BitwiseCopyable>(
    _ values: Span<Value>, as format: PackingFormat, into instances: consuming MutableSpan<Instance>,
    at field: WritableKeyPath<Instance, Field>
  ) where Value.Component == Float {
    let layout = PackedLayout(values.count, of: Value.componentCount, as: format, field: field, in: instances.count)
    if values.isEmpty { return }
    values.pack(as: format, into: layout.memory(instances.withUnsafeMutableBytes { $0 }, values.count))
  }
  #endif

  /// Packs values into raw memory at a stride.
  ///
  /// - Parameters:
  ///   - values: The n values.
  ///   - format: The format of the packed values; see ``PackingFormat``.
  ///   - bytes: The memory. Bytes between the values aren't written.
  ///   - offset: The offset of the first value, in bytes.
  ///   - stride: The bytes from the start of a value to the start of the next one, at least the size of a packed value.
  /// - Complexity: O(n); reads 4 bytes per component and writes `format.number.size`.
  @inlinable
  public static func pack<Value: ComponentVector>(
    _ values: Span<Value>, as format: PackingFormat, into bytes: consuming MutableRawSpan, offset: Int = 0, stride: Int
  ) where Value.Component == Float {
    let layout = PackedLayout(
      values.count, of: Value.componentCount, as: format, offset: offset, stride: stride, in: bytes.byteCount)
    if values.isEmpty { return }
    values.pack(as: format, into: layout.memory(bytes.withUnsafeMutableBytes { $0 }, values.count))
  }

  /// Packs columns into an array in a renderer's format, by the rule of ``pack(_:as:into:)`` for values.
  @inlinable
  public static func pack<Value: ComponentVector, Unit: BitwiseCopyable>(
    _ columns: Columns<Value>, as format: PackingFormat, into out: consuming MutableSpan<Unit>
  ) where Value.Component == Float {
    let layout = PackedLayout(
      columns.count, of: Value.componentCount, as: format, tightIn: out.count * MemoryLayout<Unit>.stride, "out")
    if columns.isEmpty { return }
    columns.pack(as: format, into: layout.memory(out.withUnsafeMutableBytes { $0 }, columns.count))
  }

  #if !hasFeature(Embedded)
  /// Packs columns into a property of structs, by the rule of ``pack(_:as:into:at:)`` for values.
  @inlinable
  public static func pack<Value: ComponentVector, Instance: BitwiseCopyable, Field: BitwiseCopyable>(
    _ columns: Columns<Value>, as format: PackingFormat, into instances: consuming MutableSpan<Instance>,
    at field: WritableKeyPath<Instance, Field>
  ) where Value.Component == Float {
    let layout = PackedLayout(columns.count, of: Value.componentCount, as: format, field: field, in: instances.count)
    if columns.isEmpty { return }
    columns.pack(as: format, into: layout.memory(instances.withUnsafeMutableBytes { $0 }, columns.count))
  }
  #endif

  /// Packs columns into raw memory at a stride, by the rule of ``pack(_:as:into:offset:stride:)`` for values.
  @inlinable
  public static func pack<Value: ComponentVector>(
    _ columns: Columns<Value>, as format: PackingFormat, into bytes: consuming MutableRawSpan, offset: Int = 0,
    stride: Int
  ) where Value.Component == Float {
    let layout = PackedLayout(
      columns.count, of: Value.componentCount, as: format, offset: offset, stride: stride, in: bytes.byteCount)
    if columns.isEmpty { return }
    columns.pack(as: format, into: layout.memory(bytes.withUnsafeMutableBytes { $0 }, columns.count))
  }

  /// Packs columns into planes: writes each stored component of all values, one component after the other.
  ///
  /// - Parameters:
  ///   - columns: The n values.
  ///   - format: The format of the packed values; see ``PackingFormat``.
  ///   - planes: Receives n numbers for each stored component. Its elements may be numbers or bytes; together they must
  ///     have the size of all planes.
  /// - Complexity: O(n); reads 4 bytes per component and writes `format.number.size`.
  @inlinable
  public static func packPlanes<Value: ComponentVector, Unit: BitwiseCopyable>(
    _ columns: Columns<Value>, as format: PackingFormat, into planes: consuming MutableSpan<Unit>
  ) where Value.Component == Float {
    let layout = PackedLayout(
      columns.count, of: Value.componentCount, as: format, tightIn: planes.count * MemoryLayout<Unit>.stride, "planes")
    if columns.isEmpty { return }
    let memory = layout.memory(planes.withUnsafeMutableBytes { $0 }, columns.count)
    Packing(format, components: Value.componentCount)
      .packPlanes({ UnsafePointer(columns.start(of: $0)) }, memory.start, columns.count)
  }
}

extension Columns where Component == Float {
  @inlinable
  func pack(as format: PackingFormat, into memory: PackedMemory) {
    Packing(format, components: Value.componentCount).pack({ UnsafePointer(start(of: $0)) }, memory)
  }
}

extension Span where Element: ComponentVector, Element.Component == Float {
  @inlinable
  func pack(as format: PackingFormat, into memory: PackedMemory) {
    let components = Element.componentCount
    let packing = Packing(format, components: components)
    if Element.isPacked {
      packing.pack(self.components.memory, memory)
      return
    }
    // A block this size stays in the first-level cache.
    let block = max(1, 512 / components)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: block * components) { numbers in
      let numbers = numbers.baseAddress!
      for start in stride(from: 0, to: count, by: block) {
        let length = min(block, count - start)
        for i in 0..<length { self[start + i]._store(numbers + i * components, stride: 1) }
        packing.pack(
          numbers, PackedMemory(start: memory.value(start), stride: memory.stride, count: length))
      }
    }
  }
}
