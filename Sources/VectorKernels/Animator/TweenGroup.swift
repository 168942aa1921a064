internal import CVectorKernels

/// Properties that go from one value to another by the same animation: a timing curve, or a spring that repeats.
final class TweenGroup<Value: ComponentVector>: PropertyGroup<Value> where Value.Component == Float {
  let animation: Animation
  /// How members move; without an end where it repeats, because members end by their starts and forget whole cycles.
  private let lowered: LoweredAnimation
  private let totalDuration: Double
  /// Seconds after which what repeats is where it was; 0 for what doesn't.
  private let cycle: Double

  init(_ animation: Animation, _ lowered: LoweredAnimation, speed: Double) {
    self.animation = animation
    self.lowered = lowered.passes > 1 ? lowered.repeatedForever() : lowered
    totalDuration = lowered.duration
    cycle = lowered.passes > 1 && lowered.rate > 0 ? (lowered.autoreverses ? 2 : 1) / lowered.rate : 0
    super.init(speed: speed, valuesPerMember: 2)
  }

  override var driver: GroupKey.Driver { .tween(animation) }

  override func makeGroup(speed: Double) -> PropertyGroup<Value> {
    TweenGroup(copying: self, speed: speed)
  }

  private init(copying other: TweenGroup, speed: Double) {
    animation = other.animation
    lowered = other.lowered
    totalDuration = other.totalDuration
    cycle = other.cycle
    super.init(speed: speed, valuesPerMember: 2)
  }

  func append(slot: Int, start: Double, from: Value, to: Value) -> Int {
    let member = appendMember(slot: slot, start: start)
    setValue(0, of: member, to: from)
    setValue(1, of: member, to: to)
    return member
  }

  override var duration: Double { totalDuration }

  override func nominalDuration(of member: Int) -> Double {
    totalDuration < .infinity ? totalDuration : lowered.delay + (cycle > 0 ? cycle : lowered.unit)
  }

  override func relativeStart(_ start: Double, to epoch: Double) -> Double {
    let elapsed = epoch - start - lowered.delay
    guard cycle > 0, elapsed > cycle else { return start - epoch }
    return lowered.delay.distance(to: -elapsed.truncatingRemainder(dividingBy: cycle))
  }

  override func firstValue(of member: Int) -> Value { value(0, of: member) }
  override func finalValue(of member: Int) -> Value { value(1, of: member) }

  override func velocity(of member: Int, atLocal time: Double) -> Value {
    animation.velocity(from: value(0, of: member), to: value(1, of: member), at: time)
  }

  override func markEnded(in block: Int, at clock: Double, _ frame: Frame) -> Int {
    // What has forgotten whole cycles doesn't know how long it has run.
    guard cycle > 0, speed > 0 else { return super.markEnded(in: block, at: clock, frame) }
    return clock - blocks[block].earliest >= duration ? markEnded(amongAllIn: block, at: clock) : 0
  }

  override func evaluate(_ members: Range<Int>, at clock: Double, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    let amounts = UnsafeMutableBufferPointer(start: frame.scratch, count: count)
    lowered.amounts(
      at: clock - blocks[first / Self.blockSize].epoch,
      start: UnsafeBufferPointer(start: column(0) + first, count: count).span, into: amounts.mutableSpan)
    withResults(of: members, frame, scratch: frame.scratch + Self.blockSize) { out, stride in
      for component in 0..<Value.componentCount {
        frame.kernels.pointee.lerp_each_f32(
          columns(of: 0) + (component * self.stride + first), columns(of: 1) + (component * self.stride + first),
          frame.scratch, out + component * stride, count)
      }
    }
    // Time that runs back takes what runs back beyond its end, of which a repetition without end knows nothing.
    if speed < 0, cycle > 0 {
      for member in members where clock - starts[member] >= duration {
        finalValue(of: member)._store(frame.results + Int(slots[member]), stride: frame.stride)
      }
    }
  }
}
