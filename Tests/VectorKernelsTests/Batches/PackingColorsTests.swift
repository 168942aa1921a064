import Testing
import VectorKernels

/// Orders and alpha.
@Suite(.seeded) struct PackingColorsTests {
  /// Every pair of a component and alpha in 8 bits.
  private static let pairs = (0..<65536).map { (component: $0 & 255, alpha: $0 >> 8) }

  @Test func straightBytesSurviveAFloatSideThatIsPremultiplied() {
    let pixels = Self.pairs.map { pixel($0.component, 255 - $0.component, $0.component, $0.alpha) }
    var colors = Columns<SIMD4<Float>>(repeating: .zero, count: pixels.count)
    Batch.unpack(pixels.span, as: .rgba8.unpremultiplied, into: &colors)
    var back = [SIMD4<UInt8>](repeating: .zero, count: pixels.count)
    Batch.pack(colors, as: .rgba8.unpremultiplied, into: back.mutableSpan)
    #expect(back == pixels.map { $0.w == 0 ? .zero : $0 })
    #expect(colors.allSatisfy { $0.x <= $0.w && $0.y <= $0.w })
  }

  @Test func premultipliedBytesSurviveAFloatSideThatIsStraight() {
    let pixels = Self.pairs.filter { $0.component <= $0.alpha }
      .map { pixel($0.component, $0.alpha - $0.component, $0.alpha, $0.alpha) }
    var colors = Columns<SIMD4<Float>>(repeating: .zero, count: pixels.count)
    Batch.unpack(pixels.span, as: .bgra8.premultiplied, into: &colors)
    #expect(zip(colors, pixels).allSatisfy { $0.x == ($1.w == 0 ? 0 : 1) })
    var back = [SIMD4<UInt8>](repeating: .zero, count: pixels.count)
    Batch.pack(colors, as: .bgra8.premultiplied, into: back.mutableSpan)
    #expect(back == pixels)
  }

  /// In all formats, from columns of one's own, `Columns` and values alike.
  @Test(arguments: PackingFormat.Number.allCases, PackingFormat.Alpha.allCases)
  func alphaIsMultipliedAndDivided(number: PackingFormat.Number, alpha: PackingFormat.Alpha) {
    let isUnorm = number == .unorm8 || number == .unorm16
    let component = Draw<Float>.uniform(-0.5...1.5)
    check(component, component, component, Draw<Float>.uniform(-0.25...1.25), count: 20_000) { cases, verdict in
      let columns = Columns(cases.indices.map { SIMD4(cases[0][$0], cases[1][$0], cases[2][$0], cases[3][$0]) })
      let values = Array(columns)
      // Colours that are packed without a change of alpha must be the same.
      let converted = values.map { color in
        switch alpha {
        case .kept: return color
        case .premultiplied:
          // A product in Double is exact, and rounded once.
          let limited = isUnorm ? color.clamped(lowerBound: .zero, upperBound: .one) : color
          func product(_ x: Float) -> Float { Float(Double(x) * Double(limited.w)) }
          return SIMD4(product(limited.x), product(limited.y), product(limited.z), limited.w)
        case .unpremultiplied:
          // A quotient rounded to Double and then to Float is rounded as if once.
          func quotient(_ x: Float) -> Float { color.w > 0 ? Float(Double(x) / Double(color.w)) : 0 }
          return SIMD4(quotient(color.x), quotient(color.y), quotient(color.z), color.w)
        }
      }
      for order in PackingFormat.ColorOrder.allCases {
        let format = PackingFormat(number, order: order, alpha: alpha)
        let stored = order == .rgba ? converted : converted.map { SIMD4($0.z, $0.y, $0.x, $0.w) }
        var expected = [UInt8](repeating: 0, count: cases.indices.count * format.size(components: 4))
        Batch.pack(stored.span, as: PackingFormat(number), into: expected.mutableSpan)
        let size = format.size(components: 4)
        func require(_ what: String, _ pack: (consuming MutableSpan<UInt8>) -> Void) {
          var found = [UInt8](repeating: 0, count: expected.count)
          pack(found.mutableSpan)
          for i in cases.indices {
            let range = i * size..<(i + 1) * size
            verdict.require(found[range] == expected[range], i, "\(format), \(what): \(values[i]) is \(found[range])")
          }
        }
        require("columns") { Batch.pack(columns, as: format, into: $0) }
        require("values") { Batch.pack(values.span, as: format, into: $0) }
        require("own columns") {
          Batch.pack(
            red: cases[0].span, green: cases[1].span, blue: cases[2].span, alpha: cases[3].span, as: format, into: $0)
        }
      }
    }
  }

