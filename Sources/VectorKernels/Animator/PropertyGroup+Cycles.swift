internal import CVectorKernels

// Runs that repeat.

extension PropertyGroup {
  /// Returns the beginning of a member's present cycle, relative to a time of the group's clock. `cycle` is the
  /// duration of a cycle.
  func beginOfCycle(of member: Int, lasting cycle: Double, at epoch: Double) -> Double {
    let elapsed = epoch - starts[member]
    return elapsed > cycle ? (elapsed / cycle).rounded(.down) * cycle - elapsed : -elapsed
  }

  /// Returns the cycles per second of the group's clock of a member whose times have been set, or 0 if it has a single
  /// one. `duration` is that of a cycle, in seconds of the member's own time.
  func passRate(of member: Int, lasting duration: Double) -> Float {
    let rate = Double(rates[member]) / duration
    // Rounding may have changed a single pass a little.
    return self.duration(of: member) * rate > 1.5 ? Float(rate) : 0
  }

  /// Writes the seconds of members' own time since their cycles began.
  func copyTimes(of members: Range<Int>, at clock: Double, to times: UnsafeMutablePointer<Float>) {
    let (first, time) = (members.lowerBound, clock - blocks[members.lowerBound / Self.blockSize].epoch)
    let whole = Float(time)
    let rest = Float(time - Double(whole))
    for index in 0..<members.count { times[index] = rates[first + index] * ((whole - begins[first + index]) + rest) }
  }

  /// Subtracts whole cycles from the times of the members that have completed one. `duration` is that of a cycle, in
  /// seconds of members' own time.
  func beginAgain(_ members: Range<Int>, after duration: Double, at clock: Double, _ frame: Frame) {
    let (first, block) = (members.lowerBound, blocks[members.lowerBound / Self.blockSize])
    let time = clock - block.epoch
    let throughCount =
      block.sharedRate == 1
      ? vk_at_most_f32(begins + first, Float(time - duration), frame.words, members.count)
      : vk_passed_f32(
        begins + first, rates + first, Float(time), Float(duration), frame.words, members.count)
    if throughCount > 0 { beginMarkedAgain(members, time, at: clock, frame) }
  }

  /// Subtracts whole cycles from the times of the members that have completed one. `passRates` holds the cycles of each
  /// member per second of the group's clock, or 0 if the member doesn't repeat.
  func beginAgain(_ members: Range<Int>, passRates: UnsafePointer<Float>, at clock: Double, _ frame: Frame) {
    let time = clock - blocks[members.lowerBound / Self.blockSize].epoch
    let throughCount = vk_passed_f32(
      begins + members.lowerBound, passRates, Float(time), 1, frame.words, members.count)
    if throughCount > 0 { beginMarkedAgain(members, time, at: clock, frame) }
  }

  private func beginMarkedAgain(_ members: Range<Int>, _ time: Double, at clock: Double, _ frame: Frame) {
    for index in 0..<(members.count + 63) / 64 {
      var word = frame.words[index]
      while word != 0 {
        let member = members.lowerBound + index * 64 + word.trailingZeroBitCount
        word &= word - 1
        begins[member] = Float(time + mover.beginOfCycle(of: member, in: self, at: clock))
      }
    }
  }
}
