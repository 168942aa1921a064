// A walk that repeats, with a sound for each step: markers are times in its passes. swift run Footsteps

import VectorKernels

var animator = Animator<Float>()
let height = animator.add(0)

// Up and down once for each foot.
let walk = KeyframeTimeline(initialValue: Float(0)) {
  CubicKeyframe(4, duration: 0.25)
  CubicKeyframe(0, duration: 0.25)
  CubicKeyframe(4, duration: 0.25)
  CubicKeyframe(0, duration: 0.25)
}
try animator.play(height, walk, repeats: 40)
try animator.observe(height, markers: [AnimationMarker("left", at: 0.5), AnimationMarker("right", at: 1)])

func tell(_ animator: borrowing Animator<Float>) {
  print("now", animator.time)
  for event in animator.events {
    switch event.kind {
    case .pass: print("  loop", event.pass, "is complete")
    case .marker(let marker): print("  \(marker.name) foot of loop \(event.pass), \(event.count) times")
    }
  }
}

for _ in 0..<4 {
  animator.advance(by: 0.375)
  tell(animator)
}

// A frame that takes long comes past every step, and tells how often.
animator.advance(by: 10)
tell(animator)

// A seek reports nothing, and the walk continues from there; backwards too.
try animator.seek(height, to: 39.25)
try animator.reverse(height)
animator.advance(by: 0.5)
tell(animator)
try animator.reverse(height)
animator.advance(by: 2)
tell(animator)

// Prints:
// now 0.375
// now 0.75
//   left foot of loop 1, 1 times
// now 1.125
//   right foot of loop 1, 1 times
//   loop 1 is complete
// now 1.5
//   left foot of loop 2, 1 times
// now 11.5
//   right foot of loop 11, 10 times
//   loop 11 is complete
//   left foot of loop 12, 10 times
// now 12.0
//   loop 40 is complete
//   right foot of loop 39, 1 times
// now 14.0
//   left foot of loop 40, 1 times
//   right foot of loop 40, 2 times
//   loop 40 is complete
