#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Interpolation between two columns.
//
//   s, base = amount < 1/2 ? (amount, from) : (amount - 1, to)
//   result  = base + s * (to - from)
//
// With one amount for all, `from` and `to` take each other's places instead where s counts from `to`, which gives the same
// bits, except for the sign of a zero.
//
// For finite numbers whose `to - from` doesn't overflow: measured from the nearer end, both ends are exact, equal ends
// give that value at any amount, and within each half the result is monotone because every operation in it is. Error
// for amount in 0...1: 1 ulp of the larger end (1.5 ulp where multiply-add isn't fused); the two halves meet with a
// step back of at most 1 ulp of the larger end. Outside 0...1 it extrapolates. Where `to - from` overflows, the result
// is infinite or NaN.
//
// Bytes per element, read + written (Float): one amount for all 8 + 4; one each 12 + 4; one per value of c components,
// in rows or in columns of their own, 8 + 4/c + 4. Blend of k inputs 4k + 4, error at most k/2 ulp of the sum of absolute
// products (k where multiply-add isn't fused). Sum 8 + 4, correctly rounded.

extension Lanes {
  @inline(__always)
  static func lerp(_ from: Self, _ to: Self, _ amount: Self) -> Self {
    let (s, isSecondHalf) = nearerEnd(amount)
    return lerp(from, to, s, isSecondHalf)
  }

  /// Returns the ends with the nearer one first, and the factor of the difference between them, for an amount that all
  /// elements share.
  @inline(__always)
  static func nearerEnd<Ends>(
    _ from: Ends, _ to: Ends, _ amount: Element
  ) -> (near: Ends, far: Ends, s: Self) {
    amount < 0.5 ? (from, to, Self(repeating: amount)) : (to, from, Self(repeating: 1 - amount))
  }

  /// Returns the factor of `to - from`, and whether it counts from `to` rather than from `from`. On AVX-512, the mask of
  /// what is selected is then that of the subtraction.
  @inline(__always)
  fileprivate static func nearerEnd(_ amount: Self) -> (s: Self, isSecondHalf: Bits) {
    let isSecondHalf = lessOrEqual(Self(repeating: 0.5), amount)
    return (select(isSecondHalf, amount - Self(repeating: 1), amount), isSecondHalf)
  }

  @inline(__always)
  fileprivate static func lerp(_ from: Self, _ to: Self, _ s: Self, _ isSecondHalf: Bits) -> Self {
    fma(s, to - from, select(isSecondHalf, to, from))
  }
}

@inline(__always)
private func lerp<V: Lanes>(
  _: V.Type, _ from: UnsafePointer<V.Element>, _ to: UnsafePointer<V.Element>, _ amount: V.Element,
  _ out: UnsafeMutablePointer<V.Element>, _ n: Int, isShort: Bool = false
) {
  let (near, far, s) = V.nearerEnd(from, to, amount)
  let minusS = V.negated(s)
  V.forEach(n, columns: 3, into: out, isNew: out != from && out != to, isShort: isShort) { place in
    let a = V.load(near, place)
    // The far end is read by the subtraction.
    V.store(V.fma(minusS, a - V.load(far, place), a), out, place)
  }
}

@inline(__always)
private func lerpEach<V: Lanes>(
  _: V.Type, _ from: UnsafePointer<V.Element>, _ to: UnsafePointer<V.Element>, _ amount: UnsafePointer<V.Element>,
  _ out: UnsafeMutablePointer<V.Element>, _ n: Int, isShort: Bool
) {
  let isNew = out != from && out != to && out != amount
  V.forEach(n, columns: 4, into: out, isNew: isNew, isShort: isShort) { place in
    V.store(V.lerp(V.load(from, place), V.load(to, place), V.load(amount, place)), out, place)
  }
}

