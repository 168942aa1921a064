import VectorKernels

/// `Float` and `Double`, as the tests see them.
protocol Element: BatchElement where Exponent == Int, RawSignificand: FixedWidthInteger {
  /// The value, exactly.
  var reference: Reference { get }
}

extension Float: Element {
  var reference: Reference { Reference(self) }
}

extension Double: Element {
  var reference: Reference { Reference(self) }
}

extension Element {
  /// Whether both are the same number with the same sign of zero, or both are NaN, of any payload.
  func isIdentical(to other: Self) -> Bool {
    self == other ? sign == other.sign : isNaN && other.isNaN
  }
}

/// Returns the result of a batched call in an output of `count` elements.
func output<Value: Element>(_ count: Int, _ call: (consuming MutableSpan<Value>) -> Void) -> [Value] {
  var result = [Value](repeating: .nan, count: count)
  call(result.mutableSpan)
  return result
}
