// Keyframes for ten thousand views: SwiftUI's timeline, prepared once and evaluated by a call for each track and frame.

import VectorKernels

struct AnimationValues {
  var scale = 1.0
  var rotation = Angle.zero
}

let timeline = KeyframeTimeline(initialValue: AnimationValues()) {
  KeyframeTrack(\.scale) {
    LinearKeyframe(1.0, duration: 0.5)
    SpringKeyframe(2.0, duration: 0.4, spring: .snappy)
    CubicKeyframe(1.0, duration: 0.6)
  }
  KeyframeTrack(\.rotation) {
    SpringKeyframe(.degrees(-35), duration: 0.4, spring: .smooth)
    SpringKeyframe(.degrees(35), duration: 0.8, spring: .smooth)
    LinearKeyframe(.zero, duration: 0.3)
  }
}
print("duration", rounded(timeline.duration))
let scale = try timeline.prepared(\.scale)
let rotation = try timeline.prepared(\.rotation)

// The views start one after the other within two seconds.
let starts = (0..<10_000).map { Float($0) / 5000 }
var scales = [Float](repeating: 0, count: starts.count)
var radians = [Float](repeating: 0, count: starts.count)
for frame in 0...120 {
  let time = Double(frame) / 60
  scale.values(at: time, starts: starts.span, into: scales.mutableSpan)
  rotation.values(at: time, starts: starts.span, into: radians.mutableSpan)
}

// Two seconds are over: the first view has come to rest, and the last one is about to start.
for view in [0, 2500, 5000, 7500, 9999] {
  let degrees = Angle(radians: Double(radians[view])).degrees
  print("view", view, "scale", rounded(Double(scales[view])), "rotation", rounded(degrees))
}
// Each view has the value that the timeline gives for its time.
for view in starts.indices {
  let value = timeline.value(time: 2 - Double(starts[view]))
  precondition(abs(Double(scales[view]) - value.scale) < 1e-5)
  precondition(abs(Double(radians[view]) - value.rotation.radians) < 1e-5)
}

func rounded(_ number: Double) -> Double {
  (number * 100).rounded() / 100 + 0  // without a negative zero
}

// Prints:
// duration 1.5
// view 0 scale 1.0 rotation 0.0
// view 2500 scale 1.0 rotation 0.0
// view 5000 scale 1.94 rotation 34.68
// view 7500 scale 1.0 rotation -9.48
// view 9999 scale 1.0 rotation 0.0