/// Interpolates all components at a place, each in columns of its own, by the same amounts. There is at least one
/// component.
@inline(__always)
func lerpColumns<V: Lanes>(
  _ amount: V, _ from: UnsafePointer<V.Element>, _ stride: Int, _ to: UnsafePointer<V.Element>, _ toStride: Int,
  _ out: UnsafeMutablePointer<V.Element>, _ outStride: Int, _ components: Int, _ place: LanePosition
) {
  let (s, isSecondHalf) = V.nearerEnd(amount)
  @inline(__always) func store(_ component: Int) {
    let (a, b) = (V.load(from + component &* stride, place), V.load(to + component &* toStride, place))
    V.store(V.lerp(a, b, s, isSecondHalf), out + component &* outStride, place)
  }
  // Many values have one component, and then nothing is to be counted. Narrow registers would take more code for it.
  var component = 0
  if VK_BYTES > 16 {
    store(0)
    component = 1
  }
  while component < components {
    store(component)
    component &+= 1
  }
}

/// Interpolates all components of `n` values, each in columns of its own, by the amounts that `amounts` computes.
///
/// On AVX-512, each column is read and written four cache lines at a time, one after the other. Beyond the caches,
/// results that are streamed then take two thirds of the time. On AVX2, streaming saves nothing. There is at least one
/// component.
///
/// - Parameter streams: Whether results are written past the caches, on AVX-512 and if columns are whole cache lines
///   apart.
@inline(__always)
func lerpColumns(
  _ from: UnsafePointer<Float>, _ stride: Int, _ to: UnsafePointer<Float>, _ toStride: Int,
  _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ components: Int, _ n: Int, streams: Bool,
  amounts: (LanePosition) -> RegisterPair<vk_f32>
) {
  typealias V = RegisterPair<vk_f32>
  @inline(__always) func interpolate(_ place: LanePosition) {
    lerpColumns(amounts(place), from, stride, to, toStride, out, outStride, components, place)
  }
  if VK_BYTES != 64 { return V.forEach(n, isLong: true, interpolate) }
  @inline(__always) func interpolateFour(_ place: LanePosition) {
    let (offset, access) = (place.offset, place.access)
    let (first, second) = (amounts(LanePosition(whole: offset)), amounts(LanePosition(whole: offset &+ V.lanes)))
    let a = (vk_f32.nearerEnd(first.low), vk_f32.nearerEnd(first.high))
    let b = (vk_f32.nearerEnd(second.low), vk_f32.nearerEnd(second.high))
    @inline(__always) func store(_ amount: (vk_f32, vk_f32.Bits), _ component: Int, _ register: Int) {
      let place = LanePosition(whole: offset &+ register &* vk_f32.lanes, access)
      let from = vk_f32.load(from + component &* stride, place)
      let to = vk_f32.load(to + component &* toStride, place)
      vk_f32.store(vk_f32.lerp(from, to, amount.0, amount.1), out + component &* outStride, place)
    }
    var component = 0
    repeat {
      store(a.0, component, 0)
      store(a.1, component, 1)
      store(b.0, component, 2)
      store(b.1, component, 3)
      component &+= 1
    } while component < components
  }
  V.forEach(
    n, into: out, streams: streams && outStride % vk_f32.lanes == 0, registers: 2, whole: interpolateFour,
    partial: interpolate)
}

