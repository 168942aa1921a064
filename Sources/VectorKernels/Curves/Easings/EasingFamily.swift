internal import CVectorKernels

/// A family of Robert Penner's easing functions ("Programming Macromedia Flash MX", 2002), described by its ease in: a
/// function f of u in 0...1 with f(0) = 0 and f(1) = 1. Ease out, and both, follow by turning it round.
///
/// Each family has a file of its own in this folder, with its curves, and a line in `all`. Descriptions, encoded forms
/// and tests follow from these.
///
/// Functions are given the numbers a and b: the arguments for the first and the second parameter, 0 where the family has
/// fewer. They capture nothing, so that calling one costs what a jump costs.
final class EasingFamily: Sendable {
  typealias Function = @Sendable @convention(c) (_ u: Double, _ a: Double, _ b: Double) -> Double

  /// Every family.
  static let all: [EasingFamily] = [
    .quadratic,
    .cubic,
    .quartic,
    .quintic,
    .sine,
    .exponential,
    .circular,
    .back,
    .elastic,
    .bounce,
  ]

  /// What names of curves begin with.
  let name: String
  /// At most two.
  let parameters: [Parameter]
  /// f(u), for u between 0 and 1.
  let value: Function
  /// f'(u), for u in 0...1; at corners, that of the side nearer to 1.
  let velocity: Function
  let inverse: Inverse
  /// Whether ease out is the inverse of ease in.
  let isInverseEaseOut: Bool
  let kernel: EasingKernel
  let inverseKernel: EasingKernel

  init(
    _ name: String, parameters: [Parameter] = [], value: Function, velocity: Function, inverse: Inverse,
    isInverseEaseOut: Bool = false, kernel: EasingKernel, inverseKernel: EasingKernel
  ) {
    self.name = name
    self.parameters = parameters
    self.value = value
    self.velocity = velocity
    self.inverse = inverse
    self.isInverseEaseOut = isInverseEaseOut
    self.kernel = kernel
    self.inverseKernel = inverseKernel
  }

  /// How the u of the last rise from 0 to 1 is found where f is y in 0...1.
  enum Inverse: Sendable {
    case formula(@Sendable @convention(c) (_ y: Double, _ a: Double, _ b: Double) -> Double)
    /// By halving what lies between the last rise's start and 1. There f has one hump at most, and 1 is beyond it.
    case search(from: @Sendable @convention(c) (_ a: Double, _ b: Double) -> Double)
  }

  /// A number that a family's curves take. Arguments are clamped to the range; NaN counts as the default.
  struct Parameter: Sendable {
    let name: String
    let range: ClosedRange<Double>
    let defaultValue: Double
    /// The default of curves that ease in and out.
    let bothDefaultValue: Double
    /// What arguments of curves that ease in and out are multiplied by, when they have been clamped.
    let bothFactor: Double

    init(
      _ name: String, in range: ClosedRange<Double>, default defaultValue: Double, both: Double? = nil,
      bothFactor: Double = 1
    ) {
      self.name = name
      self.range = range
      self.defaultValue = defaultValue
      bothDefaultValue = both ?? defaultValue
      self.bothFactor = bothFactor
    }

    func clamped(_ argument: Double, _ direction: UnitCurve.Direction) -> Double {
      if argument.isNaN { return direction == .easeInOut ? bothDefaultValue : defaultValue }
      return min(range.upperBound, max(range.lowerBound, argument))
    }
  }
}

extension EasingFamily: Hashable {
  static func == (a: EasingFamily, b: EasingFamily) -> Bool { a === b }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A kernel of EasingKernels.swift, and what it takes for the numbers a and b.
struct EasingKernel: Sendable {
  typealias Function =
    @Sendable @convention(c) (
      vk_level, UnsafePointer<vk_easing>, UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int
    ) -> Void
  typealias Parameters = @Sendable @convention(c) (_ a: Double, _ b: Double) -> vk_easing

  let function: Function
  let parameters: Parameters

  init(_ function: Function, _ parameters: Parameters = { _, _ in vk_easing(0) }) {
    self.function = function
    self.parameters = parameters
  }
}

extension vk_easing {
  /// The family's own parameters, as its kernel names them.
  init(
    _ p0: Double, _ p1: Double = 0, _ p2: Double = 0, _ p3: Double = 0, _ p4: Double = 0, _ p5: Double = 0
  ) {
    self.init(
      turn: 0, scale: 1, unscale: 1, p: (Float(p0), Float(p1), Float(p2), Float(p3), Float(p4), Float(p5)))
  }
}

extension UnitCurve {
  /// - Parameters: The family's arguments, for as many parameters as it has; NaN for a parameter's default.
  init(_ family: EasingFamily, _ direction: Direction, _ first: Double = .nan, _ second: Double = .nan) {
    self.init(.eased(Easing(family, direction, (first, second)), isInverse: false))
  }

  /// Every family's ease in, ease out and both, with default arguments.
  package static var families: [[UnitCurve]] {
    EasingFamily.all.map { family in [.easeIn, .easeOut, .easeInOut].map { UnitCurve(family, $0) } }
  }
}
