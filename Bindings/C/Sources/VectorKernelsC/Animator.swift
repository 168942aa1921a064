import CVectorKernelsC
import VectorKernels

/// An animator that C owns: `vkn_animator`.
private final class Engine {
  let box: any AnimatorBox

  init(_ box: any AnimatorBox) { self.box = box }
}

/// Calls `body` with the animator of an argument.
@inline(__always)
private func withAnimator<Result>(
  _ animator: OpaquePointer?, _ body: (any AnimatorBox) throws(Failure) -> Result
) throws(Failure) -> Result {
  try withObject(animator, "animator", as: Engine.self) { engine throws(Failure) in try body(engine.box) }
}

// MARK: - Properties

// A name is the bits of a handle. An animator accepts any bits: a handle that isn't its own names no property.

extension PropertyHandle {
  fileprivate init(_ property: vkn_property) { self = unsafeBitCast(property, to: PropertyHandle.self) }

  fileprivate var property: vkn_property { unsafeBitCast(self, to: vkn_property.self) }
}

/// Returns the handle of an argument.
private func handle(_ property: vkn_property, in animator: any AnimatorBox) throws(Failure) -> PropertyHandle {
  let handle = PropertyHandle(property)
  guard animator.contains(handle) else { throw stale("property") }
  return handle
}

/// Calls `body` with the handles of an argument, after all have been found valid.
private func withHandles(
  _ properties: UnsafePointer<vkn_property>?, _ count: Int, of animator: any AnimatorBox,
  _ body: (UnsafeBufferPointer<PropertyHandle>) throws(StalePropertyError) -> Void
) throws(Failure) {
  let properties = try elements(properties, count, "properties")
  for index in properties.indices where !animator.contains(PropertyHandle(properties[index])) {
    throw stale("properties[\(index)]")
  }
  do throws(StalePropertyError) {
    try properties.withMemoryRebound(to: PropertyHandle.self, body)
  } catch {
    throw stale("a property")
  }
}

private func stale(_ name: String) -> Failure {
  Failure(VKN_STALE_PROPERTY, "\(name) is stale: it has been removed, or isn't a property of animator")
}

// MARK: - Functions

@c @implementation
public func vkn_animator_create(
  _ components: Int, _ capacity: Int, _ animator: UnsafeMutablePointer<OpaquePointer?>?
) -> vkn_status {
  attempt { () throws(Failure) in
    let animator = try present(animator, "animator")
    let limit = Int(Int32.max)
    if capacity < 0 || capacity > limit { throw badCount(capacity, limit, "capacity") }
    let box: any AnimatorBox
    switch components {
    case 1: box = TypedAnimatorBox<Float>(capacity: capacity)
    case 2: box = TypedAnimatorBox<Row2>(capacity: capacity)
    case 3: box = TypedAnimatorBox<Row3>(capacity: capacity)
    case 4: box = TypedAnimatorBox<Row4>(capacity: capacity)
    default: throw badComponents(components)
    }
    animator.pointee = give(Engine(box))
  }
}

@c @implementation
public func vkn_animator_destroy(_ animator: OpaquePointer?) { takeBack(animator) }

@c @implementation
public func vkn_animator_add(
  _ animator: OpaquePointer?, _ values: UnsafePointer<Float>?, _ count: Int,
  _ properties: UnsafeMutablePointer<vkn_property>?
) -> vkn_status {
  attempt { () throws(Failure) in
    try withAnimator(animator) { animator throws(Failure) in
      let values = try elements(values, count, by: animator.components, "values")
      let properties = try mutableElements(properties, count, "properties")
      let limit = Int(Int32.max) - animator.columnCount
      if count > limit { throw badCount(count, limit) }
      for (index, handle) in animator.add(values).enumerated() { properties[index] = handle.property }
    }
  }
}

@c @implementation
public func vkn_animator_remove(
  _ animator: OpaquePointer?, _ properties: UnsafePointer<vkn_property>?, _ count: Int
) -> vkn_status {
  attempt { () throws(Failure) in
    try withAnimator(animator) { animator throws(Failure) in
      try withHandles(properties, count, of: animator) { animator.remove($0) }
    }
  }
}

@c @implementation
public func vkn_animator_set(
  _ animator: OpaquePointer?, _ properties: UnsafePointer<vkn_property>?, _ count: Int,
  _ values: UnsafePointer<Float>?
) -> vkn_status {
  attempt { () throws(Failure) in
    try withAnimator(animator) { animator throws(Failure) in
      let values = try elements(values, count, by: animator.components, "values")
      try withHandles(properties, count, of: animator) { handles throws(StalePropertyError) in
        try animator.set(handles, to: values)
      }
    }
  }
}

@c @implementation
public func vkn_animator_animate(
  _ animator: OpaquePointer?, _ properties: UnsafePointer<vkn_property>?, _ count: Int,
  _ targets: UnsafePointer<Float>?, _ animation: UnsafePointer<vkn_animation>?
) -> vkn_status {
  attempt { () throws(Failure) in
    try withAnimator(animator) { animator throws(Failure) in
      let targets = try elements(targets, count, by: animator.components, "targets")
      let timing = try present(animation, "animation").pointee
      let animation = try Animation(timing)
      try requireAtLeastZero(timing.delay, "animation.delay")
      try requireAtLeastZero(timing.stagger, "animation.stagger")
      try withHandles(properties, count, of: animator) { handles throws(StalePropertyError) in
        try animator.animate(
          handles, to: targets, using: animation, delay: timing.delay, stagger: Stagger(each: timing.stagger))
      }
    }
  }
}

