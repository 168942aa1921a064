// Keyframes in the words of SwiftUI, for one view and for ten thousand of them.

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

for step in 0...6 {
  let time = Double(step) / 4
  let value = timeline.value(time: time)
  print(time, "scale", rounded(value.scale), "rotation", rounded(value.rotation.degrees))
}

// Ten thousand views that started one after the other within two seconds: prepared once, then a call for each frame.
let scale = try timeline.prepared(\.scale)
let rotation = try timeline.prepared(\.rotation)

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
  print("view", view, "scale", rounded(Double(scales[view])), "radians", rounded(Double(radians[view])))
}
for view in starts.indices {
  let value = timeline.value(time: 2 - Double(starts[view]))
  precondition(abs(Double(scales[view]) - value.scale) < 1e-5)
  precondition(abs(Double(radians[view]) - value.rotation.radians) < 1e-5)
}

func rounded(_ number: Double) -> Double {
  (number * 1000).rounded() / 1000 + 0  // without a negative zero
}

// Prints:
// duration 1.5
// 0.0 scale 1.0 rotation 0.0
// 0.25 scale 1.0 rotation -28.736
// 0.5 scale 1.0 rotation -9.482
// 0.75 scale 1.895 rotation 30.382
// 1.0 scale 1.938 rotation 34.684
// 1.25 scale 1.386 rotation 29.139
// 1.5 scale 1.0 rotation 0.0
// view 0 scale 1.0 radians 0.0
// view 2500 scale 1.0 radians 0.0
// view 5000 scale 1.938 radians 0.605
// view 7500 scale 1.0 radians -0.165
// view 9999 scale 1.0 radians 0.0
