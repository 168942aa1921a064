/// A linear map of three colour components: 3 rows of 3 numbers.
struct ColorMatrix: Equatable, Sendable {
  var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    rows = (first, second, third)
  }

  /// Creates a matrix that scales each component by its own factor.
  init(diagonal: SIMD3<Double>) {
    self.init([diagonal.x, 0, 0], [0, diagonal.y, 0], [0, 0, diagonal.z])
  }

  static let identity = ColorMatrix(diagonal: [1, 1, 1])

  static func == (lhs: ColorMatrix, rhs: ColorMatrix) -> Bool { lhs.rows == rhs.rows }

  static func * (matrix: ColorMatrix, vector: SIMD3<Double>) -> SIMD3<Double> {
    [(matrix.rows.0 * vector).sum(), (matrix.rows.1 * vector).sum(), (matrix.rows.2 * vector).sum()]
  }

  /// Returns the map that applies `second`, then `first`.
  @inline(never)
  static func * (first: ColorMatrix, second: ColorMatrix) -> ColorMatrix {
    let columns = second.transposed.rows
    let product = ColorMatrix(first * columns.0, first * columns.1, first * columns.2)
    return product.transposed
  }

  var transposed: ColorMatrix {
    ColorMatrix(
      [rows.0.x, rows.1.x, rows.2.x], [rows.0.y, rows.1.y, rows.2.y], [rows.0.z, rows.1.z, rows.2.z])
  }

  /// The map with entries of 0 in place of rounding errors. Spaces that share a primary don't mix it with the others,
  /// and a pure exponent would amplify 1e-17. Entries that aren't rounding errors are at least 1e-5.
  var withoutDust: ColorMatrix {
    func cleared(_ row: SIMD3<Double>) -> SIMD3<Double> { row.mapped { $0.magnitude < 1e-12 ? 0 : $0 } }
    return ColorMatrix(cleared(rows.0), cleared(rows.1), cleared(rows.2))
  }

  /// The inverse map, from the adjugate. Colour spaces' matrices are well conditioned, so it is exact to a few ulp.
  @inline(never)
  var inverse: ColorMatrix {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
    }
    let (a, b, c) = rows
    let columns = ColorMatrix(cross(b, c), cross(c, a), cross(a, b))
    let determinant = (a * columns.rows.0).sum()
    return ColorMatrix(
      columns.rows.0 / determinant, columns.rows.1 / determinant, columns.rows.2 / determinant
    ).transposed
  }
}
