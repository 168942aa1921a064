internal import CVectorKernels

/// A timing curve prepared for the members of groups: as a table where it's a Bezier curve that a table holds.
final class PreparedCurve: Sendable {
  let curve: UnitCurve
  private let baked: BakedCurve?
  /// The table that kernels read, or nil where the curve is solved.
  nonisolated(unsafe) let table: UnsafePointer<vk_baked_curve>?

  init(_ curve: UnitCurve) {
    self.curve = curve
    guard case .bezier(let bezier) = curve.shape else {
      (baked, table) = (nil, nil)
      return
    }
    let baked = bezier.baked()
    self.baked = baked
    guard baked.isTable else {
      table = nil
      return
    }
    let table = UnsafeMutablePointer<vk_baked_curve>.allocate(capacity: 1)
    table.initialize(to: baked.table)
    self.table = UnsafePointer(table)
  }

  deinit { table?.deallocate() }

  /// Writes the curve's values at n fractions of the time, which may lie where the values go.
  func values(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int) {
    if let table { return vk_bezier_baked_f32(table, x, out, n) }
    curve.values(
      at: UnsafeBufferPointer(start: x, count: n).span,
      into: UnsafeMutableBufferPointer(start: out, count: n).mutableSpan)
  }
}

/// The curves that an animator has prepared: each once, however many durations it is used with.
struct PreparedCurves {
  private var curves: [UnitCurve: PreparedCurve] = [:]
  /// The curves in the order in which they give way to new ones, from `next` on.
  private var order: [UnitCurve] = []
  private var next = 0

  private static var capacity: Int { 1024 }

  /// - Complexity: O(1); the first time, what baking takes.
  mutating func prepared(_ curve: UnitCurve) -> PreparedCurve {
    if let found = curves[curve] { return found }
    let prepared = PreparedCurve(curve)
    if order.count < Self.capacity {
      order.append(curve)
    } else {
      curves[order[next]] = nil
      order[next] = curve
      next = (next + 1) % Self.capacity
    }
    curves[curve] = prepared
    return prepared
  }
}
