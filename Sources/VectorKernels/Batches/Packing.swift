internal import CVectorKernels

/// Converts `Float`s to packed memory and back, by the kernels of the level in use.
///
/// Kernels convert runs of numbers, interleave columns and move values to their strides; 8-bit colours have a kernel of
/// their own. Conversions that need several kernels go through a block of at most 256 values in the first-level cache.
@usableFromInline
struct Packing {
  let format: PackingFormat
  let components: Int

  @usableFromInline
  init(_ format: PackingFormat, components: Int) {
    self.format = format
    self.components = components
  }

  private var number: PackingFormat.Number { format.number }
  /// The size of a value, in bytes.
  private var size: Int { components * number.size }

  /// Whether the kernel for 8-bit colours converts these values.
  private var isRGBA8: Bool { number == .unorm8 && components == 4 }

  /// Whether values are stored in the order of their components, unchanged.
  private var keepsOrder: Bool { format.order != .bgra && format.alpha == .kept }

  /// Whether a kernel interleaves the columns of numbers; otherwise they are moved one by one.
  private var isZipped: Bool { (2...4).contains(components) }

  /// Returns the component that is stored at a position.
  private func component(at position: Int) -> Int {
    format.order == .bgra && position != 3 ? 2 - position : position
  }

  private func isTight(_ memory: PackedMemory) -> Bool { memory.stride == size }

  /// Returns the number of values in a block between columns and packed memory: fewer on AVX-512 beyond the caches.
  /// There, on AMD, several columns that take turns to be read or written take up to 1.6 times as long in turns of 1 kB
  /// as in turns of 256 bytes; in the caches, and on AVX2, short blocks take longer.
  private func blockLength(_ count: Int) -> Int {
    #if arch(x86_64)
    let bytes = count * (components * MemoryLayout<Float>.size + size)
    let isTurnwise = components > 1 && !isRGBA8
    if isTurnwise && bytes >= Int(VK_STREAM_BYTES) && vk_level_in_use() == VK_X86_64_V4 { return 64 }
    #endif
    return StackBlock.count
  }

  // MARK: To packed memory

  /// Packs values if their numbers are to be stored in their order, without gaps, and there are any. It checks this and
  /// chooses the kernel in one call, because each further call would show in short runs.
  ///
  /// - Returns: Whether it packed them. If not, the caller checks what is wrong, if anything is.
  @usableFromInline
  static func packRun(
    _ values: UnsafePointer<Float>, _ count: Int, of components: Int, as format: PackingFormat,
    into out: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let packing = Packing(format, components: components)
    guard packing.isRun(of: count, in: out.count), let start = out.baseAddress else { return false }
    packing.pack(values, start, count &* components)
    return true
  }

  /// Unpacks values by the same rule.
  @usableFromInline
  static func unpackRun(
    _ packed: UnsafeRawBufferPointer, as format: PackingFormat, into values: UnsafeMutablePointer<Float>, _ count: Int,
    of components: Int
  ) -> Bool {
    let packing = Packing(format, components: components)
    guard packing.isRun(of: count, in: packed.count), let start = packed.baseAddress else { return false }
    packing.unpack(start, values, count &* components)
    return true
  }

  /// Whether `count` values in memory of `bytes` bytes are numbers in their order, without gaps.
  @inline(__always)
  private func isRun(of count: Int, in bytes: Int) -> Bool {
    // A packed value is no larger than the value, so the product doesn't overflow.
    keepsOrder && (components == 4 || format.order == nil) && bytes > 0 && bytes == count &* size
  }

  /// Packs columns, each with one element per value.
  @usableFromInline
  func pack(_ column: (Int) -> UnsafePointer<Float>, _ memory: PackedMemory) {
    if isRGBA8 {
      packRGBA8(FourColumns(column), memory.start, memory.stride, memory.count)
    } else if isTight(memory) && components == 1 {
      pack(column(0), memory.start, memory.count)
    } else {
      StackBlock.forEach(memory.count, atMost: blockLength(memory.count)) { block, start, count in
        pack(columns: { column($0) + start }, memory, start, count, block)
      }
    }
  }

  /// Packs the columns of colours.
  @usableFromInline
  func pack(_ columns: FourColumns<UnsafePointer<Float>>, _ memory: PackedMemory) {
    if isRGBA8 {
      packRGBA8(columns, memory.start, memory.stride, memory.count)
    } else {
      pack({ columns[$0] }, memory)
    }
  }

