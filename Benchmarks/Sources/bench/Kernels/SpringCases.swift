import VectorKernels

extension KernelCase {
  /// Springs in closed form, and the calls that prepare them.
  static func springs<T: Element>(_ type: T.Type) -> [KernelCase] {
    [
      sharedPositions(type), ownPositions(type), sharedMotion(type), ownMotion(type),
      sharedQuadratures(type), ownQuadratures(type),
    ]
  }

  /// The moment that closed forms are evaluated at; springs start in the half second before it.
  private static let time = 1.0
  private static let sharedSpring = Spring(response: 0.5, dampingRatio: 0.7)

  private static func sharedPositions<T: Element>(_ type: T.Type) -> KernelCase {
    KernelCase(
      name: "springs/positions/shared/\(T.suffix)", bytesPerElement: T.bytes(5), tolerance: T.wideTolerance
    ) { work in
      let out = work.output(type)
      let motion = MotionColumns<T>(work)
      let spring = sharedSpring
      let (decay, frequency) = (spring.decay, spring.frequency)
      work.constants = [("decay", decay), ("frequency", frequency), ("time", time)]
      work.exactly(out) { wide, out in
        ScalarLoops.springPositions(
          at: time, motion.widened(by: wide), decay: T.Wide(decay), frequency: T.Wide(frequency), into: out[0])
      }
      return Contestants(
        library: {
          spring.positions(
            at: time, targets: motion.target.span, displacements: motion.displacement.span,
            sineAmplitudes: motion.quadrature.span, starts: motion.start.span, into: out.mutableSpan)
        },
        scalar: {
          ScalarLoops.springPositions(at: time, motion, decay: T(decay), frequency: T(frequency), into: out)
        },
        peer: { peer in
          typealias Function =
            @convention(c) (Peer.In, Peer.In, Peer.In, Peer.In, Double, Double, Double, Peer.Out, Int) -> Void
          return peer.function("vk_spring_shared_\(T.suffix)", as: Function.self).map { function in
            {
              function(
                motion.target.start, motion.displacement.start, motion.quadrature.start, motion.start.start, decay,
                frequency, time, out.start, out.count)
            }
          }
        })
    }
  }

  private static func ownPositions<T: Element>(_ type: T.Type) -> KernelCase {
    KernelCase(
      name: "springs/positions/own/\(T.suffix)", bytesPerElement: T.bytes(7), tolerance: T.wideTolerance
    ) { work in
      let out = work.output(type)
      let motion = MotionColumns<T>(work)
      let springs = SpringColumns<T>(work)
      work.constants = [("time", time)]
      work.exactly(out) { wide, out in
        ScalarLoops.springPositions(at: time, motion.widened(by: wide), springs.widened(by: wide), into: out[0])
      }
      return Contestants(
        library: {
          Batch.springPositions(
            at: time, targets: motion.target.span, displacements: motion.displacement.span,
            sineAmplitudes: motion.quadrature.span, decays: springs.decay.span, frequencies: springs.frequency.span,
            starts: motion.start.span, into: out.mutableSpan)
        },
        scalar: { ScalarLoops.springPositions(at: time, motion, springs, into: out) },
        peer: { peer in
          typealias Function =
            @convention(c) (Peer.In, Peer.In, Peer.In, Peer.In, Peer.In, Peer.In, Double, Peer.Out, Int) -> Void
          return peer.function("vk_spring_\(T.suffix)", as: Function.self).map { function in
            {
              function(
                motion.target.start, motion.displacement.start, motion.quadrature.start, springs.decay.start,
                springs.frequency.start, motion.start.start, time, out.start, out.count)
            }
          }
        })
    }
  }

  private static func sharedMotion<T: Element>(_ type: T.Type) -> KernelCase {
    KernelCase(
      name: "springs/motion/shared/\(T.suffix)", bytesPerElement: T.bytes(6), tolerance: T.wideTolerance
    ) { work in
      let positions = work.output(type)
      let velocities = work.output(type)
      let motion = MotionColumns<T>(work)
      let spring = sharedSpring
      let (decay, frequency) = (spring.decay, spring.frequency)
      work.constants = [("decay", decay), ("frequency", frequency), ("time", time)]
      work.exactly(positions, velocities) { wide, out in
        ScalarLoops.springMotion(
          at: time, motion.widened(by: wide), decay: T.Wide(decay), frequency: T.Wide(frequency), positions: out[0],
          velocities: out[1])
      }
      return Contestants(
        library: {
          spring.motion(
            at: time, targets: motion.target.span, displacements: motion.displacement.span,
            sineAmplitudes: motion.quadrature.span, starts: motion.start.span, into: positions.mutableSpan,
            velocities: velocities.mutableSpan)
        },
        scalar: {
          ScalarLoops.springMotion(
            at: time, motion, decay: T(decay), frequency: T(frequency), positions: positions, velocities: velocities)
        },
        peer: { peer in
          typealias Function =
            @convention(c) (
              Peer.In, Peer.In, Peer.In, Peer.In, Double, Double, Double, Peer.Out, Peer.Out, Int
            ) -> Void
          return peer.function("vk_spring_shared_motion_\(T.suffix)", as: Function.self).map { function in
            {
              function(
                motion.target.start, motion.displacement.start, motion.quadrature.start, motion.start.start, decay,
                frequency, time, positions.start, velocities.start, positions.count)
            }
          }
        })
    }
  }

