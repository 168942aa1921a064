import VectorKernels

/// Values that each move once, from zero to a target of their own, by the same timing curve.
package struct Tweens {
  /// The control points that `.easeInOut` has: x1, y1, x2, y2.
  package static let curve = [0.42, 0, 0.58, 1]

  /// The components of a value, 1 or 4.
  package var components: Int
  /// The components of each value, one value after the other.
  package var targets: [Double]
  /// Of each value, in seconds.
  package var durations: [Double]
  /// The seconds that each value has moved for already at time 0. Near its ends a curve is almost a line, which Newton's
  /// method solves in a step: in programs, animations are all over their curves.
  package var elapsed: [Double]

  package init(components: Int, targets: [Double], durations: [Double], elapsed: [Double]) {
    (self.components, self.targets, self.durations, self.elapsed) = (components, targets, durations, elapsed)
  }

  /// Creates values that are anywhere in the first half of their way at time 0.
  init(
    count: Int, components: Int, durations: ClosedRange<Double>, using random: inout SplitMix64,
    target: (_ random: inout SplitMix64) -> [Double]
  ) {
    self.init(components: components, targets: [], durations: [], elapsed: [])
    for _ in 0..<count {
      targets += target(&random)
      let duration = Double.random(in: durations, using: &random)
      self.durations.append(duration)
      elapsed.append((Double.random(in: 0...duration / 2, using: &random) * 1000).rounded() / 1000)
    }
  }

  package var count: Int { durations.count }

  /// A frame of as many objects, each with an animation.
  var frame: Scene.Frame {
    components == 1
      ? frame { Float(targets[$0]) }
      : frame { index in
        let target = targets[4 * index..<4 * index + 4].map { Float($0) }
        return AnimatablePair(AnimatablePair(target[0], target[1]), AnimatablePair(target[2], target[3]))
      }
  }

  private func frame<Value: VectorArithmetic>(_ target: (_ index: Int) -> Value) -> Scene.Frame {
    let points = Tweens.curve.map { Float($0) }
    let curve = (points[0], points[1], points[2], points[3])
    let animations = (0..<count).map {
      ObjectAnimation.Curve(Value.zero, target($0), start: -elapsed[$0], duration: durations[$0], curve: curve)
    }
    return { time in for animation in animations { animation.update(time: time) } }
  }

  /// Returns the largest difference of values from those at a time in seconds, as a fraction of the largest target.
  package func deviation(of values: [Double], at time: Double) -> Double {
    var (largest, difference) = (0.0, 0.0)
    for index in 0..<count {
      let amount = UnitCurve.easeInOut.value(at: (time + elapsed[index]) / durations[index])
      for place in components * index..<components * (index + 1) {
        largest = max(largest, abs(targets[place]))
        let distance = abs(values[place] - amount * targets[place])
        // The larger of the two, or infinity if a value isn't a number.
        difference = distance <= difference ? difference : distance.isNaN ? .infinity : distance
      }
    }
    return difference / largest
  }
}
