// A windmill whose rotation comes from a glTF file: its sampler with each of glTF's interpolations, and a park of ten
// thousand mills, each at its own time.

import VectorKernels

// The content of the file's accessors: seconds, and a quaternion x, y, z, w for each of them. The mill makes a quarter
// of a turn about the z axis in every second, and a whole turn in four.
let half = 0.5.squareRoot()
let input = [0.0, 1, 2, 3, 4]
let output = [[0, 0, 0, 1], [0, 0, half, half], [0, 0, 1, 0], [0, 0, half, -half], [0, 0, 0, -1]]

let rotations = output.map { Quaternion(x: $0[0], y: $0[1], z: $0[2], w: $0[3]) }
// CUBICSPLINE also has tangents. Where they are 0, the mill stands still for a moment.
let still = rotations.map { _ in Quaternion(x: 0.0, y: 0, z: 0, w: 0) }

let linear = try RotationKeyframes(times: input, values: rotations)
let step = try RotationKeyframes(times: input, values: rotations, interpolation: .step)
let cubic = try RotationKeyframes(times: input, values: rotations, inTangents: still, outTangents: still)
for (name, sampler) in [("LINEAR     ", linear), ("STEP       ", step), ("CUBICSPLINE", cubic)] {
  print(name, [0, 0.25, 0.5, 1, 1.5, 2, 3.5].map { rounded(sampler.value(time: $0).angle.degrees) })
}
// A blade that points to the right points up after a second.
let blade = linear.value(time: 1).applied(to: SIMD3(10, 0, 0))
print("blade at", rounded(blade.x), rounded(blade.y), rounded(blade.z))

// The park: each mill is a little further than the one before, and begins again after its turn.
let mills = try linear.prepared()
var park = [Quaternion<Float>](repeating: .identity, count: 10_000)
for now in [0, 9.5] {
  let times = park.indices.map { Float((now + Double($0) / 1000).truncatingRemainder(dividingBy: mills.duration)) }
  mills.values(at: times.span, into: park.mutableSpan)
  print("park at \(now):", [0, 500, 1000, 9999].map { rounded(park[$0].angle.degrees) })
}

// For a list that isn't keyframes, the error gives the reason.
do {
  _ = try RotationKeyframes(times: [0, 2, 1], values: Array(rotations[0..<3]))
} catch {
  print(error)
}

func rounded(_ number: Double) -> Double {
  (number * 100).rounded() / 100 + 0  // without a negative zero
}

// Prints:
// LINEAR      [0.0, 22.5, 45.0, 90.0, 135.0, 180.0, 315.0]
// STEP        [0.0, 0.0, 0.0, 90.0, 90.0, 180.0, 270.0]
// CUBICSPLINE [0.0, 13.21, 45.0, 90.0, 135.0, 180.0, 315.0]
// blade at 0.0 10.0 0.0
// park at 0.0: [0.0, 45.0, 90.0, 179.91]
// park at 9.5: [135.0, 180.0, 225.0, 314.91]
// times[2] is 1.0, but must not be earlier than the one before it, 2.0
