import CVectorKernelsC
import VectorKernels

/// An animator with any number of components.
protocol AnimatorBox: AnyObject {
  var components: Int { get }
  var columnCount: Int { get }
  var isAtRest: Bool { get }
  var completions: [Completion] { get }
  func contains(_ handle: PropertyHandle) -> Bool
  func isAnimating(_ handle: PropertyHandle) throws(StalePropertyError) -> Bool
  /// The address of a column, which holds until a property is added.
  func column(_ component: Int) -> UnsafePointer<Float>?
  /// Adds properties with the values of rows.
  func add(_ rows: UnsafeBufferPointer<Float>) -> PropertyRange
  func remove(_ handles: UnsafeBufferPointer<PropertyHandle>)
  func set(_ handles: UnsafeBufferPointer<PropertyHandle>, to rows: UnsafeBufferPointer<Float>)
    throws(StalePropertyError)
  func animate(
    _ handles: UnsafeBufferPointer<PropertyHandle>, to rows: UnsafeBufferPointer<Float>, using animation: Animation,
    delay: Double, stagger: Stagger
  ) throws(StalePropertyError)
  func play(_ handles: UnsafeBufferPointer<PropertyHandle>, _ keyframes: PreparedKeyframes, stagger: Stagger)
    throws(StalePropertyError)
  func advance(by seconds: Double)
}

/// An animator of one type of rows.
final class TypedAnimatorBox<Row: ComponentVector>: AnimatorBox where Row.Component == Float {
  private var animator: Animator<Row>

  init(capacity: Int) { animator = Animator(capacity: capacity) }

  var components: Int { Row.componentCount }
  var columnCount: Int { animator.columnCount }
  var isAtRest: Bool { animator.isAtRest }
  var completions: [Completion] { animator.completions }

  func contains(_ handle: PropertyHandle) -> Bool { animator.contains(handle) }

  func isAnimating(_ handle: PropertyHandle) throws(StalePropertyError) -> Bool { try animator.isAnimating(handle) }

  func column(_ component: Int) -> UnsafePointer<Float>? { animator.address(ofColumn: component) }

  func add(_ rows: UnsafeBufferPointer<Float>) -> PropertyRange {
    rows.withMemoryRebound(to: Row.self) { animator.add($0.span) }
  }

  func remove(_ handles: UnsafeBufferPointer<PropertyHandle>) {
    for handle in handles {
      // A property that is named twice is stale the second time.
      try? animator.remove(handle)
    }
  }

  func set(
    _ handles: UnsafeBufferPointer<PropertyHandle>, to rows: UnsafeBufferPointer<Float>
  ) throws(StalePropertyError) {
    try rows.withMemoryRebound(to: Row.self) { rows throws(StalePropertyError) in
      try animator.set(handles, to: rows.span)
    }
  }

  func animate(
    _ handles: UnsafeBufferPointer<PropertyHandle>, to rows: UnsafeBufferPointer<Float>, using animation: Animation,
    delay: Double, stagger: Stagger
  ) throws(StalePropertyError) {
    try rows.withMemoryRebound(to: Row.self) { rows throws(StalePropertyError) in
      try animator.animate(handles, to: rows.span, using: animation, delay: delay, stagger: stagger)
    }
  }

  func play(
    _ handles: UnsafeBufferPointer<PropertyHandle>, _ keyframes: PreparedKeyframes, stagger: Stagger
  ) throws(StalePropertyError) {
    try animator.play(handles, keyframes, stagger: stagger)
  }

  func advance(by seconds: Double) { animator.advance(by: seconds) }
}

extension Animator where Component == Float {
  /// Returns the address of a column. It leaves the scope of the column's span, but the memory is the animator's own:
  /// it stays where it is until a property is added, because nobody keeps a copy that a write would have to preserve.
  fileprivate func address(ofColumn component: Int) -> UnsafePointer<Float>? {
    column(component).withUnsafeBufferPointer { $0.baseAddress }
  }
}
