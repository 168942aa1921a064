internal import CVectorKernels

/// Packs columns of premultiplied Oklab as sRGB, by the kernels of the level in use.
struct ColorPacking {
  private let format: PackingFormat
  private let conversion = ColorConversion(from: .oklab, to: .srgb)

  init(_ format: PackingFormat, in function: StaticString = #function) {
    guard format.alpha != .unpremultiplied else {
      fatalError("\(function): format is \(format), but sRGB colours aren't premultiplied")
    }
    self.format = format
  }

  /// Packs colours.
  ///
  /// - Parameters:
  ///   - colors: The columns, each `stride` elements after the one before. Their count is that of the packed colours.
  ///   - memory: The destination of the packed colours.
  func pack(_ colors: UnsafePointer<Float>, stride: Int, _ memory: PackedMemory) {
    let isRGBA8 = format.number == .unorm8 && format.order != .bgra && format.alpha == .kept
    if isRGBA8 && memory.stride == 4 {
      convert(
        colors, stride, memory.count, into: vk_color_sink(rgba8: memory.start.assumingMemoryBound(to: UInt8.self)))
      return
    }
    StackBlock.forEach(memory.count) { block, start, count in
      let (colors, out) = (colors + start, memory.value(start))
      if isRGBA8 {
        let rows = block.rows.assumingMemoryBound(to: UInt8.self)
        convert(colors, stride, count, into: vk_color_sink(rgba8: rows))
        vk_copy_strided(rows, 4, 4, out.assumingMemoryBound(to: UInt8.self), memory.stride, count)
      } else {
        convert(colors, stride, count, into: vk_color_sink(block.columns, stride: StackBlock.count))
        Packing(format, components: 4).pack(
          { UnsafePointer(block.columns + $0 * StackBlock.count) },
          PackedMemory(start: out, stride: memory.stride, count: count))
      }
    }
  }

  private func convert(_ colors: UnsafePointer<Float>, _ stride: Int, _ count: Int, into sink: vk_color_sink) {
    conversion.run(vk_color_source(premultiplied: colors, stride: stride), into: sink, count: count)
  }
}