  /// Packs values in memory order.
  @usableFromInline
  func pack(_ values: UnsafePointer<Float>, _ memory: PackedMemory) {
    if keepsOrder && isTight(memory) {
      pack(values, memory.start, memory.count * components)
    } else {
      packBlocks(values, memory)
    }
  }

  /// Apart, because its blocks would cost the short way more than the choice of a kernel.
  @inline(never)
  private func packBlocks(_ values: UnsafePointer<Float>, _ memory: PackedMemory) {
    if keepsOrder && size <= StackBlock.count * StackBlock.rowBytes {
      let length = min(StackBlock.count, StackBlock.count * StackBlock.rowBytes / size)
      StackBlock.forEach(memory.count, atMost: length) { block, start, count in
        pack(values + start * components, block.packed, count * components)
        move(block.packed, size, size, memory.value(start), memory.stride, count)
      }
    } else if keepsOrder {
      for i in 0..<memory.count { pack(values + i * components, memory.value(i), components) }
    } else {
      StackBlock.forEach(memory.count) { block, start, count in
        vk_deinterleave_f32(values + start * 4, 4, block.columns, StackBlock.count, count)
        pack(columns: { UnsafePointer(block.columns + $0 * StackBlock.count) }, memory, start, count, block)
      }
    }
  }

  /// Packs columns into planes: the stored components, one after the other.
  @usableFromInline
  func packPlanes(_ column: (Int) -> UnsafePointer<Float>, _ planes: UnsafeMutableRawPointer, _ count: Int) {
    func plane(_ position: Int) -> UnsafeMutableRawPointer { planes + position * count * number.size }
    if format.alpha == .kept {
      for position in 0..<components { pack(column(component(at: position)), plane(position), count) }
      return
    }
    StackBlock.forEach(count) { block, start, length in
      convertAlpha({ column($0) + start }, packingAlpha, block.columns, StackBlock.count, length)
      for position in 0..<4 {
        let source = block.columns + component(at: position) * StackBlock.count
        pack(source, plane(position) + start * number.size, length)
      }
    }
  }

  /// Packs a block of columns.
  private func pack(
    columns column: (Int) -> UnsafePointer<Float>, _ memory: PackedMemory, _ start: Int, _ count: Int,
    _ block: StackBlock
  ) {
    let out = memory.value(start)
    if isRGBA8 {
      packRGBA8(FourColumns(column), out, memory.stride, count)
      return
    }
    let isConverted = format.alpha != .kept
    if isConverted { convertAlpha(column, packingAlpha, block.columns, StackBlock.count, count) }
    func source(_ position: Int) -> UnsafePointer<Float> {
      let component = component(at: position)
      return isConverted ? UnsafePointer(block.columns + component * StackBlock.count) : column(component)
    }
    if isZipped {
      for position in 0..<components {
        pack(source(position), block.packed + position * StackBlock.count * number.size, count)
      }
      if isTight(memory) && Int(bitPattern: out) % number.size == 0 {
        interleave(block.packed, out, count)
      } else {
        interleave(block.packed, block.rows, count)
        move(block.rows, size, size, out, memory.stride, count)
      }
    } else {
      for position in 0..<components {
        pack(source(position), block.packed, count)
        move(block.packed, number.size, number.size, out + position * number.size, memory.stride, count)
      }
    }
  }

  private func packRGBA8(
    _ columns: FourColumns<UnsafePointer<Float>>, _ out: UnsafeMutableRawPointer, _ stride: Int, _ count: Int
  ) {
    let stored = columns.stored(in: format.order)
    vk_pack_rgba8_f32(
      stored[0], stored[1], stored[2], stored[3], packingAlpha, out.assumingMemoryBound(to: UInt8.self), stride, count)
  }

  /// Packs a run of numbers.
  private func pack(_ values: UnsafePointer<Float>, _ out: UnsafeMutableRawPointer, _ count: Int) {
    switch number {
    case .float32: out.copyMemory(from: values, byteCount: count * 4)
    case .float16: vk_pack_half_f32(values, out.assumingMemoryBound(to: UInt16.self), count)
    case .unorm8: vk_pack_unorm8_f32(values, out.assumingMemoryBound(to: UInt8.self), count)
    case .snorm8: vk_pack_snorm8_f32(values, out.assumingMemoryBound(to: Int8.self), count)
    case .unorm16: vk_pack_unorm16_f32(values, out.assumingMemoryBound(to: UInt16.self), count)
    case .snorm16: vk_pack_snorm16_f32(values, out.assumingMemoryBound(to: Int16.self), count)
    case .int32: vk_pack_int32_f32(values, out.assumingMemoryBound(to: Int32.self), count)
    }
  }

