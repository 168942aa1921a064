internal import CVectorKernels

/// Quartics over equal intervals of a variable, in a table that stays in registers: the form of a curve that is
/// evaluated for many elements.
struct QuarticTable: Hashable, Sendable {
  /// The variable whose intervals are equal. The root of the distance from an end straightens a curve that starts or
  /// ends like a power of that root.
  enum Variable: Hashable, Sendable {
    case x
    case rootFromStart
    case rootFromEnd

    func x(at q: Double) -> Double {
      switch self {
      case .x: q
      case .rootFromStart: q * q
      case .rootFromEnd: 1 - q * q
      }
    }

    func q(at x: Double) -> Double {
      switch self {
      case .x: min(x, 1)
      case .rootFromStart: min(x, 1).squareRoot()
      case .rootFromEnd: max(0, 1 - x).squareRoot()
      }
    }

    /// Returns the error in `x` that rounding of the variable causes in the kernel, in `Float`: half an ulp of the
    /// root, and the rounding of `1 - x`.
    func rounding(at x: Double) -> Double {
      switch self {
      case .x: 0
      case .rootFromStart: 0x1p-24 * x
      case .rootFromEnd: 0x1p-24 * (1 - x) + 0x1p-25
      }
    }
  }

  /// The number of segments. Segment k is centred on the k-th of 32 knots, which are 1/31 apart; the first and last
  /// segments are halves.
  static let segments = 32
  static let scale = Double(segments - 1)

  /// Returns the range of a segment's own variable, in units of a segment. In the first and last segments it starts at
  /// the knot, so that the ends of the curve are exact.
  static func range(of segment: Int) -> (from: Double, to: Double) {
    switch segment {
    case 0: (0, 0.5)
    case segments - 1: (0, -0.5)
    default: (-0.5, 0.5)
    }
  }

  /// The nodes at which a quartic meets the curve, as fractions of its range: Chebyshev-Lobatto points, which spread
  /// the error between them evenly.
  static let fractions = [0, 0.14644660940672624, 0.5, 0.8535533905932737, 1]

  /// The points at which a segment's error is measured, as fractions of the way between two of its nodes.
  static let errorFractions = [0.1, 0.3, 0.5, 0.7, 0.9]

  /// A polynomial in a segment's own variable.
  struct Quartic: Hashable, Sendable {
    /// The coefficients, from the lowest degree.
    private(set) var (c0, c1, c2, c3, c4) = (0.0, 0.0, 0.0, 0.0, 0.0)

    init(coefficients c: ArraySlice<Float>) {
      (c0, c1, c2, c3, c4) = (
        Double(c[c.startIndex]), Double(c[c.startIndex + 1]), Double(c[c.startIndex + 2]), Double(c[c.startIndex + 3]),
        Double(c[c.startIndex + 4])
      )
    }

    /// Creates the quartic through five values at nodes.
    init(_ values: UnsafePointer<Double>, at nodes: UnsafePointer<Double>) {
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 10) { memory in
        let (differences, coefficients) = (memory.baseAddress!, memory.baseAddress! + 5)
        differences.initialize(from: values, count: 5)
        fitPolynomial(through: differences, at: nodes, count: 5, into: coefficients)
        (c0, c1, c2, c3, c4) = (coefficients[0], coefficients[1], coefficients[2], coefficients[3], coefficients[4])
      }
    }

    /// Returns the coefficient of a power from 0 to 4, in the kernels' precision.
    func coefficient(_ power: Int) -> Float {
      switch power {
      case 0: Float(c0)
      case 1: Float(c1)
      case 2: Float(c2)
      case 3: Float(c3)
      default: Float(c4)
      }
    }

    /// The coefficients, from the lowest degree.
    var coefficients: [Float] { (0..<5).map(coefficient) }

    func value(at u: Double) -> Double { c0 + u * (c1 + u * (c2 + u * (c3 + u * c4))) }

    func velocity(at u: Double) -> Double { c1 + u * (2 * c2 + u * (3 * c3 + u * 4 * c4)) }

    /// The largest magnitude of a coefficient.
    var largest: Double { max(abs(c0), abs(c1), abs(c2), abs(c3), abs(c4)) }
  }

  let variable: Variable
  /// The quartics, one for each segment.
  var quartics: [Quartic] = []

  init(over variable: Variable) {
    self.variable = variable
    quartics.reserveCapacity(Self.segments)
  }

  /// Returns the segment around a point, and the quartic's own variable there.
  func position(of x: Double) -> (segment: Int, u: Double) {
    let q = variable.q(at: x) * Self.scale
    let segment = Int(q + 0.5)
    return (segment, q - Double(segment))
  }

  var kernelTable: vk_baked_curve {
    var table = vk_baked_curve()
    table.takes_root = variable == .x ? 0 : 1
    table.scale = variable == .rootFromEnd ? -1 : 1
    table.offset = variable == .rootFromEnd ? 1 : 0
    withUnsafeMutableBytes(of: &table.by_coefficient) { byCoefficient in
      withUnsafeMutableBytes(of: &table.by_segment) { bySegment in
        let size = MemoryLayout<Float>.size
        for (segment, quartic) in quartics.enumerated() {
          for degree in 0..<5 {
            let coefficient = quartic.coefficient(degree)
            byCoefficient.storeBytes(
              of: coefficient, toByteOffset: (degree * Self.segments + segment) * size, as: Float.self)
            bySegment.storeBytes(of: coefficient, toByteOffset: (segment * 8 + degree) * size, as: Float.self)
          }
        }
      }
    }
    return table
  }
}
