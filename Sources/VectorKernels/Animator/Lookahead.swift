/// The properties that a call for many of them comes to next: what is kept of these is asked for ahead of time. Far apart
/// in memory, it would be waited for again and again.
@usableFromInline
struct Lookahead<Handles: Collection<PropertyHandle>> {
  /// Where a property runs has to be there before its numbers can be asked for.
  @usableFromInline var far: Handles.Iterator
  @usableFromInline var near: Handles.Iterator

  @inlinable
  init(_ handles: Handles, in core: borrowing AnimatorCore) {
    (far, near) = (handles.makeIterator(), handles.makeIterator())
    for _ in 0..<8 {
      if let handle = far.next() { core.prefetch(handle) }
    }
    for _ in 0..<8 { advance(in: core) }
  }

  /// Looks one property further ahead.
  @inlinable
  mutating func advance(in core: borrowing AnimatorCore) {
    if let handle = far.next() { core.prefetch(handle) }
    if let handle = near.next() { core.prefetchNumbers(of: handle) }
  }
}
