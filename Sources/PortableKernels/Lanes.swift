#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

/// A vector of floating-point lanes: a register as wide as the level being compiled has them, or two side by side.
///
/// Kernels are written once over this protocol. Its operations are those of the C shim, because several of the standard
/// library's own compile to scalar calls (see `vk_lanes.h`); plain `+`, `-` and `*` on SIMD types are one instruction.
protocol Lanes {
  associatedtype Element: BinaryFloatingPoint
  /// Integer lanes of the same width: comparison results (-1 or 0 per lane), bit patterns and permutation indices.
  associatedtype Bits: BitLanes

  static var lanes: Int { get }
  /// Whether a `Double` loses bits when it becomes an `Element`.
  static var isNarrowerThanDouble: Bool { get }

  init(repeating value: Element)
  /// The same number in all lanes, for loops that use more constants than there are registers.
  static func constant(_ number: Element) -> Self
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  static func negated(_ a: Self) -> Self

  static func load(_ p: UnsafePointer<Element>) -> Self
  static func load(_ p: UnsafePointer<Element>, first count: Int) -> Self
  static func store(_ v: Self, _ p: UnsafeMutablePointer<Element>)
  static func store(_ v: Self, _ p: UnsafeMutablePointer<Element>, first count: Int)

  /// Past the caches, to an address that suits a register.
  static func stream(_ v: Self, _ p: UnsafeMutablePointer<Element>)

  /// `a * b + c`, rounded once where the target fuses.
  static func fma(_ a: Self, _ b: Self, _ c: Self) -> Self
  static func sqrt(_ a: Self) -> Self
  /// The same numbers, computed as a whole: the compiler would move some operations to their single lanes.
  static func whole(_ a: Self) -> Self
  /// The same numbers, computed here: the compiler would move their operations into the branches that follow, or behind
  /// those of another register, away from those whose waits they fill, or behind others whose results then need more
  /// registers than there are.
  static func held(_ a: Self) -> Self
  /// To the nearest integer, ties to even.
  static func round(_ a: Self) -> Self
  static func abs(_ a: Self) -> Self
  /// `magnitude` with the sign of `sign`.
  static func copysign(_ magnitude: Self, _ sign: Self) -> Self
  /// `b` where either is NaN.
  static func min(_ a: Self, _ b: Self) -> Self
  /// `b` where either is NaN.
  static func max(_ a: Self, _ b: Self) -> Self
  /// `a * b - whole`, where `whole` is the integer next to the product, rounded once after the integer was taken off.
  static func remainder(_ a: Self, _ b: Self, _ whole: Self) -> Self

  static func less(_ a: Self, _ b: Self) -> Bits
  static func lessOrEqual(_ a: Self, _ b: Self) -> Bits
  static func less(_ a: Bits, _ b: Bits) -> Bits
  static func select(_ mask: Bits, _ yes: Self, _ no: Self) -> Self
  static func isNonzero(_ a: Bits) -> Bits
  /// Whether any lane of a mask is set.
  static func any(_ mask: Bits) -> Bool
  static func bits(_ a: Self) -> Bits
  /// The low bits of the integer next to a number, ties to even.
  static func integer(_ a: Self) -> Bits
  static func fromBits(_ a: Bits) -> Self

  /// The element's constants and polynomials for the elementary functions (`Elementary.swift`).
  static var format: ElementFormat<Element> { get }
  static func exp2Polynomial(_ r: Self) -> Self
  static func sinePolynomial(_ z: Self) -> Self
  static func cosinePolynomial(_ z: Self) -> Self
  static func halfTurnSinePolynomial(_ z: Self) -> Self
  static func halfTurnCosinePolynomial(_ z: Self) -> Self
}

/// Integer lanes.
protocol BitLanes {
  init(repeating value: Int)
  static func & (a: Self, b: Self) -> Self
  static func ^ (a: Self, b: Self) -> Self
  static prefix func ~ (a: Self) -> Self
  static func &+ (a: Self, b: Self) -> Self
  static func &- (a: Self, b: Self) -> Self
  static func &<< (a: Self, count: Self) -> Self
}

extension BitLanes where Self: SIMD, Scalar: FixedWidthInteger {
  @inline(__always) init(repeating value: Int) { self.init(repeating: Scalar(truncatingIfNeeded: value)) }
}

