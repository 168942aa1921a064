// A wave whose amplitude and frequency are animated together, by a spring that takes over the present motion. One call
// in each frame computes its points.

import VectorKernels

struct Wave: Animatable {
  var amplitude: Double
  var frequency: Double

  var animatableData: AnimatablePair<Double, Double> {
    get { AnimatablePair(amplitude, frequency) }
    set { (amplitude, frequency) = (newValue.first, newValue.second) }
  }

  /// The points of the line, which the `Shape` puts into its `Path`.
  func write(into points: inout Columns<Point2D<Double>>) {
    Batch.wave(
      origin: Point2D(x: 0, y: 50), width: 300, amplitude: amplitude, frequency: frequency, into: &points)
  }
}

// Thirteen points are enough to read; a screen takes one for each pixel.
var points = Columns(repeating: Point2D<Double>.zero, count: 13)
let (calm, storm) = (Wave(amplitude: 10, frequency: 1), Wave(amplitude: 40, frequency: 3))
calm.write(into: &points)
print("x:", points.map { Int($0.x) })
print("calm:", points.map { Int($0.y.rounded()) })

// A storm begins, and ends after 0.3 s.
let spring = Spring(duration: 0.6, bounce: 0.25)
var (wave, velocity) = (calm, AnimatablePair(0.0, 0.0))
for frame in 1...120 {
  let target = frame <= 18 ? storm : calm
  spring.update(value: &wave.animatableData, velocity: &velocity, target: target.animatableData, deltaTime: 1 / 60)
  guard [6, 18, 30, 42, 54, 120].contains(frame) else { continue }
  wave.write(into: &points)
  print("\(frame) frames:", points.map { Int($0.y.rounded()) })
}

// Prints:
// x: [0, 25, 50, 75, 100, 125, 150, 175, 200, 225, 250, 275, 300]
// calm: [50, 55, 59, 60, 59, 55, 50, 45, 41, 40, 41, 45, 50]
// 6 frames: [50, 65, 69, 61, 44, 32, 32, 45, 61, 69, 65, 50, 35]
// 18 frames: [50, 89, 54, 12, 42, 87, 61, 14, 35, 85, 69, 17, 28]
// 30 frames: [50, 64, 69, 61, 46, 34, 32, 42, 57, 68, 67, 55, 40]
// 42 frames: [50, 55, 58, 59, 59, 55, 51, 46, 43, 41, 41, 44, 48]
// 54 frames: [50, 55, 58, 60, 59, 55, 51, 46, 42, 41, 41, 44, 48]
// 120 frames: [50, 55, 59, 60, 59, 55, 50, 45, 41, 40, 41, 45, 50]
