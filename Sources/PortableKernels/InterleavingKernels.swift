#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Columns to rows and back: value i's component k is in column k at i, and in its row at i * components + k.
//
// Nothing is computed, so results are exact, NaN included. Bytes per element, read + written (Float): 4 + 4.
//
// Values of 2, 3, 4, 6 and 8 components are shuffled in registers (Register+Interleaving.swift), and so are columns of 5
// at AVX-512, and at AVX2 if they are of Double.
//
// Other numbers of components are moved in pieces of 16 bytes, which are a few components of one value, and columns of
// more than 8 (8 too, if they are of Double, at AVX-512) in blocks of several pieces, where registers have so many. The
// last one overlaps the one before.

extension Register {
  /// The number of lanes in a piece of 16 bytes.
  @inline(__always)
  fileprivate static var pieceLanes: Int { 16 / MemoryLayout<Element>.size }
}

@inline(__always)
private func interleave<V: Register>(
  _: V.Type, _ columns: UnsafePointer<V.Element>, _ stride: Int, _ components: Int,
  _ out: UnsafeMutablePointer<V.Element>, _ n: Int
) {
  // The fewest columns to be moved in blocks. Eight of Double fill a register of AVX-512: a block takes fewer shuffles.
  let fewest = VK_BYTES == 64 && V.lanes == 8 ? 8 : 9
  switch components {
  case 2:
    V.forEach(n, columns: 4, into: out, components: 2, isNew: true) { values in
      @inline(__always) func column(_ k: Int) -> V { V.load(columns + k &* stride, values) }
      let rows = Rows<V>(values, 2)
      let (r0, r1) = V.interleaved(column(0), column(1))
      rows.store(r0, out, 0)
      rows.store(r1, out, 1)
    }
  case 3:
    V.forEach(n, columns: 6, into: out, components: 3, isNew: true) { values in
      @inline(__always) func column(_ k: Int) -> V { V.load(columns + k &* stride, values) }
      let rows = Rows<V>(values, 3)
      let (r0, r1, r2) = V.interleaved(column(0), column(1), column(2))
      rows.store(r0, out, 0)
      rows.store(r1, out, 1)
      rows.store(r2, out, 2)
    }
  case 4:
    V.forEach(n, columns: 8, into: out, components: 4, isNew: true) { values in
      @inline(__always) func column(_ k: Int) -> V { V.load(columns + k &* stride, values) }
      let rows = Rows<V>(values, 4)
      let (r0, r1, r2, r3) = V.interleaved(column(0), column(1), column(2), column(3))
      rows.store(r0, out, 0)
      rows.store(r1, out, 1)
      rows.store(r2, out, 2)
      rows.store(r3, out, 3)
    }
  case 5 where VK_BYTES == 64 || VK_BYTES == 32 && V.lanes == 4:
    V.forEach(n, columns: 10, into: out, components: 5, isNew: true) { values in
      @inline(__always) func column(_ k: Int) -> V { V.load(columns + k &* stride, values) }
      let rows = Rows<V>(values, 5)
      let (a, b, c, d, e) = (column(0), column(1), column(2), column(3), column(4))
      rows.store(V.zipped(a, b, c, d, e, row: 0), out, 0)
      rows.store(V.zipped(a, b, c, d, e, row: 1), out, 1)
      rows.store(V.zipped(a, b, c, d, e, row: 2), out, 2)
      rows.store(V.zipped(a, b, c, d, e, row: 3), out, 3)
      rows.store(V.zipped(a, b, c, d, e, row: 4), out, 4)
    }
  case 6:
    V.forEach(n, columns: 12, into: out, components: 6, isNew: true) { values in
      @inline(__always) func column(_ k: Int) -> V { V.load(columns + k &* stride, values) }
      let rows = Rows<V>(values, 6)
      let (ab0, ab1) = V.interleaved(column(0), column(1))
      let (cd0, cd1) = V.interleaved(column(2), column(3))
      let (ef0, ef1) = V.interleaved(column(4), column(5))
      let (r0, r1, r2) = V.interleaved(ab0, cd0, ef0, 2)
      rows.store(r0, out, 0)
      rows.store(r1, out, 1)
      rows.store(r2, out, 2)
      let (r3, r4, r5) = V.interleaved(ab1, cd1, ef1, 2)
      rows.store(r3, out, 3)
      rows.store(r4, out, 4)
      rows.store(r5, out, 5)
    }
  case 8 where fewest > 8:
    V.forEach(n, columns: 16, into: out, components: 8, isNew: true) { values in
      @inline(__always) func column(_ k: Int) -> V { V.load(columns + k &* stride, values) }
      let rows = Rows<V>(values, 8)
      let (abcd0, abcd1, abcd2, abcd3) = V.interleaved(column(0), column(1), column(2), column(3))
      let (efgh0, efgh1, efgh2, efgh3) = V.interleaved(column(4), column(5), column(6), column(7))
      @inline(__always) func store(_ abcd: (V, V), _ efgh: (V, V), _ first: Int) {
        let (r0, r1, r2, r3) = V.joinedFours(abcd, efgh)
        rows.store(r0, out, first)
        rows.store(r1, out, first &+ 1)
        rows.store(r2, out, first &+ 2)
        rows.store(r3, out, first &+ 3)
      }
      store((abcd0, abcd1), (efgh0, efgh1), 0)
      store((abcd2, abcd3), (efgh2, efgh3), 4)
    }
  case 1: V.forEach(n, columns: 2, into: out, isNew: out != columns) { V.store(V.load(columns, $0), out, $0) }
  case _ where VK_BYTES > 16 && components >= fewest && n >= V.lanes:
    let bytes = 2 &* n &* components &* MemoryLayout<V.Element>.size
    let isAligned = components & (V.lanes &- 1) == 0 && Int(bitPattern: out) & (Int(VK_BYTES) &- 1) == 0
    let isStreamed = isAligned && bytes >= Int(VK_STREAM_BYTES)
    if VK_BYTES == 32 && V.lanes == 8 {
      let usesTiles = isStreamed && components <= ScratchRows<V>.registers
      interleaveBlocks(V.self, columns, stride, components, out, n, streamsTiles: usesTiles)
    } else if isStreamed {
      interleaveBlocks(V.self, columns, stride, components, V.lanes, out, n, V.stream)
      vk_stream_fence()
    } else {
      interleaveBlocks(V.self, columns, stride, components, min(8, V.lanes), out, n, V.store)
    }
  default: interleavePieces(V.self, columns, stride, components, out, n)
  }
}

