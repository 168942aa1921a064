import VectorKernels

/// The columns from which springs of a case start, and to which they move.
struct MotionColumns<T: Real> {
  let target, displacement, quadrature, start: UnsafeMutableBufferPointer<T>
}

extension MotionColumns where T: Element {
  init(_ work: Workload) {
    target = work.input(in: -1...1)
    displacement = work.input(in: -1...1)
    quadrature = work.input(in: -1...1)
    start = work.input(in: 0...0.5)
  }

  func widened(by widen: Widening) -> MotionColumns<T.Wide> {
    MotionColumns<T.Wide>(
      target: widen(target), displacement: widen(displacement), quadrature: widen(quadrature), start: widen(start))
  }
}

/// A spring of its own for each element: three in four bounce, one in four is overdamped, in no order.
struct SpringColumns<T: Real> {
  let decay, frequency: UnsafeMutableBufferPointer<T>
}

extension SpringColumns where T: Element {
  init(_ work: Workload) {
    let springs = (0..<256).map { index in
      let step = Double(index) / 256
      return Spring(response: 0.3 + step, dampingRatio: index.isMultiple(of: 4) ? 1.2 + step : 0.1 + 0.8 * step)
    }
    let choice = (0..<work.count).map { _ in Int(work.uniform(in: 0...255.99 as ClosedRange<Double>)) }
    decay = work.input { T(springs[choice[$0]].decay) }
    frequency = work.input { T(springs[choice[$0]].frequency) }
  }

  func widened(by widen: Widening) -> SpringColumns<T.Wide> {
    SpringColumns<T.Wide>(decay: widen(decay), frequency: widen(frequency))
  }
}
