import Foundation
import VectorKernels

extension KernelCase {
  /// Easing families, their inverses and CSS's functions, over n fractions of the time.
  static var easings: [KernelCase] {
    let curves: [(String, UnitCurve, (Float) -> Float)] = [
      ("quadratic", .quadraticEaseInOut, { x in x < 0.5 ? 2 * x * x : 1 - 2 * (1 - x) * (1 - x) }),
      ("quintic", .quinticEaseInOut, { x in x < 0.5 ? 16 * pow(x, 5) : 1 - 16 * pow(1 - x, 5) }),
      ("sine", .sineEaseInOut, { x in (1 - cos(.pi * x)) / 2 }),
      ("exponential", .exponentialEaseOut, { x in 1 - (exp2(10 - 10 * x) - 1) / 1023 }),
      ("circular", .circularEaseOut, { x in (x * (2 - x)).squareRoot() }),
      ("back", .backEaseOut(), { x in 1 - (1 - x) * (1 - x) * (1 - 2.70158 * x) }),
      (
        "elastic", .elasticEaseOut(),
        { x in 1 - (exp2(10 - 10 * x) - 1) / 1023 * sin((x + 0.075) / 0.3 * 2 * .pi) }
      ),
      ("bounce", .bounceEaseOut, bounce),
      ("cube-root", .cubicEaseIn.inverse, { x in cbrt(x) }),
      ("arcsine", .sineEaseIn.inverse, { x in asin((x / 2).squareRoot()) * 4 / .pi }),
      ("logarithm", .exponentialEaseIn.inverse, { x in log2(1 + 1023 * x) / 10 }),
    ]
    let steps = CSSEasing.steps(5, .jumpNone)
    return curves.map { name, curve, formula in
      easing(name, tolerance: Float.wideTolerance, formula) { curve.values(at: $0.span, into: $1.mutableSpan) }
    } + [
      easing("steps", tolerance: Float.closeTolerance, { x in min(4, floor(5 * x)) / 4 }) {
        steps.values(at: $0.span, into: $1.mutableSpan)
      },
      linear(stops: 12), linear(stops: 50), linear(stops: 500),
    ]
  }

  private typealias Floats = UnsafeMutableBufferPointer<Float>

  private static func linear(stops: Int) -> KernelCase {
    // A wave, so that no two lines are alike.
    let outputs = (0..<stops).map { sin(Float($0)) }
    let easing = CSSEasing.linear(outputs.map { CSSEasing.LinearStop(Double($0)) })
    return self.easing(
      "linear-\(stops)", tolerance: Float.wideTolerance,
      { x in
        let place = x * Float(stops - 1)
        let stop = min(stops - 2, Int(place))
        return outputs[stop] + (outputs[stop + 1] - outputs[stop]) * (place - Float(stop))
      },
      library: { easing.values(at: $0.span, into: $1.mutableSpan) })
  }

  private static func easing(
    _ name: String, tolerance: Double, _ formula: @escaping (Float) -> Float,
    library: @escaping (_ at: Floats, _ out: Floats) -> Void
  ) -> KernelCase {
    KernelCase(name: "easing/\(name)/f32", bytesPerElement: Float.bytes(2), tolerance: tolerance) { work in
      let out = work.output(Float.self)
      let at = work.input(in: 0...1 as ClosedRange<Float>)
      return Contestants(
        library: { library(at, out) },
        scalar: { ScalarLoops.map(at, into: out, formula) },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Peer.Out, Int) -> Void
          let functionName = "vk_easing_\(name.replacing("-", with: "_"))_f32"
          return peer.function(functionName, as: Function.self).map { function in
            { function(at.start, out.start, out.count) }
          }
        })
    }
  }
}

private func bounce(_ x: Float) -> Float {
  let (center, height): (Float, Float) =
    switch x * 2.75 {
    case ..<1: (0, 0)
    case ..<2: (1.5, 0.75)
    case ..<2.5: (2.25, 0.9375)
    default: (2.625, 0.984375)
    }
  let t = x - center / 2.75
  return 7.5625 * t * t + height
}
