#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Prepared keyframe tracks: pieces, which are polynomials in the seconds since (mostly before) the end of a piece.
//
//   locate:  t = time + direction * column;  piece = number of ends below t;  offset = t - ends[piece]
//   follow:  the same for many tracks at one time, from where a cursor stood at the last time
//   stay:    which of many instances, each in a piece of its own, have left it
//   values:  c0 + u (c1 + u (c2 + u c3)), or to the fifth degree, with the piece's coefficients at u = offset
//   track:   all of it in Double, for a track of several components
//
// A time is the sum of two floats, so the error of an offset is 2^-24 of itself and of the gap between neighbouring
// times at the end of its piece, however late that is. A time on an end belongs to the piece that ends there.
//
// Where registers hold 16 lanes, up to 32 pieces are bisected and evaluated in registers, and up to 16 where they hold
// eight. Elsewhere the bucket of a time names a piece, its end and the ends of the two pieces after it; one of the
// three is the time's. Where lengths differ too much for buckets, ends in memory are bisected. Buckets and coefficients
// are read by rows. In Double, 16 entries of a table are two registers, so 32 pieces take two permutations and a
// selection.
//
// Following reads the ends around a cursor, and checks for each register whether all lanes are still in their piece or
// the one after it. If not, it bisects for all of them: the one branch that depends on data here. Both ways find the
// same pieces.
//
// Times are clamped to ±1e30, in Double to ±1e300; NaN stays NaN. Cursors are clamped to their track.
//
// Error: 12 ulp of the largest of abs(c_k u^k). Bytes per element, read + written: locate 4 + 8, follow 12 + 12 and the
// ends, stay 12 + 8 and a bit, values 8 + 4 and the coefficients, own values 12 and for each component 24 + 4, track 8
// and for each component 8 + the coefficients.

/// Seconds as a sum of two: `rest` is the part that doesn't fit into `seconds`.
private struct SplitKeyframeTime<V: FloatLanes> {
  var seconds: V
  var rest: V

  /// The same time for all lanes.
  @inline(__always)
  init(_ time: Double) {
    let limited = time < -1e30 ? -1e30 : time > 1e30 ? 1e30 : time
    let head = Float(limited)
    seconds = V(repeating: head)
    rest = V(repeating: Float(limited - Double(head)))
  }

  /// `time + shift`.
  @inline(__always)
  init(_ time: SplitKeyframeTime, shiftedBy shift: V) {
    let shift = V.min(V(repeating: 1e30), V.max(V(repeating: -1e30), shift))
    // The rounding error of a sum, whichever of the two is larger (Knuth).
    let sum = time.seconds + shift
    let shifted = sum - time.seconds
    let error = (time.seconds - (sum - shifted)) + (shift - shifted)
    let lost = time.rest + error
    seconds = V.whole(sum + lost)
    rest = V.whole(lost - (seconds - sum))
  }

  /// Seconds since an end.
  @inline(__always)
  func offset(from end: V) -> V { (seconds - end) + rest }
}

/// Locates the times `time + direction * column[i]`. `piece` returns the number of a time's piece, and its end.
@inline(__always)
private func locate<V: FloatLanes>(
  _: V.Type, _ column: UnsafePointer<Float>, _ direction: Float, _ time: Double, _ pieces: UnsafeMutablePointer<Int32>,
  _ offsets: UnsafeMutablePointer<Float>, _ n: Int, piece: (V) -> (number: V.Bits, end: V)
) {
  let now = SplitKeyframeTime<V>(time)
  let direction = V(repeating: direction)
  V.forEachInOneLoop(n) { place in
    let t = SplitKeyframeTime(now, shiftedBy: direction * V.load(column, place))
    let piece = piece(t.seconds)
    V.store(t.offset(from: piece.end), offsets, place)
    store(V.self, piece.number, pieces, place)
  }
}

/// Returns the number of ends below a time, of up to `2^levels` ascending ones.
@inline(__always)
private func bisected<V: FloatLanes>(
  _ t: V, levels: Int, from first: V.Bits, end: (V.Bits) -> V
) -> (number: V.Bits, end: V) {
  var piece = first
  var step = 1 &<< levels
  while step > 1 {
    step &>>= 1
    let isPast = V.less(end(piece &+ V.Bits(repeating: step &- 1)), t)
    piece = piece &+ (isPast & V.Bits(repeating: step))
  }
  return (piece, end(piece))
}

