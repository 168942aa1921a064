#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Colours as kernels read them: from columns, from rows of 8-bit sRGB, between two columns of colours, and from
// gradients, which are many mixings in a row.
//
//   c = from + amount * (to - from)      for each of the four premultiplied components
//   colour = c / alpha, but for a hue, then converted; alpha clamped to 0...1, before it divides where it may
//   be above 1, as between colours, but not in gradients
//
// An alpha below 2^-126 (in `Double` 2^-1022), such as 0 or a negative one, leaves c undivided, as CSS Color 4 has it for
// an alpha of 0. NaN in alpha gives NaN in all but a hue. The two colours are in the space of the interpolation, their
// alphas multiplied in and their hues on the arc that is meant; so a frame only interpolates and converts back.
//
// Error: the interpolation's, 1 ulp of the larger end, and 2 ulp for the division; a gradient's 2 ulp of the larger
// stop. Bytes per colour read: columns 16, 8 bits 4, pairs 32 and 36 with an amount each, gradients 4; in `Double` twice
// as many.

struct ColorSource {
  typealias V = vk_f32

  private let source: vk_color_source

  @inline(__always) init(_ source: vk_color_source) { self.source = source }

  /// Runs one of the bodies for every register's worth of the colours from `start` to `end`: for those that alpha is
  /// multiplied in, and for others.
  @inline(__always)
  func forEachPremultiplied(
    _ start: Int, _ end: Int, _ body: (LanePosition, V, V, V, V) -> Void, plain: (LanePosition, V, V, V, V) -> Void
  ) {
    let (from, to) = (source.from, source.to)
    switch source.kind {
    case VK_FROM_COLUMNS:
      V.forEach(end, from: start) { place in
        let alpha = from.3 == nil ? V(repeating: 1) : load(from.3, place)
        plain(place, load(from.0, place), load(from.1, place), load(from.2, place), alpha)
      }
    case VK_FROM_RGBA8:
      V.forEach(end, from: start) { place in
        let (r, g, b, alpha) = V.loadRGBA8(source.rgba8.unsafelyUnwrapped, place)
        plain(place, r, g, b, alpha)
      }
    case VK_FROM_PAIRS where source.amount_each != nil:
      V.forEach(end, from: start) { place in
        let t = load(source.amount_each, place)
        @inline(__always) func mixed(_ a: UnsafePointer<Float>?, _ b: UnsafePointer<Float>?) -> V {
          V.lerp(load(a, place), load(b, place), t)
        }
        let alpha = V.clamped(alpha: mixed(from.3, to.3))
        body(place, mixed(from.0, to.0), mixed(from.1, to.1), mixed(from.2, to.2), alpha)
      }
    case VK_FROM_PAIRS:
      let (near, far, s) = V.nearerEnd(from, to, source.amount)
      V.forEach(end, from: start) { place in
        @inline(__always) func mixed(_ a: UnsafePointer<Float>?, _ b: UnsafePointer<Float>?) -> V {
          let a = load(a, place)
          return V.fma(s, load(b, place) - a, a)
        }
        let alpha = V.clamped(alpha: mixed(near.3, far.3))
        body(place, mixed(near.0, far.0), mixed(near.1, far.1), mixed(near.2, far.2), alpha)
      }
    default:
      let gradient = GradientLanes(source.gradient.unsafelyUnwrapped)
      V.forEach(end, from: start) { place in
        let (x, y, z, alpha) = gradient.value(load(source.amount_each, place))
        body(place, x, y, z, alpha)
      }
    }
  }

  @inline(__always)
  private func load(_ column: UnsafePointer<Float>?, _ place: LanePosition) -> V {
    V.load(column.unsafelyUnwrapped, place)
  }
}

extension Lanes {
  /// Returns an alpha that may lie beyond the ends, clamped to 1 at most. NaN stays.
  @inline(__always)
  static func clamped(alpha: Self) -> Self { min(Self(repeating: 1), alpha) }

  /// Returns the factor that takes alpha out of the components: 1 / alpha, or 1 where there is no alpha.
  @inline(__always)
  static func unpremultiplier(_ alpha: Self) -> Self {
    let one = Self(repeating: 1)
    return one / select(less(alpha, Self(repeating: .leastNormalMagnitude)), one, alpha)
  }

  /// The same for each component, one of which may be a hue.
  @inline(__always)
  static func unpremultiplier(_ alpha: Self, hue: Int32) -> (x: Self, y: Self, z: Self) {
    let all = unpremultiplier(alpha)
    @inline(__always) func scale(_ component: Int32) -> Self {
      select(Bits(repeating: hue == component ? -1 : 0), Self(repeating: 1), all)
    }
    return (scale(0), all, scale(2))
  }
}

/// The lanes of a gradient at its locations.
private struct GradientLanes {
  private let gradient: vk_gradient
  /// The number of times that the search halves what is left.
  private let levels: Int32

  @inline(__always)
  init(_ gradient: UnsafePointer<vk_gradient>) {
    self.gradient = gradient.pointee
    var levels = Int32(0)
    while (self.gradient.segments &- 1) &>> Int(levels) > 32 { levels &+= 1 }
    self.levels = levels
  }

  @inline(__always)
  func value(_ location: vk_f32) -> (vk_f32, vk_f32, vk_f32, vk_f32) {
    let segment = segment(location)
    let start = vk_gather_f32(gradient.starts, segment)
    let scale = vk_gather_f32(gradient.scales, segment)
    let u = vk_f32.min(vk_f32(repeating: 1), vk_f32.max(vk_f32(repeating: 0), (location - start) * scale))
    @inline(__always) func component(_ k: Int32) -> vk_f32 {
      vk_f32.fma(
        u, vk_column_of_eight(gradient.rows, segment, k &+ 4), vk_column_of_eight(gradient.rows, segment, k))
    }
    return (component(0), component(1), component(2), component(3))
  }

  /// The number of the segment that a location is in: how many others end there or before. The first one for NaN.
  @inline(__always)
  private func segment(_ location: vk_f32) -> vk_i32 {
    let count = gradient.segments &- 1
    // Up to 32 ends are compared in all lanes: each, or only every `step`th. What is between two of these is bisected,
    // by gathers, each of which takes as long as a dozen comparisons or more.
    var step = 1 &<< Int(levels)
    var number = vk_i32(repeating: 0)
    var end = step
    while end <= count {
      number = number &- vk_f32.lessOrEqual(vk_f32(repeating: gradient.ends[end &- 1]), location)
      end &+= step
    }
    number = number &<< vk_i32(repeating: levels)
    let last = vk_i32(repeating: Int32(truncatingIfNeeded: count))
    while step > 1 {
      step &>>= 1
      let width = vk_i32(repeating: Int32(truncatingIfNeeded: step))
      // The last end stands for those that aren't there, and isn't counted for them.
      let next = number &+ width
      let isThere = ~vk_less_bits_f32(last, next)
      let end = vk_gather_f32(gradient.ends, vk_min_i32(next, last) &- vk_i32(repeating: 1))
      number = number &+ (width & isThere & vk_f32.lessOrEqual(end, location))
    }
    return number
  }
}

#endif
