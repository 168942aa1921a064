package import CVectorKernels

/// Polynomials over equal intervals of a variable, in a table that stays in registers: the form of a curve that is
/// evaluated for many elements.
struct PolynomialTable: Hashable, Sendable {
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

  /// The number of segments. Segment k is centred on the k-th of 16 knots, which are 1/15 apart; the first and last
  /// segments are halves.
  static let segments = 16
  static let scale = Double(segments - 1)

  /// The error, relative to the magnitude of the curve, up to which polynomials of degree 5 are preferred to the slower
  /// ones of degree 6: about as much as roundings, which the sixth power doesn't change, are allowed alone. These are
  /// 2.4e-7 of the largest coefficient, and 6e-8 where coefficients are rounded before the error is measured.
  static let smallError = 0.32e-6

  /// Returns the range of a segment's own variable, in units of a segment. In the first and last segments it starts at
  /// the knot, so that the ends of the curve are exact.
  static func range(of segment: Int) -> (from: Double, to: Double) {
    switch segment {
    case 0: (0, 0.5)
    case segments - 1: (0, -0.5)
    default: (-0.5, 0.5)
    }
  }

  /// Returns the nodes at which polynomials of a degree meet the curve, as fractions of their range: Chebyshev-Lobatto
  /// points, which spread the error between them evenly.
  static func fractions(degree: Int) -> [Double] {
    degree == 5
      ? [0, 0.09549150281252627, 0.3454915028125263, 0.6545084971874737, 0.9045084971874737, 1]
      : [0, 0.06698729810778067, 0.25, 0.5, 0.75, 0.9330127018922193, 1]
  }

  /// The points at which a segment's error is measured, as fractions of the way between two of its nodes.
  static let errorFractions = [0.1, 0.3, 0.5, 0.7, 0.9]

  /// A polynomial in a segment's own variable.
  struct Polynomial: Hashable, Sendable {
    /// The coefficients, from the lowest degree. Those above the table's degree are 0.
    private var c = SIMD8<Double>.zero

    init(coefficients: ArraySlice<Float>) {
      for (power, coefficient) in coefficients.enumerated() { c[power] = Double(coefficient) }
    }

    /// Creates the polynomial through `count` values at nodes.
    init(_ values: UnsafePointer<Double>, at nodes: UnsafePointer<Double>, count: Int) {
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * count) { memory in
        let (differences, coefficients) = (memory.baseAddress!, memory.baseAddress! + count)
        differences.initialize(from: values, count: count)
        fitPolynomial(through: differences, at: nodes, count: count, into: coefficients)
        for power in 0..<count { c[power] = coefficients[power] }
      }
    }

    /// Returns the coefficient of a power, in the kernels' precision.
    func coefficient(_ power: Int) -> Float { Float(c[power]) }

    func value(at u: Double) -> Double {
      c[0] + u * (c[1] + u * (c[2] + u * (c[3] + u * (c[4] + u * (c[5] + u * c[6])))))
    }

    func velocity(at u: Double) -> Double {
      c[1] + u * (2 * c[2] + u * (3 * c[3] + u * (4 * c[4] + u * (5 * c[5] + u * 6 * c[6]))))
    }

    /// The largest magnitude of a coefficient.
    var largest: Double { c.replacing(with: -c, where: c .< 0).max() }
  }

  let variable: Variable
  /// The degree of the polynomials, 5 or 6.
  let degree: Int
  /// The polynomials, one for each segment.
  var polynomials: [Polynomial] = []

  init(over variable: Variable, degree: Int) {
    self.variable = variable
    self.degree = degree
    polynomials.reserveCapacity(Self.segments)
  }

  /// The coefficients of each polynomial, from the lowest degree.
  var coefficients: [Float] { polynomials.flatMap { polynomial in (0...degree).map(polynomial.coefficient) } }

  /// Returns the segment around a point, and the polynomial's own variable there.
  func position(of x: Double) -> (segment: Int, u: Double) {
    let q = variable.q(at: x) * Self.scale
    let segment = Int(q + 0.5)
    return (segment, q - Double(segment))
  }

  fileprivate var kernelTable: vk_baked_curve {
    var table = vk_baked_curve()
    table.takes_root = variable == .x ? 0 : 1
    table.degree = Int32(degree)
    table.scale = variable == .rootFromEnd ? -1 : 1
    table.offset = variable == .rootFromEnd ? 1 : 0
    table.setCoefficients { segment, power in
      power <= degree ? polynomials[segment].coefficient(power) : 0
    }
    return table
  }
}

extension vk_baked_curve {
  /// Sets the coefficients of all powers of 0...6.
  fileprivate mutating func setCoefficients(_ coefficient: (_ segment: Int, _ power: Int) -> Float) {
    withUnsafeMutableBytes(of: &by_coefficient) { byCoefficient in
      withUnsafeMutableBytes(of: &by_segment) { bySegment in
        let size = MemoryLayout<Float>.size
        for segment in 0..<PolynomialTable.segments {
          for power in 0..<7 {
            // Never -0: the sum of a product with 0 and another coefficient is then always the latter.
            let number = coefficient(segment, power) + 0
            byCoefficient.storeBytes(
              of: number, toByteOffset: (power * PolynomialTable.segments + segment) * size, as: Float.self)
            bySegment.storeBytes(of: number, toByteOffset: (segment * 8 + power) * size, as: Float.self)
          }
        }
      }
    }
  }

  /// The table of the derivatives, which takes about a tenth of a microsecond to make. The variable has to be x.
  var derivative: vk_baked_curve {
    var derivative = self
    withUnsafeBytes(of: by_segment) { bySegment in
      let rows = bySegment.assumingMemoryBound(to: Float.self)
      derivative.setCoefficients { segment, power in
        power == 6 ? 0 : Float(power + 1) * Float(PolynomialTable.scale) * rows[segment * 8 + power + 1]
      }
    }
    derivative.degree = 5
    return derivative
  }
}

/// A table in memory that suits registers, for kernels to read.
package final class KernelTable: Sendable {
  /// Nothing writes to the table after its creation.
  package nonisolated(unsafe) let curve: UnsafePointer<vk_baked_curve>

  init(_ table: PolynomialTable) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<vk_baked_curve>.size, alignment: Int(VK_ROW_ALIGNMENT))
    curve = UnsafePointer(memory.initializeMemory(as: vk_baked_curve.self, to: table.kernelTable))
  }

  deinit { UnsafeRawPointer(curve).deallocate() }

  /// Computes the curve's values at n progresses, at a level.
  func values(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level) {
    withExtendedLifetime(self) {
      vk_bezier_baked_f32_at(level, curve, x, out, n >= Self.streamedCount && x != UnsafePointer(out) ? 1 : 0, n)
    }
  }

  /// The number of progresses from which results are written past the caches.
  private static var streamedCount: Int { Int(VK_STREAM_BYTES) / (2 * MemoryLayout<Float>.size) }
}
