/// An animator's time: that of its user, as long as it isn't paused, faster or slower.
///
/// Both are at most 2^33 s from zero, where the steps of `Double` are a microsecond: the user's time stays there, and the
/// animator's begins anew at zero, and with it all that is relative to it.
struct Clock {
  /// The latest time, in seconds: 272 years.
  static let limit = 0x1p33

  /// The time that the user told last.
  private(set) var time: Double
  /// The animator's time.
  private(set) var now: Double
  var speed = 1.0 { didSet { anchor() } }
  var isPaused = false { didSet { anchor() } }
  /// Where both times were when the rate changed: products don't add up to an error, however many frames there are.
  private var anchorTime: Double
  private var anchorNow: Double

  /// - Parameter time: A time of the user's; what isn't finite counts as 0.
  init(time: Double) {
    self.time = time.isFinite ? Self.clamped(time) : 0
    now = self.time
    anchorTime = now
    anchorNow = now
  }

  /// A clock with the numbers of another one.
  init(numbers: [Double], isPaused: Bool) {
    (time, now, speed) = (numbers[0], numbers[1], numbers[2])
    (anchorTime, anchorNow) = (numbers[3], numbers[4])
    self.isPaused = isPaused
  }

  /// All that there is to it, but whether it is paused.
  var numbers: [Double] { [time, now, speed, anchorTime, anchorNow] }

  /// Seconds of the animator per second of its user.
  var rate: Double { isPaused ? 0 : speed }

  /// Goes on to a finite time of the user's, or back to it.
  mutating func advance(to time: Double) {
    self.time = Self.clamped(time)
    now = rate == 1 && anchorTime == anchorNow ? self.time : anchorNow + rate * (self.time - anchorTime)
  }

  /// Goes on by so many seconds of the user's, finitely many, also where its time stays at the limit.
  mutating func advance(by seconds: Double) {
    let step = Self.clamped(seconds)
    let told = time + step
    if abs(told) <= Self.limit { return advance(to: told) }
    time = Self.clamped(told)
    now += rate * step
    anchor()
  }

  /// Whether the animator's time is so far from zero that it is to begin anew there.
  var isFarOut: Bool { abs(now) > Self.limit }

  /// Lets the animator's time begin anew.
  mutating func beginAnew() {
    now = 0
    anchor()
  }

  private mutating func anchor() {
    (anchorTime, anchorNow) = (time, now)
  }

  /// A time, or a number of seconds, that isn't farther from zero than the limit.
  static func clamped(_ seconds: Double) -> Double { max(-limit, min(seconds, limit)) }

  /// A speed as it counts: what is below 1e-6, or isn't finite, is 0, and what is above 1e6 is that.
  static func usable<Number: BinaryFloatingPoint>(_ speed: Number) -> Number {
    speed.isFinite && speed >= 1e-6 ? min(speed, 1e6) : 0
  }
}
