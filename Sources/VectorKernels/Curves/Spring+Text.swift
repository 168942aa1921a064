// Springs as text and as data.

extension Spring: CustomStringConvertible {
  /// The shortest initialiser that creates this spring, such as `Spring(duration: 0.5, bounce: 0.3)`. Its numbers are
  /// those of the properties ``duration``, ``bounce`` and so on. If no initialiser creates exactly this spring, the
  /// described one differs from it by a few roundings.
  public var description: String {
    let duration = Number(duration)
    let bounce = Number(bounce)
    let byDuration = "Spring(duration: \(duration), bounce: \(bounce))"
    if self == Spring(duration: duration.value, bounce: bounce.value) { return byDuration }
    let (mass, stiffness, damping) = (Number(mass), Number(stiffness), Number(damping))
    let isOverdamped = dampingRatio > 1
    let physics = Spring(
      mass: mass.value, stiffness: stiffness.value, damping: damping.value, allowOverDamping: isOverdamped)
    if self == physics || mass.value != 1 {
      let first = mass.value == 1 ? "" : "mass: \(mass), "
      let last = isOverdamped ? ", allowOverDamping: true" : ""
      return "Spring(\(first)stiffness: \(stiffness), damping: \(damping)\(last))"
    }
    let ratio = Number(dampingRatio)
    if self == Spring(response: duration.value, dampingRatio: ratio.value) {
      return "Spring(response: \(duration), dampingRatio: \(ratio))"
    }
    return byDuration
  }

  /// A number in its written form: the nearest one of 15 digits, from which most numbers were computed.
  private struct Number: CustomStringConvertible {
    let value: Double

    @inline(never)  // Programs carry it whether they print springs or not.
    init(_ value: Double) {
      var unit = 1e15
      while value.magnitude * unit >= 1e15, unit > 1e-15 { unit /= 10 }
      let rounded = (value * unit).rounded() / unit
      self.value = rounded.isFinite ? rounded : value
    }

    var description: String { "\(value)" }
  }
}

#if !hasFeature(Embedded)
extension Spring: Codable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(angularFrequency, forKey: "angularFrequency")
    try container.encode(dampingRatio, forKey: "dampingRatio")
    try container.encode(mass, forKey: "mass")
  }

  /// Creates a spring from its encoded ``angularFrequency``, ``dampingRatio`` and ``mass``. A missing mass is 1.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a number that no spring has; it names the number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    let angularFrequency = try container.decode(Double.self, forKey: "angularFrequency")
    let dampingRatio = try container.decode(Double.self, forKey: "dampingRatio")
    let mass = try container.decodeIfPresent(Double.self, forKey: "mass") ?? 1
    self.init(clampingFrequency: angularFrequency, dampingRatio: dampingRatio, mass: mass)
    for (name, found, used) in [
      ("angularFrequency", angularFrequency, self.angularFrequency),
      ("dampingRatio", dampingRatio, self.dampingRatio), ("mass", mass, self.mass),
    ] {
      try container.require(found == used, FieldName(name), "\(name) is \(found), which no spring has")
    }
  }
}
#endif
