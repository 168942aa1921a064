import Foundation

/// Student's t distribution with an even number of degrees of freedom.
package struct StudentDistribution {
  private let freedom: Int

  package init(freedom: Int) {
    precondition(freedom > 0 && freedom.isMultiple(of: 2), "freedom is \(freedom), which is not even and above 0")
    self.freedom = freedom
  }

  /// The probability of a value above `t`, by the finite sum for even degrees of freedom (Abramowitz and Stegun,
  /// 26.7.4).
  package func upperTail(_ t: Double) -> Double {
    let sine = t / (Double(freedom) + t * t).squareRoot()
    let squaredCosine = Double(freedom) / (Double(freedom) + t * t)
    var term = 1.0
    var sum = 1.0
    for k in stride(from: 2, to: freedom, by: 2) {
      term *= squaredCosine * Double(k - 1) / Double(k)
      sum += term
    }
    return (1 - sine * sum) / 2
  }

  /// The value that is exceeded with a probability in 0...0.5, by bisection.
  package func upperQuantile(_ probability: Double) -> Double {
    var (lower, upper) = (0.0, 1.0)
    while upperTail(upper) > probability, upper < 1e6 { upper *= 2 }
    for _ in 0..<60 {
      let middle = (lower + upper) / 2
      if upperTail(middle) > probability { lower = middle } else { upper = middle }
    }
    return upper
  }
}
