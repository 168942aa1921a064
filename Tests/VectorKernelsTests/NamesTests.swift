import Foundation
import Testing
import VectorKernels

/// Code in SwiftUI's words compiles as it is, argument labels included: all names that the article calls the same.
@Suite(.seeded) struct NamesTests {
  @Test func vectors() {
    var pair = AnimatablePair(1.0, AnimatablePair(Float(2), 3.0))
    pair.scale(by: 2)
    pair.interpolate(towards: .zero, amount: 0.5)
    #expect(pair.scaled(by: 2).magnitudeSquared > pair.interpolated(towards: .zero, amount: 0.5).magnitudeSquared)
    #expect(AnimatableValues(1.0, Float(2)).value == (1.0, Float(2)))
    #expect(Angle.degrees(90) == Angle(degrees: 90) && Angle.radians(1) == Angle(radians: 1) && Angle() == .zero)
    #expect(EmptyAnimatableData() == .zero)
  }

  @Test func curves() {
    let curve = UnitCurve.bezier(
      startControlPoint: UnitPoint(x: 0.25, y: 0.1), endControlPoint: UnitPoint(x: 0.25, y: 1))
    let curves: [UnitCurve] = [
      curve, .linear, .easeIn, .easeOut, .easeInOut, .circularEaseIn, .circularEaseOut, .circularEaseInOut,
    ]
    for curve in curves {
      #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1 && curve.inverse.value(at: 1) == 1)
      #expect(curve.velocity(at: 0.5) > 0)
    }
  }

  @Test func unitPoints() {
    let points: [[UnitPoint]] = [
      [.topLeading, .top, .topTrailing], [.leading, .center, .trailing], [.bottomLeading, .bottom, .bottomTrailing],
    ]
    for (row, points) in points.enumerated() {
      for (column, point) in points.enumerated() {
        #expect(point == UnitPoint(x: Double(column) / 2, y: Double(row) / 2))
      }
    }
    #expect(UnitPoint.zero == .topLeading)
    var point = UnitPoint.leading
    point.animatableData.interpolate(towards: UnitPoint.bottomTrailing.animatableData, amount: 0.5)
    #expect(point == UnitPoint(x: 0.5, y: 0.75))
  }

  @Test func colors() {
    let colors: [Color] = [
      Color(red: 0.2, green: 0.4, blue: 0.6), Color(.displayP3, red: 0.2, green: 0.4, blue: 0.6, opacity: 0.5),
      Color(white: 0.5), Color(.sRGBLinear, white: 0.5, opacity: 0.5),
      Color(hue: 0.5, saturation: 0.5, brightness: 0.5),
      Color(hue: 0.5, saturation: 0.5, brightness: 0.5, opacity: 0.5), .white.opacity(0.5), .black, .clear,
      .red, .orange, .yellow, .green, .mint, .teal, .cyan, .blue, .indigo, .purple, .pink, .brown, .gray,
    ]
    for color in colors {
      let mixtures = [
        color.mix(with: .white, by: 0.5), color.mix(with: .white, by: 0.5, in: .device),
        color.mix(with: .white, by: 0.5, in: .perceptual),
      ]
      #expect(mixtures.allSatisfy { $0.alpha == (color.alpha + 1) / 2 })
      #expect(color.animatableData.w == color.alpha)
    }
    let gradient = Gradient(stops: [Gradient.Stop(color: .white, location: 0), .init(color: .black, location: 1)])
    #expect(Gradient(colors: [.white, .black]) == gradient && gradient.stops[1].location == 1)
  }

  @Test func springs() {
    let springs = [
      Spring(), Spring(duration: 0.5, bounce: 0.2), Spring(response: 0.5, dampingRatio: 0.8),
      Spring(mass: 1, stiffness: 100, damping: 10), Spring(mass: 1, stiffness: 1, damping: 10, allowOverDamping: true),
      Spring(settlingDuration: 1, dampingRatio: 0.8), Spring(settlingDuration: 1, dampingRatio: 0.8, epsilon: 0.01),
      .smooth, .snappy, .bouncy, .smooth(duration: 0.3), .snappy(duration: 0.3, extraBounce: 0.1),
      .bouncy(extraBounce: 0.1),
    ]
    for spring in springs {
      var (value, velocity) = (0.0, 0.0)
      spring.update(value: &value, velocity: &velocity, target: 1, deltaTime: 0.1)
      // The two differ by the rounding of the kernel's time against the step's.
      #expect(abs(value - spring.value(target: 1.0, initialVelocity: 0, time: 0.1)) < 1e-12)
      #expect(abs(velocity - spring.velocity(target: 1.0, initialVelocity: 0, time: 0.1)) < 1e-9)
      #expect(spring.force(target: 1.0, position: 0, velocity: 0) == spring.stiffness)
      #expect(spring.value(fromValue: 1.0, toValue: 2, initialVelocity: 0, time: 0) == 1)
      #expect(spring.velocity(fromValue: 1.0, toValue: 2, initialVelocity: 3, time: 0) == 3)
      #expect(spring.settlingDuration == spring.settlingDuration(target: 1.0, initialVelocity: 0, epsilon: 0.001))
      let numbers = [
        spring.duration, spring.bounce, spring.response, spring.dampingRatio, spring.mass, spring.stiffness,
        spring.damping,
      ]
      #expect(numbers.allSatisfy { $0.isFinite })
    }
  }

