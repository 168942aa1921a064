import Foundation
import VectorKernels

// A quaternion counts as its four components, as other values of several components do.

extension KernelCase {
  /// Unit quaternions and angles.
  static var rotations: [KernelCase] {
    rotations(Float.self) + rotations(Double.self)
      + [columns, nearestAngles(Float.self), nearestAngles(Double.self)]
  }

  private static func rotations<T: Element & SIMDBatchElement>(_: T.Type) -> [KernelCase] {
    [
      rotation("slerp", vkName: "slerp", hasOwn: false, scalar: ScalarLoops.slerp as Rotation<T>) {
        Batch.slerp(from: $0.span, to: $1.span, amount: $2[0], into: $3.mutableSpan)
      },
      rotation("slerp-each", vkName: "slerp_each", hasOwn: true, scalar: ScalarLoops.slerp as Rotation<T>) {
        Batch.slerp(from: $0.span, to: $1.span, amounts: $2.span, into: $3.mutableSpan)
      },
      rotation("nlerp", vkName: "nlerp", hasOwn: false, scalar: ScalarLoops.nlerp as Rotation<T>) {
        Batch.nlerp(from: $0.span, to: $1.span, amount: $2[0], into: $3.mutableSpan)
      },
      rotation("nlerp-each", vkName: "nlerp_each", hasOwn: true, scalar: ScalarLoops.nlerp as Rotation<T>) {
        Batch.nlerp(from: $0.span, to: $1.span, amounts: $2.span, into: $3.mutableSpan)
      },
    ]
  }

  private typealias Rotation<T: SIMDBatchElement> = (Quaternion<T>, Quaternion<T>, T) -> Quaternion<T>

  private static func rotation<T: Element & SIMDBatchElement>(
    _ name: String, vkName: String, hasOwn: Bool, scalar: @escaping Rotation<T>,
    library:
      @escaping (
        UnsafeMutableBufferPointer<Quaternion<T>>, UnsafeMutableBufferPointer<Quaternion<T>>,
        UnsafeMutableBufferPointer<T>, UnsafeMutableBufferPointer<Quaternion<T>>
      ) -> Void
  ) -> KernelCase {
    KernelCase(
      name: "rotations/\(name)/\(T.suffix)", bytesPerElement: T.bytes(hasOwn ? 3.25 : 3), tolerance: T.wideTolerance,
      group: 4
    ) { work in
      let outputs = work.output(T.self)
      let (from, to) = (work.quaternions(T.self), work.quaternions(T.self))
      let progress = work.input(count: hasOwn ? work.count / 4 : 1, in: 0.1...0.9 as ClosedRange<T>)
      let out = outputs.values(Quaternion<T>.self)
      return Contestants(
        library: { library(from, to, progress, out) },
        scalar: {
          for i in out.indices { out[i] = scalar(from[i], to[i], progress[hasOwn ? i : 0]) }
        },
        peer: { peer in
          if hasOwn {
            typealias Function = @convention(c) (Peer.In, Peer.In, Peer.In, Peer.Out, Int) -> Void
            return peer.function("vk_\(vkName)_\(T.suffix)", as: Function.self).map { function in
              { function(from.start, to.start, progress.start, out.start, out.count) }
            }
          }
          return peer.symbol("vk_\(vkName)_\(T.suffix)").map { function in
            { T.callInterpolate(function, from.start, to.start, progress[0], out.start, out.count) }
          }
        })
    }
  }

  /// The same as rows, for programs that hold columns. Each peer holds its own memory, so nothing is compared here.
  private static var columns: KernelCase {
    KernelCase(
      name: "rotations/slerp-each-columns/f32", bytesPerElement: Float.bytes(3.25), tolerance: Float.closeTolerance,
      group: 4
    ) { work in
      let (from, to) = (work.quaternions(Float.self), work.quaternions(Float.self))
      let progress = work.input(count: work.count / 4, in: 0.1...0.9 as ClosedRange<Float>)
      let (fromColumns, toColumns) = (Columns(from), Columns(to))
      var columns = Columns(repeating: Quaternion<Float>.zero, count: from.count)
      let out = UnsafeMutableBufferPointer<Quaternion<Float>>.allocate(capacity: from.count)
      return Contestants(
        library: { Batch.slerp(from: fromColumns, to: toColumns, amounts: progress.span, into: &columns) },
        scalar: {
          for i in out.indices { out[i] = ScalarLoops.slerp(from[i], to[i], progress[i]) }
        },
        peer: { _ in nil })
    }
  }

