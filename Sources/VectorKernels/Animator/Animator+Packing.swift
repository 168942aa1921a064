#if !hasFeature(Embedded)
// Values in a renderer's formats, written straight from the columns into the renderer's memory.

extension Animator {
  /// Packs a part of the values into a field of structs, such as the structs of an instance buffer.
  ///
  /// ```swift
  /// animator.pack(\.position, as: .float32, into: instances.mutableSpan, at: \.position)
  /// animator.pack(\.self, as: .float16, into: halves.mutableSpan, at: \.self)
  /// ```
  ///
  /// Only the field's bytes are written. Nothing is allocated or copied on the way. `Double`s are rounded to `Float`
  /// first.
  ///
  /// - Parameters:
  ///   - part: The part to pack: a stored property of the values' animated components, or `\.self`. A key path literal
  ///     in generic code is allocated each time.
  ///   - places: The columns' places to pack; nil means all. For example, the places of properties that were added
  ///     together (``PropertyRange/columnRange``), or a range from ``forEachChangedRange(in:_:)``. A place without a
  ///     property holds the value that was last there.
  ///   - format: The format of each component; see ``PackingFormat``.
  ///   - instances: One struct for each place, in the same order.
  ///   - field: The structs' stored property that receives the part, as in
  ///     ``Batch/pack(_:as:into:at:)-(Span<Value>,_,_,_)``.
  ///   - changedOnly: Whether to leave structs untouched for which ``isChanged(_:)`` is false.
  /// - Complexity: O(n) for n values that are written; reads 4 bytes per component and writes `format.number.size`.
  ///   Finding the changed values takes O(``columnCount`` / 64).
  public func pack<Part: ComponentVector, Instance: BitwiseCopyable, Field: BitwiseCopyable>(
    _ part: KeyPath<Components, Part>, in places: Range<Int>? = nil, as format: PackingFormat,
    into instances: consuming MutableSpan<Instance>, at field: WritableKeyPath<Instance, Field>,
    changedOnly: Bool = false
  ) where Part.Component == Component {
    let places = checked(places)
    let layout = PackedLayout(places.count, of: Part.componentCount, as: format, field: field, in: instances.count)
    if places.isEmpty { return }
    let memory = layout.memory(instances.withUnsafeMutableBytes { $0 }, places.count)
    pack(part, places, Packing(format, components: Part.componentCount), memory, changedOnly)
  }

  /// Packs a part of the values into memory, `stride` bytes apart, as ``pack(_:in:as:into:at:changedOnly:)`` does into
  /// a field of structs.
  ///
  /// - Parameters:
  ///   - part: The part to pack: a stored property of the values' animated components, or `\.self`.
  ///   - places: The columns' places to pack; nil means all.
  ///   - format: The format of each component; see ``PackingFormat``.
  ///   - bytes: The memory to write to. Bytes between the values aren't written.
  ///   - offset: The offset of the first place's value, in bytes.
  ///   - stride: The bytes from the start of one value to the start of the next, at least the size of a packed value.
  ///   - changedOnly: Whether to leave memory untouched for values for which ``isChanged(_:)`` is false.
  /// - Complexity: O(n) for n values that are written; reads 4 bytes per component and writes `format.number.size`.
  public func pack<Part: ComponentVector>(
    _ part: KeyPath<Components, Part>, in places: Range<Int>? = nil, as format: PackingFormat,
    into bytes: consuming MutableRawSpan, offset: Int = 0, stride: Int, changedOnly: Bool = false
  ) where Part.Component == Component {
    let places = checked(places)
    let layout = PackedLayout(
      places.count, of: Part.componentCount, as: format, offset: offset, stride: stride, in: bytes.byteCount)
    if places.isEmpty { return }
    let memory = layout.memory(bytes.withUnsafeMutableBytes { $0 }, places.count)
    pack(part, places, Packing(format, components: Part.componentCount), memory, changedOnly)
  }

  private func pack<Part: ComponentVector>(
    _ part: KeyPath<Components, Part>, _ places: Range<Int>, _ packing: Packing, _ memory: PackedMemory,
    _ changedOnly: Bool
  ) where Part.Component == Component {
    let (columns, first) = (core.columns(of: Component.self), firstComponent(of: part))
    forEachRange(in: places, changedOnly) { range in
      columns.withFloats(first..<first + Part.componentCount, range) { floats, range in
        packing.pack(floats, memory.values(range, from: places.lowerBound))
      }
    }
  }
}

extension ColumnStorage {
  /// Calls `body` with columns of `Float`s and the rows that they hold. Columns that hold `Float`s are passed in one
  /// call with all rows; others are rounded and passed block by block.
  fileprivate func withFloats(
    _ components: Range<Int>, _ rows: Range<Int>,
    _ body: (_ column: (Int) -> UnsafePointer<Float>, _ rows: Range<Int>) -> Void
  ) {
    let first = memory + components.lowerBound * stride
    if Component.self == Float.self {
      let floats = UnsafeRawPointer(first).assumingMemoryBound(to: Float.self) + rows.lowerBound
      return body({ floats + $0 * stride }, rows)
    }
    let doubles = UnsafeRawPointer(first).assumingMemoryBound(to: Double.self)
    let size = 256
    withUnsafeTemporaryAllocation(of: Float.self, capacity: components.count * size) { floats in
      let floats = floats.baseAddress!
      for start in Swift.stride(from: rows.lowerBound, to: rows.upperBound, by: size) {
        let block = start..<min(start + size, rows.upperBound)
        for component in 0..<components.count {
          let (column, out) = (doubles + component * stride + start, floats + component * size)
          for index in 0..<block.count { out[index] = Float(column[index]) }
        }
        body({ UnsafePointer(floats + $0 * size) }, block)
      }
    }
  }
}

