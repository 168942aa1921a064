import VectorKernels

extension KernelCase {
  /// Columns to a renderer's formats, and back. An element is a colour or a number.
  static var packing: [KernelCase] {
    [
      rgba8("rgba8", .rgba8, function: "vk_pack_rgba8_f32"),
      rgba8("rgba8-premultiplied", .rgba8.premultiplied, function: "vk_pack_rgba8_premultiplied_f32"),
      rgba8("bgra8", .bgra8, function: nil),
      rgba8Field, rgba8Back, halfColors, halfColorsBack,
      points("half3", .float16, UInt16.self, scalar: ScalarLoops.packHalves),
      points("unorm8-3", .unorm8, UInt8.self, scalar: ScalarLoops.packUnorm8),
      halfPointsBack,
      number("half", .float16, UInt16.self, peer: "half", scalar: ScalarLoops.packHalves),
      number("unorm16", .unorm16, UInt16.self, peer: "unorm16", scalar: ScalarLoops.packUnorm16),
      number("snorm16", .snorm16, Int16.self, peer: nil, scalar: ScalarLoops.packSnorm16),
      number("unorm8", .unorm8, UInt8.self, peer: nil, scalar: ScalarLoops.packUnorm8),
      number("int32", .int32, Int32.self, peer: nil, scalar: ScalarLoops.packInt32),
      back("half", .float16, UInt16.self, peer: "half", scalar: ScalarLoops.unpackHalves),
      back("unorm16", .unorm16, UInt16.self, peer: "unorm16", scalar: ScalarLoops.unpackUnorm16),
    ]
  }

  private static var range: ClosedRange<Float> { -0.1...1.1 }

  /// An instance of a renderer: a place, a size, a colour and flags.
  struct Instance: BitwiseCopyable {
    var position: SIMD2<Float> = .zero
    var size: SIMD2<Float> = .zero
    var color: UInt32 = 0
    var flags: UInt32 = 0
  }

