internal import CVectorKernels

// The time after which a spring stays near its target, exactly: the distance falls from each of its maxima to the next
// minimum, and the maxima are known.

extension Spring {
  /// Returns the time after which the spring stays nearer to its target than a distance: the last time at which it is
  /// that far away, in seconds.
  ///
  /// Unlike ``settlingDuration(target:initialVelocity:epsilon:)``, which follows SwiftUI's rules, the result is exact:
  /// it is within a few roundings of the last time at which the distance, the square root of the remaining way's
  /// `magnitudeSquared`, is `epsilon`. A maximum of the distance that equals `epsilon` except for rounding may count or
  /// not.
  ///
  /// ```swift
  /// Spring(duration: 0.5, bounce: 0.3).lastCrossing(target: 100.0, epsilon: 0.5)  // until half a point is left
  /// ```
  ///
  /// The result is 0 if the distance is never as large as `epsilon`. It is infinity if an undamped spring ever reaches
  /// that distance, if `epsilon` isn't above 0, or if a vector's `magnitudeSquared` isn't finite.
  ///
  /// - Parameters:
  ///   - target: The whole change. Lengths below 1e-154, whose squares underflow, may count as 0.
  ///   - initialVelocity: The velocity at the start, per second.
  ///   - epsilon: The distance, in units of the vector.
  /// - Complexity: O(1): some microseconds, most of them for the last digits of two bisections.
  public func lastCrossing<V: VectorArithmetic>(
    target: V, initialVelocity: V = .zero, epsilon: Double
  ) -> Double {
    let (way, speed) = (target.magnitudeSquared.squareRoot(), initialVelocity.magnitudeSquared.squareRoot())
    guard way.isFinite, speed.isFinite, epsilon > 0 else { return .infinity }
    let unit = max(way, speed / angularFrequency)
    guard unit > 0 else { return 0 }
    let (along, across) = Self.directions(of: initialVelocity, speed, towards: target, way)
    let rate = speed / angularFrequency / unit
    // The displacement points away from the target.
    let distance = DistanceToTarget(
      dampingRatio: dampingRatio, displacement: way / unit, velocity: SIMD2(-along * rate, across * rate))
    return distance.lastTime(ofLogarithm: vk_log(epsilon) - vk_log(unit)) / angularFrequency
  }

  /// Returns the last time at which the distance between two values is `epsilon`, or more; see
  /// ``lastCrossing(target:initialVelocity:epsilon:)``.
  ///
  /// - Parameters:
  ///   - fromValue: The value at time 0.
  ///   - toValue: The target.
  ///   - initialVelocity: A value whose animated part is the velocity at the start, per second.
  ///   - epsilon: The distance.
  public func lastCrossing<V: Animatable>(
    fromValue: V, toValue: V, initialVelocity: V, epsilon: Double
  ) -> Double {
    lastCrossing(
      target: toValue.animatableData - fromValue.animatableData, initialVelocity: initialVelocity.animatableData,
      epsilon: epsilon)
  }

  /// Returns the cosine and the sine of the angle between two vectors of the given lengths.
  ///
  /// Both follow from the lengths of the vectors' sum and difference alone, which every type of vector has. The shorter
  /// of the two makes a triangle with the vectors, whose sine is given by Kahan's form of Heron's formula. For single
  /// numbers it is their exact difference, so that the sine is 0. The roundings of the lengths are divided by the sine,
  /// so for small angles the vectors are brought to one length, where they are the ends of a chord.
  private static func directions<V: VectorArithmetic>(
    of first: V, _ firstLength: Double, towards second: V, _ secondLength: Double
  ) -> (cosine: Double, sine: Double) {
    guard firstLength > 0, secondLength > 0 else { return (1, 0) }
    // Scales the shorter vector exactly, to within a factor of 2 of the longer one. If it is 2^100 times shorter, its
    // direction has no effect.
    let shift = Int(firstLength.exponent) - Int(secondLength.exponent)
    guard abs(shift) <= 100 else { return (1, 0) }
    // The sums of vectors whose squares almost overflow, or of `Float`s that almost do, would overflow.
    let scale = max(firstLength, secondLength) > 0x1p100 ? 0x1p-100 : 1
    let (firstFactor, secondFactor) = (
      scale * Double(sign: .plus, exponent: max(0, -shift), significand: 1),
      scale * Double(sign: .plus, exponent: max(0, shift), significand: 1)
    )
    let (a, b) = (first.scaled(by: firstFactor), second.scaled(by: secondFactor))
    let (sum, difference) = ((a + b).magnitudeSquared, (a - b).magnitudeSquared)
    let (aLength, bLength) = (firstLength * firstFactor, secondLength * secondFactor)
    let thirdSquared = min(sum, difference)
    let third = thirdSquared.squareRoot()
    let magnitude = min((aLength * aLength + bLength * bLength - thirdSquared) / (2 * aLength * bLength), 1)
    let cosine = sum < difference ? -magnitude : magnitude
    let (long, short) = (max(aLength, bLength), min(aLength, bLength))
    // The longest side first.
    let (x, y, z) =
      third >= long ? (third, long, short) : third >= short ? (long, third, short) : (long, short, third)
    let square = (x + (y + z)) * (z - (x - y)) * (z + (x - y)) * (x + (y - z))
    let sine = min(max(0, square).squareRoot() / (2 * aLength * bLength), 1)
    if sine > 0.1 { return (cosine, sine) }
    let (u, v) = (a.scaled(by: bLength.significand), b.scaled(by: aLength.significand))
    let chord =
      min((u + v).magnitudeSquared, (u - v).magnitudeSquared).squareRoot() / (aLength * bLength.significand)
    return (cosine, chord * (1 - chord * chord / 4).squareRoot())
  }
}