/// Integers travel in registers of floats, which moves their bits as they are.
@inline(__always)
private func load(_ integers: UnsafePointer<Int32>, _ place: LanePosition) -> vk_i32 {
  vk_f32.bits(vk_f32.load(UnsafeRawPointer(integers).assumingMemoryBound(to: Float.self), place))
}

@inline(__always)
private func store<V: FloatLanes>(
  _: V.Type, _ v: V.Bits, _ integers: UnsafeMutablePointer<Int32>, _ place: LanePosition
) {
  V.store(V.fromBits(v), UnsafeMutableRawPointer(integers).assumingMemoryBound(to: Float.self), place)
}

@c @implementation
func vk_keyframes_locate_f32(
  _ track: UnsafePointer<vk_keyframe_index>, _ column: UnsafePointer<Float>, _ direction: Float, _ time: Double,
  _ pieces: UnsafeMutablePointer<Int32>, _ offsets: UnsafeMutablePointer<Float>, _ n: Int
) {
  let ends = track.pointee.ends
  let count = track.pointee.count
  // Each look at the ends waits for the one before, so there are two registers side by side.
  typealias Pair = RegisterPair<vk_f32>
  if VK_BYTES >= 32 && count <= vk_f32.lanes {
    let low = vk_f32.load(ends)
    locate(Pair.self, column, direction, time, pieces, offsets, n) { t in
      bisected(t, levels: VK_BYTES == 64 ? 4 : 3, from: Pair.Bits(repeating: 0)) {
        Pair(vk_f32.permute(low, $0.low), vk_f32.permute(low, $0.high))
      }
    }
  } else if VK_HAS_REGISTER_TABLES != 0 && count <= 32 {
    let low = vk_f32.load(ends)
    let high = vk_f32.load(ends + vk_f32.lanes)
    locate(Pair.self, column, direction, time, pieces, offsets, n) { t in
      bisected(t, levels: 5, from: Pair.Bits(repeating: 0)) {
        Pair(vk_permute_pair_f32(low, high, $0.low), vk_permute_pair_f32(low, high, $0.high))
      }
    }
  } else if VK_BYTES == 32 && count <= 16 {
    locate(Pair.self, column, direction, time, pieces, offsets, n) { t in
      bisected(t, levels: 4, from: Pair.Bits(repeating: 0)) {
        Pair(vk_lookup_in16(ends, $0.low), vk_lookup_in16(ends, $0.high))
      }
    }
  } else if let buckets = track.pointee.buckets {
    let scale = vk_f32(repeating: track.pointee.scale)
    let last = vk_f32(repeating: track.pointee.last_bucket)
    locate(vk_f32.self, column, direction, time, pieces, offsets, n) { t in
      let bucket = vk_f32.min(vk_f32.max(t * scale, vk_f32(repeating: 0)), last)
      let number = vk_f32.integer(bucket) & vk_i32(repeating: 0xffff)
      let piece = vk_column_at(buckets, 4, number, 0)
      let end = vk_column_at(buckets, 4, number, 1)
      let secondEnd = vk_column_at(buckets, 4, number, 2)
      let thirdEnd = vk_column_at(buckets, 4, number, 3)
      let isPast = vk_f32.less(end, t)
      let isPastSecond = vk_f32.less(secondEnd, t)
      return (
        vk_f32.bits(piece) &- isPast &- isPastSecond,
        vk_f32.select(isPastSecond, thirdEnd, vk_f32.select(isPast, secondEnd, end))
      )
    }
  } else {
    let levels = levels(of: count)
    locate(vk_f32.self, column, direction, time, pieces, offsets, n) { t in
      bisected(t, levels: levels, from: vk_i32(repeating: 0)) { vk_gather_f32(ends, $0) }
    }
  }
}

/// Returns the number of halvings after which one of `count` pieces is left.
@inline(__always)
private func levels(of count: Int) -> Int { Int.bitWidth &- (count &- 1).leadingZeroBitCount }

