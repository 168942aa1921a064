import VectorKernels

extension KernelCase {
  static var progress: [KernelCase] {
    [
      shared("once", .linear(duration: 1)),
      shared("repeat", .linear(duration: 0.25).repeatForever(autoreverses: false)),
      shared("autoreverse", .linear(duration: 0.25).delay(0.05).repeatForever()),
      amounts("eased", .easeInOut(duration: 0.25).repeatForever()),
      amounts("spring", .bouncy.repeatForever(autoreverses: false)),
      own,
    ]
  }

  private typealias Floats = UnsafeMutableBufferPointer<Float>

  private static let now = 100.125

  /// A case where all elements share the timing.
  private static func shared(_ name: String, _ animation: Animation) -> KernelCase {
    let prepared = plain(animation)
    return KernelCase(name: "progress/\(name)/f32", bytesPerElement: Float.bytes(2), tolerance: 1e-4) { work in
      let out = work.output(Float.self)
      let start = starts(work)
      return Contestants(
        library: { prepared.progress(at: now, starts: start.span, into: out.mutableSpan) },
        scalar: { ScalarLoops.progress(of: prepared, at: now, starts: start, into: out) },
        peer: { _ in nil })
    }
  }

  /// A case where what becomes of the progress is wanted.
  private static func amounts(_ name: String, _ animation: Animation) -> KernelCase {
    let prepared = plain(animation).tabulated()
    return KernelCase(name: "progress/\(name)/f32", bytesPerElement: Float.bytes(2), tolerance: 1e-4) { work in
      let out = work.output(Float.self)
      let start = starts(work)
      return Contestants(
        library: { prepared.amounts(at: now, starts: start.span, into: out.mutableSpan) },
        scalar: { ScalarLoops.amounts(of: animation, at: now, starts: start, into: out) },
        peer: { _ in nil })
    }
  }

  /// A case where every element has a timing of its own.
  private static var own: KernelCase {
    KernelCase(name: "progress/own/f32", bytesPerElement: Float.bytes(5), tolerance: 1e-4) { work in
      let out = work.output(Float.self)
      let start = starts(work)
      let rate = work.input { index in [0.5, 1, 2, 4][index % 4] as Float }
      let passes = work.input { index in [.infinity, -.infinity, 500, -500][index / 4 % 4] as Float }
      let pace = work.input { index in [1, 1.25][index / 16 % 2] as Float }
      return Contestants(
        library: {
          Batch.progress(
            at: now, starts: start.span, rates: rate.span, passes: passes.span, progressPerPass: pace.span,
            into: out.mutableSpan)
        },
        scalar: {
          ScalarLoops.progress(at: now, starts: start, rate: rate, passes: passes, pace: pace, into: out)
        },
        peer: { _ in nil })
    }
  }

  /// In steps, and none at a boundary: there variants may take either side.
  private static func starts(_ work: Workload) -> Floats {
    work.input { index in Float(index % 1000) / 10 + 0.0123 }
  }

  private static func plain(_ animation: Animation) -> PreparedAnimation {
    do { return try animation.prepared() } catch { preconditionFailure("\(error)") }
  }
}
