import Foundation
import Testing
import VectorKernels

private typealias Two = AnimatablePair<Float, Float>
private typealias Three = AnimatablePair<Float, Two>
private typealias Five = AnimatablePair<Three, Two>
private typealias Six = AnimatablePair<Three, Three>
private typealias Seven = AnimatablePair<Six, Float>
/// Five components with a gap between them.
private typealias Gapped = AnimatablePair<Float, SIMD4<Float>>

/// Where packed values go, and that nothing else is written or read.
@Suite(.seeded) struct PackingTests {
  @Test(arguments: PackingFormat.Number.allCases)
  func valuesGoToTheirPlaces(number: PackingFormat.Number) {
    let format = PackingFormat(number)
    valuesGoToTheirPlaces(Float.self, format)
    valuesGoToTheirPlaces(SIMD2<Float>.self, format)
    valuesGoToTheirPlaces(Three.self, format)
    valuesGoToTheirPlaces(SIMD4<Float>.self, format)
    valuesGoToTheirPlaces(Five.self, format)
    valuesGoToTheirPlaces(Six.self, format)
    valuesGoToTheirPlaces(Seven.self, format)
    valuesGoToTheirPlaces(SIMD8<Float>.self, format)
    valuesGoToTheirPlaces(Gapped.self, format)
    valuesGoToTheirPlaces(SIMD16<Float>.self, format)
  }

  @Test func nothingIsFine() {
    let none: [SIMD4<Float>] = []
    var nothing: [UInt32] = []
    var instances: [Instance] = []
    var values: [SIMD4<Float>] = []
    var columns = Columns<SIMD4<Float>>()
    var numbers: [Float] = []
    Batch.pack(none.span, as: .rgba8, into: nothing.mutableSpan)
    Batch.pack(columns, as: .rgba8, into: nothing.mutableSpan)
    Batch.packPlanes(columns, as: .rgba8.premultiplied, into: nothing.mutableSpan)
    Batch.pack(none.span, as: .rgba8, into: instances.mutableSpan, at: \.color)
    nothing.withUnsafeMutableBytes { Batch.pack(none.span, as: .rgba8, into: $0.mutableBytes, stride: 4) }
    Batch.unpack(nothing.span, as: .rgba8, into: values.mutableSpan)
    Batch.unpack(nothing.span, as: .rgba8, into: &columns)
    Batch.unpack(instances.span, at: \.color, as: .rgba8, into: &columns)
    Batch.pack(numbers.span, as: .float16, into: nothing.mutableSpan)
    Batch.unpack(nothing.span, as: .int32, into: numbers.mutableSpan)
  }

  @Test func fieldsOfStructsAloneAreWritten() {
    let blank = Instance(name: 0x1234_5678, position: [1, 2], color: 0, weight: .zero, isHidden: true, depth: 7)
    var instances = [Instance](repeating: blank, count: 300)
    let colors = (0..<300).map { SIMD4<Float>(Float($0 % 256), 51, 102, 255) / 255 }
    Batch.pack(colors.span, as: .bgra8, into: instances.mutableSpan, at: \.color)
    let positions = Columns((0..<300).map { SIMD2<Float>(Float($0), -Float($0)) })
    Batch.pack(positions, as: .float32, into: instances.mutableSpan, at: \.position)
    let weights = (0..<300).map { SIMD2<Float>(Float($0) / 2, 0.25) }
    Batch.pack(weights.span, as: .float16, into: instances.mutableSpan, at: \.weight)
    let depths = (0..<300).map { Float($0) - 0.3 }
    Batch.pack(depths.span, as: .int32, into: instances.mutableSpan, at: \.depth)
    for (i, instance) in instances.enumerated() {
      #expect(instance.name == blank.name && instance.isHidden)
      #expect(instance.color == 0xff00_3366 | UInt32(i % 256) << 16)
      #expect(instance.position == [Float(i), -Float(i)])
      #expect(instance.weight.x == packed([Float(i) / 2], .float16, UInt16.self)[0] && instance.weight.y == 0x3400)
      #expect(instance.depth == Int32(i))
    }
    var back = [SIMD4<Float>](repeating: .zero, count: 300)
    Batch.unpack(instances.span, at: \.color, as: .bgra8, into: back.mutableSpan)
    #expect(back == colors)
    var columns = Columns<SIMD2<Float>>(repeating: .zero, count: 300)
    Batch.unpack(instances.span, at: \.position, as: .float32, into: &columns)
    #expect(columns == positions)
  }

