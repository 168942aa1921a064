internal import CVectorKernels

// Values in Double. Motion is still evaluated in Float, relative to a base of each property: the value at which its run
// ends. So a run arrives at its target exactly, and motion is as smooth far from zero as near it.

/// Converts a core's numbers to Doubles: holds the bases to which the numbers are relative, and the sums of both.
@usableFromInline
struct DoubleColumns {
  let components: Int
  fileprivate(set) var bases: ColumnStorage<Double>
  /// The bases of the runs that begin too far from their property's value for a `Float`. Such a property keeps its old
  /// base, and with it its value, until a frame moves it.
  fileprivate(set) var nextBases: [Int: [Double]] = [:]
  /// At every place, the sum of the base and the core's number.
  @usableFromInline fileprivate(set) var values: ColumnStorage<Double>
  /// The slots of a frame's sums, with memory for as many pieces as there may be, so that no frame needs any.
  fileprivate var pieces: [Range<Int>] = []

  init(components: Int) {
    self.components = components
    bases = ColumnStorage(components: components, capacity: 0)
    values = bases
  }

  /// The most slots of a piece, so that several cores share a frame of any number of components. Slots of one word of
  /// the sets of slots, or of one cache line, belong to one piece.
  fileprivate var pieceSize: Int { max(64, 16_384 / components / 64 * 64) }

  /// Reserves memory for the pieces of all slots. At worst, every other word of 64 slots has changed.
  private mutating func reservePieces() {
    pieces.reserveCapacity(values.stride / 128 + values.stride / pieceSize + 2)
  }

  /// Creates columns from bases. The caller must compute their values.
  fileprivate init(components: Int, bases: ColumnStorage<Double>, nextBases: [Int: [Double]]) {
    self.components = components
    self.bases = bases
    self.nextBases = nextBases
    values = ColumnStorage(components: components, capacity: bases.stride)
    reservePieces()
  }

  fileprivate mutating func reserveCapacity(_ capacity: Int) {
    if capacity <= values.stride { return }
    bases = copy(of: bases, capacity: capacity)
    values = copy(of: values, capacity: capacity)
    reservePieces()
  }

  /// Copies the bases if they are shared, so that a write changes only this copy.
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
  /// Sets the value of a property that doesn't run. The value becomes its base.
  @usableFromInline
  mutating func set(_ slot: Int, to value: UnsafePointer<Double>) {
    keepBase(of: slot)
    setBase(of: slot, to: value)
    let components = components
    withValue(of: slot) { number, stride in
      for component in 0..<components { number[component * stride] = 0 }
    }
  }

  /// Changes a property's base and keeps its value, within 6e-8 of its distance from the new base. If no motion covers
  /// that distance, the base changes when a frame moves the property. The caller must adapt the property's run, if it
  /// has one.
  @usableFromInline
  mutating func move(_ slot: Int, toBase base: UnsafePointer<Double>) {
    keepBase(of: slot)
    let (values, stride) = (doubles!.values.memory + slot, doubles!.values.stride)
    func distance(_ component: Int) -> Float { Float(values[component * stride] - base[component]) }
    guard (0..<components).allSatisfy({ abs(distance($0)) <= SpringMover.longestDistance }) else {
      doubles!.nextBases[slot] = Array(UnsafeBufferPointer(start: base, count: components))
      return
    }
    makeResultsUnique()
    for component in 0..<components {
      results.memory[component * results.stride + slot] = distance(component)
    }
    setBase(of: slot, to: base)
    updateDoubles(of: slot)
    touch(slot)
  }

  private mutating func setBase(of slot: Int, to base: UnsafePointer<Double>) {
    doubles!.makeBasesUnique()
    let bases = doubles!.bases
    for component in 0..<components { bases.memory[component * bases.stride + slot] = base[component] }
  }

  /// Whether a property is too far from its run's base, which it takes only when a frame moves it.
  func hasNextBase(_ slot: Int) -> Bool { !doubles!.nextBases.isEmpty && doubles!.nextBases[slot] != nil }

  /// Lets a property keep its base, and its value, although its run is relative to another one.
  mutating func keepBase(of slot: Int) {
    if doubles != nil, !doubles!.nextBases.isEmpty { doubles!.nextBases[slot] = nil }
  }

