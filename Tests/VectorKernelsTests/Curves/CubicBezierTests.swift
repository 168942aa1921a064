import Testing
import VectorKernels

@Suite(.seeded) struct CubicBezierTests {
  @Test func controlPointsAreChecked() throws {
    for x in [-0.1, 0.0.nextDown, 1.0.nextUp, 2, .infinity, -.infinity, .nan] {
      #expect(throws: CubicBezierError.self) { try CubicBezier(x1: x, y1: 0, x2: 1, y2: 1) }
      #expect(throws: CubicBezierError.self) { try CubicBezier(x1: 0, y1: 0, x2: x, y2: 1) }
    }
    for y in [Double.infinity, -.infinity, .nan] {
      #expect(throws: CubicBezierError.self) { try CubicBezier(x1: 0, y1: y, x2: 1, y2: 1) }
      #expect(throws: CubicBezierError.self) { try CubicBezier(x1: 0, y1: 0, x2: 1, y2: y) }
    }
    let curve = try CubicBezier(x1: 0, y1: -1e9, x2: 1, y2: 1e9)
    #expect((curve.x1, curve.y1, curve.x2, curve.y2) == (0, -1e9, 1, 1e9))
  }

  @Test func presetsAreThoseOfCSS() throws {
    #expect(try CubicBezier.linear == CubicBezier(x1: 0, y1: 0, x2: 1, y2: 1))
    #expect(try CubicBezier.ease == CubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1))
    #expect(try CubicBezier.easeIn == CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1))
    #expect(try CubicBezier.easeOut == CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1))
    #expect(try CubicBezier.easeInOut == CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1))
  }

  /// One value, in `Double`, is on the curve within two roundings of x, as bisection in higher precision has it.
  @Test func singleValuesAreOnTheCurve() throws {
    check(controlX, controlY, controlX, controlY, timing) { cases, verdict in
      for i in cases.indices {
        let (curve, x) = (cases.curve(i), cases[4][i])
        let (exact, value) = (ReferenceCurve(curve), curve.value(at: x).reference)
        // x(s) is evaluated in six operations on numbers up to 3, y in as many on numbers up to its scale.
        let (residual, allowance) = (2e-15 as Reference, 2e-15 * exact.scale)
        let nearby = exact.values(from: x.reference - residual, to: x.reference + residual)
        verdict.require(
          nearby.lowerBound - allowance <= value && value <= nearby.upperBound + allowance, i,
          "\(value) instead of \(nearby) at \(x) on \(curve)")
        let (slopes, speed) = exact.slopes(from: x.reference - residual, to: x.reference + residual)
        let (slope, steepest) = (
          curve.velocity(at: x).reference, max(slopes.lowerBound.magnitude, slopes.upperBound.magnitude)
        )
        guard speed > 1e-9 else { continue }
        let error = 4e-15 * (exact.scale + steepest) / speed
        verdict.require(
          slopes.lowerBound - error <= slope && slope <= slopes.upperBound + error, i,
          "velocity \(slope) instead of \(slopes) at \(x) on \(curve)")
        guard let inverse = curve.inverse, (0.01...100).contains(exact.slope(at: x.reference)) else { continue }
        let back = inverse.value(at: curve.value(at: x))
        verdict.require(abs(back - x) < 1e-12, i, "\(x) comes back as \(back) on \(curve)")
      }
    }
    let curve = CubicBezier.easeIn
    let ends = [-1, -0.0, 0, 1, 2].map(curve.value(at:))
    #expect(ends == [0, 0, 0, 1, 1] && curve.value(at: .nan).isNaN)
    #expect(abs(curve.velocity(at: 1) - 1 / 0.58) < 1e-15 && curve.velocity(at: -1) == 0)
    #expect(try curve.inverse == CubicBezier(x1: 0, y1: 0.42, x2: 1, y2: 1))
    #expect(try CubicBezier(x1: 0, y1: -0.1, x2: 1, y2: 1).inverse == nil)
    #expect(UnitCurve(curve) == .easeIn && UnitCurve(.easeIn) == .easeIn)
  }

