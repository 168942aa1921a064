import VectorKernels

// Rows of C's floats: aligned as one float is, and without gaps, unlike SIMD vectors. Those of one component are
// floats.

struct Row2: PackedVector, Animatable {
  typealias Component = Float
  var x, y: Float
}

struct Row3: PackedVector, Animatable {
  typealias Component = Float
  var x, y, z: Float
}

struct Row4: PackedVector, Animatable {
  typealias Component = Float
  var x, y, z, w: Float
}
