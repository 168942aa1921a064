import VectorKernels

/// A scene: many properties of one kind, moved the way that programs move them, for as long as it is measured.
struct Scene {
  /// Stable: results of different versions are matched by it.
  let name: String
  /// Components per property.
  let components: Int
  /// The fraction of all properties that a frame moves.
  var moving = 1.0
  /// The bytes of a property that the median frame has to read and to write, at least; nil where properties differ in
  /// that, or where frames do.
  var bytes: Int? = nil
  /// Larger sizes aren't measured.
  var mostProperties = Int.max
  /// Makes a frame of a number of properties on a number of cores.
  let make: (_ count: Int, _ cores: Int) -> Frame
  /// One frame as it is written today, an object for each animation; nil where that would be another scene, or where
  /// the animations are `tweens`.
  var baseline: ((_ count: Int) -> Frame)? = nil
  /// The tweens that the baseline moves, and other libraries besides; nil for a baseline of another kind.
  var tweens: ((_ count: Int) -> Tweens)? = nil

  /// The work of one frame at a time in seconds. The times are 1/120 s apart.
  typealias Frame = (_ time: Double) -> Void

  static var all: [Scene] {
    [curves, mixed, springs, colors, rectangles, keyframes, churn, idle] + own
  }
}

/// Animations in every length and shape that the mixed scene draws from.
let mixedAnimations: [Animation] =
  (0..<8).map { index in
    let curves: [UnitCurve] = [.easeIn, .easeOut, .easeInOut, .linear]
    return .timingCurve(curves[index % 4], duration: 1 + 0.25 * Double(index))
  }
  + (0..<8).map { .spring(duration: 0.5 + 0.1 * Double($0), bounce: -0.2 + 0.1 * Double($0)) }

extension Scene {
  /// One timing curve for all, each at another place of it.
  private static var curves: Scene {
    let animation = Animation.easeInOut(duration: 3600)
    // A begin, both ends, and the value, in `Float` like all that follow.
    return Scene(name: "curves", components: 1, bytes: 16) { count, cores in
      let owner = Owner<Float>(count: count, cores: cores)
      var random = SplitMix64(state: 1)
      for handle in owner.range {
        try! owner.animator.animate(handle, to: 1, using: animation)
        try! owner.animator.seek(handle, to: Double.random(in: 0...1800, using: &random))
      }
      return { owner.animator.advance(to: $0) }
    } tweens: { count in
      var random = SplitMix64(state: 1)
      return Tweens(count: count, components: 1, durations: 3600...3600, using: &random) { _ in [1] }
    }
  }

  /// Eight curves and eight springs in random order; what arrives is sent elsewhere.
  private static var mixed: Scene {
    Scene(name: "mixed", components: 2) { count, cores in
      let owner = Owner<AnimatablePair<Float, Float>>(count: count, cores: cores)
      var random = SplitMix64(state: 2)
      func send(_ handle: PropertyHandle, _ animator: inout Animator<AnimatablePair<Float, Float>>) {
        let target = AnimatablePair(
          Float.random(in: -500...500, using: &random), Float.random(in: 0...1, using: &random))
        // Reading the kind from an array would make each call wait for memory.
        var kinds = SplitMix64(state: UInt64(handle.index))
        try! animator.animate(handle, to: target, using: mixedAnimations[Int(kinds.next() % 16)])
      }
      owner.update { animator in
        for handle in owner.range {
          send(handle, &animator)
          try! animator.seek(handle, toProgress: Double.random(in: 0...0.5, using: &random))
        }
      }
      return { time in
        owner.update { animator in
          animator.advance(to: time)
          for completion in animator.completions where completion.reason == .finished {
            send(completion.handle, &animator)
          }
        }
      }
    } baseline: { count in
      var random = SplitMix64(state: 2)
      let animations = (0..<count).map { _ in
        ObjectAnimation.mixed(Int.random(in: 0..<16, using: &random), using: &random)
      }
      return { time in
        for animation in animations { animation.advance(to: time) }
      }
    }
  }

  /// One spring for all, a hundredth of which are sent elsewhere in each frame by one call.
  private static var springs: Scene {
    let animation = Animation.spring(duration: 1, bounce: 0.3)
    return Scene(name: "springs", components: 1) { count, cores in
      let owner = Owner<Float>(count: count, cores: cores)
      owner.animator.valueEpsilon = 1e-6
      owner.animator.velocityEpsilon = 1e-6
      var random = SplitMix64(state: 3)
      for handle in owner.range {
        try! owner.animator.animate(handle, to: Float.random(in: -100...100, using: &random), using: animation)
      }
      var handles = Array(owner.range[0..<count / 100])
      var targets = [Float](repeating: 0, count: handles.count)
      return { time in
        for index in handles.indices {
          handles[index] = owner.range[Int.random(in: 0..<count, using: &random)]
          targets[index] = Float.random(in: -100...100, using: &random)
        }
        owner.update { animator in
          try! animator.animate(handles, to: targets.span, using: animation)
          animator.advance(to: time)
        }
      }
    } baseline: { count in
      var random = SplitMix64(state: 3)
      let animations = (0..<count).map { _ in
        ObjectAnimation.Spring(Float(0), Float(1), start: 0, frequency: 2 * .pi, damping: 0.7)
      }
      return { time in
        for _ in 0..<count / 100 { animations[Int.random(in: 0..<count, using: &random)].restart(at: time) }
        for animation in animations { animation.update(time: time) }
      }
    }
  }

