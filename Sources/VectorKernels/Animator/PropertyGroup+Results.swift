internal import CVectorKernels

extension PropertyGroup {
  /// Calls `body` with memory for members' results. If their slots are consecutive, this is the slots' memory itself;
  /// otherwise it is scratch memory, whose numbers are then scattered to the slots.
  ///
  /// - Parameter areGathered: Whether the memory must hold the members' present values first.
  @inline(__always)
  func withResults(
    of members: Range<Int>, _ frame: Frame, areGathered: Bool = false,
    _ body: (_ out: UnsafeMutablePointer<Float>, _ stride: Int) -> Void
  ) {
    let first = members.lowerBound
    if blocks[first / Self.blockSize].isConsecutive {
      body(frame.results + Int(slots[first]), frame.stride)
    } else {
      let staged = frame.stagedResults
      if areGathered { gather(members, frame, into: staged) }
      body(staged, Self.blockSize)
      scatter(members, staged, frame)
    }
  }

  /// Copies the values in members' slots to scratch memory.
  private func gather(_ members: Range<Int>, _ frame: Frame, into staged: UnsafeMutablePointer<Float>) {
    let (slots, count) = (slots + members.lowerBound, members.count)
    for component in 0..<components {
      let (values, column) = (staged + component * Self.blockSize, frame.results + component * frame.stride)
      for index in 0..<count { values[index] = column[Int(slots[index])] }
    }
  }

  private func scatter(_ members: Range<Int>, _ staged: UnsafeMutablePointer<Float>, _ frame: Frame) {
    let (slots, count) = (slots + members.lowerBound, members.count)
    for component in 0..<components {
      let (values, column) = (staged + component * Self.blockSize, frame.results + component * frame.stride)
      for index in 0..<count { column[Int(slots[index])] = values[index] }
    }
  }

  /// Interpolates members from their first values to their second ones by amounts.
  func interpolate(_ members: Range<Int>, by amounts: UnsafePointer<Float>, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    withResults(of: members, frame) { out, stride in
      for component in 0..<components {
        let offset = component * self.stride + first
        vk_lerp_each_f32(columns(of: 0) + offset, columns(of: 1) + offset, amounts, out + component * stride, count)
      }
    }
  }
}
