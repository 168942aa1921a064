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

/// Calls, for each component, `register` with each register of places (the first place, relative to `base`, the bits of
/// its lanes that are places, and the number of elements before it) or, without bits, `element` with each element and its
/// place.
@inline(__always)
private func move(
  _ values: UnsafePointer<Float>, _ stride: Int, _ places: UnsafePointer<Int32>, _ words: UnsafePointer<UInt64>,
  _ wordCount: Int, _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ components: Int, _ n: Int,
  register: (UnsafePointer<Float>, UnsafeMutablePointer<Float>, _ place: Int, _ bits: UInt32, _ first: Int) -> Void,
  element: (UnsafePointer<Float>, UnsafeMutablePointer<Float>, _ index: Int, _ place: Int) -> Void
) {
  var component = 0
  while component < components {
    let (values, out) = (values + component &* stride, out + component &* outStride)
    if VK_SPREADS != 0, wordCount > 0 {
      var (first, place) = (0, 0)
      while place < 64 &* wordCount {
        // All levels that come here have registers of 16 lanes.
        let bits = UInt32(UnsafeRawPointer(words).load(fromByteOffset: place / 8, as: UInt16.self))
        register(values, out, place, bits, first)
        first &+= bits.nonzeroBitCount
        place &+= 16
      }
    } else {
      var index = 0
      while index < n {
        element(values, out, index, Int(places[index]))
        index &+= 1
      }
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
    values, stride, places, words, wordCount, out, outStride, components, n,
    register: { values, out, place, bits, first in
      let lanes =
        n &- first >= vk_f32.lanes
        ? vk_f32.load(values + first) : vk_f32.load(values + first, first: n &- first)
      vk_store_bits_f32(out + (base &+ place), vk_spread_f32(lanes, bits), bits)
    }, element: { values, out, index, place in out[place] = values[index] })
}

@c @implementation
func vk_gather_columns_f32(
  _ values: UnsafePointer<Float>, _ stride: Int, _ places: UnsafePointer<Int32>, _ words: UnsafePointer<UInt64>,
  _ wordCount: Int, _ base: Int, _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ components: Int, _ n: Int
) {
  move(
    values, stride, places, words, wordCount, out, outStride, components, n,
    register: { values, out, place, bits, first in
      let lanes = vk_unspread_f32(vk_load_bits_f32(values + (base &+ place), bits), bits)
      // What a whole register writes behind its elements, the next one overwrites.
      if n &- first >= vk_f32.lanes {
        vk_f32.store(lanes, out + first)
      } else {
        vk_f32.store(lanes, out + first, first: bits.nonzeroBitCount)
      }
    }, element: { values, out, index, place in out[index] = values[place] })
}

#endif
