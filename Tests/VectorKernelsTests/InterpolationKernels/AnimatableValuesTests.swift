import Testing
import VectorKernels

@Suite(.seeded) struct AnimatableValuesTests {
  @Test func arithmeticIsThatOfTheValues() {
    let a = AnimatableValues(1.0, Float(2), SIMD2<Float>(3, 4), AnimatablePair(5.0, Float(6)))
    let b = AnimatableValues(10.0, Float(20), SIMD2<Float>(30, 40), AnimatablePair(50.0, Float(60)))
    #expect(a + b == AnimatableValues(11.0, Float(22), SIMD2<Float>(33, 44), AnimatablePair(55.0, Float(66))))
    #expect(b - a == AnimatableValues(9.0, Float(18), SIMD2<Float>(27, 36), AnimatablePair(45.0, Float(54))))
    #expect(a.scaled(by: 10) == b)
    #expect(a.magnitudeSquared == 1 + 4 + 9 + 16 + 25 + 36)
    #expect(a.interpolated(towards: b, amount: 0) == a && a.interpolated(towards: b, amount: 1) == b)
    #expect(type(of: a).zero + a == a)
  }

  @Test func oneDifferenceIsEnough() {
    let a = AnimatableValues(1.0, Float(2), 3.0)
    #expect(a == AnimatableValues(1.0, Float(2), 3.0))
    #expect(a != AnimatableValues(0.0, Float(2), 3.0))
    #expect(a != AnimatableValues(1.0, Float(0), 3.0))
    #expect(a != AnimatableValues(1.0, Float(2), 0.0))
    #expect(Set([a, a, AnimatableValues(1.0, Float(2), 0.0)]).count == 2)
  }

  @Test func anyNumberOfValuesGoes() {
    #expect(AnimatableValues().magnitudeSquared == 0 && AnimatableValues() == .zero)
    #expect(AnimatableValues(3.0).scaled(by: 2).value == 6)
    var pair = AnimatableValues(1.0, 2.0)
    pair.value = (1, 5)
    #expect(pair.value == (1, 5))
  }

  @Test func valuesCrossThreads() async {
    let values = AnimatableValues(1.0, Float(2))
    #expect(await Task.detached { values.scaled(by: 2) }.value == AnimatableValues(2.0, Float(4)))
  }
}
