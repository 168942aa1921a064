#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Components of one colour space to those of another, for a block of colours in rows.
//
//   shape    polar coordinates, HSL, HWB or HSB to rectangular components
//   decode   to linear light: a transfer function, or Lab's or Oklab's cubes
//   matrix   from one space's linear components to the other's
//   encode   a transfer function, or cube roots
//   shape    back
//
// So any space is converted to any other in the same five passes, each of which is chosen once for a block. Spaces that
// share their rectangular components or their light skip the passes between. Everything is `Double` from load to store,
// for the reason that ColorCurves.swift gives.
//
// Error: half an ulp for rounding the result to Float, which columns of Double don't have. In addition, roots of
// numbers near 0 enlarge linear light's 7e-15, to 1.3e-6 where an RGB space has a pure power, and the 7e-16 of Oklab's
// cones, to 4.4e-5: near black, around ProPhoto RGB's blue, and outside of every RGB gamut. Bytes per colour, written:
// columns 12 and alpha's 4, columns of Double 24 and 8, 8 bits 4. ColorSource documents the bytes that are read.

/// The rows of a block of colours.
enum ColorRow: Int {
  case x, y, z, alpha
}

typealias ColorBlock = ScratchRows<Wide>

extension ColorBlock {
  /// Replaces the components in the rows by `body`'s results.
  @inline(__always)
  func map(_ count: Int, _ body: (Wide, Wide, Wide) -> (Wide, Wide, Wide)) {
    forEach(from: 0, to: count) { offset in
      let (x, y, z) = body(self[ColorRow.x, offset], self[ColorRow.y, offset], self[ColorRow.z, offset])
      self[ColorRow.x, offset] = x
      self[ColorRow.y, offset] = y
      self[ColorRow.z, offset] = z
    }
  }

  @inline(__always)
  func multiply(_ count: Int, by matrix: RowsOfThree) {
    map(count) { x, y, z in matrix.product(x, y, z) }
  }

  /// Converts the first `count` colours of a block.
  @inline(__always)
  func convert(_ count: Int, _ conversion: UnsafePointer<vk_color_conversion>, huesBelow limit: Wide) {
    toRectangular(count, conversion.pointee.from_shape)
    decode(count, conversion)
    if let matrix = conversion.pointee.matrix { multiply(count, by: RowsOfThree(matrix)) }
    encode(count, conversion)
    fromRectangular(count, conversion.pointee.to_shape, huesBelow: limit)
  }

  @inline(__always)
  private func toRectangular(_ count: Int, _ shape: Int32) {
    switch shape {
    case VK_SHAPE_POLAR:
      map(count) { lightness, chroma, hue in
        let (a, b) = Wide.rectangular(chroma: chroma, hue: hue)
        return (lightness, a, b)
      }
    case VK_SHAPE_HSL: map(count) { Wide.rgb(hue: $0, saturation: $1, lightness: $2) }
    case VK_SHAPE_HWB: map(count) { Wide.rgb(hue: $0, whiteness: $1, blackness: $2) }
    case VK_SHAPE_HSB: map(count) { Wide.rgb(hueInTurns: $0, saturation: $1, brightness: $2) }
    default: break
    }
  }

  @inline(__always)
  private func fromRectangular(_ count: Int, _ shape: Int32, huesBelow limit: Wide) {
    switch shape {
    case VK_SHAPE_POLAR:
      map(count) { lightness, a, b in
        (lightness, Wide.sqrt(Wide.fma(a, a, b * b)), Wide.degrees(a, b, below: limit))
      }
    case VK_SHAPE_HSL: map(count) { HueRange($0, $1, $2, below: limit).hsl }
    case VK_SHAPE_HWB: map(count) { HueRange($0, $1, $2, below: limit).hwb }
    case VK_SHAPE_HSB:
      map(count) {
        HueRange(Wide.clippedToOne($0), Wide.clippedToOne($1), Wide.clippedToOne($2), below: limit).hsb
      }
    default: break
    }
  }

