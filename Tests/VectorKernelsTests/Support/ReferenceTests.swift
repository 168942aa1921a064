import Foundation
import Testing

/// The references, held against definitions that they don't use.
@Suite(.seeded) struct ReferenceTests {
  /// The power series of the solution, y^(n+2) = -2 z w y^(n+1) - w^2 y^(n), summed over steps of 1 / (8 w max(1, z)).
  @Test(arguments: [0, 0.05, 0.5, 0.999, 0.999_999_999_999, 1, 1.000_000_000_001, 1.001, 1.5, 10])
  func springSolvesItsEquation(dampingRatio: Double) {
    let spring = ReferenceSpring(angularFrequency: 3, dampingRatio: Reference(dampingRatio))
    let (w, z) = (spring.angularFrequency, spring.dampingRatio)
    let step = 1 / (8 * w * max(1, z))
    var state: (y: Reference, v: Reference) = (1, -5)
    for n in 1...64 {
      var term = state
      var sum = state
      for order in 1...24 {
        let factor = step / Reference(order)
        term = (factor * term.v, factor * (-2 * z * w * term.v - w * w * term.y))
        sum = (sum.y + term.y, sum.v + term.v)
      }
      state = sum
      let exact = spring.motion(displacement: 1, velocity: -5, after: Reference(n) * step)
      // Sixty-four sums of rounding errors of numbers of the amplitude's size.
      let bound = 64 * 8 * Reference.ulpOfOne * spring.amplitude(displacement: 1, velocity: -5)
      #expect((exact.displacement - state.y).magnitude <= bound)
      #expect((exact.velocity - state.v).magnitude <= bound * w)
    }
  }

  @Test(arguments: [(0.1, 3.0), (0.999_999, 3.0), (1.5, 0.2)])
  func columnsAreTheSpring(dampingRatio: Double, angularFrequency: Double) {
    let (w, z) = (Reference(angularFrequency), Reference(dampingRatio))
    let rate = w * ((1 - z) * (1 + z)).magnitude.squareRoot()
    let decay = z > 1 ? z * w - rate : z * w
    let columns = ReferenceColumns(
      displacement: 1, sineAmplitude: (2 + decay) / (z > 1 ? 2 * rate : rate), decay: decay,
      frequency: z > 1 ? -2 * rate / log(Reference(2)) : rate / (2 * Reference.pi))
    let spring = ReferenceSpring(angularFrequency: w, dampingRatio: z)
    for n in 0..<100 {
      let time = Reference(n) / 10
      let expected = spring.motion(displacement: 1, velocity: 2, after: time)
      let motion = columns.motion(after: time)
      // The phase of up to 10 s at 3 rad/s, divided by a rate of as little as 1e-3 w.
      let bound = 30 * 1000 * 4 * Reference.ulpOfOne
      #expect((motion.displacement - expected.displacement).magnitude <= bound)
      #expect((motion.velocity - expected.velocity).magnitude <= bound * w)
    }
  }

  @Test func curveOfTheDiagonalIsTheIdentity() {
    let curve = ReferenceCurve(x1: 0.25, y1: 0.25, x2: 0.5, y2: 0.5)
    for n in 0...1000 {
      let x = Reference(n) / 1000
      #expect((curve.value(at: x) - x).magnitude <= 4 * Reference.ulpOfOne)
      #expect((curve.slope(at: x) - 1).magnitude <= 64 * Reference.ulpOfOne)
    }
  }

  /// x(s) = s^3 and y(s) = 1 - (1 - s)^3 can be inverted by hand.
  @Test func curveOfCubesIsTheirInverse() {
    let curve = ReferenceCurve(x1: 0, y1: 1, x2: 0, y2: 1)
    for n in 0...1000 {
      let x = Reference(n) / 1000
      let r = 1 - cbrt(x)
      #expect((curve.value(at: x) - (1 - r * r * r)).magnitude <= 8 * Reference.ulpOfOne)
    }
  }

  /// The ranges contain every sample, and their ends are attained to the sampling's resolution.
  @Test func rangesAreTight() {
    let curve = ReferenceCurve(x1: 0.3, y1: -2, x2: 0.6, y2: 3)
    let samples = (0...1000).map { Reference($0) / 1000 }
    let values = curve.values(from: 0, to: 1)
    let slopes = curve.slopes(from: 0, to: 1).slopes
    let sampledValues = samples.map(curve.value)
    let sampledSlopes = samples.map(curve.slope(at:))
    let slack = 1024 * Reference.ulpOfOne
    #expect(sampledValues.allSatisfy { values.lowerBound - slack <= $0 && $0 <= values.upperBound + slack })
    #expect(sampledSlopes.allSatisfy { slopes.lowerBound - slack <= $0 && $0 <= slopes.upperBound + slack })
    #expect(sampledValues.min()! - values.lowerBound < 1e-3 && values.upperBound - sampledValues.max()! < 1e-3)
    #expect(sampledSlopes.min()! - slopes.lowerBound < 1e-2 && slopes.upperBound - sampledSlopes.max()! < 1e-2)
  }
}
