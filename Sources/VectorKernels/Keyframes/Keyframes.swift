#if !hasFeature(Embedded)
/// Tracks of keyframes that change a value over time: one track, or several that each change a part of it.
///
/// Types of your own conform by implementing ``body`` with tracks.
public protocol Keyframes<Value> {
  /// The type of the animated value.
  associatedtype Value = Body.Value
  associatedtype Body: Keyframes where Body.Value == Value

  /// The tracks that make up these keyframes.
  @KeyframesBuilder<Value> var body: Body { get }

  /// Appends the tracks to a list. The library's own types implement it; others use their ``body``.
  func _append(to list: inout _KeyframeTrackList<Value>)
}

extension Keyframes {
  public func _append(to list: inout _KeyframeTrackList<Value>) {
    body._append(to: &list)
  }
}

/// Tracks in their order, as ``Keyframes`` passes them on, for a timeline with an initial value.
public struct _KeyframeTrackList<Value> {
  let initialValue: Value
  var tracks: [any TimelineTrack<Value>] = []
}

/// The result builder of the closures that list a timeline's tracks.
///
/// It supports tracks, or the keyframes of a single track for the whole value; and `if`, `if`-`else`, `switch` and
/// `for`.
@resultBuilder
public enum KeyframesBuilder<Value> {
  public static func buildExpression<K: Keyframes<Value>>(_ expression: K) -> K {
    expression
  }

  public static func buildBlock() -> Group<EmptyKeyframes> {
    Group(members: [])
  }

  public static func buildPartialBlock<K: Keyframes<Value>>(first: K) -> K {
    first
  }

  public static func buildPartialBlock<First: Keyframes<Value>, Second: Keyframes<Value>>(
    accumulated: First, next: Second
  ) -> Pair<First, Second> {
    Pair(first: accumulated, second: next)
  }

  public static func buildArray<K: Keyframes<Value>>(_ components: [K]) -> Group<K> {
    Group(members: components)
  }

  public static func buildOptional<K: Keyframes<Value>>(_ component: K?) -> Group<K> {
    Group(members: component.map { [$0] } ?? [])
  }

  public static func buildEither<First: Keyframes<Value>, Second: Keyframes<Value>>(
    first component: First
  ) -> Conditional<First, Second> {
    Conditional(choice: .first(component))
  }

  public static func buildEither<First: Keyframes<Value>, Second: Keyframes<Value>>(
    second component: Second
  ) -> Conditional<First, Second> {
    Conditional(choice: .second(component))
  }

  public static func buildLimitedAvailability(_ component: some Keyframes<Value>) -> some Keyframes<Value> {
    Group(members: [component])
  }

  public static func buildFinalResult<K: Keyframes<Value>>(_ component: K) -> K {
    component
  }

  /// No tracks.
  public struct EmptyKeyframes: Keyframes, Sendable {
    public var body: Self { self }

    public func _append(to list: inout _KeyframeTrackList<Value>) {}
  }

  /// Two collections of tracks, the second after the first.
  public struct Pair<First: Keyframes<Value>, Second: Keyframes<Value>>: Keyframes {
    let first: First
    let second: Second

    public var body: Self { self }

    public func _append(to list: inout _KeyframeTrackList<Value>) {
      first._append(to: &list)
      second._append(to: &list)
    }
  }

  /// Any number of collections of tracks of one type.
  public struct Group<Member: Keyframes<Value>>: Keyframes {
    let members: [Member]

    public var body: Self { self }

    public func _append(to list: inout _KeyframeTrackList<Value>) {
      for member in members {
        member._append(to: &list)
      }
    }
  }

  /// The tracks of one of two branches.
  public struct Conditional<First: Keyframes<Value>, Second: Keyframes<Value>>: Keyframes {
    enum Choice {
      case first(First)
      case second(Second)
    }

    let choice: Choice

    public var body: Self { self }

    public func _append(to list: inout _KeyframeTrackList<Value>) {
      switch choice {
      case .first(let tracks): tracks._append(to: &list)
      case .second(let tracks): tracks._append(to: &list)
      }
    }
  }
}

extension KeyframesBuilder.Pair: Sendable where First: Sendable, Second: Sendable {}
extension KeyframesBuilder.Group: Sendable where Member: Sendable {}
extension KeyframesBuilder.Conditional: Sendable where First: Sendable, Second: Sendable {}
extension KeyframesBuilder.Conditional.Choice: Sendable where First: Sendable, Second: Sendable {}

// MARK: - Keyframes of a single track

extension KeyframesBuilder where Value: Animatable {
  public typealias Content = KeyframeTrackContentBuilder<Value>

  public static func buildExpression<K: KeyframeTrackContent<Value>>(_ expression: K) -> K {
    expression
  }

  public static func buildPartialBlock<K: KeyframeTrackContent<Value>>(first: K) -> K {
    first
  }

  public static func buildPartialBlock<First: KeyframeTrackContent<Value>, Second: KeyframeTrackContent<Value>>(
    accumulated: First, next: Second
  ) -> Content.Pair<First, Second> {
    Content.Pair(first: accumulated, second: next)
  }

  public static func buildArray<K: KeyframeTrackContent<Value>>(_ components: [K]) -> Content.Group<K> {
    Content.Group(members: components)
  }

  public static func buildOptional<K: KeyframeTrackContent<Value>>(_ component: K?) -> Content.Group<K> {
    Content.Group(members: component.map { [$0] } ?? [])
  }

  public static func buildEither<First: KeyframeTrackContent<Value>, Second: KeyframeTrackContent<Value>>(
    first component: First
  ) -> Content.Conditional<First, Second> {
    Content.Conditional(choice: .first(component))
  }

  public static func buildEither<First: KeyframeTrackContent<Value>, Second: KeyframeTrackContent<Value>>(
    second component: Second
  ) -> Content.Conditional<First, Second> {
    Content.Conditional(choice: .second(component))
  }

  public static func buildLimitedAvailability(
    _ component: some KeyframeTrackContent<Value>
  ) -> some KeyframeTrackContent<Value> {
    Content.Group(members: [component])
  }

  @inlinable
  public static func buildFinalResult<K: KeyframeTrackContent<Value>>(
    _ component: K
  ) -> KeyframeTrack<Value, Value, K> {
    KeyframeTrack(keyPath: \.self, content: component)
  }
}
#endif
