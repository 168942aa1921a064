// A script hovers over a button and presses it; each event finds the button still moving from the one before. Beside it
// a progress ring is paused and played backwards. Write your own script: swift run Button hover press wait

import Foundation
import VectorKernels

/// The animated values of a button.
struct Look: PackedVector {
  typealias Component = Float
  var scale, glow: Float

  static let idle = Look(scale: 1, glow: 0)
  static let hovered = Look(scale: 1.1, glow: 0.6)
  static let pressed = Look(scale: 0.9, glow: 1)
}

/// A moment is 50 ms: six frames at 120 Hz.
struct Player: ~Copyable {
  private var looks = Animator<Look>()
  private var rings = Animator<Float>()
  private let button: PropertyHandle
  private let ring: PropertyHandle

  init() throws {
    button = looks.add(.idle)
    ring = rings.add(0)
    try rings.animate(ring, to: 1, using: .linear(duration: 1))
  }

  mutating func perform(_ event: String) throws {
    switch event {
    // Springs take over position and velocity, so the button never jumps.
    case "hover", "release": try looks.animate(button, to: .hovered, using: .smooth(duration: 0.25))
    case "press": try looks.animate(button, to: .pressed, using: .snappy(duration: 0.15))
    case "leave": try looks.animate(button, to: .idle, using: .bouncy)
    case "pause": try rings.pause(ring)
    case "resume": try rings.resume(ring)
    case "reverse": try rings.reverse(ring)
    case "faster": rings.speed *= 2
    default: break
    }
    var ends: [String] = []
    for _ in 0..<6 {
      looks.advance(by: 1.0 / 120)
      rings.advance(by: 1.0 / 120)
      ends += (looks.completions + rings.completions).map(\.reason.rawValue)
    }
    let (look, turned) = (looks[button]!, rings[ring]!)
    print(
      event.padding(toLength: 8, withPad: " ", startingAt: 0),
      String(format: "scale %.3f glow %.3f ring %.2f", look.scale, look.glow, turned),
      ends.joined(separator: " "))
  }
}

var script = Array(CommandLine.arguments.dropFirst())
if script.isEmpty {
  script = [
    "hover", "wait", "wait", "press", "wait", "pause", "release", "wait", "resume", "leave", "reverse", "wait",
    "faster", "wait", "wait", "wait",
  ]
}
var player = try Player()
for event in script { try player.perform(event) }

// Prints:
// hover    scale 1.036 glow 0.215 ring 0.05
// wait     scale 1.072 glow 0.429 ring 0.10
// wait     scale 1.089 glow 0.534 ring 0.15
// press    scale 0.962 glow 0.860 ring 0.20 replaced
// wait     scale 0.904 glow 0.992 ring 0.25
// pause    scale 0.899 glow 1.003 ring 0.25
// release  scale 0.971 glow 0.858 ring 0.25 replaced
// wait     scale 1.043 glow 0.714 ring 0.25
// resume   scale 1.078 glow 0.644 ring 0.30
// leave    scale 1.080 glow 0.523 ring 0.35 replaced
// reverse  scale 1.061 glow 0.340 ring 0.30
// wait     scale 1.037 glow 0.177 ring 0.25
// faster   scale 1.018 glow 0.065 ring 0.15
// wait     scale 1.005 glow 0.002 ring 0.05
// wait     scale 0.999 glow -0.025 ring 0.00 finished
// wait     scale 0.996 glow -0.030 ring 0.00