/// One register, whose lanes can be moved about.
protocol Register: Lanes {
  /// Returns the permutation with which lane `l` of a result of `permute` is lane `index[l]`.
  static func permutation(_ index: Bits) -> Bits
  static func permute(_ v: Self, _ permutation: Bits) -> Self
  /// Lane `l` of the result is lane `(vector * lanes + l) / repeats` of `v`.
  static func repeated(_ v: Self, _ repeats: Int32, _ vector: Int32) -> Self
  /// A register as pieces of 16 bytes, each `stride` elements after the one before.
  static func loadPieces(_ p: UnsafePointer<Element>, stride: Int) -> Self
  static func storePieces(_ v: Self, _ p: UnsafeMutablePointer<Element>, stride: Int)
  /// Rows as columns within each piece of 16 bytes: four rows of four, or twice two rows of two.
  static func transposed(_ rows: (Self, Self, Self, Self)) -> (Self, Self, Self, Self)
  /// Rows as columns within each piece of 16 bytes: two rows of two halves.
  static func transposed(_ a: Self, _ b: Self) -> (Self, Self)
  /// The pieces of rows of three columns: the first of every three, the second and the third. An element is a group of
  /// lanes, at most half a piece.
  static func pieces(_ a: Self, _ b: Self, _ c: Self, _ group: Int32) -> (Self, Self, Self)
  /// The two columns of which these are the rows' pieces.
  static func columns(_ p: Self, _ q: Self, _ group: Int32) -> (Self, Self)
  /// The three columns of which these are the rows' pieces.
  static func columns(_ p: Self, _ q: Self, _ r: Self, _ group: Int32) -> (Self, Self, Self)
  /// Piece `row` of each of four registers of four pieces.
  static func joinedPieces(_ a: Self, _ b: Self, _ c: Self, _ d: Self, row: Int32) -> Self
  /// Half a register to `p`, and the other half `stride` elements after it.
  static func storeHalvesApart(_ v: Self, _ p: UnsafeMutablePointer<Element>, stride: Int)
  /// Register `row` of the two that hold rows of two columns; an element is a group of lanes.
  static func zipped(_ a: Self, _ b: Self, row: Int32, _ group: Int32) -> Self
  /// Register `row` of the three that hold rows of three columns.
  static func zipped(_ a: Self, _ b: Self, _ c: Self, row: Int32, _ group: Int32) -> Self
  /// Register `row` of the five that hold rows of five columns; fast where registers have 64 bytes.
  static func zipped(_ a: Self, _ b: Self, _ c: Self, _ d: Self, _ e: Self, row: Int32) -> Self
  /// One of the two columns whose rows two registers hold.
  static func unzipped(_ a: Self, _ b: Self, column: Int32, _ group: Int32) -> Self
  /// One of the three columns whose rows three registers hold.
  static func unzipped(_ a: Self, _ b: Self, _ c: Self, column: Int32, _ group: Int32) -> Self
  /// The lanes' own numbers: 0, 1, 2, ...
  static func laneNumbers() -> Bits
  /// Bit `l` of the result is set where mask lane `l` is.
  static func maskBits(_ mask: Bits) -> UInt32
}

extension Register {
  @inline(__always) static func any(_ mask: Bits) -> Bool { maskBits(mask) != 0 }
}

/// A kernel's position in its columns: `offset` elements in, with a whole register ahead or only its first `count`
/// lanes.
struct LanePosition {
  /// The way to access memory. It is known when compiled, so a loop over whole registers holds no test, except in
  /// `forEachInOneLoop`, in loops of two stages that are there but once (`isOneLoop`), and where a caller says whether
  /// to stream.
  enum Access {
    case whole
    case streamed
    case first
  }

  var offset: Int
  var count: Int
  var access: Access

  @inline(__always) init(whole offset: Int) {
    self.init(whole: offset, .whole)
  }

  @inline(__always) init(whole offset: Int, _ access: Access) {
    self.offset = offset
    count = 0
    self.access = access
  }

  @inline(__always) init(offset: Int, first count: Int) {
    self.offset = offset
    self.count = count
    access = .first
  }
}

extension Lanes {
  @inline(__always) static func load(_ p: UnsafePointer<Element>, _ place: LanePosition) -> Self {
    switch place.access {
    case .whole, .streamed: load(p + place.offset)
    case .first: load(p + place.offset, first: place.count)
    }
  }

  @inline(__always) static func store(_ v: Self, _ p: UnsafeMutablePointer<Element>, _ place: LanePosition) {
    switch place.access {
    case .whole: store(v, p + place.offset)
    case .streamed: stream(v, p + place.offset)
    case .first: store(v, p + place.offset, first: place.count)
    }
  }

