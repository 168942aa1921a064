import Testing
import VectorKernels

/// Springs of rotations, against slerp, and against the motion integrated in small steps.
@Suite(.seeded) struct SpringRotationTests {
  private static func rotation(using generator: inout Generator) -> Quaternion<Double> {
    func number() -> Double { .random(in: -1...1, using: &generator) }
    return Quaternion(x: number(), y: number(), z: number(), w: number() + 1e-3).normalized
  }

  private static func distance(_ a: Quaternion<Double>, _ b: Quaternion<Double>) -> Double {
    Double(ReferenceQuaternion(a).distance(to: b.nearest(to: a)))
  }

  private static let springs = [Spring.smooth, .bouncy, Spring(response: 0.8, dampingRatio: 2)]

  @Test func fromRestItIsSlerpByTheAmount() {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<1000 {
      let (a, b) = (Self.rotation(using: &generator), Self.rotation(using: &generator))
      for spring in Self.springs {
        let time = Double.random(in: 0...2, using: &generator)
        let result = spring.rotation(from: a, to: b, time: time)
        #expect(Self.distance(a.slerp(towards: b, amount: spring.value(target: 1.0, time: time)), result) < 1e-13)
        #expect(abs(result.length - 1) < 1e-14)
      }
    }
  }

  @Test func itStartsWhereAndAsFastAsItIsTold() {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<1000 {
      let (a, b) = (Self.rotation(using: &generator), Self.rotation(using: &generator))
      let velocity = SIMD3<Double>.random(in: -5...5, using: &generator)
      for spring in Self.springs {
        #expect(Self.distance(a, spring.rotation(from: a, to: b, initialVelocity: velocity, time: 0)) < 1e-14)
        let found = spring.angularVelocity(from: a, to: b, initialVelocity: velocity, time: 0)
        #expect((found - velocity).magnitudeSquared.squareRoot() < 1e-12)
        #expect(Self.distance(b, spring.rotation(from: a, to: b, initialVelocity: velocity, time: 60)) < 1e-9)
      }
    }
  }

  /// The angular velocity is the derivative of the rotation: q(t + h) = exp(h w) q(t), up to the square of h.
  @Test func theAngularVelocityIsTheDerivative() {
    var generator = Generator(seed: Settings.seed)
    let h = 1e-5
    for _ in 0..<1000 {
      let (a, b) = (Self.rotation(using: &generator), Self.rotation(using: &generator))
      let velocity = SIMD3<Double>.random(in: -5...5, using: &generator)
      let spring = Spring.bouncy
      let time = Double.random(in: 0...1, using: &generator)
      func rotation(_ time: Double) -> Quaternion<Double> {
        spring.rotation(from: a, to: b, initialVelocity: velocity, time: time)
      }
      let step = rotation(time + h) * rotation(time - h).conjugate
      let near = step.nearest(to: .identity)
      let found = SIMD3(near.x, near.y, near.z) / h
      let exact = spring.angularVelocity(from: a, to: b, initialVelocity: velocity, time: time)
      // The third derivative, of up to 20 rad/s at 12 rad/s: 1e-10 * 20 * 144 / 6, and the rounding of 1 over h.
      #expect((found - exact).magnitudeSquared.squareRoot() < 1e-6)
    }
  }

  /// A spring that takes over from another one goes on as that one would have.
  @Test func takingOverTheVelocityChangesNothingOnTheSameAxis() {
    let (a, b) = (Quaternion<Double>.identity, Quaternion(angle: .degrees(120), axis: SIMD3(1.0, 2, 3)))
    let spring = Spring.bouncy
    let middle = spring.rotation(from: a, to: b, time: 0.2)
    let velocity = spring.angularVelocity(from: a, to: b, time: 0.2)
    let found = spring.rotation(from: middle, to: b, initialVelocity: velocity, time: 0.15)
    #expect(Self.distance(spring.rotation(from: a, to: b, time: 0.35), found) < 1e-12)
    // As vectors, the components of such a way lose a quarter of their length.
    #expect(abs(found.length - 1) < 1e-15)
  }

  @Test func batchesAreOneByOne() {
    var generator = Generator(seed: Settings.seed)
    let count = 100
    let from = (0..<count).map { _ in Quaternion<Float>(Self.rotation(using: &generator)) }
    let to = (0..<count).map { _ in Quaternion<Float>(Self.rotation(using: &generator)) }
    let velocities = (0..<count).map { _ in SIMD3<Float>.random(in: -5...5, using: &generator) }
    let starts = (0..<count).map { Float($0) / 50 }
    var found = from
    Spring.bouncy.rotations(
      at: 1, from: from.span, to: to.span, initialVelocities: velocities.span, starts: starts.span,
      into: found.mutableSpan)
    for i in 0..<count {
      let exact = Spring.bouncy.rotation(
        from: Quaternion<Double>(from[i]), to: Quaternion<Double>(to[i]),
        initialVelocity: SIMD3<Double>(velocities[i]), time: max(0, 1 - Double(starts[i])))
      #expect(found[i] == Quaternion<Float>(exact))
    }
  }

  @Test func nanGivesNaN() {
    #expect(
      Spring.smooth.rotation(from: .identity, to: Quaternion(angle: .degrees(9), axis: [1, 0, 0]), time: .nan).w.isNaN)
  }
}
