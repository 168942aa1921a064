#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Damped springs: y = position - target obeys y'' + 2 z w0 y' + w0^2 y = 0. All three regimes in one branch-free form:
//
//   y(t) = D (displacement * C + sineAmplitude * S)        D = e^(-decay t)
//   v(t) = -decay * y + D W (sineAmplitude * C' - displacement * S')
//
//                 decay              W                frequency             C          S           C'         S'
//   z < 1         z w0               w0 sqrt(1-z^2)   W / 2 pi   (turns/s)  cos(W t)   sin(W t)    cos(W t)   sin(W t)
//   z > 1         w0 (z - sqrt(z^2-1))  2 w0 sqrt(z^2-1)  -W / ln 2 (octaves/s)  1      1 - e^(-W t)  e^(-W t)  0
//
//   displacement = y(0), sineAmplitude = (v(0) + decay * y(0)) / W, or the largest number where that overflows
//
// The sign of the frequency tells the regime. The overdamped form is two decaying exponentials with the slower one as a
// common factor, so nothing overflows. S has a small relative error near 0, so both forms approach the critical one
// smoothly as W -> 0, and a tiny W stands for it. Before its start a spring is at rest where it will start (t is at
// least 0).
//
// time - start and frequency * t keep their rounding errors, so the error of the phase is 1e-7 of a turn for a million
// turns, and a spring never leaves its amplitude after any number of turns.
//
// Error (Float), relative to abs(y(0)) + abs(v(0))/w0: 2e-6 for z >= 0.05 and for as long as it moves, 1e-5 undamped
// after 1000 periods, velocities the same relative to w0 times that. Double: 4e-15 and 3e-12. One step: 2.5e-7 of
// the same, 4e-7 with a matrix of one's own, Double 4e-15.
//
// The exact step over a time dt is linear in (y, v). The matrix less the identity keeps its small entries' precision:
//
//   y += xx * y + xv * v          xx = D (C + decay S / W) - 1      xv = D S / W
//   v += vx * y + vv * v          vx = -D w0^2 S / W                vv = D (C' - decay S / W) - 1
//
// Bytes per element, read + written (Float): closed form 24 + 4, with velocity 24 + 8; shared spring 16 + 4 and 16 + 8;
// sine amplitudes 16 + 4, shared 8 + 4; transitions 8 + 16; step 12 + 8, with own matrices 28 + 8; settled 12 + 1/8; both
// in one pass 12 + 8 + 1/8.

/// The parameters of one spring per lane, or of one for all lanes.
private struct SpringLanes<V: Lanes> {
  var decay: V
  /// The frequency in half turns, 0 where nothing oscillates, and the rest that didn't fit into an element.
  var angularFrequency: V
  var angularFrequencyRest: V
  /// The frequency where it is that of a fall and 0 elsewhere, in octaves.
  var separation: V
  /// `W`, in radians or nepers per second.
  var rate: V

  /// One spring per lane.
  @inline(__always)
  init(decay: V, frequency: V) {
    let zero = V(repeating: 0)
    let turns = V.max(zero, frequency)
    self.decay = decay
    angularFrequency = turns + turns
    angularFrequencyRest = zero
    separation = V.min(zero, frequency)
    rate = V.rate(ofFrequency: frequency)
  }

  /// One spring for all lanes. The whole `Double` frequency takes part in the phase.
  @inline(__always)
  init(decay: Double, frequency: Double) {
    let halfTurns = frequency < 0 ? 0 : 2 * frequency
    let head = V.Element(halfTurns)
    self.decay = V(repeating: V.Element(decay))
    angularFrequency = V(repeating: head)
    angularFrequencyRest = V(repeating: V.Element(halfTurns - Double(head)))
    separation = V(repeating: V.Element(frequency < 0 ? frequency : 0))
    rate = V.rate(ofFrequency: V(repeating: V.Element(frequency)))
  }

  /// The exponent of 2 that a decay of 1 adds per second.
  @inline(__always)
  static var octavesPerDecay: Double { -0x1.71547652b82fep+0 }

  /// The exponent of 2 that the decay adds per second, which is at most 0.
  @inline(__always)
  var octaves: V { decay * V.constant(V.Element(Self.octavesPerDecay)) }

  @inline(__always)
  func angle(_ t: SplitTime<V>, _ regime: Regime) -> ReducedAngle<V> {
    guard V.isNarrowerThanDouble else {
      return V.angle(angularFrequency, t.seconds, isFused: regime == .perLane)
    }
    let whole = V.round(angularFrequency * t.seconds)
    let left = V.fma(angularFrequency, t.rest, V.remainder(angularFrequency, t.seconds, whole))
    return V.angle(
      whole: whole, rest: regime == .oscillating ? V.fma(angularFrequencyRest, t.seconds, left) : left)
  }

  @inline(__always)
  func phase(after t: SplitTime<V>, _ regime: Regime) -> Phase<V> {
    phase(after: t, decline: octaves * t.seconds, regime)
  }