/// Runs `body` for the first value of each register of `n` values, and for the first component of each piece of
/// components, so that it meets every value and component. Values that don't fill a register go one by one to `rest`.
@inline(__always)
private func forEachPiece(
  _ n: Int, _ lanes: Int, _ components: Int, _ piece: Int, _ body: (_ value: Int, _ component: Int) -> Void,
  rest: (_ value: Int, _ component: Int) -> Void
) {
  var value = 0
  if n < lanes {
    while value < n {
      var component = 0
      while component < components {
        rest(value, component)
        component &+= 1
      }
      value &+= 1
    }
    return
  }
  while value < n {
    // Nothing is computed, so some may well be moved twice.
    let first = value &+ lanes <= n ? value : n &- lanes
    var component = 0
    while component < components {
      body(first, component &+ piece <= components ? component : components &- piece)
      component &+= piece
    }
    value &+= lanes
  }
}

/// At least four components.
@inline(__always)
private func interleavePieces<V: Register>(
  _: V.Type, _ columns: UnsafePointer<V.Element>, _ stride: Int, _ components: Int,
  _ out: UnsafeMutablePointer<V.Element>, _ n: Int
) {
  let piece = V.pieceLanes
  forEachPiece(n, V.lanes, components, piece) { value, component in
    @inline(__always) func column(_ k: Int) -> V { V.load(columns + ((component &+ k) &* stride &+ value)) }
    // Of each register, piece j has components of value `piece` j + k.
    @inline(__always) func store(_ v: V, _ k: Int) {
      V.storePieces(v, out + ((value &+ k) &* components &+ component), stride: piece &* components)
    }
    if piece == 2 {
      let (v0, v1) = V.transposed(column(0), column(1))
      store(v0, 0)
      store(v1, 1)
    } else {
      let (v0, v1, v2, v3) = V.transposed((column(0), column(1), column(2), column(3)))
      store(v0, 0)
      store(v1, 1)
      store(v2, 2)
      store(v3, 3)
    }
  } rest: { value, component in
    out[value &* components &+ component] = columns[component &* stride &+ value]
  }
}

