#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Values between dense columns and places of other columns:
//
//   scatter: out[places[i]] = values[i];  gather: out[i] = values[places[i]], for each component
//
// A store or a load for each element takes a cycle. Where the places ascend and are close together, they are given as
// bits, too: bit `i % 64` of word `i / 64` is set for place `base + i`, and `wordCount` is 0 if there are no such bits.
// A level that can spread a register's lanes by a mask then moves 16 places at a time. Other elements are neither read
// nor written, because another core may change them. Bytes per element and component, read + written: 8 + 4, or 4 + 4
// and a bit for each place.

/// Calls `body` with each register of places: the first place, relative to `base`, the bits of its lanes that are
/// places, and the number of elements before it.
@inline(__always)
private func forEachRegister(
  of words: UnsafePointer<UInt64>, _ wordCount: Int, _ body: (_ place: Int, _ bits: UInt32, _ first: Int) -> Void
) {
  var (first, place) = (0, 0)
  while place < 64 &* wordCount {
    // Where registers have other numbers of lanes, nothing calls this.
    let bits = UInt32(UnsafeRawPointer(words).load(fromByteOffset: place / 8, as: UInt16.self))
    body(place, bits, first)
    first &+= bits.nonzeroBitCount
    place &+= 16
  }
}

@c @implementation
func vk_scatter_columns_f32(
  _ values: UnsafePointer<Float>, _ stride: Int, _ places: UnsafePointer<Int32>, _ words: UnsafePointer<UInt64>,
  _ wordCount: Int, _ base: Int, _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ components: Int, _ n: Int
) {
  var component = 0
  while component < components {
    let (values, out) = (values + component &* stride, out + component &* outStride)
    if VK_SPREADS != 0, wordCount > 0 {
      forEachRegister(of: words, wordCount) { place, bits, first in
        let lanes =
          n &- first >= vk_f32.lanes
          ? vk_f32.load(values + first) : vk_f32.load(values + first, first: n &- first)
        vk_store_bits_f32(out + (base &+ place), vk_spread_f32(lanes, bits), bits)
      }
    } else {
      var index = 0
      while index < n {
        out[Int(places[index])] = values[index]
        index &+= 1
      }
    }
    component &+= 1
  }
}

@c @implementation
func vk_gather_columns_f32(
  _ values: UnsafePointer<Float>, _ stride: Int, _ places: UnsafePointer<Int32>, _ words: UnsafePointer<UInt64>,
  _ wordCount: Int, _ base: Int, _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ components: Int, _ n: Int
) {
  var component = 0
  while component < components {
    let (values, out) = (values + component &* stride, out + component &* outStride)
    if VK_SPREADS != 0, wordCount > 0 {
      forEachRegister(of: words, wordCount) { place, bits, first in
        let lanes = vk_unspread_f32(vk_load_bits_f32(values + (base &+ place), bits), bits)
        // What a whole register writes behind its elements, the next one overwrites.
        if n &- first >= vk_f32.lanes {
          vk_f32.store(lanes, out + first)
        } else {
          vk_f32.store(lanes, out + first, first: bits.nonzeroBitCount)
        }
      }
    } else {
      var index = 0
      while index < n {
        out[index] = values[Int(places[index])]
        index &+= 1
      }
    }
    component &+= 1
  }
}

#endif