/// One register of amounts serves `components` registers of components: each is repeated that many times by a
/// permutation that `spread` gives for each of them in turn. Where a selection costs more than a permutation, all that
/// depends on the amount alone is computed before.
@inline(__always)
private func lerpValues<V: Register>(
  _: V.Type, _ from: UnsafePointer<V.Element>, _ to: UnsafePointer<V.Element>, _ amount: UnsafePointer<V.Element>,
  _ components: Int, _ out: UnsafeMutablePointer<V.Element>, _ n: Int,
  spread: ((_ vector: Int, _ repeated: (V) -> V) -> Void) -> Void
) {
  let isNew = out != from && out != to && out != amount
  V.forEach(n, columns: 3 &* components, into: out, components: components, isNew: isNew) { values in
    let start = values.offset &* components
    let end = start &+ (values.access == .first ? values.count : V.lanes) &* components
    let amounts = V.load(amount, values)
    let (s, isSecondHalf) = V.nearerEnd(amounts)
    spread { vector, repeated in
      @inline(__always) func store(_ place: LanePosition) {
        let (a, b) = (V.load(from, place), V.load(to, place))
        if VK_SELECTION_IS_SLOW != 0 {
          V.store(V.lerp(a, b, repeated(s), V.bits(repeated(V.fromBits(isSecondHalf)))), out, place)
        } else {
          V.store(V.lerp(a, b, repeated(amounts)), out, place)
        }
      }
      let offset = start &+ vector &* V.lanes
      // Only the last register of all can be partial, so a whole register of values has no test in its loop.
      if values.access != .first || offset &+ V.lanes <= end {
        store(LanePosition(whole: offset, values.access == .first ? .whole : values.access))
      } else if offset < end {
        store(LanePosition(offset: offset, first: end &- offset))
      }
    }
  }
}

/// From it on a value is long enough to be a column of its own, and below it `forEachPermutation` finds the right lanes.
private let maximumSpreadComponents = 4096

@inline(__always)
private func lerpValues<V: Register>(
  _: V.Type, _ from: UnsafePointer<V.Element>, _ to: UnsafePointer<V.Element>, _ amount: UnsafePointer<V.Element>,
  _ components: Int, _ out: UnsafeMutablePointer<V.Element>, _ n: Int
) {
  switch components {
  case 1: lerpEach(V.self, from, to, amount, out, n, isShort: false)
  case 2: lerpFixed(V.self, from, to, amount, 2, out, n)
  case 3: lerpFixed(V.self, from, to, amount, 3, out, n)
  case 4: lerpFixed(V.self, from, to, amount, 4, out, n)
  // With registers of 16 bytes, it would be more code for few.
  case 5 where VK_BYTES > 16: lerpFixed(V.self, from, to, amount, 5, out, n)
  case 6: lerpFixed(V.self, from, to, amount, 6, out, n)
  case 8: lerpFixed(V.self, from, to, amount, 8, out, n)
  case ..<maximumSpreadComponents: lerpAny(V.self, from, to, amount, components, out, n)
  default:
    var value = 0
    while value < n {
      let offset = value &* components
      lerp(V.self, from + offset, to + offset, amount[value], out + offset, components)
      value &+= 1
    }
  }
}

/// A number of components known when compiled: the permutations are constants.
@inline(__always)
private func lerpFixed<V: Register>(
  _: V.Type, _ from: UnsafePointer<V.Element>, _ to: UnsafePointer<V.Element>, _ amount: UnsafePointer<V.Element>,
  _ components: Int, _ out: UnsafeMutablePointer<V.Element>, _ n: Int
) {
  lerpValues(V.self, from, to, amount, components, out, n) { body in
    @inline(__always)
    func repeated(_ vector: Int) {
      body(vector) { V.repeated($0, Int32(truncatingIfNeeded: components), Int32(truncatingIfNeeded: vector)) }
    }
    // Written out, because a loop would not always be unrolled, and then its permutations aren't constants.
    repeated(0)
    repeated(1)
    if components > 2 { repeated(2) }
    if components > 3 { repeated(3) }
    if components > 4 { repeated(4) }
    if components > 5 { repeated(5) }
    if components > 6 { repeated(6) }
    if components > 7 { repeated(7) }
  }
}

/// Any number of components: the permutations from a table, or one after the other where there are too many.
@inline(__always)
private func lerpAny<V: Register>(
  _: V.Type, _ from: UnsafePointer<V.Element>, _ to: UnsafePointer<V.Element>, _ amount: UnsafePointer<V.Element>,
  _ components: Int, _ out: UnsafeMutablePointer<V.Element>, _ n: Int
) {
  if components <= ScratchRows<V>.registers {
    ScratchRows<V>.lend { table in
      forEachPermutation(V.self, components) { table[register: $0] = V.fromBits($1) }
      lerpValues(V.self, from, to, amount, components, out, n) { body in
        var vector = 0
        while vector < components {
          let permutation = V.bits(table[register: vector])
          body(vector) { V.permute($0, permutation) }
          vector &+= 1
        }
      }
    }
  } else {
    lerpValues(V.self, from, to, amount, components, out, n) { body in
      forEachPermutation(V.self, components) { vector, permutation in body(vector) { V.permute($0, permutation) } }
    }
  }
}

