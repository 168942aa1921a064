/// An animation of one's own: SwiftUI's protocol of this name.
///
/// ```swift
/// struct Arc: CustomAnimation {
///   var seconds: Double
///
///   func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
///     if time > seconds { return nil }  // finished
///     return value.scaled(by: (time / seconds).squareRoot())
///   }
/// }
///
/// let animation = Animation(Arc(seconds: 0.5)).delay(1)
/// ```
public protocol CustomAnimation: Hashable, Sendable {
  /// Where the animation is.
  ///
  /// - Parameters:
  ///   - value: The whole change, from zero to which the animation moves.
  ///   - time: Seconds since the start.
  ///   - context: What the animation keeps between calls.
  /// - Returns: The change so far, or nil when the animation is finished.
  func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V?

  /// How fast the animation moves, per second, or nil where it has no velocity. Nil unless implemented.
  func velocity<V: VectorArithmetic>(value: V, time: Double, context: AnimationContext<V>) -> V?

  /// Whether the animation takes the place of one that is under way, from now on called with the time since that one's
  /// start, with its context and with the whole change from where that one started to the new target. Otherwise the
  /// two run on and their changes add, which is so unless implemented.
  ///
  /// - Parameters:
  ///   - previous: The animation under way.
  ///   - value: Its whole change.
  ///   - time: Seconds since its start.
  ///   - context: Its context, to keep in it what continuing needs.
  func shouldMerge<V: VectorArithmetic>(
    previous: Animation, value: V, time: Double, context: inout AnimationContext<V>
  ) -> Bool
}

extension CustomAnimation {
  public func velocity<V: VectorArithmetic>(value: V, time: Double, context: AnimationContext<V>) -> V? { nil }

  public func shouldMerge<V: VectorArithmetic>(
    previous: Animation, value: V, time: Double, context: inout AnimationContext<V>
  ) -> Bool { false }
}

/// What an animation is given to work with, and keeps between calls.
public struct AnimationContext<Value: VectorArithmetic>: Sendable {
  public var state: AnimationState<Value>
  /// Whether the animation counts as complete although it still moves: a spring after its perceptual duration.
  public var isLogicallyComplete: Bool

  public init(state: AnimationState<Value> = AnimationState(), isLogicallyComplete: Bool = false) {
    self.state = state
    self.isLogicallyComplete = isLogicallyComplete
  }

  /// The same context with another state, which may be that of an animation of another value.
  public func withState<T: VectorArithmetic>(_ state: AnimationState<T>) -> AnimationContext<T> {
    AnimationContext<T>(state: state, isLogicallyComplete: isLogicallyComplete)
  }
}

/// What animations keep between calls, by key.
public struct AnimationState<Value: VectorArithmetic>: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  public init() {}

  /// For how many keys something is kept.
  var count: Int { values.count }

  /// What is kept for a key, or the key's default.
  public subscript<K: AnimationStateKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// A key of ``AnimationState``, and what is there before anything has been kept.
///
/// What is kept is `Sendable`: a snapshot of an animator holds it too, and may be gone on from elsewhere at the same time.
public protocol AnimationStateKey {
  associatedtype Value: Sendable

  static var defaultValue: Value { get }
}

/// A custom animation of any type.
struct AnyCustomAnimation: Hashable, Sendable {
  let base: any CustomAnimation

  static func == (a: Self, b: Self) -> Bool {
    func isEqual<A: CustomAnimation>(_ a: A) -> Bool { (b.base as? A) == a }
    return isEqual(a.base)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: base)))
    base.hash(into: &hasher)
  }
}
