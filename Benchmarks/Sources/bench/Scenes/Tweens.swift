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

  package init(components: Int, targets: [Double], durations: [Double]) {
    (self.components, self.targets, self.durations) = (components, targets, durations)
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
      ObjectAnimation.Curve(Value.zero, target($0), start: 0, duration: durations[$0], curve: curve)
    }
    return { time in for animation in animations { animation.update(time: time) } }
  }

  /// Returns the largest difference of values from those at a time in seconds, as a fraction of the largest target.
  package func deviation(of values: [Double], at time: Double) -> Double {
    var (largest, difference) = (0.0, 0.0)
    for index in 0..<count {
      let amount = UnitCurve.easeInOut.value(at: time / durations[index])
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
