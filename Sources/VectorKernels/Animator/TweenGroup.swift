internal import CVectorKernels

/// Properties that go from one value to another by the same animation: a timing curve, or a spring that repeats.
final class TweenGroup: PropertyGroup {
  let animation: Animation
  /// How members move; without an end where it repeats, because members end by their starts and forget whole cycles.
  private let lowered: LoweredAnimation
  private let original: LoweredAnimation
  /// The baked curve of what goes along it once, from one end to the other.
  private let curve: UnsafeMutablePointer<vk_baked_curve>?

  init(_ animation: Animation, _ lowered: LoweredAnimation, components: Int, speed: Double) {
    self.animation = animation
    original = lowered
    self.lowered = lowered.passes > 1 ? lowered.repeatedForever() : lowered
    let cycle = lowered.passes > 1 && lowered.rate > 0 ? (lowered.autoreverses ? 2 : 1) / lowered.rate : 0
    if lowered.passes == 1, lowered.headStart == 0, let baked = lowered.table.curve, baked.isTable {
      let curve = UnsafeMutablePointer<vk_baked_curve>.allocate(capacity: 1)
      curve.initialize(to: baked.table)
      self.curve = curve
    } else {
      curve = nil
    }
    super.init(components: components, speed: speed, valuesPerMember: 2, cycle: cycle, delay: lowered.delay)
  }

  deinit {
    curve?.deallocate()
  }

  override var driver: GroupKey.Driver { .tween(animation) }

  override func makeGroup(speed: Double) -> PropertyGroup {
    TweenGroup(animation, original, components: components, speed: speed)
  }

  /// Sets what a member has that has just joined.
  func setValues(of member: Int, from: UnsafePointer<Float>, to: UnsafePointer<Float>) {
    setValue(0, of: member, to: from)
    setValue(1, of: member, to: to)
  }

  /// Sends a member elsewhere, from where it is.
  func retarget(
    _ member: Int, start: Double, from: UnsafePointer<Float>, stride: Int, to target: UnsafePointer<Float>
  ) {
    setStart(of: member, to: start)
    let (first, last) = (columns(of: 0) + member, columns(of: 1) + member)
    for component in 0..<components {
      first[component * self.stride] = from[component * stride]
      last[component * self.stride] = target[component]
    }
  }

  override var duration: Double { original.duration }

  override func nominalDuration(of member: Int) -> Double {
    duration < .infinity ? duration : lowered.delay + (cycle > 0 ? cycle : lowered.unit)
  }

  override func copyFirstValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    copy(0, of: member, to: out, stride: stride)
  }

  override func copyFinalValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    copy(1, of: member, to: out, stride: stride)
  }

  override func copyVelocity(of member: Int, atLocal time: Double, to out: UnsafeMutablePointer<Float>) {
    let rate = Float(animation.velocity(from: 0.0, to: 1.0, at: time))
    let (from, to) = (columns(of: 0) + member, columns(of: 1) + member)
    for component in 0..<components {
      out[component] = rate * (to[component * stride] - from[component * stride])
    }
  }

  override func markEnded(in block: Int, at clock: Double, _ frame: Frame) -> Bool {
    // What has forgotten whole cycles doesn't know how long it has run.
    guard cycle > 0, speed > 0 else { return super.markEnded(in: block, at: clock, frame) }
    return clock - blocks[block].earliest >= duration && markEnded(amongAllIn: block, at: clock)
  }

  override func evaluate(_ members: Range<Int>, at clock: Double, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    if let curve {
      let time = clock - blocks[first / Self.blockSize].epoch - lowered.delay
      let whole = Float(max(-1e30, min(time, 1e30)))
      withResults(of: members, frame, scratch: frame.scratch) { out, stride in
        vk_tween_baked_f32(
          curve, Float(lowered.rate), Float(lowered.rate * (time - Double(whole))), whole, column(0) + first,
          columns(of: 0) + first, columns(of: 1) + first, self.stride, out, stride, components, count)
      }
      return
    }
    let amounts = UnsafeMutableBufferPointer(start: frame.scratch, count: count)
    lowered.amounts(
      at: clock - blocks[first / Self.blockSize].epoch,
      start: UnsafeBufferPointer(start: column(0) + first, count: count).span, into: amounts.mutableSpan)
    withResults(of: members, frame, scratch: frame.scratch + Self.blockSize) { out, stride in
      for component in 0..<components {
        vk_lerp_each_f32(
          columns(of: 0) + (component * self.stride + first), columns(of: 1) + (component * self.stride + first),
          frame.scratch, out + component * stride, count)
      }
    }
    // Time that runs back takes what runs back beyond its end, of which a repetition without end knows nothing.
    if speed < 0, cycle > 0 {
      for member in members where clock - starts[member] >= duration {
        copyFinalValue(of: member, to: frame.results + Int(slots[member]), stride: frame.stride)
      }
    }
  }
}
