internal import CVectorKernels

// Values in Double. What moves is evaluated in Float all the same, relative to a base that each property has: where its
// run goes. So a run arrives at its target exactly, and far from zero it is as fine as near it.

/// What makes Doubles of what a core holds: the bases that its numbers are relative to, and the sums of both.
@usableFromInline
struct DoubleColumns {
  let components: Int
  fileprivate(set) var bases: ColumnStorage<Double>
  /// Everywhere the base and the core's number, added.
  @usableFromInline fileprivate(set) var values: ColumnStorage<Double>

  init(components: Int) {
    self.components = components
    bases = ColumnStorage(components: components, capacity: 0)
    values = bases
  }

  /// So many bases, whose values are yet to be made.
  fileprivate init(components: Int, bases: ColumnStorage<Double>) {
    self.components = components
    self.bases = bases
    values = ColumnStorage(components: components, capacity: bases.stride)
  }

  fileprivate mutating func reserveCapacity(_ capacity: Int) {
    if capacity <= values.stride { return }
    bases = copy(of: bases, capacity: capacity)
    values = copy(of: values, capacity: capacity)
  }

  /// Makes sure that nobody else sees what is about to be written.
  fileprivate mutating func makeBasesUnique() {
    if !isKnownUniquelyReferenced(&bases) { bases = copy(of: bases, capacity: bases.stride) }
  }

  fileprivate mutating func makeValuesUnique() {
    if !isKnownUniquelyReferenced(&values) { values = copy(of: values, capacity: values.stride) }
  }

  private func copy(of old: ColumnStorage<Double>, capacity: Int) -> ColumnStorage<Double> {
    let new = ColumnStorage<Double>(components: components, capacity: capacity)
    let count = min(old.stride, new.stride)
    for component in 0..<components {
      (new.memory + component * new.stride).initialize(from: old.memory + component * old.stride, count: count)
    }
    return new
  }
}

extension AnimatorCore {
  /// Gives a property that doesn't run a value, which is then its base.
  @usableFromInline
  mutating func set(_ slot: Int, to value: UnsafePointer<Double>) {
    setBase(of: slot, to: value)
    let components = components
    withValue(of: slot) { number, stride in
      for component in 0..<components { number[component * stride] = 0 }
    }
  }

  /// Lets a property be where it is with another base, within 6e-8 of its distance from that. What runs then is yet to
  /// learn of it.
  @usableFromInline
  mutating func move(_ slot: Int, toBase base: UnsafePointer<Double>) {
    makeResultsUnique()
    let (values, stride) = (doubles!.values.memory + slot, doubles!.values.stride)
    for component in 0..<components {
      results.memory[component * results.stride + slot] = Float(values[component * stride] - base[component])
    }
    setBase(of: slot, to: base)
    updateDoubles(of: slot)
  }

  private mutating func setBase(of slot: Int, to base: UnsafePointer<Double>) {
    doubles!.makeBasesUnique()
    let bases = doubles!.bases
    for component in 0..<components { bases.memory[component * bases.stride + slot] = base[component] }
  }

  /// Writes a property's base.
  func copyBase(of slot: Int, to out: UnsafeMutablePointer<Double>) {
    let bases = doubles!.bases
    for component in 0..<components { out[component] = bases.memory[component * bases.stride + slot] }
  }

  mutating func reserveDoubles(_ capacity: Int) { doubles?.reserveCapacity(capacity) }

  /// Makes the value of a property anew.
  @usableFromInline
  mutating func updateDoubles(of slot: Int) {
    if doubles == nil { return }
    doubles!.makeValuesUnique()
    addBases(slot..<slot + 1)
  }

  /// Makes all values anew that may be others than before the frame.
  mutating func updateChangedDoubles() {
    if doubles == nil { return }
    doubles!.makeValuesUnique()
    table.forEachChangedRangeRoughly { addBases($0) }
  }

  private func addBases(_ slots: Range<Int>) {
    let (bases, values) = (doubles!.bases, doubles!.values)
    for component in 0..<components {
      let numbers = results.memory + component * results.stride + slots.lowerBound
      let base = bases.memory + component * bases.stride + slots.lowerBound
      let out = values.memory + component * values.stride + slots.lowerBound
      vk_add_widened_f64(numbers, base, out, slots.count)
    }
  }

  /// Puts the bases back that a state has.
  mutating func restoreDoubles(_ bases: ColumnStorage<Double>?) {
    doubles = bases.map { DoubleColumns(components: components, bases: $0) }
    if doubles != nil { addBases(0..<table.size) }
  }
}
