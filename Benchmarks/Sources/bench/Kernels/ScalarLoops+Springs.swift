import VectorKernels

extension ScalarLoops {
  @inline(never)
  static func springPositions<T: Real>(
    at time: Double, _ motion: MotionColumns<T>, decay: T, frequency: T, into out: UnsafeMutableBufferPointer<T>
  ) {
    for i in out.indices {
      let basis = SpringBasis(time: .elapsed(at: time, since: motion.start[i]), decay: decay, frequency: frequency)
      out[i] =
        motion.target[i]
        + basis.position(displacement: motion.displacement[i], quadrature: motion.quadrature[i])
    }
  }

  @inline(never)
  static func springPositions<T: Real>(
    at time: Double, _ motion: MotionColumns<T>, _ springs: SpringColumns<T>, into out: UnsafeMutableBufferPointer<T>
  ) {
    for i in out.indices {
      let basis = SpringBasis(
        time: .elapsed(at: time, since: motion.start[i]), decay: springs.decay[i], frequency: springs.frequency[i])
      out[i] =
        motion.target[i]
        + basis.position(displacement: motion.displacement[i], quadrature: motion.quadrature[i])
    }
  }

  @inline(never)
  static func springMotion<T: Real>(
    at time: Double, _ motion: MotionColumns<T>, decay: T, frequency: T, positions: UnsafeMutableBufferPointer<T>,
    velocities: UnsafeMutableBufferPointer<T>
  ) {
    for i in positions.indices {
      let basis = SpringBasis(time: .elapsed(at: time, since: motion.start[i]), decay: decay, frequency: frequency)
      let (displacement, quadrature) = (motion.displacement[i], motion.quadrature[i])
      positions[i] = motion.target[i] + basis.position(displacement: displacement, quadrature: quadrature)
      velocities[i] = basis.velocity(displacement: displacement, quadrature: quadrature)
    }
  }

  @inline(never)
  static func springMotion<T: Real>(
    at time: Double, _ motion: MotionColumns<T>, _ springs: SpringColumns<T>,
    positions: UnsafeMutableBufferPointer<T>, velocities: UnsafeMutableBufferPointer<T>
  ) {
    for i in positions.indices {
      let basis = SpringBasis(
        time: .elapsed(at: time, since: motion.start[i]), decay: springs.decay[i], frequency: springs.frequency[i])
      let (displacement, quadrature) = (motion.displacement[i], motion.quadrature[i])
      positions[i] = motion.target[i] + basis.position(displacement: displacement, quadrature: quadrature)
      velocities[i] = basis.velocity(displacement: displacement, quadrature: quadrature)
    }
  }

  @inline(never)
  static func springSineAmplitudes<T: Real>(
    displacement: UnsafeMutableBufferPointer<T>, velocity: UnsafeMutableBufferPointer<T>, decay: T, frequency: T,
    into out: UnsafeMutableBufferPointer<T>
  ) {
    let rate = SpringBasis.rate(frequency: frequency)
    for i in out.indices {
      out[i] = (velocity[i] + decay * displacement[i]) / rate
    }
  }

  @inline(never)
  static func springSineAmplitudes<T: Real>(
    displacement: UnsafeMutableBufferPointer<T>, velocity: UnsafeMutableBufferPointer<T>, _ springs: SpringColumns<T>,
    into out: UnsafeMutableBufferPointer<T>
  ) {
    for i in out.indices {
      let rate = SpringBasis.rate(frequency: springs.frequency[i])
      out[i] = (velocity[i] + springs.decay[i] * displacement[i]) / rate
    }
  }

  @inline(never)
  static func springTransitions<T: Real>(
    deltaTime: T, _ springs: SpringColumns<T>, xx: UnsafeMutableBufferPointer<T>, xv: UnsafeMutableBufferPointer<T>,
    vx: UnsafeMutableBufferPointer<T>, vv: UnsafeMutableBufferPointer<T>
  ) {
    for i in xx.indices {
      let (decay, frequency) = (springs.decay[i], springs.frequency[i])
      let basis = SpringBasis(time: deltaTime, decay: decay, frequency: frequency)
      let rate = SpringBasis.rate(frequency: frequency)
      // The motions that start from one unit of position, and from one unit of velocity.
      xx[i] = basis.position(displacement: 1, quadrature: decay / rate) - 1
      xv[i] = basis.position(displacement: 0, quadrature: 1 / rate)
      vx[i] = basis.velocity(displacement: 1, quadrature: decay / rate)
      vv[i] = basis.velocity(displacement: 0, quadrature: 1 / rate) - 1
    }
  }

  @inline(never)
  static func springStep<T: Real>(
    xx: T, xv: T, vx: T, vv: T, target: UnsafeMutableBufferPointer<T>, positions: UnsafeMutableBufferPointer<T>,
    velocities: UnsafeMutableBufferPointer<T>
  ) {
    for i in target.indices {
      let displacement = positions[i] - target[i]
      let velocity = velocities[i]
      positions[i] += xx * displacement + xv * velocity
      velocities[i] += vx * displacement + vv * velocity
    }
  }

  @inline(never)
  static func springStep<T: Real>(
    xx: UnsafeMutableBufferPointer<T>, xv: UnsafeMutableBufferPointer<T>, vx: UnsafeMutableBufferPointer<T>,
    vv: UnsafeMutableBufferPointer<T>, target: UnsafeMutableBufferPointer<T>,
    positions: UnsafeMutableBufferPointer<T>, velocities: UnsafeMutableBufferPointer<T>
  ) {
    for i in target.indices {
      let displacement = positions[i] - target[i]
      let velocity = velocities[i]
      positions[i] += xx[i] * displacement + xv[i] * velocity
      velocities[i] += vx[i] * displacement + vv[i] * velocity
    }
  }

  @inline(never)
  static func settled<T: Element>(
    positions: UnsafeMutableBufferPointer<T>, velocities: UnsafeMutableBufferPointer<T>,
    target: UnsafeMutableBufferPointer<T>, valueEpsilon: T, velocityEpsilon: T,
    into words: UnsafeMutableBufferPointer<UInt64>
  ) -> Int {
    var total = 0
    words.update(repeating: 0)
    for i in target.indices
    where abs(positions[i] - target[i]) <= valueEpsilon && abs(velocities[i]) <= velocityEpsilon {
      words[i / 64] |= 1 << UInt64(i % 64)
      total += 1
    }
    return total
  }
}
