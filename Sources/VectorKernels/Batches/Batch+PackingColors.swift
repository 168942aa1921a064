// The calls for colours whose components are four separate columns.

extension Batch {
  /// Packs four columns of colours into an array in a renderer's format, by the rule of
  /// ``pack(_:as:into:)-(Columns<Value>,_,_)``.
  ///
  /// ```swift
  /// Batch.pack(red: r.span, green: g.span, blue: b.span, alpha: a.span, as: .bgra8, into: pixels.mutableSpan)
  /// ```
  ///
  /// - Parameters:
  ///   - red: The n red components, 0...1 in gamut.
  ///   - green: The n green components.
  ///   - blue: The n blue components.
  ///   - alpha: The n alphas.
  ///   - format: The format of the packed colours; see ``PackingFormat``.
  ///   - out: Receives the n packed colours, one after the other. Its elements may be colours, numbers or bytes;
  ///     together they must have the size of the packed colours.
  /// - Complexity: O(n); reads 16 bytes per colour, and writes 4 bytes per colour in 8-bit formats.
  @inlinable
  public static func pack<Unit: BitwiseCopyable>(
    red: Span<Float>, green: Span<Float>, blue: Span<Float>, alpha: Span<Float>, as format: PackingFormat,
    into out: consuming MutableSpan<Unit>
  ) {
    requireColumns(red.count, green.count, blue.count, alpha.count)
    let layout = PackedLayout(
      red.count, of: 4, as: format, tightIn: out.count * MemoryLayout<Unit>.stride, "out")
    if red.isEmpty { return }
    pack(red, green, blue, alpha, format, layout.memory(out.withUnsafeMutableBytes { $0 }, red.count))
  }

  #if !hasFeature(Embedded)
  /// Packs four columns of colours into a property of structs, by the rule of
  /// ``pack(_:as:into:at:)-(Columns<Value>,_,_,_)``.
  @inlinable
  public static func pack<Instance: BitwiseCopyable, Field: BitwiseCopyable>(
    red: Span<Float>, green: Span<Float>, blue: Span<Float>, alpha: Span<Float>, as format: PackingFormat,
    into instances: consuming MutableSpan<Instance>, at field: WritableKeyPath<Instance, Field>
  ) {
    requireColumns(red.count, green.count, blue.count, alpha.count)
    let layout = PackedLayout(red.count, of: 4, as: format, field: field, in: instances.count)
    if red.isEmpty { return }
    pack(red, green, blue, alpha, format, layout.memory(instances.withUnsafeMutableBytes { $0 }, red.count))
  }
  #endif

  /// Packs four columns of colours into raw memory at a stride, by the rule of
  /// ``pack(_:as:into:offset:stride:)-(Columns<Value>,_,_,_,_)``.
  @inlinable
  public static func pack(
    red: Span<Float>, green: Span<Float>, blue: Span<Float>, alpha: Span<Float>, as format: PackingFormat,
    into bytes: consuming MutableRawSpan, offset: Int = 0, stride: Int
  ) {
    requireColumns(red.count, green.count, blue.count, alpha.count)
    let layout = PackedLayout(
      red.count, of: 4, as: format, offset: offset, stride: stride, in: bytes.byteCount)
    if red.isEmpty { return }
    pack(red, green, blue, alpha, format, layout.memory(bytes.withUnsafeMutableBytes { $0 }, red.count))
  }

  /// Packs four columns of colours into planes, by the rule of ``packPlanes(_:as:into:)``.
  @inlinable
  public static func packPlanes<Unit: BitwiseCopyable>(
    red: Span<Float>, green: Span<Float>, blue: Span<Float>, alpha: Span<Float>, as format: PackingFormat,
    into planes: consuming MutableSpan<Unit>
  ) {
    requireColumns(red.count, green.count, blue.count, alpha.count)
    let layout = PackedLayout(
      red.count, of: 4, as: format, tightIn: planes.count * MemoryLayout<Unit>.stride, "planes")
    if red.isEmpty { return }
    let memory = layout.memory(planes.withUnsafeMutableBytes { $0 }, red.count)
    let columns = FourColumns(red.memory, green.memory, blue.memory, alpha.memory)
    Packing(format, components: 4).packPlanes({ columns[$0] }, memory.start, memory.count)
  }

  @inlinable
  static func pack(
    _ red: Span<Float>, _ green: Span<Float>, _ blue: Span<Float>, _ alpha: Span<Float>, _ format: PackingFormat,
    _ memory: PackedMemory
  ) {
    Packing(format, components: 4).pack(FourColumns(red.memory, green.memory, blue.memory, alpha.memory), memory)
  }
}