  private func interleave(_ packed: UnsafeMutableRawPointer, _ out: UnsafeMutableRawPointer, _ count: Int) {
    let stride = StackBlock.count
    switch number.size {
    case 1:
      vk_interleave_u8(
        packed.assumingMemoryBound(to: UInt8.self), stride, components, out.assumingMemoryBound(to: UInt8.self), count)
    case 2:
      vk_interleave_u16(
        packed.assumingMemoryBound(to: UInt16.self), stride, components, out.assumingMemoryBound(to: UInt16.self),
        count)
    default:
      // The kernel only moves bits.
      vk_interleave_f32(
        packed.assumingMemoryBound(to: Float.self), stride, components, out.assumingMemoryBound(to: Float.self), count)
    }
  }

  // MARK: From packed memory

  @usableFromInline
  func unpack(_ memory: PackedMemory, _ column: (Int) -> UnsafeMutablePointer<Float>) {
    if isTight(memory) && isRGBA8 {
      unpackRGBA8(memory.start, FourColumns(column), memory.count)
    } else if isTight(memory) && components == 1 {
      unpack(memory.start, column(0), memory.count)
    } else {
      StackBlock.forEach(memory.count, atMost: blockLength(memory.count)) { block, start, count in
        unpack(memory, start, count, columns: { column($0) + start }, block)
      }
    }
  }

  /// Unpacks into the columns of colours.
  @usableFromInline
  func unpack(_ memory: PackedMemory, _ columns: FourColumns<UnsafeMutablePointer<Float>>) {
    if isTight(memory) && isRGBA8 {
      unpackRGBA8(memory.start, columns, memory.count)
    } else {
      unpack(memory) { columns[$0] }
    }
  }

  @usableFromInline
  func unpack(_ memory: PackedMemory, _ values: UnsafeMutablePointer<Float>) {
    if keepsOrder && isTight(memory) {
      unpack(memory.start, values, memory.count * components)
    } else {
      unpackBlocks(memory, values)
    }
  }

  @inline(never)
  private func unpackBlocks(_ memory: PackedMemory, _ values: UnsafeMutablePointer<Float>) {
    if keepsOrder && size <= StackBlock.count * StackBlock.rowBytes {
      let length = min(StackBlock.count, StackBlock.count * StackBlock.rowBytes / size)
      StackBlock.forEach(memory.count, atMost: length) { block, start, count in
        move(memory.value(start), memory.stride, size, block.packed, size, count)
        unpack(block.packed, values + start * components, count * components)
      }
    } else if keepsOrder {
      for i in 0..<memory.count { unpack(memory.value(i), values + i * components, components) }
    } else {
      StackBlock.forEach(memory.count) { block, start, count in
        unpack(memory, start, count, columns: { block.columns + $0 * StackBlock.count }, block)
        vk_interleave_f32(block.columns, StackBlock.count, 4, values + start * 4, count)
      }
    }
  }

  @usableFromInline
  func unpackPlanes(_ planes: UnsafeRawPointer, _ column: (Int) -> UnsafeMutablePointer<Float>, _ count: Int) {
    for position in 0..<components {
      unpack(planes + position * count * number.size, column(component(at: position)), count)
    }
    if format.alpha == .kept { return }
    StackBlock.forEach(count) { block, start, length in
      convertAlpha({ UnsafePointer(column($0) + start) }, unpackingAlpha, block.columns, StackBlock.count, length)
      for k in 0..<3 { (column(k) + start).update(from: block.columns + k * StackBlock.count, count: length) }
    }
  }

