internal import CVectorKernels

/// A curve of a family.
struct Easing: Hashable, Sendable {
  let family: EasingFamily
  /// The first argument, clamped.
  private let first: Double
  /// The arguments of the family's functions.
  let a: Double
  let b: Double
  /// The small number comes last: an animation has other small numbers behind it, which then share its word.
  private(set) var direction: UnitCurve.Direction

  /// - Parameters: One argument for each of the family's parameters. NaN gives a parameter's default.
  init(_ family: EasingFamily, _ direction: UnitCurve.Direction, _ first: Double, _ second: Double) {
    self.family = family
    self.direction = direction
    if family.definition.pointee.parameters.isEmpty {
      (self.first, a, b) = (0, 0, 0)
      return
    }
    let parameters = family.definition.pointee.parameters
    self.first = parameters[0].clamped(first, direction)
    a = direction == .easeInOut ? self.first * parameters[0].bothFactor : self.first
    b = parameters.count == 1 ? 0 : parameters[1].clamped(second, direction)
  }

  /// The argument for a parameter of the family, clamped.
  func argument(_ index: Int) -> Double { index == 0 ? first : b }

  /// The curve with its axes swapped, if it is one of the family too.
  var inverseInFamily: Easing? {
    if !family.definition.pointee.isInverseEaseOut || direction == .easeInOut { return nil }
    var inverse = self
    inverse.direction = direction == .easeIn ? .easeOut : .easeIn
    return inverse
  }
}

// MARK: - Single values, for x and y in 0...1 or NaN

extension Easing {
  func value(at x: Double) -> Double { result(at: x, easeIn(at: easeInArgument(x))) }

  /// The derivative; at the corners of a bounce, that of the side nearer to the end.
  func velocity(at x: Double) -> Double { x.isNaN ? x : family.definition.pointee.velocity(easeInArgument(x), a, b) }

  func inverse(at y: Double) -> Double { result(at: y, easeInInverse(at: easeInArgument(y))) }

  func inverseVelocity(at y: Double) -> Double {
    y.isNaN ? y : 1 / family.definition.pointee.velocity(easeInInverse(at: easeInArgument(y)), a, b)
  }

  private func easeIn(at u: Double) -> Double {
    if u <= 0 || u >= 1 || u.isNaN { return u }
    return family.definition.pointee.value(u, a, b)
  }

  /// The u of the last rise at which the ease in is y: for families that don't turn around, it is the only one.
  @inline(__always)
  private func easeInInverse(at y: Double) -> Double {
    if y.isNaN { return y }
    switch family.definition.pointee.inverse {
    case .formula(let inverse): return inverse(y, a, b)
    case .search(let start): return search(for: y, from: start(a, b))
    }
  }

  /// In the last rise, the u at which f is at least y form one interval that ends at 1.
  @inline(never)
  private func search(for y: Double, from start: Double) -> Double {
    if y <= 0 { return start }
    var (low, high) = (start, 1.0)
    while true {
      let middle = (low + high) / 2
      if middle <= low || middle >= high { return high }
      if easeIn(at: middle) >= y { high = middle } else { low = middle }
    }
  }

  /// Returns the argument of the ease in for x: the distance from the start, from the end, or from the nearer of both.
  private func easeInArgument(_ x: Double) -> Double {
    switch direction {
    case .easeIn: x
    case .easeOut: 1 - x
    case .easeInOut: 2 * (x <= 0.5 ? x : 1 - x)
    }
  }

  /// Returns the curve's value at x, where the ease in's value is y.
  private func result(at x: Double, _ y: Double) -> Double {
    switch direction {
    case .easeIn: y
    case .easeOut: 1 - y
    case .easeInOut: x <= 0.5 ? y / 2 : 1 - y / 2
    }
  }
}

// MARK: - Many values

extension Easing {
  /// Writes the amounts at n progresses, or those of the inverse. The inputs may lie in the memory of the results.
  func evaluate(
    at x: UnsafePointer<Float>, isInverse: Bool, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level
  ) {
    let kernel = kernel(isInverse: isInverse)
    var parameters = vk_easing()
    prepare(&parameters, for: kernel)
    kernel.function(level, &parameters, x, out, n)
  }

  /// Writes the amounts in `Double`.
  ///
  /// - Returns: false where there is no kernel, and nothing was written.
  func evaluate(
    at x: UnsafePointer<Double>, isInverse: Bool, into out: UnsafeMutablePointer<Double>, _ n: Int, _ level: vk_level
  ) -> Bool {
    let kernel = kernel(isInverse: isInverse)
    guard let inDouble = kernel.inDouble else { return false }
    var parameters = vk_easing()
    prepare(&parameters, for: kernel)
    switch inDouble {
    case .quadratic: vk_ease_quadratic_f64_at(level, &parameters, x, out, n)
    case .cubic: vk_ease_back_f64_at(level, &parameters, x, out, n)
    case .quartic:
      parameters.p.0 = 1
      vk_ease_quintic_f64_at(level, &parameters, x, out, n)
    case .quintic:
      parameters.p.1 = 1
      vk_ease_quintic_f64_at(level, &parameters, x, out, n)
    case .sine: vk_ease_sine_f64_at(level, &parameters, x, out, n)
    case .exponential: vk_ease_exponential_f64_at(level, &parameters, x, out, n)
    case .circular: vk_ease_circular_f64_at(level, &parameters, x, out, n)
    case .root: vk_ease_root_f64_at(level, &parameters, x, out, n)
    case .elastic: vk_ease_elastic_f64_at(level, &parameters, x, out, n)
    case .bounce: vk_ease_bounce_f64_at(level, &parameters, x, out, n)
    case .powerInverse: vk_ease_power_inverse_f64_at(level, &parameters, x, out, n)
    case .sineInverse: vk_ease_sine_inverse_f64_at(level, &parameters, x, out, n)
    case .exponentialInverse: vk_ease_exponential_inverse_f64_at(level, &parameters, x, out, n)
    }
    return true
  }

  private func kernel(isInverse: Bool) -> EasingKernel {
    isInverse ? family.definition.pointee.inverseKernel : family.definition.pointee.kernel
  }

  /// Sets a kernel's parameters in place. A copy would load what was stored in smaller pieces a moment before, and wait
  /// for the pieces to reach the cache.
  @inline(__always)
  private func prepare(_ parameters: inout vk_easing, for kernel: EasingKernel) {
    let isBoth = direction == .easeInOut
    parameters.turn = direction == .easeIn ? 2 : isBoth ? 0.5 : -1
    parameters.scale = isBoth ? 2 : 1
    parameters.unscale = isBoth ? 0.5 : 1
    kernel.prepare(&parameters, a, b)
  }
}
