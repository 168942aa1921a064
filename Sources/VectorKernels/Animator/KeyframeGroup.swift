internal import CVectorKernels

/// Properties that play the same compiled keyframes, once or over and over.
final class KeyframeGroup: PropertyGroup {
  let keyframes: CompiledKeyframes
  let repeats: Bool
  private let tables: KeyframeTables

  /// - Parameter repeats: Only where the keyframes last.
  init(_ keyframes: CompiledKeyframes, repeats: Bool, speed: Double) {
    self.keyframes = keyframes
    self.repeats = repeats
    tables = keyframes.tables.tables
    super.init(
      components: keyframes.componentCount, speed: speed, valuesPerMember: 0,
      cycle: self.repeats ? keyframes.duration : 0)
  }

  override var duration: Double { repeats ? .infinity : keyframes.duration }

  override func nominalDuration(of member: Int) -> Double { keyframes.duration }

  override var driver: GroupKey.Driver { .keyframes(keyframes, repeats: repeats) }

  override func makeGroup(speed: Double) -> PropertyGroup {
    KeyframeGroup(keyframes, repeats: repeats, speed: speed)
  }

  override func copyFirstValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    keyframes.copyValue(at: 0, to: out, stride: stride)
  }

  override func copyFinalValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    keyframes.copyValue(at: keyframes.duration, to: out, stride: stride)
  }

  override func copyVelocity(of member: Int, atLocal time: Double, to out: UnsafeMutablePointer<Float>) {
    keyframes.copyVelocity(at: repeats ? time.truncatingRemainder(dividingBy: keyframes.duration) : time, to: out)
  }

  override func evaluate(_ members: Range<Int>, at clock: Double, _ frame: Frame) {
    let first = members.lowerBound
    let epoch = blocks[first / Self.blockSize].epoch
    if repeats { beginAgain(members, at: clock, frame) }
    withResults(of: members, frame, scratch: frame.scratch) { out, stride in
      tables.evaluate(column(0) + first, direction: -1, clock - epoch, out, stride: stride, members.count)
    }
  }

  /// Takes whole passes off the time of those that are through.
  private func beginAgain(_ members: Range<Int>, at clock: Double, _ frame: Frame) {
    let epoch = blocks[members.lowerBound / Self.blockSize].epoch
    let limit = clock - epoch - keyframes.duration
    let starts = column(0) + members.lowerBound
    guard vk_at_most_f32(starts, Float(limit), frame.words, members.count) > 0 else { return }
    for index in 0..<(members.count + 63) / 64 {
      var word = frame.words[index]
      while word != 0 {
        let member = members.lowerBound + index * 64 + word.trailingZeroBitCount
        word &= word - 1
        column(0)[member] = Float(clock - epoch + relativeStart(self.starts[member], to: clock))
      }
    }
  }
}

extension CompiledKeyframes {
  /// One instance's value at a time since the start.
  fileprivate func copyValue(at time: Double, to out: UnsafeMutablePointer<Float>, stride: Int) {
    var time = Float(time)
    evaluate(&time, direction: 1, 0, out, stride: stride, 1)
  }

  /// How fast one instance moves, per second: the derivative of the polynomial.
  fileprivate func copyVelocity(at time: Double, to out: UnsafeMutablePointer<Float>) {
    let piece = ends.prefix(pieceCount - 1).firstIndex { time <= Double($0) } ?? pieceCount - 1
    let (offset, width) = (time - Double(ends[piece]), degree == 3 ? 4 : 8)
    for component in 0..<componentCount {
      let row = rows[component][piece * width..<piece * width + degree + 1]
      var slope = 0.0
      for (power, coefficient) in row.enumerated().reversed() where power > 0 {
        slope = slope * offset + Double(power) * Double(coefficient)
      }
      out[component] = Float(slope)
    }
  }
}
