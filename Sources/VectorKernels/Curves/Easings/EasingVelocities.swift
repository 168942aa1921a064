internal import CVectorKernels

/// Arguments u of an ease in, in 0...1, which kernels replace by the velocities f'(u).
struct EasingArguments {
  let numbers: UnsafeMutablePointer<Float>
  let count: Int
  let level: vk_level

  /// Replaces each u by p0 u + p1 u^2 + p2 u^3 + p3 u^4, in a plain loop.
  @inline(never)
  func applyPolynomial(_ p0: Double, _ p1: Double = 0, _ p2: Double = 0, _ p3: Double = 0) {
    let (p0, p1, p2, p3) = (Float(p0), Float(p1), Float(p2), Float(p3))
    for i in 0..<count {
      let u = numbers[i]
      numbers[i] = u * (p0 + u * (p1 + u * (p2 + u * p3)))
    }
  }

  /// Replaces each u by f(u), or by 1 - f(1 - u).
  @inline(never)
  func apply(
    _ kernel: EasingKernel.Function, isFromEnd: Bool = false,
    prepare: (UnsafeMutablePointer<vk_easing>) -> Void = { _ in }
  ) {
    var parameters = vk_easing(turn: isFromEnd ? -1 : 2, scale: 1, unscale: 1, p: (0, 0, 0, 0, 0, 0))
    prepare(&parameters)
    kernel(level, &parameters, numbers, numbers, count)
  }

  /// Replaces each u by the value at u of the last line that begins at or before u.
  func applyLines(_ body: (inout LineTable) -> Void) {
    LineTable.evaluate(at: numbers, into: numbers, count, level, body)
  }
}

/// Up to 16 lines on the stack, in the table of `vk_polyline_f32`.
struct LineTable {
  private static let size = 16
  private let numbers: UnsafeMutablePointer<Float>
  private var count = 0

  /// Appends a line, which begins at a knot with y. Knots ascend.
  mutating func append(at knot: Double, _ y: Double, slope: Double) {
    numbers[count] = Float(knot)
    numbers[count + Self.size] = Float(y)
    numbers[count + 2 * Self.size] = Float(slope)
    count += 1
  }

  /// Writes the values at n numbers of the lines that `body` appends. NaN stays NaN.
  @inline(never)
  static func evaluate(
    at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level,
    _ body: (inout LineTable) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * size) { memory in
      let numbers = memory.baseAddress!
      numbers.initialize(repeating: .infinity, count: size)
      (numbers + size).initialize(repeating: 0, count: 2 * size)
      var table = LineTable(numbers: numbers)
      body(&table)
      vk_polyline_f32_at(level, numbers, size, x, out, n)
    }
  }

  private init(numbers: UnsafeMutablePointer<Float>) { self.numbers = numbers }
}

extension Easing {
  /// Writes the velocities at n progresses, or those of the inverse. The progresses may lie in the memory of the
  /// velocities.
  func evaluateVelocities(
    at x: UnsafePointer<Float>, isInverse: Bool, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level
  ) {
    guard !isInverse, let velocities = family.definition.pointee.velocities else {
      for i in 0..<n {
        let progress = min(1, max(0, Double(x[i])))
        out[i] = x[i].isNaN ? x[i] : Float(isInverse ? inverseVelocity(at: progress) : velocity(at: progress))
      }
      return
    }
    // A block this size stays in the cache from one kernel to the next.
    let length = 2048
    for start in stride(from: 0, to: n, by: length) {
      let count = min(length, n - start)
      LineTable.evaluate(at: x + start, into: out + start, count, level) { appendArgument(to: &$0) }
      velocities(EasingArguments(numbers: out + start, count: count, level: level), a, b)
    }
  }

  /// Appends the lines of the ease in's argument at a progress.
  @inline(never)
  private func appendArgument(to lines: inout LineTable) {
    lines.append(at: -1, direction == .easeOut ? 1 : 0, slope: 0)
    switch direction {
    case .easeIn: lines.append(at: 0, 0, slope: 1)
    case .easeOut: lines.append(at: 0, 1, slope: -1)
    case .easeInOut:
      lines.append(at: 0, 0, slope: 2)
      lines.append(at: 0.5, 1, slope: -2)
    }
    lines.append(at: 1, direction == .easeIn ? 1 : 0, slope: 0)
  }
}
