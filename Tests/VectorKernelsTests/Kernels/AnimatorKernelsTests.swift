import CVectorKernels
import Testing
import VectorKernels

/// The kernels that only the animator calls, between pages that can't be read.
@Suite(.seeded) struct AnimatorKernelsTests {
  private static let counts = Array(0...70) + [127, 128, 129, 575, 1000, 1024]

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
  @Test(arguments: counts, [(false, false), (false, true), (true, false), (true, true)])
  func tweensLieOnTheirCurve(count: Int, kind: (hasOwnRates: Bool, streams: Bool)) throws {
    let (hasOwnRates, streams) = kind
    var generator = Generator(seed: Settings.seed &+ UInt64(count))
    let curves = [(0.42, 0.0, 0.58, 1.0), (0.25, 0.1, 0.25, 1.0), (0.0, 0.0, 0.3, 1.0)]
    for (number, points) in curves.enumerated() {
      let curve = try CubicBezier(x1: points.0, y1: points.1, x2: points.2, y2: points.3)
      let reference = ReferenceCurve(
        x1: Reference(points.0), y1: Reference(points.1), x2: Reference(points.2), y2: Reference(points.3))
      let tabulated = curve.tabulated()
      defer { withExtendedLifetime(tabulated) {} }
      let (rate, time, components) = (Float(0.5), Float(1.25), 1 + (count + number) % 3)
      let stride = count + number
      let starts = (0..<count).map { _ in
        generator.oneIn(20) ? Float.nan : Float.random(in: -2...2, using: &generator)
      }
      let from = (0..<components * stride).map { _ in Float.random(in: -1...1, using: &generator) }
      let to = (0..<components * stride).map { _ in Float.random(in: -1...1, using: &generator) }
      let (placement, outStride) = (Placement.offset(count % 17), strideOfResults(stride + 3, streams))
      let rates = starts.map { _ in Float.random(in: 0.1...1, using: &generator) }
      let columns = [starts, from, to, rates].map { column($0, placement) }
      let untouched = [Float](repeating: 77, count: components * outStride)
      let out = column(untouched, placement)
      defer { withExtendedLifetime((columns, out)) {} }
      if hasOwnRates {
        vk_tween_baked_each_f32(
          tabulated.table.curve, columns[3].1, time, 0.25, columns[0].1, columns[1].1, stride, columns[2].1, stride,
          out.1, outStride, components, streams ? 1 : 0, count)
      } else {
        vk_tween_baked_f32(
          tabulated.table.curve, rate, 0.125, time, columns[0].1, columns[1].1, stride, columns[2].1, stride,
          out.1, outStride, components, streams ? 1 : 0, count)
      }
      for index in 0..<components * outStride {
        let (component, element) = (index / outStride, index % outStride)
        guard element < count else {
          #expect(out.1[index] == 77)
          continue
        }
        // The shared rate makes the quarter of a second behind the time an eighth of a pass.
        let seconds = Double(time) + 0.25 - Double(starts[element])
        let progress = min(max(Double(hasOwnRates ? rates[element] : rate) * seconds, 0), 1)
        if starts[element].isNaN {
          #expect(out.1[index].isNaN)
          continue
        }
        let (a, b) = (Double(from[component * stride + element]), Double(to[component * stride + element]))
        let expected = a + (b - a) * Double(reference.value(at: Reference(progress)))
        // The tabulated curve errs by 1e-6, the progress by 2e-7 times slopes of at most 3.4, and the interpolation by
        // 1 ulp of ends of at most 1, 1.5 ulp where it isn't fused.
        let allowed: Double = abs(b - a) * (1e-6 + 3.4 * 2e-7) + 1.5 * 0x1p-23
        let error = abs(Double(out.1[index]) - expected)
        #expect(error <= allowed)
      }
    }
  }

  /// Returns the distance between columns of results. Kernels stream columns that are whole registers apart.
  private func strideOfResults(_ least: Int, _ streams: Bool) -> Int { streams ? (least + 15) / 16 * 16 : least }

  /// All columns at once get the very bits of one after the other, and nothing else is written.
  @Test(arguments: counts, [false, true])
  func columnsAreInterpolatedAsEachIs(count: Int, streams: Bool) {
    var generator = Generator(seed: Settings.seed &+ UInt64(count))
    for components in 1...6 {
      // Nothing follows the last column.
      let (stride, toStride) = (count + components, count + 1)
      let outStride = strideOfResults(count + 3, streams)
      func size(_ stride: Int) -> Int { (components - 1) * stride + count }
      let amounts = (0..<count).map { _ in
        generator.oneIn(20)
          ? [Float.nan, -1, 0, 0.5, 1].randomElement(using: &generator)!
          : Float.random(in: -0.5...1.5, using: &generator)
      }
      let from = (0..<size(stride)).map { _ in Float.random(in: -1...1, using: &generator) }
      let to = (0..<size(toStride)).map { _ in Float.random(in: -1...1, using: &generator) }
      for placement in [Placement.offset(count % 17), .end] {
        let columns = [amounts, from, to].map { column($0, placement) }
        let outs = (0..<2).map { _ in column([Float](repeating: 77, count: size(outStride)), placement) }
        defer { withExtendedLifetime((columns, outs)) {} }
        vk_lerp_columns_f32(
          columns[0].1, columns[1].1, stride, columns[2].1, toStride, outs[0].1, outStride, components,
          streams ? 1 : 0, count)
        for component in 0..<components {
          vk_lerp_each_f32(
            columns[1].1 + component * stride, columns[2].1 + component * toStride, columns[0].1,
            outs[1].1 + component * outStride, count)
        }
        let isSame = (0..<size(outStride)).allSatisfy { outs[0].1[$0].bitPattern == outs[1].1[$0].bitPattern }
        #expect(isSame, "\(components) components")
      }
    }
  }

