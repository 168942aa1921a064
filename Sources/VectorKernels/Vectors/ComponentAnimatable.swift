/// A value that an ``Animator`` animates: a vector of components, or what can be made of one.
///
/// Every ``ComponentVector`` is its own vector. ``Color`` is animated as one in Oklab. A type of your own says which
/// vector it is animated as, and how a value is made of one:
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
/// For one that is ``Animatable`` the vector is its ``Animatable/animatableData`` unless it says otherwise, which leaves
/// the initialiser. What a value has besides its vector, an animator doesn't keep: that is what the initialiser makes it.
/// Where each value is to keep its own, animate the vectors, and set the data of the values.
public protocol ComponentAnimatable: Sendable {
  /// What is animated.
  associatedtype AnimatableComponents: ComponentVector

  /// A value of the components that it is animated by.
  init(animatableComponents: AnimatableComponents)

  /// What is animated of the value.
  var animatableComponents: AnimatableComponents { get }
}

extension ComponentAnimatable where Self: ComponentVector {
  /// A vector as it is.
  @inlinable
  public init(animatableComponents: Self) { self = animatableComponents }

  /// The vector itself.
  @inlinable
  public var animatableComponents: Self { self }
}

extension ComponentAnimatable where Self: Animatable {
  /// The data that is animated.
  @inlinable
  public var animatableComponents: AnimatableData { animatableData }
}

extension ComponentAnimatable where Self: Animatable & ComponentVector {
  /// The vector itself.
  @inlinable
  public var animatableComponents: Self { self }
}
