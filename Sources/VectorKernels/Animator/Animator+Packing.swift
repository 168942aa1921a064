// Values as a renderer takes them, straight from the columns into its memory.

extension Animator {
  /// Packs a part of the values into a property of structs, such as those of an instance buffer.
  ///
  /// ```swift
  /// animator.pack(\.position, as: .float32, into: instances.mutableSpan, at: \.position)
  /// animator.pack(\.self, as: .float16, into: halves.mutableSpan, at: \.self)
  /// ```
  ///
  /// Only the property's bytes are written, and nothing is allocated or copied on the way. `Double`s are rounded to
  /// `Float` first.
  ///
  /// - Parameters:
  ///   - part: The part: a stored property of what is animated of the values, or `\.self`. A key path that is written in
  ///     generic code is allocated there, each time.
  ///   - places: The columns' places to write: all if nil, those of properties that were added together
  ///     (``PropertyRange/columnRange``), or those of ``forEachChangedRange(in:_:)``. Places without a property hold
  ///     what was last there.
  ///   - format: What each component becomes; see ``PackingFormat``.
  ///   - instances: As many structs as there are places, the first for the first of them.
  ///   - field: The structs' property that receives the part, as
  ///     ``Batch/pack(_:as:into:at:)-(Span<Value>,_,_,_)`` has it.
  ///   - changedOnly: Whether structs stay as they are where ``isChanged(_:)`` doesn't hold.
  /// - Complexity: O(n) for n values that are written; reads 4 bytes per component and writes `format.number.size`. To
  ///   find what has changed takes O(``columnCount`` / 64).
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

  /// Packs a part of the values into memory, every so many bytes, as ``pack(_:in:as:into:at:changedOnly:)`` does into
  /// a property of structs.
  ///
  /// - Parameters:
  ///   - part: The part: a stored property of what is animated of the values, or `\.self`.
  ///   - places: The columns' places to write; all if nil.
  ///   - format: What each component becomes; see ``PackingFormat``.
  ///   - bytes: The memory. What is between the values isn't written.
  ///   - offset: Where the value of the first place goes.
  ///   - stride: From one value's first byte to the next one's, at least the size of a packed value.
  ///   - changedOnly: Whether memory stays as it is where ``isChanged(_:)`` doesn't hold.
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
  /// Calls `body` with columns of `Float`s and the rows that they are of: with all rows at once where the columns are
  /// such, and elsewhere with a block of them after the other, rounded.
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
  /// Converts a part of the values that is a colour to sRGB, and packs it into a property of structs.
  ///
  /// ```swift
  /// let color = animator.add(SIMD4(Color.white.animatableData))
  /// animator.packColors(\.self, as: .bgra8.premultiplied, into: pixels.mutableSpan, at: \.self)
  /// ```
  ///
  /// The colours are as ``Color/animatableData`` has them: in Oklab, multiplied by their opacity. `.rgba8` takes the
  /// fast way of ``Batch/convert(_:from:intoRGBA8:)``, with its error; to other formats the components go by way of
  /// `Float`, as ``Batch/convert(_:_:_:from:to:into:_:_:)`` makes them. An opacity of 0 leaves the rest as it is.
  ///
  /// - Parameters:
  ///   - part: The part: a stored property of what is animated of the values, or `\.self`.
  ///   - places: The columns' places to write; all if nil. See ``pack(_:in:as:into:at:changedOnly:)``.
  ///   - format: What each component of the colours becomes. Not an `unpremultiplied` one: converted colours aren't
  ///     multiplied by their opacity.
  ///   - instances: As many structs as there are places, the first for the first of them.
  ///   - field: The structs' property that receives the colour.
  ///   - changedOnly: Whether structs stay as they are where ``isChanged(_:)`` doesn't hold.
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

  /// Converts a part of the values that is a colour to sRGB, and packs it into memory, every so many bytes, as
  /// ``packColors(_:in:as:into:at:changedOnly:)`` does into a property of structs.
  ///
  /// - Parameters:
  ///   - part: The part: a stored property of what is animated of the values, or `\.self`.
  ///   - places: The columns' places to write; all if nil.
  ///   - format: What each component of the colours becomes.
  ///   - bytes: The memory. What is between the colours isn't written.
  ///   - offset: Where the colour of the first place goes.
  ///   - stride: From one colour's first byte to the next one's, at least the size of a packed colour.
  ///   - changedOnly: Whether memory stays as it is where ``isChanged(_:)`` doesn't hold.
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
  /// Which component of a value is the first of one of its parts: the parts' follow one another.
  private func firstComponent<Part: ComponentVector>(of part: KeyPath<Components, Part>) -> Int {
    guard MemoryLayout<Components>.offset(of: part) != nil else {
      fatalError("pack: part is \(part), which values don't store")
    }
    // A value whose components are their own indices says which ones the part has.
    var value = Components.zero
    for component in 0..<Components.componentCount { value[component: component] = Component(component) }
    return Int(value[keyPath: part][component: 0])
  }

  private func forEachRange(in places: Range<Int>, _ changedOnly: Bool, _ body: (Range<Int>) -> Void) {
    if changedOnly { forEachChangedRange(in: places, body) } else { body(places) }
  }
}

extension PackedMemory {
  /// The memory of some values, where the first one's place is known.
  fileprivate func values(_ places: Range<Int>, from first: Int) -> PackedMemory {
    PackedMemory(start: value(places.lowerBound - first), stride: stride, count: places.count)
  }
}