/// Finds the piece of many tracks at one time, from the cursors.
@c @implementation
func vk_keyframes_follow_f32(
  _ ends: UnsafePointer<Float>, _ first: UnsafePointer<Int32>, _ count: UnsafePointer<Int32>, _ steps: Int,
  _ time: Double, _ cursors: UnsafeMutablePointer<Int32>, _ pieces: UnsafeMutablePointer<Int32>,
  _ offsets: UnsafeMutablePointer<Float>, _ n: Int
) {
  let zero = vk_i32(repeating: 0)
  let one = vk_i32(repeating: 1)
  let all = vk_f32.maskBits(vk_f32.less(vk_f32(repeating: 0), vk_f32(repeating: 1)))
  let t = SplitKeyframeTime<vk_f32>(time)
  vk_f32.forEachInOneLoop(n) { place in
    // Lanes behind the last one read as if they were the first, which is 1 at least.
    let first = vk_i32.max(load(first, place), one)
    let most = vk_i32.max(load(count, place) &- one, zero)
    let cursor = first &+ vk_i32.min(vk_i32.max(load(cursors, place), zero), most)
    // The end of the piece before, or a number below every time, and those of this piece and the next.
    let start = vk_column_at(ends - 1, 1, cursor, 0)
    let end = vk_column_at(ends - 1, 1, cursor, 1)
    let nextEnd = vk_column_at(ends - 1, 1, cursor, 2)
    let isPast = vk_f32.less(end, t.seconds)
    var piece = (number: cursor &- isPast, end: vk_f32.select(isPast, nextEnd, end))
    let isInside =
      vk_f32.less(vk_f32.select(isPast, end, start), t.seconds) & vk_f32.lessOrEqual(t.seconds, piece.end)
    if vk_f32.maskBits(isInside) != all {
      let last = first &+ most
      piece = bisected(t.seconds, levels: steps, from: first) {
        vk_gather_f32(ends, vk_i32.min($0, last))
      }
    }
    vk_f32.store(t.offset(from: piece.end), offsets, place)
    store(vk_f32.self, piece.number, pieces, place)
    store(vk_f32.self, piece.number &- first, cursors, place)
  }
}

/// Finds the instances that have left their pieces. Each has its own piece, which begins after `starts[i]`, ends at
/// `ends[i]` and is told its time as by `locate`. Bit `i % 64` of word `i / 64` of `left` is set if instance i has left.
/// `seconds` and `rests` receive the times, as sums of two.
///
/// - Returns: The number of instances that have left.
@c @implementation
func vk_keyframes_stay_f32(
  _ starts: UnsafePointer<Float>, _ ends: UnsafePointer<Float>, _ column: UnsafePointer<Float>, _ direction: Float,
  _ time: Double, _ seconds: UnsafeMutablePointer<Float>, _ rests: UnsafeMutablePointer<Float>,
  _ left: UnsafeMutablePointer<UInt64>, _ n: Int
) -> Int {
  let now = SplitKeyframeTime<vk_f32>(time)
  let direction = vk_f32(repeating: direction)
  return vk_f32.writeBits(n, to: left) { place in
    let t = SplitKeyframeTime(now, shiftedBy: direction * vk_f32.load(column, place))
    vk_f32.store(t.seconds, seconds, place)
    vk_f32.store(t.rest, rests, place)
    return vk_f32.lessOrEqual(t.seconds, vk_f32.load(starts, place))
      | vk_f32.less(vk_f32.load(ends, place), t.seconds)
  }
}

