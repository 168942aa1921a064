// The steps that every batched call takes with its spans: comparing their counts, and passing their memory to a kernel.

// These pointers leave the closures that lend them, because a kernel takes several spans, and a closure can't capture a
// mutable one. One rule keeps that sound: a function takes the memory of its own parameters only, and hands it only to
// calls that end before it returns. A caller's access to memory lasts at least as long as the call that it passes the
// span to, so the memory stays valid until the function returns. The memory of a local span, as in `values.span.memory`,
// may be freed after the span's last use, which comes before that of the pointer. `make lint` looks for such a use.

extension Span {
  /// The memory, valid until the function returns whose parameter the span is. The span must not be empty.
  @inlinable
  package var memory: UnsafePointer<Element> { withUnsafeBufferPointer { $0.baseAddress! } }
}

extension MutableSpan {
  /// The memory, valid until the function returns whose parameter the span is. The span must not be empty.
  @inlinable
  package var memory: UnsafeMutablePointer<Element> {
    mutating get { withUnsafeMutableBufferPointer { $0.baseAddress! } }
  }
}

/// Stops, in every build configuration, if the count of a span doesn't match that of the others.
@inlinable
@inline(__always)
package func requireCount(
  _ count: Int, _ name: StaticString, equals expected: Int, _ expectedName: StaticString,
  in function: StaticString = #function
) {
  if count != expected {
    stopForCount(count, name, expected, expectedName, function)
  }
}

@usableFromInline
@inline(never)
func stopForCount(
  _ count: Int, _ name: StaticString, _ expected: Int, _ expectedName: StaticString, _ function: StaticString
) -> Never {
  fatalError("\(function): \(name) is \(count), but \(expectedName) is \(expected)")
}