  /// The phase after a time.
  ///
  /// - Parameters:
  ///   - t: The time. It may be negative, in a step back.
  ///   - decline: The exponent of 2 that the decay adds in this time.
  ///   - mayGrow: Whether the time may be negative.
  @inline(__always)
  func phase(after t: SplitTime<V>, decline: V, _ regime: Regime, mayGrow: Bool = false) -> Phase<V> {
    let none = V(repeating: 0)
    let noBits = V.Bits(repeating: 0)
    // A step back grows. The product of both exponentials times a spring's squared frequency over its rate stays
    // finite: that is at most 2^48, or 2^57 where the decline grows alone.
    let most = V.constant(V.isNarrowerThanDouble ? 63 : 900)
    let mostTogether = V.constant(V.isNarrowerThanDouble ? 78 : 900)
    return Phase(
      decline: V.exponent(decline, mayBePositive: mayGrow, most: most),
      angle: regime == .overdamped ? ReducedAngle(whole: noBits, rest: none) : angle(t, regime),
      separation: regime == .oscillating
        ? Exponent(whole: noBits, rest: none)
        : V.exponent(
          separation * t.seconds, mayBePositive: mayGrow, most: mayGrow ? mostTogether - V.min(most, decline) : nil))
  }

  /// The position and, where asked for, the velocity of springs in a phase.
  ///
  /// A spring that doesn't oscillate has an angle of 0, and one that doesn't decay a shrinkage of 0, so all lanes have
  /// `C = cosine`, `S = sine + shrinkage`, `C' = cosine - shrinkage` and `S' = sine`. The half turns negate the
  /// amplitude, which is the same as negating the sine and the cosine.
  ///
  /// - Parameter isHeld: Whether the phase's functions are computed before anything that follows.
  @inline(__always)
  func motion(
    _ phase: Phase<V>, target: V, displacement: V, sineAmplitude: V, _ regime: Regime, isHeld: Bool
  ) -> (position: V, velocity: V) {
    @inline(__always) func held(_ v: V) -> V { isHeld ? V.held(v) : v }
    // NaN in one shared spring's exponent is that of the time, which is in the angle or the separation, too.
    var d = held(V.exp2(phase.decline, keepsNaN: regime == .perLane))
    let y: V
    let slope: V
    switch regime {
    case .overdamped:
      let shrinkage = V.oneMinusExp2(phase.separation)
      y = V.fma(sineAmplitude, shrinkage, displacement)
      slope = V.fma(V.negated(sineAmplitude), shrinkage, sineAmplitude)
    case .oscillating, .perLane:
      d = V.negated(d, byHalfTurns: phase.angle.whole)
      let z = phase.angle.rest * phase.angle.rest
      let sine = held(V.halfTurnSinePolynomial(z) * phase.angle.rest)
      let cosine = held(V.fma(V.halfTurnCosinePolynomial(z), z, V.constant(1)))
      let shrinkage = regime == .oscillating ? V(repeating: 0) : held(V.oneMinusExp2(phase.separation))
      y = V.fma(sineAmplitude, regime == .oscillating ? sine : sine + shrinkage, displacement * cosine)
      slope = V.fma(
        sineAmplitude, regime == .oscillating ? cosine : cosine - shrinkage, V.negated(displacement * sine))
    }
    return (V.fma(d, y, target), d * V.fma(rate, slope, V.negated(decay * y)))
  }
}

extension Lanes {
  /// Returns `W` of a frequency that isn't 0, in radians or nepers per second: of the two products, the other is below 0.
  @inline(__always)
  fileprivate static func rate(ofFrequency frequency: Self) -> Self {
    max(
      frequency * Self(repeating: Element(-0x1.62e42fefa39efp-1)),
      frequency * Self(repeating: Element(0x1.921fb54442d18p+2)))
  }
}

extension SpringLanes {
  /// The matrix of the step over a time, less the identity, from that step's phase.
  ///
  /// - Parameter isHeld: Whether the phase's functions are computed before anything that follows.
  @inline(__always)
  fileprivate static func transition(
    _ phase: Phase<V>, decay: V, frequency: V, isHeld: Bool
  ) -> (xx: V, xv: V, vx: V, vv: V) {
    @inline(__always) func held(_ v: V) -> V { isHeld ? V.held(v) : v }
    let lost = held(V.oneMinusExp2(phase.decline))
    let shrinkage = held(V.oneMinusExp2(phase.separation))
    let d = V(repeating: 1) - lost
    // In the half turn around 0 the cosine minus one is known without a cancellation.
    let z = phase.angle.rest * phase.angle.rest
    let sine = held(V.negated(V.halfTurnSinePolynomial(z) * phase.angle.rest, byHalfTurns: phase.angle.whole))
    let near = held(V.halfTurnCosinePolynomial(z) * z)
    let isOdd = V.isOdd(phase.angle.whole)
    let cosineMinusOne = V.select(isOdd, V.constant(-2) - near, near)
    let isOverdamped = V.less(V.bits(frequency), V.Bits(repeating: 0))
    let rate = frequency * V.select(isOverdamped, V.constant(-0x1.62e42fefa39efp-1), V.constant(0x1.921fb54442d18p+2))
    let sigma = held((sine + shrinkage) / rate)
    let xx = V.fma(d, V.fma(decay, sigma, cosineMinusOne), V.negated(lost))
    let vv = V.fma(d, V.fma(V.negated(decay), sigma, cosineMinusOne - shrinkage), V.negated(lost))
    let xv = d * sigma
    // The product of the two rates above critical damping, the sum of the squares below it.
    let squaredAngularFrequency = V.fma(rate, V.select(isOverdamped, decay, rate), decay * decay)
    return (xx, xv, V.negated(xv * squaredAngularFrequency), vv)
  }
}

