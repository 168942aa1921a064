import VectorKernels

extension KernelCase {
  /// Springs that are stepped from frame to frame.
  static func springSteps<T: Element>(_ type: T.Type) -> [KernelCase] {
    [transitions(type), sharedStep(type), ownStep(type), settled(type)]
  }

  private static let deltaTime = 1.0 / 120

  private static func transitions<T: Element>(_ type: T.Type) -> KernelCase {
    KernelCase(
      name: "springs/transitions/\(T.suffix)", bytesPerElement: T.bytes(6), tolerance: T.wideTolerance
    ) { work in
      let (xx, xv) = (work.output(type), work.output(type))
      let (vx, vv) = (work.output(type), work.output(type))
      let springs = SpringColumns<T>(work)
      work.constants = [("deltaTime", deltaTime)]
      work.exactly(xx, xv, vx, vv) { wide, out in
        ScalarLoops.springTransitions(
          deltaTime: T.Wide(deltaTime), springs.widened(by: wide), xx: out[0], xv: out[1], vx: out[2], vv: out[3])
      }
      return Contestants(
        library: {
          Batch.springTransitions(
            deltaTime: deltaTime, decays: springs.decay.span, frequencies: springs.frequency.span, into: xx.mutableSpan,
            velocityToPosition: xv.mutableSpan, positionToVelocity: vx.mutableSpan, velocityToVelocity: vv.mutableSpan)
        },
        scalar: { ScalarLoops.springTransitions(deltaTime: T(deltaTime), springs, xx: xx, xv: xv, vx: vx, vv: vv) },
        peer: { peer in
          typealias Function =
            @convention(c) (Peer.In, Peer.In, Double, Peer.Out, Peer.Out, Peer.Out, Peer.Out, Int) -> Void
          return peer.function("vk_spring_transition_\(T.suffix)", as: Function.self).map { function in
            {
              function(
                springs.decay.start, springs.frequency.start, deltaTime, xx.start, xv.start, vx.start, vv.start,
                xx.count)
            }
          }
        })
    }
  }

  // A step overwrites what it starts from, so these cases run through millions of frames of one motion. The springs are
  // undamped: they neither settle, which would end in subnormal velocities, nor grow.

  private static func sharedStep<T: Element>(_ type: T.Type) -> KernelCase {
    KernelCase(
      name: "springs/step/shared/\(T.suffix)", bytesPerElement: T.bytes(5), tolerance: T.wideTolerance
    ) { work in
      let positions = work.state { _ in work.uniform(in: -1...1 as ClosedRange<T>) }
      let velocities = work.state { _ in work.uniform(in: -10...10 as ClosedRange<T>) }
      let target = work.input(in: -1...1 as ClosedRange<T>)
      let step = SpringStep<T>(Spring(response: 0.5, dampingRatio: 0), deltaTime: deltaTime)
      let matrix = work.input(count: 4) {
        [step.positionToPosition, step.velocityToPosition, step.positionToVelocity, step.velocityToVelocity][$0]
      }
      work.exactly(positions, velocities) { wide, state in
        let matrix = wide(matrix)
        ScalarLoops.springStep(
          xx: matrix[0], xv: matrix[1], vx: matrix[2], vv: matrix[3], target: wide(target), positions: state[0],
          velocities: state[1])
      }
      return Contestants(
        library: {
          step.advance(
            positions: positions.mutableSpan, velocities: velocities.mutableSpan, targets: target.span)
        },
        scalar: {
          ScalarLoops.springStep(
            xx: matrix[0], xv: matrix[1], vx: matrix[2], vv: matrix[3], target: target, positions: positions,
            velocities: velocities)
        },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Peer.In, Peer.Out, Peer.Out, Int) -> Void
          return peer.function("vk_spring_step_\(T.suffix)", as: Function.self).map { function in
            { function(matrix.start, target.start, positions.start, velocities.start, positions.count) }
          }
        })
    }
  }

  private static func ownStep<T: Element>(_ type: T.Type) -> KernelCase {
    KernelCase(
      name: "springs/step/own/\(T.suffix)", bytesPerElement: T.bytes(9), tolerance: T.wideTolerance
    ) { work in
      let positions = work.state { _ in work.uniform(in: -1...1 as ClosedRange<T>) }
      let velocities = work.state { _ in work.uniform(in: -10...10 as ClosedRange<T>) }
      let target = work.input(in: -1...1 as ClosedRange<T>)
      let steps = (0..<256).map { index in
        SpringStep<T>(Spring(response: 0.3 + Double(index) / 256, dampingRatio: 0), deltaTime: deltaTime)
      }
      let xx = work.input { steps[$0 % steps.count].positionToPosition }
      let xv = work.input { steps[$0 % steps.count].velocityToPosition }
      let vx = work.input { steps[$0 % steps.count].positionToVelocity }
      let vv = work.input { steps[$0 % steps.count].velocityToVelocity }
      work.exactly(positions, velocities) { wide, state in
        ScalarLoops.springStep(
          xx: wide(xx), xv: wide(xv), vx: wide(vx), vv: wide(vv), target: wide(target), positions: state[0],
          velocities: state[1])
      }
      return Contestants(
        library: {
          Batch.springStep(
            positions: positions.mutableSpan, velocities: velocities.mutableSpan, targets: target.span,
            positionToPosition: xx.span, velocityToPosition: xv.span, positionToVelocity: vx.span,
            velocityToVelocity: vv.span)
        },
        scalar: {
          ScalarLoops.springStep(
            xx: xx, xv: xv, vx: vx, vv: vv, target: target, positions: positions, velocities: velocities)
        },
        peer: { peer in
          typealias Function =
            @convention(c) (Peer.In, Peer.In, Peer.In, Peer.In, Peer.In, Peer.Out, Peer.Out, Int) -> Void
          return peer.function("vk_spring_step_each_\(T.suffix)", as: Function.self).map { function in
            {
              function(
                xx.start, xv.start, vx.start, vv.start, target.start, positions.start, velocities.start,
                positions.count)
            }
          }
        })
    }
  }

  private static func settled<T: Element>(_ type: T.Type) -> KernelCase {
    KernelCase(
      name: "springs/settled/\(T.suffix)", bytesPerElement: T.bytes(3) + 1.0 / 8, tolerance: 0
    ) { work in
      let words = work.exactOutput(UInt64.self, count: (work.count + 63) / 64)
      let total = work.exactOutput(Int.self, count: 1)
      let positions = work.input(in: 0...1 as ClosedRange<T>)
      let velocities = work.input(in: -1...1 as ClosedRange<T>)
      let target = work.input(in: 0...1 as ClosedRange<T>)
      let (valueEpsilon, velocityEpsilon): (T, T) = (0.5, 0.7)
      work.constants = [("valueEpsilon", Double(valueEpsilon)), ("velocityEpsilon", Double(velocityEpsilon))]
      return Contestants(
        library: {
          total[0] = Batch.settled(
            positions: positions.span, velocities: velocities.span, targets: target.span, valueEpsilon: valueEpsilon,
            velocityEpsilon: velocityEpsilon, into: words.mutableSpan)
        },
        scalar: {
          total[0] = ScalarLoops.settled(
            positions: positions, velocities: velocities, target: target, valueEpsilon: valueEpsilon,
            velocityEpsilon: velocityEpsilon, into: words)
        },
        peer: { peer in
          peer.symbol("vk_settled_\(T.suffix)").map { function in
            {
              total[0] = T.callSettled(
                function, positions.start, velocities.start, target.start, valueEpsilon, velocityEpsilon, words.start,
                positions.count)
            }
          }
        })
    }
  }
}
