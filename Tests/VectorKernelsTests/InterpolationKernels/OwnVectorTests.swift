import Testing
import VectorKernels

/// A vector type of one's own goes wherever one value is animated, and moves as its number does.
@Suite(.seeded) struct OwnVectorTests {
  /// Only the requirements of the protocols, in memory that is no run of components.
  private struct Temperature: VectorArithmetic, Animatable, Sendable {
    private var numbers: [Double]

    init(_ celsius: Double) { numbers = [celsius] }

    var celsius: Double { numbers[0] }

    static var zero: Temperature { Temperature(0) }
    static func + (lhs: Temperature, rhs: Temperature) -> Temperature { Temperature(lhs.celsius + rhs.celsius) }
    static func - (lhs: Temperature, rhs: Temperature) -> Temperature { Temperature(lhs.celsius - rhs.celsius) }
    mutating func scale(by rhs: Double) { numbers[0] *= rhs }
    var magnitudeSquared: Double { celsius * celsius }
  }

  private let times = (-2...40).map { Double($0) / 20 }

  @Test(arguments: [0.3, 1, 2])
  func springsMoveIt(dampingRatio: Double) {
    let spring = Spring(response: 0.5, dampingRatio: dampingRatio)
    var (number, rate) = (3.0, -2.0)
    var (own, ownRate) = (Temperature(3), Temperature(-2))
    for time in times {
      let value = spring.value(target: Temperature(20), initialVelocity: Temperature(7), time: time)
      #expect(value.celsius == spring.value(target: 20, initialVelocity: 7, time: time))
      let velocity = spring.velocity(target: Temperature(20), initialVelocity: Temperature(7), time: time)
      #expect(velocity.celsius == spring.velocity(target: 20, initialVelocity: 7, time: time))
      spring.update(value: &number, velocity: &rate, target: 20, deltaTime: 1 / 60)
      spring.update(value: &own, velocity: &ownRate, target: Temperature(20), deltaTime: 1 / 60)
      #expect(own.celsius == number && ownRate.celsius == rate)
    }
    let settling = spring.settlingDuration(target: Temperature(20), epsilon: 0.01)
    #expect(settling == spring.settlingDuration(target: 20.0, epsilon: 0.01))
  }

  @Test(arguments: [
    Animation.easeInOut(duration: 1), .bouncy, .linear.delay(0.2).repeatCount(3),
    .interpolatingSpring(stiffness: 80, damping: 5),
  ])
  func animationsMoveIt(animation: Animation) {
    var number = AnimatedValue(3.0)
    var own = AnimatedValue(Temperature(3))
    number.animate(to: 20, using: animation, at: 0)
    own.animate(to: Temperature(20), using: animation, at: 0)
    number.animate(to: -5, using: .spring, at: 0.3)
    own.animate(to: Temperature(-5), using: .spring, at: 0.3)
    for time in times {
      let value = animation.value(from: Temperature(3), to: Temperature(20), at: time)
      #expect(value.celsius == animation.value(from: 3, to: 20, at: time))
      #expect(own.value(at: time).celsius == number.value(at: time))
    }
  }

  @Test func keyframesMoveIt() {
    let number = KeyframeTimeline(initialValue: 3.0) {
      LinearKeyframe(20.0, duration: 0.5)
      SpringKeyframe(-5.0, duration: 0.4)
      CubicKeyframe(7.0, duration: 0.6)
      MoveKeyframe(1.0)
    }
    let own = KeyframeTimeline(initialValue: Temperature(3)) {
      LinearKeyframe(Temperature(20), duration: 0.5)
      SpringKeyframe(Temperature(-5), duration: 0.4)
      CubicKeyframe(Temperature(7), duration: 0.6)
      MoveKeyframe(Temperature(1))
    }
    for time in times { #expect(own.value(time: time).celsius == number.value(time: time)) }
  }
}