  /// A curve that stands upright in its middle has a triple root there: found exactly, it is kept. Its y is the
  /// parameter, so it is seen how near x(s) is to x.
  @Test func uprightCurvesAreSolved() throws {
    let upright = UnitCurve.bezier(startControlPoint: UnitPoint(x: 1, y: 0), endControlPoint: UnitPoint(x: 0, y: 1))
    #expect(upright.value(at: 0.5) == 0.5)
    let curve = try CubicBezier(x1: 1, y1: 1 / 3, x2: 0, y2: 2 / 3)
    #expect(curve.value(at: 0.5) == 0.5)
    check(.logarithmic(1e-17...0.5), .uniform(-1...1)) { cases, verdict in
      for i in cases.indices {
        let x = 0.5 + (cases[1][i] < 0 ? -cases[0][i] : cases[0][i])
        let s = curve.value(at: x).reference
        let residual = ((4 * s - 6) * s + 3) * s - x.reference
        verdict.require(residual.magnitude <= 2e-15, i, "off by \(residual) at \(x)")
      }
    }
  }

  /// A curve whose first control point is above its start, on whichever side of zero, is vertical upwards.
  @Test func negativeZerosAreZeros() throws {
    let curve = try CubicBezier(x1: -0.0, y1: 1, x2: 1, y2: 1)
    #expect(curve.velocity(at: 0) == .infinity && curve.x1.sign == .plus)
    #expect(try CSSEasing("cubic-bezier(-0, 1, 1, 1)").velocity(at: 0) == .infinity)
    let flat = try CubicBezier(x1: 1, y1: -0.0, x2: 1, y2: 1)
    #expect(flat.inverse?.velocity(at: 0) == .infinity)
  }

  /// Browsers clamp values and slopes of control points with a y of any size to the largest numbers, so that all of
  /// them are finite.
  @Test func hugeControlPointsGiveNumbers() throws {
    let largest = Double.greatestFiniteMagnitude
    let inputs: [Double] = [-2, -1, -1e-9, 0, 1e-300, 1e-9, 0.3, 0.5, 1 - 1e-9, 1, 1 + 1e-9, 2]
    for y1 in [largest, -largest, 1e99, 1] {
      for y2 in [largest, -largest, 1e99, 1] {
        for x1 in [0, 5e-324, 1e-300, 0.3, 1] {
          let curve = try CubicBezier(x1: x1, y1: y1, x2: 1 - x1, y2: y2)
          let easing = CSSEasing.cubicBezier(curve)
          for x in inputs {
            #expect(easing.value(at: x).isFinite && curve.value(at: x).isFinite, "\(easing) at \(x)")
            let isVertical = x1 == 0 && x <= 0 || curve.x2 == 1 && x >= 1 || x1 == 1 && x == 0.5
            if !isVertical { #expect(curve.velocity(at: x).isFinite, "\(easing) at \(x)") }
          }
          // Beyond -1 and 2 a `Float` can't hold the product with the largest slope.
          let floats = inputs.map { Float($0) }.filter { $0 >= -1 }
          let batch = output(floats.count) { easing.values(at: floats.span, into: $0) }
          #expect(batch.allSatisfy { $0.isFinite }, "\(easing): \(batch)")
        }
      }
    }
  }

  @Test func valuesAreOnTheCurve() {
    check(controlX, controlY, controlX, controlY, timing) { cases, verdict in
      for i in cases.indices {
        let curve = cases.curve(i)
        let x = Float(cases[4][i])
        verdict.require(value: curve.values(at: [x])[0], at: x, isOn: ReferenceCurve(curve), i)
      }
    }
  }

  @Test func valuesWithOwnControlPointsAreOnTheCurve() {
    check(controlX.single, controlY.single, controlX.single, controlY.single, timing) { cases, verdict in
      let columns = cases.columns.map { $0.map(Float.init) }
      let results = bezierValues(columns)
      for i in cases.indices {
        verdict.require(value: results[i], at: columns[4][i], isOn: ReferenceCurve(cases.curve(i)), i)
      }
    }
  }

  /// Where y1 = x1 and y2 = x2 the value is x(s), which the solver promises to be x.
  @Test func solutionsAreNearX() {
    check(controlX, controlX, timing) { cases, verdict in
      for i in cases.indices {
        let (x1, x2) = (cases[0][i], cases[1][i])
        let curve = try! CubicBezier(x1: x1, y1: x1, x2: x2, y2: x2)
        let x = Float(cases[2][i])
        verdict.require(solution: curve.values(at: [x])[0], isNear: x, i)
      }
    }
  }

  @Test func solutionsWithOwnControlPointsAreNearX() {
    check(controlX.single, controlX.single, timing) { cases, verdict in
      let columns = cases.columns.map { $0.map(Float.init) }
      let results = bezierValues([columns[0], columns[0], columns[1], columns[1], columns[2]])
      for i in cases.indices {
        verdict.require(solution: results[i], isNear: columns[2][i], i)
      }
    }
  }

  /// The curves at the corners of the legal range, walked from end to end.
  @Test func extremeCurvesAreSolved() throws {
    let xs = [0, 0.0.nextUp, 1e-30, 1e-12, 1e-6, 0.5, 1 - 1e-6, 1.0.nextDown, 1]
    var verdict = Verdict()
    defer { verdict.report() }
    for x1 in xs {
      for x2 in xs {
        for (y1, y2) in [(0.0, 1.0), (1, 0), (0, 0), (1, 1), (x1, x2), (-100, 100), (0.5, 0.5)] {
          let curve = try CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)
          let times = (0...200).map { Float($0) / 200 }
          let results = curve.values(at: times)
          for i in times.indices {
            verdict.require(value: results[i], at: times[i], isOn: ReferenceCurve(curve), i)
          }
        }
      }
    }
  }

