/// An animator's time. It follows the user's time, scaled by a speed, unless it is paused.
///
/// Both times stay within 2^33 s of zero, where the steps of a `Double` are a microsecond. At that limit the user's
/// time stops, while the animator's time restarts at zero, and everything relative to it is shifted.
struct Clock {
  /// The latest time, in seconds: 272 years.
  static let limit = 0x1p33

  /// The latest time that the user passed.
  private(set) var time: Double
  /// The animator's time.
  private(set) var now: Double
  var speed = 1.0 { didSet { anchor() } }
  var isPaused = false { didSet { anchor() } }
  /// Both times when the rate last changed. The present time is computed from these, so that rounding errors don't add
  /// up over many frames.
  private var anchorTime: Double
  private var anchorNow: Double

  /// Creates a clock.
  ///
  /// - Parameter time: A time of the user's clock; a time that isn't finite counts as 0.
  init(time: Double) {
    self.time = time.isFinite ? Self.clamped(time) : 0
    now = self.time
    anchorTime = now
    anchorNow = now
  }

  /// Creates a clock from the numbers of another one.
  init(numbers: [Double], isPaused: Bool) {
    (time, now, speed) = (numbers[0], numbers[1], numbers[2])
    (anchorTime, anchorNow) = (numbers[3], numbers[4])
    self.isPaused = isPaused
  }

  /// All numbers of the clock, without whether it is paused.
  var numbers: [Double] { [time, now, speed, anchorTime, anchorNow] }

  /// The seconds of the animator's time per second of the user's time.
  var rate: Double { isPaused ? 0 : speed }

  /// Moves forward or back to a finite time of the user's clock.
  mutating func advance(to time: Double) {
    self.time = Self.clamped(time)
    now = rate == 1 && anchorTime == anchorNow ? self.time : anchorNow + rate * (self.time - anchorTime)
  }

  /// Moves by a finite number of seconds of the user's clock, even if the user's time stays at the limit.
  mutating func advance(by seconds: Double) {
    let step = Self.clamped(seconds)
    let told = time + step
    if abs(told) <= Self.limit { return advance(to: told) }
    time = Self.clamped(told)
    now += rate * step
    anchor()
  }

  /// Whether the animator's time is so far from zero that it must restart there.
  var isFarOut: Bool { abs(now) > Self.limit }

  /// Restarts the animator's time at zero.
  mutating func beginAnew() {
    now = 0
    anchor()
  }

  private mutating func anchor() {
    (anchorTime, anchorNow) = (time, now)
  }

  /// Returns a time or a number of seconds, clamped to the limit.
  static func clamped(_ seconds: Double) -> Double { max(-limit, min(seconds, limit)) }

  /// Returns the effective speed: 0 for a speed below 1e-6 or one that isn't finite, and at most 1e6.
  static func usable<Number: BinaryFloatingPoint>(_ speed: Number) -> Number {
    speed.isFinite && speed >= 1e-6 ? min(speed, 1e6) : 0
  }
}
