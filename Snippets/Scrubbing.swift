// A drawer under a finger, as with UIViewPropertyAnimator: paused, scrubbed by a slider, reversed and released. Then a
// drawer with three rows that follow it, scrubbed by time. swift run Scrubbing

import VectorKernels

var animator = Animator<Float>()
let drawer = animator.add(0)
try animator.animate(drawer, to: 300, using: .easeInOut(duration: 1))
try animator.pause(drawer)

// UIKit's `fractionComplete`: in proportion, as with `scrubsLinearly`, or along the curve.
for fraction in [0, 0.25, 0.5, 0.75, 1] {
  try animator.seek(drawer, toAmount: fraction)
  let linear = animator[drawer]!
  try animator.seek(drawer, toProgress: fraction)
  print("slider at \(fraction): \(linear.rounded()), along the curve \(animator[drawer]!.rounded())")
}

// While it is paused, frames don't move it. Reversed and released, it returns to its start: `isReversed`.
try animator.seek(drawer, toAmount: 0.5)
animator.advance(by: 1)
try animator.reverse(drawer)
try animator.resume(drawer)
while try animator.isAnimating(drawer) {
  animator.advance(by: 0.25)
  print("let go:", animator[drawer]!.rounded())
}
print(animator.completions.map { "\($0.reason) at its \($0.end)" })

// Several properties with their own delays are scrubbed to the same time.
let rows = animator.add(-30, count: 3)
let all = [drawer] + rows
try animator.animate(drawer, to: 30, using: .easeInOut(duration: 0.5))
try animator.animate(rows, to: 0, using: .easeOut(duration: 0.3).delay(0.1), stagger: 0.1)
try animator.pause(all)
for time in [0, 0.15, 0.3, 0.45, 0.6] {
  try animator.seek(all, to: time)
  var line = Array(repeating: Character(" "), count: 31)
  for (index, letter) in zip(0..., "abc") {
    let x = Int(animator[drawer]! + animator[rows[index]]!) - 9 + 3 * index
    if line.indices.contains(x) { line[x] = letter }
  }
  line[Int(animator[drawer]!.rounded())] = "|"
  print("\(time) s", String(line))
}

// Prints:
// slider at 0.0: 0.0, along the curve 0.0
// slider at 0.25: 75.0, along the curve 39.0
// slider at 0.5: 150.0, along the curve 150.0
// slider at 0.75: 225.0, along the curve 261.0
// slider at 1.0: 300.0, along the curve 300.0
// let go: 39.0
// let go: 0.0
// ["finished at its start"]
// 0.0 s |
// 0.15 s       |
// 0.3 s       a  b  c       |
// 0.45 s                     a  b  c  |
// 0.6 s                      a  b  c  |