/// The state of a spring's motion at a time.
private struct Phase<V: Lanes> {
  /// The rest of the amplitude, as the exponent of a factor.
  var decline: Exponent<V>
  var angle: ReducedAngle<V>
  /// The difference between the two exponentials, as an exponent.
  var separation: Exponent<V>

  /// The same state, computed in one place with what comes before it: see `Lanes.held`.
  @inline(__always)
  func held(_ regime: Regime) -> Phase {
    var state = self
    Self.hold(&state.decline.whole, &state.decline.rest)
    if regime != .overdamped { Self.hold(&state.angle.whole, &state.angle.rest) }
    if regime != .oscillating { Self.hold(&state.separation.whole, &state.separation.rest) }
    return state
  }

  @inline(__always)
  private static func hold(_ whole: inout V.Bits, _ rest: inout V) {
    whole = V.bits(V.held(V.fromBits(whole)))
    rest = V.held(rest)
  }
}

/// The regimes that a loop serves. They are known when compiled, so a loop computes no more than it needs.
private enum Regime {
  case oscillating
  case overdamped
  case perLane
}

/// Whether results are written to memory that isn't read, by registers that are aligned alike.
@inline(__always)
private func areNew<Element>(
  _ positions: UnsafeMutablePointer<Element>, _ velocities: UnsafeMutablePointer<Element>?,
  besides target: UnsafePointer<Element>, _ displacement: UnsafePointer<Element>,
  _ sineAmplitude: UnsafePointer<Element>, _ start: UnsafePointer<Element>,
  parameters: (UnsafePointer<Element>, UnsafePointer<Element>)? = nil
) -> Bool {
  @inline(__always) func isRead(_ column: UnsafeMutablePointer<Element>) -> Bool {
    let isParameter = parameters.map { column == $0 || column == $1 } ?? false
    return isParameter || column == displacement || column == sineAmplitude || column == target || column == start
  }
  guard let velocities else { return !isRead(positions) }
  let areAligned = (Int(bitPattern: positions) ^ Int(bitPattern: velocities)) & (Int(VK_BYTES) &- 1) == 0
  return areAligned && !isRead(positions) && !isRead(velocities)
}

/// The positions and, where asked for, the velocities of springs.
@inline(__always)
private func motion<V: Lanes>(
  _: V.Type, _ regime: Regime, _ target: UnsafePointer<V.Element>, _ displacement: UnsafePointer<V.Element>,
  _ sineAmplitude: UnsafePointer<V.Element>, _ start: UnsafePointer<V.Element>, _ time: Double,
  _ positions: UnsafeMutablePointer<V.Element>, _ velocities: UnsafeMutablePointer<V.Element>?, _ n: Int,
  parameters: (UnsafePointer<V.Element>, UnsafePointer<V.Element>)? = nil, spring: (LanePosition) -> SpringLanes<V>
) {
  let now = SplitTime<V>(time)
  // The compiler would order a pair's operations by registers. On AVX2, keeping own springs' pairs in step saves 6 %
  // where velocities are asked for.
  let isInStep = VK_BYTES == 32 && V.isNarrowerThanDouble && regime == .perLane && velocities != nil
  @inline(__always) func phase(_ place: LanePosition) -> Phase<V> {
    spring(place).phase(after: SplitTime(since: V.load(start, place), until: now), regime)
  }
  @inline(__always) func state(_ phase: Phase<V>, _ place: LanePosition) -> (position: V, velocity: V) {
    spring(place).motion(
      phase, target: V.load(target, place), displacement: V.load(displacement, place),
      sineAmplitude: V.load(sineAmplitude, place), regime, isHeld: isInStep)
  }
  @inline(__always) func store(_ phase: Phase<V>, _ place: LanePosition) {
    let (position, velocity) = state(phase, place)
    V.store(position, positions, place)
    if let velocities { V.store(velocity, velocities, place) }
  }
  // On SSE2 and NEON, and in `Double` on AVX2, positions alone take longer to compute than to write.
  if velocities == nil && (VK_BYTES == 16 || VK_BYTES == 32 && !V.isNarrowerThanDouble) {
    return V.forEach(n, begin: phase, finish: store)
  }
  // One loop writes in either way, but where it was measured to take longer for the registers that hold its state: own
  // springs with velocities on AVX2 (4 %), shared ones with an angle on SSE2 (7 %), whose loops are NEON's too.
  let isHeld = velocities == nil || VK_BYTES == 64 || regime != (VK_BYTES == 32 ? .perLane : .oscillating)
  V.forEach(
    n, columns: (regime == .perLane ? 7 : 5) &+ (velocities == nil ? 0 : 1), into: positions,
    isNew: areNew(positions, velocities, besides: target, displacement, sineAmplitude, start, parameters: parameters),
    isOneLoop: isHeld, begin: { isHeld ? phase($0).held(regime) : phase($0) }, finish: store)
}

