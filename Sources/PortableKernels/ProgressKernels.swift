#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Progress from time: delays, speeds, repetition and autoreverse in one map.
//
//   v = offset + rate * max(0, time - start)   passes; k = floor(v) is the pass, f = v - k the part that is over
//   p = max(leastProgress, 1 - (1 - f) * progressPerPass)
//                                              0...1; odd passes of an animation that autoreverses are its way back
//
// and `end` when it's over: after `total` seconds, or a number of passes. On the way back, elements are either marked
// in a separate column (1 there, 0 elsewhere), or mirrored: 1 - p.
//
// time - start keeps its rounding error, and a shared rate keeps its own. Whole passes are subtracted from a product
// whose rounding error is kept (passes there and back in pairs, so that the half tells the direction). So the progress
// after a million passes is as precise as in the first.
//
// Error (Float): 2e-7 of a pass, times two where it autoreverses and times the progress per pass, for up to
// 1e7 passes since time 0, with `start` and an own `rate` taken as exact. 1.5 times that without fused multiply-add.
// With more passes, the roundings of times and rates to 48 bits count: 1.5e-14 of their number.
//
// A single pass with a rate of its own needs none of this: p = clamp(rate * (time - start), 0...1), to 2e-7.
//
// Bytes per element, read + written: shared 4 + 4, own 16 + 4, or 24 + 8 with offset and least progress, and 4 more
// written with the column of marks for the way back; a single pass 8 + 4; reversing 8 + 4.

/// Returns the rest of a number of cycles, given as a product and a small rest, without its whole cycles: 0...1.
@inline(__always)
private func fraction<V: Lanes>(_ rate: V, _ seconds: V, whole: V, rest: V) -> (left: V, fraction: V) {
  let left = V.remainder(rate, seconds, whole) + rest
  // A product of many cycles isn't next to an integer, and the rest may be a cycle itself.
  let centred = left - V.round(left)
  return (left, V.select(V.less(centred, V(repeating: 0)), centred + V(repeating: 1), centred))
}

@inline(__always)
private func progress<V: Lanes>(
  _: V.Type, _ timing: UnsafePointer<vk_timing>, _ start: UnsafePointer<Float>, _ time: Double, _ n: Int,
  store: (_ progress: V, _ isReversed: V.Bits, LanePosition) -> Void
) where V.Element == Float {
  let timing = timing.pointee
  let (zero, half, one) = (V(repeating: 0), V(repeating: 0.5), V(repeating: 1))
  let now = SplitTime<V>(time)
  let cycles = timing.autoreverses != 0 ? timing.rate / 2 : timing.rate
  let head = Float(cycles)
  let rate = V(repeating: head)
  // Later than that, the terms of the product of rate and time could overflow, and passes couldn't be told apart
  // anyway.
  let latest = V(repeating: 0x1p100 / Swift.max(1, head.magnitude))
  let rateRest = V(repeating: Float(cycles - Double(head)))
  let offset = V(repeating: Float(timing.autoreverses != 0 ? timing.offset / 2 : timing.offset))
  let totalHead = Float(timing.total)
  let total = V(repeating: totalHead)
  let totalRest = V(repeating: totalHead < .infinity ? Float(timing.total - Double(totalHead)) : 0)
  let leastProgress = V(repeating: timing.least_progress)
  let negatedProgressPerPass = V(repeating: -timing.progress_per_pass)
  let limit = V(repeating: timing.limit)
  let end = V(repeating: timing.end)

  @inline(__always)
  func elapsed(since start: V) -> SplitTime<V> {
    var elapsed = SplitTime(since: start, until: now)
    elapsed.seconds = V.min(latest, elapsed.seconds)
    return elapsed
  }
  /// Returns a mask of the lanes whose last pass is over, so that nothing is reversed there.
  @inline(__always)
  func isOver(_ elapsed: SplitTime<V>) -> V.Bits {
    V.lessOrEqual(zero, (elapsed.seconds - total) + (elapsed.rest - totalRest))
  }
  @inline(__always)
  func rest(_ elapsed: SplitTime<V>) -> V {
    V.fma(rateRest, elapsed.seconds, V.fma(rate, elapsed.rest, offset))
  }
  @inline(__always)
  func inPass(_ done: V) -> V { V.max(leastProgress, V.fma(negatedProgressPerPass, one - done, one)) }

  if timing.repeats == 0 {
    V.forEach(n) { place in
      let elapsed = elapsed(since: V.load(start, place))
      let p = V.min(limit, V.fma(rate, elapsed.seconds, rest(elapsed)))
      store(V.select(isOver(elapsed), end, p), V.Bits(repeating: 0), place)
    }
  } else if timing.autoreverses == 0 {
    V.forEach(n, isLong: true) { place in
      let elapsed = elapsed(since: V.load(start, place))
      let whole = V.round(rate * elapsed.seconds)
      let (_, done) = fraction(rate, elapsed.seconds, whole: whole, rest: rest(elapsed))
      store(V.select(isOver(elapsed), end, inPass(done)), V.Bits(repeating: 0), place)
    }
  } else {
    V.forEach(n, isLong: true) { place in
      let elapsed = elapsed(since: V.load(start, place))
      let whole = V.round(rate * elapsed.seconds)
      let (_, cycle) = fraction(rate, elapsed.seconds, whole: whole, rest: rest(elapsed))
      let isOdd = V.lessOrEqual(half, cycle)
      let over = isOver(elapsed)
      let p = inPass(cycle + cycle - V.select(isOdd, one, zero))
      store(V.select(over, end, p), isOdd & ~over, place)
    }
  }
}