  @Test func bothSolversAgree() {
    check(controlX.single, controlY.single, controlX.single, controlY.single, timing) { cases, verdict in
      let columns = cases.columns.map { $0.map(Float.init) }
      let own = bezierValues(columns)
      for i in cases.indices {
        let curve = cases.curve(i)
        let exact = ReferenceCurve(curve)
        guard exact.slope(at: columns[4][i].reference).magnitude <= 8 else { continue }
        let shared = curve.values(at: [columns[4][i]])[0]
        // Each is within 1e-6 of the curve.
        let bound = 2e-6 * exact.scale
        verdict.require((own[i] - shared).magnitude.reference <= bound, i, "\(own[i]) own, \(shared) shared")
      }
    }
  }

  @Test func endsAreExact() {
    check(controlX, controlY, controlX, controlY) { cases, verdict in
      let outside: [Float] = [0, -0.0, -.leastNonzeroMagnitude, -1, -.greatestFiniteMagnitude, -.infinity]
      let beyond: [Float] = [1, 1 + .ulpOfOne, 2, .greatestFiniteMagnitude, .infinity]
      for i in cases.indices {
        let curve = cases.curve(i)
        let results = curve.values(at: outside + beyond + [.nan])
        verdict.require(results[..<outside.count].allSatisfy { $0 == 0 }, i, "\(results) instead of 0 up to 0")
        verdict.require(
          results[outside.count...].dropLast().allSatisfy { $0 == 1 }, i, "\(results) instead of 1 from 1 on")
        verdict.require(results.last!.isNaN, i, "\(results.last!) for NaN")
      }
    }
  }

  @Test func ownEndsAreExact() {
    check(controlX.single, controlY.single, controlX.single, controlY.single) { cases, verdict in
      let columns = cases.columns.map { $0.map(Float.init) }
      for (x, expected) in [(Float(0), Float(0)), (-1, 0), (-.infinity, 0), (1, 1), (2, 1), (.infinity, 1)] {
        let results = bezierValues(columns + [cases.indices.map { _ in x }])
        for i in cases.indices {
          verdict.require(results[i] == expected, i, "\(results[i]) at \(x)")
        }
      }
    }
  }

  /// With y1 and y2 in [0, 1] the curve rises. A value belongs to a point within `residual` of its x and is then
  /// rounded, by at most an ulp of 1, so only where the curve is steep can neighbours change places by more than two
  /// ulp.
  @Test func followsProgress() {
    let rising = Draw<Double>.uniform(0...1)
    check(controlX, rising, controlX, rising, timing, timing) { cases, verdict in
      for i in cases.indices {
        let curve = cases.curve(i)
        let exact = ReferenceCurve(curve)
        // A third of the pairs are neighbours, a third near each other.
        let x = Float(cases[4][i])
        let other = Float(cases[5][i])
        let pair = [x, i % 3 == 0 ? x.nextUp : i % 3 == 1 ? x + other * 1e-5 : other].sorted()
        let results = curve.values(at: pair)
        let (first, second) = (pair[0].reference + residual, pair[1].reference - residual)
        let steepness = first > second ? exact.value(at: first) - exact.value(at: second) : 0
        verdict.require(
          (results[0] - results[1]).reference <= 2 * Float.ulpOfOne.reference + steepness, i,
          "\(results[0]) at \(pair[0]), then \(results[1]) at \(pair[1])")
      }
    }
  }

