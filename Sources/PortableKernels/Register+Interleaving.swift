#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Shuffles between columns and rows of registers.
//
// c registers, one of each column, give c registers of rows. Two columns are zipped by one shuffle of two registers for
// each of the two rows; four and eight by zipping zipped ones; three take two shuffles each; six are three of zipped
// ones. `group` lanes that were zipped before stay together. Once a group fills a register, no shuffle is left to do.
// Back, the same in the opposite order.

extension Register {
  @inline(__always)
  private static func wide(_ group: Int32) -> Bool { group == Int32(truncatingIfNeeded: lanes) }

  /// The lanes of a piece of 16 bytes, which is half a register on AVX2.
  @inline(__always)
  private static var piece: Int32 { Int32(truncatingIfNeeded: 16 / MemoryLayout<Element>.size) }

  /// Two columns of pieces as rows, or the rows as columns.
  @inline(__always)
  private static func zippedPieces(_ a: Self, _ b: Self) -> (Self, Self) {
    (zipped(a, b, row: 0, piece), zipped(a, b, row: 1, piece))
  }

  /// The same registers, whose shuffles the compiler won't put together with those to come.
  @inline(__always)
  private static func held(_ v: (Self, Self)) -> (Self, Self) { (held(v.0), held(v.1)) }

  @inline(__always)
  private static func held(_ v: (Self, Self, Self)) -> (Self, Self, Self) { (held(v.0), held(v.1), held(v.2)) }

  // MARK: Columns to rows

  @inline(__always)
  static func interleaved(_ a: Self, _ b: Self, _ group: Int32 = 1) -> (Self, Self) {
    if wide(group) { return (a, b) }
    if VK_BYTES == 32 && 2 &* group == piece {
      let (p, q) = held(transposed(a, b))
      return zippedPieces(p, q)
    }
    return (zipped(a, b, row: 0, group), zipped(a, b, row: 1, group))
  }

  @inline(__always)
  static func interleaved(_ a: Self, _ b: Self, _ c: Self, _ group: Int32 = 1) -> (Self, Self, Self) {
    if wide(group) { return (a, b, c) }
    if VK_BYTES == 32 && group < piece {
      let (p, q, r) = held(pieces(a, b, c, group))
      return interleaved(p, q, r, piece)
    }
    return (zipped(a, b, c, row: 0, group), zipped(a, b, c, row: 1, group), zipped(a, b, c, row: 2, group))
  }

  @inline(__always)
  static func interleaved(
    _ a: Self, _ b: Self, _ c: Self, _ d: Self, _ group: Int32 = 1
  ) -> (Self, Self, Self, Self) {
    if wide(group) { return (a, b, c, d) }
    if VK_BYTES == 32 && group == 1 {
      let (v0, v1, v2, v3) = transposed((a, b, c, d))
      let (first, second) = piece == 2 ? ((v0, v2), (v1, v3)) : ((v0, v1), (v2, v3))
      let ((p, q), (r, s)) = (held(first), held(second))
      let ((r0, r2), (r1, r3)) = (zippedPieces(p, q), zippedPieces(r, s))
      return (r0, r1, r2, r3)
    }
    let (ab0, ab1) = interleaved(a, b, group)
    let (cd0, cd1) = interleaved(c, d, group)
    let (r0, r1) = interleaved(ab0, cd0, 2 &* group)
    let (r2, r3) = interleaved(ab1, cd1, 2 &* group)
    return (r0, r1, r2, r3)
  }

  /// Half the registers of rows of four columns, and those of four more, as registers of rows of eight.
  @inline(__always)
  static func joinedFours(_ abcd: (Self, Self), _ efgh: (Self, Self)) -> (Self, Self, Self, Self) {
    if lanes == 2 { return (abcd.0, abcd.1, efgh.0, efgh.1) }
    let ((r0, r1), (r2, r3)) = (interleaved(abcd.0, efgh.0, 4), interleaved(abcd.1, efgh.1, 4))
    return (r0, r1, r2, r3)
  }

  // MARK: Rows to columns

  @inline(__always)
  static func deinterleaved(_ r0: Self, _ r1: Self, _ group: Int32 = 1) -> (Self, Self) {
    if wide(group) { return (r0, r1) }
    if VK_BYTES == 32 && piece == 4 && group < piece {
      let (p, q) = held(zippedPieces(r0, r1))
      return columns(p, q, group)
    }
    return (unzipped(r0, r1, column: 0, group), unzipped(r0, r1, column: 1, group))
  }

  @inline(__always)
  static func deinterleaved(
    _ r0: Self, _ r1: Self, _ r2: Self, _ group: Int32 = 1
  ) -> (Self, Self, Self) {
    if wide(group) { return (r0, r1, r2) }
    if VK_BYTES == 32 && group < piece {
      let (p, q, r) = held(deinterleaved(r0, r1, r2, piece))
      return columns(p, q, r, group)
    }
    @inline(__always) func column(_ k: Int32) -> Self { unzipped(r0, r1, r2, column: k, group) }
    return (column(0), column(1), column(2))
  }

  @inline(__always)
  static func deinterleaved(
    _ r0: Self, _ r1: Self, _ r2: Self, _ r3: Self, _ group: Int32 = 1
  ) -> (Self, Self, Self, Self) {
    if wide(group) { return (r0, r1, r2, r3) }
    if VK_BYTES == 32 && group == 1 {
      let ((p, q), (r, s)) = (held(zippedPieces(r0, r2)), held(zippedPieces(r1, r3)))
      return transposed(piece == 2 ? (p, r, q, s) : (p, q, r, s))
    }
    let (ab0, cd0) = deinterleaved(r0, r1, 2 &* group)
    let (ab1, cd1) = deinterleaved(r2, r3, 2 &* group)
    let (a, b) = deinterleaved(ab0, ab1, group)
    let (c, d) = deinterleaved(cd0, cd1, group)
    return (a, b, c, d)
  }

  /// Half the registers of rows of eight columns as registers of rows of four and of the four others.
  @inline(__always)
  static func separatedFours(_ r0: Self, _ r1: Self, _ r2: Self, _ r3: Self) -> ((Self, Self), (Self, Self)) {
    if lanes == 2 { return ((r0, r1), (r2, r3)) }
    let ((abcd0, efgh0), (abcd1, efgh1)) = (deinterleaved(r0, r1, 4), deinterleaved(r2, r3, 4))
    return ((abcd0, abcd1), (efgh0, efgh1))
  }
}

#endif
