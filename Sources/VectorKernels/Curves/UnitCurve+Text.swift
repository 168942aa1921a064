extension UnitCurve: CustomStringConvertible {
  /// The code that makes the curve, such as `UnitCurve.backEaseIn(overshoot: 2.0)`. A curve from a function or from
  /// many samples is only named.
  public var description: String {
    switch shape {
    case .linear: return "UnitCurve.linear"
    case .bezier(.easeIn): return "UnitCurve.easeIn"
    case .bezier(.easeOut): return "UnitCurve.easeOut"
    case .bezier(.easeInOut): return "UnitCurve.easeInOut"
    case .bezier(.smoothstep): return "UnitCurve.smoothstep"
    case .bezier(let curve):
      return "UnitCurve.bezier(startControlPoint: \(UnitPoint(x: curve.x1, y: curve.y1)), "
        + "endControlPoint: \(UnitPoint(x: curve.x2, y: curve.y2)))"
    case .eased(let easing, let isInverse):
      return easing.description + (isInverse ? ".inverse" : "")
    case .steps(let steps): return "UnitCurve(CSSEasing.steps(\(steps.count), .\(steps.position)))"
    case .polyline(let line) where line.points.count > 16: return "UnitCurve(CSSEasing.linear(...))"
    case .polyline(let line):
      let stops = line.points.map { ".init(\($0.output), at: \($0.input))" }
      return "UnitCurve(CSSEasing.linear([\(stops.joined(separator: ", "))]))"
    case .tabulated: return "UnitCurve.tabulated(...)"
    case .catmullRom(let curve) where curve.values.count > 16: return "UnitCurve.catmullRom(...)"
    case .catmullRom(let curve): return "UnitCurve.catmullRom(through: \(curve.values))"
    }
  }
}

extension Easing {
  fileprivate var description: String {
    var text = "UnitCurve." + family.definition.pointee.name
    switch direction {
    case .easeIn: text += "EaseIn"
    case .easeOut: text += "EaseOut"
    case .easeInOut: text += "EaseInOut"
    }
    for (index, parameter) in family.definition.pointee.parameters.enumerated() {
      text += (index == 0 ? "(" : ", ") + parameter.name + ": " + argument(index).description
    }
    return family.definition.pointee.parameters.isEmpty ? text : text + ")"
  }
}

#if !hasFeature(Embedded)
/// A curve is a keyed container with its `curve`: `linear`; `bezier` with its two control points; or a family's name
/// with a `direction`, whether it `isInverse`, and its parameters; `css` with the text of `steps()` or `linear()`;
/// `tabulated` with its `coefficients`; or `catmullRom` with its `values`. Parameters out of range are clamped, as
/// everywhere.
extension UnitCurve: Codable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    switch shape {
    case .linear:
      try container.encode("linear", forKey: "curve")
    case .bezier(let curve):
      try container.encode("bezier", forKey: "curve")
      try container.encode(UnitPoint(x: curve.x1, y: curve.y1), forKey: "startControlPoint")
      try container.encode(UnitPoint(x: curve.x2, y: curve.y2), forKey: "endControlPoint")
    case .eased(let easing, let isInverse):
      try container.encode(easing.family.definition.pointee.name, forKey: "curve")
      try container.encode(easing.direction, forKey: "direction")
      if isInverse { try container.encode(true, forKey: "isInverse") }
      for (index, parameter) in easing.family.definition.pointee.parameters.enumerated() {
        try container.encode(easing.argument(index), forKey: FieldName(parameter.name))
      }
    case .steps(let steps):
      try container.encode("css", forKey: "curve")
      try container.encode(CSSEasing(form: .steps(steps)), forKey: "easing")
    case .polyline(let line):
      try container.encode("css", forKey: "curve")
      try container.encode(CSSEasing(form: .linear(line)), forKey: "easing")
    case .tabulated(let curve):
      try container.encode("tabulated", forKey: "curve")
      try container.encodePacked(curve.table.coefficients, forKey: "coefficients")
    case .catmullRom(let curve):
      try container.encode("catmullRom", forKey: "curve")
      try container.encodePacked(curve.values, forKey: "values")
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    let name = try container.decode(String.self, forKey: "curve")
    if name == "linear" {
      self = .linear
      return
    }
    if name == "bezier" {
      self = .bezier(
        startControlPoint: try container.decode(UnitPoint.self, forKey: "startControlPoint"),
        endControlPoint: try container.decode(UnitPoint.self, forKey: "endControlPoint"))
      return
    }
    if name == "css" {
      self.init(try container.decode(CSSEasing.self, forKey: "easing"))
      return
    }
    if name == "tabulated" {
      let numbers = try container.decodePacked(Float.self, forKey: "coefficients")
      let degree = numbers.count / PolynomialTable.segments - 1
      try container.require(
        (5...6).contains(degree) && numbers.count % PolynomialTable.segments == 0, "coefficients",
        "there are \(numbers.count) coefficients, but there must be 6 or 7 for each of \(PolynomialTable.segments)"
          + " polynomials")
      try container.require(
        numbers.allSatisfy(\.isFinite), "coefficients", "coefficients hold numbers that aren't finite")
      var table = PolynomialTable(over: .x, degree: degree)
      for first in stride(from: 0, to: numbers.count, by: degree + 1) {
        table.polynomials.append(PolynomialTable.Polynomial(coefficients: numbers[first...(first + degree)]))
      }
      self.init(.tabulated(TabulatedCurve(table)))
      return
    }
    if name == "catmullRom" {
      let values = try container.decodePacked(Double.self, forKey: "values")
      try container.require(
        1...CatmullRom.mostValues ~= values.count, "values",
        "there are \(values.count) values, but there must be 1...\(CatmullRom.mostValues)")
      self = .catmullRom(through: values)
      return
    }
    let direction = try container.decode(Direction.self, forKey: "direction")
    guard let family = EasingFamily.all.first(where: { $0.definition.pointee.name == name }) else {
      throw DecodingError.dataCorruptedError(
        forKey: "curve", in: container, debugDescription: "\(name) is not the name of a curve")
    }
    var arguments = (Double.nan, Double.nan)
    for (index, parameter) in family.definition.pointee.parameters.enumerated() {
      let argument = try container.decode(Double.self, forKey: FieldName(parameter.name))
      if index == 0 { arguments.0 = argument } else { arguments.1 = argument }
    }
    let curve = UnitCurve(family, direction, arguments.0, arguments.1)
    self = try container.decodeIfPresent(Bool.self, forKey: "isInverse") == true ? curve.inverse : curve
  }
}
#endif
