/// Prepared pairs of transforms, of the plane or of space: their parts in columns, and the pairs that jump.
struct TransformPairs<Parts: TransformParts>: Sendable {
  typealias Transform = Parts.Transform

  private var parts = Columns<Parts>()
  /// The pairs that jump from one transform to the other in the middle.
  private var jumps: [(index: Int, from: Transform, to: Transform)] = []

  init(capacity: Int) {
    parts.reserveCapacity(capacity)
  }

  var count: Int { parts.count }

  mutating func append(_ pair: Parts) { parts.append(pair) }

  /// Appends a pair that can't be decomposed.
  mutating func append(jumpFrom from: Transform, to: Transform) {
    jumps.append((count, from, to))
    parts.append(.zero)
  }

  func mix(by amount: Float, into out: consuming MutableSpan<Transform>, in function: StaticString = #function) {
    requireCount(out.count, "out.count", equals: count, "count", in: function)
    if out.isEmpty { return }
    let memory = out.componentMemory
    withUnsafePointer(to: amount) { mix(by: $0, step: 0, into: memory, stride: 0) }
    for jump in jumps { out[jump.index] = Self.transform(amount, jump.from, jump.to) }
  }

  func mix(by amounts: Span<Float>, into out: consuming MutableSpan<Transform>, in function: StaticString = #function) {
    requireCount(amounts.count, "amounts.count", equals: count, "count", in: function)
    requireCount(out.count, "out.count", equals: count, "count", in: function)
    if out.isEmpty { return }
    mix(by: amounts.memory, step: 1, into: out.componentMemory, stride: 0)
    for jump in jumps { out[jump.index] = Self.transform(amounts[jump.index], jump.from, jump.to) }
  }

  func mix(by amount: Float, into out: inout Columns<Transform>, in function: StaticString = #function) {
    requireCount(out.count, "out.count", equals: count, "count", in: function)
    if out.isEmpty { return }
    out.withColumns { columns, stride in
      withUnsafePointer(to: amount) { mix(by: $0, step: 0, into: columns, stride: stride) }
    }
    for jump in jumps { out[jump.index] = Self.transform(amount, jump.from, jump.to) }
  }

  func mix(by amounts: Span<Float>, into out: inout Columns<Transform>, in function: StaticString = #function) {
    requireCount(amounts.count, "amounts.count", equals: count, "count", in: function)
    requireCount(out.count, "out.count", equals: count, "count", in: function)
    if out.isEmpty { return }
    let memory = amounts.memory
    out.withColumns { mix(by: memory, step: 1, into: $0, stride: $1) }
    for jump in jumps { out[jump.index] = Self.transform(amounts[jump.index], jump.from, jump.to) }
  }

  /// Returns the transform of a pair that jumps.
  private static func transform(_ amount: Float, _ from: Transform, _ to: Transform) -> Transform {
    amount.isNaN ? .undefined : amount < 0.5 ? from : to
  }

  private func mix(
    by amount: UnsafePointer<Float>, step: Int, into out: UnsafeMutablePointer<Float>, stride: Int
  ) {
    Parts.kernel(parts.start(of: 0), parts.storage.stride, amount, step, out, stride, count)
  }
}

/// The parts of a pair in the layout that its kernel takes (`TransformKernels.swift`).
protocol TransformParts: PackedVector, Sendable where Component == Float {
  associatedtype Transform: UndefinedTransform

  static var kernel: TransformKernel { get }
}

/// A kernel that takes columns of parts and their stride, one amount with a step of 0 or an amount each with a step of
/// 1, and the count last. It writes columns of components with a stride, or components in memory order if that stride
/// is 0.
typealias TransformKernel = (
  _ parts: UnsafePointer<Float>, _ partsStride: Int, _ amount: UnsafePointer<Float>, _ amountStep: Int,
  _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ count: Int
) -> Void

/// A transform that has a value for undefined results.
protocol UndefinedTransform: ComponentVector, Sendable where Component == Float {
  /// The transform whose components are NaN.
  static var undefined: Self { get }
}
