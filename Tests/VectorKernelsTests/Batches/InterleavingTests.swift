import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct InterleavingTests {
  @Test(arguments: Array(1...9) + [12, 16, 20])
  func everyComponentArrives(components: Int) {
    everyComponentArrives(Float.self, components)
    everyComponentArrives(Double.self, components)
  }

  @Test(arguments: [2, 3, 4, 6, 8, 16])
  func longColumnsArrive(components: Int) {
    longColumnsArrive(Float.self, components)
    longColumnsArrive(Double.self, components)
  }

  @Test(arguments: [5, 16, 32, 264])
  func hugeColumnsArrive(components: Int) {
    // Long enough to be written past the caches, in memory that suits registers.
    hugeColumnsArrive(Float.self, components)
    hugeColumnsArrive(Double.self, components)
  }

  @Test func bitsAreKept() {
    let odd: [Float] = [
      .nan, -.nan, .signalingNaN, Float(nan: 0x1234, signaling: false), -0.0, 0, .infinity, .leastNonzeroMagnitude,
    ]
    for components in [1, 2, 3, 4, 5, 6, 8, 9, 16] {
      let columns = (0..<components * 3 * odd.count).map { odd[($0 * 3 + 1) % odd.count] }
      var values = [Float](repeating: 0, count: columns.count)
      var back = values
      Batch.interleave(columns.span, components: components, into: values.mutableSpan)
      Batch.deinterleave(values.span, components: components, into: back.mutableSpan)
      #expect(values.map(\.bitPattern) == interleaved(columns, components).map(\.bitPattern))
      #expect(back.map(\.bitPattern) == columns.map(\.bitPattern))
    }
  }

  @Test func nothingIsFine() {
    let none: [Float] = []
    var nothing: [Float] = []
    Batch.interleave(none.span, components: 3, into: nothing.mutableSpan)
    Batch.deinterleave(none.span, components: 3, into: nothing.mutableSpan)
  }

  @Test(arguments: [(7, 7, 2, "columns.count is 7"), (6, 7, 3, "out.count is 7"), (6, 6, 0, "components is 0")])
  func misfitsStopTheProgram(columns: Int, out: Int, components: Int, message: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [columns = columns as Int, out = out as Int, components = components as Int] in
      var values = [Float](repeating: 0, count: out)
      Batch.interleave([Float](repeating: 0, count: columns).span, components: components, into: values.mutableSpan)
    }
    let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(printed.contains(message), "\(printed)")
  }
}

extension InterleavingTests {
  /// Any count at any alignment, with nothing written beside the results and nothing read beside the inputs.
  private func everyComponentArrives<S: Element>(_: S.Type, _ components: Int) {
    var verdict = Verdict()
    defer { verdict.report() }
    let counts = 0...67
    let capacity = counts.upperBound * components + 18
    let source = GuardedColumn<S>(capacity: capacity)
    let destination = GuardedColumn<S>(capacity: capacity)
    for count in counts {
      for placement in (0..<18).map(Placement.offset) + [.end] {
        let columns = (0..<count * components).map { S($0) + 0.5 }
        let values = interleaved(columns, components)
        let total = columns.count

        let from = source.place(columns[...], placement.varied(0))
        let to = destination.place(total, placement.varied(1))
        Batch.interleave(from.span, components: components, into: to.mutableSpan)
        verdict.require(to.elementsEqual(values), count, "interleave \(components), \(count) values at \(placement)")
        verdict.require(
          destination.isIntact(around: total, placement.varied(1)), count,
          "written beside \(count) values of \(components) at \(placement)")

        let rows = source.place(values[...], placement.varied(1))
        let back = destination.place(total, placement.varied(0))
        Batch.deinterleave(rows.span, components: components, into: back.mutableSpan)
        verdict.require(
          back.elementsEqual(columns), count, "deinterleave \(components), \(count) values at \(placement)")
        verdict.require(
          destination.isIntact(around: total, placement.varied(0)), count,
          "written beside \(components) columns of \(count) at \(placement)")
      }
    }
  }

  private func longColumnsArrive<S: Element>(_: S.Type, _ components: Int) {
    let count = (2 << 20) / (components * MemoryLayout<S>.size) + 3
    let columns = (0..<count * components).map { S($0) }
    var values = columns.map { _ in S.nan }
    var back = values
    Batch.interleave(columns.span, components: components, into: values.mutableSpan)
    #expect(values == interleaved(columns, components))
    Batch.deinterleave(values.span, components: components, into: back.mutableSpan)
    #expect(back == columns)
  }

  private func hugeColumnsArrive<S: Element>(_: S.Type, _ components: Int) {
    let count = (17 << 20) / (components * MemoryLayout<S>.size) + 3
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: 2 * count * components * MemoryLayout<S>.size, alignment: 64)
    defer { memory.deallocate() }
    let elements = memory.bindMemory(to: S.self)
    for index in 0..<count * components { elements[index] = S(index) }
    Batch.interleave(
      Span(_unsafeElements: UnsafeBufferPointer(rebasing: elements[..<(count * components)])), components: components,
      into: MutableSpan(_unsafeElements: UnsafeMutableBufferPointer(rebasing: elements[(count * components)...])))
    var wrong = 0
    for value in 0..<count {
      for component in 0..<components
      where elements[count * components + value * components + component] != S(component * count + value) {
        wrong += 1
      }
    }
    #expect(wrong == 0)
  }
}

/// Columns one after the other, as values.
private func interleaved<S>(_ columns: [S], _ components: Int) -> [S] {
  let count = columns.count / components
  return (0..<columns.count).map { columns[$0 % components * count + $0 / components] }
}
