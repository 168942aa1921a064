import VectorKernels

extension ScalarLoops {
  @inline(never)
  static func map<T: Real>(
    _ input: UnsafeMutableBufferPointer<T>, into out: UnsafeMutableBufferPointer<T>, _ formula: (T) -> T
  ) {
    for i in out.indices {
      out[i] = formula(input[i])
    }
  }

  @inline(never)
  static func bezierValues<T: Real>(
    of curve: CubicBezier, at: UnsafeMutableBufferPointer<T>, into out: UnsafeMutableBufferPointer<T>
  ) {
    let curve = UnitBezier<T>(curve)
    for i in out.indices {
      out[i] = curve.value(at: at[i])
    }
  }

  @inline(never)
  static func bezierVelocities<T: Real>(
    of curve: CubicBezier, at: UnsafeMutableBufferPointer<T>, into out: UnsafeMutableBufferPointer<T>
  ) {
    let curve = UnitBezier<T>(curve)
    for i in out.indices {
      out[i] = curve.slope(at: at[i])
    }
  }

  @inline(never)
  static func bezierValues<T: Real>(
    at: UnsafeMutableBufferPointer<T>, x1: UnsafeMutableBufferPointer<T>, y1: UnsafeMutableBufferPointer<T>,
    x2: UnsafeMutableBufferPointer<T>, y2: UnsafeMutableBufferPointer<T>, into out: UnsafeMutableBufferPointer<T>
  ) {
    for i in out.indices {
      out[i] = UnitBezier(x1: x1[i], y1: y1[i], x2: x2[i], y2: y2[i]).value(at: at[i])
    }
  }

  @inline(never)
  static func bezierVelocities<T: Real>(
    at: UnsafeMutableBufferPointer<T>, x1: UnsafeMutableBufferPointer<T>, y1: UnsafeMutableBufferPointer<T>,
    x2: UnsafeMutableBufferPointer<T>, y2: UnsafeMutableBufferPointer<T>, into out: UnsafeMutableBufferPointer<T>
  ) {
    for i in out.indices {
      out[i] = UnitBezier(x1: x1[i], y1: y1[i], x2: x2[i], y2: y2[i]).slope(at: at[i])
    }
  }
}
