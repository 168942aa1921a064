internal import CVectorKernels

/// A timing curve prepared for groups. A table is used for tabulated curves, and for Bezier curves that a table can
/// represent.
final class PreparedCurve: Sendable {
  let curve: UnitCurve
  /// The table that kernels read, or nil if the curve is solved directly. It lives as long as the prepared curve.
  private let kernelTable: KernelTable?
  var table: UnsafePointer<vk_baked_curve>? { kernelTable?.curve }

  init(_ curve: UnitCurve) {
    self.curve = curve
    switch curve.shape {
    case .bezier(let bezier):
      let tabulated = bezier.tabulated()
      kernelTable = tabulated.isTable ? tabulated.table : nil
    case .tabulated(let curve): kernelTable = curve.kernelTable
    case .linear, .eased, .steps, .polyline, .catmullRom: kernelTable = nil
    }
  }

  /// Writes the curve's values at n progresses in 0...1. `out` may be the same memory as `x`.
  func values(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int) {
    if let kernelTable { return kernelTable.values(at: x, into: out, n, vk_level_in_use()) }
    curve.evaluate(at: x, into: out, n, vk_level_in_use())
  }
}

/// The curves that an animator and its layers have prepared. Each curve is prepared once, for all durations.
final class PreparedCurves {
  private var curves = BoundedCache<UnitCurve, PreparedCurve>(capacity: 1024)
  private var polynomials = BoundedCache<UnitCurve, PolynomialCurve?>(capacity: 1024)

  /// Returns a curve in its prepared form.
  ///
  /// - Complexity: O(1); the first use of a curve takes the time to tabulate it.
  func prepared(_ curve: UnitCurve) -> PreparedCurve { curves.value(for: curve) { PreparedCurve(curve) } }

  /// Returns a curve as polynomials, or nil if it doesn't consist of such.
  ///
  /// - Complexity: O(1); the first use of a curve takes the time to find its polynomials.
  func polynomials(of curve: UnitCurve) -> PolynomialCurve? {
    polynomials.value(for: curve) { PolynomialCurve(curve) }
  }
}
