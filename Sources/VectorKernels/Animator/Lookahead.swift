/// Prefetches the next properties of a call for many properties. Their data is far apart in memory, so without a
/// prefetch the call would wait for memory at each property.
@usableFromInline
struct Lookahead<Handles: Collection<PropertyHandle>> {
  /// The iterator that prefetches slots. Often it must be loaded before the property's numbers can be prefetched.
  @usableFromInline var far: Handles.Iterator
  @usableFromInline var near: Handles.Iterator
  @usableFromInline let isNeeded: Bool

  @inlinable
  init(_ handles: Handles, in core: borrowing AnimatorCore) {
    (far, near) = (handles.makeIterator(), handles.makeIterator())
    isNeeded = core.isLarge
    if !isNeeded { return }
    for _ in 0..<8 {
      if let handle = far.next() { core.prefetch(handle) }
    }
    for _ in 0..<8 { advance(in: core) }
  }

  /// Advances the prefetch by one property.
  @inlinable
  @inline(__always)
  mutating func advance(in core: borrowing AnimatorCore) {
    if !isNeeded { return }
    if let handle = far.next() { core.prefetch(handle) }
    if let handle = near.next() { core.prefetchNumbers(of: handle) }
  }
}