@c @implementation
func vk_keyframes_values_f32(
  _ track: UnsafePointer<vk_keyframe_pieces>, _ pieces: UnsafePointer<Int32>, _ offsets: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  let count = track.pointee.count
  let isCubic = track.pointee.degree == 3
  if VK_BYTES >= 32 && count <= 2 &* vk_f32.lanes, let table = track.pointee.table {
    if count <= vk_f32.lanes {
      let c0 = vk_f32.load(table)
      let c1 = vk_f32.load(table + 32)
      let c2 = vk_f32.load(table + 64)
      let c3 = vk_f32.load(table + 96)
      if isCubic {
        values(pieces, offsets, out, n) { piece, u in
          horner(
            u, vk_f32.permute(c3, piece), vk_f32.permute(c2, piece), vk_f32.permute(c1, piece),
            vk_f32.permute(c0, piece))
        }
      } else {
        let c4 = vk_f32.load(table + 128)
        let c5 = vk_f32.load(table + 160)
        values(pieces, offsets, out, n) { piece, u in
          let high = vk_f32.fma(vk_f32.permute(c5, piece), u, vk_f32.permute(c4, piece))
          return horner(
            u, vk_f32.fma(high, u, vk_f32.permute(c3, piece)), vk_f32.permute(c2, piece), vk_f32.permute(c1, piece),
            vk_f32.permute(c0, piece))
        }
      }
    } else if VK_HAS_REGISTER_TABLES != 0 {
      let c0 = (vk_f32.load(table), vk_f32.load(table + 16))
      let c1 = (vk_f32.load(table + 32), vk_f32.load(table + 48))
      let c2 = (vk_f32.load(table + 64), vk_f32.load(table + 80))
      let c3 = (vk_f32.load(table + 96), vk_f32.load(table + 112))
      if isCubic {
        values(pieces, offsets, out, n) { piece, u in
          horner(
            u, vk_permute_pair_f32(c3.0, c3.1, piece), vk_permute_pair_f32(c2.0, c2.1, piece),
            vk_permute_pair_f32(c1.0, c1.1, piece), vk_permute_pair_f32(c0.0, c0.1, piece))
        }
      } else {
        let c4 = (vk_f32.load(table + 128), vk_f32.load(table + 144))
        let c5 = (vk_f32.load(table + 160), vk_f32.load(table + 176))
        values(pieces, offsets, out, n) { piece, u in
          let high = vk_f32.fma(vk_permute_pair_f32(c5.0, c5.1, piece), u, vk_permute_pair_f32(c4.0, c4.1, piece))
          return horner(
            u, vk_f32.fma(high, u, vk_permute_pair_f32(c3.0, c3.1, piece)), vk_permute_pair_f32(c2.0, c2.1, piece),
            vk_permute_pair_f32(c1.0, c1.1, piece), vk_permute_pair_f32(c0.0, c0.1, piece))
        }
      }
    } else {
      // Permutes read the table from memory, because it takes more registers than there are.
      @inline(__always) func c(_ k: Int, _ piece: vk_i32) -> vk_f32 { vk_lookup_in16(table + k &* 32, piece) }
      if isCubic {
        values(pieces, offsets, out, n) { piece, u in horner(u, c(3, piece), c(2, piece), c(1, piece), c(0, piece)) }
      } else {
        values(pieces, offsets, out, n) { piece, u in quintic(u) { c($0, piece) } }
      }
    }
  } else {
    let rows = track.pointee.rows
    if isCubic {
      valuesOfRows(rows, stride: 4, pieces, offsets, out, n) { u, c in horner(u, c(3), c(2), c(1), c(0)) }
    } else {
      valuesOfRows(rows, stride: 8, pieces, offsets, out, n) { u, c in quintic(u) { c(Int32($0)) } }
    }
  }
}

@inline(__always)
private func values(
  _ pieces: UnsafePointer<Int32>, _ offsets: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int,
  value: (vk_i32, vk_f32) -> vk_f32
) {
  vk_f32.forEach(n) { place in
    vk_f32.store(value(load(pieces, place), vk_f32.load(offsets, place)), out, place)
  }
}

/// With the coefficients read from rows: `value` receives the offset and a function that
/// returns a coefficient.
@inline(__always)
private func valuesOfRows(
  _ rows: UnsafePointer<Float>, stride: Int32, _ pieces: UnsafePointer<Int32>, _ offsets: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<Float>, _ n: Int, value: (vk_f32, (Int32) -> vk_f32) -> vk_f32
) {
  vk_f32.forEach(n) { place in
    let value = value(vk_f32.load(offsets, place)) { k in
      let row = rows + Int(k & 4)
      // Whole registers read each piece's number from memory and needn't take a register of them apart.
      return place.access == .whole
        ? vk_column_at_each(row, stride, pieces + place.offset, k & 3)
        : vk_column_at(row, stride, load(pieces, place), k & 3)
    }
    vk_f32.store(value, out, place)
  }
}

@inline(__always)
private func horner(_ u: vk_f32, _ c3: vk_f32, _ c2: vk_f32, _ c1: vk_f32, _ c0: vk_f32) -> vk_f32 {
  vk_f32.fma(vk_f32.fma(vk_f32.fma(c3, u, c2), u, c1), u, c0)
}

@inline(__always)
private func quintic(_ u: vk_f32, c: (Int) -> vk_f32) -> vk_f32 {
  horner(u, vk_f32.fma(vk_f32.fma(c(5), u, c(4)), u, c(3)), c(2), c(1), c(0))
}

