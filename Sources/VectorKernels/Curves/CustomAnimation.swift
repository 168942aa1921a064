/// A custom animation: SwiftUI's protocol of this name.
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
  /// Returns the change at a time.
  ///
  /// - Parameters:
  ///   - value: The whole change. The animation moves from zero to it.
  ///   - time: The seconds since the start.
  ///   - context: The state that the animation keeps between calls.
  /// - Returns: The change so far, or nil when the animation is finished.
  func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V?

  /// Returns the velocity at a time, per second, or nil if the animation has no velocity. The default implementation
  /// returns nil.
  func velocity<V: VectorArithmetic>(value: V, time: Double, context: AnimationContext<V>) -> V?

  /// Returns whether the animation takes over from a running one.
  ///
  /// If it does, later calls pass it the time since the running animation's start, that animation's context, and the
  /// whole change from that animation's start value to the new target. Otherwise both animations run and their changes
  /// add. The default implementation returns false.
  ///
  /// - Parameters:
  ///   - previous: The running animation.
  ///   - value: The whole change of the running animation.
  ///   - time: The seconds since the start of the running animation.
  ///   - context: The context of the running animation. Store in it the state that continuing needs.
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

/// The environment of an animation's calls, and the state that it keeps between them.
public struct AnimationContext<Value: VectorArithmetic>: Sendable {
  public var state: AnimationState<Value>
  /// Whether the animation counts as complete although it still moves, such as a spring after its perceptual duration.
  public var isLogicallyComplete: Bool

  public init(state: AnimationState<Value> = AnimationState(), isLogicallyComplete: Bool = false) {
    self.state = state
    self.isLogicallyComplete = isLogicallyComplete
  }

  /// Returns the same context with another state, which may be that of an animation of another value.
  public func withState<T: VectorArithmetic>(_ state: AnimationState<T>) -> AnimationContext<T> {
    AnimationContext<T>(state: state, isLogicallyComplete: isLogicallyComplete)
  }
}

/// The state that animations keep between calls, by key.
public struct AnimationState<Value: VectorArithmetic>: Sendable {
  /// The motion that a spring of this package has taken over.
  @usableFromInline
  var takeover: SpringTakeover<Value>?

  public init() {}

  /// Whether no animation has stored anything.
  @inlinable
  var isEmpty: Bool {
    #if hasFeature(Embedded)
    takeover == nil
    #else
    takeover == nil && values.isEmpty
    #endif
  }

  #if !hasFeature(Embedded)
  @usableFromInline
  var values: [ObjectIdentifier: any Sendable] = [:]

  /// Whether a key has a value.
  var hasValues: Bool { !values.isEmpty }

  /// The value of a key, or the key's default.
  public subscript<K: AnimationStateKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
  #endif
}

/// A key of ``AnimationState``, with the default of its value.
///
/// Values are `Sendable` because a snapshot of an animator holds them too, and another animator may continue from it at
/// the same time.
public protocol AnimationStateKey {
  associatedtype Value: Sendable

  static var defaultValue: Value { get }
}

#if hasFeature(Embedded)
/// A custom animation of any type, which Embedded Swift can't hold: there is none.
enum AnyCustomAnimation: Hashable, Sendable {
  var base: Animation { switch self {} }
}
#else
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
#endif
