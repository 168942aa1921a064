/// A property with keyframes: a way from each one to the next, in `Double` and in the file's own units.
package struct LottieProperty {
  /// The meaning of the components.
  package enum Shape: Hashable {
    /// Numbers in the order of the file.
    case numbers(Int)
    /// For each vertex six numbers: x and y of the vertex, of its in tangent and of its out tangent.
    case path(vertices: Int)

    package var componentCount: Int {
      switch self {
      case .numbers(let count): count
      case .path(let vertices): 6 * vertices
      }
    }
  }

  /// The property's path in the file, such as `layers[3].ks.p`.
  package let path: LottiePath
  package let shape: Shape
  /// The value until the first keyframe.
  let before: LottieValue
  /// The value from the last keyframe on.
  let after: LottieValue
  /// The frame of the first keyframe.
  let start: Double
  /// One after the other, without gaps, in frames of the composition that the property's layer lies in.
  let segments: [LottieSegment]

  package var componentCount: Int { shape.componentCount }
  /// The frame of the last keyframe.
  var end: Double { segments.last?.end ?? start }
}

/// The components of a property at a keyframe, and for a path whether it is closed.
struct LottieValue: Hashable {
  let components: [Double]
  var isClosed = false
}

/// The way from one keyframe to the next. The frame at which it ends belongs to the next one.
struct LottieSegment {
  enum Motion {
    /// Nowhere.
    case hold
    /// On a straight line, with one easing for all components or one for each.
    case line([LottieEasing])
    /// Along a curve, at the speed that the easing gives.
    case curve(MotionPath, LottieEasing)
  }

  let start: Double
  let end: Double
  let from: LottieValue
  let to: LottieValue
  let motion: Motion

  var duration: Double { end - start }
}

/// The two control points of a cubic Bezier curve from (0, 0) to (1, 1), x being time and in 0...1.
struct LottieEasing: Hashable {
  static let linear = LottieEasing(x1: 0, y1: 0, x2: 1, y2: 1)

  let x1, y1, x2, y2: Double

  init(x1: Double, y1: Double, x2: Double, y2: Double) {
    self.x1 = min(max(x1, 0), 1)
    self.y1 = y1
    self.x2 = min(max(x2, 0), 1)
    self.y2 = y2
  }

  /// Whether the easing is linear: both control points lie on the diagonal.
  var isLinear: Bool { x1 == y1 && x2 == y2 }
}