extension Batch {
  /// Unpacks an array in a renderer's format into four columns of colours, by the rule of
  /// ``unpack(_:as:into:)-(_,_,Columns<Value>)``.
  ///
  /// - Parameters:
  ///   - packed: The n packed colours, one after the other. Its elements may be colours, numbers or bytes; together
  ///     they must have the size of the packed colours.
  ///   - format: The format of the packed colours; see ``PackingFormat``.
  ///   - red: Receives the n red components.
  ///   - green: Receives the n green components.
  ///   - blue: Receives the n blue components.
  ///   - alpha: Receives the n alphas.
  /// - Complexity: O(n); reads 4 bytes per colour in 8-bit formats, and writes 16 bytes per colour.
  @inlinable
  public static func unpack<Unit: BitwiseCopyable>(
    _ packed: Span<Unit>, as format: PackingFormat, red: consuming MutableSpan<Float>,
    green: consuming MutableSpan<Float>, blue: consuming MutableSpan<Float>, alpha: consuming MutableSpan<Float>
  ) {
    requireColumns(red.count, green.count, blue.count, alpha.count)
    let layout = PackedLayout(
      red.count, of: 4, as: format, tightIn: packed.count * MemoryLayout<Unit>.stride, "packed")
    if red.isEmpty { return }
    let memory = layout.memory(packed.withUnsafeBytes { $0 }, red.count)
    Packing(format, components: 4).unpack(memory, FourColumns(red.memory, green.memory, blue.memory, alpha.memory))
  }

  #if !hasFeature(Embedded)
  /// Unpacks a property of structs into four columns of colours, by the rule of
  /// ``unpack(_:at:as:into:)-(_,_,_,Columns<Value>)``.
  @inlinable
  public static func unpack<Instance: BitwiseCopyable, Field: BitwiseCopyable>(
    _ instances: Span<Instance>, at field: KeyPath<Instance, Field>, as format: PackingFormat,
    red: consuming MutableSpan<Float>, green: consuming MutableSpan<Float>, blue: consuming MutableSpan<Float>,
    alpha: consuming MutableSpan<Float>
  ) {
    requireColumns(red.count, green.count, blue.count, alpha.count)
    let layout = PackedLayout(red.count, of: 4, as: format, field: field, in: instances.count)
    if red.isEmpty { return }
    let memory = layout.memory(instances.withUnsafeBytes { $0 }, red.count)
    Packing(format, components: 4).unpack(memory, FourColumns(red.memory, green.memory, blue.memory, alpha.memory))
  }
  #endif

  /// Unpacks raw memory at a stride into four columns of colours, by the rule of
  /// ``unpack(_:offset:stride:as:into:)-(_,_,_,_,Columns<Value>)``.
  @inlinable
  public static func unpack(
    _ bytes: RawSpan, offset: Int = 0, stride: Int, as format: PackingFormat, red: consuming MutableSpan<Float>,
    green: consuming MutableSpan<Float>, blue: consuming MutableSpan<Float>, alpha: consuming MutableSpan<Float>
  ) {
    requireColumns(red.count, green.count, blue.count, alpha.count)
    let layout = PackedLayout(
      red.count, of: 4, as: format, offset: offset, stride: stride, in: bytes.byteCount)
    if red.isEmpty { return }
    let memory = layout.memory(bytes.withUnsafeBytes { $0 }, red.count)
    Packing(format, components: 4).unpack(memory, FourColumns(red.memory, green.memory, blue.memory, alpha.memory))
  }

  /// Unpacks planes into four columns of colours, by the rule of ``unpackPlanes(_:as:into:)``.
  @inlinable
  public static func unpackPlanes<Unit: BitwiseCopyable>(
    _ planes: Span<Unit>, as format: PackingFormat, red: consuming MutableSpan<Float>,
    green: consuming MutableSpan<Float>, blue: consuming MutableSpan<Float>, alpha: consuming MutableSpan<Float>
  ) {
    requireColumns(red.count, green.count, blue.count, alpha.count)
    let layout = PackedLayout(
      red.count, of: 4, as: format, tightIn: planes.count * MemoryLayout<Unit>.stride, "planes")
    if red.isEmpty { return }
    let memory = layout.memory(planes.withUnsafeBytes { $0 }, red.count)
    let columns = FourColumns(red.memory, green.memory, blue.memory, alpha.memory)
    Packing(format, components: 4).unpackPlanes(memory.start, { columns[$0] }, memory.count)
  }
}

/// The memory of four columns, indexed by column.
@usableFromInline
struct FourColumns<Pointer> {
  @usableFromInline let red, green, blue, alpha: Pointer

  @inlinable
  init(_ red: Pointer, _ green: Pointer, _ blue: Pointer, _ alpha: Pointer) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  @inlinable
  subscript(component: Int) -> Pointer {
    switch component {
    case 0: red
    case 1: green
    case 2: blue
    default: alpha
    }
  }

  init(_ column: (Int) -> Pointer) {
    self.init(column(0), column(1), column(2), column(3))
  }

  /// Returns the columns in the order in which they are stored.
  func stored(in order: PackingFormat.ColorOrder?) -> FourColumns {
    order == .bgra ? FourColumns(blue, green, red, alpha) : self
  }
}

@inlinable
func requireColumns(
  _ red: Int, _ green: Int, _ blue: Int, _ alpha: Int, in function: StaticString = #function
) {
  requireCount(green, "green.count", equals: red, "red.count", in: function)
  requireCount(blue, "blue.count", equals: red, "red.count", in: function)
  requireCount(alpha, "alpha.count", equals: red, "red.count", in: function)
}
