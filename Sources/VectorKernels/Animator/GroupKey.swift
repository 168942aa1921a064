/// The kind of run that a group's members have in common.
enum MoverKey: Hashable {
  case tween(UnitCurve)
  /// A tween in which each member has its own curve.
  case ownTween(OwnCurveForm)
  case repetition(RepetitionMover.Shape)
  case spring(SpringMover.Law, SpringEpsilons)
  case keyframes(PreparedKeyframes, repeats: Bool)
  /// Keyframes of each member's own.
  case ownKeyframes
  case phases(PreparedPhases)
  /// Walks of each member's own through a number of phases.
  case ownPhases(count: Int)
  case drivers
  case sum
}

extension MoverKey {
  /// The key of the group in which such a run has a curve, a spring, keyframes or a walk of its own, or nil if there is
  /// no such group.
  var own: MoverKey? {
    switch self {
    case .tween(let curve): OwnCurveForm(for: curve).map { .ownTween($0) }
    case .repetition(.shared(.curve(let curve))): OwnCurveForm(for: curve).map { .repetition(.ownCurve($0)) }
    case .repetition(.shared(.spring)): .repetition(.ownSpring)
    case .keyframes(let keyframes, _): keyframes.duration > 0 ? .ownKeyframes : nil
    case .phases(let walk): .ownPhases(count: walk.phaseCount)
    case .ownTween, .repetition, .spring, .ownKeyframes, .ownPhases, .drivers, .sum: nil
    }
  }
}

extension MoverKey {
  /// The curve or the spring of such a run and whether it is repeated, if these are all and the motion is plain numbers.
  fileprivate var plainMotion: (motion: PlainAnimation.Motion, isRepeated: Bool)? {
    switch self {
    case .tween(let curve): PlainAnimation.Motion(curve).map { ($0, false) }
    case .repetition(.shared(.curve(let curve))): PlainAnimation.Motion(curve).map { ($0, true) }
    case .repetition(.shared(.spring(let spring, initialVelocity: 0))): (.spring(spring), true)
    default: nil
    }
  }
}

/// Identifies a group: by the kind of run of its members, and by the direction in which their time passes.
struct GroupKey: Equatable {
  var mover: MoverKey
  var direction: Double
}

extension GroupKey: Hashable {
  /// A number that tells most keys apart. It is made anew at many starts, so that of a plain curve or spring takes few
  /// instructions.
  @inline(never)
  var fingerprint: Int {
    guard let (motion, isRepeated) = mover.plainMotion else { return mover.hashValue ^ direction.hashValue }
    let forward = Int(truncatingIfNeeded: motion.fingerprint) ^ (isRepeated ? 1 : 0)
    return direction < 0 ? ~forward : forward
  }

  /// Returns the fingerprint of the key for runs along a Bezier curve forward.
  @inline(__always)
  static func fingerprint(ofForward curve: CubicBezier) -> Int { Int(truncatingIfNeeded: curve.fingerprint) }

  func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}

extension PlainAnimation.Motion {
  /// A number that tells most motions apart, and whose bits are mixed.
  @inline(never)
  var fingerprint: UInt64 {
    switch self {
    case .linear: 0
    case .spring(let spring):
      mixed(bits(spring.angularFrequency) &+ 3 &* bits(spring.dampingRatio) &+ 5 &* bits(spring.mass))
    case .bezier(let curve): curve.fingerprint
    case .eased(let easing, let isInverse): easing.fingerprint ^ (isInverse ? .max : 0)
    case .steps(let steps): mixed(UInt64(steps.count))
    }
  }
}

extension CubicBezier {
  fileprivate var fingerprint: UInt64 { mixed(bits(x1) &+ 3 &* bits(y1) &+ 5 &* bits(x2) &+ 7 &* bits(y2)) }
}

extension Easing {
  fileprivate var fingerprint: UInt64 {
    let family = UInt64(UInt(bitPattern: family.definition))
    let ends: UInt64 = direction == .easeIn ? 1 : direction == .easeOut ? 2 : 3
    return mixed(family &* ends &+ 3 &* bits(argument(0)) &+ 5 &* bits(argument(1)))
  }
}

/// Returns the bits of a number, which are those of 0 for both zeros, because they are equal.
private func bits(_ number: Double) -> UInt64 { (number + 0).bitPattern }

private func mixed(_ bits: UInt64) -> UInt64 {
  let product = (bits ^ (bits >> 32)) &* 0x9E37_79B9_7F4A_7C15
  return product ^ (product >> 32)
}
