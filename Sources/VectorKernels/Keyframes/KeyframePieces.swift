/// The pieces into which the segments of a track are cut, for kernels that evaluate them in `Element`.
struct KeyframePieces<Element: BatchElement> {
  /// The largest error of a polynomial, as a fraction of its component's range.
  static var bound: Double { Element._format == .float32 ? 3e-7 : 1e-10 }
  /// The most pieces that a track may have.
  static var limit: Int { Element._format == .float32 ? 4096 : 16384 }

  /// The ends of the pieces in seconds, as the kernels compare them.
  private(set) var ends: [Element] = []
  /// For each piece, the polynomial of each component.
  private var polynomials: [SIMD8<Double>] = []
  /// The highest degree of a polynomial.
  private(set) var degree = 0
  private let componentCount: Int
  /// The largest measured error, as a fraction of its component's range.
  private(set) var error = 0.0
  private var ranges: [Double]

  var count: Int { ends.count }

  /// Returns the coefficients of a piece's component, from the lowest degree, in seconds since the piece's end. Six are
  /// used.
  func polynomial(of piece: Int, component: Int) -> SIMD8<Double> { polynomials[piece * componentCount + component] }

  /// Cuts a track into pieces.
  ///
  /// - Parameters:
  ///   - track: The track.
  ///   - base: The value to which the pieces are relative.
  /// - Throws: ``KeyframePreparationError`` if the track needs more pieces than the limit, or a segment isn't finite.
  init<Data: ComponentVector>(
    of track: KeyframeSegments<Data>, relativeTo base: Data
  ) throws(KeyframePreparationError) {
    let bases = track.segments.map { KeyframeBasis(of: $0, relativeTo: base) }
    for (index, basis) in bases.enumerated() {
      if let bad = basis.coefficients.lazy.flatMap({ [$0[0], $0[1], $0[2], $0[3]] })
        .first(where: { !Element($0).isFinite })
      {
        throw .notFinite(keyframe: index, bad)
      }
    }
    componentCount = Data.componentCount
    ranges = Self.ranges(of: track, bases, initial: track.initial - base)
    appendConstant(track.initial - base, until: -.leastNormalMagnitude)
    if let bad = notFinite(from: 0) { throw .notFinite(keyframe: 0, bad) }
    // The instant of a jump at the end of the track belongs to the value after it.
    let jump = track.endsWithJump ? track.duration : .infinity
    for (index, segment) in track.segments.enumerated() where Element(segment.end) > Element(segment.start) {
      let first = count
      var partCount = 0
      let end = segment.end == jump ? Element(segment.end).nextDown : Element(segment.end)
      switch segment.path {
      case .jump: break
      // The instant of its end belongs to the next segment.
      case .hold: appendConstant(segment.from - base, until: Element(segment.end).nextDown)
      // If rounding moved the ends of so short a polynomial, its values would be far outside their range.
      case _ where segment.duration < 2 * Double(Element(segment.end).ulp):
        appendConstant(segment.to - base, until: end)
      case .line(.linear): appendCubic(bases[index], 0, of: segment, until: end)
      case .cubic(_, _, .linear): appendCubic(bases[index], 1, of: segment, until: end)
      case .spring(let spring, _, _):
        // No longer than a period, so that a piece isn't measured at one phase only.
        appendFitted(
          bases[index], from: Element(segment.start), to: end, longest: Element(spring.response))
      case .line(let curve), .cubic(_, _, let curve):
        if let parts = curve.linearParts(atMost: Self.limit) {
          partCount = parts.count
          append(parts, of: segment, until: end, relativeTo: base)
        } else {
          // The instant at which such a curve ends elsewhere than at 1 belongs to what follows.
          let arrives = curve.value(at: 1) == 1
          appendHalves(bases[index], of: segment, until: arrives ? end : min(end, Element(segment.end).nextDown))
        }
      case .paced: appendHalves(bases[index], of: segment, until: end)
      }
      // Between a step and a jump at one instant is the value that the step reaches: at that instant only.
      if ends[count - 1] < Element(segment.end), segment.end != jump, index + 1 < track.segments.count,
        case .jump = track.segments[index + 1].path
      {
        appendConstant(segment.to - base, until: Element(segment.end))
      }
      // If there are more parts than the limit, the last ones are missing, even if others were too short for pieces.
      if count >= Self.limit || partCount > Self.limit {
        throw .tooManyPieces(keyframe: index, duration: segment.duration)
      }
      if let bad = notFinite(from: first) { throw .notFinite(keyframe: index, bad) }
    }
    appendConstant(track.last - base, until: .greatestFiniteMagnitude)
    if let bad = notFinite(from: count - 1) { throw .notFinite(keyframe: max(0, bases.count - 1), bad) }
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
    let instants = Array(Set(timeline.tracks.flatMap { $0.instants }).filter { $0 > 0 }).sorted()
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
      if let bad = components.first(where: { !Element($0).isFinite }) { throw .notFinite(keyframe: 0, bad) }
      lowest = lowest.isEmpty ? components : zip(lowest, components).map(min)
      highest = highest.isEmpty ? components : zip(highest, components).map(max)
    }
    componentCount = Value.AnimatableComponents.componentCount
    ranges = zip(lowest, highest).map { $1 - $0 }
    appendConstant(value(-1), until: -.leastNormalMagnitude)
    let jumps = Set(timeline.tracks.compactMap { $0.jumpAtEnd })
    for (start, end) in zip(bases, instants) where Element(end) > Element(start) {
      let jumps = jumps.contains(end)
      // No longer than a spring's period, so that a piece isn't measured at one phase only.
      appendFitted(
        KeyframeBasis(of: timeline, relativeTo: base, after: start, until: jumps ? end.nextDown : end),
        from: Element(start), to: jumps ? Element(end).nextDown : Element(end),
        longest: Element(min((end - start) / 2, period)))
      if count >= Self.limit { throw .tooManyPieces(keyframe: 0, duration: end - start) }
    }
    appendConstant(value(.infinity), until: .greatestFiniteMagnitude)
    if let bad = notFinite(from: 0) { throw .notFinite(keyframe: 0, bad) }
  }
  #endif

  /// Cuts the amounts of consecutive animations into pieces. Each animation must take time and have an end.
  ///
  /// - Parameters:
  ///   - animations: The animations, each with the time of its end.
  ///   - piecesOfCurve: Returns the pieces of a smooth curve, as ``init(of:)`` makes them.
  ///   - didAppend: A closure that is called after each animation with the number of pieces so far.
  /// - Throws: ``KeyframePreparationError`` if an animation needs more pieces than the limit, or isn't finite.
  init(
    amountsOf animations: [(animation: PreparedAnimation, end: Double)], piecesOfCurve: (UnitCurve) -> KeyframePieces,
    didAppend: (_ pieces: Int) -> Void
  ) throws(KeyframePreparationError) {
    self.init(amountsFrom: 0)
    var start = 0.0
    for (index, step) in animations.enumerated() {
      if let curve = step.animation.singleSmoothCurve.map(piecesOfCurve), curve.canMove(from: start, to: step.end) {
        append(curve, from: start, to: step.end)
      } else {
        append(step.animation, from: start, to: step.end)
      }
      if count >= Self.limit { throw .tooManyPieces(keyframe: index, duration: step.end - start) }
      didAppend(count)
      start = step.end
    }
    append([SIMD8(constant: 1)], degree: 0, until: .greatestFiniteMagnitude)
    if let bad = notFinite(from: 0) { throw .notFinite(keyframe: 0, bad) }
  }

  /// Cuts a smooth curve into pieces over progresses of 0...1.
  init(of curve: UnitCurve) {
    self.init(amountsFrom: 0)
    let animation = PreparedAnimation(
      shape: .curve(curve), delay: 0, rate: 1, initialPass: 0, passes: 1, autoreverses: false, progressPerPass: 1,
      leastProgress: 0, secondsPerProgress: 1, duration: 1)
    append(animation, from: 0, to: 1)
  }

  /// Begins the pieces of an amount, with that before they begin to move.
  private init(amountsFrom amount: Double) {
    (componentCount, ranges) = (1, [1])
    append([SIMD8(constant: amount)], degree: 0, until: -.leastNormalMagnitude)
  }

  /// Appends the amounts of an animation between two times.
  @inline(never)
  private mutating func append(_ animation: PreparedAnimation, from start: Double, to end: Double) {
    // The instant at which an animation ends or jumps belongs to the motion after it.
    let instants = [0] + animation.corners(atMost: Self.limit) + [end - start]
    for (from, to) in zip(instants, instants.dropFirst()) where count < Self.limit {
      let (first, last) = (Element(start + from), Element(start + to).nextDown)
      if first >= last { continue }
      let longest = min(animation.longestSmoothStretch, to - from)
      appendFitted(
        KeyframeBasis(of: animation, startingAt: start, between: from, to), from: first, to: last,
        longest: Element(longest))
    }
  }

  /// Returns whether pieces of a curve can be moved to another time: whether they reach the curve's end, and none is too
  /// short for a polynomial between rounded ends.
  private func canMove(from start: Double, to end: Double) -> Bool {
    let lengths = zip(ends.dropFirst(), ends).map { $0 - max($1, 0) }
    let shortest = Double(lengths.min() ?? 0) * (end - start)
    return ends[count - 1] == Element(1).nextDown && shortest >= 8 * Double(Element(end).ulp)
  }

  /// Appends the pieces of a curve between two times.
  @inline(never)
  private mutating func append(_ curve: KeyframePieces, from start: Double, to end: Double) {
    let duration = end - start
    for piece in 1..<curve.count {
      let last =
        piece + 1 == curve.count ? Element(end).nextDown : Element(start + Double(curve.ends[piece]) * duration)
      // The piece's variable is 0 at its end, which has just been rounded.
      let shift = (Double(last) - start) / duration - Double(curve.ends[piece])
      var polynomial = curve.polynomial(of: piece, component: 0)
      for first in 0..<5 {
        for power in (first..<5).reversed() { polynomial[power] += shift * polynomial[power + 1] }
      }
      var scale = 1.0
      for power in 1..<6 {
        scale /= duration
        polynomial[power] *= scale
      }
      append([polynomial], degree: 5, until: last)
    }
    error = max(error, curve.error)
  }

  /// Returns the first coefficient, from a piece on, that isn't finite in `Element`, otherwise the error if it isn't
  /// finite.
  private func notFinite(from first: Int) -> Double? {
    for polynomial in polynomials[(first * componentCount)...] {
      for index in 0..<6 where !Element(polynomial[index]).isFinite { return polynomial[index] }
    }
    return error.isFinite ? nil : error
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
      for length in lengths {
        basis.withValues(at: 17, { segment.start + Double($0) / 16 * length }) { functions in
          for c in lowest.indices {
            for index in 0..<17 {
              let value = (basis.coefficients[c] * functions[index]).sum()
              lowest[c] = min(lowest[c], value)
              highest[c] = max(highest[c], value)
            }
          }
        }
      }
    }
    return zip(lowest, highest).map { $1 - $0 }
  }

  @inline(never)
  private mutating func appendConstant<Data: ComponentVector>(_ value: Data, until end: Element) {
    append((0..<componentCount).map { SIMD8(constant: Double(value[component: $0])) }, degree: 0, until: end)
  }

  /// Appends a piece with a polynomial for each component, or with their values at the end if it is so short that
  /// coefficients don't fit `Element`.
  @inline(never)
  private mutating func append(_ polynomials: [SIMD8<Double>], degree: Int, until end: Element) {
    ends.append(end)
    self.degree = max(self.degree, degree)
    let fits = polynomials.allSatisfy { polynomial in (0..<6).allSatisfy { Element(polynomial[$0]).isFinite } }
    self.polynomials += fits ? polynomials : polynomials.map { SIMD8(constant: $0[0]) }
  }

  /// Appends a line or Hermite's cubic unchanged, except that its end moves to the rounded one.
  @inline(never)
  private mutating func appendCubic<Data>(
    _ basis: KeyframeBasis, _ curvature: Double, of segment: KeyframeSegment<Data>, until end: Element
  ) {
    let scale = 1 / segment.duration
    let shift = (Double(end) - segment.end) * scale
    let polynomials = basis.coefficients.map { b in
      // The coefficients are in s, from -1 to 0.
      let c1 = curvature == 0 ? b[1] : b[3]
      let c2 = curvature * (b[2] + 2 * b[3] - 3 * b[1])
      let c3 = curvature * (b[2] + b[3] - 2 * b[1])
      return SIMD8(
        b[0] + b[1] + shift * (c1 + shift * (c2 + shift * c3)), scale * (c1 + shift * (2 * c2 + shift * 3 * c3)),
        scale * scale * (c2 + shift * 3 * c3), scale * scale * scale * c3, 0, 0, 0, 0)
    }
    append(polynomials, degree: 3, until: end)
  }

  /// Appends a segment whose timing curve consists of straight parts.
  @inline(never)
  private mutating func append<Data: ComponentVector>(
    _ parts: [UnitCurve.LinearPart], of segment: KeyframeSegment<Data>, until last: Element, relativeTo base: Data
  ) {
    var start = Element(segment.start)
    for (index, part) in parts.enumerated() where count < Self.limit {
      // Where the curve jumps, the instant of the jump belongs to the next part.
      let isJoined = index + 1 < parts.count && parts[index + 1].start == part.end
      let meeting = Element(segment.start + part.to * segment.duration)
      let arrives = index + 1 == parts.count && part.end == 1
      let end = min(isJoined || arrives ? meeting : meeting.nextDown, last)
      if end <= start { continue }
      appendFitted(
        KeyframeBasis(of: segment, along: part, relativeTo: base), from: start, to: end, longest: end - start)
      start = end
    }
  }

  private mutating func appendHalves<Data>(
    _ basis: KeyframeBasis, of segment: KeyframeSegment<Data>, until end: Element
  ) {
    appendFitted(basis, from: Element(segment.start), to: end, longest: Element(segment.duration / 2))
  }

  /// Appends quintics, each about as long as the error bound allows.
  private mutating func appendFitted(_ basis: KeyframeBasis, from first: Element, to last: Element, longest: Element) {
    // Each has at least a few steps of Element, however large the error is at a vertical curve.
    let shortest = 8 * last.ulp
    let timeError = 4 * Double((last - first).ulp)
    let longest = max(longest, shortest)
    var (start, guess) = (first, longest)
    while start < last && count < Self.limit {
      func fit(over length: Element, degree: Int = 5) -> Fit<Element> {
        // If the rest would be too short for a piece, include it.
        let end = start + length
        return Fit(
          basis, degree: degree, from: start, to: last - end < shortest ? last : end, timeError: timeError, ranges)
      }
      let most = max(min(last - start, longest), shortest)
      var length = min(guess, most)
      var best = fit(over: length)
      // The longest length that is good enough so far, and the shortest one that isn't.
      var (good, bad) = best.error <= Self.bound ? (length, .infinity) : (0, length)
      while good == 0 ? bad > shortest : good < most && best.error < Self.bound / 2 && bad - good > good / 8 {
        length = min(max(Self.length(after: good > 0 ? good : length, best.error), shortest), most)
        if !(length > good && length < bad) { length = max((good + bad) / 2, shortest) }
        let other = fit(over: length)
        if other.error <= Self.bound {
          (good, best) = (length, other)
        } else {
          bad = length
          if good == 0 { best = other }
        }
      }
      guess = max(Self.length(after: good > 0 ? good : length, best.error), shortest)
      // Where the curve is so steep, a line stays between the values at its ends.
      if good == 0 { best = fit(over: length, degree: 1) }
      error = max(error, best.error)
      append((0..<componentCount).map { best.polynomial(of: basis, component: $0) }, degree: 5, until: best.end)
      start = best.end
    }
  }

  /// Returns the length for which a quintic's error is expected to be somewhat below the bound, after one of a given
  /// length had a given error. The error of a smooth function is proportional to the sixth power of the length.
  private static func length(after length: Element, _ error: Double) -> Element {
    let ratio = min(max(0.7 * bound / error, 0x1p-12), 0x1p12)
    // The sixth root, by Newton's method for the cube root of the square root.
    let square = ratio.squareRoot()
    var root = 1.0
    for _ in 0..<12 { root -= (root - square / (root * root)) / 3 }
    return length * Element(root)
  }
}