  private func unpack(
    _ memory: PackedMemory, _ start: Int, _ count: Int, columns column: (Int) -> UnsafeMutablePointer<Float>,
    _ block: StackBlock
  ) {
    let source = memory.value(start)
    if isRGBA8 {
      if isTight(memory) {
        unpackRGBA8(source, FourColumns(column), count)
      } else {
        move(source, memory.stride, size, block.packed, size, count)
        unpackRGBA8(block.packed, FourColumns(column), count)
      }
      return
    }
    if isZipped {
      var rows = source
      if !isTight(memory) || Int(bitPattern: source) % number.size != 0 {
        move(source, memory.stride, size, block.rows, size, count)
        rows = block.rows
      }
      deinterleave(rows, block.packed, count)
      for position in 0..<components {
        let packed = block.packed + position * StackBlock.count * number.size
        unpack(packed, column(component(at: position)), count)
      }
    } else {
      for position in 0..<components {
        move(source + position * number.size, memory.stride, number.size, block.packed, number.size, count)
        unpack(block.packed, column(component(at: position)), count)
      }
    }
    if format.alpha != .kept {
      convertAlpha(
        { UnsafePointer(column($0)) }, unpackingAlpha, block.packed.assumingMemoryBound(to: Float.self),
        StackBlock.count, count)
      for k in 0..<3 {
        column(k).update(
          from: block.packed.assumingMemoryBound(to: Float.self) + k * StackBlock.count, count: count)
      }
    }
  }

  private func unpackRGBA8(
    _ rows: UnsafeRawPointer, _ columns: FourColumns<UnsafeMutablePointer<Float>>, _ count: Int
  ) {
    let stored = columns.stored(in: format.order)
    vk_unpack_rgba8_f32(
      rows.assumingMemoryBound(to: UInt8.self), unpackingAlpha, stored[0], stored[1], stored[2], stored[3], count)
  }

  private func unpack(_ packed: UnsafeRawPointer, _ values: UnsafeMutablePointer<Float>, _ count: Int) {
    switch number {
    case .float32: UnsafeMutableRawPointer(values).copyMemory(from: packed, byteCount: count * 4)
    case .float16: vk_unpack_half_f32(packed.assumingMemoryBound(to: UInt16.self), values, count)
    case .unorm8: vk_unpack_unorm8_f32(packed.assumingMemoryBound(to: UInt8.self), values, count)
    case .snorm8: vk_unpack_snorm8_f32(packed.assumingMemoryBound(to: Int8.self), values, count)
    case .unorm16: vk_unpack_unorm16_f32(packed.assumingMemoryBound(to: UInt16.self), values, count)
    case .snorm16: vk_unpack_snorm16_f32(packed.assumingMemoryBound(to: Int16.self), values, count)
    case .int32: vk_unpack_int32_f32(packed.assumingMemoryBound(to: Int32.self), values, count)
    }
  }

  private func deinterleave(_ rows: UnsafeMutableRawPointer, _ packed: UnsafeMutableRawPointer, _ count: Int) {
    let stride = StackBlock.count
    switch number.size {
    case 1:
      vk_deinterleave_u8(
        rows.assumingMemoryBound(to: UInt8.self), components, packed.assumingMemoryBound(to: UInt8.self), stride, count)
    case 2:
      vk_deinterleave_u16(
        rows.assumingMemoryBound(to: UInt16.self), components, packed.assumingMemoryBound(to: UInt16.self), stride,
        count)
    default:
      vk_deinterleave_f32(
        rows.assumingMemoryBound(to: Float.self), components, packed.assumingMemoryBound(to: Float.self), stride, count)
    }
  }

  // MARK: Both ways

  private var packingAlpha: vk_alpha {
    switch format.alpha {
    case .kept: VK_ALPHA_KEPT
    case .premultiplied: number == .unorm8 || number == .unorm16 ? VK_ALPHA_LIMITED_PRODUCT : VK_ALPHA_PRODUCT
    case .unpremultiplied: VK_ALPHA_QUOTIENT
    }
  }

  private var unpackingAlpha: vk_alpha {
    switch format.alpha {
    case .kept: VK_ALPHA_KEPT
    case .premultiplied: VK_ALPHA_QUOTIENT
    case .unpremultiplied: VK_ALPHA_PRODUCT
    }
  }

  /// Converts alpha. The kernel loads a register of each column before it stores one, so `out` may be its input.
  private func convertAlpha(
    _ column: (Int) -> UnsafePointer<Float>, _ alpha: vk_alpha, _ out: UnsafeMutablePointer<Float>, _ stride: Int,
    _ count: Int
  ) {
    vk_convert_alpha_f32(column(0), column(1), column(2), column(3), alpha, out, stride, count)
  }

  private func move(
    _ from: UnsafeRawPointer, _ fromStride: Int, _ size: Int, _ to: UnsafeMutableRawPointer, _ toStride: Int,
    _ count: Int
  ) {
    vk_copy_strided(
      from.assumingMemoryBound(to: UInt8.self), fromStride, size, to.assumingMemoryBound(to: UInt8.self), toStride,
      count)
  }
}
