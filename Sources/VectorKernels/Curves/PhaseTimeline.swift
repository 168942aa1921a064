/// A walk through a list of phases, once or for ever, where each change of phase is an animation of its own: what
/// SwiftUI's `PhaseAnimator` does, as a function of time.
///
/// It begins at the first phase, goes to each of the others in turn, and then back to the first.
///
/// ```swift
/// let pulse = PhaseTimeline([1.0, 1.5, 0.9]) { $0 > 1 ? .easeOut(duration: 0.2) : .spring }
/// let scale = pulse.value(at: 0.3) { $0 }
/// ```
public struct PhaseTimeline<Phase> {
  /// The phases in their order.
  public let phases: [Phase]
  /// Whether the walk begins again when it's back at the first phase.
  public let repeatsForever: Bool
  /// How each phase is entered from the one before, the first from the last.
  public let animations: [Animation]
  /// The times at which the changes end, in the order in which they come: to the second phase first, to the first last.
  private let ends: [Double]

  /// A walk through phases.
  ///
  /// - Parameters:
  ///   - phases: The phases, in the order in which they are walked through.
  ///   - repeatsForever: Whether the walk begins again when it's back at the first phase.
  ///   - animation: How a phase is entered. Nil is at once.
  public init(
    _ phases: some Sequence<Phase>, repeatsForever: Bool = true,
    animation: (Phase) -> Animation? = { _ in .default }
  ) {
    let phases = Array(phases)
    self.init(
      phases, repeatsForever: repeatsForever, animations: phases.map { animation($0) ?? .linear(duration: 0) })
  }

  /// A walk through phases, each with how it is entered.
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

  /// The seconds of one walk through all phases and back to the first, or infinity where an animation never ends.
  public var cycleDuration: Double { ends.last ?? 0 }

  /// Where a walk is between two phases.
  public struct Position {
    /// The phase that is left, and the one that is entered. Both are the first where there is no other.
    public let from: Phase
    public let to: Phase
    /// The index of `to` in ``PhaseTimeline/phases``.
    public let index: Int
    /// How `to` is entered.
    public let animation: Animation
    /// Seconds since the change began.
    public let time: Double
    /// How much of the way from one phase to the other is covered, 0 to 1 and beyond where the animation overshoots.
    public let amount: Double
    /// Whether the walk is over, and so at the first phase.
    public let isFinished: Bool
  }

  /// Where the walk is, a time after its beginning. The moment at which a change ends belongs to the next one; what
  /// takes no time is passed over.
  ///
  /// - Parameter time: Seconds since the beginning. Before it, and where all changes of a repeated walk take no time,
  ///   the first phase. NaN, and infinity in a walk for ever, is at the first change with an amount of NaN.
  /// - Returns: The position, or nil where there are no phases.
  /// - Complexity: O(log n)
  public func position(at time: Double) -> Position? {
    guard let first = phases.first, let entry = animations.first else { return nil }
    let cycle = cycleDuration
    let isOver = time >= cycle && !(repeatsForever && cycle > 0)
    if isOver || phases.count == 1 {
      return Position(
        from: phases.count == 1 ? first : phases[phases.count - 1], to: first, index: 0, animation: entry,
        time: max(0, time - (ends.dropLast().last ?? 0)), amount: 1, isFinished: !repeatsForever)
    }
    let elapsed = max(0, repeatsForever && cycle.isFinite ? time.truncatingRemainder(dividingBy: cycle) : time)
    // The first change that ends later.
    var (change, above) = (0, ends.count - 1)
    while change < above {
      let middle = (change + above) / 2
      if ends[middle] > elapsed { above = middle } else { change = middle + 1 }
    }
    let index = (change + 1) % phases.count
    let start = change == 0 ? 0 : ends[change - 1]
    let isUnknown = time.isNaN || (time == .infinity && cycle.isFinite)
    let local = isUnknown ? .nan : elapsed - start
    return Position(
      from: phases[change], to: phases[index], index: index, animation: animations[index], time: local,
      amount: time < 0 ? 0 : isUnknown ? .nan : animations[index].amount(at: local), isFinished: false)
  }

  /// A value that depends on the phase, a time after the beginning of the walk: between those of the two phases.
  ///
  /// - Parameters:
  ///   - time: Seconds since the beginning.
  ///   - value: The value in a phase.
  /// - Returns: The value, or nil where there are no phases.
  public func value<V: VectorArithmetic>(at time: Double, of value: (Phase) -> V) -> V? {
    if time < 0 { return phases.first.map(value) }
    return position(at: time).map { position in
      if position.isFinished { return value(position.to) }
      return position.animation.value(from: value(position.from), to: value(position.to), at: position.time)
    }
  }
}

extension PhaseTimeline {
  /// What depends on the phase and isn't a vector itself, such as a colour or a point, a time after the beginning of the
  /// walk: between those of the two phases. What isn't animated is that of the phase that is entered.
  ///
  /// - Parameters:
  ///   - time: Seconds since the beginning.
  ///   - value: The value in a phase.
  /// - Returns: The value, or nil where there are no phases.
  @_disfavoredOverload
  public func value<V: Animatable>(at time: Double, of value: (Phase) -> V) -> V? {
    if time < 0 { return phases.first.map(value) }
    return position(at: time).map { position in
      if position.isFinished { return value(position.to) }
      return position.animation.value(
        fromValue: value(position.from), toValue: value(position.to), time: position.time)
    }
  }
}

extension PhaseTimeline: Sendable where Phase: Sendable {}
extension PhaseTimeline: Equatable where Phase: Equatable {}
extension PhaseTimeline: Hashable where Phase: Hashable {}

extension PhaseTimeline {
  private enum CodingKeys: String, CodingKey {
    case phases, repeatsForever, animations
  }
}

/// As its phases, and how each of them is entered.
extension PhaseTimeline: Encodable where Phase: Encodable {
  /// - Throws: `EncodingError.invalidValue` for a ``CustomAnimation``, which may hold anything.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(phases, forKey: .phases)
    try container.encode(repeatsForever, forKey: .repeatsForever)
    try container.encode(animations, forKey: .animations)
  }
}

extension PhaseTimeline: Decodable where Phase: Decodable {
  /// - Throws: `DecodingError`, also where there aren't as many animations as phases.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let phases = try container.decode([Phase].self, forKey: .phases)
    let animations = try container.decode([Animation].self, forKey: .animations)
    try container.require(
      animations.count == phases.count, .animations,
      "there are \(animations.count) animations for \(phases.count) phases, but must be one for each")
    self.init(
      phases, repeatsForever: try container.decode(Bool.self, forKey: .repeatsForever), animations: animations)
  }
}

extension PhaseTimeline.Position: Sendable where Phase: Sendable {}
extension PhaseTimeline.Position: Equatable where Phase: Equatable {}

extension Animation {
  /// The duration; a custom animation's by trying when it has ended, up to 30 years.
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
