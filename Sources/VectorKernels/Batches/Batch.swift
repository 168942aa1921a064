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

extension BatchElement {
  /// Clamps a time so that its product with any spring's rates is finite: to within 1e30 s (`Float`) or 1e290 s of 0.
  static func springTime(_ time: Double) -> Double {
    let limit = self == Float.self ? 1e30 : 1e290
    return time.isFinite ? max(-limit, min(time, limit)) : time
  }
}

extension Batch {
  /// Clamps a time so that its product with rates of up to 1e15 per second is finite: to within 1e16 s of 0.
  static func progressTime(_ time: Double) -> Double { time.isFinite ? max(-1e16, min(time, 1e16)) : time }
}
