#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Values between dense columns and places of other columns:
//
//   scatter: out[places[i]] = values[i];  gather: out[i] = values[places[i]], for each component
//
// Without more, each element is a load and a store. Where the places ascend and are close together, they are given as
// bits, too: bit `i % 64` of word `i / 64` is set for place `base + i`, and `wordCount` is 0 if there are no such bits.
// A level that can spread a register's lanes by a mask then moves 16 places at a time. Other elements are neither read
// nor written, because another core may change them. Bytes per element and component, read + written: 8 + 4, or 4 + 4
// and a bit for each place.

/// 16 places, of which those whose bits are set have elements.
private struct SpreadRegister {
  /// The first place, relative to `base`.
  let place: Int
  let bits: UInt32
  /// The number of elements before it.
  let first: Int
  /// Whether so many elements follow that a register of them can be read or written.
  let isWhole: Bool
}

/// Calls, for each component, `register` with each register of places or, without bits, `element` with each element and
/// its place. With `isInFours`, four components take turns at each register of places, whose bits are counted once for them.
@inline(__always)
private func move(
  _ values: UnsafePointer<Float>, _ stride: Int, _ places: UnsafePointer<Int32>, _ words: UnsafePointer<UInt64>,
  _ wordCount: Int, _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ components: Int, _ n: Int,
  isInFours: Bool, register: (UnsafePointer<Float>, UnsafeMutablePointer<Float>, SpreadRegister) -> Void,
  element: (UnsafePointer<Float>, UnsafeMutablePointer<Float>, _ index: Int, _ place: Int) -> Void
) {
  var component = 0
  if VK_SPREADS != 0, wordCount > 0 {
    @inline(__always) func forEachRegister(_ body: (SpreadRegister) -> Void) {
      // All levels that come here have registers of 16 lanes.
      let lanes = 16
      var (first, place) = (0, 0)
      @inline(__always) func next(isWhole: Bool) {
        let bits = UInt32(UnsafeRawPointer(words).load(fromByteOffset: place / 8, as: UInt16.self))
        body(SpreadRegister(place: place, bits: bits, first: first, isWhole: isWhole))
        first &+= bits.nonzeroBitCount
        place &+= lanes
      }
      while place < 64 &* wordCount && first &+ lanes <= n { next(isWhole: true) }
      while place < 64 &* wordCount { next(isWhole: false) }
    }
    while isInFours && component &+ 4 <= components {
      let (values, out) = (values + component &* stride, out + component &* outStride)
      forEachRegister {
        register(values, out, $0)
        register(values + stride, out + outStride, $0)
        register(values + 2 &* stride, out + 2 &* outStride, $0)
        register(values + 3 &* stride, out + 3 &* outStride, $0)
      }
      component &+= 4
    }
    while component < components {
      let (values, out) = (values + component &* stride, out + component &* outStride)
      forEachRegister { register(values, out, $0) }
      component &+= 1
    }
  }
  while component < components {
    let (values, out) = (values + component &* stride, out + component &* outStride)
    var index = 0
    while index < n {
      element(values, out, index, Int(places[index]))
      index &+= 1
    }
    component &+= 1
  }
}

@c @implementation
func vk_scatter_columns_f32(
  _ values: UnsafePointer<Float>, _ stride: Int, _ places: UnsafePointer<Int32>, _ words: UnsafePointer<UInt64>,
  _ wordCount: Int, _ base: Int, _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ components: Int, _ n: Int
) {
  move(
    values, stride, places, words, wordCount, out, outStride, components, n, isInFours: true,
    register: { values, out, at in
      let lanes =
        at.isWhole ? vk_f32.load(values + at.first) : vk_f32.load(values + at.first, first: n &- at.first)
      vk_store_bits_f32(out + (base &+ at.place), vk_spread_f32(lanes, at.bits), at.bits)
    }, element: { values, out, index, place in out[place] = values[index] })
}

@c @implementation
func vk_gather_columns_f32(
  _ values: UnsafePointer<Float>, _ stride: Int, _ places: UnsafePointer<Int32>, _ words: UnsafePointer<UInt64>,
  _ wordCount: Int, _ base: Int, _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ components: Int, _ n: Int
) {
  move(
    values, stride, places, words, wordCount, out, outStride, components, n, isInFours: false,
    register: { values, out, at in
      let lanes = vk_unspread_f32(vk_load_bits_f32(values + (base &+ at.place), at.bits), at.bits)
      // What a whole register writes behind its elements, the next one overwrites.
      if at.isWhole {
        vk_f32.store(lanes, out + at.first)
      } else {
        vk_f32.store(lanes, out + at.first, first: at.bits.nonzeroBitCount)
      }
    }, element: { values, out, index, place in out[index] = values[place] })
}

#endif
