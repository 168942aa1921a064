import Foundation

/// Bytes that end where a page begins that can't be read or written.
final class GuardedBytes {
  /// The contents of memory before a test writes to it.
  static let sentinel: UInt8 = 0xA5

  private let pages: UnsafeMutableRawPointer
  private let size: Int
  private let page = Int(getpagesize())

  init(capacity: Int) {
    size = (capacity + page - 1) / page * page + 2 * page
    pages = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
    precondition(mprotect(pages + size - page, page, PROT_NONE) == 0)
  }

  deinit {
    munmap(pages, size)
  }

  /// The last `count` bytes before the guard, and all bytes there are before them, filled with sentinels.
  func place(_ count: Int) -> UnsafeMutableRawBufferPointer {
    memset(pages, Int32(Self.sentinel), size - page)
    return UnsafeMutableRawBufferPointer(start: pages + size - page - count, count: count)
  }

  /// Whether nothing before the last `count` bytes was written.
  func isIntact(before count: Int) -> Bool {
    UnsafeRawBufferPointer(start: pages, count: size - page - count).allSatisfy { $0 == Self.sentinel }
  }
}
