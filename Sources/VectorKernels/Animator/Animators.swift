/// Several animators, for values of different types, that advance together.
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
/// You use each animator in place, by its key: nothing is copied, and spans of its columns stay valid until something
/// changes. Like an animator, this type has one owner and isn't `Sendable`.
public struct Animators: ~Copyable {
  /// The animators, by their keys' indices; nil where one has been removed.
  private var boxes: [(any AnimatorBox)?] = []
  /// The places without an animator.
  private var free: [Int] = []
  /// The number of animators that have ever been added. A place may be used again, but no number is.
  private var total = 0
  /// The latest time passed to all animators, in seconds.
  public private(set) var time: Double

  /// Creates an empty collection of animators.
  ///
  /// - Parameter time: The present time in seconds, on the clock whose times you pass to ``advance(to:)``. A time that
  ///   isn't finite counts as 0, and one more than 2^33 from zero as that limit.
  public init(time: Double = 0) { self.time = time.isFinite ? Clock.clamped(time) : 0 }

  /// The number of animators.
  public var count: Int { boxes.count - free.count }

  /// Whether nothing moves in any of the animators. If so, no frame is needed until something is animated, resumed or
  /// set.
  public var isAtRest: Bool { boxes.allSatisfy { $0?.isAtRest ?? true } }

  /// Adds an animator, which continues from its own latest time: ``advance(by:)`` moves it on from there, and
  /// ``advance(to:)`` to the time that all have in common.
  ///
  /// - Returns: The key that identifies the animator until it is removed.
  /// - Complexity: O(1) on average.
  public mutating func add<Value>(_ animator: consuming Animator<Value>) -> AnimatorKey<Value> {
    total += 1
    let box = TypedAnimatorBox(animator, number: total)
    if let index = free.popLast() {
      boxes[index] = box
      return AnimatorKey(index: index, number: total)
    }
    boxes.append(box)
    return AnimatorKey(index: boxes.count - 1, number: total)
  }

  /// Removes an animator and returns it. Its key isn't valid any more.
  ///
  /// - Parameter key: The key of an animator that is here. Any other key stops the program.
  public mutating func remove<Value>(_ key: AnimatorKey<Value>) -> Animator<Value> {
    let box = box(key)
    boxes[key.index] = nil
    free.append(key.index)
    return box.take()
  }

  /// Accesses an animator in place.
  ///
  /// - Parameter key: The key of an animator that is here. Any other key stops the program; but a key from another
  ///   `Animators` may by chance name an animator of the same value type.
  /// - Complexity: O(1)
  public subscript<Value>(key: AnimatorKey<Value>) -> Animator<Value> {
    unsafeAddress { UnsafePointer(box(key).animator) }
    unsafeMutableAddress { box(key).animator }
  }

  /// Evaluates everything that moves, at the given time, as ``Animator/advance(to:)`` does for each animator.
  ///
  /// - Complexity: O(m) for m properties that move.
  public mutating func advance(to time: Double) {
    guard time.isFinite else { return }
    self.time = Clock.clamped(time)
    for box in boxes { box?.advance(to: time) }
  }

  /// Evaluates everything that moves, the given number of seconds later: each animator continues from its own latest
  /// time. A negative number goes back in time, and a number that isn't finite changes nothing. A number beyond 2^33
  /// counts as that limit. Runs advance even if ``time`` has reached its limit and stays there.
  ///
  /// - Complexity: O(m) for m properties that move.
  public mutating func advance(by seconds: Double) {
    guard seconds.isFinite else { return }
    time = Clock.clamped(time + Clock.clamped(seconds))
    for box in boxes { box?.advance(by: seconds) }
  }

  private func box<Value>(_ key: AnimatorKey<Value>) -> TypedAnimatorBox<Value> {
    guard key.index < boxes.count, let box = boxes[key.index] as? TypedAnimatorBox<Value>, box.number == key.number
    else {
      fatalError("Animators: key is \(key), but no animator has that key")
    }
    return box
  }
}

/// Identifies one of several ``Animators``, and knows the type of the values that it animates.
public struct AnimatorKey<Value: ComponentAnimatable>: Hashable, Sendable {
  fileprivate let index: Int
  fileprivate let number: Int
}

extension AnimatorKey: CustomStringConvertible {
  public var description: String { "AnimatorKey<\(Value.self)>(index: \(index))" }
}

/// An animator of values of any type.
private protocol AnimatorBox: AnyObject {
  var isAtRest: Bool { get }
  func advance(to time: Double)
  func advance(by seconds: Double)
}

private final class TypedAnimatorBox<Value: ComponentAnimatable>: AnimatorBox {
  /// The animator's memory, valid for as long as the box exists.
  let animator: UnsafeMutablePointer<Animator<Value>>
  /// The number in the key of the animator.
  let number: Int
  private var isEmpty = false

  init(_ animator: consuming Animator<Value>, number: Int) {
    self.number = number
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