  /// Sums are rounded after each addition, in place or not.
  @Test(arguments: counts)
  func sumsAreRoundedAfterEachAddition(count: Int) {
    var generator = Generator(seed: Settings.seed &+ UInt64(count))
    let draw = Draw<Float>.signed(to: 1e30)
    for placement in [Placement.offset(count % 17), .end] {
      let addends = (0..<3).map { _ in (0..<count).map { _ in draw.next(using: &generator) } }
      let columns = (addends + [addends[0]]).map { column($0, placement) }
      defer { withExtendedLifetime(columns) {} }
      vk_add_f32(columns[0].1, columns[1].1, columns[2].1, columns[3].1, count)
      vk_add_f32(columns[0].1, columns[1].1, columns[2].1, columns[0].1, count)
      for index in 0..<count {
        let sum = addends[0][index] + addends[1][index] + addends[2][index]
        #expect(columns[3].1[index].bitPattern == sum.bitPattern)
        #expect(columns[0].1[index].bitPattern == sum.bitPattern)
      }
    }
  }

  /// So are sums of numbers and bases, which may be far larger.
  @Test(arguments: counts)
  func widenedSumsAreRoundedOnce(count: Int) {
    var generator = Generator(seed: Settings.seed &+ UInt64(count))
    let numbers = (0..<count).map { _ in Draw<Float>.signed(to: 1e30).next(using: &generator) }
    let bases = (0..<count).map { _ in Draw<Double>.signed(to: 1e40).next(using: &generator) }
    var out = [Double](repeating: .nan, count: count + 1)
    vk_add_widened_f64(numbers, bases, &out, count)
    for index in 0..<count { #expect(out[index].bitPattern == (bases[index] + Double(numbers[index])).bitPattern) }
    #expect(out[count].isNaN)
  }

  /// Single passes, and passes with offsets and leads of their own, are where the formula has them in `Double`.
  @Test(arguments: counts)
  func passesFollowTheirFormula(count: Int) {
    var generator = Generator(seed: Settings.seed &+ UInt64(count))
    func numbers(_ range: ClosedRange<Float>) -> [Float] {
      (0..<count).map { _ in Float.random(in: range, using: &generator) }
    }
    let (starts, rates, offsets) = (numbers(-2...2), numbers(0.1...4), numbers(0...0.99))
    let (paces, leads) = (numbers(1...2), numbers(0...0.5))
    let passes = (0..<count).map { _ in
      let count = generator.oneIn(3) ? Float.infinity : Float.random(in: 1...5, using: &generator).rounded()
      return generator.oneIn(2) ? -count : count
    }
    let (time, placement) = (1.25, Placement.offset(count % 17))
    let columns = [starts, rates, offsets, passes, paces, leads].map { column($0, placement) }
    let outs = (0..<3).map { _ in column([Float](repeating: 77, count: count + 1), placement) }
    defer { withExtendedLifetime((columns, outs)) {} }
    vk_progress_passes_f32(
      columns[0].1, columns[1].1, columns[2].1, columns[3].1, columns[4].1, columns[5].1, time, outs[0].1, outs[1].1,
      count)
    vk_progress_pass_f32(columns[0].1, columns[1].1, 1, 0.25, outs[2].1, count)
    for out in outs { #expect(out.1[count] == 77) }
    for index in 0..<count {
      let (rate, limit) = (Double(rates[index]), Double(abs(passes[index])))
      let single = min(max(rate * (time - Double(starts[index])), 0), 1)
      // A difference, a product and a sum, of at most 12, each to half an ulp.
      #expect(abs(Double(outs[2].1[index]) - single) <= 3 * 0x1p-24 * 16)
      let covered = Double(offsets[index]) + rate * max(0, time - Double(starts[index]))
      let pass = covered.rounded(.down)
      // Where a pass ends, roundings decide to which one it belongs.
      if abs(covered - covered.rounded()) < 4e-6 || abs(covered - limit) < 4e-6 { continue }
      let isOver = covered >= limit
      let isBack = !isOver && passes[index] < 0 && pass.truncatingRemainder(dividingBy: 2) == 1
      let progress = isOver ? 1 : max(Double(leads[index]), 1 - (1 - (covered - pass)) * Double(paces[index]))
      #expect(outs[1].1[index] == (isBack ? 1 : 0))
      // The promise of 2e-7, twice that where it autoreverses, times the pace; 1.5 times that without fused arithmetic,
      // and a half ulp of the offset.
      #expect(abs(Double(outs[0].1[index]) - progress) <= 1.5 * 2 * 2e-7 * Double(paces[index]) + 0x1p-24)
    }
  }
}
