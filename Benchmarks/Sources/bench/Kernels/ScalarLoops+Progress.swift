import VectorKernels

extension ScalarLoops {
  @inline(never)
  static func progress(
    of animation: PreparedAnimation, at time: Double, starts: UnsafeMutableBufferPointer<Float>,
    into out: UnsafeMutableBufferPointer<Float>
  ) {
    for i in out.indices {
      let elapsed = max(0, time - animation.delay - Double(starts[i]))
      let v = animation.rate * elapsed
      if v >= animation.passes {
        out[i] = 1
      } else {
        let pass = v.rounded(.down)
        let p = max(0, 1 - (1 - (v - pass)) * animation.progressPerPass)
        out[i] = Float(animation.autoreverses && Int(pass) % 2 == 1 ? 1 - p : p)
      }
    }
  }

  @inline(never)
  static func progress(
    at time: Double, starts: UnsafeMutableBufferPointer<Float>, rate: UnsafeMutableBufferPointer<Float>,
    passes: UnsafeMutableBufferPointer<Float>, pace: UnsafeMutableBufferPointer<Float>,
    into out: UnsafeMutableBufferPointer<Float>
  ) {
    for i in out.indices {
      let v = Double(rate[i]) * max(0, time - Double(starts[i]))
      if v >= Double(passes[i].magnitude) {
        out[i] = 1
      } else {
        let pass = v.rounded(.down)
        let p = max(0, 1 - (1 - Float(v - pass)) * pace[i])
        out[i] = passes[i] < 0 && Int(pass) % 2 == 1 ? 1 - p : p
      }
    }
  }

  @inline(never)
  static func amounts(
    of animation: Animation, at time: Double, starts: UnsafeMutableBufferPointer<Float>,
    into out: UnsafeMutableBufferPointer<Float>
  ) {
    for i in out.indices {
      out[i] = Float(animation.amount(at: time - Double(starts[i])))
    }
  }
}
