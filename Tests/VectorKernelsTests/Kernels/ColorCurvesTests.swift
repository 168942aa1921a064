import CVectorKernels
import Foundation
import Testing
import VectorKernels

/// The functions of one number inside colour conversions, over every `Float` that they are given.
///
/// They are computed in Double to at least 1e-13 of the result, so what is left is its rounding to `Float`: half an
/// ulp, and a hundredth of one where the exact result is as near as that to halfway between two numbers.
@Suite(.seeded) struct ColorCurvesTests {
  private static let bound = 0.51

  /// Every `Float` at the highest level, one in 61 at the others.
  private let step: UInt32 = Settings.walksEveryValue ? 1 : 61

  private static let srgbDecoder = vk_transfer(
    limit: 0.04045, slope: 1 / 12.92, scale: 1 / 1.055, offset: 0.055 / 1.055, power: 2.4)
  private static let srgbEncoder = vk_transfer(
    limit: 0.0031308, slope: 12.92, scale: 1.055, offset: -0.055, power: 1 / 2.4)

  @Test func decodeEveryFloat() async {
    await expect(from: Float(0.04045).nextUp, through: 1, .decode(Self.srgbDecoder)) { pow(($0 + 0.055) / 1.055, 2.4) }
    await expect(from: 1, through: 16, every: 61, .decode(Self.srgbDecoder)) { pow(($0 + 0.055) / 1.055, 2.4) }
    await expect(from: 0, through: 0.04044, every: 61, .decode(Self.srgbDecoder)) { $0 / 12.92 }
  }

  @Test func encodeEveryFloat() async {
    await expect(from: 0.0031309, through: 1, .encode(Self.srgbEncoder)) { 1.055 * pow($0, 1 / 2.4) - 0.055 }
    await expect(from: 1, through: 16, every: 61, .encode(Self.srgbEncoder)) { 1.055 * pow($0, 1 / 2.4) - 0.055 }
    await expect(from: 0, through: 0.0031307, every: 61, .encode(Self.srgbEncoder)) { $0 * 12.92 }
  }

  /// The powers of the other spaces, both ways. Below 2^-4, or 2^-20 where all is walked, one `Float` in 61: an exponent
  /// more only scales the result.
  @Test(arguments: [2.4, 563 / 256, 1.8] as [Double])
  func powersOfEveryFloat(power: Double) async {
    let least: Float = Settings.exhaustive ? 0x1p-20 : 0x1p-4
    for exponent in [power, 1 / power] {
      let transfer = vk_transfer(limit: -1, slope: 0, scale: 1, offset: 0, power: exponent)
      await expect(from: least, through: 1, .decode(transfer)) { pow($0, exponent) }
      await expect(from: 0x1p-60, through: least, every: 61, .encode(transfer)) { pow($0, exponent) }
      await expect(from: 1, through: 0x1p20, every: 61, .decode(transfer)) { pow($0, exponent) }
    }
  }

  /// From 1 to 8 every number: eight times the number has twice the root.
  @Test func cubeRootOfEveryFloat() async {
    await expect(from: 1, through: 8, .cubeRoot) { cbrt($0) }
    await expect(from: .leastNonzeroMagnitude, through: .greatestFiniteMagnitude, every: 1021, .cubeRoot) { cbrt($0) }
  }

  @Test func oddNumbers() {
    let inputs: [Float] = [0, -0.0, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
    for curve in [Curve.decode(Self.srgbDecoder), .encode(Self.srgbEncoder)] {
      let results = curve(inputs)
      #expect(results[0] == 0 && results[1].sign == .minus && results[1] == 0)
      #expect(results[2] == .infinity && results[3] == -.infinity && results[4].isNaN)
    }
    // Its matrix mixes three numbers, so each is tried with itself.
    #expect(Curve.cubeRoot([0, 0, 0]) == [0, 0, 0] && Curve.cubeRoot([-0.0, -0.0, -0.0]) == [0, 0, 0])
    #expect(Curve.cubeRoot([.nan, .nan, .nan]).allSatisfy { $0.isNaN })
  }
}

/// A curve of a conversion, without the rest of it.
private enum Curve {
  case decode(vk_transfer)
  case encode(vk_transfer)
  case cubeRoot

  nonisolated(unsafe) private static let identity: UnsafePointer<vk_matrix> = {
    let matrix = UnsafeMutablePointer<vk_matrix>.allocate(capacity: 1)
    matrix.initialize(to: vk_matrix(entries: (1, 0, 0, 0, 1, 0, 0, 0, 1)))
    return UnsafePointer(matrix)
  }()

  /// Each input in the first, second and third component in turn, which have the same code.
  func callAsFunction(_ inputs: [Float]) -> [Float] {
    var conversion = vk_color_conversion()
    switch self {
    case .decode(let transfer):
      conversion.decoding = VK_CURVE_TRANSFER
      conversion.decoder = transfer
    case .encode(let transfer):
      conversion.encoding = VK_CURVE_TRANSFER
      conversion.encoder = transfer
    case .cubeRoot:
      conversion.encoding = VK_CURVE_OKLAB
      conversion.from_roots = Self.identity
    }
    let count = (inputs.count + 2) / 3
    let padded = inputs + Array(repeating: 0.5, count: 3 * count - inputs.count)
    var results = padded
    padded.withUnsafeBufferPointer { inputs in
      results.withUnsafeMutableBufferPointer { results in
        let (x, out) = (inputs.baseAddress!, results.baseAddress!)
        withUnsafePointer(to: conversion) {
          ColorConversion($0).run(
            vk_color_source(x, x + count, x + 2 * count), into: vk_color_sink(out, out + count, out + 2 * count),
            count: count)
        }
      }
    }
    return Array(results.prefix(inputs.count))
  }
}

extension ColorCurvesTests {
  /// In both signs, as transfer functions are mirrored.
  private func expect(
    from first: Float, through last: Float, every coarsest: UInt32 = 1, _ curve: Curve,
    _ exact: @escaping @Sendable (Double) -> Double
  ) async {
    for sign in [FloatingPointSign.plus, .minus] {
      let worst = await walk(sign, from: first, through: last, step: max(step, coarsest)) { inputs in
        zip(inputs, curve(inputs)).map { input, result in
          let magnitude = exact(Double(input).magnitude)
          // Results that are less than a normal number are within one of theirs.
          let ulp = Double(max(Float.leastNormalMagnitude, Float(magnitude)).ulp)
          return (Double(result) - (input < 0 ? -magnitude : magnitude)).magnitude / ulp
        }
      }
      #expect(worst.error <= Self.bound, "\(curve) of \(worst.input) is off by \(worst.error) ulp")
      // A mirrored function is as exact on the other side, by the same operations.
      if step > 1 { return }
    }
  }
}
