/// A namespace of batched evaluation: spans in, spans out, without state or allocation.
///
/// Every call runs one kernel over whole columns, in vectors of 4, 8 or 16 floats, depending on the processor. Columns
/// may have any count, including 0, and any alignment. An element's result doesn't depend on its place in the column,
/// and a NaN or infinity in one element never reaches another. Counts that don't match stop the program with a message
/// that names both.
///
/// ```swift
/// let from: [Float] = [0, 10], to: [Float] = [100, 20]
/// var now: [Float] = [0, 0]
/// Batch.interpolate(from: from.span, to: to.span, amount: 0.5, into: now.mutableSpan)
/// // now == [50, 15]
/// ```
public enum Batch {}
