/// Two motions at one time, and their velocities. Every motion of a spring is a sum of multiples of these.
struct SpringBasis<T: Real> {
  private let envelope, decay: T
  private let cosine, sine: T
  private let cosineVelocity, sineVelocity: T

  /// - Parameter frequency: turns per second when the spring oscillates; otherwise minus the octaves per second by
  ///   which the second exponential falls off faster than the first.
  @inline(__always)
  init(time: T, decay: T, frequency: T) {
    let rate = SpringBasis.rate(frequency: frequency)
    self.decay = decay
    envelope = T.exponential(-decay * time)
    if frequency > 0 {
      cosine = T.cosine(rate * time)
      sine = T.sine(rate * time)
      cosineVelocity = -rate * sine
      sineVelocity = rate * cosine
    } else {
      let second = T.exponential(-rate * time)
      cosine = 1
      sine = 1 - second
      cosineVelocity = 0
      sineVelocity = rate * second
    }
  }

  /// Radians per second, or the difference of the two rates of decay.
  @inline(__always)
  static func rate(frequency: T) -> T {
    frequency > 0 ? 2 * .pi * frequency : -T.logarithmOfTwo * frequency
  }

  @inline(__always)
  func position(displacement: T, quadrature: T) -> T {
    envelope * (displacement * cosine + quadrature * sine)
  }

  @inline(__always)
  func velocity(displacement: T, quadrature: T) -> T {
    envelope * (displacement * cosineVelocity + quadrature * sineVelocity)
      - decay * position(displacement: displacement, quadrature: quadrature)
  }
}
