import Foundation
import VectorKernels
import bench

/// Prepared keyframes, by edits of their trees.
enum Keyframes {
  static let edits: TreeEdits = {
    let lines = KeyframeTimeline(initialValue: Float(0)) {
      LinearKeyframe(Float(2), duration: 0.5)
      MoveKeyframe(Float(5))
      CubicKeyframe(Float(1), duration: 0.5)
    }
    let curves = KeyframeTimeline(initialValue: SIMD2<Float>(0, 0)) {
      LinearKeyframe(SIMD2<Float>(2, 1), duration: 0.5, timingCurve: .easeIn)
      SpringKeyframe(SIMD2<Float>(5, 1), duration: 0.5)
    }
    // More than fit into the kernels' tables of 32.
    let many = KeyframeTimeline(initialValue: Float(0)) {
      for value in 0..<40 { LinearKeyframe(Float(value % 5), duration: 0.1) }
    }
    return TreeEdits([encoded(try! lines.prepared()), encoded(try! curves.prepared()), encoded(try! many.prepared())])
  }()

  static func test(_ input: [UInt8]) {
    var bytes = Bytes(input)
    let (_, tree) = edits.tree(&bytes)
    guard let keyframes = decoded(PreparedKeyframes.self, from: tree.data) else { return }
    requireRoundTrip(of: keyframes)
    let times: [Float] = [-1, 0, 0.25, 0.5, 0.75, 1e9, .infinity, .nan]
    var values = [Float](repeating: 0, count: times.count * keyframes.componentCount)
    keyframes.values(at: times.span, into: values.mutableSpan)
    guard keyframes.componentCount == 1 else { return }
    var animator = Animator<Float>()
    let handle = animator.add(0)
    _ = try? animator.play(handle, keyframes, repeats: keyframes.duration > 0 ? 3 : 1)
    for _ in 0..<3 { animator.advance(by: 0.3) }
  }
}