  /// Columns beyond the caches, of more than 32 MiB with what they are packed to, go through shorter blocks on AVX-512.
  @Test func largeColumnsPackLikeSmallOnes() {
    let count = 1_700_003
    let values = (0..<count).map { SIMD4<Float>(SIMD4($0 % 2039, $0 % 257, -($0 % 31), 1)) }
    var rows = [UInt64](repeating: 1, count: count)
    Batch.pack(Columns(values), as: .float16, into: rows.mutableSpan)
    for part in [0..<300, 850_000..<850_300, count - 101..<count] {
      var expected = [UInt64](repeating: 2, count: part.count)
      Batch.pack(Columns(values[part]), as: .float16, into: expected.mutableSpan)
      #expect(Array(rows[part]) == expected, "\(part)")
    }
    var back = Columns<SIMD4<Float>>(repeating: .zero, count: count)
    Batch.unpack(rows.span, as: .float16, into: &back)
    // Halves hold these integers exactly.
    #expect((0..<count).first { back[$0] != values[$0] } == nil)
  }

  @Test func planesFollowOneAnother() {
    let count = 300
    let colors = Columns((0..<count).map { SIMD4<Float>(Float($0 % 256) / 255, 0.2, 0.4, 0.6) })
    for format in [PackingFormat.unorm8, .bgra8, .rgba8.premultiplied, .bgra8.unpremultiplied] {
      var planes = [UInt8](repeating: 1, count: 4 * count)
      Batch.packPlanes(colors, as: format, into: planes.mutableSpan)
      var rows = [UInt8](repeating: 2, count: 4 * count)
      Batch.pack(colors, as: format, into: rows.mutableSpan)
      #expect(planes == (0..<4 * count).map { rows[$0 % count * 4 + $0 / count] }, "\(format)")
      var fromPlanes = Columns<SIMD4<Float>>(repeating: .zero, count: count)
      var fromRows = fromPlanes
      Batch.unpackPlanes(planes.span, as: format, into: &fromPlanes)
      Batch.unpack(rows.span, as: format, into: &fromRows)
      #expect(fromPlanes == fromRows, "\(format)")
    }
  }

  @Test func theFourthLaneOfVectorsOfThreeIsNotWritten() {
    let points = (0..<70).map { SIMD3<Float>(Float($0), 1, -Float($0)) }
    var bodies = [Body](repeating: Body(), count: 70)
    _ = bodies.withUnsafeMutableBytes { $0.initializeMemory(as: UInt8.self, repeating: 0xaa) }
    Batch.pack(points.span, as: .float32, into: bodies.mutableSpan, at: \.place)
    Batch.pack(Columns(points), as: .int32, into: bodies.mutableSpan, at: \.cell)
    #expect(bodies.map(\.place) == points)
    #expect(bodies.map(\.cell) == points.map { SIMD3(Int32($0.x), 1, Int32($0.z)) })
    bodies.withUnsafeBytes { bytes in
      let gaps = bytes.indices.filter { 12..<16 ~= $0 % 16 }
      #expect(gaps.allSatisfy { bytes[$0] == 0xaa })
    }
    var places = points
    Batch.unpack(bodies.span, at: \.cell, as: .int32, into: places.mutableSpan)
    #expect(places == points)
    var moved = [SIMD3<Float>](repeating: .zero, count: 70)
    Batch.pack(points.span, as: .float32, into: moved.mutableSpan, at: \.self)
    #expect(moved == points)
  }