  /// A curve that is its own point reflection: x2 = 1 - x1 and y2 = 1 - y1, exactly.
  @Test func symmetricCurvesAreSymmetric() {
    let dyadic = Draw<Double>(in: 0...1) { Double.random(in: 0...1, using: &$0) }
    check(dyadic.single, dyadic.single, .uniform(0.5...1).single) { cases, verdict in
      for i in cases.indices {
        let (x1, y1) = ((cases[0][i] * 0x1p24).rounded() * 0x1p-24, (cases[1][i] * 0x1p24).rounded() * 0x1p-24)
        let curve = try! CubicBezier(x1: x1, y1: y1, x2: 1 - x1, y2: 1 - y1)
        let x = Float(cases[2][i])
        guard ReferenceCurve(curve).slope(at: x.reference).magnitude <= 8 else { continue }
        let results = curve.values(at: [x, 1 - x])
        let sum = Double(results[0]) + Double(results[1])
        // Each is within 1e-6 of the curve.
        verdict.require((sum - 1).magnitude <= 2e-6, i, "\(results[0]) + \(results[1]) is not 1")
      }
    }
  }
}

@Suite(.seeded) struct CurveSlopeTests {
  @Test func slopesAreTheDerivative() {
    check(controlX, controlY, controlX, controlY, timing) { cases, verdict in
      for i in cases.indices {
        let curve = cases.curve(i)
        let x = Float(cases[4][i])
        verdict.require(slope: curve.velocities(at: [x])[0], at: x, isOf: ReferenceCurve(curve), i)
      }
    }
  }

  @Test func slopesWithOwnControlPointsAreTheDerivative() {
    check(controlX.single, controlY.single, controlX.single, controlY.single, timing) { cases, verdict in
      let columns = cases.columns.map { $0.map(Float.init) }
      let results = bezierVelocities(columns)
      for i in cases.indices {
        verdict.require(slope: results[i], at: columns[4][i], isOf: ReferenceCurve(cases.curve(i)), i)
      }
    }
  }
}

@Suite(.seeded) struct CubicBezierInDoubleTests {
  @Test func valuesAreOnTheCurve() {
    check(controlX, controlY, controlX, controlY, doubleTiming) { cases, verdict in
      for i in cases.indices {
        let (curve, x) = (cases.curve(i), cases[4][i])
        require(curve.values(at: [x])[0], at: x, isOn: curve, i, &verdict)
      }
    }
  }

