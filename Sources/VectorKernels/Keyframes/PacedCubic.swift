/// A cubic that is followed at a constant speed: its length, and the parameter at a fraction of the length.
struct PacedCubic<Data: VectorArithmetic> {
  let cubic: HermiteCubic<Data>
  /// The lengths from 0 to each knot. The knots are evenly spaced over 0...1.
  private let lengths: [Double]

  var length: Double { lengths.last! }

  private static var intervals: Int { 16 }

  init(_ cubic: HermiteCubic<Data>) {
    self.cubic = cubic
    var lengths = [0.0]
    for knot in 0..<Self.intervals {
      let (low, high) = (Double(knot), Double(knot + 1))
      let scale = 1 / Double(Self.intervals)
      lengths.append(lengths[knot] + Self.length(of: cubic, from: low * scale, to: high * scale))
    }
    self.lengths = lengths
  }

  func value(at progress: Double) -> Data {
    cubic.value(at: parameter(at: progress))
  }

  /// Returns the derivative by progress, whose magnitude is the length of the curve everywhere.
  func derivative(at progress: Double) -> Data {
    let derivative = cubic.derivative(at: parameter(at: progress))
    let speed = derivative.magnitudeSquared.squareRoot()
    return speed > 0 ? derivative.scaled(by: length / speed) : .zero
  }

  /// Returns the parameter at a fraction of the length, by Newton's method, kept inside the bracket by bisection.
  func parameter(at progress: Double) -> Double {
    let goal = progress * length
    guard goal > 0, goal < length else { return goal > 0 ? 1 : 0 }
    var knot = 0
    while knot + 2 < lengths.count && lengths[knot + 1] < goal { knot += 1 }
    let start = Double(knot) / Double(Self.intervals)
    let step = 1 / Double(Self.intervals)
    var (low, high) = (start, start + step)
    var x = start + step * (goal - lengths[knot]) / (lengths[knot + 1] - lengths[knot])
    for _ in 0..<64 {
      let excess = lengths[knot] + Self.length(of: cubic, from: start, to: x) - goal
      if excess == 0 { break }
      if excess < 0 { low = x } else { high = x }
      var next = x - excess / cubic.derivative(at: x).magnitudeSquared.squareRoot()
      if !(next > low && next < high) { next = (low + high) / 2 }
      if abs(next - x) <= 0x1p-52 { break }
      x = next
    }
    return x
  }

  /// Returns the length of a part of the cubic, by Gauss and Legendre's rule with five nodes.
  private static func length(of cubic: HermiteCubic<Data>, from low: Double, to high: Double) -> Double {
    let (middle, half) = ((low + high) / 2, (high - low) / 2)
    var sum = 0.0
    for (node, weight) in [
      (0, 0.5688888888888889), (0.5384693101056831, 0.47862867049936647), (-0.5384693101056831, 0.47862867049936647),
      (0.906179845938664, 0.23692688505618908), (-0.906179845938664, 0.23692688505618908),
    ] {
      sum += weight * cubic.derivative(at: middle + half * node).magnitudeSquared.squareRoot()
    }
    return sum * half
  }
}

extension PacedCubic: Sendable {}
