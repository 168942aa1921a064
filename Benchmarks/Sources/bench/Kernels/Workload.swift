import Foundation
import VectorKernels

/// The memory that all variants of a case work on at one size.
final class Workload {
  /// The number of elements that the case writes.
  let count: Int

  /// The memory that variants read and write, in the order in which the case asked for it.
  private(set) var columns: [Column] = []
  /// The numbers that a variant in another process needs besides.
  var constants: [(name: String, value: Double)] = []

  private var pages: Pages
  private var allocations: [UnsafeMutableRawPointer] = []
  /// The number of buffers up to now.
  private var bufferCount = 0
  /// What is left of the last allocation of huge pages.
  private var rest = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var results: [any CheckedResult] = []
  private var exactResults: [ExactResults] = []
  /// What owns the memory of results that isn't among the allocations.
  private var owners: [AnyObject] = []
  private var random = SplitMix64(state: 1)

  init(count: Int, pages: Pages = .bySize) {
    (self.count, self.pages) = (count, pages)
  }

  deinit {
    for allocation in allocations { allocation.deallocate() }
  }

  /// A part of the memory as other processes see it.
  struct Column {
    enum Role: String {
      case output, state, input
    }

    let role: Role
    /// A letter and a number of bits, such as f32.
    let type: String
    let count: Int
    let bytes: UnsafeMutableRawBufferPointer
  }

  /// The pages that memory consists of.
  enum Pages {
    /// Pages of the system's usual size. Which of them share places in the caches is chance, which lasts as long as a
    /// process, or longer if the next one gets the same pages.
    case normal
    /// Huge pages, where the system has them, with one buffer after the other: within a page, places in the caches are
    /// the same in every process.
    case huge
    /// Huge pages if the first buffer, which is for results, has at least a megabyte.
    case bySize
  }

  // MARK: Buffers

  /// Memory that variants write. Ask for outputs before inputs, see `allocate`.
  func output<T: Element>(_ type: T.Type) -> UnsafeMutableBufferPointer<T> {
    let buffer = allocate(type, .output, count: count)
    results.append(CheckedBuffer(buffer, initial: nil, deviation: largestDeviation))
    return buffer
  }

  /// Columns that variants write. Variants in other processes don't see them.
  func columnsOutput<Value: ComponentVector>(_ type: Value.Type) -> ColumnsOutput<Value>
  where Value.Component: Element {
    let output = ColumnsOutput<Value>(count: count)
    owners.append(output)
    for column in output.columns {
      results.append(CheckedBuffer(column, initial: nil, deviation: largestDeviation))
    }
    return output
  }

  /// Memory that variants write. All of them must write the same bits there.
  func exactOutput<T: FixedWidthInteger>(_ type: T.Type, count: Int) -> UnsafeMutableBufferPointer<T> {
    let buffer = allocate(type, .output, count: count)
    results.append(CheckedBuffer(buffer, initial: nil) { $0.elementsEqual($1) ? 0 : .infinity })
    return buffer
  }

  /// Memory for numbers in steps of 1/255, which variants may round to either side.
  func steps(count: Int) -> UnsafeMutableBufferPointer<UInt8> {
    let buffer = allocate(UInt8.self, .output, count: count)
    let result = CheckedBuffer(buffer, initial: nil) { reference, present in
      Double(zip(reference, present).map { abs(Int($0) - Int($1)) }.max() ?? 0) / 255
    }
    results.append(result)
    return buffer
  }

  /// Memory that variants read and write.
  func state<T: Element>(_ value: (Int) -> T) -> UnsafeMutableBufferPointer<T> {
    let buffer = filled(.state, count: count, value)
    results.append(CheckedBuffer(buffer, initial: Array(buffer), deviation: largestDeviation))
    return buffer
  }

  /// Memory that variants read.
  func input<T: Element>(count: Int? = nil, _ value: (Int) -> T) -> UnsafeMutableBufferPointer<T> {
    filled(.input, count: count ?? self.count, value)
  }

  private func filled<T: Element>(_ role: Column.Role, count: Int, _ value: (Int) -> T) -> UnsafeMutableBufferPointer<T>
  {
    let buffer = allocate(T.self, role, count: count)
    for index in buffer.indices { buffer[index] = value(index) }
    return buffer
  }

  /// Memory that variants read, with numbers spread evenly over a range.
  func input<T: Element>(count: Int? = nil, in range: ClosedRange<T>) -> UnsafeMutableBufferPointer<T> {
    input(count: count) { _ in uniform(in: range) }
  }

  /// Memory that variants read, with all bytes alike.
  func bytes(count: Int) -> UnsafeMutableBufferPointer<UInt8> {
    let buffer = allocate(UInt8.self, .input, count: count)
    for index in buffer.indices { buffer[index] = UInt8(uniform(in: 0...255 as ClosedRange<Float>)) }
    return buffer
  }