extension SIMD8<Double> {
  /// Creates the polynomial that is a constant.
  fileprivate init(constant: Double) { self.init(constant, 0, 0, 0, 0, 0, 0, 0) }
}

/// The nodes at which a quintic meets a segment, u = -1...0: Chebyshev-Lobatto points, which spread the error between
/// them evenly.
private let fitNodes = [
  -1, -0.90450849718747373, -0.6545084971874737, -0.3454915028125263, -0.09549150281252627, 0,
]

/// A quintic that meets a segment at six nodes, or a line that meets it at both ends.
private struct Fit<Element: BatchElement> {
  let end: Element
  /// The largest measured error, as a fraction of its component's range, with an allowance for `Element`.
  let error: Double
  private let length: Double
  /// The coefficients of the functions' polynomials in u = -1...0, from the lowest degree.
  private let polynomials: [SIMD4<Double>]

  /// The number of points between the nodes at which the error is measured.
  private static var pointCount: Int { 24 }

  /// - Parameter timeError: The seconds by which rounding of progress may change a time within the segment.
  init(
    _ basis: KeyframeBasis, degree: Int, from start: Element, to end: Element, timeError: Double, _ ranges: [Double]
  ) {
    let pointCount = Self.pointCount
    let (knot, length) = (Double(end), Double(end) - Double(start))
    // In `Double`, times may be as coarse as a piece is short. Then the curve is compared where the rounded times are; if
    // nodes coincide, the error isn't finite.
    func rounded(_ u: Double) -> Double { Element._format == .float64 ? (knot + length * u - knot) / length : u }
    func point(_ index: Int) -> Double { rounded((Double(index) + 0.5) / Double(pointCount) - 1) }
    let nodes = Element._format == .float64 ? fitNodes.map(rounded) : fitNodes
    var polynomials = [SIMD4<Double>](repeating: .zero, count: nodes.count)
    var error = 0.0
    basis.withValues(
      at: nodes.count + pointCount,
      { knot + length * ($0 < nodes.count ? nodes[$0] : point($0 - nodes.count)) }
    ) { values in
      if degree == 1 {
        (polynomials[0], polynomials[1]) = (values[5], values[5] - values[0])
      } else {
        fitPolynomial(through: values, at: nodes, count: nodes.count, into: &polynomials)
      }
      let offsets = values + nodes.count
      for index in 0..<pointCount {
        let u = point(index)
        var sum = polynomials[5]
        for power in (0..<5).reversed() { sum = sum * u + polynomials[power] }
        offsets[index] = sum - offsets[index]
      }
      func slope(at u: Double) -> SIMD4<Double> {
        var sum = 5 * polynomials[5]
        for power in (1..<5).reversed() { sum = sum * u + Double(power) * polynomials[power] }
        return sum
      }
      for c in ranges.indices where ranges[c] > 0 {
        let factors = basis.coefficients[c]
        var largest = 0.0
        for index in 0..<pointCount {
          var error = abs((factors * offsets[index]).sum())
          if Element._format == .float64 {
            // Rounding of the factors and of the progress is no error of the polynomial.
            for factor in 0..<4 { error -= .ulpOfOne * abs(factors[factor]) }
            error -= timeError / length * abs((factors * slope(at: point(index))).sum())
          }
          largest = max(largest, error)
        }
        var spread = 0.0
        for power in 1...5 { spread += abs((factors * polynomials[power]).sum()) }
        // The allowance is half an ulp of a sum as large as the terms.
        let relative = (largest + Double(Element.ulpOfOne) / 8 * spread) / ranges[c]
        error = relative.isNaN ? .infinity : max(error, relative)
      }
    }
    (self.end, self.length, self.error, self.polynomials) = (end, length, error, polynomials)
  }