/// The values at times `seconds + rests` of instances that each have the polynomials of their own pieces, one for each
/// component, in the time since the piece's end, and all of them of `degree` or below. The polynomials are in tiles:
/// instance i's coefficient k of component c is at `((i / 16 * components + c) * 6 + k) * 16 + i % 16`, and 0 above the
/// degree. The first of several instances is the first of a tile. One alone may be anywhere in a tile, at whose lane
/// `tiles` then points.
@c @implementation
func vk_keyframes_own_values_f32(
  _ tiles: UnsafePointer<Float>, _ degree: Int32, _ ends: UnsafePointer<Float>, _ seconds: UnsafePointer<Float>,
  _ rests: UnsafePointer<Float>, _ components: Int, _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ n: Int
) {
  let members = Int(VK_TILE_MEMBERS)
  let size = Int(VK_TILE_COEFFICIENTS) &* members
  // Of lines, only a third of the tiles is read.
  let areLines = degree <= 1
  vk_f32.forEach(n, isLong: true) { place in
    let u = (vk_f32.load(seconds, place) - vk_f32.load(ends, place)) + vk_f32.load(rests, place)
    let tile = place.offset & ~(members &- 1)
    // At a place beyond the tile's first, so that the place's offset is within the tile.
    var coefficients = tiles + (tile / members &* components &* size &- tile)
    var column = out
    var component = 0
    while component < components {
      @inline(__always) func c(_ k: Int) -> vk_f32 { vk_f32.load(coefficients + k &* members, place) }
      vk_f32.store(areLines ? vk_f32.fma(c(1), u, c(0)) : quintic(u, c: c), column, place)
      coefficients += size
      column += outStride
      component &+= 1
    }
  }
}

/// Writes the phase that each member of a walk is leaving: `phases[pieces[i]]`. There are `pieceCount` pieces, and room
/// to read 32. `out` may be `pieces`. Bytes per element, read + written: 4 + 4.
@c @implementation
func vk_phases_of_pieces(
  _ phases: UnsafePointer<Int32>, _ pieceCount: Int, _ pieces: UnsafePointer<Int32>,
  _ out: UnsafeMutablePointer<Int32>, _ n: Int
) {
  let table = UnsafeRawPointer(phases).assumingMemoryBound(to: Float.self)
  if VK_HAS_REGISTER_TABLES != 0 && pieceCount <= 32 {
    let (low, high) = (vk_f32.load(table), vk_f32.load(table + vk_f32.lanes))
    vk_f32.forEach(n) { store(vk_f32.self, vk_f32.bits(vk_permute_pair_f32(low, high, load(pieces, $0))), out, $0) }
  } else if VK_BYTES == 32 && pieceCount <= 16 {
    vk_f32.forEachInOneLoop(n) {
      store(vk_f32.self, vk_f32.bits(vk_lookup_in16(table, load(pieces, $0))), out, $0)
    }
  } else {
    var index = 0
    while index < n {
      out[index] = phases[Int(pieces[index])]
      index &+= 1
    }
  }
}