/// At least a register of values of 8 components or more, `width` of them at a time: 8 or a register of them.
@inline(__always)
private func interleaveBlocks<V: Register>(
  _: V.Type, _ columns: UnsafePointer<V.Element>, _ stride: Int, _ components: Int, _ width: Int,
  _ out: UnsafeMutablePointer<V.Element>, _ n: Int, _ store: (V, UnsafeMutablePointer<V.Element>) -> Void
) {
  let (piece, group) = (V.pieceLanes, Int32(truncatingIfNeeded: V.pieceLanes))
  forEachPiece(n, V.lanes, components, width) { value, component in
    @inline(__always) func four(_ k: Int) -> (V, V, V, V) {
      let column = columns + ((component &+ k) &* stride &+ value)
      return V.transposed(
        (V.load(column), V.load(column + stride), V.load(column + 2 &* stride), V.load(column + 3 &* stride)))
    }
    @inline(__always) func row(_ k: Int) -> UnsafeMutablePointer<V.Element> {
      out + ((value &+ k) &* components &+ component)
    }
    // Of each register, piece j has components of value `piece` j + k.
    @inline(__always) func storeTwo(_ a: V, _ b: V, _ k: Int) {
      store(V.unzipped(a, b, column: 0, group), row(k))
      store(V.unzipped(a, b, column: 1, group), row(k &+ piece))
    }
    @inline(__always) func storeFour(_ a: V, _ b: V, _ c: V, _ d: V, _ k: Int) {
      store(V.joinedPieces(a, b, c, d, row: 0), row(k))
      store(V.joinedPieces(a, b, c, d, row: 1), row(k &+ piece))
      store(V.joinedPieces(a, b, c, d, row: 2), row(k &+ 2 &* piece))
      store(V.joinedPieces(a, b, c, d, row: 3), row(k &+ 3 &* piece))
    }
    @inline(__always) func storeHalves(_ a: V, _ b: V, _ k: Int) {
      V.storeHalvesApart(V.zipped(a, b, row: 0, group), row(k), stride: piece &* components)
      V.storeHalvesApart(V.zipped(a, b, row: 1, group), row(k &+ 2 &* piece), stride: piece &* components)
    }
    let a = four(0)
    if V.lanes == 4 {
      storeTwo(a.0, a.2, 0)
      storeTwo(a.1, a.3, 1)
      return
    }
    let b = four(4)
    if piece == 2 {
      storeFour(a.0, a.2, b.0, b.2, 0)
      storeFour(a.1, a.3, b.1, b.3, 1)
    } else if V.lanes == 8 {
      storeTwo(a.0, b.0, 0)
      storeTwo(a.1, b.1, 1)
      storeTwo(a.2, b.2, 2)
      storeTwo(a.3, b.3, 3)
    } else if width == V.lanes {
      let (c, d) = (four(8), four(12))
      storeFour(a.0, b.0, c.0, d.0, 0)
      storeFour(a.1, b.1, c.1, d.1, 1)
      storeFour(a.2, b.2, c.2, d.2, 2)
      storeFour(a.3, b.3, c.3, d.3, 3)
    } else {
      storeHalves(a.0, b.0, 0)
      storeHalves(a.1, b.1, 1)
      storeHalves(a.2, b.2, 2)
      storeHalves(a.3, b.3, 3)
    }
  } rest: { _, _ in
  }
}

/// The same with a register of eight components at a time, which is half a line of memory.
///
/// Written past the caches one by one, the halves of eight values' lines wait for the others in more buffers than Zen 3
/// has, which takes three times as long; those of four values' lines don't. So, if `streamsTiles`, a register of values
/// is made in the nearest cache, and then written from its first line to its last. That needs a multiple of the lanes as
/// `components`, at most as many as scratch rows have registers, and an aligned `out`.
@inline(__always)
private func interleaveBlocks<V: Register>(
  _: V.Type, _ columns: UnsafePointer<V.Element>, _ stride: Int, _ components: Int,
  _ out: UnsafeMutablePointer<V.Element>, _ n: Int, streamsTiles: Bool
) {
  ScratchRows<V>.lend { rows in
    let (tile, count) = streamsTiles ? (rows.memory, V.lanes) : (out, n)
    // Opaque, or the compiler would make a loop for either case.
    let streamed = vk_opaque(streamsTiles ? components : 0)
    var value = 0
    while value < n {
      // Nothing is computed, so some may well be moved twice.
      let first = Swift.min(value, n &- count)
      interleaveBlocks(V.self, columns + first, stride, components, V.lanes, tile, count, V.store)
      var register = 0
      while register < streamed {
        V.stream(rows[register: register], out + (first &* components &+ register &* V.lanes))
        register &+= 1
      }
      value &+= count
    }
  }
  if streamsTiles { vk_stream_fence() }
}

/// At least four components.
@inline(__always)
private func deinterleavePieces<V: Register>(
  _: V.Type, _ rows: UnsafePointer<V.Element>, _ components: Int, _ columns: UnsafeMutablePointer<V.Element>,
  _ stride: Int, _ n: Int
) {
  let piece = V.pieceLanes
  forEachPiece(n, V.lanes, components, piece) { value, component in
    // Of each register, piece j has components of value `piece` j + k.
    @inline(__always) func row(_ k: Int) -> V {
      V.loadPieces(rows + ((value &+ k) &* components &+ component), stride: piece &* components)
    }
    @inline(__always) func store(_ v: V, _ k: Int) { V.store(v, columns + ((component &+ k) &* stride &+ value)) }
    if piece == 2 {
      let (a, b) = V.transposed(row(0), row(1))
      store(a, 0)
      store(b, 1)
    } else {
      let (a, b, c, d) = V.transposed((row(0), row(1), row(2), row(3)))
      store(a, 0)
      store(b, 1)
      store(c, 2)
      store(d, 3)
    }
  } rest: { value, component in
    columns[component &* stride &+ value] = rows[value &* components &+ component]
  }
}

