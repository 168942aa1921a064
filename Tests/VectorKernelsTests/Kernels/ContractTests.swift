import Testing

/// Tests the contract of every batched call: an element's result depends on that element alone.
@Suite(.seeded) struct ContractTests {
  @Test(arguments: Call<Float>.all)
  func floatResultsDontDependOnPosition(call: Call<Float>) {
    resultsDontDependOnPosition(call)
  }

  @Test(arguments: Call<Double>.all)
  func doubleResultsDontDependOnPosition(call: Call<Double>) {
    resultsDontDependOnPosition(call)
  }

  @Test(arguments: Call<Float>.all)
  func floatResultsDontDependOnLength(call: Call<Float>) {
    resultsDontDependOnLength(call)
  }

  @Test(arguments: Call<Double>.all)
  func doubleResultsDontDependOnLength(call: Call<Double>) {
    resultsDontDependOnLength(call)
  }

  @Test(arguments: Call<Float>.all.filter(\.mayAlias))
  func floatOutputsMayBeInputs(call: Call<Float>) {
    outputsMayBeInputs(call)
  }

  @Test(arguments: Call<Double>.all.filter(\.mayAlias))
  func doubleOutputsMayBeInputs(call: Call<Double>) {
    outputsMayBeInputs(call)
  }

  @Test(arguments: Call<Float>.all)
  func floatPoisonStaysInItsSlot(call: Call<Float>) {
    poisonStaysInItsSlot(call)
  }

  @Test(arguments: Call<Double>.all)
  func doublePoisonStaysInItsSlot(call: Call<Double>) {
    poisonStaysInItsSlot(call)
  }
}

private let counts = 0...67
private let offsets = 0..<18