  @Test(arguments: Misfit.allCases)
  func misfitsStopTheProgram(misfit: Misfit) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misfit = misfit as Misfit] in
      misfit.make()
    }
    let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(printed.contains(misfit.message), "\(printed)")
  }
}

/// A struct as a renderer may have it, with gaps.
private struct Instance: BitwiseCopyable {
  var name: UInt64 = 0
  var position: SIMD2<Float> = .zero
  var color: UInt32 = 0
  var weight: SIMD2<UInt16> = .zero
  var isHidden = false
  var depth: Int32 = 0

  var twice: UInt32 {
    get { 2 * color }
    set { color = newValue / 2 }
  }
}

/// Vectors of three, which take as much memory as those of four.
private struct Body: BitwiseCopyable {
  var place: SIMD3<Float> = .zero
  var cell: SIMD3<Int32> = .zero
}

enum Misfit: String, CaseIterable, Codable, Sendable {
  case stride, negativeStride, negativeOffset, bytes, out, packed, instances, fieldSize, fieldOfThree, computedField,
    components, columns

  var message: String {
    switch self {
    case .stride: "stride is 3, but a packed value takes 4 bytes"
    case .negativeStride: "stride is -8, but a packed value takes 4 bytes"
    case .negativeOffset: "offset is -1, but must be at least 0"
    case .bytes: "bytes.byteCount is 23, too few for 3 values of 4 bytes, every 8 from 4 on"
    case .out: "out is 15 bytes, but 3 values of 4 bytes are packed"
    case .packed: "packed is 23 bytes, but 3 values of 8 bytes are packed"
    case .instances: "instances.count is 2, but the number of values is 3"
    case .fieldSize: "is 8 bytes, but a packed value takes 4"
    case .fieldOfThree: "is 12 bytes, but a packed value takes 16"
    case .computedField: "but must be a stored property"
    case .components: "values have 2 components, but unorm8 rgba is for colours, which have 4"
    case .columns: "blue.count is 2, but red.count is 3"
    }
  }

  func make() {
    let colors = [SIMD4<Float>](repeating: .one, count: 3)
    let (three, two) = ([Float](repeating: 1, count: 3), [Float](repeating: 1, count: 2))
    var bytes = [UInt8](repeating: 0, count: 23)
    var instances = [Instance](repeating: Instance(), count: 3)
    var fewer = [Instance](repeating: Instance(), count: 2)
    var pixels = [UInt32](repeating: 0, count: 3)
    switch self {
    case .stride:
      bytes.withUnsafeMutableBytes { Batch.pack(colors.span, as: .rgba8, into: $0.mutableBytes, stride: 3) }
    case .negativeStride:
      bytes.withUnsafeMutableBytes { Batch.pack(colors.span, as: .rgba8, into: $0.mutableBytes, stride: -8) }
    case .negativeOffset:
      bytes.withUnsafeMutableBytes {
        Batch.pack(colors.span, as: .rgba8, into: $0.mutableBytes, offset: -1, stride: 8)
      }
    case .bytes:
      bytes.withUnsafeMutableBytes { Batch.pack(colors.span, as: .rgba8, into: $0.mutableBytes, offset: 4, stride: 8) }
    case .out:
      bytes.removeLast(8)
      Batch.pack(colors.span, as: .rgba8, into: bytes.mutableSpan)
    case .packed:
      var unpacked = colors
      Batch.unpack(bytes.span, as: .float16, into: unpacked.mutableSpan)
    case .instances: Batch.pack(colors.span, as: .rgba8, into: fewer.mutableSpan, at: \.color)
    case .fieldSize: Batch.pack(colors.span, as: .rgba8, into: instances.mutableSpan, at: \.position)
    case .fieldOfThree:
      var bodies = [Body](repeating: Body(), count: 3)
      Batch.pack(colors.span, as: .float32, into: bodies.mutableSpan, at: \.place)
    case .computedField: Batch.pack(colors.span, as: .rgba8, into: instances.mutableSpan, at: \.twice)
    case .components:
      Batch.pack([SIMD2<Float>](repeating: .one, count: 3).span, as: .rgba8, into: pixels.mutableSpan)
    case .columns:
      Batch.pack(
        red: three.span, green: three.span, blue: two.span, alpha: three.span, as: .rgba8, into: pixels.mutableSpan)
    }
  }
}

