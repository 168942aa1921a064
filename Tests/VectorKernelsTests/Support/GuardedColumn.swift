import Foundation

/// The place of a column: some elements after the first guard page, or right before the last one.
enum Placement {
  case offset(Int)
  case end

  /// Another alignment for each column, except right beside a guard page.
  func varied(_ column: Int) -> Placement {
    if case .offset(let offset) = self { .offset(offset * (column + 1) % 18) } else { .end }
  }
}

/// Memory for one column, between two pages that can't be read or written.
final class GuardedColumn<Value: Element> {
  /// The number in the memory around a column. No test computes it.
  static var sentinel: Value { Value(sign: .minus, exponent: 77, significand: 1.625) }

  private let pages: UnsafeMutableRawPointer
  private let size: Int
  private let values: UnsafeMutableBufferPointer<Value>

  init(capacity: Int) {
    let page = Int(getpagesize())
    size = (capacity * MemoryLayout<Value>.stride + page - 1) / page * page + 2 * page
    pages = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
    precondition(mprotect(pages, page, PROT_NONE) == 0 && mprotect(pages + size - page, page, PROT_NONE) == 0)
    let bytes = UnsafeMutableRawBufferPointer(start: pages + page, count: size - 2 * page)
    values = bytes.bindMemory(to: Value.self)
    values.initialize(repeating: Self.sentinel)
  }

  deinit {
    munmap(pages, size)
  }

  /// Room for `count` elements, with sentinels around it.
  func place(_ count: Int, _ placement: Placement) -> UnsafeMutableBufferPointer<Value> {
    values.update(repeating: Self.sentinel)
    return values.extracting(range(count, placement))
  }

  /// `contents`, with sentinels around them.
  func place(_ contents: ArraySlice<Value>, _ placement: Placement) -> UnsafeMutableBufferPointer<Value> {
    let room = place(contents.count, placement)
    _ = room.update(fromContentsOf: contents)
    return room
  }

  /// Whether nothing but the `count` elements has been written.
  func isIntact(around count: Int, _ placement: Placement) -> Bool {
    let room = range(count, placement)
    return values[..<room.lowerBound].allSatisfy { $0 == Self.sentinel }
      && values[room.upperBound...].allSatisfy { $0 == Self.sentinel }
  }

  private func range(_ count: Int, _ placement: Placement) -> Range<Int> {
    switch placement {
    case .offset(let offset): offset..<offset + count
    case .end: values.count - count..<values.count
    }
  }
}
