// SwiftUI's KeyframeAnimator: a bell that crouches, jumps and rings when a message arrives, with a track for each part
// of its pose. The builder is SwiftUI's; instead of `trigger:`, the time is counted from a moment.

import Foundation
import VectorKernels

struct Pose {
  var scale = 1.0
  var verticalStretch = 1.0
  var verticalTranslation = 0.0
  var angle = Angle.zero
}

let ring = KeyframeTimeline(initialValue: Pose()) {
  KeyframeTrack(\.scale) {
    LinearKeyframe(1.2, duration: 0.4)
    SpringKeyframe(1.6, duration: 0.4, spring: .bouncy)
    SpringKeyframe(1, spring: .smooth)
  }
  KeyframeTrack(\.verticalStretch) {
    CubicKeyframe(0.7, duration: 0.2)
    CubicKeyframe(1.3, duration: 0.2)
    CubicKeyframe(1, duration: 0.4)
  }
  KeyframeTrack(\.verticalTranslation) {
    LinearKeyframe(0, duration: 0.2)
    CubicKeyframe(-60, duration: 0.4)
    SpringKeyframe(0, duration: 0.6, spring: .bouncy)
  }
  KeyframeTrack(\.angle) {
    MoveKeyframe(.degrees(-15))
    LinearKeyframe(.degrees(15), duration: 0.6)
    LinearKeyframe(.zero, duration: 0.2, timingCurve: .easeOut)
  }
}

// The closure that SwiftUI calls with the values of each frame.
func content(_ pose: Pose) -> String {
  String(
    format: "scale %.2f stretch %.2f y %6.2f angle %6.2f",
    pose.scale, pose.verticalStretch, pose.verticalTranslation, pose.angle.degrees)
}

let message = 12.5
for frame in stride(from: 0, through: 72, by: 12) {
  let time = message + Double(frame) / 60
  print(String(format: "%.1f", time), content(ring.value(time: time - message)))
}

// Prints:
// 12.5 scale 1.00 stretch 1.00 y   0.00 angle -15.00
// 12.7 scale 1.10 stretch 0.70 y   0.00 angle  -5.00
// 12.9 scale 1.20 stretch 1.30 y -30.00 angle   5.00
// 13.1 scale 1.56 stretch 1.18 y -60.00 angle  15.00
// 13.3 scale 1.62 stretch 1.00 y  -7.58 angle   0.00
// 13.5 scale 1.17 stretch 1.00 y   2.36 angle   0.00
// 13.7 scale 1.02 stretch 1.00 y   0.04 angle   0.00
