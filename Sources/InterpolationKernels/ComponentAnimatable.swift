/// A value that an ``Animator`` animates: a vector of components, or a value that converts to one.
///
/// Every ``ComponentVector`` is its own vector. ``Color`` is animated as a vector in Oklab. A type of your own states
/// the vector that it is animated as, and creates a value from such a vector:
///
/// ```swift
/// struct Card: ComponentAnimatable {
///   var position: Point2D<Double>
///   var opacity: Double
///
///   var animatableComponents: AnimatablePair<Point2D<Double>, Double> { AnimatablePair(position, opacity) }
///
///   init(animatableComponents: AnimatablePair<Point2D<Double>, Double>) {
///     (position, opacity) = (animatableComponents.first, animatableComponents.second)
///   }
/// }
/// ```
///
/// For a type that is also ``Animatable``, the vector is its ``Animatable/animatableData`` by default, so only the
/// initialiser is left to write. An animator keeps only the vector; the initialiser decides on all other parts of a
/// value. If each value must keep its own other parts, animate the vectors, and set the data of the values.
public protocol ComponentAnimatable: Sendable {
  /// The type of the vector that is animated.
  associatedtype AnimatableComponents: ComponentVector

  /// Creates a value from its animated vector.
  init(animatableComponents: AnimatableComponents)

  /// The animated vector of the value.
  var animatableComponents: AnimatableComponents { get }
}

extension ComponentAnimatable where Self: ComponentVector {
  /// Creates a vector from itself.
  @inlinable
  public init(animatableComponents: Self) { self = animatableComponents }

  /// The vector itself.
  @inlinable
  public var animatableComponents: Self { self }
}

extension ComponentAnimatable where Self: Animatable {
  /// The value's animatable data.
  @inlinable
  public var animatableComponents: AnimatableData { animatableData }
}

extension ComponentAnimatable where Self: Animatable & ComponentVector {
  /// The vector itself.
  @inlinable
  public var animatableComponents: Self { self }
}
