import CVectorKernels
import Foundation
import Testing
import VectorKernels

/// The functions inside springs, over every number they can be given.
@Suite(.seeded) struct ElementaryTests {

  /// Every `Float` at the highest level, one in 61 at the others.
  private let step: UInt32 = Settings.walksEveryValue ? 1 : 61

  /// 2 ulp of the exact result, which libm gives in Double with 2^28 times the precision.
  @Test(arguments: [FloatingPointSign.plus, .minus])
  func exp2OfEveryFloat(sign: FloatingPointSign) async {
    let worst = await walk(sign, from: 0x1p-26, through: 126, step: step, exp2Errors)
    #expect(worst.error <= 2, "2^\(worst.input) is off by \(worst.error) ulp")
  }

  /// Below 2^-26 all results are 1 or its neighbours.
  @Test(arguments: [FloatingPointSign.plus, .minus])
  func exp2OfTinyFloats(sign: FloatingPointSign) async {
    let worst = await walk(sign, from: 0, through: 0x1p-26, step: 4099, exp2Errors)
    #expect(worst.error <= 2, "2^\(worst.input) is off by \(worst.error) ulp")
  }

  @Test func exp2BeyondItsRange() {
    let inputs: [Float] = [-126.75, -127, -150, -1e30, -.greatestFiniteMagnitude, -.infinity, .nan]
    let results = exp2(inputs)
    #expect(results.dropLast().allSatisfy { $0 == 0 }, "\(results)")
    #expect(results.last!.isNaN)
    #expect(exp2([128, 1e30, .greatestFiniteMagnitude, .infinity] as [Float]) == Array(repeating: .infinity, count: 4))
    #expect(exp2([0, -0.0, 1, -1, 127, -126] as [Float]) == [1, 1, 2, 0.5, 0x1p127, 0x1p-126])
  }

  @Test(.enabled(if: referenceIsWider)) func exp2OfDoubles() {
    check(Draw<Double>.uniform(-1022...1022), .uniform(-1...1), .signed(to: 1)) { cases, verdict in
      for column in 0..<3 {
        let results = exp2(cases[column])
        for i in cases.indices {
          let exact = Foundation.exp2(cases[column][i].reference)
          let error = (results[i].reference - exact).magnitude / Double(exact).ulp.reference
          verdict.require(error <= 2, i, "2^\(cases[column][i]) is off by \(error) ulp")
        }
      }
    }
  }

  /// 1e-7 absolute; up to an eighth of a turn the sine also keeps its relative precision, to 2 ulp.
  @Test(arguments: [FloatingPointSign.plus, .minus])
  func sineAndCosineOfEveryFloat(sign: FloatingPointSign) async {
    let worst = await walk(sign, from: 0x1p-26, through: 0.5, step: step, sineAndCosineErrors)
    #expect(worst.error <= 1, "at \(worst.input) turns")
  }

  @Test(arguments: [FloatingPointSign.plus, .minus])
  func sineAndCosineOfTinyFloats(sign: FloatingPointSign) async {
    let worst = await walk(sign, from: .leastNormalMagnitude, through: 0x1p-26, step: 4099, sineAndCosineErrors)
    #expect(worst.error <= 1, "at \(worst.input) turns")
  }

  @Test func sineAndCosineOfManyTurns() {
    check(Draw<Float>.uniform(-0x1p20...0x1p20), .uniform(-100...100)) { cases, verdict in
      for column in 0..<2 {
        let errors = sineAndCosineErrors(cases[column])
        for i in cases.indices {
          verdict.require(errors[i] <= 1, i, "at \(cases[column][i]) turns, \(errors[i]) times the bound")
        }
      }
    }
  }

  /// 2.5e-16 absolute, as documented.
  @Test(.enabled(if: referenceIsWider)) func sineAndCosineOfDoubles() {
    check(Draw<Double>.uniform(-0.5...0.5), .uniform(-0x1p20...0x1p20), .signed(to: 0.5)) { cases, verdict in
      for column in 0..<3 {
        let turns = cases[column]
        let (sine, cosine) = sincos(turns)
        for i in cases.indices {
          let angle = 2 * Reference.pi * (turns[i] - turns[i].rounded()).reference
          let error = max((sine[i].reference - sin(angle)).magnitude, (cosine[i].reference - cos(angle)).magnitude)
          verdict.require(error <= 2.5e-16, i, "off by \(error) at \(turns[i]) turns")
        }
      }
    }
  }

  @Test func sineAndCosineOfQuarters() {
    let turns: [Float] = [0, -0.0, 0.25, 0.5, 0.75, 1, -0.25, -0.5, 1000.25, .infinity, .nan]
    let (sine, cosine) = sincos(turns)
    #expect(Array(sine.prefix(9)) == [0, 0, 1, 0, -1, 0, -1, 0, 1])
    #expect(Array(cosine.prefix(9)) == [1, 1, 0, -1, 0, 1, 0, -1, 0])
    #expect((sine[9...] + cosine[9...]).allSatisfy { $0.isNaN })
  }
}

extension ElementaryTests {
  private func exp2(_ inputs: [Float]) -> [Float] {
    var results = inputs
    vk_exp2_f32(inputs, &results, inputs.count)
    return results
  }

  private func exp2(_ inputs: [Double]) -> [Double] {
    var results = inputs
    vk_exp2_f64(inputs, &results, inputs.count)
    return results
  }

  private func sincos(_ turns: [Float]) -> (sine: [Float], cosine: [Float]) {
    var (sine, cosine) = (turns, turns)
    vk_sincos_f32(turns, &sine, &cosine, turns.count)
    return (sine, cosine)
  }

  private func sincos(_ turns: [Double]) -> (sine: [Double], cosine: [Double]) {
    var (sine, cosine) = (turns, turns)
    vk_sincos_f64(turns, &sine, &cosine, turns.count)
    return (sine, cosine)
  }

  /// In ulp of the exact result.
  private func exp2Errors(_ inputs: [Float]) -> [Double] {
    zip(inputs, exp2(inputs)).map { input, result in
      let exact = Foundation.exp2(Double(input))
      let ulp = Double(sign: .plus, exponent: exact.exponent - 23, significand: 1)
      return (Double(result) - exact).magnitude / ulp
    }
  }

  /// Over the bounds that are promised.
  private func sineAndCosineErrors(_ turns: [Float]) -> [Double] {
    let (sine, cosine) = sincos(turns)
    return turns.indices.map { i in
      let fraction = Double(turns[i]) - Double(turns[i]).rounded()
      let (exactSine, exactCosine) = (sin(2 * .pi * fraction), cos(2 * .pi * fraction))
      let sineError = (Double(sine[i]) - exactSine).magnitude
      let cosineError = (Double(cosine[i]) - exactCosine).magnitude
      let relative = fraction.magnitude <= 0.125 ? sineError / (2 * Double(Float(exactSine).ulp)) : 0
      return max(sineError / 1e-7, cosineError / 1e-7, relative)
    }
  }
}

private let referenceIsWider = Reference.significandBitCount > Double.significandBitCount
