import VectorKernels

// Numbers that nobody means, and anybody may pass.

extension Generator {
  /// A number of any size and kind: one in four special, one in four of any exponent, the others within 3 of zero.
  mutating func wildNumber() -> Double {
    let landmarks: [Double] = [
      .nan, .infinity, 0, .leastNonzeroMagnitude, .leastNormalMagnitude, 1e-45, 1.2e-38, 1e-30, 1e-9, 1e-6, 1, 1e6, 1e9,
      0x1p53, 1e30, 3.4e38, 3.5e38, 1e300, .greatestFiniteMagnitude,
    ]
    let magnitude: Double
    switch Int.random(in: 0..<4, using: &self) {
    case 0: magnitude = landmarks.randomElement(using: &self)!
    case 1:
      magnitude = Double(
        sign: .plus, exponent: Int.random(in: -1074...1023, using: &self),
        significand: Double.random(in: 1..<2, using: &self))
    default: magnitude = Double.random(in: 0...3, using: &self)
    }
    return oneIn(3) ? -magnitude : magnitude
  }

  /// A spring of such parameters.
  mutating func wildSpring() -> Spring {
    switch Int.random(in: 0..<3, using: &self) {
    case 0: Spring(duration: wildNumber(), bounce: wildNumber())
    case 1: Spring(response: wildNumber(), dampingRatio: wildNumber())
    default:
      Spring(mass: wildNumber(), stiffness: wildNumber(), damping: wildNumber(), allowOverDamping: oneIn(2))
    }
  }
}
