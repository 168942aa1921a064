import Foundation
import VectorKernels

/// Results that every variant must reproduce.
protocol CheckedResult: AnyObject {
  /// Restores the contents that a variant finds before its first call.
  func reset()
  /// Makes the present results the reference.
  func keep()
  /// Returns the largest difference of the present results from the reference.
  func deviation() -> Double
}

/// A buffer that variants write, and the results of the first of them.
final class CheckedBuffer<Value>: CheckedResult {
  typealias Buffer = UnsafeMutableBufferPointer<Value>

  private let buffer: Buffer
  private let initial: [Value]?
  private let deviationFromReference: (_ reference: [Value], _ present: Buffer) -> Double
  private var reference: [Value] = []

  init(_ buffer: Buffer, initial: [Value]?, deviation: @escaping (_ reference: [Value], _ present: Buffer) -> Double) {
    self.buffer = buffer
    self.initial = initial
    deviationFromReference = deviation
  }

  func reset() {
    if let initial {
      _ = buffer.update(fromContentsOf: initial)
    } else {
      // These bits are NaN or no plausible mask, so an element that a variant does not write is noticed.
      memset(buffer.start, 0xFF, buffer.count * MemoryLayout<Value>.stride)
    }
  }

  func keep() {
    reference = Array(buffer)
  }

  func deviation() -> Double {
    deviationFromReference(reference, buffer)
  }
}

/// Columns that the library writes as `Columns`, and others by their addresses.
final class ColumnsOutput<Value: ComponentVector> {
  var values: Columns<Value>
  /// The memory of `values`, which nothing else owns, so writing them doesn't move it.
  let columns: [UnsafeMutableBufferPointer<Value.Component>]

  init(count: Int) {
    var values = Columns<Value>(repeating: .zero, count: count)
    var columns: [UnsafeMutableBufferPointer<Value.Component>] = []
    for component in 0..<Value.componentCount {
      var column = values.mutableSpan(component: component)
      column.withUnsafeMutableBufferPointer { columns.append($0) }
    }
    (self.values, self.columns) = (values, columns)
  }
}

/// The largest difference as a fraction of the largest reference, infinite when an element is not a finite number.
package func largestDeviation<T: BinaryFloatingPoint>(
  from reference: [T], in present: UnsafeMutableBufferPointer<T>
) -> Double {
  var largest: T = 0
  var deviation: T = 0
  for index in reference.indices {
    let difference = (present[index] - reference[index]).magnitude
    guard difference.isFinite else { return .infinity }
    largest = max(largest, reference[index].magnitude)
    deviation = max(deviation, difference)
  }
  return deviation == 0 ? 0 : Double(deviation / largest)
}

extension UnsafeMutableBufferPointer {
  /// The address of a buffer that is known to have one.
  var start: UnsafeMutablePointer<Element> { baseAddress.unsafelyUnwrapped }
}
