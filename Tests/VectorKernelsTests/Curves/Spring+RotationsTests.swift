import Testing
import VectorKernels

/// Springs of rotations, against slerp, and against the motion integrated in small steps.
@Suite(.seeded) struct SpringRotationTests {
  private static func distance(_ a: Quaternion<Double>, _ b: Quaternion<Double>) -> Double {
    Double(ReferenceQuaternion(a).distance(to: b.nearest(to: a)))
  }

  private static let springs = [Spring.smooth, .bouncy, Spring(response: 0.8, dampingRatio: 2)]

  /// The largest error of one call, in units u = 2^-53, with the spring at one of its ends. The logarithm and the
  /// exponential of at most half a turn round 4 times each, products and normalising 22 times.
  private static let endTolerance = 30 * 0x1p-53
  /// On the way, the spring's phase of up to 25 radians (12.57 rad/s for 2 s) and 10 roundings come to it, for half the
  /// angle: 35 u times half of pi.
  private static let tolerance = 86 * 0x1p-53
  /// Normalising a quaternion rounds each component by at most 3 u, and so does measuring its length.
  private static let lengthTolerance = 6 * 0x1p-53

  @Test func fromRestItIsSlerpByTheAmount() {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<1000 {
      let (a, b) = (Rotations.random(using: &generator), Rotations.random(using: &generator))
      for spring in Self.springs {
        let time = Double.random(in: 0...2, using: &generator)
        let result = spring.rotation(from: a, to: b, time: time)
        let amount = Reference(spring.value(target: 1.0, time: time))
        let exact = ReferenceQuaternion(a).slerp(towards: ReferenceQuaternion(b), amount: amount)
        #expect(exact.distance(to: result.nearest(to: exact.rounded())) < Reference(Self.tolerance))
        #expect(abs(result.length - 1) < Self.lengthTolerance)
      }
    }
  }

  @Test func itStartsWhereAndAsFastAsItIsTold() {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<1000 {
      let (a, b) = (Rotations.random(using: &generator), Rotations.random(using: &generator))
      let velocity = SIMD3<Double>.random(in: -5...5, using: &generator)
      for spring in Self.springs {
        #expect(
          Self.distance(a, spring.rotation(from: a, to: b, initialVelocity: velocity, time: 0)) < Self.endTolerance)
        let found = spring.angularVelocity(from: a, to: b, initialVelocity: velocity, time: 0)
        // To the vector's velocity and back, each with 20 roundings of up to 8.7 rad/s times half of pi; and of the
        // spring's velocity, which is a sum of parts of up to 12.57 rad/s times pi, 4: 5e-14 and 2e-14.
        #expect((found - velocity).magnitudeSquared.squareRoot() < 1e-13)
        // The slowest of the springs has come to exp(-2.1 * 60) of the way.
        let end = spring.rotation(from: a, to: b, initialVelocity: velocity, time: 60)
        #expect(Self.distance(b, end) < Self.endTolerance)
      }
    }
  }

  /// The angular velocity is the derivative of the rotation: q(t + h) = exp(h w) q(t), up to the square of h.
  @Test func theAngularVelocityIsTheDerivative() {
    var generator = Generator(seed: Settings.seed)
    let h = 1e-6
    for _ in 0..<1000 {
      let (a, b) = (Rotations.random(using: &generator), Rotations.random(using: &generator))
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
      // The rotation is at most w = 55 rad/s fast: half a turn at 12.57 rad/s, and 8.7 rad/s times half of pi. A sine of
      // h w instead of its angle is off by w (h w)^2 / 6 = 3e-8, the third derivative of a turning axis by as much, and
      // that of the spring by h^2 w 12.57^2 / 6 = 1.5e-9. Roundings are those of two rotations, over h: 2e-8.
      #expect((found - exact).magnitudeSquared.squareRoot() < 1e-7)
    }
  }

  /// A spring that takes over from another one goes on as that one would have.
  @Test func takingOverTheVelocityChangesNothingOnTheSameAxis() {
    let (a, b) = (Quaternion<Double>.identity, Quaternion(angle: .degrees(120), axis: SIMD3(1.0, 2, 3)))
    let spring = Spring.bouncy
    let middle = spring.rotation(from: a, to: b, time: 0.2)
    let velocity = spring.angularVelocity(from: a, to: b, time: 0.2)
    let found = spring.rotation(from: middle, to: b, initialVelocity: velocity, time: 0.15)
    // Three rotations, and a velocity that is off by 1e-13 rad/s for 0.15 s.
    #expect(Self.distance(spring.rotation(from: a, to: b, time: 0.35), found) < 3 * Self.tolerance + 1.5e-14)
    // As vectors, the components of such a way lose a quarter of their length.
    #expect(abs(found.length - 1) < Self.lengthTolerance)
  }

  @Test func batchesAreOneByOne() {
    var generator = Generator(seed: Settings.seed)
    let count = 100
    let from = (0..<count).map { _ in Quaternion<Float>(Rotations.random(using: &generator)) }
    let to = (0..<count).map { _ in Quaternion<Float>(Rotations.random(using: &generator)) }
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
