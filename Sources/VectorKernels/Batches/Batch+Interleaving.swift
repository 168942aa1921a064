extension Batch {
  /// Interleaves columns into rows, whose components are contiguous in memory: all x, then all y, become x0, y0, x1,
  /// y1, ...
  ///
  /// - Parameters:
  ///   - columns: The columns of n elements each, one after the other.
  ///   - components: The number of columns, at least 1. 2, 3, 4, 6 and 8 are the fastest.
  ///   - out: Receives the n rows, n * components elements. It may not overlap the columns.
  /// - Complexity: O(n * components); moves 8 bytes per `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func interleave<Element: BatchElement>(
    _ columns: Span<Element>, components: Int, into out: consuming MutableSpan<Element>
  ) {
    requireCount(out.count, "out.count", equals: columns.count, "columns.count")
    let count = requireWhole(columns.count, "columns.count", components)
    if count == 0 { return }
    Element.interleave(columns.memory, count, components, out.memory, count)
  }

  /// Separates rows, whose components are contiguous in memory, into columns: x0, y0, x1, y1, ... become all x, then
  /// all y.
  ///
  /// - Parameters:
  ///   - values: The n rows, n * components elements.
  ///   - components: The number of components per row, at least 1. 2, 3, 4, 6 and 8 are the fastest.
  ///   - columns: Receives the columns of n elements each, one after the other. They may not overlap the rows.
  /// - Complexity: O(n * components); moves 8 bytes per `Float`.
  #if !hasFeature(Embedded)
  @_specialize(exported:true,where Element == Float)
  @_specialize(exported:true,where Element == Double)
  #endif
  public static func deinterleave<Element: BatchElement>(
    _ values: Span<Element>, components: Int, into columns: consuming MutableSpan<Element>
  ) {
    requireCount(columns.count, "columns.count", equals: values.count, "values.count")
    let count = requireWhole(values.count, "values.count", components)
    if count == 0 { return }
    Element.deinterleave(values.memory, components, columns.memory, count, count)
  }
}

/// Returns the number of rows of `components` elements in `count` elements. Stops the program if the last one is
/// incomplete.
@inline(__always)
private func requireWhole(
  _ count: Int, _ name: StaticString, _ components: Int, in function: StaticString = #function
) -> Int {
  if components < 1 { stopForComponents(components, function) }
  // A division of 64 bits, and that with the sign, takes longer.
  let rows =
    count <= UInt32.max && components <= UInt32.max ? Int(UInt32(count) / UInt32(components)) : count / components
  if rows * components != count { stopForRemainder(count, name, components, function) }
  return rows
}

@inline(never)
private func stopForComponents(_ components: Int, _ function: StaticString) -> Never {
  fatalError("\(function): components is \(components), but must be at least 1")
}

@inline(never)
private func stopForRemainder(_ count: Int, _ name: StaticString, _ components: Int, _ function: StaticString) -> Never
{
  fatalError("\(function): \(name) is \(count), but must be a multiple of components, \(components)")
}
