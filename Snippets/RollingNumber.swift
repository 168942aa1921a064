// A number that counts up, and a counter whose wheels roll: `Int` as a vector, and a custom type.

import VectorKernels

// Whole numbers can be animated too. They round when they are scaled, so they are for display.
extension Int: @retroactive VectorArithmetic {
  public mutating func scale(by rhs: Double) {
    self = Int((Double(self) * rhs).rounded())
  }

  public var magnitudeSquared: Double { Double(self) * Double(self) }
}

let (from, to) = (120, 4200)
for step in 0...5 {
  let progress = UnitCurve.easeOut.value(at: Double(step) / 5)
  print(from.interpolated(towards: to, amount: progress), terminator: step < 5 ? " " : "\n")
}

/// A counter with three wheels. Each shows a digit, or two while it turns.
struct Counter: Animatable {
  var number: Double

  var animatableData: Double {
    get { number }
    set { number = newValue }
  }

  /// The wheels' positions, from the hundreds: a wheel turns while the one to its right goes from 9 to 0.
  var wheels: [Double] {
    var (rest, carry) = (number.rounded(.down), number - number.rounded(.down))
    let wheels = (0..<3).map { _ in
      let digit = rest.truncatingRemainder(dividingBy: 10)
      defer {
        carry = digit == 9 ? carry : 0
        rest = (rest / 10).rounded(.down)
      }
      return digit + carry
    }
    return wheels.reversed()
  }
}

for tenth in stride(from: 1995, through: 2000, by: 1) {
  let wheels = Counter(number: Double(tenth) / 10).wheels
  print(wheels.map { ($0 * 10).rounded() / 10 })
}

// Prints:
// 120 1378 2449 3323 3946 4200
// [1.5, 9.5, 9.5]
// [1.6, 9.6, 9.6]
// [1.7, 9.7, 9.7]
// [1.8, 9.8, 9.8]
// [1.9, 9.9, 9.9]
// [2.0, 0.0, 0.0]
