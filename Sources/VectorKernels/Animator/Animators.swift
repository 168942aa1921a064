/// Several animators, of values of different types, that are told together what time it is.
///
/// ```swift
/// var animators = Animators()
/// let positions = animators.add(Animator<Point2D<Double>>())
/// let colors = animators.add(Animator<Color>())
///
/// let card = animators[positions].add(Point2D(x: 0, y: 0))
/// let shade = animators[colors].add(.white)
/// try animators[positions].animate(card, to: Point2D(x: 320, y: 200), using: .spring)
/// try animators[colors].animate(shade, to: .black, using: .easeOut)
///
/// animators.advance(by: 1 / 120)
/// let x = animators[positions].column(0)
/// ```
///
/// An animator is used in its place, by its key: nothing is copied, and spans of its columns live as long as nothing is
/// changed. Like an animator, this has one owner, and isn't `Sendable`.
public struct Animators: ~Copyable {
  /// By their keys' indices; nil where one has been removed.
  private var boxes: [(any AnimatorBox)?] = []
  /// The time that all animators were told last, in seconds.
  public private(set) var time: Double

  /// No animators.
  ///
  /// - Parameter time: Now, in seconds, on the clock that ``advance(to:)`` is told. What isn't finite counts as 0, and
  ///   what is more than 2^33 from zero as that.
  public init(time: Double = 0) { self.time = time.isFinite ? Clock.clamped(time) : 0 }

  /// How many animators there are.
  public var count: Int { boxes.count { $0 != nil } }

  /// Whether nothing moves in any of them, so that no frame is needed until something is animated, resumed or set.
  public var isAtRest: Bool { boxes.allSatisfy { $0?.isAtRest ?? true } }

  /// Takes an animator in, which goes on from the time that it has been told last.
  ///
  /// - Returns: Its key, which names it for as long as it's here.
  /// - Complexity: O(1) on average.
  public mutating func add<Value>(_ animator: consuming Animator<Value>) -> AnimatorKey<Value> {
    boxes.append(TypedAnimatorBox(animator))
    return AnimatorKey(index: boxes.count - 1)
  }

  /// Hands an animator out, whose key is then nobody's.
  ///
  /// - Parameter key: The key of one that is here. Others stop the program.
  public mutating func remove<Value>(_ key: AnimatorKey<Value>) -> Animator<Value> {
    let box = box(key)
    boxes[key.index] = nil
    return box.take()
  }

  /// An animator, to be used in its place.
  ///
  /// - Parameter key: The key of one that is here. Others stop the program; those that something else of this type has
  ///   given may happen to name one of the same values.
  /// - Complexity: O(1)
  public subscript<Value>(key: AnimatorKey<Value>) -> Animator<Value> {
    unsafeAddress { UnsafePointer(box(key).animator) }
    unsafeMutableAddress { box(key).animator }
  }

  /// Evaluates everything that moves at a time, as ``Animator/advance(to:)`` of each animator does.
  ///
  /// - Complexity: O(m) for m properties that move.
  public mutating func advance(to time: Double) {
    guard time.isFinite else { return }
    self.time = Clock.clamped(time)
    for box in boxes { box?.advance(to: time) }
  }

  /// Evaluates everything that moves so many seconds later. Negative ones go back in time, and those that aren't finite
  /// change nothing. More than 2^33 count as that, also where ``time`` has come to its limit and stays there.
  ///
  /// - Complexity: O(m) for m properties that move.
  public mutating func advance(by seconds: Double) {
    guard seconds.isFinite else { return }
    let told = time + Clock.clamped(seconds)
    if abs(told) <= Clock.limit { return advance(to: told) }
    time = Clock.clamped(told)
    for box in boxes { box?.advance(by: seconds) }
  }

  private func box<Value>(_ key: AnimatorKey<Value>) -> TypedAnimatorBox<Value> {
    guard key.index < boxes.count, let box = boxes[key.index] as? TypedAnimatorBox<Value> else {
      fatalError("Animators: key is \(key), but no such animator is here")
    }
    return box
  }
}

/// What names one of several ``Animators``: it knows what type of values that one animates.
public struct AnimatorKey<Value: ComponentAnimatable>: Hashable, Sendable {
  fileprivate let index: Int
}

extension AnimatorKey: CustomStringConvertible {
  public var description: String { "AnimatorKey<\(Value.self)>(index: \(index))" }
}

/// An animator whose values may be of any type.
private protocol AnimatorBox: AnyObject {
  var isAtRest: Bool { get }
  func advance(to time: Double)
  func advance(by seconds: Double)
}

private final class TypedAnimatorBox<Value: ComponentAnimatable>: AnimatorBox {
  /// Where the animator is, for as long as the box is there.
  let animator: UnsafeMutablePointer<Animator<Value>>
  private var isEmpty = false

  init(_ animator: consuming Animator<Value>) {
    self.animator = .allocate(capacity: 1)
    self.animator.initialize(to: animator)
  }

  deinit {
    if !isEmpty { animator.deinitialize(count: 1) }
    animator.deallocate()
  }

  func take() -> Animator<Value> {
    isEmpty = true
    return animator.move()
  }

  var isAtRest: Bool { animator.pointee.isAtRest }
  func advance(to time: Double) { animator.pointee.advance(to: time) }
  func advance(by seconds: Double) { animator.pointee.advance(by: seconds) }
}