  /// Returns the coefficients of a component's polynomial in seconds since the end.
  func polynomial(of basis: KeyframeBasis, component: Int) -> SIMD8<Double> {
    var (coefficients, scale) = (SIMD8<Double>.zero, 1.0)
    for power in 0..<6 {
      coefficients[power] = (basis.coefficients[component] * polynomials[power]).sum() * scale
      scale /= length
    }
    return coefficients
  }
}

/// The reason why keyframes can't be prepared.
public enum KeyframePreparationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A keyframe, counted from 0 in its track, holds a value, a change or a velocity that isn't finite in the format
  /// it is prepared in, or reaches one on its way.
  case notFinite(keyframe: Int, Double)
  /// A keyframe, counted from 0, takes its track past the 4096 pieces that it may have, or 16384 in `Double`. A
  /// straight way is a piece, and so are the values before and after the track. A keyframe that moves much for its
  /// duration takes many: an example is a spring that hardly comes to rest.
  case tooManyPieces(keyframe: Int, duration: Double)

  public var description: String {
    switch self {
    case .notFinite(let keyframe, let number):
      "keyframe \(keyframe) holds \(number), which isn't finite\(number.isFinite ? " in Float" : "")"
    case .tooManyPieces(let keyframe, let duration):
      "keyframe \(keyframe), which lasts \(duration) s, takes the track past \(KeyframePieces<Float>.limit) pieces, or "
        + "\(KeyframePieces<Double>.limit) in Double"
    }
  }
}
