import VectorKernels

extension ScalarLoops {
  @inline(never)
  static func map<T: Element>(
    _ input: UnsafeMutableBufferPointer<T>, into out: UnsafeMutableBufferPointer<T>, _ formula: (T) -> T
  ) {
    for i in out.indices {
      out[i] = formula(input[i])
    }
  }

  @inline(never)
  static func bezierValues<T: Element>(
    of curve: CubicBezier, at: UnsafeMutableBufferPointer<T>, into out: UnsafeMutableBufferPointer<T>
  ) {
    let curve = UnitBezier<T>(curve)
    for i in out.indices {
      out[i] = curve.value(at: at[i])
    }
  }

  @inline(never)
  static func bezierVelocities<T: Element>(
    of curve: CubicBezier, at: UnsafeMutableBufferPointer<T>, into out: UnsafeMutableBufferPointer<T>
  ) {
    let curve = UnitBezier<T>(curve)
    for i in out.indices {
      out[i] = curve.slope(at: at[i])
    }
  }

  @inline(never)
  static func bezierValues(
    at: UnsafeMutableBufferPointer<Float>, x1: UnsafeMutableBufferPointer<Float>,
    y1: UnsafeMutableBufferPointer<Float>, x2: UnsafeMutableBufferPointer<Float>,
    y2: UnsafeMutableBufferPointer<Float>, into out: UnsafeMutableBufferPointer<Float>
  ) {
    for i in out.indices {
      out[i] = UnitBezier(x1: x1[i], y1: y1[i], x2: x2[i], y2: y2[i]).value(at: at[i])
    }
  }

  @inline(never)
  static func bezierVelocities(
    at: UnsafeMutableBufferPointer<Float>, x1: UnsafeMutableBufferPointer<Float>,
    y1: UnsafeMutableBufferPointer<Float>, x2: UnsafeMutableBufferPointer<Float>,
    y2: UnsafeMutableBufferPointer<Float>, into out: UnsafeMutableBufferPointer<Float>
  ) {
    for i in out.indices {
      out[i] = UnitBezier(x1: x1[i], y1: y1[i], x2: x2[i], y2: y2[i]).slope(at: at[i])
    }
  }
}