  @Test func extremeCurvesAreSolved() throws {
    let xs = [0, 0.0.nextUp, 1e-300, 1e-30, 1e-12, 0.5, 1 - 1e-12, 1.0.nextDown, 1]
    let small = (0...60).map { Double(sign: .plus, exponent: -$0, significand: 1) }
    let times =
      [5e-324, 1e-300, 1e-100] + small.reversed() + small.map { 1 - $0 }
      + small.flatMap { [0.5 - $0 / 2, 0.5 + $0 / 2] }
    var verdict = Verdict()
    defer { verdict.report() }
    for x1 in xs {
      for x2 in xs {
        for (y1, y2) in [(0.0, 1.0), (1, 0), (x1, x2), (-100, 100)] {
          let curve = try CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)
          for (i, value) in curve.values(at: times).enumerated() {
            require(value, at: times[i], isOn: curve, i, &verdict)
          }
        }
      }
    }
  }

  /// Where y1 = x1 and y2 = x2 the value is x(s), by the operations that the residual counts.
  @Test func solutionsAreNearX() {
    check(controlX, controlX, doubleTiming) { cases, verdict in
      for i in cases.indices {
        let (x1, x2, x) = (cases[0][i], cases[1][i], cases[2][i])
        let value = try! CubicBezier(x1: x1, y1: x1, x2: x2, y2: x2).values(at: [x])[0]
        verdict.require((value.reference - x.reference).magnitude <= residual, i, "\(value) at \(x)")
      }
    }
  }

  @Test func velocitiesAreTheDerivative() {
    check(controlX, controlY, controlX, controlY, doubleTiming) { cases, verdict in
      for i in cases.indices {
        let (curve, x) = (cases.curve(i), cases[4][i])
        let exact = ReferenceCurve(curve)
        let (slopes, speed) = exact.slopes(from: x.reference - residual, to: x.reference + residual)
        // Slower, the divisor's own roundings would be a millionth of it.
        guard speed > 1e-9 else { continue }
        let steepest = max(slopes.lowerBound.magnitude, slopes.upperBound.magnitude)
        // The roundings of two sums of numbers up to 12 and 12 times the scale, relative to the divisor.
        let error = 4e-15 * (exact.scale + steepest) / speed
        let slope = curve.velocities(at: [x])[0].reference
        verdict.require(
          slopes.lowerBound - error <= slope && slope <= slopes.upperBound + error, i,
          "velocity \(slope) instead of \(slopes) at \(x) on \(curve)")
      }
    }
  }

  @Test func endsAreExact() {
    check(controlX, controlY, controlX, controlY) { cases, verdict in
      let outside: [Double] = [0, -0.0, -.leastNonzeroMagnitude, -1, -.greatestFiniteMagnitude, -.infinity]
      let beyond: [Double] = [1, 1 + .ulpOfOne, 2, .greatestFiniteMagnitude, .infinity]
      for i in cases.indices {
        let results = cases.curve(i).values(at: outside + beyond + [.nan])
        verdict.require(results[..<outside.count].allSatisfy { $0 == 0 }, i, "\(results) instead of 0 up to 0")
        verdict.require(
          results[outside.count...].dropLast().allSatisfy { $0 == 1 }, i, "\(results) instead of 1 from 1 on")
        verdict.require(results.last!.isNaN, i, "\(results.last!) for NaN")
      }
    }
  }

  /// At an end where both derivatives are 0 the velocity is the limit, and where the curve is vertical a huge number.
  @Test func velocitiesAtTheEndsAreLimits() throws {
    for (x1, y1, x2, y2) in [(0.0, 0.0, 0.3, 0.8), (0, 0, 0, 0), (0.2, 0.4, 1, 1), (1, 1, 1, 1), (0.25, 0.1, 0.25, 1)] {
      let curve = try CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)
      let results = curve.velocities(at: [0, -1, -.infinity, 1, 2, .infinity, .nan] as [Double])
      let (start, end) = (curve.velocity(at: 0), curve.velocity(at: 1))
      // A quotient of two sums of four roundings each.
      #expect(
        results[..<3].allSatisfy { abs($0 - start) <= 4e-15 * max(1, start) }, "\(curve): \(results), not \(start)")
      #expect(results[3..<6].allSatisfy { abs($0 - end) <= 4e-15 * max(1, end) }, "\(curve): \(results), not \(end)")
      #expect(results[6].isNaN)
    }
    #expect(try CubicBezier(x1: 0, y1: 0.5, x2: 1, y2: 1).velocities(at: [0.0])[0] > 1e15)
    #expect(try CubicBezier(x1: 0, y1: -0.5, x2: 1, y2: 1).velocities(at: [0.0])[0] < -1e15)
  }

  /// Each of two neighbours belongs to a point within `residual` of its x, and y is evaluated as below.
  @Test func followsProgress() {
    let rising = Draw<Double>.uniform(0...1)
    check(controlX, rising, controlX, rising, doubleTiming, doubleTiming) { cases, verdict in
      for i in cases.indices {
        let (curve, x, other) = (cases.curve(i), cases[4][i], cases[5][i])
        let pair = [x, i % 3 == 0 ? x.nextUp : i % 3 == 1 ? x + other * 1e-13 : other].sorted()
        let results = curve.values(at: pair)
        let exact = ReferenceCurve(curve)
        let (first, second) = (pair[0].reference + residual, pair[1].reference - residual)
        let steepness = first > second ? exact.value(at: first) - exact.value(at: second) : 0
        verdict.require(
          (results[0] - results[1]).reference <= 4e-15 + steepness, i,
          "\(results[0]) at \(pair[0]), then \(results[1]) at \(pair[1]) on \(curve)")
      }
    }
  }

  @Test func hugeControlPointsGiveNumbers() throws {
    let inputs = [0, 1e-300, 1e-9, 0.3, 0.5, 1 - 1e-9, 1]
    for y1 in [Double.greatestFiniteMagnitude, -1e99, 1] {
      for x1 in [0, 5e-324, 0.3, 1] {
        let curve = try CubicBezier(x1: x1, y1: y1, x2: 1 - x1, y2: -y1)
        let values = curve.values(at: inputs) + curve.velocities(at: inputs)
        #expect(values.allSatisfy { $0.isFinite }, "\(curve): \(values)")
      }
    }
  }

  /// A Bezier curve has the bits of its `CubicBezier`; curves without a kernel have those of single values, and so have
  /// the velocities of families.
  @Test func unitCurvesAreThoseOfSingleValues() throws {
    let x = [-1, -0.0, 0, 1e-9, 0.3, 0.5, 0.7, 1 - 1e-9, 1, 2]
    let bezier = UnitCurve.easeInOut
    #expect(output(x.count) { bezier.values(at: x.span, into: $0) } == CubicBezier.easeInOut.values(at: x))
    #expect(output(x.count) { bezier.velocities(at: x.span, into: $0) } == CubicBezier.easeInOut.velocities(at: x))
    let single: [UnitCurve] = [
      .linear, UnitCurve(.steps(3, .jumpBoth)), .backEaseOut().inverse, .elasticEaseIn().inverse,
      .catmullRom(through: [0, 2, 1]), .tabulated { $0 * $0 }.curve,
    ]
    for curve in single {
      #expect(output(x.count) { curve.values(at: x.span, into: $0) } == x.map(curve.value(at:)), "\(curve)")
    }
    for curve in single + [.bounceEaseOut, .bounceEaseIn.inverse, .quadraticEaseInOut] {
      #expect(output(x.count) { curve.velocities(at: x.span, into: $0) } == x.map(curve.velocity(at:)), "\(curve)")
    }
  }

  /// How far from x the solution may be, as documented.
  private let residual: Reference = 2e-15

  /// y is evaluated by eight operations on numbers up to 3 times its scale, which are measured from the nearer end.
  private func require(_ value: Double, at x: Double, isOn curve: CubicBezier, _ i: Int, _ verdict: inout Verdict) {
    let exact = ReferenceCurve(curve)
    let nearby = exact.values(from: x.reference - residual, to: x.reference + residual)
    let allowance = 2e-15 * exact.scale
    verdict.require(
      nearby.lowerBound - allowance <= value.reference && value.reference <= nearby.upperBound + allowance, i,
      "\(value) instead of \(nearby) at \(x) on \(curve)")
  }
}

