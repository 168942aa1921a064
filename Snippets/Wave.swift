// A wave whose amplitude and frequency are animated together, by a spring that takes up the motion it finds.

import Foundation
import VectorKernels

struct Wave: Animatable {
  var amplitude: Double
  var frequency: Double

  var animatableData: AnimatableValues<Double, Double> {
    get { AnimatableValues(amplitude, frequency) }
    set { (amplitude, frequency) = newValue.value }
  }

  func height(at x: Double) -> Double {
    amplitude * sin(2 * .pi * frequency * x)
  }
}

let (calm, storm) = (Wave(amplitude: 0.5, frequency: 1), Wave(amplitude: 4, frequency: 3))
let spring = Spring(duration: 0.6, bounce: 0.25)

// The storm comes up, and after 0.3 s it is called off.
var wave = calm
var velocity = Wave(amplitude: 0, frequency: 0).animatableData
for frame in 0..<120 {
  let target = frame < 18 ? storm : calm
  spring.update(value: &wave.animatableData, velocity: &velocity, target: target.animatableData, deltaTime: 1 / 60)
  if frame % 12 == 5 {
    let tenths = (0..<10).map { Int((10 * wave.height(at: Double($0) / 10)).rounded()) }
    print("\(frame + 1) frames:", tenths)
  }
}
let distance = (wave.animatableData - calm.animatableData).magnitudeSquared
precondition(distance < 1e-6, "the wave is calm again")

// Prints:
// 6 frames: [0, 14, 14, 1, -13, -15, -2, 13, 15, 3]
// 18 frames: [0, 37, -19, -28, 33, 11, -38, 8, 34, -25]
// 30 frames: [0, 13, 14, 2, -12, -15, -4, 10, 15, 6]
// 42 frames: [0, 2, 4, 4, 3, 1, -2, -4, -4, -3]
// 54 frames: [0, 3, 4, 4, 3, 0, -2, -4, -4, -3]
// 66 frames: [0, 3, 5, 5, 3, 0, -3, -5, -5, -3]
// 78 frames: [0, 3, 5, 5, 3, 0, -3, -5, -5, -3]
// 90 frames: [0, 3, 5, 5, 3, 0, -3, -5, -5, -3]
// 102 frames: [0, 3, 5, 5, 3, 0, -3, -5, -5, -3]
// 114 frames: [0, 3, 5, 5, 3, 0, -3, -5, -5, -3]
