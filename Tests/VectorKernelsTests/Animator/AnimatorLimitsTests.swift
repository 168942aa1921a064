import Foundation
import Testing
import VectorKernels

/// Counts beyond the limits stop the program, with a message that names the argument and the limit.
struct AnimatorLimitsTests {
  @Test(arguments: Excess.allCases)
  func excessStopsTheProgram(excess: Excess) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [excess = excess as Excess] in
      try excess.make()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains(excess.message), "\(message)")
  }
}

enum Excess: String, CaseIterable, Codable, Sendable {
  case capacity, reservedCapacity, count, countOfMany, values, modifiers, frameInFrame

  var message: String {
    switch self {
    case .capacity: "Animator(capacity:): capacity is 4611686018427387903, but must be at most 2147483647"
    case .reservedCapacity: "reserveCapacity(_:): capacity is 9223372036854775807, but must be at most 2147483647"
    case .count: "add(_:count:): count is 9223372036854775807, but must be at most 2147483647"
    case .countOfMany: "add(_:count:): count is 2147483645, but must be at most 2147483644"
    case .values: "add(_:): values.count is 2147483645, but must be at most 2147483644"
    case .modifiers: "delay(_:): 200 modifiers are nested already, but at most 200 are allowed"
    case .frameInFrame: "advance: called while the same animator is evaluating a frame"
    }
  }

  func make() throws {
    switch self {
    case .capacity: _ = Animator<Float>(capacity: .max / 2)
    case .reservedCapacity:
      var animator = Animator<Float>()
      animator.reserveCapacity(.max)
    case .count:
      var animator = Animator<Float>()
      _ = animator.add(0, count: .max)
    case .countOfMany:
      var animator = Animator<Float>()
      _ = animator.add(0, count: 3)
      _ = animator.add(0, count: Int(Int32.max) - 2)
    case .values:
      var animator = Animator<Float>()
      _ = animator.add(0, count: 3)
      // Nothing is read of values that are too many, so one number stands for all.
      var number: Float = 1
      withUnsafePointer(to: &number) { number in
        let values = UnsafeBufferPointer(start: number, count: Int(Int32.max) - 2)
        _ = animator.add(Span(_unsafeElements: values))
      }
    case .modifiers:
      var animation = Animation.linear
      for _ in 0..<1_000_000 { animation = animation.delay(0.1) }
    case .frameInFrame:
      let animator = UnsafeMutablePointer<Animator<Float>>.allocate(capacity: 1)
      animator.initialize(to: Animator<Float>())
      let handle = animator.pointee.add(0)
      try animator.pointee.animate(handle, to: 1, using: Animation(Reentrant(address: UInt(bitPattern: animator))))
      animator.pointee.advance(by: 1)
    }
  }
}

/// Asks the animator by which it is asked for a frame.
private struct Reentrant: CustomAnimation {
  let address: UInt

  func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
    UnsafeMutablePointer<Animator<Float>>(bitPattern: address)!.pointee.advance(by: 1)
    return value
  }
}