/// With parameters for each element.
@inline(__always)
private func motion<V: Lanes>(
  _: V.Type, _ target: UnsafePointer<V.Element>, _ displacement: UnsafePointer<V.Element>,
  _ sineAmplitude: UnsafePointer<V.Element>, _ decay: UnsafePointer<V.Element>, _ frequency: UnsafePointer<V.Element>,
  _ start: UnsafePointer<V.Element>, _ time: Double, _ positions: UnsafeMutablePointer<V.Element>,
  _ velocities: UnsafeMutablePointer<V.Element>?, _ n: Int
) {
  // Two registers in step fill each other's waits. On AVX2 that saves up to 10 % in `Float`; in `Double`, and on
  // AVX-512, it takes as long or longer.
  if VK_BYTES == 32 && V.isNarrowerThanDouble {
    ownMotion(
      RegisterPair<V>.self, target, displacement, sineAmplitude, decay, frequency, start, time, positions, velocities, n
    )
  } else {
    ownMotion(V.self, target, displacement, sineAmplitude, decay, frequency, start, time, positions, velocities, n)
  }
}

@inline(__always)
private func ownMotion<V: Lanes>(
  _: V.Type, _ target: UnsafePointer<V.Element>, _ displacement: UnsafePointer<V.Element>,
  _ sineAmplitude: UnsafePointer<V.Element>, _ decay: UnsafePointer<V.Element>, _ frequency: UnsafePointer<V.Element>,
  _ start: UnsafePointer<V.Element>, _ time: Double, _ positions: UnsafeMutablePointer<V.Element>,
  _ velocities: UnsafeMutablePointer<V.Element>?, _ n: Int
) {
  motion(
    V.self, .perLane, target, displacement, sineAmplitude, start, time, positions, velocities, n,
    parameters: (decay, frequency)
  ) { place in
    SpringLanes(decay: V.load(decay, place), frequency: V.load(frequency, place))
  }
}

/// With the same parameters for all.
@inline(__always)
private func sharedMotion<V: Lanes>(
  _: V.Type, _ target: UnsafePointer<V.Element>, _ displacement: UnsafePointer<V.Element>,
  _ sineAmplitude: UnsafePointer<V.Element>, _ start: UnsafePointer<V.Element>, _ decay: Double, _ frequency: Double,
  _ time: Double, _ positions: UnsafeMutablePointer<V.Element>, _ velocities: UnsafeMutablePointer<V.Element>?, _ n: Int
) {
  // Two registers in step fill each other's waits. On AVX2 that saves up to a tenth, but positions alone in `Double`
  // take longer there. Overdamped springs have no angle, so one register's operations don't fill the waits anywhere.
  let isPaired = VK_BYTES == 32 && (V.isNarrowerThanDouble || velocities != nil)
  if frequency < 0 {
    sharedMotion(
      RegisterPair<V>.self, .overdamped, target, displacement, sineAmplitude, start, decay, frequency, time, positions,
      velocities, n)
  } else if VK_BYTES == 64 {
    sharedMotionInStep(
      V.self, target, displacement, sineAmplitude, start, decay, frequency, time, positions, velocities, n)
  } else if isPaired {
    sharedMotion(
      RegisterPair<V>.self, .oscillating, target, displacement, sineAmplitude, start, decay, frequency, time, positions,
      velocities, n)
  } else {
    sharedMotion(
      V.self, .oscillating, target, displacement, sineAmplitude, start, decay, frequency, time, positions, velocities,
      n)
  }
}

/// Springs with an angle, of which four registers at a time fill each other's waits.
@inline(__always)
private func sharedMotionInStep<V: Lanes>(
  _: V.Type, _ target: UnsafePointer<V.Element>, _ displacement: UnsafePointer<V.Element>,
  _ sineAmplitude: UnsafePointer<V.Element>, _ start: UnsafePointer<V.Element>, _ decay: Double, _ frequency: Double,
  _ time: Double, _ positions: UnsafeMutablePointer<V.Element>, _ velocities: UnsafeMutablePointer<V.Element>?, _ n: Int
) {
  // The compiler would order the operations by registers. Phases are held where registers last for them, which they
  // don't for positions with velocities in `Float`. With velocities, the phases' functions are held.
  let (holdsPhase, holdsFunctions) = (velocities == nil || !V.isNarrowerThanDouble, velocities != nil)
  @inline(__always) func compute<W: Lanes>(_: W.Type, _ place: LanePosition) where W.Element == V.Element {
    let spring = SpringLanes<W>(decay: decay, frequency: frequency)
    let elapsed = SplitTime<W>(since: W.load(start, place), until: SplitTime(time))
    let phase = spring.phase(after: elapsed, .oscillating)
    let (position, velocity) = spring.motion(
      holdsPhase ? phase.held(.oscillating) : phase, target: W.load(target, place),
      displacement: W.load(displacement, place), sineAmplitude: W.load(sineAmplitude, place), .oscillating,
      isHeld: holdsFunctions)
    W.store(position, positions, place)
    if let velocities { W.store(velocity, velocities, place) }
  }
  let areNew = areNew(positions, velocities, besides: target, displacement, sineAmplitude, start)
  let bytes = n &* (velocities == nil ? 5 : 6) &* MemoryLayout<V.Element>.size
  V.forEach(
    n, into: positions, streams: areNew && bytes >= Int(VK_STREAM_BYTES), registers: 4,
    whole: { compute(RegisterPair<RegisterPair<V>>.self, $0) }, partial: { compute(V.self, $0) })
}

