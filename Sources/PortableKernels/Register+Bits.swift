#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

extension Register {
  /// Writes a bit for each of `n` elements, from masks a register at a time: bit `i % 64` of word `i / 64` is set where
  /// element i's mask lane is. The bits behind the last element are 0.
  ///
  /// - Returns: How many are set.
  @inline(__always)
  static func writeBits(_ n: Int, to words: UnsafeMutablePointer<UInt64>, mask: (LanePosition) -> Bits) -> Int {
    @inline(__always)
    func bits(_ place: LanePosition) -> UInt64 { UInt64(truncatingIfNeeded: maskBits(mask(place))) }

    var count = 0
    var offset = 0
    while offset < n {
      var word: UInt64 = 0
      if offset &+ 64 <= n {
        var bit = 0
        while bit < 64 {
          word |= bits(LanePosition(whole: offset &+ bit)) &<< UInt64(truncatingIfNeeded: bit)
          bit &+= lanes
        }
      } else {
        forEach(n, from: offset) { place in
          word |= bits(place) &<< UInt64(truncatingIfNeeded: place.offset &- offset)
        }
        // Lanes behind the last element hold zeros, for which the mask may be set.
        word &= (1 &<< UInt64(truncatingIfNeeded: n &- offset)) &- 1
      }
      words[offset / 64] = word
      count &+= word.nonzeroBitCount
      offset &+= 64
    }
    return count
  }
}

#endif