  @Test(arguments: PackingFormat.Number.allCases, PackingFormat.Alpha.allCases)
  func unpackingIsTheOtherWayRound(number: PackingFormat.Number, alpha: PackingFormat.Alpha) {
    let count = 700
    var generator = Generator(seed: Settings.seed)
    let values = (0..<count).map { _ in SIMD4<Float>.random(in: 0...1, using: &generator) }
    for order in PackingFormat.ColorOrder.allCases {
      let format = PackingFormat(number, order: order, alpha: alpha)
      var bytes = [UInt8](repeating: 0, count: count * format.size(components: 4))
      Batch.pack(values.span, as: PackingFormat(number), into: bytes.mutableSpan)
      var stored = values
      Batch.unpack(bytes.span, as: PackingFormat(number), into: stored.mutableSpan)
      let expected = stored.map { stored in
        let color = order == .rgba ? stored : SIMD4(stored.z, stored.y, stored.x, stored.w)
        func map(_ x: Float) -> Float {
          switch alpha {
          case .kept: x
          case .premultiplied: color.w > 0 ? Float(Double(x) / Double(color.w)) : 0
          case .unpremultiplied: Float(Double(x) * Double(color.w))
          }
        }
        return SIMD4(map(color.x), map(color.y), map(color.z), color.w)
      }
      var found = values
      Batch.unpack(bytes.span, as: format, into: found.mutableSpan)
      #expect(found == expected, "\(format)")
      var columns = Columns<SIMD4<Float>>(repeating: .zero, count: count)
      Batch.unpack(bytes.span, as: format, into: &columns)
      #expect(columns.elementsEqual(expected), "\(format), columns")
      var own = [[Float]](repeating: [Float](repeating: .nan, count: count), count: 4)
      var (r, g, b, a) = (own.removeLast(), own.removeLast(), own.removeLast(), own.removeLast())
      Batch.unpack(
        bytes.span, as: format, red: r.mutableSpan, green: g.mutableSpan, blue: b.mutableSpan, alpha: a.mutableSpan)
      #expect((0..<count).map { SIMD4(r[$0], g[$0], b[$0], a[$0]) } == expected, "\(format), own columns")
    }
  }

  /// Columns of one's own go where `Columns` do, to fields and to planes, and back.
  @Test func ownColumnsGoToTheSamePlaces() {
    for format in [PackingFormat.rgba8, .bgra8.premultiplied] { ownColumnsGoToTheSamePlaces(format, \Sprite.narrow) }
    for format in [PackingFormat.float16, PackingFormat(.unorm16, order: .bgra, alpha: .unpremultiplied)] {
      ownColumnsGoToTheSamePlaces(format, \Sprite.wide)
    }
  }

  private func ownColumnsGoToTheSamePlaces<Field: BitwiseCopyable>(
    _ format: PackingFormat, _ field: WritableKeyPath<Sprite, Field>
  ) {
    let count = 300
    var generator = Generator(seed: Settings.seed)
    let colors = Columns((0..<count).map { _ in SIMD4<Float>.random(in: 0...1, using: &generator) })
    func own(_ colors: Columns<SIMD4<Float>>) -> [[Float]] { (0..<4).map { k in colors.map { $0[k] } } }
    var (columns, c) = (colors, own(colors))
    var (r, g, b, a) = (c[0], c[1], c[2], c[3])

    var (sprites, ownSprites) = (
      [Sprite](repeating: Sprite(), count: count), [Sprite](repeating: Sprite(), count: count)
    )
    Batch.pack(colors, as: format, into: sprites.mutableSpan, at: field)
    Batch.pack(
      red: r.span, green: g.span, blue: b.span, alpha: a.span, as: format, into: ownSprites.mutableSpan, at: field)
    #expect(ownSprites == sprites && sprites != [Sprite](repeating: Sprite(), count: count), "\(format)")
    Batch.unpack(sprites.span, at: field, as: format, into: &columns)
    Batch.unpack(
      sprites.span, at: field, as: format, red: r.mutableSpan, green: g.mutableSpan, blue: b.mutableSpan,
      alpha: a.mutableSpan)
    #expect([r, g, b, a] == own(columns), "\(format)")

    var planes = [UInt8](repeating: 7, count: count * format.size(components: 4))
    var ownPlanes = planes
    Batch.packPlanes(colors, as: format, into: planes.mutableSpan)
    c = own(colors)
    (r, g, b, a) = (c[0], c[1], c[2], c[3])
    Batch.packPlanes(red: r.span, green: g.span, blue: b.span, alpha: a.span, as: format, into: ownPlanes.mutableSpan)
    #expect(ownPlanes == planes, "\(format)")
    Batch.unpackPlanes(
      planes.span, as: format, red: r.mutableSpan, green: g.mutableSpan, blue: b.mutableSpan, alpha: a.mutableSpan)
    #expect([r, g, b, a] == own(columns), "\(format)")
  }