@inline(__always)
private func sharedMotion<V: Lanes>(
  _: V.Type, _ regime: Regime, _ target: UnsafePointer<V.Element>, _ displacement: UnsafePointer<V.Element>,
  _ sineAmplitude: UnsafePointer<V.Element>, _ start: UnsafePointer<V.Element>, _ decay: Double, _ frequency: Double,
  _ time: Double, _ positions: UnsafeMutablePointer<V.Element>, _ velocities: UnsafeMutablePointer<V.Element>?, _ n: Int
) {
  let spring = SpringLanes<V>(decay: decay, frequency: frequency)
  motion(V.self, regime, target, displacement, sineAmplitude, start, time, positions, velocities, n) { _ in spring }
}

@inline(__always)
private func sineAmplitude<V: Lanes>(
  _: V.Type, _ displacement: UnsafePointer<V.Element>, _ velocity: UnsafePointer<V.Element>,
  _ out: UnsafeMutablePointer<V.Element>, isNew: Bool, _ n: Int, decay: (LanePosition) -> V,
  byRate: (_ initial: V, LanePosition) -> V
) {
  let largest = V(repeating: V.Element.greatestFiniteMagnitude)
  V.forEach(n, columns: 4, into: out, isNew: isNew, isShort: true) { place in
    let initial = V.fma(decay(place), V.load(displacement, place), V.load(velocity, place))
    // Finite, so that its product with a sine of 0 is 0: a critical spring's rate is tiny.
    V.store(V.max(V.negated(largest), V.min(largest, byRate(initial, place))), out, place)
  }
}

@inline(__always)
private func ownSineAmplitude<V: Lanes>(
  _: V.Type, _ displacement: UnsafePointer<V.Element>, _ velocity: UnsafePointer<V.Element>,
  _ decay: UnsafePointer<V.Element>, _ frequency: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>,
  _ n: Int
) {
  let isNew = out != displacement && out != velocity && out != decay && out != frequency
  sineAmplitude(
    V.self, displacement, velocity, out, isNew: isNew, n, decay: { V.load(decay, $0) },
    byRate: { $0 / V.rate(ofFrequency: V.load(frequency, $1)) })
}

/// Multiplies by the inverse of the one spring's rate, because a division takes several times as long.
@inline(__always)
private func sharedSineAmplitude<V: Lanes>(
  _: V.Type, _ displacement: UnsafePointer<V.Element>, _ velocity: UnsafePointer<V.Element>, _ decay: Double,
  _ inverseRate: Double, _ out: UnsafeMutablePointer<V.Element>, _ n: Int
) {
  let (decay, inverseRate) = (V(repeating: V.Element(decay)), V(repeating: V.Element(inverseRate)))
  sineAmplitude(
    V.self, displacement, velocity, out, isNew: out != displacement && out != velocity, n,
    decay: { _ in decay }, byRate: { initial, _ in initial * inverseRate })
}

@inline(__always)
private func transition<V: Lanes>(
  _: V.Type, _ decay: UnsafePointer<V.Element>, _ frequency: UnsafePointer<V.Element>, _ deltaTime: Double,
  _ xx: UnsafeMutablePointer<V.Element>, _ xv: UnsafeMutablePointer<V.Element>,
  _ vx: UnsafeMutablePointer<V.Element>, _ vv: UnsafeMutablePointer<V.Element>, _ n: Int
) {
  // AVX2 has too few registers for the state between two stages: two registers in one stage take up to a sixth less
  // time.
  let isInOneStage = VK_BYTES == 32
  @inline(__always) func phase<W: Lanes>(_: W.Type, _ place: LanePosition, mayGrow: Bool) -> Phase<W>
  where W.Element == V.Element {
    let spring = SpringLanes<W>(decay: W.load(decay, place), frequency: W.load(frequency, place))
    let octaves = W(repeating: W.Element(deltaTime * SpringLanes<W>.octavesPerDecay))
    return spring.phase(after: SplitTime(deltaTime), decline: spring.decay * octaves, .perLane, mayGrow: mayGrow)
  }
  @inline(__always) func store<W: Lanes>(_ phase: Phase<W>, _ place: LanePosition) where W.Element == V.Element {
    let matrix = SpringLanes.transition(
      phase, decay: W.load(decay, place), frequency: W.load(frequency, place), isHeld: isInOneStage)
    W.store(matrix.xx, xx, place)
    W.store(matrix.xv, xv, place)
    W.store(matrix.vx, vx, place)
    W.store(matrix.vv, vv, place)
  }
  if isInOneStage {
    typealias W = RegisterPair<V>
    var offset = 0
    // While nothing can grow, without the limits to growth, which take a sixth longer in `Float` for want of registers.
    while V.isNarrowerThanDouble && deltaTime >= 0 && offset < n {
      let rest = n &- offset
      let place = rest < W.lanes ? LanePosition(offset: offset, first: rest) : LanePosition(whole: offset)
      if W.any(W.less(W.load(decay, place), W(repeating: 0))) { break }
      store(phase(W.self, place, mayGrow: false).held(.perLane), place)
      offset &+= W.lanes
    }
    if V.isNarrowerThanDouble {
      V.forEachInOneLoop(n, from: offset) { store(phase(V.self, $0, mayGrow: true), $0) }
    } else {
      W.forEachInOneLoop(n) { store(phase(W.self, $0, mayGrow: true), $0) }
    }
    return
  }
  // Streamed where all columns' registers are aligned at the same places. With shorter registers, computing takes
  // longer than writing.
  let mask = Int(VK_BYTES) &- 1
  @inline(__always) func isNew(_ column: UnsafeMutablePointer<V.Element>) -> Bool {
    (Int(bitPattern: column) ^ Int(bitPattern: xx)) & mask == 0 && column != decay && column != frequency
  }
  // Holding the phase saves up to a tenth, also where no branch follows.
  V.forEach(
    n, columns: 6, into: xx, isNew: VK_BYTES == 64 && isNew(xx) && isNew(xv) && isNew(vx) && isNew(vv),
    isOneLoop: true, begin: { phase(V.self, $0, mayGrow: true).held(.perLane) }, finish: store)
}

