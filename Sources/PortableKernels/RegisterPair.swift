#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

/// Two vectors side by side, as one.
///
/// A long chain of operations that wait for one another leaves the processor idle, and its window is too short to reach
/// the next iteration. Two chains in step fill each other's waits.
struct RegisterPair<V: Lanes>: Lanes {
  typealias Element = V.Element

  var low: V
  var high: V

  @inline(__always) init(_ low: V, _ high: V) {
    self.low = low
    self.high = high
  }

  @inline(__always) init(repeating value: V.Element) {
    low = V(repeating: value)
    high = low
  }

  @inline(__always) static func constant(_ number: V.Element) -> Self {
    let register = V.constant(number)
    return Self(register, register)
  }

  @inline(__always) static var lanes: Int { V.lanes &* 2 }
  @inline(__always) static var isNarrowerThanDouble: Bool { V.isNarrowerThanDouble }

  @inline(__always) static func load(_ p: UnsafePointer<Element>) -> Self {
    Self(V.load(p), V.load(p + V.lanes))
  }
  @inline(__always) static func load(_ p: UnsafePointer<Element>, first count: Int) -> Self {
    count < V.lanes
      ? Self(V.load(p, first: count), V(repeating: 0))
      : Self(V.load(p), V.load(p + V.lanes, first: count &- V.lanes))
  }
  @inline(__always) static func store(_ v: Self, _ p: UnsafeMutablePointer<Element>) {
    V.store(v.low, p)
    V.store(v.high, p + V.lanes)
  }
  @inline(__always) static func store(_ v: Self, _ p: UnsafeMutablePointer<Element>, first count: Int) {
    if count < V.lanes {
      V.store(v.low, p, first: count)
    } else {
      V.store(v.low, p)
      V.store(v.high, p + V.lanes, first: count &- V.lanes)
    }
  }
  @inline(__always) static func stream(_ v: Self, _ p: UnsafeMutablePointer<Element>) {
    V.stream(v.low, p)
    V.stream(v.high, p + V.lanes)
  }

  @inline(__always) static func + (a: Self, b: Self) -> Self { Self(a.low + b.low, a.high + b.high) }
  @inline(__always) static func - (a: Self, b: Self) -> Self { Self(a.low - b.low, a.high - b.high) }
  @inline(__always) static func * (a: Self, b: Self) -> Self { Self(a.low * b.low, a.high * b.high) }
  @inline(__always) static func / (a: Self, b: Self) -> Self { Self(a.low / b.low, a.high / b.high) }

  @inline(__always) static func fma(_ a: Self, _ b: Self, _ c: Self) -> Self {
    Self(V.fma(a.low, b.low, c.low), V.fma(a.high, b.high, c.high))
  }
  @inline(__always) static func sqrt(_ a: Self) -> Self { Self(V.sqrt(a.low), V.sqrt(a.high)) }
  @inline(__always) static func whole(_ a: Self) -> Self { Self(V.whole(a.low), V.whole(a.high)) }
  @inline(__always) static func held(_ a: Self) -> Self { Self(V.held(a.low), V.held(a.high)) }
  @inline(__always) static func round(_ a: Self) -> Self { Self(V.round(a.low), V.round(a.high)) }
  @inline(__always) static func negated(_ a: Self) -> Self { Self(V.negated(a.low), V.negated(a.high)) }
  @inline(__always) static func abs(_ a: Self) -> Self { Self(V.abs(a.low), V.abs(a.high)) }
  @inline(__always) static func copysign(_ magnitude: Self, _ sign: Self) -> Self {
    Self(V.copysign(magnitude.low, sign.low), V.copysign(magnitude.high, sign.high))
  }
  @inline(__always) static func min(_ a: Self, _ b: Self) -> Self {
    Self(V.min(a.low, b.low), V.min(a.high, b.high))
  }
  @inline(__always) static func max(_ a: Self, _ b: Self) -> Self {
    Self(V.max(a.low, b.low), V.max(a.high, b.high))
  }
  @inline(__always) static func remainder(_ a: Self, _ b: Self, _ whole: Self) -> Self {
    Self(V.remainder(a.low, b.low, whole.low), V.remainder(a.high, b.high, whole.high))
  }

