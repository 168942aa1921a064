// Where an animation is at a time: a pure function, for one value of any kind.
//
// All but custom animations scale the whole change by one number, so what is computed is that number.

extension Animation {
  /// Where a value is on its way, a time after the animation began; when it's finished, `to`.
  ///
  /// - Parameters:
  ///   - from: The value at the start.
  ///   - to: The value to arrive at.
  ///   - time: Seconds since the start; before it, the value at 0. NaN gives NaN, and at infinity every animation is
  ///     finished.
  public func value<V: VectorArithmetic>(from: V, to: V, at time: Double) -> V {
    guard duration != nil else {
      var context = AnimationContext<V>()
      return animate(value: to - from, time: time, context: &context).map { from + $0 } ?? to
    }
    guard let sample = sample(at: time) else { return to }
    return from.interpolated(towards: to, amount: sample.amount)
  }

  /// How fast a value moves on its way, per second, a time after the animation began. Before that and when it's
  /// finished, zero; where a curve is vertical, the way times the largest number.
  ///
  /// - Parameters:
  ///   - from: The value at the start.
  ///   - to: The value to arrive at.
  ///   - time: Seconds since the start.
  public func velocity<V: VectorArithmetic>(from: V, to: V, at time: Double) -> V {
    guard !(time < 0) else { return .zero }
    guard duration != nil else {
      return velocity(value: to - from, time: time, context: AnimationContext()) ?? .zero
    }
    guard let sample = sample(at: time) else { return .zero }
    // Where the way overflows, none of it would be NaN; and so would be an infinite rate of no way.
    if sample.rate == 0 { return to.scaled(by: 0) + from.scaled(by: 0) }
    return (to - from).scaled(by: max(-.greatestFiniteMagnitude, min(sample.rate, .greatestFiniteMagnitude)))
  }

  /// Where a value is on its way, a time after the animation began. What isn't animated is that of `toValue`.
  ///
  /// - Parameters:
  ///   - fromValue: The value at the start.
  ///   - toValue: The value to arrive at.
  ///   - time: Seconds since the start.
  public func value<V: Animatable>(fromValue: V, toValue: V, time: Double) -> V {
    var result = toValue
    result.animatableData = value(from: fromValue.animatableData, to: toValue.animatableData, at: time)
    return result
  }

  /// How fast a value moves on its way: a value whose animated part is the velocity per second.
  ///
  /// - Parameters:
  ///   - fromValue: The value at the start.
  ///   - toValue: The value to arrive at.
  ///   - time: Seconds since the start.
  public func velocity<V: Animatable>(fromValue: V, toValue: V, time: Double) -> V {
    var result = toValue
    result.animatableData = velocity(from: fromValue.animatableData, to: toValue.animatableData, at: time)
    return result
  }

  /// How much of the way a value has covered, a time after the animation began: from 0 to 1, and beyond where a spring
  /// or a curve overshoots.
  public func amount(at time: Double) -> Double { value(from: 0, to: 1, at: time) }

  /// Whether the animation is over a time after it began. Before, it's what it is at 0; at NaN it isn't over.
  public func isFinished(at time: Double) -> Bool {
    if let duration { return (time < 0 ? 0 : time) >= duration }
    var context = AnimationContext<Double>()
    return animate(value: 1, time: time, context: &context) == nil
  }
}

extension Animation {
  /// The covered part of the way and its derivative, per second.
  struct Sample {
    var amount: Double
    var rate: Double

    static var undefined: Sample { Sample(amount: .nan, rate: .nan) }
  }

  /// Where an animation without custom parts is a time after it began, or nil when it's finished.
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

  /// A time at a speed of at least 0: finite, unless the time isn't, and NaN only where the time is.
  static func time(_ time: Double, at speed: Double) -> Double {
    if speed == 0 { return time.isNaN ? time : 0 }
    let product = time * speed
    return product.isInfinite && time.isFinite
      ? max(-.greatestFiniteMagnitude, min(product, .greatestFiniteMagnitude)) : product
  }

  /// The pass of a repetition that a time falls into. A boundary belongs to the later pass.
  struct Pass {
    /// Seconds since the pass began.
    let time: Double
    let isReversed: Bool

    /// Nil for passes of which there is only one, because it never ends. The remainder is exact, however many passes
    /// there were before.
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
