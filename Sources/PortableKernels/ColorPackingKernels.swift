#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Columns of colours to and from rows of four 8-bit numbers, and alpha.
//
// product:  c * a; limited, both are clamped to at most 1, and a to at least 0 (NaN as 0), before they are multiplied,
//           so no component is above alpha. The format clamps numbers below 0.
// quotient: c / a where a > 0, and 0 where it isn't; a stays. NaN alpha gives NaN.
//
// Bytes per colour, read + written: 16 + 4 to rows, 4 + 16 back, and 16 + 16 from columns to columns.

/// Treats a colour's alpha as a `VK_ALPHA_...` constant says, which is known at compile time.
@inline(__always)
private func converted(
  _ r: vk_f32, _ g: vk_f32, _ b: vk_f32, _ a: vk_f32, _ alpha: vk_alpha
) -> (vk_f32, vk_f32, vk_f32, vk_f32) {
  typealias V = vk_f32
  switch alpha {
  case VK_ALPHA_LIMITED_PRODUCT:
    let one = V(repeating: 1)
    let a = V.min(V.max(vk_quiet_f32(a), V(repeating: 0)), one)
    // Computed before they are used, or the compiler would select between products.
    let (x, y, z) = (vk_whole_f32(V.min(one, r)), vk_whole_f32(V.min(one, g)), vk_whole_f32(V.min(one, b)))
    return (x * a, y * a, z * a, a)
  case VK_ALPHA_PRODUCT: return (r * a, g * a, b * a, a)
  case VK_ALPHA_QUOTIENT: return (V.quotient(r, a), V.quotient(g, a), V.quotient(b, a), a)
  default: return (r, g, b, a)
  }
}

/// Runs `body` with the constant that `alpha` is.
@inline(__always)
private func withConstant(_ alpha: vk_alpha, _ body: (vk_alpha) -> Void) {
  switch alpha {
  case VK_ALPHA_LIMITED_PRODUCT: body(VK_ALPHA_LIMITED_PRODUCT)
  case VK_ALPHA_PRODUCT: body(VK_ALPHA_PRODUCT)
  case VK_ALPHA_QUOTIENT: body(VK_ALPHA_QUOTIENT)
  default: body(VK_ALPHA_KEPT)
  }
}

/// Rows every `stride` bytes; 4 is one after the other.
@c @implementation
func vk_pack_rgba8_f32(
  _ r: UnsafePointer<Float>, _ g: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ a: UnsafePointer<Float>,
  _ alpha: vk_alpha, _ out: UnsafeMutablePointer<UInt8>, _ stride: Int, _ n: Int
) {
  typealias V = vk_f32
  withConstant(alpha) { alpha in
    if stride == 4 {
      let rows = UnsafeMutableRawPointer(out).assumingMemoryBound(to: Float.self)
      V.forEach(n, columns: 5, into: rows, isNew: true) { place in
        let (x, y, z, w) = converted(V.load(r, place), V.load(g, place), V.load(b, place), V.load(a, place), alpha)
        V.storeRGBA8(x, y, z, w, out, place)
      }
    } else {
      V.forEach(n) { place in
        let (x, y, z, w) = converted(V.load(r, place), V.load(g, place), V.load(b, place), V.load(a, place), alpha)
        let rows = V.rgba8(x, y, z, w)
        if place.access == .first {
          vk_store_first_strided_i32(out + place.offset &* stride, stride, rows, place.count)
        } else {
          vk_store_strided_i32(out + place.offset &* stride, stride, rows)
        }
      }
    }
  }
}

@c @implementation
func vk_unpack_rgba8_f32(
  _ rows: UnsafePointer<UInt8>, _ alpha: vk_alpha, _ r: UnsafeMutablePointer<Float>, _ g: UnsafeMutablePointer<Float>,
  _ b: UnsafeMutablePointer<Float>, _ a: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  withConstant(alpha) { alpha in
    V.forEach(n) { place in
      let colour = V.loadRGBA8(rows, place)
      let (x, y, z, w) = converted(colour.r, colour.g, colour.b, colour.a, alpha)
      V.store(x, r, place)
      V.store(y, g, place)
      V.store(z, b, place)
      V.store(w, a, place)
    }
  }
}

@c @implementation
func vk_convert_alpha_f32(
  _ r: UnsafePointer<Float>, _ g: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ a: UnsafePointer<Float>,
  _ alpha: vk_alpha, _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ n: Int
) {
  typealias V = vk_f32
  withConstant(alpha) { alpha in
    V.forEach(n) { place in
      let (x, y, z, w) = converted(V.load(r, place), V.load(g, place), V.load(b, place), V.load(a, place), alpha)
      V.store(x, out, place)
      V.store(y, out + stride, place)
      V.store(z, out + 2 &* stride, place)
      V.store(w, out + 3 &* stride, place)
    }
  }
}

#endif