/// The permutations that repeat each lane `components` times, one for each of `components` registers. Element i wants the
/// lane floor(i / components), which is the integer next to (i + 0.5) / components - 0.5. That is at least 0.5 / 4096 away
/// from where the next integer is nearer, and `Float` rounds it by less than 2^-19: lanes' numbers are below 16.
@inline(__always)
private func forEachPermutation<V: Register>(_: V.Type, _ components: Int, _ body: (Int, V.Bits) -> Void) {
  let inverse = 1 / V.Element(components)
  let (scale, shift) = (V(repeating: inverse), V(repeating: inverse / 2 - 0.5))
  let step = V(repeating: V.Element(V.lanes))
  // Added to this number's bits, an integer is added to the number.
  let zero = V(repeating: V.Element(sign: .plus, exponent: .init(V.Element.significandBitCount), significand: 1))
  var element = V.fromBits(V.bits(zero) &+ V.laneNumbers()) - zero
  var vector = 0
  while vector < components {
    body(vector, V.permutation(V.integer(V.fma(element, scale, shift))))
    element = element + step
    vector &+= 1
  }
}

/// Over four registers at a time, so that a weight is broadcast once for the four.
@inline(__always)
private func blend<V: Lanes>(
  _: V.Type, _ inputs: UnsafePointer<V.Element>, _ stride: Int, _ weights: UnsafePointer<V.Element>, _ k: Int,
  _ out: UnsafeMutablePointer<V.Element>, _ n: Int
) {
  let isInput = inputs <= UnsafePointer(out) && UnsafePointer(out) < inputs + ((k &- 1) &* stride &+ n)
  @inline(__always) func weight(_ j: Int) -> V { V(repeating: weights[j]) }
  @inline(__always) func forEach(_ body: (LanePosition) -> V) {
    V.forEach(n, columns: k &+ 1, into: out, isNew: !isInput) { V.store(body($0), out, $0) }
  }
  @inline(__always) func input(_ j: Int, _ place: LanePosition) -> V { V.load(inputs + j &* stride, place) }
  @inline(__always) func sum(_ place: LanePosition) -> V {
    var sum = V(repeating: 0)
    var j = 0
    while j < k {
      sum = V.fma(weight(j), input(j, place), sum)
      j &+= 1
    }
    return sum
  }
  if k == 4 {
    // A common number, whose weights stay in registers.
    let (a, b, c, d) = (weight(0), weight(1), weight(2), weight(3))
    forEach { place in
      if place.access == .first { return sum(place) }
      let half = V.fma(b, input(1, place), V.fma(a, input(0, place), V(repeating: 0)))
      return V.fma(d, input(3, place), V.fma(c, input(2, place), half))
    }
  } else {
    forEach(sum)
  }
}

/// Whether registers of AVX-512 are read and stored one after the other. Beyond the first-level cache, that takes up to
/// a ninth less time than pairs, in the cache up to a tenth more.
@inline(__always)
private func isInTurn<Element>(_: Element.Type, _ n: Int, columns: Int) -> Bool {
  VK_BYTES == 64 && columns &* n &* MemoryLayout<Element>.size > 32 << 10
}

/// Interpolates between two columns by one amount.
@inline(__always)
private func lerpColumn<V: Lanes>(
  _: V.Type, _ from: UnsafePointer<V.Element>, _ to: UnsafePointer<V.Element>, _ amount: V.Element,
  _ out: UnsafeMutablePointer<V.Element>, _ n: Int
) {
  // On AVX2, registers in turn are always faster than pairs.
  if VK_BYTES == 32 || isInTurn(V.Element.self, n, columns: 3) {
    lerp(V.self, from, to, amount, out, n, isShort: true)
  } else {
    lerp(RegisterPair<V>.self, from, to, amount, out, n)
  }
}

