import CVectorKernelsC
import VectorKernels

extension Spring {
  /// Creates the spring of an argument.
  @inline(__always)
  init(_ spring: vkn_spring) throws(Failure) {
    try requirePeriod(spring.duration, "spring.duration")
    try require(spring.bounce, "spring.bounce", in: -1...1)
    self.init(duration: spring.duration, bounce: spring.bounce)
  }
}

@c @implementation
public func vkn_spring_sine_amplitudes_f32(
  _ spring: vkn_spring, _ displacements: UnsafePointer<Float>?, _ velocities: UnsafePointer<Float>?,
  _ sineAmplitudes: UnsafeMutablePointer<Float>?, _ count: Int
) -> vkn_status {
  attempt { () throws(Failure) in
    let spring = try Spring(spring)
    let displacements = try elements(displacements, count, "displacements")
    let velocities = try elements(velocities, count, "velocities")
    let sineAmplitudes = try mutableElements(sineAmplitudes, count, "sine_amplitudes")
    spring.sineAmplitudes(
      displacements: displacements.span, velocities: velocities.span, into: sineAmplitudes.mutableSpan)
  }
}

@c @implementation
public func vkn_spring_positions_f32(
  _ spring: vkn_spring, _ time: Double, _ targets: UnsafePointer<Float>?, _ displacements: UnsafePointer<Float>?,
  _ sineAmplitudes: UnsafePointer<Float>?, _ starts: UnsafePointer<Float>?,
  _ positions: UnsafeMutablePointer<Float>?, _ count: Int
) -> vkn_status {
  attempt { () throws(Failure) in
    let spring = try Spring(spring)
    let targets = try elements(targets, count, "targets")
    let displacements = try elements(displacements, count, "displacements")
    let sineAmplitudes = try elements(sineAmplitudes, count, "sine_amplitudes")
    let starts = try elements(starts, count, "starts")
    let positions = try mutableElements(positions, count, "positions")
    spring.positions(
      at: time, targets: targets.span, displacements: displacements.span, sineAmplitudes: sineAmplitudes.span,
      starts: starts.span, into: positions.mutableSpan)
  }
}

@c @implementation
public func vkn_spring_step_f32(
  _ spring: vkn_spring, _ deltaTime: Double, _ positions: UnsafeMutablePointer<Float>?,
  _ velocities: UnsafeMutablePointer<Float>?, _ targets: UnsafePointer<Float>?, _ count: Int
) -> vkn_status {
  attempt { () throws(Failure) in
    let spring = try Spring(spring)
    let positions = try mutableElements(positions, count, "positions")
    let velocities = try mutableElements(velocities, count, "velocities")
    let targets = try elements(targets, count, "targets")
    SpringStep<Float>(spring, deltaTime: deltaTime)
      .advance(positions: positions.mutableSpan, velocities: velocities.mutableSpan, targets: targets.span)
  }
}
