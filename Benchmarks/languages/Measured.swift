// Six kernels in WebAssembly, as kernels.mjs measures them beside plain JavaScript. It writes the inputs and reads the
// outputs where they are.

import VectorKernels

private let count = 16_384
private let spring = Spring(response: 0.5, dampingRatio: 0.5)
private let bezier = CubicBezier.easeInOut.tabulated()
private let elastic = UnitCurve.elasticEaseOut()
private let keyframes = prepared([0, 3, -1, 4, 2])

// WebAssembly without a system has one thread. Nobody copies these arrays, so they keep their memory.

nonisolated(unsafe) private var from = zeros()
nonisolated(unsafe) private var to = zeros()
nonisolated(unsafe) private var progress = zeros()
nonisolated(unsafe) private var displacements = zeros()
nonisolated(unsafe) private var sineAmplitudes = zeros()
nonisolated(unsafe) private var starts = zeros()
nonisolated(unsafe) private var out = zeros()
nonisolated(unsafe) private var colorsFrom = [UInt8](repeating: 0, count: 4 * count)
nonisolated(unsafe) private var colorsTo = [UInt8](repeating: 0, count: 4 * count)
nonisolated(unsafe) private var pixels = [UInt8](repeating: 0, count: 4 * count)
nonisolated(unsafe) private var mix = ColorMix(from: [], to: [])

private func zeros() -> [Float] { [Float](repeating: 0, count: count) }

private func prepared(_ values: [Double]) -> PreparedKeyframes {
  guard let animation = try? KeyframeAnimation(values: values, duration: 1, calculationMode: .cubic),
    let prepared = try? animation.prepared()
  else { fatalError("the values aren't those of keyframes") }
  return prepared
}

private func color(_ bytes: [UInt8], _ index: Int) -> Color {
  Color(rgba8: SIMD4(bytes[4 * index], bytes[4 * index + 1], bytes[4 * index + 2], bytes[4 * index + 3]))
}

// MARK: What JavaScript calls

/// Returns the address of 16,384 floats: 0 from, 1 to, 2 a progress in 0...1, 3 displacements and 4 starts of springs, and
/// 5 the output.
@c public func kernels_column(_ number: Int32) -> UnsafePointer<Float>? {
  switch number {
  case 0: from.span.withUnsafeBufferPointer { $0.baseAddress }
  case 1: to.span.withUnsafeBufferPointer { $0.baseAddress }
  case 2: progress.span.withUnsafeBufferPointer { $0.baseAddress }
  case 3: displacements.span.withUnsafeBufferPointer { $0.baseAddress }
  case 4: starts.span.withUnsafeBufferPointer { $0.baseAddress }
  default: out.span.withUnsafeBufferPointer { $0.baseAddress }
  }
}

/// Returns the address of 16,384 colours of 4 bytes each: 0 from, 1 to, and 2 the output.
@c public func kernels_colors(_ number: Int32) -> UnsafePointer<UInt8>? {
  switch number {
  case 0: colorsFrom.span.withUnsafeBufferPointer { $0.baseAddress }
  case 1: colorsTo.span.withUnsafeBufferPointer { $0.baseAddress }
  default: pixels.span.withUnsafeBufferPointer { $0.baseAddress }
  }
}

/// Prepares what depends on the inputs. Call it after writing them.
@c public func kernels_prepare() {
  let velocities = zeros()
  spring.sineAmplitudes(
    displacements: displacements.span, velocities: velocities.span, into: sineAmplitudes.mutableSpan)
  mix = ColorMix(
    from: (0..<count).map { color(colorsFrom, $0) }, to: (0..<count).map { color(colorsTo, $0) })
}

/// Runs a kernel: 0 an interpolation, 1 a tabulated cubic Bezier curve, 2 an elastic easing, 3 springs in closed form,
/// 4 mixes of colours, 5 keyframes.
@c public func kernels_run(_ kernel: Int32) {
  switch kernel {
  case 0: Batch.interpolate(from: from.span, to: to.span, amount: 0.25, into: out.mutableSpan)
  case 1: bezier.values(at: progress.span, into: out.mutableSpan)
  case 2: elastic.values(at: progress.span, into: out.mutableSpan)
  case 3:
    spring.positions(
      at: 0.75, targets: to.span, displacements: displacements.span, sineAmplitudes: sineAmplitudes.span,
      starts: starts.span, into: out.mutableSpan)
  case 4: mix.colors(by: progress.span, intoRGBA8: pixels.mutableSpan)
  default: keyframes.values(at: progress.span, into: out.mutableSpan)
  }
}