  @inline(__always)
  private func decode(_ count: Int, _ conversion: UnsafePointer<vk_color_conversion>) {
    switch conversion.pointee.decoding {
    case VK_CURVE_TRANSFER:
      let transfer = TransferLanes(conversion.pointee.decoder)
      map(rows: 3, count) {
        transfer.decodingExponent($0)
      } finish: {
        transfer.decoded($1, $0)
      }
    case VK_CURVE_LAB:
      let lab = LabLanes()
      map(count) { lab.decoded($0, $1, $2) }
    case VK_CURVE_OKLAB:
      let toRoots = RowsOfThree(conversion.pointee.to_roots.unsafelyUnwrapped)
      map(count) { lightness, a, b in
        let (l, m, s) = toRoots.product(lightness, a, b)
        return (l * l * l, m * m * m, s * s * s)
      }
    default: break
    }
  }

  @inline(__always)
  private func encode(_ count: Int, _ conversion: UnsafePointer<vk_color_conversion>) {
    switch conversion.pointee.encoding {
    case VK_CURVE_TRANSFER:
      let transfer = TransferLanes(conversion.pointee.encoder)
      map(rows: 3, count) {
        transfer.encodingExponent($0)
      } finish: {
        transfer.encoded($1, $0)
      }
    case VK_CURVE_LAB:
      let lab = LabLanes()
      map(rows: 3, count) {
        Wide.roughCubeRoot($0)
      } finish: {
        lab.root($1, $0)
      }
      map(count) { lab.components($0, $1, $2) }
    case VK_CURVE_OKLAB:
      map(rows: 3, count) {
        Wide.roughCubeRoot($0)
      } finish: {
        Wide.cubeRoot($1, $0)
      }
      multiply(count, by: RowsOfThree(conversion.pointee.from_roots.unsafelyUnwrapped))
    default: break
    }
  }
}

/// A matrix, each entry in all lanes.
struct RowsOfThree {
  private let entries: (Double, Double, Double, Double, Double, Double, Double, Double, Double)

  @inline(__always) init(_ matrix: UnsafePointer<vk_matrix>) { entries = matrix.pointee.entries }

  @inline(__always)
  func product<V: Lanes>(_ x: V, _ y: V, _ z: V) -> (V, V, V) where V.Element == Double {
    @inline(__always) func row(_ a: Double, _ b: Double, _ c: Double) -> V {
      V.fma(x, V(repeating: a), V.fma(y, V(repeating: b), z * V(repeating: c)))
    }
    return (
      row(entries.0, entries.1, entries.2), row(entries.3, entries.4, entries.5),
      row(entries.6, entries.7, entries.8)
    )
  }
}

/// One direction of a transfer function.
private struct TransferLanes {
  let limit, slope, scale, offset, power: Wide

  @inline(__always)
  init(_ transfer: vk_transfer) {
    limit = Wide(repeating: transfer.limit)
    slope = Wide(repeating: transfer.slope)
    scale = Wide(repeating: transfer.scale)
    offset = Wide(repeating: transfer.offset)
    power = Wide(repeating: transfer.power)
  }

  @inline(__always)
  func decodingExponent(_ x: Wide) -> Exponent<Wide> {
    Wide.powerExponent(Wide.fma(Wide.abs(x), scale, offset), power)
  }

  @inline(__always)
  func decoded(_ x: Wide, _ exponent: Exponent<Wide>) -> Wide {
    let magnitude = Wide.abs(x)
    let curve = Wide.power(magnitude, exponent)
    return Wide.copysign(Wide.select(Wide.lessOrEqual(magnitude, limit), magnitude * slope, curve), x)
  }

  @inline(__always)
  func encodingExponent(_ x: Wide) -> Exponent<Wide> { Wide.powerExponent(Wide.abs(x), power) }

  @inline(__always)
  func encoded(_ x: Wide, _ exponent: Exponent<Wide>) -> Wide {
    let magnitude = Wide.abs(x)
    let curve = Wide.fma(Wide.power(magnitude, exponent), scale, offset)
    return Wide.copysign(Wide.select(Wide.lessOrEqual(magnitude, limit), magnitude * slope, curve), x)
  }
}

