import VectorKernels

/// The kernels as plain Swift loops, one element at a time: the code that users would write without the library.
///
/// They are not inlined into the cases, so that each is one loop over a pointer and a count, as it would be in a
/// program, and nothing is known about the data.
enum ScalarLoops {}

extension ScalarLoops {
  @inline(never)
  static func copy(_ source: UnsafeMutableBufferPointer<UInt64>, to destination: UnsafeMutableBufferPointer<UInt64>) {
    for i in destination.indices {
      destination[i] = source[i]
    }
  }

  @inline(never)
  static func interpolate<T: Real>(
    from: UnsafeMutableBufferPointer<T>, to: UnsafeMutableBufferPointer<T>, progress: T,
    into out: UnsafeMutableBufferPointer<T>
  ) {
    for i in out.indices {
      out[i] = from[i] + (to[i] - from[i]) * progress
    }
  }

  @inline(never)
  static func interpolate<T: Real>(
    from: UnsafeMutableBufferPointer<T>, to: UnsafeMutableBufferPointer<T>, progress: UnsafeMutableBufferPointer<T>,
    into out: UnsafeMutableBufferPointer<T>
  ) {
    for i in out.indices {
      out[i] = from[i] + (to[i] - from[i]) * progress[i]
    }
  }

  @inline(never)
  static func interpolate<T: Real>(
    from: UnsafeMutableBufferPointer<T>, to: UnsafeMutableBufferPointer<T>, progress: UnsafeMutableBufferPointer<T>,
    components: Int, into out: UnsafeMutableBufferPointer<T>
  ) {
    for value in progress.indices {
      let t = progress[value]
      for i in value * components..<(value + 1) * components {
        out[i] = from[i] + (to[i] - from[i]) * t
      }
    }
  }

  @inline(never)
  static func blend<T: Real>(
    _ inputs: UnsafeMutableBufferPointer<T>, weights: UnsafeMutableBufferPointer<T>,
    into out: UnsafeMutableBufferPointer<T>
  ) {
    for i in out.indices {
      var sum: T = 0
      for k in weights.indices {
        sum += inputs[k * out.count + i] * weights[k]
      }
      out[i] = sum
    }
  }
}
