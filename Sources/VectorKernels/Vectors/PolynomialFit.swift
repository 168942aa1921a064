/// A value of a polynomial: a number, or the numbers of several polynomials side by side.
protocol PolynomialValue {
  init()
  static func - (lhs: Self, rhs: Self) -> Self
  static func * (lhs: Double, rhs: Self) -> Self
  static func / (lhs: Self, rhs: Double) -> Self
}

extension Double: PolynomialValue {}
extension SIMD4<Double>: PolynomialValue {}

/// Computes the polynomial through `count` values by Newton's divided differences, multiplied out.
///
/// - Parameters:
///   - values: The values at the nodes. The call leaves their divided differences there.
///   - nodes: The nodes, no two of them equal.
///   - coefficients: Receives the `count` coefficients, from the lowest power. Other memory than `values`.
@inline(__always)
func fitPolynomial<Value: PolynomialValue>(
  through values: UnsafeMutablePointer<Value>, at nodes: UnsafePointer<Double>, count: Int,
  into coefficients: UnsafeMutablePointer<Value>
) {
  for order in 1..<count {
    for i in stride(from: count - 1, through: order, by: -1) {
      values[i] = (values[i] - values[i - 1]) / (nodes[i] - nodes[i - order])
    }
  }
  coefficients.initialize(repeating: Value(), count: count)
  for i in stride(from: count - 1, through: 0, by: -1) {
    for power in stride(from: count - 1, through: 1, by: -1) {
      coefficients[power] = coefficients[power - 1] - nodes[i] * coefficients[power]
    }
    coefficients[0] = values[i] - nodes[i] * coefficients[0]
  }
}
