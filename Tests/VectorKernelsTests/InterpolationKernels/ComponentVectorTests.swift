import Testing
import VectorKernels

@Suite(.seeded) struct ComponentVectorTests {
  @Test func componentsGoInAndOut() {
    for vector in componentVectors { componentsGoInAndOut(vector.type) }
  }

  @Test func arithmeticIsThatOfTheComponents() {
    for vector in componentVectors { arithmeticIsThatOfTheComponents(vector.type) }
  }

  @Test func packedMemoryIsTheRunOfComponents() {
    for vector in componentVectors {
      #expect(vector.type.isPacked == vector.isPacked, "\(vector.type)")
      packedMemoryIsTheRunOfComponents(vector.type)
    }
  }

  @Test func componentsAreInDeclaredOrder() {
    typealias Point = AnimatablePair<Double, Double>
    let rectangle = AnimatablePair(Point(1, 2), Point(3, 4))
    #expect((0..<4).map { rectangle[component: $0] } == [1, 2, 3, 4])
    let insets = Insets(top: 1, leading: 2, bottom: 3, trailing: 4)
    #expect((0..<4).map { insets[component: $0] } == [1, 2, 3, 4])
    #expect(Marker(seconds: 1, minutes: 2)[component: 0] == 2)
  }

  /// Arithmetic writes the memory of the stored properties, whose new values the optimiser must see, wherever the
  /// vector is stored.
  @Test func arithmeticIsSeenInStoredProperties() {
    final class Window {
      var frame = Frame(origin: SIMD2(1, 2), size: AnimatablePair(3, 4))
    }
    let window = Window()
    let before = window.frame.origin
    window.frame.scale(by: 2)
    #expect(before == SIMD2(1, 2) && window.frame.origin == SIMD2(2, 4) && window.frame.size.second == 8)
    window.frame += window.frame
    #expect(window.frame.origin == SIMD2(4, 8) && window.frame.size.first == 12)
    var frames = [window.frame, window.frame]
    let first = frames[0].origin
    frames[0].scale(by: 0.5)
    frames[1] -= frames[0]
    #expect(first == SIMD2(4, 8) && frames[0].origin == SIMD2(2, 4) && frames[1].origin == SIMD2(2, 4))
  }

  @Test(arguments: [-1, 2])
  func otherIndicesStopTheProgram(index: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [index = index as Int] in
      let pair = AnimatablePair(1.0, 2.0)
      _ = pair[component: index]
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("index is \(index), but must be in 0..<2"), "\(message)")
  }

  @Test func aMisfitRunStopsTheProgram() async {
    struct Gap: PackedVector {
      typealias Component = Double
      var first: Double
      var second: Float
    }
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Gap.componentCount
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Gap: 12 bytes in steps of 16 aren't a run of Double"), "\(message)")
  }
}

extension ComponentVectorTests {
  private func componentsGoInAndOut<V: ComponentVector>(_: V.Type) {
    sample(V.self) { components, _, row, verdict in
      let value = V(components: components.span)
      var copied = [V.Component](repeating: .nan, count: components.count)
      value.copyComponents(into: copied.mutableSpan)
      verdict.require(copied == components, row, "\(V.self) \(copied), not \(components)")
      verdict.require(value.components == components, row, "\(V.self) \(value), not \(components)")
      var edited = value
      for i in components.indices {
        edited[component: i] += 1
        let expected = components.indices.map { $0 <= i ? components[$0] + 1 : components[$0] }
        verdict.require(edited.components == expected, row, "\(V.self) \(edited), not \(expected)")
      }
    }
  }

  private func arithmeticIsThatOfTheComponents<V: ComponentVector>(_: V.Type) {
    #expect(V.zero.components == Array(repeating: 0, count: V.componentCount))
    sample(V.self) { a, b, row, verdict in
      let (x, y) = (V(components: a.span), V(components: b.span))
      verdict.require((x + y).components == zip(a, b).map(+), row, "\(x) + \(y) = \(x + y)")
      verdict.require((x - y).components == zip(a, b).map(-), row, "\(x) - \(y) = \(x - y)")
      verdict.require((x == y) == (a == b) && x == x, row, "\(x) == \(y)")
      let factor = 0.7
      let scaled = a.map { $0 * V.Component(factor) }
      verdict.require(x.scaled(by: factor).components == scaled, row, "\(x) scaled: \(x.scaled(by: factor))")
      // Sums of the same terms in any order differ by a rounding for each, as all are positive.
      let magnitude = a.map { Reference($0) * Reference($0) }.reduce(0, +)
      let bound = Reference(Double.ulpOfOne) * Reference(V.componentCount) * magnitude
      verdict.require(
        (Reference(x.magnitudeSquared) - magnitude).magnitude <= bound, row, "\(x): \(x.magnitudeSquared)")
    }
  }

  private func packedMemoryIsTheRunOfComponents<V: ComponentVector>(_: V.Type) {
    guard V.isPacked else { return }
    var generator = Generator(seed: Settings.seed)
    let values = (0..<5).map { _ in V(components: drawn(V.self, using: &generator).span) }
    let inMemory = values.withUnsafeBytes { Array($0.bindMemory(to: V.Component.self)) }
    #expect(inMemory == values.flatMap(\.components), "\(V.self)")
  }

  /// Runs `body` on many pairs of random components.
  private func sample<V: ComponentVector>(
    _: V.Type, _ body: ([V.Component], [V.Component], Int, inout Verdict) -> Void
  ) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    for row in 0..<Settings.cases / 50 {
      body(drawn(V.self, using: &generator), drawn(V.self, using: &generator), row, &verdict)
    }
    verdict.report()
  }

  private func drawn<V: ComponentVector>(_: V.Type, using generator: inout Generator) -> [V.Component] {
    (0..<V.componentCount).map { _ in V.Component(Draw<Float>.signed(to: 1e6).next(using: &generator)) }
  }
}

extension ComponentVector {
  fileprivate var components: [Component] { (0..<Self.componentCount).map { self[component: $0] } }
}