  private static func nearestAngles<T: Element>(_ type: T.Type) -> KernelCase {
    KernelCase(
      name: "rotations/nearest-angles/\(T.suffix)", bytesPerElement: T.bytes(3), tolerance: T.closeTolerance
    ) { work in
      let out = work.output(type)
      let from = work.input(in: -1000...1000 as ClosedRange<T>)
      let to = work.input(in: -1000...1000 as ClosedRange<T>)
      return Contestants(
        library: { Batch.nearestAngles(from: from.span, to: to.span, turn: 360, into: out.mutableSpan) },
        scalar: {
          for i in out.indices { out[i] = to[i] - 360 * ((to[i] - from[i]) / 360).rounded() }
        },
        peer: { _ in nil })
    }
  }

  /// Prepared pairs of transforms, to matrices in rows.
  static var transforms: [KernelCase] { [plane, space] }

  private static var plane: KernelCase {
    KernelCase(
      name: "transforms/plane-each/f32", bytesPerElement: Float.bytes(25.0 / 6), tolerance: Float.wideTolerance,
      group: 6
    ) { work in
      let outputs = work.output(Float.self)
      let progress = work.input(count: work.count / 6, in: 0...1 as ClosedRange<Float>)
      let out = outputs.values(Transform2D<Float>.self)
      func pose() -> Transform2D<Float> {
        Transform2D(translationX: work.uniform(in: -9...9), y: work.uniform(in: -9...9))
          .rotated(by: Angle(radians: work.uniform(in: -1...1)))
          .scaledBy(x: work.uniform(in: 0.5...2), y: work.uniform(in: 0.5...2))
      }
      let (from, to) = (out.map { _ in pose() }, out.map { _ in pose() })
      let mix = TransformMix2D(from: from.span, to: to.span)
      return Contestants(
        library: { mix.transforms(by: progress.span, into: out.mutableSpan) },
        scalar: {
          for i in out.indices { out[i] = from[i].mix(with: to[i], by: Double(progress[i])) }
        },
        peer: { _ in nil })
    }
  }

  private static var space: KernelCase {
    KernelCase(
      name: "transforms/space-each/f32", bytesPerElement: Float.bytes(52.0 / 16), tolerance: Float.wideTolerance,
      group: 16
    ) { work in
      let outputs = work.output(Float.self)
      let progress = work.input(count: work.count / 16, in: 0...1 as ClosedRange<Float>)
      let out = outputs.values(Transform3D<Float>.self)
      func pose() -> Transform3D<Float> {
        let axis = SIMD3<Float>(work.uniform(in: -1...1), work.uniform(in: -1...1), 1)
        return Transform3D(scaleX: work.uniform(in: 0.5...2), y: work.uniform(in: 0.5...2), z: 1)
          .concatenating(Transform3D(rotation: Quaternion(angle: Angle(radians: work.uniform(in: -1...1)), axis: axis)))
          .concatenating(Transform3D(translationX: work.uniform(in: -9...9), y: work.uniform(in: -9...9), z: 0))
      }
      let (from, to) = (out.map { _ in pose() }, out.map { _ in pose() })
      let mix = TransformMix3D(from: from.span, to: to.span)
      return Contestants(
        library: { mix.transforms(by: progress.span, into: out.mutableSpan) },
        scalar: {
          for i in out.indices { out[i] = from[i].mix(with: to[i], by: Double(progress[i])) }
        },
        peer: { _ in nil })
    }
  }
}

extension Workload {
  /// Unit quaternions in every direction.
  fileprivate func quaternions<T: Element & SIMDBatchElement>(
    _: T.Type
  ) -> UnsafeMutableBufferPointer<Quaternion<T>> {
    let values = input(in: -1...1 as ClosedRange<T>).values(Quaternion<T>.self)
    for i in values.indices { values[i] = values[i].normalized }
    return values
  }
}

extension UnsafeMutableBufferPointer where Element: BatchElement {
  /// The same memory as values with a number of elements each.
  fileprivate func values<Value: ComponentVector>(_: Value.Type) -> UnsafeMutableBufferPointer<Value> {
    UnsafeMutableBufferPointer<Value>(
      start: UnsafeMutableRawPointer(start).assumingMemoryBound(to: Value.self), count: count / Value.componentCount)
  }
}
