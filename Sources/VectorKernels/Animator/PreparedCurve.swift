internal import CVectorKernels

/// A timing curve prepared for groups. A table is used for tabulated curves, and for Bezier curves that a table can
/// represent.
final class PreparedCurve: Sendable {
  let curve: UnitCurve
  /// The table that kernels read, or nil if the curve is solved directly. The pointer's memory lives as long as the
  /// prepared curve. Cores that use it count no reference, for which they would wait for one another.
  private let kernelTable: KernelTable?
  nonisolated(unsafe) let table: UnsafePointer<vk_baked_curve>?

  init(_ curve: UnitCurve) {
    self.curve = curve
    switch curve.shape {
    case .bezier(let bezier):
      let tabulated = bezier.tabulated()
      kernelTable = tabulated.isTable ? tabulated.table : nil
    case .tabulated(let curve): kernelTable = curve.kernelTable
    case .polyline(let line):
      kernelTable = nil
      // Not in a frame.
      line.withTable { _ in }
    case .linear, .eased, .steps, .catmullRom: kernelTable = nil
    }
    table = kernelTable?.curve
  }

  /// Writes the curve's values at a block's n progresses in 0...1. `out` may be the same memory as `x`.
  func values(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int) {
    if let table { return vk_bezier_baked_f32_at(vk_level_in_use(), table, x, out, 0, n) }
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
