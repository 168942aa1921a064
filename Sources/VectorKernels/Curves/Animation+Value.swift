// The value of an animation at a time: a pure function, for a value of any kind.
//
// All animations but custom ones scale the whole change by one number, so that number is computed.

extension Animation {
  /// Returns the value at a time after the start, or `to` when the animation is finished.
  ///
  /// - Parameters:
  ///   - from: The start value.
  ///   - to: The target.
  ///   - time: The seconds since the start; times before it give the value at 0. NaN gives NaN, and at infinity every
  ///     animation is finished.
  public func value<V: VectorArithmetic>(from: V, to: V, at time: Double) -> V {
    guard duration != nil else {
      var context = AnimationContext<V>()
      return animate(value: to - from, time: time, context: &context).map { from + $0 } ?? to
    }
    guard let sample = sample(at: time) else { return to }
    return from.interpolated(towards: to, amount: sample.amount)
  }

  /// Returns the velocity of a value at a time after the start, per second. It is zero before the start and when the
  /// animation is finished, and the change times the largest number where a curve is vertical.
  ///
  /// - Parameters:
  ///   - from: The start value.
  ///   - to: The target.
  ///   - time: The seconds since the start.
  public func velocity<V: VectorArithmetic>(from: V, to: V, at time: Double) -> V {
    guard !(time < 0) else { return .zero }
    guard duration != nil else {
      return velocity(value: to - from, time: time, context: AnimationContext()) ?? .zero
    }
    guard let sample = sample(at: time) else { return .zero }
    // This avoids NaN where the change overflows and its rate is 0, and where the rate is infinite and the change is 0.
    if sample.rate == 0 { return to.scaled(by: 0) + from.scaled(by: 0) }
    return (to - from).scaled(by: max(-.greatestFiniteMagnitude, min(sample.rate, .greatestFiniteMagnitude)))
  }

  /// Returns the value at a time after the start. The parts that aren't animated are those of `toValue`.
  ///
  /// - Parameters:
  ///   - fromValue: The start value.
  ///   - toValue: The target.
  ///   - time: The seconds since the start.
  public func value<V: Animatable>(fromValue: V, toValue: V, time: Double) -> V {
    var result = toValue
    result.animatableData = value(from: fromValue.animatableData, to: toValue.animatableData, at: time)
    return result
  }

  /// Returns the velocity of a value at a time after the start, as a value whose animated part is the velocity per
  /// second.
  ///
  /// - Parameters:
  ///   - fromValue: The start value.
  ///   - toValue: The target.
  ///   - time: The seconds since the start.
  public func velocity<V: Animatable>(fromValue: V, toValue: V, time: Double) -> V {
    var result = toValue
    result.animatableData = velocity(from: fromValue.animatableData, to: toValue.animatableData, at: time)
    return result
  }

  /// Returns how much of the way a value has covered at a time after the start: from 0 to 1, and beyond if a spring or
  /// a curve overshoots.
  public func amount(at time: Double) -> Double { value(from: 0, to: 1, at: time) }

  /// Returns whether the animation is finished at a time after the start. Times before the start count as 0; at NaN it
  /// isn't finished.
  public func isFinished(at time: Double) -> Bool {
    if let duration { return (time < 0 ? 0 : time) >= duration }
    var context = AnimationContext<Double>()
    return animate(value: 1, time: time, context: &context) == nil
  }
}

extension Animation {
  /// An amount and its derivative, per second.
  struct Sample {
    var amount: Double
    var rate: Double

    /// Returns the velocity of a value that changes by `change` in all. Where a curve is vertical, components that change
    /// are infinitely fast, and the others stand still.
    func velocity<V: VectorArithmetic>(of change: V) -> V {
      if !rate.isInfinite { return change.scaled(by: rate) }
      let largest = rate > 0 ? Double.greatestFiniteMagnitude : -.greatestFiniteMagnitude
      // Three times, because the product of the smallest number and the largest is finite.
      return change.scaled(by: largest).scaled(by: .greatestFiniteMagnitude).scaled(by: .greatestFiniteMagnitude)
    }

    static var undefined: Sample { Sample(amount: .nan, rate: .nan) }
  }

  /// Returns the amount of an animation without custom parts at a time after the start, or nil when it's finished.
  func sample(at time: Double) -> Sample? {
    if time.isNaN { return .undefined }
    let time = max(0, time)
    if let duration, time >= duration { return nil }
    switch kind {
    case .curve(let curve, let duration):
      return Sample(amount: curve.value(at: time / duration), rate: curve.velocity(at: time / duration) / duration)
    case .systemDefault: return Spring.systemDefault.sample(initialVelocity: 0, at: time)
    case .spring(let spring, _): return spring.sample(initialVelocity: 0, at: time)
    case .interpolatingSpring(let spring, let velocity): return spring.sample(initialVelocity: velocity, at: time)
    case .custom: return .undefined
    case .delay(let delay, let base):
      if time < delay { return Sample(amount: base.sample(at: 0)?.amount ?? 0, rate: 0) }
      return base.sample(at: time - delay)
    case .speed(let speed, let base):
      return base.sample(at: Animation.time(time, at: speed)).map {
        Sample(amount: $0.amount, rate: speed == 0 ? 0 : $0.rate * speed)
      }
    case .repetition(_, let autoreverses, let base):
      guard let pass = Pass(at: time, of: base.duration ?? 0, autoreverses: autoreverses) else {
        return base.sample(at: time)
      }
      let sample = base.sample(at: pass.time) ?? Sample(amount: 1, rate: 0)
      return pass.isReversed ? Sample(amount: 1 - sample.amount, rate: -sample.rate) : sample
    case .logicalCompletion(_, let base): return base.sample(at: time)
    }
  }

  /// Returns a time multiplied by a speed of at least 0. The result is finite unless the time isn't, and NaN only if
  /// the time is.
  static func time(_ time: Double, at speed: Double) -> Double {
    if speed == 0 { return time.isNaN ? time : 0 }
    let product = time * speed
    return product.isInfinite && time.isFinite
      ? max(-.greatestFiniteMagnitude, min(product, .greatestFiniteMagnitude)) : product
  }

  /// The pass of a repetition at a time. A boundary belongs to the later pass.
  struct Pass {
    /// The seconds since the start of the pass.
    let time: Double
    let isReversed: Bool

    /// Creates the pass at a time. Returns nil if there is only one pass, because it never ends. The remainder is exact
    /// for any number of earlier passes.
    init?(at time: Double, of duration: Double, autoreverses: Bool) {
      guard duration.isFinite else { return nil }
      let elapsed = time.truncatingRemainder(dividingBy: autoreverses ? 2 * duration : duration)
      isReversed = autoreverses && elapsed >= duration
      self.time = isReversed ? elapsed - duration : elapsed
    }
  }
}

extension Spring {
  fileprivate func sample(initialVelocity: Double, at time: Double) -> Animation.Sample {
    let transition = transition(over: time)
    return Animation.Sample(
      amount: initialVelocity * transition.velocityToPosition - transition.positionToPosition,
      rate: initialVelocity * (1 + transition.velocityToVelocity) - transition.positionToVelocity)
  }
}