  private static func rgba8(_ name: String, _ format: PackingFormat, function functionName: String?) -> KernelCase {
    KernelCase(name: "packing/\(name)/f32", bytesPerElement: 20, tolerance: 0) { work in
      let out = work.exactOutput(UInt32.self, count: work.count)
      let (r, g) = (work.input(in: range), work.input(in: range))
      let (b, a) = (work.input(in: range), work.input(in: range))
      return Contestants(
        library: {
          Batch.pack(
            red: r.span, green: g.span, blue: b.span, alpha: a.span, as: format, into: out.mutableSpan)
        },
        scalar: { ScalarLoops.packRGBA8(r, g, b, a, format, into: out) },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Peer.In, Peer.In, Peer.In, Peer.Out, Int) -> Void
          return functionName.flatMap { peer.function($0, as: Function.self) }.map { function in
            { function(r.start, g.start, b.start, a.start, out.start, out.count) }
          }
        })
    }
  }

  /// The colour alone, in an array of instances of 24 bytes; the lines of the cache are read and written whole.
  private static var rgba8Field: KernelCase {
    let stride = MemoryLayout<Instance>.stride
    return KernelCase(
      name: "packing/rgba8-field/f32", bytesPerElement: Double(16 + 2 * stride), tolerance: 0
    ) { work in
      // All bytes of the instances are compared. They are set to the same ones before each variant's call.
      let memory = work.exactOutput(UInt64.self, count: work.count * stride / 8)
      let instances = UnsafeMutableRawBufferPointer(memory).bindMemory(to: Instance.self)
      let (r, g) = (work.input(in: range), work.input(in: range))
      let (b, a) = (work.input(in: range), work.input(in: range))
      let offset = MemoryLayout<Instance>.offset(of: \.color)!
      return Contestants(
        library: {
          Batch.pack(
            red: r.span, green: g.span, blue: b.span, alpha: a.span, as: .rgba8, into: instances.mutableSpan,
            at: \.color)
        },
        scalar: { ScalarLoops.packRGBA8(r, g, b, a, into: instances) },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Peer.In, Peer.In, Peer.In, Peer.Out, Int, Int) -> Void
          return peer.function("vk_pack_rgba8_strided_f32", as: Function.self).map { function in
            {
              function(
                r.start, g.start, b.start, a.start, UnsafeMutableRawPointer(instances.start) + offset, stride,
                instances.count)
            }
          }
        })
    }
  }

  private static var rgba8Back: KernelCase {
    KernelCase(
      name: "packing/rgba8-back/f32", bytesPerElement: 20, tolerance: 0, peerTolerance: Float.closeTolerance
    ) { work in
      let (r, g) = (work.output(Float.self), work.output(Float.self))
      let (b, a) = (work.output(Float.self), work.output(Float.self))
      // Any bits are four bytes.
      let pixels = work.input(in: range)
      return Contestants(
        library: {
          Batch.unpack(
            pixels.span, as: .rgba8, red: r.mutableSpan, green: g.mutableSpan, blue: b.mutableSpan,
            alpha: a.mutableSpan)
        },
        scalar: { ScalarLoops.unpackRGBA8(pixels, r, g, b, a) },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Peer.Out, Peer.Out, Peer.Out, Peer.Out, Int) -> Void
          return peer.function("vk_unpack_rgba8_f32", as: Function.self).map { function in
            { function(pixels.start, r.start, g.start, b.start, a.start, pixels.count) }
          }
        })
    }
  }

  /// Four columns to rows of halves, which are packed and put together.
  private static var halfColors: KernelCase {
    KernelCase(name: "packing/half4/f32", bytesPerElement: 24, tolerance: 0) { work in
      let out = work.exactOutput(UInt64.self, count: work.count)
      let (r, g) = (work.input(in: range), work.input(in: range))
      let (b, a) = (work.input(in: range), work.input(in: range))
      return Contestants(
        library: {
          Batch.pack(
            red: r.span, green: g.span, blue: b.span, alpha: a.span, as: .float16, into: out.mutableSpan)
        },
        scalar: { ScalarLoops.packHalves(r, g, b, a, into: out) },
        peer: { _ in nil })
    }
  }

  private static var halfColorsBack: KernelCase {
    KernelCase(name: "packing/half4-back/f32", bytesPerElement: 24, tolerance: 0) { work in
      let (r, g) = (work.output(Float.self), work.output(Float.self))
      let (b, a) = (work.output(Float.self), work.output(Float.self))
      let rows = work.input(count: 2 * work.count) { _ in halves(work) }
      return Contestants(
        library: {
          Batch.unpack(
            rows.span, as: .float16, red: r.mutableSpan, green: g.mutableSpan, blue: b.mutableSpan,
            alpha: a.mutableSpan)
        },
        scalar: { ScalarLoops.unpackHalves(rows, r, g, b, a) },
        peer: { _ in nil })
    }
  }

  /// Three columns to rows of packed numbers.
  private static func points<Packed: FixedWidthInteger & BitwiseCopyable>(
    _ name: String, _ format: PackingFormat, _: Packed.Type,
    scalar:
      @escaping (ScalarLoops.Floats, ScalarLoops.Floats, ScalarLoops.Floats, UnsafeMutableBufferPointer<Packed>) -> Void
  ) -> KernelCase {
    KernelCase(
      name: "packing/\(name)/f32", bytesPerElement: Double(3 * (4 + MemoryLayout<Packed>.size)), tolerance: 0
    ) { work in
      let out = work.exactOutput(Packed.self, count: 3 * work.count)
      let (x, y, z) = (work.input(in: range), work.input(in: range), work.input(in: range))
      let columns = Columns(copying: x.indices.map { SIMD3(x[$0], y[$0], z[$0]) }.span)
      return Contestants(
        library: { Batch.pack(columns, as: format, into: out.mutableSpan) },
        scalar: { scalar(x, y, z, out) },
        peer: { _ in nil })
    }
  }

  private static var halfPointsBack: KernelCase {
    KernelCase(name: "packing/half3-back/f32", bytesPerElement: 18, tolerance: 0) { work in
      let out = work.columnsOutput(SIMD3<Float>.self)
      let pairs = work.input(count: (3 * work.count + 1) / 2) { _ in halves(work) }
      let rows = UnsafeMutableRawBufferPointer(pairs).bindMemory(to: UInt16.self).extracting(..<(3 * work.count))
      return Contestants(
        library: { Batch.unpack(rows.span, as: .float16, into: &out.values) },
        scalar: { ScalarLoops.unpackHalves(rows, out.columns[0], out.columns[1], out.columns[2]) },
        peer: { _ in nil })
    }
  }

  private static func number<Packed: FixedWidthInteger & BitwiseCopyable>(
    _ name: String, _ format: PackingFormat, _: Packed.Type, peer peerName: String?,
    scalar: @escaping (UnsafeMutableBufferPointer<Float>, UnsafeMutableBufferPointer<Packed>) -> Void
  ) -> KernelCase {
    KernelCase(
      name: "packing/\(name)/f32", bytesPerElement: Double(4 + MemoryLayout<Packed>.size), tolerance: 0
    ) { work in
      let out = work.exactOutput(Packed.self, count: work.count)
      let values = work.input(in: range)
      return Contestants(
        library: { Batch.pack(values.span, as: format, into: out.mutableSpan) },
        scalar: { scalar(values, out) },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Peer.Out, Int) -> Void
          return peerName.flatMap { peer.function("vk_pack_\($0)_f32", as: Function.self) }.map { function in
            { function(values.start, out.start, out.count) }
          }
        })
    }
  }

  private static func back<Packed: FixedWidthInteger & BitwiseCopyable>(
    _ name: String, _ format: PackingFormat, _: Packed.Type, peer peerName: String?,
    scalar: @escaping (UnsafeMutableBufferPointer<Packed>, UnsafeMutableBufferPointer<Float>) -> Void
  ) -> KernelCase {
    KernelCase(
      name: "packing/\(name)-back/f32", bytesPerElement: Double(4 + MemoryLayout<Packed>.size), tolerance: 0,
      // Halves are exact, and quotients may be rounded twice.
      peerTolerance: format == .float16 ? nil : Float.closeTolerance
    ) { work in
      let out = work.output(Float.self)
      let size = MemoryLayout<Packed>.size
      let memory = work.input(count: (work.count * size + 3) / 4) { _ in halves(work) }
      let packed = UnsafeMutableRawBufferPointer(memory).bindMemory(to: Packed.self)
      let values = UnsafeMutableBufferPointer(start: packed.start, count: work.count)
      return Contestants(
        library: { Batch.unpack(values.span, as: format, into: out.mutableSpan) },
        scalar: { scalar(values, out) },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Peer.Out, Int) -> Void
          return peerName.flatMap { peer.function("vk_unpack_\($0)_f32", as: Function.self) }.map { function in
            { function(values.start, out.start, out.count) }
          }
        })
    }
  }

  /// Bits that are two halves between 1 and 2.
  private static func halves(_ work: Workload) -> Float {
    let random: Float = work.uniform(in: 0...1)
    return Float(bitPattern: 0x3c00_3c00 | random.bitPattern & 0x03ff_03ff)
  }
}
