import CVectorKernels
import Testing
import VectorKernels

/// The kernels that only the animator calls, between pages that can't be read.
@Suite(.seeded) struct AnimatorKernelsTests {
  private static let counts = Array(0...70) + [127, 128, 129, 1000, 1024]

  private func column(_ values: [Float], _ placement: Placement) -> (GuardedColumn<Float>, UnsafeMutablePointer<Float>)
  {
    let memory = GuardedColumn<Float>(capacity: values.count + 18)
    return (memory, memory.place(values[...], placement).baseAddress!)
  }

  /// One pass gives the very bits of a step and of the look at where it led.
  @Test(arguments: counts)
  func stepThatSettlesIsStepAndLook(count: Int) {
    var generator = Generator(seed: Settings.seed &+ UInt64(count))
    var matrix: [Float] = [-0.02, 0.008, -0.6, -0.1]
    for placement in [Placement.offset(count % 17), .end] {
      var (target, positions, velocities) = ([Float](), [Float](), [Float]())
      for _ in 0..<count {
        target.append(Float.random(in: -1...1, using: &generator))
        let isNear = generator.oneIn(3)
        positions.append(isNear ? target.last! + 0.004 : generator.oneIn(20) ? .nan : 0.5)
        velocities.append(isNear ? 0.01 : Float.random(in: -1...1, using: &generator))
      }
      let stepped = [target, positions, velocities].map { column($0, placement) }
      let both = [target, positions, velocities].map { column($0, placement) }
      defer { withExtendedLifetime((stepped, both)) {} }
      var (expected, words) = ([UInt64](repeating: 7, count: 17), [UInt64](repeating: 7, count: 17))
      vk_spring_step_f32(&matrix, stepped[0].1, stepped[1].1, stepped[2].1, count)
      let arrived = vk_settled_f32(
        stepped[1].1, stepped[2].1, stepped[0].1, 0.005, 0.02, &expected, count)
      let found = vk_spring_step_settled_f32(
        &matrix, both[0].1, both[1].1, both[2].1, 0.005, 0.02, &words, count)
      #expect(found == arrived && words == expected)
      for column in 0..<3 {
        let isSame = (0..<count).allSatisfy {
          stepped[column].1[$0].bitPattern == both[column].1[$0].bitPattern
        }
        #expect(isSame, "column \(column)")
      }
    }
  }

  /// Every component lies where the curve, solved by bisection, has it.
  @Test(arguments: counts)
  func tweensLieOnTheirCurve(count: Int) throws {
    var generator = Generator(seed: Settings.seed &+ UInt64(count))
    let curves = [(0.42, 0.0, 0.58, 1.0), (0.25, 0.1, 0.25, 1.0), (0.0, 0.0, 0.3, 1.0)]
    for (number, points) in curves.enumerated() {
      let curve = try CubicBezier(x1: points.0, y1: points.1, x2: points.2, y2: points.3)
      let reference = ReferenceCurve(
        x1: Reference(points.0), y1: Reference(points.1), x2: Reference(points.2), y2: Reference(points.3))
      var baked = curve.baked().table
      let (rate, time, components) = (Float(0.5), Float(1.25), 1 + (count + number) % 3)
      let stride = count + number
      let starts = (0..<count).map { _ in
        generator.oneIn(20) ? Float.nan : Float.random(in: -2...2, using: &generator)
      }
      let from = (0..<components * stride).map { _ in Float.random(in: -1...1, using: &generator) }
      let to = (0..<components * stride).map { _ in Float.random(in: -1...1, using: &generator) }
      let (placement, outStride) = (Placement.offset(count % 17), stride + 3)
      let columns = [starts, from, to].map { column($0, placement) }
      let untouched = [Float](repeating: 77, count: components * outStride)
      let out = column(untouched, placement)
      defer { withExtendedLifetime((columns, out)) {} }
      vk_tween_baked_f32(
        &baked, rate, 0.125, time, columns[0].1, columns[1].1, columns[2].1, stride, out.1, outStride, components,
        count)
      for index in 0..<components * outStride {
        let (component, element) = (index / outStride, index % outStride)
        guard element < count else {
          #expect(out.1[index] == 77)
          continue
        }
        let progress = min(max(Double(rate) * (Double(time) - Double(starts[element])) + 0.125, 0), 1)
        if starts[element].isNaN {
          #expect(out.1[index].isNaN)
          continue
        }
        let (a, b) = (Double(from[component * stride + element]), Double(to[component * stride + element]))
        let expected = a + (b - a) * Double(reference.value(at: Reference(progress)))
        // The baked curve errs by 1e-6, the progress by 2e-7 times slopes of at most 3.4, and the interpolation by
        // 1 ulp of ends of at most 1, 1.5 ulp where it isn't fused.
        let allowed: Double = abs(b - a) * (1e-6 + 3.4 * 2e-7) + 1.5 * 0x1p-23
        let error = abs(Double(out.1[index]) - expected)
        #expect(error <= allowed)
      }
    }
  }
}
