import Foundation
import Testing
import VectorKernels

/// One value moved by a spring, against the textbook's closed forms in higher precision, and against the equation
/// itself.
@Suite(.seeded) struct SpringMotionOfOneValueTests {
  private static let springs: [Draw<Double>] = [.response, .dampingRatio, .state, .state, .periods]

  @Test func motionIsTheClosedForm() {
    check(Self.springs) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let (target, v) = (cases[2][i], cases[3][i] * spring.angularFrequency)
        let time = cases[4][i] * cases[0][i]
        let reference = ReferenceSpring(spring)
        let exact = reference.motion(displacement: -target.reference, velocity: v.reference, after: time.reference)
        let amplitude = reference.amplitude(displacement: target.reference, velocity: v.reference)
        verdict.require(
          (
            spring.value(target: target, initialVelocity: v, time: time),
            spring.velocity(
              target: target, initialVelocity: v, time: time)
          ),
          near: (target.reference + exact.displacement, exact.velocity),
          // The products and their sum round once each beside the transition.
          within: (Double.closedFormError + 4 * Double.ulpOfOne.reference) * amplitude,
          rate: reference.angularFrequency, i)
      }
    }
  }

  /// Runge and Kutta's fourth-order method over one small step: neither a closed form nor a matrix.
  @Test func motionSolvesTheEquation() {
    check(.response, .dampingRatio, .state, .state, .uniform(0...5), count: 20_000) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: min(cases[1][i], 10))
        let (w, z) = (spring.angularFrequency.reference, spring.dampingRatio.reference)
        let (target, v) = (cases[2][i], cases[3][i] * spring.angularFrequency)
        let time = cases[4][i] * cases[0][i]
        let step = 1e-3 / (w * max(1, z))
        func state(at time: Double) -> (x: Reference, v: Reference) {
          (
            spring.value(target: target, initialVelocity: v, time: time).reference,
            spring.velocity(target: target, initialVelocity: v, time: time).reference
          )
        }
        func slope(_ s: (x: Reference, v: Reference)) -> (x: Reference, v: Reference) {
          (s.v, -2 * z * w * s.v - w * w * (s.x - target.reference))
        }
        func moved(_ s: (x: Reference, v: Reference), _ d: (x: Reference, v: Reference), _ t: Reference)
          -> (x: Reference, v: Reference)
        {
          (s.x + t * d.x, s.v + t * d.v)
        }
        let (start, end) = (time, time + Double(step))
        let length = end.reference - start.reference
        let before = state(at: start)
        let k1 = slope(before)
        let k2 = slope(moved(before, k1, length / 2))
        let k3 = slope(moved(before, k2, length / 2))
        let k4 = slope(moved(before, k3, length))
        let after = moved(before, (k1.x + 2 * k2.x + 2 * k3.x + k4.x, k1.v + 2 * k2.v + 2 * k3.v + k4.v), length / 6)
        let found = state(at: end)
        // The method's error is (2 w z h)^5 / 120 < 3e-16 of the amplitude; two states err by 4e-15 of it each.
        let amplitude = ReferenceSpring(spring).amplitude(displacement: target.reference, velocity: v.reference)
        verdict.require(
          (Double(found.x), Double(found.v)), near: (after.x, after.v), within: 3 * 4e-15 * amplitude, rate: w, i)
      }
    }
  }

  /// However a time is divided into updates, they arrive where one does.
  @Test func updatesCompose() {
    check(.response, .dampingRatio, .state, .state, .uniform(0...3), .uniform(0...3)) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let (start, speed, target) = (cases[2][i], cases[3][i] * spring.angularFrequency, 7.0)
        let (first, second) = (cases[4][i] * cases[0][i], cases[5][i] * cases[0][i])
        var (x, v) = (start, speed)
        spring.update(value: &x, velocity: &v, target: target, deltaTime: first)
        spring.update(value: &x, velocity: &v, target: target, deltaTime: second)
        let way = target - start
        let exact = (
          start + spring.value(target: way, initialVelocity: speed, time: first + second),
          spring.velocity(target: way, initialVelocity: speed, time: first + second)
        )
        let reference = ReferenceSpring(spring)
        let amplitude =
          reference.amplitude(displacement: way.reference, velocity: speed.reference) + target.magnitude.reference
        // Three transitions, the roundings of the sum of times (6 periods of 2 pi radians), and those of the update.
        verdict.require(
          (x, v), near: (exact.0.reference, exact.1.reference), within: (3 * 4e-15 + 6 * 2 * .pi * 1.2e-16) * amplitude,
          rate: reference.angularFrequency, i)
      }
    }
  }

  @Test func endsAreExact() {
    for spring in [Spring.smooth, .snappy, .bouncy, Spring(duration: 0.5, bounce: -0.6)] {
      #expect(spring.value(target: 3.0, time: 0) == 0)
      #expect(spring.velocity(target: 3.0, time: 0) == 0)
      #expect(spring.velocity(target: 3.0, initialVelocity: 2, time: 0) == 2)
      #expect(spring.value(target: 3.0, initialVelocity: 2, time: .infinity) == 3)
      #expect(spring.velocity(target: 3.0, initialVelocity: 2, time: .infinity) == 0)
      #expect(spring.value(target: 3.0, time: .nan).isNaN)
    }
  }

  /// Between ends whose difference overflows, positions are numbers wherever the mathematics has them.
  @Test func finiteEndsGiveFinitePositions() {
    ends(Float.self, 3e38)
    ends(Double.self, 1.7e308)
    // Products that overflow, of a sum that doesn't: twice the target less as much by the velocity.
    let spring = Spring(response: 2 * .pi, dampingRatio: 0)
    let value = spring.value(target: 3e38 as Float, initialVelocity: -3e38, time: 2)
    // An ulp of 3e38 is 2e31.
    #expect(abs(Double(value) - 3e38 * (1 - cos(2) - sin(2))) < 1e32)
  }

  private func ends<Number: VectorArithmetic & Animatable & BinaryFloatingPoint>(_: Number.Type, _ far: Number)
  where Number.AnimatableData == Number {
    for spring in [Spring(), .bouncy, Spring(duration: 0.5, bounce: -0.6), Spring(response: 1, dampingRatio: 0)] {
      for (first, last) in [(far, -far), (-far, far)] {
        for time in [0, 1e-3, 0.1, 0.3, 1000, .infinity] where time < 1000 || spring.dampingRatio > 0 {
          // The exact position at a scale at which nothing overflows; an undamped spring stays within both ends.
          let small = spring.value(
            fromValue: first / 16, toValue: last / 16, initialVelocity: 0, time: time)
          let speed = spring.velocity(fromValue: first / 16, toValue: last / 16, initialVelocity: 0, time: time)
          let value = spring.value(fromValue: first, toValue: last, initialVelocity: 0, time: time)
          let velocity = spring.velocity(fromValue: first, toValue: last, initialVelocity: 0, time: time)
          var (updated, rate) = (first, Number(0))
          spring.update(value: &updated, velocity: &rate, target: last, deltaTime: time)
          // Scaling by powers of two is exact, and so are the results, unless they overflow.
          #expect(value == small * 16 && velocity == speed * 16, "\(spring) at \(time)")
          // An update adds the change to the first value: three roundings of at most four times the ends.
          let error = 12 * far.ulp
          #expect(abs(updated - small * 16) <= error || updated == small * 16, "\(spring) at \(time)")
          #expect(abs(rate - speed * 16) <= 12 * speed.magnitude.ulp * 16 || rate == speed * 16)
        }
      }
    }
    let force = Spring(mass: 1, stiffness: 1, damping: 1).force(target: far, position: -far, velocity: far)
    #expect(abs(force - far) <= 2 * far.ulp)
  }

  /// Each component moves as it would alone.
  @Test func vectorsMoveByComponent() {
    let target = AnimatablePair(AnimatablePair(1.0, 2 as Float), 3.0)
    let velocity = AnimatablePair(AnimatablePair(4.0, -5 as Float), 0.0)
    for time in [0.05, 0.2, 0.7] {
      let value = Spring.bouncy.value(target: target, initialVelocity: velocity, time: time)
      #expect(value.first.first == Spring.bouncy.value(target: 1.0, initialVelocity: 4, time: time))
      #expect(value.first.second == Spring.bouncy.value(target: 2 as Float, initialVelocity: -5, time: time))
      #expect(value.second == Spring.bouncy.value(target: 3.0, time: time))
    }
  }

  @Test func valuesBetweenTwo() {
    let (from, to) = (Place(x: 10, name: "from"), Place(x: 30, name: "to"))
    for time in [0, 0.1, 0.3, 10] {
      let value = Spring.bouncy.value(fromValue: from, toValue: to, initialVelocity: Place(x: 5, name: ""), time: time)
      let velocity = Spring.bouncy.velocity(
        fromValue: from, toValue: to, initialVelocity: Place(x: 5, name: ""), time: time)
      let change = Spring.bouncy.value(target: 20.0, initialVelocity: 5, time: time)
      #expect(abs(value.x - (10 + change)) <= 1e-14 && value.name == "to")
      #expect(velocity.x == Spring.bouncy.velocity(target: 20.0, initialVelocity: 5, time: time))
    }
    #expect(
      Spring.smooth.value(fromValue: from, toValue: to, initialVelocity: from, time: .infinity) == to)
  }

  /// Acceleration times mass, by a difference of velocities.
  @Test func forceIsMassTimesAcceleration() {
    let spring = Spring(mass: 3, stiffness: 50, damping: 4)
    let (h, t) = (1e-5, 0.2)
    let x = spring.value(target: 2.0, time: t)
    let v = spring.velocity(target: 2.0, time: t)
    let acceleration =
      (spring.velocity(target: 2.0, time: t + h) - spring.velocity(target: 2.0, time: t - h)) / (2 * h)
    // The difference errs by h^2/6 times the third derivative, some 1e3, and rounding by 1e-15/h.
    #expect(abs(spring.force(target: 2, position: x, velocity: v) - 3 * acceleration) < 1e-7)
    let force = spring.force(
      fromValue: Place(x: -5, name: ""), toValue: Place(x: 2, name: ""), position: Place(x: x, name: ""),
      velocity: Place(x: v, name: ""))
    #expect(force.x == spring.force(target: 2, position: x, velocity: v))
  }
}

private struct Place: Animatable, Equatable {
  var x: Double
  var name: String

  var animatableData: Double {
    get { x }
    set { x = newValue }
  }
}