extension ContractTests {
  /// Any count, any alignment of each column, nothing written outside the outputs, nothing read outside the inputs.
  private func resultsDontDependOnPosition<S: Element>(_ call: Call<S>) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    let rows = 3 * counts.upperBound
    let columns = call.columns(rows: rows, using: &generator)
    let expected = call.results(for: columns)
    let capacity = counts.upperBound + offsets.upperBound
    let sources = call.inputs.map { GuardedColumn<S>(capacity: capacity * $0.width) }
    let destinations = call.outputs.map { GuardedColumn<S>(capacity: capacity * $0) }
    for count in counts {
      for placement in offsets.map(Placement.offset) + [.end] {
        let first = Int.random(in: 0...rows - count, using: &generator)
        let inputs = sources.indices.map { column in
          let width = call.inputs[column].width
          let slice = columns[column][first * width..<(first + count) * width]
          return sources[column].place(slice, placement.varied(column))
        }
        let outputs = destinations.indices.map { column in
          destinations[column].place(count * call.outputs[column], placement.varied(inputs.count + column))
        }
        call.run(inputs.map { UnsafeBufferPointer($0) }, outputs)
        for (column, width) in call.outputs.enumerated() {
          let same = zip(outputs[column], expected[column][(first * width)...]).allSatisfy { $0.isIdentical(to: $1) }
          verdict.require(same, count, "output \(column), \(count) rows at \(placement)")
          let isIntact = destinations[column].isIntact(
            around: count * width, placement.varied(inputs.count + column))
          verdict.require(isIntact, count, "written outside output \(column), \(count) rows at \(placement)")
        }
      }
    }
  }

  /// Columns so long that kernels align their stores and write past the caches.
  private func resultsDontDependOnLength<S: Element>(_ call: Call<S>) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    let period = 61
    let columns = call.columns(rows: period, using: &generator)
    let expected = call.results(for: columns)
    let bytesPerRow = (call.inputs.map(\.width) + call.outputs).reduce(0, +) * MemoryLayout<S>.size
    // Several outputs are only written past the caches if they are aligned alike.
    let large = call.outputs.count > 1 ? [(50_000_000, 1), (50_000_000, 0)] : [(50_000_000, 1)]
    for (bytes, apart) in call.isLoop ? [(60_000, 1)] : [(60_000, 1)] + large {
      let rows = bytes / bytesPerRow
      let inputs = columns.indices.map { column in
        Misaligned<S>(count: rows * call.inputs[column].width, by: column, repeating: columns[column])
      }
      let outputs = call.outputs.indices.map { column in
        Misaligned<S>(count: rows * call.outputs[column], by: 3 + apart * column, repeating: [.nan])
      }
      withExtendedLifetime((inputs, outputs)) {
        call.run(inputs.map { UnsafeBufferPointer($0.elements) }, outputs.map(\.elements))
      }
      for column in outputs.indices {
        let wrong = outputs[column].firstDifference(fromRepeating: expected[column])
        verdict.require(wrong == nil, rows, "element \(wrong ?? 0) of output \(column) in \(rows) rows")
      }
    }
  }

  /// Each output in turn takes the place of each input of its shape.
  private func outputsMayBeInputs<S: Element>(_ call: Call<S>) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for count in counts {
      let columns = call.columns(rows: count, using: &generator)
      let expected = call.results(for: columns)
      for shift in call.inputs.indices {
        let inputs = columns.map { column in
          let memory = UnsafeMutableBufferPointer<S>.allocate(capacity: column.count)
          _ = memory.initialize(fromContentsOf: column)
          return memory
        }
        defer { inputs.forEach { $0.deallocate() } }
        let shared = call.outputs.indices.map { (shift + $0) % inputs.count }
        let distinct = Set(shared).count == shared.count
        guard distinct, zip(shared, call.outputs).allSatisfy({ call.inputs[$0].width == $1 }) else { continue }
        let outputs = shared.map { inputs[$0] }
        call.run(inputs.map { UnsafeBufferPointer($0) }, outputs)
        for column in outputs.indices {
          let same = zip(outputs[column], expected[column]).allSatisfy { $0.isIdentical(to: $1) }
          verdict.require(same, count, "output \(column) in input \(shared[column]), \(count) rows")
        }
      }
    }
  }

  /// One bad value changes no other element's result, and NaN gives NaN.
  private func poisonStaysInItsSlot<S: Element>(_ call: Call<S>) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    // A NaN with a payload in all its bits, which kernels that compute with bits must keep as well.
    let payload = S(
      sign: .minus, exponentBitPattern: S.nan.exponentBitPattern,
      significandBitPattern: S.greatestFiniteMagnitude.significandBitPattern)
    let poisons: [S] = [
      .nan, payload, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    ]
    let columns = call.columns(rows: counts.upperBound, using: &generator)
    let clean = call.results(for: columns)
    for (column, input) in call.inputs.enumerated() {
      for slot in columns[column].indices {
        for poison in poisons + [.leastNonzeroMagnitude] {
          var poisoned = columns
          poisoned[column][slot] = poison
          let results = call.results(for: poisoned)
          for (output, width) in call.outputs.enumerated() {
            let row = slot / input.width
            let affected = input.width == width && !input.isWhole ? slot..<slot + 1 : row * width..<(row + 1) * width
            let others = results[output].indices.filter { !affected.contains($0) }
            let contained = others.allSatisfy { results[output][$0].isIdentical(to: clean[output][$0]) }
            verdict.require(
              contained, slot, "\(poison) in slot \(slot) of input \(column) reached others of output \(output)")
            guard poison.isNaN, input.outputs?.contains(output) != false else { continue }
            verdict.require(
              results[output][affected].allSatisfy(\.isNaN), slot,
              "NaN in slot \(slot) of input \(column) gave \(results[output][affected]) in output \(output)")
          }
        }
      }
    }
  }
}

/// A column that begins some elements after a multiple of the largest register.
private final class Misaligned<S: Element> {
  let elements: UnsafeMutableBufferPointer<S>
  private let memory: UnsafeMutableRawBufferPointer

  init(count: Int, by offset: Int, repeating pattern: [S]) {
    let stride = MemoryLayout<S>.stride
    memory = .allocate(byteCount: (count + offset) * stride, alignment: 64)
    elements = UnsafeMutableRawBufferPointer(rebasing: memory[(offset * stride)...]).bindMemory(to: S.self)
    for first in Swift.stride(from: 0, to: count, by: pattern.count) {
      _ = elements[first..<min(count, first + pattern.count)].initialize(fromContentsOf: pattern.prefix(count - first))
    }
  }

  deinit {
    memory.deallocate()
  }

  func firstDifference(fromRepeating pattern: [S]) -> Int? {
    var row = 0
    for index in elements.indices {
      if !elements[index].isIdentical(to: pattern[row]) { return index }
      row = row + 1 == pattern.count ? 0 : row + 1
    }
    return nil
  }
}
