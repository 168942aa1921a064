// A clock time as a custom vector: hours, minutes and seconds that carry over while they are animated.

import VectorKernels

/// A time of day or a span of it. All three parts have the sign of the whole.
struct ClockTime: VectorArithmetic, CustomStringConvertible {
  var hours, minutes: Int
  var seconds: Double

  init(hours: Int, minutes: Int, seconds: Double) {
    self.init(inSeconds: Double(hours) * 3600 + Double(minutes) * 60 + seconds)
  }

  init(inSeconds total: Double) {
    hours = Int(total / 3600)
    minutes = Int(total / 60) % 60
    seconds = total.truncatingRemainder(dividingBy: 60)
  }

  var inSeconds: Double { Double(hours) * 3600 + Double(minutes) * 60 + seconds }

  // The requirements of VectorArithmetic.
  static let zero = ClockTime(inSeconds: 0)
  static func + (lhs: Self, rhs: Self) -> Self { ClockTime(inSeconds: lhs.inSeconds + rhs.inSeconds) }
  static func - (lhs: Self, rhs: Self) -> Self { ClockTime(inSeconds: lhs.inSeconds - rhs.inSeconds) }
  mutating func scale(by rhs: Double) { self = ClockTime(inSeconds: inSeconds * rhs) }
  var magnitudeSquared: Double { inSeconds * inSeconds }

  var description: String {
    let parts = [hours, minutes, Int(seconds.rounded(.down))]
    return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

// A spring moves it forward: to move one value, a vector type is enough.
let (noon, evening) = (ClockTime(hours: 12, minutes: 0, seconds: 0), ClockTime(hours: 18, minutes: 45, seconds: 30))
let spring = Spring.bouncy(duration: 1)
for time in [0, 0.4, 0.8, 1.2] {
  print(time, noon + spring.value(target: evening - noon, initialVelocity: .zero, time: time))
}

// The same holds for animations and everything else that moves one value. Half of the way is 3:22:45.
let animation = Animation.easeInOut(duration: 10).delay(1)
for time in [1.0, 3, 6, 9, 11] {
  print(time, animation.value(from: noon, to: evening, at: time))
}

// Prints:
// 0.0 12:00:00
// 0.4 17:54:17
// 0.8 19:01:26
// 1.2 18:45:47
// 1.0 12:00:00
// 3.0 12:33:06
// 6.0 15:22:45
// 9.0 18:12:23
// 11.0 18:45:30