  /// Gives a property the base of its run. The caller must then set its numbers.
  mutating func takeNextBase(of slot: Int) {
    guard doubles != nil, !doubles!.nextBases.isEmpty, let base = doubles!.nextBases.removeValue(forKey: slot) else {
      return
    }
    setBase(of: slot, to: base)
  }

  /// Gives all properties that move the bases of their runs, in a frame that then sets their numbers.
  mutating func takeNextBases() {
    guard doubles != nil, !doubles!.nextBases.isEmpty else { return }
    for slot in doubles!.nextBases.keys where table.isMoving(slot) { takeNextBase(of: slot) }
  }

  /// Writes the base to which the numbers of a property's run are relative.
  @usableFromInline
  func copyBase(of slot: Int, to out: UnsafeMutablePointer<Double>) {
    if let base = doubles!.nextBases[slot] { return out.update(from: base, count: components) }
    let bases = doubles!.bases
    for component in 0..<components { out[component] = bases.memory[component * bases.stride + slot] }
  }

  mutating func reserveDoubles(_ capacity: Int) { doubles?.reserveCapacity(capacity) }

  /// Recomputes the value of a property.
  @usableFromInline
  mutating func updateDoubles(of slot: Int) {
    if doubles == nil { return }
    doubles!.makeValuesUnique()
    addBases(slot..<slot + 1)
  }

  /// Recomputes all values that may have changed in the frame.
  mutating func updateChangedDoubles() {
    if doubles == nil { return }
    doubles!.makeValuesUnique()
    let size = doubles!.pieceSize
    var (pieces, count): ([Range<Int>], Int) = ([], 0)
    swap(&pieces, &doubles!.pieces)
    pieces.removeAll(keepingCapacity: true)
    table.forEachChangedRangeRoughly { slots in
      count += slots.count
      for first in stride(from: slots.lowerBound, to: slots.upperBound, by: size) {
        pieces.append(first..<min(first + size, slots.upperBound))
      }
    }
    pieces.withUnsafeBufferPointer { pool.compute(baseSums(of: $0), count: count * components) }
    swap(&pieces, &doubles!.pieces)
  }

  private func addBases(_ slots: Range<Int>) { baseSums(of: UnsafeBufferPointer(start: nil, count: 0)).compute(slots) }

  private func baseSums(of pieces: UnsafeBufferPointer<Range<Int>>) -> BaseSums {
    let (bases, values) = (doubles!.bases, doubles!.values)
    return BaseSums(
      pieces: pieces, components: components, cores: pool.cores, numbers: results.memory,
      numbersStride: results.stride, bases: bases.memory, basesStride: bases.stride, values: values.memory,
      valuesStride: values.stride)
  }

  /// Restores the bases of a state.
  mutating func restoreDoubles(_ bases: ColumnStorage<Double>?, _ nextBases: [Int: [Double]]) {
    doubles = bases.map { DoubleColumns(components: components, bases: $0, nextBases: nextBases) }
    if doubles != nil { addBases(0..<table.size) }
  }
}

/// The sums of bases and an animator's numbers as work in parts, each of which is a piece of the slots.
struct BaseSums {
  let pieces: UnsafeBufferPointer<Range<Int>>
  let components: Int
  /// The number of cores that may do the work.
  let cores: Int
  /// The animator's numbers, like the others by slot: a column for each component, `numbersStride` elements apart.
  let numbers: UnsafePointer<Float>
  let numbersStride: Int
  let bases: UnsafePointer<Double>
  let basesStride: Int
  /// Receives the sums.
  let values: UnsafeMutablePointer<Double>
  let valuesStride: Int

  /// Computes the sums of some of the pieces.
  func perform(_ parts: Range<Int>) {
    for part in parts { compute(pieces[part]) }
  }

  /// Computes the sums of some slots.
  func compute(_ slots: Range<Int>) {
    for component in 0..<components {
      vk_add_widened_f64(
        numbers + component * numbersStride + slots.lowerBound, bases + component * basesStride + slots.lowerBound,
        values + component * valuesStride + slots.lowerBound, slots.count)
    }
  }
}