  @Test func noComponentIsAboveAlpha() {
    let odd: [Float] = [.nan, .infinity, -.infinity, 3, -3, 0.5, 1, 0, .leastNonzeroMagnitude]
    let colors = odd.flatMap { alpha in odd.map { SIMD4<Float>($0, 0.5, 1, alpha) } }
    var pixels = [SIMD4<UInt8>](repeating: .one, count: colors.count)
    Batch.pack(colors.span, as: .rgba8.premultiplied, into: pixels.mutableSpan)
    for (color, pixel) in zip(colors, pixels) {
      #expect(max(pixel.x, pixel.y, pixel.z) <= pixel.w, "\(color) became \(pixel)")
      if !(color.w > 0) { #expect(pixel == .zero, "\(color) became \(pixel)") }
      if color.x == .infinity { #expect(pixel.x == pixel.w, "\(color) became \(pixel)") }
    }
  }

  /// Lengths at which memory is written to the caches and past them, from whole registers on and not.
  @Test(arguments: [300_000, 1_800_000], [0, 1, 4, 60])
  func longColumnsArePackedAsShortOnes(count: Int, offset: Int) {
    let numbers = (0..<count + 3).map { Float($0 % 1021) / 1020 }
    var bytes = [UInt8](repeating: 0, count: 4 * count + offset)
    bytes.withUnsafeMutableBytes { bytes in
      Batch.pack(
        red: numbers.span.extracting(0..<count), green: numbers.span.extracting(1..<count + 1),
        blue: numbers.span.extracting(2..<count + 2), alpha: numbers.span.extracting(3..<count + 3), as: .rgba8,
        into: bytes.mutableBytes, offset: offset, stride: 4)
    }
    let single = packed(Array(numbers[0..<1021]), .unorm8, UInt8.self)
    var verdict = Verdict()
    for i in 0..<count {
      for k in 0..<4 { verdict.require(bytes[offset + 4 * i + k] == single[(i + k) % 1021], i, "colour \(i), \(k)") }
    }
    verdict.report()
  }

  @Test func halvesKeepWhatIsOutOfGamut() {
    let colors: [SIMD4<Float>] = [[2, -0.5, 1, 0.5], [.nan, 1, 1, 1], [1, 1, 1, .nan]]
    var halves = [UInt64](repeating: 0, count: 3)
    Batch.pack(colors.span, as: .float16.premultiplied, into: halves.mutableSpan)
    var back = colors
    Batch.unpack(halves.span, as: .float16, into: back.mutableSpan)
    #expect(back[0] == [1, -0.25, 0.5, 0.5])
    #expect(back[1].x.isNaN && back[1].y == 1 && back[1].w == 1)
    #expect(back[2].x.isNaN && back[2].w.isNaN)
  }

  private func pixel(_ r: Int, _ g: Int, _ b: Int, _ a: Int) -> SIMD4<UInt8> {
    SIMD4(UInt8(r), UInt8(g), UInt8(b), UInt8(a))
  }
}

private struct Sprite: BitwiseCopyable, Equatable {
  var layer: UInt8 = 7
  var narrow: UInt32 = 0
  var wide: SIMD4<UInt16> = .zero
}
