/// Keyframes of one value, in order: a single keyframe, or a group of them.
///
/// Types of your own conform by implementing ``body`` with other keyframes:
///
/// ```swift
/// struct Shake: KeyframeTrackContent {
///   var width: Double
///   var body: some KeyframeTrackContent<Double> {
///     CubicKeyframe(width, duration: 0.1)
///     CubicKeyframe(-width, duration: 0.1)
///     SpringKeyframe(0, spring: .bouncy)
///   }
/// }
/// ```
public protocol KeyframeTrackContent<Value> {
  /// The type of the animated value.
  associatedtype Value: Animatable = Body.Value
  associatedtype Body: KeyframeTrackContent where Body.Value == Value

  /// The keyframes that make up this content.
  @KeyframeTrackContentBuilder<Value> var body: Body { get }

  /// Appends the keyframes to a list. The library's own types implement it; others use their ``body``.
  func _append(to list: inout _KeyframeList<Value>)
}

extension KeyframeTrackContent {
  public func _append(to list: inout _KeyframeList<Value>) {
    body._append(to: &list)
  }
}

/// Keyframes in their order, as ``KeyframeTrackContent`` passes them on.
public struct _KeyframeList<Value: Animatable> {
  var keyframes: [Keyframe<Value.AnimatableData>] = []
}

/// The result builder of the closures that list a track's keyframes.
///
/// It supports keyframes, `if`, `if`-`else`, `switch` and `for`.
@resultBuilder
public enum KeyframeTrackContentBuilder<Value: Animatable> {
  public static func buildExpression<K: KeyframeTrackContent<Value>>(_ expression: K) -> K {
    expression
  }

  public static func buildBlock() -> Group<LinearKeyframe<Value>> {
    Group(members: [])
  }

  public static func buildPartialBlock<K: KeyframeTrackContent<Value>>(first: K) -> K {
    first
  }

  public static func buildPartialBlock<First: KeyframeTrackContent<Value>, Second: KeyframeTrackContent<Value>>(
    accumulated: First, next: Second
  ) -> Pair<First, Second> {
    Pair(first: accumulated, second: next)
  }

  public static func buildArray<K: KeyframeTrackContent<Value>>(_ components: [K]) -> Group<K> {
    Group(members: components)
  }

  public static func buildOptional<K: KeyframeTrackContent<Value>>(_ component: K?) -> Group<K> {
    Group(members: component.map { [$0] } ?? [])
  }

  public static func buildEither<First: KeyframeTrackContent<Value>, Second: KeyframeTrackContent<Value>>(
    first component: First
  ) -> Conditional<First, Second> {
    Conditional(choice: .first(component))
  }

  public static func buildEither<First: KeyframeTrackContent<Value>, Second: KeyframeTrackContent<Value>>(
    second component: Second
  ) -> Conditional<First, Second> {
    Conditional(choice: .second(component))
  }

  public static func buildLimitedAvailability(
    _ component: some KeyframeTrackContent<Value>
  ) -> some KeyframeTrackContent<Value> {
    Group(members: [component])
  }

  /// Two contents, the second after the first.
  public struct Pair<First: KeyframeTrackContent<Value>, Second: KeyframeTrackContent<Value>>: KeyframeTrackContent {
    let first: First
    let second: Second

    public var body: Self { self }

    public func _append(to list: inout _KeyframeList<Value>) {
      first._append(to: &list)
      second._append(to: &list)
    }
  }

  /// Any number of contents of one type.
  public struct Group<Member: KeyframeTrackContent<Value>>: KeyframeTrackContent {
    let members: [Member]

    public var body: Self { self }

    public func _append(to list: inout _KeyframeList<Value>) {
      for member in members {
        member._append(to: &list)
      }
    }
  }

  /// The keyframes of one of two branches.
  public struct Conditional<
    First: KeyframeTrackContent<Value>, Second: KeyframeTrackContent<Value>
  >: KeyframeTrackContent {
    enum Choice {
      case first(First)
      case second(Second)
    }

    let choice: Choice

    public var body: Self { self }

    public func _append(to list: inout _KeyframeList<Value>) {
      switch choice {
      case .first(let content): content._append(to: &list)
      case .second(let content): content._append(to: &list)
      }
    }
  }
}

extension KeyframeTrackContentBuilder.Pair: Sendable where First: Sendable, Second: Sendable {}
extension KeyframeTrackContentBuilder.Group: Sendable where Member: Sendable {}
extension KeyframeTrackContentBuilder.Conditional: Sendable where First: Sendable, Second: Sendable {}
extension KeyframeTrackContentBuilder.Conditional.Choice: Sendable where First: Sendable, Second: Sendable {}