/// A row of a step's matrix: the factors of the displacement and of the velocity.
private typealias Row<V> = (y: V, v: V)

/// The step of one place, and where it leads. The position is stored before the other row is read, which leaves room for
/// that between the stores.
@inline(__always)
private func step<V: Lanes>(
  _ target: V, _ positions: UnsafeMutablePointer<V.Element>, _ velocities: UnsafeMutablePointer<V.Element>,
  _ place: LanePosition, toPosition: (LanePosition) -> Row<V>, toVelocity: (LanePosition) -> Row<V>
) -> (position: V, velocity: V) {
  let x = V.load(positions, place)
  let v = V.load(velocities, place)
  let y = x - target
  let first = toPosition(place)
  let position = V.fma(first.y, y, V.fma(first.v, v, x))
  V.store(position, positions, place)
  let second = toVelocity(place)
  let velocity = V.fma(second.y, y, V.fma(second.v, v, v))
  V.store(velocity, velocities, place)
  return (position, velocity)
}

@inline(__always)
private func step<V: Lanes>(
  _: V.Type, _ target: UnsafePointer<V.Element>, _ positions: UnsafeMutablePointer<V.Element>,
  _ velocities: UnsafeMutablePointer<V.Element>, _ n: Int, toPosition: (LanePosition) -> Row<V>,
  toVelocity: (LanePosition) -> Row<V>
) {
  V.forEach(n, columns: 5, into: positions, isNew: false, isShort: true) { place in
    _ = step(V.load(target, place), positions, velocities, place, toPosition: toPosition, toVelocity: toVelocity)
  }
}

/// The distance and speed below which a spring counts as settled.
private struct SettlingLanes<V: Lanes> {
  let value: V
  let velocity: V

  @inline(__always)
  init(_ value: V.Element, _ velocity: V.Element) {
    self.value = V(repeating: value)
    self.velocity = V(repeating: velocity)
  }

  @inline(__always)
  func holds(_ position: V, _ velocity: V, _ target: V) -> V.Bits {
    V.lessOrEqual(V.abs(position - target), value) & V.lessOrEqual(V.abs(velocity), self.velocity)
  }
}

@inline(__always)
private func settled<V: Register>(
  _: V.Type, _ positions: UnsafePointer<V.Element>, _ velocities: UnsafePointer<V.Element>,
  _ target: UnsafePointer<V.Element>, _ valueEpsilon: V.Element, _ velocityEpsilon: V.Element,
  _ words: UnsafeMutablePointer<UInt64>, _ n: Int
) -> Int {
  let isSettled = SettlingLanes<V>(valueEpsilon, velocityEpsilon)
  return V.writeBits(n, to: words) { place in
    isSettled.holds(V.load(positions, place), V.load(velocities, place), V.load(target, place))
  }
}

@c @implementation
func vk_spring_f32(
  _ target: UnsafePointer<Float>, _ displacement: UnsafePointer<Float>, _ sineAmplitude: UnsafePointer<Float>,
  _ decay: UnsafePointer<Float>, _ frequency: UnsafePointer<Float>, _ start: UnsafePointer<Float>, _ time: Double,
  _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  motion(vk_f32.self, target, displacement, sineAmplitude, decay, frequency, start, time, out, nil, n)
}

@c @implementation
func vk_spring_motion_f32(
  _ target: UnsafePointer<Float>, _ displacement: UnsafePointer<Float>, _ sineAmplitude: UnsafePointer<Float>,
  _ decay: UnsafePointer<Float>, _ frequency: UnsafePointer<Float>, _ start: UnsafePointer<Float>, _ time: Double,
  _ positions: UnsafeMutablePointer<Float>, _ velocities: UnsafeMutablePointer<Float>, _ n: Int
) {
  motion(vk_f32.self, target, displacement, sineAmplitude, decay, frequency, start, time, positions, velocities, n)
}

