internal import CVectorKernels

/// The terms of a segment's value: for each component the sum of four coefficients, each times a function of time that
/// all components share.
struct KeyframeBasis {
  /// Writes the functions at `n` times in seconds since the start of the timeline.
  typealias Evaluation = (
    _ times: UnsafePointer<Double>, _ out: UnsafeMutablePointer<SIMD4<Double>>, _ n: Int
  ) -> Void

  /// The factors of the functions, for each component. The first function is 1.
  let coefficients: [SIMD4<Double>]
  let evaluate: Evaluation

  private static func oneByOne(_ function: @escaping (_ time: Double) -> SIMD4<Double>) -> Evaluation {
    { times, out, n in for index in 0..<n { out[index] = function(times[index]) } }
  }

  /// Creates the basis of a segment.
  ///
  /// - Parameters:
  ///   - segment: The segment.
  ///   - part: The straight part of its timing curve to use, or nil for the whole curve.
  ///   - base: The value to which values are relative.
  init<Data: ComponentVector>(
    of segment: KeyframeSegment<Data>, along part: UnitCurve.LinearPart? = nil, relativeTo base: Data
  ) {
    let (start, duration) = (segment.start, segment.duration)
    func progress(_ time: Double) -> Double { min(max((time - start) / duration, 0), 1) }
    func eased(_ curve: UnitCurve, _ functions: @escaping (_ amount: Double) -> SIMD4<Double>) -> Evaluation {
      if let part { return Self.oneByOne { functions(part.value(at: ($0 - start) / duration)) } }
      return { times, out, n in
        var parameter = 0.5
        for index in 0..<n { out[index] = functions(curve.value(at: progress(times[index]), near: &parameter)) }
      }
    }
    func columns(_ second: Data, _ third: Data, _ fourth: Data, scale: Double) -> [SIMD4<Double>] {
      (0..<Data.componentCount).map { c in
        let from = Double(segment.from[component: c])
        return SIMD4(
          from - Double(base[component: c]), Double(second[component: c]) - from, Double(third[component: c]) * scale,
          Double(fourth[component: c]) * scale)
      }
    }
    func hermite(_ x: Double) -> SIMD4<Double> {
      SIMD4(1, x * x * (3 - 2 * x), x * (1 - x) * (1 - x), x * x * (x - 1))
    }
    switch segment.path {
    case .jump, .hold:
      coefficients = columns(segment.from, .zero, .zero, scale: 0)
      evaluate = Self.oneByOne { _ in SIMD4(1, 0, 0, 0) }
    case .line(let curve):
      coefficients = columns(segment.to, .zero, .zero, scale: 0)
      evaluate = eased(curve) { SIMD4(1, $0, 0, 0) }
    case .cubic(let startVelocity, let endVelocity, let curve):
      coefficients = columns(segment.to, startVelocity, endVelocity, scale: duration)
      evaluate = eased(curve, hermite)
    case .spring(let spring, let target, let startVelocity):
      coefficients = columns(target, startVelocity, .zero, scale: 1)
      evaluate = { times, out, n in spring.evaluateResponses(at: times, after: start, into: out, n) }
    case .paced(let curve):
      coefficients = columns(segment.to, curve.cubic.startDerivative, curve.cubic.endDerivative, scale: 1)
      evaluate = Self.oneByOne { hermite(curve.parameter(at: progress($0))) }
    }
  }

  #if !hasFeature(Embedded)
  /// Creates the basis of a timeline's value of at most four components, relative to a base, from just after one time
  /// to another.
  init<Value: ComponentAnimatable>(
    of timeline: KeyframeTimeline<Value>, relativeTo base: Value.AnimatableComponents, after start: Double,
    until end: Double
  ) {
    let coefficients = (0..<Value.AnimatableComponents.componentCount).map { component in
      var unit = SIMD4<Double>.zero
      unit[component] = 1
      return unit
    }
    self.coefficients = coefficients
    evaluate = Self.oneByOne { time in
      // At an instant, the timeline still has the value before it.
      let value = timeline.value(time: min(max(time, start.nextUp), end)).animatableComponents - base
      var components = SIMD4<Double>.zero
      for component in coefficients.indices { components[component] = Double(value[component: component]) }
      return components
    }
  }
  #endif