  @Test func animations() {
    let animations: [Animation] = [
      .default, .linear, .linear(duration: 1), .easeIn, .easeIn(duration: 1), .easeOut, .easeOut(duration: 1),
      .easeInOut, .easeInOut(duration: 1), .timingCurve(0.2, 0, 0.4, 1), .timingCurve(0.2, 0, 0.4, 1, duration: 1),
      .timingCurve(.circularEaseIn, duration: 1), .spring, .spring(), .spring(.bouncy),
      .spring(.bouncy, blendDuration: 0.1), .spring(duration: 0.5, bounce: 0.1, blendDuration: 0),
      .spring(response: 0.5, dampingFraction: 0.8, blendDuration: 0), .interactiveSpring,
      .interactiveSpring(response: 0.2, dampingFraction: 0.8, blendDuration: 0.1),
      .interactiveSpring(duration: 0.2, extraBounce: 0.1, blendDuration: 0.1), .interpolatingSpring,
      .interpolatingSpring(.snappy),
      .interpolatingSpring(mass: 1, stiffness: 100, damping: 10, initialVelocity: 1),
      .interpolatingSpring(duration: 0.5, bounce: 0.1, initialVelocity: 1), .smooth, .smooth(duration: 0.3),
      .snappy, .snappy(duration: 0.3, extraBounce: 0.1), .bouncy, .bouncy(duration: 0.3),
      .easeIn.delay(0.1).speed(2).repeatCount(2), .linear.repeatCount(3, autoreverses: false), .easeOut.speed(0.5),
      .spring.logicallyComplete(after: 0.2),
    ]
    for animation in animations {
      #expect(animation.value(from: 1.0, to: 2.0, at: 0) == 1)
      #expect(animation.value(from: 1.0, to: 2.0, at: 1000) == 2)
    }
    #expect(Animation.linear.repeatForever().value(from: 0.0, to: 1.0, at: 0.35 * 1.5) > 0)
    #expect(Animation.linear.repeatForever(autoreverses: false).duration == .infinity)
  }

  @Test func keyframes() {
    struct Values {
      var scale = 1.0
      var rotation = Angle.zero
    }
    let timeline = KeyframeTimeline(initialValue: Values()) {
      KeyframeTrack(\.scale) {
        LinearKeyframe(1.0, duration: 0.36, timingCurve: .easeIn)
        SpringKeyframe(1.5, duration: 0.8, spring: .bouncy)
        SpringKeyframe(1.0, spring: .bouncy, startVelocity: 1)
      }
      KeyframeTrack(\.rotation) {
        MoveKeyframe(.degrees(10))
        CubicKeyframe(.zero, duration: 0.58)
        CubicKeyframe(.degrees(16), duration: 0.125, startVelocity: .zero, endVelocity: .zero)
      }
    }
    var values = Values()
    timeline.update(value: &values, time: timeline.duration)
    #expect(abs(values.scale - 1) < 1e-3 && abs(values.rotation.degrees - 16) < 1e-9)
    timeline.update(value: &values, progress: 1)
    #expect(values.scale == timeline.value(time: timeline.duration).scale)
    #expect(timeline.value(progress: 0).rotation == .degrees(10))
  }

  @Test func foundationsNumbers() throws {
    struct Values {
      var scale: CGFloat = 1
      var origin = CGPoint(x: 1, y: 2)
    }
    let timeline = KeyframeTimeline(initialValue: Values()) {
      KeyframeTrack(\.scale) { LinearKeyframe(2, duration: 1) }
      KeyframeTrack(\.origin) { CubicKeyframe(CGPoint(x: 4, y: 4), duration: 1) }
    }
    #expect(timeline.value(time: 0.5).scale == 1.5 && timeline.value(time: 0.5).origin == CGPoint(x: 2.5, y: 3))
    let origins = try timeline.prepared(\.origin)
    var columns = Columns(repeating: AnimatablePair<Float, Float>.zero, count: 2)
    origins.values(at: [0.5, 2].span, into: &columns)
    #expect(columns == [AnimatablePair(2.5, 3), AnimatablePair(4, 4)])
    #expect(Spring().value(target: CGFloat(2), time: 100) == 2 && CGFloat(3).magnitudeSquared == 9)
  }
}

extension CGFloat: PackedVector {
  public typealias Component = NativeType
}
extension CGFloat: Animatable {}
extension CGPoint: Animatable {
  public var animatableData: AnimatablePair<CGFloat, CGFloat> {
    get { AnimatablePair(x, y) }
    set { (x, y) = (newValue.first, newValue.second) }
  }
}
