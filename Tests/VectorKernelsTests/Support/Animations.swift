import VectorKernels

// Animations drawn at random, and what their modifiers mean, literally.

/// A modifier and its numbers.
enum Modifier: CustomStringConvertible {
  case delay(Double)
  case speed(Double)
  case passes(Int?, autoreverses: Bool)

  init(using generator: inout Generator, delays: ClosedRange<Double>) {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: self = .delay(generator.oneIn(4) ? 0.5 : Double.random(in: delays, using: &generator))
    case 1: self = .speed(generator.oneIn(4) ? 2 : Double.random(in: 0.25...4, using: &generator))
    default:
      self = .passes(
        generator.oneIn(5) ? nil : Int.random(in: 1...5, using: &generator), autoreverses: generator.oneIn(2))
    }
  }

  var description: String {
    switch self {
    case .delay(let delay): "delay(\(delay))"
    case .speed(let speed): "speed(\(speed))"
    case .passes(let count, let autoreverses): "repeat(\(count.map(String.init) ?? "forever"), \(autoreverses))"
    }
  }
}

extension Animation {
  func modified(by modifier: Modifier) -> Animation {
    switch modifier {
    case .delay(let delay): self.delay(delay)
    case .speed(let speed): self.speed(speed)
    case .passes(let count?, let autoreverses): repeatCount(count, autoreverses: autoreverses)
    case .passes(nil, let autoreverses): repeatForever(autoreverses: autoreverses)
    }
  }
}

extension Animation {
  /// Returns an animation of those that are held as plain numbers: a spring that adds, or a curve or another spring,
  /// perhaps repeated; and that perhaps after a delay or at another speed.
  static func plain(using generator: inout Generator, springsHaveSpeeds: Bool = true) -> Animation {
    // Often the same, so that animations by one spring follow one another.
    let duration = generator.oneIn(2) ? 0.5 : Double.random(in: 0.1...2, using: &generator)
    let curves: [UnitCurve] = [
      .linear, .easeInOut, .easeIn.inverse, .bounceEaseOut, .elasticEaseIn(amplitude: 1.5, period: 0.4),
      .backEaseInOut(), .circularEaseIn.inverse, UnitCurve(.steps(5, .jumpBoth)), UnitCurve(.steps(5, .jumpNone)),
    ]
    let curve = curves.randomElement(using: &generator)!
    let isSpring = generator.oneIn(4)
    let adds = isSpring && generator.oneIn(2)
    var animation = isSpring ? .spring(duration: duration, bounce: 0.3) : timingCurve(curve, duration: duration)
    if adds {
      animation = .interpolatingSpring(
        duration: duration, bounce: generator.oneIn(2) ? 0 : 0.3,
        initialVelocity: generator.oneIn(2) ? 0 : Double.random(in: -5...5, using: &generator))
    }
    switch Int.random(in: 0..<4, using: &generator) {
    case _ where adds: break
    case 0: animation = animation.repeatForever(autoreverses: generator.oneIn(2))
    case 1:
      animation = animation.repeatCount(
        Int.random(in: 2...5, using: &generator), autoreverses: generator.oneIn(2))
    default: break
    }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return animation.delay(generator.oneIn(4) ? 0 : Double.random(in: 0...1, using: &generator))
    case 1 where springsHaveSpeeds || !isSpring: return animation.speed(Double.random(in: 0.25...4, using: &generator))
    default: return animation
    }
  }
}

/// A linear animation with modifiers, innermost first, by the definition of each: what the base does at another time,
/// and passes counted one by one.
struct ReferenceAnimation {
  var duration: Double
  var modifiers: ArraySlice<Modifier>

  private var base: ReferenceAnimation {
    ReferenceAnimation(duration: duration, modifiers: modifiers.dropLast())
  }

  /// Until it's finished.
  var length: Reference {
    switch modifiers.last {
    case nil: return duration.reference
    case .delay(let delay): return max(0, base.length + delay.reference)
    case .speed(let speed): return base.length / speed.reference
    case .passes(let count, _):
      return base.length == 0 ? 0 : count.map { base.length * Reference($0) } ?? .infinity
    }
  }

  /// How much of the way is covered, or nil when it's finished.
  func amount(at time: Reference) -> Reference? {
    if time >= length { return nil }
    switch modifiers.last {
    case nil: return max(0, time) / duration.reference
    case .delay(let delay):
      if time < delay.reference { return base.amount(at: 0) ?? 0 }
      return base.amount(at: time - delay.reference)
    case .speed(let speed): return base.amount(at: time * speed.reference)
    case .passes(_, let autoreverses):
      var (left, pass) = (max(0, time), 0)
      while left >= base.length {
        left -= base.length
        pass += 1
      }
      let amount = base.amount(at: left) ?? 1
      return autoreverses && pass % 2 == 1 ? 1 - amount : amount
    }
  }

  /// The amounts at and around a time: of which a rounding of the time may give any.
  func amounts(near time: Double, within slack: Double) -> ClosedRange<Reference> {
    let times = [time - slack, time, time + slack].map(\.reference)
    let amounts = times.map { max(0, $0) }.map { amount(at: $0) ?? 1 }
    return amounts.min()!...amounts.max()!
  }
}
