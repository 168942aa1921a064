// What every batched call does with its spans: compare their counts, and hand their memory to a kernel.

extension Span {
  /// The memory, valid for as long as the span, which a batched call is lent until it returns: kernels keep no pointer.
  /// Not for empty spans.
  @inlinable
  var memory: UnsafePointer<Element> { withUnsafeBufferPointer { $0.baseAddress! } }
}

extension MutableSpan {
  /// The memory, valid for as long as the span. Not for empty spans.
  @inlinable
  var memory: UnsafeMutablePointer<Element> {
    mutating get { withUnsafeMutableBufferPointer { $0.baseAddress! } }
  }
}

/// Stops, in every build configuration, when a span hasn't the number of elements that its companions call for.
@inlinable
@inline(__always)
func requireCount(
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
