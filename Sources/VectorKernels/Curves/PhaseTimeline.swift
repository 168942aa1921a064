/// A path through a list of phases, once or forever, on which each change of phase has its own animation: SwiftUI's
/// `PhaseAnimator` as a function of time.
///
/// The timeline begins at the first phase, goes to each of the others in order, and then returns to the first.
///
/// ```swift
/// let pulse = PhaseTimeline([1.0, 1.5, 0.9]) { $0 > 1 ? .easeOut(duration: 0.2) : .spring }
/// let scale = pulse.value(at: 0.3) { $0 }
/// ```
public struct PhaseTimeline<Phase> {
  /// The phases, in order.
  public let phases: [Phase]
  /// Whether the timeline begins again when it has returned to the first phase.
  public let repeatsForever: Bool
  /// The animation with which each phase is entered from the previous one, the first phase from the last.
  public let animations: [Animation]
  /// The times at which the changes end, in order of time: the change to the second phase comes first, and the change
  /// to the first phase last.
  private let ends: [Double]

  /// Creates a timeline of phases.
  ///
  /// - Parameters:
  ///   - phases: The phases, in order.
  ///   - repeatsForever: Whether the timeline begins again when it has returned to the first phase.
  ///   - animation: Returns the animation with which a phase is entered, or nil to enter it at once.
  public init(
    _ phases: some Sequence<Phase>, repeatsForever: Bool = true,
    animation: (Phase) -> Animation? = { _ in .default }
  ) {
    let phases = Array(phases)
    self.init(
      phases, repeatsForever: repeatsForever, animations: phases.map { animation($0) ?? .linear(duration: 0) })
  }

  /// Creates a timeline of phases and the animations with which they are entered.
  init(_ phases: [Phase], repeatsForever: Bool, animations: [Animation]) {
    self.phases = phases
    self.repeatsForever = repeatsForever
    self.animations = animations
    let count = animations.count
    var (ends, end) = ([Double](), 0.0)
    for change in animations.indices where count > 1 {
      end += animations[(change + 1) % count].durationToEnd
      ends.append(end)
    }
    self.ends = ends
  }

  /// The seconds from the first phase through all others and back to the first, or infinity if an animation never ends.
  public var passDuration: Double { ends.last ?? 0 }

  /// The position of the timeline between two phases.
  public struct Position {
    /// The phase that is left, and the one that is entered. Both are the first phase if it is the only one.
    public let from: Phase
    public let to: Phase
    /// The index of `to` in ``PhaseTimeline/phases``.
    public let index: Int
    /// The animation with which `to` is entered.
    public let animation: Animation
    /// The seconds since the change began.
    public let time: Double
    /// The amount from one phase to the other: 0 to 1, and beyond if the animation overshoots.
    public let amount: Double
    /// Whether the timeline has ended, at the first phase.
    public let isFinished: Bool
  }

  /// Returns the position at a time. The moment at which a change ends belongs to the next change. A change that takes
  /// no time is skipped.
  ///
  /// - Parameter time: The seconds since the start. Times before it give the first phase, and so do all times if a
  ///   repeated timeline takes no time. NaN gives the first change with an amount of NaN; so does infinity if the
  ///   timeline repeats forever.
  /// - Returns: The position, or nil if there are no phases.
  /// - Complexity: O(log n) for n phases.
  public func position(at time: Double) -> Position? {
    change(at: time).map { change in
      let animation = animations[change.to]
      return Position(
        from: phases[change.from], to: phases[change.to], index: change.to, animation: animation, time: change.time,
        amount: change.isOver ? 1 : time < 0 ? 0 : change.time.isNaN ? .nan : animation.amount(at: change.time),
        isFinished: change.isFinished)
    }
  }

  /// A change from one phase to another, by their indices.
  @usableFromInline
  struct Change {
    @usableFromInline
    let from: Int
    @usableFromInline
    let to: Int
    /// The seconds since the change began.
    @usableFromInline
    let time: Double
    /// Whether this is the last change, which has ended.
    let isOver: Bool
    /// Whether the timeline has ended.
    @usableFromInline
    let isFinished: Bool
  }