@c @implementation
func vk_spring_shared_f32(
  _ target: UnsafePointer<Float>, _ displacement: UnsafePointer<Float>, _ sineAmplitude: UnsafePointer<Float>,
  _ start: UnsafePointer<Float>, _ decay: Double, _ frequency: Double, _ time: Double,
  _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  sharedMotion(vk_f32.self, target, displacement, sineAmplitude, start, decay, frequency, time, out, nil, n)
}

@c @implementation
func vk_spring_shared_motion_f32(
  _ target: UnsafePointer<Float>, _ displacement: UnsafePointer<Float>, _ sineAmplitude: UnsafePointer<Float>,
  _ start: UnsafePointer<Float>, _ decay: Double, _ frequency: Double, _ time: Double,
  _ positions: UnsafeMutablePointer<Float>, _ velocities: UnsafeMutablePointer<Float>, _ n: Int
) {
  sharedMotion(
    vk_f32.self, target, displacement, sineAmplitude, start, decay, frequency, time, positions, velocities, n)
}

@c @implementation
func vk_spring_sine_amplitude_f32(
  _ displacement: UnsafePointer<Float>, _ velocity: UnsafePointer<Float>, _ decay: UnsafePointer<Float>,
  _ frequency: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  ownSineAmplitude(vk_f32.self, displacement, velocity, decay, frequency, out, n)
}

@c @implementation
func vk_spring_shared_sine_amplitude_f32(
  _ displacement: UnsafePointer<Float>, _ velocity: UnsafePointer<Float>, _ decay: Double, _ inverseRate: Double,
  _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  sharedSineAmplitude(vk_f32.self, displacement, velocity, decay, inverseRate, out, n)
}

@c @implementation
func vk_spring_transition_f32(
  _ decay: UnsafePointer<Float>, _ frequency: UnsafePointer<Float>, _ deltaTime: Double,
  _ xx: UnsafeMutablePointer<Float>,
  _ xv: UnsafeMutablePointer<Float>, _ vx: UnsafeMutablePointer<Float>, _ vv: UnsafeMutablePointer<Float>, _ n: Int
) {
  transition(vk_f32.self, decay, frequency, deltaTime, xx, xv, vx, vv, n)
}

@c @implementation
func vk_spring_step_f32(
  _ matrix: UnsafePointer<Float>, _ target: UnsafePointer<Float>, _ positions: UnsafeMutablePointer<Float>,
  _ velocities: UnsafeMutablePointer<Float>, _ n: Int
) {
  let (xx, xv) = (vk_f32(repeating: matrix[0]), vk_f32(repeating: matrix[1]))
  let (vx, vv) = (vk_f32(repeating: matrix[2]), vk_f32(repeating: matrix[3]))
  step(vk_f32.self, target, positions, velocities, n, toPosition: { _ in (xx, xv) }, toVelocity: { _ in (vx, vv) })
}

@c @implementation
func vk_spring_step_each_f32(
  _ xx: UnsafePointer<Float>, _ xv: UnsafePointer<Float>, _ vx: UnsafePointer<Float>, _ vv: UnsafePointer<Float>,
  _ target: UnsafePointer<Float>, _ positions: UnsafeMutablePointer<Float>, _ velocities: UnsafeMutablePointer<Float>,
  _ n: Int
) {
  step(
    vk_f32.self, target, positions, velocities, n,
    toPosition: { (vk_f32.load(xx, $0), vk_f32.load(xv, $0)) },
    toVelocity: { (vk_f32.load(vx, $0), vk_f32.load(vv, $0)) })
}

@c @implementation
func vk_spring_step_settled_f32(
  _ matrix: UnsafePointer<Float>, _ target: UnsafePointer<Float>, _ positions: UnsafeMutablePointer<Float>,
  _ velocities: UnsafeMutablePointer<Float>, _ valueEpsilon: Float, _ velocityEpsilon: Float,
  _ words: UnsafeMutablePointer<UInt64>, _ n: Int
) -> Int {
  typealias V = vk_f32
  let toPosition = (V(repeating: matrix[0]), V(repeating: matrix[1]))
  let toVelocity = (V(repeating: matrix[2]), V(repeating: matrix[3]))
  let isSettled = SettlingLanes<V>(valueEpsilon, velocityEpsilon)
  return V.writeBits(n, to: words) { place in
    let target = V.load(target, place)
    let (position, velocity) = step(
      target, positions, velocities, place, toPosition: { _ in toPosition }, toVelocity: { _ in toVelocity })
    return isSettled.holds(position, velocity, target)
  }
}

@c @implementation
func vk_settled_f32(
  _ positions: UnsafePointer<Float>, _ velocities: UnsafePointer<Float>, _ target: UnsafePointer<Float>,
  _ valueEpsilon: Float,
  _ velocityEpsilon: Float, _ words: UnsafeMutablePointer<UInt64>, _ n: Int
) -> Int {
  settled(vk_f32.self, positions, velocities, target, valueEpsilon, velocityEpsilon, words, n)
}