/// The distance of a spring from its target over time, in natural units: times in radians of the undamped oscillation,
/// velocities per radian, and distances in units of the initial displacement or of the distance that corresponds to the
/// initial velocity, whichever is larger.
///
/// With the decay a, the displacement is `e^(-a t) f(t)`, where f is `u cos(w t) + r sin(w t) / w` below critical
/// damping, `u + r t` at it, and `u + r (1 - e^(-d t)) / d` above it, for the displacement u and r = velocity + a u.
/// Two dimensions are enough for both: the direction of u, and the direction across it.
private struct DistanceToTarget {
  /// a, the rate of the part that decays slowest.
  private let decay: Double
  /// w, or 0 from critical damping on.
  private let frequency: Double
  /// d, the difference of the two rates of decay, or 0 up to critical damping.
  private let difference: Double
  /// u.
  private let displacement: SIMD2<Double>
  /// r.
  private let slope: SIMD2<Double>

  init(dampingRatio z: Double, displacement: Double, velocity: SIMD2<Double>) {
    let root = (abs(1 - z) * (1 + z)).squareRoot()
    decay = z > 1 ? 1 / (z + root) : z
    frequency = z < 1 ? root : 0
    difference = z > 1 ? 2 * root : 0
    self.displacement = SIMD2(displacement, 0)
    slope = velocity + decay * self.displacement
  }

  /// Returns f and its derivative.
  private func motion(at time: Double) -> (f: SIMD2<Double>, derivative: SIMD2<Double>) {
    let (u, r) = (displacement, slope)
    if frequency > 0 {
      let (c, s) = (vk_cos(frequency * time), vk_sin(frequency * time))
      return (c * u + s / frequency * r, c * r - frequency * s * u)
    }
    if difference > 0 {
      return (u - vk_expm1(-difference * time) / difference * r, vk_exp2(-difference / 0.6931471805599453 * time) * r)
    }
    return (u + time * r, r)
  }

  /// Returns the natural logarithm of the distance, which neither overflows nor underflows.
  private func logarithm(at time: Double) -> Double {
    let f = motion(at: time).f
    return 0.5 * vk_log((f * f).sum()) - decay * time
  }

  /// Returns whether the distance grows.
  private func isRising(at time: Double) -> Bool {
    let (f, derivative) = motion(at: time)
    return (f * (derivative - decay * f)).sum() > 0
  }

  /// Returns the last time at which the logarithm of the distance is `level`: 0 if it is never that large, and infinity
  /// if there is no last time.
  func lastTime(ofLogarithm level: Double) -> Double {
    let peak = firstPeak
    let first = peak ?? 0
    if decay == 0 { return max(logarithm(at: first), logarithm(at: 0)) >= level ? .infinity : 0 }
    guard logarithm(at: first) >= level else {
      // All peaks are lower, so only the way from the start down to the first minimum is left.
      return logarithm(at: 0) >= level ? lastTime(in: 0, first) { logarithm(at: $0) >= level } : 0
    }
    guard let peak, frequency > 0 else {
      var late = first + 1 / decay
      while logarithm(at: late) >= level { late = first + 2 * (late - first) }
      return lastTime(in: first, late) { logarithm(at: $0) >= level }
    }
    // Half a turn later the motion is the same, but smaller by a factor. The last peak that is high enough decides. The
    // half turns before it are left out, so the phase keeps its digits.
    let halfTurn = .pi / frequency
    let skipped = ((logarithm(at: peak) - level) / (decay * halfTurn)).rounded(.down) * halfTurn
    let raised = level + decay * skipped
    return skipped + lastTime(in: peak, peak + halfTurn) { logarithm(at: $0) >= raised }
  }

  /// The first maximum of the distance from time 0 on; nil if the distance only falls.
  ///
  /// The derivative of the distance's square is a sine of twice the phase plus a constant, or from critical damping on
  /// a parabola in `(1 - e^(-d t)) / d`. After the derivative's own maximum, which is known, it changes its sign at
  /// most once.
  private var firstPeak: Double? {
    let (u, r) = (displacement, slope)
    let (uu, rr, ur) = ((u * u).sum(), (r * r).sum(), (u * r).sum())
    if frequency > 0 {
      let (a, w) = (decay, frequency)
      let steepest =
        vk_atan2(w * (rr - w * w * uu - 2 * a * ur), a * rr + w * w * (2 * ur - a * uu)) / (2 * w)
      guard isRising(at: steepest) else { return nil }
      let peak = lastTime(in: steepest, steepest + .pi / (2 * w), where: isRising)
      return peak < 0 ? peak + .pi / w : peak
    }
    let vertex = (rr - (2 * decay + difference) * ur) / (2 * (decay + difference) * rr)
    let steepest = max(0, difference > 0 ? -vk_log(1 - difference * vertex) / difference : vertex)
    // The result isn't finite if the faster of the two parts is missing or has the slower one's direction.
    guard steepest.isFinite, isRising(at: steepest) else { return nil }
    var step = 1 / (decay + difference)
    while isRising(at: steepest + step) { step *= 2 }
    return lastTime(in: steepest, steepest + step, where: isRising)
  }

  /// Returns the time in a range at which a condition ends, to the last digit.
  private func lastTime(in early: Double, _ late: Double, where holds: (Double) -> Bool) -> Double {
    var (early, late) = (early, late)
    while case let middle = early + (late - early) / 2, middle > early, middle < late {
      if holds(middle) { early = middle } else { late = middle }
    }
    return late
  }
}