  /// Runs `body` for every register's worth of `count` elements, the last one partial, so that every element goes
  /// through the same lane code and its result doesn't depend on its position.
  ///
  /// - Parameters:
  ///   - count: The end of the elements.
  ///   - start: The first element.
  ///   - isLong: Whether the body is so long that, where registers have 16 bytes, one copy of it, which tests each
  ///     access, is as fast as two.
  ///   - body: The work for a register.
  @inline(__always) static func forEach(
    _ count: Int, from start: Int = 0, isLong: Bool = false, _ body: (LanePosition) -> Void
  ) {
    if isLong && VK_BYTES == 16 { return forEachInOneLoop(count, from: start, body) }
    let end = start &+ (count &- start) & ~(lanes &- 1)
    var offset = start
    while offset < end {
      body(LanePosition(whole: offset))
      offset &+= lanes
    }
    if offset < count {
      body(LanePosition(offset: offset, first: count &- offset))
    }
  }

  /// The same for a long body, which is there but once: each access to memory tests whether the register is a whole one.
  @inline(__always) static func forEachInOneLoop(
    _ count: Int, from start: Int = 0, _ body: (LanePosition) -> Void
  ) {
    var offset = start
    while offset < count {
      let rest = count &- offset
      body(rest < lanes ? LanePosition(offset: offset, first: rest) : LanePosition(whole: offset))
      offset &+= lanes
    }
  }

  /// The same for a body that does little but move memory: whole registers begin at aligned places of `out`, and large
  /// results are streamed past the caches.
  ///
  /// - Parameters:
  ///   - count: The number of values.
  ///   - columns: The number of elements that are read and written for each value.
  ///   - out: The beginning of the results.
  ///   - components: The number of elements of results for each value.
  ///   - isNew: Whether the results' memory is only written, so that it needn't be in a cache.
  ///   - isShort: Whether so little is done to a register that the loop would show: then four take a turn on AVX2, and two
  ///     on AVX-512, each of which is stored before the next is read.
  @inline(__always) static func forEach(
    _ count: Int, columns: Int, into out: UnsafeMutablePointer<Element>, components: Int = 1, isNew: Bool,
    isShort: Bool = false, _ body: (LanePosition) -> Void
  ) {
    let bytes = count &* columns &* MemoryLayout<Element>.size
    let head = valuesBeforeRegister(out, components, count)
    let isStreamed = isNew && bytes >= Int(VK_STREAM_BYTES) && head >= 0
    var offset = 0
    var partial = Swift.max(0, head)
    // The first and the last values take the same code, so that it's there but once.
    while true {
      if partial > 0 {
        body(LanePosition(offset: offset, first: partial))
        offset &+= partial
      }
      let end = offset &+ (count &- offset) & ~(lanes &- 1)
      if isStreamed {
        while offset < end {
          body(LanePosition(whole: offset, .streamed))
          offset &+= lanes
        }
        vk_stream_fence()
      } else {
        while isShort && VK_BYTES == 32 && offset < end &- 3 &* lanes {
          body(LanePosition(whole: offset))
          body(LanePosition(whole: offset &+ lanes))
          body(LanePosition(whole: offset &+ 2 &* lanes))
          body(LanePosition(whole: offset &+ 3 &* lanes))
          offset &+= 4 &* lanes
        }
        while isShort && VK_BYTES == 64 && offset < end &- lanes {
          body(LanePosition(whole: offset))
          body(LanePosition(whole: offset &+ lanes))
          offset &+= 2 &* lanes
        }
        while offset < end {
          body(LanePosition(whole: offset))
          offset &+= lanes
        }
      }
      partial = count &- offset
      if partial == 0 { break }
    }
  }

  /// Runs `whole` for registers of `count` elements, and `partial` for those at the ends. One loop writes in either way,
  /// with a branch at each store.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - out: The beginning of the results.
  ///   - streams: Whether to write past the caches. Results are, if they begin at a multiple of a register, or if they
  ///     begin at a multiple of an element and fill 16 registers.
  ///   - registers: The number of registers that `whole` is called for at a time.
  ///   - whole: The work for whole registers.
  ///   - partial: The work for the first and the last elements, at most a register's. A whole register's come only if
  ///     `registers` isn't 1; SSE2's and NEON's accesses to the first lanes of a register don't allow all of them.
  @inline(__always) static func forEach(
    _ count: Int, into out: UnsafeMutablePointer<Element>, streams: Bool, registers: Int = 1,
    whole: (LanePosition) -> Void, partial: (LanePosition) -> Void
  ) {
    let head = streams ? valuesBeforeRegister(out, 1, count) : -1
    var offset = 0
    var rest = Swift.max(0, head)
    // The first and the last values take the same code, so that it's there but once.
    while true {
      if rest > 0 {
        partial(LanePosition(offset: offset, first: rest))
        offset &+= rest
      }
      while offset &+ registers &* lanes <= count {
        whole(LanePosition(whole: offset, head >= 0 ? .streamed : .whole))
        offset &+= registers &* lanes
      }
      rest = Swift.min(count &- offset, lanes)
      if rest == 0 { break }
    }
    if head >= 0 { vk_stream_fence() }
  }