/// Puts members of walks between the values of the phase that they leave and of the one after it, by amounts:
///
///     p = phases[i], q = p + 1, or 0 after the last;  result = lerp(value(p, i), value(q, i), amounts[i])
///
/// where `value(p, i)` is at `values[p * phaseStride + i]`, components `stride` apart. Error: that of `lerp`, 1 ulp of
/// the larger value for amounts in 0...1 (1.5 where multiply-add isn't fused).
///
/// Up to twelve phases are all read, and two of them chosen, which takes less time than gathering two. Wide registers
/// read four at least, some of them twice. Bytes per element, read + written: 8, and for each component 4 for each phase
/// (8 where they are gathered) + 4.
@c @implementation
func vk_mix_phases_f32(
  _ phases: UnsafePointer<Int32>, _ phaseCount: Int32, _ amounts: UnsafePointer<Float>,
  _ values: UnsafePointer<Float>, _ phaseStride: Int32, _ stride: Int, _ out: UnsafeMutablePointer<Float>,
  _ outStride: Int, _ components: Int, _ n: Int
) {
  let lastPhase = vk_i32(repeating: phaseCount &- 1)
  if VK_BYTES > 16 && phaseCount <= 4 {
    // Of fewer than four phases, the last one is read several times. Components share the comparisons.
    let strides = (
      Int(phaseStride) &* (phaseCount > 1 ? 1 : 0), Int(phaseStride) &* (phaseCount > 2 ? 1 : 0),
      Int(phaseStride) &* (phaseCount > 3 ? 1 : 0)
    )
    vk_f32.forEach(n, isLong: true) { place in
      let phase = load(phases, place)
      let next = following(phase, lastPhase)
      let amount = vk_f32.load(amounts, place)
      @inline(__always) func isBefore(_ number: Int32) -> (vk_i32, vk_i32) {
        let number = vk_i32(repeating: number)
        return (vk_less_bits_f32(phase, number), vk_less_bits_f32(next, number))
      }
      let (isFirst, isEarly, isBeforeLast) = (isBefore(1), isBefore(2), isBefore(3))
      var (column, result) = (values, out)
      var component = 0
      while component < components {
        var value = column
        let first = vk_f32.load(value, place)
        value += strides.0
        let second = vk_f32.load(value, place)
        value += strides.1
        let third = vk_f32.load(value, place)
        value += strides.2
        let last = vk_f32.load(value, place)
        let from = vk_f32.select(
          isBeforeLast.0, vk_f32.select(isEarly.0, vk_f32.select(isFirst.0, first, second), third), last)
        let to = vk_f32.select(
          isBeforeLast.1, vk_f32.select(isEarly.1, vk_f32.select(isFirst.1, first, second), third), last)
        vk_f32.store(vk_f32.lerp(from, to, amount), result, place)
        column += stride
        result += outStride
        component &+= 1
      }
    }
    return
  }
  // Lanes beyond the last member read its values.
  let lastMember = vk_i32(repeating: Int32(truncatingIfNeeded: n &- 1))
  let pace = vk_i32(repeating: phaseStride)
  if phaseCount <= 12 {
    vk_f32.forEach(n, isLong: true) { place in
      let phase = load(phases, place)
      let next = following(phase, lastPhase)
      let amount = vk_f32.load(amounts, place)
      var component = 0
      while component < components {
        var column = values + component &* stride
        let first = vk_f32.load(column, place)
        var (from, to) = (first, first)
        var number = vk_i32(repeating: 1)
        var left = phaseCount &- 1
        while left > 0 {
          column += Int(phaseStride)
          let value = vk_f32.load(column, place)
          // Phases are in order, so the last one that isn't beyond is the one.
          from = vk_f32.select(vk_less_bits_f32(phase, number), from, value)
          to = vk_f32.select(vk_less_bits_f32(next, number), to, value)
          number = number &+ vk_i32(repeating: 1)
          left &-= 1
        }
        vk_f32.store(vk_f32.lerp(from, to, amount), out + component &* outStride, place)
        component &+= 1
      }
    }
    return
  }
  vk_f32.forEach(n, isLong: true) { place in
    let phase = load(phases, place)
    let next = following(phase, lastPhase)
    let offset = vk_i32(repeating: Int32(truncatingIfNeeded: place.offset))
    let member = vk_i32.min(vk_f32.laneNumbers() &+ offset, lastMember)
    let (from, to) = (phase &* pace &+ member, next &* pace &+ member)
    let amount = vk_f32.load(amounts, place)
    var component = 0
    while component < components {
      let column = values + component &* stride
      // Whole registers, though some machines gather them one lane at a time.
      let ends = (vk_whole_f32(vk_gather_f32(column, from)), vk_whole_f32(vk_gather_f32(column, to)))
      let value = vk_f32.lerp(ends.0, ends.1, amount)
      vk_f32.store(value, out + component &* outStride, place)
      component &+= 1
    }
  }
}

/// The phase after another one.
@inline(__always)
private func following(_ phase: vk_i32, _ last: vk_i32) -> vk_i32 {
  let following = phase &+ vk_i32(repeating: 1)
  return following & ~vk_less_bits_f32(last, following)
}

extension vk_i32 {
  @inline(__always) fileprivate static func min(_ a: Self, _ b: Self) -> Self { vk_min_i32(a, b) }
  @inline(__always) fileprivate static func max(_ a: Self, _ b: Self) -> Self { vk_max_i32(a, b) }
}