// MARK: - Colours

extension Animator where Value.AnimatableComponents.Component == Float {
  /// Converts a part of the values that is a colour to sRGB and packs it into a field of structs.
  ///
  /// ```swift
  /// let color = animator.add(SIMD4(Color.white.animatableData))
  /// animator.packColors(\.self, as: .bgra8.premultiplied, into: pixels.mutableSpan, at: \.self)
  /// ```
  ///
  /// The part holds colours in the form of ``Color/animatableData``: in Oklab, multiplied by their opacity. `.rgba8`
  /// takes the fast way of ``Batch/convert(_:from:intoRGBA8:)``, with its error. For other formats,
  /// ``Batch/convert(_:_:_:from:to:into:_:_:)-(Span<Float>,_,_,_,_,_,_,_)`` converts the components in `Float` first.
  /// If the opacity is 0, the other components are packed as they are.
  ///
  /// - Parameters:
  ///   - part: The part to pack: a stored property of the values' animated components, or `\.self`.
  ///   - places: The columns' places to pack; nil means all. See ``pack(_:in:as:into:at:changedOnly:)``.
  ///   - format: The format of each component of the colours. It can't be an `unpremultiplied` one, because converted
  ///     colours aren't multiplied by their opacity.
  ///   - instances: One struct for each place, in the same order.
  ///   - field: The structs' stored property that receives the colour.
  ///   - changedOnly: Whether to leave structs untouched for which ``isChanged(_:)`` is false.
  /// - Complexity: O(n) for n colours that are written; reads 16 bytes per colour.
  public func packColors<Instance: BitwiseCopyable, Field: BitwiseCopyable>(
    _ part: KeyPath<Components, SIMD4<Float>>, in places: Range<Int>? = nil, as format: PackingFormat,
    into instances: consuming MutableSpan<Instance>, at field: WritableKeyPath<Instance, Field>,
    changedOnly: Bool = false
  ) {
    let places = checked(places)
    let layout = PackedLayout(places.count, of: 4, as: format, field: field, in: instances.count)
    if places.isEmpty { return }
    let memory = layout.memory(instances.withUnsafeMutableBytes { $0 }, places.count)
    packColors(part, places, ColorPacking(format), memory, changedOnly)
  }

  /// Converts a part of the values that is a colour to sRGB and packs it into memory, `stride` bytes apart, as
  /// ``packColors(_:in:as:into:at:changedOnly:)`` does into a field of structs.
  ///
  /// - Parameters:
  ///   - part: The part to pack: a stored property of the values' animated components, or `\.self`.
  ///   - places: The columns' places to pack; nil means all.
  ///   - format: The format of each component of the colours.
  ///   - bytes: The memory to write to. Bytes between the colours aren't written.
  ///   - offset: The offset of the first place's colour, in bytes.
  ///   - stride: The bytes from the start of one colour to the start of the next, at least the size of a packed colour.
  ///   - changedOnly: Whether to leave memory untouched for colours for which ``isChanged(_:)`` is false.
  /// - Complexity: O(n) for n colours that are written; reads 16 bytes per colour.
  public func packColors(
    _ part: KeyPath<Components, SIMD4<Float>>, in places: Range<Int>? = nil, as format: PackingFormat,
    into bytes: consuming MutableRawSpan, offset: Int = 0, stride: Int, changedOnly: Bool = false
  ) {
    let places = checked(places)
    let layout = PackedLayout(places.count, of: 4, as: format, offset: offset, stride: stride, in: bytes.byteCount)
    if places.isEmpty { return }
    let memory = layout.memory(bytes.withUnsafeMutableBytes { $0 }, places.count)
    packColors(part, places, ColorPacking(format), memory, changedOnly)
  }

  private func packColors(
    _ part: KeyPath<Components, SIMD4<Float>>, _ places: Range<Int>, _ packing: ColorPacking, _ memory: PackedMemory,
    _ changedOnly: Bool
  ) {
    let (columns, first) = (core.columns(of: Float.self), firstComponent(of: part))
    forEachRange(in: places, changedOnly) { range in
      packing.pack(
        columns.memory + first * columns.stride + range.lowerBound, stride: columns.stride,
        memory.values(range, from: places.lowerBound))
    }
  }
}

// MARK: - Parts and places

extension Animator {
  /// Returns the index of a part's first component. The part's components are consecutive.
  private func firstComponent<Part: ComponentVector>(of part: KeyPath<Components, Part>) -> Int {
    guard MemoryLayout<Components>.offset(of: part) != nil else {
      fatalError("pack: part is \(part), but must be a stored property of the values' components")
    }
    // In this value each component is its own index, so the part's components are their indices in the whole value.
    var value = Components.zero
    for component in 0..<Components.componentCount { value[component: component] = Component(component) }
    return Int(value[keyPath: part][component: 0])
  }

  private func forEachRange(in places: Range<Int>, _ changedOnly: Bool, _ body: (Range<Int>) -> Void) {
    if changedOnly { forEachChangedRange(in: places, body) } else { body(places) }
  }
}

extension PackedMemory {
  /// Returns the memory of some values; the memory starts with the value of place `first`.
  fileprivate func values(_ places: Range<Int>, from first: Int) -> PackedMemory {
    PackedMemory(start: value(places.lowerBound - first), stride: stride, count: places.count)
  }
}
#endif