@inline(__always)
private func progressEach<V: Lanes>(
  _: V.Type, _ start: UnsafePointer<Float>, _ rate: UnsafePointer<Float>, _ passes: UnsafePointer<Float>,
  _ progressPerPass: UnsafePointer<Float>, _ time: Double, _ n: Int,
  offset: (LanePosition, _ cyclesPerPass: V) -> V = { _, _ in V(repeating: 0) },
  leastProgress: (LanePosition) -> V = { _ in V(repeating: 0) },
  store: (_ progress: V, _ isReversed: V.Bits, LanePosition) -> Void
) where V.Element == Float {
  let (zero, half, one, two) = (V(repeating: 0), V(repeating: 0.5), V(repeating: 1), V(repeating: 2))
  let now = SplitTime<V>(time)
  V.forEach(n) { place in
    let elapsed = SplitTime(since: V.load(start, place), until: now)
    // A pair of passes is one cycle where it autoreverses.
    let cycles = V.select(V.less(V.load(passes, place), zero), half, one)
    let rate = V.load(rate, place) * cycles
    let whole = V.round(rate * elapsed.seconds)
    let rest = V.fma(rate, elapsed.rest, offset(place, cycles))
    return (whole: whole, fraction: fraction(rate, elapsed.seconds, whole: whole, rest: rest))
  } finish: { cycles, place in
    let (whole, (left, cycle)) = cycles
    let signedPasses = V.load(passes, place)
    let progressPerPass = V.load(progressPerPass, place)
    let autoreverses = V.less(signedPasses, zero)
    let scale = V.select(autoreverses, two, one)
    let isOdd = V.lessOrEqual(half, cycle) & autoreverses
    let done = V.fma(scale, cycle, V.select(isOdd, V.negated(one), zero))
    let over = V.lessOrEqual(zero, V.fma(scale, whole, V.negated(V.abs(signedPasses))) + scale * left)
    let p = V.max(leastProgress(place), V.fma(V.negated(progressPerPass), one - done, one))
    let known = progressPerPass * signedPasses
    store(V.select(V.lessOrEqual(known, known), V.select(over, one, p), known), isOdd & ~over, place)
  }
}

extension Lanes {
  /// The way back as the way there mirrored in time.
  @inline(__always)
  fileprivate static func mirrored(_ progress: Self, _ isReversed: Bits) -> Self {
    select(isReversed, Self(repeating: 1) - progress, progress)
  }

  /// 1 where the mask is set, 0 elsewhere.
  @inline(__always)
  fileprivate static func flag(_ mask: Bits) -> Self { select(mask, Self(repeating: 1), Self(repeating: 0)) }
}

