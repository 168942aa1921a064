/// A cubic that is followed at a constant speed: its length, and the parameter at a fraction of the length.
@usableFromInline
struct PacedCubic<Data: VectorArithmetic> {
  let cubic: HermiteCubic<Data>
  private let squaredSpeed: SquaredSpeed
  /// The lengths from 0 to each knot. The knots are evenly spaced over 0...1.
  private let lengths: [Double]

  var length: Double { lengths.last! }

  private static var intervals: Int { 16 }

  init(_ cubic: HermiteCubic<Data>) {
    self.cubic = cubic
    let squaredSpeed = SquaredSpeed(of: cubic)
    var lengths = [0.0]
    for knot in 0..<Self.intervals {
      let (low, high) = (Double(knot), Double(knot + 1))
      let scale = 1 / Double(Self.intervals)
      lengths.append(lengths[knot] + squaredSpeed.length(from: low * scale, to: high * scale))
    }
    (self.squaredSpeed, self.lengths) = (squaredSpeed, lengths)
  }

  @usableFromInline
  func value(at amount: Double) -> Data {
    cubic.value(at: parameter(at: amount))
  }

  /// Returns the derivative by amount, whose magnitude is the length of the curve everywhere, if that is finite.
  func derivative(at amount: Double) -> Data {
    let derivative = cubic.derivative(at: parameter(at: amount))
    let speed = derivative.magnitudeSquared.squareRoot()
    guard length.isFinite else { return derivative }
    return speed > 0 ? derivative.scaled(by: length / speed) : .zero
  }

  /// Returns the parameter at a fraction of the length, by Newton's method, kept inside the bracket by bisection. If
  /// the length isn't finite, the parameter is the fraction.
  func parameter(at amount: Double) -> Double {
    guard length.isFinite else { return amount }
    let lengthSought = amount * length
    guard lengthSought > 0, lengthSought < length else { return lengthSought > 0 ? 1 : 0 }
    var knot = 0
    while knot + 2 < lengths.count && lengths[knot + 1] < lengthSought { knot += 1 }
    let start = Double(knot) / Double(Self.intervals)
    let step = 1 / Double(Self.intervals)
    var (low, high) = (start, start + step)
    var x = start + step * (lengthSought - lengths[knot]) / (lengths[knot + 1] - lengths[knot])
    for _ in 0..<64 {
      let excess = lengths[knot] + squaredSpeed.length(from: start, to: x) - lengthSought
      // Less is rounding of the sum.
      if abs(excess) <= 0x1p-52 * length { break }
      if excess < 0 { low = x } else { high = x }
      var next = x - excess / squaredSpeed(at: x).squareRoot()
      if !(next > low && next < high) { next = (low + high) / 2 }
      if abs(next - x) <= 0x1p-52 { break }
      x = next
    }
    return x
  }
}

extension PacedCubic: Sendable {}

/// The squared speed of a cubic, as a polynomial of its parameter: whatever the number of components, a length takes
/// arithmetic of plain numbers.
///
/// The polynomial's rounding is some ulps of its largest coefficient, in the vector's own type. Where the cubic almost
/// stops, the speed is therefore off by the square root of that. The length takes no harm, because hardly any of it is
/// there. Ways whose sixfold, or its square, overflows have no finite length.
private struct SquaredSpeed {
  /// The coefficients, from the lowest degree.
  private let coefficients: (Double, Double, Double, Double, Double)

  init<Data>(of cubic: HermiteCubic<Data>) {
    // The derivative is a + bx + cx².
    let change = (cubic.to - cubic.from).scaled(by: 6)
    let a = cubic.startDerivative
    let b = change - a.scaled(by: 4) - cubic.endDerivative.scaled(by: 2)
    let c = (a + cubic.endDerivative).scaled(by: 3) - change
    func dot(_ v: Data, _ w: Data) -> Double { ((v + w).magnitudeSquared - (v - w).magnitudeSquared) / 4 }
    coefficients = (
      a.magnitudeSquared, 2 * dot(a, b), 2 * dot(a, c) + b.magnitudeSquared, 2 * dot(b, c), c.magnitudeSquared
    )
  }

  /// Returns the squared speed at a parameter. Where the cubic has a cusp, rounding doesn't make it negative.
  func callAsFunction(at x: Double) -> Double {
    let (c0, c1, c2, c3, c4) = coefficients
    let square = (((c4 * x + c3) * x + c2) * x + c1) * x + c0
    return square < 0 ? 0 : square
  }

  /// Returns the length of a part of the cubic, by Gauss and Legendre's rule with five nodes.
  func length(from low: Double, to high: Double) -> Double {
    let (middle, half) = ((low + high) / 2, (high - low) / 2)
    var sum = 0.5688888888888889 * self(at: middle).squareRoot()
    for (node, weight) in [
      (0.5384693101056831, 0.47862867049936647), (0.906179845938664, 0.23692688505618908),
    ] {
      sum += weight * (self(at: middle + half * node).squareRoot() + self(at: middle - half * node).squareRoot())
    }
    return sum * half
  }
}
