// The value of an animation at a time: a pure function, for a value of any kind.
//
// All animations but custom ones scale the whole change by one number, so that number is computed. What is generic is
// inlinable, because arithmetic that isn't compiled for its type looks up the type's functions at each step.

extension Animation {
  /// Returns the value at a time after the start, or `to` when the animation is finished.
  ///
  /// - Parameters:
  ///   - from: The start value.
  ///   - to: The target.
  ///   - time: The seconds since the start; times before it give the value at 0. NaN gives NaN, and at infinity every
  ///     animation is finished.
  @inlinable
  public func value<V: VectorArithmetic>(from: V, to: V, at time: Double) -> V {
    switch reading(.amount, at: time) {
    case .number(let amount): from.interpolated(towards: to, amount: amount)
    case .finished: to
    case .custom: customChange(to - from, at: time).map { from + $0 } ?? to
    }
  }

  /// Returns the velocity of a value at a time after the start, per second. It is zero before the start and when the
  /// animation is finished, and the change times the largest number where a curve is vertical.
  ///
  /// - Parameters:
  ///   - from: The start value.
  ///   - to: The target.
  ///   - time: The seconds since the start.
  @inlinable
  public func velocity<V: VectorArithmetic>(from: V, to: V, at time: Double) -> V {
    guard !(time < 0) else { return .zero }
    switch reading(.rate, at: time) {
    case .number(let rate):
      // This avoids NaN where the change overflows and its rate is 0, and where the rate is infinite and the change is 0.
      if rate == 0 { return to.scaled(by: 0) + from.scaled(by: 0) }
      return (to - from).scaled(by: max(-.greatestFiniteMagnitude, min(rate, .greatestFiniteMagnitude)))
    case .finished: return .zero
    case .custom: return velocity(value: to - from, time: time, context: AnimationContext()) ?? .zero
    }
  }

  /// Returns the value at a time after the start. The parts that aren't animated are those of `toValue`.
  ///
  /// - Parameters:
  ///   - fromValue: The start value.
  ///   - toValue: The target.
  ///   - time: The seconds since the start.
  @inlinable
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
  @inlinable
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

// MARK: - Amounts and rates

extension Animation {
  /// One of the two numbers that say how far a value is and how fast.
  @usableFromInline
  enum Quantity {
    /// The part of the way that is covered.
    case amount
    /// The derivative of the amount, per second.
    case rate
  }

  /// The number of a quantity at a time, or why there is none.
  @usableFromInline
  enum Reading {
    case number(Double)
    case finished
    /// A custom animation has neither an amount nor a known end.
    case custom
  }

  /// Returns a quantity of any animation at a time after the start.
  @usableFromInline
  func reading(_ quantity: Quantity, at time: Double) -> Reading {
    if duration == nil { return .custom }
    return number(quantity, at: time).map { .number($0) } ?? .finished
  }

  /// Returns the change so far of a value that a custom animation changes, or nil if the animation is finished.
  @usableFromInline
  func customChange<V: VectorArithmetic>(_ change: V, at time: Double) -> V? {
    var context = AnimationContext<V>()
    return animate(value: change, time: time, context: &context)
  }

  /// Returns a quantity of an animation without custom parts at a time after the start, or nil when it's finished.
  func number(_ quantity: Quantity, at time: Double) -> Double? {
    if time.isNaN { return time }
    let time = max(0, time)
    if let duration, time >= duration { return nil }
    switch kind {
    case .curve(let curve, let duration): return curve.number(quantity, at: time, of: duration)
    case .systemDefault: return Spring.systemDefault.number(quantity, initialVelocity: 0, at: time)
    case .spring(let spring, _): return spring.number(quantity, initialVelocity: 0, at: time)
    case .interpolatingSpring(let spring, let velocity):
      return spring.number(quantity, initialVelocity: velocity, at: time)
    case .custom: return .nan
    case .delay(let delay, let base):
      if time >= delay { return base.number(quantity, at: time - delay) }
      return quantity == .rate ? 0 : base.number(.amount, at: 0) ?? 0
    case .speed(let speed, let base):
      let number = base.number(quantity, at: Animation.time(time, at: speed))
      return quantity == .amount ? number : number.map { speed == 0 ? 0 : $0 * speed }
    case .repetition(_, let autoreverses, let base):
      guard let pass = Pass(at: time, of: base.duration ?? 0, autoreverses: autoreverses) else {
        return base.number(quantity, at: time)
      }
      let number = base.number(quantity, at: pass.time) ?? (quantity == .amount ? 1 : 0)
      if !pass.isReversed { return number }
      return quantity == .amount ? 1 - number : -number
    case .logicalCompletion(_, let base): return base.number(quantity, at: time)
    }
  }

  /// Returns the velocity of a value that changes by `change` in all. Where a curve is vertical, components that change
  /// are infinitely fast, and the others stand still.
  @inlinable
  static func velocity<V: VectorArithmetic>(of change: V, atRate rate: Double) -> V {
    if !rate.isInfinite { return change.scaled(by: rate) }
    let largest = rate > 0 ? Double.greatestFiniteMagnitude : -.greatestFiniteMagnitude
    // Three times, because the product of the smallest number and the largest is finite.
    return change.scaled(by: largest).scaled(by: .greatestFiniteMagnitude).scaled(by: .greatestFiniteMagnitude)
  }
}

extension UnitCurve {
  fileprivate func number(_ quantity: Animation.Quantity, at time: Double, of duration: Double) -> Double {
    switch quantity {
    case .amount: value(at: time / duration)
    case .rate: velocity(at: time / duration) / duration
    }
  }
}

extension Spring {
  fileprivate func number(_ quantity: Animation.Quantity, initialVelocity: Double, at time: Double) -> Double {
    let transition = transition(over: time)
    switch quantity {
    case .amount: return initialVelocity * transition.velocityToPosition - transition.positionToPosition
    case .rate: return initialVelocity * (1 + transition.velocityToVelocity) - transition.positionToVelocity
    }
  }
}

extension Animation {
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
