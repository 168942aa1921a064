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
    let decline: (E) -> E = { x in (E.powerOfTwo(10 - 10 * x) - 1) / 1023 }
    let curves: [(String, UnitCurve, (E) -> E)] = [
      ("quadratic", .quadraticEaseInOut, { x in x < 0.5 ? 2 * x * x : 1 - 2 * (1 - x) * (1 - x) }),
      ("quintic", .quinticEaseInOut, { x in x < 0.5 ? 16 * E.power(x, 5) : 1 - 16 * E.power(1 - x, 5) }),
      ("sine", .sineEaseInOut, { x in (1 - E.cosine(.pi * x)) / 2 }),
      ("exponential", .exponentialEaseOut, { x in 1 - decline(x) }),
      ("circular", .circularEaseOut, { x in (x * (2 - x)).squareRoot() }),
      ("back", .backEaseOut(), { x in 1 - (1 - x) * (1 - x) * (1 - E(2.70158) * x) }),
      ("elastic", .elasticEaseOut(), { x in 1 - decline(x) * E.sine((x + E(0.075)) / E(0.3) * 2 * .pi) }),
      ("bounce", .bounceEaseOut, bounce),
      ("cube-root", .cubicEaseIn.inverse, { x in E.cubeRoot(x) }),
      ("arcsine", .sineEaseIn.inverse, { x in E.arcsine((x / 2).squareRoot()) * 4 / .pi }),
      ("logarithm", .exponentialEaseIn.inverse, { x in E.logarithm(1 + 1023 * x) / 10 }),
    ]
    return curves.map { name, curve, formula in
      easing(name, tolerance: E.wideTolerance, formula) { library(curve, $0, $1) }
    }
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
    _ name: String, tolerance: Double, _ formula: @escaping (E) -> E,
    library: @escaping (_ at: Elements<E>, _ out: Elements<E>) -> Void
  ) -> KernelCase {
    KernelCase(name: "easing/\(name)/\(E.suffix)", bytesPerElement: E.bytes(2), tolerance: tolerance) { work in
      let out = work.output(E.self)
      let at = work.input(in: 0...1 as ClosedRange<E>)
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

private func bounce<E: Element>(_ x: E) -> E {
  let s = x * E(2.75)
  let (center, height): (E, E) =
    s < 1 ? (0, 0) : s < 2 ? (1.5, 0.75) : s < 2.5 ? (2.25, 0.9375) : (2.625, 0.984375)
  let t = x - center / E(2.75)
  return E(7.5625) * t * t + height
}