  /// Returns the change at a time, or nil if there are no phases.
  @usableFromInline
  func change(at time: Double) -> Change? {
    let count = animations.count
    if count == 0 { return nil }
    let cycle = passDuration
    if count == 1 || time >= cycle && !(repeatsForever && cycle > 0) {
      return Change(
        from: count - 1, to: 0, time: max(0, time - (ends.dropLast().last ?? 0)), isOver: true,
        isFinished: !repeatsForever)
    }
    let elapsed = max(0, repeatsForever && cycle.isFinite ? time.truncatingRemainder(dividingBy: cycle) : time)
    // Finds the first change that ends later.
    var (change, above) = (0, ends.count - 1)
    while change < above {
      let middle = (change + above) / 2
      if ends[middle] > elapsed { above = middle } else { change = middle + 1 }
    }
    let start = change == 0 ? 0 : ends[change - 1]
    let isUnknown = time.isNaN || (time == .infinity && cycle.isFinite)
    return Change(
      from: change, to: (change + 1) % count, time: isUnknown ? .nan : elapsed - start, isOver: false,
      isFinished: false)
  }

  /// Returns the value at a time, for a value that depends on the phase: it is interpolated between the values of the
  /// two phases.
  ///
  /// - Parameters:
  ///   - time: The seconds since the start.
  ///   - value: Returns the value of a phase.
  /// - Returns: The value, or nil if there are no phases.
  @inlinable
  public func value<V: VectorArithmetic>(at time: Double, of value: (Phase) -> V) -> V? {
    if time < 0 { return phases.first.map(value) }
    return change(at: time).map { change in
      if change.isFinished { return value(phases[0]) }
      return animations[change.to].value(
        from: value(phases[change.from]), to: value(phases[change.to]), at: change.time)
    }
  }
}

extension PhaseTimeline {
  /// Returns the value at a time, for a value that depends on the phase and isn't a vector, such as a colour or a
  /// point: it is interpolated between the values of the two phases. The parts that aren't animated are those of the
  /// phase that is entered.
  ///
  /// - Parameters:
  ///   - time: The seconds since the start.
  ///   - value: Returns the value of a phase.
  /// - Returns: The value, or nil if there are no phases.
  @_disfavoredOverload
  @inlinable
  public func value<V: Animatable>(at time: Double, of value: (Phase) -> V) -> V? {
    if time < 0 { return phases.first.map(value) }
    return change(at: time).map { change in
      if change.isFinished { return value(phases[0]) }
      return animations[change.to].value(
        fromValue: value(phases[change.from]), toValue: value(phases[change.to]), time: change.time)
    }
  }
}

extension PhaseTimeline: Sendable where Phase: Sendable {}
extension PhaseTimeline: Equatable where Phase: Equatable {}
extension PhaseTimeline: Hashable where Phase: Hashable {}

#if !hasFeature(Embedded)
extension PhaseTimeline {
}

/// A timeline is coded as its phases and the animations with which they are entered.
extension PhaseTimeline: Encodable where Phase: Encodable {
  /// Encodes the timeline.
  ///
  /// - Throws: `EncodingError.invalidValue` for a ``CustomAnimation``, which may hold anything.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(phases, forKey: "phases")
    try container.encode(repeatsForever, forKey: "repeatsForever")
    try container.encode(animations, forKey: "animations")
  }
}

extension PhaseTimeline: Decodable where Phase: Decodable {
  /// Creates a timeline by decoding it.
  ///
  /// - Throws: `DecodingError`, also if the number of animations differs from the number of phases.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    let phases = try container.decode([Phase].self, forKey: "phases")
    let animations = try container.decode([Animation].self, forKey: "animations")
    try container.require(
      animations.count == phases.count, "animations",
      "there are \(animations.count) animations for \(phases.count) phases, but must be one for each")
    self.init(
      phases, repeatsForever: try container.decode(Bool.self, forKey: "repeatsForever"), animations: animations)
  }
}
#endif

extension PhaseTimeline.Position: Sendable where Phase: Sendable {}
extension PhaseTimeline.Position: Equatable where Phase: Equatable {}

extension Animation {
  /// The seconds until the animation ends. For a custom animation they are searched for by calling it, up to 30 years.
  fileprivate var durationToEnd: Double {
    if let duration { return duration }
    if isFinished(at: 0) { return 0 }
    var (running, over) = (0.0, 1.0)
    while !isFinished(at: over) {
      if over > 1e9 { return .infinity }
      (running, over) = (over, 2 * over)
    }
    while case let middle = (running + over) / 2, middle > running, middle < over {
      if isFinished(at: middle) { over = middle } else { running = middle }
    }
    return over
  }
}