@Suite(.seeded) struct TabulatedBezierTests {
  @Test func presetsAreTables() {
    for curve in [CubicBezier.linear, .ease, .easeIn, .easeOut, .easeInOut] {
      let tabulated = curve.tabulated()
      #expect(tabulated.isTable, "\(curve)")
      #expect(tabulated.measuredError <= 1e-6, "\(curve)")
      #expect(tabulated.curve == curve)
    }
  }

  /// The error of a table is at most 1e-6, in units of the curve's height and of an eighth of its slope, and at most a
  /// half more than it was measured to be: the peak of a lobe of the error, between two nodes, is at most a tenth of the
  /// lobe from a place where it was measured, and there a parabola is at 0.96 of its height.
  /// Without a table the solver's results are returned.
  @Test func tablesKeepTheirPromise() {
    var generator = Generator(seed: Settings.seed)
    check(controlX, controlY, controlX, controlY, count: Settings.cases / timesPerCurve) { cases, verdict in
      let powers = (20...28).map { Float(sign: .plus, exponent: -$0, significand: 1) }
      let small = [.leastNonzeroMagnitude, 1e-30, 1e-16] + powers
      let inside = (0..<timesPerCurve - 2 * small.count).map { _ in Float.random(in: 0...1, using: &generator) }
      let times = small + inside + small.map { 1 - $0 }
      for i in cases.indices {
        let curve = cases.curve(i)
        let exact = ReferenceCurve(curve)
        let tabulated = curve.tabulated()
        let results = output(times.count) { tabulated.values(at: times.span, into: $0) }
        guard tabulated.isTable else {
          verdict.require(results == curve.values(at: times), i, "falls back to something else than the solver")
          continue
        }
        let bound = min(1e-6, 1.5 * tabulated.measuredError).reference
        for (time, result) in zip(times, results) {
          let x = time.reference
          let unit = exact.scale * max(1, exact.slope(at: x).magnitude / 8)
          let error = (result.reference - exact.value(at: x)).magnitude / unit
          verdict.require(error <= bound, i, "the table errs by \(error) at \(time) instead of \(bound)")
        }
      }
    }
  }

