/// How the values of one column of a property are drawn, and which values a smaller case may still hold.
///
/// One value in eight is an edge case: an end of the domain, a zero of either sign, a half, one, a neighbour of these,
/// a subnormal, the smallest normal number.
struct Draw<Value: Element>: Sendable {
  let domain: ClosedRange<Value>
  private let edges: [Value]
  private let usual: @Sendable (inout Generator) -> Value

  init(in domain: ClosedRange<Value>, _ usual: @escaping @Sendable (inout Generator) -> Value) {
    let tiny = [Value.leastNonzeroMagnitude, .leastNormalMagnitude.nextDown, .leastNormalMagnitude, .ulpOfOne]
    let landmarks = [0, 0.5, 1, domain.lowerBound.magnitude, domain.upperBound.magnitude]
    let magnitudes = tiny + landmarks.flatMap { [$0, $0.nextUp, $0.nextDown] }
    self.domain = domain
    self.usual = usual
    edges = magnitudes.flatMap { [$0, -$0] }.filter(domain.contains)
  }

  func next(using generator: inout Generator) -> Value {
    if !edges.isEmpty, generator.oneIn(8) { return edges.randomElement(using: &generator)! }
    return min(max(usual(&generator), domain.lowerBound), domain.upperBound)
  }

  /// Evenly spread over `range`.
  static func uniform(_ range: ClosedRange<Value>) -> Draw {
    Draw(in: range) { Value.random(in: range, using: &$0) }
  }

  /// Every power of two in `range`, which is positive, is as likely as every other.
  static func logarithmic(_ range: ClosedRange<Value>) -> Draw {
    Draw(in: range) { $0.scaled(by: range.lowerBound.exponent...range.upperBound.exponent) }
  }

  /// Either sign and any magnitude up to `limit`; half of the values are within a factor of 65536 of it.
  static func signed(to limit: Value) -> Draw {
    Draw(in: -limit...limit) { generator in
      let least = generator.oneIn(2) ? Value.leastNonzeroMagnitude.exponent : limit.exponent - 16
      let magnitude: Value = generator.scaled(by: least...limit.exponent)
      return generator.oneIn(2) ? -magnitude : magnitude
    }
  }
}

extension Draw<Double> {
  /// The same values, rounded to `Float`. Smaller cases have fewer bits, so they stay `Float`s.
  var single: Draw {
    Draw(in: domain) { Double(Float(self.usual(&$0))) }
  }
}

extension Generator {
  fileprivate mutating func scaled<Value: Element>(by exponents: ClosedRange<Int>) -> Value {
    let significand = Value.random(in: 1..<2, using: &self)
    return Value(sign: .plus, exponent: Int.random(in: exponents, using: &self), significand: significand)
  }
}
