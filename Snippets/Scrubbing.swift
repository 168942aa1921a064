// A drawer with three rows under a finger: its opening stands still while it is scrubbed to and fro, and goes on from
// where it is let go. swift run Scrubbing

import VectorKernels

var animator = Animator<Float>()
let drawer = animator.add(0)
let rows = animator.add(-30, count: 3)

// The opening: the drawer slides out, and its rows follow one after the other.
try animator.animate(drawer, to: 30, using: .easeInOut(duration: 0.5))
try animator.animate(rows, to: 0, using: .easeOut(duration: 0.3).delay(0.1), stagger: 0.1)
let duration = 0.6
let all = [drawer] + rows

/// What would be drawn: the drawer's edge, and the first letter of each row where it is.
func draw(_ animator: borrowing Animator<Float>, _ label: String) {
  var line = Array(repeating: Character(" "), count: 31)
  for (row, letter) in zip(rows, "abc") {
    let x = Int(animator[drawer]! + animator[row]!) - 3 * (3 - (row.index - rows[0].index))
    if line.indices.contains(x) { line[x] = letter }
  }
  line[Int(animator[drawer]!.rounded())] = "|"
  print(label + String(repeating: " ", count: 17 - label.count) + String(line))
}

// All at the same time of the opening, whatever each one's delay is.
try animator.pause(all)
for fraction in [0, 0.25, 0.5, 0.75, 1, 0.3] {
  try animator.seek(all, to: fraction * duration)
  draw(animator, "scrubbed to \(fraction)")
}

// Frames pass, and nothing moves until the finger is lifted.
animator.advance(by: 1)
draw(animator, "a second later")
try animator.resume(all)
while try all.contains(where: { try animator.isAnimating($0) }) {
  animator.advance(by: 0.08)
  draw(animator, "let go")
}

// One property alone, by fractions of its own duration.
try animator.animate(drawer, to: 0, using: .linear(duration: 2))
try animator.pause(drawer)
for fraction in [0.1, 0.9, 1] {
  try animator.seek(drawer, toProgress: fraction)
  print("closing by \(fraction):", animator[drawer]!.rounded())
}

// Prints:
// scrubbed to 0.0  |
// scrubbed to 0.25       |
// scrubbed to 0.5        a  b  c       |
// scrubbed to 0.75                     a  b  c  |
// scrubbed to 1.0                       a  b  c  |
// scrubbed to 0.3          |
// a second later           |
// let go            b  c           |
// let go                       a  b  c     |
// let go                              a  b  c  |
// let go                                a  b  c  |
// closing by 0.1: 27.0
// closing by 0.9: 3.0
// closing by 1.0: 0.0