@inline(__always)
private func deinterleave<V: Register>(
  _: V.Type, _ rows: UnsafePointer<V.Element>, _ components: Int, _ columns: UnsafeMutablePointer<V.Element>,
  _ stride: Int, _ n: Int
) {
  switch components {
  case 2:
    V.forEach(n) { values in
      @inline(__always) func store(_ v: V, _ k: Int) { V.store(v, columns + k &* stride, values) }
      let memory = Rows<V>(values, 2)
      let (a, b) = V.deinterleaved(memory.load(rows, 0), memory.load(rows, 1))
      store(a, 0)
      store(b, 1)
    }
  case 3:
    V.forEach(n) { values in
      @inline(__always) func store(_ v: V, _ k: Int) { V.store(v, columns + k &* stride, values) }
      let memory = Rows<V>(values, 3)
      let (a, b, c) = V.deinterleaved(memory.load(rows, 0), memory.load(rows, 1), memory.load(rows, 2))
      store(a, 0)
      store(b, 1)
      store(c, 2)
    }
  case 4:
    V.forEach(n) { values in
      @inline(__always) func store(_ v: V, _ k: Int) { V.store(v, columns + k &* stride, values) }
      let memory = Rows<V>(values, 4)
      let (a, b, c, d) = V.deinterleaved(
        memory.load(rows, 0), memory.load(rows, 1), memory.load(rows, 2), memory.load(rows, 3))
      store(a, 0)
      store(b, 1)
      store(c, 2)
      store(d, 3)
    }
  case 6:
    V.forEach(n) { values in
      @inline(__always) func store(_ v: V, _ k: Int) { V.store(v, columns + k &* stride, values) }
      let memory = Rows<V>(values, 6)
      let (ab0, cd0, ef0) = V.deinterleaved(memory.load(rows, 0), memory.load(rows, 1), memory.load(rows, 2), 2)
      let (ab1, cd1, ef1) = V.deinterleaved(memory.load(rows, 3), memory.load(rows, 4), memory.load(rows, 5), 2)
      let (a, b) = V.deinterleaved(ab0, ab1)
      store(a, 0)
      store(b, 1)
      let (c, d) = V.deinterleaved(cd0, cd1)
      store(c, 2)
      store(d, 3)
      let (e, f) = V.deinterleaved(ef0, ef1)
      store(e, 4)
      store(f, 5)
    }
  case 8:
    V.forEach(n) { values in
      @inline(__always) func store(_ v: V, _ k: Int) { V.store(v, columns + k &* stride, values) }
      let memory = Rows<V>(values, 8)
      @inline(__always) func fours(_ first: Int) -> ((V, V), (V, V)) {
        V.separatedFours(
          memory.load(rows, first), memory.load(rows, first &+ 1), memory.load(rows, first &+ 2),
          memory.load(rows, first &+ 3))
      }
      let (((abcd0, abcd1), (efgh0, efgh1)), ((abcd2, abcd3), (efgh2, efgh3))) = (fours(0), fours(4))
      let (a, b, c, d) = V.deinterleaved(abcd0, abcd1, abcd2, abcd3)
      store(a, 0)
      store(b, 1)
      store(c, 2)
      store(d, 3)
      let (e, f, g, h) = V.deinterleaved(efgh0, efgh1, efgh2, efgh3)
      store(e, 4)
      store(f, 5)
      store(g, 6)
      store(h, 7)
    }
  case 1: V.forEach(n, columns: 2, into: columns, isNew: columns != rows) { V.store(V.load(rows, $0), columns, $0) }
  default: deinterleavePieces(V.self, rows, components, columns, stride, n)
  }
}

@c @implementation
func vk_interleave_f32(
  _ columns: UnsafePointer<Float>, _ stride: Int, _ components: Int, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  interleave(vk_f32.self, columns, stride, components, out, n)
}

@c @implementation
func vk_interleave_f64(
  _ columns: UnsafePointer<Double>, _ stride: Int, _ components: Int, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  interleave(vk_f64.self, columns, stride, components, out, n)
}

@c @implementation
func vk_deinterleave_f32(
  _ rows: UnsafePointer<Float>, _ components: Int, _ columns: UnsafeMutablePointer<Float>, _ stride: Int, _ n: Int
) {
  deinterleave(vk_f32.self, rows, components, columns, stride, n)
}

@c @implementation
func vk_deinterleave_f64(
  _ rows: UnsafePointer<Double>, _ components: Int, _ columns: UnsafeMutablePointer<Double>, _ stride: Int, _ n: Int
) {
  deinterleave(vk_f64.self, rows, components, columns, stride, n)
}

#endif
