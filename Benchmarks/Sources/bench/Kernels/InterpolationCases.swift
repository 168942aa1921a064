import VectorKernels

extension KernelCase {
  static func interpolation<T: Element>(_ type: T.Type) -> [KernelCase] {
    [uniform(type), uniformInPlace(type), each(type)] + [2, 3, 4, 5, 6, 8].map { values(type, components: $0) }
      + [blend(type, inputs: 4)]
  }

  private static func uniform<T: Element>(_ type: T.Type) -> KernelCase {
    KernelCase(
      name: "interpolate/uniform/\(T.suffix)", bytesPerElement: T.bytes(3), tolerance: T.closeTolerance
    ) { work in
      let out = work.output(type)
      let from = work.input(in: -1...1 as ClosedRange<T>)
      let to = work.input(in: -1...1 as ClosedRange<T>)
      let progress: T = 0.3
      work.constants = [("progress", Double(progress))]
      work.exactly(out) { wide, out in
        ScalarLoops.interpolate(from: wide(from), to: wide(to), progress: T.Wide(progress), into: out[0])
      }
      return Contestants(
        library: { Batch.interpolate(from: from.span, to: to.span, amount: progress, into: out.mutableSpan) },
        scalar: { ScalarLoops.interpolate(from: from, to: to, progress: progress, into: out) },
        peer: { peer in
          peer.symbol("vk_lerp_\(T.suffix)").map { function in
            { T.callInterpolate(function, from.start, to.start, progress, out.start, out.count) }
          }
        })
    }
  }

  private static func uniformInPlace<T: Element>(_ type: T.Type) -> KernelCase {
    KernelCase(
      name: "interpolate/uniform-in-place/\(T.suffix)", bytesPerElement: T.bytes(3), tolerance: T.closeTolerance
    ) { work in
      // Repeated calls arrive at the end values. These are far enough from zero for the last steps towards them not to
      // be subnormal, which some processors are slow at.
      let values = work.state { _ in work.uniform(in: -1...1 as ClosedRange<T>) }
      let to = work.input(in: 1...2 as ClosedRange<T>)
      let progress: T = 0.3
      work.constants = [("progress", Double(progress))]
      work.exactly(values) { wide, values in
        ScalarLoops.interpolate(from: values[0], to: wide(to), progress: T.Wide(progress), into: values[0])
      }
      return Contestants(
        library: { Batch.interpolate(values.mutableSpan, to: to.span, amount: progress) },
        scalar: { ScalarLoops.interpolate(from: values, to: to, progress: progress, into: values) },
        peer: { peer in
          peer.symbol("vk_lerp_\(T.suffix)").map { function in
            { T.callInterpolate(function, values.start, to.start, progress, values.start, values.count) }
          }
        })
    }
  }

  private static func each<T: Element>(_ type: T.Type) -> KernelCase {
    KernelCase(
      name: "interpolate/each/\(T.suffix)", bytesPerElement: T.bytes(4), tolerance: T.closeTolerance
    ) { work in
      let out = work.output(type)
      let from = work.input(in: -1...1 as ClosedRange<T>)
      let to = work.input(in: -1...1 as ClosedRange<T>)
      let progress = work.input(in: 0...1 as ClosedRange<T>)
      work.exactly(out) { wide, out in
        ScalarLoops.interpolate(from: wide(from), to: wide(to), progress: wide(progress), into: out[0])
      }
      return Contestants(
        library: { Batch.interpolate(from: from.span, to: to.span, amounts: progress.span, into: out.mutableSpan) },
        scalar: { ScalarLoops.interpolate(from: from, to: to, progress: progress, into: out) },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Peer.In, Peer.In, Peer.Out, Int) -> Void
          return peer.function("vk_lerp_each_\(T.suffix)", as: Function.self).map { function in
            { function(from.start, to.start, progress.start, out.start, out.count) }
          }
        })
    }
  }

  private static func values<T: Element>(_ type: T.Type, components: Int) -> KernelCase {
    KernelCase(
      name: "interpolate/values/\(components)/\(T.suffix)", bytesPerElement: T.bytes(3 + 1 / Double(components)),
      tolerance: T.closeTolerance, group: components
    ) { work in
      let out = work.output(type)
      let from = work.input(in: -1...1 as ClosedRange<T>)
      let to = work.input(in: -1...1 as ClosedRange<T>)
      let progress = work.input(count: work.count / components, in: 0...1 as ClosedRange<T>)
      work.exactly(out) { wide, out in
        ScalarLoops.interpolate(
          from: wide(from), to: wide(to), progress: wide(progress), components: components, into: out[0])
      }
      return Contestants(
        library: {
          Batch.interpolate(
            from: from.span, to: to.span, amounts: progress.span, components: components, into: out.mutableSpan)
        },
        scalar: {
          ScalarLoops.interpolate(from: from, to: to, progress: progress, components: components, into: out)
        },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Peer.In, Peer.In, Int, Peer.Out, Int) -> Void
          return peer.function("vk_lerp_values_\(T.suffix)", as: Function.self).map { function in
            { function(from.start, to.start, progress.start, components, out.start, progress.count) }
          }
        })
    }
  }

  private static func blend<T: Element>(_ type: T.Type, inputs inputCount: Int) -> KernelCase {
    KernelCase(
      name: "interpolate/blend/\(inputCount)/\(T.suffix)", bytesPerElement: T.bytes(Double(inputCount + 1)),
      tolerance: T.closeTolerance
    ) { work in
      let out = work.output(type)
      let inputs = work.input(count: work.count * inputCount, in: -1...1 as ClosedRange<T>)
      let weights = work.input(count: inputCount) { 1 / T($0 + 2) }
      work.exactly(out) { wide, out in ScalarLoops.blend(wide(inputs), weights: wide(weights), into: out[0]) }
      return Contestants(
        library: { Batch.blend(inputs.span, weights: weights.span, into: out.mutableSpan) },
        scalar: { ScalarLoops.blend(inputs, weights: weights, into: out) },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Int, Peer.In, Int, Peer.Out, Int) -> Void
          return peer.function("vk_blend_\(T.suffix)", as: Function.self).map { function in
            { function(inputs.start, out.count, weights.start, inputCount, out.start, out.count) }
          }
        })
    }
  }
}