/// CIE Lab over X, Y, Z, each divided by the white's: cube roots, with a line below (6/29)^3 (CIE 15).
private struct LabLanes {
  /// (6/29)^3, and 841/108, the root's slope there.
  let limit = Wide(repeating: 216 / 24389.0)
  let slope = Wide(repeating: 841 / 108.0)
  let start = Wide(repeating: 4 / 29.0)

  @inline(__always) init() {}

  @inline(__always)
  func root(_ light: Wide, _ rough: Wide.RoughCubeRoot) -> Wide {
    Wide.select(Wide.lessOrEqual(light, limit), Wide.fma(light, slope, start), Wide.cubeRoot(light, rough))
  }

  @inline(__always)
  func components(_ x: Wide, _ y: Wide, _ z: Wide) -> (Wide, Wide, Wide) {
    (
      Wide.fma(y, Wide(repeating: 116), Wide(repeating: -16)), (x - y) * Wide(repeating: 500),
      (y - z) * Wide(repeating: 200)
    )
  }

  @inline(__always)
  func decoded(_ lightness: Wide, _ a: Wide, _ b: Wide) -> (Wide, Wide, Wide) {
    let y = (lightness + Wide(repeating: 16)) * Wide(repeating: 1 / 116.0)
    let x = Wide.fma(a, Wide(repeating: 1 / 500.0), y)
    let z = Wide.fma(b, Wide(repeating: -1 / 200.0), y)
    return (cube(x), cube(y), cube(z))
  }

  @inline(__always)
  private func cube(_ root: Wide) -> Wide {
    let cube = root * root * root
    return Wide.select(Wide.lessOrEqual(cube, limit), (root - start) * Wide(repeating: 108 / 841.0), cube)
  }
}

// MARK: - Columns and rows

extension ColorBlock {
  /// Reads the colours from `start` to `end`.
  @inline(__always)
  fileprivate func load(_ source: ColorSource, hue: Int32, _ start: Int, _ end: Int) {
    source.forEachPremultiplied(start, end) { place, x, y, z, alpha in
      let scale = vk_f32.unpremultiplier(alpha, hue: hue)
      set(place.offset &- start, x * scale.x, y * scale.y, z * scale.z, alpha)
    } plain: { place, x, y, z, alpha in
      set(place.offset &- start, x, y, z, alpha)
    }
  }

  @inline(__always)
  fileprivate func load(_ colors: DoubleColors, _ start: Int, _ end: Int) {
    Wide.forEachInOneLoop(end, from: start) { place in
      let offset = place.offset &- start
      let (x, y, z, alpha) = colors[place]
      self[ColorRow.x, offset] = x
      self[ColorRow.y, offset] = y
      self[ColorRow.z, offset] = z
      self[ColorRow.alpha, offset] = alpha
    }
  }

  @inline(__always)
  private func set(_ offset: Int, _ x: vk_f32, _ y: vk_f32, _ z: vk_f32, _ alpha: vk_f32) {
    self[ColorRow.x, offset] = Wide(x)
    self[ColorRow.y, offset] = Wide(y)
    self[ColorRow.z, offset] = Wide(z)
    self[ColorRow.alpha, offset] = Wide(alpha)
  }

  /// Takes hues that a mixture on their arc led beyond it back into 0..<360. Those that are there stay as they are.
  @inline(__always)
  fileprivate func wrapHues(_ row: ColorRow, _ count: Int, below limit: Wide) {
    forEach(from: 0, to: count) { offset in
      let hue = self[row, offset]
      let turn = Wide(repeating: 360)
      let rest = Wide.fma(Wide.floor(hue * Wide(repeating: 1 / 360)), Wide.negated(turn), hue)
      // The quotient may have been rounded up to a whole number of turns.
      let wrapped = Wide.select(Wide.less(rest, Wide(repeating: 0)), rest + turn, rest)
      self[row, offset] = Wide.wrappedOnce(wrapped, below: limit)
    }
  }