  /// Memory that variants read: the four columns of values, each `columnStride` elements after the one before.
  func columns<T: Element>(_ values: Columns<SIMD4<T>>) -> UnsafeMutableBufferPointer<T> {
    input(count: 4 * columnStride) { index in
      let value = index % columnStride
      return value < count ? values[value][index / columnStride] : 0
    }
  }

  /// No whole number of pages for counts that are.
  var columnStride: Int { count + 16 }

  func uniform<T: Element>(in range: ClosedRange<T>) -> T {
    range.lowerBound + (range.upperBound - range.lowerBound) * T(random.unit())
  }

  /// Memory aligned to cache lines, each buffer at another offset from its page, with its pages mapped.
  ///
  /// With equal offsets, a store would look like a load of the same index from another buffer to processors that tell
  /// addresses apart by their lowest twelve bits. Outputs come first and so have the lowest offsets: what a kernel
  /// loads shortly after a store then differs from it in those bits.
  private func allocate<T>(
    _ type: T.Type, _ role: Column.Role?, count: Int
  ) -> UnsafeMutableBufferPointer<T> {
    let page = 4096
    let offset = bufferCount * (256 + 64) % page
    bufferCount += 1
    let size = max(1, count * MemoryLayout<T>.stride)
    let memory = memory(byteCount: (size + offset + page - 1) / page * page, alignment: page)
    memset(memory, 0, size + offset)
    let start = (memory + offset).bindMemory(to: T.self, capacity: count)
    let buffer = UnsafeMutableBufferPointer(start: start, count: count)
    if let role {
      let letter = type is any BinaryFloatingPoint.Type ? "f" : type is any SignedInteger.Type ? "i" : "u"
      columns.append(
        Column(
          role: role, type: "\(letter)\(8 * MemoryLayout<T>.stride)", count: count,
          bytes: UnsafeMutableRawBufferPointer(buffer)))
    }
    return buffer
  }

  private func memory(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer {
    if pages == .bySize { pages = byteCount >= 1_000_000 ? .huge : .normal }
    if pages == .normal {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: alignment)
      allocations.append(memory)
      return memory
    }
    if rest.count < byteCount {
      let huge = 2 << 20
      let size = (max(byteCount, 4 * huge) + huge - 1) / huge * huge
      let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: huge)
      allocations.append(memory)
      #if os(Linux)
      madvise(memory, size, MADV_HUGEPAGE)
      #endif
      rest = UnsafeMutableRawBufferPointer(start: memory, count: size)
    }
    defer { rest = UnsafeMutableRawBufferPointer(rebasing: rest[byteCount...]) }
    return rest.baseAddress!
  }

  // MARK: Copying

  /// Copies between two buffers. A copy reads and writes the same total of bytes as one pass of the kernel.
  ///
  /// `memcpy` is what everybody means by copying, and chooses between normal stores and ones that stream past the
  /// caches. That choice is not the best one at every size on every machine, and then a plain loop is faster. So both
  /// are measured, and the faster one counts.
  func copies(bytes: Int) -> [Variant] {
    let destination = allocate(UInt64.self, nil, count: max(1, bytes / 16))
    let source = allocate(UInt64.self, nil, count: max(1, bytes / 16))
    let size = destination.count * MemoryLayout<UInt64>.size
    return [
      Variant(name: "memcpy", role: .copy) { memcpy(destination.start, source.start, size) },
      Variant(name: "copy loop", role: .copy) { ScalarLoops.copy(source, to: destination) },
    ]
  }

  // MARK: Checking

  /// Says how the numbers of buffers are computed in a wider type, see `ExactResults`. Call it when the buffers hold
  /// what variants find there.
  func exactly<T: Element>(
    _ results: UnsafeMutableBufferPointer<T>...,
    compute: @escaping (Widening, [UnsafeMutableBufferPointer<T.Wide>]) -> Void
  ) {
    guard T.Wide.significandBitCount > T.significandBitCount, count <= ExactResults.largestCount else { return }
    exactResults.append(ExactResults(results, by: compute))
  }

  /// The distances of a variant's results from two others, as fractions of the largest.
  struct Deviation {
    /// The largest difference from the first variant's; infinite where something was left out.
    let fromFirst: Double
    /// The largest difference from exact results; nil where there are none.
    let fromExact: Double?

    func worse(_ other: Deviation) -> Deviation {
      Deviation(
        fromFirst: max(fromFirst, other.fromFirst), fromExact: [fromExact, other.fromExact].compactMap(\.self).max())
    }
  }

  /// Returns the deviation of each variant's results, of a single call.
  func deviations(of variants: [Variant]) -> [Deviation] {
    variants.indices.map { index in
      for result in results { result.reset() }
      variants[index].activate()
      variants[index].run()
      if index == 0 {
        for result in results { result.keep() }
      }
      return Deviation(
        fromFirst: results.map { $0.deviation() }.max() ?? 0, fromExact: exactResults.map { $0.error() }.max())
    }
  }
}
