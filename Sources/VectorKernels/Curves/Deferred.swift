internal import CVectorKernels

/// A value that is made when it is first needed, on whichever thread needs it. If several threads are first, each makes
/// the value, and all of them get the same one.
final class Deferred<Value: Sendable>: @unchecked Sendable {
  // Sendable because the address changes only once, atomically, from 0 to that of a box that nothing writes to.

  private final class Box {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private let address: UnsafeMutablePointer<vk_atomic>

  init() {
    address = .allocate(capacity: 1)
    address.initialize(to: vk_atomic(value: 0))
  }

  deinit {
    Self.box(at: vk_atomic_load_acquiring(address))?.release()
    address.deallocate()
  }

  private static func box(at address: Int) -> Unmanaged<Box>? {
    UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
  }

  /// Calls `body` with the value, which `make` makes if there is none yet. Once there is one, its references aren't
  /// counted, so threads don't wait for one another.
  func withValue<Result>(_ make: () -> Value, _ body: (Value) -> Result) -> Result {
    if let box = Self.box(at: vk_atomic_load_acquiring(address)) {
      return withExtendedLifetime(self) { box._withUnsafeGuaranteedRef { body($0.value) } }
    }
    return body(value(make))
  }

  /// Returns the value, which `make` makes if there is none yet.
  func value(_ make: () -> Value) -> Value {
    if let box = Self.box(at: vk_atomic_load_acquiring(address)) { return box.takeUnretainedValue().value }
    let made = Unmanaged.passRetained(Box(make()))
    var found = 0
    while !vk_atomic_exchange_if_equal(address, &found, Int(bitPattern: made.toOpaque())) {
      guard let box = Self.box(at: found) else { continue }
      made.release()
      return box.takeUnretainedValue().value
    }
    return made.takeUnretainedValue().value
  }
}
