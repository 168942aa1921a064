/// A polynomial for each component of a track, from the end of the previous piece to its own end.
struct KeyframePiece {
  /// The end in seconds, as the kernels compare it.
  let end: Float
  /// The coefficients for each component, from the lowest degree, in seconds since `end`.
  let coefficients: [[Double]]
}

/// The terms of a segment's value: for each component the sum of four coefficients, each times a function of time that
/// all components share.
struct KeyframeBasis {
  /// The factors of the functions, for each component. The first function is 1.
  let coefficients: [SIMD4<Double>]
  /// Returns the functions at a time in seconds since the start of the timeline.
  let functions: (Double) -> SIMD4<Double>

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
    func eased(_ curve: UnitCurve, _ time: Double) -> Double {
      part.map { $0.value(at: (time - start) / duration) } ?? curve.value(at: progress(time))
    }
    func progress(_ time: Double) -> Double { min(max((time - start) / duration, 0), 1) }
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
      functions = { _ in SIMD4(1, 0, 0, 0) }
    case .line(let curve):
      coefficients = columns(segment.to, .zero, .zero, scale: 0)
      functions = { SIMD4(1, eased(curve, $0), 0, 0) }
    case .cubic(let startVelocity, let endVelocity, let curve):
      coefficients = columns(segment.to, startVelocity, endVelocity, scale: duration)
      functions = { hermite(eased(curve, $0)) }
    case .spring(let spring, let target, let startVelocity):
      coefficients = columns(target, startVelocity, .zero, scale: 1)
      functions = { time in
        let elapsed = max(time - start, 0)
        return SIMD4(
          1, spring.value(target: 1.0, time: elapsed),
          spring.value(target: 0.0, initialVelocity: 1, time: elapsed), 0)
      }
    case .paced(let curve):
      coefficients = columns(segment.to, curve.cubic.startDerivative, curve.cubic.endDerivative, scale: 1)
      functions = { hermite(curve.parameter(at: progress($0))) }
    }
  }

  #if !hasFeature(Embedded)
  /// Creates the basis of a timeline's value of at most four components, relative to a base, from just after one time
  /// to another.
  init<Value: ComponentAnimatable>(
    of timeline: KeyframeTimeline<Value>, relativeTo base: Value.AnimatableComponents, after start: Double,
    until end: Double
  ) {
    coefficients = (0..<Value.AnimatableComponents.componentCount).map { component in
      var unit = SIMD4<Double>.zero
      unit[component] = 1
      return unit
    }
    functions = { [coefficients] time in
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
    functions = { SIMD4(1, animation.amount(at: max(from + sliver, min($0 - start, to - sliver))), 0, 0) }
  }

  /// Returns the values of all components.
  func values(at time: Double) -> [Double] {
    let functions = functions(time)
    return coefficients.map { ($0 * functions).sum() }
  }
}

/// The pieces into which the segments of a track are cut.
struct KeyframePieces {
  /// The largest error of a polynomial, as a fraction of its component's range.
  static let bound = 3e-7
  /// The most pieces that a track may have.
  static let limit = 4096

  private(set) var pieces: [KeyframePiece] = []
  /// The largest measured error, as a fraction of its component's range.
  private(set) var error = 0.0
  private var ranges: [Double]

