internal import CVectorKernels

/// One of Robert Penner's families as easing in has it: a function f of u in 0...1 with f(0) = 0 and f(1) = 1. Easing
/// out and both follow by turning it round.
///
/// Penner's exponential and elastic ease in jump by 2^-10 at their start. Here 2^(10 (u - 1)) is shifted and scaled to
/// leave 0 continuously, which moves them by less than 0.001.
enum Easing: Hashable, Sendable {
  /// u to the power of 2, 3, 4 or 5.
  case power(Int)
  /// 1 - cos(pi u / 2)
  case sine
  /// (2^(10 u) - 1) / 1023
  case exponential
  /// 1 - sqrt(1 - u^2)
  case circular
  /// u^2 ((s + 1) u - s), with s = overshoot * factor >= 0.
  case back(overshoot: Double, factor: Double)
  /// -a (2^(10 u) - 1) / 1023 sin(2 pi (u - 1 - s) / p) with s = p asin(1 / a) / 2 pi, a >= 1 and p > 0.
  case elastic(amplitude: Double, period: Double)
  /// 1 - b(1 - u), where b bounces: parabolas 7.5625 (t - c)^2 + d.
  case bounce

  func value(at u: Double) -> Double {
    if u <= 0 || u >= 1 || u.isNaN { return u }
    switch self {
    case .power(let degree):
      return (1..<degree).reduce(u) { power, _ in power * u }
    case .sine:
      let s = vk_sin(.pi / 4 * u)
      return 2 * s * s
    case .exponential:
      return (vk_exp2(10 * u) - 1) / 1023
    case .circular:
      return 1 - ((1 - u) * (1 + u)).squareRoot()
    case .back(let overshoot, let factor):
      return u * u * (u + overshoot * factor * (u - 1))
    case .elastic(let amplitude, let period):
      return -amplitude * (vk_exp2(10 * u) - 1) / 1023 * vk_sin(Elastic(amplitude, period).angle(at: u))
    case .bounce:
      let bounce = Bounce(at: 1 - u)
      let t = 1 - u - bounce.center
      return 1 - (Bounce.steepness * t * t + bounce.height)
    }
  }

  /// The derivative; at the corners of a bounce, that of the side nearer to 1.
  func slope(at u: Double) -> Double {
    if u.isNaN { return u }
    switch self {
    case .power(let degree):
      return Double(degree) * (1..<degree).reduce(1) { power, _ in power * u }
    case .sine:
      return .pi / 2 * vk_sin(.pi / 2 * u)
    case .exponential:
      return Self.exponentialRate * vk_exp2(10 * u) / 1023
    case .circular:
      return u / ((1 - u) * (1 + u)).squareRoot()
    case .back(let overshoot, let factor):
      let s = overshoot * factor
      return u * (3 * (s + 1) * u - 2 * s)
    case .elastic(let amplitude, let period):
      let elastic = Elastic(amplitude, period)
      let growth = vk_exp2(10 * u)
      let turning = (growth - 1) * 2 * .pi / period * vk_cos(elastic.angle(at: u))
      return -amplitude / 1023 * (Self.exponentialRate * growth * vk_sin(elastic.angle(at: u)) + turning)
    case .bounce:
      return 2 * Bounce.steepness * (1 - u - Bounce(at: 1 - u).center)
    }
  }

  private static let exponentialRate = 10 * vk_log(2)

  /// The u of the last rise at which the function is y in 0...1: everywhere but for back, elastic and bounce, which
  /// turn round, the only one.
  func inverse(at y: Double) -> Double {
    if y.isNaN { return y }
    switch self {
    case .power(let degree):
      return degree == 2 ? y.squareRoot() : vk_pow(y, 1 / Double(degree))
    case .sine:
      return min(1, 4 / .pi * vk_asin((y / 2).squareRoot()))
    case .exponential:
      return vk_log2(1 + 1023 * y) / 10
    case .circular:
      return (y * (2 - y)).squareRoot()
    case .bounce:
      return 1 - ((1 - y) / Bounce.steepness).squareRoot()
    case .back, .elastic:
      return inverseByHalving(at: y)
    }
  }

  /// From where on the function rises from 0 to 1.
  var lastRise: Double {
    switch self {
    case .power, .sine, .exponential, .circular: 0
    case .back(let overshoot, let factor): overshoot * factor / (overshoot * factor + 1)
    // Half a turn before the sine's zero that follows 1.
    case .elastic(let amplitude, let period): max(0, 1 + Elastic(amplitude, period).shift - period / 2)
    case .bounce: 1 - 1 / 2.75
    }
  }

  /// In the last rise the function has one hump at most, and 1 is beyond it: it is a product of a sine's half turn and
  /// a growing exponential, or a cubic. So what is at least y there is one interval that ends with 1.
  private func inverseByHalving(at y: Double) -> Double {
    var (low, high) = (lastRise, 1.0)
    if y <= 0 { return low }
    while true {
      let middle = (low + high) / 2
      if middle <= low || middle >= high { return high }
      if value(at: middle) >= y { high = middle } else { low = middle }
    }
  }
}

/// The sine's argument of an elastic easing.
struct Elastic {
  let period: Double
  /// How far after 1 the sine is 0, so that it is -1 / amplitude at 1.
  let shift: Double

  init(_ amplitude: Double, _ period: Double) {
    self.period = period
    shift = period / (2 * .pi) * vk_asin(1 / amplitude)
  }

  /// In radians.
  func angle(at u: Double) -> Double { 2 * .pi / period * (u - 1 - shift) }
}

/// The parabola of a bounce at a time after the first impact, counted from the end of easing in: its lowest point.
struct Bounce {
  static let steepness = 7.5625

  let center: Double
  let height: Double

  init(at t: Double) {
    (center, height) =
      switch t {
      case ..<(1 / 2.75): (0, 0)
      case ..<(2 / 2.75): (1.5 / 2.75, 0.75)
      case ..<(2.5 / 2.75): (2.25 / 2.75, 0.9375)
      default: (2.625 / 2.75, 0.984375)
      }
  }
}