  private static func ownMotion<T: Element>(_ type: T.Type) -> KernelCase {
    KernelCase(
      name: "springs/motion/own/\(T.suffix)", bytesPerElement: T.bytes(8), tolerance: T.wideTolerance
    ) { work in
      let positions = work.output(type)
      let velocities = work.output(type)
      let motion = MotionColumns<T>(work)
      let springs = SpringColumns<T>(work)
      work.constants = [("time", time)]
      work.exactly(positions, velocities) { wide, out in
        ScalarLoops.springMotion(
          at: time, motion.widened(by: wide), springs.widened(by: wide), positions: out[0], velocities: out[1])
      }
      return Contestants(
        library: {
          Batch.springMotion(
            at: time, targets: motion.target.span, displacements: motion.displacement.span,
            sineAmplitudes: motion.quadrature.span, decays: springs.decay.span, frequencies: springs.frequency.span,
            starts: motion.start.span, into: positions.mutableSpan, velocities: velocities.mutableSpan)
        },
        scalar: {
          ScalarLoops.springMotion(at: time, motion, springs, positions: positions, velocities: velocities)
        },
        peer: { peer in
          typealias Function =
            @convention(c) (
              Peer.In, Peer.In, Peer.In, Peer.In, Peer.In, Peer.In, Double, Peer.Out, Peer.Out, Int
            ) -> Void
          return peer.function("vk_spring_motion_\(T.suffix)", as: Function.self).map { function in
            {
              function(
                motion.target.start, motion.displacement.start, motion.quadrature.start, springs.decay.start,
                springs.frequency.start, motion.start.start, time, positions.start, velocities.start, positions.count)
            }
          }
        })
    }
  }

  private static func sharedQuadratures<T: Element>(_ type: T.Type) -> KernelCase {
    KernelCase(
      name: "springs/quadratures/shared/\(T.suffix)", bytesPerElement: T.bytes(3), tolerance: T.wideTolerance
    ) { work in
      let out = work.output(type)
      let displacement = work.input(in: -1...1 as ClosedRange<T>)
      let velocity = work.input(in: -10...10 as ClosedRange<T>)
      let spring = sharedSpring
      let (decay, frequency) = (spring.decay, spring.frequency)
      work.exactly(out) { wide, out in
        ScalarLoops.springSineAmplitudes(
          displacement: wide(displacement), velocity: wide(velocity), decay: T.Wide(decay),
          frequency: T.Wide(frequency), into: out[0])
      }
      return Contestants(
        library: {
          spring.sineAmplitudes(displacements: displacement.span, velocities: velocity.span, into: out.mutableSpan)
        },
        scalar: {
          ScalarLoops.springSineAmplitudes(
            displacement: displacement, velocity: velocity, decay: T(decay), frequency: T(frequency), into: out)
        },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Peer.In, Double, Double, Peer.Out, Int) -> Void
          return peer.function("vk_spring_shared_quadrature_\(T.suffix)", as: Function.self).map { function in
            { function(displacement.start, velocity.start, decay, frequency, out.start, out.count) }
          }
        })
    }
  }

  private static func ownQuadratures<T: Element>(_ type: T.Type) -> KernelCase {
    KernelCase(
      name: "springs/quadratures/own/\(T.suffix)", bytesPerElement: T.bytes(5), tolerance: T.wideTolerance
    ) { work in
      let out = work.output(type)
      let displacement = work.input(in: -1...1 as ClosedRange<T>)
      let velocity = work.input(in: -10...10 as ClosedRange<T>)
      let springs = SpringColumns<T>(work)
      work.exactly(out) { wide, out in
        ScalarLoops.springSineAmplitudes(
          displacement: wide(displacement), velocity: wide(velocity), springs.widened(by: wide), into: out[0])
      }
      return Contestants(
        library: {
          Batch.springSineAmplitudes(
            displacements: displacement.span, velocities: velocity.span, decays: springs.decay.span,
            frequencies: springs.frequency.span, into: out.mutableSpan)
        },
        scalar: {
          ScalarLoops.springSineAmplitudes(displacement: displacement, velocity: velocity, springs, into: out)
        },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Peer.In, Peer.In, Peer.In, Peer.Out, Int) -> Void
          return peer.function("vk_spring_quadrature_\(T.suffix)", as: Function.self).map { function in
            {
              function(
                displacement.start, velocity.start, springs.decay.start, springs.frequency.start, out.start, out.count)
            }
          }
        })
    }
  }
}
