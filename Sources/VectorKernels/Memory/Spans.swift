// The steps that every batched call takes with its spans: comparing their counts, and passing their memory to a kernel.

extension Span {
  /// The memory, valid as long as the span. A batched call borrows the span until it returns, because kernels keep no
  /// pointer. The span must not be empty.
  @inlinable
  var memory: UnsafePointer<Element> { withUnsafeBufferPointer { $0.baseAddress! } }
}

extension MutableSpan {
  /// The memory, valid as long as the span. The span must not be empty.
  @inlinable
  var memory: UnsafeMutablePointer<Element> {
    mutating get { withUnsafeMutableBufferPointer { $0.baseAddress! } }
  }
}

/// Stops, in every build configuration, if the count of a span doesn't match that of the others.
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
