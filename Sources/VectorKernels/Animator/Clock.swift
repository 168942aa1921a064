/// An animator's time: that of its user, as long as it isn't paused, faster or slower.
struct Clock {
  /// The time that the user told last.
  private(set) var time: Double
  /// The animator's time.
  private(set) var now: Double
  var speed = 1.0 { didSet { anchor() } }
  var isPaused = false { didSet { anchor() } }
  /// Where both times were when the rate changed: products don't add up to an error, however many frames there are.
  private var anchorTime: Double
  private var anchorNow: Double

  init(time: Double) {
    self.time = time
    now = time
    anchorTime = time
    anchorNow = time
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

  mutating func advance(to time: Double) {
    self.time = time
    now = rate == 1 && anchorTime == anchorNow ? time : anchorNow + rate * (time - anchorTime)
  }

  private mutating func anchor() {
    (anchorTime, anchorNow) = (time, now)
  }
}
