internal import CVectorKernels

/// When a tween's one pass begins and ends, in seconds since its start.
struct PassTiming {
  var delay: Double
  /// With the delay; infinity for ever.
  var duration: Double

  /// Passes per second: 1e30 where a pass takes no time, and 0 where it never ends.
  var rate: Float {
    if duration == .infinity { return 0 }
    let length = duration - delay
    return length > 1e-30 ? Float(1 / length) : 1e30
  }
}

/// Properties that go once from one value to another along the same timing curve, each in a time of its own.
final class TweenGroup: PropertyGroup {
  let curve: PreparedCurve

  init(_ curve: PreparedCurve, components: Int, direction: Double) {
    self.curve = curve
    super.init(components: components, direction: direction, valuesPerMember: 2, timeCount: 3, hasDurations: true)
  }

  override var driver: GroupKey.Driver { .tween(curve.curve) }

  override func makeGroup(direction: Double) -> PropertyGroup {
    TweenGroup(curve, components: components, direction: direction)
  }

  /// Sends a member from a value to another one.
  ///
  /// - Parameters:
  ///   - member: A member.
  ///   - start: When its run begins, on the group's clock.
  ///   - timing: How it then goes on, in seconds of the group's clock.
  ///   - from: Where it is: a number for each component, `stride` elements apart.
  ///   - stride: The distance of these.
  ///   - target: Where it is to go: a number for each component.
  func begin(
    _ member: Int, at start: Double, _ timing: PassTiming, from: UnsafePointer<Float>, stride: Int,
    to target: UnsafePointer<Float>
  ) {
    starts[member] = start
    setTiming(of: member, to: timing)
    let (first, last) = (columns(of: 0) + member, columns(of: 1) + member)
    for component in 0..<components {
      first[component * self.stride] = from[component * stride]
      last[component * self.stride] = target[component]
    }
    numbersDidChange(of: member)
  }

  private func setTiming(of member: Int, to timing: PassTiming) {
    times(.delay)[member] = timing.delay
    times(.duration)[member] = timing.duration
    rates[member] = timing.rate
  }

  func timing(of member: Int) -> PassTiming {
    PassTiming(delay: times(.delay)[member], duration: times(.duration)[member])
  }

  override func setSpeed(of member: Int, from old: Double, to new: Double) {
    let (timing, scale) = (timing(of: member), old / new)
    setTiming(of: member, to: PassTiming(delay: timing.delay * scale, duration: timing.duration * scale))
  }

  override func nominalDuration(of member: Int) -> Double {
    let timing = timing(of: member)
    return timing.duration < .infinity ? timing.duration : timing.delay < .infinity ? timing.delay + 1 : 1
  }

  override func copyFirstValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    copy(0, of: member, to: out, stride: stride)
  }

  override func subtractFinalValue(of member: Int) { subtract(1, from: 0, of: member) }

  override func copyFinalValue(of member: Int, to out: UnsafeMutablePointer<Float>, stride: Int) {
    copy(1, of: member, to: out, stride: stride)
  }

  override func copyVelocity(of member: Int, after elapsed: Double, speed: Double, to out: UnsafeMutablePointer<Float>)
  {
    let timing = timing(of: member)
    let isUnderWay = elapsed >= timing.delay && elapsed < timing.duration && timing.duration < .infinity
    let length = timing.duration - timing.delay
    let slope = isUnderWay ? curve.curve.velocity(at: (elapsed - timing.delay) / length) / (length * speed) : 0
    let (from, to, rate) = (columns(of: 0) + member, columns(of: 1) + member, Float(slope))
    for component in 0..<components {
      out[component] = rate * (to[component * stride] - from[component * stride])
    }
  }

  override func markEnded(in block: Int, at clock: Double, _ frame: Frame) -> Bool {
    if direction < 0 { return super.markEnded(in: block, at: clock, frame) }
    return mayHaveEnded(in: block, at: clock) && markPassed(1, in: block, at: clock)
  }

  override func evaluate(_ members: Range<Int>, at clock: Double, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    let (time, rate) = (
      clock - blocks[first / Self.blockSize].epoch, blocks[first / Self.blockSize].sharedRate
    )
    let whole = Float(max(-1e30, min(time, 1e30)))
    let rest = Float(time - Double(whole))
    if let table = curve.table {
      withResults(of: members, frame, scratch: frame.stagedResults) { out, stride in
        let (from, to) = (columns(of: 0) + first, columns(of: 1) + first)
        if rate == rate {
          vk_tween_baked_f32(
            table, rate, rate * rest, whole, begins + first, from, to, self.stride, out, stride, components, count)
        } else {
          vk_tween_baked_each_f32(
            table, rates + first, whole, rest, begins + first, from, to, self.stride, out, stride, components, count)
        }
      }
      return
    }
    let amounts = frame.scratch(0)
    vk_progress_pass_f32(begins + first, rates + first, whole, rest, amounts, count)
    curve.values(at: amounts, into: amounts, count)
    interpolate(members, by: amounts, frame)
  }
}

extension PropertyGroup {
  /// Puts members as much of the way from their first values to their second ones as they have covered.
  final func interpolate(_ members: Range<Int>, by amounts: UnsafePointer<Float>, _ frame: Frame) {
    let (first, count) = (members.lowerBound, members.count)
    withResults(of: members, frame, scratch: frame.stagedResults) { out, stride in
      for component in 0..<components {
        let offset = component * self.stride + first
        vk_lerp_each_f32(columns(of: 0) + offset, columns(of: 1) + offset, amounts, out + component * stride, count)
      }
    }
  }
}