  /// Cuts a track into pieces.
  ///
  /// - Parameters:
  ///   - track: The track.
  ///   - base: The value to which the pieces are relative.
  /// - Throws: ``KeyframePreparationError`` if a segment needs more pieces than the limit, or isn't finite.
  init<Data: ComponentVector>(
    of track: KeyframeSegments<Data>, relativeTo base: Data
  ) throws(KeyframePreparationError) {
    let bases = track.segments.map { KeyframeBasis(of: $0, relativeTo: base) }
    for (index, basis) in bases.enumerated() {
      if let bad = basis.coefficients.lazy.flatMap({ [$0[0], $0[1], $0[2], $0[3]] })
        .first(where: { !Float($0).isFinite })
      {
        throw .notFinite(keyframe: index, bad)
      }
    }
    ranges = Self.ranges(of: track, bases, initial: track.initial - base)
    appendConstant(track.initial - base, until: -.leastNormalMagnitude)
    if let bad = notFinite(from: 0) { throw .notFinite(keyframe: 0, bad) }
    // The instant of a jump at the end of the track belongs to the value after it.
    let jump = track.endsWithJump ? track.duration : .infinity
    for (index, segment) in track.segments.enumerated() where Float(segment.end) > Float(segment.start) {
      let first = pieces.count
      let end = segment.end == jump ? Float(segment.end).nextDown : Float(segment.end)
      switch segment.path {
      case .jump: break
      // The instant of its end belongs to the next segment.
      case .hold: appendConstant(segment.from - base, until: Float(segment.end).nextDown)
      // If rounding moved the ends of so short a polynomial, its values would be far outside their range.
      case _ where segment.duration < 2 * Double(Float(segment.end).ulp):
        appendConstant(segment.to - base, until: end)
      case .line(.linear): appendCubic(bases[index], 0, of: segment, until: end)
      case .cubic(_, _, .linear): appendCubic(bases[index], 1, of: segment, until: end)
      case .spring(let spring, _, _):
        // No longer than a period, so that a piece isn't measured at one phase only.
        appendFitted(
          bases[index], from: Float(segment.start), to: end, longest: Float(spring.response))
      case .line(let curve), .cubic(_, _, let curve):
        if let parts = curve.linearParts(atMost: Self.limit) {
          append(parts, of: segment, until: end, relativeTo: base)
        } else {
          appendHalves(bases[index], of: segment, until: end)
        }
      case .paced: appendHalves(bases[index], of: segment, until: end)
      }
      // Between a step and a jump at one instant is the value that the step reaches: at that instant only.
      if pieces[pieces.count - 1].end < Float(segment.end), segment.end != jump, index + 1 < track.segments.count,
        case .jump = track.segments[index + 1].path
      {
        appendConstant(segment.to - base, until: Float(segment.end))
      }
      if pieces.count >= Self.limit { throw .tooManyPieces(keyframe: index, duration: segment.duration) }
      if let bad = notFinite(from: first) { throw .notFinite(keyframe: index, bad) }
    }
    appendConstant(track.last - base, until: .greatestFiniteMagnitude)
    if let bad = notFinite(from: pieces.count - 1) { throw .notFinite(keyframe: max(0, bases.count - 1), bad) }
  }

  #if !hasFeature(Embedded)
  /// Cuts a timeline into pieces of the whole value, which has at most four components and whose tracks animate parts
  /// of it.
  ///
  /// - Parameters:
  ///   - timeline: The timeline.
  ///   - base: The value to which the pieces are relative.
  /// - Throws: ``KeyframePreparationError`` if it needs more pieces than the limit, or isn't finite.
  init<Value: ComponentAnimatable>(
    of timeline: KeyframeTimeline<Value>, relativeTo base: Value.AnimatableComponents
  ) throws(KeyframePreparationError) {
    func value(_ time: Double) -> Value.AnimatableComponents { timeline.value(time: time).animatableComponents - base }
    let instants = Set(timeline.tracks.flatMap { $0.instants }).filter { $0 > 0 }.sorted()
    let bases = [0] + instants.dropLast()
    var (lowest, highest): ([Double], [Double]) = ([], [])
    let period = timeline.tracks.map { $0.shortestPeriod }.min() ?? .infinity
    var places: [Double] = []
    for (start, end) in zip(bases, instants) {
      for length in [end - start, min(end - start, period)] {
        for place in 0...16 { places.append(start + Double(place) / 16 * length) }
      }
    }
    for time in [-1] + places {
      let value = value(time)
      let components = (0..<Value.AnimatableComponents.componentCount).map { Double(value[component: $0]) }
      if let bad = components.first(where: { !Float($0).isFinite }) { throw .notFinite(keyframe: 0, bad) }
      lowest = lowest.isEmpty ? components : zip(lowest, components).map(min)
      highest = highest.isEmpty ? components : zip(highest, components).map(max)
    }
    ranges = zip(lowest, highest).map { $1 - $0 }
    appendConstant(value(-1), until: -.leastNormalMagnitude)
    let jumps = Set(timeline.tracks.compactMap { $0.jumpAtEnd })
    for (start, end) in zip(bases, instants) where Float(end) > Float(start) {
      let jumps = jumps.contains(end)
      // No longer than a spring's period, so that a piece isn't measured at one phase only.
      appendFitted(
        KeyframeBasis(of: timeline, relativeTo: base, after: start, until: jumps ? end.nextDown : end),
        from: Float(start), to: jumps ? Float(end).nextDown : Float(end),
        longest: Float(min((end - start) / 2, period)))
      if pieces.count >= Self.limit { throw .tooManyPieces(keyframe: 0, duration: end - start) }
    }
    appendConstant(value(.infinity), until: .greatestFiniteMagnitude)
    if let bad = notFinite(from: 0) { throw .notFinite(keyframe: 0, bad) }
  }
  #endif

