import VectorKernels

extension KernelCase {
  /// Columns to values and back, against copying them.
  static func interleaving<T: Element>(_ type: T.Type) -> [KernelCase] {
    [2, 3, 4, 5, 6, 8, 16].flatMap { [interleave(type, components: $0), deinterleave(type, components: $0)] }
  }

  private static func interleave<T: Element>(_ type: T.Type, components: Int) -> KernelCase {
    moving(type, "interleave", components) { columns, out in
      Batch.interleave(columns.span, components: components, into: out.mutableSpan)
    } scalar: { columns, out in
      ScalarLoops.interleave(columns, components: components, into: out)
    }
  }

  private static func deinterleave<T: Element>(_ type: T.Type, components: Int) -> KernelCase {
    moving(type, "deinterleave", components) { values, columns in
      Batch.deinterleave(values.span, components: components, into: columns.mutableSpan)
    } scalar: { values, columns in
      ScalarLoops.deinterleave(values, components: components, into: columns)
    }
  }

  private static func moving<T: Element>(
    _ type: T.Type, _ name: String, _ components: Int,
    library: @escaping (UnsafeMutableBufferPointer<T>, UnsafeMutableBufferPointer<T>) -> Void,
    scalar: @escaping (UnsafeMutableBufferPointer<T>, UnsafeMutableBufferPointer<T>) -> Void
  ) -> KernelCase {
    KernelCase(
      name: "columns/\(name)/\(components)/\(T.suffix)", bytesPerElement: T.bytes(2), tolerance: 0, group: components
    ) { work in
      let out = work.output(type)
      let source = work.input(in: -1...1 as ClosedRange<T>)
      return Contestants(
        library: { library(source, out) },
        scalar: { scalar(source, out) },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Int, Peer.Out, Int) -> Void
          return peer.function("vk_\(name)_\(T.suffix)", as: Function.self).map { function in
            { function(source.start, components, out.start, out.count / components) }
          }
        })
    }
  }
}