extension Animation {
  /// Creates the animation of an argument, without its delays.
  fileprivate init(_ animation: vkn_animation) throws(Failure) {
    if animation.curve == nil {
      try requirePeriod(animation.duration, "animation.duration")
      try require(animation.bounce, "animation.bounce", in: -1...1)
      self = .spring(duration: animation.duration, bounce: animation.bounce)
    } else {
      try requireAtLeastZero(animation.duration, "animation.duration")
      self = try withObject(animation.curve, "animation.curve", as: Curve.self) {
        .timingCurve($0.curve, duration: animation.duration)
      }
    }
  }
}

@c @implementation
public func vkn_animator_play(
  _ animator: OpaquePointer?, _ properties: UnsafePointer<vkn_property>?, _ count: Int, _ keyframes: OpaquePointer?,
  _ stagger: Double
) -> vkn_status {
  attempt { () throws(Failure) in
    try requireAtLeastZero(stagger, "stagger")
    let keyframes = try preparedKeyframes(keyframes)
    try withAnimator(animator) { animator throws(Failure) in
      if keyframes.componentCount != animator.components {
        throw Failure(
          VKN_BAD_COUNT,
          "keyframes have \(keyframes.componentCount) components, but animator has \(animator.components)")
      }
      try withHandles(properties, count, of: animator) { handles throws(StalePropertyError) in
        try animator.play(handles, keyframes, stagger: Stagger(each: stagger))
      }
    }
  }
}

@c @implementation
public func vkn_animator_advance(_ animator: OpaquePointer?, _ seconds: Double) -> vkn_status {
  attempt { () throws(Failure) in
    try withAnimator(animator) { $0.advance(by: seconds) }
  }
}

@c @implementation
public func vkn_animator_column(
  _ animator: OpaquePointer?, _ component: Int, _ values: UnsafeMutablePointer<UnsafePointer<Float>?>?,
  _ count: UnsafeMutablePointer<Int>?
) -> vkn_status {
  attempt { () throws(Failure) in
    let (values, count) = (try present(values, "values"), try present(count, "count"))
    try withAnimator(animator) { animator throws(Failure) in
      guard component >= 0, component < animator.components else {
        throw Failure(
          VKN_BAD_NUMBER,
          "component is \(UInt(bitPattern: component)), but must be below animator's \(animator.components)")
      }
      values.pointee = animator.column(component)
      count.pointee = animator.columnCount
    }
  }
}

@c @implementation
public func vkn_animator_place(
  _ animator: OpaquePointer?, _ property: vkn_property, _ place: UnsafeMutablePointer<Int>?
) -> vkn_status {
  attempt { () throws(Failure) in
    let place = try present(place, "place")
    place.pointee = try withAnimator(animator) { animator throws(Failure) in
      try handle(property, in: animator).index
    }
  }
}

@c @implementation
public func vkn_animator_is_animating(
  _ animator: OpaquePointer?, _ property: vkn_property, _ isAnimating: UnsafeMutablePointer<Bool>?
) -> vkn_status {
  attempt { () throws(Failure) in
    let isAnimating = try present(isAnimating, "is_animating")
    isAnimating.pointee = try withAnimator(animator) { animator throws(Failure) in
      do throws(StalePropertyError) {
        return try animator.isAnimating(PropertyHandle(property))
      } catch {
        throw stale("property")
      }
    }
  }
}

@c @implementation
public func vkn_animator_is_at_rest(
  _ animator: OpaquePointer?, _ isAtRest: UnsafeMutablePointer<Bool>?
) -> vkn_status {
  attempt { () throws(Failure) in
    let isAtRest = try present(isAtRest, "is_at_rest")
    isAtRest.pointee = try withAnimator(animator) { $0.isAtRest }
  }
}

@c @implementation
public func vkn_animator_completions(
  _ animator: OpaquePointer?, _ completions: UnsafeMutablePointer<vkn_completion>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> vkn_status {
  attempt { () throws(Failure) in
    let out = try mutableElements(completions, capacity, "completions", count: "capacity")
    let count = try present(count, "count")
    try withAnimator(animator) { animator throws(Failure) in
      let found = animator.completions
      for index in 0..<min(found.count, out.count) {
        out[index] = vkn_completion(property: found[index].handle.property, reason: found[index].reason.number)
      }
      count.pointee = found.count
    }
  }
}

extension Completion.Reason {
  /// The header's number for the reason.
  fileprivate var number: Int32 {
    switch self {
    case .finished: Int32(VKN_FINISHED)
    case .replaced: Int32(VKN_REPLACED)
    case .removed: Int32(VKN_REMOVED)
    case .stopped: Int32(VKN_STOPPED)
    }
  }
}
