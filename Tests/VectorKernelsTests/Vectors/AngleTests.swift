import Testing
import VectorKernels

@Suite(.seeded) struct AngleTests {
  @Test func degreesAndRadiansAreTheSameAngle() {
    #expect(Angle.degrees(180).radians == .pi && Angle(radians: .pi).degrees == 180)
    #expect(Angle().radians == 0 && Angle() == .zero && Angle(degrees: -90) == .radians(-.pi / 2))
    var angle = Angle.zero
    angle.degrees = 360
    #expect(angle == .radians(2 * .pi) && angle > .degrees(359))
  }

  @Test func turnsAreCounted() {
    let angle = Angle.degrees(10).interpolated(towards: .degrees(730), amount: 0.5)
    // Three roundings of numbers up to 730.
    #expect(abs(angle.degrees - 370) < 4 * 730.0.ulp)
    #expect(angle.animatableData == angle.radians && angle.magnitudeSquared == angle.radians * angle.radians)
  }

  @Test func theShorterArc() {
    func nearest(_ degrees: Double, to other: Double) -> Double {
      Angle.degrees(degrees).nearest(to: .degrees(other)).degrees
    }
    #expect(abs(nearest(10, to: 350) - 370) < 1e-12 && abs(nearest(350, to: 10) + 10) < 1e-12)
    #expect(nearest(90, to: -80) == 90 && abs(nearest(3600 + 5, to: 0) - 5) < 1e-11)
    // Half a turn has two ways of the same length, and keeps its own.
    #expect(Angle(radians: .pi).nearest(to: .zero).radians == .pi)
    #expect(Angle(radians: -.pi).nearest(to: .zero).radians == -.pi)
    #expect(Angle(radians: .infinity).nearest(to: .zero).radians.isNaN)
  }

  @Test func readsLikeCode() {
    #expect("\(Angle.radians(1.5))" == "Angle(radians: 1.5)")
  }
}