  @inline(__always) static func less(_ a: Self, _ b: Self) -> Bits {
    Bits(V.less(a.low, b.low), V.less(a.high, b.high))
  }
  @inline(__always) static func lessOrEqual(_ a: Self, _ b: Self) -> Bits {
    Bits(V.lessOrEqual(a.low, b.low), V.lessOrEqual(a.high, b.high))
  }
  @inline(__always) static func less(_ a: Bits, _ b: Bits) -> Bits {
    Bits(V.less(a.low, b.low), V.less(a.high, b.high))
  }
  @inline(__always) static func select(_ mask: Bits, _ yes: Self, _ no: Self) -> Self {
    Self(V.select(mask.low, yes.low, no.low), V.select(mask.high, yes.high, no.high))
  }
  @inline(__always) static func isNonzero(_ a: Bits) -> Bits { Bits(V.isNonzero(a.low), V.isNonzero(a.high)) }
  @inline(__always) static func any(_ mask: Bits) -> Bool { V.any(mask.low) || V.any(mask.high) }
  @inline(__always) static func bits(_ a: Self) -> Bits { Bits(V.bits(a.low), V.bits(a.high)) }
  @inline(__always) static func integer(_ a: Self) -> Bits { Bits(V.integer(a.low), V.integer(a.high)) }
  @inline(__always) static func fromBits(_ a: Bits) -> Self { Self(V.fromBits(a.low), V.fromBits(a.high)) }

  @inline(__always) static var format: ElementFormat<Element> { V.format }
  @inline(__always) static func exp2Polynomial(_ r: Self) -> Self {
    Self(V.exp2Polynomial(r.low), V.exp2Polynomial(r.high))
  }
  @inline(__always) static func sinePolynomial(_ z: Self) -> Self {
    Self(V.sinePolynomial(z.low), V.sinePolynomial(z.high))
  }
  @inline(__always) static func cosinePolynomial(_ z: Self) -> Self {
    Self(V.cosinePolynomial(z.low), V.cosinePolynomial(z.high))
  }
  @inline(__always) static func halfTurnSinePolynomial(_ z: Self) -> Self {
    Self(V.halfTurnSinePolynomial(z.low), V.halfTurnSinePolynomial(z.high))
  }
  @inline(__always) static func halfTurnCosinePolynomial(_ z: Self) -> Self {
    Self(V.halfTurnCosinePolynomial(z.low), V.halfTurnCosinePolynomial(z.high))
  }

  struct Bits: BitLanes {
    var low: V.Bits
    var high: V.Bits

    @inline(__always) init(_ low: V.Bits, _ high: V.Bits) {
      self.low = low
      self.high = high
    }

    @inline(__always) init(repeating value: Int) {
      low = V.Bits(repeating: value)
      high = low
    }

    @inline(__always) static func & (a: Self, b: Self) -> Self { Self(a.low & b.low, a.high & b.high) }
    @inline(__always) static func ^ (a: Self, b: Self) -> Self { Self(a.low ^ b.low, a.high ^ b.high) }
    @inline(__always) static func &+ (a: Self, b: Self) -> Self { Self(a.low &+ b.low, a.high &+ b.high) }
    @inline(__always) static func &- (a: Self, b: Self) -> Self { Self(a.low &- b.low, a.high &- b.high) }
    @inline(__always) static prefix func ~ (a: Self) -> Self { Self(~a.low, ~a.high) }
    @inline(__always) static func &<< (a: Self, count: Self) -> Self {
      Self(a.low &<< count.low, a.high &<< count.high)
    }
  }
}

#endif