  /// Creates the basis of the amount of an animation with a given start, from just after one of its own times to just
  /// before another.
  init(of animation: PreparedAnimation, startingAt start: Double, between from: Double, _ to: Double) {
    let sliver = 1e-9 * (to - from)
    coefficients = [SIMD4(0, 1, 0, 0)]
    evaluate = { times, out, n in
      func pass(_ index: Int) -> (progress: Double, isReversed: Bool) {
        animation.pass(at: max(from + sliver, min(times[index] - start, to - sliver)))
      }
      switch animation.shape {
      case .curve(let curve):
        var parameter = 0.5
        for index in 0..<n { out[index][1] = curve.value(at: pass(index).progress, near: &parameter) }
      case .spring(let spring, let velocity):
        withUnsafeTemporaryAllocation(of: Double.self, capacity: n) { seconds in
          for index in 0..<n {
            seconds.initializeElement(at: index, to: pass(index).progress * animation.secondsPerProgress)
          }
          spring.evaluateResponses(at: seconds.baseAddress!, after: 0, into: out, n)
        }
        for index in 0..<n { out[index][1] += velocity * out[index][2] }
      }
      for index in 0..<n {
        let amount = out[index][1]
        out[index] = SIMD4(1, pass(index).isReversed ? 1 - amount : amount, 0, 0)
      }
    }
  }

  /// Calls `body` with the functions at `n` times.
  func withValues(
    at n: Int, _ time: (_ index: Int) -> Double, _ body: (UnsafeMutablePointer<SIMD4<Double>>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: n) { times in
      withUnsafeTemporaryAllocation(of: SIMD4<Double>.self, capacity: n) { values in
        for index in 0..<n { times.initializeElement(at: index, to: time(index)) }
        values.initialize(repeating: .zero)
        evaluate(times.baseAddress!, values.baseAddress!, n)
        body(values.baseAddress!)
      }
    }
  }
}

extension UnitCurve {
  /// Returns the output at an input as ``value(at:)`` does. For a Bezier curve it takes fewer steps if the parameter is
  /// near that of the call before, which `parameter` keeps.
  fileprivate func value(at progress: Double, near parameter: inout Double) -> Double {
    guard case .bezier(let curve) = shape else { return value(at: progress) }
    return curve.value(at: progress, near: &parameter)
  }
}

extension Spring {
  /// Writes 1, the way from 0 to a target of 1, and the way from 0 back to 0 with an initial velocity of 1, at `n`
  /// times in seconds. The spring starts after `start` seconds.
  fileprivate func evaluateResponses(
    at times: UnsafePointer<Double>, after start: Double, into out: UnsafeMutablePointer<SIMD4<Double>>, _ n: Int
  ) {
    let (decay, frequency) = (decay, frequency)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 5 * n) { memory in
      let starts = memory.baseAddress!
      let (target, displacement, sineAmplitude, result) = (starts + n, starts + 2 * n, starts + 3 * n, starts + 4 * n)
      for index in 0..<n { starts[index] = -max(times[index] - start, 0) }
      func write(_ place: Int, target value: Double, from first: Double, velocity: Double) {
        target.update(repeating: value, count: n)
        displacement.update(repeating: first - value, count: n)
        sineAmplitude.update(
          repeating: self.sineAmplitude(displacement: first - value, velocity: velocity), count: n)
        vk_spring_shared_f64(target, displacement, sineAmplitude, starts, decay, frequency, 0, result, n)
        for index in 0..<n { out[index][place] = result[index] }
      }
      out.update(repeating: SIMD4(1, 0, 0, 0), count: n)
      write(1, target: 1, from: 0, velocity: 0)
      write(2, target: 0, from: 0, velocity: 1)
    }
  }
}
