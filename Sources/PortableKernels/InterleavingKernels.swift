#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Columns to rows and back: value i's component k is in column k at i, and in its row at i * components + k.
//
// Nothing is computed, so results are exact, NaN included. Bytes per element, read + written (Float): 4 + 4.
//
// Values of 2, 3, 4, 6 and 8 components are shuffled in registers (Register+Interleaving.swift).
//
// Other numbers of components are moved in pieces of 16 bytes, which are a few components of one value; the last piece
// overlaps the one before.

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
  case 8:
    V.forEach(n, columns: 16, into: out, components: 8, isNew: true) { values in
      @inline(__always) func column(_ k: Int) -> V { V.load(columns + k &* stride, values) }
      let rows = Rows<V>(values, 8)
      let (ab0, ab1) = V.interleaved(column(0), column(1))
      let (cd0, cd1) = V.interleaved(column(2), column(3))
      let (ef0, ef1) = V.interleaved(column(4), column(5))
      let (gh0, gh1) = V.interleaved(column(6), column(7))
      let (r0, r1, r2, r3) = V.interleaved(ab0, cd0, ef0, gh0, 2)
      rows.store(r0, out, 0)
      rows.store(r1, out, 1)
      rows.store(r2, out, 2)
      rows.store(r3, out, 3)
      let (r4, r5, r6, r7) = V.interleaved(ab1, cd1, ef1, gh1, 2)
      rows.store(r4, out, 4)
      rows.store(r5, out, 5)
      rows.store(r6, out, 6)
      rows.store(r7, out, 7)
    }
  case 1: V.forEach(n, columns: 2, into: out, isNew: out != columns) { V.store(V.load(columns, $0), out, $0) }
  default: interleavePieces(V.self, columns, stride, components, out, n)
  }
}

/// Runs `body` for the first value of each register of `n` values, and for the first component of each register of
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
    @inline(__always) func store(_ v: V, _ vector: Int) {
      let first = value &+ vector &* (V.lanes / piece)
      V.storePieces(v, out + (first &* components &+ component), stride: components)
    }
    if piece == 2 {
      let (r0, r1) = V.interleaved(column(0), column(1))
      store(r0, 0)
      store(r1, 1)
    } else {
      let (r0, r1, r2, r3) = V.interleaved(column(0), column(1), column(2), column(3))
      store(r0, 0)
      store(r1, 1)
      store(r2, 2)
      store(r3, 3)
    }
  } rest: { value, component in
    out[value &* components &+ component] = columns[component &* stride &+ value]
  }
}

/// At least four components.
@inline(__always)
private func deinterleavePieces<V: Register>(
  _: V.Type, _ rows: UnsafePointer<V.Element>, _ components: Int, _ columns: UnsafeMutablePointer<V.Element>,
  _ stride: Int, _ n: Int
) {
  let piece = V.pieceLanes
  forEachPiece(n, V.lanes, components, piece) { value, component in
    @inline(__always) func row(_ vector: Int) -> V {
      let first = value &+ vector &* (V.lanes / piece)
      return V.loadPieces(rows + (first &* components &+ component), stride: components)
    }
    @inline(__always) func store(_ v: V, _ k: Int) { V.store(v, columns + ((component &+ k) &* stride &+ value)) }
    if piece == 2 {
      let (a, b) = V.deinterleaved(row(0), row(1))
      store(a, 0)
      store(b, 1)
    } else {
      let (a, b, c, d) = V.deinterleaved(row(0), row(1), row(2), row(3))
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
      let (ab0, cd0, ef0, gh0) = V.deinterleaved(
        memory.load(rows, 0), memory.load(rows, 1), memory.load(rows, 2), memory.load(rows, 3), 2)
      let (ab1, cd1, ef1, gh1) = V.deinterleaved(
        memory.load(rows, 4), memory.load(rows, 5), memory.load(rows, 6), memory.load(rows, 7), 2)
      let (a, b) = V.deinterleaved(ab0, ab1)
      store(a, 0)
      store(b, 1)
      let (c, d) = V.deinterleaved(cd0, cd1)
      store(c, 2)
      store(d, 3)
      let (e, f) = V.deinterleaved(ef0, ef1)
      store(e, 4)
      store(f, 5)
      let (g, h) = V.deinterleaved(gh0, gh1)
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