@c @implementation
func vk_progress_f32(
  _ timing: UnsafePointer<vk_timing>, _ start: UnsafePointer<Float>, _ time: Double,
  _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  progress(RegisterPair<vk_f32>.self, timing, start, time, n) { p, isReversed, place in
    RegisterPair<vk_f32>.store(RegisterPair<vk_f32>.mirrored(p, isReversed), out, place)
  }
}

@c @implementation
func vk_progress_reversed_f32(
  _ timing: UnsafePointer<vk_timing>, _ start: UnsafePointer<Float>, _ time: Double,
  _ out: UnsafeMutablePointer<Float>, _ reversed: UnsafeMutablePointer<Float>, _ n: Int
) {
  progress(RegisterPair<vk_f32>.self, timing, start, time, n) { p, isReversed, place in
    RegisterPair<vk_f32>.store(p, out, place)
    RegisterPair<vk_f32>.store(RegisterPair<vk_f32>.flag(isReversed), reversed, place)
  }
}

@c @implementation
func vk_progress_each_f32(
  _ start: UnsafePointer<Float>, _ rate: UnsafePointer<Float>, _ passes: UnsafePointer<Float>,
  _ progressPerPass: UnsafePointer<Float>, _ time: Double, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  progressEach(vk_f32.self, start, rate, passes, progressPerPass, time, n) { p, isReversed, place in
    vk_f32.store(vk_f32.mirrored(p, isReversed), out, place)
  }
}

@c @implementation
func vk_progress_each_reversed_f32(
  _ start: UnsafePointer<Float>, _ rate: UnsafePointer<Float>, _ passes: UnsafePointer<Float>,
  _ progressPerPass: UnsafePointer<Float>, _ time: Double, _ out: UnsafeMutablePointer<Float>,
  _ reversed: UnsafeMutablePointer<Float>, _ n: Int
) {
  progressEach(vk_f32.self, start, rate, passes, progressPerPass, time, n) { p, isReversed, place in
    vk_f32.store(p, out, place)
    vk_f32.store(vk_f32.flag(isReversed), reversed, place)
  }
}

/// With an offset, in passes, and a least progress of their own. Passes are below 0 where they autoreverse.
@c @implementation
func vk_progress_passes_f32(
  _ start: UnsafePointer<Float>, _ rate: UnsafePointer<Float>, _ offset: UnsafePointer<Float>,
  _ passes: UnsafePointer<Float>, _ progressPerPass: UnsafePointer<Float>, _ leastProgress: UnsafePointer<Float>,
  _ time: Double,
  _ out: UnsafeMutablePointer<Float>, _ reversed: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  progressEach(
    V.self, start, rate, passes, progressPerPass, time, n, offset: { V.load(offset, $0) * $1 },
    leastProgress: { V.load(leastProgress, $0) }
  ) { p, isReversed, place in
    V.store(p, out, place)
    V.store(V.flag(isReversed), reversed, place)
  }
}

/// Of a single pass each.
@c @implementation
func vk_progress_pass_f32(
  _ start: UnsafePointer<Float>, _ rate: UnsafePointer<Float>, _ time: Float, _ rest: Float,
  _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = RegisterPair<vk_f32>
  let (zero, one, time, rest) = (V(repeating: 0), V(repeating: 1), V(repeating: time), V(repeating: rest))
  V.forEach(n) { place in
    let rate = V.load(rate, place)
    let p = V.fma(rate, time - V.load(start, place), rate * rest)
    V.store(V.min(one, V.max(zero, p)), out, place)
  }
}

/// `1 - value` where `reversed` is 1, and `value` where it's 0.
@c @implementation
func vk_reverse_f32(
  _ values: UnsafePointer<Float>, _ reversed: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = RegisterPair<vk_f32>
  V.forEach(n, columns: 3, into: out, isNew: out != values && out != reversed) { place in
    let value = V.load(values, place)
    let reversed = V.load(reversed, place)
    let result = V.select(V.less(V(repeating: 0.5), reversed), V(repeating: 1) - value, value)
    // Infinite values stay, and NaN comes from either.
    V.store(V.fma(reversed, V(repeating: 0), result), out, place)
  }
}

#endif