  /// Cuts the amounts of consecutive animations into pieces. Each animation must take time and have an end.
  ///
  /// - Parameters:
  ///   - animations: The animations, each with the time of its end.
  ///   - didAppend: A closure that is called after each animation with the number of pieces so far.
  /// - Throws: ``KeyframePreparationError`` if an animation needs more pieces than the limit, or isn't finite.
  init(
    amountsOf animations: [(animation: PreparedAnimation, end: Double)], didAppend: (_ pieces: Int) -> Void
  ) throws(KeyframePreparationError) {
    ranges = [1]
    pieces = [KeyframePiece(end: -.leastNormalMagnitude, coefficients: [[0]])]
    var start = 0.0
    for (index, step) in animations.enumerated() {
      // The instant at which an animation ends or jumps belongs to the motion after it.
      let instants = [0] + step.animation.corners(atMost: Self.limit) + [step.end - start]
      for (from, to) in zip(instants, instants.dropFirst()) where pieces.count < Self.limit {
        let (first, last) = (Float(start + from), Float(start + to).nextDown)
        if first >= last { continue }
        let longest = min(step.animation.longestSmoothStretch, to - from)
        appendFitted(
          KeyframeBasis(of: step.animation, startingAt: start, between: from, to), from: first, to: last,
          longest: Float(longest))
      }
      if pieces.count >= Self.limit { throw .tooManyPieces(keyframe: index, duration: step.end - start) }
      didAppend(pieces.count)
      start = step.end
    }
    pieces.append(KeyframePiece(end: .greatestFiniteMagnitude, coefficients: [[1]]))
    if let bad = notFinite(from: 0) { throw .notFinite(keyframe: 0, bad) }
  }

  /// Returns the first coefficient, from a piece on, that isn't finite in `Float`, otherwise the error if it isn't
  /// finite.
  private func notFinite(from first: Int) -> Double? {
    pieces[first...].lazy.flatMap { $0.coefficients }.joined().first { !Float($0).isFinite }
      ?? (error.isFinite ? nil : error)
  }

  /// Returns the range of each component, from sixteen points in each segment and, for a spring, in its first period.
  private static func ranges<Data: ComponentVector>(
    of track: KeyframeSegments<Data>, _ bases: [KeyframeBasis], initial: Data
  ) -> [Double] {
    var lowest = (0..<Data.componentCount).map { Double(initial[component: $0]) }
    var highest = lowest
    for (segment, basis) in zip(track.segments, bases) {
      var lengths = [segment.duration]
      if case .spring(let spring, _, _) = segment.path { lengths.append(min(segment.duration, spring.response)) }
      for place in lengths.flatMap({ length in (0...16).map { Double($0) / 16 * length } }) {
        let values = basis.values(at: segment.start + place)
        for c in values.indices {
          lowest[c] = min(lowest[c], values[c])
          highest[c] = max(highest[c], values[c])
        }
      }
    }
    return zip(lowest, highest).map { $1 - $0 }
  }

  private mutating func appendConstant<Data: ComponentVector>(_ value: Data, until end: Float) {
    pieces.append(
      KeyframePiece(end: end, coefficients: (0..<Data.componentCount).map { [Double(value[component: $0])] }))
  }

  /// Appends a polynomial, or its value at the end if the piece is so short that coefficients don't fit `Float`.
  private mutating func append(_ piece: KeyframePiece) {
    let fits = piece.coefficients.joined().allSatisfy { Float($0).isFinite }
    pieces.append(
      fits ? piece : KeyframePiece(end: piece.end, coefficients: piece.coefficients.map { [$0[0]] }))
  }

  /// Appends a line or Hermite's cubic unchanged, except that its end moves to the rounded one.
  private mutating func appendCubic<Data>(
    _ basis: KeyframeBasis, _ curvature: Double, of segment: KeyframeSegment<Data>, until end: Float
  ) {
    let scale = 1 / segment.duration
    let shift = (Double(end) - segment.end) * scale
    append(
      KeyframePiece(
        end: end,
        coefficients: basis.coefficients.map { b in
          // The coefficients are in s, from -1 to 0.
          let c1 = curvature == 0 ? b[1] : b[3]
          let c2 = curvature * (b[2] + 2 * b[3] - 3 * b[1])
          let c3 = curvature * (b[2] + b[3] - 2 * b[1])
          return [
            b[0] + b[1] + shift * (c1 + shift * (c2 + shift * c3)),
            scale * (c1 + shift * (2 * c2 + shift * 3 * c3)),
            scale * scale * (c2 + shift * 3 * c3),
            scale * scale * scale * c3,
          ]
        }))
  }

  /// Appends a segment whose timing curve consists of straight parts.
  private mutating func append<Data: ComponentVector>(
    _ parts: [UnitCurve.LinearPart], of segment: KeyframeSegment<Data>, until last: Float, relativeTo base: Data
  ) {
    var start = Float(segment.start)
    for (index, part) in parts.enumerated() where pieces.count < Self.limit {
      // Where the curve jumps, the instant of the jump belongs to the next part.
      let isJoined = index + 1 < parts.count && parts[index + 1].start == part.end
      let meeting = Float(segment.start + part.to * segment.duration)
      let arrives = index + 1 == parts.count && part.end == 1
      let end = min(isJoined || arrives ? meeting : meeting.nextDown, last)
      if end <= start { continue }
      appendFitted(
        KeyframeBasis(of: segment, along: part, relativeTo: base), from: start, to: end, longest: end - start)
      start = end
    }
  }

