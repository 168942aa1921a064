// Rolling back: a game has guessed the other player's action, receives the real one three frames later, and plays these
// frames again.

import VectorKernels

struct Game: ~Copyable {
  var animator = Animator<Float>()
  let ball: PropertyHandle

  init() { ball = animator.add(0) }

  /// One frame, in which the ball may be kicked to somewhere else.
  mutating func play(kick: Float? = nil) throws {
    if let kick { try animator.animate(ball, to: kick, using: .spring(duration: 0.3)) }
    animator.advance(by: 1.0 / 60)
  }
}

var game = Game()
var snapshots: [Animator<Float>.Snapshot] = []
for frame in 0..<6 {
  snapshots.append(game.animator.snapshot())
  try game.play(kick: frame == 0 ? 100 : nil)
}
print("guessed:", game.animator[game.ball]!.rounded())

// The other player had kicked the ball back in the fourth frame.
@MainActor func playAgain() throws -> Float {
  game.animator.restore(snapshots[3])
  for frame in 3..<6 { try game.play(kick: frame == 3 ? -50 : nil) }
  return game.animator[game.ball]!
}
let position = try playAgain()
print("was:", position.rounded())
// The same calls give the same bits.
print("again the same:", try playAgain() == position)

// Prints:
// guessed: 62.0
// was: 20.0
// again the same: true