/// Interpolates between two columns by a column of amounts.
@inline(__always)
private func lerpEachColumn<V: Lanes>(
  _: V.Type, _ from: UnsafePointer<V.Element>, _ to: UnsafePointer<V.Element>, _ amount: UnsafePointer<V.Element>,
  _ out: UnsafeMutablePointer<V.Element>, _ n: Int
) {
  if isInTurn(V.Element.self, n, columns: 4) {
    lerpEach(V.self, from, to, amount, out, n, isShort: true)
  } else {
    lerpEach(RegisterPair<V>.self, from, to, amount, out, n, isShort: true)
  }
}

@c @implementation
func vk_lerp_f32(
  _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ amount: Float, _ out: UnsafeMutablePointer<Float>,
  _ n: Int
) {
  lerpColumn(vk_f32.self, from, to, amount, out, n)
}

@c @implementation
func vk_lerp_f64(
  _ from: UnsafePointer<Double>, _ to: UnsafePointer<Double>, _ amount: Double, _ out: UnsafeMutablePointer<Double>,
  _ n: Int
) {
  lerpColumn(vk_f64.self, from, to, amount, out, n)
}

@c @implementation
func vk_lerp_each_f32(
  _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ amount: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  lerpEachColumn(vk_f32.self, from, to, amount, out, n)
}

@c @implementation
func vk_lerp_each_f64(
  _ from: UnsafePointer<Double>, _ to: UnsafePointer<Double>, _ amount: UnsafePointer<Double>,
  _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  lerpEachColumn(vk_f64.self, from, to, amount, out, n)
}

@c @implementation
func vk_lerp_columns_f32(
  _ amount: UnsafePointer<Float>, _ from: UnsafePointer<Float>, _ stride: Int, _ to: UnsafePointer<Float>,
  _ toStride: Int, _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ components: Int, _ streams: Int32, _ n: Int
) {
  lerpColumns(from, stride, to, toStride, out, outStride, components, n, streams: streams != 0) {
    RegisterPair<vk_f32>.load(amount, $0)
  }
}

@c @implementation
func vk_lerp_values_f32(
  _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ amount: UnsafePointer<Float>, _ components: Int,
  _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  lerpValues(vk_f32.self, from, to, amount, components, out, n)
}

@c @implementation
func vk_lerp_values_f64(
  _ from: UnsafePointer<Double>, _ to: UnsafePointer<Double>, _ amount: UnsafePointer<Double>, _ components: Int,
  _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  lerpValues(vk_f64.self, from, to, amount, components, out, n)
}

@c @implementation
func vk_blend_f32(
  _ inputs: UnsafePointer<Float>, _ stride: Int, _ weights: UnsafePointer<Float>, _ k: Int,
  _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  blend(RegisterPair<RegisterPair<vk_f32>>.self, inputs, stride, weights, k, out, n)
}

@c @implementation
func vk_blend_f64(
  _ inputs: UnsafePointer<Double>, _ stride: Int, _ weights: UnsafePointer<Double>, _ k: Int,
  _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  blend(RegisterPair<RegisterPair<vk_f64>>.self, inputs, stride, weights, k, out, n)
}

/// `a + b + c`, in this order.
@c @implementation
func vk_add_f32(
  _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>,
  _ n: Int
) {
  typealias V = RegisterPair<vk_f32>
  V.forEach(n) { place in V.store(V.load(a, place) + V.load(b, place) + V.load(c, place), out, place) }
}

/// `a + b`, rounded once: every `Float` is a `Double`.
@c @implementation
func vk_add_widened_f64(
  _ a: UnsafePointer<Float>, _ b: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  Wide.forEach(n, columns: 3, into: out, isNew: false) { place in
    Wide.store(Wide(vk_f32.load(a, place)) + Wide.load(b, place), out, place)
  }
}

#endif
