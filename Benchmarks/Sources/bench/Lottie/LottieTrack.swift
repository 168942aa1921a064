import VectorKernels

/// A property as the library plays it: prepared keyframes, up to 16 components together.
///
/// A second of the library is a frame of the file. A path through space becomes Hermite cubics, each as long as an
/// error of 1e-6 of the property's range allows; everything else is passed to the library unchanged.
struct LottieTrack {
  /// The largest distance of a cubic from the way through space, as a fraction of the property's range.
  private static let tolerance = 1e-6
  /// More than the library compiles: here halving ends where values so large that tenths are lost in them never meet.
  fileprivate static let mostSteps = 5000

  let property: LottieProperty
  let parts: [(first: Int, keyframes: PreparedKeyframes)]

  var componentCount: Int { property.componentCount }
  var pieceCount: Int { parts.reduce(0) { $0 + $1.keyframes.pieceCount } }

  /// A track whose times are counted from a frame, which is not after the first keyframe.
  init(_ property: LottieProperty, origin: Double) throws(KeyframePreparationError) {
    self.property = property
    let hasOwnEasings = property.segments.contains { segment in
      if case .line(let easings) = segment.motion { easings.count > 1 } else { false }
    }
    let script = LottieScript(property, origin: origin, tolerance: Self.tolerance)
    var parts: [(first: Int, keyframes: PreparedKeyframes)] = []
    var first = 0
    while first < property.componentCount {
      let left = hasOwnEasings ? 1 : property.componentCount - first
      let keyframes =
        switch left {
        case 16...: try script.prepared(SIMD16<Float>.self, from: first)
        case 8...: try script.prepared(SIMD8<Float>.self, from: first)
        case 4...: try script.prepared(SIMD4<Float>.self, from: first)
        case 3: try script.prepared(SIMD3<Float>.self, from: first)
        case 2: try script.prepared(SIMD2<Float>.self, from: first)
        default: try script.prepared(Float.self, from: first)
        }
      parts.append((first, keyframes))
      first += keyframes.componentCount
    }
    self.parts = parts
  }

  /// The values at times of their own since the origin, component by component.
  func values(at times: Span<Float>, into out: UnsafeMutableBufferPointer<Float>) {
    let count = times.count
    for part in parts {
      let columns = part.first * count..<(part.first + part.keyframes.componentCount) * count
      part.keyframes.values(at: times, into: UnsafeMutableBufferPointer(rebasing: out[columns]).mutableSpan)
    }
  }
}

/// The segments of a property, in the form that the library takes.
private struct LottieScript {
  private enum Step {
    case jump(LottieValue)
    /// With one easing for all components or one for each.
    case line(LottieValue, duration: Double, [LottieEasing])
    case cubic([Double], duration: Double, startVelocity: [Double], endVelocity: [Double])
  }

  private let before: LottieValue
  private var steps: [Step] = []
  private let origin: Double
  private let tolerance: Double

  init(_ property: LottieProperty, origin: Double, tolerance: Double) {
    self.origin = origin
    self.tolerance = tolerance * Self.extent(of: property)
    before = property.before

    var value = property.before
    appendLine(to: value, from: origin, until: property.start, then: property.segments.first?.from ?? property.after)
    for (index, segment) in property.segments.enumerated() {
      jump(from: value, to: segment.from, at: segment.start)
      let isLast = index + 1 == property.segments.count
      append(segment, then: isLast ? property.after : property.segments[index + 1].from)
      if case .hold = segment.motion { value = segment.from } else { value = segment.to }
    }
    jump(from: value, to: property.after, at: property.end)
  }

  private static func extent(of property: LottieProperty) -> Double {
    property.segments.reduce(0) { extent, segment in
      guard case .curve(let path, _) = segment.motion else { return extent }
      return max(extent, path.length)
    }
  }

  // MARK: Steps

  /// Returns the time between a jump and its instant: in a file, the instant itself belongs to the value after the
  /// jump,
  /// and in the library, to the value before it.
  private func lead(before frame: Double) -> Double { max(8 * Double(Float(frame - origin).ulp), 1e-6) }

  /// A way to a value which has to be left before the end where another one follows.
  private mutating func appendLine(
    to value: LottieValue, from start: Double, until end: Double, _ easings: [LottieEasing] = [.linear],
    then next: LottieValue
  ) {
    let cut = value == next ? 0 : lead(before: end)
    if end - start > cut { steps.append(.line(value, duration: end - start - cut, easings)) }
  }