  @Test func endsAreExact() {
    check(controlX, controlY, controlX, controlY, count: Settings.cases / timesPerCurve) { cases, verdict in
      let times: [Float] = [0, -0.0, -1, -.infinity, 1, 1 + .ulpOfOne, 2, .infinity]
      for i in cases.indices {
        let tabulated = cases.curve(i).tabulated()
        let results = output(times.count) { tabulated.values(at: times.span, into: $0) }
        verdict.require(results == [0, 0, 0, 0, 1, 1, 1, 1], i, "\(results)")
      }
    }
  }

  /// A rising curve steps back by the errors of two neighbours only. They share most of these: not the roundings of the
  /// arithmetic and of the two polynomials that meet, nor those of the variable, which count as the slope does.
  @Test func followsProgress() {
    let rising = Draw<Double>.uniform(0...1)
    let joints = (1..<16).map { (Float($0) - 0.5) / 15 }
    let places = joints + joints.map { $0 * $0 } + joints.map { 1 - $0 * $0 }
    var generator = Generator(seed: Settings.seed)
    check(controlX, rising, controlX, rising, count: Settings.cases / 100) { cases, verdict in
      for i in cases.indices {
        let curve = cases.curve(i)
        let tabulated = curve.tabulated()
        guard tabulated.isTable else { continue }
        let exact = ReferenceCurve(curve)
        let random = (0..<32).map { _ in Float.random(in: 0...1, using: &generator) }
        for place in places + random {
          let times = (-4...4).map { min(1, max(0, place + Float($0) * place.ulp)) }
          let results = output(times.count) { tabulated.values(at: times.span, into: $0) }
          let slope = exact.slope(at: place.reference)
          for (first, second) in zip(results, results.dropFirst()) where first > second {
            let bound = 3e-7 * max(1, slope) + 4 * first.ulp.reference
            let step = (first - second).reference
            verdict.require(step <= bound, i, "steps back by \(step) instead of \(bound) near \(place), slope \(slope)")
          }
        }
      }
    }
  }

  private let timesPerCurve = 100
}

/// Half of the times are near an end, some of them very near.
private let doubleTiming = Draw<Double>(in: 0...1) { generator in
  let near = Draw<Double>.logarithmic(generator.oneIn(2) ? 1e-7...1 : 1e-18...1)
  return switch Int.random(in: 0..<4, using: &generator) {
  case 0: near.next(using: &generator)
  case 1: 1 - near.next(using: &generator)
  default: Double.random(in: 0...1, using: &generator)
  }
}

private let timing = doubleTiming.single

/// One control point in four is at an end, one is near an end.
private let controlX = Draw<Double>(in: 0...1) { generator in
  let near = Draw<Double>.logarithmic(1e-12...1).next(using: &generator)
  return switch Int.random(in: 0..<8, using: &generator) {
  case 0: 0
  case 1: 1
  case 2: near
  case 3: 1 - near
  default: Double.random(in: 0...1, using: &generator)
  }
}

private let controlY = Draw<Double>(in: -100...100) { generator in
  switch Int.random(in: 0..<8, using: &generator) {
  case 0: 0
  case 1: 1
  case 2: Double.random(in: -100...100, using: &generator)
  case 3: Double.random(in: -2...3, using: &generator)
  default: Double.random(in: 0...1, using: &generator)
  }
}

/// How far from x the solution may be, as documented.
private let residual: Reference = 3e-7

/// The columns are x1, y1, x2, y2 and x.
private func bezierValues(_ columns: [[Float]]) -> [Float] {
  let (x1, y1, x2, y2, x) = (columns[0], columns[1], columns[2], columns[3], columns[4])
  return output(x.count) {
    Batch.bezierValues(at: x.span, x1: x1.span, y1: y1.span, x2: x2.span, y2: y2.span, into: $0)
  }
}

