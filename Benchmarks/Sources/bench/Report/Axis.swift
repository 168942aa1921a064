import Foundation

/// A logarithmic axis along one side of a chart.
package struct LogAxis {
  package let domain: ClosedRange<Double>
  /// The pixels of both ends of the domain, in its order.
  let start: Double
  let end: Double

  /// From the power below the least value to the power above the largest.
  package init(covering values: [Double], base: Double = 10, from start: Double, to end: Double) {
    let positive = values.filter { $0 > 0 && $0.isFinite }
    let lowest = (log(positive.min() ?? 1) / log(base) + 1e-9).rounded(.down)
    let highest = (log(positive.max() ?? base) / log(base) - 1e-9).rounded(.up)
    domain = pow(base, lowest)...pow(base, max(highest, lowest + 1))
    self.start = start
    self.end = end
  }

  init(_ domain: ClosedRange<Double>, from start: Double, to end: Double) {
    self.domain = domain
    self.start = start
    self.end = end
  }

  /// Values beyond the ends of the domain lie on them.
  package func position(_ value: Double) -> Double {
    let clamped = min(max(value, domain.lowerBound), domain.upperBound)
    let fraction = log(clamped / domain.lowerBound) / log(domain.upperBound / domain.lowerBound)
    return start + fraction * (end - start)
  }

  /// The powers of a number within the domain.
  package func ticks(base: Double = 10) -> [Double] {
    let first = (log(domain.lowerBound) / log(base) - 1e-9).rounded(.up)
    let last = (log(domain.upperBound) / log(base) + 1e-9).rounded(.down)
    return stride(from: first, through: last, by: 1).map { pow(base, $0) }
  }
}

/// Moves labels apart that would cover each other, as little as possible, keeping their order.
///
/// - Returns: a place for each wanted one, at least `distance` from the next and within the limits where they fit.
package func spread(_ wanted: [Double], distance: Double, within limits: ClosedRange<Double>) -> [Double] {
  let order = wanted.indices.sorted { wanted[$0] < wanted[$1] }
  // Neighbours that are too close become a block, centred on the mean of their wishes; blocks that meet join.
  var blocks: [(sum: Double, count: Int)] = []
  func top(_ block: (sum: Double, count: Int)) -> Double {
    let height = Double(block.count - 1) * distance
    let centred = block.sum / Double(block.count) - height / 2
    return max(limits.lowerBound, min(centred, limits.upperBound - height))
  }
  for index in order {
    blocks.append((wanted[index], 1))
    while blocks.count > 1 {
      let (above, below) = (blocks[blocks.count - 2], blocks[blocks.count - 1])
      guard top(above) + Double(above.count) * distance > top(below) else { break }
      blocks.removeLast(2)
      blocks.append((above.sum + below.sum, above.count + below.count))
    }
  }
  let places = blocks.flatMap { block in (0..<block.count).map { top(block) + Double($0) * distance } }
  var result = wanted
  for (index, place) in zip(order, places) { result[index] = place }
  return result
}

/// Numbers as a chart or a table prints them.
package enum Figure {
  /// Three significant digits, without trailing zeros and exponents.
  package static func short(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    guard value.magnitude < 100 else { return grouped(Int(value.rounded())) }
    let text = value.formatted(digits: 3)
    guard text.contains(".") else { return text }
    let digits = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
    return String(digits.reversed())
  }

  /// Two decimals, and two significant digits below a tenth.
  static func ratio(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    return value == 0 || value.magnitude >= 0.1 ? String(format: "%.2f", value) : value.formatted(digits: 2)
  }

  /// Thousands set apart: 100 000.
  static func grouped(_ value: Int) -> String {
    let digits = String(value.magnitude)
    guard digits.count > 4 else { return String(value) }
    var groups: [Substring] = []
    var rest = digits[...]
    while !rest.isEmpty {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    return (value < 0 ? "-" : "") + groups.joined(separator: "\u{202F}")
  }

  /// Such as 2.5e-07 as "2.5e-7".
  static func power(_ value: Double) -> String {
    guard value.isFinite else { return "any size" }
    guard value > 0, !(1..<1e4).contains(value) else { return short(value) }
    let parts = String(format: "%.1e", value).split(separator: "e")
    let factor = parts[0].hasSuffix(".0") ? String(parts[0].dropLast(2)) : String(parts[0])
    return "\(factor)e\(Int(parts[1]) ?? 0)"
  }

  static func bytes(_ value: Double) -> String {
    for (unit, scale) in [("GiB", 0x1p30), ("MiB", 0x1p20), ("KiB", 0x1p10)] where value >= scale {
      return "\(short(value / scale)) \(unit)"
    }
    return "\(short(value)) B"
  }
}
