internal import CVectorKernels

/// A family of Robert Penner's easing functions ("Programming Macromedia Flash MX", 2002), described by its ease in: a
/// function f of u in 0...1 with f(0) = 0 and f(1) = 1. Ease out is this function mirrored, and ease in-out is half of
/// each.
///
/// Each family has a file of its own in this folder, with its curves, and a line in `all`. Descriptions, encoded forms
/// and tests follow from these.
///
/// Each function takes u and two numbers a and b, the arguments of the family's parameters; unused ones are 0.
/// Functions capture nothing, so that a call costs a jump.
struct EasingFamily: Hashable, Sendable {
  /// Every family.
  static var all: [EasingFamily] {
    [
      quadratic,
      cubic,
      quartic,
      quintic,
      sine,
      exponential,
      circular,
      back,
      elastic,
      bounce,
      power,
    ]
  }

  typealias Function = @Sendable @convention(c) (_ u: Double, _ a: Double, _ b: Double) -> Double

  /// Replaces arguments u by f'(u), by kernels.
  typealias Velocities = @Sendable (_ u: EasingArguments, _ a: Double, _ b: Double) -> Void

  struct Definition: Sendable {
    /// The prefix of the curves' names.
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
    /// Nil if `velocity` computes batched velocities one by one.
    let velocities: Velocities?
  }

  /// A pointer, not a class, so that copying a curve counts no references. It is never freed: a family is a constant.
  nonisolated(unsafe) let definition: UnsafePointer<Definition>

  @inline(never)
  init(
    _ name: String, parameters: [Parameter] = [], value: Function, velocity: Function, inverse: Inverse,
    isInverseEaseOut: Bool = false, kernel: EasingKernel, inverseKernel: EasingKernel, velocities: Velocities? = nil
  ) {
    precondition(parameters.count <= 2, "a family has two parameters at most")
    let memory = UnsafeMutablePointer<Definition>.allocate(capacity: 1)
    memory.initialize(
      to: Definition(
        name: name, parameters: parameters, value: value, velocity: velocity, inverse: inverse,
        isInverseEaseOut: isInverseEaseOut, kernel: kernel, inverseKernel: inverseKernel,
        velocities: velocities))
    definition = UnsafePointer(memory)
  }

  /// The way to find the u of the last rise from 0 to 1 at which f is y, for y in 0...1.
  enum Inverse: Sendable {
    case formula(@Sendable @convention(c) (_ y: Double, _ a: Double, _ b: Double) -> Double)
    /// By bisection between the start of the last rise and 1. f has at most one hump there, and 1 lies beyond it.
    case search(from: @Sendable @convention(c) (_ a: Double, _ b: Double) -> Double)
  }

  /// A number that a family's curves take. Arguments are clamped to the range; NaN counts as the default.
  struct Parameter: Sendable {
    let name: String
    let range: ClosedRange<Double>
    let defaultValue: Double
    /// The default of curves that ease in and out.
    let bothDefaultValue: Double
    /// The factor for arguments of ease-in-out curves, after clamping.
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

/// A kernel of EasingKernels.swift, and how a and b become its parameters.
struct EasingKernel: Sendable {
  /// A kernel in `Double`: a name and not a function, so that a program that never evaluates curves in `Double` doesn't
  /// carry these kernels.
  enum InDouble {
    case quadratic
    case cubic
    case quartic
    case quintic
    case sine
    case exponential
    case circular
    case root
    case elastic
    case bounce
    case powerInverse
    case sineInverse
    case exponentialInverse
  }

  typealias Function =
    @Sendable @convention(c) (
      vk_level, UnsafePointer<vk_easing>, UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int
    ) -> Void
  typealias Preparation = @Sendable @convention(c) (UnsafeMutablePointer<vk_easing>, _ a: Double, _ b: Double) -> Void

  let function: Function
  /// Nil if amounts in `Double` are computed one by one.
  let inDouble: InDouble?
  let prepare: Preparation

  init(_ function: Function, inDouble: InDouble?, prepare: Preparation = { _, _, _ in }) {
    self.function = function
    self.inDouble = inDouble
    self.prepare = prepare
  }
}

extension UnsafeMutablePointer<vk_easing> {
  /// Sets the family's own parameters, as its kernel names them.
  func set(
    _ p0: Double, _ p1: Double = 0, _ p2: Double = 0, _ p3: Double = 0, _ p4: Double = 0, _ p5: Double = 0
  ) {
    pointee.p = (p0, p1, p2, p3, p4, p5)
  }
}

extension UnitCurve {
  /// - Parameters: One argument for each of the family's parameters; NaN gives a parameter's default.
  @inline(never)
  init(_ family: EasingFamily, _ direction: Direction, _ first: Double = .nan, _ second: Double = .nan) {
    self.init(.eased(Easing(family, direction, first, second), isInverse: false))
  }

  /// Every family's ease in, ease out and both, with default arguments.
  package static var families: [[UnitCurve]] {
    EasingFamily.all.map { [UnitCurve($0, .easeIn), UnitCurve($0, .easeOut), UnitCurve($0, .easeInOut)] }
  }
}
