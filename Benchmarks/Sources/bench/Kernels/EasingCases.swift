import Foundation
import VectorKernels

extension KernelCase {
  /// Easing families and their inverses, over n fractions of the time, in `Float` and in `Double`, and CSS's functions.
  static var easings: [KernelCase] {
    let steps = CSSEasing.steps(5, .jumpNone)
    return families(of: Float.self) { $0.values(at: $1.span, into: $2.mutableSpan) } + [
      easing("steps", tolerance: Float.closeTolerance, { (x: Float) in min(4, floor(5 * x)) / 4 }) {
        steps.values(at: $0.span, into: $1.mutableSpan)
      },
      linear(stops: 12), linear(stops: 50), linear(stops: 500),
    ] + families(of: Double.self) { $0.values(at: $1.span, into: $2.mutableSpan) }
  }

  private typealias Elements<E> = UnsafeMutableBufferPointer<E>

  private static func families<E: Element>(
    of _: E.Type, library: @escaping (UnitCurve, _ at: Elements<E>, _ out: Elements<E>) -> Void
  ) -> [KernelCase] {
    let curves: [(String, UnitCurve)] = [
      ("quadratic", .quadraticEaseInOut), ("quintic", .quinticEaseInOut), ("sine", .sineEaseInOut),
      ("exponential", .exponentialEaseOut), ("circular", .circularEaseOut), ("back", .backEaseOut()),
      ("elastic", .elasticEaseOut()), ("bounce", .bounceEaseOut), ("cube-root", .cubicEaseIn.inverse),
      ("arcsine", .sineEaseIn.inverse), ("logarithm", .exponentialEaseIn.inverse),
    ]
    return curves.map { name, curve in
      easing(name, tolerance: E.wideTolerance, formulas()[name]!, exact: formulas()[name]!) { library(curve, $0, $1) }
    }
  }

  /// The families' formulas, by the names of their cases.
  private static func formulas<R: Real>() -> [String: (R) -> R] {
    let decline: (R) -> R = { x in (R.powerOfTwo(10 - 10 * x) - 1) / 1023 }
    return [
      "quadratic": { x in x < 0.5 ? 2 * x * x : 1 - 2 * (1 - x) * (1 - x) },
      "quintic": { x in x < 0.5 ? 16 * R.power(x, 5) : 1 - 16 * R.power(1 - x, 5) },
      "sine": { x in (1 - R.cosine(.pi * x)) / 2 },
      "exponential": { x in 1 - decline(x) },
      "circular": { x in (x * (2 - x)).squareRoot() },
      "back": { x in 1 - (1 - x) * (1 - x) * (1 - (1 + R(1.70158)) * x) },
      "elastic": { x in 1 - decline(x) * R.sine((40 * x + 3) / 6 * .pi) },
      "bounce": bounce,
      "cube-root": { x in R.cubeRoot(x) },
      "arcsine": { x in R.arcsine((x / 2).squareRoot()) * 4 / .pi },
      "logarithm": { x in R.logarithm(1 + 1023 * x) / 10 },
    ]
  }

  private static func linear(stops: Int) -> KernelCase {
    // A wave, so that no two lines are alike.
    let outputs = (0..<stops).map { sin(Float($0)) }
    let easing = CSSEasing.linear(outputs.map { CSSEasing.LinearStop(Double($0)) })
    return self.easing(
      "linear-\(stops)", tolerance: Float.wideTolerance,
      { (x: Float) in
        let place = x * Float(stops - 1)
        let stop = min(stops - 2, Int(place))
        return outputs[stop] + (outputs[stop + 1] - outputs[stop]) * (place - Float(stop))
      },
      library: { easing.values(at: $0.span, into: $1.mutableSpan) })
  }

  private static func easing<E: Element>(
    _ name: String, tolerance: Double, _ formula: @escaping (E) -> E, exact: ((E.Wide) -> E.Wide)? = nil,
    library: @escaping (_ at: Elements<E>, _ out: Elements<E>) -> Void
  ) -> KernelCase {
    KernelCase(name: "easing/\(name)/\(E.suffix)", bytesPerElement: E.bytes(2), tolerance: tolerance) { work in
      let out = work.output(E.self)
      let at = work.input(in: 0...1 as ClosedRange<E>)
      if let exact { work.exactly(out) { wide, out in ScalarLoops.map(wide(at), into: out[0], exact) } }
      return Contestants(
        library: { library(at, out) },
        scalar: { ScalarLoops.map(at, into: out, formula) },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Peer.Out, Int) -> Void
          let functionName = "vk_easing_\(name.replacing("-", with: "_"))_\(E.suffix)"
          return peer.function(functionName, as: Function.self).map { function in
            { function(at.start, out.start, out.count) }
          }
        })
    }
  }
}

private func bounce<R: Real>(_ x: R) -> R {
  let s = x * R(2.75)
  let (center, height): (R, R) =
    s < 1 ? (0, 0) : s < 2 ? (1.5, 0.75) : s < 2.5 ? (2.25, 0.9375) : (2.625, 0.984375)
  let t = x - center / R(2.75)
  return R(7.5625) * t * t + height
}