@c @implementation
func vk_spring_f64(
  _ target: UnsafePointer<Double>, _ displacement: UnsafePointer<Double>, _ sineAmplitude: UnsafePointer<Double>,
  _ decay: UnsafePointer<Double>, _ frequency: UnsafePointer<Double>, _ start: UnsafePointer<Double>, _ time: Double,
  _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  motion(vk_f64.self, target, displacement, sineAmplitude, decay, frequency, start, time, out, nil, n)
}

@c @implementation
func vk_spring_motion_f64(
  _ target: UnsafePointer<Double>, _ displacement: UnsafePointer<Double>, _ sineAmplitude: UnsafePointer<Double>,
  _ decay: UnsafePointer<Double>, _ frequency: UnsafePointer<Double>, _ start: UnsafePointer<Double>, _ time: Double,
  _ positions: UnsafeMutablePointer<Double>, _ velocities: UnsafeMutablePointer<Double>, _ n: Int
) {
  motion(vk_f64.self, target, displacement, sineAmplitude, decay, frequency, start, time, positions, velocities, n)
}

@c @implementation
func vk_spring_shared_f64(
  _ target: UnsafePointer<Double>, _ displacement: UnsafePointer<Double>, _ sineAmplitude: UnsafePointer<Double>,
  _ start: UnsafePointer<Double>, _ decay: Double, _ frequency: Double, _ time: Double,
  _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  sharedMotion(vk_f64.self, target, displacement, sineAmplitude, start, decay, frequency, time, out, nil, n)
}

@c @implementation
func vk_spring_shared_motion_f64(
  _ target: UnsafePointer<Double>, _ displacement: UnsafePointer<Double>, _ sineAmplitude: UnsafePointer<Double>,
  _ start: UnsafePointer<Double>, _ decay: Double, _ frequency: Double, _ time: Double,
  _ positions: UnsafeMutablePointer<Double>, _ velocities: UnsafeMutablePointer<Double>, _ n: Int
) {
  sharedMotion(
    vk_f64.self, target, displacement, sineAmplitude, start, decay, frequency, time, positions, velocities, n)
}

@c @implementation
func vk_spring_sine_amplitude_f64(
  _ displacement: UnsafePointer<Double>, _ velocity: UnsafePointer<Double>, _ decay: UnsafePointer<Double>,
  _ frequency: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  ownSineAmplitude(vk_f64.self, displacement, velocity, decay, frequency, out, n)
}

@c @implementation
func vk_spring_shared_sine_amplitude_f64(
  _ displacement: UnsafePointer<Double>, _ velocity: UnsafePointer<Double>, _ decay: Double, _ inverseRate: Double,
  _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  sharedSineAmplitude(vk_f64.self, displacement, velocity, decay, inverseRate, out, n)
}

@c @implementation
func vk_spring_transition_f64(
  _ decay: UnsafePointer<Double>, _ frequency: UnsafePointer<Double>, _ deltaTime: Double,
  _ xx: UnsafeMutablePointer<Double>,
  _ xv: UnsafeMutablePointer<Double>, _ vx: UnsafeMutablePointer<Double>, _ vv: UnsafeMutablePointer<Double>, _ n: Int
) {
  transition(vk_f64.self, decay, frequency, deltaTime, xx, xv, vx, vv, n)
}

@c @implementation
func vk_spring_step_f64(
  _ matrix: UnsafePointer<Double>, _ target: UnsafePointer<Double>, _ positions: UnsafeMutablePointer<Double>,
  _ velocities: UnsafeMutablePointer<Double>, _ n: Int
) {
  let (xx, xv) = (vk_f64(repeating: matrix[0]), vk_f64(repeating: matrix[1]))
  let (vx, vv) = (vk_f64(repeating: matrix[2]), vk_f64(repeating: matrix[3]))
  step(vk_f64.self, target, positions, velocities, n, toPosition: { _ in (xx, xv) }, toVelocity: { _ in (vx, vv) })
}

@c @implementation
func vk_spring_step_each_f64(
  _ xx: UnsafePointer<Double>, _ xv: UnsafePointer<Double>, _ vx: UnsafePointer<Double>, _ vv: UnsafePointer<Double>,
  _ target: UnsafePointer<Double>, _ positions: UnsafeMutablePointer<Double>,
  _ velocities: UnsafeMutablePointer<Double>, _ n: Int
) {
  step(
    vk_f64.self, target, positions, velocities, n,
    toPosition: { (vk_f64.load(xx, $0), vk_f64.load(xv, $0)) },
    toVelocity: { (vk_f64.load(vx, $0), vk_f64.load(vv, $0)) })
}

@c @implementation
func vk_settled_f64(
  _ positions: UnsafePointer<Double>, _ velocities: UnsafePointer<Double>, _ target: UnsafePointer<Double>,
  _ valueEpsilon: Double,
  _ velocityEpsilon: Double, _ words: UnsafeMutablePointer<UInt64>, _ n: Int
) -> Int {
  settled(vk_f64.self, positions, velocities, target, valueEpsilon, velocityEpsilon, words, n)
}

#endif