  /// Runs a body that is a long chain of operations, each of which waits for the one before. It is split into
  /// two stages, and the first stage of the next elements is computed along with the second stage of these, so that the
  /// waits of one are filled by the other. Columns may be written in place: nothing is read after its place is written.
  @inline(__always) static func forEach<State>(
    _ count: Int, begin: (LanePosition) -> State, finish: (State, LanePosition) -> Void
  ) {
    let end = count & ~(lanes &- 1)
    forEachWhole(from: 0, to: end, .whole, begin: begin, finish: finish)
    if end < count {
      let rest = LanePosition(offset: end, first: count &- end)
      finish(begin(rest), rest)
    }
  }

  /// The same for large results that are streamed past the caches, as above.
  ///
  /// - Parameter isOneLoop: Whether one loop writes in either way, with a branch at each store, for less code. Then
  ///   `begin` has to hold its state before the branch (`held`), which takes registers. Where such loops write in one way
  ///   only, there is no branch.
  @inline(__always) static func forEach<State>(
    _ count: Int, columns: Int, into out: UnsafeMutablePointer<Element>, isNew: Bool, isOneLoop: Bool,
    begin: (LanePosition) -> State, finish: (State, LanePosition) -> Void
  ) {
    let isLarge = count &* columns &* MemoryLayout<Element>.size >= Int(VK_STREAM_BYTES)
    let head = isNew && isLarge ? valuesBeforeRegister(out, 1, count) : -1
    var offset = 0
    var partial = Swift.max(0, head)
    // The first and the last values take the same code, so that it's there but once.
    while true {
      if partial > 0 {
        let place = LanePosition(offset: offset, first: partial)
        finish(begin(place), place)
        offset &+= partial
      }
      let end = offset &+ (count &- offset) & ~(lanes &- 1)
      if isOneLoop {
        forEachWhole(from: offset, to: end, head >= 0 ? .streamed : .whole, begin: begin, finish: finish)
      } else if head >= 0 {
        forEachWhole(from: offset, to: end, .streamed, begin: begin, finish: finish)
      } else {
        forEachWhole(from: offset, to: end, .whole, begin: begin, finish: finish)
      }
      if head >= 0 { vk_stream_fence() }
      offset = end
      partial = count &- offset
      if partial == 0 { break }
    }
  }

  @inline(__always) private static func forEachWhole<State>(
    from start: Int, to end: Int, _ access: LanePosition.Access, begin: (LanePosition) -> State,
    finish: (State, LanePosition) -> Void
  ) {
    if end <= start { return }
    var state = begin(LanePosition(whole: start, access))
    var offset = start
    while offset < end {
      // The last register is begun twice, which saves a copy of the second stage behind the loop.
      let next = begin(LanePosition(whole: Swift.min(offset &+ lanes, end &- lanes), access))
      finish(state, LanePosition(whole: offset, access))
      state = next
      offset &+= lanes
    }
  }

  /// Returns the number of values before the first one whose results begin at a multiple of a register: fewer than
  /// there are lanes. Returns -1 if no value's results do, or if aligning them costs more than it saves.
  @inline(__always)
  private static func valuesBeforeRegister(
    _ out: UnsafeMutablePointer<Element>, _ components: Int, _ count: Int
  ) -> Int {
    let size = UInt(MemoryLayout<Element>.size)
    // What is missing to a multiple of a register.
    let bytes = (0 &- UInt(bitPattern: out)) & (UInt(VK_BYTES) &- 1)
    if bytes == 0 { return 0 }
    let elements = bytes / size
    let twos = UInt(components & (0 &- components))
    let odd = UInt(components) / twos
    if count < 16 &* lanes || bytes % size != 0 || elements % twos != 0 { return -1 }
    // A register has at most 16 elements. Modulo 16 an odd number's fourth power is 1, so its third power divides by
    // it.
    return Int((elements / twos) &* odd &* odd &* odd & (UInt(VK_BYTES) / size / twos &- 1))
  }
}

#endif
