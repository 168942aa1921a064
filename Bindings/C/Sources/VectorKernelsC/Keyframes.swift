import CVectorKernelsC
import VectorKernels

/// Keyframes that C owns: `vkn_keyframes`.
private final class Track {
  let prepared: PreparedKeyframes

  init(_ prepared: PreparedKeyframes) { self.prepared = prepared }
}

/// Returns the keyframes of an argument.
func preparedKeyframes(_ keyframes: OpaquePointer?) throws(Failure) -> PreparedKeyframes {
  try withObject(keyframes, "keyframes", as: Track.self) { $0.prepared }
}

@c @implementation
public func vkn_keyframes_create(
  _ components: Int, _ times: UnsafePointer<Double>?, _ values: UnsafePointer<Float>?,
  _ curves: UnsafePointer<OpaquePointer?>?, _ count: Int, _ keyframes: UnsafeMutablePointer<OpaquePointer?>?
) -> vkn_status {
  attempt { () throws(Failure) in
    guard (1...4).contains(components) else { throw badComponents(components) }
    let times = Array(try elements(times, count, "times"))
    let values = try elements(values, count, by: components, "values")
    let keyframes = try present(keyframes, "keyframes")
    if count == 0 { throw Failure(VKN_BAD_COUNT, "count is 0, but must be at least 1") }
    for (index, value) in values.enumerated() where !value.isFinite {
      throw Failure(VKN_BAD_NUMBER, "values[\(index)] is \(value), but must be finite")
    }
    let list = try (0..<count - 1).map { index throws(Failure) in
      guard let curve = curves?[index] else { return UnitCurve.linear }
      return try withObject(curve, "curves", as: Curve.self) { $0.curve }
    }
    let prepared =
      switch components {
      case 1: try prepare(times, values, list, as: Float.self)
      case 2: try prepare(times, values, list, as: Row2.self)
      case 3: try prepare(times, values, list, as: Row3.self)
      default: try prepare(times, values, list, as: Row4.self)
      }
    keyframes.pointee = give(Track(prepared))
  }
}

private func prepare<Row: ComponentVector & Animatable>(
  _ times: [Double], _ values: UnsafeBufferPointer<Float>, _ curves: [UnitCurve], as _: Row.Type
) throws(Failure) -> PreparedKeyframes where Row.AnimatableData: ComponentVector {
  let rows = values.withMemoryRebound(to: Row.self) { Array($0) }
  let keyframes: SampledKeyframes<Row>
  do throws(KeyframeListError) {
    keyframes = try SampledKeyframes(times: times, values: rows, timingCurves: curves)
  } catch {
    throw Failure(VKN_BAD_NUMBER, error.description)
  }
  do throws(KeyframePreparationError) {
    return try KeyframeTimeline(initialValue: rows[0]) { keyframes }.prepared()
  } catch {
    switch error {
    case .tooManyPieces: throw Failure(VKN_BAD_COUNT, "times: \(error)")
    case .notFinite: throw Failure(VKN_BAD_NUMBER, "values: \(error)")
    }
  }
}

@c @implementation
public func vkn_keyframes_duration(
  _ keyframes: OpaquePointer?, _ duration: UnsafeMutablePointer<Double>?
) -> vkn_status {
  attempt { () throws(Failure) in
    let duration = try present(duration, "duration")
    duration.pointee = try preparedKeyframes(keyframes).duration
  }
}

@c @implementation
public func vkn_keyframes_values(
  _ keyframes: OpaquePointer?, _ time: Double, _ starts: UnsafePointer<Float>?,
  _ values: UnsafeMutablePointer<Float>?, _ count: Int
) -> vkn_status {
  attempt { () throws(Failure) in
    try withObject(keyframes, "keyframes", as: Track.self) { track throws(Failure) in
      let starts = try elements(starts, count, "starts")
      let values = try mutableElements(values, count, by: track.prepared.componentCount, "values")
      track.prepared.values(at: time, starts: starts.span, into: values.mutableSpan)
    }
  }
}

@c @implementation
public func vkn_keyframes_destroy(_ keyframes: OpaquePointer?) { takeBack(keyframes) }
