extension BatchElement {
  /// Clamps a time so that its product with any spring's rates is finite: to within 1e30 s (`Float`) or 1e290 s of 0.
  /// A time that isn't finite becomes NaN, because at an infinite time kernels may give numbers.
  static func springTime(_ time: Double) -> Double {
    let limit = self == Float.self ? 1e30 : 1e290
    return time.isFinite ? max(-limit, min(time, limit)) : .nan
  }
}

extension Batch {
  /// Clamps a time so that its product with rates of up to 1e15 per second is finite: to within 1e16 s of 0.
  static func progressTime(_ time: Double) -> Double { time.isFinite ? max(-1e16, min(time, 1e16)) : time }
}