  /// The jump, and the time that is left until it is due.
  private mutating func jump(from value: LottieValue, to next: LottieValue, at frame: Double) {
    if value == next { return }
    steps.append(.jump(next))
    if frame - origin > lead(before: frame) {
      steps.append(.line(next, duration: lead(before: frame), [.linear]))
    }
  }

  private mutating func append(_ segment: LottieSegment, then next: LottieValue) {
    switch segment.motion {
    case .hold: appendLine(to: segment.from, from: segment.start, until: segment.end, then: next)
    case .line(let easings):
      // A value that stands still needs no easing, which would take more pieces.
      let isStill = segment.from.components == segment.to.components
      appendLine(
        to: segment.to, from: segment.start, until: segment.end, isStill ? [.linear] : easings, then: next)
    case .curve(let path, let easing):
      let cut = segment.to == next ? 0 : lead(before: segment.end)
      let motion = CurveMotion(path: path, curve: easing.unitCurve, duration: segment.duration)
      appendCubics(
        motion, from: 0, to: 1 - cut / segment.duration, shortest: 8 * Double(Float(segment.end - origin).ulp))
    }
  }

  /// Halves the time until a cubic is near enough.
  private mutating func appendCubics(_ motion: CurveMotion, from low: Double, to high: Double, shortest: Double) {
    let duration = (high - low) * motion.duration
    if motion.deviation(from: low, to: high) <= tolerance {
      steps.append(
        .cubic(
          motion.place(at: high), duration: duration, startVelocity: motion.velocity(at: low),
          endVelocity: motion.velocity(at: high)))
    } else if duration > shortest, steps.count < LottieTrack.mostSteps {
      let middle = (low + high) / 2
      appendCubics(motion, from: low, to: middle, shortest: shortest)
      appendCubics(motion, from: middle, to: high, shortest: shortest)
    } else {
      steps.append(.line(LottieValue(components: motion.place(at: high)), duration: duration, [.linear]))
    }
  }

  // MARK: In the library's words

  /// Prepares the components of one value, from one of them on.
  func prepared<Value: ComponentVector & Animatable>(
    _: Value.Type, from first: Int
  ) throws(KeyframePreparationError) -> PreparedKeyframes
  where Value.Component == Float, Value.AnimatableData == Value {
    func value(_ components: [Double]) -> Value {
      var value = Value.zero
      for c in 0..<Value.componentCount { value[component: c] = Float(components[first + c]) }
      return value
    }
    let timeline = KeyframeTimeline(initialValue: value(before.components)) {
      for step in steps {
        switch step {
        case .jump(let to): MoveKeyframe(value(to.components))
        case .line(let to, let duration, let easings):
          LinearKeyframe(
            value(to.components), duration: duration,
            timingCurve: easings[easings.count == 1 ? 0 : first].unitCurve)
        case .cubic(let to, let duration, let startVelocity, let endVelocity):
          CubicKeyframe(
            value(to), duration: duration, startVelocity: value(startVelocity), endVelocity: value(endVelocity))
        }
      }
    }
    return try timeline.prepared()
  }
}

/// A way through space as a function of time, which runs from 0 to 1.
private struct CurveMotion {
  let path: MotionPath
  let curve: UnitCurve
  /// In frames.
  let duration: Double

  func place(at time: Double) -> [Double] { path.place(at: curve.value(at: time)) }

  /// Per frame; 0 where the easing is vertical.
  func velocity(at time: Double) -> [Double] {
    let speed = curve.velocity(at: time) / duration
    return path.slope(at: curve.value(at: time)).map { speed.isFinite ? $0 * speed : 0 }
  }

  /// The largest distance, in any component, of Hermite's cubic between two times from the way.
  func deviation(from low: Double, to high: Double) -> Double {
    let (start, end) = (place(at: low), place(at: high))
    let length = (high - low) * duration
    let (startSlope, endSlope) = (velocity(at: low).map { $0 * length }, velocity(at: high).map { $0 * length })
    var largest = 0.0
    for place in 1...7 {
      let x = Double(place) / 8
      let y = 1 - x
      let truth = self.place(at: low + x * (high - low))
      for c in truth.indices {
        let middle = start[c] + (end[c] - start[c]) * x * x * (3 - 2 * x)
        let cubic = middle + startSlope[c] * x * y * y - endSlope[c] * x * x * y
        largest = max(largest, abs(cubic - truth[c]))
      }
    }
    return largest
  }
}

extension LottieEasing {
  var unitCurve: UnitCurve {
    isLinear
      ? .linear
      : .bezier(startControlPoint: UnitPoint(x: x1, y: y1), endControlPoint: UnitPoint(x: x2, y: y2))
  }
}
