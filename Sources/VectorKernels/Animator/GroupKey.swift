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

/// Identifies a group: by the kind of run of its members, and by the direction in which their time passes.
struct GroupKey: Equatable {
  var mover: MoverKey
  var direction: Double
}

extension GroupKey: Hashable {
  /// A number that tells most keys apart. It is made anew at many starts, so a Bezier curve's takes few instructions.
  @inline(never)
  var fingerprint: Int {
    if case .tween(let curve) = mover, case .bezier(let bezier) = curve.shape {
      let forward = Self.fingerprint(ofForward: bezier)
      return direction < 0 ? ~forward : forward
    }
    return mover.hashValue ^ direction.hashValue
  }

  /// Returns the fingerprint of the key for runs along a Bezier curve forward.
  @inline(__always)
  static func fingerprint(ofForward curve: CubicBezier) -> Int { Int(truncatingIfNeeded: curve.fingerprint) }

  func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}

extension CubicBezier {
  /// A number that tells most curves apart, and whose bits are mixed.
  var fingerprint: UInt64 {
    // Adding 0 makes one of both zeros, which are equal.
    let bits =
      (x1 + 0).bitPattern &+ 3 &* (y1 + 0).bitPattern &+ 5 &* (x2 + 0).bitPattern &+ 7 &* (y2 + 0).bitPattern
    let product = (bits ^ (bits >> 32)) &* 0x9E37_79B9_7F4A_7C15
    return product ^ (product >> 32)
  }
}