private func bezierVelocities(_ columns: [[Float]]) -> [Float] {
  let (x1, y1, x2, y2, x) = (columns[0], columns[1], columns[2], columns[3], columns[4])
  return output(x.count) {
    Batch.bezierVelocities(at: x.span, x1: x1.span, y1: y1.span, x2: x2.span, y2: y2.span, into: $0)
  }
}

extension CubicBezier {
  fileprivate func values(at times: [Float]) -> [Float] {
    output(times.count) { values(at: times.span, into: $0) }
  }

  fileprivate func velocities(at times: [Float]) -> [Float] {
    output(times.count) { velocities(at: times.span, into: $0) }
  }
}

extension CubicBezier {
  fileprivate func values(at times: [Double]) -> [Double] {
    output(times.count) { values(at: times.span, into: $0) }
  }

  fileprivate func velocities(at times: [Double]) -> [Double] {
    output(times.count) { velocities(at: times.span, into: $0) }
  }
}

extension ReferenceCurve {
  fileprivate init(_ curve: CubicBezier) {
    self.init(x1: curve.x1.reference, y1: curve.y1.reference, x2: curve.x2.reference, y2: curve.y2.reference)
  }

  /// The scale of errors in y.
  fileprivate var scale: Reference { max(1, y1.magnitude, y2.magnitude) }
}

extension Cases<Double> {
  fileprivate func curve(_ row: Int) -> CubicBezier {
    try! CubicBezier(x1: self[0][row], y1: self[1][row], x2: self[2][row], y2: self[3][row])
  }
}

extension Verdict {
  /// The promise for every curve, in units of its height: the value belongs to a point of the curve within `residual`
  /// of x, and is within 1e-6 of the exact value where the slope is at most 8. What the residual is worth beyond depends
  /// on how the slope changes within it, which the range of `nearby` values says exactly.
  fileprivate mutating func require(value: Float, at x: Float, isOn curve: ReferenceCurve, _ row: Int) {
    let x = x.reference
    let nearby = curve.values(from: x - residual, to: x + residual)
    let allowance = 1e-6 * curve.scale
    let isNearby = nearby.lowerBound - allowance <= value.reference && value.reference <= nearby.upperBound + allowance
    require(isNearby, row, "\(value) instead of \(nearby) at \(x) on \(curve)")
    guard curve.slope(at: x).magnitude <= 8 else { return }
    let error = (value.reference - curve.value(at: x)).magnitude
    require(error <= allowance, row, "\(value) is off by \(error) instead of \(allowance) at \(x) on \(curve)")
  }

  /// A solution is within `residual` of x, and is rounded once to be a result.
  fileprivate mutating func require(solution: Float, isNear x: Float, _ row: Int) {
    let error = (solution.reference - x.reference).magnitude
    require(error <= residual + solution.ulp.reference / 2, row, "\(solution) at \(x) is off by \(error)")
  }

  /// A slope belongs to a point within `residual` of x, as its value does. It is a quotient of two quadratics with
  /// coefficients that sum to K in magnitude: rounding three coefficients and evaluating in four operations costs at
  /// most 8 u K each.
  fileprivate mutating func require(slope: Float, at x: Float, isOf curve: ReferenceCurve, _ row: Int) {
    func error(_ first: Reference, _ second: Reference) -> Reference {
      let coefficients = [3 * first, 6 * (second - 2 * first), 3 + 9 * (first - second)]
      return 4 * Float.ulpOfOne.reference * coefficients.map(\.magnitude).reduce(0, +)
    }
    let x = x.reference
    let (nearby, speed) = curve.slopes(from: x - residual, to: x + residual)
    let (xError, yError) = (error(curve.x1, curve.x2), error(curve.y1, curve.y2))
    require(!slope.isNaN, row, "\(slope) at \(x) on \(curve)")
    guard speed > 2 * xError else { return }
    let steepest = max(nearby.lowerBound.magnitude, nearby.upperBound.magnitude)
    let allowance = (yError + steepest * xError) / (speed - xError) + slope.ulp.reference
    let isNearby = nearby.lowerBound - allowance <= slope.reference && slope.reference <= nearby.upperBound + allowance
    require(isNearby, row, "\(slope) instead of \(nearby) within \(allowance) at \(x) on \(curve)")
  }
}
