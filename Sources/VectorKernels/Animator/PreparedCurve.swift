internal import CVectorKernels

/// A timing curve prepared for the members of groups: as a table where it's one, or a Bezier curve that one holds.
final class PreparedCurve: Sendable {
  let curve: UnitCurve
  /// The table that kernels read, or nil where the curve is solved. Nobody writes to it once it is made.
  nonisolated(unsafe) let table: UnsafePointer<vk_baked_curve>?

  init(_ curve: UnitCurve) {
    self.curve = curve
    var table: vk_baked_curve?
    switch curve.shape {
    case .bezier(let bezier):
      let tabulated = bezier.tabulated()
      if tabulated.isTable { table = tabulated.table }
    case .tabulated(let curve): table = curve.kernelTable.pointee
    case .linear, .eased, .steps, .polyline: break
    }
    self.table = table.map {
      let memory = UnsafeMutablePointer<vk_baked_curve>.allocate(capacity: 1)
      memory.initialize(to: $0)
      return UnsafePointer(memory)
    }
  }

  deinit { table?.deallocate() }

  /// Writes the curve's values at n fractions of the time, in 0...1, which may lie where the values go.
  func values(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int) {
    if let table { return vk_bezier_baked_f32(table, x, out, n) }
    curve.evaluate(at: x, into: out, n, vk_level_in_use())
  }
}

/// The curves that an animator and its layers have prepared: each once, however many durations it is used with.
final class PreparedCurves {
  private var curves = BoundedCache<UnitCurve, PreparedCurve>(capacity: 1024)

  /// - Complexity: O(1); the first time, what baking takes.
  func prepared(_ curve: UnitCurve) -> PreparedCurve { curves.value(for: curve) { PreparedCurve(curve) } }
}