  /// Oklab colours between two themes, converted to 8-bit sRGB.
  private static var colors: Scene {
    // The numbers of `shared-curve`. The values are read again, and become 4 bytes.
    Scene(name: "colors", components: 4, bytes: 72) { count, cores in
      let owner = Owner<SIMD4<Float>>(count: count, cores: cores)
      let pixels = Pixels(count: 4 * count)
      var random = SplitMix64(state: 4)
      for handle in owner.range {
        let color = SIMD4(
          Float.random(in: 0.3...0.9, using: &random), Float.random(in: -0.1...0.1, using: &random),
          Float.random(in: -0.1...0.1, using: &random), 1)
        try! owner.animator.animate(handle, to: color, using: .easeInOut(duration: 3600))
      }
      return { time in
        owner.animator.advance(to: time)
        pixels.fill(with: owner.animator.values)
      }
    }
  }

  /// Rectangles, as pairs of pairs, on one spring, sent back and forth.
  private static var rectangles: Scene {
    typealias Rectangle = AnimatablePair<AnimatablePair<Float, Float>, AnimatablePair<Float, Float>>
    return Scene(name: "rectangles", components: 4, bytes: sharedSpringBytes) { count, cores in
      let owner = Owner<Rectangle>(count: count, cores: cores)
      owner.animator.valueEpsilon = 1e-6
      owner.animator.velocityEpsilon = 1e-6
      var frame = 0
      return { time in
        if frame % 60 == 0 {
          let x = Float(frame / 60 % 2) * 300
          let target = Rectangle(AnimatablePair(x, 20), AnimatablePair(100, 50 + x))
          try! owner.animator.animate(owner.range, to: target, using: .spring(duration: 0.8, bounce: 0.2))
        }
        frame += 1
        owner.animator.advance(to: time)
      }
    } baseline: { count in
      let to = Rectangle(AnimatablePair(300, 20), AnimatablePair(100, 350))
      let animations = (0..<count).map { _ in
        ObjectAnimation.Spring(Rectangle.zero, to, start: 0, frequency: 2.5 * .pi, damping: 0.8)
      }
      return { time in for animation in animations { animation.update(time: time) } }
    }
  }

  /// One track of eight keyframes of several kinds, played over and over at random phases.
  private static var keyframes: Scene {
    // A begin and the values. All properties share the keyframes.
    Scene(name: "keyframes", components: 2, bytes: 12) { count, cores in
      let timeline = KeyframeTimeline(initialValue: AnimatablePair<Float, Float>(0, 0)) {
        LinearKeyframe(AnimatablePair<Float, Float>(50, 10), duration: 0.4)
        CubicKeyframe(AnimatablePair<Float, Float>(80, 40), duration: 0.5)
        CubicKeyframe(AnimatablePair<Float, Float>(-20, 90), duration: 0.6)
        CubicKeyframe(AnimatablePair<Float, Float>(10, 30), duration: 0.5)
        LinearKeyframe(AnimatablePair<Float, Float>(0, 0), duration: 0.3)
        CubicKeyframe(AnimatablePair<Float, Float>(-60, 20), duration: 0.7)
        CubicKeyframe(AnimatablePair<Float, Float>(30, -50), duration: 0.6)
        LinearKeyframe(AnimatablePair<Float, Float>(0, 0), duration: 0.4)
      }
      let prepared = try! timeline.prepared()
      let owner = Owner<AnimatablePair<Float, Float>>(count: count, cores: cores)
      var random = SplitMix64(state: 6)
      for handle in owner.range {
        try! owner.animator.play(
          handle, prepared, repeats: true, from: Double.random(in: 0...prepared.duration, using: &random))
      }
      return { owner.animator.advance(to: $0) }
    }
  }

  /// A hundredth of the properties are removed in each frame, and as many added and sent off.
  private static var churn: Scene {
    Scene(name: "churn", components: 2) { count, cores in
      let owner = Owner<AnimatablePair<Float, Float>>(count: count, cores: cores)
      var random = SplitMix64(state: 7)
      var handles = Array(owner.range)
      func send(_ handle: PropertyHandle, _ animator: inout Animator<AnimatablePair<Float, Float>>) {
        let target = AnimatablePair(
          Float.random(in: -500...500, using: &random), Float.random(in: 0...1, using: &random))
        try! animator.animate(handle, to: target, using: mixedAnimations[handle.index % 16])
      }
      owner.update { animator in
        for handle in handles { send(handle, &animator) }
      }
      return { time in
        owner.update { animator in
          for _ in 0..<max(1, count / 100) {
            let index = Int.random(in: 0..<count, using: &random)
            try! animator.remove(handles[index])
            handles[index] = animator.add(.zero)
            send(handles[index], &animator)
          }
          animator.advance(to: time)
        }
      }
    }
  }

  /// One in a thousand properties moves.
  private static var idle: Scene {
    Scene(name: "idle", components: 1, moving: 0.001) { count, cores in
      let owner = Owner<Float>(count: count, cores: cores)
      let moving = max(1, count / 1000)
      for index in 0..<moving {
        try! owner.animator.animate(
          owner.range[index * (count / moving)], to: 1, using: .easeInOut(duration: 3600))
      }
      return { owner.animator.advance(to: $0) }
    }
  }
}

/// An animator with properties, for closures to share.
final class Owner<Value: ComponentVector> {
  var animator: Animator<Value>
  let range: PropertyRange

  init(count: Int, cores: Int) {
    animator = Animator(capacity: count, cores: cores)
    range = animator.add(.zero, count: count)
  }

  func update(_ body: (inout Animator<Value>) -> Void) { body(&animator) }
}

private final class Pixels {
  private var bytes: [UInt8]

  init(count: Int) { bytes = Array(repeating: 0, count: count) }

  func fill(with colors: Columns<SIMD4<Float>>) {
    bytes.withUnsafeMutableBufferPointer { Batch.convert(colors, from: .oklab, intoRGBA8: $0.mutableSpan) }
  }
}