  /// Writes them, alpha clamped unless it was only read.
  @inline(__always)
  fileprivate func store(_ sink: vk_color_sink, isMixed: Bool, _ start: Int, _ end: Int) {
    if let rgba8 = sink.rgba8 {
      vk_f32.forEach(end, from: start) { place in
        let offset = place.offset &- start
        vk_f32.storeRGBA8(
          self[ColorRow.x, offset].narrowed, self[ColorRow.y, offset].narrowed, self[ColorRow.z, offset].narrowed,
          self[ColorRow.alpha, offset].narrowed, rgba8, place)
      }
      return
    }
    if isMixed {
      forEach(from: start, to: end) { offset in
        let alpha = self[ColorRow.alpha, offset]
        self[ColorRow.alpha, offset] = Wide.min(Wide(repeating: 1), Wide.max(Wide(repeating: 0), alpha))
      }
    }
    if let x = sink.doubles.0 {
      let (y, z, alpha) = (sink.doubles.1.unsafelyUnwrapped, sink.doubles.2.unsafelyUnwrapped, sink.doubles.3)
      Wide.forEachInOneLoop(end, from: start) { place in
        let offset = place.offset &- start
        Wide.store(self[ColorRow.x, offset], x, place)
        Wide.store(self[ColorRow.y, offset], y, place)
        Wide.store(self[ColorRow.z, offset], z, place)
        if let alpha { Wide.store(self[ColorRow.alpha, offset], alpha, place) }
      }
      return
    }
    @inline(__always) func store(_ row: ColorRow, _ column: UnsafeMutablePointer<Float>?) {
      guard let column else { return }
      vk_f32.forEach(end, from: start) { place in
        vk_f32.store(self[row, place.offset &- start].narrowed, column, place)
      }
    }
    store(.x, sink.columns.0)
    store(.y, sink.columns.1)
    store(.z, sink.columns.2)
    store(.alpha, sink.columns.3)
  }
}

/// Colours in columns of `Double`, or premultiplied ones between two such colours.
private struct DoubleColors {
  private typealias Columns =
    (UnsafePointer<Double>?, UnsafePointer<Double>?, UnsafePointer<Double>?, UnsafePointer<Double>?)

  private let from, to: Columns
  private let isMixed: Bool
  private let amount: Double
  private let amounts: UnsafePointer<Double>?
  private let hue: Int32

  @inline(__always)
  init(_ source: vk_color_source, hue: Int32) {
    from = source.doubles
    to = source.to_doubles
    isMixed = source.kind == VK_FROM_DOUBLE_PAIRS
    amount = source.double_amount
    amounts = source.double_amount_each
    self.hue = hue
  }

  @inline(__always)
  subscript(place: LanePosition) -> (x: Wide, y: Wide, z: Wide, alpha: Wide) {
    @inline(__always) func load(_ column: UnsafePointer<Double>?) -> Wide {
      Wide.load(column.unsafelyUnwrapped, place)
    }
    let (x, y, z) = (load(from.0), load(from.1), load(from.2))
    let alpha = from.3 == nil ? Wide(repeating: 1) : load(from.3)
    if !isMixed { return (x, y, z, alpha) }
    let t = amounts == nil ? Wide(repeating: amount) : load(amounts)
    let mixedAlpha = Wide.clamped(alpha: Wide.lerp(alpha, load(to.3), t))
    let scale = Wide.unpremultiplier(mixedAlpha, hue: hue)
    return (
      Wide.lerp(x, load(to.0), t) * scale.x, Wide.lerp(y, load(to.1), t) * scale.y,
      Wide.lerp(z, load(to.2), t) * scale.z, mixedAlpha
    )
  }
}

/// Multiplies columns of `Double` by a matrix. Alpha, which is 1 where there is none, stays.
@inline(__always)
private func multiplyDoubles<V: Lanes>(
  _: V.Type, _ matrix: RowsOfThree, _ source: vk_color_source, _ sink: vk_color_sink, _ n: Int
) where V.Element == Double {
  let (x, y, z, alpha) = source.doubles
  let (outX, outY, outZ, outAlpha) = sink.doubles
  V.forEach(n) { place in
    @inline(__always) func load(_ column: UnsafePointer<Double>?) -> V { V.load(column.unsafelyUnwrapped, place) }
    let product = matrix.product(load(x), load(y), load(z))
    let opacity = alpha == nil ? V(repeating: 1) : load(alpha)
    V.store(product.0, outX.unsafelyUnwrapped, place)
    V.store(product.1, outY.unsafelyUnwrapped, place)
    V.store(product.2, outZ.unsafelyUnwrapped, place)
    if let outAlpha { V.store(opacity, outAlpha, place) }
  }
}