/// The values of a track in `Double` at the times `time + direction * column[i]`, component by component.
@c @implementation
func vk_keyframes_f64(
  _ track: UnsafePointer<vk_double_keyframes>, _ column: UnsafePointer<Double>, _ direction: Double, _ time: Double,
  _ out: UnsafeMutablePointer<Double>, _ outStride: Int, _ n: Int
) {
  typealias V = vk_f64
  let track = track.pointee
  let (isCubic, components, ends) = (track.degree == 3, track.components, track.ends)
  let (direction, now) = (V(repeating: direction), V(repeating: time))
  @inline(__always) func limitedTime(_ place: LanePosition) -> V {
    // The product is exact, so the time is rounded once, fused or not.
    let t = V.fma(direction, V.load(column, place), now)
    return V.min(V(repeating: 1e300), V.max(V(repeating: -1e300), t))
  }
  /// Stores the values for all components. `c` returns coefficient k of a component.
  @inline(__always) func storeValues(_ u: V, _ place: LanePosition, c: (_ component: Int, _ k: Int) -> V) {
    var (column, component) = (out, 0)
    while component < components {
      var y = c(component, 3)
      if !isCubic { y = V.fma(V.fma(c(component, 5), u, c(component, 4)), u, y) }
      y = V.fma(V.fma(V.fma(y, u, c(component, 2)), u, c(component, 1)), u, c(component, 0))
      V.store(y, column, place)
      column += outStride
      component &+= 1
    }
  }
  /// `lookup` returns entries of a table: of the upper half of it where `isHigh`.
  @inline(__always) func evaluate(
    _ table: UnsafePointer<Double>, lookup: (_ table: UnsafePointer<Double>, V.Bits, _ isHigh: V.Bits) -> V
  ) {
    V.forEachInOneLoop(n) { place in
      let t = limitedTime(place)
      let isHigh = V.less(V(repeating: ends[15]), t)
      var piece = V.Bits(repeating: 0)
      for level in (0..<4).reversed() {
        let step = 1 &<< level
        let isPast = V.less(lookup(ends, piece &+ V.Bits(repeating: step &- 1), isHigh), t)
        piece = piece &+ (isPast & V.Bits(repeating: step))
      }
      storeValues(t - lookup(ends, piece, isHigh), place) { component, k in
        lookup(table + (component &* (isCubic ? 4 : 6) &+ k) &* 32, piece, isHigh)
      }
    }
  }
  if VK_HAS_REGISTER_TABLES != 0, let table = track.table {
    return track.count <= 16
      ? evaluate(table) { table, piece, _ in vk_lookup_in16_f64(table, piece) }
      : evaluate(table) { table, piece, isHigh in
        V.select(isHigh, vk_lookup_in16_f64(table + 16, piece), vk_lookup_in16_f64(table, piece))
      }
  }
  let width = isCubic ? 4 : 8
  let rowSize = width &* components
  let halvings = levels(of: track.count)
  V.forEachInOneLoop(n) { place in
    let t = limitedTime(place)
    var (row, end) = (V.Bits(repeating: 0), V(repeating: 0))
    if let buckets = track.buckets {
      let bucket = V.min(V.max(t * V(repeating: track.scale), V(repeating: 0)), V(repeating: track.last_bucket))
      let at = (V.integer(bucket) & V.Bits(repeating: 0xffff)) &<< V.Bits(repeating: 2)
      let firstEnd = vk_column_of_two(buckets, at, 1)
      let secondEnd = vk_column_of_two(buckets + 2, at, 0)
      let isPast = V.less(firstEnd, t)
      let isPastSecond = V.less(secondEnd, t)
      row = V.bits(vk_column_of_two(buckets, at, 0))
      row = row &+ (isPast & V.Bits(repeating: rowSize)) &+ (isPastSecond & V.Bits(repeating: rowSize))
      end = V.select(
        isPastSecond, vk_column_of_two(buckets + 2, at, 1), V.select(isPast, secondEnd, firstEnd))
    } else {
      var piece = V.Bits(repeating: 0)
      var step = 1 &<< halvings
      while step > 1 {
        step &>>= 1
        let isPast = V.less(vk_column_of_two(ends, piece &+ V.Bits(repeating: step &- 1), 0), t)
        piece = piece &+ (isPast & V.Bits(repeating: step))
        row = row &+ (isPast & V.Bits(repeating: step &* rowSize))
      }
      end = vk_column_of_two(ends, piece, 0)
    }
    storeValues(t - end, place) { component, k in
      vk_column_of_two(track.rows + (component &* width &+ (k & ~1)), row, Int32(k & 1))
    }
  }
}

#endif