  private mutating func appendHalves<Data>(
    _ basis: KeyframeBasis, of segment: KeyframeSegment<Data>, until end: Float
  ) {
    appendFitted(basis, from: Float(segment.start), to: end, longest: Float(segment.duration / 2))
  }

  /// Appends quintics, each as long as the error bound allows.
  private mutating func appendFitted(_ basis: KeyframeBasis, from first: Float, to last: Float, longest: Float) {
    // Each has at least a few steps of Float, however large the error is at a vertical curve.
    let shortest = 8 * last.ulp
    var start = first
    while start < last && pieces.count < Self.limit {
      func fit(over length: Float) -> Fit {
        // If the rest would be too short for a piece, include it.
        let end = start + max(length, shortest)
        return Fit(basis, from: start, to: last - end < shortest ? last : end, ranges)
      }
      var length = min(last - start, max(longest, shortest))
      var best = fit(over: length)
      if best.error > Self.bound {
        while best.error > Self.bound && length > shortest {
          length /= 2
          best = fit(over: length)
        }
        var step = length / 2
        for _ in 0..<4 {
          let longer = fit(over: length + step)
          if longer.error <= Self.bound {
            best = longer
            length += step
          }
          step /= 2
        }
      }
      error = max(error, best.error)
      append(best.piece)
      start = best.piece.end
    }
  }
}

/// A quintic that meets a segment at six nodes.
private struct Fit {
  let piece: KeyframePiece
  /// The largest measured error, as a fraction of its component's range, with an allowance for `Float`.
  let error: Double

  /// The nodes at which the quintic meets the segment, as fractions of its length: Chebyshev-Lobatto points, which
  /// spread the error between them evenly.
  private static let fractions = [
    0, 0.09549150281252627, 0.3454915028125263, 0.6545084971874737, 0.9045084971874737, 1,
  ]

  init(_ basis: KeyframeBasis, from start: Float, to end: Float, _ ranges: [Double]) {
    let (knot, length) = (Double(end), Double(end) - Double(start))
    // The variable is u = -1...0.
    let nodes = Self.fractions.map { $0 - 1 }
    var values = nodes.map { basis.functions(knot + $0 * length) }
    var polynomials = [SIMD4<Double>](repeating: .zero, count: nodes.count)
    fitPolynomial(through: &values, at: nodes, count: nodes.count, into: &polynomials)

    var largest = ranges.map { _ in 0.0 }
    for i in 0..<24 {
      let u = (Double(i) + 0.5) / 24 - 1
      let off = polynomials.reversed().reduce(SIMD4<Double>.zero) { $0 * u + $1 } - basis.functions(knot + u * length)
      for c in largest.indices {
        largest[c] = max(largest[c], abs((basis.coefficients[c] * off).sum()))
      }
    }
    var error = 0.0
    var coefficients: [[Double]] = []
    for c in ranges.indices {
      var scale = 1.0
      var spread = 0.0
      coefficients.append(
        polynomials.enumerated().map { k, polynomial in
          let coefficient = (basis.coefficients[c] * polynomial).sum()
          spread += k == 0 ? 0 : abs(coefficient)
          defer { scale /= length }
          return coefficient * scale
        })
      // The allowance is half an ulp of a sum as large as the terms.
      let relative = (largest[c] + 0x1p-26 * spread) / ranges[c]
      if ranges[c] > 0 { error = relative.isNaN ? .infinity : max(error, relative) }
    }
    piece = KeyframePiece(end: end, coefficients: coefficients)
    self.error = error
  }
}

/// The reason why keyframes can't be prepared.
public enum KeyframePreparationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A keyframe, counted from 0 in its track, holds a value, a change or a velocity that isn't finite in `Float`, or
  /// reaches one on its way.
  case notFinite(keyframe: Int, Double)
  /// A keyframe, counted from 0 in its track, moves so much for its duration that it takes more than the 4096 pieces of
  /// a track. An example is a spring that hardly comes to rest.
  case tooManyPieces(keyframe: Int, duration: Double)

  public var description: String {
    switch self {
    case .notFinite(let keyframe, let number): "keyframe \(keyframe) holds \(number), which isn't finite in Float"
    case .tooManyPieces(let keyframe, let duration):
      "keyframe \(keyframe), which lasts \(duration) s, takes more than \(KeyframePieces.limit) pieces"
    }
  }
}
