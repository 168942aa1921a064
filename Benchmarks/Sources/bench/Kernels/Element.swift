import Foundation
import VectorKernels

/// A number that scalar loops compute with.
protocol Real: BinaryFloatingPoint {
  // Foundation's functions, overloads that generic code cannot choose between.

  static func exponential(_ x: Self) -> Self
  static func sine(_ x: Self) -> Self
  static func cosine(_ x: Self) -> Self
  static func power(_ x: Self, _ exponent: Self) -> Self
  static func powerOfTwo(_ x: Self) -> Self
  static func cubeRoot(_ x: Self) -> Self
  static func arcsine(_ x: Self) -> Self
  static func arccosine(_ x: Self) -> Self
  /// To base 2.
  static func logarithm(_ x: Self) -> Self

  /// The natural logarithm of 2.
  static var logarithmOfTwo: Self { get }

  /// The time since a start, subtracted in `Double` or wider, as programs keep time.
  static func elapsed(at time: Double, since start: Self) -> Self
}

extension Real {
  static func elapsed(at time: Double, since start: Self) -> Self { Self(time) - start }
}

/// An element type of kernels: Float or Double.
protocol Element: Real, SIMDBatchElement {
  /// The type in which results count as exact; the same type where there is no wider one.
  associatedtype Wide: Real

  /// The end of a case's name, and of a C function's name.
  static var suffix: String { get }
  /// The largest difference of correct results that differ in a rounding or two, as a fraction of the largest result.
  static var closeTolerance: Double { get }
  /// The same when they come from different formulas. The tests prove accuracy; this finds different work.
  static var wideTolerance: Double { get }

  // MARK: Peers' functions that take elements by value

  /// `void vk_lerp_S(const T *from, const T *to, T progress, T *out, ptrdiff_t n)`
  static func callInterpolate(
    _ function: CFunction, _ from: Peer.In, _ to: Peer.In, _ progress: Self, _ out: Peer.Out, _ count: Int)

  /// `ptrdiff_t vk_settled_S(const T *positions, const T *velocities, const T *target, T valueEpsilon,
  /// T velocityEpsilon, uint64_t *words, ptrdiff_t n)`
  static func callSettled(
    _ function: CFunction, _ positions: Peer.In, _ velocities: Peer.In, _ target: Peer.In, _ valueEpsilon: Self,
    _ velocityEpsilon: Self, _ words: Peer.Out, _ count: Int
  ) -> Int
}

extension Element {
  /// The size of a number of elements.
  static func bytes(_ count: Double) -> Double {
    count * Double(MemoryLayout<Self>.size)
  }
}

extension Float: Real {
  static func exponential(_ x: Float) -> Float { exp(x) }
  static func sine(_ x: Float) -> Float { sin(x) }
  static func cosine(_ x: Float) -> Float { cos(x) }
  static func power(_ x: Float, _ exponent: Float) -> Float { pow(x, exponent) }
  static func powerOfTwo(_ x: Float) -> Float { exp2(x) }
  static func cubeRoot(_ x: Float) -> Float { cbrt(x) }
  static func arcsine(_ x: Float) -> Float { asin(x) }
  static func arccosine(_ x: Float) -> Float { acos(x) }
  static func logarithm(_ x: Float) -> Float { log2(x) }
  static var logarithmOfTwo: Float { Float(M_LN2) }
  static func elapsed(at time: Double, since start: Float) -> Float { Float(time - Double(start)) }
}

extension Float: Element {
  typealias Wide = Double

  static let suffix = "f32"
  static let closeTolerance = 1e-6
  static let wideTolerance = 1e-4

  static func callInterpolate(
    _ function: CFunction, _ from: Peer.In, _ to: Peer.In, _ progress: Float, _ out: Peer.Out, _ count: Int
  ) {
    typealias Function = @convention(c) (Peer.In, Peer.In, Float, Peer.Out, Int) -> Void
    unsafeBitCast(function, to: Function.self)(from, to, progress, out, count)
  }

  static func callSettled(
    _ function: CFunction, _ positions: Peer.In, _ velocities: Peer.In, _ target: Peer.In, _ valueEpsilon: Float,
    _ velocityEpsilon: Float, _ words: Peer.Out, _ count: Int
  ) -> Int {
    typealias Function = @convention(c) (Peer.In, Peer.In, Peer.In, Float, Float, Peer.Out, Int) -> Int
    return unsafeBitCast(function, to: Function.self)(
      positions, velocities, target, valueEpsilon, velocityEpsilon, words, count)
  }
}

extension Double: Real {
  static func exponential(_ x: Double) -> Double { exp(x) }
  static func sine(_ x: Double) -> Double { sin(x) }
  static func cosine(_ x: Double) -> Double { cos(x) }
  static func power(_ x: Double, _ exponent: Double) -> Double { pow(x, exponent) }
  static func powerOfTwo(_ x: Double) -> Double { exp2(x) }
  static func cubeRoot(_ x: Double) -> Double { cbrt(x) }
  static func arcsine(_ x: Double) -> Double { asin(x) }
  static func arccosine(_ x: Double) -> Double { acos(x) }
  static func logarithm(_ x: Double) -> Double { log2(x) }
  static var logarithmOfTwo: Double { M_LN2 }
}

#if arch(x86_64) && os(Linux)
extension Float80: Real {
  static func exponential(_ x: Float80) -> Float80 { exp(x) }
  static func sine(_ x: Float80) -> Float80 { sin(x) }
  static func cosine(_ x: Float80) -> Float80 { cos(x) }
  static func power(_ x: Float80, _ exponent: Float80) -> Float80 { pow(x, exponent) }
  static func powerOfTwo(_ x: Float80) -> Float80 { exp2(x) }
  static func cubeRoot(_ x: Float80) -> Float80 { cbrt(x) }
  static func arcsine(_ x: Float80) -> Float80 { asin(x) }
  static func arccosine(_ x: Float80) -> Float80 { acos(x) }
  static func logarithm(_ x: Float80) -> Float80 { log2(x) }
  static var logarithmOfTwo: Float80 { log(2) }
}
#endif

extension Double: Element {
  #if arch(x86_64) && os(Linux)
  typealias Wide = Float80
  #else
  typealias Wide = Double
  #endif

  static let suffix = "f64"
  static let closeTolerance = 1e-15
  static let wideTolerance = 1e-10

  static func callInterpolate(
    _ function: CFunction, _ from: Peer.In, _ to: Peer.In, _ progress: Double, _ out: Peer.Out, _ count: Int
  ) {
    typealias Function = @convention(c) (Peer.In, Peer.In, Double, Peer.Out, Int) -> Void
    unsafeBitCast(function, to: Function.self)(from, to, progress, out, count)
  }

  static func callSettled(
    _ function: CFunction, _ positions: Peer.In, _ velocities: Peer.In, _ target: Peer.In, _ valueEpsilon: Double,
    _ velocityEpsilon: Double, _ words: Peer.Out, _ count: Int
  ) -> Int {
    typealias Function = @convention(c) (Peer.In, Peer.In, Peer.In, Double, Double, Peer.Out, Int) -> Int
    return unsafeBitCast(function, to: Function.self)(
      positions, velocities, target, valueEpsilon, velocityEpsilon, words, count)
  }
}
