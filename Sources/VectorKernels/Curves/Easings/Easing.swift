internal import CVectorKernels

/// A curve of a family.
struct Easing: Hashable, Sendable {
  let family: EasingFamily
  let direction: UnitCurve.Direction
  /// The first argument, clamped.
  private let first: Double
  /// What the family's functions take.
  private let a: Double
  private let b: Double

  /// - Parameter arguments: One for each of the family's parameters, in order. NaN is the parameter's default.
  init(_ family: EasingFamily, _ direction: UnitCurve.Direction, _ arguments: (Double, Double)) {
    func clamped(_ index: Int, _ argument: Double) -> Double {
      index < family.parameters.count ? family.parameters[index].clamped(argument, direction) : 0
    }
    self.family = family
    self.direction = direction
    first = clamped(0, arguments.0)
    a = direction == .easeInOut ? first * (family.parameters.first?.bothFactor ?? 1) : first
    b = clamped(1, arguments.1)
  }

  /// The family's parameters and what the curve was given for them, clamped.
  var arguments: [(parameter: String, value: Double)] {
    zip(family.parameters, [first, b]).map { ($0.name, $1) }
  }

  /// The easing with ease in for ease out and the other way round.
  var reversed: Easing {
    Easing(family, direction == .easeIn ? .easeOut : direction == .easeOut ? .easeIn : .easeInOut, (first, b))
  }
}

// MARK: - Single values, for x and y in 0...1 or NaN

extension Easing {
  func value(at x: Double) -> Double { turned(x, easeIn(at: seen(x))) }

  /// The derivative; at the corners of a bounce, that of the side nearer to the end.
  func velocity(at x: Double) -> Double { x.isNaN ? x : family.velocity(seen(x), a, b) }

  func inverse(at y: Double) -> Double { turned(y, easeInInverse(at: seen(y))) }

  func inverseVelocity(at y: Double) -> Double {
    y.isNaN ? y : 1 / family.velocity(easeInInverse(at: seen(y)), a, b)
  }

  private func easeIn(at u: Double) -> Double {
    if u <= 0 || u >= 1 || u.isNaN { return u }
    return family.value(u, a, b)
  }

  /// The u of the last rise at which the ease in is y: for families that don't turn round, the only one.
  private func easeInInverse(at y: Double) -> Double {
    if y.isNaN { return y }
    switch family.inverse {
    case .formula(let inverse): return inverse(y, a, b)
    case .search(let start):
      // What is at least y in the last rise is one interval that ends with 1.
      var (low, high) = (start(a, b), 1.0)
      if y <= 0 { return low }
      while true {
        let middle = (low + high) / 2
        if middle <= low || middle >= high { return high }
        if easeIn(at: middle) >= y { high = middle } else { low = middle }
      }
    }
  }

  /// x as ease in has it: seen from the start, from the end, or from whichever is nearer.
  private func seen(_ x: Double) -> Double {
    switch direction {
    case .easeIn: x
    case .easeOut: 1 - x
    case .easeInOut: 2 * (x <= 0.5 ? x : 1 - x)
    }
  }

  /// An ease in's value for x, seen so, turned back.
  private func turned(_ x: Double, _ y: Double) -> Double {
    switch direction {
    case .easeIn: y
    case .easeOut: 1 - y
    case .easeInOut: x <= 0.5 ? y / 2 : 1 - y / 2
    }
  }
}

// MARK: - Many values

extension Easing {
  /// Writes the values at n fractions, or those of the inverse, which may lie where the values go.
  func evaluate(
    at x: UnsafePointer<Float>, isInverse: Bool, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level
  ) {
    let kernel = isInverse ? family.inverseKernel : family.kernel
    var parameters = kernel.parameters(a, b)
    let isBoth = direction == .easeInOut
    parameters.turn = direction == .easeIn ? 2 : isBoth ? 0.5 : -1
    parameters.scale = isBoth ? 2 : 1
    parameters.unscale = isBoth ? 0.5 : 1
    withUnsafePointer(to: parameters) { kernel.function(level, $0, x, out, n) }
  }
}
