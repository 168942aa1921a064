import Foundation
import VectorKernels

/// Animations in their usual form: an object for each, whose values are vectors by a protocol, moved by Newton's method,
/// functions and `exp`.
enum ObjectAnimation {
  /// A value between two others.
  class Tween<Value: VectorArithmetic> {
    var from: Value
    var to: Value
    var start: Double
    private(set) var current: Value

    init(_ from: Value, _ to: Value, start: Double) {
      self.from = from
      self.to = to
      self.start = start
      current = from
    }

    /// Returns the amount after a time, or nil when the animation is finished.
    func amount(after time: Double) -> Double? { nil }

    /// Moves to a time.
    ///
    /// - Returns: Whether it still moves.
    @discardableResult
    final func update(time: Double) -> Bool {
      guard let amount = amount(after: time - start) else {
        current = to
        return false
      }
      var change = to - from
      change.scale(by: amount)
      current = from + change
      return true
    }

    /// Begins anew, back from where it was going.
    final func restart(at time: Double) {
      (from, to) = (to, from)
      start = time
    }
  }

  /// Along a cubic Bezier curve, solved by Newton's method and bisection where that fails.
  final class Curve<Value: VectorArithmetic>: Tween<Value> {
    private let duration: Double
    private let curve: UnitBezier<Float>

    init(_ from: Value, _ to: Value, start: Double, duration: Double, curve: (Float, Float, Float, Float)) {
      self.duration = duration
      self.curve = UnitBezier<Float>(x1: curve.0, y1: curve.1, x2: curve.2, y2: curve.3)
      super.init(from, to, start: start)
    }

    override func amount(after time: Double) -> Double? {
      time < duration ? Double(curve.value(at: Float(max(0, time / duration)))) : nil
    }
  }

  /// Along a curve that is a function.
  final class Function<Value: VectorArithmetic>: Tween<Value> {
    private let duration: Double
    private let curve: (Double) -> Double

    init(_ from: Value, _ to: Value, start: Double, duration: Double, curve: @escaping (Double) -> Double) {
      (self.duration, self.curve) = (duration, curve)
      super.init(from, to, start: start)
    }

    override func amount(after time: Double) -> Double? {
      time < duration ? curve(max(0, time / duration)) : nil
    }
  }

  /// Returns the amount on lines between points at equal distances.
  static func amount(at progress: Double, onLinesThrough points: [Double]) -> Double {
    let place = progress * Double(points.count - 1)
    let index = min(Int(place), points.count - 2)
    return points[index] + (place - Double(index)) * (points[index + 1] - points[index])
  }

  /// An underdamped or critical spring in closed form.
  final class Spring<Value: VectorArithmetic>: Tween<Value> {
    private let frequency: Double
    private let damping: Double

    init(_ from: Value, _ to: Value, start: Double, frequency: Double, damping: Double) {
      self.frequency = frequency
      self.damping = damping
      super.init(from, to, start: start)
    }

    override func amount(after time: Double) -> Double? {
      let decay = exp(-damping * frequency * time)
      if decay < 1e-4 { return nil }
      guard damping < 1 else { return 1 - decay * (1 + frequency * time) }
      let damped = frequency * (1 - damping * damping).squareRoot()
      return 1 - decay * (cos(damped * time) + damping * frequency / damped * sin(damped * time))
    }
  }

  typealias Pair = AnimatablePair<Float, Float>

  /// A curve or a spring. Methods of a common generic superclass would run code that isn't specialised for its value,
  /// which takes several times as long.
  enum Mixed {
    case curve(Curve<Pair>)
    case spring(Spring<Pair>)

    /// Moves to a time. What arrives begins anew.
    @inline(__always)
    func advance(to time: Double) {
      switch self {
      case .curve(let curve): if !curve.update(time: time) { curve.restart(at: time) }
      case .spring(let spring): if !spring.update(time: time) { spring.restart(at: time) }
      }
    }
  }

  /// Returns one of sixteen kinds, eight curves and eight springs.
  static func mixed(_ kind: Int, using random: inout SplitMix64) -> Mixed {
    let to = Pair(Float.random(in: -500...500, using: &random), Float.random(in: 0...1, using: &random))
    let start = -Double.random(in: 0...0.5, using: &random)
    if kind < 8 {
      // The last one is a line.
      let curves: [(Float, Float, Float, Float)] = [
        (0.42, 0.0, 1.0, 1.0), (0.0, 0.0, 0.58, 1.0), (0.42, 0.0, 0.58, 1.0), (1 / 3, 1 / 3, 2 / 3, 2 / 3),
      ]
      return .curve(
        Curve(Pair(0, 0), to, start: start, duration: 1 + 0.25 * Double(kind), curve: curves[kind % 4]))
    }
    return .spring(
      Spring(
        Pair(0, 0), to, start: start, frequency: 2 * .pi / (0.5 + 0.1 * Double(kind - 8)),
        damping: min(1, 1.2 - 0.1 * Double(kind - 8))))
  }
}
