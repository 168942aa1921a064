import CVectorKernelsC
import VectorKernels

/// A curve that C owns: `vkn_curve`.
final class Curve {
  let curve: UnitCurve
  /// The table, if there is one that is as exact as the curve.
  private let table: TabulatedBezier?

  init(_ curve: UnitCurve) {
    self.curve = curve
    let table = curve == .linear ? nil : CubicBezier(curve)?.tabulated()
    self.table = table?.isTable == true ? table : nil
  }

  func values(at progress: Span<Float>, into out: consuming MutableSpan<Float>) {
    if let table { table.values(at: progress, into: out) } else { curve.values(at: progress, into: out) }
  }
}

@c @implementation
public func vkn_curve_create_bezier(
  _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ curve: UnsafeMutablePointer<OpaquePointer?>?
) -> vkn_status {
  attempt { () throws(Failure) in
    let curve = try present(curve, "curve")
    do throws(CubicBezierError) {
      curve.pointee = give(Curve(UnitCurve(try CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2))))
    } catch {
      throw Failure(VKN_BAD_NUMBER, error.description)
    }
  }
}

@c @implementation
public func vkn_curve_create_css(
  _ text: UnsafePointer<CChar>?, _ curve: UnsafeMutablePointer<OpaquePointer?>?
) -> vkn_status {
  attempt { () throws(Failure) in
    let (text, curve) = (try VectorKernelsC.text(text, "text"), try present(curve, "curve"))
    do throws(CSSEasingError) {
      curve.pointee = give(Curve(UnitCurve(try CSSEasing(text))))
    } catch {
      throw Failure(VKN_BAD_TEXT, "text: \(error)")
    }
  }
}

@c @implementation
public func vkn_curve_create_easing(
  _ family: Int32, _ direction: Int32, _ curve: UnsafeMutablePointer<OpaquePointer?>?
) -> vkn_status {
  attempt { () throws(Failure) in
    try require(family, "family", in: VKN_QUADRATIC...VKN_BOUNCE)
    try require(direction, "direction", in: VKN_EASE_IN...VKN_EASE_IN_OUT)
    try present(curve, "curve").pointee = give(Curve(easings[Int(family)][Int(direction)]))
  }
}

/// The curves of each family, in the order of the header's families and directions.
private let easings: [[UnitCurve]] = [
  [.quadraticEaseIn, .quadraticEaseOut, .quadraticEaseInOut],
  [.cubicEaseIn, .cubicEaseOut, .cubicEaseInOut],
  [.quarticEaseIn, .quarticEaseOut, .quarticEaseInOut],
  [.quinticEaseIn, .quinticEaseOut, .quinticEaseInOut],
  [.sineEaseIn, .sineEaseOut, .sineEaseInOut],
  [.exponentialEaseIn, .exponentialEaseOut, .exponentialEaseInOut],
  [.circularEaseIn, .circularEaseOut, .circularEaseInOut],
  [.backEaseIn(), .backEaseOut(), .backEaseInOut()],
  [.elasticEaseIn(), .elasticEaseOut(), .elasticEaseInOut()],
  [.bounceEaseIn, .bounceEaseOut, .bounceEaseInOut],
]

@c @implementation
public func vkn_curve_value(
  _ curve: OpaquePointer?, _ progress: Double, _ amount: UnsafeMutablePointer<Double>?
) -> vkn_status {
  attempt { () throws(Failure) in
    let amount = try present(amount, "amount")
    amount.pointee = try withObject(curve, "curve", as: Curve.self) { $0.curve.value(at: progress) }
  }
}

@c @implementation
public func vkn_curve_values(
  _ curve: OpaquePointer?, _ progress: UnsafePointer<Float>?, _ amounts: UnsafeMutablePointer<Float>?, _ count: Int
) -> vkn_status {
  attempt { () throws(Failure) in
    let progress = try elements(progress, count, "progress")
    let amounts = try mutableElements(amounts, count, "amounts")
    try withObject(curve, "curve", as: Curve.self) { $0.values(at: progress.span, into: amounts.mutableSpan) }
  }
}

@c @implementation
public func vkn_curve_destroy(_ curve: OpaquePointer?) { takeBack(curve) }