extension PackingTests {
  private func valuesGoToTheirPlaces<Value: ComponentVector>(_: Value.Type, _ format: PackingFormat)
  where Value.Component == Float {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    let components = Value.componentCount
    let size = format.size(components: components)
    let guarded = GuardedBytes(capacity: 530 * (size + 9) + 16)
    for count in [0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 33, 63, 67, 255, 256, 257, 520] {
      let numbers = (0..<count * components).map { _ in Float.random(in: -1.5...1.5, using: &generator) }
      let values = Array(Columns<Value>(components: numbers.span))
      let columns = Columns(values)
      // Each number by itself, one after the other.
      var units = [UInt8](repeating: 0, count: count * size)
      Batch.pack(numbers.span, as: format, into: units.mutableSpan)
      var expectedNumbers = numbers
      Batch.unpack(units.span, as: format, into: expectedNumbers.mutableSpan)
      let expectedValues = Array(Columns<Value>(components: expectedNumbers.span))

      for (offset, stride) in [(0, size), (1, size), (0, size + 1), (3, size + 4), (2, size + 9)] {
        let byteCount = count == 0 ? 0 : offset + (count - 1) * stride + size
        var expected = [UInt8](repeating: GuardedBytes.sentinel, count: byteCount)
        for i in 0..<count {
          expected.replaceSubrange(
            offset + i * stride..<offset + i * stride + size, with: units[i * size..<(i + 1) * size])
        }
        let what = "\(count) values of \(components) in \(format), every \(stride) from \(offset) on"

        var bytes = guarded.place(byteCount)
        Batch.pack(values.span, as: format, into: bytes.mutableBytes, offset: offset, stride: stride)
        verdict.require(bytes.elementsEqual(expected), count, "\(what): packed values")
        verdict.require(guarded.isIntact(before: byteCount), count, "\(what): written before")
        bytes = guarded.place(byteCount)
        Batch.pack(columns, as: format, into: bytes.mutableBytes, offset: offset, stride: stride)
        verdict.require(bytes.elementsEqual(expected), count, "\(what): packed columns")
        verdict.require(guarded.isIntact(before: byteCount), count, "\(what): written before")

        var back = values
        Batch.unpack(bytes.bytes, offset: offset, stride: stride, as: format, into: back.mutableSpan)
        verdict.require(back == expectedValues, count, "\(what): unpacked values")
        if offset == 0 && stride == size {
          bytes = guarded.place(byteCount)
          let numbers = bytes.bindMemory(to: UInt8.self)
          Batch.pack(values.span, as: format, into: numbers.mutableSpan)
          verdict.require(bytes.elementsEqual(expected), count, "\(what): packed values without gaps")
          verdict.require(guarded.isIntact(before: byteCount), count, "\(what): written before")
          back = values
          Batch.unpack(numbers.span, as: format, into: back.mutableSpan)
          verdict.require(back == expectedValues, count, "\(what): unpacked values without gaps")
        }
        var backColumns = columns
        Batch.unpack(bytes.bytes, offset: offset, stride: stride, as: format, into: &backColumns)
        verdict.require(backColumns.elementsEqual(expectedValues), count, "\(what): unpacked columns")
      }
    }
  }
}
