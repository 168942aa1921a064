import Foundation

#if arch(x86_64)
/// The arithmetic that results are compared with: 64 significant bits.
typealias Reference = Float80
#else
typealias Reference = Double
#endif

extension Sequence where Element: FloatingPoint {
  /// The greatest of numbers that are at least 0; NaN if one of them is, which `max()` may pass over.
  var greatest: Element { reduce(0) { $0.isNaN || $1 <= $0 ? $0 : $1 } }
}

/// A cubic Bezier timing curve, solved by bisection.
struct ReferenceCurve {
  let x1, y1, x2, y2: Reference

  /// Bernstein's form. No cancellation: for control points in [0, 1] every term is positive.
  private func point(_ first: Reference, _ second: Reference, at s: Reference) -> Reference {
    let r = 1 - s
    return 3 * s * r * r * first + 3 * s * s * r * second + s * s * s
  }

  private func tangent(_ first: Reference, _ second: Reference, at s: Reference) -> Reference {
    let r = 1 - s
    return 3 * (r * r * first + 2 * r * s * (second - first) + s * s * (1 - second))
  }

  /// The s for which the curve passes `x`: 64 halvings of [0, 1].
  func parameter(at x: Reference) -> Reference {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    var low: Reference = 0
    var high: Reference = 1
    for _ in 0..<64 {
      let middle = (low + high) / 2
      if point(x1, x2, at: middle) < x { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  func value(at x: Reference) -> Reference {
    point(y1, y2, at: parameter(at: x))
  }

  func slope(at x: Reference) -> Reference {
    slope(atParameter: parameter(at: x))
  }

  private func slope(atParameter s: Reference) -> Reference {
    tangent(y1, y2, at: s) / tangent(x1, x2, at: s)
  }

  /// All values of the curve from `low` to `high`.
  func values(from low: Reference, to high: Reference) -> ClosedRange<Reference> {
    let ends = (parameter(at: low), parameter(at: high))
    // y'(s) / 3 as a polynomial in s.
    let turns = roots(1 + 3 * (y1 - y2), 2 * (y2 - 2 * y1), y1).filter { $0 > ends.0 && $0 < ends.1 }
    return span((turns + [ends.0, ends.1]).map { point(y1, y2, at: $0) })
  }

  /// All slopes of the curve from `low` to `high`, and the smallest dx/ds on the way.
  func slopes(from low: Reference, to high: Reference) -> (slopes: ClosedRange<Reference>, speed: Reference) {
    let ends = (parameter(at: low), parameter(at: high))
    let (ax, bx, cx) = (1 + 3 * (x1 - x2), 2 * (x2 - 2 * x1), x1)
    let (ay, by, cy) = (1 + 3 * (y1 - y2), 2 * (y2 - 2 * y1), y1)
    // The slope turns where y'' x' = y' x'', whose cubic terms cancel; x' is least at an end or where x'' is 0.
    let turns = roots(ay * bx - by * ax, 2 * (ay * cx - cy * ax), by * cx - cy * bx) + roots(0, 2 * ax, bx)
    let parameters = turns.filter { $0 > ends.0 && $0 < ends.1 } + [ends.0, ends.1]
    return (span(parameters.map(slope(atParameter:))), parameters.map { tangent(x1, x2, at: $0) }.min()!)
  }
}

private func span(_ values: [Reference]) -> ClosedRange<Reference> {
  guard !values.contains(where: \.isNaN) else { return -.infinity ... .infinity }
  return values.min()!...values.max()!
}

/// The real s with a s^2 + b s + c = 0.
private func roots(_ a: Reference, _ b: Reference, _ c: Reference) -> [Reference] {
  let discriminant = b * b - 4 * a * c
  guard discriminant >= 0 else { return [] }
  let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot()) / 2
  return [q / a, c / q].filter(\.isFinite)
}

/// A spring of unit mass: y'' + 2 z w y' + w^2 y = 0.
struct ReferenceSpring {
  /// w, in radians per second.
  let angularFrequency: Reference
  /// z.
  let dampingRatio: Reference

  /// Displacement and velocity after `time`, from the textbook's three cases written so that nothing cancels.
  func motion(
    displacement y: Reference, velocity v: Reference, after time: Reference
  ) -> (displacement: Reference, velocity: Reference) {
    let (w, z) = (angularFrequency, dampingRatio)
    // With d = w sqrt(|1 - z^2|), y(t) = e^(-z w t) (y c + (v + z w y) s), where c and s are cos(d t) and sin(d t) / d,
    // or cosh(d t) and sinh(d t) / d, and both tend to 1 and t at z = 1. The derivative has the same form.
    let d = w * ((1 - z) * (1 + z)).magnitude.squareRoot()
    let envelope: Reference
    let c: Reference
    let s: Reference
    if z > 1 {
      // e^(-z w t) cosh(d t) without overflow: the slower rate is z w - d = w / (z + d / w).
      envelope = exp(-w / (z + d / w) * time)
      c = (1 + exp(-2 * d * time)) / 2
      s = -expm1(-2 * d * time) / (2 * d)
    } else {
      envelope = exp(-z * w * time)
      c = cos(d * time)
      s = d * time == 0 ? time : sin(d * time) / d
    }
    return (
      envelope * (y * c + (v + z * w * y) * s),
      envelope * (v * c - w * (z * v + w * y) * s)
    )
  }

  /// |y| + |v| / w, which errors are relative to, or a number so small that products with it underflow.
  func amplitude(displacement: Reference, velocity: Reference) -> Reference {
    max(1e-25, displacement.magnitude + velocity.magnitude / angularFrequency)
  }
}

/// The closed form of a spring as its columns hold it, evaluated literally.
struct ReferenceColumns {
  let displacement, sineAmplitude, decay, frequency: Reference

  /// Radians or nepers per second: what one second of the oscillating or the decaying part multiplies out to.
  var rate: Reference {
    frequency < 0 ? -frequency * log(Reference(2)) : 2 * Reference.pi * frequency
  }

  func motion(after time: Reference) -> (displacement: Reference, velocity: Reference) {
    let envelope = exp(-decay * time)
    let c: Reference
    let s: Reference
    let cRate: Reference
    let sRate: Reference
    if frequency < 0 {
      (c, cRate) = (1, 0)
      s = -expm1(-rate * time)
      sRate = rate * exp(-rate * time)
    } else {
      let turns = frequency * time
      let angle = 2 * Reference.pi * (turns - turns.rounded())
      (c, s) = (cos(angle), sin(angle))
      (cRate, sRate) = (-rate * s, rate * c)
    }
    let y = envelope * (displacement * c + sineAmplitude * s)
    return (y, envelope * (displacement * cRate + sineAmplitude * sRate) - decay * y)
  }

  /// w, from the product of the two rates of an overdamped spring, or the square of the complex one's magnitude.
  var angularFrequency: Reference {
    (decay * decay + (frequency < 0 ? decay : rate) * rate).squareRoot()
  }

  /// As for the spring.
  var amplitude: Reference {
    let start = motion(after: 0)
    return ReferenceSpring(angularFrequency: angularFrequency, dampingRatio: 0)
      .amplitude(displacement: start.displacement, velocity: start.velocity)
  }
}
