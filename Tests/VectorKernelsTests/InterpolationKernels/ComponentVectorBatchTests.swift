import Testing
import VectorKernels

/// Batches of vectors compute what batches of their components do.
@Suite(.seeded) struct ComponentVectorBatchTests {
  @Test func spansOfVectorsInterpolateTheirComponents() {
    for vector in componentVectors { spansInterpolate(vector.type) }
  }

  @Test func columnsInterpolateTheirComponents() {
    for vector in componentVectors { columnsInterpolate(vector.type) }
  }

  @Test func scalarsAreTheirOwnComponents() {
    let (from, to): ([Float], [Float]) = ([0, 10], [100, 20])
    var out: [Float] = [0, 0]
    Batch.interpolate(from: from.span, to: to.span, amount: 0.5, into: out.mutableSpan)
    #expect(out == [50, 15])
    Batch.interpolate(from: from.span, to: to.span, amounts: [0.25, 1].span, into: out.mutableSpan)
    #expect(out == [25, 20])
  }

  @Test func whatIsNotAComponentStays() {
    let from = [Marker(name: 1, seconds: 0, minutes: 0), Marker(name: 2, seconds: 10, minutes: 20)]
    let to = [Marker(name: 9, seconds: 4, minutes: 8), Marker(name: 9, seconds: 20, minutes: 40)]
    var out = from
    Batch.interpolate(from: from.span, to: to.span, amount: 0.5, into: out.mutableSpan)
    #expect(out == [Marker(name: 1, seconds: 2, minutes: 4), Marker(name: 2, seconds: 15, minutes: 30)])
  }

  @Test(arguments: Mismatch.allCases)
  func mismatchedCountsStopTheProgram(mismatch: Mismatch) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [mismatch = mismatch as Mismatch] in
      mismatch.make()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("\(mismatch.argument).count is 2, but"), "\(message)")
    #expect(message.contains(".count is 3"), "\(message)")
  }

  @Test func packedSpansAreRunsOfComponents() {
    var points: [AnimatablePair<Float, Float>] = [AnimatablePair(1, 2), AnimatablePair(3, 4)]
    do {
      let components = points.span.components
      let values = components.indices.map { components[$0] }
      #expect(values == [1, 2, 3, 4])
    }
    do {
      var span = points.mutableSpan
      var changed = span.components
      changed[2] = 7
    }
    #expect(points[1] == AnimatablePair(7, 4))
  }

  @Test func unpackedSpansAreNot() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = [SIMD3<Float>.zero].span.components
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("SIMD3<Float> isn't packed"), "\(message)")
  }
}

/// One argument of each call is one value too short.
enum Mismatch: String, CaseIterable, Codable, Sendable {
  case spansTo, spansInto, spansAmounts, columnsTo, columnsInto, columnsAmounts, inPlaceTo, inPlaceAmounts

  var argument: String {
    switch self {
    case .spansTo, .columnsTo, .inPlaceTo: "to"
    case .spansInto, .columnsInto: "out"
    case .spansAmounts, .columnsAmounts, .inPlaceAmounts: "amounts"
    }
  }

  func make() {
    let (long, short) = ([SIMD2<Float>](repeating: .zero, count: 3), [SIMD2<Float>](repeating: .zero, count: 2))
    let (longColumns, shortColumns) = (Columns(long), Columns(short))
    var (out, shortOut) = (long, short)
    var (columns, shortOutColumns) = (longColumns, shortColumns)
    let progress: [Float] = [0, 1]
    switch self {
    case .spansTo: Batch.interpolate(from: long.span, to: short.span, amount: 0.5, into: out.mutableSpan)
    case .spansInto: Batch.interpolate(from: long.span, to: long.span, amount: 0.5, into: shortOut.mutableSpan)
    case .spansAmounts:
      Batch.interpolate(from: long.span, to: long.span, amounts: progress.span, into: out.mutableSpan)
    case .columnsTo: Batch.interpolate(from: longColumns, to: shortColumns, amount: 0.5, into: &columns)
    case .columnsInto: Batch.interpolate(from: longColumns, to: longColumns, amount: 0.5, into: &shortOutColumns)
    case .columnsAmounts:
      Batch.interpolate(from: longColumns, to: longColumns, amounts: progress.span, into: &columns)
    case .inPlaceTo: Batch.interpolate(&columns, to: shortColumns, amount: 0.5)
    case .inPlaceAmounts: Batch.interpolate(&columns, to: longColumns, amounts: progress.span)
    }
  }
}

extension ComponentVectorBatchTests {
  private func spansInterpolate<V: ComponentVector>(_: V.Type) {
    // Beyond 512, what isn't packed takes more than one block.
    for count in Array(0...67) + [1200] {
      let batch = VectorBatch<V>(count)
      var out = batch.from
      Batch.interpolate(from: batch.from.span, to: batch.to.span, amount: 0.3, into: out.mutableSpan)
      #expect(out == batch.expected(for: Array(repeating: 0.3, count: count)), "\(V.self)")
      Batch.interpolate(
        from: batch.from.span, to: batch.to.span, amounts: batch.progress.span, into: out.mutableSpan)
      #expect(out == batch.expected(for: batch.progress), "\(V.self)")
    }
  }

  private func columnsInterpolate<V: ComponentVector>(_: V.Type) {
    for count in 0...67 {
      let batch = VectorBatch<V>(count)
      let (from, to) = (Columns(batch.from), Columns(batch.to))
      var out = Columns(repeating: V.zero, count: count)
      var inPlace = from
      let shared = batch.expected(for: Array(repeating: 0.3, count: count))
      Batch.interpolate(from: from, to: to, amount: 0.3, into: &out)
      Batch.interpolate(&inPlace, to: to, amount: 0.3)
      #expect(Array(out) == shared && out == inPlace, "\(V.self)")
      let each = batch.expected(for: batch.progress)
      inPlace = from
      Batch.interpolate(from: from, to: to, amounts: batch.progress.span, into: &out)
      Batch.interpolate(&inPlace, to: to, amounts: batch.progress.span)
      #expect(Array(out) == each && out == inPlace, "\(V.self)")
      #expect(Array(from) == batch.from, "\(V.self)")
    }
  }
}

/// Random ends and amounts, and the results of the batched calls for elements.
private struct VectorBatch<V: ComponentVector> {
  var from: [V] = []
  var to: [V] = []
  var progress: [V.Component] = []

  init(_ count: Int) {
    var generator = Generator(seed: Settings.seed)
    func drawn() -> V {
      var value = V.zero
      for i in 0..<V.componentCount {
        value[component: i] = V.Component(Draw<Float>.uniform(-100...100).next(using: &generator))
      }
      return value
    }
    for _ in 0..<count {
      from.append(drawn())
      to.append(drawn())
      progress.append(V.Component(Draw<Float>.uniform(-0.5...1.5).next(using: &generator)))
    }
  }

  func expected(for progress: [V.Component]) -> [V] {
    from.indices.map { i in
      var value = V.zero
      for component in 0..<V.componentCount {
        var out: [V.Component] = [.nan]
        let (start, end) = ([from[i][component: component]], [to[i][component: component]])
        let own = [progress[i]]
        Batch.interpolate(from: start.span, to: end.span, amounts: own.span, into: out.mutableSpan)
        value[component: component] = out[0]
      }
      return value
    }
  }
}