/// Converts columns by a matrix alone, in one pass: its few operations leave nothing waiting.
@inline(__always)
private func multiply(
  _ matrix: RowsOfThree, _ source: vk_color_source, _ sink: vk_color_sink, _ n: Int
) {
  if source.kind == VK_FROM_DOUBLES {
    // Beyond the caches, a register of AVX-512 at a time takes a sixth less time than a pair.
    if VK_BYTES == 64 {
      multiplyDoubles(vk_f64.self, matrix, source, sink, n)
    } else {
      multiplyDoubles(Wide.self, matrix, source, sink, n)
    }
    return
  }
  typealias V = vk_f32
  let (from, out) = (source.from, sink.columns)
  let (x, y, z) = (from.0.unsafelyUnwrapped, from.1.unsafelyUnwrapped, from.2.unsafelyUnwrapped)
  let (outX, outY, outZ) = (out.0.unsafelyUnwrapped, out.1.unsafelyUnwrapped, out.2.unsafelyUnwrapped)
  V.forEach(n) { place in
    let product = matrix.product(Wide(V.load(x, place)), Wide(V.load(y, place)), Wide(V.load(z, place)))
    V.store(product.0.narrowed, outX, place)
    V.store(product.1.narrowed, outY, place)
    V.store(product.2.narrowed, outZ, place)
  }
  guard let outAlpha = out.3 else { return }
  V.forEach(n) { place in
    let one = V(repeating: 1)
    V.store(from.3 == nil ? one : V.load(from.3.unsafelyUnwrapped, place), outAlpha, place)
  }
}

/// Converts columns of `Double` to such columns, too: all is computed in `Double` anyway.
@c @implementation
func vk_color_convert_f32(
  _ conversion: UnsafePointer<vk_color_conversion>, _ source: UnsafePointer<vk_color_source>,
  _ sink: UnsafePointer<vk_color_sink>, _ n: Int
) {
  let isLinear =
    (conversion.pointee.from_shape | conversion.pointee.decoding | conversion.pointee.encoding
      | conversion.pointee.to_shape) == 0
  if isLinear, let matrix = conversion.pointee.matrix, source.pointee.kind <= VK_FROM_DOUBLES,
    sink.pointee.rgba8 == nil
  {
    multiply(RowsOfThree(matrix), source.pointee, sink.pointee, n)
    return
  }
  let colors = ColorSource(source.pointee)
  let isMixed = source.pointee.kind >= VK_FROM_PAIRS
  let isDouble = source.pointee.kind == VK_FROM_DOUBLES || source.pointee.kind == VK_FROM_DOUBLE_PAIRS
  let hueLimit = Wide.hueLimit(isDouble: isDouble)
  // A space that stays the same has no shape.
  let keepsHue = isMixed && conversion.pointee.from_shape == VK_SHAPE_RECTANGULAR
  // Two columns of colours, and those of `Double`, in short blocks take up to a tenth less time beyond the second-level
  // cache, and up to 3 % more within it.
  let readsMuch = isDouble || source.pointee.kind == VK_FROM_PAIRS
  let length = readsMuch ? ColorBlock.shortLength : ColorBlock.length
  ColorBlock.forEachBlock(n, atMost: length) { block, start, end in
    if isDouble {
      block.load(DoubleColors(source.pointee, hue: conversion.pointee.hue), start, end)
    } else {
      block.load(colors, hue: conversion.pointee.hue, start, end)
    }
    block.convert(end &- start, conversion, huesBelow: hueLimit)
    if keepsHue && conversion.pointee.hue == 0 { block.wrapHues(.x, end &- start, below: hueLimit) }
    if keepsHue && conversion.pointee.hue == 2 { block.wrapHues(.z, end &- start, below: hueLimit) }
    block.store(sink.pointee, isMixed: isMixed, start, end)
  }
}

#endif
