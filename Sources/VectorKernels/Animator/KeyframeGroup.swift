internal import CVectorKernels

/// Properties that play the same compiled keyframes: once, or each so many times over.
final class KeyframeGroup: PropertyGroup {
  let keyframes: CompiledKeyframes
  let repeats: Bool
  private let tables: KeyframeTables

  /// - Parameter repeats: Only where the keyframes last.
  init(_ keyframes: CompiledKeyframes, repeats: Bool, direction: Double) {
    self.keyframes = keyframes
    self.repeats = repeats
    tables = keyframes.tables.tables
    super.init(
      components: keyframes.componentCount, direction: direction, valuesPerMember: 0, timeCount: repeats ? 3 : 1,
      hasDurations: repeats, sharedDuration: keyframes.duration, repeats: repeats)
  }

  override func nominalDuration(of member: Int) -> Double {
    let duration = duration(of: member)
    return duration < .infinity ? duration : cycle(of: member)
  }

  private func cycle(of member: Int) -> Double { keyframes.duration / Double(rates[member]) }

  override func loops(of member: Int, speed: Double) -> RunLoops {
    RunLoops(lasting: keyframes.duration, until: duration(of: member) * speed)
  }

  override var driver: GroupKey.Driver { .keyframes(keyframes, repeats: repeats) }

  override func canAdd(to member: Int) -> Bool { false }

  override func makeGroup(direction: Double) -> PropertyGroup {
    KeyframeGroup(keyframes, repeats: repeats, direction: direction)
  }

  /// Plays them on a member.
  ///
  /// - Parameters:
  ///   - member: A member.
  ///   - start: When they begin, on the group's clock.
  ///   - speed: Seconds of the keyframes per second of the group's clock.
  ///   - passes: How often they are played, where they repeat; infinity is for ever.
  func begin(_ member: Int, at start: Double, speed: Double, passes: Double) {
    starts[member] = start
    if repeats {
      times(.delay)[member] = 0
      times(.duration)[member] = passes * keyframes.duration / speed
    }
    rates[member] = Float(speed)
    numbersDidChange(of: member)
  }

  override func setSpeed(of member: Int, from old: Double, to new: Double) {
    if repeats { times(.duration)[member] *= old / new }
    rates[member] = Float(new)
  }

  override func beginOfCycle(of member: Int, at epoch: Double) -> Double {
    beginOfCycle(of: member, lasting: cycle(of: member), at: epoch)
  }

  override func copyFirstValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    keyframes.copyValue(at: 0, to: out, stride: stride)
  }

  override func copyFinalValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    keyframes.copyValue(at: keyframes.duration, to: out, stride: stride)
  }

  override func copyVelocity(of member: Int, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>)
  {
    if elapsed >= duration(of: member) { return out.update(repeating: 0, count: components) }
    let time = elapsed * speed
    keyframes.copyVelocity(at: repeats ? time.truncatingRemainder(dividingBy: keyframes.duration) : time, to: out)
  }

  override func markEnded(in block: Int, at clock: Double, _ frame: Frame) -> Bool {
    if direction < 0 || repeats { return super.markEnded(in: block, at: clock, frame) }
    return mayHaveEnded(in: block, at: clock) && markPassed(Float(keyframes.duration), in: block, at: clock)
  }

  override func evaluate(_ members: Range<Int>, at clock: Double, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    let index = first / Self.blockSize
    let time = clock - blocks[index].epoch
    if repeats { beginAgain(members, after: keyframes.duration, at: clock, frame) }
    if blocks[index].sharedRate == 1 {
      withResults(of: members, frame, scratch: frame.stagedResults) { out, stride in
        tables.evaluate(begins + first, direction: -1, time, out, stride: stride, count)
      }
      return
    }
    let times = frame.scratch(0)
    copyTimes(of: members, at: clock, to: times)
    withResults(of: members, frame, scratch: frame.stagedResults) { out, stride in
      tables.evaluate(times, direction: 1, 0, out, stride: stride, count)
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
