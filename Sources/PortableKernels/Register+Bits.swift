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
    func bits(_ place: LanePosition) -> UInt64 {
      let bits = UInt64(truncatingIfNeeded: maskBits(mask(place)))
      return VK_BYTES == 64 ? vk_bits_alone(bits) : bits
    }

    @inline(__always)
    func bits(_ register: Int, of offset: Int) -> UInt64 {
      bits(LanePosition(whole: offset &+ register &* lanes)) &<< UInt64(truncatingIfNeeded: register &* lanes)
    }
    /// Sets four registers' bits in a word, beginning with one of its registers. In a loop, the compiler would compute the
    /// counts of the shifts; and joining the four before they are set takes longer.
    @inline(__always)
    func setFour(from register: Int, of offset: Int, to word: inout UInt64) {
      word |= bits(register, of: offset)
      word |= bits(register &+ 1, of: offset)
      word |= bits(register &+ 2, of: offset)
      word |= bits(register &+ 3, of: offset)
    }

    var count = 0
    var offset = 0
    while offset &+ 64 <= n {
      var word: UInt64 = 0
      // Eight registers of AVX2 aren't worth the code.
      let isUnrolled = VK_BYTES == 64 || VK_BYTES == 32 && lanes == 4
      if !isUnrolled {
        var register = 0
        if VK_BYTES == 32 {
          // Otherwise the first two would be joined.
          word = vk_bits_alone(bits(0, of: offset))
          register = 1
        }
        while register &* lanes < 64 {
          word |= bits(register, of: offset)
          register &+= 1
        }
      } else {
        setFour(from: 0, of: offset, to: &word)
        if lanes < 16 { setFour(from: 4, of: offset, to: &word) }
        if lanes < 8 {
          setFour(from: 8, of: offset, to: &word)
          setFour(from: 12, of: offset, to: &word)
        }
      }
      words[offset / 64] = word
      count &+= word.nonzeroBitCount
      offset &+= 64
    }
    if offset < n {
      var word: UInt64 = 0
      forEach(n, from: offset) { place in
        word |= bits(place) &<< UInt64(truncatingIfNeeded: place.offset &- offset)
      }
      // Lanes behind the last element hold zeros, for which the mask may be set.
      word &= (1 &<< UInt64(truncatingIfNeeded: n &- offset)) &- 1
      words[offset / 64] = word
      count &+= word.nonzeroBitCount
    }
    return count
  }
}

#endif
