import VectorKernels

/// Four values in memory order, of which only the component type is said.
struct Insets: PackedVector, Hashable {
  typealias Component = Float
  var top, leading, bottom, trailing: Float
}

/// A packed vector made of packed vectors.
struct Frame: PackedVector, Hashable {
  typealias Component = Double
  var origin: SIMD2<Double>
  var size: AnimatablePair<Double, Double>
}

/// Seconds and minutes with a component order of its own, and a stored property that isn't animated.
struct Marker: ComponentVector, Hashable {
  var name: UInt8 = 0
  var seconds: Double
  var minutes: Double

  static var zero: Marker { Marker(seconds: 0, minutes: 0) }
  static var componentCount: Int { 2 }

  static func + (lhs: Marker, rhs: Marker) -> Marker {
    Marker(name: lhs.name, seconds: lhs.seconds + rhs.seconds, minutes: lhs.minutes + rhs.minutes)
  }

  static func - (lhs: Marker, rhs: Marker) -> Marker {
    Marker(name: lhs.name, seconds: lhs.seconds - rhs.seconds, minutes: lhs.minutes - rhs.minutes)
  }

  mutating func scale(by rhs: Double) {
    seconds *= rhs
    minutes *= rhs
  }

  var magnitudeSquared: Double { seconds * seconds + minutes * minutes }

  subscript(component index: Int) -> Double {
    get { index == 0 ? minutes : seconds }
    set { if index == 0 { minutes = newValue } else { seconds = newValue } }
  }
}

/// The values with which every component vector is tried, and whether it is packed.
let componentVectors: [(type: any ComponentVector.Type, isPacked: Bool)] = [
  (Float.self, true), (Double.self, true),
  (SIMD2<Float>.self, true), (SIMD3<Float>.self, false), (SIMD4<Float>.self, true), (SIMD8<Float>.self, true),
  (SIMD16<Float>.self, true),
  (SIMD2<Double>.self, true), (SIMD3<Double>.self, false), (SIMD4<Double>.self, true), (SIMD8<Double>.self, true),
  (SIMD16<Double>.self, true),
  (AnimatablePair<Float, Float>.self, true),
  (AnimatablePair<AnimatablePair<Double, Double>, AnimatablePair<Double, Double>>.self, true),
  (AnimatablePair<Float, AnimatablePair<Float, AnimatablePair<Float, Float>>>.self, true),
  (AnimatablePair<AnimatablePair<Float, Float>, Float>.self, true),
  (AnimatablePair<SIMD2<Float>, SIMD2<Float>>.self, true),
  // The second value's alignment leaves a gap before it, or the first's after all.
  (AnimatablePair<Float, SIMD2<Float>>.self, false),
  (AnimatablePair<SIMD2<Float>, Float>.self, false),
  (AnimatablePair<SIMD3<Float>, Float>.self, false),
  (AnimatablePair<SIMD4<Float>, AnimatablePair<SIMD2<Float>, AnimatablePair<Float, Float>>>.self, true),
  (Angle.self, true), (Insets.self, true), (Frame.self, true), (Marker.self, false),
  (Point2D<Float>.self, true), (Rect2D<Double>.self, true), (EdgeInsets<Float>.self, true),
  (Quaternion<Float>.self, true), (Transform2D<Double>.self, true), (Transform2D<Float>.Decomposition.self, true),
  (Transform3D<Float>.self, true), (Transform3D<Double>.Decomposition.self, true),
  (AnimatablePair<Insets, Insets>.self, true), (AnimatablePair<Frame, Marker>.self, false),
]
