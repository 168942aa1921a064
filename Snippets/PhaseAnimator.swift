// SwiftUI's PhaseAnimator: a heart that goes through the phases of an enum when it is tapped, with its own animation
// for each phase, and then a row of hearts that beat forever.

import VectorKernels

enum Phase: CaseIterable {
  case rest, squeeze, burst

  var scale: Double {
    switch self {
    case .rest: 1
    case .squeeze: 0.8
    case .burst: 1.6
    }
  }

  var tint: Color { self == .burst ? .red : .gray }

  /// The animation that enters the phase: what `animation:` returns.
  var animation: Animation {
    switch self {
    case .rest: .linear(duration: 0.4)
    case .squeeze: .easeInOut(duration: 0.2)
    case .burst: .spring(duration: 0.5, bounce: 0.4)
    }
  }
}

// With `trigger:` the phases play once. A spring's phase lasts until the spring has settled, here 1.2 s.
let tap = PhaseTimeline(Phase.allCases, repeatsForever: false) { $0.animation }
for time in [0, 0.1, 0.2, 0.4, 1.3, 1.6, 1.8] {
  let phase = tap.position(at: time)!.to
  let (scale, tint) = (tap.value(at: time, of: \.scale)!, tap.value(at: time, of: \.tint)!)
  print(time, "to \(phase):", rounded(scale), Color(rgba8: tint.rgba8))
}

// Without a trigger they repeat forever. An animator plays them on many properties, each a little later than the one
// before.
let beat = PhaseTimeline(Phase.allCases) { $0.animation }
var hearts = Animator<Double>()
let row = hearts.add(1, count: 5)
try hearts.play(row, beat, stagger: 0.1, value: \.scale)
for _ in 0..<2 {
  hearts.advance(by: 0.2)
  print(row.map { rounded(hearts[$0]!) })
}

func rounded(_ number: Double) -> Double {
  (number * 100).rounded() / 100
}

// Prints:
// 0.0 to squeeze: 1.0 rgb(142, 142, 147)
// 0.1 to squeeze: 0.9 rgb(142, 142, 147)
// 0.2 to burst: 0.8 rgb(142, 142, 147)
// 0.4 to burst: 1.56 rgb(250, 69, 56)
// 1.3 to burst: 1.6 rgb(255, 59, 48)
// 1.6 to rest: 1.3 rgb(205, 114, 105)
// 1.8 to rest: 1.0 rgb(142, 142, 147)
// [0.8, 0.9, 1.0, 1.0, 1.0]
// [1.56, 1.16, 0.8, 0.9, 1.0]
